"""The request to a model, and every form of answer that models have been seen to give."""

import json
from datetime import date

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from support.cpu import bounded
from support.profile_strategies import profiles
from support.rows import for_each
from support.torture import example_count

from llm_user_memory.checks.guard import CheckContext, check
from llm_user_memory.checks.quotes import TypedText
from llm_user_memory.model.answer import MOST_EDITS, parse_answer
from llm_user_memory.model.no_change import means_nothing
from llm_user_memory.model.request import (
    LONGEST_CONVERSATION,
    LONGEST_MESSAGE,
    LONGEST_REPLY,
    SCHEMA,
    Form,
    Message,
    request,
)
from llm_user_memory.profile.document import EMPTY, STANDARD_SECTIONS, facts
from llm_user_memory.profile.edits import Edit
from llm_user_memory.text.words import fold

pytestmark = pytest.mark.once

PERSONAL, PROJECTS, INTERESTS, PREFERENCES = STANDARD_SECTIONS
SECTION_NAMES = set(map(fold, STANDARD_SECTIONS))
PROFILE = """\
# User Profile

## Personal Information
- Lives in Quito
- Works at Acme

## Interests
- Likes tea

## Family
- Has a sister
"""
TODAY = date(2026, 11, 21)
BEES = Edit("add", INTERESTS, new="Keeps bees", quote="I keep bees")
MOVED = Edit("replace", PERSONAL, "Lives in Quito", "Lives in Oslo", "I moved to Oslo")
LEFT = Edit("remove", PERSONAL, "Works at Acme", quote="I left Acme")
ALL = [BEES, MOVED, LEFT]


def _as_json(*edits: Edit) -> str:
    fields = ("op", "section", "old", "new", "quote")
    return json.dumps(
        {"edits": [{field: getattr(edit, field) for field in fields} for edit in edits]}
    )


