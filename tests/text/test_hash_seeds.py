"""What is found in a text does not depend on the order of sets, which each process has its own."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.once

_CODE = """
from llm_user_memory.recall.archived_facts import relevant
from llm_user_memory.recall.ranking import Features
from llm_user_memory.recall.reading import with_texts
from llm_user_memory.text import pasted

for said in (
    "enable-rcon=true\\nrcon.port=25575\\nwhite-list=true\\n"
    "mcrcon says auth failed tho, do i need quotes in server.properties",
    "make it shorter\\n\\nI bought the kettle in March and the lid broke. I am a pensioner. I want "
    "my money back.",
    "my week:\\n- monday off\\n- tuesday swim\\n- i hate wednesdays",
):
    print(pasted.shown.shown(said), *pasted.pieces(said))

words = "boat paint harbour winter sail rope engine colour".split()
texts = {n: ("talk", n, " ".join(words[n:] + words[: n // 2])) for n in range(len(words))}
print(with_texts(dict.fromkeys(texts, Features()), texts, "which boat", words))
facts = {f"Fact {n}": {*words[n:], *words[: n // 2]} for n in range(len(words))}
print(relevant(facts, 40, "my boat"))
"""


@pytest.mark.slow
def test_each_order_of_sets_finds_the_same() -> None:
    found = set()
    for seed in range(4):
        env = {**os.environ, "PYTHONHASHSEED": str(seed)}
        command = [sys.executable, "-c", _CODE]
        ran = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
        found.add(ran.stdout)
    assert len(found) == 1 and len(found.pop().splitlines()) == 5
