"""What a fact claims, without what it contrasts with, and without its reasons. Pure."""

import re

from ..text.patterns import regex
from ..text.vocabulary import plain
from ..text.words import content_words, is_negated
from .matching import is_frame

FORMER = regex(
    r"\b(?:former\w*|ex|used to|quit|stopped|gave up|ehemalig\w*|ancien\w*|бывш\w*|quits"
    r"|arr[êe]t[ée]|aufgeh[öo]rt|dej[óo]|dejado|smesso|parou|deixou|largou|(?:бросил|перестал)\w*)\b"
    "|戒"
)
"""Words of a fact about the past."""


def mixed_claims(fact: str) -> list[str]:
    """Return the claims of a fact that affirms and denies: "has pets, but no kids"; else none."""
    for joined in (_MIXED, _THEN_NOT):
        claims = [claim for claim in joined.split(fact) if content_words(claim)]
        if len({is_negated(claim) or bool(_SHUNS.match(claim)) for claim in claims}) > 1:
            return claims
    return []


_MIXED = regex(r",? \b(?:but|aber|pero|mais|ma|però|mas|но|а)\b |,? ?但是?", re.I)
# "Keeps Sabbath, not available on Fridays", "Is sober and avoids bars".
_THEN_NOT = regex(
    r"(?:,| and| und| y| et| и) (?=(?:not|no|never|cannot|doesn['’]?t|does not|avoids|nicht|kein\w*"
    r"|meidet|evita|évite|ne|не|избегает)\b)",
    re.I,
)
_SHUNS = regex(r"\W*(?:avoids|meidet|evita|évite|избегает)\b", re.I)


def claimed_words(fact: str) -> tuple[str, ...]:
    """Return the content words that a fact claims, without what it contrasts with."""
    words = content_words(plain(without_contrast(fact)))
    told = tuple(
        word
        for word in words
        if not FORMER.fullmatch(word) and (len(word) > 1 or not word.isascii() or word.isdigit())
    )
    of_answers = tuple(word for word in told if not _ANSWERS.match(word) and not is_frame(word))
    return of_answers if any(map(_ANSWERS.match, told)) and of_answers else told


def without_contrast(fact: str) -> str:
    """Return the fact up to "over", "because", or a "not" that begins a contrast."""
    preferred = _PREFERRED.match(fact)
    claimed = preferred[1] if preferred else _CONTRAST.split(fact)[0]
    claimed = _BECAUSE.split(claimed)[0]
    head = _WITHOUT.split(claimed)[0]
    if head != claimed and not all(map(_says_little, content_words(plain(head)))):
        claimed = head
    return claimed if is_negated(claimed.split(",")[0]) else _NOT_THE_OTHER.split(claimed)[0]


def _says_little(word: str) -> bool:
    """Tell whether a word means little without its complement: "wants answers"."""
    return is_frame(word) or bool(_ANSWERS.match(word))


_ANSWERS = regex(
    r"(?:answers?|replies|responses?|antworten|respuestas|reponses|risposte|respostas|ответ\w*)$"
)
_CONTRAST = regex(r"\b(?:over|instead of|rather than|than|statt|als|en vez de|plutôt que)\b")
_WITHOUT = regex(r",? \b(?:without|ohne|sin|sans|senza|sem|без|with no|but no|and no) ")
_PREFERRED = regex(
    r"(?i)((?:prefers|prefiere|préfère|предпочитает) .+?) (?:to(?! \w+ )|a|à|au|aux|al|чем) "
)
_BECAUSE = regex(
    r",? \b(?:because|due to|since (?!\d|the |jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
    r"|weil|wegen|porque|debido a|ya que|parce qu|car(?= (?:je|j|il|elle|on|nous)\b)|à cause"
    r"|потому что|из-за|так как)\b|因为|由于"
)
_NOT_THE_OTHER = regex(r",? (?:(?:and|а|und|y|et) )?(?:not|nicht|no|pas|не) ")