JSON = _as_json(*ALL)
JSON_ANSWERS = [
    ("plain", JSON, ALL),
    ("indented", json.dumps(json.loads(JSON), indent=2), ALL),
    ("fenced", f"```json\n{JSON}\n```", ALL),
    ("with prose around", f"Sure! Here {{you}} are:\n{JSON}\nAnything else?", ALL),
    ("after thinking", f"<think>{{maybe}} ADD a | b</think>\n{JSON}", ALL),
    ("trailing commas", JSON.replace('"}]', '",},]'), ALL),
    ("cut off after an edit", JSON[: JSON.index("remove")], [BEES, MOVED]),
    ("cut off within the first edit", JSON[:40], None),
    ("a bare list", json.dumps(json.loads(JSON)["edits"]), ALL),
    ("one edit alone", json.dumps(json.loads(JSON)["edits"][0]), [BEES]),
    ("one edit, not in a list", _as_json(BEES).replace("[", "").replace("]", ""), [BEES]),
    ("an edit for each line", "\n".join(_as_json(edit) for edit in ALL), ALL),
    ("the same twice", JSON + JSON, ALL),
    ("op in capitals", JSON.replace("add", "ADD"), ALL),
    (
        "a new line in a quote",
        _as_json(BEES).replace("keep bees", "keep\nbees"),
        [Edit("add", INTERESTS, new="Keeps bees", quote="I keep\nbees")],
    ),
    ("no edits", '{"edits": []}', []),
    ("no edits, null", '{"edits": null}', []),
    ("no edits, a bare list", "[]", []),
    ("no edits, a bare fenced list", "```json\n[ ]\n```", []),
    ("an unknown op", '{"edits": [{"op": "frobnicate", "new": "x"}]}', []),
    ("numbers for texts", '{"edits": [{"op": "add", "section": 1, "new": 2}]}', [Edit("add", "")]),
    ("null for texts", '{"edits": [{"op": "remove", "old": null}]}', [Edit("remove", "")]),
    ("texts for edits", '{"edits": ["add", "x", 3, null, []]}', []),
    ("text for the list", '{"edits": "none"}', None),
    ("fact for new", '{"op": "add", "section": "S", "fact": "x"}', [Edit("add", "S", new="x")]),
    (
        "half a letter",
        '{"op": "add", "section": "S", "new": "\\ud83d"}',
        [Edit("add", "S", new="�")],
    ),
    (
        "a whole letter",
        '{"op": "add", "section": "S", "new": "\\ud83c\\udf89"}',
        [Edit("add", "S", new="🎉")],
    ),
    ("an error of the server", '{"error": {"message": "overloaded", "code": 529}}', None),
    ("a tool call", '{"name": "remember", "arguments": {}}', None),
    ("an empty object", "{}", []),
    ("no edits, an empty object", '{"edits": {}}', []),
]
WITHOUT_CONTENT = [
    "None",
    "nothing",
    "No changes",
    "Nichts.",
    "null",
    "{}",
    "NO_UPDATE",
    "Interests",
]
LINE_ANSWERS = [
    ("plain", 'ADD Interests | Keeps bees | "I keep bees"', [BEES]),
    (
        "all three",
        'ADD Interests | Keeps bees | "I keep bees"\n'
        'REPLACE Personal Information | Lives in Quito | Lives in Oslo | "I moved to Oslo"\n'
        'REMOVE Personal Information | Works at Acme | "I left Acme"',
        ALL,
    ),
    ("fenced", '```\nADD Interests | Keeps bees | "I keep bees"\n```', [BEES]),
    ("as code", '`ADD Interests | Keeps bees | "I keep bees"`', [BEES]),
    ("in a list", '- ADD Interests | Keeps bees | "I keep bees"', [BEES]),
    ("numbered", '1. ADD Interests | Keeps bees | "I keep bees"', [BEES]),
    ("numbered otherwise", '(2) ADD Interests | Keeps bees | "I keep bees"', [BEES]),
    ("bold", '**ADD Interests | Keeps bees | "I keep bees"**', [BEES]),
    ("quoted", '> ADD Interests | Keeps bees | "I keep bees"', [BEES]),
    ("a colon", 'ADD: Interests | Keeps bees | "I keep bees"', [BEES]),
    ("small letters", 'add Interests | Keeps bees | "I keep bees"', [BEES]),
    ("bars all around", '| ADD | Interests | Keeps bees | "I keep bees" |', [BEES]),
    ("no spaces", 'ADD Interests|Keeps bees|"I keep bees"', [BEES]),
    ("prose around", 'Of course:\n\nADD Interests | Keeps bees | "I keep bees"\n\nDone!', [BEES]),
    (
        "after thinking",
        '<think>\nhm\n</think>\n\nADD Interests | Keeps bees | "I keep bees"',
        [BEES],
    ),
    ("with NO_UPDATE", 'ADD Interests | Keeps bees | "I keep bees"\nNO_UPDATE', [BEES]),
    ("Windows", 'ADD Interests | Keeps bees | "I keep bees"\r\n', [BEES]),
    ("curly quotes", "ADD Interests | Keeps bees | “I keep bees”", [BEES]),
    ("German quotes", "ADD Interests | Keeps bees | „I keep bees“", [BEES]),
    ("French quotes", "ADD Interests | Keeps bees | «I keep bees»", [BEES]),
    ("single quotes", "ADD Interests | Keeps bees | 'I keep bees'", [BEES]),
    ("a quote without marks", "ADD Interests | Keeps bees | I keep bees", [BEES]),
    ("a quote cut off", 'ADD Interests | Keeps bees | "I keep bees', [BEES]),
    ("everything in quotes", 'ADD "Interests" | "Keeps bees" | "I keep bees"', [BEES]),
    (
        "a bar in the quote",
        'ADD S | Uses pipes | "a | b"',
        [Edit("add", "S", new="Uses pipes", quote="a | b")],
    ),
    ("no quote", "ADD Interests | Keeps bees", [Edit("add", INTERESTS, new="Keeps bees")]),
    (
        "a quoted word in a fact",
        'ADD S | Likes "Dune" | "x y"',
        [Edit("add", "S", new='Likes "Dune"', quote="x y")],
    ),
    ("replaced, no quote", "REPLACE S | a | b", [Edit("replace", "S", "a", "b")]),
    ("replaced, no old", 'REPLACE S | b | "c d"', [Edit("replace", "S", "", "b", "c d")]),
    ("removed, no quote", "REMOVE S | a", [Edit("remove", "S", "a")]),
    ("one good line of two", 'ADD rubbish\nADD Interests | Keeps bees | "I keep bees"', [BEES]),
    ("halves of a letter", "ADD S | a \ud83c\udf89 \ud83c", [Edit("add", "S", new="a 🎉 �")]),
    ("too few fields", "ADD Keeps bees", None),
    ("no fields", "ADD", None),
    (
        "the request's own lines",
        'ADD section | fact | "quote"\nREMOVE section | old fact | "quote"',
        None,
    ),
    ("an added word", "ADDITIONALLY | I see | nothing", None),
    ("a verb within a line", "Please add S | a | b", None),
]
NOTHING_ANSWERS = [
    "",
    " \n\t\n",
    "```\n```",
    "NO_UPDATE",
    "NO_UPDATE.",
    "no_update",
    '"NO_UPDATE"',
    "**NO_UPDATE**",
    "`NO_UPDATE`",
    "```\nNO_UPDATE\n```",
    "- NO_UPDATE",
    "NO UPDATE",
    "No update.",
    "No updates",
    "No-update",
    "No update needed.",
    "No updates are necessary",
    "There are no updates.",
    "Answer: NO_UPDATE",
    "NO_UPDATE (the user only asked a question)",
    "The user only asked about tides.\n\nNO_UPDATE",
    "<think>\nADD a | b?\n</think>\n\nNO_UPDATE",
    "The template opened the thinking.\nADD a | b\n</think>\nNO_UPDATE",
    "none",
    " None.\n",
]
NO_ANSWERS = [
    ("a refusal", "I'm sorry, but I can't help with that."),
    ("an apology", "I apologize for the confusion. Could you tell me more about yourself?"),
    ("chatter", "Great question! Tides are caused by the Moon. Is there anything else?"),
    ("chatter with a list", "Tides have causes:\n\n- the Moon\n- the Sun\n"),
    ("thinking without end", "<think>\nThe user likes tea. ADD Interests | Keeps bees | ..."),
    ("thinking alone", "<think>NO_UPDATE</think>"),
    (
        "a page of a proxy",
        "<html><head><style>a {color: red}</style></head><h1>502 Bad Gateway</h1></html>",
    ),
    (
        "a stack trace",
        'Traceback (most recent call last):\n  File "a.py", line 1\nValueError: add | b',
    ),
    ("another document", "# Tides\n\n## Causes\n- the Moon\n\n## Effects\n- water\n"),
    ("a table", "| Section | Fact |\n|---|---|\n| Interests | Keeps bees |"),
    ("a colon", "Note: the user keeps bees"),
    ("an empty section", "Interests:"),
    ("an update that is meant", "There should be an update, I think."),
]
NEW_BEES = Edit("add", INTERESTS, new="Keeps bees")
NEW_HOME = Edit("replace", PERSONAL, "Lives in Quito", "Lives in Oslo")
REWRITTEN = PROFILE.replace("Quito", "Oslo").replace("tea\n", "tea\n- Keeps bees\n")
DOCUMENT_ANSWERS = [
    ("unchanged", PROFILE, []),
    ("changed", REWRITTEN, [NEW_HOME, NEW_BEES]),
    ("fenced", f"```markdown\n{REWRITTEN}```", [NEW_HOME, NEW_BEES]),
    ("fenced, without end", f"```\n{REWRITTEN}", [NEW_HOME, NEW_BEES]),
    ("fenced, other fence", f"~~~\n{REWRITTEN}~~~", [NEW_HOME, NEW_BEES]),
    ("with prose", f"Here it is:\n- for you\n\n{REWRITTEN}", [NEW_HOME, NEW_BEES]),
    ("with prose, fenced", f"Here it is:\n\n```md\n{REWRITTEN}```\n\nDone.", [NEW_HOME, NEW_BEES]),
    ("after thinking", f"<think>hm</think>\n{REWRITTEN}", [NEW_HOME, NEW_BEES]),
    ("Windows", REWRITTEN.replace("\n", "\r\n"), [NEW_HOME, NEW_BEES]),
    ("other bullets", REWRITTEN.replace("- ", "* "), [NEW_HOME, NEW_BEES]),
    (
        "reordered",
        "## Family\n- Has a sister\n## Interests\n- Likes tea\n"
        "## Personal Information\n- Works at Acme\n- Lives in Quito\n",
        [],
    ),
    ("a fact moved", PROFILE.replace("- Likes tea\n", "") + "- Likes tea\n", []),
    (
        "sections renamed",
        REWRITTEN.replace("## Interests", "## Hobbies").replace("## Personal Information", "## Me"),
        [
            Edit("replace", "Me", "Lives in Quito", "Lives in Oslo"),
            Edit("add", "Hobbies", new="Keeps bees"),
        ],
    ),
    (
        "truncated",
        PROFILE[: PROFILE.index("## Interests")],
        [Edit("remove", INTERESTS, "Likes tea"), Edit("remove", "Family", "Has a sister")],
    ),
    (
        "emptied",
        EMPTY,
        [
            Edit("remove", PERSONAL, "Lives in Quito"),
            Edit("remove", PERSONAL, "Works at Acme"),
            Edit("remove", INTERESTS, "Likes tea"),
            Edit("remove", "Family", "Has a sister"),
        ],
    ),
]
SECTION_ANSWERS = [
    ("plain", "Interests: Keeps bees", [NEW_BEES]),
    ("after the cue", " Interests: Keeps bees\n", [NEW_BEES]),
    (
        "two",
        "Interests: Keeps bees\nPersonal Information: Is Ana",
        [NEW_BEES, Edit("add", PERSONAL, new="Is Ana")],
    ),
    ("in a list", "- Interests: Keeps bees", [NEW_BEES]),
    ("numbered", "1. Interests: Keeps bees", [NEW_BEES]),
    ("bold", "**Interests:** Keeps bees", [NEW_BEES]),
    ("bold within", "- **Interests**: Keeps bees", [NEW_BEES]),
    ("quoted", 'Interests: "Keeps bees"', [NEW_BEES]),
    ("small letters", "interests: Keeps bees", [NEW_BEES]),
    ("no space", "Interests:Keeps bees", [NEW_BEES]),
    ("a wide colon", "Interests：Keeps bees", [NEW_BEES]),
    ("a section of the user's", "FAMILY: Has a dog", [Edit("add", "Family", new="Has a dog")]),
    ("a colon in the fact", "Interests: Likes a: b", [Edit("add", INTERESTS, new="Likes a: b")]),
    ("a quoted end", 'Interests: Likes "Dune"', [Edit("add", INTERESTS, new='Likes "Dune"')]),
    ("with other lines", "I think:\nInterests: Keeps bees\nMessage: next", [NEW_BEES]),
    ("the same twice", "Interests: Keeps bees\n" * 3, [NEW_BEES]),
]
ANSWERS = [
    *(pytest.param(answer, edits, id=f"JSON: {name}") for name, answer, edits in JSON_ANSWERS),
    *(pytest.param(answer, edits, id=f"lines: {name}") for name, answer, edits in LINE_ANSWERS),
    *(
        pytest.param(answer, edits, id=f"document: {name}")
        for name, answer, edits in DOCUMENT_ANSWERS
    ),
    *(
        pytest.param(answer, edits, id=f"sections: {name}")
        for name, answer, edits in SECTION_ANSWERS
    ),
    *(pytest.param(answer, [], id=f"nothing: {answer[:30]}") for answer in NOTHING_ANSWERS),
    *(pytest.param(answer, None, id=f"no answer: {name}") for name, answer in NO_ANSWERS),
]


