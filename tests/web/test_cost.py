"""What it did, and what that cost: by day, model and program, and as a chart."""

import time
from collections.abc import Iterator
from datetime import date, timedelta

import pytest

pytest.importorskip("starlette")

from support.learning import addition, learn
from support.web import Site, read, served, text_of

from llm_user_memory.settings import read_settings
from llm_user_memory.store import updates
from llm_user_memory.store.state import Store
from llm_user_memory.web import cost

pytestmark = [pytest.mark.once, pytest.mark.slow]

DAY = 86400.0
PRICES = "small=1/10"


@pytest.fixture
def site(store: Store) -> Iterator[Site]:
    with served(store.folder) as site:
        site.enter()
        yield site


def asked(store: Store, model: str, days_ago: int, tokens: tuple[int, int] | None = None) -> None:
    """Record a request, at noon of a day."""
    noon = time.mktime((date.today() - timedelta(days=days_ago)).timetuple()) + DAY / 2
    number = updates.begin(store.db, f"thread {model} {days_ago}", model, "lines", noon)
    if tokens:
        updates.record_tokens(store.db, number, *tokens)


def of_days(store: Store, prices: str = "") -> cost.Cost:
    return cost.of_days(store.db, read_settings({"LLM_MEMORY_PRICES": prices}))


def test_what_it_did(site: Site, store: Store) -> None:
    learn(store, "I love tea", addition("Loves tea", "I love tea"), at=time.time() - 60)
    learn(store, "I am tired", addition("Loves rum", "not said"), turn="b", at=time.time() - 50)
    failed = updates.begin(store.db, "t", "model-y", "lines", time.time())
    updates.fail(store.db, failed, (), "no <i>key</i>", transient=True, now=time.time())
    page = text_of(site.page("activity"))
    assert "added: Loves tea I love tea" in page
    assert "refused: Loves rum (its quote is not in what you typed)" in page
    assert "no <i>key</i>" in page and "model-y" in page
    tried = updates.find(store.db, failed)
    assert tried is not None
    updates.record_unkept(store.db, [tried._replace(status="done", error="", model="model-z")])
    page = text_of(site.page("activity"))
    assert "not kept, model-z" in page and "none of its edits was kept" in page
    assert "model-z" in {row.model for row in of_days(store).rows}


def test_every_day_has_its_place_and_every_model_its_part(store: Store) -> None:
    asked(store, "small", 0, (300, 100))
    asked(store, "large", 0, (100, 0))
    asked(store, "small", 29, (200, 50))
    asked(store, "small", 30, (999, 999))
    found = of_days(store)
    assert found.models == ["small", "large"]
    first, *today = found.bars
    assert first.x < 20 and {bar.x // 20 for bar in today} == {29}
    assert [(bar.colour, bar.height) for bar in (first, *today)] == [
        (0, 50.0),
        (0, 80.0),
        (1, 20.0),
    ]
    below, above = today
    assert below.y + below.height == cost.BASE and above.y + above.height == below.y
    assert above.says.endswith("large: 100 tokens, 1 request")
    assert "requests on 2 of 30 days" in found.in_words and ": 500." in found.in_words


def test_many_models_share_the_last_colour(store: Store) -> None:
    for number in range(9):
        asked(store, f"model{number}", number, (1000 - number, 0))
        asked(store, f"model{number}", 0, (10, 0))
    found = of_days(store)
    assert found.models == [*(f"model{number}" for number in range(5)), cost.OTHERS]
    assert max(bar.colour for bar in found.bars) == 5
    assert min(bar.y for bar in found.bars) >= 0
    assert sum(len({bar.colour}) for bar in found.bars if bar.says.startswith(found.last)) == 6


def test_a_model_that_counts_no_tokens_is_seen(store: Store) -> None:
    asked(store, "small", 3)
    [bar] = of_days(store).bars
    assert bar.height > 0 and "0 tokens, 1 request" in bar.says


def test_money_stands_beside_tokens_where_there_is_a_price(
    site: Site, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked(store, "small", 0, (1_000_000, 100_000))
    asked(store, "small", 1, (500_000, 0))
    asked(store, "dear", 1, (500_000, 0))
    asked(store, "small", 2)
    without = text_of(site.page("activity"))
    assert "$" not in without and "LLM_MEMORY_PRICES" in without
    monkeypatch.setenv("LLM_MEMORY_PRICES", PRICES)
    page = text_of(site.page("activity"))
    assert "small llm 1 1,000,000 100,000 $2.00" in page
    assert "dear llm 1 500,000 0 ?" in page
    assert "small llm 1 ? ? ?" in page, "nobody counted"
    assert "all 4 2,000,000 100,000 $2.50" in page
    assert "LLM_MEMORY_PRICES has no price of dear." in page


def test_the_program_that_was_learned_from_is_named(site: Site, store: Store) -> None:
    asked(store, "small", 0, (10, 1))
    thread = store.db.execute("select thread_id from updates").fetchone()[0]
    columns = [row["name"] for row in store.db.execute("pragma table_info(sessions)")]
    given = {"thread_id": thread, "client": "claude-code"}
    values = [given.get(name, "") for name in columns]
    marks = ",".join("?" * len(columns))
    store.db.execute(f"insert into sessions values ({marks})", values)
    assert "small claude-code 1 10 1" in text_of(site.page("activity"))


def test_the_chart_can_be_read_without_seeing_it(site: Site, store: Store) -> None:
    asked(store, "small", 0, (10, 1))
    tags = read(site.page("activity")).tags
    [chart] = [found for tag, found in tags if tag == "svg" and found.get("role") == "img"]
    assert "most tokens on" in str(chart["aria-label"])
    assert "by day and model" in str(chart["aria-label"])


def test_without_requests_there_is_no_chart(site: Site) -> None:
    assert "No model was asked." in text_of(site.page("activity"))
