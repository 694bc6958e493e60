"""The queue of sessions: whose turn it is, what counts as a failure, and what is put aside."""

import json
import os
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone
from functools import partial
from typing import Any

import psycopg
import pytest

from llm_user_memory.errors import ModelError
from llm_user_memory.server import database, jobs, learning, migrations, worker
from llm_user_memory.server.calls import Context
from llm_user_memory.server.jobs import Job
from llm_user_memory.server.settings import ServerSettings

from .conftest import Scripted, buffers
from .test_serve import LLM

HOUR = 3600.0


class Queue:
    """The queue of a database of its own."""

    def __init__(self, urls: Any) -> None:
        self.urls = urls
        self.pool = database.pool(urls.application, 6)

    def add(self, user: str, *sessions: str, due: float = -HOUR) -> None:
        """Enqueue sessions of a user, due in so many seconds."""
        with database.transaction(self.pool, user) as db:
            database.ensure_user(db)
            db.execute(
                "insert into sessions (session_id, started_at, last_at) "
                "select unnest(%s::text[]), now(), now() on conflict do nothing",
                [list(sessions)],
            )
            jobs.enqueue(db, dict.fromkeys(sessions, datetime.now(timezone.utc)), due, 0)

    def claim(self) -> Job | None:
        with self.pool.connection() as db:
            return jobs.claim(db)

    def taken(self) -> Job:
        job = self.claim()
        assert job is not None
        return job

    def end(self, job: Job, how: Any, *values: Any) -> None:
        with database.transaction(self.pool, job.user_id) as db:
            how(db, job, *values)

    def lose(self, job: Job) -> None:
        """The claim runs out, as after its process was killed."""
        self.execute("update jobs set claimed_until = now() where claim = %s", job.claim)

    def execute(self, sql: str, *values: Any) -> Any:
        with psycopg.connect(self.urls.admin, options="-c search_path=llm_memory") as admin:
            done = admin.execute(sql, values)
            return done.fetchall() if done.description else []

    def row(self, session: str = "s1") -> Any:
        query = "select *, extract(epoch from due_at - now())::float as wait from jobs"
        with psycopg.connect(self.urls.admin, options="-c search_path=llm_memory") as admin:
            cursor = admin.cursor(row_factory=psycopg.rows.namedtuple_row)
            return cursor.execute(f"{query} where session_id = %s", [session]).fetchone()

    def due(self) -> None:
        """Nothing has to wait any longer."""
        self.execute("update jobs set due_at = least(due_at, now())")

    def state(self) -> dict[str, float]:
        with self.pool.connection() as db:
            return db.execute("select * from queue_state()").fetchone() or {}


@pytest.fixture
def queue(fresh: Any) -> Iterator[Queue]:
    made = Queue(fresh)
    yield made
    made.pool.close()


def test_whoever_had_a_turn_waits_behind_all_who_are_due(queue: Queue) -> None:
    """Also if their other sessions have been due for longer."""
    queue.add("ada", *(f"s{number:03}" for number in range(200)), due=-2 * HOUR)
    queue.add("ben", "s1", "s2")
    queue.add("cleo", "s1", due=-60)
    order = []
    while len(order) < 6:
        job = queue.taken()
        order.append((job.user_id, job.session_id))
        queue.end(job, jobs.finish)
    assert order == [
        ("ada", "s000"), ("ben", "s1"), ("cleo", "s1"),
        ("ada", "s001"), ("ben", "s2"),
        ("ada", "s002"),
    ]  # fmt: skip


def test_one_session_of_a_user_at_a_time_in_their_order(queue: Queue) -> None:
    for number, session in enumerate(("late", "early", "middle")):
        queue.add("ada", session, due=-HOUR)
        queue.execute("update jobs set due_at = now() - %s * interval '1 minute' "
                      "where session_id = %s", (5, 50, 10)[number], session)  # fmt: skip
    first = queue.taken()
    assert first.session_id == "early" and queue.claim() is None
    queue.add("ada", "another")
    assert queue.claim() is None, "also while something is added"
    queue.end(first, jobs.finish)
    assert [queue.taken().session_id] == ["another"], "it has been due for an hour"