@for_each(("answer", "edits"), ANSWERS)
def test_an_answer_means_its_edits(answer: str, edits: list[Edit] | None) -> None:
    found = parse_answer(answer, PROFILE)
    assert found.understood == (edits is not None)
    assert list(found.edits) == (edits or [])


@pytest.mark.parametrize("fact", WITHOUT_CONTENT)
@pytest.mark.parametrize("form", ["line", "JSON", "section line", "document"])
def test_what_is_no_fact_is_no_edit(form: str, fact: str) -> None:
    answers = {
        "line": f'ADD Current Projects | {fact} | "I keep bees"\n{LINE_ANSWERS[0][1]}',
        "JSON": _as_json(Edit("add", PROJECTS, new=fact, quote="I keep bees"), BEES),
        "section line": f"Current Projects: {fact}\nInterests: Keeps bees",
        "document": f"{PROFILE}- Keeps bees\n- {fact}\n",
    }
    found = parse_answer(answers[form], PROFILE)
    assert [edit.new for edit in found.edits] == ["Keeps bees"]
    alone = parse_answer(f'ADD Current Projects | {fact} | "I keep bees"', PROFILE)
    assert alone.understood and not alone.edits


@pytest.mark.parametrize("fact", ["Interested in nothing but bees", "Has no siblings", "Not vegan"])
def test_what_has_a_negation_is_a_fact(fact: str) -> None:
    [edit] = parse_answer(f'ADD Interests | {fact} | "q"', PROFILE).edits
    assert edit.new == fact


