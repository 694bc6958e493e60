"""A memory folder with content on every page, as a person may have it after half a year.

For the tests in a browser, the screens in the docs, and `benchmarks/page.py`.
"""

import time
from collections.abc import Sequence
from pathlib import Path

from support.learning import addition, learn
from support.llm_log import Log

from llm_user_memory import notes
from llm_user_memory.egress import CLOUD
from llm_user_memory.learn import manual, proposing
from llm_user_memory.profile.edits import Edit
from llm_user_memory.settings import Folder
from llm_user_memory.store import clients, state, updates
from llm_user_memory.store.profile import versions

DAY = 86400.0
ZED = "zed"

_SAID = (
    ("Personal Information", "Lives in Oslo", "I live in Oslo with my sister"),
    ("Personal Information", "Is allergic to hazelnuts", "I'm allergic to hazelnuts"),
    ("Current Projects", "Is building a boat shed", "this month I'm building a boat shed"),
    ("Interests", "Plays the oboe", "I play the oboe on Thursdays"),
    ("Interests", "Keeps bees", "I keep bees behind the house"),
    ("Preferences", "Prefers short answers", "I prefer short answers"),
)
_WAITS = (
    ("Interests", "Likes winter swimming", "I like winter swimming"),
    ("Preferences", "Answers in metric units", "give me metric units"),
    ("Interests", "Collects stamps", "I collect stamps"),
)


def fill(path: Path, hostile: Sequence[str] = ()) -> Folder:
    """Create and fill a memory folder, and LLM's log beside it; return the folder.

    Each of the `hostile` texts becomes a fact, a quote, a proposal, a note and a model's name.
    """
    folder, now = Folder(path), time.time()
    folder.create()
    log = Log(folder.logs)
    with state.opened(folder) as store:
        state.put(store.db, "activated", now - 300 * DAY)
        for number, (section, fact, said) in enumerate(_SAID):
            at = now - (250 - 40 * number) * DAY
            turn = log.say(said, at, model=("gpt-5", "gemma3:local")[number % 2])
            learn(store, said, addition(fact, said, section), turn=turn, at=at)
            _count(store, 700 + 40 * number, 30)
        said = "I live in Bergen now, not in Oslo any more"
        turn = log.say(said, now - 20 * DAY, model="gpt-5")
        moved = Edit("replace", "Personal Information", "Lives in Oslo", "Lives in Bergen", said)
        learn(store, said, moved, turn=turn, at=now - 20 * DAY)
        manual.add(store, [("Personal Information", "My name is Ada"), ("Interests", "Sings")])
        manual.mark(store, "Keeps bees", {"local": True})
        manual.mark(store, "My name is Ada", {"pin": True})
        edit = Edit("add", "Preferences", new="Wants tests before code")
        said = "always write the test first"
        proposing.propose(store, edit, asked_by=CLOUD, model=ZED, thread="", client=ZED, quote=said)
        for number, (section, fact, said) in enumerate(_WAITS):
            at = now - (3 - number) * DAY
            turn = log.say(said, at)
            learn(store, said, addition(fact, said, section), turn=turn, at=at, waits=True)
        _did(store, now)
        notes.add(folder, "The boat shed needs 40 planks of larch.", "gpt-5")
        clients.record(store.db, "claude-code", is_local=False, now=now - 9 * DAY)
        clients.record_call(store.db, "claude-code", "search", "3 passages", now - DAY)
        for number, text in enumerate(hostile):
            _add_hostile(store, log, text, number, now)
    with state.opened(Folder(path, "work")) as store:
        manual.add(store, [("Current Projects", "Ships the billing service in May")])
    return folder


def _count(store: state.Store, tokens_in: int, tokens_out: int) -> None:
    newest = updates.newest(store.db)
    assert newest
    updates.record_tokens(store.db, newest.id, tokens_in, tokens_out)


def _did(store: state.Store, now: float) -> None:
    """Record requests of the last month: one without edits, one with a refusal, a failed one."""
    for day in range(1, 26):
        at = now - day * DAY
        number = updates.begin(store.db, f"thread of {day}", "gpt-5-mini", "lines", at)
        updates.record_tokens(store.db, number, 500 + (day * 389) % 900, 10 + (day * 7) % 40)
        updates.finish(store.db, number, (), (), at + 2)
    learn(store, "I feel tired", addition("Is a nurse", "I feel tired"), turn="r", at=now - 3600)
    _count(store, 810, 44)
    failed = updates.begin(store.db, "thread of f", "gpt-5-mini", "lines", now - 600)
    error = "the service is overloaded (503)"
    updates.fail(store.db, failed, (), error, transient=True, now=now - 590)


def _add_hostile(store: state.Store, log: Log, text: str, number: int, now: float) -> None:
    section = " ".join(text.split())
    versions.change(store, lambda old: f"{old}\n## {section}\n- {section}\n", "edit")
    turn = log.say(text, now - number, model=text, response=text)
    update = updates.begin(store.db, text, text, "lines", now - number)
    for refusal, settled in (("", None), ("a model asked for it, with a tool", "waits")):
        added = store.db.execute(
            "insert into edits (update_id, op, section, old, new, quote, turn_id, refusal) "
            "values (?, 'add', ?, '', ?, ?, ?, ?)",
            (update, section, section if not settled else f"{text} too", text, turn, refusal),
        )
        if settled:
            store.db.execute("insert into waiting (edit_id) values (?)", (added.lastrowid,))
    store.db.execute("update updates set status = 'done', ended = ? where id = ?", (now, update))
    notes.add(store.folder, text, "model")
    clients.record(store.db, text)
    clients.record_call(store.db, text, text, text)
