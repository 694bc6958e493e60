"""What it did, what that cost, and what leaves the machine and to whom."""

import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from ..checks.refusals import NEEDS_REVIEW
from ..daemon import control as daemon
from ..errors import DaemonError, MemoryPluginError, RecallError
from ..model import installed, location
from ..profile.document import facts
from ..recall import embedder
from ..recall.index import files
from ..settings import Folder
from ..store import clients, sources, state, updates
from .call import Call, Done, Page, counted

_UPDATES = 50
_DAYS = 30
_CALLS = 50


class Bar(NamedTuple):
    """A day of the chart: its requests and tokens, and its place and height in it."""

    day: str
    requests: int
    tokens: int
    x: int
    height: float


def _activity(call: Call) -> Page:
    before = call.number("before", 0) or None
    found = updates.history(call.store.db, _UPDATES + 1, before)
    shown = found[:_UPDATES]
    costs = updates.costs(call.store.db, _DAYS)
    return Page(
        "activity.html",
        {
            "updates": [
                (
                    update,
                    updates.where(update.source, update.thread_id),
                    [_outcome(edit) for edit in updates.edits(call.store.db, update.id)],
                )
                for update in shown
            ],
            "older": shown[-1].id if len(found) > _UPDATES else None,
            "newest": before is None,
            "costs": costs,
            "bars": _bars(costs),
            "days": _DAYS,
        },
    )


def _outcome(edit: sqlite3.Row) -> dict[str, str]:
    """What came of an edit: its sign, what it says, and its quote or why it was not made."""
    what = edit["old"] if edit["op"] == "remove" else edit["new"]
    waits = edit["refusal"] in NEEDS_REVIEW
    kind = {"add": "added", "remove": "removed"}.get(edit["op"], "replaced")
    return {
        "kind": "waits" if waits else "refused" if edit["refusal"] else kind,
        "what": what or "(purged)",
        "old": edit["old"] if edit["op"] == "replace" else "",
        "quote": edit["quote"],
        "refusal": edit["refusal"],
    }


def _bars(costs: list[sqlite3.Row]) -> list[Bar]:
    """The days with requests, the oldest first; the highest bar has the height 100."""
    days: dict[str, tuple[int, int]] = {}
    for row in costs:
        requests, tokens = days.get(row["day"], (0, 0))
        more = (row["input_tokens"] or 0) + (row["output_tokens"] or 0)
        days[row["day"]] = requests + row["requests"], tokens + more
    most = max((tokens for _, tokens in days.values()), default=0) or 1
    return [
        Bar(day, requests, tokens, 20 * place, round(100 * tokens / most, 1))
        for place, (day, (requests, tokens)) in enumerate(sorted(days.items()))
    ]


def _leaves(call: Call) -> Page:
    text = call.version.text
    known = facts(text)
    local = sum(fact.local for fact in known)
    default = Folder(call.store.folder.path)
    with state.opened(default) as store:
        connected = clients.every(store.db)
    return Page(
        "leaves.html",
        {
            "ways": _ways(call),
            "facts": len(known),
            "local": local,
            "anywhere": call.settings.learned_locally == "any",
            "clients": connected,
            "calls": clients.calls(call.store.db, _CALLS),
            "sources": [(path, path.exists()) for path in sources.every(call.store.db)],
            "folder": str(call.store.folder.profile_folder),
        },
    )


def _ways(call: Call) -> list[dict[str, Any]]:
    """Whom memory tells something: the model, what it is told, and where it runs."""
    default = installed.default_model()
    settings = call.settings
    found = [
        ("Your prompts", default, "the profile, archived facts that bear on the prompt, and what "
         "you recall", "LLM’s default model; -m chooses another"),
        ("Learning", settings.model or "", "what you typed in a conversation, and the profile",
         "LLM_MEMORY_MODEL" if settings.model else "the model that you talked to"),
        ("ask", default, "passages that fit the question", "LLM’s default model"),
    ]  # fmt: skip
    places: dict[str, str] = {}
    with suppress(MemoryPluginError):
        places = dict(location.of_names({model for _, model, _, _ in found if model}))
    ways = [
        {"what": what, "model": model, "told": told, "chosen": by, "place": places.get(model, "")}
        for what, model, told, by in found
    ]
    return [*ways, _embedding(call)]


def _embedding(call: Call) -> dict[str, Any]:
    way = {
        "what": "Search by meaning",
        "told": "passages of what you said and noted, and what you search for",
        "model": "",
        "chosen": "no embedding model: search is by words, here",
        "place": "none",
    }
    with suppress(MemoryPluginError):
        if model := embedder.chosen(call.settings):
            chosen = "LLM_MEMORY_EMBEDDER" if call.settings.embedder else "the one installed"
            place = location.of_model(model.model)
            way |= {"model": model.id, "chosen": chosen, "place": place}
    return way


def _add_source(call: Call) -> Done:
    path = Path(call.typed("path"))
    if not call.typed("path"):
        raise RecallError("Say which file or folder.", untouched="Nothing was added.")
    if not path.expanduser().is_absolute():
        raise RecallError(
            f"{path} is no whole path.", untouched="Nothing was added.", remedy="Begin with / or ~."
        )
    wanted = sources.wanted(call.store, path)
    number = counted(
        len(files.files_under(call.store.folder, sources.Source(wanted)).files), "file"
    )
    if sources.is_broad(wanted) and not call.typed("sure"):
        raise RecallError(
            f"{wanted}: {number} of Markdown. That is more than your notes.",
            untouched="Nothing was added.",
            remedy="Add the folders in it that hold notes, or tick the box.",
        )
    if sources.add(call.store, path) is None:
        return Done("It is searched already.")
    _wake(call)
    return Done(f"{wanted}: {number} of Markdown. They are being read.")


def _remove_source(call: Call) -> Done:
    removed = sources.remove(call.store.db, Path(call.typed("path")))
    _wake(call)
    return Done(f"{removed} is searched no more.")


def _wake(call: Call) -> None:
    """Let the daemon read, or drop, what has changed."""
    with suppress(DaemonError):
        daemon.wake(call.store.folder)


PAGES = {"activity": _activity, "leaves": _leaves}
ACTIONS = {"addsource": _add_source, "dropsource": _remove_source}
