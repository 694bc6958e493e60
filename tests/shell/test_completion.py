"""Completion of values, by the classes and functions that click has for each shell."""

import shlex
import shutil
from pathlib import Path

import pytest
from click.shell_completion import get_completion_class
from click.testing import CliRunner
from llm.cli import cli
from support.product import Product

pytestmark = pytest.mark.once

FACTS = ("Lives in Oslo", "Likes tea, not coffee", "Said “no” to O'Hara's $HOME", "Keeps bees")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LLM_USER_PATH", str(tmp_path / "llm"))
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def remember() -> None:
    for words in (*([fact] for fact in FACTS), ["Walks", "--section", "My health"]):
        assert CliRunner().invoke(cli, ["memory", "add", *words]).exit_code == 0
    work = ["memory", "--profile", "work", "add", "Deploys on Fridays"]
    assert CliRunner().invoke(cli, work).exit_code == 0


def offered(monkeypatch: pytest.MonkeyPatch, shell: str, typed: str) -> list[str]:
    """What is offered for the last word of a line, as the shell is given it."""
    words = typed.split(" ")
    monkeypatch.setenv("_LLM_COMPLETE", f"{shell}_complete")
    monkeypatch.setenv("COMP_WORDS", "\n".join(words) if shell == "bash" else typed)
    monkeypatch.setenv("COMP_CWORD", words[-1] if shell == "fish" else str(len(words) - 1))
    kind = get_completion_class(shell)
    assert kind is not None
    complete = kind(cli, {}, "llm", "_LLM_COMPLETE")
    return [item.value for item in complete.get_completions(*complete.get_completion_args())]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_values_are_offered(shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    remember()

    def shown(typed: str) -> set[str]:
        found = offered(monkeypatch, shell, typed)
        return {shlex.split(each)[0] for each in found} if shell == "bash" else set(found)

    for command in ("forget", "why", "mark"):
        assert shown(f"llm memory {command} L") == {FACTS[0], FACTS[1]}, command
    assert set(FACTS) <= shown("llm memory forget ")
    assert shown("llm memory forget s") == {FACTS[2]}, "case does not count"
    assert shown("llm memory add x --section M") == {"My health"}
    assert {"Preferences", "My health"} <= shown("llm memory add x -s ")
    assert shown("llm memory --profile w") == {"work"}
    assert shown("llm memory --profile work forget ") == {"Deploys on Fridays"}
    assert "gpt-4o-mini" in shown("llm memory ask -m gpt-4o-m")
    assert "gpt-4o-mini" in shown("llm memory backfill --model gpt-4o-m")
    assert shown("llm memory forget Nothing") == set()


def test_completing_writes_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert offered(monkeypatch, "bash", "llm memory forget ") == []
    assert not (home / "llm" / "memory").exists()


@pytest.mark.parametrize("typed", ["Liv", "'Liv", "Said", "Lik"])
def test_bash_is_given_one_word(typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What bash puts into the line is the fact, whether a quotation was begun or not."""
    remember()
    [reply] = offered(monkeypatch, "bash", f"llm memory forget {typed}")
    fact = reply if typed.startswith("'") else shlex.split(reply)[0]
    assert fact in FACTS and fact.startswith(typed.lstrip("'"))


# Each shell with the words that start it, and the line that README gives for its completion.
SHELLS = {
    "bash": (["--norc", "-i"], 'eval "$(_LLM_COMPLETE=bash_source llm)"'),
    "zsh": (
        ["-f", "-i"],
        'autoload -Uz compinit; compinit -u; eval "$(_LLM_COMPLETE=zsh_source llm)"',
    ),
    "fish": (["--no-config", "-i"], "_LLM_COMPLETE=fish_source llm | source"),
}
# What is typed before the key Tab; what is then in the line; what the command then prints.
TYPED = [
    ("llm memory why Liv", "Oslo", "Lives in Oslo"),
    ("llm memory why Said", "HOME", FACTS[2]),
    ("llm memory why Uses", "colons", "Uses a:b colons"),
    ("llm memory --profile wo", "rk", ""),
    ("llm memory export --format fac", "ts", "# Facts about the user"),
    ("llm memory timel", "ine", "Lives in Oslo"),
    ("llm memory cost --da", "ys", ""),
]


@pytest.mark.shell
@pytest.mark.product
@pytest.mark.parametrize("shell", SHELLS)
def test_the_key_tab_completes_at_a_real_shell(product: Product, shell: str) -> None:
    path = shutil.which(shell)
    if path is None:
        pytest.skip(f"{shell} is not here")
    for fact in (*FACTS, "Uses a:b colons"):
        assert product.run("memory", "add", fact).code == 0
    assert product.run("memory", "--profile", "work", "add", "Deploys on Fridays").code == 0
    words, source = SHELLS[shell]
    with product.terminal(*words, command=path, env={"PS1": "$ ", "SHELL": path}) as screen:
        screen.send(f"{source}; printf '%s%s\\n' rea dy\n")
        screen.wait_for("ready")
        for typed, completed, printed in TYPED:
            screen.send(f"{typed}\t")
            screen.wait_for(completed)
            if printed:
                screen.send("\n")
                screen.wait_for(printed)
            else:
                screen.send("\x15")  # empties the line