def test_a_session_that_waits_keeps_none_of_the_user_waiting(queue: Queue) -> None:
    queue.add("ada", "s1")
    queue.add("ada", "s2", due=-60)
    queue.end(queue.taken(), jobs.postpone, "TimeoutError")
    assert queue.taken().session_id == "s2"


def test_a_claim_is_no_failure(queue: Queue) -> None:
    """Whether its process gave it back, or was killed."""
    queue.add("ada", "s1")
    for _ in range(3):
        queue.end(queue.taken(), jobs.release)
        assert (queue.row().failures, queue.row().lost) == (0, 0)
    queue.lose(queue.taken())
    assert queue.claim() is None
    queue.due()
    queue.end(queue.taken(), jobs.postpone, "TimeoutError")
    assert (queue.row().failures, queue.row().lost) == (1, 0)
    assert 20 < queue.row().wait <= 30, "the first failure has the shortest pause"


def test_what_ends_its_process_waits_longer_each_time_and_is_put_aside(queue: Queue) -> None:
    queue.add("ada", "s1", "s2")
    queue.execute("update jobs set due_at = now() - interval '1 day' where session_id = 's1'")
    pauses = []
    for _ in range(4):
        assert queue.taken().session_id == "s1"
        queue.execute("update jobs set claimed_until = now() where session_id = 's1'")
        other = queue.taken()
        assert other.session_id == "s2", "which can be learned from meanwhile"
        queue.end(other, jobs.release)
        pauses.append(round(queue.row().wait / 30))
        queue.execute("update jobs set due_at = now() - interval '1 day' where session_id = 's1'")
    assert pauses == [1, 2, 4, 8]
    queue.lose(queue.taken())
    assert queue.taken().session_id == "s2"
    state = queue.state()
    assert (state["jobs_aside"], state["jobs_waiting"], state["jobs_failing"]) == (1, 1, 0)
    noted = "select key_id, action, number from audit where subject = subject_of(%s)"
    assert queue.execute(noted, "ada") == [("worker", "put session aside", 1)]
    assert queue.row().aside_at is not None


def test_a_failure_that_lasts_puts_aside_and_an_outage_does_not(queue: Queue) -> None:
    queue.add("ada", "s1")
    for _ in range(20):
        queue.end(queue.taken(), partial(jobs.postpone, error="TimeoutError"))
        queue.due()
    for number in range(1, 11):
        queue.end(queue.taken(), partial(jobs.postpone, error="KeyError", is_lasting=True))
        assert (queue.row().aside_at is not None) == (number == 10)
        queue.due()
    assert queue.claim() is None and queue.state()["jobs_aside"] == 1
    noted = "select key_id, action, number from audit where subject = subject_of(%s)"
    assert queue.execute(noted, "ada") == [("worker", "put session aside", 1)]
    with database.connect(queue.urls.admin) as admin:
        assert [each[:3] for each in jobs.put_aside(admin, None)] == [("ada", "s1", "KeyError")]
        jobs.take_up(admin, None)
        queue.end(queue.taken(), partial(jobs.postpone, error="KeyError", is_lasting=True))
        assert len(jobs.put_aside(admin, None)) == 1, "one more attempt, and no ten"
        jobs.take_up(admin, None)
    queue.end(queue.taken(), jobs.finish)
    assert queue.row() is None


def test_what_is_added_to_a_session_is_tried_as_often_as_any(queue: Queue) -> None:
    queue.add("ada", "s1")
    for _ in range(9):
        queue.end(queue.taken(), partial(jobs.postpone, error="KeyError", is_lasting=True))
        queue.due()
    queue.add("ada", "s1")
    queue.end(queue.taken(), partial(jobs.postpone, error="KeyError", is_lasting=True))
    assert (queue.row().lasting, queue.row().aside_at) == (1, None)


