"""Whom the user's words are about, and whether they state something that is so now. Pure.

A sentence is cut into parts with one subject each. A fact is doubted where its words stand only
in parts about somebody else, or in parts that suppose, want, deny or recall something.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from ..text import vocabulary
from ..text.patterns import regex
from ..text.vocabulary import moods, over, plain, speakers
from ..text.vocabulary import subjects as words_for
from ..text.words import akin, content_words, is_question, sentences
from .clauses import Part, parts
from .matching import count_in, is_in, may_be_translated, telling, unelided, words_of
from .persons import is_of_dropped_i
from .refusals import MAYBE_ANOTHERS, MAYBE_SO, NOT_SO, SOMEBODY_ELSE
from .relations import is_of_own_pet
from .subjects import compiled, in_chinese, matches, people, searchable
from .unsettled import is_home_to_come


def doubt(fact: str, typed: str, before: str = "") -> str:
    """Return why the matching words may not be about the user, or may not be so; else "".

    `before` was typed earlier: it may tell to whom "he" in `typed` refers. Two things are examined:
    the parts with most of the fact's words, and whether a word of it stands only in parts about
    somebody else, or a number only where it is not so.
    """
    if is_place_of_question(fact, typed):
        return ""
    of_pet = is_of_own_pet(fact, f"{before} . {typed}")
    of_others = speaks_of_others(fact) or is_of_introduced(fact, f"{before} . {typed}")
    of_others = of_others or matches(speakers.THATS_ME, typed)
    if not of_others and (stated := with_relative(fact, typed)):
        head = fact.partition(" who ")[0]
        doubts = [doubt(head, sentence, before) for sentence in stated]
        return "" if "" in doubts else doubts[0]
    words = dict.fromkeys(telling(fact))
    found: dict[str, list[Part]] = {word: [] for word in words}
    literal: dict[str, list[Part]] = {word: [] for word in words}
    shared = _with_shared_words(fact, typed)
    for present, part in shared:
        said = words_of(part.text)
        for word in present:
            kind = literal if any(akin(word, other) for other in said.words) else found
            kind[word].append(part)
    closest = _closest(shared)
    if not closest:
        return ""
    if reason := _shared_reason(closest, fact, of_others):
        is_open = of_pet or (not of_others and not any(_has_itself(words, p) for p in closest))
        return MAYBE_ANOTHERS if reason == SOMEBODY_ELSE and is_open else reason
    is_told_wish = is_wish(fact)
    reasons = {
        word: _shared_reason(literal[word] or found[word], fact, of_others)
        for word in words
        if not is_told_wish or {part.mood for part in literal[word] or found[word]} == {"if"}
        if not any(part.mood in ("ask", "request") for part in literal[word] or found[word])
    }
    # A clause may leave out the verb that it shares with another's: "and I to nuts".
    if SOMEBODY_ELSE in reasons.values():
        return MAYBE_ANOTHERS
    return next((reasons[word] for word in reasons if any(map(str.isdigit, word))), "")


def is_only_asked(fact: str, typed: str) -> bool:
    """Tell whether the parts with most of the fact's words are questions and requests.

    What is asked about often takes the fact for granted: "how do I get my dexcom alarms to buzz".
    """
    closest = _closest(_with_shared_words(fact, typed))
    return all(part.mood in ("ask", "request") for part in closest)


def _with_shared_words(fact: str, typed: str) -> list[tuple[list[str], Part]]:
    """The parts of what was typed, each with the telling words of the fact that it has."""
    words, across = dict.fromkeys(telling(fact)), may_be_translated(fact, typed)
    found = []
    for part in parts(typed):
        said = words_of(part.text)
        found.append(([word for word in words if is_in(word, said, across=across)], part))
    return found


def _closest(shared: Sequence[tuple[list[str], Part]]) -> list[Part]:
    """The parts with most of the words, or none if no part has one."""
    best = max((len(present) for present, _part in shared), default=0)
    return [part for present, part in shared if best and len(present) == best]


def with_relative(fact: str, typed: str) -> list[str]:
    """Return the sentences that have what the fact says before "who", and after it, in that order.

    "Teaches adults who left school" for "i teach adults who left school": what is said of the
    adults is no statement of its own, so only the rest has to be about the user.
    """
    head, _who, rest = fact.partition(" who ")
    verb, *others = plain(head).split() or [""]
    if not rest or not others or not telling(rest) or verb in _IS_OR_HAS:
        return []
    return [
        sentence
        for sentence in sentences(typed)
        for before, _who, after in [searchable(sentence).partition(" who ")]
        if _has_all(head, before) and _has_all(rest, after)
    ]


def _has_all(claimed: str, text: str) -> bool:
    """Tell whether a text has all telling words of a part of a fact."""
    words = {*telling(claimed)}
    return bool(words) and count_in([*words], words_of(text), across=False) == len(words)


_IS_OR_HAS = frozenset("is was has had knows met".split())


def _has_itself(words: Iterable[str], part: Part) -> bool:
    """Tell whether a part has one of the words, rather than a word that only implies it.

    "My husband says no" has "husband", which only implies "is married".
    """
    said = words_of(part.text)
    return any(is_in(word, said, across=True, strictly=True) for word in words)


def _shared_reason(these: Sequence[Part], fact: str, of_others: bool) -> str:
    """Why no part says the fact of the user: the first part's reason; "" if any part says it."""
    reasons = [_reason(part, fact, of_others) for part in these]
    return "" if not reasons or "" in reasons else reasons[0]