def test_a_facts_own_heading_is_enough_for_a_document() -> None:
    assert parse_answer("# User Profile\n\n## Me\n- Is Ana\n", EMPTY).edits == (
        Edit("add", "Me", new="Is Ana"),
    )


def test_a_model_that_babbles_is_cut_off() -> None:
    babble = "".join(f"Interests: Likes number {number}\n" for number in range(MOST_EDITS * 3))
    assert len(parse_answer(babble, EMPTY).edits) == MOST_EDITS


@pytest.mark.parametrize(
    "answer",
    [row[1] for row in DOCUMENT_ANSWERS]
    + ["# User Profile\n", "", "## Interests\n", "```markdown\n# User Profile\n"]
    + ["{}", '{"edits": []}', "NO_UPDATE.", "I'm sorry, I can't.", "x" * 5000],
)
def test_no_answer_without_quotes_takes_a_line_away(answer: str) -> None:
    typed = [TypedText("turn", "How do tides work?")]
    known = CheckContext({fold(fact.text): "" for fact in facts(PROFILE)})
    assert check(parse_answer(answer, PROFILE).edits, PROFILE, typed, known)[0] == PROFILE


PIECES = [
    "{",
    "}",
    '"',
    "|",
    "\n",
    "- ",
    "## ",
    "Interests",
    ": ",
    "ADD ",
    "REPLACE ",
    "```",
    "a",
    " ",
    "\ud83d",
]
PIECES += [
    '{"edits": [',
    '{"op": "add", "new": "a"}',
    "]",
    ",",
    "<think>",
    "</think>",
    "NO_UPDATE",
    "9",
    "\\u",
    "'",
]
answers = st.text() | st.lists(st.sampled_from(PIECES), max_size=25).map("".join)


