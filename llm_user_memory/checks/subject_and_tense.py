"""Subject and tense of the quoted clause. Pure.

`attribution` examines all clauses that share words with the fact. This module examines only the
clauses of the quote, and the words before it if it begins within a clause. A finding is only a
doubt: the fact waits for the user.
"""

import re
from collections.abc import Sequence

from ..text.vocabulary import plain, speakers
from ..text.vocabulary import subjects as words_for
from ..text.words import akin, is_negated, sentences
from .attribution import is_of_introduced, is_own_thing, is_wish, speaks_of_others
from .impersonal import is_asked_of_anybody, is_keywords
from .matching import count_in, is_in, may_be_translated, telling, words_of
from .persons import is_of_dropped_i
from .quoted_clauses import Clause, Quoted, closest, highest, is_mine, quoted_clauses
from .refusals import MAYBE_ANOTHERS, MAYBE_SO
from .scopes import is_of_many
from .subjects import compiled, matches, people, searchable
from .unsettled import asks_what, is_only_planned, is_to_be_made, is_unsettled


def why_doubted(fact: str, quote: str, turn: str, before: str = "") -> str:
    """Return why the quoted clauses may not say the fact of the user, or "".

    `before` was typed earlier: it may tell to whom "he" in the turn refers.
    """
    found = quoted_clauses(quote, turn)
    if not found:
        return ""
    is_introduced = is_of_introduced(fact, f"{before} . {turn}")
    is_own = is_introduced or is_of_dropped_i(fact, found.text)
    if not is_own and _is_of_another(fact, found, turn):
        return MAYBE_ANOTHERS
    if _is_coming_by_ending(fact, quote) and not matches(words_for.FACT_COMING, fact):
        return MAYBE_SO
    return MAYBE_SO if _is_no_fact_of_today(fact, quote, found, turn) else ""


def is_quoted_apart(fact: str, quote: str, turn: str) -> bool:
    """Tell whether the quoted clauses are not about other people, whatever the rest of the turn is.

    "My landlord sells the house. been here 9 years": the quote is about the user, although most
    words of "Has rented the house for 9 years" stand in the clause about the landlord.
    """
    found = quoted_clauses(quote, turn)
    if not found or speaks_of_others(fact) or not words_for.JOINING.issuperset(found.before):
        return False
    others = compiled(words_for.OTHER_PERSON)
    own = [one.text for one in closest(fact, found, turn) if not others.search(one.text)]
    if any(is_mine(text, found) for text in own):
        return True
    text = " . ".join(clause.text for clause in found.clauses)
    if others.search(text) or compiled(words_for.OTHER_PRONOUN).search(text):
        return False
    first = found.clauses[0].text
    return (
        is_mine(text, found) or _has(words_for.GOES_ON, first) or _has(words_for.OF_A_THING, first)
    )


# Subject


def _is_of_another(fact: str, quoted: Quoted, turn: str) -> bool:
    if _is_of_many(fact, quoted, turn):
        return True
    if speaks_of_others(fact):
        return _is_of_companion(fact, quoted)
    if _has_other_subject(fact, quoted, turn):
        return True
    if is_wish(fact):
        return False
    if _is_of_dropped_subject(quoted):
        return True
    return _is_within_another(quoted) or _is_for_somebody(fact, quoted, turn) or _goes_on(quoted)


def _is_of_many(fact: str, quoted: Quoted, turn: str) -> bool:
    """Tell whether all clauses with the fact's words say it of many: "most of my friends"."""
    if speaks_of_others(fact) and not re.match(speakers.OWNS, plain(fact)):
        return False
    across = may_be_translated(fact, turn)
    best = closest(fact, quoted, turn)
    return all(is_of_many(fact, clause.text, across=across) for clause in best)


def _has_other_subject(fact: str, quoted: Quoted, turn: str) -> bool:
    """Tell whether all clauses with the fact's words have a subject that the fact does not name."""
    across = may_be_translated(fact, turn)
    telling_words = telling(fact)
    having = [
        clause
        for clause in quoted.clauses
        if count_in(telling_words, words_of(clause.text), across=across)
    ] or quoted.clauses
    subjects = [_other_subject(clause.text, quoted, turn) for clause in having]
    named = frozenset(plain(fact).split())
    return all(
        subject is not None
        and not named & set(subject.split())
        and not any(is_in(word, words_of(subject), across=across) for word in telling_words)
        for subject in subjects
    )


def _other_subject(clause: str, quoted: Quoted, turn: str) -> str | None:
    """The subject if it is another person or thing: a noun, "" for a pronoun; else None."""
    match = compiled(words_for.OTHER_SUBJECT).match(clause)
    rest = f". {match['thing'] or ''} {clause[match.end() :]}" if match else ""
    if not match or is_mine(rest, quoted):
        return None
    if match["they"] and not _has_people(turn):
        return None
    return match["person"] or match["kin"] or match["many"] or match["thing"] or match["bare"] or ""


