"""docs/integrations.md: its set-ups as a reader makes them, without the other programs.

Each snippet goes where the page says, in a throw-away home, and the hooks get the input that the
programs give them. The page names the versions with which they were tried for real.
"""

import json
import pty
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.export_files import (
    Talk,
    claude_code,
    codex,
    gptme,
    gptme_message,
    json_lines,
    write_file,
)
from support.product import LIMIT, Product, Terminal, until

pytestmark = [pytest.mark.product, pytest.mark.once]

PAGE = (Path(__file__).parents[1] / "docs" / "integrations.md").read_text()

BEES = 'ADD Interests | Keeps bees | "I keep bees"'
SAID = "I keep bees behind my house, and they need a lot of care in spring"
TALK: Talk = [(SAID, "In spring they do.")]

AIDER = rf"""#!/bin/sh
[ "$1" = --input-history-file ] || exit 4
cat >> "$2" << END

# 2026-11-21 17:37:32.841794
+{SAID}
+so I am often outside

# 2026-11-21 17:38:32.841794
+/ask what do they need?

# 2026-11-21 17:38:33.841794
+/run cat > letter.txt
+Dear Ms Bell,
+I keep wolves.

# 2026-11-21 17:38:35.841794
+/exit
END
exit 3
"""

# It takes its message, or the lines that are typed, as aider does.
AIDER_AT_A_TERMINAL = r"""#!/bin/bash
history=.aider.input.history
[ "$1" = --input-history-file ] && history=$2 && shift 2
add() { printf '\n# %s\n+%s\n' "$(date '+%F %T.%6N')" "$1" >> "$history"; }
[ $# -gt 0 ] || [ -n "$AIDER_MESSAGE" ] && { add "${*: -1}$AIDER_MESSAGE"; exit; }
trap 'echo "aider goes on"' INT
echo "aider> ready"
while true; do
    read -r line || { [ $? -gt 128 ] && continue; break; }
    add "$line"
    [ "$line" = /exit ] && exit 3
    echo "aider> took it"
done
"""
OSLO = "I live in Oslo, and this page has to say so"
NURSE = "I am a nurse, and this page has to say so"
ANSWERS = {
    "keep bees": f"{BEES}\n"
    'ADD Personal Information | Lives in Oslo | "I live in Oslo"\n'
    'ADD Personal Information | Is a nurse | "I am a nurse"'
}