def is_visit(fact: str, typed: str) -> bool:
    """Tell whether the fact says that the user lives where they are only visiting."""
    live = vocabulary.row_of("live")
    lives = (
        any(live in vocabulary.meanings(word) for word in plain(fact).split()[:2])
        or "住" in fact[:4]
    )
    if not lives:
        return False
    words = telling(fact)
    near = [
        sentence
        for sentence in sentences(typed)
        if count_in(words, words_of(sentence), across=True)
    ]
    return bool(near) and all(
        live not in vocabulary.meanings_in(sentence) and matches(speakers.VISITING, sentence)
        for sentence in near
    )


def is_stay(fact: str, typed: str) -> bool:
    """Tell whether the fact says that the user lives where they may only spend days or weeks.

    Or where they are still to move to.
    """
    live = vocabulary.row_of("live")
    is_home = any(live in vocabulary.meanings(word) for word in plain(fact).split()[:2])
    if not (is_home or "住" in fact[:4]):
        return False
    words = [one for one in telling(fact) if len(one) > 1 and live not in vocabulary.meanings(one)]
    typed = _DAY_OF_MONTH.sub(r"\1", typed)  # else a sentence ends there
    return any(
        near and (all(map(_is_short, near)) or is_home_to_come(fact, near))
        for near in (
            [part for part in cut if count_in(words, words_of(part), across=True)]
            for cut in ([*sentences(typed)], [part.text for part in parts(typed)])
        )
    )


_DAY_OF_MONTH = regex(r"(?<=\d)\.( (?:jan|feb|m[äa]r|apr|mai|jun|jul|aug|sep|okt|nov|dez))", re.I)


def _is_short(said: str) -> bool:
    live = vocabulary.row_of("live")
    is_for_days = matches(speakers.STAYING, said) and not matches(speakers.SINCE, said)
    return is_for_days and live not in vocabulary.meanings_in(said)


def is_place_of_question(fact: str, typed: str) -> bool:
    """Tell whether the fact says that the user lives where their question is to apply.

    "Can my landlord keep the deposit (Ontario)?": the place is the user's, whoever is asked about.
    """
    live = vocabulary.row_of("live")
    if not any(live in vocabulary.meanings(word) for word in plain(fact).split()[:2]):
        return False
    place = {*telling(fact)}
    return any(
        place == {*telling(match["place"])} and not matches(speakers.PERSON_AT_END, match["asked"])
        for sentence in sentences(typed)
        if (match := _ASIDE.search(sentence))
        and (is_question(sentence) or matches(speakers.ASKS_WHETHER, match["asked"]))
    )


