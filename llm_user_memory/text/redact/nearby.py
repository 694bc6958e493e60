"""Finds words that look like chosen passwords near words about logging in. Pure.

No grammar links the two: people tell passwords in more ways than a grammar has. The less the text
says about a password, the more a word must look like one. A word before it that names something
else excludes it.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from ..patterns import regex
from . import looks
from .values import Grade, grade, is_encoded_text, is_placeholder, is_something_else

if TYPE_CHECKING:
    from . import Span

# Words for passwords, and things that a password opens.
_CUE = regex(
    r"""
    (?P<password>(?:(?<![^\W_])(?:pw|pwd|pswd|psw|psk|mdp|creds?)(?![^\W_]) | passwor[dt]s? | passwörter | kennw[oö]rt | passphrase | passcode
      | contraseñas?(?!\w) | contrasena | mots?\ de\ passe | (?<!\w)senhas?(?!\w) | парол\w{0,3} | 密码 | 密碼 | 口令 | credential | zugangsdaten | anmeldedaten
      | credenciais | credenciales | credenziali | identifiants | parola\ d['’]ordine))
    | (?P<login>(?<![^\W_])(?:(?<!ing\ )(?<!ski\ )(?<!day\ )(?<!bus\ )(?<!press\ )pass|log[- ]?ins?|logged\ in|logging\ in|sign(?:ed|ing)?[- ]?in|log\ on|vpn|впн|wi-?fi|wlan|ssid|hotspot|вай-?фай\w?|netflix|spotify|bitwarden
      |keepass\w*|1password|lastpass|accounts?|goes\ by|einlogg\w*|einlogge\w*|anmeld\w*|konto|cuenta|usuario|compte|utente|accedo|entro|acceso|accesso|acesso|conta|usu[aá]rio
      |inicio\ de\ sesi[oó]n|connexion|логин\w{0,2}|аккаунт\w*|учётк\w|учетк\w|доступ\w?|вход\w?|smtp|imap|ftp|ldap|nas|router|routeur|роутер\w?|admin|root|sudo|unlocks?|encrypted|decrypt
      |protected|locked|guess|crack)(?![^\W_])|账号|帐号|账户|登录|登陆|用户名|无线)
    """,
    re.IGNORECASE | re.VERBOSE,
)
_BEFORE, _AFTER = 80, 50
_WORD = regex(r"[^\s\x00-\x1f\x7f-\x9f\"'`<>“”„«»，。、；：！？（）\u2e80-\ud7ff]+")
# Words that name what follows: a user, a machine, a version.
_NAMES_IT = regex(
    r"(?:^|[\s(\"'])(?:user(?:name)?|login|account|host(?:name)?|server|model|modell?o?|modèle|version|build|release|file|branch|commit|ticket|order|invoice|issue|error"
    r"|named?|called|for|of|to|at|on|from|by|via|using\ the|to\ the|für|von|vom|beim?|auf|am|an|aus|version|namens|usuario|cuenta|para|de|del|en|desde|utilisateur"
    r"|compte|pour|sur|du|chez|utente|conto|per|di|del|sul|dal|usu[aá]rio|conta|do|no|da|na|пользовател\w|логин\w?|сервер\w?|для|на|от|с|из|у|ssid|field|column|variable|function"
    r"|class|id|room|seat|gate|flight|line|row|page|step|form|chapter|type|typ|table|key|port|board|chip|sensor|router|phone|laptop|printer|drucker|email|e-mail|mail|user:|login:|username:|benutzer|nutzer)"
    r"[\s:=]{1,3}[\"'`(]?$",
    re.IGNORECASE,
)
_SET = regex(
    r"(?:chang|set|reset|updat|switch|pick|chos|änder|gesetzt|setz|gestellt|cambi|puse|pongo|mis|chang|modifi|impost|messo|mud|troc|coloq|смен|помен|постав|измен)\w*\b"
    r"[^.;!?\n]{0,40}\s(?:to|as|auf|zu|a|en|à|in|para|por|на)\s[\"'`(]?$",
    re.IGNORECASE,
)
_SET_AFTER = regex(r"\s(?:um)?(?:geändert|gesetzt|gestellt|gewechselt)(?!\w)", re.IGNORECASE)
# "use X as my password"
_AS = regex(
    r"\s(?:as|als|como|comme|come|как|for|für|para|pour|per|для)\s(?:\w{1,12}\s){0,2}$|当|作为|做",
    re.IGNORECASE,
)
# Beside a user's name: "anna.k and X", "noreply, X", "10.0.0.30, admin and X".
_BESIDE_USER = regex(
    r"(?:(?:\s(?:and|und|y|e|et|и|with|mit|con|avec|com|с)|[,/+|:&]|\s[-–—]|then|luego|dann|puis|poi|depois|потом)\s*)$",
    re.IGNORECASE,
)
# A word, digits behind it and perhaps a sign: "Bramble99"; letters that are written as digits.
_WORD_AND_DIGITS = regex(
    r"(?:[^\W\d_]{4,16}|[^\W\d_]{2,16}(?:[-_.][^\W\d_]{2,16}){1,4})[-_.]?[0-9]{1,4}[!?*#$%&+]?"
)
_LEET = regex(r"(?=.{6,20}$)[^\W\d_]*(?:[013457][^\W\d_]{1,8}){1,4}[013457]?[0-9!?*#$%&+_-]{0,4}")
_SIGNS = regex(r"[!#$%&*+?@^~]")
# Without one of these in a text, `str.isdigit` and the signs tell that no word is a password.
_MAY_HOLD = regex(r"[\d!#$%&*+?@^~²³¹\u1369-\U0010ffff]")
_ARGUMENT = regex(
    r"[\w.-]{2,40}=.|--?[a-z]|.*\.{2,}|.*[(){}\[\];|\\]|.*@[\w-]+\.[a-z]|@[\w.]+$|#\w+$|[$%&].*|\W+\w+$"
)
_CHANGE = regex(
    r"(?<!\w)(?:changed|replaced|(?:ab|ge)ändert|gewechselt|früher|cambi[éoóa]\w*|antes era|chang[ée]\w*|remplac\w+|avant c['’]était|prima era|mud(?:ei|ou|amos)"
    r"|tro(?:quei|cou|camos)|used to be|instead of|по(?:меня\w+)|смени\w+|замени\w+|было|раньше)(?!\w)|改成|换成|改为",
    re.IGNORECASE,
)
_SHORTEST, _LONGEST = 6, 64


def secrets(text: str) -> "Iterator[Span]":
    """Yield the spans of such words in a whole text."""
    words = list(_words(text))
    yield from _changed(text, words)
    cues = list(_CUE.finditer(text)) if words else []
    starts = [cue.start() for cue in cues]
    for start, value in words if cues else ():
        about = _cue_near(text, cues, starts, start, start + len(value))
        if about and _is_one(text, start, value, about):
            yield start, start + len(value)


def _changed(text: str, words: "Sequence[tuple[int, str]]") -> "Iterator[Span]":
    """The spans of an old and a new password that differ only in their ends: "Maple31", "Maple32"."""
    for (start, old), (then, new) in pairwise(words):
        kept = looks.stem(old)
        is_near = then - start < _BEFORE and old != new
        if not (kept and is_near and kept == looks.stem(new)) or min(len(old), len(new)) < 6:
            continue
        if _CHANGE.search(text, max(0, start - _BEFORE), min(len(text), then + len(new) + _AFTER)):
            yield start, start + len(old)
            yield then, then + len(new)


def _words(text: str) -> "Iterator[tuple[int, str]]":
    """Yield (index, word) for the words that may be passwords."""
    for word in _WORD.finditer(text) if _MAY_HOLD.search(text) else ():
        if len(word[0]) < _SHORTEST or word[0].isalpha():
            continue
        value = word[0].strip(".,;:()[]")
        if _SHORTEST <= len(value) <= _LONGEST and _may_be_one(value):
            yield word.start() + word[0].index(value), value


def _may_be_one(text: str) -> bool:
    has_both = any(map(str.isalpha, text)) and (
        any(map(str.isdigit, text)) or bool(_SIGNS.search(text))
    )
    return has_both and not _ARGUMENT.match(text) and grade(text) >= Grade.CAMEL


def _cue_near(
    piece: str, cues: Sequence[re.Match[str]], starts: Sequence[int], start: int, stop: int
) -> str:
    """The strongest cue near a word: "password", "login", or "".

    Cues after the word count less: "jsmith84 cannot log in, reset the password".
    """
    near = ""
    at = bisect_left(starts, start)
    for cue in cues[max(0, at - 6) : at]:
        is_near = start - cue.end() <= _BEFORE and cue.end() <= start
        if is_near and "\n\n" not in piece[cue.end() : start]:
            near = "password" if "password" in (near, cue.lastgroup) else "login"
    for cue in cues[at : at + 4]:
        is_near = cue.start() >= stop and cue.start() - stop <= _AFTER
        if is_near and "\n\n" not in piece[stop : cue.start()]:
            said_as = _AS.search(piece, stop, cue.start()) if cue["password"] else None
            near = "password" if said_as else near or "login"
    return near


def _is_one(piece: str, start: int, text: str, about: str) -> bool:
    """Tell whether a word that looks like a password is one.

    `about` says what the text near it is about: "password", "login" or "".
    """
    bare = text.rstrip("!?")
    if is_placeholder(text) or is_something_else(bare) or is_encoded_text(text):
        return False
    before = piece[max(0, start - 60) : start]
    is_set = _SET.search(before) or _SET_AFTER.match(piece, start + len(text))
    if _NAMES_IT.search(before) and not is_set:
        return False
    if _is_evident(text):
        return True
    is_plain = bool(_WORD_AND_DIGITS.fullmatch(text))
    if not is_plain and grade(bare) < Grade.MIXED:
        return False
    if about == "password":
        return not bare.isupper() and len(bare) > 6 and (is_plain or grade(text) is Grade.STRONG)
    is_told = is_set or _BESIDE_USER.search(before[-8:])
    return bool(is_plain and not bare.isupper() and is_told)


def _is_evident(text: str) -> bool:
    """Tell whether a word has a form that only passwords have."""
    bare = text.rstrip("!?")
    letters = sum(map(str.isalpha, bare))
    if _LEET.fullmatch(bare) and letters * 3 >= len(bare) * 2 and not bare.isupper():
        return True
    inner = _SIGNS.search(bare)
    has_digit, has_capital = any(map(str.isdigit, text)), any(map(str.isupper, text))
    signed = inner is not None or (text != bare and has_digit and has_capital)
    return signed and has_digit and letters > 2 and grade(text) is Grade.STRONG
