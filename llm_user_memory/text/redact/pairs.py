"""Finds passwords beside a user's name: "admin / X", `ssh bob:X@host`, `https://bob:X@host`. Pure."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..patterns import regex
from . import first_look
from .prose import is_of_prose
from .values import Grade, grade, is_encoded_text, is_placeholder, may_hold_mixed

if TYPE_CHECKING:
    from . import Span

# A user name, a separator, and the password.
_PAIR = regex(
    r"(?<![\w/.@:-])(?P<user>[\w.+-]{2,40}(?=[\s@/|:,])(?:@[\w-]{1,40}(?:\.[\w-]{1,40}){1,4})?)(?P<between>\s[/|]\s|[/|]|\s?:\s?"
    r"|\s[-–—]\s|,\s?|\s->\s|\s(?:und|and|with|y|et|con|mit|avec|e|и|с)\s)(?P<value>[^\s\"'`<>/][^\s\"'`<>]{4,63})"
)
# User names that are no other words.
_USERS = frozenset(
    """
        admin root administrator sa sysadmin superuser superadmin sysdba postgres mysql pi ubnt
        ubuntu ec2-user guest operator cisco support service webadmin nagios zabbix jenkins gitlab
        tomcat elastic minio user username default manager dbadmin oracle vagrant ansible deploy
        wpadmin grafana kibana админ логин user1 backup
    """.split()
)
_LOGIN = regex(
    r"(?:wi-?fi\b|wlan\b|ssid\b|netflix|spotify|hulu|disney|log[- ]?in(?!\w)|logins\b|creds?\b|credentials?|credentials|sign[- ]?in|accounts?\b|zugang(?:sdaten)?|anmelde\w*"
    r"|einlogg\w*|benutzerdaten|acceso|credencial\w*|usuario|inicio de sesi[oó]n|identifiants?|connexion|compte|acc[eè]s\b"
    r"|credenzial\w*|accesso|accedo|entro con|acesso|credencia\w*|entro com|usu[aá]rio|логин\w*|доступ\w*|уч[её]т\w*|вход\w*"
    r"|账号|帐号|账户|登录|用户名|登陆|帐户)",
    re.IGNORECASE,
)
_NEAR = 60
# The user name, then the password, in prose or in a call.
_AS_USER = regex(
    r"(?:melde?t? (?:dich|mich|sich)|log[ao]\w?|зайди|заходи\w*|войди|logg?(?:ed|ing)?[ -]?in|sign(?:ed|ing)?[ -]?in|log[ -]?on|einlogg\w*|anmeld\w*|entr[oa]\w*|acced\w*|connect\w*)\s(?:\w{1,10}\s){0,2}?"
    r"(?:as|with|als|mit|como|con|avec|come|com|как|с)\s[\w.@+-]{2,60}\s?(?:/|,|:|\s(?:with|and|und|mit|y|con|et|avec|e|com|и|с))\s?"
    r"([^\s\"'`<>]{5,64})",
    re.IGNORECASE,
)
# "use root and X", "mit benutzer pi und X", "user ann, second field X".
_USED_AS = regex(
    r"(?<!\w)(?:use|with|user(?:name)?|as|als|benutzer|nutzer|mit|como|usuario|usuário|con|com|comme|come|utente|utilisateur|avec|под|как|логин\w?|账号|用户名?|用)\s?"
    r"(?:the |user |benutzer |nutzer |usuario |utente )?(?P<user>[\w.@+-]{2,40})(?:\s?[,，/;]\s?(?:(?:then|dann|luego|puis|poi|depois|потом|там|and|и|pw|pass|second field|敲|密码)\s?)?"
    r"|\s(?:and(?: then)?|und(?: dann)?|y(?: luego)?|et|e(?: poi| depois)?|и|with|mit|con|com|avec|с)\s)[\"'`]?(?P<value>[^\s\"'`<>,;，]{5,64})",
    re.IGNORECASE,
)
_USES = first_look.beginnings(
    "use with as als benutzer nutzer mit como usu con com utente utilisateur avec под как логин 账号 用户 用".split()
)
_OF_WORDS = regex(r"[^\W\d_]{2,}(?:[-_.][^\W\d_]{2,}){2,5}")
_CALL = regex(
    r"(?:auth|login|logon|authenticate|credentials?|basic_?auth|sign_?in|authenticator|credential)\w{0,12}\s?(?:=\s?)?[(\[]\s?[\"'][^\"'\n]{1,60}[\"']\s?,"
    r"\s?(?:[\w.]{1,16}\(\s?)?[\"']([^\"'\n]{3,64})[\"']",
    re.IGNORECASE,
)
_ORACLE = regex(r"jdbc:oracle:\w+:[\w.]{1,40}/([^\s/@\"']{3,60})@", re.IGNORECASE)
_SQL = regex(
    r"IDENTIFIED\s(?:WITH\s\w{1,40}\s)?(?:BY|AS)\s(?:PASSWORD\s)?['\"]([^'\"\n]{3,100})['\"]",
    re.IGNORECASE,
)
_WIFI = regex(r"WIFI:[^\n]{0,120}?\bP:([^;\n]{3,63});")
_MAIL = regex(r"[\w.+-]{1,40}@[\w-]{1,40}(?:\.[\w-]{1,20}){1,3}\s+([^\s\"'`<>]{6,64})")
_COOKIE = regex(r"\b(?:set-)?cookies?:\s([^\n]{1,1500})", re.IGNORECASE)
_CRUMB = regex(r"[\w.-]{1,40}=([\w%.~+/=-]{14,500})")

# In an address, and before the host of a command: "bob:X@10.0.0.4".
_ADDRESS = regex(
    r"://[^\s/:@\"'<>]{0,80}:([^\s/@\"'<>]{1,100}(?:@[^\s/@\"'<>.]{1,40})?)@(?=[\w\[$%{-])"
)
_USER_AT = regex(
    r"(?<![\w:/@.-])(?P<user>[\w.+-]{1,40}):(?P<value>[^\s:@/\"'`<>]{3,64})@(?P<host>[\w-]+(?:\.[\w-]+){0,5})"
)
_NO_USERS = frozenset(
    """
        mailto to cc bcc from email mail e-mail sip xmpp npm contact acct node
    """.split()
)
# The tokens in the address of a webhook, and those in a query.
_WEBHOOK = regex(
    r"https?://[^\s\"'<>]{0,200}?hooks?[/.][^\s\"'<>]{0,200}?/([\w-]{16,120})(?![\w/-])"
)
_QUERY = regex(
    r"[?&#](?:[a-z_-]{0,20}(?:token|secret|passw(?:or)?d|pass|pwd|signature|sig|apikey|api[_-]key|auth|key|sid)|code)"
    r"=([^\s&\"'<>#]{6,400})",
    re.IGNORECASE,
)
# A user and a password in a query: "?u=ann&p=X".
_USER_QUERY = regex(
    r"[?&](?:u|usr|user|username|login|email)=[^\s&]{1,60}&(?:[^\s&=]{1,20}=[^\s&]{0,60}&){0,3}?(?:p|pw|pwd|pass\w{0,4})=([^\s&\"'<>#]{4,100})",
    re.IGNORECASE,
)


def secrets(piece: str) -> "Iterator[Span]":
    """Yield the spans of such passwords in a piece of text."""
    lower = piece.lower()
    if "@" in piece:
        yield from _at_hosts(piece)
    is_graded, at = may_hold_mixed(piece), 0
    while is_graded and (pair := _PAIR.search(piece, at)):
        at = pair.start("value")
        if (end := _end(piece, pair)) > at:
            yield at, end
            at = end
    for pattern, least, strings in _FORMS:
        for found in pattern.finditer(piece) if first_look.has_any(lower, strings) else ():
            value = found[1].rstrip(".,;:?)")
            if pattern is _JUDGED and is_of_prose(value):
                continue
            if grade(value) >= least or (least is Grade.WORD and not is_placeholder(value)):
                yield found.start(1), found.start(1) + len(value)
    for found in first_look.matches(_USED_AS, _USES, piece) if is_graded else ():
        value = found["value"].rstrip(".,;:?)")
        is_known = found["user"].lower() in _USERS or "@" in found["user"]
        least = Grade.MIXED if is_known else Grade.STRONG
        if grade(value) >= least or (is_known and _OF_WORDS.fullmatch(value)):
            yield found.start("value"), found.start("value") + len(value)
    yield from _sent(piece, lower)


def _at_hosts(piece: str) -> "Iterator[Span]":
    for found in _ADDRESS.finditer(piece):
        if not is_placeholder(found[1]):
            yield found.span(1)
    for found in _USER_AT.finditer(piece):
        if _is_user_at(found):
            yield found.span("value")


def _sent(piece: str, lower: str) -> "Iterator[Span]":
    """The secrets that a request sends: cookies, and tokens in its address."""
    for cookie in _COOKIE.finditer(piece) if "cookie" in lower else ():
        for crumb in _CRUMB.finditer(piece, cookie.start(1), cookie.end(1)):
            if grade(crumb[1]) >= Grade.MIXED:
                yield crumb.span(1)
    for pattern, string in ((_WEBHOOK, "hook"), (_QUERY, "="), (_USER_QUERY, "=")):
        for found in pattern.finditer(piece) if string in lower else ():
            if not is_placeholder(found[1]) and grade(found[1]) >= Grade.MIXED:
                yield found.span(1)


def _is_user_at(found: re.Match[str]) -> bool:
    host, value = found["host"], found["value"]
    if found["user"].lower() in _NO_USERS or host.startswith("sha") or is_placeholder(value):
        return False
    return grade(value) >= (Grade.DIGITS if "." in host else Grade.MIXED)


def _end(piece: str, pair: re.Match[str]) -> int:
    """The end of the password of a pair, or 0 if the pair has none."""
    value, user = pair["value"].rstrip(".,;:?)]}"), pair["user"].lower()
    between = pair["between"].strip()
    is_user = user in _USERS or "@" in user
    if not is_user and between not in ("/", "|", ":"):
        return 0
    if is_placeholder(value.partition("@")[0]) or is_encoded_text(value):
        return 0
    if _SETTING.match(value):
        return 0
    strength = grade(value)
    is_login = _LOGIN.search(piece, max(0, pair.start() - _NEAR), pair.start("value")) is not None
    if between not in ("/", "|", ":"):
        good = strength is Grade.STRONG and is_login and is_user
    elif is_login:
        spaced = between == ":" or pair["between"] != between or is_user
        good = strength is Grade.STRONG or (
            strength is Grade.MIXED and spaced and user not in _KEYS
        )
    else:
        good = is_user and strength >= (Grade.STRONG if "@" not in user else Grade.MIXED)
    return pair.start("value") + len(value) if good else 0


_SETTING = regex(r"[a-z]{2,12}=[^=]")
# Words before a colon that are not users.
_KEYS = frozenset(
    """
        user username login email mail account id host server port url ip benutzer usuario utente
        utilisateur identifiant usuário name логин пользователь version date time error code line
        order ticket room
    """.split()
)
_AUTH = regex(r"(?:^|[\s>])AUTH\s(?:\w{1,20}\s)?([^\s\"'`<>]{5,64})")
_PLAIN_TEXT = regex(
    r"ConvertTo-SecureString\s(?:-String\s)?[\"']([^\"'\n]{3,100})[\"']", re.IGNORECASE
)
_TOKEN_AT = regex(r"://([\w-]{16,200})@[\w.-]+")
_LETTERED = regex(
    r"(?<!\w)(?:u|usr|user|l|login|log|id)\s?[:=]\s?[^\s,;/|]{2,60}[\s,;/|]{1,3}p(?:w|wd|ass|wort)?\s?[:=]\s?([^\s\"'`<>]{4,64})",
    re.IGNORECASE,
)
_CRACK = regex(
    r"(?:crack|brute[- ]?forc|guess|knack|errat|hackear|descifr|adivin|craqu|devin|pirat|indovin|crackar|quebr|взлом|подобр|破解)\w*\s?(?:\w{1,8}\s)?[\"'`]?"
    r"([^\s\"'`<>]{6,64})",
    re.IGNORECASE,
)
# A word that only looks like a password: capitals, small letters, digits between
# letters and a sign.
_EVIDENT = regex(
    r"(?<![^\s\"'`(„“«:,，：])(?=[^\s]{0,30}[a-z])(?=[^\s]{0,30}[A-Z])(?=[^\s]{0,30}[A-Za-z][0-9]{1,2}[A-Za-z])(?=[A-Za-z0-9_-]{1,24}[!#$%&?*+^])"
    r"([A-Za-z0-9][A-Za-z0-9_.!#$%&?*+^-]{7,30})(?=$|[\s\"'`),:;，。”»])"
)
# A password used "for everything"; a word, a sign and digits.
_EVERYWHERE = regex(
    r"(?<!\w)(?:us(?:e|ed|ing|o|ei|é|iamo)|nutze|nehm\w?|verwende|benutze|habe?|tengo|pongo|j['’]utilise|utilise|mets|metto|ho|tenho|использую|ставлю)\s[\"'`«]?([^\s\"'`<>,;]{6,40})[\"'`»]?"
    r"\s(?:\w{1,8}\s){0,2}?(?:everywhere|for (?:everything|all|every)|on every|überall|für alles|en todo|para todo|por todas partes|partout|pour tout|ovunque|dappertutto|per tutto"
    r"|em tudo|pra tudo|para tudo|везде|для всего|всюду|(?:en|em) tod[ao]s|on all|auf allen|sur tou(?:s|tes)|su tutti|на всех|во всех)(?!\w)",
    re.IGNORECASE,
)
_SIGNED = regex(r"(?<![^\s\"'`(,:])([A-Z][a-zà-ÿ]{3,15}[!*^][0-9]{2,4})(?![\w!])")
# A client's id and secret, and an authorization header.
_CLIENT = regex(
    r"\b\w{0,30}Client\(\s?[\"'][\w@.:/-]{4,120}[\"']\s?,\s?[\"']([^\"'\s]{16,200})[\"']",
    re.IGNORECASE,
)
_HEADER = regex(
    r"\bX-(?:[\w-]{0,30}-)?(?:Auth|Api|Key|Token|Access|Secret|Session)(?:-[\w-]{1,30})?:\s?([^\s\"']{16,400})",
    re.IGNORECASE,
)
# "is X bad as a router password"
_JUDGED = regex(
    r"(?<!\w)(?:is|ist|es|est|è|é|is it that|будет)\s[\"'`«]?([^\s\"'`<>,;]{5,40})[\"'`»]?\s(?:really\s|too\s|zu\s|muy\s|trop\s|troppo\s|muito\s|so\s|such\s)?(?:an?\s|ein\w?\s|un[ae]?\s|uma?\s)?"
    r"(?:bad|good|ok|okay|weak|strong|safe|secure|fine|decent|terrible|stupid|dumb|enough|acceptable|schlecht\w*|gut\w*|sicher\w*|schwach\w*|stark\w*|mal[ao]?|buen[ao]?|segur[ao]|débil|fuerte|bon(?:ne)?"
    r"|mauvaise?|sûre?|faible|solide|sicur[ao]|buon[ao]?|debole|forte|bo[am]|frac[ao]|плох\w+|хорош\w+|над[её]жн\w+|слаб\w+)\s(?:as|for|als|für|como|para|comme|pour|come|per|для|как)\s(?:[^\W\d]{1,12}\s){0,4}?"
    r"(?:passwor[dt]|pw|pass|kennwort|contraseña|clave|mot de passe|mdp|senha|парол\w)(?!\w|[- ](?:manager|generator|field|polic|hash|check|reset|prompt|store|storage|cracking|guessing))",
    re.IGNORECASE,
)
_FORMS = (
    (
        _JUDGED,
        Grade.WORD,
        ("passw", "pw", "kennw", "contrase", "clave", "passe", "mdp", "senha", "парол"),
    ),
    (_CLIENT, Grade.MIXED, ("client",)),
    (_HEADER, Grade.MIXED, ("x-",)),
    (
        _EVERYWHERE,
        Grade.MIXED,
        (
            "every",
            "all",
            "tod",
            "tou",
            "ovunque",
            "dapp",
            "tutt",
            "tudo",
            "всего",
            "везде",
            "всех",
            "всюду",
        ),
    ),
    (_SIGNED, Grade.MIXED, "!*^"),
    (_LETTERED, Grade.WORD, ":="),
    (_CRACK, Grade.MIXED, first_look.GUESSED),
    (_EVIDENT, Grade.STRONG, "!#$%&?*+^"),
    (_AUTH, Grade.MIXED, ("auth",)),
    (_PLAIN_TEXT, Grade.WORD, ("securestring",)),
    (_TOKEN_AT, Grade.MIXED, ("@",)),
    (
        _AS_USER,
        Grade.MIXED,
        ("log", "sign", "meld", "entr", "acced", "connect", "зай", "зах", "войд"),
    ),
    (_ORACLE, Grade.WORD, ("jdbc:oracle",)),
    (_CALL, Grade.WORD, "(["),
    (_SQL, Grade.WORD, ("identified",)),
    (_WIFI, Grade.WORD, ("wifi:",)),
    (_MAIL, Grade.STRONG, ("@",)),
)
