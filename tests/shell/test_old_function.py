"""The shell function of llm-user-memory 0.1: what it makes of `llm memory ...` is explained."""

import shutil
import subprocess

import pytest
from support.product import LIMIT, Product

pytestmark = [pytest.mark.shell, pytest.mark.product, pytest.mark.once]

OLD = 'llm() {\n    command llm -f memory:auto "$@"\n}\n'
EXPLAINED = "Run `command llm memory install-shell`"


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_the_old_function_is_explained_and_a_prompt_goes_on(product: Product, shell: str) -> None:
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not here")

    def run(line: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [shell, "-c", OLD + line],
            env=product.env, cwd=product.home, capture_output=True, text=True, timeout=LIMIT,
        )  # fmt: skip

    for words in ("status", "show", "install-shell --shell bash", "history -n 5"):
        ran = run(f"llm memory {words}")
        assert ran.returncode == 2 and EXPLAINED in ran.stderr, (words, ran)
    assert product.prompts() == []
    for line in ("llm 'What is a memory?'", "llm -f memory:auto memories"):
        ran = run(line)
        assert (ran.returncode, EXPLAINED in ran.stderr) == (0, False), ran
    other = run("llm one two")
    assert other.returncode == 2 and EXPLAINED not in other.stderr
    assert run(f"command llm memory install-shell --shell {shell}").returncode == 0


ALONE = ["llm memory", "llm memory --help"]


@pytest.mark.parametrize("line", ALONE)
def test_alone_it_is_explained_where_the_old_function_is_installed(
    product: Product, line: str
) -> None:
    (product.home / ".bashrc").write_text(OLD)
    with product.terminal("-ic", line, command=shutil.which("bash")) as screen:
        ended = screen.end()
    assert ended.code == 2 and EXPLAINED in ended.out, ended
    assert all(len(line) <= 80 for line in ended.out.splitlines()), ended
    assert product.prompts() == []


def test_a_prompt_of_the_word_memory_goes_on(product: Product) -> None:
    """Nobody has the old function, or its words come from a script, or our function is active."""
    words = ("-f", "memory:auto", "memory")
    with product.terminal(*words) as screen:
        assert screen.end().code == 0
    (product.home / ".bashrc").write_text(OLD)
    assert product.run(*words).code == 0
    assert product.type(*words).code == 0
    assert len(product.prompts()) == 3
