"""Tells which strings can be the value of a secret, and how much they look chosen. Pure."""

import re
from binascii import Error, a2b_base64
from enum import IntEnum
from functools import lru_cache

from ..patterns import regex

# In characters: the part of a value that is examined.
_LONGEST = 300


class Grade(IntEnum):
    """How much a word looks like a secret that somebody chose or a program generated."""

    NOTHING = 0  # a placeholder, a piece of code, a path, a date, a version
    WORD = 1
    DIGITS = 2
    CAMEL = 3  # "GitHub"
    MIXED = 4  # "котик2015"
    STRONG = 5  # "Kr0k0dil!"


# The words in placeholders: "YOUR_API_KEY_HERE", "tu-contraseña", "ваш_пароль".
_PLACEHOLDERS = frozenset(
    """
        a an the your my our this that some any new old user username usr name login email mail
        api app db key keys token tokens secret secrets password passwords passwd passphrase pass
        pwd pw pin code value string str text here goes in enter insert replace change changeme
        changeit me it with fill todo tbd fixme example sample placeholder dummy foo bar baz
        foobar redacted hidden masked removed omitted none null nil undefined true false empty
        blank required optional host hostname server port client id auth access private real
        actual something whatever xxx yyy zzz abc of confirm account number env var hashed hash
        hashing encrypted plain plaintext raw digest entered given typed form data input field
        request req res self settings config cfg args options params props state ctx credentials
        creds creds's current wrong repeat again check generated random result row obj decoded
        encoded dein deine ihr mein passwort kennwort hier einfügen eintragen eingeben schlüssel
        geheim benutzer tu su mi contraseña contrasena clave usuario aquí aqui llave poner cambiar
        cambiame votre ton mon mot de passe motdepasse mdp clé cle ici à a remplir jeton
        utilisateur changez moi la tua vostra mia parola chiave utente qui inserisci segreto
        cambiami sua seu minha senha palavra chave usuário inserir segredo trocar ваш твой мой
        пароль ключ токен логин пользователь здесь сюда вставить секрет имя 你的 您的 密码 密钥 用户名 口令
    """.split()
)
_PART = regex(r"[A-ZÀ-Þ]?[^\W\d_A-ZÀ-Þ]+|[A-ZÀ-Þ]+(?![a-zß-ÿ])|[^\W\d_]+")
_MASK = regex(
    r"[\W_xXоО•●]*|(.)\1*|(?:[A-Za-z]{1,2}\*+|\*+)\w{0,4}|[<\[{(].*|.*[>\]})]|%\w+%"
    r"|(?i:replace|change|insert|put|enter|fill|your|type)[-_](?:(?i:me|this|it|in|with|your|the|a|own)[-_])+[A-Za-z_-]*"
)
_REFERENCE = regex(r"[$@%]\{?\(?[A-Za-z_]\w*[)}]?$|\$[({]|[$@%]\w+(?:\[|->)|\{\{|<\w")

