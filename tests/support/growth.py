"""Measures how the cost of functions grows with the length of a text, by hostile texts.

`calls()` finds every public function of the pure packages that takes text, so that a new function
is measured without being listed here.
"""

# ruff: noqa: E501 - tables

import importlib
import inspect
import io
import pkgutil
import re
import resource
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from support.cpu import BOUND, TooSlow, bounded

from llm_user_memory.checks.guard import CheckContext
from llm_user_memory.checks.matching import words_of
from llm_user_memory.checks.objections import UNCOVERED, Case, Given, case_of
from llm_user_memory.checks.quoted_clauses import Quoted, quoted_clauses
from llm_user_memory.checks.quotes import TypedText
from llm_user_memory.clients.programs import Entry
from llm_user_memory.egress import CLOUD
from llm_user_memory.errors import MemoryPluginError
from llm_user_memory.imports.conversation import FormatError
from llm_user_memory.imports.conversation import Message as Said
from llm_user_memory.learn.backfill.from_messages import TimedMessage
from llm_user_memory.logs import Turn
from llm_user_memory.model.request import Message
from llm_user_memory.profile.archive import Circumstances
from llm_user_memory.profile.document import Fact
from llm_user_memory.profile.edits import Edit
from llm_user_memory.profile.fact_weight import Standing
from llm_user_memory.profile.render import Passage
from llm_user_memory.recall.ask import Record
from llm_user_memory.recall.hits import Hit
from llm_user_memory.recall.index.file_dates import Written
from llm_user_memory.recall.keywords import Keywords
from llm_user_memory.settings import read_settings
from llm_user_memory.store.profile.history import Version
from llm_user_memory.text.entries import waiting
from llm_user_memory.text.fingerprints import Forgotten
from llm_user_memory.text.pasted.edges import Sample

PACKAGES = (
    "text", "profile", "checks", "model", "imports", "recall", "learn", "notes", "purge",
    "logs.fields", "clients.toml_reader", "clients.jsonc", "clients.toml", "clients.entries",
    "store.profile.conflicts", "store.profile.merge_base", "store.profile.changes",
    "store.profile.file", "store.archived", "store.ledger", "store.forgotten", "cli.output",
)  # fmt: skip
"""The packages and modules whose functions get untrusted text."""

# Hostile texts: (beginning, repeated part, end).
UNITS: tuple[tuple[str, str, str], ...] = (
    *(("", unit, "") for unit in (
        "a", " ", "\n", "<", "< ", "</", "[", "(", "{", "“", '"', "'", "`", "```\n", "~~~\n", "-", "- ", "- a\n",
        "#", "# a\n", "## a\n- b\n", " #pin", "- a #pin\n", ">", "> a\n", "|", "| a |\n", "=", "a=", "key: ", "_",
        "1", "1,", "1.", "1 ", "1-", "1/", "2020-01-", "1:", "a@", "a.", "a. ", "a, ", "/", "a/", "\\",
        "http://", "www.", "http://a:b@", "password ", "password is ", "key=", "token: x ", "I ", "I am ", "I said ",
        "not ", "no ", "my ", "and ", "or ", "A ", "A. ", "Aa Bb ", "he said: ", "he writes:\n", "From: a\n", "user: a\n",
        "12 May ", "May ", "on Monday ", "tomorrow ", "two ", "twenty-", "hundred ", "é", "e\u0301", "\u0301", "ß", "İ",
        "我", "一", "我不", "ก", "한", "\u200b", "\u200d", "\u202e", "\x00", "\x1b[", "\t", "\r\n", "\r", "\u2028",
        "a\n\n", "a \n", " \n", "\n \n", "a" * 50 + " ", "ab1", "aB3$", "0x", "deadbeef", "%20", "&amp;", "$", "*", "**a ",
        "ADD a | b | \"c\"\n", "REMOVE a\n", '{"a":', "[1,", '{"op":"add"},', "FROM 1: \"a\"\n", "INST]", "[INST]", "<|", "|>",
        "<user_memory>", "def f():\n", "import a\n", "Dear a,\n", "Best,\na\n", "-----BEGIN PRIVATE KEY-----\n", "?", "a? ",
    )),
    *(("", unit, "!") for unit in ("a", " ", "1", "a ", "a.", "a@", "-", "\n", " \n", "<", "< ", "'", "(")),
    ("<", " ", ""), ("<", " <", "x"), ("a", " ", "b"), ("- ", "a ", ""), ("- ", " ", "a"), ("", "\n", "- a"), ("#", " ", "a"), ("# a", " ", "b"), ("- a", "\t", "b"),
    ("I", " ", "am"), ("password", " ", "x"), ("password", ":", "x"), ("key", "=", ""), ("-----BEGIN A-----\n", "a\n", ""),
    ("[a](", "(", ""), ("“", "a ", ""), ("```\n", "a\n", ""), ("{", '"a":1,', ""), ("[", "[", ""), ("ANSWER: ", "a ", ""),
    ("http://", "a", ""), ("http://", "a.", ""), ("a@", "a.", "!"), ("ADD a | b | ", '"', ""), ("## ", "a ", ""),
)  # fmt: skip


