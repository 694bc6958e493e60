"""Measures `llm memory serve`: compared with chatmemory from PyPI, or as one user's data grows.

    python benchmarks/server.py --chatmemory PYTHON [--users N] [--messages N] [--timed N]
    python benchmarks/server.py --growth N[,N...]

PYTHON is the one of an environment with `chatmemory`. Both servers use one PostgreSQL (the embedded
one) and one model provider, which answers at once, so that only the servers are measured. They get
the same sessions of 20 messages, one server after the other. Then they are asked the same questions
in turns, so that other work on the machine affects both. Both summarise each session when the next
begins. The limits: at least three times chatmemory's messages a second, at most half of its p95.

With --timed N only the messages of the first N users are sent as by chatmemory's clients, and
timed. Those of the others are sent to our server in large requests; in chatmemory, the rows of the
first users are copied for the others, under other names.
"""

import argparse
import asyncio
import http.client
import json
import os
import random
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

CLIENTS = 4
SESSION = 20
TURNS = 2
AT_ONCE = 40
"""The number of questions that one server is asked before it is the other's turn."""

DIMENSIONS = 1536  # of chatmemory's default model

SAID = 'They spoke of kalo and mine.\nANSWER: It is kalo.\nFROM 1: "kalo"'
"""The answer of the provider to every request, for a summary or for an answer."""

# Run by chatmemory's Python, with the arguments as JSON.
THEIRS = """
import json, sys, uvicorn
from chatmemory import ChatMemory
from fastapi import FastAPI
given = json.loads(sys.argv[1])
port = given.pop("port")
app = FastAPI()
app.include_router(ChatMemory(openai_api_key="none", **given).get_router())
uvicorn.run(app, port=port, log_level="error", access_log=False)
"""