def _is_of_companion(fact: str, quoted: Quoted) -> bool:
    """Tell whether the fact includes the user in what was said of another person only."""
    said = plain(fact)
    match = compiled(words_for.IN_COMPANY).search(said)
    if not match or re.match(speakers.OWNS, said) or speaks_of_others(fact[: match.start()]):
        return False
    other = compiled(words_for.OTHER_SUBJECT)
    return all(
        (subject := other.match(clause.text))
        and subject["person"]
        and not is_mine(f". {clause.text[subject.end() :]}", quoted)
        and not compiled(words_for.IN_COMPANY).search(clause.text)
        for clause in quoted.clauses
    )


def _is_within_another(quoted: Quoted) -> bool:
    """Tell whether the quote depends on a word before it, in a sentence without "I" or "my"."""
    before = list(quoted.before)
    while before and before[-1] in words_for.ARTICLES:
        before.pop()
    if not before or before[-1] not in words_for.GOVERNS or _has(words_for.ACTIVITY, quoted.text):
        return False
    sentence = quoted.clauses[0].sentence
    same = [clause.text for clause in quoted.earlier if clause.sentence == sentence]
    text = " . ".join([*same, *(clause.text for clause in quoted.clauses)])
    return not compiled(words_for.MINE).search(text)


def _is_for_somebody(fact: str, quoted: Quoted, turn: str) -> bool:
    """Tell whether the fact's words describe the person for whom something is asked."""
    if compiled(words_for.FACT_FOR).search(plain(fact)):
        return False
    wanted = [word for word in telling(fact) if word[0] not in "有是患"]
    across = may_be_translated(fact, turn)
    text = " ".join(clause.text for clause in quoted.clauses)
    is_own = is_mine(text, quoted)
    if is_own and not _has(words_for.FACT_OF_STATE, plain(fact)):
        return False
    found = compiled(words_for.FOR_ANYBODY if is_own else words_for.FOR_SOMEBODY)
    match = found.search(text)
    if not match or _has(words_for.ACTIVITY, match[0].partition(" ")[2]):
        return False
    if not _has_all(wanted, next(filter(None, match.groups())), across=across):
        return False
    rest = " . ".join(found.sub(" ", clause.text) for clause in quoted.every)
    return not count_in(wanted, words_of(rest), across=across)


def _has_all(wanted: Sequence[str], text: str, *, across: bool) -> bool:
    return count_in(wanted, words_of(text), across=across) == len(set(wanted))


def _is_of_dropped_subject(quoted: Quoted) -> bool:
    """Tell whether the clauses have a verb in the third person alone, after another person."""
    verb, person = compiled(words_for.DROPPED_SUBJECT), compiled(words_for.OTHER_PERSON)
    text = " . ".join(clause.text for clause in quoted.clauses)
    if not verb.search(text) or is_mine(text, quoted):
        return False
    return any(person.search(clause.text) for clause in quoted.earlier)


def _goes_on(quoted: Quoted) -> bool:
    """Tell whether the clauses continue about another person from the clauses before them."""
    text = " ".join(clause.text for clause in quoted.clauses)
    if is_mine(text, quoted) or re.match(words_for.GOES_ON, text):
        return False
    for clause in reversed(quoted.earlier):
        others = list(compiled(words_for.OTHER_PERSON).finditer(clause.text))
        others += compiled(words_for.OTHER_PRONOUN).finditer(clause.text)
        rest = compiled(words_for.OTHER_PERSON).sub(" ", clause.text)
        if is_mine(rest, quoted):
            return False
        if others:
            return True
    return False


def _has_people(turn: str) -> bool:
    said = plain(turn)
    return bool(
        people().search(said)
        or compiled(words_for.OTHER_PERSON).search(said)
        or compiled(words_for.SOMEBODY_WHO).search(said)
    )


# Tense


def _is_no_fact_of_today(fact: str, raw: str, quoted: Quoted, turn: str) -> bool:
    said = searchable(fact)
    quote = quoted.text
    if _has(words_for.EXPECTED, quote) and _has(words_for.FACT_CHILD, said):
        return not _has(words_for.FACT_EXPECTED, said)
    if _has(words_for.FACT_HABIT, said) and not is_negated(fact) and _was_done(quoted):
        return not _has(words_for.FACT_ONCE, said)
    if is_asked_of_anybody(fact, quoted, turn) or is_keywords(fact, quoted, turn):
        return True
    best = closest(fact, quoted, turn)
    is_wished = all(_has(words_for.WISHED, one.text) for one in best)
    if is_wished and not speaks_of_others(fact) and not _names_subject(fact, quoted, turn):
        return not _has(words_for.FACT_WISHED, said)
    if is_only_planned(fact, [one.text for one in best]) and not speaks_of_others(fact):
        return True
    if all(_is_to_come(fact, one) for one in best):
        return not _has(words_for.FACT_COMING, said)
    if not speaks_of_others(fact) and is_unsettled(fact, raw, [one.text for one in best]):
        return not is_wish(fact) and not _has(speakers.FACT_MAYBE, said)
    if all(_asks_of_no_ones(fact, clause, quoted) for clause in quoted.clauses):
        return True
    return all(_is_asked(fact, clause, turn) for clause in best)


