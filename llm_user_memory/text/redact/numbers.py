"""Finds card, account and identity numbers, by their check digits. Pure."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from ..languages import EAST_ASIAN
from ..patterns import regex

if TYPE_CHECKING:
    from . import Span

_Kind = tuple[re.Pattern[str], Callable[[str], bool]]

# In Chinese no spaces separate a number from the words around it.
_LETTER = rf"[^\W{EAST_ASIAN}]"

# A card number without spaces, or as printed: groups of four, 4-6-5 or 4-6-4.
_CARD = (
    r"[0-9]{13,19}|[0-9]{4}([ -])[0-9]{4}\1[0-9]{4}\1[0-9]{4}(?:\1[0-9]{1,3})?"
    r"|[0-9]{4}([ -])[0-9]{6}\2[0-9]{4,5}"
)
# ISO/IEC 7812: the first digits of each issuer's numbers, and the number of digits.
_ISSUERS = (
    (regex(r"4"), {16, 19}),  # Visa
    (regex(r"5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720"), {16}),  # Mastercard
    (regex(r"3[47]"), {15}),  # American Express
    (regex(r"6011|64[4-9]|65"), {16, 19}),  # Discover
    (regex(r"30[0-5]|3[689]"), {14, 16}),  # Diners Club
    (regex(r"352[89]|35[3-8]"), {16}),  # JCB
    (regex(r"62|81"), {16, 17, 18, 19}),  # UnionPay
    (regex(r"5018|5020|5038|5893|6304|6759|676[1-3]"), {16, 18, 19}),  # Maestro
    (regex(r"220[0-4]"), {16, 19}),  # Mir
    (regex(r"60|82|508"), {16}),  # RuPay
)
_IBAN = r"[A-Za-z]{2}[0-9]{2}(?:[ -]?[A-Za-z0-9]){11,30}"
# National identity numbers, by the module of `stdnum` that checks them. Only those whose format,
# with its separators and letters, cannot be mistaken for anything else.
_IDENTITIES = {
    "us.ssn": r"[0-9]{3}-[0-9]{2}-[0-9]{4}",
    "ca.sin": r"[0-9]{3}-[0-9]{3}-[0-9]{3}",
    "fr.nir": r"[12] ?[0-9]{2} ?[0-9]{2} ?[0-9][0-9AB] ?[0-9]{3} ?[0-9]{3} ?[0-9]{2}",
    "it.codicefiscale": r"[A-Z]{6}[0-9]{2}[A-Z][0-9]{2}[A-Z][0-9]{3}[A-Z]",
    "es.dni": r"[0-9]{8}-?[A-Z]",
    "es.nie": r"[XYZ]-?[0-9]{7}-?[A-Z]",
    "br.cpf": r"[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}",
    "ch.ssn": r"756\.[0-9]{4}\.[0-9]{4}\.[0-9]{2}",
    "in_.aadhaar": r"[0-9]{4} [0-9]{4} [0-9]{4}",
    "fi.hetu": r"[0-9]{6}[-+A][0-9]{3}[0-9A-Z]",
    "se.personnummer": r"[0-9]{6}[-+][0-9]{4}",
    "dk.cpr": r"[0-9]{6}-[0-9]{4}",
    "mx.curp": r"[A-Z]{4}[0-9]{6}[A-Z]{6}[0-9A-Z][0-9]",
    "cn.ric": r"[0-9]{17}[0-9X]",
}


# A number that is named counts even if its check digits are wrong.
_NAMED = regex(
    r"(?:\b(?:cards?|visa|mastercard|master ?card|amex|maestro|debit|credit|kreditkarte|karte|ec-?karte|girocard|tarjeta|carte|cb|carta"
    r"|bancomat|cart[aã]o|card ?number|iban|cvv2?|cvc)\b|карт[аыуе]|卡号|信用卡|银行卡|储蓄卡)[^\n\d]{0,40}?"
    rf"(?<!{_LETTER})((?:{_CARD.replace(chr(92) + '1', '[ -]').replace(chr(92) + '2', '[ -]')})|[A-Z]{{2}}[0-9]{{2}}(?: ?[A-Z0-9]{{4}}){{3,7}}(?: ?[A-Z0-9]{{1,3}})?)(?!{_LETTER}|-)",
    re.IGNORECASE,
)


def secrets(piece: str) -> "Iterator[Span]":
    """Yield the spans of such numbers in a piece of text."""
    for named in _NAMED.finditer(piece):
        yield named.span(1)
    for pattern, is_valid in _kinds():
        at = 0
        while found := pattern.search(piece, at):
            length = _valid_length(found[0], is_valid)
            at = found.start() + (length or 1)
            if length:
                yield found.start(), at


def _valid_length(text: str, is_valid: Callable[[str], bool]) -> int:
    """The length of the valid number at the start of the text, or 0. Words may follow it."""
    while text and not is_valid(text):
        text = text.rpartition(" ")[0]
    return len(text)


@cache
def _kinds() -> tuple[_Kind, ...]:
    from importlib import import_module

    from stdnum import iban

    def kind(form: str, is_valid: Callable[[str], bool]) -> _Kind:
        # Not part of a word or of a longer number, and not a telephone number.
        return re.compile(rf"(?<![.+-])(?<!{_LETTER})(?:{form})(?!{_LETTER}|-)"), is_valid

    identities = (
        kind(form, import_module(f"stdnum.{name}").is_valid) for name, form in _IDENTITIES.items()
    )
    return kind(_CARD, _is_card), kind(_IBAN, iban.is_valid), *identities


def _is_card(text: str) -> bool:
    from stdnum import luhn

    digits = text.replace(" ", "").replace("-", "")
    issued = any(issuer.match(digits) and len(digits) in sizes for issuer, sizes in _ISSUERS)
    return issued and len(set(digits)) > 1 and bool(luhn.is_valid(digits))
