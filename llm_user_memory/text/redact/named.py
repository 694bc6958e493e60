"""Finds what settings and sentences call a secret: "my PIN is", "mein Passwort lautet". Pure.

`bc-detect-secrets` knows the names of settings with a secret, and what can be a value. In a
sentence, what follows the name of a secret is passed to the same detector, written as a setting.
The words for that are tables.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Literal, NamedTuple

from .keys import is_random

if TYPE_CHECKING:
    from . import Span

Kind = Literal["password", "key", "number", "setting"]
Link = Literal["assigned", "said", "beside"]

# Names of secrets. A space stands for a space, a hyphen, an underscore or nothing.
_NAMES = {
    "password": """
        password, passwort, kennwort, passcode, passphrase, passwd, pwd, pw, pass:, pass=,
        credentials, creds, contraseña, contrasena, clave, palabra de paso, credenciales,
        mot de passe, code d'accès, mdp, identifiants, zugangsdaten, senha, wachtwoord, parola,
        hasło, пароль, パスワード, 暗証番号, 密码, 密碼, 口令, 비밀번호, كلمة السر, كلمة المرور,
        पासवर्ड
    """,
    "key": """
        api key, api token, access key, access token, auth key, auth token, bearer token,
        refresh token, session token, secret key, private key, account key, encryption key,
        signing key, license key, client secret, shared secret, webhook secret, app secret, token,
        secret, authorization, api schlüssel, zugangsschlüssel, zugangstoken, geheimnis, clé api,
        clé d'api, clé secrète, jeton, clave api, clave de api, clave secreta, secreto
    """,
    "number": """
        pin, pin code, pin number, pin nummer, geheimzahl, código pin, code pin, nip, cvv, cvv2,
        cvc, security code, prüfziffer, code de sécurité, código de seguridad, alarm code,
        door code, gate code, entry code, access code, unlock code, backup code, recovery code,
        verification code, one time code, combination, zugangscode, türcode, alarmcode,
        entsperrcode, digicode, code de ma carte, code d'entrée, código de la puerta,
        account number, account no, account no., account nr, account nr., account #, acct no,
        acct no., bank account, checking account, savings account, kontonummer, konto nr,
        konto nr., número de cuenta, cuenta bancaria, numéro de compte, compte bancaire,
        routing number, sort code, bankleitzahl, ssn, social security number,
        social insurance number, insurance number, passport number, tax id, card number,
        kartennummer, kreditkartennummer, steuer id, steuernummer, steueridentifikationsnummer,
        sozialversicherungsnummer, versicherungsnummer, reisepassnummer, ausweisnummer,
        numéro de carte, numéro de passeport, numéro de sécurité sociale, número de tarjeta,
        número de la seguridad social, número de pasaporte
    """,
}
# Numbers that may have only three digits.
_SHORT_NUMBERS = ("cvv", "cvv2", "cvc", "security code", "prüfziffer", "code de sécurité")


def _words(table: str) -> frozenset[str]:
    return frozenset(table.split())


# Words between a name and its value, and the small words that may follow them.
_LINKS = _words("""
    = : - – — is was be are to at ist war lautet lautete heißt heisst sei auf zu es era está por
    est était c'est sont a à en é foi это jest هي هو है
""")
_FILLERS = _words("""
    : # now once currently still just simply also set probably to be is the code number nummer no.
    nr. basic bearer token key jetzt früher vorher nun derzeit noch einfach immer gerade nämlich die
    der das ahora antes todavía simplemente el la le maintenant toujours actuellement simplement
""")
# Words that follow a name and a colon, and are not its value.
_NO_VALUES = _words("""
    none null nil true false yes no required optional string str text unknown empty hidden redacted
    incorrect invalid wrong expired missing unset default any n/a todo tbd example placeholder see
    here below above auth username email login user protected generator manager managers reset
    resets forgotten falsch ungültig abgelaufen unbekannt fehlt leer siehe vergessen incorrecta
    inválida incorrecto olvidada faux invalide expiré oublié
""")

# Words that make the name something else: "the password manager is ..." names no secret.
_OTHERS = _words("""
    manager managers generator length limit limits policy hint rule rules field hash format expires
    lifetime rotation managern länge gestor gestionnaire longueur
