"""Forms of short pastes that nobody types, and brief words around them; what stays typed."""

import pytest

from llm_user_memory.text import pasted

pytestmark = pytest.mark.once

# What was typed before the paste, and the paste.
PASTED = (
    (
        "what should i answer?\n\n",
        "On Thu, 5 Mar 2026 at 09:12, Yusuf Adeyemi wrote:\n"
        "> I can go down to 12k.\n> I'm in the office until Friday.",
    ),
    ("他发消息说", "“我下个月辞职回老家开民宿，我已经跟爸妈说好了”"),
    (
        "ist das ein guter job für mich? ich bin 50 und hab knie\n\n",
        "Wir suchen einen Lagermitarbeiter in Kassel.\nIhr Profil:\n• Staplerschein\n• Ausdauer",
    ),
    (
        "what does the last line of this mean?\n\n",
        "Kind regards\nDr. Miriam Oduya\nT +44 1271 555 010\nThis message is confidential.",
    ),
    (
        "make it shorter\n\n",
        "I bought the kettle in March and the lid broke. I am a pensioner. I want my money back.",
    ),
    (
        "spelling?\n",
        "I has a dog and two cat. My brother live in Leeds and he work there as a nurse for years.",
    ),
    (
        "was sag ich ihr: ",
        "Ich komme an Weihnachten nicht, ich habe Nachtdienst. Ich melde mich bei dir im Januar.",
    ),
    (
        "короче\n\n",
        "Я купила у вас чайник в марте, и крышка сломалась. Я пенсионерка. Верните мне деньги.",
    ),
    (
        "is that so?\n\n",
        "tall_ben • 2 days ago\nI have had one on my boat for years. I sleep beside it.",
    ),
    (
        "plagiarism? a pupil handed this in\n\n",
        "I have loved trains since I was four. My uncle drove one, and I still hear it at night.",
    ),
)

TYPED = (
    "improve my workout\n\nI do 3 sets of squats and I run on Sundays. I have a bad shoulder.",
    "is this a good idea?\n\nI want to sell my car and use the bus. I live four km from work.",
    "she left me on monday\n\nI don't know what to do with the flat. I can't pay it alone.",
    "is this normal\n\nI sleep four hours and then I'm wide awake. I'm 44 and I work shifts.",
    "Languages I speak:\nFarsi (native)\nSwedish (since I was 14)\n\nwhich should I learn next?",
    "write a bio for me\n\nI'm a potter from Delft. I have two kilns and I teach on Saturdays.",
    "hilf mir beim entscheiden\n\nIch habe zwei Angebote. In Graz würde ich mehr verdienen.",
    "my week:\n- monday off\n- tuesday swim\n- i hate wednesdays",
    "Kind regards from the coast! I'm in Whitby for a week. What should I see?",
    "i quit 3 days ago, i feel awful, what helps?",
)


@pytest.mark.parametrize(("typed", "paste"), PASTED, ids=[typed[:25] for typed, _ in PASTED])
def test_the_paste_is_kept_out_and_the_words_before_it_stay(typed: str, paste: str) -> None:
    found = pasted.pieces(typed + paste)
    assert "".join(piece.text for piece in found if piece.is_typed).strip() == typed.strip()
    assert not any(piece.in_doubt for piece in found)


@pytest.mark.parametrize("text", TYPED)
def test_the_users_own_words_stay_theirs(text: str) -> None:
    assert all(piece.is_typed for piece in pasted.pieces(text) if piece.text.strip())
