"""Meanings that several words have only together. Pure data.

A row is the first word of a row of meanings, a pattern of plain words that implies it, and a
pattern of words that prevent it, as somebody else could be meant.
"""

_CHILD = r"\b(?:\d{1,2} ?(?:yos?|y os?|yr old|year old|years old|month old|months old|jahrige\w*)|kid|child|toddler|baby|newborn|breastfeed\w*|kind)\b"
_WOMEN = r"\b(?:wife|mother|mom|mum|sister|girlfriend|gf|aunt|niece|grandma|teacher|boss|friend|nanny|frau|mutter|schwester|freundin|chefin)\b"
_MEN = r"\b(?:husband|hubby|father|dad|brother|boyfriend|bf|uncle|nephew|grandpa|teacher|boss|friend|mann|vater|bruder|freund|chef)\b"
_AT_SCHOOL = r"(?:just )?(?:in|starting|starts) (?:(?:\d{1,2}(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth) grade|kindergarten|preschool|pre ?k|nursery|reception|daycare|year [1-9])\b"
_WOMEN_IN_CHINESE = r"妈|老婆|妻|女 ?朋 ?友|老 ?师|姐|妹|奶|医 ?生|阿 ?姨|同 ?学|同 ?事|领 ?导"
_MEN_IN_CHINESE = r"爸|老 ?公|丈 ?夫|男 ?朋 ?友|老 ?师|哥|弟|爷|医 ?生|叔|同 ?学|同 ?事|领 ?导"
_OTHER_ORDER = (
    r"\b(?:century|floor|street|grade|year|ave|avenue|district|place|edition|time|week|trimester)\b"
)
_OF_SOMEBODY = r"\b(?:my|our|his|her|\w+s) (?:\w+s )?\d{1,2}(?:th|st|nd|rd) (?:is|was|birthday|bday|party|on|this|next|in|coming)\b"

# "19f", "34m": an age with the initial of a sex.
_AGED_WOMAN = r"\b(?:\d\d ?f|f ?\d\d)\b(?! \w*(?:degrees|outside|today|oven))"
_AGED_MAN = (
    r"(?:^|\b(?:im|i am|me|hi|hey|a) )\d\d ?m\b(?! (?:long|tall|high|deep|wide|away|from|of|above))"
)

_MY_YOUNGEST = (
    r"\b(?:my|our) (?:youngest|oldest|eldest|middle one|firstborn|little one|wee one)\b(?! (?:sister|brother|sibling|aunt|uncle|cousin|colleague|student|cat|dog|friend|client|patient))"
    r"|\b(?:mein\w*|unser\w*) (?:jungste[rn]?|alteste[rn]?|mittlere[rn]?|grosse[rn]?|kleine[rn]?)$"
)
_TAKES_A_COURSE = (
    r"\b(?:doing|starting|finishing|taking|start|halfway through|on|in) (?:my|an?|the) (?:\w+ ){0,3}?"
    r"(?:ma|msc|phd|bsc|ba|mba|masters?|bachelors?|degree|doctorate|course|apprenticeship|diploma)\b"
    r"|\b(?:\d(?:st|nd|rd|th)|first|second|third|fourth|final|last) (?:year|yr) (?:of|at) (?:\w+ )?(?:school|college|uni|university|degree)\b"
    r"|\b\w+ (?:course|degree|ma|msc|phd|ba|bsc)(?: starting| in)? (?:yr|year) \d\b|^\w+ (?:ma|msc|phd|bsc)$"
)

ROWS = (
    ("woman", _AGED_WOMAN, None),
    ("man.", _AGED_MAN, None),
    ("daughter", rf"{_CHILD}.{{0,80}}\b(?:she|shes|her)\b", _WOMEN),
    ("son", rf"{_CHILD}.{{0,80}}\b(?:he|hes|him|his)\b", _MEN),
    ("daughter", rf"\b(?:she|shes) (?:is )?{_AT_SCHOOL}", _WOMEN),
    ("son", rf"\b(?:he|hes) (?:is )?{_AT_SCHOOL}", _MEN),
    ("daughter", r"(?:孩 子|小 孩|娃|宝 宝).{0,160}她", _WOMEN_IN_CHINESE),
    ("son", r"(?:孩 子|小 孩|娃|宝 宝).{0,160}他(?! 们)", _MEN_IN_CHINESE),
    ("daughter", r"\b(?:father|mother|dad|mum|mom|parents?) of (?:the )?bride\b", None),
    ("son", r"\b(?:father|mother|dad|mum|mom|parents?) of (?:the )?groom\b", None),
    ("child", _MY_YOUNGEST, None),
    ("student", _TAKES_A_COURSE, None),
    ("age", _OF_SOMEBODY, _OTHER_ORDER),
    ("born", _OF_SOMEBODY, _OTHER_ORDER),
)

# Notations of a person's height and weight, in the text as it was typed.
MEASURES = (
    (
        "tall",
        r"(?<![\d.,])[4-7] ?['’′] ?(?:\d|1[01])(?!\d)|\b[4-7] ?(?:ft|foot) ?\d|(?<![\d.,])1(?:[.,]| ?m ?)[4-9]\d(?:m\b| m\b|\b)",
    ),
    ("weigh", r"(?i)(?<![\d.,])\d{1,3}(?:[.,]\d)? ?(?:kgs?|kilos?|lbs?|pounds|stone|кг)\b|公斤"),
)
