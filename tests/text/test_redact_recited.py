"""Pass phrases, seed words and plain words that the subject of a text tells to be secret."""

import pytest

from llm_user_memory.text import redact

SECRETS = (
    # Seed words, which nothing names.
    (
        "I found a note in grandpa's desk: pillow cactus ribbon harbor mango velvet tunnel acorn "
        "wagon lantern spider coral. is that a wallet?",
        "pillow cactus ribbon harbor mango velvet tunnel acorn wagon lantern spider coral",
    ),
    ("meine alte wallet, auf dem zettel steht apfel tunnel gitarre wolke besen fenster", "apfel"),
    # A pass phrase after a colon, a verb or a comma.
    ("I encrypted the disk with four words: sleepy badger sells umbrellas. it fails", "sleepy"),
    ("LUKS will die Passphrase, ich tippe fünf Biber bauen Dämme ein, aber nichts", "fünf Biber"),
    ("cifré el usb y de frase puse la cabra toca jazz, y no abre", "la cabra toca jazz"),
    ("De hoofdzin van KeePass was volgens mij de uil leest kranten, misschien", "de uil leest"),
    ("gpg refuse ma phrase «la chèvre mange du papier», pourquoi", "la chèvre mange"),
    ("set 'otters never read mail' as key for the wifi, please", "otters never read mail"),
    ("all tablets log in as guest with yellow turnip parade, make a sign", "yellow turnip parade"),
    # A plain word.
    ("pumpernickel. that's it, that's the admin password here", "pumpernickel"),
    ("Ja, lacht nur: blutwurst ist seit Jahren mein Kennwort bei der Bahn", "blutwurst"),
    ("la abuela usa pepito para todo, hasta para el correo", "pepito"),
    ("minha mãe usa palmeiras em tudo, inclusive no banco", "palmeiras"),
    ("у мамы на всех сайтах стоит одуванчик, как убедить её поменять пароль", "одуванчик"),
    # An answer to a question.
    ("Sicherheitsfrage? Da hab ich Onkel Gustav eingetragen, stimmt aber nicht", "Onkel Gustav"),
    ("A resposta secreta que registei foi Escola da Ponte, mas não aceita", "Escola da Ponte"),
)
HARMLESS = (
    "buy rice beans tomatoes onions garlic pepper cumin lime cilantro cheese bread butter",
    "the wallet phrase is twelve words long and the ledger shows them once",
    "I encrypted the disk with luks, in other words: nobody can read the files now",
    "gpg asks for the passphrase: it was never stored anywhere, how do I see that",
    "which phrase is better: the access was denied, or the access was refused",
    "log in as root with the new key and restart nginx",
    "Bitwarden is my password manager. is it safe",
    "grandma uses whatsapp for everything, how do i teach her email",
    "Patience is the key to a good password policy",
)
# Rules of other modules.
YEARS_AND_ADJECTIVES = (
    "un bon mot de passe selon l'ANSSI en 2025, c'est quoi",
    "Passwort muss 12 Zeichen haben, sagt die Richtlinie von 2021",
    "C'est quoi un mot de passe « fort » ? Explique simplement",
    "la página dice «olvidé mi contraseña» y no pasa nada",
)


@pytest.mark.parametrize(("text", "secret"), SECRETS)
def test_secrets_of_words_are_removed(text: str, secret: str) -> None:
    assert secret in text
    assert secret not in redact.redacted(text)


@pytest.mark.parametrize("text", (*HARMLESS, *YEARS_AND_ADJECTIVES))
def test_what_only_looks_alike_stays(text: str) -> None:
    assert redact.redacted(text) == text
