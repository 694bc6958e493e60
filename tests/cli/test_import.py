"""`llm memory import`: other programs' conversations and facts, with scripted models."""

import json
import os
import time
from pathlib import Path
from unicodedata import east_asian_width

import pytest
from support.export_files import (
    START,
    chatgpt,
    claude,
    claude_code,
    claude_code_record,
    codex,
    gptme,
    json_lines,
    write_file,
    write_zip,
)
from support.product import Product, Ran

pytestmark = [pytest.mark.product, pytest.mark.once]

TALK = [
    ("I keep bees behind my house, and they need a lot of care in spring", "I live in Lima."),
    ("thanks", "You are welcome."),
]
BEES = 'ADD Interests | Keeps bees | "I keep bees"'


def run(product: Product, *words: str) -> Ran:
    return product.run("memory", "import", *words)


def test_every_kind_of_conversation(product: Product) -> None:
    product.answer({"bees": BEES})
    home = product.home
    made = {
        "chatgpt": write_zip(
            home / "chatgpt.zip", {"conversations.json": json.dumps([chatgpt("a", TALK)])}
        ),
        "claude": write_file(home / "conversations.json", [claude("b", TALK)]),
        "gptme": write_file(home / "logs" / "2025-06-15-talk" / "conversation.jsonl", gptme(TALK)),
        "claude-code": write_file(home / "projects" / "p" / "s.jsonl", claude_code(TALK)),
        "codex": write_file(home / "sessions" / "rollout-1.jsonl", codex(TALK)),
    }
    names = [str(path.relative_to(home)) for path in made.values()]
    before = product.run("memory", "status").code, product.profile()
    shown = run(product, "--dry-run", *names)
    assert shown.code == 0 and "5  to learn from" in shown.out, shown
    assert shown.out.startswith("5 files: 5 conversations, 2025-06-15\n"), shown
    assert (0, product.profile()) == before and product.requests() == []
    done = run(product, "-y", *names)
    assert done.code == 0 and "5 requests answered" in done.out, done
    assert all("live in Lima" not in line for line in product.profile().splitlines())
    assert product.profile().count("Keeps bees") == 1
    [fact] = json.loads(product.run("memory", "why", "bees", "--json").out)
    assert fact["origins"][0]["source"] in made
    assert abs(fact["origins"][0]["said"] - START) < 3600
    # Exported anew next month, only what is new is asked about.
    write_file(
        home / "conversations.json",
        [claude("b", [*TALK, ("I keep bees, and also geese now, since last summer", "")])],
    )
    again = run(product, "-y", *names)
    assert "4  skipped: learned from already" in again.out and "1 request answered" in again.out
    assert len(product.requests()) == 6


def test_of_a_connected_program_only_what_was_typed_with_memory_on_for_this_profile(
    product: Product,
) -> None:
    """`import` is run once a day, beside the hooks that learn."""
    product.answer({"bees": BEES})
    (product.home / ".claude").mkdir()
    assert product.run("memory", "connect", "claude-code", "-y").code == 0
    product.run("memory", "add", "Plays chess", env={"LLM_MEMORY_PROFILE": "work"})
    words = TALK[0][0]
    for name in ("off", "work"):
        record = claude_code_record(
            "user", words, time.time(), sessionId=name, uuid=name, promptId=name
        )
        write_file(product.home / "projects" / f"{name}.jsonl", json_lines(record))
    product.env["LLM_MEMORY_PROFILE"] = "work"
    typed = {"session_id": "work", "prompt": words, "prompt_id": "work"}
    path = str(product.home / "projects" / "work.jsonl")
    product.hook("UserPromptSubmit", {**typed, "transcript_path": path})
    del product.env["LLM_MEMORY_PROFILE"]
    for options in (("--dry-run",), ("-y",)):
        shown = run(product, *options, "projects")
        assert "1  skipped: not typed with memory on" in shown.out, shown
        assert "1  skipped: said for another profile" in shown.out, shown
    product.env["LLM_MEMORY_PROFILE"] = "work"
    assert "1  to learn from" in run(product, "--dry-run", "projects").out


AGENT = "You are an autonomous agent that keeps a vault of notes. I live in Rome, and I keep bees."


def test_what_began_as_an_agent_s_run_is_not_learned_from(product: Product) -> None:
    talk = [(AGENT, "Done."), ("I keep bees behind my house, and they need a lot of care", "")]
    home = product.home
    write_file(home / "logs" / "2025-06-15-talk" / "conversation.jsonl", gptme(talk))
    write_file(home / "projects" / "p" / "s.jsonl", claude_code(talk))
    write_file(home / "sessions" / "rollout-1.jsonl", codex(talk))
    write_file(home / "c.json", [claude("b", talk)])  # nobody runs agents there
    for options in ((), ("--force",)):
        shown = run(product, "--dry-run", *options, "logs", "projects", "sessions", "c.json")
        assert "3  skipped: an agent's run" in shown.out and "1  to learn from" in shown.out, shown
    assert run(product, "-y", "logs", "projects", "sessions").code == 0
    assert product.requests() == []


