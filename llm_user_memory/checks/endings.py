"""Whether the user's words end a fact of the profile: negate it, or say that it is over. Pure."""

import re
from collections.abc import Sequence
from itertools import pairwise

from ..text import vocabulary
from ..text.patterns import regex
from ..text.vocabulary import lasting, moods, opposites, over, plain, speakers
from ..text.words import akin, content_words, fold, is_negated, negations_in, sentences
from .attribution import doubt
from .harmless import is_harmless
from .matching import count_in, is_frame, is_in, may_be_translated, telling, unelided, words_of
from .mentions import lowered
from .negation import clauses, is_negative, is_reversed, leaves_out_limit


def is_named(fact: str, text: str, *, strictly: bool = False) -> bool:
    """Tell whether the text has a telling word of the fact, or the meaning of one.

    With `strictly`, meanings that the text only implies do not count.
    """
    shared = vocabulary.phrase_meanings(fact) & words_of(text).own_meanings
    return bool(
        shared & vocabulary.particular()
        or any(
            is_in(word, words_of(text), across=may_be_translated(fact, text), strictly=strictly)
            for word in telling(fact)
        )
    )


def is_spoken_of(fact: str, text: str) -> bool:
    """Tell whether the text names the fact, or both say where somebody lives."""
    return is_named(fact, text) or _both_of_home(fact, text)


def is_ended(fact: str, quote: str, typed: str) -> bool:
    """Tell whether the quote, or the sentences around it, end the fact.

    Having moved ends living somewhere. Nothing is ended by what is temporary, about somebody else,
    or uncertain.
    """
    around = (
        " . ".join(sentence for sentence in sentences(typed) if _overlap(sentence, quote)) or quote
    )
    if _is_over_by(fact, quote):
        return not doubt(fact, quote)
    if _is_to_be_forgotten(fact, quote):
        return not (re.search(moods.NOT_FORGOTTEN, plain(around)) or doubt(fact, around))
    if _is_gone(fact, quote):
        return not doubt(fact, around)
    if not (is_named(fact, quote, strictly=True) or _both_of_home(fact, quote)):
        return False
    near = quote
    said = _joined(near)
    if doubt(fact, near) or doubt(fact, around) or re.search(speakers.MAYBE, said):
        return False
    if any(_is_for_once(clause) for clause in _around(quote, around)):
        return False
    if is_negated(near) and not _FOR_GOOD.search(fold(near)) and leaves_out_limit(near, fact):
        return False
    whole = "\n".join(_around(quote, around))
    if _is_no_end(whole) or _is_of_shown(fact, whole) or _ends_only_others(fact, whole):
        return False
    if is_negated(near) and _is_of_kind(fact, whole):
        return False
    if is_negated(near) and is_reversed(fact, near):
        return True
    if is_negated(near) and not is_harmless(near) and not is_negated(fact):
        is_lasting = _ANY_LONGER.search(fold(near)) or re.search(moods.NOW_NOT, said)
        return bool(is_lasting) and not _negates_something_else(fact, near)
    if is_negated(fact):
        return not is_negated(near)
    if _is_of_something_else(fact, near) or _has_none_left(fact, near):
        return False
    if _is_closed(fact, near, around):
        return True
    ends = re.search(speakers.ENDS, said) or re.search(speakers.ENDS, lowered(near))
    if _is_of_home(fact) and not (re.search(speakers.LEAVES, said) or _speaks_of_home(near)):
        ends = None
    lives_elsewhere = re.search(speakers.LIVES_NOW, said) and not is_named(fact, near)
    moved = lives_elsewhere or re.search(speakers.MOVES, said)
    return bool(ends) or (_is_of_home(fact) and bool(moved))