def _is_to_come(fact: str, clause: Clause) -> bool:
    """Tell whether a clause says the fact of the future, rather than what one does with a thing."""
    if not _has(words_for.COMING, clause.text) or _goes_on_with(fact, clause):
        return False
    return not is_own_thing(fact, clause.text) or _has(words_for.GETS, clause.text)


def _is_coming_by_ending(fact: str, quote: str) -> bool:
    """Tell whether the sentences with most of the fact's words are in the future tense.

    Their accents tell it: see `COMING_BY_ENDING`.
    """
    said = sentences(quote.lower())
    scores = [
        count_in(telling(fact), words_of(one), across=may_be_translated(fact, one)) for one in said
    ]
    best = highest(said, scores)
    return bool(best) and all(_has(words_for.COMING_BY_ENDING, one) for one in best)


def _goes_on_with(fact: str, clause: Clause) -> bool:
    """Tell whether the user will go on with what the fact says: "i'll keep playing tennis"."""
    match = compiled(words_for.WILL_GO_ON).search(clause.text)
    if not match:
        return False
    verb = plain(fact).split()[0]
    return akin(match["does"], verb) or _is_third_person(verb, match["does"])


def _is_third_person(verb: str, gerund: str) -> bool:
    """Tell whether two forms are of one regular verb: "uses" and "using", "runs" and "running"."""
    stem = gerund.removesuffix("ing")
    single = stem[:-1] if stem[-2:-1] == stem[-1:] else stem
    return verb in {f"{one}{ending}" for one in (stem, single) for ending in ("s", "es")}


def _asks_of_no_ones(fact: str, clause: Clause, quoted: Quoted) -> bool:
    """Tell whether a clause asks about a thing that is not the user's."""
    is_own = is_mine(clause.text, quoted) and not is_to_be_made(clause.text)
    return not is_own and asks_what(fact, clause.text)


def _was_done(quoted: Quoted) -> bool:
    """Tell whether the sentence's last statement about the user is about their past."""
    sentence = quoted.clauses[0].sentence
    clauses = [one for one in quoted.earlier if one.sentence == sentence]
    text = " . ".join(clause.text for clause in (*clauses, *quoted.clauses))
    done = list(compiled(words_for.DID_ONCE).finditer(text))
    return bool(done) and not is_mine(f". {text[done[-1].end() :]}", quoted)


def _is_asked(fact: str, clause: Clause, turn: str) -> bool:
    """Tell whether a clause asks whether the fact is so, rather than presumes it."""
    if _is_presumed(fact, clause) or _goes_on_with(fact, clause):
        return False
    named = frozenset(plain(fact).split())
    if choice := compiled(words_for.CHOICE).match(clause.text):
        return (choice["one"] in named) != (choice["other"] in named)
    role = compiled(words_for.ROLE).search(clause.text)
    if role and role["role"] in named and not _has(words_for.IMAGINED, clause.text):
        return False
    if _has(words_for.ASKED_HOW, clause.text) and not _has(words_for.PRESUMED, clause.text):
        return True
    match = compiled(words_for.ASKED).match(clause.text)
    if not match:
        return False
    across = may_be_translated(fact, turn)
    asked_of = words_of(match[0])
    rest = words_of(clause.text[match.end() :])
    return any(
        is_in(word, rest, across=across) and not is_in(word, asked_of, across=across)
        for word in telling(fact)
    )


def _is_presumed(fact: str, clause: Clause) -> bool:
    """Tell whether the clause asks about "my X" and the fact says only "has a X", or what X is.

    "Can my diabetic husband eat dates?" presumes that there is one, and that he is diabetic.
    """
    if is_own_thing(fact, clause.text):
        return True
    words, across = telling(fact), may_be_translated(fact, clause.text)
    named = compiled(words_for.MY_PERSON).finditer(clause.text)
    return len(words) > 1 and any(_has_all(words, each["words"], across=across) for each in named)


def _names_subject(fact: str, quoted: Quoted, turn: str) -> bool:
    match = compiled(words_for.OTHER_SUBJECT).match(quoted.clauses[0].text)
    named = words_of((match["person"] or match["thing"] or "") if match else "")
    return bool(count_in(telling(fact), named, across=may_be_translated(fact, turn)))


def _has(pattern: str, text: str) -> bool:
    return bool(compiled(pattern).search(text))
