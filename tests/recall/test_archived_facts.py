"""On which prompts archived facts bear, in each language that has a list of common words."""

import pytest

from llm_user_memory.recall.archived_facts import MOST, relevant, telling_words
from llm_user_memory.store import archived
from llm_user_memory.text.prompt_words import COMMON

pytestmark = pytest.mark.once

FACTS = {
    "English": ["Writes a letter to their grandmother every week", "Keeps bees in the garden"],
    "German": ["Schreibt seiner Oma jede Woche", "Hält Bienen im Garten"],
    "Spanish": ["Escribe una carta a su abuela cada semana", "Cría abejas en el jardín"],
    "French": ["Écrit une lettre à sa grand-mère chaque semaine", "Élève des abeilles au jardin"],
    "Russian": ["Пишет письмо бабушке каждую неделю", "Держит пчёл в саду"],
    "Chinese": ["每周给奶奶写信", "在花园里养蜜蜂"],
}
BEARS = {
    "how do bees survive the winter?": "Keeps bees in the garden",
    "Was brauchen Bienen im Winter?": "Hält Bienen im Garten",
    "Was schenke ich meiner Oma?": "Schreibt seiner Oma jede Woche",
    "¿Qué comen las abejas en invierno?": "Cría abejas en el jardín",
    "¿Qué le regalo a mi abuela?": "Escribe una carta a su abuela cada semana",
    "Que mangent les abeilles en hiver ?": "Élève des abeilles au jardin",
    "Чем кормить пчёл зимой?": "Держит пчёл в саду",
    "Что подарить бабушке на юбилей?": "Пишет письмо бабушке каждую неделю",
    "蜜蜂冬天吃什么?": "在花园里养蜜蜂",
    "送奶奶什么礼物好?": "每周给奶奶写信",
}
BEARS_NOT = [
    "write me a letter in French every week",
    "what is the capital of Mongolia?",
    "schreibe mir einen Brief auf Englisch",
    "Schreib bitte jede Woche eine kurze Nachricht an alle Kunden",
    "Escribe una carta de despedida para cada semana",
    "escríbeme un correo en inglés",
    "Écris une lettre de motivation",
    "Explique chaque semaine une phrase",
    "Напиши письмо на английском",
    "Объясни каждую неделю одно слово",
    "请帮我写信给客户",
    "每周做一个计划",
]


def _given(prompt: str, facts: list[str]) -> list[str]:
    """What `relevant` finds among the facts, as the query on their words does."""
    words = telling_words(prompt)
    found = {fact: archived.words_of(fact) & words for fact in facts}
    return relevant({fact: shared for fact, shared in found.items() if shared}, len(facts), prompt)


ALL = [fact for facts in FACTS.values() for fact in facts]


def test_each_language_has_its_list() -> None:
    assert list(COMMON) == list(FACTS)


@pytest.mark.parametrize("prompt", BEARS)
def test_a_fact_bears_on_a_prompt_about_it(prompt: str) -> None:
    assert _given(prompt, ALL) == [BEARS[prompt]]


@pytest.mark.parametrize("prompt", BEARS_NOT)
def test_words_of_tasks_are_no_reason(prompt: str) -> None:
    assert _given(prompt, ALL) == []


def test_a_word_of_many_facts_is_no_reason_alone() -> None:
    facts = [f"Bought a boat in {town}" for town in map("town{}".format, range(100))]
    assert _given("How is a boat built?", facts) == []
    assert len(_given("Which boat was from town7 and town8?", facts)) <= MOST
    assert _given("How is a boat built in town7?", facts) == ["Bought a boat in town7"]


@pytest.mark.parametrize("place", ["{} {}", "{1} {0}"])
def test_what_is_asked_counts_at_both_ends_of_a_long_prompt(place: str) -> None:
    prompt = place.format("How do bees survive?", "lorem ipsum " * 2_000)
    assert _given(prompt, ALL) == ["Keeps bees in the garden"]
