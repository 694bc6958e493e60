"""Words by which the subject and the tense of a clause are found. Eight languages. Pure data.

Regular expressions over plain words (see `text.vocabulary.plain`). They complete `speakers` and
`moods`, which apply to whole texts: these apply to the clause that a fact is quoted from.
"""

from . import idioms, moods, speakers

# Words in "-o" that are no verb in the first person, at the beginning of a clause.
_NO_VERB = (
    "who|do|so|to|two|go|no|hello|also|too|into|onto|zero|ago|video|photo|info|repo|demo|piano|auto|radio"
    "|quanto|quando|cuanto|cuando|como|dentro|otro|altro|outro|solo|pero|mucho|molto|muito|poco|pouco"
    r"|\w+(?:[ai]mento|miento|[ao]rio|ismo)|quarto|cuarto|piso|giardino|pranzo|corso|libro|livro|bolo|prato|piatto|carro|barco|bagno|campo|quadro|vestito|vestido|viaggio|trasloco|regalo|seguro"
    "|todo|tutto|tudo|nuevo|nuovo|novo|bueno|buono|cierto|certo|claro|perfecto|perfetto|perfeito|ciao"
)
# Signs that a clause is about the user: a pronoun, a possessive, or a verb in its form. Verbs
# that end as others do ("книгу", "canto") count, so that in doubt a clause is the user's.
MINE = (
    r"\b(?:i|im|ive|id|ill|my|mine|me|myself|we|were(?= (?:an?|in|the|on|at|from|\w+ing)\b)|weve|wed|us|our|ours|imma"
    r"|ich|mein\w*|mir|mich|wir|unser\w*|uns|bin|habe?|hatte"
    r"|yo|mis?|mi[oa]s?|conmigo|nos|nosotr[oa]s|nuestr\w+|soy|estoy|tengo|he(?= \w+[aio]do\b)|voy|\w{3,}[aei]mos"
    r"|j|je|m|mon|ma|mes|moi|nous|notre|jai|jaim\w+|jsuis|chui|jetais|jdois"
    r"|io|miei|mie|noi|nostr\w|sono|ho|sto|\w{3,}iamo"
    r"|eu|meus?|minhas?|mim|comigo|noss[oa]s?|sou|tenho|estou|vou|moro"
    r"|я|мо[ийяеё]\w{0,2}|мне|меня|мнои|мной|мы|наш\w*|нас|нам|сво\w+|(?!(?:н?ему|кому|тому|этому|поэтому|чему|почему|чем|тем|всем|всему|н?им)\b)\w{2,}(?:ю|у|юсь|усь|ем|им)"
    rf"|{moods.FRENCH_ON})\b"
    # "Canto", "siempre prefiero": the verb of a clause without a subject.
    rf"|^ ?(?:(?:y|e|o|que|ya|hoy|aun|todavia|siempre|ahora|no|nao|non|ja|tambien|ora|adesso|oggi|sempre|anche|agora|hoje|ainda|cada \w+) )*(?!(?:{_NO_VERB})\b)\w{{2,}}o\b"
    r"|[我俺咱]|本 ?人|私|僕"
)
_MY = (
    r"(?:my|our|mein\w*|unser\w*|mis?|nuestr\w+|mon|ma|mes|notre|nos|mio|mia|miei|mie|nostr\w"
    r"|meus?|minhas?|noss[oa]s?|мо[ийяеё]|наш\w?)"
)
_DETERMINED = (
    r"(?:the|this|that|these|those|his|her|their|an?|some|most|many|all|der|die|das|diese\w?|sein\w*|ihr\w*|ein|eine"
    r"|el|la|los|las|sus?|una?|est[ea]|ese|esa|les?|l|ce|cette|ces|une|il|lo|gli|quest[oa]|os?|as?|uma?|seu|sua)"
)
_ITALIAN_OR_PORTUGUESE = (
    r"(?:padre|papa|babbo|madre|mamma|marito|moglie|figli[oa]?|fratell\w|sorell\w|nonn[oai]|zi[oa]|nipot[ei]|cugin[oa]|suocer[oa]|ragazz[oa]|compagn[oa]|amic[oa]|capo|collega|vicin[oa]"
    r"|pai|mae|marido|esposa|mulher|filh[oa]s?|irmao|irma|av[oo]|ti[oa]|prim[oa]|sobrinh[oa]|net[oa]|sogr[oa]|namorad[oa]|noiv[oa]|amig[oa]|chefe|vizinh[oa])"
)
_PERSON = rf"(?:(?:\w+ )?(?:{speakers.PERSON}|{_ITALIAN_OR_PORTUGUESE}))"
# Others by name alone, and plurals.
_MANY = (
    r"(?:people|everyone|everybody|someone|somebody|users|participants|attendees|guests|buyers|sellers|visitors|members|leute|jemand|teilnehmer\w*|gaste|mitglieder|kaufer|gente|alguien|participantes|invitados|miembros|compradores"
    r"|gens|quelquun|participants|invites|membres|acheteurs|qualcuno|partecipanti|ospiti|alguem|convidados|membros|люди|участник\w*|гости|кто то)"
)
OTHER_PERSON = (
    rf"(?:\b(?:(?:{speakers.MY}|{_MY}|[oa]|il) {_PERSON}|{speakers.PERSON_OF_MINE}|{speakers.OF_NAMED}|(?:\w+ )?{speakers.PERSON_ALONE}|{_MANY})\b"
    rf"|{moods.BARE})"
)
# Pronouns of persons; those of the second group also stand for things.
_HE = r"(?:he|she|hes|shes|lui|lei)"
_THEY = (
    r"(?:they|theyre|theyve|er|sie(?= (?:war|wird|kann|will|mag|muss|hatte|(?!(?:nicht|jetzt|erst|fast|oft|mit|seit|selbst|dort|sonst|bereit|leicht|gut|laut|alt|echt|recht|meist|weit|nachst)\b)\w+t)\b)"
    r"|ella|ellos|ellas|il|elle|ils|elles|он|она|они|loro|ele|ela|eles|elas)"
)
OTHER_PRONOUN = rf"\b(?:{_HE}|{_THEY}|her|his|him|ihr\w*|его|ее|еи|ему)\b"
# Somebody without a name: "a Canadian who", "ein Kollege, der".
SOMEBODY_WHO = r"\b(?:an?|some|this|ein\w*|une?|una?|uma?) \w+ (?:who|qui|que|che)\b"
# Verbs of persons, and verbs that distinguish a thing of mine from me: "my agency will be".
_BE = r"(?:is|are|was|were|isnt|arent|wasnt|ist|sind|war|waren|es|son|era|fue|esta|estan|est|sont|(?:y )?etait|etaient|e|sono|erano|sao|foi|eram|есть|был[аио]?)"
_DO = (
    rf"(?:{speakers.DOES}|have|had|hasnt|havent|will|wont|would|got|gets?|needs?|went|goes|came|comes|lived|worked|uses|runs|moved|bought"
    r"|haben|hatten?|wird|werden|kommt|macht|tienen|tenia|ha|han|va|van|hace|viene|ont|avait|va|vont|fait|vient|sera|seront"
    r"|hanno|aveva|vengono|vuole|puo|sta|lavora|fa|sara|saranno|tem|tinha|vai|vao|vem|quer|pode|mora|trabalha|faz|sera|serao"
    r"|будет|будут|является|являются|стал[аи]?|имеет|имеют|работают|живут|хотят|может|идет)"
)
_FILLER = r"(?:(?:and|but|so|also|well|ok|btw|that|as|since|oh|then|now|today|und|aber|y|pero|que|et|mais|e|ma|mas|che|и|а|но|что) ){0,2}"
_ADVERB = r"(?: (?:also|just|really|soon|already|still|auch|schon|ya|tambien|deja|aussi|anche|gia|ja|tambem|уже|тоже|all))?"
_NOUN = rf"(?!(?:{_BE}|{_DO})\b)\w+(?: (?!(?:{_BE}|{_DO})\b)\w+)"
OTHER_SUBJECT = (
    rf"^ ?(?!as some(?:one|body)\b){_FILLER}(?:"
    rf"(?:{_HE}|(?P<they>{_THEY})|(?:{_DETERMINED} )?(?P<many>{_MANY})){_ADVERB} \w+"
    rf"|(?P<person>(?:{speakers.MY}|{_MY}|[oa]|il) {_PERSON}){_ADVERB} (?:{_BE}|{_DO})"
    rf"|(?P<kin>(?:mi[oa]|miei|mie|meus?|minhas?) {_PERSON}){_ADVERB} \w+"
    rf"|(?:{_MY}|{_DETERMINED}) (?P<thing>{_NOUN}{{0,2}}?){_ADVERB} (?!(?:{_BE}|a)\b){_DO}"
    rf"|(?P<bare>(?!(?:я|мы|это)\b)[а-я]{{3,}}){_ADVERB} (?:будет|будут|имеет|имеют|хочет|хотят|живет|живут)"
    r")\b"
)
"""Somebody or something else as the subject at the beginning of a clause, with its verb."""
# After these words a quote depends on another word: "for [a person with anxiety]".
GOVERNS = frozenset(
    """
    for of about with to by from between per like his her their fur von uber mit dem des para de
    del sobre al pour du des d aux для о об про di da do dos das pra dei della delle degli
    """.split()
)
ARTICLES = frozenset(
    """
    a an the some another every each der die das den ein eine einen einem einer eines un una el la
    los las unos unas le les l une il lo gli um uma o os as
    """.split()
)
FOR_SOMEBODY = (
    r"\b(?:for|about|fur|uber|para|sobre|pour|per|для|об?|про) (?:an?|the|some|people|those|someone|somebody|anyone|ein\w*|un[ae]?|uma?|jemand\w*|alguien|alguem|qualcuno|quelquun)? ?"
    r"(?P<whom>.+)|(?:给|为|适 ?合|关 ?于) ?(?P<wen>.+)"
)
FOR_ANYBODY = r"\b(?:for|about|fur|uber|para|sobre|pour|per|для|об?|про) (?:an?|some|people|those|someone|somebody|anyone|ein\w*|un[ae]?|uma?|jemand\w*|alguien|alguem|qualcuno|quelquun|кого то|человека) (?P<whom>.+)"
"""The same after "I need" and similar verbs, about nobody in particular."""
# What the user does with what they have: "tips for [sleeping with tinnitus]", "para [dormir con acúfenos]".
ACTIVITY = (
    r"^ ?(?:\w{3,}ing(?: \w+)? (?:with|w|without)|(?:mich |mir )?\w{3,}en (?:mit|trotz)|\w{2,}(?:ar|er|ir)(?:me|se)? (?:con|com|avec|malgre)"
    r"|\w+re (?:avec|malgre)|\w+(?:are|ere|ire|rsi) con|\w+(?:ть|ться) (?:с|со|при)|с \w+ом) \w"
)
FACT_OF_STATE = r"^(?:(?:is|ist|es|est|e) (?!(?:in|at|with|part|on|en|dans|bei|im|an? member)\b)|(?:has|hat|tiene|a|ha|tem) )|^\S+$"
FACT_FOR = r"\b(?:for|about|fur|uber|para|sobre|pour|per|для|об?|про)\b|给|为|适合|关于"
# A clause that continues without "I", as people type about themselves.
GOES_ON = (
    r"^ ?(?:just |still |currently |now |always )?(?:\w{3,}ing|been|never|got|moved|turned|need|want|trying|have|havent|would|used|dont|had|work|live)\b"
    r"|^ ?(?:\d+(?:st|nd|rd|th)|first|second|third) (?:\w+ )?(?:time|year|yr|season|month|week|attempt|try)\b"
)
# The verb of a clause without a subject, in the third person: Spanish "tiene", Russian "живёт".
DROPPED_SUBJECT = (
    r"^ ?(?:(?:y|e|no|nao|non|ya|tambien|ademas|encima|pero|siempre|и|не|еще|тоже) )*(?:es(?! que\b)|esta|tiene|vive|trabaja|estudia|habla|juega|come|bebe|sufre|padece|colecciona|odia|adora|l[ea]s? (?:gusta|encanta|interesa|apasiona)n?"
    r"|ha|soffre|lavora|abita|studia|parla|gioca|mangia|beve|gli piac\w+|le piac\w+|tem|mora|estuda|fala|joga|gosta"
    r"|живет|работает|учится|любит|ненавидит|ест|пьет|играет|говорит|болеет|страдает|собирает|имеет)\b"
)
# Words at the beginning of a clause that join it to the one before.
JOINING = frozenset(
    "and but so also because und aber weil also y pero porque que et mais car e ma и но а".split()
)
# A clause about a thing: "the marathon is", "el maratón es".
OF_A_THING = rf"^ ?{_FILLER}(?:the|this|der|die|das|el|la|los|las|le|les|l|il|lo|o) \w+(?: \w+){{0,3}}? {_BE}\b"
# The user with somebody: "Is buying a house with the girlfriend".
IN_COMPANY = (
    r"\b(?:with|together|mit|zusammen|con|junto|avec|ensemble|insieme|com|с|со|вместе)\b|和|跟|一起"
)