@pytest.mark.parametrize(
    ("error", "lasts"),
    [
        (ModelError("no network", transient=True), 0),
        (ModelError("no such model", transient=False, needs_user=True), 0),
        (ModelError("too long", transient=False), 1),
        (psycopg.errors.QueryCanceled(), 0),
        (psycopg.errors.DataError(), 1),
        (KeyError("a bug of ours"), 1),
    ],
)
def test_which_failures_last(
    queue: Queue, context: Context, monkeypatch: pytest.MonkeyPatch, error: Exception, lasts: int
) -> None:
    said(queue)

    def fails(*_given: Any) -> None:
        raise error

    monkeypatch.setattr(learning, "_material", fails)
    assert worker.learner(context).work_once()
    assert (queue.row().failures, queue.row().lasting) == (1, lasts)


def aside(queue: Queue, user: str = "ada", session: str = "s1") -> None:
    queue.execute("update jobs set lost = 4 where user_id = %s", user)
    queue.lose(queue.taken())
    assert queue.claim() is None
    assert queue.row(session).aside_at is not None


def test_what_was_put_aside_stays_there_until_the_operator_takes_it_up(queue: Queue) -> None:
    queue.add("ada", "s1")
    aside(queue)
    queue.add("ada", "s1")
    queue.due()
    assert queue.claim() is None, "whatever else is said in the session"
    with database.connect(queue.urls.admin) as admin:
        assert [each[:2] for each in jobs.put_aside(admin, None)] == [("ada", "s1")]
        assert jobs.put_aside(admin, "ben") == jobs.take_up(admin, "ben") == []
        assert jobs.take_up(admin, "ada") == [("ada", "s1")]
        assert jobs.put_aside(admin, None) == jobs.take_up(admin, None) == []
        job = queue.taken()
        queue.lose(job)
        assert queue.claim() is None
        assert len(jobs.put_aside(admin, None)) == 1, "one more attempt, and no five"
        jobs.take_up(admin, None)
    queue.end(queue.taken(), jobs.finish)
    assert queue.row() is None
    noted = queue.execute("select action from audit order by at")
    assert noted == [("put session aside",), ("take up session",)] * 2


def test_the_operator_sees_what_was_put_aside_and_tries_it_again(queue: Queue) -> None:
    env = {
        **os.environ,
        "LLM_MEMORY_SERVER_DATABASE": queue.urls.application,
        "LLM_MEMORY_SERVER_ADMIN": queue.urls.admin,
    }

    def serve(*words: str) -> subprocess.CompletedProcess[str]:
        command = [LLM, "memory", "serve", *words]
        return subprocess.run(command, env=env, capture_output=True, text=True, timeout=120)

    nothing = serve("aside")
    assert (nothing.stdout, nothing.stderr) == ("", "No session was put aside.\n")
    queue.add("ada", "s1")
    aside(queue)
    queue.add("ben", "s2", "s3")
    queue.end(queue.taken(), jobs.postpone, "TimeoutError")
    checked = serve("check")
    assert checked.returncode == 1
    assert "wait to be learned from: 2, due: 1, failed: 1" in checked.stdout
    assert "again and again: 1. `llm memory serve aside` lists them" in checked.stderr
    assert serve("aside").stdout.endswith("UTC  ada  s1  its process ended\n")
    assert json.loads(serve("aside", "--user", "ben", "--json").stdout) == []
    [found] = json.loads(serve("aside", "--user", "ada", "--json").stdout)
    assert (found["user"], found["session"]) == ("ada", "s1") and found["at"]
    tried = json.loads(serve("aside", "--retry", "--json").stdout)
    assert tried["changed"] and tried["sessions"] == [{"user": "ada", "session": "s1"}]
    assert "0 sessions to be learned from again" in serve("aside", "--retry").stderr
    assert serve("check").returncode == 0
    assert "operator  take up session  1" in serve("audit", "--user", "ada").stdout
    unknown = serve("audit", "--user", "cleo")
    assert (unknown.stdout, unknown.stderr) == ("", "Nothing was changed or taken out.\n")
    for command in ("audit", "aside"):
        refused = serve(command, "--user", "")
        assert refused.returncode == 1 and "A user's id has 1 to 200" in refused.stderr


