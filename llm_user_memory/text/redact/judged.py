"""Judges whether the value that stands beside the name of a secret is one. Pure."""

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from ..patterns import regex
from . import library
from .keys import is_random
from .names import Kind, may_be_short, pattern
from .prose import is_of_prose, may_be_a_value
from .values import Grade, grade, is_placeholder, is_something_else

if TYPE_CHECKING:
    from . import Span

Link = Literal["assigned", "compared", "is", "said", "beside", "near"]


def words(table: str) -> frozenset[str]:
    """Return the words of a table, as a set."""
    return frozenset(table.split())


# Words that follow a name and a colon without being its value.
_NO_VALUES = words("""
    none null nil true false yes no required optional string str text unknown empty hidden redacted
    incorrect invalid wrong expired missing unset default any n/a todo tbd example placeholder see
    here below above auth username email login user protected generator manager managers reset
    resets forgotten falsch ungültig abgelaufen unbekannt fehlt leer siehe vergessen incorrecta
    inválida incorrecto olvidada faux invalide expiré oublié sbagliata scaduta dimenticata vuota errata
    incorreta esquecida vazia vacío vacía vacia vide caducada expirada неверный неправильный пустой
    забыл нет нужен
""")
# Words that make the name something else: "the password manager is ..." names no secret.
OTHERS = words("""
    manager managers generator length limit limits policy hint rule rules field hash format expires
    lifetime rotation managern länge gestor gestionnaire longueur reset hashing hasher hashes store
    strength field fields prompt prompts input feld felder campo champ поле менеджер reset-link
""")
_COMMON_PASSWORDS = words("""
    letmein qwerty qwertz qwertyuiop azerty azertyuiop iloveyou dragon monkey football baseball sunshine
    princess welcome superman batman trustno1 shadow ninja master hunter abc123 passw0rd starwars
    whatever mustang michael jordan charlie asdfgh asdf asdfghjkl zxcvbn zxcvbnm login admin root
    hallo schatz sommer soleil doudou loulou chouchou bonjour teamo tequiero hola amigos bella juventus
    ciao amore forza benfica sporting flamengo brasil любовь привет йцукен наташа woaini swordfish
    cheese pepper ginger cookie summer winter computer internet secret123 hello freedom killer pokemon
""")
_MORE_PROSE = regex(r"[,;]\s+[^:=\n]{0,30}(?:$|[^:=\n]{10})")
PIN = regex(r"(?:online[ -]?)?(?:pin|пин|nip)(?:[ -]?(?:code|код|码))?", re.IGNORECASE)
MIXED_PIN = regex(
    r"(?=[A-Za-z]*[0-9])(?=[A-Z0-9]*[a-z])(?=[a-z0-9]*[A-Z])[A-Za-z0-9]{4,12}(?![\w-])"
)


class Found(NamedTuple):
    """A possible value. `alone` means that nothing follows it in the line or sentence."""

    span: "Span"
    value: str
    name: str
    kind: Kind
    link: Link
    quoted: bool
    alone: bool
    after: str
    has_user: bool
    has_login: bool
    joined: bool
    directly: bool


def is_secret(found: Found) -> bool:
    """Tell whether the value is a secret."""
    if not _can_be_a_value(found.value) or _is_of_a_list(found):
        return False
    if found.kind == "number":
        return found.link != "near" and _is_number(found)
    if found.kind in ("key", "loose"):
        return _is_key(found)
    if found.kind == "setting" and found.link not in ("assigned", "said", "is"):
        return _is_key(found)
    return _is_password(found)


# A digest with its name, and another setting after the name.
_DIGEST = regex(r"(?:sha\d+|md5)[:=-]\S+", re.IGNORECASE)
_OPTION = regex(r"[a-z_]{2,20}=\w+")
_MORE_NUMBERS = regex(r",\s?\d{1,6}(?![\w.])")


