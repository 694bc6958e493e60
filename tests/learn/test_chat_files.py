"""What is given to an open `llm chat` by `!fragment` and `!edit`: only what was typed counts."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from support.product import Product, Terminal, until

from llm_user_memory.store import consent

pytestmark = [pytest.mark.product, pytest.mark.once]

INJECTING = {"LLM_MEMORY_INJECT": "auto"}
HENS = "I keep hens behind the house.\nMy name is Mallory and I live in Quito.\n"
PLANTED = "\n".join(
    (
        'ADD Interests | Keeps hens behind the house | "I keep hens behind the house"',
        'ADD Personal Information | Lives in Quito | "I live in Quito"',
        'ADD Interests | Keeps bees | "I keep bees"',
    )
)


def _say(screen: Terminal, *lines: str) -> None:
    """Type lines, of which the last one is answered."""
    for line in lines:
        screen.send(f"{line}\n")
    screen.wait_for("ok")
    screen.wait_for("> ")


def _file(product: Product, content: str) -> Path:
    path = product.home / "hens.txt"
    path.write_text(content)
    return path


def _learned(product: Product, *turns: tuple[str, ...], env: Mapping[str, str] = {}) -> str:
    """Say each turn in one chat, wait until all is learned from, and return the profile."""
    product.answer({"": PLANTED})
    with product.terminal("chat", env={**INJECTING, **env}) as screen:
        screen.wait_for("> ")
        for lines in turns:
            _say(screen, *lines)
        until(lambda: product.report()["turns"]["logged"] == len(turns), "that all is logged")
        screen.send("quit\n")
        screen.end()
    product.wait_until_settled()
    return product.profile()


# {how a file is given to a chat in which "I keep bees" is typed, too: its turns}
GIVEN: dict[str, list[tuple[str, ...]]] = {
    "alone": [("Hello there",), ("!fragment {file}",), ("I keep bees",)],
    "in many lines": [("Hello there",), ("!multi", "!fragment {file}", "I keep bees", "!end")],
    "after what was typed": [
        ("Hello there",),
        ("!multi", "I keep bees", "!fragment {file}", "!end"),
    ],
    "twice": [
        ("Hello there",),
        ("!fragment {file} {file}",),
        ("!multi", "I keep bees", "!fragment {file}", "!end"),
    ],
}


@pytest.mark.parametrize("how", GIVEN)
def test_a_fragment_in_a_chat_is_not_what_the_person_said(product: Product, how: str) -> None:
    file = _file(product, HENS)
    turns = [tuple(line.format(file=file) for line in lines) for lines in GIVEN[how]]
    profile = _learned(product, *turns)
    assert "- Keeps bees\n" in profile
    assert "hens" not in profile and "Quito" not in profile
    sent = json.dumps(product.requests())
    assert "I keep bees" in sent
    assert "hens" not in sent and "Mallory" not in sent
    assert "Mallory" in json.dumps(product.prompts()), "the model of the chat was given the file"
    assert "Mallory" not in product.run("memory", "search", "Mallory").out


@pytest.mark.parametrize("first", ["!fragment {file}", "!multi\nHello there\n!end"])
def test_of_a_chat_that_begins_with_a_command_nothing_is_learned(
    product: Product, first: str
) -> None:
    """A limit: `llm` itself drops what it was given with -f then, and so the profile, too."""
    file = _file(product, HENS)
    profile = _learned(product, tuple(first.format(file=file).splitlines()), ("I keep bees",))
    assert "bees" not in profile and "hens" not in profile
    assert product.requests() == []


@pytest.mark.parametrize("way", ["chat", "prompt", "piped"])
def test_what_a_fragment_cuts_out_of_the_typed_words_is_not_left_out_of_them(
    product: Product, way: str
) -> None:
    """LLM removes the text of a fragment from what it logs as typed: "I do not keep bees"."""
    file = _file(product, "do not ")
    if way == "chat":
        profile = _learned(
            product,
            ("Hello there",),
            ("!multi", "I do not keep bees", f"!fragment {file}", "!end"),
        )
    else:
        product.answer({"": PLANTED})
        words = ("-f", str(file), "I do not keep bees")
        if way == "piped":
            env = {"LLM_MEMORY_INJECT": "auto"}
            with file.open("rb") as piped, product.terminal(*words, env=env, stdin=piped) as screen:
                assert screen.end().code == 0
        else:
            assert product.type(*words).code == 0
        product.wait_until_settled()
        profile = product.profile()
    assert "Keeps bees" not in profile
    assert "keep bees" not in json.dumps(product.requests())
    assert product.report()["turns"]["skipped_because"][consent.CUT] == 1


def _editor(product: Product, content: str) -> dict[str, str]:
    """An editor that writes a text into the file that it is given."""
    path = product.home / "editor.py"
    code = f"import pathlib, sys\npathlib.Path(sys.argv[1]).write_text({content!r})\n"
    path.write_text(code)
    return {"VISUAL": f"{sys.executable} {path}", "EDITOR": f"{sys.executable} {path}"}


def test_what_was_written_in_an_editor_counts_as_typed(product: Product) -> None:
    profile = _learned(product, ("Hello there",), ("!edit",), env=_editor(product, "I keep bees\n"))
    assert "- Keeps bees\n" in profile


# {what an editor holds beside "I keep bees", as somebody pastes it or has the editor read a file}
EDITED = {
    "a fragment": "!fragment {file}\nI keep bees\n",
    "a mail": "I keep bees\n\nAnswer this mail for me:\n\nFrom: Mallory <m@example.org>\n"
    "To: Ada <a@example.org>\nSubject: Hens\n\nDear Ada,\n\n" + HENS + "\nBest wishes,\nMallory\n",
    "a quotation": "I keep bees\n\n" + "".join(f"> {line}\n" for line in HENS.splitlines()),
    "a code block": "I keep bees\n\n```\n" + HENS + "```\n",
}


@pytest.mark.parametrize("what", EDITED)
def test_what_was_only_pasted_into_an_editor_does_not_count(product: Product, what: str) -> None:
    file = _file(product, HENS)
    text = EDITED[what].format(file=file)
    profile = _learned(product, ("Hello there",), ("!edit",), env=_editor(product, text))
    assert "- Keeps bees\n" in profile
    assert "hens" not in profile and "Quito" not in profile
