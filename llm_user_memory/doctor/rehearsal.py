"""The process of `round_trip`: `python -m llm_user_memory.doctor.rehearsal DIR`.

It holds the test conversation with a scripted model. It prints JSON with the key "fault": "", or
the step that failed.
"""

import contextlib
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import llm

from ..daemon.worker import work
from ..settings import Folder, Settings
from ..store import state
from ..store.locks import locked

_SAID = "I keep seven beehives on the roof"
_FACT = "Keeps seven beehives"
_ANSWER = f'ADD Interests | {_FACT} | "{_SAID}"'
_ASKED_NEXT = "What should I read tonight?"
_MODEL = "llm-memory-doctor"


class ScriptedModel(llm.Model):
    """A model that answers update requests with one fact, and records the prompts in `asked`."""

    model_id = _MODEL
    can_stream = False

    def __init__(self) -> None:
        self.asked: list[str] = []

    def execute(self, prompt: Any, *_: Any, **__: Any) -> Iterator[str]:
        text = "\n".join(getattr(part, "text", "") for m in prompt.messages for part in m.parts)
        self.asked.append(text)
        yield _ANSWER if "<conversation>" in text else "ok"


class Plugin:
    """A plugin of LLM that registers this model."""

    def __init__(self, model: ScriptedModel) -> None:
        self.model = model

    @llm.hookimpl
    def register_models(self, register: Any) -> None:
        register(self.model)


def rehearse(home: Path) -> str:
    """Hold the conversation with LLM's folder `home`/llm. Return "", or which step failed."""
    from llm.cli import cli
    from llm.plugins import pm

    model = ScriptedModel()
    pm.register(Plugin(model), name=_MODEL)
    folder = Folder(home / "llm" / "memory")
    folder.create()
    # With the daemon's lock held, the prompt starts no daemon.
    with locked(folder.daemon_lock, 0, "A daemon"):
        _prompt(cli, _SAID)
        if not folder.logs.exists():
            return "LLM did not log it."
        with state.opened(folder) as store:
            results = [result for _, result in work(store, Settings(), wait_for_quiet=False)]
        if not results:
            return "what was typed was not taken for something to learn from."
        if results[0].error:
            return results[0].error
        if _FACT not in folder.profile.read_text():
            return f"the fact was not learned: {[v.refusal for v in results[0].verdicts]}."
        _prompt(cli, _ASKED_NEXT)
    return "" if _FACT in model.asked[-1] else "the next prompt did not carry the profile."


def _prompt(cli: Any, text: str) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        cli.main(["prompt", "-m", _MODEL, text], "llm", standalone_mode=False)


if __name__ == "__main__":
    said = rehearse(Path(sys.argv[1]))
    print(json.dumps({"fault": said}))
