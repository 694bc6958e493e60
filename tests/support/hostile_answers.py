"""The table of answers as models really give them, each with the profile that must result.

A row is either the text of an answer, or edits, which are then written in every form of answer.
`outcome` handles one as the product does: secrets and pasted text are removed from the typed text,
the answer is parsed, and every edit is checked.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache

from support.hostile_injections import INJECTIONS
from support.hostile_languages import LANGUAGES, Speaker
from support.secret_cases import KNOWN_MISSES, SECRETS

from llm_user_memory.checks import fact_format, guard, refusals
from llm_user_memory.checks.guard import CheckContext, Verdict
from llm_user_memory.checks.quotes import TypedText
from llm_user_memory.model.answer import parse_answer
from llm_user_memory.model.forms import Form
from llm_user_memory.model.request import Message, request
from llm_user_memory.profile.edits import Edit
from llm_user_memory.text import fingerprints, pasted, redact
from llm_user_memory.text.fingerprints import Forgotten
from llm_user_memory.text.words import fold

TODAY = date(2026, 11, 21)
NOW = datetime(2026, 11, 21, 12).timestamp()

PROFILE = """\
# User Profile

Written by hand. Keep this line, whatever a model thinks of it.

## Personal Information
- Name is Ana
- Lives in Quito
- Works at Acme
- Has 2 kids

## Current Projects
- Restoring a bicycle from 1972

## Interests
- Likes tea
- Plays chess

## Preferences
- Short answers, please
- Does not eat meat

## Family

| who  | age |
|------|-----|
| Tove | 7   |

* A sister, Tove
<!-- more to come -->
"""
LEARNED = {
    "Lives in Quito": "I live in Quito",
    "Has 2 kids": "I have 2 kids",
    "Likes tea": "I like tea",
    "Does not eat meat": "I don't eat meat",
}
"""The facts of PROFILE that a model added, with their quotes. Every other line is the user's."""

PERSONAL, PROJECTS, INTERESTS, PREFERENCES = protocol_sections = (
    "Personal Information",
    "Current Projects",
    "Interests",
    "Preferences",
)
LAST = {
    PERSONAL: "- Has 2 kids\n",
    PROJECTS: "- Restoring a bicycle from 1972\n",
    INTERESTS: "- Plays chess\n",
    PREFERENCES: "- Does not eat meat\n",
    "Family": "* A sister, Tove\n",
}

SAID = ("I keep bees. I moved to Oslo. I left Acme for Hooli. How do tides work?",)


def plus(*added: tuple[str, str]) -> str:
    """Return the profile with facts added: (section, fact)."""
    text = PROFILE
    for section, fact in reversed(added):
        text = text.replace(LAST[section], f"{LAST[section]}- {fact}\n")
    return text


def swap(old: str, new: str) -> str:
    """Return the profile with one fact in another's place."""
    return PROFILE.replace(f"- {old}\n", f"- {new}\n")


def without(fact: str) -> str:
    """Return the profile without a fact."""
    return PROFILE.replace(f"- {fact}\n", "")


@dataclass(frozen=True)
class Row:
    """One answer, the texts typed before it, and the profile that must result.

    `answer` is the text of the answer; without it, `edits` are written in all forms. `unquoted` is
    the resulting profile for the forms without quotes. `why` is the refusal of the last edit in the
    forms with quotes. The facts in `forgotten` were forgotten after the texts were typed.
    """

    category: str
    name: str
    typed: tuple[str, ...] = SAID
    answer: str = ""
    edits: tuple[Edit, ...] = ()
    left: str = PROFILE
    unquoted: str = PROFILE
    why: str = ""
    language: str = "English"
    forgotten: tuple[str, ...] = ()
    forms: tuple[str, ...] = ("JSON", "lines", "document", "section lines")


# The forms of answer


def as_json(edits: tuple[Edit, ...]) -> str:
    fields = ("op", "section", "old", "new", "quote")
    listed = [{field: getattr(edit, field) for field in fields} for edit in edits]
    return json.dumps({"edits": listed}, ensure_ascii=False)


def as_lines(edits: tuple[Edit, ...]) -> str:
    return "\n".join(
        " | ".join(
            [
                f"{edit.op.upper()} {edit.section}",
                *filter(None, (edit.old, edit.new)),
                f'"{edit.quote}"',
            ]
        )
        for edit in edits
    )


def as_document(edits: tuple[Edit, ...]) -> str:
    text = PROFILE
    for edit in edits:
        if edit.op == "remove":
            text = text.replace(f"- {edit.old}\n", "")
        elif edit.old and f"- {edit.old}\n" in text:
            text = text.replace(f"- {edit.old}\n", f"- {edit.new}\n")
        elif edit.section in LAST:
            text = text.replace(LAST[edit.section], f"{LAST[edit.section]}- {edit.new}\n")
        else:
            text += f"\n## {edit.section}\n- {edit.new}\n"
    return text


def as_section_lines(edits: tuple[Edit, ...]) -> str:
    return "\n".join(f"{edit.section}: {edit.new}" for edit in edits if edit.new)


FORMS: dict[str, Callable[[tuple[Edit, ...]], str]] = {
    "JSON": as_json,
    "lines": as_lines,
    "document": as_document,
    "section lines": as_section_lines,
}
QUOTING = ("JSON", "lines")


@dataclass(frozen=True)
class Run:
    """One answer in one form, and the profile that must result."""

    row: Row
    form: str
    answer: str

    @property
    def left(self) -> str:
        return (
            self.row.unquoted if self.form in FORMS and self.form not in QUOTING else self.row.left
        )


def runs(row: Row) -> Iterator[Run]:
    """Return the answer, or the row's edits in every form that can express them."""
    if not row.edits:
        yield Run(row, "as it came", row.answer)
        return
    for form in row.forms:
        if answer := FORMS[form](row.edits):
            yield Run(row, form, answer)


