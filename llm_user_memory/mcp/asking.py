"""`ask_memory`: asking another model, in a child process, as that loads `llm`.

Run as a program, it reads a question from standard input and prints the answer as JSON.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from ..egress import CLOUD, USER, Destination
from ..errors import MemoryPluginError, ModelError
from ..settings import Folder, Settings, read_settings

# Seconds. The model is asked at most twice.
_PATIENCE = 120.0


class Answer(NamedTuple):
    """The answer, "" for none, and what it rests on, as (day, quote)."""

    text: str
    cited: tuple[tuple[str, str], ...]


def ask(folder: Folder, settings: Settings, reader: Destination, question: str) -> Answer:
    """Have the model of LLM_MEMORY_ASK_MODEL answer a question, for a reader.

    The model is told what may go to it, and to the reader, who sees the answer. Raises ModelError.
    """
    command = [sys.executable, "-m", __spec__.name, str(folder.path), str(settings.ask_model)]
    command += [f"--profile={folder.name}"]
    command += ["--elsewhere"] if reader.place != "here" else []
    try:
        ended = subprocess.run(
            command, input=question.encode(), capture_output=True, timeout=_PATIENCE
        )
    except subprocess.TimeoutExpired as error:
        raise _failed("It did not answer in time.") from error
    try:
        found = json.loads(ended.stdout)
        if found["error"]:
            raise _failed(found["error"])
        return Answer(found["text"], tuple((day, quote) for day, quote in found["cited"]))
    except (ValueError, KeyError, TypeError) as error:
        raise _failed("The process that asks it ended without an answer.") from error


def _failed(why: str) -> ModelError:
    return ModelError(f"The memory's model could not be asked. {why}", transient=True)


def main() -> None:
    """Answer the question at standard input."""
    given = _arguments()
    reader = CLOUD if given.elsewhere else USER
    print(json.dumps(_answered(Folder(given.folder, given.profile), given.model, reader)))


def _answered(folder: Folder, model: str, reader: Destination) -> dict[str, object]:
    from ..recall import ask as recall_ask
    from ..store import state

    question = sys.stdin.buffer.read().decode(errors="replace")
    try:
        with state.opened(folder) as store:
            found = recall_ask.answer(store, read_settings(), question, model, reader)
    except MemoryPluginError as error:
        return {"error": str(error), "text": "", "cited": []}
    cited = [(record.day, quote) for record, quote in found.cited]
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
