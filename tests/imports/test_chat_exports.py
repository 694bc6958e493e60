"""Exports of ChatGPT and Claude, and what all formats share: which parts the person typed."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support import export_files
from support.export_files import (
    START,
    Json,
    read_conversations,
    read_prompts,
    stable_id,
    write_file,
    write_zip,
)

from llm_user_memory.imports import FORMATS, Conversation, detect, read
from llm_user_memory.imports.conversation import UnclearAccount

pytestmark = pytest.mark.once

TALK = [("I live in Ulm.", "A fine town."), ("I drink green tea.", "Noted.")]
ASKED = [asked for asked, _answered in TALK]


def _whole(folder: Path, format: str) -> Path:
    """A file of each format, as its program writes it, with TALK."""
    builders: dict[str, Callable[[], Path]] = {
        "chatgpt": lambda: write_file(
            folder / "conversations.json", [export_files.chatgpt("a", TALK)]
        ),
        "claude": lambda: write_file(
            folder / "conversations.json", [export_files.claude("a", TALK)]
        ),
        "gptme": lambda: write_file(folder / "a" / "conversation.jsonl", export_files.gptme(TALK)),
        "claude-code": lambda: write_file(
            folder / "-home" / "s.jsonl", export_files.claude_code(TALK)
        ),
        "codex": lambda: write_file(folder / "2025" / "rollout-x.jsonl", export_files.codex(TALK)),
        "facts": lambda: write_file(folder / "facts.md", "# Memories\n\n- Lives in Ulm\n"),
    }
    return builders[format]()


CONVERSATIONS = [name for name in FORMATS if name != "facts"]


@pytest.mark.parametrize("format", CONVERSATIONS)
def test_a_conversation_is_read_with_its_times_its_title_and_its_answers(
    tmp_path: Path, format: str
) -> None:
    (past,) = read_conversations(_whole(tmp_path, format))
    assert past.source == format
    assert past.id.startswith(f"{format}:")
    assert [turn.prompt for turn in past.turns] == ASKED
    assert [turn.response for turn in past.turns] == ["A fine town.", "Noted."]
    assert [turn.started for turn in past.turns] == [START, START + 10]
    assert [turn.ended for turn in past.turns] == [START + 5, START + 15]
    assert all(turn.thread_id == past.id and not turn.markers for turn in past.turns)
    assert all(turn.id.startswith(f"{format}:") for turn in past.turns)
    assert len({turn.id for turn in past.turns}) == 2
    titles = {"codex": "", "gptme": "a"}
    assert past.title == titles.get(format, "Tea")
    models = {"chatgpt": "gpt-4o", "claude": "", "gptme": "local/tea", "codex": "gpt-5-codex"}
    assert past.turns[0].model == models.get(format, "claude-opus-4")


@pytest.mark.parametrize("format", FORMATS)
def test_the_format_is_told_by_the_content_of_a_file_whatever_its_name(
    tmp_path: Path, format: str
) -> None:
    path = _whole(tmp_path, format)
    assert detect(path) == format
    if format != "facts":
        assert detect(tmp_path) == format
    assert detect(path.rename(tmp_path / "download")) == format


@pytest.mark.parametrize("format", CONVERSATIONS)
def test_the_same_conversation_has_the_same_ids_in_a_later_export(
    tmp_path: Path, format: str
) -> None:
    (before,) = read_conversations(_whole(tmp_path / "first", format))
    TALK.append(("I moved to Jena.", "Oh."))
    try:
        (after,) = read_conversations(_whole(tmp_path / "second", format))
    finally:
        TALK.pop()
    assert after.id == before.id
    assert [turn.id for turn in after.turns[:2]] == [turn.id for turn in before.turns]


def _of_chatgpt(role: str = "user", words: str = "x", **changed: Any) -> Json:
    return export_files.chatgpt_message(role, words, **changed)


def _parts(*parts: object, kind: str = "multimodal_text") -> Json:
    return {"content": {"content_type": kind, "parts": list(parts)}}


_HIDDEN = {"is_visually_hidden_from_conversation": True}
_IMAGE = {"content_type": "image_asset_pointer", "asset_pointer": "sediment://file"}
_SPOKEN = {"content_type": "audio_transcription", "text": "I am Ada", "direction": "in"}

SAID_TO_CHATGPT: list[tuple[str, Json, list[str]]] = [
    ("typed", _of_chatgpt(words="I am Ada"), ["I am Ada"]),
    ("with an image", _of_chatgpt(**_parts(_IMAGE, "I am Ada")), ["I am Ada"]),
    ("spoken", _of_chatgpt(**_parts(_SPOKEN)), ["I am Ada"]),
    ("spoken to the person", _of_chatgpt(**_parts({**_SPOKEN, "direction": "out"})), []),
    ("an image alone", _of_chatgpt(**_parts(_IMAGE)), []),
    ("empty", _of_chatgpt(words=" "), []),
    ("hidden", _of_chatgpt(metadata=_HIDDEN), []),
    ("custom instructions", _of_chatgpt(metadata={"is_user_system_message": True}), []),
    ("user_editable_context", _of_chatgpt(**_parts("x", kind="user_editable_context")), []),
    ("code", _of_chatgpt(**_parts("x", kind="code")), []),
    ("shared by somebody", _of_chatgpt(metadata={"shared_conversation_id": "s"}), []),
    ("a scheduled task", _of_chatgpt(metadata={"real_author_type": "automation"}), []),
    ("a conversation starter", _of_chatgpt(metadata={"is_starter_prompt": True}), []),
    ("a suggestion", _of_chatgpt(metadata={"suggestion_type": "starter"}), []),
    ("of a group", _of_chatgpt(author={"role": "user", "name": "Bob"}), []),
    ("to a tool", _of_chatgpt(recipient="python"), []),
    ("of the model", _of_chatgpt("assistant"), []),
    ("of a tool", _of_chatgpt("tool"), []),
    ("of the system", _of_chatgpt("system"), []),
    ("of nobody", _of_chatgpt(author=None), []),
    ("without content", _of_chatgpt(content=None), []),
]


@pytest.mark.parametrize(
    ("message", "said"), [row[1:] for row in SAID_TO_CHATGPT], ids=[r[0] for r in SAID_TO_CHATGPT]
)
def test_what_the_person_said_to_chatgpt(tmp_path: Path, message: Json, said: list[str]) -> None:
    tree = export_files.chatgpt_tree("a", [message, _of_chatgpt("assistant", "An answer")])
    assert read_prompts(write_file(tmp_path / "c.json", [tree]), "chatgpt") == said


def _edited(current: str | None) -> Json:
    """A conversation whose first message was edited, its answers standing in both branches."""
    tree = export_files.chatgpt_tree("a", [_of_chatgpt(words="before", at=START)])
    root, before = tree["mapping"]
    message = _of_chatgpt(words="after", at=START + 60)
    tree["mapping"]["after"] = {"id": "after", "message": message, "parent": root, "children": []}
    named = {"before": before, "after": "after", None: None}
    return {**tree, "current_node": named.get(current, current)}


@pytest.mark.parametrize(
    ("current", "said"),
    [
        ("after", ["after"]),
        ("before", ["before"]),
        (None, ["after"]),
        ("a node that is not there", ["after"]),
    ],
)
def test_only_the_branch_on_the_screen_counts(
    tmp_path: Path, current: str | None, said: list[str]
) -> None:
    assert read_prompts(write_file(tmp_path / "c.json", [_edited(current)]), "chatgpt") == said


def test_a_tree_that_runs_in_a_circle_ends(tmp_path: Path) -> None:
    tree = export_files.chatgpt("a", TALK)
    first, *_others, last = tree["mapping"]
    tree["mapping"][first]["parent"] = last
    assert read_prompts(write_file(tmp_path / "c.json", [tree])) == ASKED


@pytest.mark.parametrize("mark", ["is_do_not_remember", "is_temporary_chat"])
def test_what_chatgpt_was_not_to_remember_is_left_out(tmp_path: Path, mark: str) -> None:
    kept = export_files.chatgpt("b", [("I am Ada", "Hello")])
    content = [export_files.chatgpt("a", TALK, **{mark: True}), kept]
    assert read_prompts(write_file(tmp_path / "c.json", content)) == ["I am Ada"]


def test_an_export_in_several_files_is_read_whole(tmp_path: Path) -> None:
    talks = [export_files.chatgpt(f"c{n}", [(f"Fact {n}", "Yes")]) for n in range(3)]
    parts: dict[str, str | bytes] = {
        f"export/conversations-{n:03}.json": json.dumps([talk]) for n, talk in enumerate(talks)
    }
    others: dict[str, str | bytes] = {
        "export/user.json": "{}",
        "export/shared_conversations.json": json.dumps(talks),
        "export/chat.html": "<html>",
    }
    packed = export_files.write_zip(tmp_path / "export.zip", {**others, **parts})
    assert detect(packed) == "chatgpt"
    assert read_prompts(packed) == ["Fact 0", "Fact 1", "Fact 2"]
    for place, content in {**others, **parts}.items():
        write_file(tmp_path / "unpacked" / place, content)
    assert read_prompts(tmp_path / "unpacked") == ["Fact 0", "Fact 1", "Fact 2"]


@pytest.mark.parametrize(
    "content",
    [export_files.chatgpt("a", TALK), {"conversations": [export_files.chatgpt("a", TALK)]}],
)
def test_one_conversation_and_a_wrapped_array_are_read_too(tmp_path: Path, content: Json) -> None:
    assert read_prompts(write_file(tmp_path / "c.json", content)) == ASKED


def test_a_branched_conversation_repeats_nothing(tmp_path: Path) -> None:
    first = export_files.chatgpt("a", TALK)
    branch = {**first, "id": "b", "conversation_id": "b"}
    found = read_conversations(write_file(tmp_path / "c.json", [first, branch]))
    assert [past.id for past in found] == ["chatgpt:a"]


def test_an_attachment_is_not_what_the_person_said_to_claude(tmp_path: Path) -> None:
    attached = {"file_name": "a.txt", "extracted_content": "I am the attachment"}
    message = export_files.claude_message("human", "Sum this up", attachments=[attached])
    talk = export_files.claude("a", [], chat_messages=[message])
    assert read_prompts(write_file(tmp_path / "c.json", [talk])) == ["Sum this up"]


def test_words_of_claude_come_from_its_content_and_else_from_its_text(tmp_path: Path) -> None:
    old = export_files.claude_message("human", "In text alone", content=[])
    tool = [{"type": "tool_use", "name": "x"}, {"type": "text", "text": "Words"}]
    answer = export_files.claude_message("assistant", "```\nnot supported\n```Words", content=tool)
    talk = export_files.claude("a", [], chat_messages=[old, answer])
    (past,) = read_conversations(write_file(tmp_path / "c.json", [talk]))
    assert [(turn.prompt, turn.response) for turn in past.turns] == [("In text alone", "Words")]


@pytest.mark.parametrize(
    ("root", "said"),
    [
        ("00000000-0000-4000-8000-000000000000", ["after", "again"]),
        (None, ["after", "again"]),
        ("unknown", ["after", "before", "again"]),
    ],
)
def test_a_branch_that_an_edit_left_behind_in_claude_is_left_out(
    tmp_path: Path, root: str | None, said: list[str]
) -> None:
    def message(sender: str, words: str, at: int, own: str, parent: str | None) -> Json:
        ids = {"uuid": own, "parent_message_uuid": parent}
        return export_files.claude_message(sender, words, START + at, **ids)

    messages = [
        message("human", "after", 10, "2", root),
        message("human", "before", 0, "1", root),
        message("human", "again", 20, "4", "3"),
        message("assistant", "Yes", 15, "3", "2"),
    ]
    path = write_file(tmp_path / "c.json", [export_files.claude("a", [], chat_messages=messages)])
    assert read_prompts(path) == said


ADA, BOB = "5bd3-ada", "77f0-bob"
_USERS = [{"uuid": ADA, "email_address": "Ada@x.org"}, {"uuid": BOB, "email_address": "bob@x.org"}]
_ADAS, _BOBS, _NOBODYS = ["I am Ada"], ["I am Bob"], ["Who am I?"]


def _of_account(account: str) -> Json:
    said = {ADA: _ADAS, BOB: _BOBS, "": _NOBODYS}[account][0]
    owner = {"account": {"uuid": account}} if account else {"account": None}
    return export_files.claude(stable_id(account), [(said, "Hello")], **owner)


@pytest.mark.parametrize("form", ["folder", "parts", "zip"])
@pytest.mark.parametrize(
    ("accounts", "users", "named", "said"),
    [
        ([ADA], None, "", _ADAS),
        ([ADA], _USERS[:1], "", _ADAS),
        ([ADA, ""], None, "", _ADAS + _NOBODYS),
        ([""], None, "", _NOBODYS),
        ([ADA, BOB, ""], None, "", None),
        ([ADA, BOB], _USERS, "", None),
        ([ADA, BOB, ""], _USERS[:1], "", _ADAS),
        ([BOB], _USERS, "", None),
        ([BOB], _USERS[:1], "", None),
        ([ADA, BOB, ""], _USERS, "ada@x.org", _ADAS),
        ([ADA, BOB], _USERS, BOB.upper(), _BOBS),
        ([ADA, BOB], None, ADA, _ADAS),
        ([ADA, BOB], _USERS, "eve@x.org", None),
        ([ADA], None, "eve@x.org", None),
        ([ADA], "no list", "", _ADAS),
    ],
)
def test_of_an_export_of_several_accounts_only_the_users_counts(
    tmp_path: Path,
    form: str,
    accounts: list[str],
    users: object,
    named: str,
    said: list[str] | None,
) -> None:
    talks = [_of_account(account) for account in accounts]
    names = ["conversations.json"]
    if form == "parts":
        names = [f"conversations-{number}.json" for number in range(len(talks))]
    contents = {
        name: json.dumps(talks if form != "parts" else [talks[number]])
        for number, name in enumerate(names)
    }
    if users:
        contents["users.json"] = json.dumps(users)
    path = tmp_path / "export"
    if form == "zip":
        write_zip(path, {f"data/{name}": content for name, content in contents.items()})
    for name, content in contents.items() if form != "zip" else ():
        write_file(path / name, content)
    found = list(read(path, "claude", named))
    prompts = [
        turn.prompt for each in found if isinstance(each, Conversation) for turn in each.turns
    ]
    assert sorted(prompts) == sorted(said or [])
    problems = [each for each in found if isinstance(each, UnclearAccount)]
    assert bool(problems) == (said is None)
    if problems and not named:
        assert "is of 2 accounts" in problems[0].problem and "--account" in problems[0].problem
        assert [each.path for each in problems] == [path]


def test_a_file_of_an_export_alone_is_of_the_accounts_of_its_folder(tmp_path: Path) -> None:
    """Else a part with one member's conversations would pass for an export of one account."""
    part = write_file(tmp_path / "conversations-0.json", [_of_account(BOB)])
    assert read_prompts(part) == _BOBS
    write_file(tmp_path / "conversations-1.json", [_of_account(ADA)])
    assert read_prompts(part) == []
    assert read_prompts(part.rename(tmp_path / "download")) == _BOBS, "of another name, it is alone"


