"""Finds pasted text with a beginning and an end: fences, tags, mail, long quotations. Pure."""

import re
from collections import Counter
from collections.abc import Iterator

from ..patterns import regex
from . import frames

# In characters. A shorter quotation is a name or a few words, and counts as typed.
_SHORTEST_QUOTATION = 24
_SHORTEST_UNSPACED_QUOTATION = 10
_UNSPACED = regex(r"[\u3040-\u30ff\u4e00-\u9fff]")
_NEAR = 90

_BLOCKS = regex(
    r"""
    (`{3,}).*?(?:\1|\Z) | ^[ ]{0,3}~~~.*?(?:^[ ]{0,3}~~~|\Z)        # fences, also open ones
    | ^[ \t]*([-=_*]{3,})[ \t]*\n.*?^[ \t]*\2[ \t]*$                 # between two rules
    | -----BEGIN[ ][^\n]*-----.*?(?:-----END[ ][^\n]*-----|\Z)
    | \\begin\{(\w{1,20})\*?\}.*?(?:\\end\{\3\*?\}|\Z)
    """,
    re.S | re.M | re.X,
)
# Quotations of any length: if short ones were skipped, their closing marks would be taken for
# opening ones.
_QUOTATIONS = regex(
    r"""
    “[^”]*(?:”|\Z) | „[^„“”]*(?:[“”]|\Z) | ”[^”]*” | «[^»]*(?:»|\Z) | »[^«»]*«
    | ‚[^‘’‚]*(?:[‘’]|\Z) | ‹[^‹›]*(?:›|\Z) | ``[^`\n]+(?:''|``)
    | 「[^」]*(?:」|\Z) | 『[^』]*(?:』|\Z) | ‘(?:[^‘’]|’(?=\w))*(?:’|\Z)
    | (?<![\w"])"(?=\S)[^"]*(?:"(?!\w)|\Z)
    | (?<![\w'])'(?=\S)(?:[^'\n]|(?<=\w)'(?=\w))*'(?!\w)
    """,
    re.S | re.M | re.X,
)

# In characters. No sentence ends within a title, and it does not contain "I", unless it
# is introduced as a title.
_LONGEST_TITLE = 90
_SENTENCE_IN_TITLE = regex(r"[.!?。！？]\s+\S|[;；]")
_I = regex(
    r"(?i)\b(?:i|i'm|i’m|my|me|we|our|ich|mein\w*|wir|yo|mi|soy|je|j['’]\w*|mon|ma|nous|я"
    r"|мы|мой|моя|jag|io)\b|我"
)
_CALLED = regex(
    r"(?i)\b(?:book|novel|film|movie|song|album|series|show|game|band|podcast|poem|play"
    r"|title|titled|called|named|paper|thesis|essay|course|reading|watching"
    r"|buch|roman|film|lied|serie|spiel|band|titel|heißt|lese|libro|novela|película"
    r"|canción|juego|grupo|título|llamad[oa]|titulad[oa]|leo|leyendo|releo"
    r"|livre|roman|chanson|jeu|groupe|titre|intitulé\w*|appelé\w*|lis|monte|книг\w+"
    r"|фильм\w*|песн\w+|роман\w*|сериал\w*|игр\w+|групп\w+|читаю|смотрю"
    r"|называется)\b[^\"“„«‘']{0,20}$"
    r"|(?:书|小说|电影|歌|专辑|剧|游戏|乐队|读|看)[^「『]{0,6}$"
)
_NAMED = regex(
    r"(?i)\b(?:title|titled|called|named|titel|heißt|título|llamad[oa]|titulad[oa]|titre|intitulée?"
    r"|appelée?|называется|названием)\W{0,3}$|(?:叫|题为|名为)$"
)

