"""Whether a fact is the opposite of what was typed, by a negation in one of them. Pure.

Not every "no" negates: "no problem", "no I live in Oslo", "vim not emacs". The scope of a
negation is the rest of its clause, or what comes before it if nothing follows.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from ..text.patterns import regex
from ..text.vocabulary import plain
from ..text.words import (
    akin,
    content_words,
    fold,
    is_negated,
    is_portuguese,
    is_unspaced,
    negations_in,
    sentences,
    speaks_in_first_person,
)
from .claims import FORMER, claimed_words, mixed_claims, without_contrast
from .harmless import without_harmless
from .language import languages
from .matching import is_frame, is_in, may_be_translated, uncontracted, unelided, words_of

# Italian "but", which is "my" in French: a verb in the first person follows, or a small word.
_ITALIAN_MA = (
    r"ma(?= (?:non|io|mi|è|ho|anche|solo|il|lo|gli|no|sì|poi"
    r"|(?!moto|m[eé]mo|photo|auto|vid[eé]o|radio|d[eé]mo|macro|techno|d[eé]co|philo)\w+o)\b)"
)
_ENDS = (
    r"[,;:()،、，；]|\b(?:but|and|though|although|while|(?<!not )because|since"
    r"|(?<!not )(?:cause|cuz|coz|cos|bc)|aber|und"
    rf"|sondern|doch|weil|pero|sino|y|porque|pq|xq|(?<= )e(?= )|però|perché|mentre"
    rf"|{_ITALIAN_MA}"
    r"|mas|porém|mais|et|car(?= (?:je|j|il|elle|on|c|ça|nous|mon|ma|mes|le|la|les)\b)"
    r"|а|но|потому что"
    r"|لكن|लेकिन|मगर|और)\b|けど|けれど|ですが|だから|ので(?!す)|但是|但|不过"
)
_CLAUSE_END = regex(_ENDS, re.I)
_ENDS_BUT_MAIS = regex(_ENDS.replace("|mais|", "|"), re.I)
# Words for stopping, avoiding or hating: they negate the words after or before them.
_AVOIDS = regex(
    r"\b(?:(?:stop|quit|avoid|refus|dislik|detest|loath|al+[eé]rg|intol[eé]r|аллерг|vermeid|verabscheu"
    r"|dej[ée]|evit|arrêt|évit)\w*|hat(?:e|es|ed|ing)|g[ia]v(?:e|es|en|ing) up|done with"
    r"|fed up with|cut (?:it |that )?out|you keep(?= \w+ing)|hör(?:t|en sie)?(?: bitte)? auf"
    r"|hass(?:e|t)|aufgehört|odi[oa]|smett\w+|pare de|ненавиж\w*|бросил\w*|хватит|перестан\w*"
    r"|أكره|توقفت عن)\b"
)
_AVOIDS_BEFORE = regex("嫌 い|苦 手|や め|讨 厌|नफ़रत|छोड़")
# Words of a fact that make it a negative one without a "not".
_LACKS = regex(
    r"\b(?:lack\w*|without|trouble|difficult\w*|problems?|struggl\w*|unable|new to|beginner|free"
    r"|never|unemployed|needs?|looking|wants?|learning|over|instead|rather|than|ohne|sin"
    r"|sans|без|anti\w*"
    r"|fail\w*|hopeless|bad at|no longer|retired|ended|insomnia|probleme|schwierigkeiten)\b"
)
_NEVER = regex(r"\b(?:never|nie|niemals|nunca|jamás|jamais|никогда)\b|从 不|从 没")
# The user's words that a fact may correctly express by "not".
_NEAR_NEGATION = regex(
    r"\b(?:off|free|only|instead|rather|except|too|unable|lack\w*|rarely|seldom|barely|against"
    r"|banned|less|nur|kaum|solo|apenas|seulement|plutôt|skip|leave out|enough|sick of"
    r"|sans|без|hate\w*"
    r"|plus|free|single|veg\w*)\b"
)
# A negation needs more than these words as its object.
_NOT_NEGATED = frozenset(
    """
    more longer anymore any really at all much ever yet either though mehr wirklich gern gerne
    so sehr besonders immer oft mas todavia nunca vraiment plus beaucoup trop encore du tout
    ochen очень больше уже вообще совсем haha sorry btw tbh though
    """.split()
)
# Limits of a negation: "can't drink coffee after noon" does not mean "drinks no coffee".
_LIMITS = regex(
    r"\b(?:for|after|before|when|while|unless|until|during|on|at|in|with|nach|vor|während|bei"
    r"|am|im|an|después"
    r"|antes|durante|cuando|los|après|avant|pendant|quand|le|после|до|когда|во время|по) (\w+)"
)
_NO_LIMIT = frozenset(
    """
    all general my the first life moment least you your ur deinen ihren tus sus tes vos tue tuoi
    suas seus
    """.split()
)


def clauses(text: str) -> list[str]:
    """Return the clauses of all sentences of the text.

    In Chinese a space between words also ends a clause.
    """
    return [
        part
        for sentence in sentences(text)
        for part in _clause_end(sentence).split(_CHINESE_PAUSE.sub(_with_pause, sentence))
    ]


def _clause_end(sentence: str) -> re.Pattern[str]:
    """What ends a clause of the sentence: French "mais" is "but", in Portuguese it is "more"."""
    has_mais = "mais" in sentence.lower()
    return _ENDS_BUT_MAIS if has_mais and is_portuguese(fold(sentence).split()) else _CLAUSE_END


def _with_pause(word: re.Match[str]) -> str:
    """The word followed by a comma, unless it ends in a negation of the next word."""
    after = word.string[word.end() : word.end() + 1]
    joins = _CHINESE_NEGATES.search(word[1]) and after not in _CHINESE_CONTRASTS
    return word[0] if joins else f"{word[1]}，"


_CHINESE_CONTRASTS = frozenset("只但就而")
_CHINESE_NEGATES = regex(r"[不没無无未别]\w{0,3}$")


# A word has two letters here, as folded text has a space after each. Who writes "公网ip" without
# spaces pauses behind it: "公网ip 服务器在香港".
_CHINESE_PAUSE = regex(r"([\u4e00-\u9fff]\w{1,20}) (?=[\u4e00-\u9fff]{2})")


def is_reversed(fact: str, typed: str, *, surely: bool = False) -> bool:
    """Tell whether the fact is the opposite of what the user typed, by a negation of one of them.

    Only the clauses with the content words of the fact count, and each must be its opposite. With
    `surely` none of them may be long: a negation in a long one may apply to something else.
    """
    fact, typed = unelided(uncontracted(fact, typed)), unelided(typed)
    claims = mixed_claims(fact)
    if claims and not any(is_reversed(claim, typed, surely=surely) for claim in claims):
        return False
    words = claimed_words(fact)
    alike = [clause for clause in clauses(typed) if _is_alike(words, clause, typed)]
    # If some clauses have the words themselves, clauses that only mean the same do not count.
    alike = _literal(words, alike) or alike
    alike = [clause for clause in alike if _is_own(clause)] or alike
    if _is_said_elsewhere(words, alike, typed):
        return False
    if surely and any(len(clause.split()) > _LONG_CLAUSE for clause in alike):
        return False
    if is_negated(fact) and _is_negated_beside(alike, typed):
        return False
    return bool(words and alike) and all(
        _is_opposite(clause, without_contrast(fact), words) for clause in alike
    )


_LONG_CLAUSE = 14


def _is_negated_beside(alike: Sequence[str], typed: str) -> bool:
    """Tell whether the user denies something in the sentence of each of the clauses.

    A negative fact sums it up: "Doesn't want tables, just lists" for "no tables, lists are fine".
    """
    denying = [one for one in sentences(typed) if is_negated(without_harmless(one))]
    return bool(alike) and all(any(clause in one for one in denying) for clause in alike)


def _is_said_elsewhere(words: tuple[str, ...], alike: Sequence[str], typed: str) -> bool:
    """Tell whether other, affirmative clauses have the fact's words that are not in `alike`.

    "English isn't my first language, it's Tagalog": only the second clause has "Tagalog".
    """
    lacking = [
        word for word in words if not any(is_in(word, words_of(one), across=True) for one in alike)
    ]
    theirs = set(alike)
    others = [one for one in clauses(typed) if one not in theirs and not is_negated(one)]
    return bool(lacking) and all(
        any(word in words_of(other).words for other in others) for word in lacking
    )


def _is_own(clause: str) -> bool:
    return speaks_in_first_person(clause) or bool(_OWN.search(clause.lower()))


_OWN = regex(r"\b(?:я|мы|мне|меня|нам|нас)\b|我")


def without_shared_lack(fact: str, *said: str) -> tuple[str, ...]:
    """Return fact and texts without a phrase such as "without stopping" that all of them have.

    What is left shows whether the fact says "can" where the user said "can't".
    """
    found = _LACKED.search(fact)
    if not found or not all(fold(found[0]) in fold(text) for text in said):
        return fact, *said
    shared = re.compile(r"\W+".join(map(re.escape, found[0].split())), re.I)
    left = tuple(shared.sub(" ", text) for text in (fact, *said))
    return left if content_words(left[0]) else (fact, *said)


_LACKED = regex(r"\b(?:without|ohne|sin|sans|без) \w+", re.I)


def within_lack(negation: str, after: str) -> str:
    """Return the folded words after a negation; after "without", only what is lacking.

    "Without formatting in Word" denies the formatting, not Word.
    """
    return _LACK_END.sub("", after) if negation in _WITHOUT_WORDS else after


_WITHOUT_WORDS = frozenset("without ohne sin sans без senza sem".split())
_LACK_END = regex(
    r"(?<=\w) (?:in|on|at|from|with|for|im|am|auf|bei|mit|für|en|con|para|dans|sur|avec|pour"
    r"|в|на|с|для|su|per|em|com) .*"
)


def is_widened(fact: str, typed: str) -> bool:
    """Tell whether a negated fact omits the limit of the user's negation: "not after noon"."""
    words = claimed_words(fact)
    if not is_negated(fact):
        return False
    alike = [
        clause
        for clause in clauses(typed)
        if _is_alike(words, clause, typed) and is_negated(clause)
    ]
    return bool(alike) and all(leaves_out_limit(clause, fact) for clause in alike)


