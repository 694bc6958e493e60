"""`llm memory search` by the whole product: conversations of one shell are found in another."""

import json
import shlex
import sqlite3
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from support import export_files
from support.product import Product

from llm_user_memory.cli import search as cli_search
from llm_user_memory.recall.hits import Hit
from llm_user_memory.settings import Settings

pytestmark = [pytest.mark.product, pytest.mark.once]


def talk(product: Product) -> None:
    """Some conversations, with memory on and off."""
    product.answer(prompts={"Lisbon": "It lies by the river Tejo.", "Rust": "Use cargo."})
    product.type("I moved to Lisbon in May, and my shop runs on SQLite")
    product.type("How do I build a Rust workspace?")
    product.type("我喜欢吃苹果和香蕉")
    product.run("A script asked about lisbon")


def found(product: Product, *words: str) -> list[dict[str, Any]]:
    ran = product.run("memory", "search", "--json", *words)
    hits: list[dict[str, Any]] = json.loads(ran.out)["passages"]
    assert ran.code == (0 if hits else 1), ran
    return hits


def test_it_finds_what_was_said_and_how_to_open_it(after_talk: Product) -> None:
    ran = after_talk.run("memory", "search", "where", "did", "I", "move")
    assert ran.code == 0, ran
    first = ran.out.split("\n\n")[0]
    assert "you: I **moved** to Lisbon" in first
    assert "assistant: It lies by the river Tejo." in first
    [turn] = [turn for turn in after_talk.logged() if "Lisbon" in turn_text(after_talk, turn["id"])]
    assert f"llm logs --cid {turn['thread_id']}" in first
    assert found(after_talk, "moved")[0]["continues"] == f"llm -c --cid {turn['thread_id']}"
    opened = after_talk.run("logs", "--cid", turn["thread_id"])
    assert "SQLite" in opened.out


def test_a_model_whose_name_is_not_text_has_no_conversations(after_talk: Product) -> None:
    assert found(after_talk, "moved", "-m", "caf\udce9") == []


def turn_text(product: Product, turn_id: str) -> str:
    with sqlite3.connect(product.user_path / "logs.db") as db:
        row = db.execute("select prompt from turn_search where turn_id = ?", (turn_id,)).fetchone()
    db.close()
    return str(row[0])


QUESTIONS = {
    "any form of a word": ("moving", "I moved to Lisbon"),
    "a script without spaces": ("苹果", "苹果和香蕉"),
    "one letter of it": ("蕉", "苹果和香蕉"),
    "a phrase": ('"build a Rust"', "Rust workspace"),
    "an answer": ("Tejo", "by the river"),
    "signs that mean something to SQLite": ('NEAR(tejo* OR "', "river Tejo"),
}


def test_it_finds_by_words(after_talk: Product) -> None:
    for what, (question, text) in QUESTIONS.items():
        assert text in found(after_talk, question)[0]["text"], what


def test_what_is_excluded_or_not_there_is_not_found(after_talk: Product) -> None:
    assert not [hit for hit in found(after_talk, "lisbon -sqlite") if "SQLite" in hit["text"]]
    assert found(after_talk, '"moved Lisbon"') == []
    assert after_talk.run("memory", "search", "xylophone").err == "Nothing was found.\n"


def test_off_the_record_is_found_and_said_to_be_so(after_talk: Product) -> None:
    by_script = [hit for hit in found(after_talk, "lisbon") if "script" in hit["text"]]
    assert [hit["kept_from_models"] for hit in by_script] == [True]
    assert "(kept from models)" in after_talk.run("memory", "search", "script asked").out


def test_filters(after_talk: Product) -> None:
    assert found(after_talk, "lisbon", "--since", "today")
    assert found(after_talk, "lisbon", "--until", "yesterday") == []
    assert found(after_talk, "lisbon", "--model", "other") == []
    assert found(after_talk, "lisbon", "--source", "notes") == []
    assert len(found(after_talk, "lisbon", "--limit", "1")) == 1
    ran = after_talk.run("memory", "search", "lisbon", "--since", "next blue")
    assert (ran.code, "is no time" in ran.err) == (2, True)


def test_what_was_said_since_is_found_at_once(after_talk: Product) -> None:
    assert found(after_talk, "accordion") == []
    after_talk.type("I play the accordion")
    assert found(after_talk, "accordion")[0]["text"] == "I play the accordion"
    assert found(after_talk, "accordion", "--context", "1")[0]["context"]


def test_deleted_from_the_log_it_is_not_found_any_more(after_talk: Product) -> None:
    assert found(after_talk, "Tejo")
    with sqlite3.connect(after_talk.user_path / "logs.db") as db:
        for table, column in (("turn_search", "turn_id"), ("turns", "id")):
            db.execute(f"delete from {table} where {column} = (select min(id) from turns)")
    db.close()
    assert found(after_talk, "Tejo") == []
    assert found(after_talk, "Rust")


