"""Backfill: from which earlier conversations it learns, and from which it never does."""

import errno
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from support.learning import save_update
from support.llm_log import FIXTURES, OFF, ON, START, Log

from llm_user_memory.checks import guard, refusals
from llm_user_memory.checks.guard import CheckContext
from llm_user_memory.checks.quotes import TypedText
from llm_user_memory.doctor import round_trip
from llm_user_memory.errors import FolderError, MemoryPluginError
from llm_user_memory.learn.backfill import dry_run, from_log, selection, temporary
from llm_user_memory.learn.backfill import run as backfill
from llm_user_memory.learn.backfill.eligibility import DAEMON_LEARNS, PAUSED, Eligibility
from llm_user_memory.learn.backfill.run import Plan
from llm_user_memory.learn.backfill.selection import Criteria
from llm_user_memory.learn.backfill.staging import Candidate, Staging, Thread
from llm_user_memory.logs import Turn
from llm_user_memory.model.request import Message, request
from llm_user_memory.profile.edits import Edit
from llm_user_memory.settings import Folder
from llm_user_memory.store import backfilled as record
from llm_user_memory.store import consent, forgotten, ledger, state, updates
from llm_user_memory.store.consent import FORGOTTEN, UNMARKED
from llm_user_memory.store.consent import LEARNING_OFF as OFF_REASON
from llm_user_memory.store.profile import versions
from llm_user_memory.store.state import Store
from llm_user_memory.text import pasted
from llm_user_memory.text.words import fold

DAY = 86400.0
SAID = "I keep seven beehives on the roof, and they need much care in spring"


@pytest.fixture
def staged() -> Iterator[Staging]:
    with closing(Staging()) as made:
        yield made


def only(staged: Staging) -> Thread:
    [thread] = staged
    return thread


# What may be learned from


@pytest.mark.parametrize(
    ("markers", "days", "named", "refusal"),
    [
        ((), -1, False, ""),
        ((), -400, False, ""),
        ((), 1, False, UNMARKED),
        ((), 1, True, ""),
        ((), 3, True, PAUSED),
        ((OFF,), -1, False, OFF_REASON),
        ((OFF,), -1, True, OFF_REASON),
        ((OFF,), 1, True, OFF_REASON),
        ((ON,), 1, False, DAEMON_LEARNS),
        ((ON,), 1, True, DAEMON_LEARNS),
        ((ON,), 3, True, OFF_REASON),
        ((ON,), -1, False, ""),
        (('<user_memory learning="on" profile="work"/>',), -1, True, consent.OTHER_PROFILE),
    ],
)
def test_what_may_be_learned_from(
    store: Store,
    log: Log,
    staged: Staging,
    markers: tuple[str, ...],
    days: int,
    named: bool,
    refusal: str,
) -> None:
    consent.pause(store.db, START + 4 * DAY, START + 2 * DAY)
    turn = log.say(SAID, START + days * DAY, markers=markers)
    from_log.scan(staged, store, store.folder.logs, [turn] if named else [])
    thread = only(staged)
    assert thread.refusals == ((refusal,) if refusal else ())
    assert [candidate.prompt for candidate in staged.turns(turn)] == ([] if refusal else [SAID])
    assert thread.was_off == (not markers and days > 0)


def test_the_log_tells_since_when_memory_is_in_use(store: Store, log: Log, staged: Staging) -> None:
    """Even where state.db was rebuilt since, what was said with memory off stays unlearned."""
    before = log.say(SAID, START - 5 * DAY, markers=())
    log.say(SAID, START - 4 * DAY)
    off = log.say(SAID, START - 3 * DAY, markers=())
    from_log.scan(staged, store, store.folder.logs)
    refusals = {thread.id: thread.refusals for thread in staged}
    assert refusals[before] == () and refusals[off] == (UNMARKED,)


