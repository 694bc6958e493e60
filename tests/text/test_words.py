"""`words`: folded text, content words, sentences and negations, in many languages and any text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.cpu import bounded
from support.rows import for_each

from llm_user_memory.text import words
from llm_user_memory.text.words import (
    akin,
    beginnings,
    content_words,
    covers,
    fold,
    holds_all,
    holds_every_word,
    is_negated,
    is_question,
    letters,
    occurs_in,
    sentences,
)

pytestmark = pytest.mark.once

FOLDED = [
    ("", ""),
    ("?! … — 🎉", ""),
    ("I ❤️ “naïve” cafés 🎉", "i naïve cafés"),
    ("  Hello,\tWORLD!\r\n", "hello world"),
    ("I'm 42.", "im 42"),
    ("don't", "dont"),
    ("don’t", "dont"),
    ("donʼt", "dont"),
    ("don`t", "dont"),
    ("don´t", "dont"),
    ("don＇t", "dont"),
    ("'quoted' words", "quoted words"),
    ("the dogs' bowl", "the dogs bowl"),
    ("user_name", "user name"),
    ("state-of-the-art", "state of the art"),
    ("C, C++ and C#", "c c++ and c#"),
    ("C++17, F#.", "c++ 17 f#"),
    ("issue #2", "issue 2"),
    ("Node.js", "node js"),
    ("ＦＵＬＬ　ｗｉｄｔｈ", "full width"),
    ("ﬁne", "fine"),
    ("Ich heiße Jürgen", "ich heisse jürgen"),
    ("STRASSE", "strasse"),
    ("¿Vivo en Málaga?", "vivo en málaga"),
    ("Vivo en Ma\u0301laga", "vivo en málaga"),
    ("Je suis l’auteur", "je suis lauteur"),
    ("Я живу в Москве.", "я живу в москве"),
    ("ΟΔΥΣΣΕΥΣ", "οδυσσευσ"),
    ("أنا أحب القهوة", "أنا أحب القهوة"),
    ("मैं शाकाहारी हूँ।", "मैं शाकाहारी हूँ"),
    ("אני גר בתל אביב", "אני גר בתל אביב"),
    ("저는 서울에 살아요.", "저는 서울에 살아요"),
    ("我住在北京。", "我 住 在 北 京"),
    ("東京に住む", "東 京 に 住 む"),
    ("ฉันไทย", "ฉ ั น ไ ท ย"),
    ("我用Python写", "我 用 python 写"),
]


@given(st.text(st.characters(max_codepoint=0x2BFF)))
def test_a_text_without_marks_folds_as_it_does_beside_one(text: str) -> None:
    assert f"{fold(text)} 的".strip() == fold(f"{text} 的")


@for_each(("text", "folded"), FOLDED)
def test_a_text_folds_to_its_bare_words(text: str, folded: str) -> None:
    assert fold(text) == folded


ASCII = st.text(st.characters(max_codepoint=127) | st.sampled_from(" '`+#_aB1"), max_size=40)


@given(ASCII)
def test_a_text_in_ascii_folds_as_it_does_beside_other_letters(text: str) -> None:
    assert f"{fold(text)} é".strip() == fold(f"{text} é")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("C", "C++"),
        ("C", "C#"),
        ("C++", "C#"),
        ("किताब", "कुत्ता"),
        ("मैं", "में"),
        ("año", "ano"),
        ("2 cats", "3 cats"),
    ],
)
def test_different_words_stay_different(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@given(st.text())
@settings(deadline=None)
def test_folding_again_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text(alphabet="aΑßİʼ'’´`+# _.\u0301\u0345\u1100\u1161"))
@settings(deadline=None)
def test_folding_awkward_letters_again_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text())
@settings(deadline=None)
def test_case_never_makes_a_difference_to_ascii_words(text: str) -> None:
    plain = text.encode("ascii", "ignore").decode()
    assert fold(plain.upper()) == fold(plain.lower())


@given(
    st.lists(st.sampled_from(["a", "live", "in", "berlin", "x3"])), st.integers(0), st.integers(0)
)
def test_whole_words_in_a_row_occur(words: list[str], start: int, length: int) -> None:
    part = words[start : start + length]
    assert occurs_in(" ".join(part), " ".join(words)) == bool(part)


@pytest.mark.parametrize(
    ("part", "text"),
    [("", "anything"), ("car", "scar tissue"), ("car", "cars"), ("a c", "a b c"), ("a", "")],
)
def test_pieces_of_words_do_not_occur(part: str, text: str) -> None:
    assert not occurs_in(part, text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I live in Berlin", ["live", "berlin"]),
        ("My name is Ana", ["ana"]),
        ("Ich wohne in der Stadt", ["wohne", "stadt"]),
        ("Vivo en el campo", ["vivo", "campo"]),
        ("Does not eat meat", ["eat", "meat"]),
        ("Doesn’t eat meat", ["eat", "meat"]),
        ("住在北京", ["住在", "在北", "北京"]),
        ("茶", ["茶"]),
        ("用Rust写", ["用", "rust", "写"]),
        ("It is what it was", ["what"]),
        ("to be", []),
    ],
)
def test_content_words_are_those_that_carry_meaning(text: str, words: list[str]) -> None:
    assert content_words(text) == words


AKIN = """
live lives|live living|lives living|lived lives|use uses|code coding|coder coding|study studies
study studying|marry married|allergy allergic|switched switching|engineer engineering
photography photographer|programmer programming|german germany|cat cats|rust rust|c++ c++
wohne wohnt|arbeite arbeitet|trabajo trabaja|vivo vive|живу живёт|работаю работает|книга книги
"""
NOT_AKIN = """
iran iraq|mary mark|dark dart|linux linus|peter petra|java javascript|rust ruby|car cat
austria australia|2023 2024|python2 python3|c c++|c++ c#|v1 v12|in india|berlin bern|norway north
"""


def _pairs(table: str) -> list[list[str]]:
    return [pair.split() for pair in table.replace("\n", "|").split("|") if pair]


@pytest.mark.parametrize(("one", "other"), _pairs(AKIN))
def test_forms_of_one_word_are_akin(one: str, other: str) -> None:
    assert akin(one, other)


@pytest.mark.parametrize(("one", "other"), _pairs(NOT_AKIN))
def test_different_words_are_not_akin(one: str, other: str) -> None:
    assert not akin(one, other)


@given(st.text(alphabet="abeinrs1+"), st.text(alphabet="abeinrs1+"))
@settings(deadline=None)
def test_being_akin_is_mutual(one: str, other: str) -> None:
    assert akin(one, other) == akin(other, one)


_BEGINNINGS = {
    "Lives in Lisbon": ["lis", "liv"],
    "flies": ["fl"],
    "C++17 of 2024": ["c++", "2024", "17"],
    "is in the": ["the", "in", "is"],
    "東京": ["東"],
    "": [],
}


@pytest.mark.parametrize(("text", "found"), _BEGINNINGS.items())
def test_the_beginnings_that_all_forms_of_words_share(text: str, found: list[str]) -> None:
    assert sorted(beginnings(text)) == sorted(found)


_FORMS = st.lists(
    st.sampled_from(["", "s", "'", "’", "i", "e", "y", "ies", "ied", "ing", "ying", "é", "1", "+"])
    | st.sampled_from(
        ["liv", "fl", "t", "Ｌ", "東", "京", "İ", "ς", "Σ", "ก", "e\u0301", " ", "-"]
    ),
    max_size=12,
).map("".join)


@pytest.mark.slow
@given(_FORMS, _FORMS)
@settings(deadline=None, max_examples=500)
def test_what_holds_all_words_has_their_beginnings(text: str, wanted: str) -> None:
    holds = holds_all(content_words(text), content_words(wanted))
    if fold(wanted) in fold(text) or (holds and content_words(wanted)):
        assert all(start in letters(text) for start in beginnings(wanted))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        (" \n ", []),
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("one\ntwo\r\nthree", ["one", "two", "three"]),
        ('"Yes," he said. (Then left.) ok', ['"Yes," he said.', "(Then left.", "ok"]),
        ("Version 1.5 of node.js", ["Version 1.5 of node.js"]),
        ("I live in Rome - what now?", ["I live in Rome", "what now?"]),
        ("well-known", ["well-known"]),
        ("一。二？三", ["一。", "二？", "三"]),
        ("أين؟ هنا.", ["أين؟", "هنا."]),
        ("यह है। वह है।", ["यह है।", "वह है।"]),
    ],
)
def test_a_text_is_split_into_sentences_and_lines(text: str, parts: list[str]) -> None:
    assert sentences(text) == parts


def test_plain_text_has_the_words_that_any_text_has() -> None:
    for sign in filter(words._is_plain, map(chr, range(0x20000))):
        text = f"ab{sign}cd {sign}{sign} e{sign}"
        assert words._PLAIN_WORD.findall(text) == words._word().findall(text), hex(ord(sign))


@given(st.text(alphabet=st.sampled_from("ab'`+#_ .\t\n9")))
def test_ascii_is_folded_as_other_text(text: str) -> None:
    assert fold(text) == fold(f"{text} é").removesuffix("é").rstrip(" ")


@given(st.text(alphabet=st.sampled_from("ab'+ .!?\n\r\t-–。؟\"”)")))
def test_splitting_into_sentences_loses_no_word(text: str) -> None:
    assert fold(" ".join(sentences(text))) == fold(text)


@pytest.mark.parametrize(
    "text",
    [
        "I do not eat meat",
        "I don't eat meat",
        "I DON’T eat meat",
        "never again",
        "no longer at Acme",
        "without sugar",
        "Ich esse kein Fleisch",
        "Das mag ich nicht",
        "Nunca como carne",
        "Je ne mange pas de viande",
        "Não como carne",
        "Non mangio carne",
        "Não moro no Porto",
        "I dont eat meat",
        "no em dashes please",
        "no tengo coche",
        "Я не ем мясо",
        "Nie jem mięsa",
        "Ik eet geen vlees",
        "我不吃肉",
        "我没有车",
        "肉を食べない",
        "肉を食べません",
        "ฉันไม่กินเนื้อ",
        "मैं मांस नहीं खाता",
        "أنا لا آكل اللحم",
    ],
)
def test_a_negation_is_seen(text: str) -> None:
    assert is_negated(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I eat meat",
        "Notes on knots",
        "Ich esse Fleisch",
        "Je mange",
        "我吃肉",
        "肉を食べる",
        "Я ем мясо",
        "Moro no Porto",
        "on est trois dont un bébé",
        "ich hab eins mit nem Motor",
        "je suis né à Lyon",
    ],
)
def test_a_plain_sentence_is_not_negated(text: str) -> None:
    assert not is_negated(text)


@pytest.mark.parametrize(
    "text",
    ["Why?", 'He said "why?"', "(really?)", "What?!", "Sure?...", "为什么？", "لماذا؟", "a? "],
)
def test_a_question_is_seen(text: str) -> None:
    assert is_question(text)


@pytest.mark.parametrize("text", ["", "Yes.", "Why? Because.", "I use /search?q=x daily", "Stop!"])
def test_a_statement_is_no_question(text: str) -> None:
    assert not is_question(text)


HELD = [
    ("I live in Berlin.", "Lives in Berlin"),
    ("I'm living in Berlin these days", "Lives in Berlin"),
    ("Rust is the language I like", "Likes Rust"),
    ("I prefer tabs over spaces", "Prefers tabs over spaces"),
    ("last year I switched from Java to Rust", "Switched from Java to Rust"),
    ("My name is Ana and I live in Rome", "I live in Rome"),
    ("Ich wohne in Ulm", "Wohnt in Ulm"),
    ("trabajo en Acme", "Trabaja en Acme"),
    ("Я живу в Москве", "Живёт в Москве"),
    ("我住在北京，很久了", "住在北京"),
    ("I write C++ all day", "Writes C++"),
]
NOT_HELD = [
    ("I live in Berlin", "Lives in Bern"),
    ("I moved to Iran", "Moved to Iraq"),
    ("Write to Mary", "Write to Mark"),
    ("I write C all day", "Writes C++"),
    ("I prefer tabs over spaces", "Prefers spaces over tabs"),
    ("I switched from Java to Rust", "Switched from Rust to Java"),
    ("I like tea", "Does not like tea"),
    ("I do not like tea", "Likes tea"),
    ("I pretend", "I live"),
    ("Pretend to be a chef", "I pretend to be a chef"),
    ("北京的茶住在哪", "住在北京"),
    ("anything at all", "It is"),
    ("", "Lives"),
    ("Born in 1984", "Born in 1985"),
]


@pytest.mark.parametrize(("sentence", "fact"), HELD)
def test_a_sentence_holds_a_fact_in_other_forms_of_its_words(sentence: str, fact: str) -> None:
    assert holds_every_word(sentence, fact)


@pytest.mark.parametrize(("sentence", "fact"), NOT_HELD)
def test_a_sentence_does_not_hold_what_it_does_not_say(sentence: str, fact: str) -> None:
    assert not holds_every_word(sentence, fact)


def test_a_fact_covers_one_that_says_i() -> None:
    assert covers("Lives in Berlin", "I live in Berlin")


@given(st.text())
@settings(deadline=None)
def test_a_text_covers_itself_if_it_has_content(text: str) -> None:
    assert covers(text, text) == bool(content_words(text))


@pytest.mark.parametrize(
    "unit", [" ", "\t", "\n", ". ", " - ", "-", "?", '"', "'", "a'", "+", "я ", "茶"]
)
def test_long_junk_is_quick_to_read(unit: str) -> None:
    junk = unit * (100_000 // len(unit)) + "x"
    with bounded():
        fold(junk), sentences(junk), is_negated(junk), is_question(junk)