_ASIDE = regex(r"^(?P<asked>[^()\[\]]*)[(\[](?P<place>[^()\[\]]{2,40})[)\]][?.!\s]*$")


def is_long_stay(typed: str) -> bool:
    """Tell whether the user is somewhere for so long that they may live there: for studies."""
    return matches(moods.LONG_STAY, typed)


def is_wish(fact: str) -> bool:
    """Tell whether the fact begins with a verb of wishing or preferring."""
    return matches(_WISHES, fact)


def is_in_a_role(before: Sequence[str]) -> bool:
    """Tell whether the user is playing a role after the earlier turns `before`, oldest first."""
    return [False, *role_states(before)][-1]


def role_states(turns: Iterable[str]) -> Iterator[bool]:
    """Yield for each turn whether the user is playing a role after it; the oldest comes first."""
    is_playing = False
    for turn in turns:
        if matches(moods.ROLE_ENDS, turn):
            is_playing = False
        elif matches(moods.ROLE_BEGINS, turn):
            is_playing = True
        yield is_playing


def own_words(typed: str, fact: str) -> str:
    """Return the parts of the typed text about the user; all of it if the fact is about others."""
    if speaks_of_others(fact) or is_of_introduced(fact, typed):
        return typed
    if with_relative(fact, typed):
        return typed
    own = " . ".join(part.text for part in parts(unelided(typed)) if not part.is_others)
    return own or typed


_ALLOWED = {
    "ask": r"\b(?:ask\w*|look\w*|want\w*|learn\w*|plan(?:s|ned|ning)?|mochte|wunscht|quiere"
    r"|desea|veut|souhaite|хочет|просит|vuole|desidera|quer|deseja)\b|想|希望",
    "request": r"\b(?:prefer\w*|want\w*|need\w*|ask\w*|look\w*|learn\w*|plan(?:s|ned|ning)?"
    r"|dislik\w*"
    r"|bevorzug\w*|mochte|will|quiere|veut|хочет)\b"
    r"|^(?:does not|doesnt|never|no|not|uses?|likes? (?:answers|code|explanations|examples))\b"
    r"|想|希望|喜欢",
    "if": speakers.FACT_IF,
    "maybe": speakers.FACT_MAYBE,
    "past": rf"{speakers.FACT_PAST}|{over.FACT_OVER}",
    "lent": speakers.FACT_LENT,
    "was": moods.FACT_WAS,
    "believed": moods.FACT_BELIEVED,
    "ahead": moods.FACT_AHEAD,
    "reported": moods.FACT_REPORTED,
    "seems": moods.FACT_SEEMS,
    "sought": speakers.FACT_MAYBE,
    "applied": moods.FACT_APPLIED,
    "played": moods.FACT_PLAYED,
    "quoted": r"(?!)",
}
_MINE = regex(
    r"\b(?:(?:my|mine|ours?|mein\w*|unser\w*|mi|mis|mon|ma|mes|мо[йяеюи]\w*|наш\w*)"
    r"(?! (?:aim|goal|dream|hope|ambition|ziel|traum|objetivo|sueno|objectif|reve|цель|мечта)\b)"
    r")\b|我的|我家"
)


_WORDS_OF_A_CLAIM = 5


def _is_of_me_alone(text: str, fact: str) -> bool:
    """Tell whether a part has the fact's verb in the first person, and no other person.

    In "dopo il turno gestisco 14 siti" what looks like a subject is none.
    """
    return is_of_dropped_i(fact, text) and not people().search(text)


def _is_anothers_role(part: Part, claimed: str) -> bool:
    """Tell whether a part speaks of "my lecturer" and the fact says that the user is a lecturer."""
    match = compiled(speakers.ANOTHERS_ROLE).search(part.text)
    return bool(
        match
        and re.search(
            rf"{speakers.IS_A} (?:(?!of|at|in|for|with|from|bei|von|de|en|chez|в"
            rf"|у)\w+ )*?{match[1]}\b",
            claimed,
        )
    )


