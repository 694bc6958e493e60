"""Signs that a quote leaves open what it mentions: possible, asked, wanted, advised. Pure data.

Regular expressions for plain text (see `text.vocabulary.plain`), in Chinese without spaces.
"""

# Possibilities. Only German distinguishes "could" from "was able" by an accent.
POSSIBLE = (
    r"\b(?:(?:cant|cannot|can not|couldnt) be (?:ruled out|excluded)|(?:ist|sind) nicht auszuschliessen|no se puede descartar|non si puo escludere|ne peut (?:pas )?etre exclue?|нельзя исключить|(?<!how )(?:i|we|one|they|(?<!if )you) could (?!not\b|never\b|only\b|care\b|barely\b|hardly\b|always\b)\w+|could (?:also )?be \w+|(?:can|could) also|we can (?:use|try|get)"
    r"|(?:yo )?podriamos|yo podria|se podrian?|(?:je|on) pourrai[ts]|nous pourrions|potremmo|si potrebbe(?:ro)?|eu poderia|poderiamos"
    r"|можно было бы|(?<!не )(?:я )?(?:мог|могла) бы|мы могли бы)\b|(?:我们|也|还)可以(?:用|做|试)"
)
POSSIBLE_IN_GERMAN = (
    r"\b(?:ich|man) könnte\b|\bkönnte (?:ich|man)\b|\bwir könnten\b|\bkönnten wir\b"
)
FACT_POSSIBLE = r"\b(?:can|could|able|loves?|enjoys?|kann|konnte|puede|podria|peut|pourrait|puo|pode|может|мог\w*)\b|能|会|可以|喜欢"

# Questions about how to make a thing, which has no owner yet.
MY_OWN = r"\bhow (?:can|do|should|could) (?:i|we) (?:\w+ ){1,3}my own\b"

# A question about a thing. Relative clauses begin with some of these words, too.
ASKED_WHAT = (
    r"^(?:(?:so|and|but|ok|also|then|und|y|e|et|и|а) )*(?:whats?|which (?!is\b|are\b|was\b|has\b|had\b|means\b|makes\b)|q|que hora|cual\w*|was (?:heißt|heisst|bedeutet)|welche\w* \w+ (?:ist|sind|sollte?|kann|gibt)|quel\w* (?:est|sont|heure)"
    r"|che ore|quale|quanto costa|que horas|qual|что (?:лучше|выгоднее|значит)|какои|какая|какие|сколько (?:времени|стоит))\b|几点|怎么说|什么意思|多少钱"
    rf"|^(?:\w+ )?{MY_OWN}"
)
FACT_ASKED = r"\b(?:ask\w*|look\w*|want\w*|plan(?:s|ned|ning)?|interest\w*|seek\w*|prefer\w*|wonder\w*|consider\w*|fragt|interessiert|pregunta|interesa|demande|interesse|chiede|pergunta|интересу\w*|спрашива\w*)\b|想|感兴趣|^(?:does not|doesnt|dislik)"
LEARNING = r"\b(?:learn\w*|stud(?:y|ies|ying)|lern\w*|aprend\w*|estudi\w*|appren\w*|impar\w*|уч\w*|изуча\w*)\b|学"

# A change that is only wanted, and a fact that states it as made.
WANTED = (
    r"\b(?:(?:i|we) (?:really )?(?:want|need|wish|hope|plan|would like|would love|intend) to|(?:id|wed) (?:like|love) to|wanna|ich (?:will|mochte)|wir (?:wollen|mochten)|quiero|queremos|quisiera|me gustaria"
    r"|(?:je|on) (?:veux|veut|voudrais|voudrait)|j?aimerais|voglio|vorrei|vogliamo|quero|queria|gostaria|хочу|хотим|хотел\w* бы)\b|想要?(?!知道|问|请)|打算"
)
FACT_CHANGED = (
    r"^(?:(?:has|have|is|recently|already) )*(?:stopped|ended|finished|completed|moved|started|switched|changed|cancell?ed|ordered|booked|bought|sold|quit|left|adopted|launched|founded|opened|published|graduated|resigned|divorced|broke(?:n)? up|gave up|given up|became|become|hired|signed)\b"
    r"|^(?:hat|ist) .*(?:gekundigt|aufgehort|abgesetzt|gekauft|verkauft|verlassen|umgezogen|gewechselt|begonnen)$|^(?:ha |se ha |se )?(?:dejado|dejo|vendido|vendio|comprado|compro|mudado|mudo|cambiado|cambio|empezado|empezo)\b"
    r"|^a (?:arrete|quitte|vendu|achete|demenage|change|commence)\b|^(?:ha|si e) (?:smesso|lasciato|venduto|comprato|trasferit[oa]|cambiato|iniziato)\b|^(?:deixou|parou|vendeu|comprou|largou|mudou|comecou)\b"
    r"|^(?:бросил|продал|купил|переехал|уволил|сменил|начал)\w*\b|^已|^(?:辞|卖|买|换|搬|停).*了"
)

