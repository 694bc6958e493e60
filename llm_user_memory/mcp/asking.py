"""The tool `ask_memory`: another model answers a question, in a child process that loads `llm`.

Run as a program, this module reads a question from standard input and prints the answer as JSON.
The server keeps that input open while the answer is wanted. When the input ends, for example
because the server was killed, the program kills its process group, itself included.
"""

import argparse
import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from ..egress import CLOUD, USER, Destination
from ..errors import MemoryPluginError, ModelError
from ..settings import Folder, Settings, read_settings

# Seconds. The model is asked at most twice.
_PATIENCE = 120.0

# Seconds between two checks whether the answer is still wanted.
_BETWEEN = 0.1


class Answer(NamedTuple):
    """The answer, "" for none, and what it cites: (day, speaker, quote)."""

    text: str
    cited: tuple[tuple[str, str, str], ...]


def ask(
    folder: Folder,
    settings: Settings,
    reader: Destination,
    question: str,
    is_wanted: Callable[[], bool],
) -> Answer:
    """Have the model of LLM_MEMORY_ASK_MODEL answer a question, and return the answer.

    The model is sent only what may go both to it and to `reader`, who sees the answer. The child
    process is killed as soon as `is_wanted` returns false. Raises ModelError if there is no
    answer, or none in time.
    """
    from ..clients.programs import launch  # not needed in the child process

    command = launch(__spec__.name, str(folder.path), str(settings.ask_model))
    command += [f"--profile={folder.name}"]
    command += ["--elsewhere"] if reader.place != "here" else []
    printed = _run(command, question, is_wanted)
    try:
        found = json.loads(printed)
        if found["error"]:
            raise _failed(found["error"])
        cited = tuple((day, speaker, quote) for day, speaker, quote in found["cited"])
        return Answer(found["text"], cited)
    except (ValueError, KeyError, TypeError) as error:
        raise _failed("The process that asks it ended without an answer.") from error


def _run(command: list[str], question: str, is_wanted: Callable[[], bool]) -> bytes:
    """All output of the process. Raises ModelError if it takes too long or is no longer wanted."""
    pipe, deadline = subprocess.PIPE, time.monotonic() + _PATIENCE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, start_new_session=True
    ) as child:
        assert child.stdin and child.stdout
        printed = b""
        try:
            with suppress(BrokenPipeError):
                child.stdin.write(json.dumps(question).encode() + b"\n")
                child.stdin.flush()
            while True:
                if select.select([child.stdout], [], [], _BETWEEN)[0]:
                    read = os.read(child.stdout.fileno(), 65536)
                    if not read:
                        return printed
                    printed += read
                elif child.poll() is not None:  # a process that it started may hold its output open
                    return printed
                if not is_wanted():
                    raise _failed("Nobody waits for the answer any more.")
                if time.monotonic() > deadline:
                    raise _failed("It did not answer in time.")
        finally:
            # The whole group, also after an answer: a plugin may have started processes.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(child.pid, signal.SIGKILL)


def _failed(why: str) -> ModelError:
    return ModelError(f"The memory's model could not be asked. {why}", transient=True)


def main() -> None:
    """Answer the question that is read from standard input."""
    given = _arguments()
    reader = CLOUD if given.elsewhere else USER
    question = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_end_with_input, daemon=True).start()
    found = _answered(Folder(given.folder, given.profile), given.model, reader, question)
    print(json.dumps(found), flush=True)


def _end_with_input() -> None:
    """Wait until the server closes the input or ends; then kill this process group."""
    while os.read(0, 1024):
        pass
    os.killpg(0, signal.SIGKILL)


def _answered(folder: Folder, model: str, reader: Destination, question: str) -> dict[str, object]:
    from ..recall import ask as recall_ask
    from ..store import state

    try:
        with state.opened(folder) as store:
            found = recall_ask.answer(store, read_settings(), question, model, reader)
    except MemoryPluginError as error:
        return {"error": str(error), "text": "", "cited": []}
    cited = [(record.day, record.speaker(quote), quote) for record, quote in found.cited]
    return {"error": "", "text": found.text, "cited": cited}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("model")
    parser.add_argument("--profile", default="")
    parser.add_argument("--elsewhere", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    main()
