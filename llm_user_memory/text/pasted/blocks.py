"""Text that is shown from a beginning to an end: fences, tags, mail, long quotations."""

import re
from collections import Counter
from collections.abc import Iterator

# Characters; a shorter quotation is a name or a few words, and part of what is said.
_QUOTATION = 24
_QUOTATION_UNSPACED = 10

_BLOCKS = re.compile(
    r"""
    (`{3,}).*?(?:\1|\Z) | ^[ ]{0,3}~~~.*?(?:^[ ]{0,3}~~~|\Z)        # fences, also open ones
    | -----BEGIN[ ][^\n]*-----.*?(?:-----END[ ][^\n]*-----|\Z)
    | \\begin\{(\w{1,20})\*?\}.*?(?:\\end\{\2\*?\}|\Z)
    """,
    re.S | re.M | re.X,
)
# Of any length, so that no end is taken for a beginning.
_QUOTATIONS = re.compile(
    r"""
    “[^”]*(?:”|\Z) | „[^„“”]*(?:[“”]|\Z) | ”[^”]*” | «[^»]*(?:»|\Z) | »[^«»]*«
    | 「[^」]*(?:」|\Z) | 『[^』]*(?:』|\Z) | ‘(?:[^‘’]|’(?=\w))*(?:’|\Z)
    | (?<![\w"])"(?=\S)[^"]*(?:"(?!\w)|\Z)
    | (?<![\w'])'(?=\S)(?:[^'\n]|(?<=\w)'(?=\w))*'(?!\w)
    """,
    re.S | re.M | re.X,
)

# Of a mail all is shown that stands below, unless the words that came in are marked each.
_HEADER = r"""
    [*_]*(?:From|To|Cc|Bcc|Sent|Date|Subject|Reply-To|Von|An|Gesendet|Datum|Betreff|De|Para|Fecha
    |Enviado(?:[ ]el)?|Asunto|À|Envoyé(?:[ ]le)?|Objet|Da|A|Inviato|Oggetto|Data|Assunto|Van|Aan
    |Verzonden|Onderwerp)[ \xa0]?:[*_]*[ ][^\n]*(?:\n|\Z)
"""
_MAIL = re.compile(
    rf"""
    ^[ \t]*(?:
        (?:-{{2,}}|_{{5,}})[^\n]{{0,40}}?(?:[Oo]riginal|Forwarded|Weitergeleitet|Ursprüngl
            |reenviad|transféré|d.origine|inoltrat|encaminhad|Doorgestuurd)
        | (?:Begin[ ]forwarded|Anfang[ ]der[ ]weitergel|Inicio[ ]del[ ]mensaje|Début[ ]du[ ]message)
        | (?:On|Am|El|Le|Il|Em|Op)[ ][^\n]{{4,160}}[ ](?:wrote|schrieb|escribió|a[ ]écrit
            |ha[ ]scritto|escreveu|schreef)[^\n:]{{0,80}}:[ \t]*\n(?!\s*>)
        | {_HEADER}[ \t]*{_HEADER}
    ).*
    """,
    re.S | re.M | re.X,
)
_TAG = re.compile(r"<(/?)([A-Za-z][\w:.-]*)\b[^<>]*?(/?)>")


def shown(text: str) -> list[tuple[int, int]]:
    """Return where such text begins and ends, in order, nothing twice."""
    fences = [match.span() for match in _BLOCKS.finditer(text)]
    for start, stop in fences:  # what is in them belongs to nothing around them
        text = f"{text[:start]}{' ' * (stop - start)}{text[stop:]}"
    quoted = [match.span() for match in _QUOTATIONS.finditer(text) if _is_long(match[0])]
    mail = [match.span() for match in _MAIL.finditer(text)]
    joined: list[tuple[int, int]] = []
    for start, stop in sorted([*fences, *quoted, *mail, *_elements(text)]):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], stop))
        else:
            joined.append((start, stop))
    return joined


def _is_long(quotation: str) -> bool:
    least = _QUOTATION_UNSPACED if quotation[0] in "「『" else _QUOTATION
    return len(quotation) >= least + 2


def _elements(text: str) -> Iterator[tuple[int, int]]:
    """Every tag that is closed again, with what it holds."""
    opened: list[tuple[str, int]] = []
    waiting: Counter[str] = Counter()
    for tag in _TAG.finditer(text):
        name = tag[2].lower()
        if not tag[1] and not tag[3]:
            opened.append((name, tag.start()))
            waiting[name] += 1
        elif tag[1] and waiting[name]:
            while opened:
                inner, start = opened.pop()
                waiting[inner] -= 1
                if inner == name:
                    yield start, tag.end()
                    break