""")

# How far after its name a value is searched for, in words and in characters.
_WORDS = 8
_REACH = 240

# After the name: the rest of a setting's name, what closes it, and a sign of assignment.
_ASSIGNED = re.compile(
    r"(?:s|[0-9]{1,3}|[_-][\w-]{0,24}|[A-Z]\w{0,24})?[\])'\"`*]{0,3}\s{0,3}"
    r"(?::=|!?={1,3}>?|::?|：|->|→|は|是|为|為|는|은)[\s*]{0,5}"
)
_IS = re.compile(r"['’]s\s")
_AND = re.compile(r"(?:,|\s+(?:and|or|und|oder|y|o|et|ou))\s+")
_BESIDE = re.compile(r"s?\s+")
_IN_A_WORD = re.compile(r"(?![,)\"'*])\S")
_QUOTES = ('""', "''", "``", "“”", "„“", "„”", "«»", "»«", "‘’", "‚‘")
_QUOTED = re.compile("|".join(rf"{q[0]}\s?([^{q}\n]{{3,100}}?)\s?{q[1]}" for q in _QUOTES))
_WORD = re.compile(r"\S+")
_EAST_ASIAN = re.compile(r"[\u2e80-\ud7ff]")
_EMPTY_QUOTES = re.compile(r"([\"']).{0,2}\1")
_NUMBER = re.compile(r"[A-Z]{0,3}[0-9](?:[A-Z0-9]|[ /-][0-9]){2,33}")
_NEXT_SETTING = re.compile(r"[;,&](?=[\w ]{1,30}=)")
_ALONE = re.compile(r"[\W_]*$|[.,;!?)]+(?:\s|$)")
_BEFORE = "\"'“„«»‚‘`*("
_AFTER = ".,;:?)>]}\"'”“»«’‘`*"
_ENDS = (".", "!", "?", ";")

_DIGIT = re.compile(r"[0-9]")
_LETTER = re.compile(r"[^\W\d_]")
_SYMBOL = re.compile(r"\w[!@#$%^&*+=~|\\?]+\w|[@#$%^&*]{2}|[@#$%^&*][\w!]*$")
_MIXED = re.compile(r"[a-z][A-Z]")
_AMOUNT = re.compile(r"[0-9]{1,3}(?:[-.,/][0-9]{1,3})*(?:%|[^\W\d_]{0,2})(?:-.*)?")

# The words that encode the key of a wallet, after the names for them.
_PHRASE = re.compile(
    r"(?:seed|recovery|mnemonic|wallet)[- ](?:phrase|words)\W{1,3}(?:is\W{1,3})?"
    r"([a-z]{3,8}(?:[ ,]+[a-z]{3,8}){11,23})(?![^\s.!])",
    re.IGNORECASE,
)


class _Found(NamedTuple):
    """A possible value; `alone` says that nothing follows it on the line or in the sentence."""

    span: "Span"
    value: str
    name: str
    kind: Kind
    link: Link
    quoted: bool
    alone: bool


def secrets(piece: str) -> "Iterator[Span]":
    """Yield the spans of the values that a piece of text calls secret."""
    for name in _names().finditer(piece):
        secret = next(filter(_is_secret, _values(piece, name)), None)
        while secret:
            yield secret.span
            more = _AND.match(piece, secret.span[1])
            others = _value(piece, more.end(), name, "beside") if more else iter(())
            secret = next(filter(_is_secret, others), None)
    for phrase in _PHRASE.finditer(piece):
        yield phrase.span(1)


@cache
def _names() -> re.Pattern[str]:
    """The pattern of all names, with one group for each kind."""
    from detect_secrets.plugins.keyword import DENYLIST

    def names(kind: Kind) -> str:
        listed = sorted((name.strip() for name in _NAMES[kind].split(",")), key=len, reverse=True)
        return "|".join(
            (r"(?<![^\W_])" if len(name) < 6 and name.isascii() else "")
            + re.escape(name).replace(r"\ ", "[-_ ]?")
            for name in listed
        )

    # A password's name may end a longer word ("WLANPasswort"), unless it is short ("compass:");
    # a number's may not ("spin").
    # "[secret]" is no name, and "$PWD" only stands for its value.
    return re.compile(
        rf"(?<![\[$])(?:(?P<password>{names('password')})"
        rf"|(?<![^\W_])(?:(?P<number>(?:{names('number')})(?!(?!s\b)\w))|(?P<key>{names('key')}))"
        rf"|(?P<setting>(?:{'|'.join(DENYLIST)})\w{{0,24}}))",
        re.IGNORECASE,
    )


def _values(piece: str, name: re.Match[str]) -> Iterator[_Found]:
    """Yield the possible values of the name, the nearest first."""
    start = name.end()
    if assigned := _ASSIGNED.match(piece, start):
        start = assigned.end()
        yield from _value(piece, start, name, "assigned")
    elif _IS.match(piece, start):
        yield from _value(piece, start + 2, name, "said")
    elif beside := _BESIDE.match(piece, start):
        start = beside.end()
        yield from _value(piece, start, name, "beside")
    elif _IN_A_WORD.match(piece, start):
        return
    for word in islice(_WORD.finditer(piece, start, start + _REACH), _WORDS):
        if word[0][-1] in ":=":
            yield from _value(piece, word.end(), name, "assigned")
        elif word[0].lower() in _LINKS:
            yield from _value(piece, word.end(), name, "said")
        elif word[0].endswith(_ENDS) or word[0].lower() in _OTHERS:
            return


def _value(piece: str, at: int, name: re.Match[str], link: Link) -> Iterator[_Found]:
    """Yield the value at that place: what stands in quotes, else the number or the word."""
    kind: Kind = name.lastgroup  # type: ignore[assignment]  # the groups have these names
    at = _past_fillers(piece, at)
    quoted = _QUOTED.match(piece, at)
    if quoted:
        span = quoted.span(quoted.lastindex or 0)
    else:
        span = (_number if kind == "number" else _word)(piece, at, name[0])
    if span[0] < span[1]:
        alone = bool(_ALONE.match(piece, span[1]))
        yield _Found(span, piece[slice(*span)], name[0], kind, link, bool(quoted), alone)


def _past_fillers(piece: str, at: int) -> int:
    """The start of the first word from `at` on that is not a filler."""
    for word in _WORD.finditer(piece, at, at + _REACH):
        at = word.start()
        if word[0].lower().rstrip(":,") not in _FILLERS:
            break
    return at


def _number(piece: str, at: int, _name: str) -> "Span":
    found = _NUMBER.search(piece, at, at + 60)
    if found is None or piece[at : found.start()].strip(_BEFORE + ".:#- "):
        return at, at
    return found.span()


def _word(piece: str, at: int, name: str) -> "Span":
    from detect_secrets.filters.heuristic import is_indirect_reference

    found = _WORD.match(piece, at, at + _REACH)
    text = _NEXT_SETTING.split(found[0])[0] if found else ""
    if _EAST_ASIAN.match(name):  # no space parts the value from the next word
        text = _EAST_ASIAN.split(text)[0]
    # The end of a call may be words away; and quotes that are left hold next to nothing.
    if is_indirect_reference(f"password = {text})") or _EMPTY_QUOTES.match(text):
        return at, at
    return at + len(text) - len(text.lstrip(_BEFORE)), at + len(text.rstrip(_AFTER))


def _is_secret(found: _Found) -> bool:
    if not _can_be_a_value(found.value):
        return False
    if found.kind == "number":
        return _is_number(found)
    if found.link == "assigned" and (found.alone or found.quoted) and found.kind != "key":
        return True
    return (found.quoted and found.kind == "password") or _is_chosen(found)


def _can_be_a_value(value: str) -> bool:
    """Tell whether the library takes the text for a value, and not for a placeholder."""
    from detect_secrets.filters import heuristic
    from detect_secrets.plugins.keyword import KeywordDetector

    if len(value) < 3 or len(set(value)) < 2 or "://" in value or value.casefold() in _NO_VALUES:
        return False
    return any(KeywordDetector().analyze_string(f'password = "{value}"')) and not (
        heuristic.is_templated_secret(value) or heuristic.is_prefixed_with_dollar_sign(value)
    )


def _is_number(found: _Found) -> bool:
    name = found.name.lower()
    # "PIN 4711", but "I pin 3000 posts".
    if found.link == "beside" and name == "pin" and not found.name.isupper():
        return False
    return sum(map(str.isdigit, found.value)) >= (3 if name in _SHORT_NUMBERS else 4)


def _is_chosen(found: _Found) -> bool:
    """Tell whether the value is a chosen secret, and not an ordinary word."""
    value = found.value
    if len(value) < 4 or _AMOUNT.fullmatch(value):
        return False
    is_mixed = bool(_DIGIT.search(value) and _LETTER.search(value))
    if found.kind != "password":
        enough = is_mixed and len(value) >= (12 if found.link == "beside" else 8)
        return enough or is_random(value)
    if found.link == "beside":
        return (is_mixed and len(value) >= 6) or bool(_SYMBOL.search(value))
    is_digits = value.isdigit() and (found.alone or len(value) > 5)
    return is_mixed or is_digits or bool(_SYMBOL.search(value) or _MIXED.search(value))
