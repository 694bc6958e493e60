"""Who a question is about: the user, the model that answered, or a speaker whom it names.

People seldom say their own names, so searching for a name finds what was said *to* its bearer. So
the names of speakers are left out of the keywords, and passages by their bearers count more
instead. A name is a speaker's if the profile says that it is the user's, if a conversation has a
speaker of that name, or if most of those who say it address somebody by it: "Thanks, Ana!". Any
other name is an ordinary word.
"""

import json
import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ..settings import Folder
from ..text.patterns import regex
from .index import passage_texts
from .index.db import CURRENT, PROFILE, ROLES

USER, ASSISTANT = ROLES

# The number of passages with a word that are searched for somebody called by it, and the share of
# them that has to be so.
_SAMPLE = 24
_CALLED = 0.4

# The number of passages with a speaker's name that are read for the conversations with that name.
_MENTIONS = 5_000

# The most capitalized words that are looked up.
_MOST_NAMES = 4

# Patterns by which a fact of the profile states the user's own name. Compiling a set of letters
# beyond Latin-1 takes long, so whether a word has a capital is not part of them.
_TITLES = (
    r"(?:(?:Dr|Prof|Mr|Mrs|Ms|Mx|Miss|Sir|Herr|Frau|Sra?|Srta|Mme|Mlle|Dott|Sig|Sig\.ra|M(?=\.))\b"
    r"\.?\s+)*"
)
_NAME_WORD = r"[^\W\d_][\w'-]*"
_OWN_NAME = regex(
    r"(?i:(?:my |(?:the )?user'?s )?"
    r"(?:(?:full|first|last|family|given|legal|real|preferred) |nick)?"
    r"(?:name(?: is|:)|(?:is )?(?:called|named)|goes by)"
    r"|(?:der )?(?:vor|nach|spitz)?name(?: ist|:)|(?:ich )?hei(?:ß|ss)[et]"
    r"|(?:el |mi )?nombre(?: es|:)|(?:me |se )?llam[oa]|(?:je m'|s')appelle"
    r"|(?:le |mon )?(?:pr[ée])?nom(?: est| ?:)|(?:mi |si )chiam[oa]|(?:il |o )?nome(?: [èé]|:)"
    r"|(?:me )?cham[oa](?:-[ms]e)?|(?:меня )?зовут|имя(?: —|:))\s+"
    rf"{_TITLES}({_NAME_WORD}(?: {_NAME_WORD}){{0,3}})"
)
_OWN_CHINESE_NAME = regex(
    r"(?:(?:我的|用户的)?(?:名字|姓名)(?:是|叫|：|: ?)|(?:我|名)叫)([\u3400-\u9fff]{2,4})"
)

# Parts of words, in lower case. A fact has one of them in its first characters, or the pattern
# cannot match; most facts have none, so that most prompts do not compile the pattern.
_NAMING = (
    *("name", "called", "goes by", "heiß", "heiss", "nom", "llam", "appelle", "chiam", "cham"),
    *("зовут", "имя"),
)
_LONGEST_NAMING = 40

# Words of the first person, and those of them that may have an ending of one or two letters.
_FIRST_PERSON = frozenset(
    "i me my mine we us our ours ich mir mich mein wir uns unser yo mi mis mí nos nuestro nuestra "
    "nuestros nuestras je moi mon ma mes nous notre".split()
)
_POSSESSIVES = frozenset({"mein", "unser"})

_SECOND_PERSON = regex(
    r"\b(?:did|have|had) you (?:say|said|tell|told|suggest\w*|recommend\w*|advise\w*|explain\w*"
    r"|mention\w*|propose\w*|give|given|write|written|answer\w*|call\w*)\b",
    re.I,
)
_WORD = regex(r"([^\W\d_]+)(?:['’]s\b)?")
_ANY_WORD = regex(r"\w+")
# What stands around a name by which somebody is addressed. The text before it is in reverse order.
# A set of letters beyond Latin-1 takes long to compile, so "…" is in none.
_AFTER_CALL = regex(r"\s*(?:[,.!?:;-]|…|$)", re.M)
_BEFORE_CALL = regex(r"\n|\Z|\s*(?:[.!?,]|…)|\s+,?[\w']+(?:\n|\Z|\s+(?:[.!?]|…))")
_QUESTION_WORDS = frozenset(
    "what which when where why how who whose whom did does was were is are has have had can could "
    "would will should in on at the and wer was wann wo warum wie welche".split()
)


class Persons(NamedTuple):
    """The speakers whom a question is about.

    `names` are the names of speakers in it, in lower case. `roles` maps a role to the probability,
    0 to 1, that the speaker named first has it. `at` maps the number of a document to such a
    mapping, where that differs. `mentioned` are the documents in which such a name is said.
    """

    names: frozenset[str] = frozenset()
    roles: Mapping[str, float] = {}
    at: Mapping[int, Mapping[str, float]] = {}
    mentioned: Collection[int] = ()

    def bears(self, document: int, role: str) -> float:
        """Return the probability, 0 to 1, that the question is about the speaker of a passage."""
        return self.at.get(document, self.roles).get(role.casefold(), 0.0)