# The verb of a wish about answers: the thing wanted may stand in a part about somebody else.
_WISHES = (
    r"^(?:always |never )?(?:wants?|prefers?|likes|mochte|bevorzugt|quiere|prefiere|veut|prefere"
    r"|хочет|предпочитает)\b|^(?:希望|想要|喜欢|偏好)"
)


def _reason(part: Part, fact: str, of_others: bool) -> str:
    """Why a part of the typed text does not say the fact of the user, or ""."""
    claimed = plain(fact)
    is_own = _is_of_me_alone(part.text, fact) or is_own_thing(fact, part.text)
    if part.is_others and not of_others and not is_own:
        return SOMEBODY_ELSE
    if _is_anothers_role(part, claimed):
        return SOMEBODY_ELSE
    if part.named and part.named not in claimed.split() and not of_others:
        is_had = re.search(speakers.OWNS, claimed) and not re.search(speakers.OWNS, part.text)
        return "" if is_had else SOMEBODY_ELSE
    is_supposed = part.mood == "if" and matches(speakers.SUPPOSES, part.text)
    if not part.mood or (matches(_ALLOWED[part.mood], fact) and not is_supposed):
        return ""
    if part.mood in ("ask", "request", "believed", "reported", "seems"):
        return MAYBE_SO
    if part.mood == "maybe" and _is_tried(part.text, claimed):
        return ""
    if part.mood in ("maybe", "was", "ahead"):
        # What a long fact says is more than what may be so.
        is_more = len(fact.split()) > _WORDS_OF_A_CLAIM
        return "" if is_more or _MINE.search(part.text) else MAYBE_SO
    if part.mood == "applied":
        return NOT_SO if matches(moods.IS_WORK, fact) else ""
    if part.mood == "sought":
        return NOT_SO if _is_sought(part.text, fact) else ""
    if part.mood in ("played", "quoted"):
        return NOT_SO
    is_had = re.search(speakers.OWNS, claimed) and not speaks_of_others(fact)
    if part.mood == "lent" and not is_had:
        return ""
    return NOT_SO


@lru_cache(maxsize=256)
def speaks_of_others(fact: str) -> bool:
    """Tell whether the fact names a person or an animal other than the user."""
    claimed = plain(_DRINKS.sub("", fact))
    claimed = _RAISES.sub(" ", claimed)  # French "élève", also a pupil
    claimed = _BEING.sub(" ", claimed)  # "works as a doctor" speaks of nobody else
    joined = in_chinese(claimed)
    return bool(
        re.search(
            rf"\b(?:{speakers.PERSON}|{speakers.PERSON_ALONE}|pupils?|patients?|clients?|customers?|classmates?|employees|staff|schuler\w*|patient\w*|kunden|empleados|alumnos|pacientes|clientes|eleves|ученик\w*|пациент\w*|клиент\w*|family|relatives|familie|famille"
            rf"|familia|семь\w+|pet|boyfriend|couple)\b", claimed)
        or re.search(r"^(?:\S+(?:'s|’s)) ", fact)
        or compiled(speakers.HAS_HELP).search(claimed)
        or _tells_of_a_pet(claimed)
        or (joined and re.search(f"{speakers.CHINESE_PEOPLE}|家人", joined))
    )  # fmt: skip


def _tells_of_a_pet(claimed: str) -> bool:
    """Tell whether a fact tells what the user's animal does: "Has a dog that fears stairs"."""
    match = compiled(speakers.HAS_WHICH).match(claimed)
    kinds = vocabulary.meanings(match["thing"], implied=True) if match else frozenset[int]()
    return vocabulary.row_of("pet") in kinds


