"""A fact that something is over needs words that say so."""

import pytest
from support import judging

from llm_user_memory.checks.refusals import SAYS_MORE

pytestmark = pytest.mark.once

# The fact, how it is said so that it is taken, and what says it only as present.
ROWS = [
    ("Used to live in Oslo", "i lived in Oslo until 2019", "i live in Oslo"),
    ("Used to be a nurse", "i was a nurse for ten years", "i'm a nurse in Leeds"),
    ("Is a former nurse", "i was a nurse", "i'm a nurse"),
    ("Formerly worked at Siemens", "i've left Siemens", "i work at Siemens"),
    ("Quit smoking", "i no longer smoke", "i smoke"),
    ("Quit caffeine", "gave up caffeine in march", "caffeine keeps me going, i'm a baker"),
    ("Stopped drinking coffee", "i don't drink coffee anymore", "i drink coffee"),
    ("Volunteered at the shelter", "i volunteered at the shelter", "i volunteer at the shelter"),
    ("Ist ehemaliger Lehrer", "ich war Lehrer", "ich bin Lehrer"),
    ("Spielte Geige", "früher spielte ich Geige", "ich spiele Geige"),
    ("Tocaba la guitarra", "antes tocaba la guitarra", "toco la guitarra"),
    ("Dejó de fumar", "ya no fumo", "fumo"),
    ("Jouait du piano", "je jouais du piano", "je joue du piano"),
    ("Est une ancienne infirmière", "j'étais infirmière", "je suis infirmière"),
    ("Lavorava in banca", "lavoravo in banca", "lavoro in banca"),
    ("Morava em Recife", "eu morava em Recife", "moro em Recife"),
    ("Parou de fumar", "não fumo mais", "fumo"),
    ("Бывший врач", "я работала врачом", "я врач"),
    ("Жил в Туле", "раньше жил в Туле", "живу в Туле"),
    ("以前住在上海", "我以前住在上海", "我住在上海"),
    ("戒烟了", "我不抽烟了", "我每天抽烟"),
]


@pytest.mark.parametrize(("fact", "said"), [row[:2] for row in ROWS])
def test_what_is_said_to_be_over_is_taken(fact: str, said: str) -> None:
    assert judging.refusal(fact, said) == ""


@pytest.mark.parametrize(("fact", "said"), [(row[0], row[2]) for row in ROWS])
def test_what_is_so_is_not_over(fact: str, said: str) -> None:
    assert judging.refusal(fact, said) == SAYS_MORE


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("Does not eat meat", "i stopped eating meat"),
        ("Does not smoke", "i quit smoking"),
        ("No fuma", "dejé de fumar"),
        ("Has an ex-wife", "my ex-wife lives in Oslo"),
        ("Was born in Leeds", "born in Leeds"),
        ("Has lived in Bogotá for 5 years", "llevo 5 años viviendo en bogotá"),
        ("Möchte geduzt werden", "ab jetzt immer duzen bitte"),
        ("Cultiva tomates", "cultivo tomates en el balcón"),
        ("Had a hip replacement", "im 6 weeks out from a hip replacement"),
        ("Has had a stroke", "i had a stroke in may"),
    ],
)
def test_these_are_no_facts_about_what_is_over(fact: str, said: str) -> None:
    assert judging.refusal(fact, said) == ""
