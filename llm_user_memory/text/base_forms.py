"""Irregular forms of English words, which a stemmer does not take back to their base form. Pure.

People ask "what did I buy?" of what they said as "I bought a bike".
"""

from collections.abc import Iterable, Iterator

from .patterns import regex

_ROWS = """
become became|begin began begun|bite bit bitten|blow blew blown|break broke broken|bring brought
build built|burn burnt|buy bought|catch caught|choose chose chosen|come came|creep crept
deal dealt|dig dug|draw drew drawn|dream dreamt|drink drank drunk|drive drove driven|eat ate eaten
fall fell fallen|feed fed|feel felt|fight fought|find found|fly flew flown
forbid forbade forbidden|forget forgot forgotten|forgive forgave forgiven|freeze froze frozen
get got gotten|give gave given|go went gone goes|grow grew grown|hang hung|hear heard
hide hid hidden|hold held|keep kept|kneel knelt|know knew known|lead led|lean leant|learn learnt
leave left|lend lent|lose lost|make made|mean meant|meet met|pay paid|ride rode ridden
ring rang rung|rise risen|run ran|say said|see saw seen|seek sought|sell sold|send sent|sew sewn
shake shook shaken|shine shone|shoot shot|show shown|shrink shrank shrunk|sing sang sung
sink sank sunk|sit sat|sleep slept|slide slid|speak spoke spoken|spell spelt|spend spent
spill spilt|spin spun|stand stood|steal stole stolen|stick stuck|sting stung|strike struck
swear swore sworn|sweep swept|swim swam swum|swing swung|take took taken|teach taught
tear tore torn|tell told|think thought|throw threw thrown|understand understood|wake woke woken
wear wore worn|weep wept|win won|withdraw withdrew withdrawn|write wrote written|rebuild rebuilt
repay repaid|retell retold|overcome overcame|oversleep overslept|undergo underwent undergone
undertake undertook undertaken|mistake mistook mistaken|child children|man men|woman women
person people|foot feet|tooth teeth|mouse mice|goose geese|wife wives|knife knives
"""
_BASES = {
    form: words[0]
    for row in _ROWS.replace("\n", "|").split("|")
    if (words := row.split())
    for form in words[1:]
}
_WORD = regex(r"\b([A-Za-z]{2,})\b")


def with_base_forms(text: str) -> str:
    """Return a text with irregular forms replaced by their base form: "buy" for "bought"."""
    parts = _WORD.split(text)
    parts[1::2] = [_BASES.get(word.lower(), word) for word in parts[1::2]]
    return "".join(parts)


def base_forms(words: Iterable[str]) -> Iterator[str]:
    """Yield the base form of each lower-case word, or the word itself."""
    return (_BASES.get(word, word) for word in words)


def forms_of(word: str) -> list[str]:
    """Return the irregular forms of a word in its base form."""
    return [form for form, base in _BASES.items() if base == word.lower()]
