"""Long-term learning: 200 conversations of one person, with one, two and four facts each.

    python benchmarks/life.py locomo10.json

takes a file in the form of LoCoMo (see recall.py). The turns of three of its speakers are taken as
typed prompts, in 200 conversations with the dates of the data. A scripted model proposes their own
sentences as facts, beginning with those that a question of the data is about, that is, that share
the most words with the question and its answer. Each conversation is learned in the normal way:
request, answer, checks, archive, version. The results are the size of the profile after each of
them, the refused and waiting edits, and for the learned facts that a question is about, the share
that is in the profile or given to a prompt that asks the question.

With --docs the table goes into docs/archive.md.
"""

import json
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Any

from recall_prompts import PROMPTS

from llm_user_memory.learn import update
from llm_user_memory.learn.material import Material
from llm_user_memory.logs import Turn
from llm_user_memory.profile.document import facts
from llm_user_memory.profile.estimate import tokens
from llm_user_memory.profile.render import archived_in
from llm_user_memory.profile.split import split
from llm_user_memory.recall import archived_facts
from llm_user_memory.settings import Folder, Settings
from llm_user_memory.store import review_queue, state, updates
from llm_user_memory.store.profile import versions
from llm_user_memory.store.state import Store
from llm_user_memory.text.words import akin, content_words, fold, is_question, sentences

PAGE = Path(__file__).parents[1] / "docs" / "archive.md"
CONVERSATIONS = 200
RATES = (1, 2, 4)
PEOPLE = 3
_LONGEST = 150
_MARK = "<!-- life -->"


@dataclass(frozen=True)
class Said:
    """One turn of a person: its id in the data, its time, and its sentences that are statements."""

    id: str
    at: float
    text: str
    statements: Sequence[str]


@dataclass(frozen=True)
class Person:
    """A person of the data: their turns, and (question, ids of the turns that answer it)."""

    name: str
    turns: Sequence[Said]
    questions: Sequence["Question"]


@dataclass(frozen=True)
class Question:
    """A question, and the statements that it is about: one from each turn that answers it."""

    text: str
    own: str  # as the person would ask it, with "I" for their name
    about: frozenset[str]


@dataclass
class Life:
    """The results of a person's conversations."""

    edits: Counter[str] = field(default_factory=Counter)
    waiting: int = 0
    largest: int = 0
    facts: int = 0
    archived: int = 0
    seconds: float = 0.0
    in_profile: list[bool] = field(default_factory=list)
    reached: list[bool] = field(default_factory=list)
    asked_own: list[bool] = field(default_factory=list)
    given: list[int] = field(default_factory=list)
    given_for_nothing: list[int] = field(default_factory=list)


def people(path: Path) -> list[Person]:
    """Return the people of the data who said the most."""
    found = []
    for number, talk in enumerate(json.loads(path.read_text())):
        spoken = talk["conversation"]
        for name in (spoken["speaker_a"], spoken["speaker_b"]):
            turns = list(_turns(spoken, name))
            stated = {turn.id: turn.statements for turn in turns}
            asked = [_question(name, question, stated) for question in talk["qa"]]
            label = f"{name} ({number + 1})"
            found.append(Person(label, turns, [question for question in asked if question.about]))
    return sorted(found, key=lambda person: -sum(len(t.statements) for t in person.turns))[:PEOPLE]


def _question(name: str, given: dict[str, Any], stated: Mapping[str, Sequence[str]]) -> Question:
    """A question of the data; without statements if it is adversarial, or about no statement."""
    words = content_words(f"{given['question']} {given.get('answer', '')}")
    about = set()
    for turn_id in given.get("evidence") or () if given["category"] != 5 else ():
        shared = {text: _shared(text, words) for text in stated.get(turn_id, ())}
        best = max(shared, key=shared.__getitem__, default="")
        if best and shared[best]:
            about.add(best)
    text = given["question"]
    own = re.sub(rf"\b{name}\b", "I", re.sub(rf"\b{name}['’]s\b", "my", text))
    return Question(text, own, frozenset(about))


def _shared(text: str, words: Sequence[str]) -> int:
    return sum(any(akin(word, other) for other in words) for word in set(content_words(text)))


def _turns(spoken: dict[str, Any], name: str) -> Iterator[Said]:
    for key, session in spoken.items():
        if key.startswith("session_") and isinstance(session, list):
            when = spoken[f"{key}_date_time"]
            began = datetime.strptime(when, "%I:%M %p on %d %B, %Y").timestamp()
            for place, turn in enumerate(session):
                if turn["speaker"] == name:
                    stated = [text for text in sentences(turn["text"]) if _is_statement(text)]
                    yield Said(turn["dia_id"], began + 60 * place, turn["text"], stated)


def _is_statement(sentence: str) -> bool:
    words = {"i", "im", "ive", "id", "my", "me", "we", "our"}
    is_own = not words.isdisjoint(fold(sentence).split())
    return (
        is_own
        and not is_question(sentence)
        and len(sentence) <= _LONGEST
        and len(content_words(sentence)) > 2
    )