class _Bearer:
    """The roles that a name stands for, in general and in some documents."""

    __slots__ = ("at", "roles")

    def __init__(
        self, roles: Mapping[str, float], at: Mapping[int, Mapping[str, float]] | None = None
    ) -> None:
        self.roles = roles
        self.at = at or {}


if TYPE_CHECKING:  # a protocol takes a while to make, and prompts load this module

    class Sayings(Protocol):
        """Looks up names in what was said. Passages and documents are numbers."""

        def own_names(self) -> Collection[str]:
            """Return the names that the profile gives the user, in lower case."""
            ...

        def speakers(self, name: str) -> Collection[str]:
            """Return the roles, other than ROLES, of passages whose speaker may have that name."""
            ...

        def mentions(self, name: str, most: int) -> Sequence[int]:
            """Return at most `most` passages with that name."""
            ...

        def texts(self, passages: Sequence[int]) -> Mapping[int, str]:
            """Return the texts of passages, by number."""
            ...

        def roles(self, passages: Sequence[int]) -> Iterable[tuple[int, str]]:
            """Return the document and the role of each passage."""
            ...


def persons(db: sqlite3.Connection, folder: Folder, text: str) -> Persons:
    """Return the speakers whom a question is about. Raises LogsError."""
    return whom(text, _Indexed(db, folder))


def whom(text: str, said: "Sayings") -> Persons:
    """Return the speakers whom a question is about, given what was said."""
    own = said.own_names()
    named = list(_names(text, own))
    bearers: dict[str, _Bearer] = {}
    for _place, name in named:
        bearer = _Bearer({USER: 1.0}) if name in own else _speaker(said, name)
        if bearer:
            bearers[name] = bearer
    bearers |= _called(said, [name for _place, name in named if name not in bearers])
    found = [(place, name, bearers[name]) for place, name in named if name in bearers]
    if (place := _first_person(text)) is not None:
        found.append((place, "", _Bearer({USER: 1.0})))
    if " you " in text.lower() and (match := _SECOND_PERSON.search(text)):
        found.append((match.start(), "", _Bearer({ASSISTANT: 1.0})))
    if not found:
        return Persons()
    found.sort(key=lambda each: each[0])
    first = found[0][2]
    return Persons(
        frozenset(name for _, name, _ in found if name),
        first.roles,
        first.at,
        {document for _, _, bearer in found for document in bearer.at},
    )


def _first_person(text: str) -> int | None:
    """The index of the first word of the first person, None without one."""
    for match in _ANY_WORD.finditer(text):
        word = match[0].lower()
        if word in _FIRST_PERSON or word[:-1] in _POSSESSIVES or word[:-2] in _POSSESSIVES:
            return match.start()
    return None


def without_names(db: sqlite3.Connection, folder: Folder, text: str) -> str:
    """Return a question without the names of speakers, for its embedding. Raises LogsError."""
    return without(text, persons(db, folder, text).names)


def without(text: str, names: Collection[str]) -> str:
    """Return a question without names, unless nothing would be left of it."""
    left = _WORD.sub(lambda word: "" if word[1].casefold() in names else word[0], text)
    return " ".join(left.split()) if _WORD.search(left) else text


def _names(text: str, own: Collection[str]) -> Iterator[tuple[int, str]]:
    """The words of a question that may be names, in lower case, each with its index."""
    seen: set[str] = set()
    for name in own:
        if _is_han(name[0]) and name in text:  # there are no spaces between words
            seen.add(name)
            yield text.index(name), name
    for match in re.finditer(r"[^\W\d_]+", text):
        word = match[0].casefold()
        is_capital = _may_be_name(match) and word not in _QUESTION_WORDS
        if word not in seen and (word in own or (is_capital and len(seen) < _MOST_NAMES)):
            seen.add(word)
            yield match.start(), word


def _may_be_name(match: re.Match[str]) -> bool:
    """Whether letters in a row are a whole word that begins with no small Latin letter."""
    first, before = match[0][0], match.string[: match.start()][-1:]
    is_whole = not (before.isalnum() or before in ("_", "'", "’"))
    is_small = "a" <= first <= "z" or ("ß" <= first <= "ÿ" and first != "÷")
    return len(match[0]) > 1 and is_whole and not is_small


def own_names(facts: Iterable[str]) -> frozenset[str]:
    """Return the names that facts give the user, in lower case."""
    found: set[str] = set()
    for fact in facts:
        words = re.findall(r"[^\W\d_]+", _own_name(fact.replace("’", "'")))
        found |= {word.casefold() for word in words if len(word) > 1}
    return frozenset(found)


