"""How people ask about anybody: "can a pregnant woman eat sushi", "symptoms of celiac disease".

Regular expressions for plain words, for the beginning of a sentence. Pure data.
"""

_GREETING = (
    r"(?:(?:hi|hey|hello|ok|okay|so|and|but|also|then|quick question|question|please|pls|just|btw|und|hallo|kurze frage|y|hola|e|et"
    r"|salut|bonjour|ciao|oi|ola|и|а|привет)(?: |$)){0,4}"
)
_ASKS = (
    # English
    r"who|whos|what|whats|which|when|where|wheres|why|how|hows|is|isnt|are|arent|was|were|do|does|doesnt|did|can|cant|could|may|might"
    r"|must|should|will|would|has|is there|are there"
    # German
    r"|wer|wessen|was|welche\w*|wann|wo|woher|warum|wieso|weshalb|wie|wieviel\w*|ist|sind|darf|durfen|kann|konnen|konnte|soll"
    r"|sollte|muss|mussen|gibt es"
    # Spanish, French, Italian, Portuguese
    r"|quien\w*|que|cual\w*|cuando|donde|por que|como|cuant[oa]s?|puede\w*|debe\w*"
    r"|qui|qu|quoi|quel\w*|quand|pourquoi|comment|combien|est ce que|peut|peut on|doit on|faut il|y a t il"
    r"|chi|cosa|che|quale|quali|dove|perche|come|quant[oaie]|puo|possono|deve|devono"
    r"|quem|o que|qual|quais|quando|onde|quant[oa]s?|pode|podem|deve|devem"
    # Russian
    r"|кто|что|какои|какая|какое|какие|когда|где|куда|почему|зачем|как|сколько|можно|нужно ли|надо ли|правда ли"
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
ASKS_OF_ANYBODY = (
    rf"^ ?{_GREETING}(?:(?:{_ASKS})\b|(?:{_SUBJECTS}){{0,2}}(?:{_OF})\b)"
    r"|吗|什 ?么|怎 ?么|如 ?何|多 ?少|哪|为 ?何|能 ?不 ?能|症 ?状|原 ?因"
)
# Facts that say how somebody is, what they have, or where they live and work.
FACT_OF_ONESELF = (
    r"^(?:is|has|suffers|lives|works|owns|keeps|takes|was|got|had"
    r"|ist|hat|leidet|wohnt|lebt|arbeitet|besitzt|nimmt"
    r"|es|esta|tiene|padece|sufre|vive|trabaja|toma"
    r"|est|a|souffre|habite|vit|travaille|possede|prend"
    r"|e|ha|soffre|abita|lavora|prende|tem|mora|trabalha"
    r"|есть|живет|работает|болеет|страдает|принимает|беременна|имеет|держит)\b"
    r"|^[有是患住]|^怀 ?孕|^在"
)
