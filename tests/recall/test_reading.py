"""What the texts of passages tell about them."""

import pytest

from llm_user_memory.recall import ranking
from llm_user_memory.recall.ranking import Features
from llm_user_memory.recall.reading import with_texts

pytestmark = pytest.mark.once


def read(question: str, *said: str, document: str = "talk") -> list[Features]:
    """Return the features of passages that follow each other."""
    texts = {number: (document, number, text) for number, text in enumerate(said)}
    found = with_texts(dict.fromkeys(texts, Features()), texts, question, question.split())
    return [found[number] for number in texts]


@pytest.mark.parametrize("weights", [ranking.WORDS, ranking.HYBRID])
def test_questions_are_no_answers_and_times_answer_when(weights: Features) -> None:
    def worth(text: str, question: str) -> float:
        return ranking.scores(dict(enumerate(read(question, text))), weights)[0]

    assert worth("Where do you sail?", "Where?") < worth("I sail here.", "Where?")
    assert worth("I sailed yesterday.", "When?") > worth("I sailed there.", "When?")
    assert worth("I sailed yesterday.", "Where?") == worth("I sailed there.", "Where?")


def test_who_has_more_of_the_rarer_words_covers_more() -> None:
    question = "boat paint"
    both, rare, common, none = read(
        question, "I painted the boat.", "Painting is fun.", "A boat.", "The boats are gone."
    )
    assert both.covered == 1.0
    assert both.covered > rare.covered > common.covered == none.covered > 0.0
    assert read("boat", "Nothing of the kind.")[0].covered == 0.0
    assert read("", "A boat.")[0].covered == 0.0
    assert read("我的船是什么颜色", "船是红色的", "今天下雨")[0].covered > 0.0


def test_what_follows_a_question_that_fits_is_an_answer() -> None:
    question = "what colour is my boat"
    asked, answer, later = read(question, "What colour is your boat?", "Red, with a stripe.", "Ok.")
    assert answer.answers == asked.covered > 0.0 == asked.answers == later.answers
    assert answer.asks == 0.0 < asked.asks
    statement, after = read(question, "The colour of a boat matters.", "Red.")
    assert statement.covered > 0.0 == after.answers


def test_an_answer_is_in_the_same_document() -> None:
    texts = {1: ("one", 0, "Which boat?"), 2: ("two", 1, "The red one.")}
    found = with_texts(dict.fromkeys(texts, Features()), texts, "which boat", ["boat"])
    assert found[2].answers == 0.0


@pytest.mark.parametrize(
    ("asked", "wants_answer"),
    [("boat", False), ("red boat", False), ("boat?", True), ("wo ist das Boot", True),
     ("船", False), ("船是什么颜色", True), ("лодка", False), ("какая лодка", True)],
)  # fmt: skip
def test_only_a_question_has_an_answer(asked: str, wants_answer: bool) -> None:
    _, after = read(asked, f"{asked}, {asked}?", "Red.")
    assert (after.answers > 0.0) == wants_answer


@pytest.mark.parametrize(
    ("question", "text", "most"),
    [
        ("Who came?", "Then came Ana and Ben.", 2 / 3),
        ("Which book?", 'I read "Dune" there.', 2 / 3),
        ("¿Quién vino?", "Vino con Ana.", 1 / 3),
        ("Кто пришёл?", "Пришла моя Аня.", 1 / 3),
        ("Why?", "Then came Ana and Ben.", 0.0),
        ("Who came?", "Nobody. Sorry.", 0.0),
    ],
)
def test_names_count_where_one_is_asked_for(question: str, text: str, most: float) -> None:
    assert read(question, text)[0].named == pytest.approx(most)


@pytest.mark.parametrize(
    ("text", "names_time"),
    [
        ("We met yesterday.", True),
        ("LAST WEEK'S game", True),
        ("on Mon, the 4th", True),
        ("It was in May", True),
        ("back in 1999", True),
        ("Mañana vengo", True),
        ("the last of the weeks", False),
        ("last weeks", False),
        ("12019 steps, 2023x", False),
        ("maybe mayday, lasting", False),
        ("4 of them", False),
        ("", False),
    ],
)
def test_a_time_counts_where_one_is_asked_for(text: str, names_time: bool) -> None:
    assert read("When was it?", text)[0].time == names_time
    assert read("Where was it?", text)[0].time == 0.0