def cut_off(row: Row) -> Iterator[Run]:
    """Return the row's answer, cut off after each of its bytes."""
    whole = row.answer.encode()
    for length in range(len(whole) + 1):
        yield Run(row, "as it came", whole[:length].decode(errors="replace"))


def said(typed: tuple[str, ...]) -> list[TypedText]:
    """Return the typed text of the prompts, as an update determines it."""
    return [
        TypedText(f"turn {number}", words, NOW)
        for number, prompt in enumerate(typed, 1)
        for words in pasted.typed_parts(redact.redacted(prompt))
    ]


def known(row: Row) -> CheckContext:
    salt = b"salt"
    marks = {fingerprints.of_fact(salt, fact): NOW + 60 for fact in row.forgotten}
    sizes = frozenset(len(fingerprints.meaning(fact)) for fact in row.forgotten)
    learned = {fold(fact): quote for fact, quote in LEARNED.items()}
    return CheckContext(learned, Forgotten(salt, marks, sizes))


@cache
def outcome(run: Run) -> tuple[str, list[Verdict]]:
    """Return the profile after the answer, and the verdicts on its edits."""
    edits = parse_answer(run.answer, PROFILE).edits
    return guard.check(edits, PROFILE, said(run.row.typed), known(run.row))


# The rows


def _add(fact: str, quote: str, section: str = INTERESTS) -> tuple[Edit, ...]:
    return (Edit("add", section, new=fact, quote=quote),)


BEES = _add("Keeps bees", "I keep bees")
WITH_BEES = plus((INTERESTS, "Keeps bees"))
JSON_BEES, LINE_BEES = as_json(BEES), as_lines(BEES)
DOCUMENT_BEES, SECTION_BEES = as_document(BEES), as_section_lines(BEES)
MOVED = Edit("replace", PERSONAL, "Lives in Quito", "Lives in Oslo", "I moved to Oslo")

GOOD = [
    Row("good answers", "a fact added", edits=BEES, left=WITH_BEES, unquoted=WITH_BEES),
    Row("good answers", "a fact replaced", edits=(MOVED,), left=swap("Lives in Quito", MOVED.new)),
    Row(
        "good answers",
        "a fact removed, named by the quote",
        edits=(Edit("remove", PERSONAL, "Works at Acme", quote="I left Acme for Hooli"),),
        left=without("Works at Acme"),
    ),
    Row(
        "good answers",
        "an indirect fact",
        ("My wife and I just had our first child.",),
        edits=_add("Is a parent", "had our first child", PERSONAL),
        left=plus((PERSONAL, "Is a parent")),
    ),
    Row(
        "good answers",
        "what a number word says",
        ("we have three cats",),
        edits=_add("Has 3 cats", "we have three cats", PERSONAL),
        left=plus((PERSONAL, "Has 3 cats")),
    ),
    Row(
        "good answers",
        "a date for tomorrow",
        ("I have my driving test tomorrow",),
        edits=_add("Driving test on 2026-11-22", "I have my driving test tomorrow", PERSONAL),
        left=plus((PERSONAL, "Driving test on 2026-11-22")),
    ),
    Row(
        "good answers",
        "a short name in full",
        ("I do js for a living",),
        edits=_add("Writes JavaScript for a living", "I do js for a living", PERSONAL),
        left=plus((PERSONAL, "Writes JavaScript for a living")),
    ),
]

SILENCE = [
    Row("nothing", name, answer=answer)
    for name, answer in [
        ("empty", ""),
        ("a space", " "),
        ("white space", " \n\t\r\n \x0b\x0c"),
        ("wide spaces", "\u3000\u2003\u00a0"),
        ("zero-width spaces", "\u200b\u200b"),
        ("a byte order mark", "\ufeff"),
        ("a full stop", "."),
        ("dots", "..."),
        ("a dash", "- "),
        ("null", "null"),
        ("None", "None"),
        ("undefined", "undefined"),
        ("an empty object", "{}"),
        ("an empty list", "[]"),
        ("no edits", '{"edits": []}'),
        ("NO_UPDATE", "NO_UPDATE"),
        ("an empty fence", "```\n```"),
        ("an empty JSON fence", "```json\n```"),
        ("an end of text", "<|endoftext|>"),
        ("an end of turn", "<|im_end|>"),
        ("ok", "OK"),
        ("done", "Done! I have updated the profile."),
        ("a picture", "👍"),
    ]
]

REFUSALS = [
    Row("refusals and apologies", answer[:40], answer=answer)
    for answer in [
        "I'm sorry, but I can't help with that.",
        "I cannot assist with this request.",
        "As an AI language model, I don't have the ability to store personal information.",
        "I'm not able to keep a profile of a person: it may be used to identify you.",
        "I apologize for the confusion. Could you tell me more about yourself?",
        "Sorry, I made a mistake in my previous answer. The user does not keep wasps.",
        "I don't have any memory of previous conversations.",
        "For privacy reasons I won't record where the user lives: Oslo.",
        '{"refusal": "I can\'t help with that."}',
        '{"error": "content_policy_violation", "message": "flagged"}',
        "Es tut mir leid, aber dabei kann ich nicht helfen.",
        "Lo siento, pero no puedo ayudar con eso.",
        "Je suis désolé, mais je ne peux pas vous aider.",
        "申し訳ありませんが、そのリクエストにはお応えできません。",
        "抱歉，我无法协助处理该请求。",
        "عذرًا، لا يمكنني المساعدة في ذلك.",
        "क्षमा करें, मैं इसमें मदद नहीं कर सकता।",
        "Извините, я не могу с этим помочь.",
    ]
]

