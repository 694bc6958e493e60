"""A person at a real shell, from installing the function to a prompt on the next day."""

import os
import re
import shutil
from pathlib import Path

import pytest
from support.product import Product, Terminal, until

pytestmark = [pytest.mark.product, pytest.mark.shell, pytest.mark.once]

BEES = 'ADD Interests | Keeps bees | "I keep bees"'
INTERACTIVE = {
    "bash": ["--noediting", "-i"],
    "zsh": ["-i"],
    "fish": ["-i"],
}
RC = {"bash": ".bashrc", "zsh": ".zshrc", "fish": ".config/fish/conf.d/llm-memory.fish"}
ANCESTOR = """\

# LLM Memory Plugin Integration
# This function automatically injects memory context into all llm commands
llm() {
    command llm -f memory:auto "$@"
}
"""


@pytest.fixture(params=INTERACTIVE)
def shell(request: pytest.FixtureRequest) -> str:
    name = str(request.param)
    if shutil.which(name) is None:
        assert not os.environ.get("CI"), f"{name} must be installed where CI runs"
        pytest.skip(f"{name} is not installed")
    return name


class Person:
    """Somebody typing at a shell, who reads each answer before going on."""

    def __init__(self, screen: Terminal) -> None:
        self.screen = screen
        self.commands = 0

    def types(self, line: str) -> str:
        """Type a line; return what was shown until its end."""
        self.commands += 1
        mark = f"end-of-{self.commands}"
        # Written in two parts, so that the echo of the typed line is not taken for the answer.
        half = len(mark) // 2
        self.screen.send(f"{line}; printf '%s%s\\n' {mark[:half]} {mark[half:]}\n")
        return self.screen.wait_for(mark).replace("\r", "")


def opened(product: Product, shell: str):  # type: ignore[no-untyped-def]
    path = shutil.which(shell)
    env = {"SHELL": str(path), "PS1": "$ ", "fish_greeting": "", "TERM": "dumb"}
    return product.terminal(*INTERACTIVE[shell], command=path, env=env)


def install(product: Product, shell: str) -> None:
    ran = product.run("memory", "install-shell", "--shell", shell)
    assert ran.code == 0, ran


def marks(product: Product) -> list[str | None]:
    """What may be learned from each prompt, by its marker; None without one."""
    found = [re.search(r'learning="(.+?)"', asked["prompt"]) for asked in product.prompts()]
    return [match[1] if match else None for match in found]


def test_the_next_conversation_knows_what_the_last_one_said(product: Product, shell: str) -> None:
    product.answer({"bees": BEES})
    install(product, shell)
    (product.home / "page.txt").write_text("a page of text ")
    with opened(product, shell) as screen:
        person = Person(screen)
        assert "function" in person.types("type llm")
        person.types("llm 'I keep bees'")
        product.wait_for_fact("- Keeps bees")
        assert "memory: learned “Keeps bees”" in person.types("llm 'What now, model?'")
        person.types("cat page.txt | llm 'Summarise the page'")
        person.types("llm -c 'And now?'")
        assert "scripted" in person.types("llm models")
        assert "- Keeps bees" in person.types("llm memory show")
        assert "every prompt typed in this shell has memory" in person.types("llm memory status")
        assert "What now, model?" in person.types("llm logs -n 5")
    asked = [prompt["prompt"] for prompt in product.prompts()]
    assert len(asked) == 4, "llm logs, models and memory are no prompts"
    assert "Keeps bees" in asked[1] and "Keeps bees" in asked[2]
    assert "a page of text  Summarise the page" in asked[2]


def test_it_works_in_the_same_shell_after_sourcing(product: Product, shell: str) -> None:
    with opened(product, shell) as screen:
        person = Person(screen)
        assert "function" not in person.types("type llm")
        shown = person.types(f"llm memory install-shell --shell {shell}")
        assert f"source {product.home / RC[shell]}" in shown
        person.types(f"source {product.home / RC[shell]}")
        assert "function" in person.types("type llm")
        person.types("llm 'Hello there, model'")
    assert "learning=" in product.prompts()[0]["prompt"]


def test_scripts_run_from_such_a_shell_are_untouched(product: Product, shell: str) -> None:
    install(product, shell)
    script = product.home / "script.sh"
    script.write_text("#!/bin/sh\nllm 'from a script'\n")
    script.chmod(0o755)
    with opened(product, shell) as screen:
        Person(screen).types("./script.sh")
    assert product.prompts()[0]["prompt"] == "from a script"