@given(answers, profiles)
@settings(deadline=None)
def test_any_answer_at_all_gives_edits_that_can_be_stored(answer: str, profile: str) -> None:
    found = parse_answer(answer, profile)
    assert found.understood or not found.edits
    for edit in found.edits:
        assert edit.op in ("add", "replace", "remove")
        for text in (edit.section, edit.old, edit.new, edit.quote):
            assert text.encode().decode() == text


@given(profiles)
@example("  - nested\n  ## continued too\n# User Profile\n")
@settings(deadline=None)
def test_a_profile_given_back_asks_for_nothing(profile: str) -> None:
    assume(not any(fence in profile for fence in ("```", "~~~")))  # what is fenced, is read
    assert parse_answer(profile, profile).edits == ()


edits = st.builds(
    Edit,
    op=st.sampled_from(["add", "replace", "remove"]),
    section=st.text(max_size=9),
    old=st.text(max_size=9),
    new=st.text(min_size=1, max_size=9).filter(
        lambda new: not new.strip() or not (means_nothing(new) or fold(new) in SECTION_NAMES)
    ),
    quote=st.text(max_size=9),
)


@given(st.lists(edits, max_size=4, unique=True))
@settings(deadline=None)
def test_edits_in_json_are_read_as_they_were_meant(meant: list[Edit]) -> None:
    found = parse_answer(f"Here you are:\n```json\n{_as_json(*meant)}\n```", EMPTY)
    assert found.understood
    without = [(edit.op, _spaceless(edit.new), _spaceless(edit.quote)) for edit in meant]
    assert [(e.op, _spaceless(e.new), _spaceless(e.quote)) for e in found.edits] == without


