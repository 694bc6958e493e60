"""The passages that a prompt is given: those that bear on it, whatever signs it has."""

import sqlite3
from contextlib import closing

import pytest
from support.llm_log import START, Log

from llm_user_memory.egress import USER
from llm_user_memory.errors import LogsError
from llm_user_memory.recall import for_prompts, lookup
from llm_user_memory.recall.hits import Query
from llm_user_memory.settings import read_settings
from llm_user_memory.store.state import Store

pytestmark = pytest.mark.once

SAID = "My sailing boat Albatross lies in Kiel"
_TEXTS = "turn_search where turn_id"
SETTINGS = read_settings({"LLM_MEMORY_EMBEDDER": "none"})


@pytest.fixture
def talks(store: Store, log: Log) -> Store:
    log.say(SAID, START + 1)
    log.say("How do I sort a list in Rust?", START + 2)
    lookup.find(store, SETTINGS, Query("boat"))
    return store


def given(store: Store, prompt: str, *, is_question: bool = False) -> str:
    found = for_prompts.passages_fragment(
        store.folder, SETTINGS, prompt, destination=lambda: USER, is_question=is_question
    )
    return found.text


PROMPTS = [
    'Is the sailing boat that lies in Kiel called "Alba" or "Albatross"?',
    "Write about my sailing boat Albatross in Kiel, with pandoc -boat -o boat.pdf",
]


@pytest.mark.parametrize("prompt", PROMPTS)
def test_a_prompt_is_no_search_with_signs(talks: Store, prompt: str) -> None:
    assert SAID in given(talks, prompt)
    assert SAID not in given(talks, prompt, is_question=True)


def test_what_was_deleted_is_left_out_while_another_process_writes(talks: Store, log: Log) -> None:
    gone = log.say("The sailing boat Albatross in Kiel is green", START + 3)
    lookup.find(talks, SETTINGS, Query("boat"))
    log.run(*(f"delete from {name} = '{gone}'" for name in ("turns where id", _TEXTS)))
    asked = "Where does my sailing boat Albatross lie, in Kiel?"
    with closing(sqlite3.connect(talks.folder.index_db, isolation_level=None)) as writer:
        writer.execute("begin immediate")
        assert SAID in given(talks, asked) and "green" not in given(talks, asked)


def test_a_prompt_that_nothing_fits_reads_no_texts(talks: Store, log: Log) -> None:
    log.path.write_bytes(b"no database, but a file of the same name" * 50)
    assert given(talks, "Write a haiku about autumn rain on a list of things") == ""
    with pytest.raises(LogsError):
        given(talks, "Where does my sailing boat Albatross lie, in Kiel?")