# What was planned, and need not have come to pass: "we were going to move to Porto".
WAS_PLANNED = (
    r"\b(?:(?:that|it|this) (?:was|were) (?:just )?(?:last \w+s?|the old|my old|our old|an old|the) (?:\w+ )?(?:plan|idea)|(?:we|i) (?:ended up (?:not|staying)|changed (?:my|our) minds?|decided against)|(?:i|we) (?:was|were) (?:(?:just|originally|actually|always|about) )?(?:going|planning|supposed|meant|hoping|about) to (?!ask|say|tell|write|mention|add)|(?:i|we) had planned to|(?:ich|wir) (?:wollten?|hatten? vor|sollten?) (?!nur|mal|dich|sie|fragen|wissen)"
    r"|(?:iba|ibamos) a (?!pregunt|decir|coment)\w|(?:je|j|on|nous) (?:allais|allait|allions|devais|devait|devions) \w+(?:er|ir|re)|(?:stavo|stavamo) per|avevo intenzione|avevamo intenzione|(?:eu|nos) (?:ia|iamos) \w+r|(?:я|мы)? ?собирал(?:ся|ась|ись))\b"
)
FACT_WAS_PLANNED = r"\b(?:was|were|had|planned|wanted|wollte\w*|hatte\w*|iba|allait|voulait|stava|voleva|ia|queria|собирал\w*|хотел\w*)\b"

# Advice of others, and what they call somebody.
ADVISED = (
    r"\b(?:me (?:dizem|disseram|dicen|dijeron|recomend\w+|aconsej\w+|suger\w+)|(?:m ?ont|on m ?a) (?:dit|conseille|recommande)|mi (?:dicono|hanno detto|hanno consigliato|consigliano)|(?:recommended|suggested|advised) (?:to )?me"
    r"|(?:wurde|haben) mir (?:\w+ ){0,5}(?:gesagt|empfohlen|geraten)|(?:elas|eles|ellos|ellas|they|elles|ils|они) (?:chamam|llaman|call|appellent|называют)(?! (?:me|меня)\b)"
    r"|мне (?:говорят|советуют|посоветовали|рекомендовали))\b|(?:别人|朋友|他们|大家|有人)(?:推荐|建议)"
)
FACT_ADVISED = r"\b(?:told|said|recommend\w*|advis\w*|suggest\w*|according|call\w*|dizem|recomend\w*|aconsej\w*|conseill\w*|consigli\w*|empfohlen|geraten|совету\w*|рекоменд\w*)\b|推荐|建议"
DOCTOR = r"\b(?:doctor\w*|dr|gp|arzt\w*|medic[oai]\w*|medecin\w*|dottore\w*|врач\w*)\b|医生|大夫"

# Appearances, and things that something reminds one of.
APPEARS = (
    r"\b(?:(?:mak(?:es?|ing)|made) (?:me|us) (?:look|sound|seem|appear|come across|think of)|me (?:hacen?|faz(?:em)?) (?:parecer|pensar en|pensar em)|me fait (?:passer|paraitre)|me font? penser a|mi fan?(?:no)? (?:sembrare|apparire|pensare a)"
    r"|lasst mich (?:\w+ ){0,4}(?:wirken|aussehen|erscheinen)|заставля\w+ (?:меня )?думать)\b|让我(?:看起来|显得)"
)
FACT_APPEARS = r"\b(?:shows?|appears?|seems?|looks?|sounds?|comes? across|suspect\w*|think\w*|probably|perhaps|may|might|wirkt|parece|semble|parait|sembra|кажет\w*|выглядит)\b|看起来|显得|像|可能"

# A home that somebody is still to move to. Spanish "nos mudamos" is also "we moved".
MOVES_THERE = (
    r"\b(?:(?:moving|relocating|emigrating|heading off|going) (?:back |over |away )?to|(?:to|will|gonna|ll) (?:move|relocate|emigrate)"
    r"|(?:zieh(?:e|en|t)?|gehe?n?) (?:\w+ ){0,6}?nach|nach \w+ (?:zu |umzu|um)?ziehen"
    r"|(?:me mudo|nos mudamos|me voy a vivir|nos vamos a vivir|mudar(?:me|nos))|(?<!\ba )(?<!\bai )(?<!\bavons )(?<!\bont )demenag(?:e|eons|er|ent|erai|erons)(?!s)|(?:pars|partons|allons) (?:vivre|habiter|minstaller|m installer)"
    r"|переезжа(?:ю|ем)|переед(?:у|ем)|уезжа(?:ю|ем) (?:жить )?в|mi trasferisco|ci trasferiamo|vou me mudar|vamos nos mudar|me mudo|nos mudamos)\b"
    r"|(?:要|准备|打算|将|将要|计划)(?:搬|移民|去.{1,8}(?:交换|留学|生活|定居))|(?:下个?[月周年]|明年|年底|暑假).{0,6}搬"
)
MOVED_THERE = r"\b(?:moved|already|since|ago|last|bin|sind|hat|gezogen|schon|seit|hace|desde|ya|pasad[oa]|ultim[oa]|deja|depuis|dernier\w*|уже|недавно|прошл\w+|переехал\w*)\b|已经|了|去年|上个?[月周]"

