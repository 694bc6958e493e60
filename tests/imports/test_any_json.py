"""Arbitrary JSON in any place of a file, and arbitrary bytes: all is read or reported."""

import json
import zipfile
from collections.abc import Iterator
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support import export_files
from support.export_files import write_file
from support.torture import example_count

from llm_user_memory.errors import ImportFileError
from llm_user_memory.imports import FORMATS, Conversation, Unreadable, detect, read, read_facts
from llm_user_memory.imports.streams import elements, rows

pytestmark = pytest.mark.once

TALK = [("I live in Ulm.", "A fine town.")]
CONVERSATIONS = [name for name in FORMATS if name != "facts"]
ONE = json.dumps([export_files.chatgpt("a", TALK)])


@pytest.mark.slow
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    ),
    st.integers(1, 30),
    st.booleans(),
)
def test_the_window_reads_what_the_whole_text_holds(value: Any, chunk: int, indent: bool) -> None:
    values = [value, {"a": value}, [value, "x" * 50, {}]]
    text = json.dumps(values, indent=1 if indent else None)
    wanted = json.loads(text, parse_int=float, parse_constant=lambda _: None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("llm_user_memory.imports.streams._CHUNK", chunk)
        found = list(elements(StringIO(text)))
    assert not any(row.problem for row in found)
    assert [row.value for row in found][1:] == wanted[1:]
    assert isinstance(value, (int, float)) or found[0].value == wanted[0]
    lines = "".join(json.dumps(each) + "\n" for each in values)
    assert [row.value for row in rows(StringIO(lines))] == wanted


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=5,
)
_BUFFER = BytesIO()
with zipfile.ZipFile(_BUFFER, "w") as _archive:
    _archive.writestr("conversations.json", ONE)
_PACKED = _BUFFER.getvalue()
WHOLE: dict[str, Any] = {
    "chatgpt": [export_files.chatgpt("a", TALK)],
    "claude": [export_files.claude("a", TALK)],
    "gptme": export_files.gptme(TALK),
    "claude-code": export_files.claude_code(TALK),
    "codex": export_files.codex(TALK),
}


def _places(value: object, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each member of a JSON value."""
    members = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, member in members:
        yield (*place, key)
        yield from _places(member, (*place, key))


def _replaced(value: Any, place: tuple[Any, ...], new: object) -> Any:
    copy = json.loads(json.dumps(value))
    inner = copy
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = new
    return copy


def _read_whatever(path: Path, format: str) -> None:
    for each in read(path, format):
        assert isinstance(each, Conversation | Unreadable)
        if isinstance(each, Unreadable):
            assert each.problem.endswith(".") and "cannot be read" not in each.problem
        else:
            assert each.turns and all(turn.prompt.strip() for turn in each.turns)
            assert all(0 <= turn.started <= turn.ended for turn in each.turns)
            json.dumps(each.turns[0]).encode()


@pytest.mark.slow
@pytest.mark.parametrize("format", CONVERSATIONS)
@settings(
    max_examples=example_count(150),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_any_json_in_the_place_of_any_member_is_read_or_told(
    tmp_path: Path, format: str, data: st.DataObject
) -> None:
    whole = WHOLE[format]
    is_log = isinstance(whole, str)
    value = [json.loads(line) for line in whole.splitlines()] if is_log else whole
    place = data.draw(st.sampled_from(sorted(_places(value), key=str)))
    changed = _replaced(value, place, data.draw(ANY_JSON))
    path = tmp_path / "conversation.jsonl"
    write_file(path, export_files.json_lines(*changed) if is_log else changed)
    _read_whatever(path, format)


@pytest.mark.slow
@settings(
    max_examples=example_count(150),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_any_bytes_are_read_or_told(tmp_path: Path, data: st.DataObject) -> None:
    whole = data.draw(st.sampled_from([ONE.encode(), _PACKED, WHOLE["codex"].encode(), b""]))
    content = bytearray(whole)
    for _ in range(data.draw(st.integers(0, 4))):
        at = data.draw(st.integers(0, len(content)))
        content[at : at + data.draw(st.integers(0, 20))] = data.draw(st.binary(max_size=20))
    path = tmp_path / "file"
    path.write_bytes(content)
    for format in CONVERSATIONS:
        try:
            for each in read(path, format):
                assert isinstance(each, Conversation | Unreadable)
        except ImportFileError as error:
            assert str(error).endswith(".")
    for act in (detect, read_facts):
        try:
            act(path)
        except ImportFileError as error:
            assert str(error).endswith(".")
