"""The fragments named memory:..., and the consent to learn from the prompt that gets them.

This runs in every prompt, so it never waits for a lock longer than `PATIENCE` and imports
nothing heavy.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

import click
import llm

from ..daemon import control as daemon
from ..errors import DaemonError, MemoryPluginError, ProfileError
from ..logs.sources import RECALLED, SOURCE
from ..profile import render
from ..profile.line_marks import marks_local, may_be_local
from ..settings import Folder, Settings, is_address, read_settings
from ..store import consent, profiles, state
from ..store.consent import PAUSED
from ..store.profiles import Choice
from . import permission, placement
from .folders import PATIENCE, named, of_command, of_name, record_of_command

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..egress import Place


# The key of an entry in click's context, which lasts for one command.
_INJECTED_KEY = "llm_user_memory.asked"

# The names memory:KIND that do not name a profile.
_RECALL_KINDS = ("recall", "search", "notes", "archive")


class Injection(NamedTuple):
    """The fragments to add to one prompt, and lines to print on stderr."""

    fragments: tuple[llm.Fragment, ...] = ()
    lines: tuple[str, ...] = ()


def inject(argument: str, ctx: click.Context | None) -> Injection:
    """Return the fragments for memory:`argument`, record the consent, and wake the daemon.

    For "auto" or a profile's name the fragments are the profile and the marker. The profile is
    omitted if the thread already has this exact text, and always if LLM_MEMORY_LEARN_ONLY is set. A
    second such call in the same command returns nothing. For "recall", "search:QUERY" and
    "notes:SPAN" the fragment holds passages or notes, and with LLM_MEMORY_LEARN_ONLY there is none.
    If memory is disabled, nothing is returned.

    A profile that cannot be read is omitted, and the prompt can still be learned from. At most
    one line is returned, because `llm memory status` shows all problems. Raises
    MemoryPluginError for an invalid `argument`.
    """
    settings = read_settings()
    if settings.disabled:
        return Injection()
    kind, _, wanted = argument.partition(":")
    if kind in _RECALL_KINDS:
        return Injection() if settings.learn_only else _recall(kind, wanted, ctx, settings)
    if ctx and ctx.meta.get(_INJECTED_KEY):
        return Injection()
    choice = of_command(ctx, settings) if argument == "auto" else _named_choice(argument)
    record_of_command(ctx, choice)
    if ctx:
        ctx.meta[_INJECTED_KEY] = True
    folder = choice.folder
    given, key, lines = permission.of_prompt(ctx, settings, choice)
    place = _place(ctx, settings, folder) if not given.refusal else ""
    mark = consent.marker(given, folder.name, place, key)
    fragments = [llm.Fragment(mark, SOURCE)]
    if not settings.learn_only:
        fragments[:0] = _known(argument, ctx, settings, folder, lines)
        # Turns in a pause need no marker, because the pause is recorded. If there is nothing else
        # to add, the prompt stays as it was typed.
        if given.refusal == PAUSED and len(fragments) == 1:
            fragments = []
    is_due = not given.refusal or bool(permission.unmarked_facts(ctx, settings, folder))
    if ctx and marks_local(ctx.params.get("prompt") or ""):
        _mark_known(ctx.params["prompt"], settings, folder)
        is_due = True  # in a pause, too: see `learn.said_again`
    return _woken(folder, fragments, lines, is_due=is_due)


def _place(ctx: click.Context | None, settings: Settings, folder: Folder) -> "Place | Literal['']":
    """Where the prompt's model runs, if that may be another place when the turn is read, else "".

    An environment variable may decide it, and the daemon may have others. Or the user's list of
    models does, which may be edited meanwhile, also during a chat.
    """
    if ctx is None:
        return ""
    is_set = any(map(is_address, os.environ))
    if not is_set and not placement.has_own_models(folder):
        return ""
    from . import destination  # imported here because few users have either

    destination.of(ctx, settings, folder)  # a chat keeps its model for what it is given later
    return destination.place(ctx, folder) if is_set else destination.place_of_own(ctx, folder)


def _mark_known(prompt: str, settings: Settings, folder: Folder) -> None:
    """Mark the known facts that a prompt with the mark ` #local` says, for the prompts after it."""
    from ..learn import said_again  # few prompts have the mark

    with suppress(MemoryPluginError), state.opened(folder, PATIENCE, migrate=False) as store:
        said_again.mark_typed(store, settings, prompt, PATIENCE)


def _known(
    argument: str,
    ctx: click.Context | None,
    settings: Settings,
    folder: Folder,
    lines: list[str],
) -> list[llm.Fragment]:
    """The profile, and what is recalled with it. Adds to `lines`, of which the first is printed."""
    active, archive = _as_sent(ctx, settings, folder, *_readable(ctx, folder, lines))
    text = render.of_profile(active)
    if ctx and placement.is_continued(ctx):
        lines[:0] = _egress_warning(ctx, settings, folder)
    is_separate = bool(ctx and placement.is_recall_separate(ctx))
    fragments: list[llm.Fragment] = []
    if ctx and settings.archive and not is_separate:
        fragments += _archived_facts(ctx, folder, archive)
    if argument == "auto" and not is_separate:
        recalled = _earlier_for_prompt(ctx, settings)
        fragments[:0] = recalled.fragments
        lines += recalled.lines
    if text and not (ctx and placement.is_carried(ctx, folder, text)):
        fragments.insert(0, llm.Fragment(text, SOURCE))
    return fragments


def _readable(ctx: click.Context | None, folder: Folder, lines: list[str]) -> tuple[str, str]:
    """The profile without its archive, and the archive; "" for a part that cannot be given."""
    try:
        active, archive = _parts(permission.profile(ctx, folder))
    except ProfileError as error:
        lines.append(f"memory: this prompt goes without the profile. {error}")
        return "", ""
    if render.is_too_large(active):
        lines.insert(0, f"memory: this prompt goes without the profile. {render.TOO_LARGE}")
        return "", archive
    return active, archive


def _woken(
    folder: Folder, fragments: list[llm.Fragment], lines: list[str], *, is_due: bool
) -> Injection:
    """The fragments and the first line. If `is_due`, the daemon is woken first."""
    if is_due:
        try:
            daemon.wake(folder)
        except DaemonError as error:
            lines.append(f"memory: {error}")
    return Injection(tuple(fragments), tuple(lines[:1]))


def begin(ctx: click.Context) -> None:
    """If the command continues a thread, look up the thread before LLM does."""
    settings = read_settings()
    if settings.disabled or not placement.is_continued(ctx):
        return
    from . import destination  # most prompts begin a thread

    destination.begin(ctx, of_command(ctx, settings).folder)


def additions(ctx: click.Context) -> list[tuple[str, str]]:
    """Return the fragments to add to the command, as (click parameter, fragment).

    The list is empty if the user gave a fragment that names a profile. Raises MemoryPluginError if
    the current folder has a file with the name of one of these fragments.
    """
    settings = read_settings()
    if settings.disabled or ctx.params.get("save") or named(ctx):
        return []
    # LLM would load a file of that name instead, and a cloned repository may contain one.
    earlier = _earlier(settings)
    for name in ("memory:auto", "memory:archive", *earlier):
        if Path(name).exists():
            raise MemoryPluginError(f'A file here is named "{name}".', remedy="Rename it.")
    if settings.learn_only:
        return [("fragments", "memory:auto")]
    folder = of_command(ctx, settings).folder
    place = placement.parameter(ctx, settings, folder, lambda: _profile_text(ctx, settings, folder))
    found = [(place, "memory:auto")]
    if placement.is_recall_separate(ctx):
        found += [("fragments", name) for name in earlier]
        with suppress(ProfileError):
            if settings.archive and _parts(permission.profile(ctx, folder))[1]:
                found.append(("fragments", "memory:archive"))
    return found


def _profile_text(ctx: click.Context, settings: Settings, folder: Folder) -> str:
    """The profile as it goes into the prompt, or "" if it has no facts yet.

    Raises ProfileError if it cannot be read, or is too large.
    """
    active, _ = _parts(permission.profile(ctx, folder))
    if render.is_too_large(active):
        raise ProfileError(render.TOO_LARGE)
    return render.of_profile(*_as_sent(ctx, settings, folder, active))


def _as_sent(
    ctx: click.Context | None, settings: Settings, folder: Folder, *parts: str
) -> tuple[str, ...]:
    """Parts of the profile, without the facts that may not go to the prompt's destination."""
    if not any(parts) or settings.learned_locally == "any":
        return parts
    unmarked = permission.unmarked_facts(ctx, settings, folder)
    if not unmarked and unmarked is not None and not any(map(may_be_local, parts)):
        return parts
    # Imported here because few profiles have local facts.
    from ..profile.shareable import shareable
    from ..store import model_places
    from . import destination

    there = destination.of(ctx, settings, folder)
    if unmarked is None:
        return parts if there.place == "here" else ("",) * len(parts)

    def told(found: "Sequence[str]") -> set[str]:
        with suppress(MemoryPluginError), state.opened(folder, PATIENCE, migrate=False) as store:
            return model_places.told_to(store.db, there.model, found)
        return set()

    return tuple(shareable(part, there, told, unmarked) for part in parts)


