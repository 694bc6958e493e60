"""Finds passwords by their place in a file format, function call or protocol. Pure.

Each form has a fixed place for the password, and needs no assignment sign beside its name.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..patterns import regex
from . import first_look
from .values import Grade, grade, is_placeholder

if TYPE_CHECKING:
    from . import Span

_SECRET = r"(?:passw(?:or)?d|passwd|passphrase|pwd|pass|secret|token|api_?key|credentials?)"
_FORMS = (
    # A setter: setPassword("X"), .password("X"), with_token('X').
    (
        rf"(?:\b(?:set|with|use|new|add)_?|\.){_SECRET}(?:_value|Text|String)?\(\s?[\"']([^\"'\n\s]{{3,100}})[\"']\s?[,)]",
        Grade.WORD,
        ("(",),
    ),
    # JSON within a string.
    (rf"{_SECRET}\\+[\"']\s?:\s?\\+[\"']([^\"'\\\n]{{3,100}})\\", Grade.WORD, ("\\",)),
    # An attribute of XML: key="SmtpPassword" value="X".
    (
        rf"(?:name|key|id)=[\"'][\w.:-]{{0,40}}{_SECRET}[\"']\s(?:value|content)=[\"']([^\"'\n]{{3,100}})[\"']",
        Grade.WORD,
        ("name=", "key=", "id="),
    ),
    # A variable of a Dockerfile, of csh or Apache.
    (
        rf"(?:^|\n)\s*(?:ENV|ARG|setenv|SetEnv|fastcgi_param|env)\s+\w{{0,40}}{_SECRET}\w{{0,10}}\s+[\"']?([^\s\"'=]{{3,100}})",
        Grade.WORD,
        ("env", "arg", "fastcgi"),
    ),
    # Commands of FTP, POP and IMAP.
    (r"(?:^|\n|>\s)PASS\s([^\s:]{4,64})(?=\s*(?:\n|$))", Grade.WORD, ("pass",)),
    (r"\b[a-z]?\d{1,3}\s+LOGIN\s+\S{2,60}\s+([^\s\"']{4,64})", Grade.WORD, ("login",)),
    (r"ftp>\s?user\s\S{1,40}\s(\S{4,64})", Grade.WORD, ("ftp>",)),
    # A line that `expect` sends, and the AUTH of Redis.
    (r"\bsend(?:_user|line)?\s?[\s(][\"']([^\"'\n\\]{4,64})(?:\\r|\\n)", Grade.MIXED, ("send",)),
    (r"\bSETUSER\s\S{1,40}\s(?:on\s)?>(\S{3,64})", Grade.WORD, ("setuser",)),
    # Lines of routers and switches.
    (
        r"\b(?:username\s\S{1,40}\s(?:privilege\s\d+\s)?|enable\s)(?:secret|password)\s(?:\d\s)?([^\s\"',;.?]{4,64})",
        Grade.CAMEL,
        ("secret", "password"),
    ),
    (
        r"\b(?:snmp-server\scommunity|(?:tacacs|radius)(?:-server)?\skey|pre-shared-key(?:\sascii-text)?|neighbor\s\S{3,40}\spassword|key-string)\s(?:\d\s)?[\"']?([^\s\"',;?]{4,64})",
        Grade.CAMEL,
        ("snmp", "tacacs", "radius", "pre-shared", "neighbor", "key-string"),
    ),
    # .pgpass, /etc/shadow-like lists, and netrc.
    (
        r"(?<!\S)[\w.*-]{1,60}:(?:\d{2,5}|\*):[\w*-]{1,60}:[\w*.-]{1,60}:([^\s:]{3,64})",
        Grade.WORD,
        (":",),
    ),
    (
        r"\bmachine\s\S{3,60}\s(?:login|user)\s\S{1,60}\spassword\s(\S{3,64})",
        Grade.WORD,
        ("machine",),
    ),
    # A network's name, followed by its key of at least eight characters.
    (r"\bssid\b\W{0,3}\w[\w.-]{1,31}\s?[,;/|]\s?([^\s\"'`,;]{8,63})", Grade.CAMEL, ("ssid",)),
    # The key of a network, which is called its code.
    (
        r"(?:wi-?fi|wlan|livebox|freebox|hotspot|network|netzwerk|réseau|вай-?фа\w)[^.;!?\n]{0,60}?\s(?:code|key|clé|cle|schlüssel|clave|chiave|codice|chave|código|ключ|код)\s?"
        r"(?:is\s|ist\s|est\s|es\s|è\s|é\s|[:=]\s?|c['’]est\s)?([A-Za-z0-9-]{8,63})(?![\w-])",
        Grade.MIXED,
        ("wifi", "wi-fi", "wlan", "box", "hotspot", "netw", "réseau", "вай"),
    ),
    # The password of a file, a disk or a vault.
    (
        r"(?<!\w)(?:opens?|unlock(?:s|ed)?|protected|encrypted|decrypts?|locked|secured|verschlüsselt|geschützt|gesichert|öffnet|cifrad[oa]|protegid[oa]|chiffrée?"
        r"|protégée?|cifrat[oa]|protett[oa]|criptografad[oa]|зашифрован\w?|защищ[её]н\w?)\s(?:with|by|using|via|mit|con|avec|par|com)?\s?"
        r"(?:the\s|dem\s|la\s|el\s|le\s)?[\"'`«“„]?([^\s\"'`,;:?«»“”]{6,64})",
        Grade.STRONG,
        (
            "open",
            "lock",
            "crypt",
            "protect",
            "secur",
            "verschl",
            "gesch",
            "gesich",
            "öffnet",
            "cifra",
            "proteg",
            "chiffr",
            "protég",
            "protett",
            "cripto",
            "шифр",
            "защищ",
        ),
    ),
    # Calls with a server, a user and a password.
    (
        r"\b(?:PDO|mysqli?(?:_connect)?|getConnection|(?:pymysql|pymssql|mysqldb|cx_oracle|oracledb|odbc|oci|ibase|db2|ssh2|ftp)[._]p?connect)\(\s?(?:[\"'][^\"'\n]{0,120}[\"']\s?,\s?){2}[\"']([^\"'\n]{3,100})[\"']",
        Grade.WORD,
        ("pdo", "mysqli", "connect"),
    ),
    # The private key of a wallet.
    (
        r"\b(?:pk|sk|priv(?:ate|ada|ée|ata)?[ _-]?key|(?:clave|clé|chiave|chave) priv\w+|приватн\w+ ключ\w?|privater schlüssel|私钥)\W{0,3}(?:[^\W\d]{1,10}\W{1,3}){0,3}?"
        r"((?:0x)?[0-9a-f]{64})(?!\w)",
        Grade.MIXED,
        ("pk", "sk", "key", "priv", "прив", "私钥"),
    ),
    # The key that is printed on a router: four digits, four or five times.
    (
        r"(?:wi-?fi|wlan|fritz|livebox|freebox|router|вай-?фа\w|роутер)[^.;!?\n\d]{0,60}?\s(?!(?:(?:19|20)\d\d[ -]){3})((?:\d{4}[ -]){3,4}\d{4})(?![\w-])",
        Grade.DIGITS,
        ("wifi", "wi-fi", "wlan", "box", "router", "вай", "роутер"),
    ),
    # The dial of a safe: "31 left, 8 right, 22 left".
    (
        r"(?:combo|combin\w+|kombination|safe|lock|tresor|schloss|caja|candado|coffre|cadenas|cassaforte|cofre|сейф\w?|замо?к\w?)[^.;!?\n\d]{0,40}?"
        r"((?:(?:left|right|links|rechts|izquierda|derecha|gauche|droite|sinistra|destra|esquerda|direita|влево|вправо)?\s?\d{1,2}\s"
        r"(?:(?:to the )?(?:left|right)|links|rechts|izquierda|derecha|(?:à )?(?:gauche|droite)|(?:a )?(?:sinistra|destra)|esquerda|direita|влево|вправо),?\s?(?:then\s|dann\s)?){2,5})",
        Grade.NOTHING,
        ("left", "links", "izquierda", "gauche", "sinistra", "esquerda", "влево"),
    ),
    # The same with the numbers last: "3 turns right 27, left 64, right 11".
    (
        r"(?:combo|combin\w+|kombination|safe|lock|tresor|schloss|caja|candado|coffre|cadenas|cassaforte|cofre|сейф\w?|замо?к\w?)[^.;!?\n\d]{0,40}?"
        r"((?:(?:\d\s)?(?:turns?\s|tours?\s|mal\s|vueltas?\s|giri\s|voltas?\s|оборот\w?\s)?(?:to the |à |nach |a la |a )?"
        r"(?:left|right|links|rechts|izquierda|derecha|gauche|droite|sinistra|destra|esquerda|direita|влево|вправо)\s(?:to |auf |jusqu'à |a |до )?\d{1,2}(?!\d)"
        r"(?:,\s?|\s)?(?:(?:then|dann|puis|luego|poi|depois|потом)\s)?){2,5})",
        Grade.NOTHING,
        ("left", "links", "izquierda", "gauche", "sinistra", "esquerda", "влево"),
    ),
    # A login to an IRC service: "NickServ IDENTIFY X".
    (
        r"\b(?:nick|chan|auth)serv(?:@\S{1,40})?\W{1,3}(?:identify|id|register|auth|ghost|recover)\s(?:\w{1,30}\s(?=\S{4,64}\s*$))?(\S{4,64})",
        Grade.CAMEL,
        ("serv",),
    ),
    # A line of a configuration whose name ends in a word for a password: "sasl_password X".
    (
        r"(?:^|\n)[ \t]*(?:/?set\s|export\s)?(?:[\w.-]{1,60}[._-](?:password|passwd|passphrase|pass|pw|pwd)|(?:bind|root|require|master|admin|db|user)(?:pw|pass|passwd|auth))[ \t]+"
        r"([^\s\"'=:;|]{4,64})[ \t]*(?=\n|$)",
        Grade.CAMEL,
        ("pass", "pw", "auth"),
    ),
    # The same for a secret or token made of words: "secret = Gabelstapler_rot".
    (
        r"(?:^|\n)[ \t]*[\w.-]{0,60}(?:secret|token|key|psk)[ \t]*[=:][ \t]*([A-ZÀ-ÞА-Я][^\W\d_]+(?:[-_][^\W\d_]+){1,6}|[^\W\d_]+(?:-[^\W\d_]+){2,6})[ \t]*;?[ \t]*(?=\n|$)",
        Grade.NOTHING,
        ("secret", "token", "key", "psk"),
    ),
    # The name of a variable that holds a key, and the key after a space.
    (
        r"\b(?-i:[A-Z][A-Z0-9]{0,20}(?:_[A-Z0-9]{1,20}){0,3}_(?:KEY|TOKEN|SECRET|PAT))\s(?:is\s|to\s)?([\w-]{20,200})(?!\w)",
        Grade.MIXED,
        ("_key", "_token", "_secret", "_pat"),
    ),
    # A token with the id of a bot before it.
    (r"(?<![\w:])\d{8,12}:([A-Za-z0-9_-]{30,50})(?![\w-])", Grade.WORD, (":",)),
)
_COMPILED = tuple((regex(form, re.IGNORECASE), least, strings) for form, least, strings in _FORMS)
_SIGN = regex(r"[-_.&+]")
_JOINED = regex(r"[^\W\d_]{2,}(?:[-_.&+][^\W\d_]{2,})+")


def secrets(piece: str) -> "Iterator[Span]":
    """Yield the spans of such passwords in a piece of text."""
    lower = piece.lower()
    for form, least, strings in _COMPILED:
        for found in form.finditer(piece) if first_look.has_any(lower, strings) else ():
            value = found[1].rstrip(" .,;:?)")
            if is_placeholder(value) or value[:1] in "$%<{":
                continue
            joined = _JOINED.fullmatch(value) and (
                least is Grade.CAMEL or len(_SIGN.findall(value)) > 1
            )
            if grade(value) >= least or joined or (least is Grade.WORD and len(value) > 2):
                yield found.start(1), found.start(1) + len(value)
