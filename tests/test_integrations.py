"""docs/integrations.md: its set-ups as a reader makes them, without the other programs.

Each snippet goes where the page says, in a throw-away home, and the hooks get the input that the
programs give them. The page names the versions with which they were tried for real.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.export_files import Talk, claude_code, gptme, write_file
from support.product import LIMIT, Product, until

pytestmark = [pytest.mark.product, pytest.mark.once]

PAGE = (Path(__file__).parents[1] / "docs" / "integrations.md").read_text()

BEES = 'ADD Interests | Keeps bees | "I keep bees"'
SAID = "I keep bees behind my house, and they need a lot of care in spring"
TALK: Talk = [(SAID, "In spring they do.")]

# A model, and a program around one: they answer with what they were given.
ECHO = "#!/bin/sh\nsed 's/^/given: /'\n"
AIDER = r"""#!/bin/sh
cat >> .aider.input.history << END

# 2026-11-21 17:37:32.841794
+$1
+so I am often outside

# 2026-11-21 17:38:32.841794
+/exit
END
exit 3
"""


class Reader:
    """Somebody with the set-ups of the page in their home."""

    def __init__(self, product: Product) -> None:
        self.product = product
        self.home = product.home
        self.log = self.home / ".local" / "state" / "llm-memory.log"
        product.answer({"bees": BEES})
        for place, snippet in snippets().items():
            path = write_file(self.home / place, snippet)
            if snippet.startswith("#!"):
                path.chmod(0o755)

    def program(self, name: str, text: str) -> None:
        """Put a program in front of the PATH."""
        path = write_file(self.home / "bin" / name, text)
        path.chmod(0o755)
        self.product.env["PATH"] = f"{path.parent}:{self.product.env['PATH']}"

    def run(
        self, *command: str, stdin: str = "", env: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            input=stdin,
            capture_output=True,
            text=True,
            env={**self.product.env, **(env or {})},
            cwd=self.home,
            timeout=LIMIT,
        )

    def logs(self, text: str) -> str:
        """Wait until the log of memory-later has the text; return all of it."""
        until(lambda: self.log.exists() and text in self.log.read_text(), f"{text!r} in the log")
        return self.log.read_text()


def snippets() -> dict[str, str]:
    """What the page puts where, in the home: {place: text}."""
    found = re.findall(r"((?:[^\n]+\n)+)\n```\w+\n(.*?)```", PAGE, re.S)
    places = [(re.search(r"`~/([^`\n]+)`", before), text) for before, text in found]
    return {place[1]: text for place, text in places if place}


@pytest.fixture
def reader(product: Product) -> Reader:
    return Reader(product)


def claude_code_hook(event: str, transcript: Path) -> str:
    """What Claude Code 2.1 gives to a hook."""
    common = {"session_id": "s", "transcript_path": str(transcript), "cwd": "/home/ada/tea"}
    return json.dumps({**common, "hook_event_name": event, "reason": "prompt_input_exit"})


def hook_of_claude_code(event: str) -> str:
    settings = json.loads(snippets()[".claude/settings.json"])
    [matching] = settings["hooks"][event]
    [hook] = matching["hooks"]
    assert hook["type"] == "command"
    return str(hook["command"])


def test_claude_code(reader: Reader) -> None:
    transcript = write_file(
        reader.home / ".claude" / "projects" / "p" / "s.jsonl", claude_code(TALK)
    )
    given = claude_code_hook("SessionEnd", transcript)
    answer = reader.home / "answer"
    reader.product.answer({"bees": f"!wait {answer}"})
    ended = reader.run("sh", "-c", hook_of_claude_code("SessionEnd"), stdin=given)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    write_file(answer, BEES)  # nobody has waited for it
    reader.product.wait_for_fact("Keeps bees")
    begun = reader.run("sh", "-c", hook_of_claude_code("SessionStart"), stdin=given)
    assert begun.returncode == 0 and begun.stdout.startswith("Background about the user")
    assert "- Keeps bees" in begun.stdout
    # Resumed, it ends once more; and a short one is not worth a request.
    reader.run("sh", "-c", hook_of_claude_code("SessionEnd"), stdin=given)
    reader.logs("skipped: learned from already")
    write_file(transcript, claude_code([("Hello", "Hello.")], session="another"))
    reader.run("sh", "-c", hook_of_claude_code("SessionEnd"), stdin=given)
    assert "Keeps bees" not in reader.logs("skipped: under 50 characters typed")
    assert len(reader.product.requests()) == 1


ODD = {
    "": "'no transcript_path given' does not exist",
    "{": "'no transcript_path given' does not exist",
    '{"transcript_path": "/nowhere.jsonl"}': "'/nowhere.jsonl' does not exist",
    '{"transcript_path": ".claude/settings.json"}': "settings.json, line 1: ",
}


def test_claude_code_that_gives_something_odd(reader: Reader) -> None:
    for given, said in ODD.items():
        ended = reader.run("sh", "-c", hook_of_claude_code("SessionEnd"), stdin=given)
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
        assert "Traceback" not in reader.logs(said)
        reader.log.unlink()


def test_gptme(reader: Reader) -> None:
    tomllib = pytest.importorskip("tomllib", reason="it came with Python 3.11")
    config = tomllib.loads(snippets()[".config/gptme/config.toml"])
    [hook] = config["hooks"]["scripts"]
    assert hook["event"] == "session.end"
    folder = reader.home / "logs" / "2026-11-21-singing-blue-robot"
    write_file(folder / "conversation.jsonl", gptme(TALK))
    env = {"GPTME_LOGDIR": str(folder)}
    ended = reader.run("sh", "-c", hook["command"], env=env)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    reader.product.wait_for_fact("Keeps bees")
    # Held without anybody there; and one that cannot be read.
    write_file(folder / "config.toml", "[chat]\ninteractive = false\n")
    assert reader.run("sh", "-c", hook["command"], env=env).returncode == 0
    reader.logs("no conversation in which a person said anything")
    ended = reader.run("sh", "-c", hook["command"], env={"GPTME_LOGDIR": "/nowhere"})
    assert ended.returncode == 0 and "/nowhere" in reader.logs("does not exist")


STUB_OF_GPTME = """\
class HookType:
    SESSION_END = "session.end"


