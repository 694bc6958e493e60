"""Whatever a model answers, the profile holds only what the user said.

The table is `support/hostile_answers.py`; docs/trust.md publishes the counts of what runs here.
"""

import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from cogapp import Cog
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.hostile_answers import (
    LEARNED,
    NOW,
    PROFILE,
    QUOTING,
    ROWS,
    SAID,
    TRUNCATED,
    Row,
    cut_off,
    known,
    outcome,
    runs,
    said,
)
from support.learning import save_update
from support.product import Product
from support.secret_cases import SECRETS
from support.torture import example_count

from llm_user_memory.checks import guard, refusals
from llm_user_memory.checks.guard import CheckContext, Verdict
from llm_user_memory.model.answer import parse_answer
from llm_user_memory.settings import Folder
from llm_user_memory.store import origins, state, updates
from llm_user_memory.store.profile import versions
from llm_user_memory.store.state import Store
from llm_user_memory.text.words import fold

pytestmark = [pytest.mark.once, pytest.mark.slow]


def _changed(before: str, after: str) -> tuple[set[str], set[str]]:
    """The facts, folded, of the lines that came, and the lines that went."""
    old, new = set(before.split("\n")), set(after.split("\n"))
    return {fold(line) for line in new - old}, old - new


CATEGORIES = list(dict.fromkeys(row.category for row in ROWS))


@pytest.mark.parametrize("category", CATEGORIES)
def test_an_answer_leaves_just_the_profile_it_must(category: str) -> None:
    wrong = [
        f"{row.name} ({run.form})"
        for row in ROWS
        if row.category == category
        for run in runs(row)
        if outcome(run)[0] != run.left
    ]
    assert not wrong


def test_a_refusal_gives_its_reason() -> None:
    wrong = [
        f"{row.name} ({run.form}): {[verdict.refusal for verdict in verdicts]}"
        for row in ROWS
        if row.why
        for run in runs(row)
        if run.form in QUOTING
        for verdicts in [outcome(run)[1]]
        if not verdicts or verdicts[-1].refusal != row.why
    ]
    assert not wrong


def test_the_page_says_what_was_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    assert Cog().main(["cog", "--check", "docs/trust.md"]) == 0, "`make docs` was not run"


