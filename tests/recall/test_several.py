"""Questions that have several answers."""

import pytest

from llm_user_memory.recall.several import asks_for_several

pytestmark = pytest.mark.once

SEVERAL = [
    "which books did I read?",
    "What hiking trails have we talked about",
    "how often did I mention my knee?",
    "How many times have I been to Rome?",
    "where have I been this year?",
    "who has lent me money?",
    "what kind of art... what types of pottery did I make",
    "list all recipes with leeks",
    "tell me everything I said about the roof",
    "every restaurant I liked",
    "Welche Bücher habe ich gelesen?",
    "Wie oft war ich in Rom?",
    "Was habe ich alles gekocht?",
    "wo überall war ich dieses Jahr",
    "¿Qué libros he leído?",
    "¿cuántas veces fui a Roma?",
    "¿cuáles son mis recetas?",
    "todo lo que dije del tejado",
    "Quels livres ai-je lus ?",
    "combien de fois suis-je allé à Rome ?",
    "tout ce que j'ai dit du toit",
    "Какие книги я читал?",
    "сколько раз я был в Риме?",
    "как часто я бегаю",
    "我读过哪些书？",
    "我去过多少次罗马？",
    "我都看过什么电影",
]

ONE = [
    "when did Ana move?",
    "what is my sister called?",
    "which book did I read last?",
    "what was the name of the hotel",
    "where did I park",
    "who is my dentist?",
    "what did I say about this",
    "Wann bin ich umgezogen?",
    "Was trinke ich morgens?",
    "¿qué dijo el médico?",
    "¿dónde vive Ana?",
    "où habite Ana ?",
    "quel livre ai-je lu ?",
    "когда я переехал?",
    "какая моя любимая книга?",
    "我什么时候搬家的？",
    "",
]


@pytest.mark.parametrize("text", SEVERAL)
def test_a_question_with_several_answers(text: str) -> None:
    assert asks_for_several(text)
    assert asks_for_several(f"{'word ' * 1000}\n{text}")


@pytest.mark.parametrize("text", ONE)
def test_a_question_with_one_answer(text: str) -> None:
    assert not asks_for_several(text)