def test_what_may_end_its_process_is_tried_alone(queue: Queue) -> None:
    """Two that were learned from beside each other are never put aside for one of them."""
    queue.add("ada", "s1")
    queue.add("ben", "s2")
    for job in (queue.taken(), queue.taken()):
        queue.lose(job)
    assert queue.claim() is None
    queue.due()
    suspect = queue.taken()
    assert queue.claim() is None, "the other one waits"
    queue.add("cleo", "s3")
    assert queue.taken().user_id == "cleo"
    queue.end(suspect, jobs.finish)
    assert queue.taken().user_id != suspect.user_id


def test_a_message_does_not_shorten_the_pause_of_what_ended_its_process(queue: Queue) -> None:
    queue.add("ada", "s1")
    for _ in range(4):
        queue.lose(queue.taken())
        assert queue.claim() is None
        queue.due()
    queue.execute("update jobs set due_at = now() + interval '1 hour'")
    queue.add("ada", "s1", due=60)
    queue.add("ada", "s2", due=60)
    assert queue.row().wait > 3000 and queue.row().lost == 4


def test_who_deletes_a_session_or_a_user_has_no_turn(queue: Queue) -> None:
    queue.add("ada", "s1", "s2")
    with database.transaction(queue.pool, "ada") as db:
        db.execute("delete from sessions where session_id = 's1'")
    assert queue.taken().session_id == "s2"
    with database.transaction(queue.pool, "ada") as db:
        db.execute("delete from sessions")
    assert queue.claim() is None
    assert queue.execute("select isfinite(turn_at) from turns") == [(False,)]
    with database.transaction(queue.pool, "ada") as db:
        db.execute("delete from users")
    assert queue.execute("select 1 from turns") == queue.execute("select 1 from jobs") == []


def test_what_is_added_while_the_last_job_of_the_user_ends_is_not_missed(queue: Queue) -> None:
    """Neither sees what the other writes, and one of them waits."""
    queue.add("ada", "s1")
    job = queue.taken()
    with ThreadPoolExecutor(1) as threads:
        with database.transaction(queue.pool, "ada") as db:
            db.execute("insert into sessions values (default, 's2', '', now(), now())")
            jobs.enqueue(db, {"s2": datetime.now(timezone.utc)}, -HOUR, 0)
            ending = threads.submit(queue.end, job, jobs.finish)
            blocked = "select 1 from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0"
            while not queue.execute(blocked):
                threading.Event().wait(0.01)
        ending.result()
    assert queue.taken().session_id == "s2"


def test_many_who_claim_at_once_take_each_job_once(queue: Queue) -> None:
    for number in range(8):
        queue.add(f"user {number}", *(f"s{each}" for each in range(5)))
    taken: list[tuple[str, str]] = []
    claimed: set[str] = set()

    def work() -> None:
        while queue.state()["jobs_due"]:
            if job := queue.claim():
                assert job.user_id not in claimed
                claimed.add(job.user_id)
                taken.append((job.user_id, job.session_id))
                claimed.discard(job.user_id)
                queue.end(job, jobs.finish)

    with ThreadPoolExecutor(4) as threads:
        for each in [threads.submit(work) for _ in range(4)]:
            each.result()
    assert len(taken) == len(set(taken)) == 40


