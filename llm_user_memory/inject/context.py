"""What memory:NAME returns, and what may be learned from the prompt that it goes into.

This runs inside every prompt: nothing here waits, and nothing heavy is imported.
"""

import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click
import llm

from .. import logs
from ..daemon import control as daemon
from ..errors import DaemonError, MemoryPluginError, ProfileError
from ..profile import render
from ..settings import Folder, Settings, read_settings
from ..store import consent, notices, profiles, state
from ..store.consent import OFF, Consent
from ..store.profile import file as profile_file
from ..store.profiles import Choice
from ..store.state import Store
from . import placement
from .folders import PATIENCE, chosen, user_folder

if TYPE_CHECKING:
    from .recalled import Prompted

# Under these names we remember things in click's context for the length of one command.
_ASKED = "llm_user_memory.asked"
_CHOICE = "llm_user_memory.choice"
_RECALLED = "llm_user_memory.recalled"

# What else than a profile can be asked for.
_EARLIER = ("recall", "search", "notes")


class Injection(NamedTuple):
    """What one prompt is given: the fragments, and lines for the user to see on stderr."""

    fragments: tuple[llm.Fragment, ...] = ()
    lines: tuple[str, ...] = ()


def injection(argument: str, ctx: click.Context | None) -> Injection:
    """Return what memory:`argument` stands for in the running command.

    For "auto", or a profile's name, that is the profile, left out where the thread already
    carries this very text, and the marker; nothing the second time one command asks. For
    "recall", "search:QUERY" and "notes:SPAN" it is what was said or noted before. None of it
    when memory is disabled.
    A profile that cannot be read is left out, and what is said can be learned all the same.
    Of several things to tell, the first is: `status` knows the others. Raises MemoryPluginError
    when the name is none of ours.
    """
    settings = read_settings()
    if settings.disabled:
        return Injection()
    kind, _, wanted = argument.partition(":")
    if kind in _EARLIER:
        return _earlier(kind, wanted, ctx, settings)
    if ctx and ctx.meta.get(_ASKED):
        return Injection()
    choice = _choice(ctx, settings) if argument == "auto" else _by_hand(argument)
    if ctx:
        ctx.meta[_ASKED] = True
    folder = choice.folder
    try:
        given, lines = _consent_and_news(ctx, settings, choice)
    except MemoryPluginError as error:
        given, lines = Consent(OFF), [f"memory: nothing is learned from this prompt. {error}"]
    try:
        text = profile_text(folder)
    except ProfileError as error:
        text = ""
        lines.append(f"memory: this prompt goes without the profile. {error}")
    fragments = [llm.Fragment(consent.marker(given, folder.name), logs.SOURCE)]
    if settings.recall and argument == "auto" and not (ctx and placement.is_apart(ctx)):
        recalled = _recalled(ctx, settings)
        fragments[:0] = recalled.fragments
        lines += recalled.lines
    if text and not (ctx and placement.is_carried(ctx, folder, text)):
        fragments.insert(0, llm.Fragment(text, logs.SOURCE))
    if not given.refusal:
        try:
            daemon.wake(folder)
        except DaemonError as error:
            lines.append(f"memory: {error}")
    return Injection(tuple(fragments), tuple(lines[:1]))


def additions(ctx: click.Context) -> list[tuple[str, str]]:
    """Return the fragments to add to the command, each with the parameter it goes to.

    None where the user gave a profile by hand. Raises MemoryPluginError when a file stands in
    the way.
    """
    settings = read_settings()
    if settings.disabled or ctx.params.get("save") or _names_profile(ctx):
        return []
    # LLM prefers a file of that name to us, and a cloned repository could hold one.
    for name in ("memory:auto", *(("memory:recall",) if settings.recall else ())):
        if Path(name).exists():
            raise MemoryPluginError(f'A file here is named "{name}".', remedy="Rename it.")
    folder = _choice(ctx, settings).folder
    place = placement.parameter(ctx, settings, folder, lambda: profile_text(folder))
    found = [(place, "memory:auto")]
    if settings.recall and placement.is_apart(ctx):
        found.append(("fragments", "memory:recall"))
    return found


def profile_text(folder: Folder) -> str:
    """Return the profile as it goes into a prompt, "" when it says nothing yet.

    Raises ProfileError when it cannot be read.
    """
    return render.of_profile(profile_file.read(folder) or "")