class Side(NamedTuple):
    """A server that is measured: its port, the headers of its requests, and its processes.

    `fill` writes the users that are not timed, given the number of timed users and the options.
    """

    port: int
    headers: dict[str, str]
    process: "subprocess.Popen[bytes]"
    fill: Callable[[int, argparse.Namespace], None]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chatmemory", type=Path, help="the Python that has it")
    parser.add_argument("--users", type=int, default=100)
    parser.add_argument("--messages", type=int, default=200)
    parser.add_argument("--timed", type=int, help="users whose messages are sent as it says above")
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--growth", help="numbers of one user's messages")
    parser.add_argument("--provider", type=int, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.provider:
        provide(chosen.provider)
        return
    if chosen.growth:
        print_growth([int(number) for number in chosen.growth.split(",")])
        return
    with ExitStack() as stack:
        url, server = stack.enter_context(provider()), stack.enter_context(database())
        sides = {"llm-user-memory": stack.enter_context(ours(url, server))}
        if chosen.chatmemory:
            sides["chatmemory"] = stack.enter_context(theirs(chosen.chatmemory, url, server))
        found = {name: write(side, chosen) for name, side in sides.items()}
        for name, more in search(sides, chosen).items():
            found[name] |= more
        for name, side in sides.items():
            found[name]["MB"] = memory(side.process.pid)
    print_rows(found)


def write(side: Side, chosen: argparse.Namespace) -> dict[str, float]:
    """Send all messages; return the results, by the name of the column."""
    rounds = chosen.messages // SESSION
    timed = min(chosen.timed or chosen.users, chosen.users)
    found: dict[str, float] = {}

    def sessions(job: tuple[int, int]) -> float:
        number, user = job
        return post(side, "/history", history(f"user{user}", number, SESSION))

    began = time.perf_counter()
    for number in range(rounds):
        each(sessions, [(number, user) for user in range(timed)])
    written = time.perf_counter() - began
    found["messages/s, 20 a request"] = rounds * SESSION * timed / written

    def turns(user: int) -> float:
        return post(side, "/history", history(f"user{user}", rounds, 2))

    began = time.perf_counter()
    for _ in range(TURNS):
        each(turns, range(timed))
    found["messages/s, 2 a request"] = TURNS * timed * 2 / (time.perf_counter() - began)
    if timed < chosen.users:
        wait_for_summaries(side, range(timed), rounds)
        say(f"{timed} users are written.")
        side.fill(timed, chosen)
    began = time.perf_counter()
    wait_for_summaries(side, range(chosen.users), rounds)
    if timed == chosen.users:
        found["seconds until all was summarised"] = time.perf_counter() - began
    say(f"{chosen.users} users are there.")
    return found


def search(sides: Mapping[str, Side], chosen: argparse.Namespace) -> dict[str, dict[str, float]]:
    """Ask the servers in turns; return the results, by the names of servers and columns."""
    taken: dict[str, dict[str, list[float]]] = {name: {} for name in sides}

    def answer(side: Side, number: int) -> float:
        body = {"user_id": f"user{number % chosen.users}", "query": question(number)}
        return post(side, "/search", body)

    def passages(side: Side, number: int) -> float:
        user = {"X-Memory-User": f"user{number % chosen.users}"}
        return post(side, "/v1/search", {"query": question(number)}, user)

    for side in sides.values():
        each(partial(answer, side), range(CLIENTS))  # loads what is loaded on first use
    for start in range(0, chosen.questions, AT_ONCE):
        numbers = range(start, min(start + AT_ONCE, chosen.questions))
        for name, side in sides.items():
            ways = {"/search": answer}
            if "Authorization" in side.headers:
                ways["/v1/search"] = passages
            for path, ask in ways.items():
                taken[name].setdefault(path, []).extend(each(partial(ask, side), numbers))
    return {
        name: {
            f"{path} p{wanted}, ms": percentile(sorted(seconds), wanted)
            for path, seconds in of_path.items()
            for wanted in (50, 95)
        }
        for name, of_path in taken.items()
    }


def print_rows(rows: Mapping[str, Mapping[str, float]]) -> None:
    names = list(dict.fromkeys(name for found in rows.values() for name in found))
    print("| |", " | ".join(rows), "|")
    print("| --- |", " | ".join("---" for _ in rows), "|")
    for name in names:
        cells = [f"{found[name]:,.0f}" if name in found else "" for found in rows.values()]
        print(f"| {name} |", " | ".join(cells), "|")


def print_growth(sizes: Sequence[int]) -> None:
    """Print the times of a write and a search for a user with each number of messages."""
    print("| messages of the user | write of 2, p50 | p95 | `/v1/search`, p50 | p95 | size, MB |")
    print("| --- | --- | --- | --- | --- | --- |")
    with database() as server, ours("", server) as side:
        there = 0
        for size in sizes:
            for start in range(there, size, 1000):
                number = min(1000, size - start)
                post(side, "/history", history("grown", start // SESSION, number))
            there = size
            writes = sorted(
                post(side, "/history", history("grown", size // SESSION, 2)) for _ in range(100)
            )
            name = {"X-Memory-User": "grown"}
            asked = [post(side, "/v1/search", {"query": question(n)}, name) for n in range(50)]
            cells = [percentile(sorted(s), p) for s in (writes, asked) for p in (50, 95)]
            told = " | ".join(f"{cell:,.0f} ms" for cell in cells)
            print(f"| {size:,} | {told} | {size_of(server):,.0f} |", flush=True)


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


# The load.


def history(user: str, number: int, messages: int) -> dict[str, Any]:
    """Return the body of a request that adds messages of a session; it is deterministic."""
    drawn = random.Random(f"{user} {number}")
    said = [
        {"role": "assistant" if n % 2 else "user", "content": sentence(drawn)}
        for n in range(messages)
    ]
    return {"user_id": user, "session_id": f"{user}-{number}", "messages": said}


def sentence(drawn: random.Random) -> str:
    """Return about twenty words, with frequencies as in a natural language."""
    ranks = [min(int(drawn.paretovariate(0.8)), 20_000) for _ in range(drawn.randint(8, 32))]
    return " ".join(word(rank) for rank in ranks) + "."


def word(rank: int) -> str:
    syllables = ("ka", "lo", "mi", "ne", "ru", "sa", "ti", "vo", "be", "du")
    return "".join(syllables[int(digit)] for digit in str(rank))


def question(number: int) -> str:
    drawn = random.Random(number)
    return f"{word(drawn.randint(20, 200))} and {word(drawn.randint(200, 5_000))}?"


def each(work: Callable[[Any], float], jobs: Sequence[Any]) -> list[float]:
    with ThreadPoolExecutor(CLIENTS) as threads:
        return list(threads.map(work, jobs))


_local = threading.local()


def post(side: Side, path: str, body: Any, more: Mapping[str, str] | None = None) -> float:
    """Send a request over this thread's connection; return the seconds until the answer."""
    began = time.perf_counter()
    call(side, "POST", path, body, more)
    return time.perf_counter() - began


def call(
    side: Side, method: str, path: str, body: Any = None, more: Mapping[str, str] | None = None
) -> Any:
    """Send a request over this thread's connection; return the parsed JSON of the answer."""
    headers = {**side.headers, **(more or {})}
    content = None
    if body is not None:
        headers["Content-Type"] = "application/json"
        content = json.dumps(body).encode()
    connection = _connection(side)
    connection.request(method, path, content, headers)
    answer = connection.getresponse()
    told = answer.read()
    if answer.status >= 300:
        raise SystemExit(f"{path}: {answer.status} {told[:500]!r}")
    return json.loads(told)


def disconnect() -> None:
    """Close this thread's connection, as a server would close it while it is idle."""
    if getattr(_local, "port", None):
        _local.port = None
        _local.connection.close()


def _connection(side: Side) -> http.client.HTTPConnection:
    if getattr(_local, "port", None) != side.port:
        _local.port = side.port
        _local.connection = http.client.HTTPConnection("127.0.0.1", side.port, timeout=120)
        _local.connection.connect()
        _local.connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return _local.connection  # type: ignore[no-any-return]


def wait_for_summaries(side: Side, users: range, number: int) -> None:
    """Wait until all finished sessions of the users have summaries."""
    for user in users:
        path = f"/summary?user_id={quote(f'user{user}')}"
        while len(call(side, "GET", path)["summaries"]) < number:
            time.sleep(0.1)


def fill_ours(side: Side, timed: int, chosen: argparse.Namespace) -> None:
    """Send the messages of the users that are not timed, many in a request."""
    rounds, per_request = chosen.messages // SESSION, 1000 // SESSION
    starts = [*range(0, rounds, per_request), rounds]  # the last session ends those before it
    for user in range(timed, chosen.users):
        for start, end in pairwise([*starts, rounds + 1]):
            said = []
            for number in range(start, end):
                body = history(f"user{user}", number, SESSION if number < rounds else 2)
                said += [{"session": body["session_id"], **each} for each in body["messages"]]
            post(side, "/v1/messages", {"messages": said}, {"X-Memory-User": f"user{user}"})


def fill_theirs(server: Any, timed: int, chosen: argparse.Namespace) -> None:
    """Copy the rows of the timed users for the others, which saves half an hour."""
    from psycopg.conninfo import make_conninfo

    from llm_user_memory.server import database as own

    name = re.compile("(user_id|session_id)")
    columns = {
        "conversation_history": "created_at, user_id, session_id, role, content, metadata, channel",
        "conversation_summaries": "created_at, user_id, session_id, summary, embedding_summary, "
        "content_embedding",
    }
    with own.connect(make_conninfo(server.urls().admin, dbname="chatmemory")) as admin:
        for user in range(timed, chosen.users):
            names = {"old": f"user{user % timed}", "new": f"user{user}"}
            for table, listed in columns.items():
                taken = name.sub(r"replace(\1, %(old)s, %(new)s)", listed)
                query = f"insert into {table} ({listed}) select {taken} from {table} "
                admin.execute(query + "where user_id = %(old)s", names)
        admin.execute("analyze")


def percentile(values: Sequence[float], wanted: int) -> float:
    """Return a percentile, in milliseconds, of values in seconds."""
    return statistics.quantiles(values, n=100)[wanted - 1] * 1000


def memory(pid: int) -> float:
    """Return the resident megabytes of a process and its children, without PostgreSQL."""
    found = [pid]
    for each_pid in found:
        with suppress(OSError):
            children = Path(f"/proc/{each_pid}/task/{each_pid}/children").read_text()
            found += [int(child) for child in children.split()]
    total = 0
    for each_pid in found:
        with suppress(OSError):
            pages = int(Path(f"/proc/{each_pid}/statm").read_text().split()[1])
            total += pages * os.sysconf("SC_PAGE_SIZE")
    return total / 1e6


# The servers.


@contextmanager
def database() -> Iterator[Any]:
    """Yield the embedded PostgreSQL, in a folder of its own."""
    from llm_user_memory.server import embedded

    folder = Path(tempfile.mkdtemp(prefix="lum-"))
    folder.chmod(0o711)
    server = embedded.Server(folder / "db")
    server.start()
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def size_of(server: Any) -> float:
    from llm_user_memory.server import database as own

    with own.connect(server.urls().admin) as admin:
        row = admin.execute("select pg_database_size(current_database())").fetchone()
    return float(row[0]) / 1e6 if row else 0.0


@contextmanager
def ours(
    url: str, server: Any, environ: Mapping[str, str] | None = None, **model: Any
) -> Iterator[Side]:
    """Run `llm memory serve`, with a model of the provider, if there is one.

    `environ` has further environment variables, `model` further settings of the model in LLM.
    """
    from llm_user_memory.server import database as own
    from llm_user_memory.server import keys

    with own.connect(server.urls().admin) as admin:
        key = keys.add(admin, "benchmark")
    limits = {f"LLM_MEMORY_SERVER_{name}": "0" for name in ("REQUESTS", "DAILY_BYTES")}
    port = free_port()
    with tempfile.TemporaryDirectory() as home:
        models = [{"model_id": "scripted", "model_name": "scripted", "api_base": url, **model}]
        Path(home, "extra-openai-models.yaml").write_text(json.dumps(models))
        env = {
            **os.environ,
            **limits,
            "LLM_MEMORY_SERVER_DATABASE": server.urls().application,
            "LLM_MEMORY_SERVER_DAILY_TOKENS": "0",
            "LLM_USER_PATH": home,
            "OPENAI_API_KEY": "none",
            **({"LLM_MEMORY_SERVER_MODEL": "scripted"} if url else {}),
            **(environ or {}),
        }
        command = [sys.executable, "-m", "llm", "memory", "serve", "--port", str(port)]
        with running(command, port, env) as process:
            side = Side(port, {"Authorization": f"Bearer {key}"}, process, lambda *_: None)
            yield side._replace(fill=partial(fill_ours, side))


@contextmanager
def theirs(python: Path, url: str, server: Any) -> Iterator[Side]:
    """Run chatmemory as its README says, in a database of its own."""
    from psycopg.conninfo import conninfo_to_dict

    from llm_user_memory.server import database as own

    with own.connect(server.urls().admin) as admin:
        admin.execute("create database chatmemory")
    admin_of = conninfo_to_dict(server.urls().admin)
    port = free_port()
    given = {
        "port": port,
        "openai_base_url": url,
        "embedding_dimension": DIMENSIONS,
        "db_name": "chatmemory",
        "db_user": admin_of["user"],
        "db_password": admin_of["password"],
        "db_host": admin_of["host"],
    }
    with running([str(python), "-c", THEIRS, json.dumps(given)], port, {**os.environ}) as process:
        yield Side(port, {}, process, partial(fill_theirs, server))


@contextmanager
def provider() -> Iterator[str]:
    """Run the scripted provider in a process of its own; yields its URL."""
    port = free_port()
    command = [sys.executable, __file__, "--provider", str(port)]
    with running(command, port, {**os.environ}):
        yield f"http://127.0.0.1:{port}/v1"


@contextmanager
def running(
    command: list[str], port: int, env: dict[str, str]
) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a process for the block's duration, from when it listens on the port."""
    process = subprocess.Popen(command, env=env)
    try:
        while process.poll() is None:
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.1)
        yield process
    finally:
        process.terminate()
        process.wait(60)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def provide(port: int) -> None:
    """Serve OpenAI's API, with the same immediate answer to everything."""
    import uvicorn

    drawn = random.Random(0)
    vector = [round(drawn.uniform(-1, 1), 6) for _ in range(DIMENSIONS)]
    embedded = {"object": "list", "model": "m", "usage": {"prompt_tokens": 1, "total_tokens": 1},
                "data": [{"object": "embedding", "index": 0, "embedding": vector}]}  # fmt: skip
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    said = {"role": "assistant", "content": SAID}
    chat = {"id": "c", "object": "chat.completion", "created": 0, "model": "m", "usage": usage,
            "choices": [{"index": 0, "finish_reason": "stop", "message": said}]}  # fmt: skip
    part = {**chat, "object": "chat.completion.chunk",
            "choices": [{"index": 0, "finish_reason": "stop", "delta": said}]}  # fmt: skip
    streamed = f"data: {json.dumps(part)}\n\ndata: [DONE]\n\n".encode()
    vectors, whole = json.dumps(embedded).encode(), json.dumps(chat).encode()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        asked, more = b"", True
        while more:
            message = await receive()
            asked, more = asked + message.get("body", b""), message.get("more_body", False)
        is_stream = json.loads(asked or b"{}").get("stream")
        body = vectors if "embeddings" in scope["path"] else streamed if is_stream else whole
        kind = b"text/event-stream" if body is streamed else b"application/json"
        headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    config = uvicorn.Config(app, port=port, log_level="error", access_log=False, lifespan="off")
    with suppress(KeyboardInterrupt):
        asyncio.run(uvicorn.Server(config).serve())


if __name__ == "__main__":
    main()