def test_without_a_search_there_is_no_index(after_talk: Product) -> None:
    index = after_talk.folder.path / "index.db"
    assert not index.exists()
    found(after_talk, "lisbon")
    assert index.stat().st_mode & 0o777 == 0o600


def test_forgotten_it_is_not_found(product: Product) -> None:
    said = "I play the accordion in a band"
    fact = f'ADD Interests | Plays the accordion | "{said}"'
    product.answer(updates={said: fact})
    product.type(said)
    product.wait_for_fact("Plays the accordion")
    assert found(product, "accordion")
    product.run("memory", "forget", "accordion", "--yes")
    assert "accordion" not in product.profile()
    assert found(product, "accordion") == []
    product.run("memory", "add", "Plays the accordion")
    assert [hit["source"] for hit in found(product, "band")][:1] == ["logs"]


def test_facts_are_shown_with_their_days(product: Product) -> None:
    product.run("memory", "add", "Plays the accordion")
    product.run("memory", "add", "Plays the oboe")
    profile = product.profile().replace("- Plays the oboe\n", "")
    product.run("memory", "load", "-", stdin=profile)
    today = date.today()
    shown = product.run("memory", "search", "plays").out
    assert f"profile\n  {today}  **Plays** the accordion\n  llm memory show\n" in shown
    assert (
        f"profile, as it was\n  until {today}  **Plays** the oboe\n  llm memory history\n" in shown
    )


def test_the_days_that_are_shown_are_named_in_json(after_talk: Product) -> None:
    asked = ("memory", "search", "--json", "what did we talk about today?")
    told = json.loads(after_talk.run(*asked).out)
    assert told["passages"]
    assert told["remarks"] == [f"Only what was said on {date.today()} is shown."]
    assert json.loads(after_talk.run("memory", "search", "--json", "Lisbon").out)["remarks"] == []


def test_a_dated_file_is_of_its_day(product: Product) -> None:
    there = product.home / "diary"
    there.mkdir()
    (there / "2024-01-15.md").write_text("The accordion of Kari was tuned in Bergen")
    assert product.run("memory", "sources", "add", str(there)).code == 0
    [hit] = found(product, "accordion", "--until", "2024-12-31")
    assert date.fromtimestamp(hit["date"]) == date(2024, 1, 15)
    assert found(product, "accordion", "--since", "2024-12-31") == []
    product.run("-f", "memory:recall", "Where was the accordion of Kari tuned?")
    [given] = [each for each in product.prompts()[-1]["messages"] if "Bergen" in each["text"]]
    assert "2024-01-15" in given["text"] and str(date.today()) not in given["text"]


def test_conversations_with_other_programs(product: Product) -> None:
    talk = [("I keep bees in Lisbon", "Bees need water.")]
    path = product.home / ".claude/projects/p/s1.jsonl"
    export_files.write_file(path, export_files.claude_code(talk, "s1"))
    (path.parent / "CLAUDE.md").write_text("# Bees of the project\n\nNothing.\n")
    ran = product.run("memory", "sources", "add", str(product.home / ".claude/projects"))
    assert "1 file of conversations with claude-code" in ran.err
    assert "only models on this machine are given it" in " ".join(ran.err.split())
    [hit] = found(product, "bees", "water", "--limit", "1")
    assert (hit["source"], hit["role"], hit["document"]) == ("claude-code", "assistant", str(path))
    assert hit["date"] == pytest.approx(export_files.START, abs=60)
    assert found(product, "bees", "--source", "claude-code")
    assert found(product, "bees", "--source", "logs") == []
    assert "claude-code" in product.run("memory", "search", "bees").out.split("\n")[0]
    listed = json.loads(product.run("memory", "sources", "--json").out)
    assert [(one["format"], one["files"], one["passages"]) for one in listed] == [
        ("claude-code", 1, 2)
    ]
    assert (
        product.run("memory", "sources", "remove", str(product.home / ".claude/projects")).code == 0
    )
    assert found(product, "bees") == []


