"""Shell completion of values: facts, sections, models and names of profiles. Writes nothing.

Each function has click's signature of `shell_complete`. After an error nothing is completed,
because a message would appear in the line that is being typed.
"""

import os
import re
import shlex
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import wraps

import click
from click.shell_completion import CompletionItem, add_completion_class, get_completion_class

from ..errors import MemoryPluginError
from ..inject.folders import chosen, user_folder
from ..profile.document import STANDARD_SECTIONS
from ..profile.document import facts as facts_of
from ..profile.document import sections as sections_of
from ..profile.split import split
from ..settings import Folder, read_settings
from ..store import profiles as store_profiles
from ..store.profile import file as profile_file
from ..text.controls import visible

Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def _complete(found: Callable[[click.Context], Iterable[str]]) -> Complete:
    """Return the function for click that offers the found values that begin with the typed text."""

    @wraps(found)
    def complete(
        ctx: click.Context, _param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        begun = incomplete.casefold()
        with suppress(MemoryPluginError, OSError):
            # Values with control characters, or that a shell would split into two words, are not
            # offered.
            wanted = [
                text
                for text in dict.fromkeys(found(ctx))
                if text.casefold().startswith(begun) and visible(text) == text and "\n" not in text
            ]
            return [CompletionItem(text) for text in _as_typed(wanted)]
        return []

    return complete


@_complete
def facts(ctx: click.Context) -> Iterable[str]:
    """The facts of the profile in use."""
    return [fact.text for fact in facts_of(_profile(ctx))]


@_complete
def archived(ctx: click.Context) -> Iterable[str]:
    """The facts of the archive of the profile in use."""
    return [fact.text for fact in facts_of(split(_profile(ctx))[1])]


@_complete
def sections(ctx: click.Context) -> Iterable[str]:
    """The sections of the profile in use, and the standard ones."""
    return filter(None, [*sections_of(_profile(ctx)), *STANDARD_SECTIONS])


@_complete
def models(_ctx: click.Context) -> Iterable[str]:
    """The models of LLM, with their aliases."""
    return _names_of_models()


@_complete
def destinations(_ctx: click.Context) -> Iterable[str]:
    """The models of LLM, and the names for any model and for any model on this machine."""
    return ["cloud", "local", *_names_of_models()]


@_complete
def profiles(_ctx: click.Context) -> Iterable[str]:
    """The names of the profiles."""
    found = store_profiles.every(user_folder().path)
    return dict.fromkeys([store_profiles.DEFAULT, *(each.name for each in found if each.name)])


def _names_of_models() -> list[str]:
    import llm

    every = llm.get_models_with_aliases()
    return [name for known in every for name in (known.model.model_id, *known.aliases)]


def _profile(ctx: click.Context) -> str:
    return profile_file.read(_folder(ctx)) or ""


def _folder(ctx: click.Context) -> Folder:
    """The profile that is named with --profile in the line, or the one in use here."""
    group = ctx.parent
    while group is not None:
        if name := group.params.get("profile"):
            return store_profiles.folder_of(user_folder().path, name)
        group = group.parent
    return chosen(read_settings(), migrate=False).folder


def _as_typed(texts: list[str]) -> list[str]:
    """The texts, quoted for bash; zsh and fish quote them themselves.

    Bash inserts the common beginning of several texts, so either all are quoted, or none.
    """
    if not os.environ.get("_LLM_COMPLETE", "").startswith("bash"):
        return texts
    words = os.environ.get("COMP_WORDS", "").split("\n")  # as click's function joins them
    at = int(os.environ.get("COMP_CWORD", "0"))
    begun = words[at][:1] if len(words) > at else ""
    if begun not in ("'", '"'):
        if all(text == shlex.quote(text) and "," not in text for text in texts):
            return texts
        texts = [f"'{_quoted(text, begun)}'" for text in texts]
    else:
        texts = [_quoted(text, begun) for text in texts]
        # Bash closes the quotation, but not if the text ends with the same quotation mark.
        texts = [f"{text}{begun}" if text.endswith(begun) else text for text in texts]
    return [text.replace("\\", "\\\\") for text in texts]  # click's function removes them


def _quoted(text: str, quote: str) -> str:
    """The text, escaped for double quotes or else single ones, so that bash runs nothing in it.

    Special characters are put into quotes of the other kind.
    """
    if quote == '"':
        return re.sub(r'["$`\\!]+', lambda found: f"\"'{found[0]}'\"", text)
    return re.sub("'+", lambda found: f"'\"{found[0]}\"'", text)


def mend_fish() -> None:
    """Let click's completion function for fish keep commas in values.

    It splits a line at each comma, and would take only the second part.
    """
    kind = get_completion_class("fish")
    if kind is not None:
        split = 'string split "," $completion'
        source = kind.source_template.replace(split, split.replace("split", "split --max 1"))
        add_completion_class(type("FishComplete", (kind,), {"source_template": source}))
