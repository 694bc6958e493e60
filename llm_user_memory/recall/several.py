"""Questions with several answers: "which books did I read?", "how often did I run?". Pure.

English, German, Spanish, French, Russian, Chinese. The answers are in many places, so more
passages are shown. Spreading the first ones over the conversations does not find more answers:
docs/recall.md has the figures.
"""

import re

from ..text.patterns import regex

_AUXILIARY = r"(?:is|was|does|did|do|has|have|had|are)\b"
_WORDS = (
    r"how (?:often|many)|in what ways|(?:kinds?|types?|sorts?) of|what are|everything",
    rf"(?:what|which)(?: (?!{_AUXILIARY})[\w'’+-]+){{0,3}} (?!(?:is|was|does|has|this|his)\b)"
    r"[\w'’/-]{2,}s|(?:what|which|where|who) (?:have|has)|what do(?:es)? \w+ (?:like|do)",
    r"(?:all|each) (?:of )?(?:the|my|our|those|these)|(?:each|every) time|every [\w-]+ (?:i|we)",
    r"list (?:of|all|my|our|the|every)",
    r"wie (?:oft|viele|h[äa]ufig)|welche[nr]?|was alles|jedes mal|alle (?:meine|die|unsere)",
    r"was (?:habe?|haben|hast) (?:ich|wir|du) alles|(?:wer|wen|wem|wo) (?:[üu]berall|alles)",
    r"liste (?:alle[rs]?|de[rs])",
    r"cu[aá]nt[oa]s|cu[aá]les|qu[ée] [^\W\d_]+[aeo]s|tod[oa]s (?:los|las|mis|nuestr[oa]s)",
    r"todo lo que|cada vez|lista de|con qu[ée] frecuencia",
    r"combien de|quel(?:le)?s|tou(?:te)?s (?:les|mes|nos)|tout ce que|chaque fois|liste des?",
    r"[àa] quelle fr[ée]quence",
    r"как часто|сколько|как(?:ие|их|ими)|все (?:мои|наши|те)|вс[её],? что|кажд\w+ раз|список",
    "перечисли",
)
_APOSTROPHES = r"\b(?:combien d|tout ce qu)['’]"
_CHINESE = (
    "多少|几次|几[个本只部家场位种]|哪些|所有|全部|每次|列出|都有|都[^，。？?]{1,2}过|多久一次"
)
_SEVERAL = regex(rf"\b(?:{'|'.join(_WORDS)})\b|{_APOSTROPHES}|{_CHINESE}", re.I)

# In characters: how much of each end of a prompt is searched for the question.
_LOOKED_AT = 400


def asks_for_several(text: str) -> bool:
    """Tell whether a question is likely to have several answers, each in another place."""
    asked = text if len(text) <= 2 * _LOOKED_AT else f"{text[:_LOOKED_AT]}\n{text[-_LOOKED_AT:]}"
    return bool(_SEVERAL.search(asked))
