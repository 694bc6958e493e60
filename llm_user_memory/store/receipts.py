"""Receipts: proof that a prompt was typed into another program with memory on.

A hook writes one file for each prompt, into the folder `spool` of the profile in use. It does not
contain the prompt, which is in the program's own transcript; it tells which turn of which
transcript may be learned from. A turn without a receipt is never learned from, like a turn of LLM's
log without a marker. A receipt is deleted when its turn is in the ledger, at the latest after 30
days.

Another file for each session has the digests of the texts that its prompts were given, so that none
is given twice.

The watcher loads this module, so it imports the standard library only, and no hashes at the top.
"""

import json
import os
import stat
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from ..settings import Folder, foreign, make_private
from . import keyed_hash

KEPT = 30 * 86400.0
"""Seconds after which a receipt is deleted, whatever became of its session."""

# Seconds after which the record of what a session was given is deleted.
_KEPT_GIVEN = 86400.0

# Seconds without activity after which a session that has not ended is read. See
# `ledger.CHAT_QUIET`: the user may need that long to read an answer.
QUIET = 300.0

LONGEST = 200_000
"""The number of characters of a prompt that are hashed; readers of transcripts keep as many."""

_ENDED = ".ended"
_PROMPT = ".json"
_GIVEN = ".given"
_LARGEST = 100_000  # bytes of a receipt; its longest part is a path
_MOST = 10_000  # files that are read


class Receipt(NamedTuple):
    """One prompt: where it was typed, and how to find it in the transcript.

    `key` is the client's own id of the prompt, "" in versions without ids; `digest` is the digest
    of its words, see `digest_of`. `at` is in seconds since 1970. `local` tells that the client's
    model runs on this machine. `is_given` tells whether the client was given the prompt when it was
    started, rather than typed to; None if that is unknown: see `invocation`. `stays` tells that the
    user typed the mark ` #local` in it.
    """

    client: str
    session: str
    transcript: str
    key: str
    digest: str
    at: float
    local: bool = False
    is_given: bool | None = None
    stays: bool = False


class Session(NamedTuple):
    """The receipts of one session.

    `ready_at` is when its transcript is to be read, in seconds since 1970. `files` are all files of
    the session, to be deleted when its turns are in the ledger.
    """

    client: str
    id: str
    transcript: Path
    receipts: tuple[Receipt, ...]
    files: tuple[Path, ...]
    ready_at: float

    @property
    def thread_id(self) -> str:
        """The id of the conversation, the same as that of an import of the transcript."""
        return f"{self.client}:{self.id}"


def digest_of(words: str, salt: bytes) -> str:
    """Return a keyed hash of a prompt's first `LONGEST` characters, with white space normalized."""
    plain = " ".join(words.strip()[:LONGEST].split()).encode(errors="replace")
    return keyed_hash.of(plain, salt[:64], 16)


def write(folder: Folder, receipt: Receipt) -> None:
    """Write a receipt to the folder `spool`. Raises OSError."""
    spool = _created(folder)
    # The user may add a second prompt to a turn of the program while its model works.
    own = f"{_short(receipt.key)}-{receipt.digest}" if receipt.key else receipt.digest
    name = f"{_prefix(receipt.client, receipt.session)}-{own}"
    new = spool / f".{name}.{os.getpid()}"
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        json.dump(receipt._asdict(), file)
    new.replace(spool / f"{name}{_PROMPT}")


def end(folder: Folder, client: str, session: str) -> None:
    """Record that a session has ended, if it has receipts. Raises OSError."""
    prefix = _prefix(client, session)
    if any(folder.spool.glob(f"{prefix}-*{_PROMPT}")):
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC
        os.close(os.open(folder.spool / f"{prefix}{_ENDED}", flags, 0o600))


def given(folder: Folder, client: str, session: str) -> frozenset[str]:
    """Return the digests of the texts that a session's prompts were given."""
    with suppress(OSError):
        return frozenset(_given_file(folder, client, session).read_text("ascii", "replace").split())
    return frozenset()


