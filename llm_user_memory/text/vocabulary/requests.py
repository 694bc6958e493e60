"""Signs that a place or a tool is only mentioned in a request. Pure data.

Regular expressions over plain words (see `text.vocabulary.plain`), in six languages.
"""

from . import moods

# A fact that says where somebody lives or works.
PLACED = (
    r"^(?:is )?(?:currently )?(?:lives|living|resides|residing|based|located|works|working|wohnt|lebt|arbeitet|vive|reside|trabaja|habite|vit|travaille|живет|проживает|работает)"
    r" (?:in|near|bei|en|cerca de|a|в|под) (?P<place>\w+(?: (?!(?:and|who|with|und|mit|y|con|et|avec|и|с)\b)\w+){0,3})"
)
# Visits.
GOES = r"\b(?:flying|fly|flight|trip|travel(?:l?ing)?|visit(?:ing)?|holidays?|vacation|fliege\w*|flug|reise\w*|urlaub|viaj\w+|vuelo|vacaciones|voyage\w*|vol|vacances|лечу|летим|еду|едем|поездк\w+)\b"
# Things looked for, before their place; and a home that is stated before the place.
SEEKS = rf"{moods.SOUGHT}|{GOES}|\b(?:suche\w*|busc\w+|cherch\w+|ищ\w+|find(?:ing)? (?:me |us )?(?:an?|some|the|good)|search\w*|hunting)\b"
LIVES = r"\b(?:liv(?:e|es|ing)|based|rent(?:ing)?|wohnen?|wohnt|lebe|leben|viv(?:o|imos|iendo)|habit(?:e|ons|ant)|vis|vivons|жив\w+)\b"

# Orders about all answers: "keep your answers short".
OF_ALL_ANSWERS = (
    r"^(?:(?:please|pls|hey|ok|so|and|also|bitte|por favor|пожалуиста) )*(?:(?:keep|make) (?:all )?(?:(?:of )?your )?(?:answers|replies|responses|explanations) (?:more )?(?!to\b|in\b|for\b|on\b|of\b)\w+(?: and (?:more )?\w+)?"
    r"|(?:halte?|mach\w*|gestalte\w*) (?:bitte )?(?:(?:alle|deine|die) )+antworten (?:bitte )?\w+(?: und \w+)?|(?:manten|haz) (?:tod[oa]s )?tus (?:respuestas|explicaciones) (?:mas )?\w+(?: y \w+)?|(?:garde|fais) (?:toutes )?tes (?:reponses|explications) (?:plus )?\w+(?: et \w+)?"
    r"|(?:делаи|пиши|держи) (?:все )?(?:свои )?ответы \w+)(?: (?:please|pls|thanks|ok|bitte|por favor|stp|пожалуиста))*$"
    r"|\b(?:in|for|with) all (?:of )?(?:your |the )?(?:answers|replies|responses|explanations)$"
)

# A fact that says what somebody uses, and things shown to the model: "this python bug".
USED = r"^(?:uses|codes in|programs in|writes(?: code)? in|works with|nutzt|verwendet|programmiert in|usa|programa en|utilise|programme en|использует|пишет на) (?P<what>.+)"
SHOWN = (
    r"(?:\b(?:this|that|these|those|following|below|dies\w*|folgend\w*|est[aeo]s?|es[aeo]s?|ce|cet|cette|ces|эт\w+) (?:[^\W\d]+ ){0,3}?"
    r"|这 ?[个個段份]? ?)"
)