def _is_of_a_list(found: Found) -> bool:
    """Tell whether the value is a number in a list, a digest or a command-line option."""
    if found.value.isdigit() and len(found.value) < 4 and _MORE_NUMBERS.match(found.after):
        return True
    is_option = found.link != "assigned" and _OPTION.fullmatch(found.value)
    return bool(is_option or _DIGEST.fullmatch(found.value))


def _can_be_a_value(value: str) -> bool:
    """Tell whether the library accepts the text as a value, rather than a placeholder."""
    if len(value) < 3 or len(set(value)) < 2 or "://" in value or value.casefold() in _NO_VALUES:
        return False
    if is_placeholder(value):
        return False
    if not value.isascii():
        return True  # the library accepts ASCII only
    heuristic, keyword = map(library.module, ("filters.heuristic", "plugins.keyword"))
    return any(keyword.KeywordDetector().analyze_string(f'password = "{value}"')) and not (
        heuristic.is_templated_secret(value) or heuristic.is_prefixed_with_dollar_sign(value)
    )


def _is_number(found: Found) -> bool:
    name = found.name.lower()
    # "PIN 4711", but "I pin 3000 posts".
    if found.link in ("beside", "near") and name in ("pin", "nip") and not found.name.isupper():
        return False
    if PIN.fullmatch(found.name) and MIXED_PIN.fullmatch(found.value):
        return True
    return sum(map(str.isdigit, found.value)) >= (3 if may_be_short(name) else 4)


def _is_key_of_environment(found: Found) -> bool:
    """Tell whether the value is assigned to a variable, as in STRIPE_KEY=9f86d081884c7d65."""
    return found.joined and found.name.isupper() and len(found.value) > 11


def _is_key(found: Found) -> bool:
    """Tell whether the value is a generated key: long, of letters and digits."""
    value, strength = found.value, grade(found.value)
    is_mixed = any(map(str.isdigit, value)) and any(map(str.isalpha, value))
    if found.kind == "loose" or found.link == "near":
        is_network = value.isdigit() and len(value) >= 16 and found.link != "near"
        is_set = found.kind == "loose" and is_mixed and _is_key_of_environment(found)
        return (is_random(value) and len(value) >= 16) or _is_drawn(value) or is_network or is_set
    if found.link in ("beside", "near") and _SLUG.fullmatch(value) and not is_random(value):
        return False
    if strength is Grade.NOTHING and not _UUID.fullmatch(value):
        return False
    if found.kind == "setting" and found.quoted and found.link == "assigned":
        return True
    enough = is_mixed and len(value) >= (12 if found.link in ("beside", "compared") else 8)
    return enough or is_random(value)


_TURN = regex(r"[a-zA-Z](?=[0-9])|[0-9](?=[a-zA-Z])")
_HEX = regex(r"(?:0x)?[0-9a-fA-F]+(?:-[0-9a-fA-F]+)*")


def _is_drawn(value: str) -> bool:
    """Tell whether letters and digits are mixed at random, as in generated keys; not in digests."""
    is_mixed = len(value) > 11 and len(_TURN.findall(value)) > 4
    return is_mixed and not _HEX.fullmatch(value) and not is_something_else(value)