def made(unit: tuple[str, str, str], size: int) -> str:
    """Return a hostile text of about `size` characters, with whole repetitions.

    So texts of all sizes end in the same way, and take the same path through a function.
    """
    begin, again, end = unit
    return begin + again * ((size - len(begin) - len(end)) // len(again)) + end


class Call(NamedTuple):
    """A function of the package, and how it is called with a text."""

    name: str
    call: Callable[[str], Any]


# No fact is longer, as `fact_format.problem` refuses it before anything else examines it. So its
# words, names and marks are not longer, either; nor are the signs that begin and end a highlight.
_FACT = 200
_SHORT = frozenset(
    """
        fact facts word words name token month day mark meant turn_id clause own_id known gone added
        between meaning folded_part event begin end
    """.split()
)
_OF_FACTS = (
    "text.words.akin", "text.words.shared_start", "text.words.holds_all", "profile.comparison.distance",
    "profile.comparison.common", "checks.spelling.", "checks.wishes.is_empty",
)  # fmt: skip

_FORGOTTEN = Forgotten(b"salt", {b"x": 1.0}, frozenset({2, 3}))
_TODAY = date(2026, 11, 1)
_ENTRY = Entry(Path("a.json"), "json", ("mcpServers", "memory"), {"command": "a"}, "a")
_CIRCUMSTANCES = Circumstances(50, 0.0, _TODAY, list, lambda _: {})

# The argument for a parameter, by its type. Those of the first table contain the text.
_WITH_TEXT: dict[str, Callable[[str], Any]] = {
    "<class 'str'>": lambda text: text,
    "<class 'object'>": lambda text: text,
    "Sequence[str]": lambda text: [text],
    "Iterable[str]": lambda text: [text],
    "Collection[str]": lambda text: [text],
    "Sequence[TypedText]": lambda text: [TypedText("t", text, 0.0)],
    "Sequence[Message]": lambda text: [Message(text, text)],
    "Sequence[Record]": lambda text: [Record("2026-01-01", text)],
    "Iterable[Passage]": lambda text: [Passage("2026-01-01", "you", text)],
    "Iterable[Edit]": lambda text: [
        Edit("add", "Interests", new=text, quote=text),
        Edit("add", text, new="Keeps bees", quote=text),
        Edit("replace", "Interests", text, "Keeps bees", text),
    ],
    "Edit": lambda text: Edit("add", "Interests", new=text[:_FACT], quote=text),
    "Case": lambda text: _case(text),
    "Words": words_of,
    "TypedText": lambda text: TypedText("t", text, 0.0),
    "Quoted": lambda text: quoted_clauses(text, text) or Quoted((), (), (), (), (), ""),
    "<class 'typing.TextIO'>": lambda text: io.StringIO(text),
    "Sequence[Version]": lambda text: [Version(1, 1.0, "user", "edit", None, None, text)],
    "Sequence[Edit]": lambda text: [Edit("add", "Interests", new=text[:_FACT], quote=text)],
    "Iterable[Turn]": lambda text: [Turn("t", "t", "m", 1.0, 2.0, text, text)],
    "Sequence[Hit]": lambda text: [_hit(text)],
    "Iterable[tuple[str, str]]": lambda text: [("user", text)],
    "Iterable[tuple[str, date]]": lambda text: [(text, _TODAY)],
    "list[Message]": lambda text: [Said("m", 0.0, True, text)],
    "Iterable[Message]": lambda text: [Said("m", 0.0, True, text)],
    "Iterable[TimedMessage]": lambda text: [TimedMessage("user", text)],
    "Sequence[TimedMessage]": lambda text: [TimedMessage("user", text)],
}
_BESIDE: dict[str, Callable[[str], Any]] = {
    "Fact": lambda text: Fact("Interests", text[:_FACT], 0, 1),
    "Iterable[Fact]": lambda text: [Fact("Interests", text[:_FACT], 0, 1)],
    "<class 'datetime.date'>": lambda _: _TODAY,
    "datetime.date": lambda _: _TODAY,
    "<class 'datetime.datetime'>": lambda _: datetime(2026, 11, 1),
    "Circumstances": lambda _: _CIRCUMSTANCES,
    "CheckContext": lambda _: CheckContext(forgotten=_FORGOTTEN),
    "Forgotten": lambda _: _FORGOTTEN,
    "Given": lambda text: Given([text], "", _TODAY, ""),
    "Sequence[Objection]": lambda _: [UNCOVERED],
    "Iterable[Objection]": lambda _: [UNCOVERED],
    "Sample": Sample,
    "Keywords": lambda _: Keywords(("a", "b", "我"), ("a b",), ("c",)),
    "<class 'pathlib.Path'>": lambda _: Path("facts.md"),
    "<class 'bytes'>": lambda _: b"salt",
    "<class 'int'>": lambda _: 100,
    "Set[int]": lambda text: {*range(0, text.count("\n"), 2)},
    "Collection[int]": lambda text: {*range(0, text.count("\n"), 2)},
    "<class 'float'>": lambda _: 1.0,
    "float": lambda _: 1.0,
    "<class 'bool'>": lambda _: True,
    "Mapping[str, str]": lambda text: {text[:_FACT]: "2026-01"},
    "Literal['schema', 'lines', 'completion']": lambda _: "schema",
    "dict[str, Written]": lambda _: {},
    "Callable[[str], str]": lambda _: lambda one: f" {one} ",
    "Callable[[Sequence[Fact]], list[Fact]]": lambda _: list,
    "Callable[[Sequence[str]], Mapping[str, Standing]]": lambda _: lambda _texts: {},
    "Sequence[Block]": waiting,
    "Literal['number', 'mixed', 'word', 'phrase']": lambda _: "word",
    "Literal['heading', 'item', 'text', 'hidden']": lambda _: "item",
    "tuple[str, str]": lambda _: ("a", "b"),
    "tuple[str | int, ...]": lambda _: ("a", 0),
    "typing.Any": lambda _: {"a": [1]},
    "Any": lambda _: {"a": [1]},
    "Callable[[Fact], bool]": lambda _: lambda fact: not fact.local,
    "Callable[[str], bool]": lambda _: bool,
    "Callable[[Hit], Iterable[Hit]]": lambda _: lambda hit: [hit],
    "Callable[[str, Sequence[Edit]], CheckContext]": lambda _: lambda *_given: CheckContext(),
    "Destination": lambda _: CLOUD,
    "Settings": lambda _: read_settings({}),
    "Standing": lambda _: Standing(0.0),
    "Written": lambda _: Written(),
    "date": lambda _: _TODAY,
    "set[str]": lambda text: {text[:_FACT]},
    "Mapping[str, Price]": lambda _: {},
    "Mapping[str, Any]": lambda _: {"a": [1]},
    "Entry": lambda _: _ENTRY,
    "Sequence[Entry]": lambda _: [_ENTRY],
    "Sequence[tuple[int, int]]": lambda text: [(len(text) // 3, len(text) // 2)],
    "Mapping[str, float]": lambda text: {text[:_FACT]: 1.0},
    "Mapping[str, bool]": lambda text: {text[:_FACT]: True},
    "Mapping[str, Collection[str]]": lambda text: {text[:_FACT]: [text[:_FACT]]},
    "Sequence[Verdict]": lambda _: [],
    "Iterable[Verdict]": lambda _: [],
    "Mapping[str, Literal['here', 'elsewhere', 'unknown']]": lambda _: {},
}

# Types that belong to a memory folder. Functions with such parameters are not measured: what they
# do with a text, they do by other functions that are.
_OF_A_FOLDER = frozenset(
    ("<class 'sqlite3.Connection'>", "Store", "Folder", "Staging", "Sayings", "Log", "Version")
)

LEFT_OUT: Mapping[str, str] = {
    "model.client.ask": "asks a model",
    "model.client.best_form": "asks llm",
    "model.client.full_name": "asks llm",
    "checks.subjects.compiled": "is given a regular expression",
    "checks.subjects.matches": "is given a regular expression",
    "text.speakers.is_another": "is given a label that `labels` found",
    "text.vocabulary.row_of": "is given the first word of a row",
    "text.redact.cues.may_have": "is given classes, and is called by `weighed.secrets`",
    "text.redact.first_look.beginnings": "is given strings of ours",
    "text.redact.first_look.matches": "is given expressions, and is called by `names_in`",
    "text.redact.library.module": "is given the name of a module",
    "imports.formats.exported": "reads a file",
    "profile.reach.block": "is given the numbers of lines",
    "model.location.destination": "asks llm",
    "model.location.of_turns": "asks llm",
    "learn.backfill.run.estimate": "is given a plan",
    "recall.ask.from_records": "asks a model",
    "recall.index.bag_of_words.letters_of": "is given words, and is called by `letters`, which is measured",
    "recall.reading.with_texts": "is given features, one for each passage",
    "recall.search.reranked": "is given candidates, which a search found",
    "imports.accounts.whose": "reads a file",
    "imports.chatgpt.conversation_of": "is given what JSON holds",
    "imports.claude.conversation_of": "is given what JSON holds",
    "imports.detect.detect": "reads a file",
    "imports.facts.read_facts": "reads a file",
    "imports.formats.read": "reads a file",
    "imports.growing.read_on": "reads a file",
    "imports.memories.read_memories": "reads a file",
    "imports.formats.is_session": "is given the name of a format",
    "imports.formats.sessions": "reads a file",
    "clients.toml.with_item": "is given a place of ours",
    "clients.toml.with_value": "is given a place that `parsed` found",
    "clients.entries.moved": "is given the name of a program",
    "cli.output.ask": "asks a person",
    "cli.output.choose": "asks a person",
    "cli.output.confirm": "asks a person",
    "cli.output.progress": "asks for items",
    "cli.output.say": "prints what `wrapped` returns",
    "cli.output.styled": "is given a style",
    "cli.output.echo": "prints what it is given",
    "cli.output.echo_own": "prints what is written",
    "cli.output.item": "prints what `wrapped` returns",
    "store.profile.file.prepare": "writes a file",
}
"""Functions that get no untrusted text, but a name."""


def calls() -> Iterator[Call]:
    """Yield a call of every public function of `PACKAGES` that takes text."""
    for module in _modules():
        for name, function in sorted(vars(module).items()):
            is_ours = getattr(function, "__module__", "") == module.__name__
            if is_ours and not name.startswith("_") and not isinstance(function, type):
                full = f"{module.__name__.partition('.')[2]}.{name}"
                if callable(function) and full not in LEFT_OUT and (call := _call(full, function)):
                    yield Call(full, call)


def _modules() -> Iterator[ModuleType]:
    for package in PACKAGES:
        root = importlib.import_module(f"llm_user_memory.{package}")
        yield root
        for found in pkgutil.walk_packages(getattr(root, "__path__", ()), f"{root.__name__}."):
            yield importlib.import_module(found.name)


def _call(full: str, function: Any) -> Callable[[str], Any] | None:
    """A call with a text in place of every text; None for a function that takes none.

    Raises TypeError for a function that takes a text and a parameter of an unknown type.
    """
    positional: list[Callable[[str], Any]] = []
    named: dict[str, Callable[[str], Any]] = {}
    takes_text, unknown = False, list[str]()
    for name, parameter in inspect.signature(function).parameters.items():
        kind = _plain(str(parameter.annotation))
        value = _WITH_TEXT.get(kind)
        takes_text |= value is not None
        if value is not None and (name in _SHORT or full.startswith(_OF_FACTS)):
            value = partial(_cut, value)
        value = value or _BESIDE.get(kind)
        if value is None and parameter.default is inspect.Parameter.empty:
            unknown.append(kind)
        if value is not None and parameter.kind is inspect.Parameter.KEYWORD_ONLY:
            named[name] = value
        elif value is not None:
            positional.append(value)
    if takes_text and unknown and not _OF_A_FOLDER.intersection(unknown):
        raise TypeError(
            f"{full}: a type for a table of growth.py, or a reason to be left out: {unknown}"
        )
    return partial(_called, function, positional, named) if takes_text and not unknown else None


def _case(text: str) -> Case:
    said = TypedText("t", text, 0.0)
    edit = Edit("add", "Interests", new=text[:_FACT], quote=text)
    return case_of(edit, said, [said], Given([text], "", _TODAY, ""))


def _hit(text: str) -> Hit:
    return Hit(1, "logs", "d", "p", "", "user", text, 1.0, "m", True, 0)


def _cut(value: Callable[[str], Any], text: str) -> Any:
    return value(text[:_FACT])


def _plain(annotation: str) -> str:
    """The name of a type without the modules of its parts."""
    annotation = annotation.removesuffix(" | None")
    if annotation.startswith("<class '") and "llm_user_memory" not in annotation:
        return annotation
    words = annotation.removeprefix("<class '").removesuffix("'>")
    return re.sub(r"[\w.]+\.(?=\w)", "", words)


def _called(
    function: Callable[..., Any],
    positional: list[Callable[[str], Any]],
    named: dict[str, Callable[[str], Any]],
    text: str,
) -> None:
    found = function(
        *(value(text) for value in positional),
        **{name: value(text) for name, value in named.items()},
    )
    if isinstance(found, Iterator):
        for _ in found:
            pass


def run(call: Callable[[str], Any], text: str, limit: float = BOUND) -> None:
    """Call with a text, which may be refused. Raises TooSlow after `limit` seconds of user CPU.

    Caches are cleared before.
    """
    for cached in _caches():
        cached.cache_clear()
    with bounded(limit), suppress(ValueError, RecursionError, FormatError, MemoryPluginError):
        call(text)


def cost(call: Callable[[str], Any], text: str, limit: float) -> float:
    """Return the seconds of user CPU of a call, which is ended after `limit` seconds."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    try:
        run(call, text, limit)
    except TooSlow:
        return limit
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime - before


@cache
def _caches() -> tuple[Any, ...]:
    """The functions of the package that cache their results for texts; not those for tables."""
    return tuple(
        function
        for module in _modules()
        for function in vars(module).values()
        if hasattr(function, "cache_clear") and inspect.signature(function).parameters
    )


_MEASURABLE = 0.03
_LIMIT = 2.0
_STEP = 8
_SMALLEST = 1_000
_MOST = 15.6
"""The limit of the ratio for a text `_STEP` times as long: linear is 8, quadratic 64."""


def too_steep(call: Callable[[str], Any], unit: tuple[str, str, str], sizes: Sequence[int]) -> str:
    """Return a description of a cost that grows too fast with the text, "" if it does not.

    The sizes are tried until one costs enough to be measured. A measurement is repeated three
    times, as other work may disturb one. If a call is ended at the limit, its cost is unknown and a
    smaller text is tried; for the smallest text, the limit counts as the cost.
    """
    for size in sizes:
        costs = cost(call, made(unit, size), _LIMIT)
        if costs >= _MEASURABLE:
            break
    else:
        return ""
    while costs >= _LIMIT and size > _SMALLEST:
        size //= 2
        costs = cost(call, made(unit, size), _LIMIT)
    for _ in range(3):
        before = max(cost(call, made(unit, size // _STEP), _LIMIT), _MEASURABLE / _STEP)
        if costs / before <= _MOST:
            return ""
        costs = min(costs, cost(call, made(unit, size), _LIMIT))
    return f"{unit} of {size:,}: {costs:.2f} s, an eighth of it {before:.3f} s"
