"""Searching by meaning with the whole product: one shell finds the conversations of another."""

import json
from typing import Any

import pytest
from support.product import Product, until

pytestmark = [pytest.mark.product, pytest.mark.once]

SAID = "My dog is called Rex"


def talk(product: Product) -> None:
    product.type(SAID)
    product.type("My boat lies in Kiel")
    product.type("Three times four is twelve")


@pytest.fixture
def after_talk(after_talk: Product) -> Product:
    after_talk.env |= {"LLM_MEMORY_EMBEDDER": "meaning", "LLM_MEMORY_UPDATE_INTERVAL": "0.5"}
    return after_talk


def found(product: Product, *words: str, **env: str) -> list[str]:
    ran = product.run("memory", "search", "--json", *words, env=env)
    hits: list[dict[str, Any]] = json.loads(ran.out)["passages"]
    return [hit["text"] for hit in hits]


def embedded(product: Product) -> str:
    path = product.scripted / "embedded.txt"
    return path.read_text() if path.exists() else ""


def test_what_means_the_same_is_found_in_another_shell(after_talk: Product) -> None:
    assert found(after_talk, "puppy")[0] == SAID
    assert found(after_talk, "puppy", "--mode", "meaning")[0] == SAID
    assert found(after_talk, "puppy", "--mode", "words") == []
    assert found(after_talk, "accordion") == []


def test_what_is_excluded_is_so_by_meaning_too(after_talk: Product) -> None:
    for mode in ("meaning", "hybrid"):
        assert found(after_talk, "puppy -boat", "--mode", mode)[0] == SAID, mode
        assert SAID not in found(after_talk, "puppy -rex", "--mode", mode), mode
        assert found(after_talk, 'puppy "is called"', "--mode", mode) == [SAID], mode
    assert "-boat" not in embedded(after_talk)


def test_the_daemon_gives_the_model_what_is_new(after_talk: Product) -> None:
    found(after_talk, "puppy")
    after_talk.type("A vessel came into the harbour")
    until(lambda: "A vessel came" in embedded(after_talk), "that the daemon had it embedded")
    assert embedded(after_talk).count(SAID) == 1, "each passage is given once"


def test_another_model_is_given_everything_anew(after_talk: Product) -> None:
    found(after_talk, "puppy")
    env = {"LLM_MEMORY_EMBEDDER": "meaning-service", "SERVICE_KEY": "k"}
    env |= {"LLM_MEMORY_LEARNED_LOCALLY": "any"}
    assert after_talk.run("memory", "reindex", env=env).code == 0
    assert f"meaning-service: {SAID}" in embedded(after_talk)
    assert found(after_talk, "puppy", **env)[0] == SAID


def test_what_was_said_to_a_local_model_is_given_to_no_service(after_talk: Product) -> None:
    env = {"LLM_MEMORY_EMBEDDER": "meaning-service", "SERVICE_KEY": "k"}
    after_talk.run("-m", "here", "My puppy is called Bello")
    assert after_talk.run("memory", "reindex", env=env).code == 0
    assert "Rex" in embedded(after_talk) and "Bello" not in embedded(after_talk)
    assert "Bello" in found(after_talk, "bello", **env)[0], "words find it"


def test_without_a_model_or_with_one_that_fails_words_find(after_talk: Product) -> None:
    (after_talk.scripted / "embedding-fails").touch()
    ran = after_talk.run("memory", "search", "dog")
    assert (ran.code, SAID in ran.out.replace("**", "")) == (0, True)
    assert "meaning could not be asked: connection refused" in ran.err
    ran = after_talk.run("memory", "search", "dog", env={"LLM_MEMORY_EMBEDDER": "gone"})
    assert (ran.code, SAID in ran.out.replace("**", "")) == (0, True)
    assert "There is no embedding model “gone”" in ran.err
    assert found(after_talk, "dog", LLM_MEMORY_EMBEDDER="none")[0] == SAID
    env = {"LLM_MEMORY_EMBEDDER": "none"}
    ran = after_talk.run("memory", "search", "--mode", "meaning", "dog", env=env)
    assert (ran.code, "There is no embedding model" in ran.err) == (1, True)


def test_no_prompt_waits_for_an_embedding_model(after_talk: Product) -> None:
    found(after_talk, "puppy")
    before = embedded(after_talk)
    after_talk.type("What is my dog called?", env={"LLM_MEMORY_RECALL": "true"})
    assert SAID in after_talk.prompts()[-1]["prompt"]
    assert "What is my dog called?" not in embedded(after_talk)[len(before) :].split("\n")[0]


def test_a_tool_and_a_question_find_by_meaning(after_talk: Product) -> None:
    after_talk.run("-T", "Memory", 'use Memory_search {"query": "puppy"}')
    assert SAID in after_talk.prompts()[-1]["results"][0]
    after_talk.answer(prompts={"Question:": 'ANSWER: Rex.\nFROM 1: "dog is called Rex"'})
    assert after_talk.run("memory", "ask", "Does my puppy have a name?").out.startswith("Rex.\n")