class Reader:
    """Somebody with the set-ups of the page in their home."""

    def __init__(self, product: Product) -> None:
        self.product = product
        self.home = product.home
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
        self, *command: str, stdin: str | int = "", env: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a command; `stdin` is its input, or the descriptor of it."""
        is_text = isinstance(stdin, str)
        return subprocess.run(
            command,
            input=stdin if is_text else None,
            stdin=None if is_text else stdin,
            capture_output=True,
            text=True,
            env={**self.product.env, **(env or {})},
            cwd=self.home,
            timeout=LIMIT,
        )


def snippets() -> dict[str, str]:
    """What the page puts where, in the home: {place: text}."""
    found = re.findall(r"((?:[^\n]+\n)+)\n```\w+\n(.*?)```", PAGE, re.S)
    places = [(re.search(r"`~/([^`\n]+)`", before), text) for before, text in found]
    return {place[1]: text for place, text in places if place}


@pytest.fixture
def reader(product: Product) -> Reader:
    return Reader(product)


def test_gptme(reader: Reader) -> None:
    tomllib = pytest.importorskip("tomllib", reason="it came with Python 3.11")
    config = tomllib.loads(snippets()[".config/gptme/config.toml"])
    [hook] = config["hooks"]["scripts"]
    assert hook["event"] == "session.end"
    folder = reader.home / "logs" / "2026-11-21-singing-blue-robot"
    write_file(folder / "conversation.jsonl", gptme(TALK))
    env = {"GPTME_LOGDIR": str(folder)}
    answer = reader.home / "answer"
    reader.product.answer({"bees": f"!wait {answer}"})
    ended = reader.run("sh", "-c", hook["command"], env=env)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    write_file(answer, BEES)  # nobody has waited for it
    reader.product.wait_for_fact("Keeps bees")
    ended = reader.run("sh", "-c", hook["command"], env={"GPTME_LOGDIR": "/nowhere"})
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def _of_gptme(reader: Reader, said: str) -> list[str]:
    """Type into a session of gptme; return the command with which its hook imports it."""
    now = time.time()
    messages = [gptme_message("user", said, now), gptme_message("assistant", "Sugar.", now + 0.1)]
    log = reader.home / ".local/share/gptme/logs/a/conversation.jsonl"
    write_file(log, (log.read_text() if log.exists() else "") + json_lines(*messages))
    return ["memory", "import", "-y", "--format", "gptme", str(log)]


def _import_daily(reader: Reader) -> None:
    logs = str(reader.home / ".local/share/gptme/logs")
    assert reader.product.run("memory", "import", "-y", "--days", "2", logs).code == 0


@pytest.mark.parametrize("switch", ["LLM_MEMORY_DISABLED=true", "LLM_MEMORY_UPDATES=false"])
def test_what_was_typed_into_gptme_with_memory_off_is_not_learned_later(
    reader: Reader, switch: str
) -> None:
    product = reader.product
    product.answer(ANSWERS)
    hook = _of_gptme(reader, NURSE)
    product.run(*hook, env=dict([switch.split("=")]))
    _import_daily(reader)
    assert product.run(*_of_gptme(reader, SAID)).code == 0, "it is resumed with memory on"
    _import_daily(reader)
    assert "- Keeps bees\n" in product.profile() and "nurse" not in product.profile()
    assert "nurse" not in json.dumps(product.requests()).replace("Is a nurse", "")


def test_what_was_typed_into_gptme_for_another_profile_is_not_learned_for_this_one(
    reader: Reader,
) -> None:
    product = reader.product
    product.run("memory", "connect", "gptme", "-y")
    product.run(*_of_gptme(reader, SAID), env={"LLM_MEMORY_PROFILE": "work"})
    _import_daily(reader)
    assert "Keeps bees" in product.run("memory", "--profile", "work", "show").out
    assert "bees" not in product.run("memory", "show").out


def test_the_entry_for_gptme_fits_beside_the_hook(reader: Reader) -> None:
    config = reader.home / ".config" / "gptme" / "config.toml"
    before = config.read_bytes()
    assert reader.product.run("memory", "connect", "gptme", "-y").code == 0
    assert config.read_bytes().startswith(before)
    assert reader.product.run("memory", "connect", "gptme", "-y", "--remove").code == 0
    assert config.read_bytes() == before


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_aider(reader: Reader, shell: str) -> None:
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    assert snippets()[".aider.conf.yml"].startswith("read: ~/")
    reader.product.run("memory", "add", "Plays the oboe")
    reader.product.run("memory", "add", "Takes insulin #local")
    reader.program("aider", AIDER)
    write_file(reader.home / ".aider.input.history", "\n# 2025-01-01 00:00:00.0\n+I keep geese\n")
    # The model's headings look like the user's lines in the other history.
    write_file(reader.home / ".aider.chat.history.md", "#### I keep wolves\n")
    script = '. ./.bashrc; aider; echo "it ended with $?"'
    _, terminal = pty.openpty()
    ended = reader.run(shell, "-c", script, stdin=terminal)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == "it ended with 3\n"
    given = (reader.home / ".aider.memory.md").read_text()
    assert "Plays the oboe" in given and "insulin" not in given
    reader.product.wait_for_fact("Keeps bees")
    [asked] = reader.product.requests()
    conversation = asked["prompt"].rpartition("<conversation>")[2]
    assert f"{SAID}\nso I am often outside" in conversation
    assert "what do they need?" in conversation
    assert not any(word in conversation for word in ("geese", "wolves", "/exit", "/ask", "2026"))
    kept = (reader.home / ".aider.input.history").read_text()
    assert kept.startswith("\n# 2025-01-01 00:00:00.0\n+I keep geese\n\n# 2026-11-21 17:37:32")
    assert kept.endswith("+/exit\n")
    found = json.loads(reader.product.run("memory", "why", "--json", "bees").out)
    assert found[0]["origins"][0]["conversation"].startswith("aider:20")
    # aider is not there, and neither is anything typed.
    (reader.home / "bin" / "aider").unlink()
    (reader.home / ".aider.input.history").unlink()
    ended = reader.run(shell, "-c", script, stdin=terminal)
    assert ended.stdout == "it ended with 127\n"


@contextmanager
def at_aider(reader: Reader, shell: str, **env: str) -> Iterator[Terminal]:
    """Somebody who has started aider in a shell."""
    path = shutil.which(shell)
    if not path:
        pytest.skip(f"{shell} is not installed")
    options = {"bash": ("--noediting", "--rcfile", ".bashrc"), "zsh": ()}[shell]
    write_file(reader.home / ".zshrc", f"set -C\n{(reader.home / '.bashrc').read_text()}")
    env = {"PS1": "$ ", "SHELL": path, **env}
    with reader.product.terminal(*options, "-i", command=path, env=env) as screen:
        screen.send("aider; echo ended-with-$?\n")
        screen.wait_for("aider> ready")
        yield screen


def enter(screen: Terminal, line: str) -> None:
    screen.send(f"{line}\n")
    screen.wait_for("aider> took it")


@pytest.mark.slow
@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_what_is_typed_into_aider_in_a_pause_or_in_another_session_is_not_learned(
    reader: Reader, shell: str
) -> None:
    product = reader.product
    product.answer(ANSWERS)
    reader.program("aider", AIDER_AT_A_TERMINAL)
    with at_aider(reader, shell) as screen:
        enter(screen, SAID)
        with at_aider(reader, shell, LLM_MEMORY_DISABLED="true") as other:
            enter(other, NURSE)
            other.send("/exit\n")
            other.wait_for("ended-with-3")
        assert product.run("memory", "pause").code == 0
        enter(screen, OSLO)
        assert product.run("memory", "resume").code == 0
        screen.send("\x03")
        screen.wait_for("aider goes on")
        enter(screen, "and a picture")
        screen.send("/exit\n")
        screen.wait_for("ended-with-3")
        product.wait_for_fact("Keeps bees")
    assert "Oslo" not in product.profile() and "nurse" not in product.profile()
    asked = "".join(each["prompt"].rpartition("<conversation>")[2] for each in product.requests())
    assert "and a picture" in asked and "Oslo" not in asked and "nurse" not in asked
    typed = (reader.home / ".aider.input.history").read_text()
    assert all(f"+{line}\n" in typed for line in (SAID, OSLO, NURSE, "and a picture"))


@pytest.mark.slow
@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_what_aider_is_started_with_is_not_learned(reader: Reader, shell: str) -> None:
    product = reader.product
    product.answer(ANSWERS)
    reader.program("aider", AIDER_AT_A_TERMINAL)
    with at_aider(reader, shell) as screen:
        enter(screen, SAID)
        screen.send("/exit\n")
        screen.wait_for("ended-with-3")
        for number, call in enumerate(
            (
                f"aider --message '{NURSE}'",
                f"aider --yes -m '{NURSE}'",
                f"aider --msg='{NURSE}'",
                f"aider -vm '{NURSE}'",
                f"aider --yes -vvm '{NURSE}'",
                f"AIDER_MESSAGE='{NURSE}' aider",
                f"aider <<< '{NURSE}'",
                f"command aider --message '{OSLO}'",
            )
        ):
            screen.send(f"{call}; echo call-{number}-ended-$?\n")
            screen.wait_for(f"call-{number}-ended-0")
        product.wait_for_fact("Keeps bees")
        screen.send("aider; echo again-$?\n")
        screen.wait_for("aider> ready")
        enter(screen, f"{SAID}, still")
        screen.send("/exit\n")
        screen.wait_for("again-3")
    until(lambda: len(product.requests()) == 2)
    asked = "".join(each["prompt"].rpartition("<conversation>")[2] for each in product.requests())
    assert "still" in asked and "Oslo" not in asked and "nurse" not in asked
    typed = (reader.home / ".aider.input.history").read_text()
    assert typed.count(NURSE) == 7 and typed.count(OSLO) == 1 and typed.count(SAID) == 2


@pytest.mark.slow
@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_a_session_of_aider_whose_window_is_closed_is_learned_from(
    reader: Reader, shell: str
) -> None:
    reader.program("aider", AIDER_AT_A_TERMINAL)
    with at_aider(reader, shell) as screen:
        enter(screen, SAID)
        screen.hang_up()
        reader.product.wait_for_fact("Keeps bees")
    assert f"+{SAID}\n" in (reader.home / ".aider.input.history").read_text()


def test_once_a_day(reader: Reader) -> None:
    home = reader.home
    write_file(home / ".claude" / "projects" / "p" / "s.jsonl", claude_code(TALK))
    write_file(home / ".codex" / "sessions" / "2026" / "rollout-1.jsonl", codex([("Hello", "")]))
    write_file(home / ".local/share/gptme/logs/a/conversation.jsonl", gptme([("Hello", "")]))
    [command] = re.findall(r"^(llm memory import .*--days.*)$", PAGE, re.M)
    ended = reader.run("sh", "-c", command.replace("--days 2 ", ""))  # held long ago
    assert ended.returncode == 0, ended.stderr
    reader.product.wait_for_fact("Keeps bees")