# Everything below the header of a mail is pasted. Where a mail marks its quoted lines with ">",
# `lines` finds them.
_HEADER = r"""
    [*_]*(?:From|To|Cc|Bcc|Sent|Date|Subject|Reply-To|Von|An|Gesendet|Datum|Betreff|De|Para|Fecha
    |Enviado(?:[ ]el)?|Asunto|À|Envoyé(?:[ ]le)?|Objet|Da|A|Inviato|Oggetto|Data|Assunto|Van|Aan
    |Verzonden|Onderwerp|От(?:[ ]кого)?|Кому|Тема|Дата|Отправлено
    |发件人|收件人|主题|日期|发送时间|抄送)
    [ \xa0]?(?::[*_]*[ ]|：)[^\n]*(?:\n|\Z)
"""
_MAIL = regex(
    rf"""
    ^[ \t]*(?:
        (?:-{{2,}}|_{{5,}})[^\n]{{0,40}}?(?:[Oo]riginal|Forwarded|Weitergeleitet|Ursprüngl
            |reenviad|transféré|d.origine|inoltrat|encaminhad|Doorgestuurd)
        | (?:Begin[ ]forwarded|Anfang[ ]der[ ]weitergel|Inicio[ ]del[ ]mensaje|Début[ ]du[ ]message)
        | (?:On|Am|El|Le|Il|Em|Op)[ ][^\n]{{4,160}}[ ](?:wrote|schrieb|escribió|a[ ]écrit
            |ha[ ]scritto|escreveu|schreef)[^\n:]{{0,80}}:[ \t]*\n(?!\s*>)
        | {_HEADER}[ \t]*{_HEADER}
        | (?:Fwd?|FWD?|WG|RV|TR|Пересл|转发)[ ]?[:：][ ]?[^\n]*\n
    ).*
    """,
    re.S | re.M | re.X,
)
BLANK = regex(r"\n[ \t]*\n\s*")
"""The blank lines between two paragraphs."""

_LONGEST_CLOSING = 400
_TAG = regex(r"<(/?)([A-Za-z][\w:.-]*)\b[^<>]*?(/?)>")


def pasted_spans(text: str) -> list[tuple[int, int]]:
    """Return the spans (start, stop) of such pastes, in order, without overlaps."""
    fences = [match.span() for match in _BLOCKS.finditer(text)]
    # A mark inside a fence closes nothing outside of it.
    text = _BLOCKS.sub(lambda match: " " * len(match[0]), text)
    quoted = [
        match.span()
        for match in _QUOTATIONS.finditer(text)
        if _is_long(match[0])
        and not _is_title(match[0], text[max(match.start() - 300, 0) : match.start()])
        and not _is_own(text, *match.span())
    ]
    mail = [(match.start(), _end_of_mail(text, match.start())) for match in _MAIL.finditer(text)]
    joined: list[tuple[int, int]] = []
    for start, stop in sorted([*fences, *quoted, *mail, *_elements(text)]):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], stop))
        else:
            joined.append((start, stop))
    return joined


def _end_of_mail(text: str, start: int) -> int:
    """The end of a mail: before the last paragraph, if that says what to do with the mail."""
    last = max((match.end() for match in BLANK.finditer(text, start)), default=start)
    closing = text[last:].strip()
    if last == start or not closing or len(closing) > _LONGEST_CLOSING:
        return len(text)
    return last if frames.points_up(closing) or closing[:1].islower() else len(text)


def _is_long(quotation: str) -> bool:
    is_unspaced = quotation[0] in "「『" or len(_UNSPACED.findall(quotation)) * 2 > len(quotation)
    least = _SHORTEST_UNSPACED_QUOTATION if is_unspaced else _SHORTEST_QUOTATION
    return len(quotation) >= least + 2


def _is_own(text: str, start: int, stop: int) -> bool:
    """Tell whether the clauses around a quotation say that the user said it."""
    before, after = text[max(start - _NEAR, 0) : start], text[stop : stop + _NEAR]
    return frames.of_oneself(
        re.split(r"[.!?。！？\n]", before)[-1], re.split(r"[.!?。！？\n]", after.lstrip(",."))[0]
    )


def _is_title(quotation: str, before: str) -> bool:
    """Tell whether a quotation is a name or title within a typed sentence: "The Left Hand of ..."

    Most of its longer words are capitalized, or a word such as "book" precedes it; no sentence
    ends in it, and it has no first person.
    """
    inner = quotation[1:-1].strip()
    words = inner.split()
    if len(inner) > _LONGEST_TITLE or "\n" in inner or _SENTENCE_IN_TITLE.search(inner):
        return False
    line = before.rpartition("\n")[2]
    if not line.strip():
        return False
    if _NAMED.search(line):
        return True
    if _I.search(inner):
        return False
    longer = [word for word in words if len(word) > 3] or words
    capitals = sum(word[:1].isupper() for word in longer)
    return capitals * 3 >= len(longer) * 2 or bool(_CALLED.search(line))


def _elements(text: str) -> Iterator[tuple[int, int]]:
    """The spans of elements: an opening tag, its content, and the closing tag."""
    opened: list[tuple[str, int]] = []
    still_open: Counter[str] = Counter()
    for tag in _TAG.finditer(text):
        name = tag[2].lower()
        if not tag[1] and not tag[3]:
            opened.append((name, tag.start()))
            still_open[name] += 1
        elif tag[1] and still_open[name]:
            while opened:
                inner, start = opened.pop()
                still_open[inner] -= 1
                if inner == name:
                    yield start, tag.end()
                    break
