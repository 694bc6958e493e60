"""How much of a prompt was typed, by the line that was typed into the shell."""

import sys

import click
import pytest
from support.rows import for_each

from llm_user_memory.inject import command_line
from llm_user_memory.inject.command_line import FISH

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
    ("You are Bo. how do i cook", "ask how do i cook", ""),
    ("I keep bees", None, None),
    (None, "llm", None),
    ("", "llm ''", None),
    # The same words elsewhere in the line are no argument of llm.
    ("Bo: I keep bees", 'llm "$(grep "I keep bees" guests)"', ""),
    ("Bo: I keep bees", "llm \"$(grep 'I keep bees' guests)\"", ""),
    ("Bo: I keep bees", "llm \"`grep 'I keep bees' guests`\"", ""),
    ("Bo: I keep bees", 'llm "`grep \\"I keep bees\\" guests`"', ""),
    ("Bo: I keep bees", 'llm "$(grep "$(echo "I keep bees")" guests)"', ""),
    ("Bo: I keep bees", "llm (grep 'I keep bees' guests)", ""),
    ("Bo: I keep bees", 'grep "I keep bees" guests | while read -r l; do llm "$l"; done', ""),
    ("I keep bees", 'grep -o "I keep bees" guests | while read -r l; do llm "$l"; done', ""),
    ("I keep bees", 'l="I keep bees"; llm "$l"', ""),
    ("I keep bees", 'for l in "I keep bees"; do llm "$l"; done', ""),
    ("I keep bees", 'llm "$(echo "I keep bees")"', ""),
    ("Bo: I keep bees", 'llm "${l:-I keep bees}"', ""),
    ("I keep bees", 'llm "${l:-I keep bees}"', ""),
    ("I keep bees", 'llm "$l" <<< "I keep bees"', ""),
    ("I keep bees", 'llm "$l" > "I keep bees" 2>&1', ""),
    ("I keep bees", 'llm "$l" # "I keep bees"', ""),
    ("I keep bees", 'llm "$l"; # llm "I keep bees"', ""),
    ("I keep bees", "cat <<X | while read l; do llm $l; done\nllm 'I keep bees'\nX", ""),
    ("I keep bees", "echo llm 'I keep bees'; llm \"$l\"", ""),
    ("I keep bees", "my-llm 'I keep bees'; llm \"$l\"", ""),
    ("I keep bees", 'x=\'llm "I keep bees"\'; llm "$(sh -c "$x")"', ""),
    ("Bo: I keep bees", 'llm "$(case a in b) grep "I keep bees" f;; esac)"', ""),
    ("Bo: I keep bees", "llm 'Do not say I keep bees'; llm \"$l\"", ""),
    ("not I keep bees", "llm {not,'I keep bees'}", ""),
    ("Bo: I keep bees", "llm *'I keep bees'", "I keep bees"),
    ("I keep bees", "llm 'I keep bees", ""),
    # What is surely an argument of llm counts wherever the command stands.
    ("I keep bees", "cd x && llm 'I keep bees'", None),
    ("I keep bees", "cat f | A=1 B='x y' llm -s 'be short' \"I keep bees\" 2>&1 | less", None),
    ("I keep bees", "if true; then\n\tllm 'I keep bees'\nfi", None),
    ("I keep bees", "while ! time llm 'I keep bees'; do :; done", None),
    ("I keep bees", "{ llm 'I keep bees'; }; (llm 'I row')", None),
    ("I row", "{ llm 'I keep bees'; }; (llm 'I row')", None),
    ("I row", "llm 'I keep bees' && llm 'I row' &", None),
    ("I keep bees", "x=$(llm 'I keep bees')", None),
    ("I keep bees", 'echo "$(date): `llm "I keep bees"`"', None),
    ("I keep bees", "llm <(cat f) 'I keep bees' < f", None),
    ("I keep bees", "llm 'I keep bees' <<X\nit's\nX", None),
    ("I keep bees", "case $x in a) llm 'I keep bees';; esac", None),
    ("I keep bees", "\\llm I\\ keep\\ bees", None),
    ("I keep bees", "llm 'I keep '\\\nbees", None),
    ("I keep bees. Odd?", r"llm $'I keep bees.\nOdd?'", None),
    ("It's odd", r"llm $'It\'s odd'", None),
    ("hello?", "llm hello?", None),
    ("I keep bees ", 'llm "I keep bees $none"', None),
    ("costs $ 5 & more; (I keep #bees)", 'llm "costs $ 5 & more; (I keep #bees)"', None),
    ("Rome. I keep bees", 'llm "$where. I keep bees"', "I keep bees"),
    ("Rome. I keep bees", "llm \"${where}.\"' I keep bees'", "I keep bees"),
    ("Rome. I keep bees", 'llm "$(head -1 "a b" | tr a b). I keep bees"', "I keep bees"),
    ("Rome. I keep bees", 'llm "$((1 + 2))$(cat f; (ls)). I keep bees"', "I keep bees"),
    # Fish quotes differently.
    ("it's odd", f"{FISH}llm 'it\\'s odd'", None),
    ("it's odd", f"{FISH}llm 'it\\\\'; llm 'it\\'s odd'", None),
    ("what does `ls` do?", f"{FISH}llm 'what does `ls` do?'", None),
    ("I keep\nbees", f"{FISH}llm 'I keep'\\nbees", None),
    ("Rome. I keep bees", f'{FISH}llm (cat f)". I keep bees"', "I keep bees"),
    ("Bo: I keep bees", f"{FISH}llm (grep 'I keep bees' f)", ""),
    ("Bo: I keep bees", f"{FISH}for l in (grep 'I keep bees' f); llm $l; end", ""),
    ("I keep bees", f"{FISH}begin; and llm 'I keep bees'; end", None),
    ("I keep bees", FISH, ""),
]


@for_each(("prompt", "line", "typed"), ROWS)
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


@pytest.mark.parametrize(
    "sign", ["(", "$(", "${", "`", '"', "'", "\\", "llm ", "llm '", '"$(', "<<", "$'", "\\'", ";"]
)
def test_a_long_line_is_read_once(sign: str) -> None:
    """The steps for a line twice as long are twice as many, whatever it repeats."""

    def steps(times: int) -> int:
        ctx = click.Context(click.Command("prompt"))
        ctx.params["prompt"] = "I keep bees"
        count = 0

        def trace(*_: object) -> object:
            nonlocal count
            count += 1
            return trace

        for kind in ("", FISH):
            ctx.meta[command_line.KEY] = kind + "llm 'a' " + sign * times
            sys.settrace(trace)  # type: ignore[arg-type]
            command_line.typed_characters(ctx)
            sys.settrace(None)
        return count

    assert steps(400) < 2.5 * steps(200) + 500
