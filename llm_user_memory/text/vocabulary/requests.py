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

# Somebody is to be hired; what a fact may say of that; and facts of work and skills.
HIRES = (
    r"\b(?:(?:need|want|wants|looking|trying|going|plan\w*|have|hoping) to (?:hire|recruit)|(?:im|were|we are|i am) (?:hiring|recruiting)|(?:job|help wanted) (?:ad|advert|posting|description)\b|stellenanzeige|stellenausschreibung|jobanzeige|(?:eine?n? )?(?:\w+ )?(?:einstellen|anstellen)"
    r"|(?:suche|suchen|brauche|brauchen) (?:(?:eine?n?|noch|dringend|ab) ){0,2}(?:\w+ )?(?:aushilfe|\w*kraft|mitarbeiter\w*|verkaufer\w*|azubi|minijobber\w*)|contratar|oferta de empleo|anuncio de trabajo|busc(?:o|amos) (?:a )?una? (?:\w+ )?(?:camarer[oa]|emplead[oa]|ayudante|dependient[ae]|cociner[oa])"
    r"|recruter|embaucher|offre d ?emploi|annonce d ?emploi|нанять|нанимаю|нанимаем|(?:ищу|ищем) (?:\w+ )?(?:сотрудни\w+|продавц\w+|помощни\w+|работни\w+|бариста|повара)|объявление о (?:работе|вакансии)|assumere|contratar)\b|招聘|招(?:一?个|人|店员|员工|兼职)|想(?:请|雇|招)"
)
FACT_HIRES = r"\b(?:hir\w+|recruit\w*|seek\w*|look\w*|search\w*|need\w*|wants?|advert\w*|such\w*|stellt|einstell\w*|braucht|contrat\w*|busca|necesita|quiere|recrut\w*|cherche|embauche|veut|нанима\w*|ищет|хочет)\b|招|找|雇"
FACT_WORKS = r"^(?:works?|is|has|speaks|knows|available|ist|hat|arbeitet|spricht|es|trabaja|tiene|habla|est|a|travaille|parle|работает|имеет|говорит|lavora|trabalha)\b|^(?:用户)?(?:是|有|会|每周|在)"
