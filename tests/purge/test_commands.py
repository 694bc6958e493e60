"""`forget --purge` and `clear --history`, by the whole product."""

import json
import os
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest
from support.llm_log import FIXTURES
from support.product import Product, until
from support.purging import (
    FACT,
    OLD_PROFILE,
    OTHER,
    QUOTE,
    WITH_FACT,
    add_facts,
    all_rows,
    check_llm_goes_on,
    files_containing,
    integrity_problems,
    purge_by_command,
)

from llm_user_memory.profile.document import EMPTY
from llm_user_memory.purge.logs_db import plan as logs_plan
from llm_user_memory.store.locks import locked


@pytest.mark.product
@pytest.mark.parametrize("place", ["prompt", "system"])
def test_a_log_of_today(product: Product, place: str) -> None:
    add_facts(product, FACT, OTHER)
    env = {"LLM_MEMORY_PLACEMENT": place}
    assert product.type("Where do I live?", env=env).code == 0
    assert product.type("-c", "And when?", env=env).code == 0
    before = product.logged()
    report = purge_by_command(product, "Lisbon")
    assert report["rows"]["fragments"] == 1 and report["rows"]["turns"] == 2
    assert [turn["id"] for turn in product.logged()] == [turn["id"] for turn in before]
    told = product.run("logs", "-n", "0", "-x").out + product.run("logs", "--json").out
    assert FACT not in told and OTHER in told
    check_llm_goes_on(product, *{turn["thread_id"] for turn in before})
    assert FACT.encode() not in (product.user_path / "logs.db").read_bytes()
    assert FACT not in json.dumps(product.prompts()[-1]) and OTHER in json.dumps(
        product.prompts()[-1]
    )


@pytest.mark.product
def test_what_tools_told_a_model_is_erased(product: Product) -> None:
    add_facts(product, OTHER)
    ask = ["-T", "Memory", "use Memory_profile {}"]
    assert product.run(*ask).code == 0
    add_facts(product, FACT)
    assert product.run(*ask).code == 0  # the same messages, but for the fact
    search = 'use Memory_search {"query": "where I live"}'
    assert product.run("-T", "Memory", search).code == 0
    assert FACT in json.dumps(product.prompts()[-1]["results"])
    threads, asked = {turn["thread_id"] for turn in product.logged()}, len(product.prompts())
    report = purge_by_command(product, "Lisbon")
    assert report["rows"]["parts"] >= 2
    assert FACT.encode() not in (product.user_path / "logs.db").read_bytes()
    for thread in threads:
        assert product.run("--cid", thread, "And then?").code == 0
    sent = json.dumps(product.prompts()[asked:])
    assert "And then?" in sent and OTHER in sent and FACT not in sent
    assert integrity_problems(product.folder) == ([], [], "ok")


def write_old_log(path: Path, fixture: str) -> str:
    """Copy an old log to `path`, with our text where that llm put it; return a thread's id."""
    shutil.copy(FIXTURES / f"{fixture}.db", path)
    with logs_plan.opened(path, "rw") as db:
        query = "select id, conversation_id from responses order by id limit 1"
        response, thread = db.execute(query).fetchone()
        for number, (text, source) in enumerate(
            [(WITH_FACT, "memory:auto"), (OLD_PROFILE, "memory:profile")]
        ):
            fragment = db.execute(
                "insert into fragments (hash, content, source) values (?, ?, ?)",
                (sha256(text.encode()).hexdigest(), text, source),
            ).lastrowid
            for table in ("prompt_fragments", "system_fragments"):
                values = (response, fragment, 7 + number)
                db.execute(f"insert into {table} values (?, ?, ?)", values)
        request = {"messages": [{"role": "user", "content": {"$r": [{"$": "f1"}, WITH_FACT, "é"]}}]}
        db.execute(
            "update responses set system = ?, prompt_json = ?, response_json = ? where id = ?",
            (
                f"Be brief\n{WITH_FACT}",
                json.dumps(request),
                json.dumps({"in": OLD_PROFILE}),
                response,
            ),
        )
        for table in {"conversations", "responses", "turns"} & set(logs_plan.columns(db)):
            db.execute(f"update {table} set model = 'scripted'")
        name = f"{' '.join(OLD_PROFILE.split())[:31]}…"
        db.execute("update conversations set name = ? where id = ?", (name, thread))
    return str(thread)


