"""`llm memory ask`: answers need quotes that are in the passages."""

import json
from datetime import date

import pytest
from support.cpu import bounded
from support.product import Product

from llm_user_memory.cli import ask as cli_ask
from llm_user_memory.recall.ask import (
    Answer,
    Record,
    _in_time,
    _runs,
    _supported,
    extracts,
    read_answer,
    read_searches,
    wide_records,
)
from llm_user_memory.recall.hits import Hit

QUESTION = "When did I move to Lisbon?"
RECORDS = [
    Record("2026-03-02", "user: I moved to Lisbon in May, with two cats"),
    Record("2026-04-01", "user: The Lisbon flat costs 900 euros"),
]

HOLDS = {
    "as asked": 'ANSWER: In May.\nFROM 1: "moved to Lisbon in May"',
    "in brackets, with other marks": "ANSWER: In May.\nFROM [1] “moved to Lisbon in May”",
    "other case and spaces": 'Answer: May\n- from 1:  "MOVED to  lisbon in may."',
    "two records": (
        'ANSWER: In May; it costs 900.\nFROM 1: "moved to Lisbon"\nFROM 2: "costs 900 euros"'
    ),
    "the quote below": 'ANSWER: In May.\nFROM 1:\n"moved to Lisbon in May".',
    "with a word before": 'Sure!\nANSWER: In May.\nFROM 1: "I moved to Lisbon in May"',
}
HOLDS_NOT = {
    "nothing": "",
    "not found": "NOT FOUND",
    "not found as an answer": 'ANSWER: NOT FOUND\nFROM 1: "I moved to Lisbon"',
    "no quote": "ANSWER: In May.",
    "a quote that is nowhere": 'ANSWER: In May.\nFROM 1: "moved in May to Lisbon"',
    "a quote of another record": 'ANSWER: In May.\nFROM 2: "moved to Lisbon in May"',
    "a record that is not there": 'ANSWER: In May.\nFROM 7: "moved to Lisbon in May"',
    "a record of 6,000 digits": f'ANSWER: In May.\nFROM {"1" * 6000} "moved to Lisbon"',
    "a name of its own": 'ANSWER: With Peter.\nFROM 1: "moved to Lisbon in May"',
    "a number of its own": 'ANSWER: In 1987.\nFROM 1: "moved to Lisbon in May"',
    "a quote that says nothing": 'ANSWER: In May.\nFROM 1: "in"',
    "a padded quote": f'ANSWER: In May.\nFROM 1: "moved to Lisbon in May{"!" * 9000}"',
}


@pytest.mark.once
def test_a_quote_that_is_repeated_is_shown_once() -> None:
    quotes = 'FROM 1: "moved to Lisbon in May"\nFROM 1: "Moved to Lisbon, in May."\n' * 200
    _text, cited = read_answer(f"ANSWER: In May.\n{quotes}", QUESTION, RECORDS)
    assert cited == ((RECORDS[0], "moved to Lisbon in May"),)


@pytest.mark.once
@pytest.mark.parametrize("reply", HOLDS.values(), ids=HOLDS)
def test_an_answer_with_its_quotes_holds(reply: str) -> None:
    text, cited = read_answer(reply, QUESTION, RECORDS)
    assert "May" in text
    assert cited[0][0] == RECORDS[0]


@pytest.mark.once
def test_what_is_of_no_day_is_not_said_to_be_of_the_profile(
    capsys: pytest.CaptureFixture[str],
) -> None:
    hit = Hit(1, "logs", "c1", "t1", "", "user", "Bees", None, "", shareable=True, ordinal=0)
    cited = ((Record("", "user: Bees", hit), "Bees"), (Record("", "Keeps bees"), "bees"))
    cli_ask._print_answer(Answer("Bees.", cited, (), 1))
    shown = capsys.readouterr().out
    assert "undated     you: “Bees”" in shown and "profile     “bees”" in shown


def _said(ordinal: int, role: str, text: str) -> Hit:
    return Hit(ordinal, "logs", "c1", f"t{ordinal}", "", role, text, None, "", True, ordinal)


