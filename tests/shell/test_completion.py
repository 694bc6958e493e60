"""Completion of values, by the classes and functions that click has for each shell."""

import os
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click import shell_completion
from click.shell_completion import FishComplete, get_completion_class
from click.testing import CliRunner
from llm.cli import cli
from support import torture
from support.product import Product, until

from llm_user_memory.cli import complete

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
    archive = ["Collects stamps", "--section", "Archive: Interests"]
    assert CliRunner().invoke(cli, ["memory", "add", *archive]).exit_code == 0
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

    for command in ("forget", "why", "mark", "timeline", "search --about"):
        assert shown(f"llm memory {command} L") == {FACTS[0], FACTS[1]}, command
    assert set(FACTS) <= shown("llm memory forget ")
    assert shown("llm memory forget s") == {FACTS[2]}, "case does not count"
    assert shown("llm memory add x --section M") == {"My health"}
    assert {"Preferences", "My health"} <= shown("llm memory add x -s ")
    assert shown("llm memory --profile w") == {"work"}
    assert shown("llm memory --profile work forget ") == {"Deploys on Fridays"}
    assert "gpt-4o-mini" in shown("llm memory ask -m gpt-4o-m")
    assert "gpt-4o-mini" in shown("llm memory backfill --model gpt-4o-m")
    assert "gpt-4o-mini" in shown("llm memory context --for gpt-4o-m")
    assert shown("llm memory context --for clou") == {"cloud"}
    assert shown("llm memory archive ") == {"Collects stamps"}
    assert shown("llm memory forget Nothing") == set()


GROUPS = ["", "profiles", "sources", "daemon", "serve", "serve key"]


