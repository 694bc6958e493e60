"""The time that each page of `llm memory web` takes with 10,000 facts and 100,000 updates.

Each page is requested over HTTP as by a browser, with a form if a form leads to it. The result is
the median of several requests, without the first. `ask` has a model that answers at once. Nothing
else should run on the machine:

    python benchmarks/page.py [--docs]

It ends with 1 if a page takes 300 ms or more. With --docs, the table is put into docs/page.md.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import llm
from harness import ROOT, publish, table
from llm.plugins import load_plugins, pm
from support.web import Site, form_of, served

from llm_user_memory.settings import Folder
from llm_user_memory.store import state
from llm_user_memory.store.profile import versions
from llm_user_memory.store.profile.commit import NewVersion
from llm_user_memory.store.state import Store
from llm_user_memory.web.app import PAGES

BAR = 300.0
FACTS = 10_000
ACTIVE = 70
UPDATES = 100_000
WAITING = 300
VERSIONS = 60
ROUNDS = 7

_SECTIONS = ("Personal Information", "Current Projects", "Interests", "Preferences")


class Took(NamedTuple):
    """The wall and CPU milliseconds of a page, and its size in bytes."""

    name: str
    wall: float
    cpu: float
    size: int


class _Model(llm.Model):
    """A model that answers at once that it found nothing, so that it is asked twice."""

    model_id = "at-once"

    def execute(self, *_: Any, **__: Any) -> Iterator[str]:
        yield "NOT FOUND"


class _Plugin:
    @llm.hookimpl
    def register_models(self, register: Any) -> None:
        register(_Model())


def main() -> None:
    """Fill a memory folder, and print how long each page takes, in milliseconds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--docs", action="store_true", help="put the table into docs/page.md")
    to_docs = parser.parse_args().docs
    load_plugins()
    pm.register(_Plugin())
    with tempfile.TemporaryDirectory() as base:
        os.environ |= {"LLM_MODEL": "at-once", "LLM_USER_PATH": f"{base}/llm", "HOME": base}
        folder = Folder(Path(base) / "llm" / "memory")
        with state.opened(folder) as store:
            _fill(store)
        with served(folder) as site:
            site.enter()
            took = list(_measured(site))
    rows = [(one.name, f"{one.wall:.0f}", f"{one.cpu:.0f}", f"{one.size:,}") for one in took]
    shown = table(("page", "ms", "ms of CPU", "bytes"), rows)
    publish("page", [shown], ROOT / "docs" / "page.md" if to_docs else None)
    slow = [one.name for one in took if one.wall >= BAR]
    sys.exit(f"{BAR:.0f} ms and more: {', '.join(slow)}" if slow else 0)


def _measured(site: Site) -> Iterator[Took]:
    for name, address in _addresses(site).items():
        yield _took(name, lambda address=address: site.page(address))
    erase = form_of(site.page("facts?part=archive&page=100"), "erase")
    forms = {
        "find": {"text": "thing about subject"},
        "find, with context": {"text": "subject list", "context": "5"},
        "ask": {"question": "Which subject of the list do I know?"},
        "erase, what will be left": erase,
    }
    for name, fields in forms.items():
        yield _took(f"{name} (form)", lambda name=name, fields=fields: _posted(site, name, fields))


def _posted(site: Site, name: str, fields: dict[str, str]) -> str:
    found = site.post(name.partition(",")[0], fields)
    assert found.status == 200, found.text
    return found.text


def _took(name: str, ask: Callable[[], str]) -> Took:
    cpu, wall = [], []
    for _ in range(ROUNDS + 1):
        started = time.process_time(), time.perf_counter()
        size = len(ask().encode())
        cpu.append((time.process_time() - started[0]) * 1000)
        wall.append((time.perf_counter() - started[1]) * 1000)
    return Took(name, median(wall[1:]), median(cpu[1:]), size)


def _addresses(site: Site) -> dict[str, str]:
    """The URL of each page, by the name of the page in the table."""
    archive = site.page("facts?part=archive&page=100")
    learned = archive.partition("fact?fact=")[2][:24]
    own = site.page("facts").rpartition("fact?fact=")[2][:24]
    return {
        **{name: name for name in sorted(set(PAGES) - {"fact"})},
        "facts, of the archive": "facts?part=archive&page=100",
        "fact, a learned one": f"fact?fact={learned}",
        "fact, an own line": f"fact?fact={own}",
        "timeline, far down": "timeline?page=50",
        "history, older": "history?before=30",
        "activity, older": "activity?before=50000",
        "waiting, further on": "waiting?page=3",
    }


def _fact(number: int) -> str:
    return f"Knows the {number}th thing about subject {number % 977} of the list"


def _fill(store: Store) -> None:
    """Make a profile of learned facts, one for every ten updates; each version adds one."""
    sections: dict[str, list[str]] = {name: [] for name in _SECTIONS}
    for number in range(ACTIVE):
        sections[_SECTIONS[number % 4]].append(f"- {_fact(number)}\n")
    archived = "".join(f"- {_fact(number)}\n" for number in range(ACTIVE, FACTS - VERSIONS))
    active = "".join(f"\n## {name}\n{''.join(lines)}" for name, lines in sections.items())
    text = (
        f"# User Profile\n{active}- A line of the user's own\n\n## Archive: Interests\n{archived}"
    )
    _fill_updates(store)
    versions.change(store, lambda _: text, "load")
    for number in range(FACTS - VERSIONS, FACTS):
        with versions.current(store) as before:
            more = f"{before.text}- {_fact(number)}\n"
            versions.save(store, before, NewVersion(more, "learned", "update"))


def _fill_updates(store: Store) -> None:
    start = time.time() - UPDATES * 300.0
    moments = [start + 300.0 * number for number in range(UPDATES)]
    with state.transaction(store.db):
        store.db.executemany(
            "insert into updates (id, thread_id, model, form, started, ended, status, failures, "
            "input_tokens, output_tokens) "
            "values (?, ?, 'gpt-5-mini', 'lines', ?, ?, 'done', 0, 900, 30)",
            [(n + 1, f"thread{n}", at, at + 3) for n, at in enumerate(moments)],
        )
        store.db.executemany(
            "insert into turns (id, thread_id, started, ended, outcome) "
            "values (?, ?, ?, ?, 'learned')",
            [(f"turn{n}", f"thread{n}", at, at + 1) for n, at in enumerate(moments)],
        )
        every = UPDATES // FACTS
        rows = []
        for n in range(UPDATES):
            made = n % every == 0
            refusal = "" if made else "its quote is not in what you typed"
            fact = _fact(n // every) if made else f"Has been refused {n} times"
            rows.append((n + 1, n + 1, "Interests", fact, f"I know thing {n}", f"turn{n}", refusal))
        store.db.executemany(
            "insert into edits "
            "(id, update_id, op, section, old, new, quote, turn_id, refusal, place) "
            "values (?, ?, 'add', ?, '', ?, ?, ?, ?, 'elsewhere')",
            rows,
        )
        waits = [row[0] for row in rows if row[-1]][-WAITING:]
        store.db.executemany("insert into waiting (edit_id) values (?)", [(n,) for n in waits])
        state.put(store.db, state.MARKED_AT, start)  # as the worker does in each home, once


if __name__ == "__main__":
    main()
