"""Secrets without their name: said to a guard, typed at a prompt, changed or mistyped."""

import pytest

from llm_user_memory.text import redact

SECRETS = (
    # What one types when a program asks, or says when a person does.
    ("sudo will ask, type haystack and go on", "haystack"),
    ("wenn sudo fragt, gib heuballen ein", "heuballen"),
    ("si sudo te pide algo, escribe zanahoria", "zanahoria"),
    ("sudo спросит, введи kapusta", "kapusta"),
    ("the bank asks for the code word, it's pumpernickel", "pumpernickel"),
    ("unser Losungswort bei der Kita ist Pusteblume", "Pusteblume"),
    ("le gardien demande le mot secret, je dis coccinelle", "coccinelle"),
    ("tell the doorman velvet teapot and he lets you in", "velvet teapot"),
    ("al portero le dices luna verde y te abre", "luna verde"),
    # Beside a user, as words that are joined.
    ("log in with user root and rather-not-root", "rather-not-root"),
    ("melde dich als kasse mit Brezel77 an und druck den Bericht", "Brezel77"),
    ("jdbc:oracle:thin:pay/payWalrus3@//ora7:1521/PROD is refused", "payWalrus3"),
    ("cloud console says CF_TOKEN 0d41ab77e2c95f6083b1d4e7a2c6f905 is bad", "0d41ab77e2c95f60"),
    # Old and new.
    ("changed the router thing from Maple31 to Maple32", "Maple32"),
    ("ricordi, ho cambiato zucca7x in zucca8y", "zucca8y"),
    # A device, and the year that opens it.
    ("opas handy entsperrst du mit 1941", "1941"),
    ("el móvil de mi padre se desbloquea con 1958", "1958"),
    # A name that is typed wrong.
    ("pasword for the printer: marzipan", "marzipan"),
    ("contrseña del portal: marzipan", "marzipan"),
    # The first words of a wallet.
    ("my seed phrase is: harbor lemon acorn tulip velvet ribbon, what comes next", "harbor lemon"),
    ("助记词是：苹果 河流 石头 月亮 窗户 铅笔", "苹果 河流"),
    # Answers to the questions of a bank.
    ("primera mascota, ahí puse Don Bigotes", "Don Bigotes"),
)
HARMLESS = (
    "sudo asks for a password every time, how do i stop that",
    "sudo will ask, type your password and go on",
    "the bank asks for a code word, what is a good one",
    "tell the operator that the line is dead",
    "tell the concierge about the parcel please",
    "use python with numpy2 and pandas-stubs-all",
    "my first car was a Fiat Panda",
    "mi primera mascota se llamaba Luna",
    "mein erstes Haustier war Hansi",
    "rename chapter3 to chapter4 and node18 to node20",
    "the seed phrase is twelve words long",
    "unlock it with 2 factor or 1 key",
    "my brother lent me a 4K-Beamer, it will not show the phone",
    "open IMG_20240102_101112.heic and DSC00017.arw",
    "JWT_SECRET=replace-me-with-a-long-one\n",
    "call the dentist, 04 67 12 34 56, about the sms",
)


@pytest.mark.parametrize(("text", "secret"), SECRETS)
def test_a_secret_without_its_name_is_found(text: str, secret: str) -> None:
    assert secret not in redact.redacted(text)


@pytest.mark.parametrize("text", HARMLESS)
def test_what_is_told_like_one_is_left_as_it_is(text: str) -> None:
    assert redact.redacted(text) == text
