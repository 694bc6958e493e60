"""What the request tells a model: the rules of the checks, the marks, and what stands where."""

import json
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.profile_strategies import profiles

from llm_user_memory.checks import fact_format, refusals
from llm_user_memory.checks.guard import CheckContext, check
from llm_user_memory.checks.quotes import TypedText
from llm_user_memory.model.answer import parse_answer
from llm_user_memory.model.forms import Form
from llm_user_memory.model.marks import OWN_LINE, marked, said_in
from llm_user_memory.model.request import SCHEMA, Message, request
from llm_user_memory.profile.document import EMPTY, STANDARD_SECTIONS, facts
from llm_user_memory.profile.edits import Edit
from llm_user_memory.profile.estimate import tokens
from llm_user_memory.text.words import fold

pytestmark = pytest.mark.once

PERSONAL, PROJECTS, INTERESTS, PREFERENCES = STANDARD_SECTIONS
TODAY = date(2026, 11, 21)
CHAT_FORMS: list[Form] = ["schema", "lines"]
PROFILE = """\
# User Profile

## Personal Information
- Lives in Quito
- Works at Acme

## Interests
- Takes salsa lessons
- Marathon in Bergen — 2027-04

## Family
- Has a sister
"""


def _fixed(form: Form, *, is_past: bool = False) -> str:
    return request(form, "", [Message("")], TODAY, is_past=is_past)


@pytest.mark.parametrize("form", CHAT_FORMS)
@pytest.mark.parametrize("is_past", [False, True])
def test_the_fixed_text_is_short(form: Form, is_past: bool) -> None:
    assert tokens(_fixed(form, is_past=is_past)) < 700


@pytest.mark.parametrize("form", CHAT_FORMS)
def test_what_changes_stands_last_so_that_providers_cache_the_rest(form: Form) -> None:
    one = request(form, "- Has a dog\n", [Message("hi")], TODAY, said={"has a dog": ""})
    other = request(form, PROFILE, [Message("ho", "ho")], date(2024, 2, 29), is_past=True)
    [prefix] = {text.partition("<profile>")[0] for text in (one, other, _fixed(form))}
    assert len(prefix) > 0.9 * len(_fixed(form))
    # Most conversations change nothing, so that the profile is the same for longer than the day.
    assert one.index("Has a dog") < one.index(str(TODAY)) < one.index("<conversation>")


# The refusals of the checks, and the words that tell the model of the rule.
TOLD = {
    refusals.NO_QUOTE: "Each fact needs a quote",
    refusals.QUOTE_NOT_FOUND: "words of the user, copied exactly",
    refusals.EMPTY_QUOTE: "two or more, that say this fact by themselves",
    refusals.REVERSED: 'Keep every "not"',
    refusals.INVENTED: "Names, numbers and dates are those of the user",
    refusals.MAYBE_REVERSED: 'Keep every "not"',
    refusals.MAYBE_MISREAD: "Names, numbers and dates are those of the user",
    refusals.MORE_THAN_SAID: "no more facts than it has words",
    refusals.ALREADY_KNOWN: "what the profile says already",
    refusals.MAYBE_KNOWN: "what the profile says already",
    refusals.NO_SUCH_FACT: "`old` is a fact of the profile",
    refusals.USERS_LINE: "change it only if the quote speaks of it",
    fact_format.NOT_ONE_LINE: "one plain line",
    fact_format.TOO_LONG: "at most 20 words and 200 characters",
    fact_format.MARKUP: "without markup",
    fact_format.TO_A_MODEL: 'becomes "Wants answers in German", never an order',
    fact_format.SECRET: "secrets such as passwords",
    refusals.SOMEBODY_ELSE: "other people's facts",
    refusals.MAYBE_ANOTHERS: "other people's facts",
    refusals.NOT_SO: "questions, one-off tasks, guesses, hypotheticals, jokes",
    refusals.MAYBE_SO: "guesses",
    refusals.GENERIC: 'wishes that anybody has ("prefers code that works")',
    refusals.FOR_ONCE: "one-off tasks",
    refusals.MAYBE_FOR_ONCE: "one-off tasks",
    refusals.NOT_EARNEST: "jokes, fiction, role-play",
    refusals.NOT_LIKED: "that say this fact by themselves",
    refusals.MAYBE_PASTED: "pasted or translated text",
    refusals.NOT_ENDED: 'only if the user\'s words end it ("no longer")',
}
NOT_TOLD = {
    refusals.UNRELATED: "the quote must say the fact; what code cannot tell waits for the user",
    refusals.SAYS_MORE: "the same; it waits for the user",
    refusals.MAYBE_FOR_A_WHILE: "the new fact may last; it waits for the user",
    refusals.FORGOTTEN: "a request that tells what was forgotten would remember it",
    refusals.SAID_AGAIN: "the same; it waits for the user",
    refusals.LIKE_FORGOTTEN: "the same; it waits for the user",
    refusals.TOO_MANY_REMOVALS: "a right removal is to be proposed all the same",
    refusals.USERS_SECTION: "the same; it waits for the user",
    refusals.NO_PLACE: "it says that the profile cannot be parsed",
    refusals.OUTDATED: "the request of a backfill says that the profile may be newer",
    refusals.PROPOSED_BY_TOOL: "no answer to a request",
    refusals.FROM_ANOTHER_PROGRAM: "no answer to a request",
    fact_format.NO_WORDS: "nobody writes a fact without a word",
    fact_format.MIXED_ALPHABETS: "nobody does so in good faith",
}
RULES = [
    "questions",
    "one-off tasks",
    "hypotheticals",
    "fiction",
    "role-play",
    "pasted or translated text",
    "other people's facts",
    "the assistant's words",
    'wishes that anybody has ("prefers code that works")',
    'the date instead of "tomorrow"',
    "only the last word counts",
    "in the language of the quote",
    'in the third person without a subject: "Lives in Oslo"',
    "copied without that mark",
    'only if the user\'s words end it ("no longer")',
    f'"{OWN_LINE}" that they wrote the line',
    *(f"\n{section}: " for section in STANDARD_SECTIONS),
    "another one of the profile",
]


