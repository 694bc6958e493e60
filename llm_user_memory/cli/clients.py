"""The commands for other programs: `context`, `mcp`."""

import os
import sys
from collections.abc import Collection

import click

from .. import context as contexts
from ..clients import programs
from ..profile import render
from ..profile.split import without_archive
from ..settings import Folder, Settings, read_settings
from ..store.profile import file as profile_file
from . import complete
from .base import Number, current_profile, json_option, memory, opened_memory
from .output import echo, echo_json, echo_own, for_profile, say

# The most bytes to read of standard input. A longer prompt would not change the result.
_MOST_BYTES = 1_000_000


@memory.command()
@click.argument("prompt", required=False, default="")
@click.option(
    "--for",
    "reader",
    default="",
    metavar="MODEL",
    shell_complete=complete.destinations,
    help="Who reads it: a model of LLM, cloud or local [LLM's default model]",
)
@click.option("--tokens", type=Number(0), help="Print at most about so many tokens")
@json_option
def context(prompt: str, reader: str, tokens: int | None, as_json: bool) -> None:
    """
    Print what a prompt would be given

    This is exactly what "llm" adds to PROMPT: the profile, and as the settings say, notes, passages
    of earlier conversations, and archived facts that have to do with it. The prompt may also come
    from standard input. Put the output before the prompt of any program, and read it to see what is
    sent. What you said to a model on this machine is left out, unless --for names such a model, or
    "local", for a reader on this machine. "cloud" is a reader anywhere.

    \b
        llm memory context 'What do I tell the dentist?'
        llm memory context --for cloud --tokens 500 < question.txt
    """
    settings = read_settings()
    whole = "\n".join(filter(None, (_piped(), prompt)))
    with opened_memory() as store:
        there = contexts.destination_of(reader or _default_model(), settings)
        if reader and reader not in ("cloud", "local") and reader not in _names():
            found_none = f"LLM has no model “{reader}”: it is given what any model may have."
            say(f"{found_none} `llm models` lists those there are.", err=True)
        found = contexts.given(store, settings, there, whole, most_tokens=tokens)
        nothing = "" if found.text or found.remarks else _why_nothing(store.folder, settings)
    if as_json:
        echo_json({**found._asdict(), "text": found.text})
        return
    if found.text:
        echo_own(f"{found.text}\n")
    for remark in found.remarks:
        echo(remark, err=True)
    if nothing:
        say(for_profile(nothing), err=True)


@memory.command("mcp")
@click.option("--client", default="", metavar="NAME", help="Name of the program that runs this")
def mcp_command(client: str) -> None:
    """
    Serve the memory to another program (MCP)

    Chat programs and agents start this as a server that speaks the Model Context
    Protocol over standard input and output. Their models can then search the memory,
    read the profile, write notes, and propose facts, about which you decide in
    "llm memory review". It is the same as "python -m llm_user_memory.mcp", which starts
    faster.
    """
    command = programs.launch(programs.SERVER_MODULE)
    folder = current_profile().folder
    command += [f"--client={client}"] if client else []
    command += [f"--profile={folder.name}"] if folder.name else []
    os.execv(command[0], command)


def _why_nothing(folder: Folder, settings: Settings) -> str:
    """Why a prompt is given nothing, and what to run, in a sentence or two."""
    switches = {
        "LLM_MEMORY_DISABLED": settings.disabled,
        "LLM_MEMORY_LEARN_ONLY": settings.learn_only,
    }
    if names := " and ".join(name for name, is_set in switches.items() if is_set):
        return f"Prompts are given nothing: run `unset {names.replace(' and', '')}`."
    if render.of_profile(without_archive(profile_file.read(folder) or "")):
        return "Nothing of the profile may go to this reader, or none fits: see --for and --tokens."
    return (
        "The profile is empty, so prompts are given nothing. `llm memory add '...'` adds a fact, "
        "and `llm memory backfill` learns from earlier conversations."
    )


def _piped() -> str:
    """The text of standard input, "" if it is a terminal."""
    if sys.stdin is None or sys.stdin.isatty():
        return ""
    return sys.stdin.buffer.read(_MOST_BYTES).decode(errors="replace").strip()


def _names() -> Collection[str]:
    from ..model import installed

    return installed.names()


def _default_model() -> str:
    from ..model.installed import default_model

    return default_model()
