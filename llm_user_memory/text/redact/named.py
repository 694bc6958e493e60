"""Finds what settings and sentences call a secret: "my PIN is", "mein Passwort lautet". Pure.

`bc-detect-secrets` knows the names of settings with a secret, and what can be a value. In a
sentence, what follows the name of a secret is passed to the same detector, written as a setting.
The words for that are tables.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from ..languages import EAST_ASIAN_OR_WIDE
from ..patterns import regex
from . import library
from .judged import MIXED_PIN, OTHERS, PIN, Found, Link, is_secret
from .judged import words as _words
from .names import Kind, names_in
from .prose import may_be_a_value
from .values import Grade, grade, is_placeholder

if TYPE_CHECKING:
    from . import Span


# Words between a name and its value, and the small words that may follow them.
_LINKS = _words("""
    = : - – — -> is was be are were to at its it's equals equal being from becomes ist war waren lautet
    lautete heißt heisst sei wäre hieß auf zu von es era está por son eran fue sería pongo puse est était
    étaient c'est c'était sont a à en de é era foi são eram seria pra é: è era sono erano sia fosse diventa
    это был была были является стоит будет с со на jest هي هو है 是 为 叫
""")
# Those of them after which a plain word may be the value.
_COPULAS = _words("is was its it's ist war lautet heißt es era est était c'est è é era это = :")
_FILLERS = _words("""
    : # now once currently still just simply also set probably to be is the code number nummer no.
    nr. basic bearer token key jetzt früher vorher nun derzeit noch einfach immer gerade nämlich die
    der das früher eigentlich ja bisher damals ahora antes todavía simplemente el la le maintenant toujours actuellement simplement
""")


# How far after a name its value is searched, in words and in characters.
_WORDS = 9
_REACH = 240

# "password for the nas X": the words that may begin such a gap, and those before a user's name.
_PREPOSITIONS = _words("""
    for of to on from at in für von vom der des zum zur fürs beim am im del de de la para pour du
    d'un d' dell della dello di per do da dos das pra no na от для на к в из wifi wi-fi wlan
""")
_OWNERS = _words("""
    user username account login host server id email mail ticket order the a my your our this that der
    die das den mein meine dein benutzer konto usuario usuário cuenta el la mi tu compte utilisateur
    le mon il lo o a minha meu utente conto пользователя пользователь логин аккаунт сервер commit hash
    sha sha1 sha256 md5 digest checksum uuid version branch file
