"""What hooks of other programs run: `python -m llm_user_memory.hook EVENT [CLIENT]`.

It is told about the session on standard input, as JSON, by Claude Code and Codex alike:

* `SessionStart`: prints the profile as context of the session;
* `UserPromptSubmit`: leaves a receipt for the prompt, and with recall on prints what bears on it;
* `SessionEnd`, `Stop`: wake the daemon, which reads the transcript when the session is quiet.

A session waits for this, so it imports neither `llm` nor `click`, asks no model, waits for no lock,
prints nothing about errors, and always exits with 0. While memory is paused or disabled it does
nothing.
"""

import json
import os
import signal
import sys
import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any

from .daemon import control as daemon
from .egress import Destination
from .errors import MemoryPluginError
from .settings import Folder, Settings, read_settings, user_folder
from .store import clients, consent, profiles, receipts, state, unmarked
from .store.profile import file as profile_file
from .store.receipts import Receipt
from .store.state import Store

EVENTS = ("SessionStart", "UserPromptSubmit", "SessionEnd", "Stop")

CLAUDE_CODE, CODEX = "claude-code", "codex"

# Seconds to wait for a lock, and until this process gives up, whatever it waits for.
_PATIENCE = 0.05
_LIMIT = 5

# Bytes. A prompt is rarely a hundredth of it, and what is done with it takes some 40 ms.
_LARGEST_INPUT = 1_000_000

# Bytes that are read on, and dropped, so that the program that writes them sees no error.
_MOST_DROPPED = 100_000_000

# Characters of the longest words in the input that are kept, such as a path.
_LONGEST = 4_000


def main(arguments: Sequence[str]) -> int:
    """Handle one event. Return the exit code, which is always 0."""
    try:
        printed = _handled(arguments, _input())
    except (MemoryPluginError, OSError, ValueError, RecursionError):
        return 0
    if printed and sys.stdout is not None:
        try:
            sys.stdout.write(printed)
            sys.stdout.flush()
        except OSError:  # else Python would write it again at its end, and tell of the error
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _handled(arguments: Sequence[str], given: Mapping[str, Any]) -> str:
    event = arguments[0] if arguments else _text(given, "hook_event_name")
    client = arguments[1] if len(arguments) > 1 else _client(given)
    settings = read_settings()
    if event not in EVENTS or settings.disabled:
        return ""
    if where := _text(given, "cwd"):
        with suppress(OSError):  # the folder decides which profile is in use
            os.chdir(where)
    folder = profiles.choose(user_folder().path, settings, _PATIENCE).folder
    if event in ("SessionEnd", "Stop"):
        return _ended(folder, client, given, is_over=event == "SessionEnd")
    with state.opened(folder, _PATIENCE, migrate=False) as store:
        if consent.pause_in_force(store.db, time.time()):
            return ""
        learned = unmarked.facts(store.db)
        salt = _salt(store) if event == "UserPromptSubmit" else b""
    there = _destination(folder, client, settings)
    if event == "SessionStart" and settings.learn_only:
        return ""
    if event == "SessionStart":
        return _as_context(event, _profile(folder, there, learned))
    prompt = given.get("prompt")
    if not isinstance(prompt, str) or not prompt.strip():
        return ""
    with suppress(OSError, MemoryPluginError):
        _keep_receipt(folder, settings, client, given, there, salt)
    return _as_context(event, _bearing(folder, settings, prompt, there, learned))


def _keep_receipt(
    folder: Folder,
    settings: Settings,
    client: str,
    given: Mapping[str, Any],
    there: Destination,
    salt: bytes,
) -> None:
    """Leave a receipt for a typed prompt, and wake the daemon. Raises OSError and DaemonError."""
    session, transcript = _text(given, "session_id"), _text(given, "transcript_path")
    if not settings.updates or not session or not transcript or _is_scripted():
        return
    key = _text(given, "prompt_id") or _text(given, "turn_id")
    digest = receipts.digest_of(given["prompt"], salt)
    local = there.place == "here" and settings.learned_locally != "any"
    receipts.write(folder, Receipt(client, session, transcript, key, digest, time.time(), local))
    daemon.wake(Folder(folder.path), replace=False)


