"""What was learned before marks stays on this machine from the first prompt on."""

import json

import pytest
from support.product import Product, until

from llm_user_memory.store import state

pytestmark = pytest.mark.product

OWN = "Rows on the lake"
LEARNED = 'ADD Personal Information | {fact} | "{quote}"'


def talk(product: Product) -> None:
    """One conversation with a local model and one with a service, both learned from."""
    here = LEARNED.format(fact="Has diabetes", quote="I have diabetes")
    cloud = LEARNED.format(fact="Lives in Oslo", quote="I live in Oslo")
    product.answer({"I have diabetes": here, "I live": cloud})
    product.type("-m", "here", "I have diabetes and take insulin")
    product.type("I live in Oslo")
    assert product.run("memory", "update").code == 0
    product.run("memory", "reindex")


@pytest.fixture
def upgraded(after_talk: Product) -> Product:
    """A home of an earlier version: a fact was said here, one elsewhere, one is the user's own."""
    after_talk.env["SERVICE_KEY"] = "k"
    profile = after_talk.profile().replace(" #local", "")
    after_talk.folder.profile.write_text(f"{profile}\n## Interests\n- {OWN}\n")
    assert after_talk.run("memory", "show").code == 0
    after_talk.end()
    with state.opened(after_talk.folder) as store:
        store.db.execute("delete from meta where key = 'local_marked_at'")
        store.db.execute("update edits set place = ''")
        store.db.execute("update turns set place = ''")
        store.db.execute("delete from local")
    return after_talk


def sent(product: Product, *words: str, model: str = "service") -> str:
    """What a prompt to a model is given."""
    assert product.type("-m", model, *words, "What do you know of me?").code == 0
    return json.dumps(product.prompts()[-1])


def test_the_first_prompt_keeps_it_here(upgraded: Product) -> None:
    given = sent(upgraded)
    assert OWN in given and "diabetes" not in given
    until(lambda: "- Has diabetes #local" in upgraded.profile(), "that it is marked")
    assert "- Lives in Oslo\n" in upgraded.profile() and f"- {OWN}\n" in upgraded.profile()
    given = sent(upgraded)
    assert "Lives in Oslo" in given and "diabetes" not in given


def test_the_user_is_told_once(upgraded: Product) -> None:
    sent(upgraded)
    until(lambda: "- Has diabetes #local" in upgraded.profile(), "that it is marked")
    told = "1 fact said on this machine, or with #local, now stay on it"
    assert told in upgraded.type("Hello there, model").out
    assert told not in upgraded.type("Hello again, model").out


@pytest.mark.once
def test_a_model_here_is_told_all_of_it(upgraded: Product) -> None:
    given = sent(upgraded, model="here")
    assert all(fact in given for fact in (OWN, "Has diabetes", "Lives in Oslo"))


@pytest.mark.parametrize("how", ["paused", "without updates"])
def test_it_is_marked_where_nothing_is_learned(upgraded: Product, how: str) -> None:
    if how == "paused":
        assert upgraded.run("memory", "pause").code == 0
    else:
        upgraded.env["LLM_MEMORY_UPDATES"] = "false"
    assert "diabetes" not in sent(upgraded)
    until(lambda: "- Has diabetes #local" in upgraded.profile(), "that it is marked")
    assert "diabetes" not in sent(upgraded)


@pytest.mark.once
def test_no_other_way_out_gives_it(upgraded: Product) -> None:
    upgraded.env["LLM_MEMORY_INJECT"] = ""
    upgraded.run("memory", "daemon", "stop")
    search = 'use Memory_search {"query": "has diabetes, Oslo"}'
    upgraded.run("-m", "service", "-T", "Memory", "use Memory_profile {}")
    upgraded.run("-m", "service", "-T", "Memory", search)
    upgraded.run("memory", "ask", "-m", "service", "What illness do I have?")
    asked = [asked for asked in upgraded.prompts() if asked["model"] == "service"]
    given = json.dumps([[each["results"], each["system"]] for each in asked])
    assert "Oslo" in given and "diabetes" not in given + asked[-1]["prompt"]
    for form in ("markdown", "json", "facts"):
        assert (
            "diabetes" not in upgraded.run("memory", "export", "--shareable", "--format", form).out
        )
    given = {"session_id": "s", "transcript_path": "/nowhere.jsonl", "cwd": str(upgraded.home)}
    shown = upgraded.hook("SessionStart", given)
    assert OWN in shown and "diabetes" not in shown
    ran = upgraded.run("memory", "context", "--for", "cloud", "Oslo, diabetes")
    assert "diabetes" not in ran.out.replace("Oslo, diabetes", "")


@pytest.mark.once
def test_no_embedding_service_is_given_it(upgraded: Product) -> None:
    ran = upgraded.run("memory", "reindex", env={"LLM_MEMORY_EMBEDDER": "meaning-service"})
    assert ran.code == 0, ran
    embedded = (upgraded.scripted / "embedded.txt").read_text()
    assert "Rows on" in embedded and "diabetes" not in embedded
