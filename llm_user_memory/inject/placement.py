"""Where the profile goes: into the system place, or before the prompt; and when it need not.

This runs inside every prompt, and never loads a model to find out.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import click
import llm

from .. import logs
from ..errors import LogsError, ProfileError
from ..settings import Folder, Settings
from .folders import PATIENCE

# How the ids of models begin that are known to take a system prompt, and of those among them
# that refuse it. Every other model is given the profile in the prompt.
_TAKES_SYSTEM = ("gpt-", "chatgpt", "4o", "o3", "o4", "claude-", "anthropic/claude-", "gemini")
_REFUSES_SYSTEM = ("gpt-3.5-turbo-instruct",)

# Under these names we remember things in click's context for the length of one command.
_PLACE = "llm_user_memory.place"
_CARRIED = "llm_user_memory.carried"


def parameter(
    ctx: click.Context, settings: Settings, folder: Folder, text: Callable[[], str]
) -> str:
    """Return the parameter of the command to add memory:auto to.

    "system_fragments" keeps the log and the titles of threads clean, "fragments" works with
    every model. `text` returns the profile as it would be sent; its ProfileError is for then.
    """
    place = settings.placement
    if place == "auto":
        place = "system" if _takes_system_place(ctx, folder, text) else "prompt"
    ctx.meta[_PLACE] = place
    return "system_fragments" if place == "system" else "fragments"


def is_carried(ctx: click.Context, folder: Folder, text: str) -> bool:
    """Tell whether the messages of the continued thread hold `text`, so that it need not be sent.

    In the system place it is given again: some models read only the current call's.
    """
    place = ctx.meta.get(_PLACE) or (
        "prompt" if "memory:auto" in (ctx.params.get("fragments") or ()) else "system"
    )
    return place == "prompt" and bool(_carried(ctx, folder, text))


def is_apart(ctx: click.Context) -> bool:
    """Tell whether passages go before the prompt while the profile goes to the system place.

    A thread keeps the system text of its first turn, and each turn recalls something else.
    """
    return ctx.meta.get(_PLACE) == "system" and _is_continued(ctx)


def thread(ctx: click.Context, folder: Folder) -> str:
    """Return the id of the thread that the command continues, "" for none."""
    return _thread(ctx, folder) or ""


def _is_continued(ctx: click.Context) -> bool:
    return bool(ctx.params.get("conversation_id") or ctx.params.get("_continue"))


def _takes_system_place(ctx: click.Context, folder: Folder, text: Callable[[], str]) -> bool:
    """The first turn of a thread, or a thread that carries this very text there."""
    if _thread(ctx, folder) is None:
        return _takes_system_prompt(ctx, folder)
    with suppress(ProfileError):
        return "system" in _carried(ctx, folder, text())
    return False


def _carried(ctx: click.Context, folder: Folder, text: str) -> set[str]:
    """Where the thread that is continued carries `text`; asked once in a command."""
    if _CARRIED not in ctx.meta:
        thread = _thread(ctx, folder)
        ctx.meta[_CARRIED] = set()
        with suppress(LogsError):
            if thread and text:
                ctx.meta[_CARRIED] = logs.carried(folder.logs, thread, text, PATIENCE)
    carried: set[str] = ctx.meta[_CARRIED]
    return carried


def _thread(ctx: click.Context, folder: Folder) -> str | None:
    """The thread that the command continues, "" where that cannot be told, None for none."""
    if given := ctx.params.get("conversation_id"):
        return str(given)
    if not ctx.params.get("_continue"):
        return None
    if ctx.params.get("database"):
        return ""
    try:
        return logs.newest_thread(folder.logs, PATIENCE)
    except LogsError:
        return ""


def _takes_system_prompt(ctx: click.Context, folder: Folder) -> bool:
    """Whether the model is of a family known to take a system prompt; never loads a model."""
    name = ctx.params.get("model_id")
    if not name and (ctx.params.get("queries") or ctx.params.get("template")):
        return False
    name = name or llm.get_default_model()
    home = folder.path.parent
    name = _aliases(home).get(name, name)
    # A model of the user's own may have any name, and be anything.
    own_models = _text(home / "extra-openai-models.yaml")
    return (
        name.startswith(_TAKES_SYSTEM)
        and not name.startswith(_REFUSES_SYSTEM)
        and name not in own_models
    )


def _aliases(home: Path) -> dict[str, str]:
    import json

    try:
        aliases = json.loads(_text(home / "aliases.json") or "{}")
    except ValueError:
        return {}
    return aliases if isinstance(aliases, dict) else {}


def _text(path: Path) -> str:
    try:
        return path.read_text()
    except (OSError, UnicodeDecodeError):
        return ""
