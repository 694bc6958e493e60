"""`other_scripts`: what a fact has in common with words of a language without tables."""

import pytest

from llm_user_memory.checks.support import is_related

pytestmark = pytest.mark.once

IN_COMMON = [
    ("札幌に住んでいる", "札幌に住んでいます。冬の靴は？"),
    ("猫を飼っている", "うちの猫がごはんを食べません"),
    ("本を読むのが好き", "本をたくさん読みます"),
    ("パン屋をしている", "パンを焼いて売っています"),
    ("부산에 산다", "저는 부산에 살아요"),
    ("딸을 키운다", "딸이 하나 있는데 수학을 어려워해요"),
    ("채식주의자이다", "저는 채식주의자입니다"),
    ("يعيش في عمان", "أعيش في عمان منذ سنوات"),
    ("גר בחיפה", "אני גר בחיפה"),
    ("Μένει στη Θεσσαλονίκη", "Μένω στη Θεσσαλονίκη"),
    ("जयपुर में रहता है", "मैं जयपुर में रहता हूँ"),
    ("แพ้ถั่วลิสง", "ฉันแพ้ถั่วลิสง"),
    # A name, a number or a word in Latin letters, and a name by its sound.
    ("Uses Obsidian", "Obsidianを毎日使っています"),
    ("Is 34 years old", "저는 34살이에요"),
    ("Lives in Berlin", "ベルリンに住んでいます"),
    ("Likes Kafka", "カフカの小説が好き"),
    ("Lives in Busan", "저는 부산에 살아요"),
    ("Lives in London", "أعيش في لندن"),
    ("Lives in Madrid", "אני גר במדריד"),
    ("Lives in Athens", "Μένω στην Αθήνα"),
    ("Takes insulin", "インスリンを打っています"),
    ("ロンドンに住んでいる", "I live in London"),
    ("Живёт в Сеуле", "서울에 살아요"),
]
NOTHING_IN_COMMON = [
    ("Is a vegan nurse", "ポート8080を使っているプロセスはどれですか"),
    ("Allergic to penicillin", "كيف أوقف العملية؟"),
    ("Takes insulin", "명령어 알려줘"),
    ("부산에 산다", "안녕하세요 서버가 안 돼요"),
    ("札幌に住んでいる", "このエラーの意味を教えてください"),
    ("يعمل طبيبا", "ما هي عاصمة أستراليا؟"),
    ("צמחוני", "איך משנים צבע של כפתור?"),
    ("Έχει δύο γάτες", "Μετάφρασε αυτή την πρόταση στα αγγλικά"),
    ("शाकाहारी है", "ग्राहक को एक माफ़ी पत्र लिखो"),
    ("แพ้ถั่วลิสง", "ช่วยแปลประโยคนี้เป็นภาษาอังกฤษ"),
    ("Lives in Rome", "제 이름은 뭐가 좋을까요"),
    ("住んでいるのは大阪", "京都に住んでいます"),
]


@pytest.mark.parametrize(("fact", "typed"), IN_COMMON)
def test_a_word_in_some_form_or_a_name_by_its_sound_is_in_common(fact: str, typed: str) -> None:
    assert is_related(fact, typed)


@pytest.mark.parametrize(("fact", "typed"), NOTHING_IN_COMMON)
def test_words_of_any_request_and_of_any_fact_are_not(fact: str, typed: str) -> None:
    assert not is_related(fact, typed)