def test_what_cannot_be_read_is_named_and_the_rest_imported(product: Product) -> None:
    product.answer({"bees": BEES})
    good = claude_code(TALK)
    write_file(product.home / "s.jsonl", good.replace("\n", "\n{broken\n", 1))
    done = run(product, "-y", "--format", "claude-code", "s.jsonl")
    assert done.code == 1 and "s.jsonl, line 2: " in done.err
    assert "Keeps bees" in product.profile()
    for name, content in {"empty.json": "", "odd.json": '{"a": 1}', "odd.bin": "\x00\x01"}.items():
        write_file(product.home / name, content)
        refused = run(product, "-y", name)
        assert refused.code == 1 and name in refused.err and "Traceback" not in refused.err, refused
    assert run(product, "-y", "nowhere.json").code == 2


def test_of_several_one_that_is_nothing_keeps_nobody_from_reading_the_others(
    product: Product,
) -> None:
    (product.home / "empty").mkdir()
    write_file(product.home / "c.json", [claude("b", TALK)])
    shown = run(product, "--dry-run", "empty", "c.json")
    assert shown.code == 1 and "1  to learn from" in shown.out
    assert "empty: holds nothing that can be imported." in shown.err
    shown = run(product, "--dry-run", "empty", "empty")
    assert shown.code == 1 and not shown.out


def test_said_while_paused_or_forgotten_it_stays_so(product: Product) -> None:
    product.answer({"bees": BEES})
    write_file(product.home / "c.json", [claude("b", TALK)])
    assert run(product, "-y", "c.json").code == 0
    assert product.run("memory", "forget", "bees", "-y").code == 0
    assert "1  skipped" in run(product, "-y", "--force", "c.json").out
    assert "Keeps bees" not in product.profile() and len(product.requests()) == 1


FACTS = """\
# User facts

- Keeps bees
- Rows on Sundays
  - since 2019
- My key is sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD

## Preferences
- Answers in metric units

Last updated: 2025-06-15
"""


def test_a_list_of_facts_is_shown_and_added_as_the_users_own(product: Product) -> None:
    assert product.run("memory", "add", "Keeps bees").code == 0
    write_file(product.home / "facts.md", FACTS)
    shown = run(product, "--dry-run", "facts.md")
    assert "  + Rows on Sundays" in shown.out and "1 fact known already." in shown.out
    assert "! That looks like a secret" in shown.out and "Rows" not in product.profile()
    assert run(product, "facts.md").code == 1, "nobody answered"
    assert "Rows" not in product.profile()
    added = run(product, "-y", "facts.md")
    assert added.code == 1 and "facts.md, line 5: This bullet belongs" in added.err
    assert "- Rows on Sundays" in product.profile() and "sk-proj" not in product.profile()
    assert "## Preferences\n- Answers in metric units" in product.profile()
    assert product.requests() == []
    assert product.run("memory", "undo").code == 0
    assert "Rows" not in product.profile()


def test_of_a_list_what_was_forgotten_stays_so(product: Product) -> None:
    (product.home / "old.md").write_text("- Keeps bees\n- Rows\n")
    assert run(product, "-y", "old.md").code == 0
    assert product.run("memory", "forget", "bees", "-y").code == 0
    assert product.run("memory", "forget", "Rows", "-y").code == 0
    (product.home / "old.md").write_text("- Keeps bees\n- Rows\n- Sails\n")
    done = run(product, "-y", "old.md")
    assert done.code == 0 and "“Keeps bees” is something that you had forgotten" in done.out, done
    assert "Sails" in product.profile() and "bees" not in product.profile()
    assert product.run("memory", "add", "Keeps bees").code == 0
    assert "Keeps bees" in product.profile()


def test_a_dry_run_makes_nothing_and_json_is_one_document(product: Product) -> None:
    write_file(product.home / "facts.md", FACTS)
    write_file(product.home / "c.json", [claude("b", TALK)])
    for options in ((), ("--json",)):
        shown = run(product, "--dry-run", *options, "facts.md")
        assert "Rows on Sundays" in shown.out and not product.folder.path.exists()
    assert json.loads(shown.out)["known"] == 0
    both = run(product, "-y", "--json", "facts.md", "c.json")
    assert both.code == 2 and both.out == "" and "not for both" in both.err
    assert not product.folder.path.exists()