def test_a_script_that_reads_the_users_start_up_file_is_untouched(
    product: Product, shell: str
) -> None:
    install(product, shell)
    script = product.home / "script"
    script.write_text(f"source ~/{RC[shell]}\nllm 'from a script'\n")
    with product.terminal(str(script), command=shutil.which(shell)) as screen:
        assert screen.end().code == 0
    assert product.prompts()[0]["prompt"] == "from a script"


def test_what_the_shell_puts_into_a_prompt_does_not_count(product: Product, shell: str) -> None:
    install(product, shell)
    (product.home / "letter.txt").write_text("I keep bees\n")
    each = {
        "fish": "for line in (cat letter.txt); llm $line; end",
        "bash": 'while read -r line; do llm "$line"; done < letter.txt',
    }
    with opened(product, shell) as screen:
        person = Person(screen)
        person.types('llm "$(cat letter.txt)"')
        person.types(each.get(shell, each["bash"]))
        person.types('llm "$(cat letter.txt) What is it\'s \\"sting\\" like?"')
        person.types("llm 'I keep two \\ cats'")
    whole = 'What is it\'s "sting" like?'
    assert marks(product) == ["last:0", "last:0", f"last:{len(whole)}", "on"]


def test_a_sentence_that_begins_with_a_variable_is_not_learned_from(
    product: Product, shell: str
) -> None:
    install(product, shell)
    sets = "set -g who " if shell == "fish" else "who="
    with opened(product, shell) as screen:
        person = Person(screen)
        for who, rest in (
            ("Anna", " works at Siemens. Write a short bio"),
            ("I do not", " keep bees, is that odd?"),
            ("My brother", ": I am allergic to nuts"),
            ("Rome.", " I row on the river"),
        ):
            person.types(f"{sets}'{who}'")
            person.types(f'llm "$who{rest}"')
    product.run("memory", "update")
    asked = [request["prompt"].rpartition("<conversation>")[2] for request in product.requests()]
    [said] = [request for request in asked if request]
    assert "I row on the river" in said


def test_a_script_that_was_given_the_function_is_untouched(product: Product) -> None:
    install(product, "bash")
    script = product.home / "script.sh"
    script.write_text("#!/bin/bash\nllm 'from a script'\n")
    script.chmod(0o755)
    with opened(product, "bash") as screen:
        Person(screen).types("export -f llm; ./script.sh")
    assert product.prompts()[0]["prompt"] == "from a script"


def test_a_script_that_inherits_all_that_a_start_up_file_sets_is_untouched(
    product: Product,
) -> None:
    install(product, "bash")
    rc = product.home / ".bashrc"
    rc.write_text(f"set -a\n{rc.read_text()}")
    script = product.home / "script.sh"
    script.write_text("#!/bin/bash\nllm 'from a script'\n")
    script.chmod(0o755)
    with opened(product, "bash") as screen:
        person = Person(screen)
        person.types("./script.sh")
        person.types("llm 'I keep bees'")
    assert marks(product) == [None, "on"]


def test_nothing_counts_of_a_script_that_an_interactive_shell_reads(
    product: Product, shell: str
) -> None:
    install(product, shell)
    (product.home / "script").write_text("llm 'I keep bees'\n")
    (product.home / "sourcing").write_text("source ./script\n")
    with opened(product, shell) as screen:
        person = Person(screen)
        person.types("cd ~")
        for line in ("script", "sourcing", "-c 'source ./script'"):
            person.types(f"{shell} -i {line}")
        if shell == "bash":  # the others read the terminal then
            person.types("bash -i < script")
        person.types("source ./script")
        person.types("llm 'I keep bees'")
    expected = {
        "bash": [None, None, "last:0", None],
        "zsh": [None, "last:0", "last:0"],
        "fish": ["last:0"] * 3,
    }
    assert marks(product) == [*expected[shell], "last:0", "on"]