@pytest.mark.parametrize("form", CHAT_FORMS)
@pytest.mark.parametrize("words", [*TOLD.values(), *RULES])
def test_every_rule_is_told(form: Form, words: str) -> None:
    assert words in _fixed(form).replace("\n", " ") or words in _fixed(form)


def test_of_every_refusal_it_is_known_whether_the_model_is_told() -> None:
    known = {
        value
        for module in (refusals, fact_format)
        for name, value in vars(module).items()
        if name.isupper() and isinstance(value, str)
    }
    assert known == {*TOLD, *NOT_TOLD}


def test_the_quote_is_written_before_the_fact_that_follows_from_it() -> None:
    assert next(iter(SCHEMA["properties"]["edits"]["items"]["properties"])) == "quote"
    example = _fixed("schema")
    assert example.index('"quote"') < example.index('"op"') < example.index('"new"')


# The worked example

WORKED = (
    "We left Quito for Tromsø, so no more salsa lessons. Please never use tables. "
    "How do tides work?"
)


def _example(form: Form) -> tuple[Edit, ...]:
    return parse_answer(_fixed(form).partition("<profile>")[0], EMPTY).edits


@pytest.mark.parametrize("form", CHAT_FORMS)
def test_the_worked_example_is_right(form: Form) -> None:
    assert f'"{WORKED}"' in _fixed(form)
    learned = CheckContext({fold(fact.text): "" for fact in facts(PROFILE)})
    text, verdicts = check(_example(form), PROFILE, [TypedText("turn", WORKED)], learned)
    assert [(each.edit.op, each.refusal) for each in verdicts] == [
        ("replace", ""),
        ("remove", ""),
        ("add", ""),
    ]
    assert [fact.text for fact in facts(text)] == [
        "Lives in Tromsø",
        "Works at Acme",
        "Marathon in Bergen — 2027-04",
        "Has a sister",
        "Wants no tables in answers",
    ]


@pytest.mark.parametrize("form", CHAT_FORMS)
def test_the_worked_example_is_refused_when_it_comes_back(form: Form) -> None:
    learned = CheckContext({fold(fact.text): "" for fact in facts(PROFILE)})
    typed = [TypedText("turn", "how do tides work?")]
    assert len(_example(form)) == 3
    assert check(_example(form), PROFILE, typed, learned)[0] == PROFILE


# Marks

MARKED = {
    "learned": (
        "- Lives in Oslo\n",
        {"lives in oslo": "2026-03"},
        "- Lives in Oslo — said 2026-03\n",
    ),
    "the user's own": ("- Plays chess\n", {"plays chess": ""}, "- Plays chess — own line\n"),
    "of unknown age": ("- Lives in Oslo\n", {}, "- Lives in Oslo\n"),
    "other signs": (
        "* Lives in “Oslo”!  \r\n",
        {"lives in oslo": ""},
        "* Lives in “Oslo”! — own line\r\n",
    ),
    "on two lines": (
        "- Lives in\n  Oslo\n- Rows\n",
        {"lives in oslo": "2026-03"},
        "- Lives in\n  Oslo — said 2026-03\n- Rows\n",
    ),
    "without a line's end": ("- Rows", {"rows": "2026-03"}, "- Rows — said 2026-03"),
    "no fact": ("Rows\n```\n- Rows\n```\n", {"rows": ""}, "Rows\n```\n- Rows\n```\n"),
}