def live(person: Person, rate: int, model: "Scripted", folder: Folder) -> Life:
    """Run the conversations of a person, with `rate` facts each."""
    life = Life()
    settings = Settings()
    asked = frozenset[str]().union(*(question.about for question in person.questions))
    began = time.perf_counter()
    with state.opened(folder) as store:
        for chunk in _chunks(person.turns, CONVERSATIONS):
            stated = [text for turn in chunk for text in turn.statements]
            stated.sort(key=lambda text: text not in asked)
            edits = [_addition(text) for text in stated[:rate]]
            model.answer = json.dumps({"edits": edits}, ensure_ascii=False)
            result = update.learn_from(store, settings, material(chunk), model.model_id)
            assert result.status == "done", result.error
            life.edits.update(verdict.refusal or "taken" for verdict in result.verdicts)
            active = split(versions.read(store).text)[0]
            life.largest = max(life.largest, tokens(active))
        life.seconds = (time.perf_counter() - began) / CONVERSATIONS
        _ask(store, person, life)
    return life


def _ask(store: Store, person: Person, life: Life) -> None:
    """Ask the questions, and record which facts are in the prompt."""
    profile = versions.read(store).text
    life.waiting = len(review_queue.open_edits(store.db, profile))
    active, stored = split(profile)
    in_active, in_stored = ({fold(fact.text) for fact in facts(part)} for part in (active, stored))
    life.facts, life.archived = len(facts(profile)), len(facts(stored))
    for question in person.questions:
        if known := set(map(fold, question.about)) & (in_active | in_stored):
            life.in_profile += [fact in in_active for fact in known]
            for prompt, reached in ((question.text, life.reached), (question.own, life.asked_own)):
                got = archived_in(archived_facts.fragment(store, stored, prompt))
                reached += [fact in in_active or fact in map(fold, got) for fact in known]
            life.given.append(len(got))
    for line in PROMPTS.read_text().splitlines():
        prompt = line.split("\t")[-1]
        life.given_for_nothing.append(
            len(archived_in(archived_facts.fragment(store, stored, prompt)))
        )


def _chunks(turns: Sequence[Said], number: int) -> Iterator[Sequence[Said]]:
    """The turns, divided into `number` conversations of nearly the same length."""
    for n in range(number):
        if chunk := turns[n * len(turns) // number : (n + 1) * len(turns) // number]:
            yield chunk


def _addition(text: str) -> dict[str, str]:
    return {"op": "add", "section": "Personal Information", "old": "", "new": text, "quote": text}


def material(chunk: Sequence[Said]) -> Material:
    """Return the turns of one conversation."""
    turns = [
        Turn(
            id=turn.id,
            thread_id=chunk[0].id,
            model="life",
            started=turn.at,
            ended=turn.at + 1,
            prompt=turn.text,
            response="",
        )
        for turn in chunk
    ]
    return Material(chunk[0].id, turns, {turn.id: turn.text for turn in chunk}, {}, updates.LOG)


def _row(person: str, rate: int, life: Life) -> str:
    proposed = life.edits.total()
    cells = (
        person,
        f"{rate}",
        f"{proposed}",
        f"{life.edits['taken']}",
        f"{life.waiting}",
        f"{life.largest:,}",
        f"{life.facts - life.archived} + {life.archived}",
        f"{100 * fmean(life.in_profile or [0]):.0f} %",
        f"{100 * fmean(life.reached or [0]):.0f} %",
        f"{100 * fmean(life.asked_own or [0]):.0f} %",
        f"{fmean(life.given or [0]):.1f}",
        f"{fmean(life.given_for_nothing):.2f}",
        f"{1000 * life.seconds:.0f} ms",
    )
    return f"| {' | '.join(cells)} |"


_HEADING = (
    "| person | facts a conversation | proposed | taken | wait | largest profile, tokens | facts "
    "at the end: profile + archive | of the facts asked about, in the profile | in it or given | "
    "asked with “I” | given to a question | given to an ordinary prompt | an update |\n"
    f"| --- {'| ---: ' * 12}|"
)


def main(path: Path, *, docs: bool) -> None:
    """Print the table, and what was refused; write the table into the docs if asked to."""
    refused: Counter[str] = Counter()
    lines = [_HEADING]
    model = registered()
    for person in people(path):
        for rate in RATES:
            with TemporaryDirectory() as folder:
                life = live(person, rate, model, Folder(Path(folder).resolve() / "memory"))
            lines.append(_row(person.name, rate, life))
            refused.update(life.edits)
            print(lines[-1], file=sys.stderr, flush=True)
    print("\n".join(lines))
    if docs:
        page = PAGE.read_text().partition(_MARK)[0]
        PAGE.write_text(f"{page}{_MARK}\n" + "\n".join(["", *lines, ""]))
    print()
    for reason, count in refused.most_common():
        print(f"{count:>6}  {reason}")


def registered() -> "Scripted":
    """Register the scripted model "life", and return it."""
    import llm
    from llm.plugins import pm

    class Model(llm.Model):
        model_id = "life"
        supports_schema = True
        answer = ""

        def execute(self, *_: Any, **__: Any) -> Any:
            yield self.answer

    model = Model()

    class Plugin:
        @llm.hookimpl
        def register_models(self, register: Any) -> None:
            register(model)

    pm.register(Plugin())
    return model


Scripted = Any

if __name__ == "__main__":
    with TemporaryDirectory() as home:
        os.environ["LLM_USER_PATH"] = home
        main(Path(sys.argv[1]), docs="--docs" in sys.argv)