def test_one_call_claims_one_job_whatever_the_plan(queue: Queue) -> None:
    """Also where nearly every user has one session, so that the planner expects one row."""
    for number in range(400):
        queue.add(f"user {number}", "s1", due=HOUR)
    queue.execute("analyze jobs")
    queue.add("ada", *(f"s{number}" for number in range(6)))
    with queue.pool.connection() as db:
        assert len(db.execute("select * from claim_job('120 s', '30 s', 5)").fetchall()) == 1


def test_the_cost_of_a_claim_and_of_a_message_does_not_grow_with_what_is_due(queue: Queue) -> None:
    """Neither with the sessions of one user, nor with the number of users."""

    def costs() -> list[int]:
        claim = "select * from claim_job('120 s', '30 s', 5)"
        found = []
        with queue.pool.connection() as db:
            with db.transaction(force_rollback=True):
                buffers(db, claim)  # the first one of a connection reads the catalogs, too
            found.append(buffers(db, claim))
        with database.transaction(queue.pool, "ada") as db:
            found.append(buffers(db, jobs._WAKE % {"sessions": "array['s1']", "tokens": 0}))
        return found

    queue.add("ada", "s1")
    queue.add("ben", "s1")
    few = costs()
    queue.execute("alter table jobs disable trigger user")
    queue.execute("insert into users (user_id) select 'user ' || n from generate_series(1, 5000) n")
    for table, rest in (("sessions", "started_at, last_at"), ("jobs", "due_at")):
        times = ", ".join(["now() - interval '2 hours'"] * (1 + rest.count(",")))
        queue.execute(
            f"insert into {table} (user_id, session_id, {rest}) "
            f"select user_id, 's1', {times} from users where user_id like 'user %%' union all "
            f"select 'ada', 'more ' || n, {times} from generate_series(1, 20000) n"
        )
    queue.execute("alter table jobs enable trigger user")
    queue.execute("insert into turns (user_id) select user_id from users on conflict do nothing")
    queue.execute("do $$ begin perform set_turn(user_id) from users; end $$")
    for table in ("jobs", "turns", "sessions", "users"):
        queue.execute(f"analyze {table}")
    many = costs()
    print(few, many)
    assert all(after < 3 * before + 50 for before, after in zip(few, many, strict=True))


def test_jobs_of_the_version_before_are_taken_over(postgres: Any) -> None:
    name = "test_before_turns"
    urls = postgres.urls()
    from psycopg.conninfo import make_conninfo

    with database.connect(urls.admin) as admin:
        admin.execute(f"create database {name}")
    try:
        made = type(urls)(*(make_conninfo(url, dbname=name) for url in urls))
        shipped = migrations.shipped()
        with pytest.MonkeyPatch.context() as patched, database.connect(made.admin) as admin:
            patched.setattr(migrations, "shipped", lambda: shipped[:10])
            migrations.migrate(admin)
        with psycopg.connect(made.admin, options="-c search_path=llm_memory") as admin:
            admin.execute("insert into users (user_id) select unnest('{ada,ben}'::text[])")
            rows = [
                ("ada", "waits", 0, None, -60, None),
                ("ada", "failed", 2, None, -30, "TimeoutError"),
                ("ben", "claimed", 1, "c", -600, None),
                ("ben", "failed", 3, "d", -500, "TimeoutError"),
            ]
            for user, session, attempts, claim, due, error in rows:
                admin.execute("insert into sessions (user_id, session_id, started_at, last_at) "
                              "values (%s, %s, now(), now())", (user, session))  # fmt: skip
                admin.execute(
                    "insert into jobs (user_id, session_id, due_at, attempts, claim, "
                    "claimed_until, error) values (%s, %s, now() + %s * interval '1 s', %s, %s, "
                    "case when %s::text is not null then now() - interval '1 s' end, %s)",
                    (user, session, due, attempts, claim, claim, error),
                )
        with database.connect(made.admin) as admin:
            assert next(each.number for each in migrations.migrate(admin)) == 11
        queue = Queue(made)
        try:
            found = "select session_id, failures from jobs order by user_id desc, session_id"
            assert queue.execute(found) == [
                ("claimed", 0), ("failed", 2), ("failed", 2), ("waits", 0),
            ]  # fmt: skip
            assert queue.taken().session_id == "waits"
            assert queue.claim() is None, "those of ben were lost, and wait"
            queue.due()
            assert queue.taken().user_id == "ben"
        finally:
            queue.pool.close()
    finally:
        with database.connect(urls.admin) as admin:
            admin.execute(f"drop database {name} with (force)")


