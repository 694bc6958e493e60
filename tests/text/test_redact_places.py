"""Secrets by where they stand and how they are told, and harmless texts of the same shapes."""

import pytest

from llm_user_memory.text import redact

SECRETS = (
    # Dictated digits.
    ("meine pin ist sieben drei null vier, gibts da ne eselsbrücke", "sieben drei null vier"),
    ("пин от карты семь два ноль пять", "семь два ноль пять"),
    ("银行卡密码是七三九二零一", "七三九二零一"),
    # Columns of a table.
    ("sort:\nname,login,password\nann,ann@x.org,blue\nbob,bob@x.org,tennisball", "tennisball"),
    ("| Dienst | Passwort |\n|---|---|\n| mail | rotesFahrrad |", "rotesFahrrad"),
    # What is used everywhere, or as a password.
    ("j'utilise pamplemousse12 partout c'est grave ?", "pamplemousse12"),
    ("использую морковка77 везде", "морковка77"),
    ("ich nehm seit jahren blumentopf als passwort", "blumentopf"),
    ("they rejected Maple!2022 because it is too similar", "Maple!2022"),
    # Calls, headers and printed keys.
    ("new mysqli('db.local', 'shop', 'Zitrone88', 'shopdb')", "Zitrone88"),
    ("curl -H 'X-Auth: 9f8e7d6c5b4a39281706f5e4d3c2b1a0' x.io", "9f8e7d6c5b4a39281706f5e4d3c2b1a0"),
    ("wlan key an der box: 4410 2231 7765 0912 3387", "4410 2231 7765 0912 3387"),
    ("metamask pk 0x" + "7c1e" * 16, "0x" + "7c1e" * 16),
    # Words with hyphens beside a network; letters in a PIN.
    ("red wifi CasaSol, contraseña girasol-amarillo.", "girasol-amarillo"),
    ("online pin: g4Tz9 geht nicht", "g4Tz9"),
    # Doors and dials.
    ("codice cancello 4471, poi suoni", "4471"),
    ("домофон 45к1234", "45к1234"),
    ("the safe: 12 right, 30 left, 7 right", "12 right, 30 left, 7 right"),
    # Wallets and answers.
    (
        "frase segreta del wallet: cane gatto lupo orso volpe lepre cervo aquila falco gufo "
        "corvo merlo",
        "cane gatto lupo",
    ),
    ("pregunta de seguridad: primera mascota, respondí Canelita", "Canelita"),
)

HARMLESS = (
    "the code has one two three four bugs",
    "| user | password |\n|---|---|\n| required | required |",
    "name,password policy,length\nacme,strict,12",
    "id;token\n1;42",
    "i use python3.11 for everything",
    "uso ubuntu22 para todo",
    "wallet leather brown small medium large black white green yellow purple orange pink size",
    "login page user password field-label, css",
    "the wifi password self-service page",
    "Client('localhost', 'some-long-service-name')",
    "connect('wss://x', 'room', 'lobby')",
    "router sold 2019 2020 2021 2022",
    "combination of 3 left turns, 2 right turns, 1 left",
    "cancello 2000 euro quanto costa",
    "Great!2 more days",
    "pk is 550e8400-e29b-41d4-a716-446655440000 in the users table",
    "tx hash 0x" + "7c1e" * 16,
    "трудно ли менять пароль и правда ли что это неудобно",
    "song is in F#m7b5, then Bbmaj7/D",
    "analyse r2qkb1r/pp1n1ppp/2p1pn2/3p1b2/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 w kq - 0 7",
    "ssh-keygen prints SHA256:93+7CuvNEGy+Qeh1PLNQx/ddlN77MGxUmVlDappQN20 me@box",
)


@pytest.mark.parametrize(("text", "secret"), SECRETS)
def test_a_secret_is_found_by_its_place(text: str, secret: str) -> None:
    assert secret not in redact.redacted(text)


@pytest.mark.parametrize("text", HARMLESS)
def test_what_has_the_same_shape_is_left_as_it_is(text: str) -> None:
    assert redact.redacted(text) == text
