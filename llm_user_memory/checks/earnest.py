"""Whether the user speaks seriously and of themselves. Pure.

They do not when they give the model a role, write as the hero of a text, take something back as
a joke, or are ironical.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import islice, pairwise

from ..text.patterns import regex
from ..text.vocabulary import (
    earnest,
    labels,
    likings,
    meanings_in,
    moods,
    names_region,
    places_known,
    plain,
)
from ..text.vocabulary.impersonal import TO_ME
from ..text.words import akin, fold, sentences, speaks_in_first_person
from .language import in_tables
from .matching import (
    count_in,
    is_quoted_from,
    may_be_translated,
    stands_only_in,
    telling,
    words_of,
)
from .subjects import compiled, matches, searchable

_MOST = 200  # the most sentences that are examined
_LONGEST_ROLE = 120
_WORDS_OF_A_PLACE = 6
_WORDS_BEFORE_A_GAME = 2
_CLAUSE = regex(r"[,;:()!?،、，；：。！？]|\.(?=\s|$)")


def is_given_role(fact: str, typed: str) -> bool:
    """Tell whether all words of the fact stand in a role given to the model, and nowhere else.

    "Expert doctor" for "You are an expert doctor".
    """
    if matches(likings.WANTS, fact):
        return False
    roles, others = list[str](), list[str]()
    for clause in islice(_clauses(typed), _MOST):
        found = compiled(earnest.ROLE).search(clause)
        role = clause[found.end() :][:_LONGEST_ROLE] if found else ""
        roles.append(role := compiled(earnest.OWN).split(role)[0])
        others.append(clause.replace(role, "") if role else clause)
    return stands_only_in(roles, others, fact, typed)


def is_of_hero(fact: str, typed: str) -> bool:
    """Tell whether all words of the fact stand in clauses about a game or a play, and only there.

    "Is a cleric" for "I play a dwarf cleric". "Plays a dwarf cleric" is what the user does.
    """
    if matches(moods.FACT_PLAYED, fact):
        return False
    heroes, others = _of_hero_and_others(fact, typed)
    words = {*telling(fact)}
    if any(_has_itself(words, clause) for clause in heroes):
        return not any(_has_itself(words, clause) for clause in others)
    return stands_only_in(heroes, others, fact, typed)


def _of_hero_and_others(fact: str, typed: str) -> tuple[list[str], list[str]]:
    """The clauses in which the fact may be the hero's, and the other ones."""
    heroes, others = list[str](), list[str]()
    is_being = matches(earnest.FACT_BEING, fact)
    is_role = is_being and matches(earnest.FACT_GAME_ROLE, fact)
    for sentence in islice(sentences(typed), _MOST):
        place = game = ""  # "in the campaign", before the comma
        for clause in _with_own_verbs(sentence):
            is_hero = (
                bool(compiled(earnest.CHARACTER).search(clause))
                or (is_being and _speaks_as_hero(clause, place))
                or (is_role and _has_role_in_named_game(clause, place))
                or _is_in_known_game(clause, game)
            )
            (heroes if is_hero else others).append(clause)
            is_place = not compiled(earnest.AS_HERO).search(clause)
            place = clause if is_place and len(clause.split()) <= _WORDS_OF_A_PLACE else ""
            game = place or (clause if _begins_in_known_game(clause) else "")
    return heroes, others


def _speaks_as_hero(clause: str, place: str) -> bool:
    """Tell whether the user speaks as their hero: "I play a cleric", "in the play I am a baker".

    Whoever works in a game or a play speaks of themselves.
    """
    if compiled(earnest.PLAYS_A).search(clause):
        return True
    in_game = any(compiled(earnest.IN_GAME).search(said) for said in (place, clause))
    as_hero, at_work = compiled(earnest.AS_HERO), compiled(earnest.AT_WORK)
    return in_game and bool(as_hero.search(clause)) and not at_work.search(clause)


def _is_in_known_game(clause: str, before: str) -> bool:
    """Tell whether a clause tells what the user has in a game: "in minecraft i keep bees"."""
    in_game = compiled(earnest.IN_KNOWN_GAME)
    if in_game.search(clause):
        return True
    is_of_life = any(compiled(sign).search(clause) for sign in (earnest.REALLY, labels.BACK_TO_ME))
    return bool(in_game.search(before)) and not is_of_life


def _begins_in_known_game(clause: str) -> bool:
    """Tell whether a clause begins with the game, which the next one may go on about."""
    found = compiled(earnest.IN_KNOWN_GAME).search(clause)
    return bool(found and len(clause[: found.start()].split()) <= _WORDS_BEFORE_A_GAME)


def _has_role_in_named_game(clause: str, place: str) -> bool:
    """Tell whether the user has a role of games in what is no known place: "in Gothic I am a mage".

    In a city, country or region, somebody may be a druid.
    """
    if not compiled(earnest.AS_GAME_ROLE).search(clause):
        return False
    found = filter(None, map(compiled(earnest.IN_NAMED).search, (place, clause)))
    names = [match["name"] or match["title"] for match in found]
    spoken = in_tables(clause)
    return any(
        not meanings_in(name, spoken) & places_known() and not names_region(plain(name))
        for name in names
    )


