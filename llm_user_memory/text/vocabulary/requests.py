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

# Standing requests: what holds from now on, or each time that the user asks or sends something.
_THIS = r"(?! (?:this|that|it|these|those|my|him|her|them|the)\b)"
STANDING = (
    r"\b(?:next time(?! (?:i m|im|i am|ill|i will|i go|i visit|i fly|i see|we|hes|shes|they)\b)|for (?:next time|future reference|the future|later reference)|(?:moving|going) forward|from (?:now|here) on(?: out)?|as a rule|in general|by default|every single time|unless (?:i|we) (?:say|tell|ask|specify|mention)"
    rf"|(?:when(?:ever)?|if|any ?time|every ?time|each time) i (?:ask|paste|send|post|share|give|show|upload|write|request|mention)(?: you)?{_THIS}|(?:please|pls|and|also|always|just|ok|btw) (?:remember|note|keep in mind|bear in mind)\b|^(?:remember|note|keep in mind|bear in mind) (?:that|to|i m|im|i|we re|were|we|not|no|never)\b|(?:quit|stop) \w+ing|you keep \w+ing|(?:do|write|explain|format|answer) (?:everything|it all) (?:\w+ ){{0,3}}like (?:this|that)"
    r"|(?:das |beim |fur(?:s| das) )?nachste[nsm]? mal|fur die zukunft|in zukunft|zukunftig|kunftig|(?:ab|von) (?:jetzt|sofort|nun|heute)(?: an)?|generell|grundsatzlich|standardmassig|(?:merk|merke) dir|denk (?:dran|daran)|(?:immer|jedes mal) wenn|(?:wenn|falls|sobald) ich (?:dir |dich |nach |um |was |etwas |einen? |code |texte? |\w+e )*(?:schicke?|poste|frage?|einfuge|sende|bitte|kopiere|zeige|gebe?)(?! (?:das|den|die|dies\w*|mein\w*)\b)|hor auf|mach alles (?:\w+ )?so"
    r"|(?:para )?las? proximas? (?:vez|veces)|para la proxima|en (?:el futuro|adelante|lo sucesivo)|de ahora en (?:adelante|mas)|siempre que|cada vez que|(?:cuando|si) (?:te|os|le) (?:pida|pido|mande|mando|pase|paso|envie|envio|pregunte|pregunto|ponga|pegue|pego|comparta|muestre|de)(?! (?:este|esta|esto|eso|ese|esa)\b)|recuerda (?:que|siempre)|ten (?:en cuenta|presente)|por defecto|por norma|salvo que te|a menos que te|deja de|hazlo todo asi"
    r"|(?:la |les |pour la )?prochaines? fois|a l ?avenir|(?:a )?chaque fois(?: que)?|(?:quand|si|lorsque) (?:je te |je vous |je t |je )(?:demande|envoie|colle|passe|poste|donne|partage|montre|pose)(?! (?:ce|cette|cet|ca|cela|le|la)\b)|retiens (?:que|bien)|souviens toi|note (?:bien )?que|par defaut|sauf si je te|arrete de?|fais tout comme ca"
    r"|(?:в )?следующии раз|в дальнеишем|на будущее|впредь|(?:когда|если) я (?:тебе |что то |у тебя )?(?:присылаю|прошу|скидываю|вставляю|спрашиваю|отправляю|показываю|кидаю)(?! (?:это|этот|эту)\b)|запомни|учти|имеи в виду|по умолчанию|хватит|перестань"
    r"|(?:la )?prossima volta|le prossime volte|d ?ora in (?:poi|avanti)|da adesso in poi|in futuro|ogni volta che|(?:quando|se) ti (?:chiedo|mando|invio|passo|incollo|scrivo|do|mostro)(?! (?:questo|questa|quello)\b)|ricorda(?:ti)? (?:che|di)|tieni (?:presente|a mente)|di default|smettila di|smetti di"
    r"|(?:d?a |na )?proxima vez|daqui (?:pra|para) (?:a )?frente|de agora em diante|a partir de agora|no futuro|sempre que|toda vez que|(?:quando|se) eu (?:te )?(?:pedir|mandar|enviar|colar|perguntar|passar|mostrar)(?! (?:este|esta|isto|isso|esse|essa)\b)|lembra(?: se)? (?:que|de)|lembre(?: se)? (?:que|de)|por padrao|pare de)\b"
    r"|下次|下回|往后|今后|以后|每当|每次|只要我|我[一每]?(?:发|贴|问|给你|让你|要你)[^这那]{0,8}?(?:时|的时候|你就|就|你直接)|记住|记得|默认|[别不]要?再"
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

# Parts of one letter or text: who forbids them orders that text.
PART_OF_TEXT = (
    r"\b(?:greetings?|salutations?|sign off|signature|subject(?: line)?|prices?|address(?:es)?|phone numbers?|deadlines?|anrede|gruss\w*|betreff\w*|unterschrift|preise?n?|saludos?|firma|asunto|despedida|precios?"
    r"|objet|formule de politesse|prix|saluti?|oggetto|prezz[oi]|saudac\w+|assunto|precos?|приветстви\w+|подпис\w+|цен[аыу])\b"
)
# What the user wants to be called is theirs in any text.
FACT_CALLED = r"\b(?:called|described|addressed|referred|genannt|bezeichnet|llamad[oa]|appele\w*|definit[oa]|chiamat[oa]|chamad[oa]|называ\w+)\b"
