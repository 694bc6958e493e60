"""Tests whether `llm memory serve` learns and finds the same as the command line.

    python benchmarks/server_quality.py [locomo10.json] [--write docs/server.md]

Run it with the Python of an environment that has the extras `server` and `local`. The rows of
benchmarks/gate become users of a real server: their facts are put into its database, the typed
text is sent to it, and its scripted model answers with the edit. The outcome of the edit is read
from /v1/facts and /v1/review, and compared with the outcome in `gate.py`.

With a file in the form that `recall_data` describes, each conversation is sent to the server as the
messages of a user, and /v1/search is asked the questions; `recall.py` does the same on the command
line. The server searches by words, and by words and meaning with the model `memory-local`.
"""

import json
import re
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote

import gate
import recall
import recall_data
from harness import arguments, clean, publish, table
from recall_data import Conversation
from server import Side, call, database, disconnect, ours

from llm_user_memory.recall import embedder
from llm_user_memory.server import database as own
from llm_user_memory.server import known

FILES = {"Tuned": "tuned", "Held back": "held_back"}
NUMBERED = "Thank you for message {}."
"""The assistant's message, by which the scripted model knows which row it is asked about."""

_NUMBER = re.compile(re.escape(NUMBERED).replace(re.escape("{}"), r"(\d+)"))
_LONGEST_WAIT = 1800


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("conversations", nargs="*", type=Path, help="for recall")
    given = parser.parse_args()
    publish("server_quality", sections(given.conversations), given.write)
    clean()


def sections(files: Sequence[Path]) -> Iterator[str]:
    """Yield the tables."""
    with database() as server:
        for title, name in FILES.items():
            rows = gate.BENCHMARK.rows(name)
            yield f"**{title}**, {len(rows)} rows:\n\n{learned(server, name, rows)}"
        if files:
            given = [each for path in files for each in recall_data.conversations(path)]
            asked = sum(len(each.questions) for each in given)
            title = f"{len(given)} conversations, {asked} questions"
            yield f"{title}, share in the first 5 / 10, %:\n\n{found(server, given)}"


# Learning.


def learned(server: Any, name: str, rows: Sequence[gate.Row]) -> str:
    """Send the rows to a server; return the table of their outcomes in both ways."""
    with answering([row.edit for row in rows]) as url, ours(url, server, **LEARNING) as side:
        pool = own.pool(server.urls().application, 1)
        for number, row in enumerate(rows):
            user = f"{name}-{number}"
            said_at = datetime.fromisoformat(f"{row.said_on}T12:00").replace(tzinfo=timezone.utc)
            add_messages(side, user, messages(number, row))
            before = {"seq": None, "said_at": said_at - timedelta(days=1)}
            with own.transaction(pool, user) as db:
                for section, facts in row.profile.items():
                    for fact in facts:
                        known.add(db, section, fact, quote="I said so", message=before)
                # The API refuses messages from the future, as some rows are.
                db.execute("update messages set said_at = %s", [said_at])
                db.execute("update jobs set due_at = now()")
        pool.close()
        wait_until_none(server, "select count(*) from llm_memory.jobs")
        over_http = [end_of(side, f"{name}-{n}", row) for n, row in enumerate(rows)]
    direct = [gate.end_of(row) for row in rows]
    differ = sum(one != other for one, other in zip(direct, over_http, strict=True))
    lines = [
        [way, *(cell for right in (True, False) for cell in cells(rows, ends, right))]
        for way, ends in (("`gate.py`", direct), ("through the API", over_http))
    ]
    headings = ["", "right", *gate.ENDS, "wrong", *gate.ENDS]
    return f"{table(headings, lines)}\n\n{differ} of them end otherwise through the API."


LEARNING = {
    # Messages must not be learned from before the facts of their user are there.
    "environ": {"LLM_MEMORY_SERVER_QUIET": "86400", "LLM_MEMORY_SERVER_PROFILE_TOKENS": "100000"},
    "supports_schema": True,
}


def messages(number: int, row: gate.Row) -> list[dict[str, Any]]:
    """Return the typed texts of a row as messages of a session."""
    said = [("user", text) for text in row.typed] + [("assistant", NUMBERED.format(number))]
    return [
        {"session": "s", "role": role, "typed": role == "user", "content": text}
        for role, text in said
    ]


