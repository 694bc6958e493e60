"""Secrets that only their place tells: plain words, phrases, and numbers said in other ways."""

import base64

import pytest

from llm_user_memory.text import redact
from llm_user_memory.text.redact import placed, places, weighed
from llm_user_memory.text.redact.parting import words_of
from llm_user_memory.text.redact.values import is_encoded_text

SECRETS = (
    # Digits that are said or written in other ways.
    ("门锁四八二七,不对,上周改成九三零六了", "四八二七"),
    ("门锁四八二七,不对,上周改成九三零六了", "九三零六"),
    ("the safe wants 4 turns to 62, then 17, then 85", "62, then 17, then 85"),
    ("coffre : à gauche sur 62, puis 17, puis 85", "62, puis 17, puis 85"),
    ("保险箱转的是 左28右6左71 ，打不开", "左28右6左71"),
    ("alarm panel: 6-0-2-2-9 opens it", "6-0-2-2-9"),
    ("il codice del cancello è 35 12 77 08", "35 12 77 08"),
    # Hexadecimal keys, where the text says that they are.
    ("the api key is b7e02fd19c6a44d08813ae50cc72f91d", "b7e02fd19c6a44d08813ae50cc72f91d"),
    # Quotation marks of Chinese, and another way to say "as".
    ("硬盘加密口令我记得是「月亮掉进洗衣机」，打不开", "月亮掉进洗衣机"),
    ("mi suegra pone croquetas de contraseña en todo", "croquetas"),
    # The verbs and the words for locks have many forms.
    ("Für die Haustür unten tippst du 2846 und dann den Schlüssel", "2846"),
    ("The alarm is now 4085 and not our house number any more", "4085"),
    ("Meine EC-Karte wurde eingezogen, obwohl ich ganz sicher 7350 getippt habe", "7350"),
    ("the passphrase is 'the cat sleeps on the fridge', it fails", "the cat sleeps on the fridge"),
)
HARMLESS = (
    "一九九八年买的门锁二零一九年换过",
    "门锁在四五六七八号楼",
    "safe to bake: 20, then 30, then 40 minutes",
    "commit f4f9a640a6a15a447ad451607392b21cc02fc522 breaks the login page",
    "密码提示写着「请输入密码」",
    "hago un cambio de contraseña mañana",
    "is 16 chars still enough for a wpa2 key",
    "im handbuch steht ssh admin, kennwort: x. welcher port ist das standardmäßig bei synology",
    "statement shows card ending **** 4410, who is that",
    "leave gaps like XXXX XXXX XXXX 1234 for the card number",
    "ssh key is 256 SHA256:Vn7kQpX2mZ0rT5yLw8BdHcJ4eUaGfSi1oRtYbNxKvCs ann@box",
    "I use Firefox for my bank account and Chrome for everything else",
    "the login page says please try again later, what now",
    "router sold 2019 2020 2021 2022",
)


@pytest.mark.parametrize(("text", "secret"), SECRETS)
def test_a_secret_is_told_by_its_place(text: str, secret: str) -> None:
    assert secret not in redact.redacted(text)


@pytest.mark.parametrize("text", HARMLESS)
def test_the_same_words_at_other_places_are_left_as_they_are(text: str) -> None:
    assert redact.redacted(text) == text


@pytest.mark.parametrize("text", ["hello year eight", "This is a test.", "Password:", "Username: "])
def test_base64_of_a_sentence_is_no_key(text: str) -> None:
    value = base64.b64encode(text.encode()).decode()
    assert is_encoded_text(value)
    said = f"what is {value} in the log of the login server"
    assert redact.redacted(said) == said


@pytest.mark.parametrize(
    "data", [b"ann:Crumpet55", b"\x93\x1f\x00\xa7kQ!", b"Crumpet55", b"one two"]
)
def test_base64_of_anything_else_may_be_one(data: bytes) -> None:
    assert not is_encoded_text(base64.b64encode(data).decode())


def test_what_is_no_base64_encodes_no_text() -> None:
    assert not is_encoded_text("not base64!")
    assert not is_encoded_text("abcdefghi")  # a length that no encoder makes


def _slots(text: str) -> list[str]:
    words = words_of(text, 0)
    return [places.slot(words, n) for n in range(len(words))]


def test_a_slot_is_the_role_of_what_stands_before_a_word() -> None:
    assert _slots("It is now 'x' with y. So z") == [
        "first", "it", "is", "quote", "word", "with", "first", "word",
    ]  # fmt: skip
    assert _slots("pw: x -> y") == ["first", ":", "word", "is"]
    assert _slots("now x") == ["first", ""]


def test_a_frame_has_the_roles_on_both_sides_up_to_the_end_of_a_sentence() -> None:
    words = words_of("Hi. I set it to 9045 for the door, ok", 0)
    assert list(places.frames(words, 5, 6, is_closed=False)) == [
        "L1:to", "L2:it to", "L3:use it to", "R1:at", "R2:at the",
    ]  # fmt: skip
    assert list(places.frames(words, 1, 2, is_closed=True)) == ["L1:."]
    assert list(places.frames(words, 0, 1, is_closed=True)) == ["L1:^"]


def test_plain_words_and_phrases_are_candidates_where_secrets_are_told() -> None:
    text = "her laptop login is quietwaters, the phrase was purple otter sandwich"
    found = {text[slice(*each.span)]: each.group for each in weighed.candidates(text)}
    assert found["quietwaters"] == "word"
    assert found["purple otter sandwich"] == "phrase"
    assert "laptop" not in found


@pytest.mark.parametrize("text", ["the sea is calm today", "the weather was purple otter sandwich"])
def test_where_nothing_speaks_of_access_no_plain_word_is_a_candidate(text: str) -> None:
    assert not list(weighed.candidates(text))


def test_a_phrase_ends_with_its_clause_and_has_plain_words_only() -> None:
    words = words_of('the phrase is "red fox" or a b2 c', 0)
    present = frozenset(("phrase",))
    assert [
        (group, last) for group, last, _ in placed.words_at(words, 3, present, is_known=True)
    ] == [("phrase", 4)]
    assert not list(placed.words_at(words, 6, present, is_known=True))
    features = next(found for _, _, found in placed.words_at(words, 3, present, is_known=True))
    assert {"in-quotes", "words2", "lowercase"} <= set(features)
