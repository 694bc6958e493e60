"""What may be learned from the running prompt, and the notices to print before its answer.

Like `context`, this runs in every prompt.
"""

import os
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from ..errors import BusyError, MemoryPluginError, ProfileError, StateError
from ..settings import Folder, Settings
from ..store import consent, notices, profiles, seals, state
from ..store.consent import LEARNING_OFF, PAUSED, Consent
from ..store.profile import file as profile_file
from ..store.profile import saves
from ..store.profiles import Choice
from ..store.state import Store
from . import command_line, placement
from .folders import PATIENCE

if TYPE_CHECKING:
    from ..recall.for_prompts import Fingerprints

# Seconds that the beginning of a chat waits for state.db, without which nothing is learned of it.
_PATIENCE_OF_CHATS = 1.0

# The key of the entry in click's context with the result of `unmarked_facts`.
_UNMARKED_KEY = "llm_user_memory.unmarked"

# The beginnings of the keys of the entries with the results of `profile` and of `fingerprints`,
# which end in the path of the profile.
_PROFILE_KEY = "llm_user_memory.profile "
_FINGERPRINTS_KEY = "llm_user_memory.fingerprints "


def of_prompt(
    ctx: click.Context | None, settings: Settings, choice: Choice
) -> tuple[Consent, str, list[str]]:
    """Return what may be learned from the prompt, the key to seal the marker, and lines to print.

    After an error nothing may be learned.
    """
    try:
        return _consent_and_notices(ctx, settings, choice)
    except MemoryPluginError as error:
        line = f"memory: nothing is learned from this prompt. {error}"
        return Consent(LEARNING_OFF), "", [line]


def unmarked_facts(
    ctx: click.Context | None, settings: Settings, folder: Folder
) -> frozenset[str] | None:
    """Return the facts that count as local without a mark, looked up once per command.

    Returns None if this is unknown, because another process is migrating the folder of an earlier
    version. If local facts may go anywhere by the settings, nothing is looked up.
    """
    if settings.learned_locally == "any":
        return frozenset()
    if ctx is None or _UNMARKED_KEY not in ctx.meta:
        found: frozenset[str] | None = frozenset()
        try:
            if folder.state.exists():
                with state.opened(folder, PATIENCE) as store:
                    found = _unmarked(store)
        except BusyError:
            found = None
        except (MemoryPluginError, OSError):
            pass  # then only the marks in the file count
        if ctx is None:
            return found
        ctx.meta[_UNMARKED_KEY] = found
    known: frozenset[str] | None = ctx.meta[_UNMARKED_KEY]
    return known


def profile(ctx: click.Context | None, folder: Folder) -> str:
    """Return the profile, "" if there is none, looked up once per command and folder.

    What was just saved is recorded first. Raises ProfileError if the profile cannot be read.
    """
    key = f"{_PROFILE_KEY}{folder.profile}"
    found = ctx.meta.get(key) if ctx else None
    if found is None:
        found = _looked_up(folder)
        if ctx:
            ctx.meta[key] = found
    if isinstance(found, ProfileError):
        raise found
    return str(found)


def fingerprints(ctx: click.Context | None, folder: Folder) -> "Fingerprints | None":
    """Return what `recall.for_prompts` compares passages with, if this command has looked it up."""
    return ctx.meta.get(f"{_FINGERPRINTS_KEY}{folder.profile}") if ctx else None


def _looked_up(folder: Folder) -> str | ProfileError:
    """The profile, or why it cannot be read; the file as it is if there is no state.db to use."""
    try:
        with suppress(StateError, BusyError, OSError):
            if folder.state.exists():
                with state.opened(folder, PATIENCE) as store:
                    return saves.given(store)
        return profile_file.read(folder) or ""
    except ProfileError as error:
        return error


