"""The size of state.db, and how long reading takes, with many versions of a profile of many facts.

Each version of the profile adds a fact, and some move facts to the archive, as learning does. The
limit is 50 MB of state.db for a thousand versions of five thousand facts. Every version is read
back and compared. Prints a table in Markdown.
"""

import argparse
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from harness import spread
from support.long_history import profiles

from llm_user_memory.profile.document import facts
from llm_user_memory.settings import Folder
from llm_user_memory.store import state
from llm_user_memory.store.profile import changes, commit, history
from llm_user_memory.store.profile.commit import NewVersion
from llm_user_memory.store.state import Store

SIZES = ((50, 40), (1000, 40), (100, 5000), (1000, 5000))
"""Versions and facts of each row."""

BAR = 50_000_000
_ROUNDS = 9
_HEADINGS = (
    "versions",
    "facts",
    "texts, MB",
    "state.db, MB",
    "to make one, ms",
    "to read the newest, ms",
    "a fact's first version, ms",
    "first versions of all facts, ms",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="Leave out the largest history")
    sizes = SIZES[:-1] if parser.parse_args().quick else SIZES
    print(_line(_HEADINGS))
    print(_line("--:" for _ in _HEADINGS))
    for versions, number in sizes:
        with TemporaryDirectory() as path, state.opened(Folder(Path(path) / "memory")) as store:
            print(_line(_measured(store, versions, number)), flush=True)


def _measured(store: Store, versions: int, number: int) -> Sequence[str]:
    """Record `versions` versions; return the cells of their row."""
    texts = list(profiles(number, versions))
    making = [_seconds(lambda text=text: _record(store, text)) for text in texts]
    store.db.execute("pragma wal_checkpoint(truncate)")
    size = store.folder.state.stat().st_size
    read = [version.text for version in history.newest(store.db, -1)][::-1]
    if read != texts or (versions <= 1000 and size > BAR):
        raise SystemExit(f"{versions:,} versions are not as they were, or take {size:,} bytes.")
    known = [fact.text for fact in facts(texts[-1])]
    oldest = next(fact.text for fact in facts(texts[0]) if fact.text in known)
    costs = (
        making,
        _taken(lambda: history.latest(store.db)),
        _taken(lambda: changes.first_with(store.db, [oldest])),
        _taken(lambda: changes.first_with(store.db, known)),
    )
    megabytes = [f"{count / 1_000_000:.1f}" for count in (sum(map(len, texts)), size)]
    milliseconds = [f"{spread(seconds).median * 1000:.2f}" for seconds in costs]
    return [f"{versions:,}", f"{len(known):,}", *megabytes, *milliseconds]


def _record(store: Store, text: str) -> None:
    with state.transaction(store.db):
        commit.insert(store.db, NewVersion(text, "learned"), written=True)


def _taken(work: Callable[[], object]) -> list[float]:
    return [_seconds(work) for _ in range(_ROUNDS)]


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
