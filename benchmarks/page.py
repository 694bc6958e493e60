"""How long each page of `llm memory web` takes with 10,000 facts and 100,000 updates.

Each page is asked for over HTTP, as a browser does; the median of several is given, without the
first, as CPU and as wall time. Run it by itself: `python benchmarks/page.py`. It ends with 1 if a
page takes 300 ms of CPU or more: other work on the machine makes the wall time longer.
"""

import sys
import tempfile
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.web import Site, served

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


def main() -> None:
    """Fill a memory folder, and print how long each page takes, in milliseconds."""
    with tempfile.TemporaryDirectory() as base:
        folder = Folder(Path(base) / "llm" / "memory")
        with state.opened(folder) as store:
            _fill(store)
        with served(folder) as site:
            site.enter()
            slow = [name for name in _addresses(site) if _measured(site, name) >= BAR]
    sys.exit(f"300 ms and more: {', '.join(slow)}" if slow else 0)


def _measured(site: Site, name: str) -> float:
    cpu, wall = [], []
    for _ in range(ROUNDS + 1):
        started = time.process_time(), time.perf_counter()
        size = len(site.page(name))
        cpu.append((time.process_time() - started[0]) * 1000)
        wall.append((time.perf_counter() - started[1]) * 1000)
    print(
        f"{name[:40]:<40} {median(cpu[1:]):6.0f} ms CPU {median(wall[1:]):6.0f} ms"
        f"  first {wall[0]:5.0f} ms  {size:,} bytes"
    )
    return median(cpu[1:])


def _addresses(site: Site) -> list[str]:
    archive = site.page("facts?part=archive&page=100")
    learned = archive.partition("fact?fact=")[2][:24]
    own = site.page("facts").rpartition("fact?fact=")[2][:24]
    return [
        *sorted(set(PAGES) - {"fact"}),
        "facts?part=archive&page=100",
        f"fact?fact={learned}",
        f"fact?fact={own}",
        "timeline?page=50",
        "history?before=30",
        "activity?before=50000",
        "waiting?page=3",
    ]


def _fact(number: int) -> str:
    return f"Knows the {number}th thing about subject {number % 977} of the list"


def _fill(store: Store) -> None:
    """A profile whose facts were learned, one in ten updates; every version adds one."""
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
            "insert into edits (id, update_id, op, section, old, new, quote, turn_id, refusal) "
            "values (?, ?, 'add', ?, '', ?, ?, ?, ?)",
            rows,
        )
        waits = [row[0] for row in rows if row[-1]][-WAITING:]
        store.db.executemany("insert into waiting (edit_id) values (?)", [(n,) for n in waits])


if __name__ == "__main__":
    main()