def test_the_help_lists_the_formats_one_a_line(product: Product) -> None:
    shown = run(product, "--help").out
    assert "\\b" not in shown and "\n  gptme        a conversation.jsonl" in shown


def test_a_title_cannot_command_the_terminal(product: Product) -> None:
    write_file(product.home / "c.json", [claude("b", TALK) | {"name": "Hi\x1b]0;owned\x07\x9b2J"}])
    shown = run(product, "--dry-run", "c.json")
    assert "Hi ]0;owned 2J" in shown.out, shown


def test_no_line_of_a_plan_is_wider_than_a_terminal(product: Product) -> None:
    titles = {"a": "Warm-up for choir, " * 5, "b": "合唱のためのウォームアップ" * 5, "c": "短い"}
    said = [claude(name, TALK) | {"name": title} for name, title in titles.items()]
    write_file(product.home / "an-export-with-a-long-name-of-june-2025.json", said)
    shown = run(product, "--dry-run", "an-export-with-a-long-name-of-june-2025.json")
    columns = [
        sum(2 if east_asian_width(letter) in "WF" else 1 for letter in line)
        for line in (shown.out + shown.err).splitlines()
    ]
    assert shown.out.count("…\n") == 2 and "  短い\n" in shown.out
    assert max(columns) <= 80 and sorted(columns)[-3] > 70


def test_what_is_dated_in_the_future_gives_way_to_later_words(product: Product) -> None:
    product.answer(
        {
            "I live in Oslo": 'ADD Personal Information | Lives in Oslo | "I live in Oslo"',
            "moved to Bergen": "REPLACE Personal Information | Lives in Oslo | Lives in Bergen | "
            '"I have moved to Bergen"',
        }
    )
    said = [("I live in Oslo with my partner, close to the opera house", "Nice")]
    talk = claude("a", said, created_at=None, updated_at=None)
    for message in talk["chat_messages"]:
        message["created_at"] = message["updated_at"] = "2099-01-01T00:00:00Z"
    path = write_file(product.home / "conversations.json", [talk])
    os.utime(path, (4_070_908_800, 4_070_908_800))
    assert run(product, "-y", "conversations.json").code == 0
    assert "Lives in Oslo" in product.profile()
    later = [{"role": "user", "content": "I have moved to Bergen in spring, and I like it a lot."}]
    assert product.run("memory", "learn", stdin=json.dumps(later)).code == 0
    assert "Lives in Bergen" in product.profile() and "Lives in Oslo" not in product.profile()


def test_of_a_teams_export_only_what_the_user_said_is_used(product: Product) -> None:
    product.answer({"bees": BEES, "goats": 'ADD Interests | Keeps goats | "I keep goats"'})
    own = claude("a", TALK, account={"uuid": "1"})
    others = [("I keep goats behind my house, and they need a lot of care in spring", "Nice")]
    users = [{"uuid": "1", "email_address": "ada@x.org"}, {"uuid": "2", "email_address": "b@x.org"}]
    talks = [own, claude("b", others, account={"uuid": "2"})]
    members = {"conversations.json": json.dumps(talks), "users.json": json.dumps(users)}
    write_zip(product.home / "team.zip", dict(members))
    refused = run(product, "-y", "team.zip")
    assert refused.code == 1 and "of 2 accounts (ada@x.org, b@x.org)" in refused.err, refused
    assert product.requests() == []
    told = product.run("memory", "sources", "add", "team.zip")
    assert told.code == 0 and "name yours with --account" in told.err.replace("\n", " "), told
    assert "(1 of unclear accounts)" in product.run("memory", "sources").out
    assert product.run("memory", "search", "bees").code == 1

    assert run(product, "-y", "--account", "Ada@x.org", "team.zip").code == 0
    assert "Keeps bees" in product.profile() and "goats" not in product.profile()
    added = product.run("memory", "sources", "add", "--account", "ada@x.org", "team.zip")
    assert added.code == 0 and "accounts" not in added.err, added
    assert product.run("memory", "search", "bees").code == 0
    assert product.run("memory", "search", "goats").code == 1
    assert "--account ada@x.org" in product.run("memory", "sources", "remove", "team.zip").err


def test_what_is_exported_can_be_imported(product: Product, tmp_path: Path) -> None:
    for fact in ("Keeps bees", "Rows on Sundays"):
        product.run("memory", "add", fact, "--section", "Interests")
    assert product.run("memory", "export", "--format", "facts", "-o", "facts.md").code == 0
    other = Product(tmp_path / "other")
    try:
        path = str(product.home / "facts.md")
        assert other.run("memory", "import", "-y", path).code == 0
        assert {"- Keeps bees", "- Rows on Sundays"} <= set(other.profile().splitlines())
    finally:
        other.end()
