"""Damaged, hostile, huge and wrong files: each gives a clear message, and the rest is read."""

import json
import os
import re
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from support import export_files
from support.cpu import bounded
from support.export_files import read_conversations, read_problems, read_prompts, write_file

from llm_user_memory.errors import ImportFileError
from llm_user_memory.imports import FORMATS, conversation, detect, read, read_facts, streams
from llm_user_memory.imports.values import seconds
from llm_user_memory.settings import plain_file

pytestmark = pytest.mark.once

TALK = [("I live in Ulm.", "A fine town.")]
CONVERSATIONS = [name for name in FORMATS if name != "facts"]
ONE = json.dumps([export_files.chatgpt("a", TALK)])

# What a file holds, on which line that is told, and in which words.
DAMAGED: list[tuple[str, bytes, int | None, str]] = [
    ("cut off", b"[\n" + ONE[1:-1].encode() + b',\n{"mapping": {"x', 3, "breaks off"),
    ("cut off between two", b"[\n" + ONE[1:-1].encode() + b",\n", 3, "breaks off"),
    ("no JSON in the middle", b"[" + ONE[1:-1].encode() + b",\n{x},\n{}]", 2, "not JSON"),
    ("an element of another kind", b"[\n1,\n" + ONE[1:].encode(), 2, "no conversation"),
    (
        "one that is nested too deeply",
        b"[" + b"[" * 99_999 + b"]" * 99_999 + b",\n" + ONE[1:].encode(),
        1,
        "deep",
    ),
    ("no JSON at all", b"Dear Ada", 1, "does not begin"),
    ("empty", b"", 1, "does not begin"),
    ("an empty array", b"[]", None, "no conversation"),
    ("zeros", b"\0" * 5000, 1, "does not begin"),
]


@pytest.mark.parametrize(
    ("content", "line", "problem"), [row[1:] for row in DAMAGED], ids=[row[0] for row in DAMAGED]
)
def test_what_is_damaged_is_told_with_its_line_and_the_rest_is_read(
    tmp_path: Path, content: bytes, line: int | None, problem: str
) -> None:
    path = tmp_path / "conversations.json"
    path.write_bytes(content)
    ((told_line, told),) = read_problems(path, "chatgpt")
    assert (told_line, problem in told) == (line, True), told
    assert told.endswith(".")
    assert read_prompts(path, "chatgpt") == (["I live in Ulm."] if b"Ulm" in content else [])


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_every_unicode_is_read(tmp_path: Path, encoding: str) -> None:
    talk = [export_files.chatgpt("a", [("Ich heiße Ada 猫 🍵", "")])]
    array, log = tmp_path / "c.json", tmp_path / "s.jsonl"
    array.write_bytes(json.dumps(talk, ensure_ascii=False).encode(encoding))
    log.write_bytes(
        export_files.claude_code([("Hello", "")]).replace("\n", "\r\n").encode(encoding)
    )
    assert (detect(array), read_prompts(array)) == ("chatgpt", ["Ich heiße Ada 猫 🍵"])
    assert (detect(log), read_prompts(log)) == ("claude-code", ["Hello"])


def test_bytes_that_are_no_text_stop_nothing(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_bytes(ONE.encode().replace(b"Ulm", b"Ul\xff"))
    assert read_prompts(path) == ["I live in Ul\ufffd."]


def test_half_characters_become_whole_ones(tmp_path: Path) -> None:
    path = write_file(tmp_path / "c.json", ONE.replace("Ulm", "\\ud83c").replace("Tea", "\\udf75"))
    (found,) = read_conversations(path)
    assert found.turns[0].prompt == "I live in \ufffd."
    assert found.title.encode() == "\ufffd".encode()


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "1e999", "9" * 5000, "-1", "true", "0"])
def test_odd_numbers_are_no_dates(tmp_path: Path, number: str) -> None:
    content = re.sub(r'"(create|update)_time": [^,]+', rf'"\1_time": {number}', ONE)
    assert read_conversations(write_file(tmp_path / "c.json", content))[0].turns[0].started == 0


def test_a_broken_line_stops_nothing(tmp_path: Path) -> None:
    good = export_files.claude_code([("Hello", "")], "one") + export_files.claude_code(
        [("Bye", "")], "two"
    )
    lines = [*good.splitlines()[:4], "{broken", "[" * 9999, "7", "", *good.splitlines()[4:], '{"a']
    path = write_file(tmp_path / "s.jsonl", "\n".join(lines))
    assert read_prompts(path, "claude-code") == ["Hello", "Bye"]
    told = read_problems(path, "claude-code")
    assert [line for line, _problem in told] == [5, 6, 7, len(lines)]
    assert "breaks off" in told[-1][1]


def test_of_a_wrong_file_not_every_line_is_told(tmp_path: Path) -> None:
    path = write_file(tmp_path / "c.json", [1] * 1000)
    told = read_problems(path, "claude")
    assert len(told) == 21
    assert told[-1] == (1, "More like this follows, and is not listed.")
    assert len(read_problems(write_file(tmp_path / "s.jsonl", "x\n" * 1000), "codex")) == 21