@lru_cache(maxsize=256)
def is_of_introduced(fact: str, typed: str) -> bool:
    """Tell whether the fact is about a pet or person whom the user introduced and then calls "he".

    "Has a beagle, aged 12" for "i have a beagle, he's 12", "Dating Ravi, a nurse" for "i met
    someone, his name is Ravi and he's a nurse". If the text also mentions other people, "he" may be
    one of them, and the result is false.
    """
    said = plain(typed)
    if compiled(_PEOPLE).search(said.replace("kind of", " ")):  # German "Kind"
        return False
    if is_of_own_pet(fact, typed):
        return True
    things = {
        word for match in compiled(speakers.HAS_SOME).finditer(said) for word in match.groups("")
    }
    names = set(compiled(speakers.CALLED).findall(said))
    for thing, name in _MY_NAMED.findall(typed):
        things.add(plain(thing))
        names.add(plain(name))
    things = {word for word in things if content_words(word)}
    if not (names or things):
        return False
    claimed = plain(fact).split()
    if match := compiled(speakers.HAS_WITH).match(" ".join(claimed)):
        near = _AND.split(" ".join(claimed[len(match[0].split()) :]), maxsplit=1)[0].split()
        return not (things | names).isdisjoint(near[:_WORDS_TO_A_THING])
    first, second = (*claimed, "", "")[:2]
    is_kind = first in things or vocabulary.row_of("pet") in vocabulary.meanings_in(first)
    return first in things | names or (is_kind and second in names)


_WORDS_TO_A_THING = 8
_AND = regex(r"\b(?:and|with|who|und|mit|y|con|que|et|avec|qui|и|с)\b")
_PEOPLE = (
    rf"\b(?:{speakers.PERSON}|{speakers.PERSON_ALONE}|{speakers.PERSON_OF_MINE}"
    r"|people|guys|team|leute|gente|gens|люди)\b"
)
_MY_NAMED = regex(
    r"\b(?i:my|our|meine?|unsere?|mi|nuestr[oa]|mon|ma|notre|мо[йя]) ([^\W\d_]+) "
    r"([A-ZÄÖÜÁÉÍÓÚÑА-ЯЁ][^\W\d_]+)"
)


def is_own_thing(fact: str, text: str) -> bool:
    """Tell whether a fact only says "has a X", and the plain text of a clause has "my X"."""
    match = compiled(words_for.HAS_ONE).match(plain(fact))
    thing = match["thing"].split() if match else []
    owned = compiled(words_for.MY_THING).finditer(text)
    return bool(thing) and any(_begins_with(each["words"].split(), thing) for each in owned)


def _begins_with(words: Sequence[str], thing: Sequence[str]) -> bool:
    """Tell whether words begin with those of a thing, each in some form."""
    return len(words) >= len(thing) and all(map(akin, words, thing))


def _is_tried(text: str, claimed: str) -> bool:
    """Tell whether a fact says what the user is at: "Moving to polars" for "trying to move"."""
    match = _TRIES.search(text)
    return bool(match and akin(claimed.split()[0], match["what"]) and _GERUND.match(claimed))


_TRIES = regex(r"\btrying (?:to|out) (?P<what>\w+)")
_GERUND = regex(r"^\w{2,}ing\b")


def _is_sought(text: str, fact: str) -> bool:
    """Tell whether a clause looks for what the fact says the user has: "i need a dog sitter"."""
    if not re.search(speakers.OWNS, plain(fact)) or _MINE.search(text):
        return False
    found = compiled(moods.SOUGHT).search(text)
    objects = compiled(moods.SOUGHT_FOR).split(text[found.end() :])[0] if found else text
    return bool(count_in(telling(fact), words_of(objects), across=True))


_RAISES = regex(r"^eleve (?:d|des|de|du|les?|la|une?|son|sa|ses|seul\w*)\b")
# Without an accent "bebe" is no baby.
_DRINKS = regex(r"^(?:no |não )?bebe\b", re.I)
_BEING = regex(
    r"\b(?:as|is|als|ist|como|es|comme|est) (?:(?:an?|the|un|une|una|ein|eine) )?(?:\w+ ){0,2}?"
    r"(?:teacher|doctor|professor|coach|manager|boss|therapist|student|landlord|lehrer\w*|chef\w*"
    r"|profe\w*|jef[ea]|patron\w*|supervisor|client|customer)\b"
)