def _spaceless(text: str) -> str:
    """Without what reading around trailing commas may cost a text."""
    return "".join(text.replace(",", "").split())


plain = st.text(alphabet="abc ÄЖ茶.!", max_size=12).map(str.strip).filter(bool)


@given(plain, plain, plain, st.sampled_from(["", "- ", "1. ", "**", "| ", "\t", "> "]))
@settings(deadline=None)
def test_a_line_is_read_as_it_was_meant(section: str, fact: str, quote: str, before: str) -> None:
    [edit] = parse_answer(f'{before}ADD {section} | {fact} | "{quote}"', EMPTY).edits
    assert edit == Edit("add", section, new=fact, quote=quote)


UNITS = [
    "{",
    "}",
    "[",
    '{"',
    '{"a":',
    '{"edits":[',
    '{"edits":[{"op":"add"},',
    '{"a":[{},',
    "\\",
    '"',
    "'",
]
UNITS += [
    "|",
    '|"',
    '"|',
    "| ",
    "ADD ",
    "ADD a | ",
    "- ",
    "- a\n",
    "* ",
    "*",
    "_",
    "-",
    "#",
    "## ",
    "`",
]
UNITS += [
    "```\n",
    "~~~\n",
    "<think>",
    "</think>",
    "<!--",
    "9",
    "9 ",
    " ",
    "\t",
    "\n",
    ",",
    ", ",
    ": ",
    ":",
]
UNITS += [
    "Interests: ",
    "Interests: a\n",
    "## Interests\n",
    "NO_UPDATE ",
    "no update ",
    "(",
    ".",
    "…",
    "é",
    "茶",
]
STARTS = ["", "## Interests\n", 'ADD a | b | "', "Interests: a"]


@pytest.mark.slow
@pytest.mark.parametrize("unit", UNITS)
def test_long_junk_is_quick_to_read(unit: str) -> None:
    profile = "## Interests\n" + "".join(f"- Likes number {number}\n" for number in range(50))
    with bounded():
        for start in STARTS:
            parse_answer((start + unit * 20_000)[:20_000] + "x", profile)


@pytest.mark.parametrize("form", ["schema", "lines"])
def test_a_request_holds_the_profile_and_the_conversation(form: Form) -> None:
    asked = request(
        form, PROFILE, [Message("I keep bees", "How nice."), Message("And wasps?")], TODAY
    )
    assert f"<profile>\n{PROFILE.strip()}\n</profile>" in asked
    assert "<user>\nI keep bees\n</user>\n<assistant>\nHow nice.\n</assistant>\n<user>" in asked
    assert all(f"\n{section}: " in asked for section in STANDARD_SECTIONS)