def is_left(fact: str, typed: str) -> bool:
    """Tell whether the fact states as current what the user only said to be over.

    "Runs an Etsy shop" for "I sold my shop", "Uses MySQL" for "I moved from MySQL to Postgres".
    """
    claimed = _joined(fact)
    if (
        is_negated(unelided(fact))
        or is_negative(fact)
        or _is_of_home(fact)
        or re.search(speakers.FACT_PAST, claimed)
        or re.search(speakers.ENDS, claimed)
    ):
        return False
    words, across = telling(fact), may_be_translated(fact, typed)
    near = [clause for clause in clauses(typed) if count_in(words, words_of(clause), across=across)]
    most = max((count_in(words, words_of(clause), across=across) for clause in near), default=0)
    near = [one for one in near if count_in(words, words_of(one), across=across) == most]
    if near and all(_gives_up(words, clause, across=across) for clause in near):
        return True
    if _is_taken_back(near, clauses(typed)):
        return True
    return any(_was_changed(word, typed, across=across) for word in words)


def is_successor(fact: str, typed: str) -> bool:
    """Tell whether the fact states what the user left something else for.

    "Works as a gardener" for "I quit my job at the bank to work as a gardener": its words stand
    after the "to" alone.
    """
    words = [word for word in telling(fact) if not is_frame(word)]
    across = may_be_translated(fact, typed)
    for sentence in sentences(typed):
        said = fold(sentence)
        if not (verb := re.search(f"{moods.GIVES_UP}|{moods.CHANGES}", said)):
            continue
        before, *after = re.split(moods.FOR_ANOTHER, said[verb.end() :], maxsplit=1)
        is_new = after and count_in(words, words_of(after[0]), across=across)
        if is_new and not count_in(words, words_of(before), across=across):
            return True
    return False


def _is_taken_back(near: Sequence[str], said: Sequence[str]) -> bool:
    """Tell whether each clause is taken back by the next one: "but I never touch it"."""
    after = {one: plain(following) for one, following in pairwise(said)}
    return bool(near) and all(re.search(moods.TAKEN_BACK, after.get(one, "")) for one in near)


def _was_changed(word: str, typed: str, *, across: bool) -> bool:
    """Tell whether every clause with the word says that the user left it for something else."""
    near = [one for one in clauses(typed) if is_in(word, words_of(one), across=across)]
    return bool(near) and all(_is_left_for_another([word], one, across=across) for one in near)


def _gives_up(words: Sequence[str], clause: str, *, across: bool) -> bool:
    """Tell whether the verb of a clause ends the thing that one of the words names."""
    said = fold(clause)
    if is_negated(said) or re.search(speakers.FOR_NOW, plain(clause)):
        return False
    if lost := re.search(moods.LOST_WORK, plain(clause)):
        work = next(filter(None, lost.groups()), "")
        return count_in(words, words_of(work), across=across) > 0
    for match in re.finditer(moods.GIVES_UP, said):
        after = said[match.end() :]
        if match[0] == "left" and _LEFT_AT.search(after):
            continue
        head = _BESIDE.split(after, maxsplit=1)[0]
        told = [word for word in content_words(head) if word not in _OF_IT][-2:]
        if told and count_in(words, words_of(" ".join(told)), across=across):
            return True
    if before := re.search(moods.GIVEN_UP, said):
        return bool(count_in(words, words_of(said[: before.start()]), across=across))
    return _is_left_for_another(words, clause, across=across)


def _is_left_for_another(words: Sequence[str], clause: str, *, across: bool) -> bool:
    """Tell whether a clause moves from a thing with these words to one without: "from X to Y"."""
    for way in re.finditer(opposites.FROM_TO, plain(clause)):
        start, end = words_of(way["start"]), words_of(plain(clause)[way.start("end") :])
        # "From 75 to 88": only the number differs.
        told = [word for word in words if word.isdigit()] if way["end"].isdigit() else words
        if count_in(told, start, across=across) and not count_in(told, end, across=across):
            return bool(re.search(moods.CHANGES, plain(clause)[: way.start()]))
    return False


def _negates_something_else(fact: str, text: str) -> bool:
    """Tell whether the fact's words are the subject of each negation, not what it negates.

    "Biscuit won't finish his kibble any more" does not end "has a dog named Biscuit".
    """
    words, across = telling(fact), may_be_translated(fact, text)
    found = []
    for clause in clauses(text):
        said = fold(clause)
        if not (places := negations_in(said)):
            continue
        negation, place = places[0]
        before, after = words_of(said[:place]), said[place + len(negation) :]
        told = [word for word in content_words(after) if word not in _ANY_MORE]
        is_subject = count_in(words, before, across=across)
        is_object = count_in(words, words_of(after), across=across)
        found.append(bool(is_subject and told and not is_object and not _GONE.search(after)))
    return bool(found) and all(found)