def _earlier(kind: str, wanted: str, ctx: click.Context | None, settings: Settings) -> Injection:
    """What was said or noted before: found by the prompt, by a question, or by its date."""
    folder = _choice(ctx, settings).folder
    # Searching loads a dozen modules, which no other prompt should pay for.
    from . import recalled

    if kind == "notes":
        return _fragment(recalled.notes_of(folder, wanted))
    if kind == "recall":
        if ctx is None or ctx.meta.get(_RECALLED):
            return Injection()
        ctx.meta[_RECALLED] = True
        wanted = ctx.params.get("prompt") or ""
    found = recalled.fragment(
        folder,
        settings,
        wanted,
        model=(ctx and ctx.params.get("model_id")) or llm.get_default_model(),
        thread=placement.thread(ctx, folder) if ctx else "",
        is_question=kind == "search",
    )
    return _fragment(found)


def _fragment(found: "Prompted") -> Injection:
    fragments = (llm.Fragment(found.text, logs.RECALLED),) if found.text else ()
    return Injection(fragments, found.lines)


def _recalled(ctx: click.Context | None, settings: Settings) -> Injection:
    """What memory:auto adds of itself; where that fails, the profile goes without."""
    try:
        return _earlier("recall", "", ctx, settings)
    except MemoryPluginError as error:
        return Injection(lines=(f"memory: nothing is recalled for this prompt. {error}",))


def _choice(ctx: click.Context | None, settings: Settings) -> Choice:
    """The profile in force; found out once in a command."""
    if ctx is None:
        return chosen(settings)
    if _CHOICE not in ctx.meta:
        ctx.meta[_CHOICE] = chosen(settings)
    choice: Choice = ctx.meta[_CHOICE]
    return choice


def _by_hand(argument: str) -> Choice:
    if argument in profiles.RESERVED:
        raise MemoryPluginError(
            f"There is no memory:{argument}.",
            remedy="There are memory:auto, memory:recall, memory:search:QUERY, memory:notes:7d "
            "and memory:NAME for a profile.",
        )
    return Choice(profiles.named(user_folder().path, argument))


def _names_profile(ctx: click.Context) -> bool:
    """Whether the user gave a profile as a fragment, which then is the one for this prompt."""
    given = (*(ctx.params.get("fragments") or ()), *(ctx.params.get("system_fragments") or ()))
    return any(
        profiles.is_name(fragment[len("memory:") :])
        for fragment in given
        if fragment.startswith("memory:")
    )


def _consent_and_news(
    ctx: click.Context | None, settings: Settings, choice: Choice
) -> tuple[Consent, list[str]]:
    folder = choice.folder
    is_new = not folder.state.exists()
    with state.opened(folder, PATIENCE) as store:
        if is_new and folder.profile.exists():
            _take_over(store)
        lines = []
        if settings.news and _is_terminal(sys.stderr):
            lines += notices.lines(store.db) or _lines_about(choice, is_new)
        return _consent(ctx, settings, store), lines


def _lines_about(choice: Choice, is_new: bool) -> list[str]:
    lines = []
    if is_new and choice.folder.name:
        lines.append(f"memory: “{choice.folder.name}” is a new profile (llm memory profiles)")
    if choice.ignored:
        wanted = profiles.wanted_by(choice.ignored)
        would = f"would choose the profile “{wanted}” (llm memory allow)"
        # Not its path, which a cloned repository may have chosen.
        lines.append(f"memory: a .llm-memory {would if wanted else 'here names no profile'}")
    return lines


def _consent(ctx: click.Context | None, settings: Settings, store: Store) -> Consent:
    """What may be learned from the command that is running; in doubt, nothing."""
    now = time.time()
    if ctx is None or ctx.command.name not in ("prompt", "chat"):
        return Consent(OFF)
    # The text of a template was not typed, and another database is not watched.
    elsewhere = ctx.params.get("template") or ctx.params.get("database")
    if not settings.updates or elsewhere or consent.paused_now(store.db, now):
        return Consent(OFF)
    if ctx.command.name == "chat":
        return _chat_consent(ctx, store, now)
    if _is_terminal(sys.stdin):
        return Consent()
    if _is_terminal(sys.stderr):
        # LLM glues piped text and the argument together, the argument last.
        return Consent(typed=len(ctx.params.get("prompt") or ""))
    return Consent(OFF)


def _chat_consent(ctx: click.Context, store: Store, now: float) -> Consent:
    if not _is_terminal(sys.stdin):
        return Consent(OFF)
    chat = consent.begin_chat(store, now)

    def end() -> None:
        # If this fails, the daemon sees that the process is gone.
        with (
            suppress(MemoryPluginError),
            state.opened(store.folder, PATIENCE, migrate=False) as later,
        ):
            consent.end_chat(later.db, chat, time.time())

    ctx.find_root().call_on_close(end)
    return Consent(chat=chat)


def _take_over(store: Store) -> None:
    """Record the profile that was here before us, as the first use finds it."""
    from ..store.profile import versions

    versions.now(store)


def _is_terminal(stream: object) -> bool:
    try:
        return bool(stream.isatty())  # type: ignore[attr-defined]  # it may be None, or closed
    except (AttributeError, ValueError):
        return False