def test_since_when_memory_is_in_use_is_told_by_no_order_of_rows(
    store: Store,
    log: Log,
    staged: Staging,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Old turns are in tables that are read last, and a log may be put together from two."""
    monkeypatch.setattr(from_log, "_BATCH", 1)
    off = log.say(SAID, START - 3 * DAY, markers=())
    log.say(SAID, START - 4 * DAY)
    before = log.say(SAID, START - 5 * DAY, markers=())
    from_log.scan(staged, store, store.folder.logs)
    refusals = {thread.id: thread.refusals for thread in staged}
    assert refusals[off] == (UNMARKED,) and refusals[before] == ()


@pytest.mark.parametrize(
    ("marker", "refusal"),
    [
        (OFF, OFF_REASON),
        ('<user_memory learning="chat:7" profile="work"/>', consent.OTHER_PROFILE),
    ],
)
def test_what_the_first_turn_of_a_chat_says_holds_for_all(
    store: Store, log: Log, staged: Staging, marker: str, refusal: str
) -> None:
    """Also where the conversation is named, and where the marker is older than state.db."""
    for days, thread in ((1, "since"), (-9, "before")):
        log.say(SAID, START + days * DAY, thread=thread, markers=(marker,))
        log.say(SAID, START + days * DAY + 60, thread=thread, markers=())
    from_log.scan(staged, store, store.folder.logs, ["since", "before"])
    assert [thread.refusals for thread in staged] == [(refusal,), (refusal,)]
    assert not any([*staged.turns("since"), *staged.turns("before")])


@pytest.mark.usefixtures("db")
def test_memory_is_in_use_since_its_first_profile_was(folder: Folder, log: Log) -> None:
    work = Folder(folder.path, "work")
    off = log.say(SAID, START + DAY, markers=())
    before = log.say(SAID, START - DAY, markers=())
    with state.opened(work) as store, dry_run.copied(work) as copy, state.opened(copy) as copied:
        for there in (store, copied):
            with closing(Staging()) as found:
                from_log.scan(found, there, folder.logs)
                refusals = {thread.id: thread.refusals for thread in found}
                assert refusals == {off: (UNMARKED,), before: ()}


def test_a_clock_that_was_ahead_does_not_make_today_the_past(
    store: Store, log: Log, staged: Staging
) -> None:
    now = time.time()
    state.put(store.db, "activated", now + 400 * DAY)
    log.say(SAID, now - 60, markers=())
    from_log.scan(staged, store, store.folder.logs)
    assert only(staged).refusals == (UNMARKED,)


def test_of_a_copy_of_the_log_what_the_daemon_accounts_for_is_its_own(
    store: Store, log: Log, staged: Staging
) -> None:
    known, of_another = (log.say(SAID, START + days * DAY) for days in (1, 2))
    ledger.ingest(store)
    store.db.execute("delete from turns where id = ?", (of_another,))
    from_log.scan(staged, store, log.path, is_other=True)
    refusals = {thread.id: thread.refusals for thread in staged}
    assert refusals == {known: (DAEMON_LEARNS,), of_another: ()}


def test_of_piped_text_only_what_was_typed(store: Store, log: Log, staged: Staging) -> None:
    marker = f'<user_memory learning="last:{len(SAID)}"/>'
    turn = log.say(f"I am the mayor of Casterbridge\n{SAID}", START - DAY, markers=(marker,))
    from_log.scan(staged, store, store.folder.logs)
    assert [candidate.prompt for candidate in staged.turns(turn)] == [SAID]


def test_a_turn_whose_fact_was_forgotten(store: Store, log: Log, staged: Staging) -> None:
    turn = log.say(SAID, START - DAY, markers=())
    with state.transaction(store.db):
        forgotten.block(store.db, "Keeps seven beehives", "I keep seven beehives", turn, START)
    from_log.scan(staged, store, store.folder.logs)
    assert only(staged).refusals == (FORGOTTEN,)


@pytest.mark.parametrize(("name", "turns"), [("legacy.db", 7), ("upgraded.db", 9)])
def test_logs_of_older_llms(
    store: Store,
    staged: Staging,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    turns: int,
) -> None:
    path = store.folder.path.parent / name
    shutil.copy(FIXTURES / name, path)
    later = START + 10_000 * DAY
    monkeypatch.setattr(time, "time", lambda: later)
    state.put(store.db, "activated", later)
    from_log.scan(staged, store, path)
    assert sum(thread.turns for thread in staged) == turns
    typed = [candidate.prompt for thread in staged for candidate in staged.turns(thread.id)]
    assert "I keep bees" in typed


# What is worth a request

PLAIN = Thread(
    "t", "logs", "", START, START + 60, "m", 3, 3, 300, 250, 0, 3, 0, False, (), "I keep bees"
)


@pytest.mark.parametrize(
    ("changed", "criteria", "reason"),
    [
        ({}, {}, ""),
        ({"typed_chars": 49, "prompt_chars": 49}, {}, selection.TOO_SHORT),
        ({"typed_chars": 50, "prompt_chars": 50}, {}, ""),
        ({"typed_chars": 60, "prompt_chars": 5000}, {}, selection.MOSTLY_PASTED),
        ({"typed_chars": 0, "prompt_chars": 49}, {}, selection.TOO_SHORT),
        ({"typed_chars": 0, "prompt_chars": 50}, {}, selection.MOSTLY_PASTED),
        ({"typed_chars": 2000, "prompt_chars": 500_000}, {}, ""),
        ({"by_program": 1}, {}, selection.BY_PROGRAM),
        ({"turns": 31}, {}, selection.NOBODY_THERE),
        ({"turns": 30}, {}, ""),
        ({"prompts": 0, "refusals": (UNMARKED,)}, {}, UNMARKED),
        ({"prompts": 0}, {}, selection.TOO_SHORT),
        ({"learned": 3, "new": 0}, {}, selection.LEARNED),
        ({"learned": 3, "new": 0}, {"again": True}, ""),
        ({"learned": 2, "new": 1}, {}, ""),
        ({}, {"since": START + 61}, selection.NOT_ASKED_FOR),
        ({}, {"since": START + 60}, ""),
        ({}, {"until": START}, selection.NOT_ASKED_FOR),
        ({}, {"until": START + 1}, ""),
        ({"typed_chars": 20, "by_program": 1}, {"conversations": ["t"]}, ""),
        ({"typed_chars": 0}, {"conversations": ["t"]}, selection.NOTHING_TO_LEARN),
        ({"prompts": 0, "refusals": (OFF_REASON,)}, {"conversations": ["t"]}, OFF_REASON),
    ],
)
def test_what_is_skipped(
    changed: dict[str, object], criteria: dict[str, object], reason: str
) -> None:
    thread = replace(PLAIN, **changed)  # type: ignore[arg-type]
    found = selection.select([thread], Criteria(**criteria))  # type: ignore[arg-type]
    assert dict(found.skipped) == ({reason: 1} if reason else {})
    assert found.taken == ([] if reason else [thread])


def one_prompt(n: int, opening: str) -> Thread:
    return replace(PLAIN, id=f"t{n}", turns=1, prompts=1, opening=opening)


def test_what_a_script_says_again_and_again_is_skipped() -> None:
    nightly = [one_prompt(n, f"Summarise build {n} of the nightly run in two") for n in range(5)]
    alike = [one_prompt(n + 10, f"Tell me about {word}") for n, word in enumerate("abcde")]
    four = [one_prompt(n + 20, "What should I cook for my family tonight?") for n in range(4)]
    found = selection.select([*nightly, *alike, *four], Criteria())
    assert found.skipped == {selection.REPEATED: 5}
    assert found.taken == [*alike, *four]


def test_the_limit_takes_the_oldest_and_counts_the_rest() -> None:
    threads = [one_prompt(n, f"{word} opening") for n, word in enumerate("abcde")]
    found = selection.select(threads, Criteria(limit=2))
    assert (found.taken, found.left) == (threads[:2], 3)


def test_a_letter_that_is_a_word_counts_for_more(store: Store, log: Log, staged: Staging) -> None:
    log.say("我在奥斯陆的一家医院当护士，家里养了三只猫。", START - DAY, markers=())
    from_log.scan(staged, store, store.folder.logs)
    assert selection.select(staged, Criteria()).taken


def test_the_oldest_come_first_whatever_the_order_of_the_rows(
    store: Store, log: Log, staged: Staging
) -> None:
    ids = [log.say(SAID, START - days * DAY, markers=()) for days in (2, 9, 5)]
    from_log.scan(staged, store, store.folder.logs)
    assert [thread.id for thread in staged] == [ids[1], ids[2], ids[0]]


# What is asked


@pytest.mark.once
@pytest.mark.slow
def test_a_long_conversation_is_asked_about_in_parts_that_leave_nothing_out(
    store: Store, log: Log, staged: Staging
) -> None:
    said = [f"On day {n} I " + "walked on and on, " * 60 + f"and saw {n} birds." for n in range(60)]
    for n, words in enumerate(said):
        log.say(words, START - DAY + n, thread="t", markers=())
    log.say("thanks", START - DAY + 99, thread="t", markers=())
    from_log.scan(staged, store, store.folder.logs)
    chunks = list(backfill._chunks(staged, only(staged), again=False, form="lines"))
    assert len(chunks) == 3
    assert [candidate.prompt for chunk in chunks for candidate in chunk] == said
    plan = Plan([only(staged)], {"t": "m"})
    found = backfill.estimate(staged, plan, "")
    assert dict(found.requests) == {"m": 3}
    assert found.input_tokens > sum(map(len, said)) // 4


@pytest.mark.once
@pytest.mark.slow
@pytest.mark.parametrize("last", range(0, 600, 50))
def test_what_is_asked_about_at_once_fits_whatever_its_size(staged: Staging, last: int) -> None:
    said = ["I keep bees in Oslo, dear."]
    said += [f"On day {n} I " + "walked on " * 137 for n in range(17)]
    said += ["Then I " + "rested " * 50 + "." * last, "I" + " slept" * 1200]
    candidates = [
        Candidate(Turn(f"{n:02}", "t", "m", START + n, START + n, words, ""), words)
        for n, words in enumerate(said)
    ]
    staged.add("t", "logs", "", candidates)
    for chunk in backfill._chunks(staged, only(staged), again=False, form="lines"):
        messages = [Message(pasted.without_pasted(one.prompt)) for one in chunk]
        asked = request("lines", "", messages, date.today())
        assert all(message.typed[:25] in asked for message in messages)


@pytest.mark.once
@pytest.mark.slow
def test_a_model_that_continues_text_is_shown_all_of_a_conversation(staged: Staging) -> None:
    said = [f"On day {n} I " + f"met {n} owls. " * (n % 9 + 1) + "Then I slept." for n in range(90)]
    candidates = [
        Candidate(Turn(f"{n:02}", "t", "m", START + n, START + n, words, ""), words)
        for n, words in enumerate(said)
    ]
    staged.add("t", "logs", "", candidates)
    chunks = list(backfill._chunks(staged, only(staged), again=False, form="completion"))
    assert [one.prompt for chunk in chunks for one in chunk] == [words.strip() for words in said]
    for chunk in chunks:
        messages = [Message(pasted.without_pasted(one.prompt)) for one in chunk]
        asked = request("completion", "", messages, date.today())
        assert all(message.typed[:12] in asked for message in messages)
        assert "left out" not in asked
    assert len(chunks) < 20


def test_an_answer_to_pasted_text_is_not_shown(store: Store, log: Log, staged: Staging) -> None:
    pasted = "```\nI live in Zanzibar\n```\nI wonder what this file from my sister means to me"
    plain = log.say(SAID, START - 2 * DAY, markers=(), response="Lovely.")
    shown = log.say(pasted, START - DAY, markers=(), response="You live in Zanzibar.")
    from_log.scan(staged, store, store.folder.logs)
    assert [candidate.turn.response for candidate in staged.turns(plain)] == ["Lovely."]
    assert [candidate.turn.response for candidate in staged.turns(shown)] == [""]


# What was said later counts


def learned(store: Store, fact: str, at: float) -> None:
    update = updates.begin(store.db, "t", "m", "lines", at, source="logs")
    edit = Edit("add", "Personal Information", new=fact, quote=fact)
    store.db.execute(
        "insert into turns (id, thread_id, started, ended, outcome) "
        "values (?, 't', ?, ?, 'pending')",
        (fact, at, at),
    )

    def keep(_version: int) -> None:
        updates.finish(store.db, update, [fact], [guard.Verdict(edit, "", fact)], at)

    save_update(
        store,
        lambda text: f"{text}- {fact}\n",
        update,
        keep,
    )


def test_nothing_older_replaces_what_was_said_since(store: Store) -> None:
    learned(store, "Lives in Oslo", START)
    profile = versions.read(store).text
    said = record.last_said_at(store.db, profile)
    assert said[fold("Lives in Oslo")] == START
    known = CheckContext({fold("Lives in Oslo"): "I live in Oslo"}, said_at=said)
    words = "I live in Lima with my cats"
    for at, refusal in ((START - 1, refusals.OUTDATED), (START + 1, "")):
        for op, new in (("replace", "Lives in Lima"), ("remove", "")):
            edit = Edit(op, "Personal Information", "Lives in Oslo", new, words)  # type: ignore[arg-type]
            text, verdicts = guard.check([edit], profile, [TypedText("x", words, at)], known)
            assert [verdict.refusal for verdict in verdicts] == [refusal]
            assert ("Oslo" in text) == bool(refusal)


def test_a_line_of_the_users_own_counts_from_when_it_was_there(store: Store) -> None:
    version = versions.change(store, lambda text: f"{text}- Works at Acme\n", "edit")
    assert version
    assert record.last_said_at(store.db, version.text) == {fold("Works at Acme"): version.created}


def test_what_was_learned_is_found_again_by_its_turn(
    store: Store, log: Log, staged: Staging
) -> None:
    turn = log.say(SAID, START - DAY, markers=())
    from_log.scan(staged, store, store.folder.logs)
    assert not record.is_learned(store.db, turn)
    update = updates.begin(store.db, turn, "m", "lines", START, source="logs")
    with state.transaction(store.db):
        record.record(
            store.db, [candidate.turn for candidate in staged.turns(turn)], "logs", update, {}
        )
    assert record.is_learned(store.db, turn)
    with closing(Staging()) as again:
        from_log.scan(again, store, store.folder.logs)
        assert selection.select(again, Criteria()).skipped == {selection.LEARNED: 1}
        assert selection.select(again, Criteria(again=True)).taken


def test_requests_about_the_past_are_not_the_days(db: sqlite3.Connection) -> None:
    updates.begin(db, "t", "m", "lines", START, source="logs")
    updates.begin(db, "t", "m", "lines", START)
    assert updates.requests_since(db, START - 1) == [START]


# A copy leaves no trace


def test_a_copy_is_whole_and_leaves_every_byte(folder: Folder) -> None:
    with state.opened(folder) as store:
        version = versions.change(store, lambda text: f"{text}- Keeps bees\n", "edit")
        before = contents(folder.path)
        assert any(path.name.endswith("-wal") for path in before)
        with dry_run.copied(folder) as copy, state.opened(copy) as other:
            assert versions.read(other) == version
            versions.change(other, lambda text: f"{text}- Rows\n", "edit")
            place = copy.path
        assert contents(folder.path) == before
        assert not place.exists()


def test_what_a_killed_process_copied_the_next_one_deletes(
    folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    code = (
        "import sys, tempfile, time\nfrom pathlib import Path\n"
        "from llm_user_memory.learn.backfill import dry_run\n"
        "from llm_user_memory.settings import Folder\n"
        "tempfile.tempdir = sys.argv[1]\n"
        "with dry_run.copied(Folder(Path(sys.argv[2]))) as copy:\n"
        "    print(copy.path.parent, flush=True)\n    time.sleep(600)\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path), str(folder.path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout
        left = Path(child.stdout.readline().strip())
        os.utime(left, (0, 0))
        with dry_run.copied(folder):
            assert left.exists(), "it is in use"
        child.kill()
    assert left.exists()
    with dry_run.copied(folder):
        assert not left.exists()


def test_no_room_for_a_copy_is_said_of_the_place_that_has_none(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    with state.opened(folder) as store:
        versions.read(store)

    def full(source: Path, _to: Path) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(source))

    monkeypatch.setattr(shutil, "copyfile", full)
    with pytest.raises(FolderError, match="no room for temporary files in") as raised:
        dry_run.copied(folder).__enter__()
    assert "state.db" not in str(raised.value)


def test_where_no_temporary_folder_can_be_made_that_is_said(
    folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refusing(*_: object) -> str:  # what `tempfile` does on a full disk
        raise FileNotFoundError(errno.ENOENT, "No usable temporary directory found in []")

    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(tempfile, "_get_default_tempdir", refusing)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with pytest.raises(FolderError, match=f"no room for temporary files in {tmp_path}"):
        dry_run.copied(folder).__enter__()
    found = round_trip.round_trip()
    assert (found.state, found.remedy) == ("warning", f"Look at `df -h {tmp_path}`.")
    (abandoned := tmp_path / "llm-memory-copy-x").mkdir()
    os.utime(abandoned, (0, 0))
    assert temporary.delete_abandoned() == [] and not abandoned.exists()


def test_no_room_in_the_copy_is_not_the_folders(folder: Folder) -> None:
    with (
        pytest.raises(FolderError, match="no room for temporary files in"),
        dry_run.copied(folder) as copy,
        state.opened(copy) as store,
    ):
        store.db.execute("pragma max_page_count = 1")
        store.db.execute("create table more (a)")
        store.db.execute("insert into more values (randomblob(100000))")


def test_no_room_for_what_is_read_is_said(staged: Staging) -> None:
    staged._db.execute("pragma max_page_count = 20")
    turns = [Turn(f"{n}", "t", "m", START, START, SAID * 99, "") for n in range(20)]
    with pytest.raises(FolderError, match="no room for temporary files in"):
        staged.add("t", "logs", "", [Candidate(turn, turn.prompt) for turn in turns])


def test_a_copy_of_nothing_is_an_empty_memory(folder: Folder) -> None:
    with dry_run.copied(folder) as copy, state.opened(copy) as store:
        assert versions.read(store).n == 1
    assert not folder.path.exists()


def is_a_folder(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.mkdir()


@pytest.mark.parametrize(
    ("name", "spoil", "said"),
    [
        ("profile.md", is_a_folder, "Is a directory"),
        ("profile.md", lambda path: path.write_bytes(b"\xff"), "is not UTF-8"),
        ("state.db", is_a_folder, "Is a directory"),
        ("state.db", lambda path: path.write_bytes(b"no database" * 999), "not a database"),
    ],
)
def test_what_cannot_be_copied_is_said_and_where_it_is(
    folder: Folder, name: str, spoil: Callable[[Path], None], said: str
) -> None:
    with state.opened(folder) as store:
        versions.read(store)
    spoil(folder.path / name)
    with (
        pytest.raises(MemoryPluginError) as raised,
        dry_run.copied(folder) as copy,
        state.opened(copy) as store,
    ):
        versions.read(store)
    assert said in str(raised.value) and str(folder.path / name) in str(raised.value)
    assert "llm-memory-" not in str(raised.value)


def test_a_copy_of_a_profile_that_is_new_begins_with_the_pause_in_force(folder: Folder) -> None:
    with state.opened(folder) as store:
        consent.pause(store.db, None, time.time())
    with dry_run.copied(Folder(folder.path, "work")) as copy, state.opened(copy) as store:
        assert consent.pause_in_force(store.db, time.time())


def contents(path: Path) -> dict[Path, tuple[bytes, int]]:
    """Return the files under a folder, with when they were last written."""
    files = (file for file in path.rglob("*") if file.is_file())
    return {file: (file.read_bytes(), file.stat().st_mtime_ns) for file in files}


EARN = "I earn 91,234 at the mill"
REPEATED = "You earn 91,234 at the mill."
RESTRICTED = {
    "memory off": (OFF,),
    "another profile": ('<user_memory learning="on" profile="work"/>',),
    "piped": ('<user_memory learning="last:5"/>',),
}


def _answers(staged: Staging) -> list[str]:
    return [candidate.turn.response for candidate in staged.turns("t")]


@pytest.mark.parametrize("markers", RESTRICTED.values(), ids=RESTRICTED)
@pytest.mark.parametrize("is_cut", [False, True])
def test_an_answer_that_may_repeat_what_goes_to_no_model_is_not_asked_about(
    store: Store, log: Log, staged: Staging, markers: tuple[str, ...], is_cut: bool
) -> None:
    """Also where the earlier turn is not within the days that are asked about."""
    log.say(EARN, START - 9 * DAY, thread="t", markers=markers, response=REPEATED)
    log.say(SAID, START - 5 * DAY, thread="t", response=REPEATED)
    from_log.scan(staged, store, store.folder.logs)
    if is_cut:
        staged.keep_within(START - 6 * DAY, START)
    assert _answers(staged)[-1:] == [""] and REPEATED not in _answers(staged)


def test_an_answer_that_may_repeat_a_turn_of_a_pause_is_not_asked_about(
    store: Store, staged: Staging
) -> None:
    consent.pause(store.db, START - 8 * DAY, START - 9 * DAY)
    rules = Eligibility(store.db)
    turns = [
        Turn("a", "t", "m", START - 8.5 * DAY, START, EARN, REPEATED),
        Turn("b", "t", "m", START - 5 * DAY, START, SAID, REPEATED),
    ]
    staged.add("t", "claude", "", [rules.candidate(turn, consent.Consent()) for turn in turns])
    assert _answers(staged) == [""]


@pytest.mark.parametrize("learned_locally", ["local", "any"])
def test_an_answer_from_elsewhere_that_may_repeat_what_was_said_here_is_not_asked_about(
    store: Store,
    log: Log,
    staged: Staging,
    monkeypatch: pytest.MonkeyPatch,
    learned_locally: str,
) -> None:
    monkeypatch.setenv("LLM_MEMORY_LEARNED_LOCALLY", learned_locally)
    at = {"here": "here", "there": "elsewhere"}
    monkeypatch.setattr(
        from_log.locality, "places_of", lambda _db, turns: {t.id: at[t.model] for t in turns}
    )
    log.say(EARN, START - 9 * DAY, thread="t", model="here", response="I see.")
    log.say(SAID, START - 5 * DAY, thread="t", model="there", response=REPEATED)
    from_log.scan(staged, store, store.folder.logs)
    expected = "" if learned_locally == "local" else REPEATED
    assert _answers(staged) == ["I see.", expected]


@pytest.mark.parametrize("is_later", [False, True])
def test_what_states_a_fact_that_was_forgotten_since_is_not_asked_about(
    store: Store, staged: Staging, is_later: bool
) -> None:
    """Said again afterwards, it is: then the user decides."""
    with state.transaction(store.db):
        forgotten.forget(store.db, ["Earns 91,234 at the mill"], START - 8 * DAY)
    rules = Eligibility(store.db)
    at = START - (5 if is_later else 9) * DAY
    turn = Turn("a", "t", "m", at, at, EARN, "I see.")
    staged.add("t", "claude", "", [rules.candidate(turn, consent.Consent())])
    assert only(staged).refusals == (() if is_later else (FORGOTTEN,))