# The future; and words of facts about it.
# "i'll" and "we'll" without their apostrophes, and not the adjective and the adverb: "i am ill",
# "i sleep well", "well i live in oslo".
_BEFORE_THE_ADJECTIVE = """
    am is are was were be been being feel feels felt feeling im hes shes fell got very my an his her their the
    mentally chronically seriously terminally critically physically often always someone people who
""".split()
_ILL = (
    "".join(rf"(?<!\b{word} )" for word in _BEFORE_THE_ADJECTIVE)
    + r"\bill (?=[^\W\d])(?!and\b|or\b|so\b|but\b|for\b|since\b|at\b|in\b|with\b)"
)
_WELL = (
    r"(?:^|\b(?:and|but|so|then|think|hope|guess|if|when|because|until|that|maybe|soon|now|later) )well "
    r"(?=(?:be|have|go|get|move|see|need|buy|try|take|visit|come|start|do|make|stay|leave|meet|know|fly|drive|travel|spend|keep|use|find|wait|sell|rent|live|work|open|adopt|build|finish|end|become|bring|send|pay|learn|join|marry|switch|pick|host|run|hire|own|lose|hold|throw|plant|grow|raise|renovate|celebrate|launch|switch|upgrade|replace|change|give|tell|talk|call|ask|eat|cook|play|ride|walk|swim|train|teach|study|write|read|watch|listen|help|share|save|invest|order|book|rent|share|settle|retire|graduate|divorce|return|sleep|camp|hike|sail|paint|fix|repair|add|set|put|turn|reach|hit|win|probably"
    r"|probably|prob|also|all|both|soon|finally|just|never|still|only|likely|hopefully|definitely|maybe|eventually)\b)"
)
# "Sera" is "will be" in Spanish and French, and an evening in Italian.
_SERA = (
    "".join(
        rf"(?<!\b{before} )"
        for before in """
    la una alla della di da ogni questa buona quella ieri domani verso ultima prima tarda
    lunedi martedi mercoledi giovedi venerdi sabato domenica
    """.split()
    )
    + "sera"
)
COMING = (
    rf"{_ILL}|{_WELL}|\b{_SERA}\b"
    r"|\b(?:will|(?:i|we) wont|shall|gonna|(?:is|are|am|im|were|youre) going to|(?:about|plan|planning|hop(?:e|ing)|intend(?:ing)?|getting ready) to|(?:it|they|that)ll|werden?|wird|ich plane|plane ich|habe vor(?= (?:\w+ ){0,3}zu\b|$)|planeo|tengo pensado|compte|prevois|ho intenzione|sto per|pretendo"
    r"|(?:voy|vas?|vamos|van) a|(?:vais|vas?|allons|allez|vont) \w+(?:er|ir|re)|(?:je|nous|ils|elles|qui) (?:\w+ ){0,2}\w{2,}(?:rai|rons|ront)|j\w{2,}rai|seran|tendran?"
    r"|sar[ao]|saranno|avr[ao]|avranno|(?:vou|vai|vamos|vao) \w+[aei]r|serao|буд(?:у|ем|ешь|ет|ете|ут)|собира(?:юсь|емся)|планиру\w+)\b"
    r"|即 ?将|就 ?要|快 ?要|将 ?来|打 ?算|准 ?备|[月年周天后] ?(?:份 ?)?(?:就 ?|我 ?)?[要会]"
)
COMING_BY_ENDING = r"\b\w+(?:[aeií]r(?:é|emos)|[ai]rei)\b|\b(?!(?:però)\b)\w+[ei]r(?:ò|emo)\b"
"""First-person future verbs in Spanish, Italian and Portuguese, in lower case with accents."""
# Verbs by which one comes to have a thing; with any other one has it: "i'm going to take my dog".
GETS = (
    r"\b(?:get|getting|have|having|buy\w*|adopt\w*|pick|picking|receiv\w*|meet\w*|open\w*|collect\w*|order\w*|start|starting|launch\w*|found\w*|build\w*|choos\w*|bekomm\w*|krieg\w*|kauf\w*|\w*hol\w*|eroffn\w*|tendr\w*|tener|compr\w*|recog\w*|abr\w*|aur\w*|avoir|achet\w*|recevr\w*|recevoir|ouvr\w*"
    r"|avro|avremo|prend\w*|apr\w*|ter|buscar|куп\w*|получ\w*|забер\w*|завед\w*|завести|откро\w*)\b"
)
# What will go on is so today: "i'll keep playing tennis".
WILL_GO_ON = r"\b(?:keep|continue)(?: on)? (?P<does>\w{2,}ing)\b"
FACT_COMING = (
    r"\b(?:soon|next|upcoming|future|will|plan(?:s|ned|ning)?|going|starts?|starting|expect\w*|due|moving|becom\w+|intend\w*|hop\w+|wants?|would|looking|consider\w*|prepar\w+|train\w+|may|might|could|until|by|deadline|sav\w+|build\w+|organi[sz]\w+|launch\w*|is to|are to|aims?|first|turns?"
    r"|wird|werden|bald|plant|will|mochte|nachste\w*|sucht|va a|quiere|planea|proxim\w+|busca|va|veut|compte|prevoit|bientot|prochain\w*|cherche|sera|vuole|pensa di|presto|prossim\w+|sara|vai|quer|pretende|planeja|em breve"
    r"|буд\w+|хочет|скоро|планирует|собира\w+|ищет|станет|готов\w+)\b|\d{4}|要|将|计划|打算|准备|想|即将"
)
# Single past acts, and a fact that states them as habits. Changes last: "I moved", "I joined".
_ONCE = (
    r"(?:(?:just|recently|once|also|already|then|only|even) )?(?!(?:moved|joined|switched|started|adopted|got|turned|graduated|married|learned|learnt|retired|changed|upgraded|ordered|enrolled|signed|decided|inherited|converted|migrated|transferred|immigrated|emigrated|opened|founded|launched|received|swapped|replaced|installed|settled|subscribed|need|bleed|feed|speed|breed)\b)"
    r"(?:\w{2,}ed|did|made|took|went|wrote|sold|gave|paid|ran|taught|drove|ate|flew|saw|spent|sent|swam|won|lost)"
)
DID_ONCE = (
    rf"\b(?:i|we) {_ONCE}\b|\bя (?!(?:стал|начал|переш|переехал|устроил|поступил|купил|завел|привык|полюбил|бросил)\w*)\w{{2,}}(?:л|ла|лся|лась)\b"
    r"|\b(?:hice|fui|gane|vendi|pedi|cobre|fiz|vendi|ganhei|cobrei|pedi)\b"
)
FACT_HABIT = (
    r"^(?:(?!(?:has|is|was|lives|uses|owns|likes|loves|enjoys|hates|dislikes|prefers|wants|needs|knows|speaks|plans|wishes|always|sometimes|suffers|studies|follows|supports|this|keeps|considers|thinks|believes|feels|struggles)\b)\w{2,}(?<!s)s"
    r"|trabaja|hace|cobra|vende|va|gana|pide|faz|trabalha|ganha|\w+(?:ет|ит|ется|ится))\b"
)
FACT_ONCE = (
    r"\b(?:used to|former\w*|once|was|were|had|did|been|since|ago|\w{3,}ed|made|took|went|wrote|sold|gave|paid|taught|drove|spent|built|left|won|lost"
    r"|fue|hizo|foi|fez|был\w*|\w{2,}(?:л|ла|ли|лся|лась)|\d{4})\b"
)
# Questions about what is mine, or what somebody could do: the question is after its subject.
ASKED = (
    r"^ ?(?:(?:and|but|so|ok|also|hey|hi|then|please) )*(?:can|could|will|would|should|does|do|did|is|are|was|has|may|might|must) (?:(?:my|our|the|this) \w+|i|we|it|this|that)\b"
    r"|^ ?(?:kann|konnte|darf|soll|sollte|muss|wird|lauft) (?:mein\w* \w+|ich|wir|man)\b|^ ?(?:puede|podria|puedo|deberia)(?: (?:mis?|el|la) \w+)?\b"
    r"|^ ?(?:est ce que (?:mon|ma|mes) \w+|(?:mon|ma) \w+ (?:peut|pourrait) (?:il|elle))\b|^ ?(?:puo|potrebbe|posso|pode|poderia|devo)(?: (?:il|la|o|a) (?:mi[oa]|meu|minha) \w+)?\b"
    r"|^ ?(?:может|сможет|потянет|можно) (?:ли )?(?:мо\w+ \w+)?"
    r"|^ ?我 ?的? ?\w(?: ?\w){0,5}? ?能(?=.*吗)"
)
ASKED_HOW = (
    r"^ ?(?:(?:and|but|so|ok|also|hey|hi|then|please) )*(?:how|where|when|what|which|why|who|wie|wo|was|welche\w*|como|donde|que|cual\w*|comment|ou|quel\w*|come|dove|quale|onde|qual|как|где|что|какои)\b.{0,40}?"
    r"\b(?:do|can|could|should|would|to|will|did|might|kann|soll|sollte|muss|puedo|debo|puis|dois|posso|devo|могу|мне)\b"
)
# A fact that says only what the user has or uses, and how a clause names a possession.
HAS_ONE = rf"{idioms.FACT_HAS}(?P<thing>\w+(?: \w+){{0,4}})$"
MY_THING = rf"\b(?:{speakers.POSSESSIVE}|сво\w{{1,3}}) (?P<words>\w+(?: \w+){{0,4}})"
# "My diabetic husband": what stands before the person is presumed, not asked.
MY_PERSON = rf"\b{_MY} (?P<words>(?:\w+ ){{1,2}}{speakers.PERSON})\b"
PRESUMED = r"\b(?:with|w|mit|con|avec|com|my|our|mein\w*|unser\w*|mis?|nuestr\w+|mon|ma|mes|notre|mi[oa]|meu|minha|мо\w{1,2}|наш\w*)\b"
ROLE = r"\b(?:as|als|como|comme|come|как) (?:an? |ein\w* |une? |una? |uma? )?(?P<role>\w+)"
# "Would I earn more as a nurse?" presumes nothing.
IMAGINED = (
    r"\b(?:would|could|should|might|wurden?|konnten?|sollten?|podria|deberia|ganaria|pourrais|devrais"
    r"|gagnerais|potrei|dovrei|poderia|deveria|бы)\b"
)
CHOICE = r"^ ?(?:\w+ ){0,2}(?P<one>\w+) (?:or|oder|ou|o|или|还 ?是) (?P<other>\w+)(?: \w+){0,2}$"
"""The two alternatives, in a clause that offers exactly two."""
# Children who are still expected, and a fact that counts them as born.
EXPECTED = r"\b(?:expecting|pregnant|attend(?:s|ons)?|enceinte|erwarten?|schwanger|embarazada|esperando|esperamos|aspettiamo|aspetta|incinta|gravida|ждем|ждет|беременн\w+)\b|怀 ?孕|怀 ?了"
FACT_CHILD = (
    r"^(?:(?:has|hat|tiene|tem|ha|a|имеет) |is (?:an? )?(?:parent|mother|father|mom|mum|dad)\b).*\b(?:kids?|child\w*|twins?|sons?|daughters?|bab(?:y|ies)|kind\w*|zwilling\w*|hij[oa]s?|gemel[oa]s|mellizos|bebes?|enfants?|jumea\w+|jumelles|fils|filles?|figli\w*|gemell[ie]|filh[oa]s?|gemeos|дет\w+|ребен\w+|близнец\w*)\b"
    r"|^(?:a|ha|tem) |^\W*有.*(?:孩|儿|娃|宝|胎)"
)
FACT_EXPECTED = r"\b(?:expect\w*|pregnan\w*|due|unborn|on the way|erwart\w*|schwanger|embaraz\w*|esper\w+|attend\w*|enceinte|aspetta\w*|incinta|gravida|ждет|беремен\w*)\b|怀|预产"
# Wishes in Italian and Portuguese, of the user's or of others.
WISHED = r"\b(?:vuole|vogliono|voglio|vorrei|vogliamo|vorremmo|quero|quer|querem|queremos|queria|gostaria)\b"
FACT_WISHED = r"\b(?:wants?|wish\w*|would|hopes?|plans?|prefers?|vuole|vorrebbe|desidera|preferisce|cerca|quer|gostaria|deseja|prefere|pretende)\b"