def _has_itself(words: Collection[str], clause: str) -> bool:
    """Tell whether a clause has all these words themselves, not only words that mean the same."""
    said = words_of(clause).words
    return all(any(akin(word, other) for other in said) for word in words)


def _with_own_verbs(sentence: str) -> Iterator[str]:
    """The clauses of a sentence, cut at "and I am", too."""
    for clause in _CLAUSE.split(sentence):
        yield from filter(str.strip, compiled(earnest.AND_AM).split(searchable(clause)))


def is_not_earnest(fact: str, quote: str, typed: str, later: str) -> bool:
    """Tell whether the quote may be part of a story, a dream, an expert's role, a joke, or irony.

    `later` is what was typed from the turn of the quote on.
    """
    if is_of_hero(fact, typed):
        return True
    near = [one for one in islice(sentences(typed), _MOST) if is_quoted_from(one, quote)]
    if any(_is_joke(sentence, quote) for sentence in near) or _is_taken_back(quote, later):
        return True
    if matches(likings.LIKES, fact) and any(map(_is_ironical, near)):
        return True
    is_of_dream = any(matches(earnest.DREAMT, one) for one in near)
    if is_of_dream and not matches(earnest.FACT_DREAMT, fact):
        return True
    if any(matches(earnest.EXPERT, one) and not speaks_in_first_person(one) for one in near):
        return True
    if any(_is_asked_as(fact, one) for one in near) or _is_dictated(quote, typed):
        return True
    if _is_rehearsed(fact, quote, [*near, *_before(quote, typed)]):
        return True
    if matches(earnest.HYPERBOLE, fact) and not matches(earnest.MEANT, typed):
        return True
    return not matches(earnest.FACT_STORY, fact) and any(
        matches(earnest.STORY, one) for one in [*near, *_before(quote, typed)]
    )


def _is_asked_as(fact: str, sentence: str) -> bool:
    """Tell whether the fact is the role in which the model is asked: "as a lawyer, would you"."""
    found = compiled(earnest.ASKED_AS).search(searchable(sentence))
    role = words_of((found["role"] or found["rolle"]) if found else "")
    words, across = {*telling(fact)}, may_be_translated(fact, sentence)
    return bool(found) and count_in([*words], role, across=across) == len(words)


def _is_rehearsed(fact: str, quote: str, around: Sequence[str]) -> bool:
    """Tell whether the quote may be the user's part in a conversation that they only rehearse."""
    if matches(earnest.REALLY, quote) or matches(moods.FACT_PLAYED, fact):
        return False
    return any(matches(earnest.REHEARSED, sentence) for sentence in around)


def _is_dictated(quote: str, typed: str) -> bool:
    """Tell whether the quote is of a text that the model is to write.

    It follows the order, and a colon or "where": "write a story where my wife is a pirate".
    """
    before = ""
    for sentence in islice(sentences(typed), _MOST):
        lead, *told = compiled(earnest.TOLD).split(sentence, maxsplit=1)
        if not "".join(told).strip():
            lead, told = before if before.endswith((":", "：")) else "", [sentence]
        is_order = matches(earnest.WRITES, lead) and not _speaks_of_user(lead)
        if is_order and is_quoted_from(told[0], quote):
            return True
        before = sentence
    return False


def _speaks_of_user(order: str) -> bool:
    """Tell whether an order says "I" or "my", apart from "write me"."""
    return speaks_in_first_person(compiled(TO_ME).sub(" ", searchable(order)))


def _before(quote: str, typed: str) -> Iterator[str]:
    """The two sentences before the quote's: "diary entry. I'm Maren"."""
    said = list(islice(sentences(typed), _MOST))
    for at, sentence in enumerate(said):
        if is_quoted_from(sentence, quote):
            yield from said[max(0, at - 2) : at]


def _is_taken_back(quote: str, later: str) -> bool:
    """Tell whether the sentence after the quote's says that it was a joke."""
    said = islice(sentences(later), _MOST)
    return any(
        is_quoted_from(one, quote) and matches(earnest.JOKE, after) for one, after in pairwise(said)
    )


def _is_joke(sentence: str, quote: str) -> bool:
    """Tell whether the words after the quote in its sentence say that it was a joke."""
    folded, quoted = fold(sentence), fold(quote)
    at = folded.find(quoted)
    return at >= 0 and matches(earnest.JOKE, folded[at + len(quoted) :][:_LONGEST_ROLE])


def _is_ironical(sentence: str) -> bool:
    first, *rest = list(_clauses(sentence)) or [""]
    return bool(rest) and bool(compiled(earnest.IRONY).search(first.strip()))


def _clauses(text: str) -> Iterator[str]:
    for sentence in sentences(text):
        for clause in _CLAUSE.split(sentence):
            if said := searchable(clause):
                yield said
