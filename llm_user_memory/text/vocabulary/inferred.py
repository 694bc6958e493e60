"""Meanings that several words have only together. Pure data.

A row is the first word of a row of meanings, a pattern of plain words that implies it, and a
pattern of words that prevent it, as somebody else could be meant.
"""

_CHILD = r"\b(?:\d{1,2} ?(?:yo|y o|yr old|year old|years old|month old|months old|jahrige\w*)|kid|child|toddler|baby|newborn|kind)\b"
_WOMEN = r"\b(?:wife|mother|mom|mum|sister|girlfriend|gf|aunt|niece|grandma|teacher|boss|friend|nanny|frau|mutter|schwester|freundin|chefin)\b"
_MEN = r"\b(?:husband|hubby|father|dad|brother|boyfriend|bf|uncle|nephew|grandpa|teacher|boss|friend|mann|vater|bruder|freund|chef)\b"
_OTHER_ORDER = (
    r"\b(?:century|floor|street|grade|year|ave|avenue|district|place|edition|time|week|trimester)\b"
)
_OF_SOMEBODY = r"\b(?:my|our|his|her|\w+s) (?:\w+s )?\d{1,2}(?:th|st|nd|rd) (?:is|was|birthday|bday|party|on|this|next|in|coming)\b"

# "19f", "34m": an age with the initial of a sex.
_AGED_WOMAN = r"\b(?:\d\d ?f|f ?\d\d)\b(?! \w*(?:degrees|outside|today|oven))"
_AGED_MAN = (
    r"(?:^|\b(?:im|i am|me|hi|hey|a) )\d\d ?m\b(?! (?:long|tall|high|deep|wide|away|from|of|above))"
)

ROWS = (
    ("woman", _AGED_WOMAN, None),
    ("man.", _AGED_MAN, None),
    ("daughter", rf"{_CHILD}.{{0,80}}\b(?:she|shes|her)\b", _WOMEN),
    ("son", rf"{_CHILD}.{{0,80}}\b(?:he|hes|him|his)\b", _MEN),
    ("age", _OF_SOMEBODY, _OTHER_ORDER),
    ("born", _OF_SOMEBODY, _OTHER_ORDER),
)

# Notations of a person's height, in the text as it was typed.
MEASURES = (
    (
        "tall",
        r"(?<![\d.,])[4-7] ?['’′] ?(?:\d|1[01])(?!\d)|\b[4-7] ?(?:ft|foot) ?\d|(?<![\d.,])1(?:[.,]| ?m ?)[4-9]\d(?:m\b| m\b|\b)",
    ),
)
