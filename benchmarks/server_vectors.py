"""Measures how long a search by meaning takes one user of `llm memory serve` with many passages.

    python benchmarks/server_vectors.py [N ...]

For each number of passages it measures the exact scan, which the server does, and a partial HNSW
index for that user with iterative scan, both as the application's role under row-level security.
`found` is the share of the exact scan's 100 nearest that the index finds. The vectors are from a
mixture of topics, with the dimension of the model of the extra `[local]`.
"""

import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timezone
from pathlib import Path
from typing import Any

import numpy as np

from llm_user_memory.server import database, embedded, matching
from llm_user_memory.server.finding import Question, Where
from llm_user_memory.server.meaning import packed

DIMENSIONS = 256
TOPICS = 2_000
ASKED = 20
MODEL = "measured"
USER = "grown"

ROWS = f"""
insert into users (user_id) values ('{USER}');
insert into sessions (user_id, session_id, started_at, last_at)
    values ('{USER}', 's', now(), now());
insert into messages (user_id, seq, id, session_id, role, content, said_at)
    overriding system value
    select '{USER}', n, 'm' || n, 's', 'user', 'x', now() from generate_series(1, {{0}}) n;
insert into passages
    (user_id, n, message_seq, session_id, place, start, length, role, said_at, letters)
    overriding system value
    select '{USER}', n, n, 's', n, 0, 1, 'user', now(), 'x' from generate_series(1, {{0}}) n;
"""

INDEX = (
    "create index nearest on embeddings "
    f"using hnsw ((vector::halfvec({DIMENSIONS})) halfvec_ip_ops) where user_id = '{USER}'"
)
BY_INDEX = (
    f"select passage from embeddings where user_id = '{USER}' "
    f"order by vector::halfvec({DIMENSIONS}) <#> %s::halfvec({DIMENSIONS}) limit 100"
)


def main() -> None:
    print("| passages | exact scan, median | 95 % within | by index | found | made in | size |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for number in [int(each) for each in sys.argv[1:]] or [50_000, 500_000]:
        with filled(number) as (server, vectors):
            print(line(server, number, vectors), flush=True)


def line(server: Any, number: int, vectors: Any) -> str:
    drawn = np.random.default_rng(2)
    asked = [packed(mixed(vectors[n], drawn)) for n in drawn.integers(0, number, ASKED)]
    pool = database.pool(server.urls().application, 1)
    exact, wanted = timed(pool, asked, nearest)
    began = time.monotonic()
    with database.connect(server.urls().admin) as admin:
        admin.execute("set search_path = llm_memory, public")
        admin.execute("set maintenance_work_mem = '2GB'")
        admin.execute(INDEX)
        made = time.monotonic() - began
        row = admin.execute("select pg_relation_size('nearest') / 1e6").fetchone()
    by_index, found = timed(pool, asked, indexed)
    pool.close()
    share = statistics.mean(len(a & b) / len(a) for a, b in zip(wanted, found, strict=True))
    late = sorted(exact)[int(len(exact) * 0.95)]
    return (
        f"| {number:,} | {statistics.median(exact):.0f} ms | {late:.0f} ms "
        f"| {statistics.median(by_index):.0f} ms | {share:.0%} | {made:.0f} s "
        f"| {float(row[0]) if row else 0:.0f} MB |"
    )


def nearest(db: Any, vector: str) -> set[int]:
    found, _places = matching.nearest(db, Question("x", timezone.utc, vector, MODEL), Where())
    return set(found)


def indexed(db: Any, vector: str) -> set[int]:
    db.execute("set local hnsw.iterative_scan = relaxed_order; set local hnsw.ef_search = 200")
    return {row["passage"] for row in db.execute(BY_INDEX, [vector], prepare=False).fetchall()}


def timed(
    pool: Any, asked: list[str], find: Callable[[Any, str], set[int]]
) -> tuple[list[float], list[set[int]]]:
    """Return the milliseconds and the hits of each question; the first question is asked twice."""
    taken, found = [], []
    for vector in [asked[0], *asked]:
        with database.transaction(pool, USER) as db:
            began = time.monotonic()
            found.append(find(db, vector))
            taken.append((time.monotonic() - began) * 1000)
    return taken[1:], found[1:]


@contextmanager
def filled(number: int) -> Iterator[tuple[Any, Any]]:
    """Yield a database with one user who has that many passages, and their vectors."""
    folder = Path(tempfile.mkdtemp(prefix="lum-"))
    folder.chmod(0o711)
    server = embedded.Server(folder / "db")
    try:
        server.start()
        yield server, fill(server, number)
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def fill(server: Any, number: int) -> Any:
    drawn = np.random.default_rng(1)
    topics = drawn.normal(size=(TOPICS, DIMENSIONS))
    vectors = np.empty((number, DIMENSIONS), np.float16)
    for first in range(0, number, 10_000):
        of = drawn.integers(0, TOPICS, min(10_000, number - first))
        vectors[first : first + len(of)] = mixed(topics[of], drawn)
    with database.connect(server.urls().admin, autocommit=False) as admin:
        admin.execute("set search_path = llm_memory, public")
        admin.execute(ROWS.format(number))
        with admin.cursor().copy(
            "copy embeddings (user_id, passage, model, vector) from stdin (format binary)"
        ) as copy:
            copy.write(b"PGCOPY\n\xff\r\n\0" + bytes(8))
            for n in range(number):
                copy.write(as_row(n + 1, vectors[n]))
            copy.write(b"\xff\xff")
        admin.commit()
        admin.autocommit = True
        admin.execute("vacuum analyze")
    return vectors


def as_row(number: int, vector: Any) -> bytes:
    """Return a row in PostgreSQL's binary copy format."""
    numbers = DIMENSIONS.to_bytes(2, "big") + bytes(2) + vector.astype(">f2").tobytes()
    fields = (USER.encode(), number.to_bytes(8, "big"), MODEL.encode(), numbers)
    return b"\0\4" + b"".join(len(field).to_bytes(4, "big") + field for field in fields)


def mixed(topic: Any, drawn: Any) -> Any:
    """Return vectors of length 1 near those of topics."""
    found = topic / np.linalg.norm(topic, axis=-1, keepdims=True)
    found = found + drawn.normal(size=found.shape) * (0.8 / np.sqrt(DIMENSIONS))
    return found / np.linalg.norm(found, axis=-1, keepdims=True)


if __name__ == "__main__":
    main()