_ANY_MORE = frozenset("any more anymore longer mehr más plus больше".split())
_GONE = regex(
    r"\b(?:together|alive|with us|around|there|mine|ours|exist\w*|open|a thing"
    r"|friends?|dating|speaking|talking|valid|living)\b"
)
_ENDING_VERB = regex(
    r"\b(?:left|leaving|stopp?(?:ed|ing)?|quit|sold|ended|finished|dropp?ed|cancell?ed|lost|changed|converted|traded|replaced"
    r"|done with|broke up(?= (?:the|an?|my|our|his|her|their)"
    r" (?!(?:relationship|engagement|marriage|band|team)\b)))\b"
)
# "Left my job at Globex", "stopped going to the gym".
_OF_IT = frozenset(
    """
    job jobs work working gig position role going doing being playing using taking eating drinking
    place membership school studies course program degree trip holiday vacation plan plans booking
    studying practicing learning lessons classes class team company training
    """.split()
)
# Verbs that end what stands before them, and those that end what stands behind them.
_ENDS_SUBJECT = regex(
    r"\b(?:died|passed away|gave (?:up|out)(?! (?!right|when|while|just|last|this|on|in|at)\w)"
    r"|broke down|gekündigt|verkauft|gestorben|aufgehört)\b"
)
_ENDS_OBJECT = regex(
    r"\b(?:no more|j?ai (?:arrêté|quitté|vendu|lâché)|(?:he|hemos) (?:dejado|vendido)|dejé|vendí"
    r"|ho (?:smesso|lasciato|venduto)|larguei|vendi|бросила?|продала?)\b"
)
_PREPOSITION = regex(r" (?:on|in|at|after|before|during|from|until)\b")
_THING = 3  # words that may name a thing
_BESIDE = regex(
    r"(?<=\w) (?:on|in|at|of|for|with|to|by|between|and|so|but|after|before|because|last|this"
    r"|yesterday|recently|today|now|finally)\b"
)


def _is_no_end(text: str) -> bool:
    """Tell whether a verb of ending is itself negated: "I never quit Siemens"."""
    return any(
        is_negated(" ".join(said[: match.start()].split()[-_NEAR:]))
        for clause in clauses(text)
        if is_negated(clause)
        for said in [plain(clause)]
        for match in re.finditer(speakers.ENDS, said)
        if not (is_negated(match[0]) or _ANY_LONGER.search(match[0]))
    )


# What ends something with a "not": "I don't sail any more".
_ANY_LONGER = regex(r"any ?more|longer|mehr$|^plus$|mais$|piu$|over$|больше|used to")
_NEAR = 2  # words from a "not" to its verb: "have not yet quit"


def _is_of_kind(fact: str, text: str) -> bool:
    """Tell whether the fact's thing only says of what kind another is: "I don't have cat food"."""
    thing = telling(fact)[-1]
    said = fold(text)
    if _ANY_LONGER.search(said) or re.search(moods.NOW_NOT, plain(text)):
        return False
    return any(
        akin(one, thing) and following not in _ADVERBS and content_words(following) == [following]
        for one, following in pairwise(f"{said} ".split(" "))
        if following.isascii()
    )


_ADVERBS = frozenset("anymore either really actually ever today yet much often regularly".split())


def _is_of_shown(fact: str, text: str) -> bool:
    """Tell whether what a thing is, is no longer so: "this burger is no longer vegan"."""
    said = map(plain, clauses(text))
    return bool(
        re.search(moods.IS_SO, plain(fact))
        and any(re.search(moods.SHOWN_IS, f"{clause} ") for clause in said)
    )


