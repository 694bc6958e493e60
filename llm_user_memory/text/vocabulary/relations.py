"""Words by which the user has a spouse, a former one, or a pet. Eight languages. Pure data.

Regular expressions over plain words (see `text.vocabulary.plain`), or Chinese without spaces.
"""

from . import speakers

_MY = (
    r"(?:my|our|mein\w?|meine[rnm]|mi|mon|ma|(?:il |la )?mi[oa]|(?:o |a )?(?:meu|minha)"
    r"|мо(?:й|и|я|ему|его|ей|еи|ю|им))"
)
_HUSBAND_OR_WIFE = (
    r"(?:husband|hubby|wife|wifey|ehemann|ehefrau|mann|frau|marido|esposo|esposa|mujer|mari|femme"
    r"|epouse?|marito|moglie|mulher|муж\w?|жен[аеуы]|женои)"
)
_NO = r"(?<!\bnot )(?<!\bnever )(?<!\bisnt )(?<!\bwasnt )(?<!\bnicht )(?<!\bno es )(?<!\bpas )(?<!\bnon e )(?<!\bnao e )(?<!\bне )"
# The user's spouse of today: "my wife", but no "my ex wife", and no "my sister's wife".
SPOUSE = (
    rf"{_NO}\b{_MY} (?:dear |lovely |poor |liebe |querid[oa] |chere? )?{_HUSBAND_OR_WIFE}s?\b"
    r"(?! (?:was|wasnt|to be|died|passed|left|used|war|starb|ist (?:gestorben|tot)|era|fue|fallecio|murio|me dejo|etait|est (?:mort|morte|decede|decedee|parti|partie)|m a quitte|era morto|e morto|e morta|morreu|faleceu|foi|умер|умерла|был|была|ушел|ушла|бросил|бросила)\b)"
    r"|^(?:(?:а|и|но|у) )?(?:муж|жена|мужа|жены)\b(?! (?:умер|умерла|был|была|ушел|ушла|бросил|бросила|и жена)\b)"
    r"|我(?:的|家)?(?:老公|老婆|丈夫|妻子|太太)(?!去世|走了|离开|死)"
)
FACT_MARRIED = (
    r"^(?:(?:is|ist|es|esta|est|e) )?(?:married|verheiratet|casad[oa]|mariee?|sposat[oa]|женат|замужем)$"
    r"|^(?:已婚|结婚了?|已经结婚了?|已结婚)$"
)
FORMER_SPOUSE = (
    rf"\b{_MY} ex ?(?:husband|wife|hubby|mann|frau|marido|esposo|esposa|mujer|mari|femme|marito|moglie|mulher)\b"
    r"|\b(?:бывш(?:ии|ая|его|ему|еи|ую) (?:муж\w?|жен\w+))\b|我?(?:的)?前(?:夫|妻)"
)
FACT_DIVORCED = (
    r"^(?:(?:is|ist|es|esta|est|e) )?(?:divorced|geschieden|divorciad[oa]|divorcee?|divorziat[oa]|разведена?|в разводе)$"
    r"|^(?:已离婚|离异|离婚了?|离过婚)$"
)
LATE_SPOUSE = (
    rf"\b{_MY} (?:late|dead|deceased|verstorbener?n?|difunt[oa]|defunte?|feue?|defunt[oa]|falecid[oa]|покоин\w+) {_HUSBAND_OR_WIFE}\b"
    r"|\bпокоин(?:ыи|ая|ого|ому|ую) (?:муж\w?|жен\w+)\b|我?(?:的)?(?:已故|过世)的?(?:老公|老婆|丈夫|妻子|太太)"
)
FACT_WIDOWED = (
    r"^(?:(?:is|ist|es|esta|est|e) )?(?:an? |una? |eine? )?(?:widow\w*|verwitwet|witwer?|viud[oa]|veuve|veuf|vedov[oa]|viuv[oa]|вдов\w*)$"
    r"|^(?:丧偶|寡居)$"
)
# The user's partner of today: "my boyfriend", German "mein Freund". "Danke mein Freund" addresses somebody.
_BOYFRIEND = r"(?:boyfriend|bf|freund|vriend|novio|copain|compagnon|ragazzo|fidanzato|compagno|namorado|пар(?:ень|ня|ню|нем))"
_GIRLFRIEND = r"(?:girlfriend|gf|freundin|vriendin|novia|copine|compagne|ragazza|fidanzata|compagna|namorada|девушк\w)"
_PARTNER = (
    r"(?:partner(?:in)?|significant other|other half|pareja|partenaire|parceir[oa]|партнер\w?)"
)
_ADDRESSED = "".join(
    rf"(?<!\b{word} )"
    for word in "danke hallo hi hey na ok ja nein servus moin guten bitte bedankt hoi dag".split()
)
_MY_ONE = rf"{_NO}{_ADDRESSED}\b(?:{_MY}|mijn|mn)"
MY_BOYFRIEND = rf"{_MY_ONE} {_BOYFRIEND}\b|(?<!不是)我(?:的)?男朋友"
MY_GIRLFRIEND = rf"{_MY_ONE} {_GIRLFRIEND}\b|(?<!不是)我(?:的)?女朋友"
PARTNER = (
    rf"{_MY_ONE} (?:{_BOYFRIEND}|{_GIRLFRIEND}|{_PARTNER})\b|(?<!不是)我(?:的)?(?:女朋友|男朋友)"
)
_HAS_A = r"^(?:has|hat|heeft|tiene|a|ha|tem|имеет|есть) (?:an? |eine?n? |een |une? |una? |uma? )?"
FACT_HAS_BOYFRIEND = rf"{_HAS_A}{_BOYFRIEND}$|^有男朋友$"
FACT_HAS_GIRLFRIEND = rf"{_HAS_A}{_GIRLFRIEND}$|^有女朋友$"
FACT_IN_RELATIONSHIP = (
    r"^(?:(?:is|ist|esta|est|e|состоит) )?(?:currently |derzeit )?(?:in a relationship|dating|in einer (?:festen )?beziehung|vergeben|en (?:una )?(?:relacion|pareja)|en couple|impegnat[oa]|fidanzat[oa]|in una relazione|(?:em )?(?:num|um )?relacionamento|namorando|в отношениях)$"
    rf"|{_HAS_A}(?:romantic )?(?:{_PARTNER}|beziehung|relatie)$|^(?:zit in|heeft) een relatie$|^(?:恋爱中|在谈恋爱)$"
)
# Friends, and partners of others or of the past, by the same words.
NO_PARTNER = (
    rf"\b(?:{_BOYFRIEND}|{_GIRLFRIEND}) {speakers.OF_ME}\b|\b(?:freunden?|freundinnen|vrienden|vriendinnen|copains|copines|ragazz[ie]|compagn[ie])\b"
    rf"|\b(?:(?:(?:sehr )?gut|best|eng|alt|lieb|neu|goed|best|oud)\w*|ex|ehemalig\w*|fruher\w*) (?:{_BOYFRIEND}|{_GIRLFRIEND})\b"
    rf"|(?<!\bhabe )(?<!\bhab )(?<!\bhatte )(?<!\bhabe ich )(?<!\bhab ich )(?<!\bheb )(?<!\bai )\b(?:eine?[nmr]?|een|une?) (?:{_BOYFRIEND}|{_GIRLFRIEND})\b"
    rf"|\b(?:{_BOYFRIEND}|{_GIRLFRIEND}) (?:(?:de|von|van|di|d[oa]s?|of) )?{speakers.POSSESSIVE}\b|\b{speakers.POSSESSIVE} (?:\w+ )?(?!s\b)\w+s (?:{_BOYFRIEND}|{_GIRLFRIEND})\b"
    rf"|\b(?:his|her|their|sein\w*|ihr\w*|zijn|haar|su|sa|son|su[oa]|seu|sua|его|ее|их) (?:{_BOYFRIEND}|{_GIRLFRIEND})\b"
    rf"|\b(?:danke|hallo|hi|hey|na|ok|ja|nein|servus|moin|bitte|bedankt|hoi|dag) (?:mein\w*|mijn) {_BOYFRIEND}\b"
)
NO_BOYFRIEND = rf"{NO_PARTNER}|\b{_GIRLFRIEND}\b|女朋友"
NO_GIRLFRIEND = rf"{NO_PARTNER}|\b{_BOYFRIEND}\b|男朋友"
FIANCE = rf"{_NO}\b{_MY} (?:fiancee?|verlobte[rnm]?|prometid[oa]|noiv[oa]|жених\w*|невест\w*)\b|(?<!不是)我(?:的)?未婚[夫妻]"
FACT_ENGAGED = r"^(?:(?:is|ist|esta|est|e) )?(?:engaged|verlobt|prometid[oa]|fiancee?|noiv[oa]|помолвлен\w?)$|^已?订婚$"
# What ends a marriage or another relationship.
RELATION_ENDS = (
    r"\b(?:divorc\w*|separated|widow\w*|broke up|broken up|split up|left me|dumped me|passed away|died|schluss gemacht|geschieden|scheidung\w*|getrennt|verlassen|gestorben|verwitwet|separad[oa]|separamos|viud[oa]|murio|fallecio"
    r"|me (?:ha )?dej[oa]d?o?|lo dejamos|(?:rompimos|cortamos|terminamos)(?! (?:de|el|la|los|las|un|una|o|a|os|as)\b)|(?:m a|ma) quittee?|(?:on|nous) (?:a|avons) rompu|mi ha lasciat[oa]|ci siamo lasciati|(?:terminou|terminei|acabou) com\w*"
    r"|separee?s?|decedee?|divorzi\w*|separat[oai]|mort[oa]|morreu|faleceu|развод\w*|развел\w*|расста\w+|бросил[аи]? меня|умер\w*)\b|离婚|分手|分居|去世|离异"
)
# Before "my wife" it makes a statement about her no fact: it is told or supposed.
UNREAL = (
    r"\b(?:story|novel|poem|tale|lyrics|song|scene|character|joke|(?:an?|the|my) play|fiction|pretend|imagine|suppose|future|dream\w*|geschichte|roman|marchen|gedicht|witz|stell dir|zukunftige?\w?|cuento|novela|poema|chiste|imagina|futur[oae]"
    r"|histoire|conte|poeme|blague|imagine|storia|racconto|romanzo|favola|historia|conto|piada|рассказ\w*|роман\w*|сказк\w*|стих\w*|шутк\w*|представь|будущ\w+)\b|小说|故事|剧本|假设|想象|笑话"
)