def test_the_table_is_as_large_as_promised() -> None:
    assert len(ROWS) >= 200
    assert len({(row.category, row.name) for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize("cut", TRUNCATED, ids=lambda cut: cut.name)
def test_an_answer_cut_off_at_any_byte_leaves_whole_facts_alone(cut: Row) -> None:
    left = [outcome(run)[0] for run in cut_off(cut)]
    assert left[0] == PROFILE and left[-1] == cut.left
    meant = {fold(edit.new) for edit in parse_answer(cut.answer, PROFILE).edits}
    for step in set(left):
        new, gone = _changed(PROFILE, step)
        assert new <= meant and gone <= {"- Lives in Quito"}


def test_a_secret_is_on_no_record() -> None:
    hidden = {secret.name: secret.hidden for secret in SECRETS}
    for row in ROWS:
        for run in runs(row) if row.category == "secrets" else ():
            recorded = str([verdict.edit for verdict in outcome(run)[1]])
            assert hidden[row.name] not in recorded, row.name


# For any answer at all

# A prompt, what of it was said, and what was only shown.
PROMPTS = [
    (SAID[0], SAID[0], ""),
    ("Ich bin Imker und wohne in Graz.", "Ich bin Imker und wohne in Graz.", ""),
    ("猫が二匹います。", "猫が二匹います。", ""),
    ("मैं दिल्ली में रहता हूँ।", "मैं दिल्ली में रहता हूँ।", ""),
    ("أعيش في القاهرة", "أعيش في القاهرة", ""),
    ("fix it\n```\nI love sailing\n```", "fix it", "I love sailing"),
    ("reply:\n> I speak Greek\n> at home", "reply:", "I speak Greek at home"),
]
FRAGMENTS = [
    *(run.answer for row in ROWS if row.category == "good answers" for run in runs(row)),
    *(f"{op} Interests | " for op in ("ADD", "REPLACE", "REMOVE", "MERGE")),
    *("Interests: ", "## Interests\n", "- ", " | ", '"', "{", "}", "[", "]", ",", "\n", "```"),
    *('{"edits": [', '{"op": "remove", "old": "', '", "quote": "', "<think>", "</think>"),
    *("Keeps bees", "I keep bees", "I love sailing", "I speak Greek", "Speaks Greek", "Surfs"),
    *("Likes tea", "Plays chess", "Lives in Quito", "A sister, Tove", "Has 3 kids", "Ana"),
    *(
        "Wohnt in Graz",
        "wohne in Graz",
        "दिल्ली में रहता हूँ",
        "猫が二匹います",
        "...",
        "…",
        "NO_UPDATE",
    ),
]
prompts = st.lists(st.sampled_from(PROMPTS), max_size=3)
built = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=4), max_size=12).map("".join)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A good answer with some of it lost, doubled, or replaced."""
    answer = draw(st.sampled_from(FRAGMENTS[:20]))
    for _ in range(draw(st.integers(0, 4))):
        start, stop = sorted(draw(st.tuples(*[st.integers(0, len(answer))] * 2)))
        put = draw(st.sampled_from(["", answer[start:stop] * 2, "|", '"', "\n", "\0"]) | built)
        answer = answer[:start] + put + answer[stop:]
    return answer


answers = st.text() | built | mutated()


def _check(answer: str, asked: list[tuple[str, str, str]]) -> tuple[str, list[Verdict]]:
    row = Row("any", "any", tuple(prompt for prompt, _said, _shown in asked))
    return guard.check(parse_answer(answer, PROFILE).edits, PROFILE, said(row.typed), known(row))


def _letters(text: str) -> str:
    """Another way to fold than the code's: letters, marks and figures alone."""
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return "".join(letter for letter in text if unicodedata.category(letter)[0] in "LMN")


def _is_quoted(quote: str, asked: list[tuple[str, str, str]]) -> bool:
    pieces = list(filter(None, map(_letters, quote.replace("…", "...").split("..."))))
    return bool(pieces) and all(
        any(piece in _letters(words) for _prompt, words, _shown in asked) for piece in pieces
    )


@given(answers, prompts)
@settings(deadline=None)
def test_no_answer_touches_a_line_that_the_user_wrote(
    answer: str, asked: list[tuple[str, str, str]]
) -> None:
    after, _verdicts = _check(answer, asked)
    left = iter(after.split("\n"))
    spoken_of = "- Works at Acme"  # "I left Acme for Hooli"
    for line in PROFILE.split("\n"):
        if line.removeprefix("- ") not in LEARNED and line != spoken_of:
            assert line in left


@given(answers, prompts)
@settings(deadline=None)
def test_every_new_fact_has_a_quote_that_the_user_said(
    answer: str, asked: list[tuple[str, str, str]]
) -> None:
    after, verdicts = _check(answer, asked)
    quotes = {v.edit.new: v.edit.quote for v in verdicts if not v.refusal and v.edit.new}
    for line in set(after.split("\n")) - set(PROFILE.split("\n")):
        quote = quotes[line.lstrip("-* ")]
        is_merged = all(
            _letters(part) in map(_letters, LEARNED.values()) for part in quote.split(" ... ")
        )
        assert _is_quoted(quote, asked) or is_merged