def _is_of_something_else(fact: str, text: str) -> bool:
    """Tell whether all verbs of ending have another object: "left my guitar at home"."""
    words, across, found = telling(fact), may_be_translated(fact, text), []
    if _FOR_GOOD.search(fold(text)):
        return False
    for clause in clauses(text):
        said = fold(clause)
        for match in _ENDING_VERB.finditer(said):
            after = said[match.end() :]
            head = _BESIDE.split(after, maxsplit=1)[0]
            if _OTHERS_OWN.match(head):
                found.append(True)
                continue
            told = [word for word in content_words(head) if word not in _OF_IT][-1:]
            is_left_behind = match[0] == "left" and bool(_LEFT_AT.search(after))
            names_it = count_in(words, words_of(" ".join(told)), across=across)
            is_stop = match[0] == "stopped" and bool(_STOP_AT.match(after) or _HALTED.match(after))
            is_broken = match[0] == "stopped" and _is_broken(said[: match.start()], after)
            is_mislaid = match[0] == "lost" and bool(_LOST_AT.match(after))
            is_brought = match[0] == "dropped" and bool(_BROUGHT_TO.match(after))
            is_elsewhere = is_left_behind or is_stop or is_broken or is_mislaid or is_brought
            found.append(is_elsewhere or bool(told and not names_it))
    return bool(found) and all(found)


def _ends_only_others(fact: str, text: str) -> bool:
    """Tell whether what ends is named, and is not the fact's: "my laptop died in a Spanish lesson".

    It stands before or after the verb of ending, which differs between verbs.
    """
    words, across = telling(fact), may_be_translated(fact, text)
    found = []
    for clause in clauses(text):
        said = fold(clause)
        things = [said[: match.start()] for match in _ENDS_SUBJECT.finditer(said)]
        for match in _ENDS_OBJECT.finditer(said):
            head, *rest = _PREPOSITION.split(said[match.end() :], maxsplit=1)
            if rest and "more" in match[0]:  # "no more coffee after three"
                found.append(True)
            else:
                things.append(head)
        for thing in things:
            told = [word for word in content_words(thing) if not is_frame(word)][-_THING:]
            if told and _OF_IT.isdisjoint(told):
                found.append(not count_in(words, words_of(" ".join(told)), across=across))
    return bool(found) and all(found)


def _is_for_once(clause: str) -> bool:
    """Tell whether a clause speaks of an occasion or of some time: "off meat this week"."""
    said = _joined(clause)
    if re.search(over.FINAL, said):
        return False
    if re.search(speakers.FOR_NOW, said) or re.search(over.ONCE, said):
        return True
    return bool(re.search(lasting.DURATION, said)) and not re.search(lasting.SINCE, said)


def _is_broken(before: str, after: str) -> bool:
    """Tell whether a thing stopped working, around "stopped" in a clause, rather than the user."""
    return after.startswith(" working") and not re.search(r"\b(?:i|we|ive|weve)\b", before)


def _is_to_be_forgotten(fact: str, quote: str) -> bool:
    """Tell whether the user asks to forget the fact: "forget what i said about my weight"."""
    asked = (re.search(moods.FORGETS, plain(clause)) for clause in clauses(quote))
    return any(
        match
        and is_named(fact, match["what"], strictly=True)
        and not re.search(moods.FORGETS_OF_IT, match["what"])
        for match in asked
    )


def _is_gone(fact: str, quote: str) -> bool:
    """Tell whether a clause says that a plan is off, or an illness over.

    The plan or illness must be its head noun: "the light in the japan photo is off" ends no trip.
    """
    claimed = plain(fact)
    patterns = [moods.RID_OF]
    patterns += [moods.OFF] if re.search(moods.PLANNED, claimed) else []
    is_somebody = re.search(rf"\b{speakers.PERSON}\b", claimed) or _is_of_a_pet(fact)
    patterns += [moods.GONE] if re.search(moods.IS_HAD, claimed) and not is_somebody else []
    for clause in clauses(quote):
        found = (re.search(pattern, plain(clause)) for pattern in patterns)
        match = next(filter(None, found), None)
        if not match or is_negated(clause) or _is_for_once(clause):
            continue
        head = _BESIDE.split(match[1] or match[2], maxsplit=1)[0]
        told = [word for word in content_words(head) if word not in _OF_IT]
        if told and any(akin(told[-1], word) for word in telling(fact)):
            return True
    return False


