"""Much at once: a thousand sources, and a log of 100,000 turns of which most are hostile."""

import json
import random
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from support import faults, torture
from support.product import Product, until

from llm_user_memory.logs import UNREADABLE_ID, UNREADABLE_PROMPT
from llm_user_memory.store import sources, state

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))
import large_log

pytestmark = [pytest.mark.product, pytest.mark.torture, pytest.mark.once]

SOURCES = 1_000 if torture.TORTURE else 60
TURNS = 100_000 if torture.TORTURE else 2_000


@pytest.mark.timeout(1800)
def test_many_sources(product: Product) -> None:
    """Of every fifth only the name is left, and every seventh is a file."""
    faults.set_up_home(product)
    given = product.home / "sources"
    gone = 0
    with state.opened(product.folder) as store:
        for number in range(SOURCES):
            place = given / f"source {number}"
            place.mkdir(parents=True)
            note = place / "note.md"
            note.write_text(f"# Of source {number}\n\nThe barn{number} has {number} windows.\n")
            assert sources.add(store, note if number % 7 == 0 else place)
            if number % 5 == 0:
                note.unlink()
                place.rmdir()
                gone += 1
    assert product.run("memory", "reindex").code == 0
    listed = json.loads(product.run("memory", "sources", "--json").out)
    assert len(listed["sources"] if isinstance(listed, dict) else listed) == SOURCES
    for number in (1, 7, SOURCES - 1):
        found = product.run("memory", "search", f"barn{number}").out
        assert f"barn{number} has {number} windows".split()[1] in found, number
    for words in (["status"], ["doctor"], ["sources"], ["ask", "How many windows has barn7?"]):
        ran = product.run("memory", *words)
        assert "Traceback" not in ran.out + ran.err, (words, ran)
    assert faults.type_prompt(product, "I love rowing") == ""
    product.wait_for_fact(faults.DURING)
    changed = given / "source 1" / "note.md"
    changed.write_text("# Of source 1\n\nThe barn1 was painted turquoise.\n")
    until(lambda: "turquoise" in product.run("memory", "search", "turquoise").out, "a change")
    faults.check_recovery(product, "1,000 sources", [faults.BEFORE, faults.DURING])
    torture.tally("many sources", runs=1, sources=SOURCES, gone=gone)


# What other writers put into turns, by SQL; {} are the numbers of their rows.
ATTACKS = (
    "update turns set duration_ms = x'ff' where rowid in ({})",
    "update turns set datetime_utc = '0001-01-01' where rowid in ({})",
    "update turns set model = x'00ff', resolved_model = 9e999 where rowid in ({})",
    "update turns set id = cast(x'ff' || id as text) where rowid in ({})",
    "update turn_search set prompt = x'00ff' where turn_id in "
    "(select id from turns where rowid in ({}))",
    "update turn_search set prompt = replace(hex(zeroblob(3000)), '0', '< ') where turn_id in "
    "(select id from turns where rowid in ({}))",
    "update turn_search set prompt = 'I keep hens ' || char(27) || '[2J' || char(8238) "
    "where turn_id in (select id from turns where rowid in ({}))",
    "update messages set parent_hash = hash where hash in "
    "(select parent_message_hash from turns where rowid in ({}))",
    "update turns set thread_id = id where rowid in ({})",
)


def _attack(path: Path, turns: int) -> int:
    """Put each attack into a tenth of the turns, drawn at random; returns how many were changed."""
    draw = random.Random(15)
    changed = set[int]()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("pragma synchronous = off")
        for attack in ATTACKS:
            rows = draw.sample(range(1, turns + 1), turns // 10)
            for first in range(0, len(rows), 5_000):
                db.execute(attack.format(",".join(map(str, rows[first : first + 5_000]))))
            changed |= set(rows)
    return len(changed)


@pytest.mark.timeout(1800)
def test_a_large_log_of_which_most_is_hostile(product: Product) -> None:
    """All of it is since memory was in use, and its markers are without our seal."""
    faults.set_up_home(product)
    path = product.user_path / "logs.db"
    made = product.base / "large.db"
    large_log.write(made, TURNS, time.time() - TURNS * 60)
    changed = _attack(made, TURNS)
    with closing(sqlite3.connect(path)) as db:
        db.execute("attach ? as made", (str(made),))
        with db:
            for table in ("threads", "messages", "turns", "turn_search", "turn_fragments"):
                columns = [row[1] for row in db.execute(f"pragma table_info({table})")]
                names = ", ".join(f'"{name}"' for name in columns)
                db.execute(
                    f"insert or ignore into {table} ({names}) select {names} from made.{table}"
                )
    with state.opened(product.folder) as store:
        state.put(store.db, "activated", time.time() - 2 * TURNS * 60)
        state.put(store.db, "sealed_since", 0)
    assert faults.type_prompt(product, "I love rowing") == ""
    product.wait_for_fact(faults.DURING)
    found = product.wait_until_settled()
    with closing(sqlite3.connect(path)) as db:  # `product.logged` reads no text that is not UTF-8
        logged = db.execute("select count(*) from turns").fetchone()[0]
    assert logged > TURNS and found["turns"]["logged"] == logged, found["turns"]
    assert found["turns"]["learned"] == 2, found["turns"]
    assert found["turns"]["skipped_because"].keys() >= {UNREADABLE_ID, UNREADABLE_PROMPT}
    for words in (
        ["reindex"], ["status"], ["search", "barn", "--json"], ["search", "hens"], ["log"],
        ["why", "bees"],
        ["backfill", "--dry-run"], ["timeline"], ["doctor"], ["reindex"], ["search", "rowing"],
    ):  # fmt: skip
        with product.terminal("memory", *words) as screen:
            ran = screen.end(limit=1500)  # to index so much takes minutes
        assert "Traceback" not in ran.out, (words, ran)
        assert "\x1b[2J" not in ran.out and "\u202e" not in ran.out, words
    assert "hens" not in product.profile()
    assert len(product.requests()) == 1, "nothing else is asked about"
    torture.tally("a large log under attack", runs=1, turns=logged, changed=changed)