def _literal(words: tuple[str, ...], alike: Sequence[str]) -> list[str]:
    """The clauses with the last telling word of the fact in some form, or else with any of them."""
    told = [word for word in words if not is_frame(word)] or list(words)
    for wanted in (told[-1:], told):
        found = [
            clause
            for clause in alike
            if any(akin(word, other) for word in wanted for other in words_of(clause).words)
        ]
        if found:
            return found
    return []


def leaves_out_limit(clause: str, fact: str) -> bool:
    """Tell whether the negation of the clause has a limit that the fact omits."""
    said, known = fold(clause), words_of(fact)
    scope = said[max((place for _word, place in negations_in(said)), default=0) :]
    return any(
        word not in _NO_LIMIT and not is_in(plain(word), known, across=True) and len(word) > 2
        for word in _LIMITS.findall(scope)
    )


def is_negative(fact: str) -> bool:
    """Tell whether a fact is negative, or about the past, without "not": "avoids", "former"."""
    claimed = fold(fact)
    return any(
        pattern.search(claimed) for pattern in (_LACKS, FORMER, _AVOIDS, _AVOIDS_BEFORE, _LEFT)
    )


_LEFT = regex(
    r"\b(?:left|leaves|leaving|divorced|separated|single|childless|\w+less|\w+frei|verlassen|geschieden|getrennt|divorciad\w|separad\w|divorcée?|séparée?|развед\w*|покинул\w*)\b|离|单身|缺"
)