_SLUG = regex(r"[a-z]{2,}(?:[-_.][a-z0-9]+)+")
# "pw bananabread for the nas"
_ABBREVIATED = regex(r"pwd?|psw|mdp|pswd|passwd", re.IGNORECASE)
_FOR = regex(
    r"\s?(?:$|[\n,.)]|(?:for|für|para|pour|per|pra|для|user|on|beim?|am)\s)", re.IGNORECASE
)
_TELLTALE = words("""
    letmein qwerty qwertz qwertyuiop azerty iloveyou dragon monkey football baseball sunshine princess superman
    batman trustno1 mustang hunter2 abc123 passw0rd asdfgh asdfghjkl zxcvbn schatz soleil doudou loulou chouchou
    teamo tequiero juventus flamengo benfica любовь йцукен woaini swordfish pokemon
""")
_NETWORK = regex(
    r"wi-?fi|wlan|netz|network|wpa|psk|无线|вайф|сети|rete|red\b|réseau", re.IGNORECASE
)
_UUID = regex(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


def _is_password(found: Found) -> bool:
    """Tell whether the value is a chosen secret rather than an ordinary word."""
    value, strength = found.value, grade(found.value)
    if found.link == "near":
        return strength is Grade.STRONG or (strength is Grade.MIXED and len(value) > 6)
    if found.link in ("beside", "compared"):
        return _is_chosen_beside(found, strength)
    is_setting = found.link == "assigned" and (found.alone or found.quoted or _is_joined(found))
    if is_setting:
        is_prose = strength is Grade.WORD and not found.quoted and _MORE_PROSE.match(found.after)
        return not is_prose and not (is_something_else(value) and not found.quoted)
    if found.quoted and found.kind == "password":
        return not (is_of_prose(value) or _is_about_one(value))
    if len(value) < 4 or strength is Grade.NOTHING:
        return False
    if strength is Grade.WORD:
        is_joined_words = len(value) > 11 and value.count("-") + value.count("_") > 1
        is_plain = (
            found.directly
            and (found.link == "is" or (found.link == "assigned" and value.isalpha()))
            and may_be_a_value(value, found.after)
        )
        return is_joined_words or _is_common(value) or is_plain
    return strength is not Grade.DIGITS or len(value) > 5 or found.alone


def _is_about_one(value: str) -> bool:
    """Tell whether several words speak of a password, as those of a button do."""
    return " " in value and bool(pattern().search(value))


def _is_chosen_beside(found: Found, strength: Grade) -> bool:
    value = found.value
    if strength is Grade.STRONG or (strength is Grade.MIXED and len(found.value) > 5):
        return True
    if found.link == "compared" or found.kind != "password":
        return False
    if value.isdigit() and 6 <= len(value) < 13 and found.name.lower() != "pass":
        return may_be_a_value("digits", found.after)
    if value.isdigit() and len(value) >= (8 if _NETWORK.search(found.name) else 16):
        return True
    is_passed = found.name.lower() == "pass" and not (found.has_user or found.has_login)
    if (found.quoted and not (is_passed or is_of_prose(value))) or (
        found.has_login and _is_ofwords(found)
    ):
        return True
    is_plain = found.value.isalpha() and may_be_a_value(found.value, found.after)
    if value.casefold() in _TELLTALE or (is_plain and _ABBREVIATED.fullmatch(found.name)):
        return value.lower() not in OTHERS and _FOR.match(found.after) is not None
    if strength is Grade.WORD or strength is Grade.CAMEL or strength is Grade.DIGITS:
        is_value = _is_common(found.value) or may_be_a_value(found.value, found.after)
        return found.has_user and found.value.lower() not in OTHERS and is_value
    return False


_OF_WORDS = regex(r"[^\W\d_]{4,}(?:[-_][^\W\d_]{2,}){1,4}")
_ABOUT = words("label box form page link sharing service wert eingabe")
_CLOSED = regex(r"[\"'`]?(?:$|[,.;!?)\n]|\s[-–—]\s)")


def _is_ofwords(found: Found) -> bool:
    """Tell whether the value is hyphenated words at the end of a clause: "mint-harbour"."""
    is_one = _OF_WORDS.fullmatch(found.value) and _CLOSED.match(found.after)
    parts = re.split(r"[-_]", found.value.lower())
    return bool(is_one) and not (
        any(map(is_of_prose, (parts[0], parts[-1]))) or parts[-1] in OTHERS | _ABOUT
    )


def _is_joined(found: Found) -> bool:
    """Tell whether no space separates the name from the value: "PGPASSWORD=swordfish psql"."""
    return found.joined and grade(found.value) is not Grade.NOTHING


def _is_common(value: str) -> bool:
    return value.casefold() in _COMMON_PASSWORDS
