"""Models with answers that a test has written before, for real `llm` processes.

The folder SCRIPTED has `answers.json`: {"updates": {text: answer}, "prompts": {text: answer}}. A
request for an update that contains the text gets the answer, else NO_UPDATE. Other prompts likewise
get an answer, else "ok". Every request is appended to `requests.jsonl`. An answer may be an action:

    !raise NAME   raise an error of a plugin: NeedsKey, Connection, Status400, Status429, Surprise
    !hang         never answer
    !exit         end the process
    !wait FILE    wait for FILE, then answer with its content, "done" if it is empty
    !do CODE      run the Python code, and answer with its variable `answer`, a list of pieces
"""

import asyncio
import functools
import json
import os
import re
import sys
import time
import zlib
from collections.abc import AsyncIterator, Iterable, Iterator
from pathlib import Path
from typing import Any

import llm
from lazy_module import LazyModule

# A prompt that has a model call a tool: 'use NAME {"argument": "value"}'.
_USE = re.compile(r"use (?P<name>\w+) (?P<arguments>\{.*\})")


sys.modules.setdefault("openai", LazyModule("openai"))


@llm.hookimpl
def register_models(register: Any) -> None:
    register(Scripted("scripted"))
    register(Scripted("other"))
    register(Service("service"))
    register(WithSchema("with-schema"))
    register(Scripted("both"), AsyncScripted("both"))
    register(OnThisMachine("here"))
    register(Anywhere("anywhere"))
    register(Anywhere("anywhere-else"))
    register(ByVariable("by-variable"))


@llm.hookimpl
def register_embedding_models(register: Any) -> None:
    register(Meaning("meaning"))
    register(MeaningService("meaning-service"))


@llm.hookimpl
def register_commands(cli: Any) -> None:
    import click

    @cli.command(name="elsewhere")
    @click.argument("text")
    def elsewhere(text: str) -> None:
        "A command of another plugin"
        click.echo(f"elsewhere {text}")

    @cli.command(name="invoker")
    @click.pass_context
    def invoker(ctx: click.Context) -> None:
        "A command that invokes the prompt command"
        ctx.invoke(cli.commands["prompt"], prompt="invoked", model_id="scripted")

    if os.environ.get("SCRIPTED_WRAPS"):
        for name in ("prompt", "chat"):
            _wrap(cli.commands[name])


def _wrap(command: Any) -> None:
    callback = command.callback

    @functools.wraps(callback)
    def wrapped(*args: Any, **params: Any) -> Any:
        print("wrapped")
        result = callback(*args, **params)
        print("and unwrapped")
        return result

    command.callback = wrapped


@llm.hookimpl
def register_tools(register: Any) -> None:
    def upper(text: str) -> str:
        "Return the text in capitals"
        return text.upper()

    register(upper)


class Scripted(llm.Model):
    can_stream = True
    api_base: str | None = "https://models.example.com"  # where it is: not on this machine
    supports_tools = True

    def __init__(self, model_id: str) -> None:
        self.model_id = model_id

    def execute(self, prompt: Any, stream: bool, response: Any, conversation: Any) -> Iterator[str]:
        yield from _record_and_answer(self.model_id, prompt, response)


class OnThisMachine(Scripted):
    api_base = "http://127.0.0.1:9"


class Anywhere(Scripted):
    """A model of which it is unknown where it runs."""

    api_base = None


class WithSchema(Scripted):
    supports_schema = True


class Service(Scripted):
    """A model that needs a key, and so runs elsewhere."""

    api_base = None
    needs_key = "service"
    key_env_var = "SERVICE_KEY"


class ByVariable(Scripted):
    """Runs at OPENAI_BASE_URL, as OpenAI's models do, which is recorded with its requests."""

    api_base = None
    needs_key = "openai"
    key_env_var = "OPENAI_API_KEY"

    def execute(self, prompt: Any, stream: bool, response: Any, conversation: Any) -> Iterator[str]:
        asked = "here" if os.environ.get("OPENAI_BASE_URL") else self.model_id
        yield from _record_and_answer(asked, prompt, response)


class AsyncScripted(llm.AsyncModel):
    can_stream = True
    api_base = "https://models.example.com"

    def __init__(self, model_id: str) -> None:
        self.model_id = model_id

    async def execute(
        self, prompt: Any, stream: bool, response: Any, conversation: Any
    ) -> AsyncIterator[str]:
        await asyncio.sleep(0)
        for piece in _record_and_answer(self.model_id, prompt, response):
            yield piece


