"""The command that hooks of other programs run: `python -m llm_user_memory.hook EVENT [CLIENT]`.

Claude Code and Codex describe the session on standard input, as JSON, in the same format:

* `SessionStart`: prints the profile as context of the session;
* `UserPromptSubmit`: writes a receipt for the prompt, which tells whether the program was started
  with it, and prints the archived facts that are relevant to it and, with recall on, passages,
  except those that the session was given before;
* `SessionEnd`, `Stop`: wake the daemon, which reads the transcript when the session is quiet.

The session waits for this process. So it imports neither `llm` nor `click`, asks no model, waits at
most 50 ms for a lock, prints no errors, and always exits with 0. While memory is paused or disabled
it does nothing, nor in a session that was open when the user disconnected its program.

Hooks of Codex may be run by a server with other environment variables than the session's, see
`codex_session`. A background session of Claude Code has those of the daemon that the first one
started (verified with `claude --bg` of 2.1.330), so it is given nothing.
"""

import json
import os
import signal
import sys
import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from . import codex_session, invocation
from .daemon import control as daemon
from .egress import Destination
from .errors import MemoryPluginError
from .profile.line_marks import marks_local
from .settings import BACKGROUND_SESSION, Folder, Settings, read_settings, user_folder
from .store import clients, consent, profiles, receipts, state, unmarked
from .store.profile import saves
from .store.receipts import Receipt
from .store.state import Store

EVENTS = ("SessionStart", "UserPromptSubmit", "SessionEnd", "Stop")

CLAUDE_CODE, CODEX = "claude-code", "codex"

# Seconds to wait for a lock, and seconds after which this process exits in any case.
_PATIENCE = 0.05
_LIMIT = 5

# Bytes. Few prompts have a hundredth of this, and processing so many takes some 40 ms.
_LARGEST_INPUT = 1_000_000

# Bytes beyond that are read and dropped, so that the program that writes them gets no error.
_MOST_DROPPED = 100_000_000

# Characters. A longer value in the input, such as a path, is ignored.
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
        except OSError:  # otherwise Python would flush again at exit, and print the error
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _handled(arguments: Sequence[str], given: Mapping[str, Any]) -> str:
    event = arguments[0] if arguments else _text(given, "hook_event_name")
    client = arguments[1] if len(arguments) > 1 else _client(given)
    if event not in EVENTS or os.environ.get(BACKGROUND_SESSION):
        return ""
    is_over = event in ("SessionEnd", "Stop")
    of_codex = None
    if client == CODEX and not is_over:
        of_codex = codex_session.find(_text(given, "cwd"))
        if of_codex is None:
            return ""
        of_codex.adopt_variables()
    settings = read_settings()
    if settings.disabled:
        return ""
    folder = profiles.choose(
        user_folder().path, settings, _PATIENCE, migrate=False, here=_text(given, "cwd")
    ).folder
    typed = _text(given, "prompt") if event == "UserPromptSubmit" else ""
    # A profile that the user has named is created when it is first used, as by a prompt of `llm`.
    is_new = bool(folder.name) and not folder.state.exists()
    with state.opened(folder, _PATIENCE, migrate=is_new) as store:
        if marks_local(typed):
            from .learn import said_again  # few prompts have the mark

            said_again.mark_typed(store, settings, typed, _PATIENCE)
        if consent.pause_in_force(store.db, time.time()):
            return ""
        facts = unmarked.facts(store.db)
        salt = _salt(store) if event == "UserPromptSubmit" else b""
    if is_over:
        return _ended(folder, settings, client, given, is_over=event == "SessionEnd")
    there = _destination(folder, client, settings)
    if there is None:
        return ""
    session = _Session(folder, settings, client, given, there, facts, salt, of_codex)
    if event == "SessionStart":
        return _as_context(event, _begin(session))
    prompt = given.get("prompt")
    if not isinstance(prompt, str) or not prompt.strip():
        return ""
    with suppress(OSError, MemoryPluginError):
        _keep_receipt(session, prompt)
    return _as_context(event, _for_prompt(session, prompt))


class _Session(NamedTuple):
    """The session for which a hook runs, and where what it prints goes (`there`).

    `unmarked` are facts that count as local without a mark.
    """

    folder: Folder
    settings: Settings
    client: str
    given: Mapping[str, Any]
    there: Destination
    unmarked: Collection[str]
    salt: bytes
    of_codex: codex_session.Session | None

    @property
    def id(self) -> str:
        return _text(self.given, "session_id")


class _Carried:
    """The texts that a session was given before, as far as it is known: none is given again."""

    def __init__(self, session: _Session) -> None:
        self._place = (session.folder, session.client, session.id)
        self._salt = session.salt
        self._known = receipts.given(*self._place)

    def __contains__(self, text: object) -> bool:
        return bool(self._known) and self._digest(str(text)) in self._known

    def add(self, texts: Sequence[str]) -> None:
        with suppress(OSError):
            if texts:
                receipts.add_given(*self._place, map(self._digest, texts))

    def _digest(self, text: str) -> str:
        return receipts.digest_of(text, self._salt)