def test_words_for_another_command_of_the_line_do_not_count(product: Product, shell: str) -> None:
    product.answer({"bees": BEES})
    install(product, shell)
    (product.home / "guests.txt").write_text("Bo: I keep bees\n")
    lines = {
        "fish": (
            "llm (grep 'I keep bees' guests.txt)",
            "for l in (grep 'I keep bees' guests.txt); llm $l; end",
        ),
        "bash": (
            'llm "$(grep "I keep bees" guests.txt)"',
            'grep "I keep bees" guests.txt | while read -r l; do llm "$l"; done',
        ),
    }
    with opened(product, shell) as screen:
        person = Person(screen)
        person.types("cd ~")
        for line in lines.get(shell, lines["bash"]):
            person.types(line)
        person.types("true && llm 'It\\'s odd'" if shell == "fish" else "true && llm $'It\\'s odd'")
    assert marks(product) == ["last:0", "last:0", "on"]
    product.run("memory", "update")
    assert "Keeps bees" not in product.profile()


def test_one_call_off_the_record(product: Product, shell: str) -> None:
    install(product, shell)
    with opened(product, shell) as screen:
        person = Person(screen)
        person.types("env LLM_MEMORY_DISABLED=1 llm 'a secret'")
        person.types("LLM_MEMORY_DISABLED=1 llm 'another secret'")
    assert [asked["prompt"] for asked in product.prompts()] == ["a secret", "another secret"]


def test_who_comes_from_the_ancestor_is_taken_over(product: Product) -> None:
    rc = product.home / ".bashrc"
    rc.write_text(f"alias ll='ls -l'\n{ANCESTOR}echo mine >/dev/null\n")
    product.folder.path.mkdir()
    product.folder.profile.write_text(
        "# User Profile\n\n## Personal Information\n- Role: [Not specified]\n\n"
        "## Interests\n- [No interests recorded yet]\n- Bees\n"
    )
    product.folder.profile.chmod(0o644)
    with opened(product, "bash") as screen:
        person = Person(screen)
        assert "No such option" in person.types("llm memory install-shell --shell bash")
        assert "0.1" in person.types("command llm memory install-shell --shell bash")
        person.types("unset -f llm; source ~/.bashrc")
        person.types("llm 'Hello there, model'")
    assert ANCESTOR not in rc.read_text() and "alias ll" in rc.read_text()
    assert "- Bees" in product.prompts()[0]["prompt"]
    assert "[N" not in product.profile() and "- Bees" in product.profile()
    assert product.folder.profile.stat().st_mode & 0o777 == 0o600
    assert "[Not specified]" in product.run("memory", "history").out, "and nothing is lost"


def test_a_terminal_closed_at_once_after_the_answer(product: Product, shell: str) -> None:
    product.answer({"bees": BEES})
    install(product, shell)
    with opened(product, shell) as screen:
        screen.send("llm 'I keep bees'\n")
        until(product.logged)
        screen.hang_up()
    product.wait_for_fact("- Keeps bees")


def test_uninstalling_leaves_the_file_and_llm_as_they_were(product: Product, shell: str) -> None:
    rc = product.home / RC[shell]
    rc.parent.mkdir(parents=True, exist_ok=True)
    before = "" if shell == "fish" else "export MINE=1"
    if before:
        Path(rc).write_text(before)
    install(product, shell)
    assert product.run("memory", "uninstall-shell", "--shell", shell).code == 0
    assert (rc.read_text() if rc.exists() else "") == before
    with opened(product, shell) as screen:
        assert "function" not in Person(screen).types("type llm")


@pytest.mark.parametrize("inner", ["zsh", "fish"])
def test_a_shell_in_a_shell_and_the_login_shell_are_both_installed(
    product: Product, inner: str
) -> None:
    if shutil.which(inner) is None:
        pytest.skip(f"{inner} is not installed")
    bare = {"zsh": "zsh -f", "fish": "fish --no-config"}[inner]
    with opened(product, "bash") as screen:
        screen.send(f"{bare}\n")
        shown = Person(screen).types("llm memory install-shell")
    assert f"It works in every new {inner} and bash." in shown, shown
    for shell in ("bash", inner):
        assert "llm-memory" in (product.home / RC[shell]).read_text()


def test_a_shell_without_a_function_is_named(product: Product) -> None:
    """Another program plays nu: what counts is its name, and that it gives its jobs a group."""
    nu = product.base / "nu"
    shutil.copy(str(shutil.which("bash")), nu)
    with opened(product, "bash") as screen:
        screen.send(f"{nu} --norc --noediting -i\n")
        shown = Person(screen).types("llm memory install-shell")
    assert "It works in every new bash." in shown
    assert "There is no function for nu: type `llm -f memory:auto ...` there." in shown