# An exam, a training or a goal that is still ahead, and a fact that does not speak of it.
AIMS_AT = (
    r"\b(?:(?:study|studying|prep|prepping|prepare|preparing|revising|training|practi[cs]ing|cramming|learning) (?:for|to (?:be|become))|(?:my|our|the) (?:goal|target|aim) is|(?:exam|test|finals?) (?:for|to) (?:be|become|the|my)"
    r"|(?:lern\w*|ube|uben|pauke\w*) (?:\w+ ){0,3}?(?:fur|auf)|bereite\w* (?:mich|uns)|(?:ausbildung|umschulung|pruf?ung) (?:zum|zur|als)|ziel ist"
    r"|prepar(?:o|ando|amos|andome)|oposicion\w*|estudi(?:o|ando|amos) para|estud(?:o|ando|amos) p(?:ara|ra)|(?:studio|studiando|studiamo) (?:per|da)|(?:mi|el) (?:objetivo|meta) es"
    r"|prepar(?:e|ons) (?:le |la |les |l |un |mon |ma )*(?:concours|examen|diplome|bac|permis|certification|capes|agreg\w*)|concours d\w*|formation (?:de|d|pour)|il (?:me|nous) faut (?:au moins )?\d+|(?:mon|l) objectif est"
    r"|готов(?:люсь|имся) к|экзамен\w* на|(?:учусь|учимся) на|(?:моя )?цель)\b"
    r"|备考|备战|准备.{0,4}考|想考|要考|目标"
)
FACT_STATE = (
    r"^(?:(?:is|was|works?|has|passed|scored|holds|got|earned|knows|speaks|reached|ist|hat|arbeitet|kann|spricht|bestand\w*|es|tiene|trabaja|habla|sabe|aprobo|est|a|travaille|parle|sait|работает|является|имеет|знает|владеет|говорит|сдал\w*|e|ha|lavora|parla|trabalha|tem|fala)\b|\w+$)"
    r"|^(?:用户)?(?:是|有|会|通过|拿|持有|.{0,8}(?:考了|得了|拿了|考过|达到))"
)
FACT_AIM = (
    r"\b(?:exam\w*|test\w*|prep\w*|train\w*|stud\w+|learn\w*|goal\w*|aim\w*|target\w*|want\w*|plan\w*|hop\w+|candidat\w*|working (?:on|towards?)|certif\w*|becom\w+|apprentic\w*|aspir\w*|future"
    r"|pruf?ung\w*|lern\w*|ausbild\w*|azubi\w*|umschul\w*|ziel\w*|vorbereit\w*|bereitet|will|mochte|werd\w+|wird|opos\w*|estudi\w*|aprend\w*|quiere|objetivo|meta|concours|formation|appren\w*|etudi\w*|objectif|veut|passe"
    r"|экзамен\w*|готов\w*|уч\w+|цель|хочет|планир\w*|студент\w*)\b|考[试試]?(?![了过])|备|学|目标|想|计划|准备"
)

# The day on which a child is expected is nobody's birthday.
DUE_DAY = r"\b(?:due date|due on|baby is due|im due|geburtstermin|errechnet\w* termin|entbindungstermin|fecha (?:probable )?(?:de|del) parto|salgo de cuentas|terme (?:est|prevu)|date (?:prevue )?(?:d|de l) ?accouchement|пдр|дата родов)\b|预产期"
BIRTHDAY = r"\b(?:birthdays?|bday|born|geburtstag\w*|geboren|cumple\w*|nacio|anniversaire|nee?|день рождения|родил\w+)\b|生日|出生"