""")

# Words right before a machine or a person, never before a password.
_PLACED = _words("on at for of in für auf bei am im en sur pour chez su per no na para на для")

# After the name: the rest of a setting's name, what closes it, and a sign of assignment.
_ASSIGNED = regex(
    r"(?:s|[0-9]{1,3}|[_-][\w-]{0,24}|[A-Z]\w{0,24})?[\])'\"`*]{0,3}\s{0,3}"
    r"(?::=|(?P<compared>!={1,2}|={2,3})|=>?|::?|：|->|→|,\s(?=['\"])|(?<=\w)>(?=[^\s<>=])|\svalue=|は|是|为|為|는|은)[\s*]{0,5}"
)
# The end of the name of a setting that describes a secret.
_OTHER_SETTING = regex(
    r"[_-]?(?:name|path|files?|dir|url|uri|ref|arn|type|kind|version|length|len|size|count|field|policy|hint|hash|hashed"
    r"|expir\w*|ttl|lifetime|min|max|rate|limit|prompt|label|regex|pattern|strength|manager|enabled|required|column|input"
    r"|class|style|placeholder|provider|store|source|index|rotation|reset|count)s?[\W]*$",
    re.IGNORECASE,
)
# The text before a name that is the first of two strings in brackets.
_LISTED = regex(r"[(\[{]\s?[\"'`]$|\w$")
_VARIABLE = regex(r"\w{0,24}\s?=\s?[\"']")
_IS = regex(r"['’]s\s")
_USER_BEFORE = regex(
    r"(?:[\w.-]+@|user(?:\s?name)?|customer(?:\s?(?:no\.?|id|number))?|kunden(?:nr\.?|nummer)|log[- ]?in|login as|account|benutzer(?:name)?|nutzer|konto|usuario|cuenta|utilisateur|identifiant|compte"
    r"|utente|usu[aá]rio|conta|логин\w?|пользовател\w+|-u|ssid|wifi|wlan)(?:[\s:=]{1,3}|(?<=@))[^\s,;]{2,40}[,;/]?\s+(?:(?:and|und|y|et|e|и|with|mit|con"
    r"|avec|com|с)\s+)?(?:(?:the|das|la|el|le|o|a|der|die|my|il)\s+)?[\"']?$"
    # "the wifi is called KoalaNet and the password X"
    r"|(?:wi-?fi|wlan|netz\w*|network|red|réseau|rete|rede|ssid|user\w*|login|benutzer\w*|usuario|utilisateur|identifiant|utente|usuário|вай-?фай|логин)[^,;.!?\n]{0,24}"
    r"\s(?:is(?: called)?|ist|heißt|es|se llama|est|s'appelle|è|si chiama|é|se chama)\s\S{2,32},?\s+(?:(?:and|und|y|et|e|и)\s+)?"
    r"(?:(?:the|its|das|der|die|la|el|le|o|a|il)\s+)?[\"']?$",
    re.IGNORECASE,
)
_LOGIN = regex(
    r"wi-?fi|wlan|netzwerk|network|ssid|login|log in|user|account|konto|red\b|cuenta|usuario|réseau|compte|identifiant|rete\b"
    r"|utente|rede\b|conta\b|usuário|вай-?фай|сет[ьи]|логин|аккаунт",
    re.IGNORECASE,
)
_AND = regex(
    r"(?:改|换|变|更新?)(?:成|为|到)\s?|[\"'`]?(?:,|\s+(?:and|or|und|oder|y|o|et|ou|e|и|или)|\s+(?:to|auf|zu|a|à|in|en|para|на))\s+"
    r"(?:now\s+|new\s+|jetzt\s+|ahora\s+)?"
)
_BESIDE = regex(r"s?\s+")
_COMMA = regex(r"s?,\s+")
_IN_A_WORD = regex(r"(?![,)\"'*])\S")
_QUOTES = ('""', "''", "``", "“”", "„“", "„”", "«»", "»«", "‘’", "‚‘", "「」", "『』")
_QUOTED = regex("|".join(rf"{q[0]}\s?([^{q}\n]{{3,100}}?)\s?{q[1]}" for q in _QUOTES))
_WORD = regex(r"\S+")
_EAST_ASIAN = regex(f"[{EAST_ASIAN_OR_WIDE}]")
_EAST_ASIAN_GAP = regex(
    r"(?P<words>[\u4e00-\u9fff]{0,8}?)(?P<link>(?:是|为|叫|从|由|设成|成了?|用的?是?|就是|[:：=]))?\s{0,2}(?=[\"“「『!-~])"
)
_COUNTED = regex(r"\s?[位个年月元次字分天]")
_EMPTY_QUOTES = regex(r"([\"']).{0,2}\1")
_NUMBER = regex(r"[A-Z]{0,3}[0-9](?:[A-Z0-9]|[ /-][0-9]){2,33}")
_NEXT_SETTING = regex(r"[;,&](?=[\w ]{1,30}=)|(?<=\w)[\"'](?=[,;)}\]])")
_ALONE = regex(r"[\W_]*$|\s+[A-Za-z]{2,12}[:=]\s?\S|\s?[.,;!?)}\]]+(?:\s|$)|[\"'`][,;)}\]]")
_BEFORE = "¿¡\"'“„«»‚‘`*("
_AFTER = ".,;:?)>]}\"'”“»«’‘`*"
_ENDS = (".", "!", "?", ";")
_ENDS_OF_CODE = (">", "}", ")")

# "obwohl es stimmt": the German "it", and not the Spanish "is".
_GERMAN = regex(
    r"obwohl|weil|dass|wenn|ob|ist|wird|war|hat|kann|muss|soll|geht|wie|falls|bevor|und|aber|da|bis"
    r"|nachdem|dann|jetzt|wo|warum|wieso|gibt|steht|habe|hab|wurde|sagt|akzeptiert"
)
# Backward: "use X as my password", "X is the password", "用X当密码".
_BACK = 90
_BACK_LINKS = _words("""
    as is was for de da di als ist war como es era para comme est était pour come è per é foi как это для
""")
_MODIFIERS = _words("""
    a an the my our your his her their new old root admin wifi wlan default login master main usual
    temporary good strong safe secure common real actual ein eine mein meine unser das die der neues
    altes una un mi la el nuestra nueva mon ma le notre nouveau mia il lo nuova minha meu o nova мой
    work be ok okay still enough gutes gute guter gut sicheres sicher starkes stark buena buen segura fuerte
    bon bonne sûr un bien buona sicura forte va bene boa forte uma хороший нормальный надёжный надежный
    сильный обычный наш новый sudo ssh mysql db database current initial user email mail