def add_given(folder: Folder, client: str, session: str, digests: Iterable[str]) -> None:
    """Record the digests of texts that a prompt of a session is given. Raises OSError."""
    if not session:
        return
    _created(folder)
    file = _given_file(folder, client, session)
    if not file.exists():
        discard_old(folder, time.time())
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW
    with os.fdopen(os.open(file, flags, 0o600), "w") as opened:
        opened.write("".join(f"{digest}\n" for digest in digests))


def forget_given(folder: Folder, client: str, session: str) -> None:
    """Forget what a session was given, when its model no longer has it. Raises OSError."""
    _given_file(folder, client, session).unlink(missing_ok=True)


def sessions(folder: Folder, now: float) -> list[Session]:
    """Return the sessions that have receipts, ordered by when they are ready."""
    by_prefix: dict[str, list[tuple[Path, Receipt]]] = {}
    for path in _files(folder):
        if path.suffix == _PROMPT and (receipt := _read(path)):
            found = by_prefix.setdefault(_prefix(receipt.client, receipt.session), [])
            found.append((path, receipt))
    every = [_session(folder, prefix, found, now) for prefix, found in by_prefix.items()]
    return sorted(every, key=lambda session: session.ready_at)


def discard(files: Iterable[Path]) -> None:
    """Delete files of a session."""
    for path in files:
        with suppress(OSError):
            path.unlink()


def discard_old(folder: Folder, now: float) -> None:
    """Delete old receipts, old records of what sessions were given, and files of killed hooks."""
    for path in _files(folder):
        with suppress(OSError):
            kept = _KEPT_GIVEN if path.suffix == _GIVEN else KEPT
            if path.lstat().st_mtime < now - kept:
                path.unlink()


def _session(folder: Folder, prefix: str, found: list[tuple[Path, Receipt]], now: float) -> Session:
    newest = max((receipt for _, receipt in found), key=lambda receipt: receipt.at)
    transcript = Path(newest.transcript)
    mark = folder.spool / f"{prefix}{_ENDED}"
    ended, active = _changed_at(mark), max(newest.at, _changed_at(transcript))
    ready = ended if ended >= newest.at else active + QUIET
    if active > now:  # the clock was set back since
        ready = now
    receipts = tuple(sorted((each for _, each in found), key=lambda receipt: receipt.at))
    files = (*(path for path, _ in found), *((mark,) if ended else ()))
    return Session(newest.client, newest.session, transcript, receipts, files, ready)


def _changed_at(path: Path) -> float:
    with suppress(OSError, ValueError):
        return path.stat().st_mtime
    return 0.0


def _files(folder: Folder) -> list[Path]:
    with suppress(OSError), os.scandir(folder.spool) as found:
        return [Path(entry.path) for _, entry in zip(range(_MOST), found, strict=False)]
    return []


def _read(path: Path) -> Receipt | None:
    with suppress(OSError, ValueError, TypeError):
        about = path.lstat()
        if not stat.S_ISREG(about.st_mode) or about.st_size > _LARGEST or foreign(path):
            return None
        found = json.loads(path.read_bytes())
        receipt = Receipt(**{name: found[name] for name in Receipt._fields if name in found})
        texts = (receipt.client, receipt.session, receipt.transcript, receipt.key, receipt.digest)
        if all(isinstance(text, str) for text in texts) and isinstance(receipt.at, (int, float)):
            return receipt
    return None


def _created(folder: Folder) -> Path:
    folder.create()
    make_private(folder.spool)
    return folder.spool


def _given_file(folder: Folder, client: str, session: str) -> Path:
    return folder.spool / f"{_prefix(client, session)}{_GIVEN}"


def _prefix(client: str, session: str) -> str:
    return f"{_short(client)}-{_short(session)}"


def _short(text: str) -> str:
    """The text as a part of a file name: the text itself if it is suitable, else a checksum."""
    if text.isascii() and text.replace("-", "").replace("_", "").isalnum() and len(text) <= 64:
        return text.replace("-", "_")
    from zlib import crc32

    data = text.encode(errors="replace")
    return f"{crc32(data):08x}{crc32(data[::-1], 7):08x}{len(data):x}"