def test_exports_in_folders_of_their_own_may_be_of_different_accounts(tmp_path: Path) -> None:
    """A person may have two accounts."""
    write_file(tmp_path / "old" / "conversations.json", [_of_account(ADA)])
    write_file(tmp_path / "new" / "conversations.json", [_of_account(BOB)])
    assert sorted(read_prompts(tmp_path)) == _ADAS + _BOBS


def test_dates_come_from_whatever_has_one(tmp_path: Path) -> None:
    dateless = export_files.chatgpt_message("user", "No date", None)
    dated = export_files.chatgpt_message("user", "A date", START * 1000)
    tree = export_files.chatgpt_tree("a", [dateless, dated])
    neither = export_files.chatgpt_tree("b", [dateless], create_time=None, update_time=None)
    future = export_files.chatgpt_message("user", "To come", 4_070_908_800)
    to_come = export_files.chatgpt_tree("c", [future], create_time=START)
    found = read_conversations(write_file(tmp_path / "c.json", [tree, neither, to_come]))
    assert [[turn.started for turn in each.turns] for each in found] == [
        [START, START],
        [0.0],
        [START],
    ]


@pytest.mark.parametrize("has_answer", [True, False])
def test_a_prompt_without_a_time_may_have_been_said_since_the_turn_before_it(
    tmp_path: Path, has_answer: bool
) -> None:
    """So it counts as said in a pause that began since then."""
    chain = [
        _of_chatgpt(words="Hello there", at=START),
        _of_chatgpt("assistant", "Hello", at=START + 5),
        _of_chatgpt(words="I keep bees", at=None),
        *([_of_chatgpt("assistant", "Bees!", at=START + 60)] if has_answer else []),
    ]
    content = json.dumps([export_files.chatgpt_tree("a", chain)])
    [past] = export_files.read_conversations(write_file(tmp_path / "conversations.json", content))
    turn = past.turns[1]
    assert turn.typed_since == START + 5
    assert turn.started == (START + 60 if has_answer else START + 5)
