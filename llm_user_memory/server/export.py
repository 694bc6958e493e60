"""`/v1/export`: all that is stored of a user, one JSON object a line."""

import json
import tempfile
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING

from starlette.responses import Response, StreamingResponse

from .calls import Call, Endpoint
from .schemas import ExportLine

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

# In this order, so that a line names only what stands above it.
_KINDS = {
    "user": "select language::text, zone, created_at from users",
    "session": (
        "select session_id as session, channel, started_at, last_at, messages, summary, "
        "summarised_at from sessions order by started_at, session_id"
    ),
    "message": (
        "select id, session_id as session, role, typed, content, said_at, metadata from messages "
        "order by seq"
    ),
    "fact": (
        "select id, section, text, own, pinned, placed, state, said_at, times, created_at "
        "from facts order by place"
    ),
    "event": (
        "select e.fact_id as fact, e.op, e.text, e.quote, e.at, m.id as message from events e "
        "left join messages m on m.user_id = e.user_id and m.seq = e.message_seq order by e.n"
    ),
    "waiting": (
        "select r.id, r.op, r.section, r.old, r.new, r.quote, r.reason, r.at, m.id as message "
        "from review r join messages m on m.user_id = r.user_id and m.seq = r.message_seq "
        "order by r.at, r.id"
    ),
    "knowledge": (
        "select id, title, text, channel, tags, created_at, changed_at from knowledge "
        "order by created_at, id"
    ),
    "diary": "select day, text, metadata, created_at, changed_at from diary order by day",
    "usage": "select day, bytes, messages, tokens from usage order by day",
}

MEDIA_TYPE = "application/x-ndjson"
_BATCH = 500
_CHUNK = 65_536
_IN_MEMORY = 1_000_000


def export(_call: Call, db: "Connection[DictRow]") -> Response:
    """Return all that is stored of a user, as lines of JSON

    `kind` says what a line is: user, session, message, fact, event, waiting, knowledge, diary,
    usage. It is of one moment. Of what was forgotten, only keyed hashes are stored; they are left
    out.
    """
    # Into a file without a name, so that a slow client keeps no transaction open.
    file = tempfile.SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - closed by `_chunks`
    try:
        for kind, query in _KINDS.items():
            with db.cursor(name=f"export_{kind}") as cursor:
                cursor.itersize = _BATCH
                for row in cursor.execute(query):
                    line = json.dumps({"kind": kind, **row}, ensure_ascii=False, default=_text)
                    file.write(line.encode() + b"\n")
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return StreamingResponse(_chunks(file), media_type=MEDIA_TYPE)


def _chunks(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while chunk := file.read(_CHUNK):
            yield chunk


def _text(value: object) -> str:
    """A time or a day, as everywhere in the API."""
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


PATHS = (
    Endpoint("GET", "/v1/export", "admin", export, ExportLine, action="export",
             media_type=MEDIA_TYPE, is_snapshot=True),
)  # fmt: skip