def _ended(folder: Folder, client: str, given: Mapping[str, Any], *, is_over: bool) -> str:
    if not folder.state.exists():
        return ""
    if is_over:
        receipts.end(folder, client, _text(given, "session_id"))
    daemon.wake(Folder(folder.path), replace=False)
    return ""


def _profile(folder: Folder, there: Destination, learned: Collection[str]) -> str:
    """The profile as this client may have it, in the fence of all prompts, "" without facts."""
    from .profile import render, shareable, split

    active = split.without_archive(profile_file.read(folder) or "")
    if render.is_too_large(active):
        return ""
    return render.of_profile(shareable.shareable(active, there, unmarked=learned))


def _bearing(
    folder: Folder,
    settings: Settings,
    prompt: str,
    there: Destination,
    learned: Collection[str],
) -> str:
    """The archived facts and passages that bear on a prompt, "" for none or without recall."""
    if not settings.recall or settings.learn_only:
        return ""
    from .recall import for_prompts

    archived = _archived(folder, prompt, there, learned) if settings.archive else ""
    found = for_prompts.passages_fragment(folder, settings, prompt, destination=lambda: there)
    return "\n\n".join(filter(None, (found.text, archived)))


def _archived(folder: Folder, prompt: str, there: Destination, learned: Collection[str]) -> str:
    from .profile import shareable, split
    from .recall import bearing

    archive = split.split(profile_file.read(folder) or "")[1]
    if not archive:
        return ""
    archive = shareable.shareable(archive, there, unmarked=learned)
    with state.opened(folder, _PATIENCE, migrate=False) as store:
        return bearing.fragment(store, archive, prompt)


def _salt(store: Store) -> bytes:
    from .store import forgotten  # it loads OpenSSL

    return forgotten.salt(store.db)


def _destination(folder: Folder, client: str, settings: Settings) -> Destination:
    with state.opened(Folder(folder.path), _PATIENCE, migrate=False) as store:
        return clients.destination(store.db, client, settings)


def _as_context(event: str, text: str) -> str:
    if not text:
        return ""
    found = {"hookEventName": event, "additionalContext": text}
    return json.dumps({"hookSpecificOutput": found})


def _client(given: Mapping[str, Any]) -> str:
    """The program that runs this hook, where the command does not name it."""
    is_codex = "turn_id" in given or "/rollout-" in _text(given, "transcript_path")
    return CODEX if is_codex else CLAUDE_CODE


def _is_scripted() -> bool:
    """Whether Claude Code says that no person is at it: `claude -p`, or a program uses its SDK."""
    return os.environ.get("CLAUDE_CODE_ENTRYPOINT", "").startswith("sdk")


def _input() -> Mapping[str, Any]:
    if sys.stdin is None or sys.stdin.isatty():
        return {}
    read = sys.stdin.buffer.read(_LARGEST_INPUT)
    if len(read) == _LARGEST_INPUT:
        for _ in range(0, _MOST_DROPPED, _LARGEST_INPUT):
            if not sys.stdin.buffer.read(_LARGEST_INPUT):
                break
        raise ValueError("The input is too large.")
    found = json.loads(read or b"{}")
    return found if isinstance(found, dict) else {}


def _text(given: Mapping[str, Any], name: str) -> str:
    found = given.get(name)
    return found if isinstance(found, str) and len(found) <= _LONGEST else ""


def _give_up(_signal: int, _frame: object) -> None:
    os._exit(0)


if __name__ == "__main__":
    signal.signal(signal.SIGALRM, _give_up)
    signal.alarm(_LIMIT)
    sys.exit(main(sys.argv[1:]))
