"""The `llm memory` commands: they parse arguments, call the other packages, and print.

No other package prints. A command's module is imported only when the command is called, because
all of them together load nearly the whole package; `COMMANDS` says which module has which
command. `base` has what the commands share, such as error messages and opening the memory folder;
`backfill_common` and `backfill_report` have what `backfill` and `import` share; `purge` has the
questions and the report of a purge. No other package imports `cli`, except the plugin.
"""

from importlib import import_module
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

# {command: (its module, the first paragraph of its help)}
COMMANDS = {
    "add": ("profile", "Add one fact to the profile"),
    "archive": ("archive", "List the facts that are known but not in every prompt"),
    "ask": ("ask", "Answer a question from earlier conversations and notes"),
    "backfill": (
        "backfill",
        "Learn from conversations that LLM logged before memory was in use",
    ),
    "clear": ("profile", "Empty the profile and keep its standard sections"),
    "connect": ("connect", "Give your other programs this memory"),
    "cost": (
        "updates",
        "Show the requests and tokens that learning took, by day, model and program",
    ),
    "daemon": ("daemon", "Start or stop the daemon, or print its log"),
    "diff": ("history", "Show what changed between two versions of the profile"),
    "doctor": ("doctor", "Check every part of memory, and name the command that repairs it"),
    "edit": ("profile", "Edit the profile in $VISUAL or $EDITOR"),
    "export": ("export", "Print the facts in a form for other programs"),
    "forget": ("facts", "Remove facts, and never learn them again from what you said before"),
    "history": ("history", "List the versions of the profile, newest first"),
    "import": ("imports", "Learn from conversations and notes of other programs"),
    "install-shell": ("shell", "Add memory to every prompt that you type in your shell"),
    "learn": ("learn", "Learn from a conversation with any other program"),
    "load": ("profile", 'Replace the profile with FILE, or with standard input if FILE is "-"'),
    "log": ("updates", "List the requests to models and their results, newest first"),
    "mark": ("archive", "Set or remove a mark of a fact"),
    "note": ("notes", "Write a note, so that it can be found later"),
    "path": ("show", "Print the path of the profile"),
    "pause": ("control", "Stop learning, in every terminal and also after a restart"),
    "private": ("control", "Run one llm command without the profile and without learning"),
    "profiles": ("profiles", "List your profiles, and show which one is in use here"),
    "reindex": ("reindex", "Bring the search index up to date, and check it"),
    "resume": ("control", "Resume learning after a pause"),
    "review": ("review", "Decide about edits that wait for you, and go through old facts"),
    "search": ("search", "Search earlier conversations, notes and files"),
    "serve": ("serve", "Give each user of a chat program a memory, over HTTP"),
    "show": ("show", "Print the profile exactly as it is on disk"),
    "sources": ("sources", "List, add or remove files and folders to be searched"),
    "status": ("status", "Show whether memory is on, and whether it works"),
    "timeline": ("timeline", "Show from when to when facts were true, and what followed"),
    "undo": ("history", "Go back to the previous version of the profile, or to version N"),
    "uninstall-shell": ("shell", "Remove the shell function"),
    "update": ("control", "Learn now from what is pending, and show the result"),
    "web": ("web", "Open a page that shows what is known and why, and what waits"),
    "why": ("facts", "Show where facts come from"),
}


def load(name: str) -> click.Command | None:
    """Import the module of a command and return the command; None if there is no such command."""
    if name not in COMMANDS:
        return None
    module, _help = COMMANDS[name]
    import_module(f"{__name__}.{module}")
    from .base import memory  # importing the module has added the command to this group

    return memory.commands[name]


def listing() -> click.Group:
    """Return a group with the name and help of every command, without importing them."""
    return click.Group(
        commands=[click.Command(name, help=line) for name, (_, line) in COMMANDS.items()]
    )


def completions(incomplete: str) -> list["CompletionItem"]:
    """Return the completions of a command name, as click would, without importing commands."""
    from click.shell_completion import CompletionItem  # imported here: no command needs it

    return [
        CompletionItem(name, help=command.get_short_help_str())
        for name, command in listing().commands.items()
        if name.startswith(incomplete)
    ]
