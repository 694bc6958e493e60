"""Logs of gptme, Claude Code and Codex: which parts of them the person typed."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from support import export_files
from support.export_files import (
    START,
    Json,
    read_conversations,
    read_problems,
    read_prompts,
    write_file,
)

from llm_user_memory.errors import ImportFileError
from llm_user_memory.imports import detect, gptme, growing
from llm_user_memory.logs import Turn

pytestmark = pytest.mark.once

SAID_TO_GPTME: list[tuple[str, Json, list[str]]] = [
    ("typed", export_files.gptme_message("user", "I am Ada"), ["I am Ada"]),
    (
        "with a file",
        export_files.gptme_message("user", "Sum up a.py\n\n````a.py\nI am code\n````"),
        ["Sum up a.py"],
    ),
    (
        "with a file that holds a fence",
        export_files.gptme_message("user", "Sum up\n\n````R.md\n````\nI am code\n````\n````"),
        ["Sum up"],
    ),
    (
        "with a file, as earlier versions have it",
        export_files.gptme_message("user", "Sum up\n\n```src/a.py\nI am code\n```"),
        ["Sum up"],
    ),
    ("piped", export_files.gptme_message("user", "````stdin\nI am piped\n````"), []),
    (
        "with code of their own",
        export_files.gptme_message("user", "Is it\n```python\n1\n```\nright?"),
        ["Is it\n```python\n1\n```\nright?"],
    ),
    ("the program itself", export_files.gptme_message("user", "<system>No tool call</system>"), []),
    (
        "a skill",
        export_files.gptme_message(
            "user", "Skill invoked: /skill:tune\n\nI am Eve", metadata={"skill_invocation_id": "1"}
        ),
        [],
    ),
    (
        "the output of a check",
        export_files.gptme_message("user", "Completion verification failed: exit code 1\nI am Eve"),
        [],
    ),
    ("hidden", export_files.gptme_message("user", "x", hide=True), []),
    ("shown only", export_files.gptme_message("user", "x", ui_only=True), []),
    ("of the system", export_files.gptme_message("system", "x"), []),
    ("of the model", export_files.gptme_message("assistant", "x"), []),
    ("no text", export_files.gptme_message("user", "x", content=None), []),
]


@pytest.mark.parametrize(
    ("message", "said"), [row[1:] for row in SAID_TO_GPTME], ids=[row[0] for row in SAID_TO_GPTME]
)
def test_what_the_person_said_to_gptme(tmp_path: Path, message: Json, said: list[str]) -> None:
    path = write_file(tmp_path / "a" / "conversation.jsonl", export_files.json_lines(message))
    assert read_prompts(path, "gptme") == said


def test_a_title_comes_from_gptmes_settings_and_scripts_are_left_out(tmp_path: Path) -> None:
    typed = write_file(
        tmp_path / "typed" / "conversation.jsonl", export_files.gptme([("Hello", "")])
    )
    write_file(typed.with_name("config.toml"), '[chat]\nname = "Tea \\"x\\""\ninteractive = true\n')
    script = write_file(
        tmp_path / "script" / "conversation.jsonl", export_files.gptme([("Go", "")])
    )
    write_file(script.with_name("config.toml"), "[chat]\ninteractive = false\n")
    write_file(
        tmp_path / "typed" / "branches" / "old.jsonl", export_files.gptme([("Left behind", "")])
    )
    assert [(past.id, past.title) for past in read_conversations(tmp_path)] == [
        ("gptme:typed", 'Tea "x"')
    ]


@pytest.mark.parametrize("name", ["subagent-honey-7kli", "subagent-meta.json", "a2a_origin.json"])
def test_what_another_agent_told_gptme_is_left_out(tmp_path: Path, name: str) -> None:
    """A sub-agent in a thread of gptme 0.35.1 says in its settings that it is interactive."""
    folder = tmp_path / (name if name.startswith("subagent-honey") else "fine-otter")
    path = write_file(folder / "conversation.jsonl", export_files.gptme([("I am Eve", "")]))
    write_file(folder / "config.toml", "[chat]\ninteractive = true\n")
    if name.endswith(".json"):
        assert read_conversations(tmp_path)
        write_file(folder / name, "{}")
    assert not read_conversations(tmp_path)
    assert not gptme.is_typed(path)


def test_a_time_with_an_offset_is_not_local(tmp_path: Path) -> None:
    message = export_files.gptme_message("user", "x", timestamp=export_files.iso_date(START))
    path = write_file(tmp_path / "conversation.jsonl", export_files.json_lines(message))
    assert read_conversations(path)[0].turns[0].started == START


def _typed(words: object = "I am Ada", **changed: Any) -> Json:
    return export_files.claude_code_record("user", words, **changed)


def _queued(**changed: Any) -> Json:
    attachment = {"type": "queued_command", "prompt": "I am Ada", "commandMode": "prompt"}
    record = export_files.claude_code_record("attachment", None)
    del record["message"]
    return {**record, "attachment": {**attachment, **changed}}


_RESULT = {"type": "tool_result", "tool_use_id": "t", "content": "x"}
_TEXT = {"type": "text", "text": "I am Ada"}
_IMAGE = {"type": "image", "source": {}}
_SELECTION = """\
<ide_selection>The user selected the lines 1 to 3 from README.md:
x</ide_selection>
I am Eve
<ide_selection>
This may or may not be related to the current task.</ide_selection>"""
_HUMAN = {"origin": {"kind": "human"}, "promptSource": "typed"}
_PLAN = "Implement the following plan:\n\nI am Eve"
_PLAN_WORDS = "Implement the following plan: I am Ada"

SAID_TO_CLAUDE_CODE: list[tuple[str, Json, list[str]]] = [
    ("typed", _typed(), ["I am Ada"]),
    ("typed, in a new version", _typed(**_HUMAN), ["I am Ada"]),
    ("with an image", _typed([_IMAGE, _TEXT]), ["I am Ada"]),
    ("while it worked", _queued(), ["I am Ada"]),
    ("a message of a task", _queued(commandMode="task-notification"), []),
    ("queued by the program", _queued(isMeta=True), []),
    ("queued by a plugin", _queued(origin={"kind": "plugin"}), []),
    ("another attachment", _queued(type="file"), []),
    ("scripted", _typed(promptSource="sdk", entrypoint="sdk-cli"), []),
    ("scripted, before it was told", _typed(entrypoint="sdk-py"), []),
    ("of a background session", _typed(**_HUMAN, sessionKind="bg"), []),
    (
        "of a session that says it is none",
        _typed(**_HUMAN, sessionKind="interactive"),
        ["I am Ada"],
    ),
    ("continued by itself", _typed(origin={"kind": "auto-continuation"}), []),
    ("queued, and typed", _typed(origin={"kind": "human"}, promptSource="queued"), ["I am Ada"]),
    ("of a turn of a person", _typed(**_HUMAN, turnOrigin="human", turnPosition=1), ["I am Ada"]),
    ("of a turn of unknown origin", _typed(turnOrigin="unknown"), ["I am Ada"]),
    ("of a forked session", _typed(**_HUMAN, forkedFrom={"sessionId": "s"}), ["I am Ada"]),
    ("typed, with marks that say so", _typed(**_HUMAN, typedByPerson=True), ["I am Ada"]),
    ("typed, with marks that deny", _typed(**_HUMAN, isMeta=False, isNew=None), ["I am Ada"]),
    ("while it worked, with marks that say so", _queued(humanTurn=True), ["I am Ada"]),
    ("a suggestion", _typed(origin={"kind": "human"}, promptSource="suggestion_accepted"), []),
    ("from a source of a later version", _typed(promptSource="dreamt"), []),
    ("a queued suggestion", _queued(inputSource="suggestion_accepted"), []),
    ("of a scheduled turn", _typed(**_HUMAN, turnOrigin="scheduled"), []),
    ("handed over by another program", _typed(**_HUMAN, handedOff=True), []),
    ("woken up by a timer", _typed(**_HUMAN, wakeupSource="cron"), []),
    ("a scheduled task", _typed(scheduledTaskId="t"), []),
    ("of another session", _typed(**_HUMAN, fromAnotherSession=True), []),
    ("of a connector", _typed(**_HUMAN, fromConnector=True), []),
    ("of an email", _queued(emailSenderTurn={"from": "bob"}), []),
    ("of a message in Slack", _typed(**_HUMAN, verifiedSlackHumanTurn=True), []),
    ("rewritten by a hook", _queued(promptRewritten=True), []),
    ("a mark of a later version", _typed(**_HUMAN, isImagined=True), []),
    ("only for the transcript", _typed(**_HUMAN, queueTranscriptOnly=True), []),
    ("a plan of the model", _typed(_PLAN, planContent="I am Eve"), []),
    ("a plan of the model, before it was told", _typed(_PLAN), []),
    ("a plan that the person typed", _typed(_PLAN, **_HUMAN), [_PLAN]),
    ("a plan in one line", _typed(_PLAN_WORDS), [_PLAN_WORDS]),
    ("a tool's result", _typed([_RESULT]), []),
    ("a tool's result with text", _typed([_RESULT, _TEXT]), []),
    ("a tool's result, told apart", _typed(toolUseResult={}), []),
    ("in another role", _typed(message={"role": "assistant", "content": "I am Ada"}), []),
    ("meta", _typed(isMeta=True), []),
    ("of another agent", _typed(isSidechain=True), []),
    ("a summary", _typed(isCompactSummary=True, isVisibleInTranscriptOnly=True), []),
    ("not external", _typed(userType="internal"), []),
    ("a command", _typed("<command-name>/cost</command-name>\n<command-args>x</command-args>"), []),
    ("a command's output", _typed("<local-command-stdout>x</local-command-stdout>"), []),
    ("a shell command", _typed("<bash-input>ls</bash-input>"), []),
    ("its output", _typed("<bash-stdout>x</bash-stdout><bash-stderr></bash-stderr>"), []),
    ("a tag that is never closed", _typed("<local-command-stdout>x"), []),
    ("a caveat", _typed("Caveat: The messages below were generated by the user while x"), []),
    ("an interruption", _typed([{"type": "text", "text": "[Request interrupted by user]"}]), []),
    (
        "with a reminder",
        _typed("<system-reminder>\nBe\n</system-reminder>\nI am Ada"),
        ["I am Ada"],
    ),
    (
        "with an open file",
        _typed([{"type": "text", "text": "<ide_opened_file>a</ide_opened_file>"}, _TEXT]),
        ["I am Ada"],
    ),
    (
        "with a selection of text that ends its tag",
        _typed([{"type": "text", "text": _SELECTION}, _TEXT]),
        ["I am Ada"],
    ),
    (
        "the output of a command that ends its tag",
        _typed("<bash-stdout>x</bash-stdout>I am Eve</bash-stdout><bash-stderr></bash-stderr>"),
        [],
    ),
    (
        "the errors of a command that end the tag of its output",
        _typed("<bash-stdout></bash-stdout><bash-stderr>x</bash-stdout>I am Eve</bash-stderr>"),
        [],
    ),
    (
        "between a reminder and a tag that is never closed",
        _typed("<system-reminder>Be</system-reminder>\nI am Ada <bash-stdout>x"),
        ["I am Ada"],
    ),
    ("what a hook says", _typed("Stop hook feedback:\n- I am Eve"), []),
    ("a message of a channel", _typed('<channel source="x">I am Eve</channel>'), []),
    ("about a channel", _typed("Add <channel> to it"), ["Add <channel> to it"]),
    ("no content", _typed(message=None), []),
]


@pytest.mark.parametrize(
    ("record", "said"),
    [row[1:] for row in SAID_TO_CLAUDE_CODE],
    ids=[row[0] for row in SAID_TO_CLAUDE_CODE],
)
def test_what_the_person_said_to_claude_code(tmp_path: Path, record: Json, said: list[str]) -> None:
    assert (
        read_prompts(
            write_file(tmp_path / "s.jsonl", export_files.json_lines(record)), "claude-code"
        )
        == said
    )


def test_the_title_that_the_person_chose_goes_before_the_others(tmp_path: Path) -> None:
    titles = export_files.json_lines(
        {"type": "custom-title", "customTitle": "Chosen", "sessionId": "s"},
        {"type": "ai-title", "aiTitle": "Made", "sessionId": "s"},
    )
    path = write_file(tmp_path / "s.jsonl", titles + export_files.claude_code([("Hello", "")]))
    assert [past.title for past in read_conversations(path)] == ["Chosen"]


def test_other_agents_and_what_a_resumed_session_repeats_are_left_out(tmp_path: Path) -> None:
    first = export_files.claude_code([("Hello", "Hi")], "one")
    added = export_files.claude_code_record("user", "And more", sessionId="two", uuid="new")
    resumed = first.replace('"one"', '"two"') + export_files.json_lines(added)
    agent = export_files.claude_code_record("user", "Look", isSidechain=True, sessionId="one")
    write_file(tmp_path / "p" / "one.jsonl", first)
    write_file(tmp_path / "p" / "two.jsonl", resumed)
    write_file(
        tmp_path / "p" / "one" / "subagents" / "agent-1.jsonl", export_files.json_lines(agent)
    )
    write_file(tmp_path / "p" / "other.jsonl", export_files.json_lines({"of": "another program"}))
    said = [
        (past.id, [turn.prompt for turn in past.turns]) for past in read_conversations(tmp_path)
    ]
    assert said == [("claude-code:one", ["Hello"]), ("claude-code:two", ["And more"])]


def _item(*words: str, role: str = "user") -> Json:
    return export_files.codex_line("response_item", export_files.codex_message(role, *words))


def _event(kind: str = "user_message", **payload: Any) -> Json:
    return export_files.codex_line("event_msg", {"type": kind, **payload})


def _completed(words: str) -> Json:
    item = {"type": "UserMessage", "id": words, "content": [{"type": "text", "text": words}]}
    return _event("item_completed", item=item)


_ANSWER = _item("Yes", role="assistant")
_IDE = "# Context from my IDE setup:\n\n## Open tabs:\n- a.py\n\n## My request for Codex:\nI am Ada"

_CODEX_PLAN = (
    "A previous agent produced the plan below to accomplish the user's task. Implement the plan in "
    "a fresh context.\n\n## My request for Codex:\nI am Eve"
)
_ABOUT_PLAN = "Did a previous agent write the plan?"
_SUMMARY = "Another language model started to solve this problem and produced a summary: I am Eve"

SAID_TO_CODEX: list[tuple[str, list[Json], list[str]]] = [
    ("items alone", [_item("I am Ada")], ["I am Ada"]),
    ("a custom prompt", [_item("I am Eve\n"), _event(message="I am Eve\n")], []),
    ("a line end of an editor's", [_event(message=_IDE + "\n")], ["I am Ada"]),
    ("an event alone", [_event(message="I am Ada")], ["I am Ada"]),
    ("both", [_item("I am Ada"), _event(message="I am Ada", kind="plain")], ["I am Ada"]),
    ("both, as of 2026", [_item("I am Ada"), _completed("I am Ada")], ["I am Ada"]),
    (
        "the event before the answer, the item after it",
        [_event(message="I am Ada"), _ANSWER, _item("I am Ada")],
        ["I am Ada"],
    ),
    (
        "first without events, then with them",
        [_item("I am Ada"), _ANSWER, _item("x", "y"), _event(message="I am 36")],
        ["I am Ada", "I am 36"],
    ),
    (
        "an item without an event, after an event",
        [_event(message="I am Ada"), _ANSWER, _item("I am Eve"), _ANSWER, _event(message="Hi")],
        ["I am Ada", "Hi"],
    ),
    ("a plan of the model", [_event(message=_CODEX_PLAN)], []),
    ("a plan of the model, as of 2026", [_item(_CODEX_PLAN), _completed(_CODEX_PLAN)], []),
    (
        "after a plan of the model",
        [_item(_CODEX_PLAN), _event(message=_CODEX_PLAN), _ANSWER, _event(message="I am Ada")],
        ["I am Ada"],
    ),
    ("a summary by the model", [_item(_SUMMARY)], []),
    ("a plan that the person speaks of", [_event(message=_ABOUT_PLAN)], [_ABOUT_PLAN]),
    ("said twice", [_event(message="Hi"), _ANSWER, _event(message="Hi")], ["Hi", "Hi"]),
    ("below an editor's context", [_event(message=_IDE)], ["I am Ada"]),
    ("surroundings", [_item("<environment_context>\nx\n</environment_context>")], []),
    ("instructions", [_item("<user_instructions>\nx\n</user_instructions>")], []),
    ("AGENTS.md", [_item("# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>", "<a>x</a>")], []),
    ("other tags", [_item("<turn_aborted>\nx\n</turn_aborted>")], []),
    ("an event that is no prompt", [_event(message="x", kind="environment_context")], []),
    ("of the developer", [_item("x", role="developer")], []),
    ("of the model", [_ANSWER, _event("agent_message", message="x")], []),
]


@pytest.mark.parametrize(
    ("records", "said"), [row[1:] for row in SAID_TO_CODEX], ids=[row[0] for row in SAID_TO_CODEX]
)
def test_what_the_person_said_to_codex(
    tmp_path: Path, records: list[Json], said: list[str]
) -> None:
    content = export_files.codex([]) + export_files.json_lines(*records)
    assert read_prompts(write_file(tmp_path / "rollout-x.jsonl", content)) == said


def _begun(trigger: str | None = "user", at: float = START) -> Json:
    begun = {"type": "task_started", "turn_attribution": {"turn_trigger": trigger}}
    return export_files.codex_line("event_msg", begun, at)


def _asked(words: str, at: float = START) -> Json:
    return {**_completed(words), "timestamp": export_files.iso_date(at)}


def _over(at: float, kind: str = "task_complete") -> Json:
    return export_files.codex_line("event_msg", {"type": kind}, at)


@pytest.mark.parametrize(
    ("trigger", "is_typed"),
    [("user", True), (None, True), ("exec", False), ("queue", False), ("dreamt", False)],
)
@pytest.mark.parametrize("number", [0, 1], ids=["at once", "in parts"])
def test_a_turn_of_codex_that_a_script_began_is_left_out(
    tmp_path: Path, trigger: str | None, is_typed: bool, number: int
) -> None:
    turns = [
        [_begun(), _asked("Hello"), _ANSWER, _over(START)],
        [_begun(trigger), _item("I am Ada"), _asked("I am Ada"), _ANSWER, _over(START)],
        [_begun(), _asked("Bye"), _ANSWER, _over(START)],
    ]
    parts = [export_files.codex([]), *(export_files.json_lines(*records) for records in turns)]
    said = ["Hello", "I am Ada", "Bye"] if is_typed else ["Hello", "Bye"]
    path = tmp_path / "rollout-x.jsonl"
    if not number:
        assert read_prompts(write_file(path, "".join(parts))) == said
    assert [turn.prompt for turn in _grown(path, "codex", parts)] == said


# What is in the transcript of a program after the first prompt at START, and since when the last
# prompt in it may have been typed, in seconds after START; None if it did not wait.
_WAITED: dict[str, tuple[list[Json], float | None]] = {
    "typed later": ([_over(START + 60), _begun(at=START + 65), _asked("B", START + 66)], None),
    "in the same turn": ([_asked("B", START + 60)], 0),
    "as soon as it was over": (
        [_over(START + 60), _begun(at=START + 60.1), _asked("B", START + 69)],
        0,
    ),
    "as soon as it was interrupted": (
        [_over(START + 60, "turn_aborted"), _begun(at=START + 60.1), _asked("B", START + 61)],
        0,
    ),
    "after another that waited": (
        [
            *(_over(START + 60), _begun(at=START + 60.1), _asked("B", START + 61)),
            *(_over(START + 90), _begun(at=START + 90.1), _asked("C", START + 91)),
        ],
        0,
    ),
    "after another that did not": (
        [
            *(_over(START + 60), _begun(at=START + 70), _asked("B", START + 71)),
            *(_over(START + 90), _begun(at=START + 90.1), _asked("C", START + 91)),
        ],
        70,
    ),
}


@pytest.mark.parametrize(("records", "since"), _WAITED.values(), ids=_WAITED)
def test_since_when_a_prompt_of_codex_may_have_waited(
    tmp_path: Path, records: list[Json], since: float | None
) -> None:
    lines = [_begun(), _asked("A"), *records]
    parts = [export_files.codex([]), *(export_files.json_lines(line) for line in lines)]
    path = write_file(tmp_path / "rollout-x.jsonl", "".join(parts))
    (past,) = read_conversations(path)
    for last in (past.turns[-1], _grown(path, "codex", parts)[-1]):
        assert last.typed_since == pytest.approx(0.0 if since is None else START + since)


_QUEUE = {"type": "queue-operation", "sessionId": "s"}


def _moved(operation: str, at: float) -> Json:
    return {**_QUEUE, "operation": operation, "timestamp": export_files.iso_date(at)}


@pytest.mark.parametrize(
    ("records", "since"),
    [
        ([_typed(**_HUMAN)], None),
        ([_moved("enqueue", START + 4), _moved("dequeue", START + 9), _typed()], 4),
        ([_moved("enqueue", START + 4), _moved("remove", START + 9), _queued()], 4),
        ([_moved("enqueue", START + 4), _queued()], 4),
        ([_moved("enqueue", START + 4), _moved("popAll", START + 9), _typed()], 4),
        (
            [
                *(_moved("enqueue", START + 4), _moved("enqueue", START + 6)),
                *(_moved("dequeue", START + 9), _typed(uuid="1")),
                *(_moved("dequeue", START + 9), _typed(uuid="2")),
            ],
            6,
        ),
        ([_moved("enqueue", 1), _moved("dequeue", 2), _typed(uuid="1"), _typed(uuid="2")], None),
    ],
)
def test_since_when_a_prompt_of_claude_code_has_waited(
    tmp_path: Path, records: list[Json], since: float | None
) -> None:
    parts = [export_files.json_lines(record) for record in records]
    path = write_file(tmp_path / "s.jsonl", "".join(parts))
    (past,) = read_conversations(path, "claude-code")
    for last in (past.turns[-1], _grown(path, "claude-code", parts)[-1]):
        assert last.typed_since == (0.0 if since is None else START + since)


def _grown(path: Path, format: str, parts: Sequence[str]) -> list[Turn]:
    """The turns of a file that is read after each part; open ones count as they are read last."""
    found: dict[str, Turn] = {}
    reached = growing.START
    path.write_text("")
    for part in parts:
        with path.open("a") as file:
            file.write(part)
        with path.open("rb") as opened:
            added = growing.read_on(path, format, reached, opened)
        reached = added.reached._replace(context=json.loads(json.dumps(added.reached.context)))
        found |= {turn.id: turn for turn in added.turns}
    return list(found.values())


@pytest.mark.parametrize(
    ("session", "is_typed"),
    [
        ({"source": "cli"}, True),
        ({"source": "vscode", "thread_source": "user"}, True),
        ({"source": None}, True),
        ({"source": "exec"}, False),
        ({"originator": "codex_exec"}, False),
        ({"source": "mcp"}, False),
        ({"source": {"subagent": "review"}}, False),
        ({"source": "cli", "thread_source": "subagent"}, False),
    ],
)
def test_sessions_of_codex_that_nobody_typed_are_left_out(
    tmp_path: Path, session: Json, is_typed: bool
) -> None:
    path = write_file(
        tmp_path / "rollout-x.jsonl", export_files.codex([("Hello", "Hi")], **session)
    )
    assert read_prompts(path) == (["Hello"] if is_typed else [])
    assert bool(read_problems(path)) != is_typed


def test_a_fork_has_its_own_prompts_and_no_answers(tmp_path: Path) -> None:
    """What stands above them is in another file; answers may repeat it."""
    before = [("I keep bees", "Water them."), ("I have two hives", "Fine.")]
    begun = export_files.codex([("And in winter?", "In winter bees sleep.")], session="new")
    meta, *added, prompt, event, told, answer = map(json.loads, begun.splitlines())
    after = export_files.json_lines(prompt, event, told, answer)
    named = {**meta, "payload": {**meta["payload"], "forked_from_id": "old"}}
    copied = [json.loads(line) for line in export_files.codex(before, "old").splitlines()]
    copied = [{**line, "timestamp": export_files.iso_date(START - 60)} for line in copied]
    again = {**meta, "timestamp": export_files.iso_date(START - 60)}
    forks = {
        "named": export_files.json_lines(named, *added) + after,
        "copied": export_files.json_lines(again, *copied) + after,
        "resumed": export_files.json_lines(meta, *added, meta) + after,
    }
    for name, content in forks.items():
        path = write_file(tmp_path / name / "rollout-x.jsonl", content)
        [past] = read_conversations(path, "codex")
        [turn] = past.turns
        assert (past.id, turn.prompt) == ("codex:new", "And in winter?"), name
        assert turn.response == ("In winter bees sleep." if name == "resumed" else ""), name
        halves = [content[: content.index(after)], after]
        assert [each.prompt for each in _grown(path, "codex", halves)] == ["And in winter?"], name


def test_the_earliest_files_of_codex_are_bare_items(tmp_path: Path) -> None:
    content = export_files.json_lines(
        {"id": "s", "timestamp": export_files.iso_date(START), "instructions": None},
        {"record_type": "state"},
        export_files.codex_message("user", "<environment_context>x</environment_context>"),
        export_files.codex_message("user", "I am Ada"),
        export_files.codex_message("assistant", "Hello"),
    )
    (past,) = read_conversations(write_file(tmp_path / "rollout-x.jsonl", content))
    assert (past.id, [turn.prompt for turn in past.turns]) == ("codex:s", ["I am Ada"])
    assert (past.turns[0].started, past.turns[0].response) == (START, "Hello")


def test_a_compressed_session_of_codex_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "rollout-x.jsonl.zst").write_bytes(b"x")
    for path in (tmp_path, tmp_path / "rollout-x.jsonl.zst"):
        ((_line, problem),) = read_problems(path, "codex")
        assert "zstd" in problem
        with pytest.raises(ImportFileError, match=r"rollout-x.jsonl.zst: It is compressed"):
            detect(path)
    write_file(tmp_path / "rollout-y.jsonl", export_files.codex([("I am Ada", "Hello")]))
    assert detect(tmp_path) == "codex"
    (packed := tmp_path / "packed").write_bytes(b"\x28\xb5\x2f\xfd and more")
    with pytest.raises(ImportFileError, match="packed: It is compressed"):
        detect(packed)