def end_of(side: Side, user: str, row: gate.Row) -> str:
    """Return the outcome of a row's edit by the API, as one of `gate.ENDS`."""
    before = {fact for facts in row.profile.values() for fact in facts}
    facts = call(side, "GET", "/v1/facts?limit=500", more=named(user))["facts"]
    after = {each["text"] for each in facts if each["state"] != "ended"}
    is_again = any(each["times"] > 1 for each in facts)
    if (after != before or is_again) and row.edit.old not in after:
        return "taken"
    return "waiting" if call(side, "GET", "/v1/review", more=named(user))["waiting"] else "refused"


def cells(rows: Sequence[gate.Row], ends: Sequence[str], is_right: bool) -> Iterator[str]:
    """Return the number of right, or of wrong, rows, and of each outcome."""
    counted = Counter(end for row, end in zip(rows, ends, strict=True) if row.is_right == is_right)
    yield str(counted.total())
    for end in gate.ENDS:
        share = f" ({counted[end] / counted.total():.1%})" if end == "taken" else ""
        yield f"{counted[end]}{share}"


@contextmanager
def answering(edits: Sequence[Any]) -> Iterator[str]:
    """Run a provider whose model proposes the edit of the row it is asked about; yields its URL."""
    replies = [{"edits": [asdict(edit)], "summary": f"Row {n}."} for n, edit in enumerate(edits)]

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            number = _NUMBER.findall(json.dumps(asked["messages"]))[-1]
            said = {"role": "assistant", "content": json.dumps(replies[int(number)])}
            part = {"id": "c", "object": "chat.completion.chunk", "created": 0, "model": "m",
                    "choices": [{"index": 0, "finish_reason": "stop", "delta": said}]}  # fmt: skip
            body = f"data: {json.dumps(part)}\n\ndata: [DONE]\n\n".encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()


# Searching.


def found(server: Any, given: Sequence[Conversation]) -> str:
    """Return the table of the evidence found in both ways."""
    lines = []
    with ours("", server) as side:
        for number, each in enumerate(given):
            send(side, f"recall-{number}", each)
        lines.append(["words, through the API", *shares(side, given)])
    if (model := recall.local_model()) is not None:
        with ours("", server, environ={"LLM_MEMORY_SERVER_EMBEDDER": embedder.LOCAL}) as side:
            embedded = "select count(*) from llm_memory.embedding_jobs where due_at < 'infinity'"
            wait_until_none(server, embedded)
            lines.append(["words and meaning, through the API", *shares(side, given)])
    with ExitStack() as stack:
        indexes = [recall_data.logged(stack, [each]) for each in given]
        for how, find in recall.ways(indexes, model):
            direct = [share for each in indexes for share in recall.shares(each, find)]
            lines.append([f"{how}, `recall.py`", recall.mean(direct)])
    return table(["", "all"], sorted(lines))


def send(side: Side, user: str, given: Conversation) -> None:
    """Send a conversation to the server as the messages of a user and an assistant."""
    for number, (when, turns) in enumerate(given.sessions):
        said = [
            {
                "id": turn,
                "session": f"session {number}",
                "role": "user" if who == given.user else "assistant",
                "content": text,
                "said_at": datetime.fromtimestamp(when + 15 * n, timezone.utc).isoformat(),
            }
            for n, (turn, who, text) in enumerate(turns)
            if text.strip()
        ]
        if said:
            add_messages(side, user, said)


def shares(side: Side, given: Sequence[Conversation]) -> list[str]:
    """Return the mean share of the evidence that the server finds."""
    result = []
    for number, each in enumerate(given):
        for question in each.questions:
            query = {"query": question.text, "limit": recall.FIRST[-1]}
            passages = call(side, "POST", "/v1/search", query, named(f"recall-{number}"))[
                "passages"
            ]
            ids = [passage["message"] for passage in passages]
            hits = tuple(len(question.evidence.intersection(ids[:n])) for n in recall.FIRST)
            result.append(recall.Share(question, hits))
    return [recall.mean(result)]


def add_messages(side: Side, user: str, said: Sequence[Mapping[str, Any]]) -> None:
    """Add messages of a user."""
    call(side, "POST", "/v1/messages", {"messages": said}, named(user))


def named(user: str) -> dict[str, str]:
    """Return the headers of requests about a user."""
    return {"X-Memory-User": quote(user)}


def wait_until_none(server: Any, query: str) -> None:
    """Wait until a superuser's query counts 0. Raises SystemExit if that takes too long."""
    disconnect()
    until = time.monotonic() + _LONGEST_WAIT
    with own.connect(server.urls().admin) as admin:
        while (row := admin.execute(query).fetchone()) and row[0]:
            if time.monotonic() > until:
                raise SystemExit(f"{row[0]} are left after {_LONGEST_WAIT} seconds: {query}")
            time.sleep(0.2)


if __name__ == "__main__":
    main()
