"""The page "What leaves": what is sent to which model, and the files that are searched."""

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from ..daemon import control as daemon
from ..egress import Place
from ..errors import DaemonError, MemoryPluginError, RecallError
from ..model import installed, location
from ..profile.document import facts
from ..recall import embedder, new_source
from ..recall.index import db as index_db
from ..settings import Folder, Settings
from ..store import clients, sources, state
from ..store.sources import Source
from .call import Call, Done, Page

_CALLS = 50


class Way(NamedTuple):
    """One use of a model: what it is sent, what determines the model, and where the model runs.

    `told` is "" if nothing is sent; `chosen` is then the reason. `place` is "" if the model or its
    place is not known beforehand, and "none" if there is no model.
    """

    what: str
    model: str
    told: str
    chosen: str
    place: Place | str = ""


def _leaves(call: Call) -> Page:
    known = facts(call.version.text)
    default = Folder(call.store.folder.path)
    with state.opened(default) as store:
        connected = clients.every(store.db)
    return Page(
        "leaves.html",
        {
            "ways": _placed(call.settings, ways(call.settings, installed.default_model())),
            "facts": len(known),
            "local": sum(fact.local for fact in known),
            "anywhere": call.settings.learned_locally == "any",
            "clients": connected,
            "calls": clients.calls(call.store.db, _CALLS),
            "sources": [_shown(source) for source in sources.of_kinds(call.store.db)],
            "formats": new_source.FORMATS,
            "folder": str(call.store.folder.profile_folder),
        },
    )


def ways(settings: Settings, default: str) -> list[Way]:
    """Return what is sent to which models with these settings; `default` is LLM's default model."""
    off = _nothing_given(settings)
    theirs = "the model of that program"
    found = [
        _way("Your prompts", default, _with_prompts(settings), off, "LLM’s default model; -m "
             "chooses another"),
        _learning(settings),
        Way("llm memory ask", default, "passages that fit the question, and the profile",
            "LLM’s default model; -m chooses another"),
        _way("-T Memory", "", "what the model searches for, and the profile", off,
             "the model of a prompt to which you give this tool"),
        _way("Sessions of connected programs", "", _with_sessions(settings), off, theirs),
        _way("Tools of connected programs", "", "what their models search for, and the profile",
             off, theirs),
    ]  # fmt: skip
    if settings.ask_model:
        found.append(
            _way("Their tool ask_memory", settings.ask_model, "passages that fit the question", off,
                 "LLM_MEMORY_ASK_MODEL")
        )  # fmt: skip
    return found


def _way(what: str, model: str, told: str, off: str, chosen: str) -> Way:
    return Way(what, "", "", off) if off else Way(what, model, told, chosen)


def _nothing_given(settings: Settings) -> str:
    """The setting that keeps memory out of prompts and tools, "" for none."""
    if settings.disabled:
        return "LLM_MEMORY_DISABLED"
    return "LLM_MEMORY_LEARN_ONLY" if settings.learn_only else ""


def _with_prompts(settings: Settings) -> str:
    told = ["the profile"]
    if settings.archive:
        told.append("archived facts that bear on the prompt")
    if settings.notes:
        told.append(f"your notes (LLM_MEMORY_NOTES={settings.notes})")
    if settings.recall:
        told.append("passages that bear on the prompt (LLM_MEMORY_RECALL)")
    return ", ".join([*told, "and what you recall with -f memory:"])


def _with_sessions(settings: Settings) -> str:
    if not settings.recall:
        return "by their hooks, the profile at the start"
    archived = "archived facts and " if settings.archive else ""
    passages = f"{archived}passages that bear on it (LLM_MEMORY_RECALL)"
    return f"by their hooks, the profile at the start, and with each prompt {passages}"


def _learning(settings: Settings) -> Way:
    if settings.disabled:
        return Way("Learning", "", "", "LLM_MEMORY_DISABLED")
    if not settings.updates:
        return Way("Learning", "", "", "LLM_MEMORY_UPDATES=false")
    chosen = "LLM_MEMORY_MODEL" if settings.model else "the model that you talked to"
    told = "what you typed in a conversation, and the profile"
    return Way("Learning", settings.model or "", told, chosen)


def _placed(settings: Settings, found: list[Way]) -> list[Way]:
    """The ways, completed by where each model runs, and the one of search by meaning."""
    places: dict[str, Place] = {}
    with suppress(MemoryPluginError):
        places = location.of_names({way.model for way in found if way.model})
    return [
        *(way._replace(place=places.get(way.model, "")) for way in found),
        _embedding(settings),
    ]


def _embedding(settings: Settings) -> Way:
    what = "Search by meaning"
    if settings.search == "sqlite":
        with suppress(MemoryPluginError):
            if model := embedder.chosen(settings):
                chosen = "LLM_MEMORY_EMBEDDER" if settings.embedder else "the one installed"
                told = "passages of what you said and noted, and what you search for"
                return Way(what, model.id, told, chosen, location.of_model(model.model))
    return Way(what, "", "", "no embedding model: search is by words, here", "none")


def _shown(source: Source) -> dict[str, object]:
    """The template variables of a source of files to search."""
    is_any = not source.format or source.format in index_db.EXPORTS or source.reach == "any"
    return {
        "path": str(source.path),
        "there": source.path.exists(),
        "format": source.format,
        "who": "any model" if is_any else "only models on this machine",
    }


def _add_source(call: Call) -> Done:
    typed = call.typed("path")
    if not typed:
        raise RecallError("Say which file or folder.", untouched="Nothing was added.")
    path = Path(typed)
    if not typed.startswith(("/", "~")):
        raise RecallError(
            f"{path} is no whole path.", untouched="Nothing was added.", remedy="Begin with / or ~."
        )
    format = call.typed("format")
    given = format if format in new_source.FORMATS else None
    new = new_source.examined(call.store, path, given, is_any=bool(call.typed("any")))
    if new.is_more_than_notes and not call.typed("sure"):
        raise RecallError(
            f"{new.what}. That is more than your notes.",
            untouched="Nothing was added.",
            remedy="Add the folders in it that hold notes, or tick “Search all of it”.",
        )
    if not new_source.add(call.store, new):
        return Done("It is searched already.")
    _wake(call)
    said = [f"{new.what}."]
    if new.files and call.settings.search == "sqlite":
        said.append("They are being read.")
    if new.stays_here:
        said.append(new_source.STAYS_HERE)
    if not (new.files or given):
        said.append(new_source.NOTHING_THERE)
    return Done(" ".join(said))


def _remove_source(call: Call) -> Done:
    removed = sources.remove(call.store.db, Path(call.typed("path")))
    _wake(call)
    return Done(f"{removed} is searched no more.")


def _wake(call: Call) -> None:
    """Wake the daemon, which updates the search index."""
    if call.settings.search == "sqlite":
        with suppress(DaemonError):
            daemon.wake(call.store.folder)


PAGES = {"leaves": _leaves}
ACTIONS = {"addsource": _add_source, "dropsource": _remove_source}
