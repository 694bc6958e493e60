"""Negations that negate nothing of a fact: "no problem", "my boyfriend says no". Pure."""

import re
from functools import cache, lru_cache

from ..text.patterns import regex
from ..text.vocabulary import idioms
from ..text.words import fold, is_negated

_NOT_ONLY = regex(
    r"\b(?:not|dont|doesnt|nicht|no|pas|non|не) (?:only|just|merely|nur|solo|sólo"
    r"|seulement|только)\b"
)
# A "no" that answers a question, before a new sentence.
_ANSWERS_NO = (
    r"^(?:(?:oh|ah|well|hm|also|да|ach|ну) )*(?:(?:nein|nope|nah"
    r"|non(?= (?:je|j|c|cest|ce (?:n|sont)|on|nous|il|elle|ils|elles|pas|mais|merci|moi|mon|mes"
    r"|en fait|plutôt|désolée?|ça|vous|tu|y|les|attends|enfin|juste|rien|du|des|une|pour|avec|chez"
    r"|dans|deux|trois|\d)\b)) )+"
    r"(?!plus)"
    r"|^(?:(?:yeah|yes|yep|oh|ah|well|hm|ay|wait|sorry|actually|ok|oops|espera|attends"
    r"|стой|ой|да|ну) )*"
    r"(?:(?:no|нет) )+(?=(?:i|im|ive|id|my|we|were|it|its|that"
    r"|thats|this|the|they|you|hes|he|she|actually|sorry|just|yo|mi|nosotros|perdona|я|мы|мне|у"
    r"|(?!one|body|thing)[^\W\d_]+s (?:the|my|our|not)"
    r"|(?!one|body|thing)[^\W\d_]+ (?:is|was) (?:the|my|our)"
    r"|это|мой|моя|она|он)\b)"
    r"|^不 是 不 是|^不 是 (?=我)"
    # "My boyfriend says no."
    r"|(?<!\bi )(?<!\bwe )(?<!\bich )(?<!\byo )(?<!\bje )(?<!\bя )"
    r"\b(?:says?|said|sagte?|meint|dice|dijo|diz|disse|dit|ha detto|говорит|сказал[аи]?)"
    r" (?:(?:que|che|di) )?(?:no|nope|nein|non|não|нет)$"
    # "My daughter is in Canada, so no."
    r"|\b(?:so|also|así que|donc|quindi|então|так что) (?:no|nope|nein|non|não|нет)$"
)


def is_harmless(text: str) -> bool:
    """Tell whether no negation of the text negates anything: "no problem"."""
    return not is_negated(without_harmless(text))


@lru_cache(maxsize=2048)
def without_harmless(text: str) -> str:
    """Return the folded text without the negations that negate nothing."""
    return _NOT_ONLY.sub(" ", _harmless().sub(" ", fold(text)))


@cache
def _harmless() -> re.Pattern[str]:
    """A negation that does not negate a fact, in folded text."""
    chinese = "|".join(" ".join(phrase) for phrase in idioms.CHINESE.split("|"))
    return re.compile(rf"{_ANSWERS_NO}|\b(?:{idioms.POLITE}|{idioms.PRAISE})\b|{chinese}")
