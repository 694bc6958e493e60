"""Reads the facts of other memory programs. A model wrote them, without the user's words.

* `claude-mem`: the JSON of its export script; the `facts` of its observations;
* `mem0`: what its `get_all` or its export returns, saved as JSON: a list of memories, or one under
  `results` or `memories`;
* `basic-memory`: a Markdown note, or a folder of them; the observations, "- [category] text";
* `mcp-memory`: the `memory.jsonl` of the official memory server: entities with observations, and
  relations between them.

Nothing proves that the user said any of this, so all of it waits in the review queue.
"""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ..errors import ImportFileError
from ..text.patterns import regex
from . import files
from .conversation import Unreadable
from .streams import rows
from .values import listed, members, one_line, text

LARGEST_MEMORY = 50_000_000
"""The most characters of one file. Larger ones are refused."""

# The names that programs use for the user. A fact about the user needs no name before it.
_USER = {"default_user", "user", "the user", "me", "myself", "human", "the human"}

_OBSERVATION = regex(r"\s*[-*+]\s+\[([^\[\]()]{1,40})\]\s+(.+)$")
_TASK = {" ", "x", "X", "-"}
_TAG = regex(r"(?:^|\s)#[\w/-]+")
_CONTEXT = regex(r"\s*\([^()]*\)\s*$")
_TITLE = regex(r"^title:[ \t]*(.+?)[ \t]*$", re.MULTILINE)
_FRONT_MATTER = regex(r"\A\ufeff?---[ \t]*\r?\n(.*?)\r?\n---[ \t]*\r?\n", re.DOTALL)

Found = tuple[list[str], list[Unreadable]]


def read_memories(path: Path, format: str) -> Found:
    """Return the facts of a file, or of a folder of notes, and what could not be read.

    Raises ImportFileError if nothing can be read of it in this format.
    """
    if format == "basic-memory":
        facts, left = _from_notes(path)
    else:
        facts, left = _READERS[format](path, _content(path))
    if not facts and not left:
        raise ImportFileError(f"{path} holds nothing of {format} that is a fact.")
    return list(dict.fromkeys(fact for fact in facts if fact)), left


def detected(head: str) -> str:
    """Return the format of a text that begins with `head`, "" if it is none of these."""
    if re.match(r'\s*\{\s*"type"\s*:\s*"(?:entity|relation)"', head):
        return "mcp-memory"
    if not head.lstrip().startswith(("{", "[")):
        front = _FRONT_MATTER.match(head)
        is_note = front and re.search(r"^permalink:", front[1], re.MULTILINE)
        return "basic-memory" if is_note else ""
    if re.search(r'"totalObservations"\s*:|"memory_session_id"\s*:|"sdk_session_id"\s*:', head):
        return "claude-mem"
    is_mem0 = re.search(r'"memory"\s*:\s*"', head) and re.search(r'"(?:user_id|hash)"\s*:', head)
    return "mem0" if is_mem0 else ""


def _claude_mem(path: Path, content: str) -> Found:
    facts: list[str] = []
    for observation in listed(members(_json(path, content)).get("observations")):
        told = members(observation).get("facts")
        if isinstance(told, str):  # its database keeps the list as JSON
            told = _listed_in(told)
        facts += [one_line(fact) for fact in listed(told)]
    return facts, []


def _mem0(path: Path, content: str) -> Found:
    whole = _json(path, content)
    found = whole if isinstance(whole, list) else None
    for name in ("results", "memories"):
        found = listed(members(whole).get(name)) if found is None and members(whole) else found
        if found:
            break
    memories = [members(one) for one in found or []]
    return [one_line(one.get("memory") or one.get("data") or "") for one in memories], []


def _mcp_memory(path: Path, content: str) -> Found:
    from io import StringIO

    facts, left = [], []
    for row in rows(StringIO(content)):
        one = members(row.value)
        if row.problem or not one:
            problem = row.problem or "This line holds no object."
            left.append(Unreadable(path, row.line, problem))
        elif one.get("type") == "entity":
            name = one_line(one.get("name"))
            facts += [_about(name, text(said)) for said in listed(one.get("observations"))]
        elif one.get("type") == "relation":
            facts.append(_relation(one))
    return facts, left


def _relation(relation: dict[str, Any]) -> str:
    parts = [one_line(relation.get(name)) for name in ("from", "relationType", "to")]
    if not all(parts):
        return ""
    subject, verb, target = parts
    verb = verb.replace("_", " ")
    if subject.casefold() in _USER:
        return f"{verb[:1].upper()}{verb[1:]} {target}"
    return f"{subject} {verb} {target}"


def _from_notes(path: Path) -> Found:
    facts: list[str] = []
    left: list[Unreadable] = []
    every = files.walked(path) if files.kind(path) == "folder" else iter([path])
    for place in every:
        if isinstance(place, Unreadable):
            left.append(place)
        elif place.suffix.lower() == ".md" or place == path:
            try:
                facts += _observations(place, _content(place))
            except ImportFileError as error:
                left.append(Unreadable(place, None, error.what.removeprefix(f"{place} ")))
    return facts, left


def _observations(path: Path, content: str) -> Iterator[str]:
    front = _FRONT_MATTER.match(content)
    title = _TITLE.search(front[1]) if front else None
    name = title[1].strip("\"'") if title else path.stem
    is_code = False
    for line in content[front.end() if front else 0 :].splitlines():
        is_code = is_code != line.lstrip().startswith(("```", "~~~"))
        found = None if is_code or len(line) > 2_000 else _OBSERVATION.match(line)
        if found and found[1] not in _TASK:
            yield _about(name, _CONTEXT.sub("", _TAG.sub("", found[2])))


def _about(name: str, said: str) -> str:
    """An observation as a fact, beginning with the entity's name unless it is the user."""
    said = " ".join(said.split())
    if not said or not name or name.casefold() in _USER or name.casefold() in said.casefold():
        return said
    return f"{name}: {said}"


def _json(path: Path, content: str) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        raise ImportFileError(f"{path} is not JSON: {error}.") from error


def _listed_in(told: str) -> list[Any]:
    try:
        return listed(json.loads(told))
    except (ValueError, RecursionError):
        return []


def _content(path: Path) -> str:
    return files.content(path, LARGEST_MEMORY, "one memory").removeprefix("\ufeff")


_READERS: dict[str, Callable[[Path, str], Found]] = {
    "claude-mem": _claude_mem,
    "mem0": _mem0,
    "mcp-memory": _mcp_memory,
}

MEMORIES = {
    "claude-mem": "claude-mem: the file of its export script",
    "mem0": "mem0: memories of `get_all` or of an export, saved as JSON",
    "basic-memory": "basic-memory: a note, or a folder of them",
    "mcp-memory": "the official memory server of MCP: its memory.jsonl",
}
"""The formats by name, each with a description for the user."""