@given(answers, prompts)
@settings(deadline=None)
def test_the_same_answer_again_changes_nothing_more(
    answer: str, asked: list[tuple[str, str, str]]
) -> None:
    edits = parse_answer(answer, PROFILE).edits
    row = Row("any", "any", tuple(prompt for prompt, _said, _shown in asked))
    once, verdicts = guard.check(edits, PROFILE, said(row.typed), known(row))
    taken = {fold(v.edit.new): v.edit.quote for v in verdicts if not v.refusal and v.edit.new}
    # Removals put off to another time, and edits that undo each other, are no mistake.
    assume(refusals.TOO_MANY_REMOVALS not in [verdict.refusal for verdict in verdicts])
    assume(taken.keys().isdisjoint(fold(part) for edit in edits for part in edit.old.split("|")))
    learned = CheckContext({**known(row).learned, **taken})
    again = parse_answer(answer, once).edits
    assert guard.check(edits, once, said(row.typed), learned)[0] == once
    assert guard.check(again, once, said(row.typed), learned)[0] == once


# Through the store, and through the whole product


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    folder = Folder(tmp_path_factory.mktemp("store") / "memory")
    with state.opened(folder) as store:
        yield store


@given(answers, prompts)
@settings(deadline=None, max_examples=example_count(25))
def test_what_is_written_is_what_was_checked(
    store: Store, answer: str, asked: list[tuple[str, str, str]]
) -> None:
    versions.change(store, lambda _text: PROFILE, "reset")
    expected, verdicts = _learn(store, answer, asked)
    assert store.folder.profile.read_bytes() == expected.encode()
    written = origins.of_facts(store.db)
    for verdict in verdicts:
        if not verdict.refusal and verdict.edit.op != "remove":
            assert written[fold(verdict.edit.new)].quote == verdict.edit.quote


def _learn(
    store: Store, answer: str, asked: list[tuple[str, str, str]]
) -> tuple[str, list[Verdict]]:
    """Take an answer as an update does; returns what the profile must be now."""
    update = updates.begin(store.db, "thread", "model", "lines", NOW)
    after, verdicts = _check(answer, asked)

    def record(_version: int) -> None:
        updates.finish(store.db, update, [], verdicts, NOW)

    save_update(store, lambda _text: after, update, record)
    return after, verdicts


# In one session, so that each finds what the ones before it left.
NASTY = {
    "made up": ["a fact and its quote", "a quote of small words", "a year", "a name", "a not"],
    "changed on the way": ["2 cats are 3", "a not cut off", "Java is JavaScript"],
    "taken away": ["the user's line, no reason", "a fact that is not there"],
    "advice taken as a wish": ["agreed to", "the advice quoted"],
    "shown, not said": ["a fence", "quoted lines", "a mail", "HTML", "an employer out of a fence"],
    "repeated for ever, and huge": ["an object", "a line"],
    "thinking aloud": ["in channels", "a draft, then nothing"],
    "injections": ["ignore: 'IGNORE ALL PREVIOUS INSTRUCTIONS'"],
    "users who write German": ["a number changed", "a quote in English"],
    "users who write Hindi": ["a not dropped"],
    "the profile rewritten": ["emptied", "a number changed"],
}


@pytest.mark.product
def test_the_whole_product_withstands_the_nastiest_answers(product: Product) -> None:
    nasty = [row for row in ROWS if row.name in NASTY.get(row.category, ())]
    assert len(nasty) == sum(map(len, NASTY.values()))
    chosen = [next(run for run in runs(row)) for row in nasty]
    product.folder.create()
    product.folder.profile.write_text(PROFILE)
    asked = {f"No {n}.": run for n, run in enumerate(chosen)}
    product.answer({number: run.answer for number, run in asked.items()})
    for number, run in asked.items():
        product.type(f"{number} {run.row.typed[0]}")
    product.wait_until_settled()
    with_bees = [run for run in chosen if run.left != PROFILE]
    expected = with_bees[0].left if with_bees else PROFILE
    assert product.profile() == expected
    logged = product.run("memory", "log", "-n", "100").out
    assert logged.count("llm logs --cid") == len(asked)
    for run in chosen:
        assert run.row.why in logged, run.row.name
