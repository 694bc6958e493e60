"""What learning does with a prompt of any length: it looks at both ends, and at no more."""

import pytest

from llm_user_memory.learn import material, update
from llm_user_memory.learn.portions import portions
from llm_user_memory.logs import Turn
from llm_user_memory.text import pasted

pytestmark = pytest.mark.slow

WORDS = "I live in Oslo, and my password is Kr0k0dil!. What does this log say?\n\n"
LINE = "2026-11-02 12:00:01 request by ada, done in time\n"
END = "so i run this on my thinkpad, and the password is Kr4t3r!!, what is wrong?"


def _material(prompt: str) -> material.Material:
    turn = Turn("t1", "thread", "a model", 0.0, 1.0, prompt, "")
    return material.Material("thread", [turn], {"t1": prompt}, {})


def _prompt(length: int) -> str:
    return WORDS + LINE * (length // len(LINE))


@pytest.mark.parametrize("end", ["", END], ids=["nothing after it", "words after it"])
def test_of_a_long_prompt_only_both_ends_are_looked_at(end: str) -> None:
    some, more = (material.redacted(_material(_prompt(n) + end)) for n in (40_000, 1_000_000))
    assert some.prompts == more.prompts and some.messages == more.messages
    assert len(more.prompts["t1"]) < pasted.LONGEST_SEARCHED
    assert "I live in Oslo" in more.messages[0].typed
    assert ("so i run this on my thinkpad" in more.messages[0].typed) == bool(end)
    assert more.secrets == {"Kr0k0dil!", *(["Kr4t3r!!"] if end else [])}
    assert "Kr0k0dil" not in more.prompts["t1"] and "Kr4t3r" not in more.prompts["t1"]


@pytest.mark.parametrize("between", ["\n", " ", ""])
def test_a_prompt_is_cut_between_lines_or_words(between: str) -> None:
    word = "ab12" * 10 + between
    cut = pasted.searched(word * 5_000)
    assert pasted.LONGEST_SEARCHED - pasted.LONGEST_TYPED <= len(cut) < pasted.LONGEST_SEARCHED
    assert not between or len(cut) % len(word) == 0
    assert not between or set(cut.split()) == {word.strip()}
    assert pasted.searched(word * 100) == word * 100


def test_a_paste_is_not_cut_where_it_ends() -> None:
    prompt = f"{WORDS}{LINE * 2_000}\n{END}"
    cut = pasted.searched(prompt)
    assert cut.startswith(WORDS) and cut.endswith(END)


_TOLD = (
    "ok so the thing with house {n} is that i paid too much for it and my brother knew. we argued, "
    "i didn't sleep, and the roof of house {n} still leaks when it rains from the west.\n"
)


@pytest.mark.parametrize("length", [1_600, 6_655, 12_141, 19_115, 23_500, 29_000])
def test_the_middle_of_a_long_story_is_in_the_request(length: int) -> None:
    said = [_TOLD.format(n=n) for n in range(length // len(_TOLD.format(n=100)))]
    said.insert(len(said) // 2, "i keep bees in Tromsø. ")
    prompt = "can you help me with my houses? i'll just write it all down.\n" + "".join(said)
    conversation = material.redacted(_material(prompt))
    assert pasted.typed_parts(prompt) == [prompt.strip()]
    asked = update._request("schema", conversation, "", {})
    assert "i keep bees in Tromsø" in asked and said[0].strip() in asked
    assert "left out" not in asked.rpartition("<conversation>")[2]


def test_several_long_messages_are_asked_about_in_several_requests() -> None:
    prompts = [f"i keep bees in town {n}. " * 800 for n in range(3)]
    assert [*portions(prompts, lambda prompt: prompt, "lines")] == [[one] for one in prompts]
