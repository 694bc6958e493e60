"""The `llm memory` commands: they parse arguments, call the other packages, and print.

A command's module is imported only when the command is called, because all of them together load
nearly the whole package; `GROUPS` says which module has which command. The other modules:

* `base`: what commands share, such as opening the memory folder;
* `output` prints; `changes` reports what was changed; `exits` ends a command;
* `complete` completes values;
* `backfill_common`, `backfill_report`: what `backfill` and `import` share;
* `output_file`: the file of `--output`, which both may write;
* `purge`: the questions before a purge and the report after it;
* `overview`: what `llm memory` prints without a command.

No other package prints, except for the plugin's notices, and only the plugin imports `cli`.
"""

from collections.abc import Collection
from importlib import import_module
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

# {group: {command: (its module, the first paragraph of its help)}}, in the order of `llm memory
# --help`. The help fits into a terminal of 80 columns.
GROUPS = {
    "Most used": {
        "show": ("show", "Print the profile exactly as it is on disk"),
        "add": ("profile", "Add one fact to the profile"),
        "forget": ("facts", "Remove facts, and never learn them again"),
        "undo": ("history", "Go back to the previous version of the profile, or to N"),
        "status": ("status", "Show whether memory is on, and whether it works"),
    },
    "What it knows": {
        "why": ("facts", "Show where facts come from"),
        "timeline": ("timeline", "Show from when to when facts were true"),
        "archive": ("archive", "List the facts that are known but not in every prompt"),
        "mark": ("archive", "Keep a fact in every prompt, or on this machine"),
        "web": ("web", "Open a page of what is known and why, and what waits"),
        "edit": ("profile", "Edit the profile in $VISUAL or $EDITOR"),
        "load": ("profile", "Replace the profile with a file, or standard input"),
        "export": ("export", "Print the facts in a form for other programs"),
        "path": ("show", "Print the path of the profile"),
        "history": ("history", "List the versions of the profile, newest first"),
        "diff": ("history", "Show what changed between two versions of the profile"),
        "clear": ("profile", "Empty the profile and keep its standard sections"),
    },
    "Find": {
        "search": ("search", "Search earlier conversations, notes and files"),
        "ask": ("ask", "Answer a question from earlier conversations and notes"),
        "note": ("notes", "Write a note, so that it can be found later"),
        "sources": ("sources", "List, add or remove files and folders to be searched"),
        "reindex": ("reindex", "Bring the search index up to date, and check it"),
    },
    "Learn": {
        "review": ("review", "Decide about edits that wait, and go through old facts"),
        "update": ("control", "Learn now from what is pending, and show the result"),
        "backfill": ("backfill", "Learn from what LLM logged before memory was in use"),
        "import": ("imports", "Learn from conversations and notes of other programs"),
        "learn": ("learn", "Learn from a conversation with any other program"),
        "pause": ("control", "Stop learning, in every terminal and after a restart"),
        "resume": ("control", "Resume learning after a pause"),
        "private": ("control", "Run one llm command without profile and learning"),
        "log": ("updates", "List requests to models and their results"),
        "cost": ("updates", "Show what learning cost, by day, model and program"),
    },
    "Set up": {
        "install-shell": ("shell", "Add memory to every prompt that you type"),
        "uninstall-shell": ("shell", "Remove the shell function"),
        "profiles": ("profiles", "List your profiles, and show which one is in use here"),
        "context": ("clients", "Print what a prompt would be given"),
        "mcp": ("clients", "Serve the memory to another program (MCP)"),
        "connect": ("connect", "Give your other programs this memory"),
        "serve": ("serve", "Give each user of a chat program a memory, over HTTP"),
        "doctor": ("doctor", "Check every part, and name the command that repairs it"),
        "daemon": ("daemon", "Start or stop the daemon, or print its log"),
    },
}

COMMANDS = {name: about for group in GROUPS.values() for name, about in group.items()}

# Commands that do not exist, but that somebody may try, and the ones to use instead.
_INSTEAD = {
    "restore": "undo --to N",
    "revert": "undo",
    "redo": "undo --to N",
    "remember": "forget --undo",
    "allow": "profiles allow",
    "deny": "profiles deny",
    "delete": "forget",
    "remove": "forget",
    "rm": "forget",
    "list": "show",
    "ls": "show",
    "cat": "show",
    "view": "show",
    "shell-status": "status",
    "reset": "clear",
    "start": "daemon start",
    "stop": "pause",
    "restart": "daemon restart",
    "off": "pause",
    "on": "resume",
    "find": "search",
    "settings": "status --all",
    "config": "status --all",
    "install": "install-shell",
    "uninstall": "uninstall-shell",
    "help": "--help",
    "profile": "profiles",
    "use": "profiles",
}


def load(name: str) -> click.Command | None:
    """Import the module of a command and return the command; None if there is no such command."""
    if name not in COMMANDS:
        return None
    module, _help = COMMANDS[name]
    import_module(f"{__name__}.{module}")
    from .base import memory  # importing the module has added the command to this group

    return memory.commands[name]


def print_overview(ctx: click.Context) -> bool:
    """Print the overview if standard output is a terminal. Return whether it is one."""
    from .output import is_terminal

    if not is_terminal():
        return False
    from .exits import told
    from .overview import show

    with told():
        show(ctx)
    return True


def format_commands(formatter: click.HelpFormatter) -> None:
    """Write the commands in their groups, without importing them."""
    widest = max(map(len, COMMANDS))
    for title, commands in GROUPS.items():
        with formatter.section(title):
            formatter.write_dl([(name.ljust(widest), line) for name, (_, line) in commands.items()])


def unknown(name: str) -> str:
    """Return the message for a command that does not exist, with suggestions."""
    said = f"No such command {name!r}."
    if name in _INSTEAD:
        return f"{said} Run `llm memory {_INSTEAD[name]}`."
    close = near(name, COMMANDS)
    return f"{said} Did you mean {' or '.join(f'`{one}`' for one in close)}?" if close else said


def near(name: str, known: Collection[str]) -> list[str]:
    """Return the known names that begin like a mistyped one; if none does, those nearest to it."""
    from difflib import SequenceMatcher  # imported here: no command needs it

    if begun := [one for one in known if len(name) > 1 and one.startswith(name)]:
        return begun[:3]
    likeness = {one: SequenceMatcher(None, one, name).ratio() for one in known}
    best = max(likeness.values())
    return [one for one, ratio in likeness.items() if ratio >= max(0.6, best - 0.05)][:3]


def completions(incomplete: str) -> list["CompletionItem"]:
    """Return the completions of a command name like click does, without importing commands."""
    from click.shell_completion import CompletionItem  # imported here: no command needs it

    return [
        CompletionItem(name, help=line)
        for name, (_, line) in COMMANDS.items()
        if name.startswith(incomplete)
    ]