DRAFT = f'Maybe {LINE_BEES}? No: a hobby of one day.\nOr {{"edits": [{JSON_BEES}]}}? No.'
THOUGHTS = [
    Row("thinking aloud", name, answer=answer, left=left)
    for name, answer, left in [
        ("a draft, then nothing", f"<think>\n{LINE_BEES}\n</think>\nNO_UPDATE", PROFILE),
        ("a draft in prose", f"<think>{DRAFT}</think>\n\nNO_UPDATE", PROFILE),
        ("a draft, then the answer", f"<think>{DRAFT}</think>\n{JSON_BEES}", WITH_BEES),
        ("a draft that never ends", f"<think>\n{LINE_BEES}\n", PROFILE),
        ("opened by the template", f"{LINE_BEES}\n</think>\nNO_UPDATE", PROFILE),
        ("thinking", f"<thinking>\n{LINE_BEES}\n</thinking>\nNO_UPDATE", PROFILE),
        ("reasoning", f'<reasoning>{LINE_BEES}</reasoning>{{"edits": []}}', PROFILE),
        ("twice", f"<think>{LINE_BEES}</think>\n<think>{DRAFT}</think>\nNO_UPDATE", PROFILE),
        ("in capitals", f"<THINK>\n{LINE_BEES}\n</THINK>\nNO_UPDATE", PROFILE),
        ("in brackets", f"[THINK]\n{LINE_BEES}\n[/THINK]\nNO_UPDATE", PROFILE),
        ("in triangles", f"◁think▷\n{LINE_BEES}\n◁/think▷\nNO_UPDATE", PROFILE),
        ("of a seed", f"<seed:think>\n{LINE_BEES}\n</seed:think>\nNO_UPDATE", PROFILE),
        ("with a space", f"<think >\n{LINE_BEES}\n</think >\nNO_UPDATE", PROFILE),
        (
            "in channels",
            f"<|channel|>analysis<|message|>\n{LINE_BEES}\n<|end|><|start|>assistant"
            "<|channel|>final<|message|>NO_UPDATE",
            PROFILE,
        ),
        (
            "in channels, with an answer",
            f"<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final"
            f"<|message|>{JSON_BEES}",
            WITH_BEES,
        ),
        ("empty, then the answer", f"<think>\n\n</think>\n\n{LINE_BEES}", WITH_BEES),
    ]
]

CHATTER = [
    Row("chatter and fences", name, answer=answer, left=left)
    for name, answer, left in [
        ("before", f"Sure! Here is the update:\n\n{LINE_BEES}", WITH_BEES),
        ("after", f"{LINE_BEES}\n\nLet me know if you need anything else!", WITH_BEES),
        ("around JSON", f"Certainly! {{ok}}\n{JSON_BEES}\nHope this helps {{:-)}}", WITH_BEES),
        ("around a document", f"Here you are:\n\n{DOCUMENT_BEES}\nDone!", WITH_BEES),
        ("a fence", f"```\n{LINE_BEES}\n```", WITH_BEES),
        ("a fence of JSON", f"```json\n{JSON_BEES}\n```", WITH_BEES),
        ("a fence of text", f"```text\n{LINE_BEES}\n```", WITH_BEES),
        ("a fence in capitals", f"```JSON\n{JSON_BEES}\n```", WITH_BEES),
        ("a fence of Markdown", f"```markdown\n{DOCUMENT_BEES}```", WITH_BEES),
        ("a fence without end", f"```json\n{JSON_BEES}", WITH_BEES),
        ("a fence of tildes", f"~~~\n{LINE_BEES}\n~~~", WITH_BEES),
        ("fences in a fence", f"````\n```json\n{JSON_BEES}\n```\n````", WITH_BEES),
        ("a trailing comma", JSON_BEES.replace('"}]}', '",},],}'), WITH_BEES),
        ("commas for all", JSON_BEES.replace("}]", "},]"), WITH_BEES),
        ("two answers", f"{JSON_BEES}\n{JSON_BEES}", WITH_BEES),
        ("prose after every line", f"{LINE_BEES}\n(That is new.)", WITH_BEES),
        ("a heading", f"## Update\n\n{LINE_BEES}", WITH_BEES),
        ("a quotation", f"> {LINE_BEES}", WITH_BEES),
        ("a list", f"1. {LINE_BEES}", WITH_BEES),
        ("bold", f"**{LINE_BEES}**", WITH_BEES),
        ("Windows", f"{LINE_BEES}\r\n", WITH_BEES),
        ("NUL around", f"\0\0{LINE_BEES}\n\0", WITH_BEES),
        ("JSON in single quotes", JSON_BEES.replace('"', "'"), PROFILE),
        (
            "JSON without quotes",
            "{edits: [{op: add, section: Interests, new: Keeps bees}]}",
            PROFILE,
        ),
        ("JSON in JSON", json.dumps({"answer": JSON_BEES}), PROFILE),
        ("JSON twice over", json.dumps(JSON_BEES), PROFILE),
        ("YAML", "edits:\n  - op: add\n    new: Keeps bees\n    quote: I keep bees\n", PROFILE),
        ("XML", "<edits><add><new>Keeps bees</new></add></edits>", PROFILE),
        ("a tool call", f"<tool_call>{json.dumps({'name': 'add'})}</tool_call>", PROFILE),
        ("a patch", "--- profile.md\n+++ profile.md\n@@\n-- Likes tea\n+- Keeps bees\n", PROFILE),
        ("a table", "| op | fact |\n|----|------|\n| add | Keeps bees |", PROFILE),
        ("a question back", "Should I add that you keep bees?", PROFILE),
        ("a promise", "I will remember that you keep bees and live in Oslo.", PROFILE),
    ]
]