@pytest.mark.parametrize("group", GROUPS)
def test_the_help_of_what_is_offered_is_whole(group: str, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = " ".join(filter(None, ("llm memory", group, "")))
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", "")
    made = FishComplete(cli, {}, "llm", "_LLM_COMPLETE")
    found = made.get_completions(*made.get_completion_args())
    assert len(found) >= 2 and all(item.help and "..." not in item.help for item in found)
    options = made.get_completions(typed.split()[1:], "--")
    assert options and all(item.help and "..." not in item.help for item in options)


def test_the_help_of_every_option_fits_beside_it() -> None:
    """Zsh and fish cut what does not fit into the terminal's line, here of 80 columns."""
    for words, command in every_command(cli.commands["memory"]):
        options = [one for one in command.params if isinstance(one, click.Option) and one.help]
        widest = max([len(max(one.opts, key=len)) for one in options] + [len("--help")])
        for one in options:
            assert widest + len(" --  ") + len(one.help or "") <= 80, (words, one.opts, one.help)


def every_command(command: click.Command, *words: str) -> Iterator[tuple[str, click.Command]]:
    yield " ".join(words), command
    if isinstance(command, click.Group):
        for name in command.list_commands(click.Context(command)):
            if found := command.get_command(click.Context(command), name):
                yield from every_command(found, *words, name)


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


# Facts with what means something to a shell, or to the functions that click makes for shells.
ODD = (
    "Has two children, Mia and Leo",
    "Drinks O'Hara's tea",
    'Often says "hm"',
    "Eats at the Smiths'",
    "Owns a boat (and a kayak)",
    "Pays $HOME and `touch run`",
    "Adds $(touch run) and \\",
    "Grades * and ? and [a-z]",
    "Likes 🍜 and ☕",
    "Uses a:b colons: two",
    "Back\\slash \\n user",
    "Zooms! with !! and !x",
    "Mixes 'a' \"b\" $c; d & e | f > g # h ~ {i,j} =k",
    "Émile, as they say,",
)


def keep(*facts: str) -> None:
    profile = "".join(f"- {fact}\n" for fact in facts)
    loaded = CliRunner().invoke(cli, ["memory", "load", "-"], input=f"# User Profile\n\n{profile}")
    assert loaded.exit_code == 0


@pytest.mark.parametrize("quote", ["", "'", '"'])
def test_bash_takes_what_it_is_given_for_one_word_and_runs_nothing(
    home: Path, quote: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(*ODD)
    for fact in ODD:
        [reply] = offered(monkeypatch, "bash", f"llm memory forget {quote}{fact[:3]}")
        # As click's function reads it, and as readline closes the quotation.
        script = "IFS=',' read type value; eval \"printf %s $BEGIN$value$END\""
        end = "" if reply.endswith(quote) else quote
        ran = subprocess.run(
            ["bash", "-c", script], input=f"plain,{reply}\n", cwd=home, text=True,
            env={**os.environ, "BEGIN": quote, "END": end},
            capture_output=True, check=True, timeout=60,
        )  # fmt: skip
        assert (ran.stdout, ran.stderr) == (fact, "")
    assert not (home / "run").exists()


def test_bash_quotes_all_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """It types what several begin with."""
    keep("Walks", "Walks daily", "Runs")
    assert offered(monkeypatch, "bash", "llm memory forget W") == ["'Walks'", "'Walks daily'"]
    assert offered(monkeypatch, "bash", "llm memory forget R") == ["Runs"]


def test_commas_reach_fish(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest of the function is click's own."""
    kept = FishComplete(cli, {}, "llm", "_LLM_COMPLETE").source()
    monkeypatch.setitem(shell_completion._available_shells, "fish", FishComplete)
    complete.mend_fish()
    kind = get_completion_class("fish")
    assert kind is not None
    made = kind(cli, {}, "llm", "_LLM_COMPLETE").source()
    assert made != kept and made.replace(" --max 1", "") == kept


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


def program(shell: str) -> str:
    if path := shutil.which(shell):
        return path
    pytest.skip(f"{shell} is not here")


@pytest.mark.shell
@pytest.mark.product
@pytest.mark.torture
@pytest.mark.parametrize("shell", SHELLS)
def test_the_key_tab_completes_at_a_real_shell(product: Product, shell: str) -> None:
    path = program(shell)
    for fact in (*FACTS, "Uses a:b colons"):
        assert product.run("memory", "add", fact).code == 0
    assert product.run("memory", "--profile", "work", "add", "Deploys on Fridays").code == 0
    words, source = SHELLS[shell]
    with product.terminal(*words, command=path, env={"PS1": "$ ", "SHELL": path}) as screen:
        screen.send(f"{source}; printf '%s%s\\n' rea dy\n")
        screen.wait_for("ready")
        for typed, completed, printed in torture.sample(TYPED, 4):
            screen.send(f"{typed}\t")
            screen.wait_for(completed)
            if printed:
                screen.send("\n")
                screen.wait_for(printed)
            else:
                screen.send("\x15")  # empties the line


# What is typed of a fact of `ODD`, with the quotation mark before it.
BEGUN = [
    *[("", fact) for fact in ODD],
    *[(quote, ODD[n]) for quote in ("'", '"') for n in (0, 1, 2, 3, 5, 6)],
]


@pytest.mark.shell
@pytest.mark.slow
@pytest.mark.product
@pytest.mark.torture
@pytest.mark.parametrize("shell", SHELLS)
def test_the_key_tab_makes_one_word_of_any_fact(product: Product, shell: str) -> None:
    path = program(shell)
    profile = "".join(f"- {fact}\n" for fact in ODD)
    assert product.run("memory", "load", "-", stdin=f"# User Profile\n\n{profile}").code == 0
    words, source = SHELLS[shell]
    ran, given = product.base / "ran", "$argv" if shell == "fish" else '"$@"'
    end = "; end" if shell == "fish" else "; }"
    begin = "function llm; " if shell == "fish" else "llm() { "
    note = f"{begin}printf '%s\\0' {given} > {ran}.new; mv {ran}.new {ran}{end}"
    with product.terminal(*words, command=path, env={"PS1": "$ ", "SHELL": path}) as screen:
        screen.send(f"{source}; {note}; printf '%s%s\\n' rea dy\n")
        screen.wait_for("ready")
        for quote, fact in torture.sample(BEGUN, 4):
            screen.send(f"llm memory why {quote}{fact[:3]}\t\n")
            until(
                lambda screen=screen: screen.shows("\0") or ran.exists(), f"{shell}: {quote}{fact}"
            )
            assert ran.read_text().split("\0") == ["memory", "why", fact, ""]
            ran.unlink()
    assert not (product.home / "run").exists()
