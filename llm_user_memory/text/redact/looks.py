"""The form of a word as features for `weighed`: a number, mixed characters, or plain. Pure."""

import re
from typing import Literal

from ..patterns import regex
from .prose import is_of_prose
from .values import Grade, grade, is_encoded_text, is_placeholder, is_something_else

Group = Literal["number", "mixed", "word", "phrase"]

_SHORTEST, _LONGEST = 4, 64
_NUMBER = regex(
    r"[*#]?[0-9]{3,10}[*#]?|[0-9]{3}[- ][0-9]{3,4}|[0-9]{1,2}(?:-[0-9]{1,2}){2,3}|[0-9](?:-[0-9]){4,7}|[0-9]{1,4}[A-Za-zА-я][0-9]{0,4}"
    r"|[A-Za-zА-я][0-9]{3,6}|[0-9](?: [0-9]){3,7}|[0-9]{4}[*#][0-9]{1,3}|[0-9]{2}(?: [0-9]{2}){1,3}|[0-9]{4} [0-9]{4}|[0-9] [0-9] [0-9]"
    r"|[A-ZА-Я](?:-[0-9A-ZА-Я]){2,5}|[A-ZА-Я]?[0-9]{1,3}-[0-9]{3,6}|[0-9]{1,2}-[0-9]{1,2}-[0-9]{3,6}|[A-ZА-Я][0-9]-[0-9]{3,4}"
)
# Endings of words that few people take for a password: "installation", "Einstellung".
_DERIVED = regex(
    r"(?:tions?|sions?|ments?|ness|ities|ity|ings?|ally|ly|ungen|ung|keit|heit|schaft|lich(?:e[nrs]?)?|isch(?:e[nrs]?)?|iert|ieren|zione|zioni|ità|mente|ción|ciones"
    r"|dade?s?|ção|ções|eurs?|euses?|iques?|ismo?|iste?|ing|heid|elijk|lijke?|atie|ность|ости|ени[яею]|ани[яею]|ться|ский|ская|ского|ами|ями|ых|их|ого|ому)$",
    re.IGNORECASE,
)
_SIZE = regex(r"[0-9]+[x×][0-9]+")
_TIME = regex(r"(?:[01][0-9]|2[0-3])[0-5][05]")
_YEAR = regex(r"(?:19|20)[0-9]{2}")
# Words that end in a sign which may belong to them.
_SIGNED = regex(r"[!?*#$%&+]{1,3}(?=$|[\s.,;:)\"'»”])")
_ELIDED = regex(
    r"(?:[ldsnmjtc]|dell|all|nell|sull|dall|qu)['’].*|\w+(?:n['’]t|['’](?:s|re|ve|ll|m|d))",
    re.IGNORECASE,
)
_NO_VALUE = regex(
    r"[-$/\\#@~%].*|.*://.*|.*@[\w-]+\.\w.*|0x[0-9a-fA-F]{12,}|(?=.*-)[0-9a-fA-F-]{12,}|[0-9]{12,}|[0-9a-fA-F]{40}|[0-9a-fA-F]{56}|[0-9a-fA-F]{64}|[0-9a-fA-F]{96}|[0-9a-fA-F]{128}|[0-9]+x[0-9]+\w*|(?:sha\d+|md5)\W.*|AAAA[BCE]3NzaC1.*|[^\W_]+(?:[,/][^\W_]+)+|[a-z]+@[a-z]+|\^.*|.*\(\?.*|[a-z][\w.]*=\d+|\d{1,4}[a-z]{0,2}(?:-[^\W\d_]+){1,3}",
    re.IGNORECASE | re.DOTALL,
)
_STEM = regex(r"[^\W\d_]{3,20}(?=[-_.]?[0-9])")
# "gazpacho.con.hielo", which may as well be the member of an object.
_DOTTED = regex(
    r"[^\W\d_]{3,16}(?:\.[^\W\d_]{2,16}){1,4}(?<!\.\w\w)(?<!\.(?:com|org|net|dev|app|lan|php|csv|pdf|txt|log|cfg|png|jpg|jar|exe|zip|xml|yml))"
)
_FORMS = {
    "worddigits": regex(r"[^\W\d_]{3,20}[0-9]{1,4}"),
    "worddigitsigns": regex(
        r"(?=.*[-_.!#$%&*+?@^~§])[^\W\d_]{3,20}[-_.!#$%&*+?@^~§]?[0-9]{1,4}[-!#$%&*+?@^~§]{0,2}"
    ),
    "joined": regex(r"[^\W\d_]{2,}(?:[-_.][^\W\d_]{2,}){1,6}"),
    "joined3": regex(r"[^\W\d_]{2,}(?:[-_.][^\W\d_]{2,}){2,6}"),
    "joineddigits": regex(r"(?=.*[0-9])[^\W_]{2,}(?:[-_.][^\W_]{1,}){1,6}[!?]?"),
    "underscored": regex(r"[^\W\d_]+(?:_[^\W\d_]+)+"),
    "camel3": regex(r"[^\W\d_][a-zà-ÿа-яё]*(?:[A-ZÀ-ÞА-ЯЁ][a-zà-ÿа-яё]+){2,}"),
    "leeted": regex(r"(?=.*[^\W\d_][0-9]{1,2}[^\W\d_])[\w!#$%&*+?@^~§.-]+"),
    "sign": regex(r".*[!#$%&*+?@^~§].*"),
    "mixedcase": regex(
        r"(?=.*[0-9])(?=.*[a-zà-ÿа-я].*[A-ZА-Я]|.*[A-ZА-Я].*[a-zа-я].*).*", re.DOTALL
    ),
    "odd": regex(r".*[/\\(){}<>\[\]|=,;].*"),
    "hex": regex(r"(?:0x)?[0-9a-fA-F-]{6,}"),
    "turns": regex(r".*(?:[0-9].*[A-Za-z].*[0-9].*[A-Za-z]|[A-Za-z][0-9].*[A-Za-z][0-9]).*"),
}


