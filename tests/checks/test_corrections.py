"""What the user corrects or drops in a later sentence waits for them."""

import pytest

from llm_user_memory.checks.corrections import may_be_taken_back

# The fact, its quote, and what was typed from the turn of the quote on.
TAKEN_BACK = [
    # Another name, and nothing else.
    (
        "Flies to Lima on Monday",
        "im flying to lima monday",
        "im flying to lima monday\nsorry, madrid",
    ),
    ("Vive en Lugo", "vivo en lugo", "vivo en lugo. rutas?\nperdón, Vigo! y en bici"),
    # A word of the fact, in a sentence that begins as corrections do.
    ("Teaches biology", "i teach biology", "i teach biology\nnono they took me off biology in may"),
    ("Vuole risposte in russo", "rispondi in russo", "rispondi in russo\naspetta, niente russo"),
    # Another number for the one said.
    ("Cat weighs 4 kg", "my cat weighs 4 kg", "my cat weighs 4 kg\njust weighed her, 6 kg!"),
    ("Perro de 9 kilos", "mi perro de 9 kilos", "mi perro de 9 kilos\nacabo de pesarlo y son 12"),
    # It was somebody else.
    ("Is pregnant", "im 3 months pregnant", "im 3 months pregnant\nwell not me, my sister"),
    ("Ist schwanger", "ich bin schwanger", "ich bin schwanger\nnicht ich, meine Cousine"),
    # A plan that is dropped.
    ("Is moving in June", "im moving in june", "im moving in june\nforget it, rent is lower now"),
    ("Plant einen Umbau", "wir bauen um", "wir bauen um\nhat sich erledigt, zu teuer"),
]
HOLDS = [
    # The request is corrected, not the fact.
    ("Has six hens", "i have six hens", "i have six hens\nsorry for asking, do 2 boxes do?"),
    ("Has six hens", "i have six hens", "i have six hens\nwait, make it shorter"),
    ("Has six hens", "i have six hens", "i have six hens\nforget it, ill ask the vet"),
    ("Has a dog", "my dog is old", "my dog is old\nwait, does a dog need that?"),
    ("Has a dog", "my dog is old", "my dog is old\nwhy him and not me"),
    # The number is of something else.
    ("Is 50", "im 50 and run 10k", "im 50 and run 10k\nsorry, 12k"),
    # The correction comes before the quote.
    ("Lives in Quito", "i live in quito", "sorry, lima. i live in quito"),
    ("Lives in Quito", "i live in quito", "i live in quito"),
]


@pytest.mark.parametrize(("fact", "quote", "typed"), TAKEN_BACK)
def test_what_is_corrected_later_waits(fact: str, quote: str, typed: str) -> None:
    assert may_be_taken_back(fact, quote, typed)


@pytest.mark.parametrize(("fact", "quote", "typed"), HOLDS)
def test_other_corrections_leave_the_fact(fact: str, quote: str, typed: str) -> None:
    assert not may_be_taken_back(fact, quote, typed)
