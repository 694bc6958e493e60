"""The `llm memory` commands: parse, call, print. The only package that prints.

`COMMANDS` lists them, and a module is imported when one of its commands is called: all of them
together load nearly the whole package. `base` turns errors into messages and opens the memory
folder; each other module holds the commands about one thing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

# {command: (its module, the first paragraph of its help)}
COMMANDS = {
    "add": ("profile", "Add one fact by hand"),
    "allow": ("profiles", "Let the .llm-memory of a project choose the profile there"),
    "ask": ("ask", "Answer a question from what was said and noted before"),
    "backfill": (
        "backfill",
        "Learn from the conversations that LLM logged before memory was in use",
    ),
    "clear": ("profile", "Empty the profile, keeping the standard sections"),
    "cost": ("updates", "Show what learning costs: requests and tokens, by day and model"),
    "daemon": ("daemon", "Start and stop the daemon, read its log"),
    "deny": ("profiles", "Let the .llm-memory of a project choose no longer"),
    "diff": ("history", "Show what changed between versions N and M"),
    "doctor": ("doctor", "Examine every part, and say which command mends what is wrong"),
    "edit": ("profile", "Edit the profile in $VISUAL or $EDITOR"),
    "export": ("export", "Print what is known, for other programs"),
    "forget": ("facts", "Remove facts for good: what is forgotten stays forgotten"),
    "history": ("history", "List the versions of the profile, the newest first"),
    "import": ("imports", "Learn from the conversations and notes that other programs kept"),
    "install-shell": ("shell", "Give every prompt you type memory"),
    "learn": ("learn", "Learn from a conversation held in any other program"),
    "load": ("profile", 'Replace the profile by FILE, or by standard input if FILE is "-"'),
    "log": ("updates", "List what models were asked, and what came of it, the newest first"),
    "note": ("notes", "Write something down, to be found later"),
    "path": ("show", "Print where the profile is"),
    "pause": ("control", "Stop learning, in every terminal and after a restart too"),
    "private": ("control", "Run one llm command off the record"),
    "profiles": ("profiles", "List your profiles, and which of them is in force here"),
    "reindex": ("reindex", "Bring what is searched up to date, and check it"),
    "remember": ("facts", "Let a forgotten fact be learned again"),
    "restore": ("history", "Go back to version N"),
    "resume": ("control", "Learn again"),
    "review": ("review", "Decide what waits for you, and look through old facts"),
    "search": ("search", "Find what was said and noted before"),
    "show": ("show", "Print the profile, exactly as it is on disk"),
    "sources": ("sources", "List the Markdown that is searched, or have more of it searched"),
    "status": ("status", "Tell whether memory is on, and whether it is working"),
    "undo": ("history", "Go back to the version before"),
    "uninstall-shell": ("shell", "Take the function away again"),
    "update": ("control", "Learn now what is pending, and say what comes of it"),
    "why": ("facts", "Show where facts come from"),
}


def load(name: str) -> click.Command | None:
    """Return a command, its module imported; None if there is none of that name."""
    if name not in COMMANDS:
        return None
    module, _help = COMMANDS[name]
    import_module(f"{__name__}.{module}")
    from .base import memory  # the group that the module's commands have joined

    return memory.commands[name]


def listing() -> click.Group:
    """Return a group that has every command's name and help, and imports none of them."""
    return click.Group(
        commands=[click.Command(name, help=line) for name, (_, line) in COMMANDS.items()]
    )


def completions(incomplete: str) -> list["CompletionItem"]:
    """Return the commands whose names begin so, as click itself would, none of them imported."""
    from click.shell_completion import CompletionItem  # no other command has a use for it

    return [
        CompletionItem(name, help=command.get_short_help_str())
        for name, command in listing().commands.items()
        if name.startswith(incomplete)
    ]