@pytest.mark.once
def test_each_quote_is_of_one_speaker_who_is_named() -> None:
    run = [
        _said(0, "user", "Where was I born? Guess."),
        _said(1, "assistant", "user: You were born in Kyoto."),
        _said(2, "user", "Wrong, I was born in Osaka."),
    ]
    [record] = wide_records(run[:1], lambda _: run)
    for quote, speaker in (
        ("You were born in Kyoto", "assistant"),
        ("user: You were born in Kyoto.", "assistant"),
        ("assistant: user: You were born in Kyoto", "assistant"),
        ("user: Wrong, I was born in Osaka", "user"),
    ):
        _text, [(cited, words)] = read_answer(f'ANSWER: born\nFROM 1: "{quote}"', "born?", [record])
        assert (cited, cited.speaker(words)) == (record, speaker), quote
    spans = 'ANSWER: born\nFROM 1: "born in Kyoto. / user: Wrong, I was born in Osaka"'
    assert read_answer(spans, "born?", [record]) == ("", ())


@pytest.mark.once
def test_a_quote_is_shown_with_the_not_of_its_sentence() -> None:
    said = "The test is back. I am not allergic to peanuts after all. Good news."
    note = _said(0, "", said)
    long = _said(1, "", f"I am not allergic to {'really ' * 60}peanuts")
    for hit, shown in ((note, "I am not allergic to peanuts after all."), (long, "")):
        record = Record("2026-05-01", hit.text, hit)
        reply = 'ANSWER: Yes, to peanuts.\nFROM 1: "peanuts"'
        _text, cited = read_answer(reply, "Am I allergic to peanuts?", [record])
        assert [quote for _record, quote in cited] == ([shown] if shown else [])


@pytest.mark.once
@pytest.mark.parametrize("reply", HOLDS_NOT.values(), ids=HOLDS_NOT)
def test_without_it_is_none(reply: str) -> None:
    assert read_answer(reply, QUESTION, RECORDS) == ("", ())


@pytest.mark.once
@pytest.mark.parametrize("unit", [" ", "\n", "'", ":", "FROM 1 ", 'FROM 1: "moved to Lisbon"\n'])
def test_no_answer_takes_long_to_read(unit: str) -> None:
    with bounded():
        read_answer(f"ANSWER: In May.\nFROM 1{unit * (20_000 // len(unit))}", QUESTION, RECORDS)
        read_answer(f'ANSWER: In May.\nFROM 1 "x{unit * (20_000 // len(unit))}y', QUESTION, RECORDS)


@pytest.mark.once
def test_what_a_model_completes_holds_if_one_sentence_says_it() -> None:
    hit = Hit(1, "logs", "t", "p", "", "user", "", None, "", True, 0)
    records = [record._replace(hit=hit) for record in RECORDS]
    text, [(record, quote)] = _supported("in May", QUESTION, records)
    assert (text, record, quote) == (
        "in May",
        records[0],
        "I moved to Lisbon in May, with two cats",
    )
    for reply in ("2026-03-02", "to Lisbon", "with Peter", "900 cats", "NOT FOUND", ""):
        assert _supported(reply, QUESTION, records) == ("", ()), reply


@pytest.mark.once
def test_what_a_model_wants_searched() -> None:
    reply = "NOT FOUND\nSEARCH: Lisbon flat\n- search: “moving -van”\nSEARCH: a\nSEARCH: b"
    assert read_searches(reply) == ("lisbon flat", "moving van", "a")
    assert read_searches("NOT FOUND") == () == read_searches("SEARCH:\nSEARCH: ?!")


def _hit(number: int, text: str, said_at: float = 0.0) -> Hit:
    return Hit(number, "logs", "t", f"p{number // 2}", "", "user", text, said_at, "", True, number)


@pytest.mark.once
def test_all_that_was_found_is_shown_once_in_the_order_of_time() -> None:
    hits = [_hit(4, "late", 9.0), _hit(0, "early", 1.0), _hit(1, "its answer", 1.0)]
    records = _in_time([*extracts(hits, "When?"), Record("", "a fact")])
    assert [r.text for r in records] == ["a fact", "user: early", "user: its answer", "user: late"]
    assert [[hit.ordinal for hit in run] for run in _runs(hits)] == [[0, 1], [4]]
    long = [_hit(number, "word " * 50) for number in range(100)]
    assert 5 < len(list(extracts(long, "word"))) < 20
    assert 20 < len(list(extracts(long, "how often word"))) < 40


@pytest.mark.once
def test_each_fact_of_the_profile_is_a_record_of_its_own_day() -> None:
    facts = [
        Hit(n, "profile", "history", "history", "", "", f"Fact {n}", 86_400.0 * n, "", True, n)
        for n in (1, 2)
    ]
    assert [[hit.ordinal for hit in run] for run in _runs(facts)] == [[1], [2]]
    records = wide_records(facts, lambda hit: [hit])
    assert [record.text for record in records] == [
        "earlier profile: Fact 1",
        "earlier profile: Fact 2",
    ]
    assert len({record.day for record in records}) == 2


