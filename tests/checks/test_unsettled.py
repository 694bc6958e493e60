"""A fact waits if the words quoted only ask, allow, advise or want what it tells as so."""

import pytest

from llm_user_memory.checks.refusals import MAYBE_SO
from llm_user_memory.checks.subject_and_tense import why_doubted

# What was typed, which is the quote too, the fact.
OPEN = [
    # It could be done.
    ("i could also bake sourdough for the fair", "Bakes sourdough for the fair"),
    ("backups could be stored on a NAS", "Stores backups on a NAS"),
    ("ich könnte auch mit dem Rad zur Arbeit fahren", "Fährt mit dem Rad zur Arbeit"),
    ("podríamos usar Terraform en el proyecto", "Uses Terraform in the project"),
    ("on pourrait passer par Kafka", "Uses Kafka"),
    ("si potrebbe usare Docker", "Usa Docker"),
    ("можно было бы хранить всё в Redis", "Хранит всё в Redis"),
    ("我们可以用Redis做缓存", "Uses Redis for caching"),
    # It is asked about.
    ("so what wines", "Drinks wine"),
    ("how can i host my own mastodon", "Runs a Mastodon server"),
    ("q hora es en lima", "Vive en Lima"),
    ("was heißt 'danke' auf finnisch", "Learning Finnish"),
    ("что лучше ипотека или аренда", "Has a mortgage"),
    # A change is wanted.
    ("quiero vender el coche", "Sold the car"),
    ("i want to leave the choir", "Left the choir"),
    ("ich will den Job kündigen", "Quit the job"),
    ("voglio smettere di fumare", "Ha smesso di fumare"),
    ("хочу бросить курить", "Бросил курить"),
    # It is advised, or so called.
    ("me recomendaron usar Fedora", "Uses Fedora"),
    ("on m'a conseillé le yoga", "Does yoga"),
    ("мне советуют Debian", "Uses Debian"),
    ("朋友推荐Rust", "Uses Rust"),
    # It only looks so.
    ("that haircut makes me look lazy", "Is lazy"),
    ("questo mi fa sembrare timido", "È timido"),
]
SETTLED = [
    ("i could also bake sourdough for the fair", "Considers baking sourdough for the fair"),
    ("i could eat ramen every day", "Loves ramen"),
    ("ich konnte gestern endlich Rad fahren", "Fährt Rad"),
    ("what i drink is wine", "Drinks wine"),
    ("what should my twins read", "Has twins"),
    ("our office, which is in Leeds, has no heating", "Office is in Leeds"),
    ("what is the hardest part of learning Finnish", "Learning Finnish"),
    ("i want to learn the cello", "Wants to learn the cello"),
    ("quit the choir and i want to sing jazz", "Quit the choir"),
    ("mi médica me recomendó dejar la sal", "Avoids salt"),
    ("they call me Bo", "Goes by Bo"),
    ("me recomendaron Fedora", "Friends recommended Fedora"),
    ("that haircut makes me look lazy", "Thinks that the haircut looks lazy"),
]


@pytest.mark.parametrize(("typed", "fact"), OPEN)
def test_waits(typed: str, fact: str) -> None:
    assert why_doubted(fact, typed, typed) == MAYBE_SO


@pytest.mark.parametrize(("typed", "fact"), SETTLED)
def test_says_so(typed: str, fact: str) -> None:
    assert why_doubted(fact, typed, typed) == ""