def _keep_what_is_given(ctx: click.Context, settings: Settings, store: Store) -> None:
    """Look up now what the fragments need, as state.db is open."""
    path, profile, is_recorded = store.folder.profile, None, True
    try:
        profile, is_recorded = saves.look(store)
        ctx.meta[f"{_PROFILE_KEY}{path}"] = profile
    except ProfileError as error:
        ctx.meta[f"{_PROFILE_KEY}{path}"] = error
    if not settings.recall or not is_recorded:
        return
    from ..text.trivial import is_trivial  # only prompts that recall something need these

    if not is_trivial(ctx.params.get("prompt") or ""):
        from ..recall import for_prompts

        ctx.meta[f"{_FINGERPRINTS_KEY}{path}"] = for_prompts.fingerprints(store, profile)


def _unmarked(store: Store) -> frozenset[str]:
    if state.get(store.db, state.MARKED_AT):
        return frozenset()
    from ..store import unmarked  # needed only until facts have been marked

    return unmarked.facts(store.db)


def _consent_and_notices(
    ctx: click.Context | None, settings: Settings, choice: Choice
) -> tuple[Consent, str, list[str]]:
    folder = choice.folder
    is_new = not os.path.exists(folder.state)  # noqa: PTH110 - Path.exists raises in a closed folder
    is_chat = ctx is not None and placement.command(ctx) == "chat"
    with state.opened(folder, _PATIENCE_OF_CHATS if is_chat else PATIENCE) as store:
        if is_new and folder.profile.exists():
            _record_first_version(store)
        if ctx is not None and settings.learned_locally != "any":
            ctx.meta[_UNMARKED_KEY] = _unmarked(store)
        if ctx is not None and not settings.learn_only:
            _keep_what_is_given(ctx, settings, store)
        lines = []
        if settings.news and _is_terminal(sys.stderr):
            lines += notices.take(store, _columns()) or _profile_notices(choice, is_new)
        return _consent(ctx, settings, store), seals.key(store.db), lines


def _profile_notices(choice: Choice, is_new: bool) -> list[str]:
    lines = []
    if is_new and choice.folder.name:
        lines.append(f"memory: “{choice.folder.name}” is a new profile (llm memory profiles)")
    if choice.ignored:
        wanted = profiles.name_in(choice.ignored)
        would = f"would choose the profile “{wanted}” (llm memory profiles allow)"
        # Without the file's path, which a cloned repository may have chosen.
        lines.append(f"memory: a .llm-memory {would if wanted else 'here names no profile'}")
    return lines


def _consent(ctx: click.Context | None, settings: Settings, store: Store) -> Consent:
    """What may be learned from the running command; nothing if that is uncertain."""
    now = time.time()
    if ctx is None or not placement.command(ctx):
        return Consent(LEARNING_OFF)
    # The user did not type a template's text, and the daemon does not watch other databases.
    elsewhere = ctx.params.get("template") or ctx.params.get("database")
    if not settings.updates or elsewhere:
        return Consent(LEARNING_OFF)
    if consent.pause_in_force(store.db, now):
        return Consent(PAUSED)
    if placement.command(ctx) == "chat":
        return _chat_consent(ctx, store, now)
    is_piped = not _is_terminal(sys.stdin)
    if is_piped and not _is_terminal(sys.stderr):
        return Consent(LEARNING_OFF)
    typed = command_line.typed_characters(ctx)
    if is_piped and typed is None:
        # LLM joins piped text and the argument, with the argument last.
        typed = len(ctx.params.get("prompt") or "")
    return Consent(typed=typed)


def _chat_consent(ctx: click.Context, store: Store, now: float) -> Consent:
    if not _is_terminal(sys.stdin):
        return Consent(LEARNING_OFF)
    from . import chats  # only chats need it

    return Consent(chat=chats.begin(ctx, store, now))


def _record_first_version(store: Store) -> None:
    """Record a profile.md that existed before state.db as the first version."""
    from ..store.profile import versions

    versions.read(store)


def _columns() -> int:
    """The width of the terminal at stderr, 80 if it is unknown."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


def _is_terminal(stream: object) -> bool:
    try:
        return bool(stream.isatty())  # type: ignore[attr-defined]  # it may be None, or closed
    except (AttributeError, ValueError):
        return False
