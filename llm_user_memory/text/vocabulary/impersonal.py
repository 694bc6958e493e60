"""How people ask about anybody: "can a pregnant woman eat sushi", "symptoms of celiac disease".

Regular expressions for plain words, for the beginning of a sentence. Pure data.
"""

_GREETING = (
    r"(?:(?:hi|hey|hello|ok|okay|so|and|but|also|then|quick question|question|please|pls|just|btw|und|hallo|kurze frage|y|hola|e|et"
    r"|salut|bonjour|ciao|oi|ola|и|а|привет)(?: |$)){0,4}"
)
_ASKS = (
    # English
    r"who|whos|what|whats|which|when|where|wheres|why|how|hows|is|are|do|does|doesnt|did|can|could|may|might"
    r"|must|should|will|would|has|is there|are there"
    # German
    r"|wer|wessen|was (?:ist|sind|kostet|kosten|kann|macht|soll\w*|darf|bedeutet|heisst|muss|bringt|hilft|verdient)|welche\w*|wann|wo|woher|warum|wieso|weshalb|wie|wieviel\w*|ist|sind|darf|durfen|kann|konnen|konnte|soll"
    r"|sollte|muss|mussen|gibt es"
    # Spanish, French, Italian, Portuguese
    r"|quien\w*|que|cual\w*|cuando|donde|por que|cuant[oa]s?|puede\w*|debe\w*"
    r"|qu|quoi|quel\w*|quand|pourquoi|comment|combien|est ce que|peut|peut on|doit on|faut il|y a t il"
    r"|chi|cosa|che|quale|quali|dove|perche|quant[oaie]|puo|possono|deve|devono"
    r"|quem|o que|qual|quais|quando|onde|quant[oa]s?|pode|podem|deve|devem"
    # Russian
    r"|кто|что|какои|какая|какое|какие|когда|где|куда|почему|зачем|сколько|можно|нужно ли|надо ли|правда ли"
)
_SUBJECTS = r"(?:the|some|good|best|common|early|typical|possible|main|list of|haufige|typische|los|las|les|des|i|le|os|as) ?"
_OF = (
    r"symptoms?|causes?|signs?|treatments?|cures?|remed(?:y|ies)|side effects|meaning|definition|difference|risks?|benefits|history|price|cost"
    r"|salary|symptome|ursachen|anzeichen|behandlung|nebenwirkungen|unterschied|kosten|gehalt"
    r"|sintomas|causas|tratamiento|efectos secundarios|diferencia|precio|sueldo"
    r"|symptomes|traitements?|effets secondaires|difference|prix|salaire"
    r"|sintomi|cause|cura|effetti collaterali|differenza|prezzo|stipendio"
    r"|tratamento|efeitos colaterais|diferenca|preco|salario"
    r"|симптомы|причины|признаки|лечение|побочные эффекты|разница|цена|зарплата"
)
# Texts that are asked for, and orders: "title ideas for an essay about", "summarize the life of".
_TEXTS = (
    r"(?:\w+ ){0,2}?(?:titles?|ideas?|poem|lyrics|song|story|headlines?|news|speech|essay|statistics|stats|average|things to know|personas?"
    r"|guide|tutorial|summary|review|quiz|playlist|joke|toast|caption|slogan|captions|bio|dialogue|monologue|debate"
    r"|titel|ideen|gedicht|lied|geschichte|rede|aufsatz|statistik|witz|spruch"
    r"|titulos?|poema|cancion|cuento|historia|discurso|ensayo|chiste|estadisticas"
    r"|titres?|poeme|chanson|histoire|discours|blague|statistiques"
    r"|titoli|poesia|canzone|storia|discorso|barzelletta|statistiche|verso|musica|piada|conto"
    r"|стих\w*|песн\w+|рассказ|сказк\w+|тост|заголовки|статистика)\b(?! (?:is|are|was|ist|es|est)\b)"
)
_ORDERS = (
    r"write|give|make|explain|list|summari[sz]e|translate|create|generate|draft|compose|design|rewrite|describe|compare|act|pretend"
    r"|imagine|hypothetically|suppose|say|convert|fix|correct|proofread|you are|youre"
    r"|schreib\w*|gib|erklar\w*|fass|ubersetz\w*|erstell\w*|beschreib\w*|vergleich\w*|stell dir|tu so|du bist"
    r"|escrib\w*|dame|haz|explica\w*|resum\w*|traduc\w*|crea|describ\w*|compara|finge|imagina|eres"
    r"|ecris|donne|fais|explique\w*|tradui\w*|cree|decri\w*|imagine|tu es"
    r"|scrivi|dammi|fai|spiega\w*|riassumi|crea|descrivi|confronta|fingi|immagina|sei"
    r"|escreva|faca|explique|traduza|crie|descreva|finja|imagine|voce e"
    r"|напиши|дай|объясни|переведи|составь|опиши|сравни|придумай|представь|ты"
)
ASKS_OF_ANYBODY = (
    rf"^ ?{_GREETING}(?:(?:{_ASKS}|{_ORDERS}|{_TEXTS})\b|(?:{_SUBJECTS}){{0,2}}(?:{_OF})\b)"
    r"|吗|什 ?么|怎 ?么|如 ?何|多 ?少|哪|为 ?何|能 ?不 ?能|症 ?状|原 ?因"
)
# Signs that a few words state something, and are no keywords: "vegan birthday cake" has none.
STATES = (
    r"(?<!\d)(?<!^top )(?<!\btype )(?<!\btyp )(?<!\btipo )\d|\b(?:is|are|was|were|has|have|had|got|gets?|s|do|does|did|not|no|never|nor|since|here|only|always|still|now|own|hates?|loves?"
    r"|likes?|needs?|wants?|can|cant|wont|dont|doesnt|isnt|because|bc|cause|yes|also|too|been|born|quit|lost|broke|am|be|btw|fyi|if|in case"
    r"|ist|hat|nicht|kein\w*|seit|hier|nur|immer|noch|jetzt|ja|auch"
    r"|es|esta|tiene|ya|desde|aqui|solo|siempre|tambien"
    r"|est|pas|depuis|ici|seulement|toujours|aussi"
    r"|ha|non|qui|sempre|anche|tem|nao|aqui|sempre|tambem"
    r"|не|нет|тут|здесь|только|уже|есть|у|всегда)\b"
    r"|^(?:spiel|wohn|arbeit|leb|lern|studier|ess|trink|fahr|nutz|mach|lieb|such|brauch|hass)e\b"
    r"|^(?:he|she|it|they|you|er|sie|il|elle|ella|lui|lei|ele|ela|он|она)\b"
    r"|\b\w{3,20}ed\b|^\w{3,20}ing (?:in|at|on|as|for|to|from|with|w|without|an?|the|this|alone|solo|again|two|three)\b|^stuck\b"
    r"|^(?:just |finally |recently )?(?:gave|sold|bought|left|went|came|took|made|ran|began|found|met|won|had)\b"
    r"|^(?:por fin )?(?:deje|empece|termine|vendi|compre|parei|larguei|comecei|terminei|comprei|vendi|mudei)\b"
)
# "Tips for sleeping with tinnitus": what somebody does tells that they have it, unlike "garden with dog".
FOR_DOING = r"\b(?:for|zum|zu|para|pra|pour|per) (?P<what>.+)"
JOINED = r"^ ?(?:and|or|und|oder|y|o|et|ou|e|и|или)\b"
FACT_WISH_OR_TOOL = (
    r"^(?:(?:does not|doesnt|non|no|nao|ne|не) )?(?:uses|nutzt|verwendet|usa|utiliza|utilise|использует|wants?|works with|will|mochte|vuole"
    r"|quiere|veut|quer|хочет)\b"
)
# Words of searches: "adhd medication shortage explained".
KEYWORD = r"\b(?:explained|meaning|definition|vs|versus|statistics|reddit|near me)\b"
FACT_IS_A = r"^(?:is|ist|es|est|e) (?:an?|ein\w*|une?|una?|uma?) "
# What the model is asked to do for the user.
TO_ME = (
    r"\b(?:give|tell|show|greet|help|teach|send|let|make|find|get|write|explain to|quiz|ask|gib|sag|zeig|erklar\w*|schreib\w*|erzahl\w*"
    r"|donne|dis|explique|montre|ecris|raconte|dammi|dimmi|spiegami) (?:me|us|mir|uns|moi|nous)\b|\bnear me\b"
)
# A clause with a verb, after the one that asks: "..., the final round is on friday".
STATEMENT = r"\b(?:is|are|was|has|had|got|ist|hat|war|es|esta|tiene|est|ha|tem)\b"
