"""The texts of memory:recall, memory:search:QUERY and memory:notes:SPAN.

Only prompts that recall something load this.
"""

import click

from ..egress import Destination
from ..profile.estimate import tokens
from ..recall import for_prompts
from ..recall.for_prompts import RecalledText
from ..settings import Folder, Settings
from . import permission, placement

# Keys of entries in click's context, which last for one command.
_RECALLED_KEY = "llm_user_memory.recalled"
_NOTES_KEY = "llm_user_memory.tokens_of_notes"

# memory:notes:auto stands for the days of LLM_MEMORY_NOTES.
_AS_SET = "auto"


def text_of(
    kind: str, wanted: str, ctx: click.Context | None, settings: Settings, folder: Folder
) -> RecalledText:
    """Return what memory:`kind`:`wanted` adds to the prompt, and lines to print.

    For memory:recall, only the first call in a command returns passages. Raises MemoryPluginError
    for an invalid `wanted`, or if nothing can be looked up.
    """

    def there() -> Destination:
        return _destination(ctx, settings, folder)

    if kind == "notes" and wanted == _AS_SET:
        return RecalledText(_recent_notes(ctx, settings, folder) if settings.notes else "")
    if kind == "notes":
        return for_prompts.notes_fragment(folder, wanted, destination=there)
    if kind == "recall":
        if ctx is None or ctx.meta.get(_RECALLED_KEY):
            return RecalledText("")
        ctx.meta[_RECALLED_KEY] = True
        wanted = ctx.params.get("prompt") or ""
    return for_prompts.passages_fragment(
        folder,
        settings,
        wanted,
        destination=there,
        thread=placement.thread_id(ctx, folder) if ctx else "",
        is_question=kind == "search",
        spent=ctx.meta.get(_NOTES_KEY, 0) if ctx and kind == "recall" else 0,
        known=permission.fingerprints(ctx, folder),
    )


def _destination(ctx: click.Context | None, settings: Settings, folder: Folder) -> Destination:
    from . import destination  # imported here because it is needed only if something found is local

    return destination.of(ctx, settings, folder)


def _recent_notes(ctx: click.Context | None, settings: Settings, folder: Folder) -> str:
    """The notes of LLM_MEMORY_NOTES, "" if there are none or the continued thread has them."""
    text = for_prompts.recent_notes(
        folder,
        settings.notes or "",
        settings.recall_tokens,
        destination=lambda: _destination(ctx, settings, folder),
    )
    if ctx is None or not text:
        return text
    if placement.is_in_prompts(ctx, folder, text):
        return ""
    ctx.meta[_NOTES_KEY] = tokens(text)
    return text