def _parts(profile: str) -> tuple[str, str]:
    """The profile without its archive, and the archive."""
    if "archive" not in profile.lower():
        return profile, ""
    from ..profile.split import split  # most profiles have no archive

    return split(profile)


def _archived_facts(ctx: click.Context, folder: Folder, archive: str) -> list[llm.Fragment]:
    """The fragment with the archived facts that are relevant to the prompt, [] for none."""
    prompt = ctx.params.get("prompt") or ""
    if not prompt or not archive:
        return []
    from . import archived  # prompts without an archive do not need it

    text = archived.fragment_for(ctx, folder, archive, prompt)
    return [llm.Fragment(text, SOURCE)] if text else []


def _recall(kind: str, wanted: str, ctx: click.Context | None, settings: Settings) -> Injection:
    """The fragment of memory:archive, memory:recall, memory:search:... or memory:notes:..."""
    folder = of_command(ctx, settings).folder
    if kind == "archive":
        return Injection(tuple(_archive(ctx, settings, folder)))
    if kind == "recall" and _is_trivial(ctx):
        return Injection()
    # Imported here because it loads a dozen modules that other prompts do not need.
    from . import recalled

    found = recalled.text_of(kind, wanted, ctx, settings, folder)
    fragments = (llm.Fragment(found.text, RECALLED),) if found.text else ()
    return Injection(fragments, found.lines)


