"""Whether the profile goes into the system prompt or before the prompt, and when it is omitted.

This runs in every prompt, so it decides by the model's name and never loads a model.
"""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import click
import llm

from .. import logs
from ..errors import LogsError, ProfileError
from ..settings import Folder, Settings
from .folders import PATIENCE

# Prefixes of the ids of models that accept a system prompt, and exceptions to them. For every
# other model the profile goes before the prompt.
_SYSTEM_MODELS = ("gpt-", "chatgpt", "4o", "o3", "o4", "claude-", "anthropic/claude-", "gemini")
_NO_SYSTEM_MODELS = ("gpt-3.5-turbo-instruct",)

# Keys of entries in click's context, which last for one command.
_PLACEMENT_KEY = "llm_user_memory.placement"
_FRAGMENT_KEY = "llm_user_memory.carried"
_THREAD_KEY = "llm_user_memory.thread"


def command(ctx: click.Context) -> str:
    """Return "prompt" or "chat" if that command of LLM runs, else "".

    A command of another plugin may have such a name, too, as in `llm agent chat`.
    """
    name = ctx.command.name or ""
    cli = sys.modules.get("llm.cli")  # absent in other programs
    is_llms = cli is not None and cli.cli.commands.get(name) is ctx.command
    return name if is_llms and name in ("prompt", "chat") else ""


def parameter(
    ctx: click.Context, settings: Settings, folder: Folder, text: Callable[[], str]
) -> str:
    """Return the click parameter to add memory:auto to: "system_fragments" or "fragments".

    "system_fragments" keeps the profile out of the logged prompt and of thread titles, but only
    "fragments" works with every model. `text` returns the profile as it would be sent. Its
    ProfileError is ignored here, because sending the profile raises it again.
    """
    placement = settings.placement
    if placement == "auto":
        placement = "system" if _uses_system_prompt(ctx, folder, text) else "prompt"
    ctx.meta[_PLACEMENT_KEY] = placement
    return "system_fragments" if placement == "system" else "fragments"


def is_carried(ctx: click.Context, folder: Folder, text: str) -> bool:
    """Return whether the continued thread already has `text`, so that it need not be sent again.

    This is false for the system prompt, because some models read only that of the current call.
    """
    placement = ctx.meta.get(_PLACEMENT_KEY) or (
        "prompt" if "memory:auto" in (ctx.params.get("fragments") or ()) else "system"
    )
    return placement == "prompt" and bool(_fragment_placements(ctx, folder, text))


def is_in_prompts(ctx: click.Context, folder: Folder, text: str) -> bool:
    """Return whether a message of the continued thread has `text` as a fragment of its prompt."""
    return "prompt" in _fragment_placements(ctx, folder, text)


def is_recall_separate(ctx: click.Context) -> bool:
    """Return whether passages go before the prompt, but the profile into the system prompt.

    This is so in a continued thread, which keeps the system prompt of its first turn, while each
    turn recalls other passages.
    """
    return ctx.meta.get(_PLACEMENT_KEY) == "system" and is_continued(ctx)


def thread_id(ctx: click.Context, folder: Folder) -> str:
    """Return the id of the thread that the command continues, or "" for a new or unknown one."""
    return _continued_thread(ctx, folder) or ""


def is_same_thread(ctx: click.Context, folder: Folder) -> bool:
    """Return whether the command would still continue the same thread if it began now."""
    return _thread_to_continue(ctx, folder) == _continued_thread(ctx, folder)


def is_continued(ctx: click.Context) -> bool:
    """Return whether the command continues a thread."""
    return bool(ctx.params.get("conversation_id") or ctx.params.get("_continue"))


def _uses_system_prompt(ctx: click.Context, folder: Folder, text: Callable[[], str]) -> bool:
    """Whether the profile goes into the system prompt.

    In a new thread it does if the model accepts one; else, if the thread has `text` there already.
    """
    if _continued_thread(ctx, folder) is None:
        return _supports_system_prompt(ctx, folder)
    with suppress(ProfileError):
        return "system" in _fragment_placements(ctx, folder, text())
    return False


def _fragment_placements(ctx: click.Context, folder: Folder, text: str) -> set[str]:
    """The places ("system", "prompt") of `text` in the continued thread, read once per command."""
    known: dict[str, set[str]] = ctx.meta.setdefault(_FRAGMENT_KEY, {})
    if text not in known:
        thread_id = _continued_thread(ctx, folder)
        known[text] = set()
        with suppress(LogsError):
            if thread_id and text:
                known[text] = logs.fragment_placements(folder.logs, thread_id, text, PATIENCE)
    return known[text]


def _continued_thread(ctx: click.Context, folder: Folder) -> str | None:
    """The id of the continued thread, "" if it is unknown, or None for a new thread.

    It is looked up only once, because another command may begin a thread while the user types.
    """
    if _THREAD_KEY not in ctx.meta:
        ctx.meta[_THREAD_KEY] = _thread_to_continue(ctx, folder)
    found: str | None = ctx.meta[_THREAD_KEY]
    return found


def _thread_to_continue(ctx: click.Context, folder: Folder) -> str | None:
    if ctx.params.get("database"):
        return "" if is_continued(ctx) else None
    if given := ctx.params.get("conversation_id"):
        return str(given)
    if not ctx.params.get("_continue"):
        return None
    try:
        return logs.newest_thread(folder.logs, PATIENCE)
    except LogsError:
        return ""


def _supports_system_prompt(ctx: click.Context, folder: Folder) -> bool:
    """Whether the model is known, by its name, to accept a system prompt."""
    name = ctx.params.get("model_id")
    if not name and (ctx.params.get("queries") or ctx.params.get("template")):
        return False
    name = name or llm.get_default_model()
    name = _full_name(name, folder)
    # The name of a model that the user configured tells nothing.
    return (
        name.startswith(_SYSTEM_MODELS)
        and not name.startswith(_NO_SYSTEM_MODELS)
        and not is_own_model(name, folder)
    )


def has_own_models(folder: Folder) -> bool:
    """Return whether the user has listed models, which LLM then loads: extra-openai-models.yaml."""
    return os.path.exists(_own_models(folder))  # noqa: PTH110 - Path.exists raises in a closed folder


def is_own_model(name: str, folder: Folder) -> bool:
    """Return whether the user's list of models may have the model with this name or alias."""
    listed = _text(_own_models(folder))
    return bool(listed) and (name in listed or _full_name(name, folder) in listed)


def _own_models(folder: Folder) -> Path:
    return folder.path.parent / "extra-openai-models.yaml"


def _full_name(name: str, folder: Folder) -> str:
    return _aliases(folder.path.parent).get(name, name)


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