@pytest.mark.product
@pytest.mark.parametrize("continued", [False, True])
@pytest.mark.parametrize("fixture", ["legacy", "upgraded"])
def test_a_log_of_an_older_llm(product: Product, fixture: str, continued: bool) -> None:
    thread = write_old_log(product.user_path / "logs.db", fixture)
    add_facts(product, OTHER)
    if continued:  # LLM copies the conversation into its new tables, with our text in full
        assert product.type("--cid", thread, "And now?").code == 0
    before = all_rows(product.folder.logs)
    report = purge_by_command(product, "Lisbon")
    after = all_rows(product.folder.logs)
    assert after.keys() == before.keys()
    assert report["rows"]["responses"] == 1 and report["rows"]["fragments"] == 2
    assert ("parts" in report["rows"]) == (continued and fixture == "legacy")
    assert FACT.encode() not in (product.user_path / "logs.db").read_bytes()
    for (table, number), row in before.items():
        if table in ("responses", "turn_search"):
            for column in ("prompt", "response"):
                assert after[table, number][column] == row[column]
    check_llm_goes_on(product, thread)


@pytest.mark.product
def test_an_answer_under_way_brings_it_back_once(product: Product) -> None:
    add_facts(product, FACT)
    go = product.base / "go"
    product.answer(prompts={"Slow": f"!wait {go}"})
    with product.terminal("Slow", env={"LLM_MEMORY_INJECT": "auto"}) as screen:
        until(product.prompts, "that the model was asked")
        purge_by_command(product, FACT)
        go.touch()
        assert screen.end().code == 0
    assert len(product.logged()) == 1
    report = purge_by_command(product, FACT)
    assert report["facts"] == [FACT] and report["rows"]["fragments"] == 1
    check_llm_goes_on(product)


@pytest.mark.once
@pytest.mark.product
def test_an_open_chat_is_told_of(product: Product) -> None:
    add_facts(product, FACT)
    with product.terminal("chat", env={"LLM_MEMORY_INJECT": "auto"}) as screen:
        screen.wait_for("> ")
        screen.send("Hello\n")
        until(product.logged, "that the turn is logged")
        report = purge_by_command(product, FACT, code=1)
        assert "chat" in " ".join(report["left"]) and report["rows"]
        screen.send("And now?\n")
        until(lambda: len(product.logged()) == 2, "that the second turn is logged")
        screen.send("quit\n")
        assert screen.end().code == 0
    report = purge_by_command(product, FACT)
    assert report["rows"]["parts"] >= 1
    assert FACT.encode() not in (product.user_path / "logs.db").read_bytes()
    assert len(product.logged()) == 2
    check_llm_goes_on(product)


@pytest.mark.once
@pytest.mark.product
def test_it_asks_twice(product: Product) -> None:
    add_facts(product, FACT)
    product.type(f"{QUOTE}, and so on")
    log_before = (product.user_path / "logs.db").read_bytes()
    asked = ["memory", "forget", "--purge", "Lisbon"]
    with product.terminal(*asked) as screen:
        assert FACT in screen.wait_for("[y/N]")
        screen.send("n\n")
        assert screen.end().code == 1
    assert f"- {FACT}\n" in product.profile()
    with product.terminal(*asked) as screen:
        screen.wait_for("[y/N]")
        screen.send("y\n")
        assert "rows of logs.db" in screen.wait_for("[y/N]")
        screen.send("n\n")
        ended = screen.end()
    assert ended.code == 1 and "Still there: LLM's log" in ended.out
    assert FACT not in product.profile()
    assert (product.user_path / "logs.db").read_bytes() == log_before
    with product.terminal(*asked) as screen:
        assert "only in LLM's log" in screen.wait_for("[y/N]")
        screen.send("y\n")
        screen.wait_for("[y/N]")
        screen.send("y\n")
        ended = screen.end()
    [turn] = product.logged()
    assert ended.code == 0 and f"llm logs --cid {turn['thread_id']}" in ended.out
    assert all(len(line) < 80 for line in ended.out.splitlines()), ended.out
    assert product.run("memory", "forget", "--purge", "Lisbon").code == 1, "nobody answers"
    assert product.run("memory", "forget", "--purge", " ", "-y").code == 2


