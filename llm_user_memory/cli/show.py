"""The commands that print the profile or its path: `show`, `path`."""

import click

from ..profile.document import facts
from ..store.profile import versions
from .base import json_option, memory, opened_memory, print_json


@memory.command()
@json_option
def show(as_json: bool) -> None:
    """
    Print the profile exactly as it is on disk

    You can save the profile and load it again:

    \b
        llm memory show > profile.md
        llm memory load profile.md
    """
    with opened_memory() as store:
        text = versions.read(store).text
    if as_json:
        found = [{"section": fact.section, "text": fact.text} for fact in facts(text)]
        print_json({"path": str(store.folder.profile), "text": text, "facts": found})
    else:
        click.echo(text.encode(), nl=False)


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
        click.echo(store.folder.profile)
