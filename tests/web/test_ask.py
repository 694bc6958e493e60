"""`ask` on the page: the answer with its quotes, what comes nearest, and what is sent to whom."""

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("starlette")

import llm
from llm.plugins import load_plugins, pm
from support.llm_log import START, Log
from support.web import Site, form_of, served, text_of

from llm_user_memory.learn import manual
from llm_user_memory.store.state import Store

pytestmark = [pytest.mark.once, pytest.mark.slow]

QUESTION = "Which database does the <b>shop</b> use?"
SAID = "We chose Postgres for the <b>shop</b> database"
FOUND = f'ANSWER: Postgres\nFROM 1: "{SAID}"'


class Model(llm.Model):
    """Answers with what it was given, in turn; an error is raised."""

    model_id = "gpt-4o-mini"
    api_base = "https://models.example.com"

    def __init__(self) -> None:
        self.answers: list[str | Exception] = []
        self.asked: list[str] = []

    def execute(self, prompt: Any, *_: Any, **__: Any) -> Iterator[str]:
        self.asked.append(prompt.prompt)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        yield answer


class Plugin:
    def __init__(self, model: Model) -> None:
        self.model = model

    @llm.hookimpl(trylast=True)
    def register_models(self, register: Any) -> None:
        register(self.model)


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[Model]:
    monkeypatch.setenv("LLM_MODEL", "gpt-4o-mini")
    load_plugins()
    plugin = Plugin(Model())
    pm.register(plugin)
    yield plugin.model
    pm.unregister(plugin)


@pytest.fixture
def site(store: Store, log: Log, model: Model) -> Iterator[Site]:
    assert not model.asked
    log.say(SAID, START + 100, model="gpt-4o-mini", response="Noted")
    with served(store.folder) as site:
        site.enter()
        yield site


def ask(site: Site, question: str = QUESTION) -> str:
    """Send the form as the page has it, and return the page that answers."""
    fields = form_of(site.page("find"), "ask")
    found = site.post("ask", {**fields, "question": question})
    assert found.status == 200, found.text
    return found.text


def test_the_answer_has_its_quotes_their_day_and_how_to_read_on(site: Site, model: Model) -> None:
    model.answers = [FOUND]
    page = ask(site)
    text = text_of(page)
    assert "Answer Postgres" in text and SAID in text and "llm logs --cid" in text
    assert "<b>shop" not in page and form_of(page, "ask")["question"] == QUESTION
    [asked] = model.asked
    assert "Postgres" in asked and "gpt-4o-mini is sent the passages that fit" in text


def test_an_answer_that_nothing_supports_is_not_shown(site: Site, model: Model) -> None:
    model.answers = ['ANSWER: Oracle\nFROM 1: "We chose Oracle"', "NOT FOUND"]
    text = text_of(ask(site))
    assert "Not found" in text and "Oracle" not in text
    assert "What comes nearest to it:" in text and SAID in text
    assert len(model.asked) == 2


def test_where_nothing_was_said_no_model_is_asked(site: Site, model: Model) -> None:
    text = text_of(ask(site, "zymurgy"))
    assert "Not found" in text and "nearest" not in text and not model.asked


def test_what_stays_on_this_machine_is_not_sent_elsewhere(
    site: Site, store: Store, model: Model
) -> None:
    manual.add(store, [("Interests", "The shop runs on a sloop #local"), ("Interests", "Sings")])
    model.answers = [FOUND.replace("FROM 1", "FROM 2")]  # the profile is shown first
    ask(site)
    [asked] = model.asked
    assert "Sings" in asked and "sloop" not in asked


@pytest.mark.parametrize(
    ("question", "says"), [("", "Ask something."), (QUESTION, "no <i>key</i>")]
)
def test_a_failure_is_said_and_the_question_is_kept(
    site: Site, model: Model, question: str, says: str
) -> None:
    model.answers = [RuntimeError("no <i>key</i>")]
    fields = form_of(site.page("find"), "ask")
    said = site.post("ask", {**fields, "question": question})
    assert said.status == 303 and "database" not in said.headers["location"]
    page = site.ask(said.headers["location"]).text
    assert says in text_of(page) and "<i>" not in page
    assert form_of(page, "ask")["question"] == question
