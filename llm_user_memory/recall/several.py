"""Questions with several answers: "which books did I read?", "how often did I run?". Pure.

English, German, Spanish, French, Russian, Chinese. The answers are in many places, so more
passages are shown. Spreading the first ones over the conversations does not find more answers:
docs/recall.md has the figures.
"""

import re

from ..text.patterns import regex

_AUXILIARY = r"(?:is|was|does|did|do|has|have|had|are)\b"

# Patterns, each with parts of words of which a text that it matches has one. Without any of these
# it is not compiled, since that takes a while.
_WORDS = (
    (
        "how ways kind type sort what every",
        r"how (?:often|many)|in what ways|(?:kinds?|types?|sorts?) of|what are|everything",
    ),
    (
        "what which",
        rf"(?:what|which)(?: (?!{_AUXILIARY})(?:[\w'+-]|’)+){{0,3}}"
        r" (?!(?:is|was|does|has|this|his)\b)(?:[\w'/-]|’){2,}s|what do(?:es)? \w+ (?:like|do)",
    ),
    ("have has", "(?:what|which|where|who) (?:have|has)"),
    (
        "all each every",
        r"(?:all|each) (?:of )?(?:the|my|our|those|these)|(?:each|every) time"
        r"|every [\w-]+ (?:i|we)",
    ),
    ("list", r"list (?:of|all|my|our|the|every)|liste (?:alle[rs]?|de[rs])|liste des?|lista de"),
    (
        "wie welche alle jedes",
        r"wie (?:oft|viele|h[äa]ufig)|welche[nr]?|was alles|jedes mal|alle (?:meine|die|unsere)"
        r"|was (?:habe?|haben|hast) (?:ich|wir|du) alles|(?:wer|wen|wem|wo) alles",
    ),
    ("überall uberall", "(?:wer|wen|wem|wo) [üu]berall"),
    (
        "cu qu tod cada",
        r"cu[aá]nt[oa]s|cu[aá]les|qu[eé] [^\W\d_]+[aeo]s"
        r"|tod[oa]s (?:los|las|mis|nuestr[oa]s)|todo lo que|cada vez|con qu[eé] frecuencia",
    ),
    (
        "combien quel tou chaque",
        r"combien de|quel(?:le)?s|tou(?:te)?s (?:les|mes|nos)|tout ce que|chaque fois"
        r"|[aà] quelle fr[eé]quence",
    ),
    (
        "как скольк вс кажд список перечисли",
        r"как часто|сколько|как(?:ие|их|ими)|все (?:мои|наши|те)|вс(?:е|ё),? что|кажд\w+ раз"
        r"|список|перечисли",
    ),
)
_PATTERNS = (
    *((signs.split(), regex(rf"\b(?:{pattern})\b", re.I)) for signs, pattern in _WORDS),
    (["combien d", "tout ce qu"], regex(r"\b(?:combien d|tout ce qu)(?:'|’)", re.I)),
    (
        ["多", "几", "哪", "所有", "全部", "每次", "列出", "都"],
        regex(
            "多少|几次|几[个本只部家场位种]|哪些|所有|全部|每次|列出|都有|都[^，。？?]{1,2}过|多久一次"
        ),
    ),
)

# In characters: how much of each end of a prompt is searched for the question.
_LOOKED_AT = 400


def asks_for_several(text: str) -> bool:
    """Tell whether a question is likely to have several answers, each in another place."""
    asked = text if len(text) <= 2 * _LOOKED_AT else f"{text[:_LOOKED_AT]}\n{text[-_LOOKED_AT:]}"
    lower = asked.lower()
    return any(
        pattern.search(asked)
        for signs, pattern in _PATTERNS
        if any(sign in lower for sign in signs)
    )