""")
# "use butterfly as my password", "is butterfly a good password".
_USES = _words("""
    use used using set put had have choose chose picked is nimm nehme nehmen nutze benutze verwende hab habe
    hatte setz ist usa uso usar puse pongo pon tengo es utilise utilisez mets mis prends est usare metto
    nehm nehmt benutz nimmt nutzt nutzen benutzt benutzen verwendet verwenden setzt nahm puso pone ponen ponemos pusimos usan usamos usaba usó usé utiliza utilizo utilise utilisons utilisent
    mettons met mettent avait avais usano usiamo usava mette mettono mise metti usam usava pôs pus põe coloquei colocou bota botou botei uses took takes picks chooses wrote types typed
    ставит ставят поставила поставили использует используем использовал использовала взял взяла пишу пишет gebruik gebruikt gebruiken neem nam koos messo è usei coloquei coloca use é использую используй поставь поставил ставлю поставить
""")
_SETS = regex(
    r"(?:chang|set|reset|updat|switch|änder|geänder|gesetzt|setz|cambi|puse|pon[er]|chang|mis|modifi|imposta|messo|mude|mudei|troquei|coloq"
    r"|смен|помен|постав|измен)\w*\b",
    re.IGNORECASE,
)
# "the policy of 2021"
_IN_A_YEAR = regex(
    r"^[\W]*(?:(?:in|en|em|nel|dal|of|from|since|von|vom|seit|de|du|depuis|del|desde|van|uit|sinds|в|с)\s)?(?:19|20)\d\d$"
)
_TO = _words("to auf zu a à en in para на")
_BACK_EAST_ASIAN = regex(
    r"([!-~]{5,40})[\"”]?\s?(?:当|做|作为|作|设为|设成|是|为|这个?)[\u4e00-\u9fff]{0,3}$"
)


def secrets(piece: str) -> "Iterator[Span]":
    """Yield the spans of the values that a piece of text calls secret."""
    for name in names_in(piece):
        if piece[name.start() - 1 : name.start()] == "$" and not _VARIABLE.match(piece, name.end()):
            continue  # "$PWD" only stands for its value
        secret = next(filter(is_secret, _values(piece, name)), None)
        while secret:
            yield secret.span
            more = _AND.match(piece, secret.span[1])
            others = _value(piece, more.end(), name, "beside") if more else iter(())
            secret = next(filter(is_secret, others), None)
        if name.lastgroup == "password":
            yield from _before(piece, name)


def _values(piece: str, name: re.Match[str]) -> Iterator[Found]:
    """Yield the possible values of the name, the nearest first."""
    start = name.end()
    if _EAST_ASIAN.match(name[0]):
        yield from _after_east_asian(piece, name)
    assigned = _ASSIGNED.match(piece, start)
    if assigned and "," in assigned[0] and not _LISTED.search(piece[: name.start()][-3:]):
        return  # one of several words in quotes
    if assigned and _OTHER_SETTING.search(name[0] + assigned[0]):
        return
    if assigned:
        start = assigned.end()
        if "***" in assigned[0] or _stands_for_one(piece, start):
            return
        yield from _value(piece, start, name, "compared" if assigned["compared"] else "assigned")
    elif _IS.match(piece, start):
        yield from _value(piece, start + 2, name, "said")
    elif beside := _BESIDE.match(piece, start) or _COMMA.match(piece, start):
        start = beside.end()
        yield from _value(piece, start, name, "beside")
    elif _IN_A_WORD.match(piece, start):
        return
    before = ""
    is_gap = is_word = linked = False
    for count, word in enumerate(islice(_WORD.finditer(piece, start, start + _REACH), _WORDS)):
        plain = word[0].lower()
        if count == 0:
            is_gap = plain in _PREPOSITIONS or plain.startswith(("d'", "l'", "dell'"))
            is_word = plain.isalpha() and plain not in OTHERS
        elif before not in _OWNERS | _PLACED and (count < 7 if is_gap else is_word and count < 3):
            yield from _value(piece, word.start(), name, "near")
        if word[0][-1] in ":=：":
            yield from _value(piece, word.end(), name, "assigned")
        elif plain == "es" and _GERMAN.fullmatch(before):
            pass
        elif plain in _LINKS:
            is_copula = plain in _COPULAS and count < 5 and not linked
            if plain in _TO and not linked:
                is_copula = bool(_SETS.search(piece[max(0, name.start() - 40) : word.start()]))
            linked = True
            yield from _value(piece, word.end(), name, "is" if is_copula else "said")
        elif word[0].endswith((*_ENDS, *_ENDS_OF_CODE)) or plain in OTHERS:
            return
        before = plain


def _stands_for_one(piece: str, at: int) -> bool:
    """Tell whether a placeholder is assigned: then no later word is the value."""
    word = _WORD.match(piece, at, at + _REACH)
    value = word[0].strip(_BEFORE + _AFTER) if word else ""
    return len(word[0] if word else "") > 2 and is_placeholder(value or "x" * 3)


def _after_east_asian(piece: str, name: re.Match[str]) -> Iterator[Found]:
    """The value after a name in Chinese, which has no spaces between words."""
    gap = _EAST_ASIAN_GAP.match(piece, name.end())
    if gap:
        link: Link = "said" if gap["link"] or not gap["words"] else "near"
        for found in _value(piece, gap.end(), name, link):
            if not (found.value.isdigit() and _COUNTED.match(found.after)):
                yield found


def _before(piece: str, name: re.Match[str]) -> "Iterator[Span]":
    """Yield the span of a value before its name: "use X as my password"."""
    start = max(0, name.start() - _BACK)
    following = _WORD.match(piece, name.end() + 1)
    if following and following[0].lower().strip(_AFTER) in OTHERS:
        return
    if _EAST_ASIAN.match(name[0]):
        found = _BACK_EAST_ASIAN.search(piece[start : name.start()])
        if found and grade(found[1]) >= Grade.MIXED:
            yield start + found.start(1), start + found.end(1)
        return
    words = list(_WORD.finditer(piece, start, name.start()))
    count, linked = len(words), False
    while words and (plain := words[-1][0].lower()) in _MODIFIERS | _BACK_LINKS:
        linked = linked or plain in _BACK_LINKS
        words.pop()
    if not words or name.start() == 0 or not piece[name.start() - 1].isspace():
        return
    at, value = words[-1].start(), words[-1][0]
    begin, end = len(value) - len(value.lstrip(_BEFORE)), len(value.rstrip(_AFTER))
    quoted = begin > 0 and end < len(value)
    least = Grade.MIXED if linked or quoted else Grade.STRONG
    asked = any(word[0].lower().strip(_BEFORE) in _USES for word in words[-2:-1]) or (
        linked and any(word[0].lower().strip(_BEFORE) in _USES for word in words[-4:-1])
    )
    # "is 16 chars enough for a password"
    asked = asked and not words[-2][0].isdigit()
    if (asked and value[begin:end].isalpha() and may_be_a_value(value[begin:end], "")) or (
        begin < end and count > len(words) and grade(value[begin:end]) >= least
    ):
        yield at + begin, at + end


def _value(piece: str, at: int, name: re.Match[str], link: Link) -> Iterator[Found]:
    """Yield the value at that index: a quoted string, else a number or a word."""
    kind: Kind = name.lastgroup  # type: ignore[assignment]  # the groups have these names
    begin, at = at, at if link == "near" else _past_fillers(piece, at)
    directly = not piece[begin:at].strip(" :=")
    quoted = _QUOTED.match(piece, at)
    if quoted:
        span = quoted.span(quoted.lastindex or 0)
    else:
        span = (_number if kind == "number" else _word)(piece, at, name[0])
    is_year = link in ("said", "near") and _IN_A_YEAR.search(piece[begin : span[1]])
    if span[0] < span[1] and not is_year:
        alone = bool(_ALONE.match(piece, span[1]))
        after = piece[span[1] : span[1] + 40]
        value = piece[slice(*span)]
        joined = piece[name.end() : span[0]].strip(_BEFORE).endswith("=")
        before = piece[max(0, name.start() - 80) : name.start()]
        has_user = bool(_USER_BEFORE.search(before))
        has_login = bool(_LOGIN.search(before))
        yield Found(
            span,
            value,
            name[0],
            kind,
            link,
            bool(quoted),
            alone,
            after,
            has_user,
            has_login,
            joined,
            directly,
        )


def _past_fillers(piece: str, at: int) -> int:
    """The index of the first word from `at` on that is not a filler."""
    for word in _WORD.finditer(piece, at, at + _REACH):
        at = word.start()
        if word[0].lower().rstrip(":,") not in _FILLERS:
            break
    return at


def _number(piece: str, at: int, name: str) -> "Span":
    if PIN.fullmatch(name) and (mixed := MIXED_PIN.match(piece, at, at + 20)):
        return mixed.span()
    found = _NUMBER.search(piece, at, at + 60)
    if found is None or piece[at : found.start()].strip(_BEFORE + ".:#- "):
        return at, at
    return found.span()


def _word(piece: str, at: int, name: str) -> "Span":
    found = _WORD.match(piece, at, at + _REACH)
    text = _NEXT_SETTING.split(found[0])[0] if found else ""
    if _EAST_ASIAN.match(name) or text[:1].isascii():  # no space ends the value
        text = _EAST_ASIAN.split(text)[0]
    # The end of a call may be words away, and an unclosed quotation is nearly empty.
    heuristic = library.module("filters.heuristic")
    if heuristic.is_indirect_reference(f"password = {text})") or _EMPTY_QUOTES.match(text):
        return at, at
    return at + len(text) - len(text.lstrip(_BEFORE)), at + len(text.rstrip(_AFTER))
