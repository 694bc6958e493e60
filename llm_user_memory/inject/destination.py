"""Finds out which model the running command asks, and where that model runs.

Most prompts do not load this. LLM asks the model given with `-m`, with `-c` the thread's model,
else the default model. With a template, or if the model is uncertain, the prompt counts as going
elsewhere.

LLM looks up the thread when the command begins. The user may type for minutes after that, while
other commands log turns. So the thread and its model are looked up both before (`begin`) and after
LLM's look-up. The model is certain only if both results are equal.
"""

from typing import Literal

import click
import llm

from .. import logs
from ..egress import Destination, Place, is_local
from ..errors import LogsError, MemoryPluginError, ModelError
from ..model import location
from ..settings import Folder, Settings
from ..store import model_places, state
from . import placement
from .folders import PATIENCE

# Keys of entries in click's context, which last for one command.
_KEY = "llm_user_memory.destination"
_MODELS_KEY = "llm_user_memory.thread_models"


def begin(ctx: click.Context, folder: Folder) -> None:
    """Look up the thread that the command continues, before LLM does."""
    ctx.meta[_MODELS_KEY] = _thread_models(ctx, folder)


def of(ctx: click.Context | None, settings: Settings, folder: Folder) -> Destination:
    """Return the destination of the prompt, looked up once per command."""
    if ctx is None:
        return location.destination("", settings)
    if _KEY not in ctx.meta:
        ctx.meta[_KEY] = location.destination(_model(ctx, folder), settings)
    found: Destination = ctx.meta[_KEY]
    return found


def place(ctx: click.Context, folder: Folder) -> Place:
    """Return where the prompt's model runs; "unknown" also if the model is uncertain."""
    name = _model(ctx, folder)
    try:
        return location.of_names([name])[name]
    except ModelError:
        return "unknown"


def place_of_own(ctx: click.Context, folder: Folder) -> Place | Literal[""]:
    """Return where the prompt's model runs if the user may have listed it, else "".

    It is also "" if the model is uncertain: the log tells later which one it was.
    """
    name = _model(ctx, folder)
    return place(ctx, folder) if name and placement.is_own_model(name, folder) else ""


def warning(ctx: click.Context, settings: Settings, folder: Folder) -> str:
    """Return the line to print if what stays here is sent elsewhere with its thread, else "".

    That is a thread of a local model, or one with a prompt that the user marked ` #local`. LLM
    sends the whole thread with each prompt, which a plugin cannot prevent.
    """
    if settings.learned_locally == "any":
        return ""
    said_to = ctx.meta.get(_MODELS_KEY, logs.ThreadModels()).said_to
    if not said_to:
        return ""
    is_other = not set(said_to) <= {_model(ctx, folder)}
    if not is_other and not placement.has_own_models(folder):
        return ""
    there = of(ctx, settings, folder)
    if there.place == "here":
        return ""
    if not is_other:  # the user may have moved the model since
        return _of_moved(ctx, there, folder)
    try:
        places = location.of_names(said_to)
    except ModelError:
        return ""
    local = [name for name in said_to if name and name != there.model and is_local(places[name])]
    if local:
        said = f"was said to {local[0]}, which may be on this machine"
    elif _has_marked(ctx, there, folder):
        said = "has a prompt that you marked #local"
    else:
        return ""
    return (
        f"memory: this thread {said}; LLM now sends all of it to {there.model or 'another model'}"
    )


def _has_marked(ctx: click.Context, there: Destination, folder: Folder) -> bool:
    """Whether the user marked a prompt of the thread, said to another model, as local."""
    from ..logs.texts import read_texts  # few threads are continued with another model
    from ..profile.line_marks import marks_local

    try:
        turns = logs.ids_of_thread(folder.logs, placement.thread_id(ctx, folder), PATIENCE)
        marked = [
            id_ for id_, (said, _) in read_texts(folder.logs, turns).items() if marks_local(said)
        ]
        models = logs.models_of(folder.logs, marked) if marked else {}
    except LogsError:
        return False
    return any(model != there.model for model in models.values())


def _of_moved(ctx: click.Context, there: Destination, folder: Folder) -> str:
    """The line to print if a model ran on this machine when the thread was said to it, else ""."""
    try:
        turns = logs.ids_of_thread(folder.logs, placement.thread_id(ctx, folder), PATIENCE)
        with state.opened(folder, PATIENCE, migrate=False) as store:
            places = model_places.of_turns(store.db, turns)
    except MemoryPluginError:
        return ""
    if "here" not in places.values():
        return ""
    return (
        f"memory: this thread was said to a model on this machine; LLM now sends all of it to "
        f"{there.model}, which is elsewhere by now"
    )


def _model(ctx: click.Context, folder: Folder) -> str:
    """The name of the model that the command asks, "" if it is uncertain.

    A command of another plugin may name its model in a parameter of any name, also one that it has
    put in the place of LLM's own.
    """
    if not placement.command(ctx) or "model_id" not in ctx.params:
        return ""
    if ctx.params.get("template") or ctx.params.get("queries"):
        return ""
    if (name := ctx.params.get("model_id")) is not None:
        return str(name) or str(
            llm.get_default_model()
        )  # LLM takes "" for the default, with -c too
    if placement.is_continued(ctx):
        asked = ctx.meta.get(_MODELS_KEY, logs.ThreadModels()).asked
        is_certain = placement.is_same_thread(ctx, folder)
        return asked if is_certain and asked == _thread_models(ctx, folder).asked else ""
    return str(llm.get_default_model())


def _thread_models(ctx: click.Context, folder: Folder) -> "logs.ThreadModels":
    thread = placement.thread_id(ctx, folder)
    if not thread:
        return logs.ThreadModels()
    try:
        return logs.thread_models(folder.logs, thread, PATIENCE)
    except LogsError:
        return logs.ThreadModels()