# How a fact about a pet begins: "Cat Gravy is", "Her old dog has".
PET_AT_START = (
    r"^(?:(?:users?|user s|his|her|their|the|su|sus|son|sa|ses|ihre?|sein\w?|der|die|das|el|la|le|(?:il|la) su[oa]|(?:o |a )?(?:seu|sua)|его|ее|их) )?"
    r"(?:(?:old|older|young|younger|new|rescue|alte?r?|junge?r?|viej[oa]|vieux|vieille|стар\w+) )?(?P<who>\w+)\b"
)
PET_IN_CHINESE = (
    r"^(?:用户的?|他的?|她的?|家里?的?|家)?(?:小|老|大)?(?P<who>[猫狗兔马鸟]|仓鼠|乌龟|鹦鹉)"
)
# The user calls an animal theirs, or one of the house: "my old cat", "the cat". A word that follows
# "the cat" may show that it is another's.
_NOT_OF_ANOTHER = r"(?! (?:next door|across|opposite|down|from|of|upstairs|downstairs|nebenan|von|vom|de|del|du|dela|di|del|do|da|сосед\w*)\b)"
OWN_ANIMAL = (
    r"\b(?:(?P<my>my|our|(?:i|we|ive|weve)(?: just| also| now)* (?:have|got|own|adopted|rescued)(?: an?)?|mein\w*|unser\w*|(?:ich|wir) hab\w*(?: ein\w*)?|mis?|nuestr[oa]s?|tengo (?:una? )?|mon|ma|notre|mes|nos|(?:il |la )?mi[oa]|(?:o |a )?(?:meu|minha)|ho un\w?|tenho uma?"
    rf"|мо\w{{1,2}}|наш\w?|у (?:меня|нас)(?: есть)?)|the|der|die|das|el|la|le|il|o|a) (?P<one>\w+)\b{_NOT_OF_ANOTHER}(?: (?P<two>\w+)\b{_NOT_OF_ANOTHER})?"
)
OWN_IN_CHINESE = r"(?:我|我们|咱)(?:家|们家)?里?(?:的|养的|那只|那条|有|养了?)?(?:一?[只条匹])?(?:小|老)?{}|家里?的?{}|养了?(?:一?[只条匹])?{}"