_OF_ANSWERS = regex(
    r"^(?:wants|mochte|möchte|quiere|veut|vuole|quer|хочет)\b.*\b(?:answers?|replies|responses?"
    r"|antworten|respuestas|réponses|risposte|respostas|ответ\w*)\b"
)


@lru_cache(maxsize=4096)
def _is_alike(words: tuple[str, ...], clause: str, typed: str) -> bool:
    """Tell whether a clause has the fact's first word, and enough of its other words."""
    said = words_of(clause)
    across = may_be_translated(" ".join(words), typed)
    present = [word for word in words if is_in(word, said, across=across, strictly=True)]
    if len(present) == len(words):
        return bool(words)
    if words[0] in _CONSUMES and words[0] not in present:
        words = words[1:]
    if not present or all(map(is_frame, present)):
        return False
    if is_unspaced(words[0]):
        return len(present) * 3 >= len(words)
    is_home = words[0] in _LIVES and bool(_NOT_IN.search(fold(clause)))
    may_lack = words[0] in _LIKES or is_home or (is_frame(words[0]) and languages(clause) - {"en"})
    if words[0] not in present and not may_lack:
        return False
    anywhere = words_of(typed)
    return len(present) * 2 > len(words) or all(
        word in present for word in words if is_in(word, anywhere, across=across, strictly=True)
    )


