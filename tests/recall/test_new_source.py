"""What kind of source a folder is."""

from pathlib import Path

import pytest
from support import export_files
from support.export_files import chatgpt, json_lines, write_file

from llm_user_memory.imports import detect
from llm_user_memory.recall.new_source import detected

SESSION = export_files.claude_code([("I am Ada", "Hello")])
MEMORY = "---\nname: role\ntype: user\n---\n\nThe user is a nurse.\n"

# The files beside one session in "a"; the source's format.
ROWS = [
    ({}, "claude-code"),
    ({"b/memory": 60}, "claude-code"),  # its sessions were deleted, not what the program remembers
    ({"notes": 60}, ""),
    ({"b/memory": 60, "notes": 2}, ""),
    ({"b/memory": 60, "notes": 1}, "claude-code"),
]


@pytest.mark.parametrize(("written", "expected"), ROWS)
def test_what_a_program_remembers_is_not_written_by_the_user(
    tmp_path: Path, written: dict[str, int], expected: str
) -> None:
    write_file(tmp_path / "c" / "session.jsonl", SESSION)
    for folder, number in written.items():
        for n in range(number):
            write_file(tmp_path / folder / f"{n}.md", MEMORY)
    assert detected(tmp_path) == expected
    assert detect(tmp_path) == "claude-code"


def test_what_was_sent_to_chatgpt_is_not_written_by_the_user(tmp_path: Path) -> None:
    write_file(
        tmp_path / "conversations.json", json_lines([chatgpt("one", [("I am Ada", "Hello")])])
    )
    for name in ("file-AbC1-letter.md", "file_00x-readme.md"):
        write_file(tmp_path / name, "I am a nurse.\n")
    assert detected(tmp_path) == "chatgpt"
    write_file(tmp_path / "mine.md", "I am a nurse.\n")
    write_file(tmp_path / "more.md", "I am a nurse.\n")
    assert detected(tmp_path) == ""


def test_a_folder_of_notes_may_have_the_name_of_a_program_s(tmp_path: Path) -> None:
    source = tmp_path / "gptme" / "memory"
    write_file(source / "session.jsonl", SESSION)
    for n in range(3):
        write_file(source / f"file_{n}.md", "I am a nurse.\n")
    assert detected(source) == ""


@pytest.mark.parametrize("place", [".claude", ".codex/sessions"])
def test_what_stands_in_the_folder_of_a_program_is_its_own(tmp_path: Path, place: str) -> None:
    for n in range(3):
        write_file(tmp_path / place / "commands" / f"{n}.md", "Deploy it.\n")
    write_file(tmp_path / place / "session.jsonl", SESSION)
    assert detected(tmp_path / place) == "claude-code"