def _keep_receipt(session: _Session, prompt: str) -> None:
    """Write a receipt for a typed prompt, and wake the daemon. Raises OSError and DaemonError."""
    folder, settings, given = session.folder, session.settings, session.given
    transcript = _text(given, "transcript_path")
    if not settings.updates or not session.id or not transcript:
        return
    if session.of_codex:
        if session.of_codex.is_scripted:
            return
        is_given = session.of_codex.is_in_doubt or invocation.was_given(
            prompt, session.of_codex.programs, may_be_piped=False
        )
    else:
        if _entrypoint().startswith("sdk"):  # `claude -p`, or a program with its SDK
            return
        # An editor, which has no terminal, runs Claude Code with another entrypoint.
        may_be_piped = session.client == CLAUDE_CODE and _entrypoint() == "cli"
        is_given = invocation.was_given(prompt, invocation.programs(), may_be_piped=may_be_piped)
    key = _text(given, "prompt_id") or _text(given, "turn_id")
    digest = receipts.digest_of(prompt, session.salt)
    local = session.there.place == "here" and settings.learned_locally != "any"
    stays = marks_local(prompt)
    place = (session.client, session.id, transcript, key)
    receipts.write(folder, Receipt(*place, digest, time.time(), local, is_given, stays))
    daemon.wake(Folder(folder.path), replace=False)


def _ended(
    folder: Folder, settings: Settings, client: str, given: Mapping[str, Any], *, is_over: bool
) -> str:
    if not settings.updates:
        return ""
    if is_over:
        receipts.end(folder, client, _text(given, "session_id"))
    daemon.wake(Folder(folder.path), replace=False)
    return ""


def _begin(session: _Session) -> str:
    """The facts of the profile that this client may have, as they go into a prompt; "" for none."""
    if session.settings.learn_only:
        return ""
    from .profile import render, shareable, split

    if _text(session.given, "source") != "resume":  # e.g. compacted: the model lost them
        with suppress(OSError):
            receipts.forget_given(session.folder, session.client, session.id)
    with state.opened(session.folder, _PATIENCE, migrate=False) as store:
        active = split.without_archive(saves.given(store))
    if render.is_too_large(active):
        return ""
    shared = shareable.shareable(active, session.there, unmarked=session.unmarked)
    return render.of_profile(shared)


def _for_prompt(session: _Session, prompt: str) -> str:
    """The archived facts and, with recall, the passages relevant to a prompt, "" for none."""
    settings = session.settings
    if settings.learn_only:
        return ""
    carried = _Carried(session)
    archived = passages = ""
    with suppress(MemoryPluginError):  # an error in one must not prevent the other
        archived = _archived(session, prompt, carried) if settings.archive else ""
    with suppress(MemoryPluginError):
        passages = _passages(session, prompt, carried) if settings.recall else ""
    return "\n\n".join(filter(None, (passages, archived)))


def _passages(session: _Session, prompt: str, carried: _Carried) -> str:
    from .recall import for_prompts

    found = for_prompts.passages_fragment(
        session.folder,
        session.settings,
        prompt,
        destination=lambda: session.there,
        given=carried,
    )
    carried.add(found.passages)
    return found.text


def _archived(session: _Session, prompt: str, carried: _Carried) -> str:
    from .profile import split

    with state.opened(session.folder, _PATIENCE, migrate=False) as store:
        archive = split.split(saves.given(store))[1]
        if not archive:
            return ""
        from .profile import render, shareable  # most users have no archive
        from .recall import archived_facts

        archive = shareable.shareable(archive, session.there, unmarked=session.unmarked)
        text = archived_facts.fragment(store, archive, prompt, carried)
    carried.add(render.archived_in(text))
    return text


def _salt(store: Store) -> bytes:
    from .store import forgotten  # it loads OpenSSL

    return forgotten.salt(store.db)


def _destination(folder: Folder, client: str, settings: Settings) -> Destination | None:
    """Where what is printed goes, None if the user has disconnected the program."""
    with state.opened(Folder(folder.path), _PATIENCE, migrate=False) as store:
        if clients.is_disconnected(store.db, client):
            return None
        return clients.destination(store.db, client, settings)


def _as_context(event: str, text: str) -> str:
    if not text:
        return ""
    found = {"hookEventName": event, "additionalContext": text}
    return json.dumps({"hookSpecificOutput": found})


def _client(given: Mapping[str, Any]) -> str:
    """The program that runs this hook, if the command does not name it."""
    is_codex = "turn_id" in given or "/rollout-" in _text(given, "transcript_path")
    return CODEX if is_codex else CLAUDE_CODE


def _entrypoint() -> str:
    """What Claude Code says of how it was started: "cli" on a terminal, "sdk-..." by a program."""
    return os.environ.get("CLAUDE_CODE_ENTRYPOINT", "cli")


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