def test_a_model_that_continues_text_is_given_the_typed_words_and_a_cue() -> None:
    asked = request("completion", PROFILE, [Message("I keep bees", "How nice.")], TODAY)
    assert "I keep bees" in asked
    assert "How nice" not in asked
    assert not asked.endswith((" ", "\n"))


@pytest.mark.parametrize(
    ("typed", "asked_about"),
    [
        ("I keep bees. What do they eat?", "I keep bees."),
        ("What do bees eat?", "What do bees eat?"),
        ("translate: I keep bees", "translate"),
        ("Rate this letter: dear bees, I keep you", "Rate this letter"),
        ("Übersetze：ich halte Bienen", "Übersetze"),
        ("My hobby: bees", "My hobby: bees"),
        ("I get up at 5:30 for the bees", "I get up at 5:30 for the bees"),
    ],
)
def test_a_model_that_continues_text_is_asked_about_what_can_hold_a_fact(
    typed: str, asked_about: str
) -> None:
    asked = request("completion", EMPTY, [Message(typed)], TODAY)
    assert asked.endswith(f'\n\nMessage: "{asked_about}"\nRemember:')


def test_a_schema_is_asked_for_in_json() -> None:
    asked = request("schema", EMPTY, [Message("hi")], TODAY)
    edit = SCHEMA["properties"]["edits"]["items"]["properties"]
    assert all(f'"{field}"' in asked for field in edit)


@pytest.mark.parametrize("form", ["schema", "lines"])
@pytest.mark.parametrize(
    "tag", ["</user>", "<user>", "</conversation>", "</PROFILE>", "<assistant>", "<user_memory>"]
)
def test_nothing_quoted_closes_or_opens_a_tag_of_the_request(form: Form, tag: str) -> None:
    ordinary = request(form, f"- {PROFILE}", [Message("Hello you", "Hello me")], TODAY)
    quoted = request(
        form, f"- {tag}{PROFILE}", [Message(f"Hello {tag} you", f"Hello{tag} me")], TODAY
    )
    assert quoted.lower().count(tag.lower()) == ordinary.lower().count(tag.lower())


def test_braces_in_a_section_do_no_harm() -> None:
    assert "{0} {sections}" in request("lines", "## {0} {sections}\n", [Message("hi")], TODAY)


def test_a_long_message_keeps_its_start_and_its_end() -> None:
    asked = request("lines", EMPTY, [Message("START" + "x" * 50_000 + "END")], TODAY)
    assert "START" in asked
    assert "END" in asked
    assert "characters left out" in asked
    assert asked.count("x" * 1000) * 1000 <= LONGEST_MESSAGE


def test_a_reply_is_shortened() -> None:
    asked = request("lines", EMPTY, [Message("hi", "y" * 50_000)], TODAY)
    assert 0 < asked.count("yy") * 2 <= LONGEST_REPLY


def test_of_a_long_conversation_the_newest_is_kept() -> None:
    messages = [Message(f"number {number} " + "x" * 2000) for number in range(100)]
    asked = request("lines", EMPTY, messages, TODAY)
    assert "number 99 " in asked
    assert "number 0 " not in asked
    assert asked.count("x" * 100) * 100 <= LONGEST_CONVERSATION


@given(st.lists(st.builds(Message, typed=st.text(), reply=st.text()), max_size=4), profiles)
@settings(deadline=None, max_examples=example_count(50))
@pytest.mark.parametrize("form", ["schema", "lines", "completion"])
def test_no_conversation_breaks_or_floods_a_request(
    form: Form, messages: list[Message], profile: str
) -> None:
    bound = 10_000 + len(profile) + LONGEST_CONVERSATION + 500 * len(messages)
    assert 0 < len(request(form, profile, messages, TODAY)) < bound


def test_the_schema_is_strict() -> None:
    item = SCHEMA["properties"]["edits"]["items"]
    assert item["additionalProperties"] is False
    assert (
        set(item["required"]) == set(item["properties"]) == {"op", "section", "old", "new", "quote"}
    )
