"""Found by meaning, by the whole product: what was said in one conversation, in another shell."""

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
def talked(talked: Product) -> Product:
    talked.env |= {"LLM_MEMORY_EMBEDDER": "meaning", "LLM_MEMORY_UPDATE_INTERVAL": "0.5"}
    return talked


def found(product: Product, *words: str, **env: str) -> list[str]:
    ran = product.run("memory", "search", "--json", *words, env=env)
    hits: list[dict[str, Any]] = json.loads(ran.out)
    return [hit["text"] for hit in hits]


def embedded(product: Product) -> str:
    path = product.scripted / "embedded.txt"
    return path.read_text() if path.exists() else ""


def test_what_means_the_same_is_found_in_another_shell(talked: Product) -> None:
    assert found(talked, "puppy")[0] == SAID
    assert found(talked, "puppy", "--mode", "meaning")[0] == SAID
    assert found(talked, "puppy", "--mode", "words") == []
    assert found(talked, "accordion") == []


def test_the_daemon_gives_the_model_what_is_new(talked: Product) -> None:
    found(talked, "puppy")
    talked.type("A vessel came into the harbour")
    until(lambda: "A vessel came" in embedded(talked), "that the daemon had it embedded")
    assert embedded(talked).count(SAID) == 1, "each passage is given once"


def test_another_model_is_given_everything_anew(talked: Product) -> None:
    found(talked, "puppy")
    env = {"LLM_MEMORY_EMBEDDER": "meaning-service", "SERVICE_KEY": "k"}
    env |= {"LLM_MEMORY_RECALL_LOCAL": "true"}
    assert talked.run("memory", "reindex", env=env).code == 0
    assert f"meaning-service: {SAID}" in embedded(talked)
    assert found(talked, "puppy", **env)[0] == SAID


def test_what_was_said_to_a_local_model_is_given_to_no_service(talked: Product) -> None:
    env = {"LLM_MEMORY_EMBEDDER": "meaning-service", "SERVICE_KEY": "k"}
    assert talked.run("memory", "reindex", env=env).code == 0
    assert "Rex" not in embedded(talked)
    assert found(talked, "rex", **env)[0] == SAID, "words find it"
    talked.run("-m", "service", "My puppy is called Bello", env=env)
    assert talked.run("memory", "reindex", env=env).code == 0
    assert "Bello" in embedded(talked)
    assert "Rex" not in embedded(talked)


def test_without_a_model_or_with_one_that_fails_words_find(talked: Product) -> None:
    (talked.scripted / "embedding-fails").touch()
    ran = talked.run("memory", "search", "dog")
    assert (ran.code, SAID in ran.out.replace("**", "")) == (0, True)
    assert "meaning could not be asked: connection refused" in ran.err
    ran = talked.run("memory", "search", "dog", env={"LLM_MEMORY_EMBEDDER": "gone"})
    assert (ran.code, SAID in ran.out.replace("**", "")) == (0, True)
    assert "There is no embedding model “gone”" in ran.err
    assert found(talked, "dog", LLM_MEMORY_EMBEDDER="none")[0] == SAID
    env = {"LLM_MEMORY_EMBEDDER": "none"}
    ran = talked.run("memory", "search", "--mode", "meaning", "dog", env=env)
    assert (ran.code, "There is no embedding model" in ran.err) == (1, True)


def test_no_prompt_waits_for_an_embedding_model(talked: Product) -> None:
    found(talked, "puppy")
    before = embedded(talked)
    talked.type("What is my dog called?", env={"LLM_MEMORY_RECALL": "true"})
    assert SAID in talked.prompts()[-1]["prompt"]
    assert "What is my dog called?" not in embedded(talked)[len(before) :].split("\n")[0]


def test_a_tool_and_a_question_find_by_meaning(talked: Product) -> None:
    talked.run("-T", "Memory", 'use Memory_search {"query": "puppy"}')
    assert SAID in talked.prompts()[-1]["results"][0]
    talked.answer(prompts={"Question:": 'ANSWER: Rex.\nFROM 1: "dog is called Rex"'})
    assert talked.run("memory", "ask", "Does my puppy have a name?").out.startswith("Rex.\n")
