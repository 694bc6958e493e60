"""Tells cheaply that a rule cannot match, so that its expression need not be tried. Pure.

An expression of many words is tried at every letter; finding a plain string takes a hundredth of
that. Each table has strings, in small letters, of which every match has one.
"""

import re
from collections.abc import Sequence

# Names of codes, and words that tell somebody to press one (`codes`).
CODES = tuple(
    """
    cod cód код pin пин nip comb komb комб otp tan puk пук 2fa mfa auth passw passc passe zahl nummer
    clave senha segredo token sms смс text whatsapp contrase парол schloss lock candado cadenas antivol
    lucchetto cadeado замок 码 密 口令 press enter type dial punch key input tippe drücke wähle eingeben
    gib marca tecl pulsa digit premi inserisci aperte tape compose saisi fai набери введи нажми набрать
    ввести 输入 按
    """.split()
)
SEEDS = tuple(
    """
    monedero cartera billetera portefeuille portafoglio carteira metamask ledger trezor phantom
    фраз кошел 钱包 seed recovery mnemonic wallet backup secret word wörter palabras mots parole palavras слов phrase
    frase sätz satz merk semilla сид мнемо 助记词 恢复短语 wiederherstellung
    """.split()
)
PHRASES = tuple(
    "phrase frase satz sätz фраз 短语 master haupt maestra maître principal mestra мастер".split()
)
PASSWORDS = tuple("passw kennw pw contrase clave passe mdp senha парол pass".split())
LISTS = tuple("code códig codig codic код 恢复 备用 备份".split())
QUESTIONS = tuple(
    """
    respuesta réponse reponse risposta resposta question answer frage antwort pregunta domand
    pergunta вопрос ответ 密保 安全问题 maiden mädchenname jeune soltera nubile madre solteira
    memorable mémorable merkwort девичь 母亲 first favo
    """.split()
)
GUESSED = tuple(
    """
    crack brute guess knack errat hackear descifr adivin craqu devin pirat indovin quebr взлом подобр 破解
    """.split()
)

# A number of four digits, or digits parted by a sign, as every code on a lock has.
DIGITS = re.compile(r"[0-9]{4}|[0-9][ -][0-9]")
# Seven digits and capitals, or the beginning of an IBAN, as every number with a check digit has.
NUMBERS = re.compile(r"[0-9](?:[ .+-]?[0-9A-Z]){6}|[A-Za-z]{2}[0-9]{2}(?:[ -]?[A-Za-z0-9]){11}")


def has_any(lower: str, strings: Sequence[str]) -> bool:
    """Tell whether a text in small letters has one of the strings."""
    return any(string in lower for string in strings)


def has_long_word(text: str, length: int) -> bool:
    """Tell whether a word of that length is more than small letters."""
    return any(
        len(word) >= length and not (word.isalpha() and word.islower()) for word in text.split()
    )