def _is_of_a_pet(fact: str) -> bool:
    return vocabulary.row_of("pet") in vocabulary.meanings_in(fact)


def _is_closed(fact: str, near: str, around: str) -> bool:
    """Tell whether the user closed for good the business that the fact says they have."""
    return bool(
        re.search(speakers.HAS_BUSINESS, _joined(unelided(fact)))
        and re.search(speakers.CLOSED, _joined(unelided(near)))
        and not re.search(speakers.FOR_A_TIME, _joined(around))
    )


def _has_none_left(fact: str, text: str) -> bool:
    """Tell whether the text says that the user has run out of what the fact says they like."""
    return bool(
        re.search(opposites.LIKES, _joined(unelided(fact)))
        and re.search(speakers.HAS_NONE, _joined(unelided(text)))
    )


_LEFT_AT = regex(
    r"^ (?:my|the|our|a) \w+ (?:at|in|on|with|behind)\b|^ (?:for|early|late|to)\b"
    r"|^ (?:my|our) house\b"
)
# "Lost at chess", "lost Mia at the market".
_LOST_AT = regex(
    r" (?:at|against|to|by|in)\b"
    r"| (?:an?|the|my|our|this|another|every) (?:\w+ )?(?:game|match|round|set|bet|race|point)\b"
    r"| (?!my (?:job|work|place|position|role)\b)(?:\w+ ){1,3}(?:at|in|on|near) (?:the|a)\b"
)
# "Dropped the kids at school".
_BROUGHT_TO = regex(
    r" (?:off\b|(?:\w+ ){1,4}(?:off|(?:at|to|by) (?:school|nursery|kindergarten|daycare|work|home"
    r"|practice|(?:the|my|his|her|their|our|an?) (?:airport|station|vets?|garage|house|place))\b))"
)
_STOP_AT = regex(r" (?:at|by|in|for|to|on)\b")
# "Stopped the car".
_HALTED = regex(
    r" (?:the|my|our|an?) (?:\w+ )?(?:car|van|bus|bike|truck|lorry|train|taxi|boat|engine|motor"
    r"|machine|washing|timer|clock|watch|alarm|video|music|song|film|movie|recording|server|container"
    r"|process|service|script|build)\b"
)
_OTHERS_OWN = regex(r" (?:his|her|their)\b")
_FOR_GOOD = regex(r"\b(?:any ?more|no longer|for good|forever|died|passed away|switched|moved)\b")


def _is_over_by(fact: str, text: str) -> bool:
    """Tell whether the text says what excludes the fact: who got married is not single."""
    known, said = _joined(fact), _joined(text)
    return any(
        re.search(was, known) and re.search(now, said) and not is_negated(text)
        for was, now in speakers.OVER_BY
    )


def _around(quote: str, text: str) -> list[str]:
    """The quote, and the clauses of the text that contain it."""
    folded = fold(quote)
    held = [clause for clause in clauses(text) if folded in fold(clause)]
    return [quote, *held]


def _overlap(sentence: str, quote: str) -> bool:
    one, other = fold(sentence), fold(quote)
    return one in other or other in one


def _is_of_home(fact: str) -> bool:
    live = vocabulary.row_of("live")
    return (
        any(live in vocabulary.meanings(word) for word in plain(fact).split()[:2]) or "住" in fact
    )


def _speaks_of_home(text: str) -> bool:
    rows = {vocabulary.row_of(row) for row in ("live", "house", "apartment")}
    return bool(rows & words_of(text).meanings)


def _both_of_home(fact: str, text: str) -> bool:
    said = _joined(text)
    moves = re.search(speakers.MOVES, said) or re.search(speakers.LIVES_NOW, said)
    return _is_of_home(fact) and bool(moves)


def _joined(text: str) -> str:
    said = plain(text)
    return said.replace(" ", "") if any("\u4e00" <= letter <= "\u9fff" for letter in said) else said
