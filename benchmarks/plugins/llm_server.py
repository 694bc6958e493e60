"""Deterministic models that always answer well: one at once, one as slowly as a server.

The variable SERVER names a folder. Its `facts.json` has {text of a turn: [section, fact, quote]}.
To a request for an update, by this product or its ancestor, they answer with each fact of the
turns in it; to anything else, with a sentence. Requests are recorded in `requests.jsonl`. They run
with the llm versions of both.
"""

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import llm

_ANCESTOR = "Current user profile:\n", "\n\nUser's latest interaction:\n", "\n\nPlease update"


@llm.hookimpl
def register_models(register: Any) -> None:
    register(Server("instant", seconds=0))
    register(Server("server", seconds=0.5))


class Server(llm.Model):
    def __init__(self, model_id: str, seconds: float) -> None:
        self.model_id = model_id
        self.seconds = seconds

    def execute(self, prompt: Any, stream: bool, response: Any, conversation: Any) -> Iterator[str]:
        folder = Path(os.environ["SERVER"])
        asked = "\n".join(filter(None, [prompt.system, prompt.prompt]))
        facts = json.loads((folder / "facts.json").read_text())
        is_update = "<conversation>" in asked or asked.startswith(_ANCESTOR[0])
        answer = _update(asked, facts) if is_update else "A fine question; here is what I know."
        time.sleep(self.seconds)
        request = {"update": is_update, "asked": asked, "answer": answer}
        with (folder / "requests.jsonl").open("a") as file:
            file.write(json.dumps(request) + "\n")
        yield answer


def _update(asked: str, facts: dict[str, list[str]]) -> str:
    if not asked.startswith(_ANCESTOR[0]):
        said = asked.rpartition("<conversation>")[2]
        known = [fact for turn, fact in facts.items() if turn in said]
        edits = [f'ADD {section} | {fact} | "{quote}"' for section, fact, quote in known]
        return "\n".join(edits) or "NO_UPDATE"
    profile, _, rest = asked.removeprefix(_ANCESTOR[0]).partition(_ANCESTOR[1])
    known = [fact for turn, fact in facts.items() if turn == rest.partition(_ANCESTOR[2])[0]]
    grown = profile
    for section, fact, _quote in known:
        if f"- {fact}\n" not in f"{grown}\n":
            grown = grown.replace(f"## {section}\n", f"## {section}\n- {fact}\n")
    return "NO_UPDATE" if grown == profile else grown