def test_what_is_left_out_of_a_source_is_told(product: Product) -> None:
    there = product.home / ".codex/sessions"
    agent = [("You are a helpful bot. What do bees eat?", "Pollen.")]
    export_files.write_file(there / "rollout-1.jsonl", export_files.codex(agent, "s1"))
    export_files.write_file(there / "rollout-2.jsonl", export_files.codex([], "s2"))
    export_files.write_file(there / "rollout-3.jsonl.zst", "")
    told = " ".join(product.run("memory", "sources", "add", str(there)).err.split())
    assert "1 session begins as an agent's: you find it, and no model is given it." in told
    assert "1 session has nothing that a person typed" in told
    assert "1 file is compressed and cannot be read: unpack it with zstd." in told
    assert {hit["role"] for hit in found(product, "bees", "pollen")} == {"user", "assistant"}
    [listed] = json.loads(product.run("memory", "sources", "--json").out)
    left_out = {"like_an_agents": 1, "not_typed": 1, "compressed": 1, "unclear": 0}
    assert listed["left_out"] == left_out
    shown = product.run("memory", "sources").out
    assert "1 for you alone, 1 with nothing typed, 1 compressed" in shown
    again = product.run("memory", "sources", "add", str(there), "--any", "--json").out
    assert json.loads(again)["left_out"] == left_out
    export_files.write_file(product.home / "old/rollout-4.jsonl.zst", "")
    only = json.loads(product.run("memory", "sources", "add", "old", "--json").out)
    assert (only["format"], only["left_out"]["compressed"]) == ("codex", 1)


def test_a_source_is_added_again_as_it_was(product: Product) -> None:
    path = product.home / "my talks"
    export_files.write_file(path / "s1.jsonl", export_files.claude_code([("Hi", "Ho")], "s1"))
    (path / "about.md").write_text("# Talks\n\nOld ones.\n")
    (path / "more.md").write_text("# More\n\nOld ones.\n")

    def take_back(*words: str) -> list[str]:
        told = json.loads(product.run("memory", "sources", *words, "--json").out)
        return shlex.split(told["take_back"])[1:]

    added = ("add", str(path), "--format", "claude-code", "--any")
    product.run("memory", "sources", *added)
    before = product.run("memory", "sources", "--json").out
    for changed in (("remove", str(path)), ("add", str(path), "--format", "claude-code")):
        assert product.run(*take_back(*changed)).code == 0
        assert product.run("memory", "sources", "--json").out == before


def test_a_conversation_that_is_kept(product: Product) -> None:
    talk = json.dumps(
        [
            {"role": "user", "content": "I keep bees in Lisbon"},
            {"role": "assistant", "content": "Bees need water."},
        ]
    )
    words = ("memory", "learn", "--keep", "--conversation", "c1")
    assert "Kept: 1 turn." in product.run(*words, stdin=talk).err
    [hit] = found(product, "water")
    assert (hit["source"], hit["document"], hit["role"]) == ("said", "c1", "assistant")
    assert product.run("memory", "forget", "bees in Lisbon", "--purge", "--yes").code == 0
    assert found(product, "bees") == []
    ran = product.run(*words, "--json", stdin=talk)
    assert json.loads(ran.out)["kept"] == 0
    assert b"keep bees" not in (product.folder.path / "state.db").read_bytes()


def test_what_was_said_around_a_fact(product: Product) -> None:
    said = "I moved to Lisbon in May"
    product.answer(
        prompts={"Lisbon": "How is the light?"},
        updates={said: f'ADD Interests | Lives in Lisbon | "{said}"'},
    )
    product.type("The accordion needs new reeds")
    product.type("Which tram goes to Lisbon castle?")
    product.type(said)
    product.wait_for_fact("Lives in Lisbon")
    hits = found(product, "--about", "Lives in Lisbon")
    assert [hit["text"] for hit in hits if hit["role"] == "user"] == [
        "Which tram goes to Lisbon castle?",
        said,
    ]
    assert [hit["date"] for hit in hits] == sorted(hit["date"] for hit in hits)
    [own] = [hit for hit in hits if hit["text"] == said]
    assert "assistant: How is the light?" in own["context"]
    assert found(product, "--about", "Lives in Lisbon", "--newest") == hits[::-1]
    tram = found(product, "--about", "Lives in Lisbon", "--context", "1")[0]
    assert tram["text"].startswith("Which tram") and len(tram["context"]) > 1
    shown = product.run("memory", "why", "Lisbon", "--around").out
    assert "tram goes" in shown and "accordion" not in shown
    [told] = json.loads(product.run("memory", "why", "Lisbon", "--around", "--json").out)
    assert said in [hit["text"] for hit in told["around"]]
    assert product.run("memory", "search", "--about", "xylophone").code == 1
    assert product.run("memory", "search").code == 2


def test_what_stands_around_a_note_has_no_speaker() -> None:
    hit = Hit(1, "notes", "/n.md", "1", "", "", "Bees", None, "", shareable=True, ordinal=0)
    assert cli_search.as_json(hit, [hit])["context"] == ["Bees"]
    said = hit._replace(kind="logs", role="user")
    assert cli_search.as_json(said, [said])["context"] == ["user: Bees"]


def test_a_search_that_is_stopped_claims_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    def indexing() -> Iterator[int]:
        yield 7
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):  # which exits with 130: see test_exits
        cli_search._update_index(indexing(), Settings())
    said = capsys.readouterr()
    assert "Only 7 turns indexed so far" in said.err and said.out == ""