def test_what_is_larger_than_fits_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("llm_user_memory.imports.streams.LARGEST", 3_000)
    monkeypatch.setattr("llm_user_memory.imports.streams._CHUNK", 1_000)
    odd = {"x": 'a"]}[{\\' * 2_000, "y": [[], {"z": [{}]}]}
    small = export_files.claude("a", TALK)
    content = json.dumps([small, odd, export_files.claude("b", TALK)], indent=1)
    path = write_file(tmp_path / "c.json", content)
    assert [found.id for found in read_conversations(path, "claude")] == ["claude:a", "claude:b"]
    ((line, problem),) = read_problems(path, "claude")
    assert (line, "larger than" in problem) == (content[: content.index('"x"')].count("\n"), True)
    log = export_files.claude_code(TALK, "s")
    write_file(tmp_path / "s.jsonl", export_files.json_lines(odd) + log)
    assert read_prompts(tmp_path / "s.jsonl", "claude-code") == ["I live in Ulm."]
    assert "longer than" in read_problems(tmp_path / "s.jsonl", "claude-code")[0][1]


def test_what_has_no_end_is_not_searched_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("llm_user_memory.imports.streams._FARTHEST", 2_000_000)
    path = write_file(tmp_path / "c.json", "[" * 3_000_000)
    ((line, problem),) = read_problems(path, "chatgpt")
    assert (line, problem.endswith("deeply and was left out, with all that follows.")) == (1, True)


@pytest.mark.parametrize("element", ['"x]"', "[[]]", '{"a": "]"}', "[{}, []]"])
def test_what_is_skipped_ends_where_it_ends(element: str) -> None:
    window = streams._Window(StringIO(f"{element}, 7]"))
    window.skip()
    assert window.next_character() == "7"


def test_a_conversation_that_grows_too_large_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversation, "LARGEST", 1_000)
    log = export_files.gptme([("x" * 600, "y" * 600)])
    assert "larger than" in read_problems(write_file(tmp_path / "a.jsonl", log), "gptme")[0][1]


def _zip(**members: bytes) -> bytes:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(f"{name}.json", content)
    return buffer.getvalue()


_GOOD_ZIP = _zip(conversations=ONE.encode())
_ENCRYPTED = bytearray(_GOOD_ZIP)
_ENCRYPTED[6] |= 1
_ENCRYPTED[_GOOD_ZIP.index(b"PK\x01\x02") + 8] |= 1
_BOMB = bytearray(_GOOD_ZIP)
_AT = _GOOD_ZIP.index(b"PK\x01\x02") + 24
_BOMB[_AT : _AT + 4] = (4_000_000_000).to_bytes(4, "little")
_WRONG_SUM = _GOOD_ZIP.replace(_GOOD_ZIP[14:18], b"\1\2\3\4")

ZIPS = [
    ("encrypted", bytes(_ENCRYPTED), "encrypted"),
    ("one that unpacks to gigabytes", bytes(_BOMB), "4,000 MB"),
    ("with a wrong checksum", _WRONG_SUM, "cannot be read"),
    ("without conversations", _zip(user=b"{}"), "no conversation"),
]


@pytest.mark.parametrize(
    ("content", "problem"), [row[1:] for row in ZIPS], ids=[row[0] for row in ZIPS]
)
def test_a_zip_that_cannot_be_read_is_told(tmp_path: Path, content: bytes, problem: str) -> None:
    path = tmp_path / "export.zip"
    path.write_bytes(content)
    assert problem in read_problems(path, "chatgpt")[-1][1]


