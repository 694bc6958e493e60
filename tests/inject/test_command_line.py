"""How much of a prompt was typed, by the line that was typed into the shell."""

import click
import pytest

from llm_user_memory.inject import command_line

# The prompt, the line, and the part that counts: "" for none, None for all.
ROWS = [
    ("I keep bees", "llm 'I keep bees'", None),
    ("I keep bees", "   12  llm -c -m gpt 'I keep bees' | less", None),
    ('it\'s "odd"', r"""llm 'it'\''s "odd"'""", None),
    ('it\'s "odd"', r'llm "it\'s \"odd\""', None),
    ("two\nlines  here", "llm 'two\nlines  here'", None),
    ("costs $5", r'llm "costs \$5"', None),
    ("I keep bees", 'llm "$(cat letter)"', ""),
    ("I keep bees", 'while read -r line; do llm "$line"; done < f', ""),
    ("I keep bees", "", ""),
    ("sum up: I keep bees", 'llm "sum up: $(cat letter)"', ""),
    ("I keep bees - and mine? ", 'llm "$(cat letter) - and mine? "', "- and mine? "),
    ("You are Bo. how do i cook", "ask how do i cook", "how do i cook"),
    ("I keep bees", None, None),
    (None, "llm", None),
    ("", "llm ''", None),
]


@pytest.mark.parametrize(("prompt", "line", "typed"), ROWS)
def test_the_end_of_the_prompt_that_the_line_has(
    prompt: str | None, line: str | None, typed: str | None
) -> None:
    ctx = click.Context(click.Command("prompt"))
    ctx.params["prompt"] = prompt
    if line is not None:
        ctx.meta[command_line.KEY] = line
    found = command_line.typed_characters(ctx)
    assert found == (None if typed is None else len(typed))
    assert not typed or str(prompt).endswith(typed)
