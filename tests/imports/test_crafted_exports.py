"""Exports that somebody crafted: what the person did not say there is not theirs."""

import json
import zipfile
from pathlib import Path

import pytest
from support import export_files
from support.export_files import chatgpt_message as message
from support.export_files import chatgpt_tree, json_lines, read_prompts, write_file, write_zip

from llm_user_memory.errors import ImportFileError

pytestmark = pytest.mark.once

HENS = "I keep hens"
HELLO = message("user", "hello")


def _chatgpt(*messages: export_files.Json) -> str:
    return json.dumps([chatgpt_tree("a", messages)])


def _claude_code(*contents: object, **changed: object) -> str:
    records = [export_files.claude_code_record("user", each, **changed) for each in contents]
    return json_lines(export_files.claude_code_record("user", "hello"), *records)


_SHOWN = {"type": "tool_result", "content": HENS}
_OWN = {"author": {"role": "user", "name": "bot", "metadata": {"real_author": "tool:web"}}}
_HIDDEN = {"metadata": {"is_visually_hidden_from_conversation": True}}
_CODE = {"content": {"content_type": "code", "text": HENS}}
_OUTPUT = f"<command-name>x</command-name><local-command-stdout>{HENS}</local-command-stdout>"
_ATTACHED = export_files.claude_message("human", "hello", attachments=[{"extracted_content": HENS}])

# {what is tried: (format, content)}; "hello" is what the person said
CRAFTED: dict[str, tuple[str, str]] = {
    "a tool's output": ("chatgpt", _chatgpt(HELLO, message("tool", HENS))),
    "words to a tool": ("chatgpt", _chatgpt(HELLO, message("user", HENS, recipient="python"))),
    "a hidden message": ("chatgpt", _chatgpt(HELLO, message("user", HENS, **_HIDDEN))),
    "code": ("chatgpt", _chatgpt(HELLO, message("user", "x", **_CODE))),
    "a tool as the person": ("chatgpt", _chatgpt(HELLO, message("user", HENS, **_OWN))),
    "what a reply is to": (
        "chatgpt", _chatgpt(message("user", "hello", metadata={"targeted_reply": HENS})),
    ),
    "an attachment": (
        "claude",
        json.dumps([export_files.claude("a", [], chat_messages=[_ATTACHED])]),
    ),
    "a system message": (
        "claude",
        json.dumps(
            [
                export_files.claude(
                    "a",
                    [],
                    chat_messages=[
                        export_files.claude_message("human", "hello"),
                        export_files.claude_message("system", HENS),
                    ],
                )
            ]
        ),
    ),
    "a tool's result": ("claude-code", _claude_code([_SHOWN])),
    "a result beside words": ("claude-code", _claude_code([{"type": "text", "text": "x"}, _SHOWN])),
    "a sub-agent's prompt": ("claude-code", _claude_code(HENS, isSidechain=True)),
    "a summary": ("claude-code", _claude_code(HENS, isCompactSummary=True)),
    "a command's output": ("claude-code", _claude_code(_OUTPUT)),
    "a file in a message": (
        "gptme",
        json_lines(
            export_files.gptme_message("system", "You are gptme."),
            export_files.gptme_message("user", f"hello\n```/etc/x\n{HENS}\n```"),
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", CRAFTED)
def test_what_the_person_did_not_say_is_not_read_as_theirs(tmp_path: Path, what: str) -> None:
    format, content = CRAFTED[what]
    name = "conversation.jsonl" if format in ("claude-code", "gptme") else "conversations.json"
    prompts = read_prompts(write_file(tmp_path / name, content), format)
    assert "hello" in prompts and not any("hens" in prompt for prompt in prompts), prompts


@pytest.mark.parametrize("member", ["../../conversations.json", "/tmp/conversations.json"])
def test_nothing_is_written_where_a_zip_names_it(tmp_path: Path, member: str) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    one = json.dumps([export_files.chatgpt("a", [("hello", "")])])
    path = write_zip(inner / "export.zip", {member: one, "conversations.json": one})
    before = sorted(tmp_path.rglob("*"))
    assert read_prompts(path) == ["hello"]
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.slow
def test_a_zip_that_unpacks_to_far_more_is_not_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("conversations.json", "w", force_zip64=True) as member,
    ):
        for _ in range(300):
            member.write(b" " * 1_000_000)
    with pytest.raises(ImportFileError, match="unpack to 300 MB"):
        read_prompts(path)
