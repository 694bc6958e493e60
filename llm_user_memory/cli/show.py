"""The commands that print the profile or its path: `show`, `path`."""

from ..profile.document import facts
from ..store.profile import versions
from .base import json_option, memory, opened_memory
from .output import echo_json, echo_own


@memory.command()
@json_option
def show(as_json: bool) -> None:
    """
    Print the profile exactly as it is on disk

    You can save the profile and load it again:

    \b
        llm memory show > profile.md
        llm memory load profile.md

    On a terminal, control characters in it are shown as \\x1b; to a file or a program they
    go as they are.
    """
    with opened_memory() as store:
        text = versions.read(store).text
    if as_json:
        found = [{"section": fact.section, "text": fact.text} for fact in facts(text)]
        echo_json({"path": str(store.folder.profile), "text": text, "facts": found})
    else:
        echo_own(text)


@memory.command()
def path() -> None:
    """
    Print the path of the profile

    The file is created if it does not exist, so that this works:

    \b
        $EDITOR "$(llm memory path)"

    Changes that you save in the file are recognized and never overwritten.
    """
    with opened_memory() as store:
        versions.read(store)
        echo_own(f"{store.folder.profile}\n")