@pytest.mark.parametrize(("profile", "said", "text"), MARKED.values(), ids=MARKED)
def test_facts_are_marked_in_the_requests_copy(
    profile: str, said: dict[str, str], text: str
) -> None:
    assert marked(profile, said) == text
    for form in CHAT_FORMS:
        asked = request(form, profile, [Message("hi")], TODAY, said=said)
        assert f"<profile>\n{text.strip()}\n</profile>" in asked


def test_a_base_model_is_shown_no_marks() -> None:
    said = {"lives in quito": "2026-03"}
    plain = request("completion", PROFILE, [Message("I row")], TODAY)
    assert request("completion", PROFILE, [Message("I row")], TODAY, said=said) == plain


NAMED = {
    "as it is": ("Lives in Quito", "Lives in Quito"),
    "with a month": ("Lives in Quito — said 2026-03", "Lives in Quito"),
    "an own line": ("Lives in Quito — own line", "Lives in Quito"),
    "with both": ("Lives in Quito — said 2026-03 — own line", "Lives in Quito"),
    "another dash": ("Lives in Quito - said 2026-03", "Lives in Quito"),
    "two hyphens": ("Lives in Quito -- own line", "Lives in Quito"),
    "without spaces": ("Lives in Quito—said 2026-03", "Lives in Quito"),
    "without 'said'": ("Lives in Quito — 2026-03", "Lives in Quito"),
    "in brackets": ("Lives in Quito (said 2026-03)", "Lives in Quito"),
    "in capitals": ("Lives in Quito — Own Line", "Lives in Quito"),
    "half a mark": ("Lives in Quito — own", "Lives in Quito"),
    "a comma": ("Lives in Quito, said in 2026-03.", "Lives in Quito"),
    "a bullet": ("- Lives in Quito — said 2026-03", "- Lives in Quito"),
    "in another case": ("lives in quito — said 2026-03", "lives in quito"),
    "a fact that ends in a month": (
        "Marathon in Bergen — 2027-04",
        "Marathon in Bergen — 2027-04",
    ),
    "such a fact with a mark": (
        "Marathon in Bergen — 2027-04 — said 2026-03",
        "Marathon in Bergen — 2027-04",
    ),
    "an unknown fact with a mark": ("Keeps bees — said 2026-03", "Keeps bees"),
    "an unknown one that ends in a month": ("Regatta — 2027-06", "Regatta — 2027-06"),
    "a mark alone": (" — own line", " — own line"),
}


@pytest.mark.parametrize(("old", "fact"), NAMED.values(), ids=NAMED)
def test_marks_are_taken_off_the_name_of_an_old_fact(old: str, fact: str) -> None:
    answer = f'{{"edits": [{{"op": "remove", "section": "", "old": "{old}", "quote": "q"}}]}}'
    assert [edit.old for edit in parse_answer(answer, PROFILE).edits] == [fact]


NEW = {
    "none": ("Lives in Oslo", "Lives in Oslo"),
    "a month": ("Lives in Oslo — said 2026-11", "Lives in Oslo"),
    "an own line": ("Lives in Oslo — own line", "Lives in Oslo"),
    "both": ("Lives in Oslo — own line — said 2026-11", "Lives in Oslo"),
    "a date of its own": ("Moves to Oslo — 2026-12", "Moves to Oslo — 2026-12"),
    "words that look alike": ("Has a shop of her own", "Has a shop of her own"),
    "what somebody said": ("Likes what Plato said", "Likes what Plato said"),
}


@pytest.mark.parametrize(("new", "fact"), NEW.values(), ids=NEW)
def test_marks_are_taken_off_a_new_fact(new: str, fact: str) -> None:
    document = EMPTY.replace("## Interests", f"## Interests\n- {new}")
    answers = [
        document,
        f'ADD Interests | {new} | "q"',
        f"Interests: {new}",
        f'{{"op": "add", "section": "Interests", "new": "{new}", "quote": "q"}}',
    ]
    for answer in answers:
        assert [edit.new for edit in parse_answer(answer, EMPTY).edits] == [fact]


def test_a_marked_profile_given_back_as_a_document_changes_nothing() -> None:
    said = {fold(fact.text): "2026-03" if "Quito" in fact.text else "" for fact in facts(PROFILE)}
    assert parse_answer(marked(PROFILE, said), PROFILE).edits == ()


months = st.sampled_from(["", "2026-03"])


@given(profiles, st.lists(months, max_size=8))
def test_every_marked_fact_is_recognized(profile: str, said: list[str]) -> None:
    named = dict(zip((fold(fact.text) for fact in facts(profile)), said, strict=False))
    copy = marked(profile, named)
    assert len(facts(copy)) == len(facts(profile))
    for fact, was in zip(facts(copy), facts(profile), strict=True):
        mark = named.get(fold(was.text))
        ending = "" if mark is None else said_in(mark) if mark else OWN_LINE
        assert fact.text == was.text + ending
        removal = json.dumps({"op": "remove", "old": fact.text})
        assert [edit.old for edit in parse_answer(removal, profile).edits] == [was.text]