# A condition before what follows from it: "if the test is right im pregnant"; but not how people
# begin ("if it helps, I'm a nurse"), what they ask ("not sure if ..."), nor a Spanish "yes".
CONDITION = (
    r"(?<!sure )(?<!know )(?<!idk )(?<!see )(?<!check )(?<!me )(?<!wonder )(?<!ask )(?<!weiss )(?<!fragen )"
    r"\b(?:if (?!(?:it|that|this|any of (?:it|this)) (?:helps?|matters?|counts?|is (?:relevant|important|of use)|makes (?:a|any) difference)|(?:you|u) (?:need|want|ask|wonder|must|care|are|re|didnt|dont|havent|remember|recall)|(?:relevant|needed|useful|so|not|i (?:remember|recall|may|understand))\b)"
    r"|once (?:the|my|our|we|they|he|she|i|its|it|all) |as soon as |provided (?:that )?|assuming |unless |when i grow up|(?:in case|suppose) "
    r"|(?:wenn|falls|sobald) (?!(?:es (?:hilft|wichtig ist)|du|sie (?:wissen|wollen|mussen)|ich mich)\b)"
    r"|si (?!(?:me (?:pregunta|permit)\w*|soy|tengo|vivo|estoy|trabajo|te|quieres|ayuda|necesitas|tu|vous|ca (?:aide|interesse)|jamais)\b)|s ?ils? (?!vous|te)|en cuanto |des que "
    r"|se (?:(?:mi|ci) (?:prend|assum|scelg|scegl|offr|promuov|trasfer|chiam)\w+|(?:vinco|passo|divento|riesco|trovo|fossi|avessi|dovessi|potessi)\b)|qualora |non appena "
    r"|(?:se|caso) (?:eu|a gente|me) (?!(?:me )?(?:lembro|engano|recordo)|nao me engano)|assim que "
    r"|если (?!(?:это|вам|тебе|нужно|интересно)\b)|как только )"
)
FACT_OF_STATE = (
    r"^(?:is|are|has|owns|inherits|lives|works|moves|gets|ist|hat|besitzt|erbt|wohnt|lebt|arbeitet|zieht"
    r"|es|esta|tiene|hereda|vive|trabaja|est|a|herite|habite|travaille|e|ha|abita|vive|lavora"
    r"|tem|mora|trabalha|работает|живет|имеет|беременна)\b"
)
# What would make a fact so, in the condition itself: "if they take me as a driver".
WOULD_BECOME = (
    r"\b(?:(?:take|hire|accept|pick|choose|promote|transfer|adopt) (?:me|us)|(?:i|we) (?:get|win|pass|move|become|buy|inherit|land|start|join|marry|end up|go (?:with|for))"
    r"|(?:mich|uns) (?:\w+ ){0,4}?(?:nehmen|einstellen|befordern)|(?:ich|wir) (?:\w+ ){0,5}?(?:bekommen?|kriegen?|werden?|ziehen?|gewinnen?|bestehen?|kaufen?|erben?)"
    r"|(?:me|nos) (?:cogen|contratan|aceptan|dan|eligen|ascienden|mudo|mudamos|caso)|gano|apruebo|consigo|compro|heredo"
    r"|(?:me|m|nous) ?(?:prennent|prend|embauchent?|acceptent?|donnent?|installe)|(?:je|j) ?(?:gagne|reussis|obtiens|demenage|achete|deviens|herite)"
    r"|(?:mi|ci) (?:prend\w+|assum\w+|scelg\w+|offr\w+|promuov\w+|trasfer\w+|spos\w+)|vinco|ottengo|divento"
    r"|(?:me|nos) (?:contratar\w*|aceitar\w*|chamar\w*|mudar\w*)|(?:eu|a gente) (?:passar|passe|ganhar|ganhe|conseguir|consiga|mudar|mude|comprar|compre|virar|vire)"
    r"|(?:меня|нас) (?:возьмут|примут|наймут|переведут)|(?:выигра|получ|купл|стан|перее|поступл)\w*)\b"
)
# What is one's own, and so is not supposed: "my shift at the bakery".
OWN = r"\b(?:my|our|mein\w*|unser\w*|mis|mi(?! (?:prend|assum|scelg|offr|promuov|trasfer|spos|chiam|contrat|dan|acept|elig|ascien|cog|mud|cas)\w*)|nuestr\w+|mon|ma|mes|notre|nos|mi[oae]i?|miei|nostr\w|meus?|minhas?|noss\w+|мо[йияею]\w*|наш\w*)\b|我的"
# What is only supposed, to the end of the sentence; and a word for that, before or behind it.
SUPPOSED = (
    r"\b(?:(?:lets |let us |please )?(?:assume|suppose) (?!(?:it|its|so|you|they|he|she)\b)|for the sake of argument|take this case|in theory (?:im|i|my|we)\b|nehmen wir(?: mal)? an|angenommen|gesetzt den fall"
    r"|mettons que|admettons que|supposons que|imaginons que|pongamos que|supongamos que|imaginemos que|mettiamo che|poniamo che|supponiamo|suponhamos|digamos que|допустим|предположим)\b|假设|假如"
)
HYPOTHETICAL = r"\b(?:hypothetical\w*|hypothetisch\w*|hipotetic\w*|hypothetique\w*|гипотетич\w*)\b"