def test_a_zip_that_is_cut_off_is_told(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    path.write_bytes(_GOOD_ZIP[:-30])
    with pytest.raises(ImportFileError, match="cannot be unpacked"):
        list(read(path, "chatgpt"))
    with pytest.raises(ImportFileError, match="cannot be unpacked"):
        detect(path)


HOSTILE = [
    ("tags that are never closed", "<system-reminder> " * 100_000),
    ("tags that are opened only", "<system-reminder" * 100_000),
    ("closing tags that never end", "<a>" + "</a" * 400_000),
    ("fences that never end", "```" + "." * 1_000_000 + "`"),
    ("many fences", "```" + "./" * 150 + "`\n```" * 50_000),
    ("many stars", "**a " * 300_000),
    ("many dates", "[2025-05-03] " * 100_000),
    ("many blanks", "x" + " " * 1_000_000 + "x"),
    ("a heading of blanks", "# a" + " " * 1_000_000 + "x"),
    ("headings of blanks", ("# a" + " " * 1_900 + "x\n") * 500),
    ("many brackets", "[" * 1_000_000),
    ("many comments", "<!--\n" * 200_000),
    ("many bullets within each other", "".join(" " * n + "- a\n" for n in range(1_500))),
]


@pytest.mark.slow
@pytest.mark.parametrize("words", [row[1] for row in HOSTILE], ids=[row[0] for row in HOSTILE])
def test_no_text_takes_long(tmp_path: Path, words: str) -> None:
    with bounded():
        talk = [(f"{words}\nI am Ada", words)]
        for number, content in enumerate(
            (
                json.dumps([export_files.chatgpt("a", talk)]),
                json.dumps([export_files.claude("a", talk)]),
                export_files.gptme(talk),
                export_files.claude_code(talk),
                export_files.codex([])
                + export_files.json_lines(export_files.codex_message("user", words)),
            )
        ):
            path = write_file(tmp_path / str(number), content)
            list(read(path, detect(path)))
        facts = write_file(tmp_path / "facts.md", words)
        for act in (read_facts, detect):
            with suppress(ImportFileError):
                act(facts)


def _special(folder: Path) -> Iterator[tuple[str, Path]]:
    os.mkfifo(folder / "fifo")
    (folder / "loop").symlink_to(folder / "loop")
    (folder / "broken").symlink_to(folder / "nowhere")
    yield from ((name, folder / name) for name in ("fifo", "loop", "broken", "nothing"))
    yield "a device", Path("/dev/zero")
    yield "a null character", folder / "a\0b"
    yield "a name that is too long", folder / ("x" * 5000)


def test_what_is_neither_file_nor_folder_is_refused(tmp_path: Path) -> None:
    for what, path in _special(tmp_path):
        for act in (detect, read_facts, lambda path: read(path, "codex")):
            with pytest.raises(ImportFileError) as refused:
                act(path)
            assert str(refused.value).startswith(("There is no ", str(path))), what


def test_what_has_become_a_pipe_since_it_was_listed_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    for path in (tmp_path / "fifo", tmp_path, Path("/dev/zero")):
        with pytest.raises(OSError, match="it is no file"):
            plain_file(path)


def test_special_files_and_circles_in_a_folder_are_passed_by(tmp_path: Path) -> None:
    for name in ("a.jsonl", "rollout-a.jsonl", "conversation.jsonl", "conversations.json"):
        os.mkfifo(tmp_path / name)
    (tmp_path / "b.jsonl").symlink_to(tmp_path / "b.jsonl")
    (tmp_path / "circle").symlink_to(tmp_path)
    for format in CONVERSATIONS:
        assert read_problems(tmp_path, format) == [
            (None, "It holds no conversation in which a person said anything.")
        ]
    with pytest.raises(ImportFileError, match="nothing that can be imported"):
        detect(tmp_path)
    write_file(tmp_path / "s.jsonl", export_files.claude_code(TALK))
    assert read_prompts(tmp_path) == ["I live in Ulm."]


@pytest.mark.skipif(os.geteuid() == 0, reason="to root, everything is permitted")
def test_what_may_not_be_read_is_told(tmp_path: Path) -> None:
    secret = write_file(tmp_path / "a" / "s.jsonl", export_files.claude_code(TALK))
    write_file(tmp_path / "b" / "s.jsonl", export_files.claude_code(TALK, "other"))
    secret.chmod(0)
    assert read_prompts(tmp_path, "claude-code") == ["I live in Ulm."]
    assert "Permission denied" in read_problems(tmp_path, "claude-code")[0][1]
    with pytest.raises(ImportFileError, match="Permission denied"):
        detect(secret)
    secret.parent.chmod(0)
    assert "looked into" in read_problems(tmp_path, "claude-code")[0][1]
    secret.parent.chmod(0o700)


DATES = [
    (1_750_000_000, 1_750_000_000.0),
    (1_750_000_000_123, 1_750_000_000.123),
    (1_750_000_000_123_456, 1_750_000_000.123456),
    ("1750000000.5", 1_750_000_000.5),
    ("2025-06-15T15:06:40Z", 1_750_000_000.0),
    ("2025-06-15T15:06:40.5Z", 1_750_000_000.5),
    ("2025-06-15T15:06:40.123456789Z", 1_750_000_000.123456789),
    ("2025-06-15T17:06:40+02:00", 1_750_000_000.0),
    ("2025-06-15 17:06:40 +0200", 1_750_000_000.0),
    ("2025-06-15T15:06:40", 1_750_000_000.0),
    ("2025-06-15T15:06", 1_749_999_960.0),
    ("2025-06-15", 1_749_945_600.0),
    ("2025-13-45", 0.0),
    ("0001-01-01T00:00:00", 0.0),
    ("9999-12-31T23:59:59+00:00", 0.0),
    ("yesterday", 0.0),
    ("1e400", 0.0),
    ("", 0.0),
    (None, 0.0),
    ({}, 0.0),
    (True, 0.0),
]


@pytest.mark.parametrize(("written_as", "moment"), DATES)
def test_dates_are_read_in_every_form(written_as: object, moment: float) -> None:
    assert seconds(written_as) == pytest.approx(moment, abs=1e-6)
    assert seconds(written_as, local=True) >= 0