def of_number(value: str, sign_after: str) -> list[str]:
    """Return the features of a number, or [] if it cannot be a code."""
    if not _NUMBER.fullmatch(value) or _SIZE.fullmatch(value):
        return []
    digits = sum(map(str.isdigit, value))
    if digits < (2 if "-" in value else 3):
        return []
    looks = [f"digits{min(digits, 8)}"]
    if set("#*") & set(value + sign_after):
        looks.append("marked")
    if " " in value:
        looks.append("grouped")
    elif any(map(str.isalpha, value)):
        looks.append("lettered")
    elif "-" in value:
        looks.append("parted")
    if _YEAR.fullmatch(value):
        looks.append("year")
    if _TIME.fullmatch(value):
        looks.append("time")
    if value.endswith("00"):
        looks.append("round")
    return looks


def may_be_a_word(value: str) -> bool:
    """Tell whether the text may be a chosen secret, rather than a path, address, digest or code."""
    is_long_enough = _SHORTEST <= len(value) <= _LONGEST
    if not is_long_enough or _NO_VALUE.fullmatch(value) or _ELIDED.fullmatch(value):
        return False
    if is_placeholder(value) or is_encoded_text(value):
        return False
    return not is_something_else(as_hyphenated(value))


def as_hyphenated(value: str) -> str:
    """Return dotted words as hyphenated ones, so that they do not count as code."""
    return value.replace(".", "-") if _DOTTED.fullmatch(value) else value


def of_plain(value: str) -> list[str]:
    """Return the features of a plain word, or [] if it is common in prose."""
    if is_of_prose(value):
        return []
    length = next((most for most in (4, 7, 11, 15) if len(value) <= most), _LONGEST)
    derived = ["derived"] if is_derived(value) else []
    return [_case(value), f"length{length}", *derived]


def of_mixed(value: str, signed: bool) -> list[str]:
    """Return the features of a word with several kinds of characters, or [] if it is no secret."""
    value = value[:_LONGEST]
    strength = grade(as_hyphenated(value))
    if strength is Grade.NOTHING:
        return []
    looks = [strength.name.lower(), _case(value)]
    if _DOTTED.fullmatch(value):
        looks.append("dotted")
    looks += [name for name, form in _FORMS.items() if form.fullmatch(value)]
    if signed:
        looks.append("signed")
    length = next((most for most in (5, 7, 15, 24) if len(value) <= most), _LONGEST)
    return [*looks, f"length{length}"]


def stem(value: str) -> str:
    """Return what a changed password keeps, as in "Igel44" and "Igel45x", or "" for other words."""
    found = _STEM.match(value)
    return found[0].lower() if found and not is_something_else(value) else ""


def is_plain(value: str) -> bool:
    """Tell whether the word has letters of one case only, except for a first capital."""
    return value.isalpha() and not (value[1:] != value[1:].lower() and not value.isupper())


def sign_behind(value: str, after: str) -> int:
    """Return how many signs after a word belong to it: "Crumpet55?", "Bucket!"."""
    signs = _SIGNED.match(after)
    if signs and (any(map(str.isdigit, value)) or signs[0][0] not in "?"):
        return len(signs[0])
    return 0


def is_derived(word: str) -> bool:
    """Tell whether a word has an ending that words for a password rarely have: "installation"."""
    return _DERIVED.search(word) is not None


def _case(value: str) -> str:
    if value.isupper():
        return "upper"
    return "lower" if value.islower() else "capital" if value[0].isupper() else "cased"