_LIKES = frozenset(
    """
        wants prefers likes loves enjoys enjoy like love mag liebt gusta aime adore любит 喜欢
    """.split()
)
_CONSUMES = frozenset(
    """
    eat eats drink drinks smoke smokes play plays watch watches isst trinkt come bebe mange boit
    ест пьет
    """.split()
)
_LIVES = frozenset(("lives", "wohnt", "lebt", "vive", "habite", "живет"))
_NOT_IN = regex(
    r"\b(?:not|nicht mehr|no|pas|plus|не) (?:in|at|estoy en|vivo en|a|au|en|в|на)\b|no longer in"
)


def _is_opposite(clause: str, fact: str, words: tuple[str, ...]) -> bool:
    """Tell whether a clause with the content words of the fact says the opposite of it."""
    said, claimed = without_harmless(clause), fold(fact)
    avoids, avoids_before = _AVOIDS.search(said), _AVOIDS_BEFORE.search(said)
    if is_negated(without_harmless(fact)):
        near = _RATHER.search(said)
        if near and words_of(near[1]).words and is_in(words[-1], words_of(near[1]), across=True):
            return True  # "I'd rather have tea" does not express dislike of tea
        others = " ".join(word for word in said.split() if word not in claimed.split())
        is_near = _NEAR_NEGATION.search(others)
        return not (is_negated(said) or avoids or avoids_before or is_near)
    if FORMER.search(claimed):
        return bool(_NEVER.search(said))
    if is_negated(said):
        avoiding = _AVOIDS.search(claimed)
        it = claimed[avoiding.start() :].split()[0] if avoiding else ""
        is_without = _LACKS.search(claimed) or (
            it and not is_in(plain(it), words_of(clause), across=True)
        )
        is_denied = not is_without or bool(_OF_ANSWERS.search(claimed))
        return is_denied and _is_in_scope(words, said)
    if _AVOIDS.search(claimed) or _AVOIDS_BEFORE.search(claimed) or _LACKS.search(claimed):
        return False
    avoided = content_words(said[avoids.end() :])[:1] if avoids else []
    return bool(avoids_before) or any(
        is_in(word, words_of(" ".join(avoided)), across=True) for word in words if avoided
    )


_RATHER = regex(
    r"\b(?:rather|lieber|prefer|prefers) (?:have |drink |eat |take )?((?:(?!than"
    r"|als).)*)"
)
# The next subject ends a negation, except after verbs of thinking: "i dont think i can".
_NEXT_SUBJECT = regex(
    r"(?<=\w) (?:im|i|ive|we|ich bin|yo soy|soy|je suis|я|我|just|only|sondern|sino|nur"
    r"|juste|просто"
    r"|so|please|pls|bitte|donc|entonces|поэтому)(?= )"
    r"|(?:(?<=\bafford it)|(?<=\bdo it)|(?<=\bmake it))(?= with (?:the|my|our|all|a)\b)"
)
_OPINION = regex(
    r"\b(?:think|believe|know|say|said|guess|feel|like|mean|thought|when|if|what|that|where|how|why|because|until|since"
    r"|denke|glaube|creo|pienso|pense|crois|думаю|знаю|觉得|认为|知道)\b"
)


def _is_in_scope(words: tuple[str, ...], said: str) -> bool:
    """Tell whether a negation in folded words negates one of the fact's words."""
    (negation, place), *_others = negations_in(said)
    before, after = said[:place], within_lack(negation, said[place + len(negation) :])
    if (match := _NEXT_SUBJECT.search(after)) and not _OPINION.search(after[: match.start()]):
        after = after[: match.start()]
    told = [word for word in content_words(after) if word not in _NOT_NEGATED]
    if len(words) == 1 and negation in ("nicht", "pas"):
        told = []  # "ich rauche nicht mehr seit Januar"
        before = " ".join([*before.split()[-1:], after])
    scope = words_of(after if told else before)
    telling = [word for word in words if not is_frame(word)] or words
    return any(is_in(word, scope, across=True, strictly=True) for word in telling)