def _is_trivial(ctx: click.Context | None) -> bool:
    """Whether nothing is recalled for the prompt, whatever was said before."""
    from ..text.trivial import is_trivial  # only prompts that recall something need it

    return is_trivial((ctx.params.get("prompt") or "") if ctx else "")


def _archive(ctx: click.Context | None, settings: Settings, folder: Folder) -> list[llm.Fragment]:
    """The fragment of memory:archive, [] for none."""
    if ctx is None:
        return []
    try:
        _, archive = _parts(permission.profile(ctx, folder))
    except ProfileError:  # memory:auto reports it
        return []
    (archive,) = _as_sent(ctx, settings, folder, archive)
    return _archived_facts(ctx, folder, archive)


def _egress_warning(ctx: click.Context, settings: Settings, folder: Folder) -> list[str]:
    from . import destination  # most prompts begin a thread

    line = destination.warning(ctx, settings, folder)
    return [line] if line else []


def _earlier(settings: Settings) -> list[str]:
    """The names of the fragments that recall something for every prompt, by the settings."""
    notes = ["memory:notes:auto"] if settings.notes else []
    return [*notes, *(["memory:recall"] if settings.recall else [])]


def _earlier_for_prompt(ctx: click.Context | None, settings: Settings) -> Injection:
    """Recalled notes and passages for memory:auto. Errors become lines to print."""
    fragments: list[llm.Fragment] = []
    lines: list[str] = []
    for name in _earlier(settings):
        _, kind, wanted = f"{name}:".split(":")[:3]
        try:
            found = _recall(kind, wanted, ctx, settings)
            fragments += found.fragments
            lines += found.lines
        except MemoryPluginError as error:
            lines.append(f"memory: nothing is recalled for this prompt. {error}")
    return Injection(tuple(fragments), tuple(lines))


def _named_choice(argument: str) -> Choice:
    if argument in profiles.RESERVED:
        raise MemoryPluginError(
            f"There is no memory:{argument}.",
            remedy="There are memory:auto, memory:recall, memory:search:QUERY, memory:notes:7d "
            "and memory:NAME for a profile.",
        )
    return of_name(argument)