# Words with the same meaning for the scripted embedding models.
_MEANINGS = ("dog pet puppy animal", "boat ship vessel sail", "live home flat city reside")


class Meaning(llm.EmbeddingModel):
    """Knows a few words. The texts it gets are recorded in `embedded.txt` in SCRIPTED."""

    api_base = "http://127.0.0.1:9"  # where it is: on this machine

    def __init__(self, model_id: str) -> None:
        self.model_id = model_id

    def embed_batch(self, items: Iterable[Any], *, key: str | None = None) -> Iterator[list[float]]:
        given = [str(item) for item in items]
        with (Path(os.environ["SCRIPTED"]) / "embedded.txt").open("a") as file:
            file.write("".join(f"{self.model_id}: {text}\n" for text in given))
        if (Path(os.environ["SCRIPTED"]) / "embedding-fails").exists():
            raise ConnectionRefusedError("connection refused")
        for text in given:
            words = re.findall(r"\w+", text.lower())
            found = [float(sum(word in same.split() for word in words)) for same in _MEANINGS]
            length = sum(number * number for number in found) ** 0.5
            rest = [0.0] * 61
            if not length:  # what it does not know is like nothing else
                rest[zlib.crc32(text.encode()) % len(rest)] = 1.0
            yield [*(number / (length or 1.0) for number in found), *rest]


class MeaningService(Meaning):
    api_base = None
    needs_key = "service"
    key_env_var = "SERVICE_KEY"


class _Status(Exception):
    def __init__(self, code: int) -> None:
        super().__init__(f"the server said {code}")
        self.status_code = code


def _record_and_answer(model_id: str, prompt: Any, response: Any) -> Iterable[str]:
    folder = Path(os.environ["SCRIPTED"])
    messages = [
        {"role": m.role, "text": "".join(getattr(part, "text", "") or "" for part in m.parts)}
        for m in prompt.messages
    ]
    text = "\n".join(message["text"] for message in messages)
    asked = {
        "model": model_id,
        "messages": messages,
        "prompt": prompt.prompt,
        "system": prompt.system,
        "schema": bool(prompt.schema),
        "time": time.time(),
        "inject": os.environ.get("LLM_MEMORY_INJECT"),
        "results": [result.output for result in prompt.tool_results],
    }
    with (folder / "requests.jsonl").open("a") as file:
        file.write(json.dumps(asked) + "\n")
    response.set_usage(input=len(text) // 4, output=5)
    if prompt.tools and not prompt.tool_results and "use the tool" in text:
        response.add_tool_call(
            llm.ToolCall(name="upper", arguments={"text": "hello"}, tool_call_id="call_1")
        )
        return []
    if prompt.tools and not prompt.tool_results and (use := _USE.search(text)):
        arguments = json.loads(use["arguments"])
        response.add_tool_call(
            llm.ToolCall(name=use["name"], arguments=arguments, tool_call_id="call_1")
        )
        return []
    return _deed(_answer(folder, messages[-1]["text"] if messages else ""))


def _answer(folder: Path, asked: str) -> str:
    kind, default = ("prompts", "ok")
    if "<conversation>" in asked or asked.endswith("Remember:"):
        kind, default = ("updates", "NO_UPDATE")
    try:
        answers = json.loads((folder / "answers.json").read_text()).get(kind, {})
    except FileNotFoundError:
        answers = {}
    said = asked.rpartition("<conversation>")[2]
    return next((answer for text, answer in answers.items() if text in said), default)


def _deed(answer: str) -> Iterable[str]:
    deed, _, argument = answer.partition(" ")
    if deed == "!raise":
        raise {
            "NeedsKey": llm.NeedsKeyException("No key found - add one using 'llm keys set x'"),
            "Connection": ConnectionRefusedError("connection refused"),
            "Status400": _Status(400),
            "Status429": _Status(429),
            "Surprise": RuntimeError("surprise"),
        }[argument]
    if deed == "!hang":
        time.sleep(3600)
    if deed == "!exit":
        os._exit(3)
    if deed == "!wait":
        while not Path(argument).exists():
            time.sleep(0.02)
        answer = Path(argument).read_text() or "done"
    if deed == "!do":
        done: dict[str, Any] = {}
        exec(argument, done)
        return done["answer"]
    return [answer[start : start + 7] for start in range(0, len(answer), 7)]