@pytest.fixture
def context(queue: Queue, model: Scripted) -> Context:
    return Context(queue.pool, ServerSettings(database=queue.urls.application, model=model.id))


def said(queue: Queue, user: str = "ada") -> None:
    """A session with a message, which is due."""
    queue.add(user, "s1")
    with database.transaction(queue.pool, user) as db:
        db.execute(
            "insert into messages (id, session_id, role, typed, content, said_at) "
            "values ('m1', 's1', 'user', true, 'I live in Oslo.', now())"
        )


def test_a_process_that_is_told_to_end_gives_its_claims_back(
    queue: Queue, context: Context, model: Scripted
) -> None:
    """What the model answers in time is learned; the rest was no failure, and is due at once."""
    said(queue)
    is_asked, may_answer, ended = (threading.Event() for _ in range(3))

    def waits() -> Any:
        is_asked.set()
        assert may_answer.wait(60)
        return {"edits": [], "summary": "Of Oslo."}

    model.answers["Oslo"] = waits
    learner = worker.learner(context)
    thread = threading.Thread(target=worker.work, args=(learner.work_once, ended))
    thread.start()
    assert is_asked.wait(60)
    ended.set()
    worker.end([thread], [learner], 0.1)
    row = queue.row()
    assert (row.claim, row.failures, row.lost, row.wait < 0) == (None, 0, 0, True)
    may_answer.set()
    thread.join()
    assert queue.row() is not None, "what comes too late is not learned"
    model.answers["Oslo"] = {"edits": [], "summary": "Of Oslo."}
    assert worker.learner(context).work_once() and queue.row() is None


def test_a_thread_that_ends_by_an_error_ends_the_process_which_is_started_again() -> None:
    """Else nobody would learn, or archive, until somebody looks."""
    ended = threading.Event()

    def fails() -> bool:
        raise RuntimeError("a bug of ours")

    with pytest.raises(RuntimeError):
        worker.work(fails, ended)
    assert ended.is_set()


def test_a_database_that_was_away_is_no_failure(
    queue: Queue, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    said(queue)

    def away(*_given: Any) -> None:
        queue.execute("select pg_terminate_backend(pid) from pg_stat_activity "
                      "where datname = current_database() and pid <> pg_backend_pid()")  # fmt: skip
        with database.transaction(queue.pool, "ada") as db:
            db.execute("select 1")

    learner = worker.learner(context)
    with monkeypatch.context() as patched:
        patched.setattr(learning, "_material", away)
        with pytest.raises(psycopg.OperationalError):
            learner.work_once()
    while True:
        try:
            assert learner.work_once(), "its claim is given back, and it is due"
            break
        except psycopg.OperationalError:  # of connections that are broken, too
            assert queue.row().failures == queue.row().lost == 0
    assert queue.row() is None


def test_what_takes_the_database_too_long_is_a_failure(
    queue: Queue, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it would be asked of the model again at once, for ever."""
    said(queue)

    def canceled(*_given: Any) -> None:
        raise psycopg.errors.QueryCanceled

    monkeypatch.setattr(learning, "_material", canceled)
    assert worker.learner(context).work_once()
    assert (queue.row().failures, queue.row().error) == (1, "QueryCanceled")
    assert queue.row().due_at > datetime.now(timezone.utc)