@pytest.mark.product
def test_the_words_are_learned_and_purged_and_not_learned_again(product: Product) -> None:
    product.answer({"Lisbon": f'ADD Personal Information | {FACT} | "{QUOTE}"'})
    product.type(f"{QUOTE}, by the way")
    product.wait_for_fact(FACT)
    report = purge_by_command(product, FACT)
    [turn] = product.logged()
    assert [(said["turn_id"], said["where"]) for said in report["turns"]] == [
        (turn["id"], "prompt")
    ]
    assert product.run("memory", "update", "--retry").code == 0
    assert FACT not in product.profile()
    assert FACT not in product.run("memory", "log").out + product.run("memory", "history").out
    assert purge_by_command(product, FACT)["turns"] == report["turns"]


@pytest.mark.once
@pytest.mark.product
def test_an_update_under_way_is_waited_for_and_learns_no_more_of_it(product: Product) -> None:
    go = product.base / "go"
    product.answer({"sailing": f"!wait {go}"})
    add_facts(product, FACT)
    said = "I live in Lisbon near the river"
    product.type(f"I like sailing. {said}")
    until(product.requests, "that the update is under way")
    with product.terminal("memory", "forget", "--purge", FACT, "-y") as screen:
        screen.wait_for("Waiting for an update")
        assert FACT not in product.profile()
        go.write_text(f'ADD Interests | {FACT} near the river | "{said}"')
        assert screen.end().code == 0
    assert "Lisbon" not in product.profile()


@pytest.mark.once
@pytest.mark.product
def test_what_was_said_and_is_not_learned_yet_is_named_and_not_learned(product: Product) -> None:
    product.answer({"Lisbon": f'ADD Personal Information | {FACT} | "I live in Lisbon"'})
    product.env["LLM_MEMORY_UPDATE_INTERVAL"] = "3600"
    product.type("I live in Lisbon")
    ran = product.run("memory", "forget", "--purge", FACT, "-y")
    assert ran.code == 0 and "1 turn of your own" in ran.out and "not learned either" in ran.out
    assert product.run("memory", "update").code == 0
    assert not product.requests() and "Lisbon" not in product.profile()


@pytest.mark.once
@pytest.mark.product
def test_what_a_prompt_under_way_says_is_not_learned_after_the_purge(product: Product) -> None:
    go = product.base / "go"
    product.env["LLM_MEMORY_UPDATE_INTERVAL"] = "3600"
    learned = f'ADD Personal Information | {FACT} | "I live in Lisbon"'
    product.answer({"Lisbon": learned}, {"Lisbon": f"!wait {go}"})
    with product.terminal("I live in Lisbon", env={"LLM_MEMORY_INJECT": "auto"}) as screen:
        until(product.prompts, "that the prompt is under way")
        assert product.run("memory", "forget", "--purge", FACT, "-y").code == 0
        go.write_text("Nice")
        assert screen.end().code == 0
    assert product.run("memory", "update").code == 0
    assert not product.requests() and "Lisbon" not in product.profile()


@pytest.mark.once
@pytest.mark.product
def test_clear_with_its_history(product: Product) -> None:
    add_facts(product, FACT, OTHER)
    assert product.run("memory", "clear", "--history").code == 1, "nobody answers"
    assert FACT in product.profile()
    ran = product.run("memory", "clear", "--history", "-y")
    assert ran.code == 0 and "3 versions" in ran.err
    assert product.profile() == EMPTY
    assert files_containing(product.folder, FACT, OTHER) == []
    assert product.run("memory", "undo").code == 1
    assert product.run("memory", "add", "Anew").code == 0


@pytest.mark.once
@pytest.mark.product
def test_clear_with_its_history_deletes_nothing_that_came_after_the_question(
    product: Product,
) -> None:
    add_facts(product, FACT)
    with product.terminal("memory", "clear", "--history") as screen:
        screen.wait_for("[y/N]")
        with product.folder.profile.open("a") as file:
            file.write(f"- {OTHER}\n")
        screen.send("y\n")
        ended = screen.end()
    assert ended.code == 1 and "changed while the question waited" in " ".join(ended.out.split())
    assert f"- {FACT}\n" in product.profile() and f"- {OTHER}\n" in product.profile()
    assert product.run("memory", "undo").code == 0, "the history is there"


@pytest.mark.product
def test_commits_of_git_that_have_it_are_named(product: Product) -> None:
    add_facts(product, OTHER)
    who = ("-c", "user.name=a", "-c", "user.email=a@example.com")
    git = ["git", "-C", str(product.folder.path), *who]
    subprocess.run([*git, "init", "--quiet"], check=True)
    for text in (FACT, "Rows boats"):
        add_facts(product, text)
        subprocess.run([*git, "add", "profile.md"], check=True)
        subprocess.run([*git, "commit", "--quiet", "-m", "x"], check=True)
    report = purge_by_command(product, "Lisbon")
    assert report["places"] == {"git's history of the profile": 1}