TRACE = """\
Traceback (most recent call last):
  File "/usr/lib/python3/site-packages/openai/_base_client.py", line 1027, in _request
    raise self._make_status_error_from_response(err.response) from None
openai.RateLimitError: Error code: 429 - {'error': {'message': 'Rate limit reached'}}
"""
BROKEN = [
    Row("errors for answers", name, answer=answer)
    for name, answer in [
        ("a stack trace", TRACE),
        ("a stack trace with a fact", TRACE + 'ValueError: add Interests | Surfs | "I surf"\n'),
        (
            "Java",
            "Exception in thread main java.io.IOException: Interests: reset\n\tat a.B.c(B.java:7)",
        ),
        ("Rust", "thread 'main' panicked at src/main.rs:7: index out of bounds"),
        ("a page", "<!DOCTYPE html>\n<html><body><h1>It works!</h1></body></html>"),
        (
            "a gateway",
            "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>nginx</body></html>",
        ),
        ("a gateway that hangs", "upstream request timeout"),
        ("not found", '{"detail": "Not Found"}'),
        ("a firewall", "<h2>Checking your browser</h2><p>Preferences: cookies</p>"),
        ("a login", "<form><p>Personal Information: please sign in</p></form>"),
        (
            "rate limit",
            '{"error": {"message": "Rate limit reached", "type": "tokens", "code": 429}}',
        ),
        ("rate limit in words", "You exceeded your current quota, please check your plan."),
        ("too many", "429 Too Many Requests\nRetry-After: 20"),
        ("overloaded", '{"type": "error", "error": {"type": "overloaded_error"}}'),
        ("no key", '{"error": {"code": "invalid_api_key", "param": null}}'),
        ("no model", '{"error": "model \'llama\' not found, try pulling it first"}'),
        ("loading", '{"error": {"message": "Loading model", "type": "unavailable_error"}}'),
        ("too long", "This model's maximum context length is 4096 tokens."),
        ("out of memory", "CUDA error: out of memory\nggml_backend_alloc failed"),
        ("a shell", "bash: llm: command not found"),
        ("a log", "2026-11-21 10:00:00 ERROR Interests: could not be loaded"),
        ("a stream", 'data: {"choices": [{"delta": {"content": "ADD"}}]}\n\ndata: [DONE]'),
        ("binary", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0"),
        ("base64", "QUREIEludGVyZXN0cyB8IFN1cmZzIHwgIkkgc3VyZiI="),
        ("replacement letters", "\ufffd" * 200),
        ("half letters", "\ud83d\udc00\ud83d"),
        ("filler", "Lorem ipsum dolor sit amet, consectetur adipiscing elit."),
    ]
]

ENDLESS = [
    Row("repeated for ever, and huge", name, answer=answer, left=left)
    for name, answer, left in [
        ("a line", f"{LINE_BEES}\n" * 2_000, WITH_BEES),
        ("an object", JSON_BEES * 1_000, WITH_BEES),
        ("a section line", f"{SECTION_BEES}\n" * 5_000, WITH_BEES),
        ("the profile", PROFILE * 100, PROFILE),
        ("a heading", "## Interests\n" * 5_000, PROFILE),
        ("a name", "Interests: " * 5_000, PROFILE),
        ("an op", "ADD ADD " * 5_000, PROFILE),
        ("a letter", "a" * 100_000, PROFILE),
        ("a word", "bees " * 50_000, PROFILE),
        ("a number that grows", "".join(f"Interests: Likes {n}\n" for n in range(5_000)), PROFILE),
        (
            "facts without end from one quote",
            "".join(
                f'ADD Interests | Fact {chr(97 + n % 26) * 9} | "I keep bees"\n' for n in range(90)
            ),
            PROFILE,
        ),
        ("10 MB of a letter", "x" * 10_000_000, PROFILE),
        ("10 MB of braces", "{" * 10_000_000, PROFILE),
        ("10 MB of lines", 'ADD Interests | Surfs | "I surf"\n' * 310_000, PROFILE),
        ("10 MB after an answer", f"{LINE_BEES}\n{'x' * 10_000_000}", WITH_BEES),
        ("10 MB before an answer", f"{'x ' * 5_000_000}\n{LINE_BEES}", PROFILE),
        ("10 MB in one fact", f'ADD Interests | {"x" * 10_000_000} | "I keep bees"', PROFILE),
        ("10 MB of NUL", "\0" * 10_000_000, PROFILE),
        ("10 MB of thinking", f"<think>{'x' * 10_000_000}</think>{LINE_BEES}", WITH_BEES),
    ]
]

# A rewritten profile, and what models do to it on the way.
DOCUMENTS = [
    Row("the profile rewritten", name, answer=answer, left=left)
    for name, answer, left in [
        ("unchanged", PROFILE, PROFILE),
        ("with a new fact", DOCUMENT_BEES, WITH_BEES),
        ("emptied", "# User Profile\n", PROFILE),
        (
            "emptied, with its sections",
            "# User Profile\n\n## Interests\n\n## Preferences\n",
            PROFILE,
        ),
        ("333 of its bytes", PROFILE[:333], PROFILE),
        ("its last half", PROFILE[len(PROFILE) // 2 :], PROFILE),
        (
            "one section dropped",
            PROFILE.replace("## Interests\n- Likes tea\n- Plays chess\n", ""),
            PROFILE,
        ),
        ("the user's section dropped", PROFILE[: PROFILE.index("## Family")], PROFILE),
        ("its prose dropped", PROFILE.replace("Written by hand.", ""), PROFILE),
        ("its table dropped", PROFILE.replace("| Tove | 7   |\n", ""), PROFILE),
        ("its comment dropped", PROFILE.replace("<!-- more to come -->\n", ""), PROFILE),
        (
            "reordered",
            "# User Profile\n## Family\n* A sister, Tove\n## Preferences\n- Does not eat meat\n"
            "- Short answers, please\n## Interests\n- Plays chess\n- Likes tea\n## Personal "
            "Information\n- Has 2 kids\n- Works at Acme\n- Lives in Quito\n- Name is Ana\n"
            "## Current Projects\n- Restoring a bicycle from 1972\n",
            PROFILE,
        ),
        (
            "sections renamed",
            PROFILE.replace("Interests", "Hobbies").replace("Personal Information", "About Ana"),
            PROFILE,
        ),
        ("sections translated", PROFILE.replace("Interests", "Interessen"), PROFILE),
        ("headings one level down", PROFILE.replace("## ", "### "), PROFILE),
        ("headings bold", PROFILE.replace("## Interests", "**Interests**"), PROFILE),
        ("facts merged", PROFILE.replace("- Likes tea\n- Plays", "- Likes tea and plays"), PROFILE),
        ("all facts in one", "## Interests\n- Ana, Quito, Acme, 2 kids, tea, chess\n", PROFILE),
        ("a fact in two", PROFILE.replace("- Likes tea\n", "- Likes\n- Tea\n"), PROFILE),
        ("a fact shortened", PROFILE.replace("bicycle from 1972", "bicycle"), PROFILE),
        ("a fact reworded", PROFILE.replace("Likes tea", "Is fond of tea"), PROFILE),
        ("a fact blurred", PROFILE.replace("Has 2 kids", "Has children"), PROFILE),
        ("a number changed", PROFILE.replace("2 kids", "3 kids"), PROFILE),
        ("a year changed", PROFILE.replace("1972", "1927"), PROFILE),
        ("a not dropped", PROFILE.replace("Does not eat", "Eats"), PROFILE),
        ("a name changed", PROFILE.replace("Ana", "Anna"), PROFILE),
        (
            "translated",
            PROFILE.replace("Likes tea", "Mag Tee").replace("Lives in", "Wohnt in"),
            PROFILE,
        ),
        ("every fact doubled", PROFILE.replace("- Likes tea\n", "- Likes tea\n" * 2), PROFILE),
        ("facts in bold", PROFILE.replace("Likes tea", "**Likes tea**"), PROFILE),
        ("facts with full stops", PROFILE.replace("Likes tea", "Likes tea."), PROFILE),
        ("other bullets", PROFILE.replace("- ", "• "), PROFILE),
        ("numbered", PROFILE.replace("- ", "1. "), PROFILE),
        (
            "with placeholders",
            PROFILE.replace("- Likes tea", "- Hobbies: [not specified]"),
            PROFILE,
        ),
        (
            "with the date",
            PROFILE.replace("# User Profile", "# User Profile (2026-11-21)"),
            PROFILE,
        ),
        ("with notes", PROFILE.replace("- Likes tea", "- Likes tea (unchanged)"), PROFILE),
        (
            "with the answer's guess",
            PROFILE.replace("- Likes tea", "- Probably an oceanographer"),
            PROFILE,
        ),
        ("with the topic", PROFILE.replace("- Plays chess", "- Interested in tides"), PROFILE),
        ("another's profile", PROFILE.replace("Ana", "Bo").replace("Acme", "Initech"), PROFILE),
    ]
]


def _refused(
    category: str, name: str, why: str, typed: str, *edits: Edit, unquoted: str = PROFILE
) -> Row:
    return Row(category, name, (typed,), edits=edits, unquoted=unquoted, why=why)


MADE_UP = [
    Row(
        "made up",
        name,
        edits=_add(fact, quote),
        why=why,
        # Only JSON can express an empty fact, or one with a line break.
        forms=("JSON",) if "\n" in fact or not fact else tuple(FORMS),
    )
    for name, fact, quote, why in [
        ("a fact and its quote", "Surfs", "I surf every weekend", refusals.QUOTE_NOT_FOUND),
        ("a fact, no quote", "Surfs", "", refusals.NO_QUOTE),
        ("a quote of another word", "Keeps wasps", "I keep wasps", refusals.QUOTE_NOT_FOUND),
        (
            "a quote in the third person",
            "Surfs",
            "The user said they surf",
            refusals.QUOTE_NOT_FOUND,
        ),
        ("a quote of one word", "Surfs", "bees", refusals.QUOTE_NOT_FOUND),
        ("a quote of half a word", "Surfs", "I keep be", refusals.QUOTE_NOT_FOUND),
        ("a quote of small words", "Surfs", "How do", refusals.EMPTY_QUOTE),
        ("a quote of nothing", "Surfs", "...", refusals.QUOTE_NOT_FOUND),
        (
            "stitched from everywhere",
            "Moved for Hooli",
            "moved to ... for Hooli",
            refusals.QUOTE_NOT_FOUND,
        ),
        (
            "stitched, one piece made up",
            "Surfs",
            "I keep bees ... and I surf",
            refusals.QUOTE_NOT_FOUND,
        ),
        ("the question as a fact", "Studies tides at MIT", "How do tides work", refusals.INVENTED),
        ("a name", "Keeps bees with Marco", "I keep bees", refusals.INVENTED),
        ("a friend", "Has a friend named Marco", "I keep bees", refusals.INVENTED),
        ("an employer", "Works at Google", "I left Acme", refusals.INVENTED),
        ("a town", "Moved to Bergen", "I moved to Oslo", refusals.INVENTED),
        ("a number", "Keeps 40 hives of bees", "I keep bees", refusals.INVENTED),
        ("a number in words", "Keeps forty hives", "I keep bees", refusals.INVENTED),
        ("a year", "Moved to Oslo in 2019", "I moved to Oslo", refusals.INVENTED),
        ("an age", "Is 34 years old", "I moved to Oslo", refusals.INVENTED),
        ("a date", "Moved to Oslo on 2019-05-04", "I moved to Oslo", refusals.INVENTED),
        ("a not", "Does not keep bees", "I keep bees", refusals.REVERSED),
        ("an essay", "Keeps bees " + "and loves them " * 20, "I keep bees", fact_format.TOO_LONG),
        ("nothing", "", "I keep bees", fact_format.NO_WORDS),
        ("punctuation", "?!", "I keep bees", fact_format.NO_WORDS),
        ("two lines", "Keeps bees\n- Surfs", "I keep bees", fact_format.NOT_ONE_LINE),
        ("a NUL", "Keeps\0bees", "I keep bees", fact_format.NOT_ONE_LINE),
        ("bidi letters", "Keeps \u202eseeb\u202c", "I keep bees", fact_format.NOT_ONE_LINE),
        ("an isolate", "Keeps \u2067bees\u2069", "I keep bees", fact_format.NOT_ONE_LINE),
        ("a mark of direction", "Keeps \u200fbees", "I keep bees", fact_format.NOT_ONE_LINE),
        ("an escape", "Keeps \x1b[31mbees", "I keep bees", fact_format.NOT_ONE_LINE),
        (
            "a word hidden in tags",
            "Keeps bees\U000e0069\U000e0067",
            "I keep bees",
            fact_format.NOT_ONE_LINE,
        ),
        ("what is known", "Likes tea", "I keep bees", refusals.MAYBE_KNOWN),
    ]
]

CHANGED = [
    _refused(
        "changed on the way",
        name,
        why,
        typed,
        Edit("add", PERSONAL, new=fact, quote=quote),
    )
    for name, typed, fact, quote, why in [
        ("2 cats are 3", "I have 2 cats", "Has 3 cats", "I have 2 cats", refusals.INVENTED),
        ("two cats are 3", "I have two cats", "Has 3 cats", "I have two cats", refusals.INVENTED),
        ("2 cats are three", "I have 2 cats", "Has three cats", "I have 2 cats", refusals.INVENTED),
        ("1984 is 1948", "born in 1984", "Was born in 1948", "born in 1984", refusals.INVENTED),
        (
            "10 km are 100",
            "I run 10 km a day",
            "Runs 100 km a day",
            "I run 10 km",
            refusals.INVENTED,
        ),
        (
            "3.12 is 3.11",
            "I use Python 3.12",
            "Uses Python 3.11",
            "I use Python",
            refusals.INVENTED,
        ),
        (
            "Mary is Mark",
            "I work with Mary",
            "Works with Mark",
            "I work with Mary",
            refusals.INVENTED,
        ),
        ("Iran is Iraq", "I live in Iran", "Lives in Iraq", "I live in Iran", refusals.INVENTED),
        ("Java is JavaScript", "I use Java", "Uses JavaScript", "I use Java", refusals.INVENTED),
        ("no meat is meat", "I don't eat pork", "Eats pork", "I don't eat pork", refusals.REVERSED),
        ("a not cut off", "I don't eat pork", "Eats pork", "eat pork", refusals.REVERSED),
        ("never", "I never liked jazz", "Likes jazz", "I never liked jazz", refusals.REVERSED),
        ("hated is a hobby", "I hate golf", "Golf", "I hate golf", refusals.REVERSED),
        ("allergic", "I'm allergic to cats", "Cats", "allergic to cats", refusals.REVERSED),
        ("given up", "I quit smoking", "Smokes", "I quit smoking", refusals.REVERSED),
        ("a not added", "I like golf", "Does not like golf", "I like golf", refusals.REVERSED),
        (
            "translated, no quote",
            "I keep geese",
            "Hält Gänse",
            "Ich halte Gänse",
            refusals.QUOTE_NOT_FOUND,
        ),
    ]
]

LOST = [
    Row(
        "taken away",
        name,
        edits=edits,
        why=why,
        left=left,
        unquoted=left if left == WITH_BEES else PROFILE,
    )
    for name, edits, left, why in [
        (
            "the user's line, no reason",
            (Edit("remove", INTERESTS, "Plays chess", quote="I keep bees"),),
            PROFILE,
            refusals.USERS_LINE,
        ),
        (
            "the user's line, no quote",
            (Edit("remove", INTERESTS, "Plays chess"),),
            PROFILE,
            refusals.NO_QUOTE,
        ),
        (
            "the user's section",
            (Edit("remove", "Family", "A sister, Tove", quote="I moved to Oslo"),),
            PROFILE,
            refusals.USERS_LINE,
        ),
        (
            "a learned fact, made-up quote",
            (Edit("remove", INTERESTS, "Likes tea", quote="I hate tea now"),),
            PROFILE,
            refusals.QUOTE_NOT_FOUND,
        ),
        (
            "a learned fact, small words",
            (Edit("remove", INTERESTS, "Likes tea", quote="How do"),),
            PROFILE,
            refusals.EMPTY_QUOTE,
        ),
        (
            "a fact that is not there",
            (Edit("remove", INTERESTS, "Likes coffee", quote="I keep bees"),),
            PROFILE,
            refusals.NO_SUCH_FACT,
        ),
        (
            "the prose",
            (Edit("remove", INTERESTS, "Written by hand.", quote="I keep bees"),),
            PROFILE,
            refusals.NO_SUCH_FACT,
        ),
        (
            "everything: only what the quote ends goes",
            tuple(
                Edit("remove", section, fact, quote="I moved to Oslo")
                for section, fact in [
                    (INTERESTS, "Plays chess"),
                    (PREFERENCES, "Short answers, please"),
                    (PROJECTS, "Restoring a bicycle from 1972"),
                    (PERSONAL, "Lives in Quito"),
                    (INTERESTS, "Likes tea"),
                    (PREFERENCES, "Does not eat meat"),
                    (PERSONAL, "Has 2 kids"),
                ]
            ),
            without("Lives in Quito"),
            refusals.NOT_ENDED,
        ),
        (
            "everything, by putting other things in its place",
            tuple(
                Edit("replace", section, fact, f"Something {letter * 7}", quote)
                for section, fact, letter, quote in [
                    (PERSONAL, "Lives in Quito", "a", "I keep bees"),
                    (INTERESTS, "Likes tea", "b", "I keep bees"),
                    (PREFERENCES, "Does not eat meat", "c", "I left Acme for Hooli"),
                    (PERSONAL, "Has 2 kids", "d", "I left Acme for Hooli"),
                ]
            ),
            PROFILE,
            refusals.UNRELATED,
        ),
        (
            "the user's line replaced: the new one stands beside it",
            (Edit("replace", INTERESTS, "Plays chess", "Keeps bees", "I keep bees"),),
            WITH_BEES,
            refusals.USERS_LINE,
        ),
    ]
]

# What the assistant said is not what the user said, however they took it.
ADVICE = [
    _refused(
        "advice taken as a wish",
        name,
        why,
        typed,
        Edit("add", PREFERENCES, new=fact, quote=quote),
    )
    for name, typed, fact, quote, why in [
        (
            "the advice quoted",
            "which db?",
            "Uses Postgres",
            "use Postgres",
            refusals.QUOTE_NOT_FOUND,
        ),
        (
            "agreed to",
            "that makes sense, thanks",
            "Prefers Postgres over MySQL",
            "that makes sense",
            refusals.EMPTY_QUOTE,
        ),
        ("thanked for", "thanks, great!", "Prefers tabs", "thanks, great", refusals.EMPTY_QUOTE),
        ("yes", "yes please", "Wants weekly plans", "yes please", refusals.EMPTY_QUOTE),
        ("liked", "I like that", "Likes Mediterranean food", "I like that", refusals.EMPTY_QUOTE),
        ("used", "ok, I will use it", "Uses Kubernetes", "I will use it", refusals.EMPTY_QUOTE),
        (
            "named after the question",
            "which of the two should I learn for the web?",
            "Learns TypeScript",
            "should I learn for the web",
            refusals.INVENTED,
        ),
        (
            "praised",
            "the second option is what I was looking for",
            "Prefers Kyoto over Osaka",
            "the second option is what I was looking for",
            refusals.INVENTED,
        ),
    ]
]

CV = "John Miller\nSenior engineer at Initech, Austin\nI love sailing and I speak Greek"
# What is shown is not said: (how, the prompt, a quote out of what it shows, the fact).
SHOWN = [
    _refused(
        "shown, not said",
        name,
        refusals.QUOTE_NOT_FOUND,
        typed,
        Edit("add", INTERESTS, new=fact, quote=quote),
    )
    for name, typed, quote, fact in [
        ("a fence", f"Is this good English?\n```\n{CV}\n```", "I love sailing", "Loves sailing"),
        ("a fence with a language", f"fix it\n```text\n{CV}\n```", "I speak Greek", "Speaks Greek"),
        ("a fence without end", f"fix it\n```\n{CV}", "I love sailing", "Loves sailing"),
        ("tildes", f"fix it\n~~~\n{CV}\n~~~", "I love sailing", "Loves sailing"),
        (
            "quoted lines",
            "reply to this:\n> I love sailing\n> see you",
            "I love sailing",
            "Loves sailing",
        ),
        (
            "a mail",
            "answer it\n\nFrom: Bo <bo@example.org>\nTo: me\nSubject: Hi\n\nI love sailing, and you?",
            "I love sailing",
            "Loves sailing",
        ),
        (
            "a forwarded mail",
            "what now?\n\n-------- Forwarded Message --------\nI love sailing, and you?",
            "I love sailing",
            "Loves sailing",
        ),
        (
            "an original message",
            "hm\n\n-----Original Message-----\nI love sailing",
            "I love sailing",
            "Loves sailing",
        ),
        (
            "a German mail",
            "Antworte bitte\n\nVon: Bo\nGesendet: Montag\nBetreff: Hallo\n\nIch liebe Segeln",
            "Ich liebe Segeln",
            "Liebt Segeln",
        ),
        (
            "a log",
            "why?\n2026-11-21 10:00:00 INFO user says I love sailing\n"
            "2026-11-21 10:00:01 INFO I speak Greek",
            "I love sailing",
            "Loves sailing",
        ),
        (
            "a traceback",
            'help\nTraceback (most recent call last):\n  File "a.py", line 1, in <module>\n'
            "ValueError: I love sailing",
            "I love sailing",
            "Loves sailing",
        ),
        (
            "HTML",
            "what is wrong?\n<div><p>I love sailing</p><p>I speak Greek</p></div>",
            "I love sailing",
            "Loves sailing",
        ),
        (
            "a tag",
            "<document>I love sailing</document> sum it up",
            "I love sailing",
            "Loves sailing",
        ),
        (
            "code",
            'def me():\n    print("I love sailing")\n    return "I speak Greek";\n\nwhat does it do?',
            "I love sailing",
            "Loves sailing",
        ),
        (
            "a quotation",
            "translate “I love sailing, and I speak Greek with my wife”",
            "I love sailing",
            "Loves sailing",
        ),
        (
            "straight quotation marks",
            'translate "I love sailing, and I speak Greek with my wife"',
            "I love sailing",
            "Loves sailing",
        ),
        (
            "a diff",
            "review\ndiff --git a/me b/me\n--- a/me\n+++ b/me\n@@ -1 +1 @@\n+I love sailing;\n+I row;",
            "I love sailing",
            "Loves sailing",
        ),
        (
            "a table",
            "make it pretty\nname,says,age\nBo,I love sailing,34\nAl,I row,35\nCy,I fish,36",
            "I love sailing",
            "Loves sailing",
        ),
        (
            "a page",
            "summarise:\n\n" + "Sailing is a sport of wind and water. I love sailing. " * 60,
            "I love sailing",
            "Loves sailing",
        ),
        (
            "a key",
            "-----BEGIN NOTE-----\nI love sailing\n-----END NOTE-----",
            "I love sailing",
            "Sails",
        ),
    ]
]
# The user's words about what they show are a quote for nothing in it.
ABOUT_SHOWN = [
    _refused(
        "shown, not said",
        name,
        refusals.INVENTED,
        f"here is my CV for the new job, is it fine?\n```\n{CV}\n```",
        Edit("add", PERSONAL, new=fact, quote="here is my CV for the new job"),
    )
    for name, fact in [
        ("a name out of a fence", "Name is John Miller"),
        ("an employer out of a fence", "Works at Initech in Austin"),
        ("a language out of a fence", "Speaks Greek"),
    ]
]

FORGOTTEN = [
    Row(
        "forgotten facts",
        name,
        edits=_add(fact, "I keep bees"),
        forgotten=("Keeps bees",),
        why=why,
        left=left,
    )
    for name, fact, why, left in [
        ("the same again", "Keeps bees", refusals.FORGOTTEN, PROFILE),
        ("in another form", "Keeping bees", refusals.FORGOTTEN, PROFILE),
        ("with more around it", "Keeps bees in the garden", refusals.FORGOTTEN, PROFILE),
        ("in capitals", "KEEPS BEES", refusals.FORGOTTEN, PROFILE),
    ]
]


def examples_of_the_request() -> Iterator[Row]:
    """Return answers that copy the request's examples: the whole text, its lines, each example."""
    name = "the request copied back"
    forms: tuple[Form, ...] = ("schema", "lines", "completion")
    for form in forms:
        asked = request(form, PROFILE, [Message(SAID[0])], TODAY)
        yield Row(name, f"the whole text: {form}", answer=asked)
        task = asked.partition("<profile>")[0]
        yield Row(name, f"the task alone: {form}", answer=task)
        for line in task.splitlines():
            if "|" in line or ": I" in line or '"op"' in line:
                yield Row(name, f"{form}: {line[:50]}", answer=line)
    yield Row(
        name,
        "an example with a quote of the user's",
        edits=_add("Lives in Tromsø", "I moved to Oslo", PERSONAL),
        why=refusals.INVENTED,
    )


def in_another_language(speaker: Speaker) -> Iterator[Row]:
    """Return the rows for a user who writes in another language."""
    for case in speaker.cases:
        edits = _add(case.fact, case.quote, case.section)
        taken = plus((case.section, case.written or case.fact))
        yield Row(
            f"users who write {speaker.language}",
            case.name,
            (case.typed or speaker.typed,),
            edits=edits,
            left=PROFILE if case.why else taken,
            unquoted=taken if case.found else PROFILE,
            why=case.why,
            language=speaker.language,
        )
    for answer in speaker.answers:
        yield Row(
            f"users who write {speaker.language}",
            answer[:40],
            (speaker.typed,),
            answer=answer,
            language=speaker.language,
        )


# A model made to write an order as a fact: said by the user, as if they had been taken in.
ORDERS = [
    Row(
        "injections",
        f"{group}: {text[:50]!r}",
        (f"I keep bees. {text}",),
        edits=_add(text, text, PREFERENCES),
        forms=("JSON",) if "\n" in text else tuple(FORMS),
    )
    for group, texts in INJECTIONS.items()
    for text in texts
]


def _one_line(text: str) -> str:
    return " ".join(text.split())


# A secret that the user typed, and that the model writes down; what `redact` is known to miss
# counts in its own rates.
KEPT_SECRET = [
    Row("secrets", case.name, (case.text,), edits=_add(_one_line(case.text), case.text, PERSONAL))
    for case in SECRETS
    if case.name not in KNOWN_MISSES
]

ROWS: list[Row] = [
    *GOOD,
    *SILENCE,
    *REFUSALS,
    *THOUGHTS,
    *CHATTER,
    *BROKEN,
    *ENDLESS,
    *DOCUMENTS,
    *examples_of_the_request(),
    *MADE_UP,
    *CHANGED,
    *LOST,
    *ADVICE,
    *SHOWN,
    *ABOUT_SHOWN,
    *FORGOTTEN,
    *KEPT_SECRET,
    *ORDERS,
    *(row for speaker in LANGUAGES for row in in_another_language(speaker)),
]

# Each is run as many times as it has bytes.
_TWO = (*BEES, MOVED)
_OF_TWO = WITH_BEES.replace("- Lives in Quito\n", "- Lives in Oslo\n")
_HINDI = _add("दिल्ली में रहता हूँ", "दिल्ली में रहता हूँ", PERSONAL)
TRUNCATED = [
    Row("cut off at every byte", name, typed, answer, left=left)
    for name, typed, answer, left in [
        ("JSON", SAID, as_json(_TWO), _OF_TWO),
        ("JSON in a fence", SAID, f"```json\n{as_json(_TWO)}\n```", _OF_TWO),
        ("JSON after thinking", SAID, f"<think>{DRAFT}</think>{as_json(_TWO)}", _OF_TWO),
        ("lines", SAID, as_lines(_TWO), _OF_TWO),
        ("lines after prose", SAID, f"Sure:\n\n{as_lines(_TWO)}\n\nDone.", _OF_TWO),
        ("a document", SAID, DOCUMENT_BEES, WITH_BEES),
        ("section lines", SAID, SECTION_BEES, WITH_BEES),
        (
            "lines in Hindi",
            ("मैं दिल्ली में रहता हूँ।",),
            as_lines(_HINDI),
            plus((PERSONAL, "दिल्ली में रहता हूँ")),
        ),
    ]
]
