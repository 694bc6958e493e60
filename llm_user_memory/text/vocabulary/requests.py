"""What shows that a place or a tool is only that of what is asked for. Pure data.

Regular expressions over plain words (see `text.vocabulary.plain`), in six languages.
"""

from . import moods

# A fact that says where somebody lives or works.
PLACED = (
    r"^(?:is )?(?:currently )?(?:lives|living|resides|residing|based|located|works|working|wohnt|lebt|arbeitet|vive|reside|trabaja|habite|vit|travaille|живет|проживает|работает)"
    r" (?:in|near|bei|en|cerca de|a|в|под) (?P<place>\w+(?: (?!(?:and|who|with|und|mit|y|con|et|avec|и|с)\b)\w+){0,3})"
)
# What is looked for, before its place; and a home that is told before it.
SEEKS = rf"{moods.SOUGHT}|\b(?:suche\w*|busc\w+|cherch\w+|ищ\w+|find(?:ing)? (?:me |us )?(?:an?|some|the|good)|search\w*|hunting)\b"
LIVES = r"\b(?:liv(?:e|es|ing)|based|rent(?:ing)?|wohnen?|wohnt|lebe|leben|viv(?:o|imos|iendo)|habit(?:e|ons|ant)|vis|vivons|жив\w+)\b"

# A fact that says what somebody uses, and what is shown to the model: "this python bug".
USED = r"^(?:uses|codes in|programs in|writes(?: code)? in|works with|nutzt|verwendet|programmiert in|usa|programa en|utilise|programme en|использует|пишет на) (?P<what>.+)"
SHOWN = (
    r"(?:\b(?:this|that|these|those|following|below|dies\w*|folgend\w*|est[aeo]s?|es[aeo]s?|ce|cet|cette|ces|эт\w+) (?:[^\W\d]+ ){0,3}?"
    r"|这 ?[个個段份]? ?)"
)