@pytest.mark.product
def test_copies_that_killed_commands_left_are_deleted(product: Product) -> None:
    """`backfill --preview` works in a copy, which a killed one leaves behind."""
    product.env["TMPDIR"] = str(product.base)
    add_facts(product, FACT)
    for name in ("killed", "in-use"):
        made = product.base / f"llm-memory-copy-{name}"
        shutil.copytree(product.folder.path, made / "memory")
        os.utime(made, (0, 0))
    with locked(made / "in-use.lock", 0, "Nobody"):
        report = json.loads(product.run("memory", "forget", "--purge", "-y", "--json", FACT).out)
        assert not (product.base / "llm-memory-copy-killed").exists()
        assert list(report["left"]) == ["a temporary copy that another command uses"]
    os.utime(made, (0, 0))
    assert purge_by_command(product, FACT)["left"] == {}
    assert not made.exists()


@pytest.mark.product
def test_another_profile_that_has_it_is_named_with_its_command(product: Product) -> None:
    add_facts(product, FACT)
    assert product.run("memory", "--profile", "work", "add", FACT).code == 0
    done = product.run("memory", "--profile", "work", "forget", "--purge", "--yes", "Lisbon")
    assert done.code == 1 and "  llm memory forget --purge Lisbon\n" in done.out
    assert "  llm memory --profile" not in done.out
    assert product.run("memory", "--profile", "work", "add", FACT).code == 0
    done = product.run("memory", "forget", "--purge", "--yes", "Lisbon")
    assert done.code == 1 and "  llm memory --profile work forget --purge Lisbon\n" in done.out
    assert "  llm memory forget" not in done.out
    done = product.run("memory", "--profile", "work", "forget", "--purge", "--yes", "Lisbon")
    assert done.code == 0, done.out


@pytest.mark.product
def test_a_longer_fact_is_named_with_its_own_command(product: Product) -> None:
    longer = f"{FACT} with Tom"
    add_facts(product, FACT, longer)
    for _ in range(2):
        done = product.run("memory", "forget", "--purge", "--yes", FACT)
        assert done.code == 1 and f"  llm memory forget --purge '{longer}'\n" in done.out
        assert f"--purge '{FACT}'" not in done.out
        assert longer in product.profile()
    assert product.run("memory", "forget", "--purge", "--yes", longer).code == 0


@pytest.mark.product
@pytest.mark.parametrize("place", ["notes/lisbon.md", "lisbon/trips.md"])
def test_a_searched_file_whose_name_says_it_is_named(product: Product, place: str) -> None:
    path = product.base / place
    path.parent.mkdir()
    path.write_text("# Trips\n- Rows boats\n")
    source = path.parent
    assert product.run("memory", "sources", "add", str(source)).code == 0
    for _ in range(2):
        done = product.run("memory", "forget", "--purge", "--yes", "lisbon")
        named = source if "lisbon" in source.name else path
        said = " ".join(done.out.split())
        assert done.code == 1 and f"stay: “{named}”. Rename them" in said, said
        assert "sources remove" in said and "reindex" in said
    if named == path:
        path.rename(path.with_name("portugal.md"))
    else:
        assert product.run("memory", "sources", "remove", str(source)).code == 0
    assert product.run("memory", "reindex").code == 0
    done = product.run("memory", "forget", "--purge", "--yes", "lisbon")
    assert done.code == 0 and "Names of files" not in done.out, done


@pytest.mark.product
def test_a_heading_that_says_it_is_gone_everywhere_once_it_is_renamed(product: Product) -> None:
    add_facts(product, OTHER)
    product.folder.profile.write_text(f"{product.profile()}\n## Lisbon #pin\n- Rows\n")
    assert product.type("Hello there").code == 0
    assert "Lisbon" in str(all_rows(product.folder.logs))
    done = product.run("memory", "forget", "--purge", "--yes", "Lisbon")
    said = " ".join(done.out.split())
    assert done.code == 1 and "stay: “Lisbon #pin”. Rename them with `llm memory edit`" in said
    product.folder.profile.write_text(product.profile().replace("Lisbon", "Portugal"))
    done = product.run("memory", "forget", "--purge", "--yes", "Lisbon")
    assert done.code == 0 and "Headings" not in done.out, done
    assert "Lisbon" not in str(all_rows(product.folder.logs))