def _own_name(fact: str) -> str:
    """The name that a fact gives the user, as it is written, or ""."""
    start = fact[:_LONGEST_NAMING].lower()
    if any(part in start for part in _NAMING) and (match := _OWN_NAME.match(fact)):
        return " ".join(takewhile(_is_capitalized, match[1].split(" ")))
    if any(sign in start for sign in "名叫") and (match := _OWN_CHINESE_NAME.match(fact)):
        return match[1]
    return ""


def _is_capitalized(word: str) -> bool:
    """Whether a word may be a name where names have capitals, or in a script without them."""
    return not (word[0].islower() or _is_han(word[0]))


def _is_han(letter: str) -> bool:
    return "\u3400" <= letter <= "\u9fff"


class _Indexed:
    """What was said, read from the index."""

    def __init__(self, db: sqlite3.Connection, folder: Folder) -> None:
        self.db = db
        self.folder = folder

    def own_names(self) -> Collection[str]:
        query = """
            select p.text from passages p join documents d on d.id = p.document
            where d.kind = ? and d.key = ? and length(p.text) < 100
        """
        return own_names(row["text"] for row in self.db.execute(query, (PROFILE, CURRENT)))

    def speakers(self, name: str) -> Collection[str]:
        query = """
            select distinct role from passages where id in
            (select rowid from words where words match ? limit ?)
        """
        rows = self.db.execute(query, (f'head : "{name}"', _SAMPLE))
        return {row["role"] for row in rows}

    def mentions(self, name: str, most: int) -> Sequence[int]:
        return [row[0] for row in self.db.execute(_WITH, (f'body : "{name}"', most))]

    def texts(self, passages: Sequence[int]) -> Mapping[int, str]:
        return passage_texts.read(self.db, self.folder, passages)

    def roles(self, passages: Sequence[int]) -> Iterable[tuple[int, str]]:
        query = "select document, role from passages where id in (select value from json_each(?))"
        rows = self.db.execute(query, (json.dumps(list(passages)),))
        return [(row["document"], row["role"]) for row in rows]


def _speaker(sayings: "Sayings", name: str) -> _Bearer | None:
    """The speakers of that name in conversations whose speakers have names."""
    roles = {role.casefold() for role in sayings.speakers(name)} - {*ROLES, ""}
    named = {role: 1.0 for role in roles if name in role.split()}
    return _Bearer(named) if named else None


def _called(sayings: "Sayings", names: Iterable[str]) -> dict[str, _Bearer]:
    """The roles that others address by these names in conversations with a model.

    A name by which nobody is addressed is left out.
    """
    mentions = {name: sayings.mentions(name, _MENTIONS) for name in names}
    samples = {
        name: ids[:: max(1, len(ids) // _SAMPLE)][:_SAMPLE]
        for name, ids in mentions.items()
        if len(ids) > 1
    }
    if not samples:
        return {}
    texts = sayings.texts([number for some in samples.values() for number in some])
    return {
        name: _bearer(sayings, mentions[name])
        for name, some in samples.items()
        if _is_called(name, [texts[number] for number in some if number in texts])
    }


def _is_called(name: str, texts: Sequence[str]) -> bool:
    """Whether enough of the texts address somebody by the name."""
    return sum(_is_addressed(name, text) for text in texts) >= max(2, _CALLED * len(texts))


def _is_addressed(name: str, text: str) -> bool:
    """Whether a text addresses somebody by a name: "Ana, ...", "Hey Ana!" or "Thanks, Ana"."""
    text = text.casefold()
    start = text.find(name)
    while start >= 0:
        end = start + len(name)
        if _AFTER_CALL.match(text, end) and _BEFORE_CALL.match(text[:start][::-1]):
            return True
        start = text.find(name, end)
    return False


def _bearer(sayings: "Sayings", ids: Sequence[int]) -> _Bearer:
    """The roles that passages with a name address by it."""
    said: dict[int, Counter[str]] = defaultdict(Counter)
    total: Counter[str] = Counter()
    for document, role in sayings.roles(ids):
        said[document][role] += 1
        total[role] += 1
    whole = _others(total, {})
    return _Bearer(whole, {document: _others(each, whole) for document, each in said.items()})


_WITH = "select rowid from words where words match ? limit ?"


def _others(said: Mapping[str, int], otherwise: Mapping[str, float]) -> dict[str, float]:
    """The probability that each role bears a name, from how often the other role says it."""
    number = said.get(USER, 0) + said.get(ASSISTANT, 0) + 1
    return {
        role: (said.get(other, 0) + otherwise.get(role, 0.5)) / number
        for role, other in ((USER, ASSISTANT), (ASSISTANT, USER))
    }