# Its words have no spaces between them.
_CHINESE_PLACEHOLDER = regex(
    r"(?:你的?|您的?|我的?|这里|此处|在|填写?|输入|替换|成|为|新|旧|真实的?|密码|密钥|用户名|账号|口令|令牌|内容|示例)+"
)
# A path, an address, a call, the member of an object, a file, an amount, a date, a version.
_ELSE = regex(
    r"""
    [~.]{0,2}/[\w./~-]* | [\w.-]+/[\w./-]+\.\w{1,5} | [A-Za-z]:\\.* | https?:.* | .*://.*
    | [\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+
    | [^\W\d]+(?:\.[^\W\d]+)+ | [\w.]*[^\W\d][\w.-]*\[.* | \w*\(.* | .*\(\)? | .*=>.* | .*::.*
    | [\w-]{1,80}(?:\.[\w-]{1,80})*\.(?:py|js|ts|tsx|jsx|go|rs|rb|php|java|c|h|cpp|cs|sh|sql|txt|md
      |json|ya?ml|toml|ini|cfg|conf|env|csv|xml|html?|css|pdf|docx?|xlsx?|png|jpe?g|gif|svg|zip|gz
      |tar|log|heic|arw|nef|dng|mov|mp3|mp4|mkv|wav|webp|webm|iso|img|exe|dll|apk|deb|rpm|bin|bak|ics|epub|lock|pem|crt|key|kdbx|com|org|net|io|dev|lan|local|home|de|fr|es|it|ru|cn|br|pt|uk|eu)
    | [a-z]{0,20}[-_]?v?\d+(?:\.\d+)+[\w.+-]* | \d{1,4}([./-])\d{1,2}\1\d{1,4} | \d{1,2}[:.h]\d{2}(?:[ap]m)?
    | (?:\d{1,3}\.){3}\d{1,3}(?:[:/]\d+)?
    | \d+(?:[.,]\d+)*[-–]?\d*(?:%|°|[^\W\d_]{1,3}|[^\W\d_]{2,8}s|min|sec|bits?|bytes?|chars?)
    | (?:\d+x)+\d+\w{0,3} | [#]\d+ | \d+(?:st|nd|rd|th|er|ère|eme|ème)
    | [0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}
    """,
    re.VERBOSE | re.IGNORECASE,
)
# Names of letters and a number: "sha256", "oauth2", "windows11", "page2", "iPhone15".
_NUMBERED = regex(
    r"""
    (?:sha|md|argon|oauth|o?auth|utf|base|ipv|https?|tls|ssl|win|windows|ios|macos|android|ubuntu
    |debian|fedora|iso|aes|rsa|ed|ecdsa|des|blake|wpa|wep|rfc|ver|version|rev|python|py|php|java
    |node|vue|angular|django|rails|web|html|css|es|ec|mp|h|x|log4j|arm|amd|intel|ryzen|rtx|gtx|usb
    |iphone|ipad|pixel|galaxy|samsung|ps|xbox|office|excel|word|outlook|sql|mysql|mariadb|postgres
    |oracle|redis|order|ticket|issue|bug|pr|task|case|eth|wlan|sda|gpio|kw|fy|covid|dsc|pxl)
    [-_]?\d{1,5}(?:[-_./]?(?:\d{1,4}|ctr|id|i|d|gcm|cbc|psk|sum|hex|crypt|pro|max|plus|mini|le))*
    | (?:page|step|line|row|col|table|figure|fig|chapter|section|part|day|week|month|year|level|room
    |floor|seat|gate|bus|route|flight|test|server|host|srv|db|node|pod|vm|web|app|user|client|admin
    |port|disk|field|input|option|item|arg|param|var|foo|bar|baz|tmp|file|img|image|photo|q)
    [-_]?\d{1,2}
    | [a-g][#b♯♭]?(?:maj|min|m|dim|aug|sus|add)?\d{0,2}(?:[#b♯♭+-]\d{1,2})*(?:/[a-g][#b♯♭]?)?
    | 1password | last\w?pass | log4j\d? | k8s | i18n | l10n | a11y | x86(?:_64)? | [a-z]\d[a-z]
    | (?:ec2|s3|db|web|ci|k8s|oauth2|log4j|ipv[46]|http2|sha\d+|md5|base64|utf8)[-_.][a-z_.-]+
    | (?:chacha|salsa|curve|poly)\d+(?:-poly\d+)? | pbkdf2\S* | (?:h|x)26[45]\w* | mp[34]\w{0,6} | (?:pass(?:word|wort|wd)?|pwd?|senha|clave|mdp)[-_]?\d
    """,
    re.VERBOSE | re.IGNORECASE,
)
_SYMBOL = regex(r"\w[!@#$%^&*+=~|\\?§]+\w|[@#$%^&*]{2}|[@#$%^&*!?+§][\w!]*$")
_DIGIT = regex(r"[0-9]")
_LETTER = regex(r"[^\W\d_]")
_UPPER = regex(r"[A-ZÀ-ÞА-Я]")
_CAMEL = regex(r"[a-zß-ÿа-я][A-ZÀ-ÞА-Я]")
_LEET = regex(r"[^\W\d_][0-9]{1,2}[^\W\d_]{2}|[^\W\d_]{2}[0-9]{1,2}[^\W\d_]|^[0-9][^\W\d_]{3}")
_CAPITALS = regex(
    r"[A-ZÀ-ÞА-Я][^\W\d_]{2,}(?:[-_.+][A-ZÀ-ÞА-Я][^\W\d_]{2,}){2,}"
)  # "Tulpe-Kran-Ofen"
# What each word of these has: a digit or a sign, or within it a sign that else ends a sentence.
_MAY_HOLD_MIXED = regex(r"[0-9!@#$%^&*+=~|\\§?._-](?:(?<![?._-])|(?=\S))")
_BASE64 = regex(r"[A-Za-z0-9+/_-]{8,300}={0,2}")
_READABLE = regex(r"[A-Z]?[a-z]{2,20}:\s?|[A-Za-z]{1,20}(?:[,.;:]? [A-Za-z]{1,20}){2,60}[.!?]?\s?")
_MARKS = regex(r"[\W_]")


def grade(value: str) -> Grade:
    """Return how much a word looks like a chosen secret."""
    if len(value) < 3 or is_placeholder(value) or is_something_else(value):
        return Grade.NOTHING
    digits, letters = bool(_DIGIT.search(value)), bool(_LETTER.search(value))
    if not letters:
        return Grade.DIGITS if digits else Grade.WORD
    if _SYMBOL.search(value) and (digits or _UPPER.search(value) or len(value) > 9):
        return Grade.STRONG
    if digits and len(value) > 5 and (_LEET.search(value) or _has_marks_and_capitals(value)):
        return Grade.STRONG
    if digits or _CAPITALS.fullmatch(value):
        return Grade.MIXED
    return Grade.CAMEL if _CAMEL.search(value) or _SYMBOL.search(value) else Grade.WORD


def may_hold_mixed(text: str) -> bool:
    """Tell whether a text may have a word of the grade MIXED or a better one, or a joined word."""
    return _MAY_HOLD_MIXED.search(text) is not None


@lru_cache(maxsize=1024)
def is_placeholder(value: str) -> bool:
    """Tell whether the value only stands for one: "<your-key>", "xxxx", "$TOKEN", "SUA_SENHA"."""
    if _MASK.fullmatch(value) or _REFERENCE.match(value):
        return True
    if _CHINESE_PLACEHOLDER.fullmatch(value):
        return True
    words = [word.casefold() for word in _PART.findall(value)]
    return bool(words) and not _DIGIT.search(value) and _PLACEHOLDERS.issuperset(words)


def is_something_else(value: str) -> bool:
    """Tell whether the value is a path, an address, a piece of code, a date or the like."""
    value = value[:_LONGEST]
    return bool(_ELSE.fullmatch(value) or _NUMBERED.fullmatch(value))


def is_encoded_text(value: str) -> bool:
    """Tell whether the value is Base64 of a sentence, or of a prompt such as "Password:"."""
    if not _BASE64.fullmatch(value):
        return False
    try:
        text = a2b_base64(value + "=" * (-len(value) % 4)).decode("ascii")
    except (Error, UnicodeDecodeError):
        return False
    return bool(_READABLE.fullmatch(text))


def _has_marks_and_capitals(value: str) -> bool:
    return bool(_MARKS.search(value) and _UPPER.search(value))