registered = {}


def register_hook(name, hook_type, func):
    registered[hook_type] = func
"""

ENDED = """\
import pathlib, sys, types
from gptme.hooks import registered
from memory_later.hooks import learn
learn.register()
manager = types.SimpleNamespace(logdir=pathlib.Path(sys.argv[1]))
assert list(registered["session.end"](manager)) == []
"""


def test_the_plugin_of_gptme(reader: Reader) -> None:
    write_file(reader.home / "stub" / "gptme" / "hooks.py", STUB_OF_GPTME)
    folder = reader.home / "logs" / "2026-11-21-singing-blue-robot"
    write_file(folder / "conversation.jsonl", gptme(TALK))
    path = os.pathsep.join(
        [str(reader.home / "stub"), str(reader.home / ".config" / "gptme" / "plugins")]
    )
    env = {"PYTHONPATH": os.pathsep.join([path, reader.product.env["PYTHONPATH"]])}
    ended = reader.run(sys.executable, "-c", ENDED, str(folder), env=env)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    reader.product.wait_for_fact("Keeps bees")
    ended = reader.run(sys.executable, "-c", ENDED, "/nowhere", env=env)
    assert ended.returncode == 0 and "/nowhere" in reader.logs("does not exist")
    (reader.home / ".local" / "bin" / "memory-later").unlink()
    assert reader.run(sys.executable, "-c", ENDED, str(folder), env=env).returncode == 0


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_aider(reader: Reader, shell: str) -> None:
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    assert snippets()[".aider.conf.yml"].startswith("read: ~/")
    reader.program("aider", AIDER)
    write_file(reader.home / ".aider.input.history", "\n# 2025-01-01 00:00:00.0\n+I keep geese\n")
    # The model's headings look like the user's lines in the other history.
    write_file(reader.home / ".aider.chat.history.md", "#### I keep wolves\n")
    script = f'. ./.bashrc; aider "{SAID}"; echo "it ended with $?"'
    ended = reader.run(shell, "-c", script)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == "it ended with 3\n"
    reader.product.wait_for_fact("Keeps bees")
    [asked] = reader.product.requests()
    conversation = asked["prompt"].rpartition("<conversation>")[2]
    assert f"{SAID}\nso I am often outside" in conversation
    assert not any(word in conversation for word in ("geese", "wolves", "/exit", "2026"))
    [fact] = json.loads(reader.product.run("memory", "why", "--json").out)
    assert fact["origins"][0]["conversation"].startswith("aider:20")
    # aider is not there, and neither is anything typed.
    (reader.home / "bin" / "aider").unlink()
    (reader.home / ".aider.input.history").unlink()
    ended = reader.run(shell, "-c", script)
    assert ended.stdout == "it ended with 127\n"
    assert "Keeps bees" not in reader.logs("Nothing was asked")


def test_a_shell_script(reader: Reader) -> None:
    reader.product.run("memory", "add", "Plays the oboe")
    reader.program("echo-model", ECHO)
    talk = str(reader.home / ".local" / "bin" / "talk")
    env = {"TALK_TO": "echo-model", "TMPDIR": str(reader.home / "tmp")}
    (reader.home / "tmp").mkdir()
    ended = reader.run(talk, stdin=f"{SAID}\nwhat do they eat?\n", env=env)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.count("given: - Plays the oboe") == 2
    assert f"given: {SAID}\n" in ended.stdout
    reader.product.wait_for_fact("Keeps bees")
    assert list((reader.home / "tmp").iterdir()) == []
    # A model that fails, and nothing said.
    ended = reader.run(talk, stdin="", env={**env, "TALK_TO": "false"})
    assert ended.returncode == 0
    reader.logs("Nothing was asked")


def test_what_runs_later_says_what_went_wrong(reader: Reader) -> None:
    later = str(reader.home / ".local" / "bin" / "memory-later")
    reader.product.answer({"bees": "!raise NeedsKey"})
    ended = reader.run(later, "learn", "--role", "user", stdin=SAID)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    reader.logs("No key found")
    ended = reader.run("sh", "-c", f'exec "{later}" why <&-')
    assert (ended.returncode, ended.stderr) == (0, "")
    reader.product.run("memory", "pause")
    reader.run(later, "learn", "--role", "user", stdin=SAID)
    reader.logs("Learning is paused")
    env = {"PATH": "/usr/bin:/bin"}
    if not shutil.which("llm", path=env["PATH"]):
        assert reader.run(later, "show", env=env).returncode == 0
        reader.logs("not found")
    assert reader.log.stat().st_mode & 0o077 == 0


def test_once_a_day_instead(reader: Reader) -> None:
    home = reader.home
    write_file(home / ".claude" / "projects" / "p" / "s.jsonl", claude_code(TALK))
    write_file(home / ".local/share/gptme/logs/a/conversation.jsonl", gptme([("Hello", "")]))
    [command] = re.findall(r"^(~/\S+memory-later import .*--days.*)$", PAGE, re.M)
    ended = reader.run("sh", "-c", command.replace("--days 2 ", ""))  # held long ago
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    reader.product.wait_for_fact("Keeps bees")
    assert "2 files: 2 conversations" in reader.logs("1 request answered")