def talk(product: Product) -> None:
    product.type("I moved to Lisbon in May, with two cats")
    product.run("A script: Lisbon is in Spain")


@pytest.mark.product
def test_it_answers_with_dated_quotes(after_talk: Product) -> None:
    said = "moved to Lisbon in May"
    after_talk.answer(prompts={"Question: When": f'ANSWER: In May.\nFROM 1: "{said}"'})
    ran = after_talk.run("memory", "ask", *QUESTION.split())
    assert ran.code == 0, ran
    [thread] = {t["thread_id"] for t in after_talk.logged()[:1]}
    assert ran.out.startswith("In May.\n")
    assert f"{date.today()}  you: “{said}”" in ran.out
    assert f"llm logs --cid {thread}" in ran.out
    assert "Spain" not in after_talk.prompts()[-1]["prompt"]
    found = json.loads(after_talk.run("memory", "ask", "--json", QUESTION).out)
    assert (found["answer"], found["requests"]) == ("In May.", 1)
    assert len(after_talk.logged()) == 2, "a question is no conversation"


@pytest.mark.product
def test_what_nothing_vouches_for_is_not_found(after_talk: Product) -> None:
    after_talk.answer(prompts={"Question:": 'ANSWER: In Paris.\nFROM 1: "moved to Paris"'})
    ran = after_talk.run("memory", "ask", "Where in Lisbon do I live?")
    assert (ran.code, ran.out) == (1, "Not found.\n")
    assert "moved to Lisbon" in ran.err
    assert "Paris" not in ran.err
    assert len(after_talk.prompts()) == 4, "two prompts and two looks"


@pytest.mark.product
def test_what_the_model_wants_searched_is_in_the_second_look(after_talk: Product) -> None:
    after_talk.type("The van costs ninety euros")
    after_talk.answer(prompts={"Question:": "NOT FOUND\nSEARCH: van price"})
    ran = after_talk.run("memory", "ask", "Where in Lisbon do I live?")
    assert (ran.code, ran.out) == (1, "Not found.\n")
    first, second = after_talk.prompts()[-2:]
    assert "SEARCH:" in first["prompt"] and "ninety" not in first["prompt"]
    assert "ninety" in second["prompt"] and "SEARCH:" not in second["prompt"]


@pytest.mark.product
def test_with_nothing_to_go_by_no_model_is_asked(product: Product) -> None:
    ran = product.run("memory", "ask", "Who am I?")
    assert (ran.code, ran.out) == (1, "Not found.\n")
    assert product.prompts() == []


@pytest.mark.product
def test_the_profile_answers_too(after_talk: Product) -> None:
    after_talk.run("memory", "add", "Plays the accordion")
    reply = 'ANSWER: The accordion.\\nFROM {n}: \\"Plays the accordion\\"'
    code = (
        "!do import os, json, re\n"
        "asked = json.loads(open(os.environ['SCRIPTED'] + '/requests.jsonl').readlines()[-1])\n"
        "n = re.search(r'\\[(\\d+)\\][^\\n]*Plays the accordion', asked['prompt'])[1]\n"
        f'answer = ["{reply}".replace("{{n}}", n)]'
    )
    after_talk.answer(prompts={"Question: What": code})
    ran = after_talk.run("memory", "ask", "What do I play?")
    assert ran.code == 0, ran
    assert "profile" in ran.out and "“Plays the accordion”" in ran.out


@pytest.mark.product
def test_a_model_that_fails_is_named(after_talk: Product) -> None:
    after_talk.answer(prompts={"Question:": "!raise Connection"})
    ran = after_talk.run("memory", "ask", QUESTION)
    assert ran.code == 1
    assert "scripted could not be asked: connection refused" in ran.err


@pytest.mark.product
def test_sections_of_several_files_are_shown(product: Product) -> None:
    papers = product.home / "papers"
    papers.mkdir()
    (papers / "a.md").write_text("# Tea\n\nThe oolong tea is for guests.\n")
    (papers / "b.md").write_text("# Tea\n\nThe sencha tea is for mornings.\n")
    assert product.run("memory", "sources", "add", str(papers)).code == 0
    ran = product.run("memory", "ask", "Which tea is there?")
    assert ran.code == 1
    assert "oolong" in ran.err and "sencha" in ran.err
    first, _second = product.prompts()
    assert "oolong" in first["prompt"] and "sencha" in first["prompt"]
