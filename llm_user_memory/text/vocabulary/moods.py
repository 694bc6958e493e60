"""Words that mark something as past, sought, believed or played. Pure data.

Regular expressions over plain words (see `text.vocabulary.plain`), in six languages. They complete
those of `speakers`: a statement in one of these moods is not a current fact.
"""

# The past, without a word such as "formerly": "i worked at Google", "trabajaba de camarero".
WAS = (
    r"\b(?:(?:(?:^|\b(?:i|we) )was|\b(?:i|we) were) (?:an? (?!bit|little|lot|few|while|huge|big)|on (?!a call|the phone|my way)|working (?!on)|living|studying|teaching)"
    r"|(?:i|we) (?:worked|lived|owned|smoked|drank|drove|studied|played|taught (?!myself)"
    r"|had (?!to\b|been|(?:an? |my |our )?(?:\w+ )?(?:baby|babies|twins|kids?|child|son|daughter|girl|boy)\b))"
    r"|(?:ich (?:war|hatte|arbeitete|wohnte|lebte|spielte|studierte|rauchte)|(?:war|hatte|arbeitete|wohnte|lebte) ich)(?! (?:schon immer|immer schon|noch nie|nie|gern\w*)\b)"
    r"|\w{3,}(?<!est)(?:aba|abamos)|(?:yo )?(?:fui(?! (?:a|al|con|por)\b)|trabaje (?:de|como|en)|vivi en|estudie|era|eramos|tenia|teniamos|vivia|viviamos)(?! que)|estaba (?:en|de|con)"
    r"|j?(?:etais|avais|habitais|travaillais|bossais|vivais|jouais|faisais|fumais|etudiais|buvais|enseignais|utilisais|courais)"
    r"|(?!(?:schiavo|ottavo|octavo|esclavo|centavo|escravo|agravo|incavo|ricavo)\b)\w{3,}avo|usavo|(?:av|viv|ten|fac|legg|scriv|sap|corr|prend|vend|cred|bev)evo"
    r"|eu (?!queria\b|podia\b|gostava\b|\w+ria\b)(?:\w{2,}(?:ava|ia)|era|tinha)|^(?:(?:antes|ja) )?(?:morava|trabalhava|tocava|jogava|estudava|fumava|namorava)"
    r"|(?:работал|жил|играл|курил|преподавал|служил)[аи]?|(?:учил|занимал)(?:ся|ась|ись))\b"
    r"|(?:住|做|当|学|养|教|干|待|呆|工作)过"
)
FACT_WAS = (
    r"\b(?:used to|former\w*|previous\w*|once|retired|was|were|had|did|been|since|never|ex|fruher\w*|ehemalig\w*|war|waren|hatte|ge\w{2,}(?:t|en)|seit|era|fue|desde|ancien\w*|depuis"
    r"|раньше|бывш\w*|уже)\b"
    # A verb in the past at the beginning.
    r"|^(?:\w+ )?(?:[a-z]+ed|taught|ran|left|quit|went|drank|drove|came|sold|lost|gave|got|won|met|bought|became|began|grew|spent|built|made|took|(?:arbeite|wohn|leb|spiel|studier|rauch|mach|lern)te|\w{3,}(?:aba|ava|eva|iva|ado|ido|io)|\w{2,}ait"
    r"|\w{2,}(?:л|ла|ли|лся|лась|лись))\b|^a (?!une?\b|des\b|deux\b|trois\b)\w+|以前|曾|退休|过|了"
)

# Verbs of looking for something, before their object and, in German, after it.
SOUGHT = (
    r"\b(?:(?:want|need|wants|needs|wanting|(?<!feel )(?<!feels )(?<!felt )(?<!look )(?<!looks )(?<!sound )(?<!sounds )(?<!just )like) (?:an?|some|another)|(?:looking|shopping|hunting|saving(?: up)?|save up|in the market|searching) for|looking at|thinking (?:about|abt|of) (?:getting|buying|adopting)"
    r"|(?:buying|adopting|to (?:get|buy|adopt|own|have)|should (?:i|we) (?:get|buy|adopt)|(?:im|were|is|are) getting) (?:an?|some|another|two|three)"
    r"|(?:suche|suchen|brauche|brauchen|hatte gern\w*) (?:ein\w*|noch)|busc(?:o|amos|ando)|necesit(?:o|amos)|comprar(?:me|nos)?|adoptar|cherch(?:e|ons|er)|acheter|adopter"
    r"|ищу|ищем|нужн[аоы]|нужен|купить|завести|приобрести)\b|想买|想养|想要|想领养|打算买|需要一"
)
SOUGHT_AFTER = r"\b(?:adoptieren|kaufen|anschaffen|zulegen|holen)$"
SOUGHT_FOR = (
    r"\b(?:for|with|so|because|to|since|that|which|from|near|like|fur|mit|damit|weil|aus|para|con|porque|que|pour|avec|parce|qui|для|с|чтобы|потому|из|my|our)\b"
    r"|给|的时候|因为"
)

# Work that is only applied for.
APPLIED = (
    r"\b(?:(?<!i )interview(?:s|ing)?|(?:apply|applying|applied)(?=$|.{0,80}? (?:for|to|at|with|as|in)\b)|application|(?<!\bmy )(?<!\bnew )(?:role|position|job|opening|vacancy|internship) (?:at|with)|openings?|job offer|offer from|recruiter (?:from|at) \w+ (?:called|reached|messaged|contacted|wrote|pinged|emailed)"
    r"|vorstellungsgesprach\w*|bewerb\w*|bewirb\w*|beworben|stellenanzeige|angebot von|entrevista|postul\w+|oferta de|me presento|candidatur[ae]|candidato a|entretien|offre d"
    r"|собеседован\w*|ваканс\w+|оффер\w*|откликн\w+)\b|面试|应聘|投简历|投了|招聘"
)
FACT_APPLIED = (
    r"\b(?:interview\w*|appl\w+|offer\w*|candidate|prepar\w+|seek\w*|look\w*|wants?|hop\w+|role|position|bew\w+rb\w*|vorstellung\w*|sucht|entrevista|busca|postul\w*|quiere|entretien|cherche|veut|candidat\w*"
    r"|собеседован\w*|ищет|хочет|кандидат\w*)\b|面试|应聘|想|找|求职"
)
IS_WORK = (
    r"^(?:(?:currently )?(?:works?|working|employed|is (?:an?|the)|intern\w*|serves)\b|arbeitet|ist (?:ein\w* )?\w+(?:in|er|ist|eur|ant)\b|trabaja|es |travaille|est |bosse|работает|является)"
    r"|^(?:在.*(?:工作|上班|任职|担任)|是|担任|任职)"
)

# A wish that somebody existed: "i wish my wife was real". "I wish my wife liked fish" is none.
_MY_ONE = r"(?:my|our|mein\w*|unser\w*|mi|nuestr[oa]|mon|ma|notre|(?:il |la )?(?:mi[oa]|nostr[oa])|(?:o |a )?(?:meu|minha|noss[oa])|мо[ияй]) \w+"
WISHED_REAL = (
    rf"\b(?:wish\w*|if only) (?:that )?{_MY_ONE} (?:\w+ )?(?:(?:(?:was|were|wasnt|werent|is|would be) (?:not |still |really |actually |only )?(?:real|alive|imaginary|fictional|made up))|(?:really |actually |still )?exist\w*)\b"
    rf"|\bif {_MY_ONE} (?:was|were) still (?:alive|here|around|with us)\b"
    rf"|\b{_MY_ONE} (?:(?:doch|nur|noch|wirklich) )*(?:ware (?:(?:doch|nur|noch|wirklich) )*(?:echt|real|am leben|da)|existierte|lebte noch|existieren wurde|leben wurde)\b"
    rf"|\b{_MY_ONE} (?:(?:aun|todavia|no) )*(?:existier[ae]|existiese|(?:fue[rs][ae]|sea) (?:real|de verdad)|estuvier[ae] viv[oa])\b"
    rf"|\bsi (?:seulement )?{_MY_ONE} (?:existait|etait (?:(?:encore|toujours) )?(?:reelle?|en vie|vivante?|vraie?))\b|\bque {_MY_ONE} (?:existe|soit (?:(?:encore|toujours) )?(?:reelle?|en vie|vivante?|vraie?))\b"
    rf"|\b{_MY_ONE} (?:esistesse|fosse (?:ancora )?(?:ver[oa]|reale|viv[oa]))\b|\b{_MY_ONE} (?:existisse|fosse (?:real|de verdade)|estivesse viv[oa])\b"
    rf"|\bбы {_MY_ONE} (?:был[аои]? (?:настоящ\w+|жив\w?)|существовал\w?)\b"
)

# Signs of an invented person: "pretend", "in my novel".
PLAYED = (
    r"\b(?:pretend(?:ing)?|roleplay\w*|role play\w*|imagine (?:you|youre|that you|im|i am)|lets (?:play|pretend|say)|my character(?! (?:flaw|trait|strength|weakness|reference|witness))|(?:in|for) (?:my|our|this|the|a) (?:(?!marketing|election|ad |advert|email|fundrais|political)\w+ ){0,2}(?:novel|story|campaign|fanfic\w*|screenplay|rp|d d|dnd|larp|dream)"
    r"|(?:writ\w+|said|told) in (?:the )?first person|from the (?:perspective|point of view|pov) of|tu mal so|stell dir vor|rollenspiel|in mein\w+ (?:roman|geschichte|kampagne)|aus der sicht"
    r"|finge|finjamos|juego de rol|en mi (?:novela|cuento|historia|partida)|desde el punto de vista|fais comme si|faisons comme si|imagine que (?:tu|je)|jeu de role|dans (?:mon|ma) (?:roman|histoire|campagne|nouvelle)|du point de vue"
    r"|in (?:an?|the|my) (?:\w+ )?(?:tv show|tv series|sitcom|short film|movie|school play|musical)(?! thea)|притвор\w+|представь|сделаи вид|в мо\w+ (?:романе|рассказе|повести|кампании|игре)|от лица|ролев\w+)\b|扮演|假装|角色|我的小说|小说里|故事里|以第一人称"
)
# The user begins to play a role; and ends it.
_ROLE_OF_MODEL = r"(?:waiter|waitress|doctor|landlord|landlady|interviewer|cashier|receptionist|shop assistant|salesperson|police officer|customs officer|barista|recruiter|examiner|vermieter\w*|arzt|arztin|kellner\w*|verkaufer\w*|chef|beamt\w*|camarer[oa]|medic[oa]|casero|casera|dependient[ea]|medecin|serveur|serveuse|proprietaire|vendeu\w+|recruteu\w+|cameriere|medico|garcom|врач|официант\w*|продавец)"
ROLE_BEGINS = (
    rf"\b(?:you are|youre|you play|du bist|du spielst|tu es|eres|sei|voce e|ты)(?: (?:the|a|an|my|der|die|ein|eine|mein|meine|le|la|el|un|une|una|mi|mon|il|o))? {_ROLE_OF_MODEL}\b|\b(?:lets|let us|can we) (?:play|do) (?:20|twenty) questions\b|\bguess who i am\b|\bconversation practice\b|\b(?:lets|let us|can we|want to|wanna) practi[cs]e (?:some |my )?(?:english|spanish|german|french|italian|portuguese|russian|chinese|japanese|korean|dutch|conversation|speaking)\b|"
    r"\b(?:(?:write|schreib|escribe|ecris) (?:me |mir |moi )?(?:an?|ein\w*|une?) (?:\w+ )?(?:monologue?|monolog\w*|soliloquy|dialogue?)|(?:my|stuck on my|name my) (?:dnd|d&d|d d|rpg|larp|tabletop|pathfinder) character|backstory|pretend(?:ing)? (?:that )?(?:i|im|we|were)\b|(?:lets|we) pretend|role ?play(?:ing)?\b(?! games?)|(?:i|ill|im|i will|we) (?:will )?play(?:ing)? the (?:role|part) of|rollenspiel|tu\w* (?:wir )?(?:mal )?so als (?:ware|wäre|hatte|ob) ich|juego de rol|finjamos|finge que (?:soy|yo|tengo)|fais comme si (?:je|j)|jeu de role"
    r"|представь что я|ролев\w+ игр\w+)|角色扮演|假装我"
    r"|\b(?:on fait|faisons|lass uns|wir spielen|facciamo|giochiamo|vamos (?:fazer|jogar)|hagamos|juguemos|lets (?:do|play)) (?:un |une |ein |um |una |uma |an? )?(?:jdr|jeu de role|rollenspiel|gdr|gioco di ruolo|rpg|jogo de rpg|juego de rol|ttrpg)\b"
    r"|\b(?:you are|youre|ur|you play|you be|du bist|du spielst|tu es|tes|t es|eres|haces de|sei|fai|voce e|faz) (?:the|an?|my|der|die|eine?|le|la|el|un|una|il|lo|o|um|uma) \w+(?: \w+){0,3} (?:and |und |et |y |e )?(?:i|ill|ich|je|yo|io|eu) (?:play|be|am the|spiele|bin der|bin die|joue|suis le|suis la|hago|soy el|soy la|faccio|sono il|sono la|faco|sou o|sou a)\b"
    r"|\b(?:lets|let us|can we|shall we) (?:play|write|make up|act out|improvise)\b.{0,20}\b(?:game|story|scene|adventure|sketch|campaign)\b.{0,60}\b(?:you are|youre|you play|(?<=game )(?:i am|im|i play) (?:a|an|the))\b"
    r"|\blass uns\b.{0,20}\b(?:spiel\w*|geschichte|szene|abenteuer)\b.{0,60}\b(?:du bist|ich bin|du spielst|ich spiele)\b"
    r"|\b(?:juguemos|escribamos|vamos a (?:jugar|escribir))\b.{0,60}\b(?:tu eres|eres|yo soy|soy)\b"
    r"|\b(?:on|faisons|ecrivons|jouons)\b.{0,10}(?:\bjoue\b|\becrit\b|\bun jeu\b|\bune (?:histoire|scene)\b).{0,60}\b(?:tu es|je suis|tes|t es)\b"
)
ROLE_ENDS = r"\b(?:stop|end|quit|enough|done|drop|over|out of|break|schluss|genug|basta|fin|arrete\w*|хватит)\b.{0,30}\b(?:role ?play\w*|pretend\w*|character|game|rollenspiel|juego|jeu|игр\w+)|\bfor real now\b|\b(?:role ?play|game) (?:is )?over\b"
FACT_PLAYED = (
    r"\b(?:plays?|writ\w+|novel\w*|stor(?:y|ies)|campaign\w*|character\w*|game\w*|fiction|roleplay\w*|dreams?|screenplay|likes|enjoys|d d|dungeons|dnd|schreib\w*|spielt|roman\w*|geschichte\w*|kampagne\w*|escribe|juega|novela|cuento|partida"
    r"|ecrit|joue|roman|histoire|campagne|пишет|играет|роман\w*|рассказ\w*|кампани\w*)\b|小说|写|玩|游戏|故事|角色"
)

# A sentence whose grammar, wording or sound is asked: "is it i work at or i work in a school".
_I = r"(?:i|im|ive|we|ich|wir|yo|soy|estoy|tengo|vivo|trabajo|je|j|jai|io|sono|ho|eu|sou|estou|tenho|я|у меня)"
ASKED_OF_WORDS = (
    rf"\b(?:difference|unterschied|diferencia|difference|differenza|diferenca|разница) (?:between|zwischen|entre|tra|fra|между) (?:saying )?{_I}\b"
    rf"|\b(?:which|what) (?:one |of these |sentence |version )?(?:is|sounds) (?:more |the )?(?:correct|right|better|natural|grammatical\w*)\b.* or {_I}\b|\b(?:is|are) {_I} .{{1,60}} (?:and|or) {_I} .{{1,60}}(?:the same|correct|both)\b|\b(?:is it|do you say|should it be|would you say) {_I} .{{1,60}} or {_I}\b"
    rf"|\b(?:conjugate|decline|negate|konjugiere|dekliniere|conjuga|conjugue|coniuga|проспрягаи) (?:the (?:sentence|verb) )?{_I}\b|\bis the (?:comma|grammar|tense|spelling|word order|apostrophe|punctuation)\b|\b(?:what|which) tense (?:is|are)\b|\b(?:pronounce|spell) (?:i|im|ive)\b"
    rf"|\b(?:what does|what do you mean by|was (?:heisst|bedeutet)|que (?:significa|veut dire)|cosa significa|o que significa|что (?:значит|означает)) {_I}\b|\bheisst es {_I}\b|\b(?:warum|wieso|wann|wie) (?:sagt|heisst|schreibt|spricht) (?:man|es) {_I}\b|\bsagt man {_I}\b|\b(?:se dice|es correcto(?: decir)?|por que se dice|cuando se dice) {_I}\b|\b(?:on dit|pourquoi on dit|dit on|on ecrit) {_I}\b|\b(?:si dice|perche si dice) {_I}\b|\b(?:se diz|diz se) {_I}\b|\b(?:как правильно|правильно (?:говорить|писать)|почему говорят) {_I}\b"
    r"|(?:应该说|是说|为什么说)我|我.{1,12}(?:和|跟|与|还是)我.{1,12}(?:区别|哪个对|正确)"
)

# An exercise begins with one of these and a colon. Its content is invented.
EXERCISE = r"^[^:：\n]{0,40}\b(?:(?:word|maths?|physics|logic) (?:problem|question|puzzle)|riddle|homework|hausaufgabe|deberes|devoirs?|домашк\w*|(?:text|sach|rechen|mathe|physik|prüfungs)?aufgabe|dreisatz|problema (?:de|tipo)|acertijo|exercice|problème de|devinette|énoncé|задач[аиу]|пример из)\b[^:：\n]{0,40}[:：]|^[^:：\n]{0,20}(?:应用题|数学题|题目|练习题|作业题)[^:：\n]{0,20}[:：]"

# The user says that the words before were wrong.
CORRECTS = (
    r"\b(?:scratch that|correction|typo|i mea?nt|make (?:that|it)|wait,? no|no,? wait|oops|my (?:bad|mistake)|mistyped|misspoke|got that wrong|sorry,? (?:its|it['’]s|i mean)|actually (?:its|it['’]s|no)"
    r"|korrektur|ich mein(?:te|e)|quatsch|vertippt|besser gesagt|stimmt nicht|quise decir|me equivoqué|perdón,? (?:son|es|era)|je voulais dire|je me suis trompée?|pardon,? (?:c|non)|erratum"
    r"|ошибся|ошиблась|вернее|точнее|опечатка|оговорил\w*)\b|更正|打错|说错|写错|记错"
)

# A sentence that is only the right number: "sorry, 85", "*14k".
_SORRY = r"(?:(?:sorry|wait|oh|actually|no) no|no (?:sorry|wait|actually)|sorry|oops|ups|no wait|wait|i mean|typo|looked wrong|perd[oó]n|lo siento|pardon|désolée?|desolee?|entschuldigung|sorry|meine ich|ой|извини(?:те)?|прости(?:те)?)"
CORRECTED_TO = (
    rf"^(?:\*+ ?\S{{0,2}}|{_SORRY}[,:.!]* (?:{_SORRY}[,:.!]* )?(?:(?:its|it['’]s|that['’]s|son|es sind|c['’]est) )?)\d[\d.,]*[a-zа-я%€]{{0,4}}(?: [^\W\d]+)?(?:[,.!]* (?:{_SORRY}|got that (?:wrong|backwards)|(?:he|she|they|i|it) (?:said|offered|meant|was|is)).{{0,40}})?[.!,]*(?: {_SORRY})?$"
    rf"|^\d[\d.,]*[a-zа-я%€]{{0,4}}[,.]*(?: [^\W\d]+)?,? {_SORRY}[.!]*$"
)

# How a sentence begins that corrects what its author said before: "sorry, bergen", "no wait". Other
# words may follow, so this is only a sign.
CORRECTS_SELF = (
    r"^(?:(?:oh|ah|ok|hm+|uh|um|eh|e|ach|och|so|well|but|and|no|na|aber|y|pero|et|mais|ma|mas|ay|ой|а|но) )*"
    r"(?:sorry(?! (?:for|about|to|if|but|i (?:dont|didnt|know)|this)\b)|oops|whoops|wait(?! (?:for|until|what|whats|why|how|so|does|do|is|are|can)\b)|hang on|hold on|nono|scratch that|correction|i mea?nt|my (?:bad|mistake)|actually|turns out|mixed up|strike that"
    r"|ups|hoppla|moment|quatsch|stimmt (?:gar )?nicht|vertan|verlesen|vertippt|ich mein(?:te|e)|korrektur|doch nicht|ne(?:e|in)? doch"
    r"|pardon|enfin|oups|je voulais dire|en fait|rectification|correctif|attends|ah non|si pardon"
    r"|perdon|quise decir|uy|me equivoque|digo|en realidad|mejor dicho|espera|ay no|bueno no"
    r"|scusa|anzi|volevo dire|no guarda|no aspetta|aspetta|che poi|ops|pardon|mi sono sbagliat[oa]|errore mio"
    r"|desculpa|quis dizer|alias|na verdade|corrigindo|espera|opa|perai|errei|minto"
    r"|погоди|постои|ошибся|ошиблась|вернее|точнее|извини(?:те)?|то есть|на самом деле)\b|^(?:不对|等等|等一下|抱歉|其实|说错了|记错了|哦不)"
)
# A sentence that tells what the user has found out since.
MEASURED_ANEW = (
    r"\b(?:(?:i )?(?:have )?just (?:weighed|measured|checked|counted|looked(?: it up)?)|(?:grad|gerade|eben|jetzt) (?:\w+ )?(?:nach)?(?:gewogen|gemessen|gezahlt|geschaut|gesehen)"
    r"|acabo de (?:pesar|medir|contar|mirar|comprobar)\w*|je viens de (?:la |le |les |l )?(?:peser|mesurer|compter|verifier|regarder)|ho appena (?:pesat|misurat|contat|controllat|guardat)\w"
    r"|acabei de (?:pesar|medir|contar|ver|conferir)\w*|только что (?:взвесил|измерил|проверил|посчитал)\w*)\b"
)
# It was not the user of whom they spoke.
NOT_ME = (
    r"^(?:(?:oh|ah|well|sorry|wait|no|and|but|btw|its|thats|this is|(?:(?:just )?to be clear|for the record)|nein|also|das bin|das ist|ist|enfin|non|c est|mais|no|pero|es|ma|no|nao|mas|e|нет|это) )*"
    r"(?:not (?:me|mine|about me|for me)|(?:pas|n est pas) (?:moi|pour moi)|nicht (?:ich|fur mich|bei mir)|no (?:yo|soy yo|para mi)|non (?:io|sono io|per me)|nao (?:eu|sou eu|para mim)|не (?:я|у меня|обо мне))\b"
    r"|\b(?:im|i am|was) (?:only )?(?:asking|writing|typing) (?:this )?(?:for|on behalf of) (?:my|a|the) |\b(?:ich )?(?:frage|schreibe) (?:das )?(?:fur|im namen) (?:mein|ein)\w* |\bj ?(?:ecris|demande) (?:ca )?pour (?:ma|mon|une?) |\b(?:pregunto|escribo) (?:esto )?por (?:mi|una?) |\b(?:chiedo|scrivo) per (?:mi[oa]|un[oa]?) |\b(?:pergunto|escrevo) (?:pel|por )"
    r"|不是我|帮.{1,4}问的"
)
# What was planned or wished is dropped: "forget it, he dropped the rent so im staying".
DROPS = (
    r"^(?:(?:oh|ah|ok|no|na|ach|y|et|ma|mas|но|а) )*(?:forget (?:it|that|this)|scrap (?:it|that)|change of plans?|not happening|its off|cancel that|vergiss (?:es|das)|hat sich erledigt|doch nicht|lass(?:en wir)? das"
    r"|laisse (?:tomber|beton)|finalement|changement de plan|olvidal[oa]|dejal[oa]|al final|cambio de planes|lascia (?:stare|perdere)|alla fine|cambio di programma|esquece|deixa (?:pra la|quieto)|no fim|mudanca de planos|забудь\w*|неважно|передумал\w*|отменяется)\b|^(?:算了|别管了|取消)"
)

# Statements about the model: "you're an expert tax advisor".
ADDRESSED = (
    r"(?:(?:so|ok|okay|hey|hi|please|now|and|also|bitte|por favor|пожалуиста) )*(?:(?:youre|you are|ur) (?:an?|the|my|now)\b|(?:act|behave) (?:as|like) (?:an?|the|if you)\b|you (?:work|live|have|speak|specialize|know)\b"
    r"|du bist (?:ein\w*|der|die|jetzt|mein\w*)\b|(?:handle|agiere|antworte|verhalte dich) (?:als|wie) |eres (?:un|una|el|la|mi)\b|actua como|tu es|vous etes|agis (?:comme|en)|comporte toi comme"
    r"|ты (?:опытн\w+|эксперт\w*|профессиональн\w+|мои|моя|теперь)\b|деиствуи как|веди себя как|(?:выступи|ответь) (?:в роли|как))|(?:请|现在|假设)?你是(?:一|我|个|位|专业|资深|名)|请?你?作为一[个名位]"
)
# An order is the user's own wish again: "you're my tutor, always answer in French".
ORDERS = (
    r" ?(?:(?:always|never|please|from now on|also|ab jetzt|immer|bitte|siempre|por favor|toujours|всегда|пожалуиста) )*(?:dont|do not|keep|answer|reply|respond|use|write|speak|talk|explain|be (?:brief|short|concise|honest|blunt|strict|direct)|antwort\w*|schreib\w*|halte? dich|sei (?:kurz|ehrlich|direkt)|responde\w*|contesta\w*|habla\w*|usa|no (?:uses|des)|reponds?|parle|utilise|sois|отвечаи\w*|пиши\w*|говори\w*"
    r"|(?:рас|под|по)считаи\w*|вычисли\w*|составь\w*|напиши\w*|подскажи\w*|посоветуи\w*|объясни\w*|помоги\w*|calculate|compute|help|give|tell|make|berechne|rechne|hilf|gib|erklar\w*|calcula\w*|ayuda\w*|dime|explica\w*|calcule\w*|aide\w*|donne\w*|explique\w*|calcola\w*|aiuta\w*|dimmi|spiega\w*|ajud\w+|me (?:ajud\w+|diga|explique))\b"
    r"|(?:请|以后|总是)*(?:用|不要|别|回答|回复)"
)
# The user in the third person: "as someone who is colorblind".
AS_SOMEONE = (
    r"\b(?:as|being|i['’]?m|i am|speaking as|als|como|en tant que|как|soy|je suis|bin|ich bin|я)[ ,]+(?:(?:some(?:one|body)|a (?:person|guy|man|woman|girl|dude)|jemand|eine? person|alguien|una persona|quelqu['’]un|une personne|человек)),? "
    r"(?:who|that|de[rm]|die|que|qui|котор\w+)(?:['’]?s|['’]?ve)?\b"
)

# Other people as subjects without "my", before a verb.
BARE = (
    r"(?:the )?(?:gf|bf|hubby|wife|wifey|husband|mom|mum|mama|dad|mother|father|sister|brother|bro|sis|son|daughter|kid|boss|roommate|flatmate|housemate|partner|fiancee?|ex|grandma|grandpa|nana|uncle|aunt|auntie|cousin|neighbou?r|mil|fil|landlord|coworker|colleague|bestie|bff"
    r"|frau|mann|freundin|freund|chef|papa|oma|opa|bruder|schwester|sohn|tochter|mutter|vater) "
    r"(?=(?:is|was|has|had|got|gets|wants|wanted|needs|says|said|told|thinks|likes|loves|hates|works|lives|just|also|still|already|never|always|cant|doesnt|didnt|wont|isnt|keeps|made|makes|bought|went|goes|came|left|quit|lost|found|asked|takes|plays|runs|eats|drinks|speaks|studies|teaches|drives|uses|suffers|snores|cooks|swears|prefers|smokes|owns|does|starts|turns|will|would|can|\w{3,}ed"
    r"|ist|hat|war|sagt|meint|arbeitet|wohnt|mag|kann|mochte|findet|isst|trinkt|spielt|studiert|macht)\b)"
)

# The same at the beginning of a clause, where any verb in the third person makes it the subject; and
# in other languages. "Mum of two works nights" and "student here" may be the user.
_WHERE = r"(?: (?:of (?:mine|ours|a friend)|next door|next bed(?: over)?|over the road|upstairs|downstairs|(?:at|from|in) (?:the|my|our|his|her) (?:\w+ )?(?:gym|work|office|class|team|school|ward|street|building|house|group|course|band|club|shop|flat|block|uni|year|family|next \w+)|(?:at|from) (?:work|school|uni|church)))?"
_VERB = r"(?:is|are|was|were|has|have|had|got|does|doesnt|dont|isnt|arent|cant|just|also|still|never|always|only|both|really|keeps?|needs?|likes?|loves?|hates?|eats?|lives?|works?|moved|self \w+s|(?!(?:loans|meetings?|notes|fights|visits|lists|toys|clothes|shoes|books|songs|movies|films|games|calls|files|details|names|emails|skills|discounts|halls|rooms|nurses|teachers|always|wants|complains|says|thinks|asks|claims|charges|offers|refuses|focus|status|access|business|rights|taxes|reviews|questions|requests|orders|projects|records|photos|pictures|hours|costs|fees|gloves|plus|portals?|insights)\b)\w{3,}s)"
_NOT_MINE = r"(?!.*\b(?:i|im|ive|my|our|me|us|mine|ich|mein\w*|unser\w*|mich|mir|uns|yo|mis?|nos|nuestr\w+|me|j|je|mon|ma|mes|moi|nous|notre)\b)"
BARE_AT_START = (
    r"(?:(?:the|teh|this|that|one|new|old|both|some|my|teen|teenage|elderly|little|big|twin) ){0,3}"
    r"(?:girlfriend|boyfriend|gf|bf|hubby|wife|wifey|husband|spouse|mom|mum|mummy|mama|dad|daddy|mother|father|stepmum|stepdad|sister|brother|bro|sis|siblings?|son|sons|daughter|daughters|kids?|kiddos?|child|children|toddlers?|twins|teens?|teenager|lads?|boys|girls?|girl|boy|baby"
    r"|roommate|flatmate|housemate|lodger|tenant|subletter|partner|fiancee?|ex|grandma|grandpa|granny|gran|nan|nana|grandad|granddad|grandfather|grandmother|uncle|aunt|auntie|cousin|nephew|niece|neighbou?r|mil|fil|landlord|landlady|coworker|colleague|bestie|bff|mate|buddy|pal|friend|boss|manager|supervisor|intern|apprentice|employee|client|customer|patient|student|pupil|guest|resident|applicant|candidate|guy|bloke|dude|chap|fella|lady|woman|man|granddaughter|grandson|stepson|stepdaughter|stepmother|stepfather|nanny|babysitter|au pair|coach|trainer|instructor|tutor|teacher|professor)"
    rf"s?(?: in law)?{_WHERE} (?={_VERB}\b){_NOT_MINE}(?!(?:is|are|was|were|has|have|got) (?:coming|visiting|here|over|asleep|in bed)\b)"
    r"|(?:(?:die|der|das|neuer?|kleine[rs]?|grosse[rs]?) )?(?:frau|mann|freundin|freund|chefin|chef|mama|mami|papa|papi|oma|opa|omi|opi|tante|onkel|bruder|schwester|sohn|tochter|kind|baby|mutter|vater|mitbewohner(?:in)?|nachbar(?:in)?|kollege|kollegin|kumpel|vermieter(?:in)?|mieter(?:in)?|schuler(?:in)?|patient(?:in)?|kunde|kundin|cousin|cousine|neffe|nichte|schwager|schwiegermutter|schwiegervater)(?: (?:von (?:mir|uns)|nebenan|im buro))? (?=(?:ist|hat|war|kann|will|mag|macht|geht|(?!(?:nicht|jetzt|erst|fast|oft|mit|seit|selbst|dort|sonst|bereit|leicht|gut|laut|alt|echt|recht|meist|weit)\b)\w{3,}t)\b)"
    rf"{_NOT_MINE}"
    r"|(?:(?:la|el|mi) )?(?:mama|papa|abuel[oa]|hij[oa]|herman[oa]|prim[oa]|ti[oa]|sobrin[oa]|suegr[oa]|cunad[oa]|jef[ea]|vecin[oa]|companer[oa]|novi[oa]|marido|inquilin[oa]|alumn[oa]|paciente|cliente|casero|casera)(?: (?:mi[oa]|de al lado|de arriba|del trabajo))? (?=(?:es|esta|tiene|vive|trabaja|quiere|toca|juega|come|bebe|fuma|habla|odia|colecciona|padece|sufre|toma|estudia|no|ya)\b)"
    rf"{_NOT_MINE}"
    r"|(?:(?:la|le|mon|ma) )?(?:maman|papa|mamie|papi|papy|tonton|tata|coloc|frangin|frangine|copine|copain|voisine?|patronne?|collegue|cousine?|neveu|niece|fils|fille|mari|femme|soeur|frere|beau pere|belle mere|client|cliente|patiente?|locataire|eleve)(?: (?:a moi|d a cote|du travail))? (?=(?:est|a|n|ne|fait|vit|habite|travaille|bosse|joue|fume|boit|mange|aime|deteste|adore|parle|collectionne|prend|souffre|veut|va|etudie|apprend)\b)"
    rf"{_NOT_MINE}"
)

# Verbs of ending: before their object, in folded text; after it; and verbs of changing from A to B.
GIVES_UP = (
    r"\b(?:sold|quit|left|stopped (?=\w+ing\b)|g[ia]ve(?:n)? up|c[ao]me off|went off|weaned off|got rid of|dropped out of|cancell?ed|shut down|resigned from"
    r"|broke up with|divorced|traded in|gave away|vend[ií]|vendimos|vendido|dejé(?: de)?|dejamos|vendu|arrêté(?: de| le| la)?|quitté|продал[аи]?|бросил[аи]?|закрыл[аи]?)\b"
)
GIVEN_UP = (
    r"\b(?:verkauft|gekündigt|abgesetzt|aufgegeben|weggegeben|verlassen|abgewöhnt|abgelehnt|gestorben|eingeschläfert|died|passed away|put down|fell through|didnt work out|(?:was|were|got|been) (?:denied|rejected|declined|refused|turned down|cancell?ed|stolen|totaled)"
    r"|murió|murieron|falleció|(?:fue|me han|ha sido) (?:denegad[oa]|rechazad[oa])|est (?:mort|morte|décédée?)|[eè] (?:morto|morta)|sono (?:morti|morte)|morreu|morreram|faleceu|(?:a été|était) (?:refusée?|rejetée?)|умер(?:ла|ли)?|отказали|отклонили)\b|去世|被拒"
)
CHANGES = (
    r"\b(?:moved|moving|switch\w*|migrat\w*|chang\w*|convert\w*|went|upgrad\w*|umgestiegen|gewechselt|umgestellt|wechsel\w*|pas[eé]|pasado|cambi\w+|migr\w+"
    r"|passe|passes|change|перешел|перешла|перешли|сменил\w*|перевел\w*)\b"
)

# Clauses about a cancelled event ("is off"), and about something that is over, as an illness; about
# a person who is rid of it ("recovered from"); and requests to forget something.
_IS, _BY_NOW = (
    r"(?:(?:is|are|was|were|has|have|got|been|s|just|finally|all|now|completely) )+",
    r"(?: (?:now|for good|completely|too|again))?",
)
OFF = (
    rf"^(?P<what>.+?) (?:{_IS}(?:off|called off|cancell?ed){_BY_NOW}|fell through{_BY_NOW}|(?:ist|sind|wurde|wurden|fallt) (?:jetzt |leider )?(?:abgesagt|vorbei|aus)"
    r"|se (?:ha )?cancel(?:o|ado)|esta cancelad[oa]|(?:est|sont) annulee?s?|отменил(?:ся|ась|ось|ись)|отменен\w?)$|^(?:se (?:ha )?cancel(?:o|ado)) (?P<after>.+)$"
)
PLANNED = r"\b\d{4}\b|\b(?:plan\w*|trip|going|gets?|getting|mov\w+|fl(?:ies|ying)|visit\w*|travel\w*|wedding|reis\w*|will|zieht|viaj\w*|voyage\w*|prevoit|va|планирует|едет|поездк\w*)\b"
GONE = (
    rf"^(?P<what>.+?) (?:{_IS}(?:gone|healed|cured|cleared up|gone away|(?:fine|ok|okay|good|healthy|normal) again|back to normal){_BY_NOW}|(?:went away|cleared up|healed){_BY_NOW}"
    r"|(?:ist|sind|hat sich) (?:jetzt )?(?:weg|vorbei|geheilt|verheilt|ausgeheilt|wieder (?:gut|ok|heil|gesund|in ordnung))|(?:se )?(?:ha|esta) curad[oa]|(?:est|sont) gueri\w*|прош(?:ел|ла|ло|ли))$"
)
IS_HAD = r"^(?:has|have|suffers?|is|with|diagnosed|down|recovering|hat|leidet|tiene|padece|sufre|a|souffre|у)\b"
RID_OF = (
    r"^(?:(?:and|but|so|btw|also|finally|just|now) )*(?:i|we|im|ive|weve|i am|we are|i have|we have)(?: (?:just|finally|fully|now|completely|totally))? "
    r"(?:recovered from|gotten over|got over|off|came off|went off) (?!to\b|for\b|work\b|today\b|from\b|on\b|by\b|with\b|track\b)(?P<what>.+)$"
)
FORGETS = (
    r"^(?:(?:please|pls|plz|can you|could you|also|and|ok|hey|bitte|por favor) )*(?:(?:forget|unlearn|(?:dont|do not|stop) (?:remember|remembering|store|storing|save|saving)) (?:(?:that|what|everything|all) (?:i|we|my|youve|you)\b)"
    r"|(?:delete|remove|erase) (?=.* from (?:your |the )?(?:memory|profile|notes)$)"
    r"|vergiss (?:bitte )?(?:dass|was) (?:ich|wir)|olvida (?:que|lo que)|oublie (?:que|ce que) (?:je|j|on)|забудь (?:что|то что) (?:я|у меня)) (?P<what>.+)$"
)
# Only what is said of it is to be forgotten: "what i said about the dog being sick".
FORGETS_OF_IT = r"\babout (?:\w+ ){1,4}?(?:being|having|getting|needing|going|wanting|not|is|was|has|had|does|did|isnt|wasnt)\b"
# Something is so no more.
NOW_NOT = r"\b(?:no more|not any|ya no|ja nao|nao \w+ mais|ne \w+ plus|non \w+ piu|nicht laenger|niet meer)\b|[没不].{0,12}了"
# What the user does not forget, or asks to have forgotten for one answer.
NOT_FORGOTTEN = (
    r"\b(?:dont|do not|didnt|never|not|wont|cant|cannot|couldnt|wouldnt|shouldnt|lest|nie|nicht|niemals|no|nunca|jamas|ne|n|jamais|pas|non|mai|nao|не|никогда) (?:\w+ ){0,2}?(?:forg[eo]t\w*|verg[ei]ss\w*|olvid\w*|oubli\w*|dimentic\w*|esquec\w*|забы\w*|забуд\w*)\b"
    r"|\b(?:for|in|just for) (?:this|that|the next|the following) (?:one|answer|question|recipe|task|reply|exercise|story|prompt|scenario|part|message|draft)\b|\b(?:for (?:now|once|a (?:moment|second|minute|sec))|this once|just here|kurz|fur diese\w* \w+|mal kurz|por ahora|por un momento|para est[ea] \w+|pour cette \w+|pour l ?instant|un instant|пока|на минуту|для этого \w+)\b"
    r"|别忘|不要忘|不会忘|忘不了|没忘|暂时|这次"
)
# A fact that somebody is something; and a thing that is spoken of, with what it is.
IS_SO = r"^(?:is|ist|es|est|e)? ?(?:an? )?(?:vegan\w*|vegetari\w+|veget\w+|veggie|halal|kosher|gluten ?free|single|available|free|happy|busy|open|married|pregnant)\b|^(?:is|ist|es|est) "
SHOWN_IS = r"^(?:(?:and|but|so|und|aber|y|pero|et|mais) )?(?:this|that|these|those|the|its?|dies\w*|das|der|die|est[ae]s?|el|la|los|las|ce|cet|cette|le|les) (?:\w+ ){0,3}?(?:is|are|isnt|arent|was|wasnt|ist|sind|es|son|est|sont|nest) "
# A fact about one person: "Sister is a vet", "Has a sister who is a vet". Not about two.
ABOUT_ONE = (
    r"^(?:(?:his|her|their|the|older|younger|oldest|youngest|su|sus|son|sa|ses|der|die|ihre?|seine?|его|ее) )?(?P<who>\w+)\b"
    r"|^(?:has|hat|tiene|a|имеет) (?:an? |ein\w* |un[ae]? )?(?:\w+ )?(?P<had>\w+) (?:who|that|with|in|from|named|der|die|que|qui|con|avec|котор\w+) "
)
# The user compares themselves with somebody, so that the same may hold for both.
LIKENED = (
    r"\b(?:like (?:my|our|him|her|them)|same|too|also|as well|likewise|(?:so|neither|nor) (?:am|is|are|do|does|did|have|has|was|can)"
    r"|wie mein\w*|wie unser\w*|auch|ebenso|ebenfalls|genauso|igual que|como mis?|como nuestr[oa]s?|tambien|tampoco|mism[oa]s?|comme (?:mon|ma|mes|notre|nos)|aussi|pareil|meme|non plus"
    r"|как и|тоже|также|так(?:ои|ая|ие) же)\b"
)
# What somebody gives up or leaves something for follows one of these.
FOR_ANOTHER = r" (?:to|for|in favou?r of|um|für|zugunsten|para|por|pour|чтобы|ради)(?= )"
# A stay that is longer than a visit.
LONG_STAY = (
    r"\b(?:studies|degree|phd|contract|posting|posted|apprenticeship|for good|retire\w*|(?:two|three|four|five|several|\d) (?:more )?years|(?:till|until|bis|hasta|jusqu\w*|до) (?:\w+ )?20\d\d"
    r"|studium|ausbildung|promotion|(?:zwei|drei|vier|\d) jahre|estudios|carrera|beca|doctorado|(?:dos|tres|cuatro|\d) anos|etudes|these|alternance|(?:deux|trois|quatre|\d) ans"
    r"|учеб\w*|контракт\w*|аспирантур\w*|\d (?:года?|лет))\b|读研|读博|留学|上学|[两二三四五\d]年"
)
# The user alone as the subject of a clause.
FIRST_ALONE = r"(?:(?:and|but|so|а|и|und|aber|pero|yo|moi|also|btw|myself) )*(?:i|im|ive|id|ich|bin|yo|soy|je|jai|suis|tengo|estoy|vivo|trabajo|io|sono|ho|sou|tenho|estou|moro|я)\b|我(?!们|的|妈|爸|老|儿|女|哥|姐|弟|妹|家)"

# Another is what the user is not: "not vegan, but my wife is".
BUT_ANOTHER_IS = (
    r"\b(?:but|aber|pero|mais|ma|mas|но|а) (?:my|our|mein\w*|unser\w*|mi|mis|mon|ma|mes|(?:il |la )?mi[oa]|(?:o |a )?(?:meu|minha)|мо\w{1,2}) (?P<who>\w+) "
    r"(?:is|are|does|do|has|have|can|will|did|ist|sind|hat|kann|ja|schon|si|oui|da|lo e|e|sim|tambien|da)(?: (?:es|auch|too|aussi))?$"
    r"|\b(?:а|но) (?:мо\w{1,2} )?(?P<alone>\w+) (?:да|есть)$"
)
# A fact that says only that the user has a relative.
HAS_RELATIVE = r"^(?:has|hat|tiene|a|ha|tem) (?:\w+ ){0,2}?(?P<who>\w+)$"
# The user does something to somebody whom they call "him".
TO_THEM = (
    r"\b(?:him|her|them|it|ihn|ihm|ihr|ihnen|lo|le|les|l|lui|leur|li|gli|a el|a ella|ele|ela|его|ему|ее|еи|их|им)\b"
    r"|[给喂帮带让][他她它]"
)

# French "on" is "we" before a verb; English "on" is not.
FRENCH_ON = (
    r"on(?= (?:n |y |en |se |ne )?(?:parle|habite|vit|fait|mange|joue|boit|aime|veut|peut|doit|travaille|bosse|cherche|prend|part|demenage|utilise|attend|prevoit|va|est|etait|avait|voudrait|aimerait|vient|regarde|pense|hesite"
    r"|a (?:un|une|des|deux|trois|quatre|le|la|les|achete|demenage|eu|pris|adopte))\b)"
)

# Beliefs of the user.
BELIEVED = (
    r"\b(?:(?:probably|likely|possibly|presumably|supposedly|apparently) (?!the\b|best|due)|(?:im )?not sure if (?:i|im|ive)|(?:i )?(?:think|guess|suspect|believe|assume) (?:that )?(?:i (?:have|am|might|may|will|had|got)|im|ive|ill|we (?:have|will))\b"
    r"|wahrscheinlich|vermutlich|eventuell|womoglich|glaube? ich (?:bin|habe|hatte)|ich glaube ich|probablemente|seguramente|puede que|igual me|creo que (?:soy|tengo|estoy|me)|probablement|sans doute|je (?:crois|pense) (?:que )?(?:je|j|avoir|etre)"
    r"|(?:acho|creio|penso) que (?:to|estou|sou|tenho)|(?:penso|credo) di (?:essere|avere)|mi sa che (?:sono|ho)"
    r"|кажется|похоже|наверное|вероятно|скорее всего)\b|好像|大概是|估计|我觉得我"
)
FACT_BELIEVED = (
    r"\b(?:probabl\w*|likely|possibl\w*|maybe|perhaps|may|might|think\w*|believ\w*|suspect\w*|consider\w*|considera|uncertain|unsure|wahrscheinlich|vermut\w*|vielleicht|glaubt|cree|quizas|tal vez|croit|pense|peut etre"
    r"|возможно|вероятно|считает|думает)\b|可能|也许|认为|怀疑"
)

# A question by its first word.
QUESTION = (
    r"(?:what|whats|which|how|why|who|where|when|is|are|do|does|wie|welche\w*|warum|que|cual|como|por que"
    r"|wo|wann|wer|wohin|woher|wie viel|wen|wem|donde|cuando|quien|cuant[oa]s?|quel\w*|comment|pourquoi|combien"
    r"|quand|qui(?! (?:a|ad|in) \w+ (?:non|si|c)\b)(?! a \d+ metri\b)|lequel|как|какои|какая|какие|какую|почему|сколько|чем|чего|где|куда|откуда|когда|зачем|кто|можно ли)\b"
    r"|怎 ?么|什 ?么|如 ?何|哪|吗|多 ?少|几"
)
# At the beginning of a clause these mark a question.
ASKS_WHAT = (
    r"(?:ob (?:ich|wir|er|sie|es|man|mein\w*|unser\w*|die|der|das)|whether|whats?|which|why|how (?:do|does|to|can|much|many|long|often|come)|is it|are there|welche\w*|warum|wieso"
    r"|wie (?:kann|lange|viel|oft|macht)|cual\w*|por que|cuant[oa]s?|quel\w*|pourquoi|combien"
    r"|чем|чего|зачем|почему|сколько|как(?:ои|ая|ие|ую)|как \w+ть(?:ся)?|(?:можно|стоит) ли)\b"
    r"|怎 ?么|什 ?么|如 ?何|哪"
)
# A child who is not born yet, and its ordinal number.
EXPECTED = (
    r"\b(?:pregnant|expecting|due|trying|hoping|schwanger|erwarten|embarazada|esperando|esperamos|enceinte|attend\w*|беремен\w*|жд[её]м) "
    r"(?:\w+ ){0,3}?(second|third|fourth|\dnd|\drd|\dth|zweiten?|dritten?|segund[oa]|tercer[oa]?|deuxieme|troisieme|вторым|третьим)\b"
)

# The future, and mere intentions.
AHEAD = (
    r"\bin (?:five|ten|two|three|four|\d+|a few|twenty) years(?: time)? (?:i|im|we|were|id)\b|\bby 20\d\d (?:i|im|we|were)\b|\b(?:i|im|we|were) (?:\w+ ){1,8}?by (?:20\d\d|next \w+|january|february|march|april|may|june|july|august|september|october|november|december|summer|winter|spring|autumn|christmas|easter)\b"
    r"|\bin (?:funf|zehn|zwei|drei|\d+|ein paar) jahren (?:bin|habe|wohne|lebe|arbeite|ich|wir)\b|\b(?:en|dentro de) (?:cinco|diez|dos|\d+) anos (?:soy|tengo|vivo|trabajo)\b|\bdans (?:cinq|dix|deux|\d+) ans (?:je|j|on)\b|\bчерез (?:\w+ )?(?:лет|года?) я\b"
    r"\b(?:(?:i|we)ll be|(?:i|we) will be|(?:im|were|i am|we are) (?:going to|gonna|about to) (?:be|have|become|get)|becoming|soon to be|(?:i|we) (?:could|can) (?:be|become|have)"
    r"|(?:was|were) (?:going|about|supposed|meant|hoping|planning) to|supposed to|meant to|ich werde|wir werden|wollte|wollten|konnte (?:sein|werden)|voy a (?:ser|tener)|vamos a (?:ser|tener)|podria|queria|iba a|ibamos a|j?allais|(?:je vais|on va) (?:etre|avoir|devenir)|j?aurai|je serai|voulais"
    r"|я (?:буду|стану)|мы (?:будем|станем)|собирал(?:ся|ась|ись))\b|即将|就要|快要|差点"
)
FACT_AHEAD = (
    r"\b(?:will|going|soon|expect\w*|due|plan\w*|moving|starts?|starting|upcoming|future|next|may|might|could|becom\w+|wanted|intend\w*|hop\w+|supposed|wird|werden|bald|nachste\w*|wollte|sera|va a|tendra|proxim\w*|queria|deviendra|aura|prochain\w*|voulait"
    r"|будет|станет|скоро|собира\w+)\b|\d{4}|即将|将|快"
)
# Aims and possibilities.
AIMED_AT = (
    r"\b(?:(?:aim|goal|dream|hope|ambition|ziel|traum|objetivo|sueno|objectif|reve|obiettivo|sogno|цель|мечта) (?:is|ist|es|est|e)|aspir\w+"
    r"|(?:possible|potential|prospective|moglich\w*|potenziell\w*|posible|potencial|potentiel\w*|possibile|possivel|возможн(?!о\b|ост)\w+) (?!to\b))"
)
# Claims of others about the user, except a doctor's.
REPORTED = (
    r"\b(?!(?:my )?(?:doctor|dr|gp|doc|physician|dermatologist|cardiologist|specialist|dentist)\b)(?:he|she|they|people|everyone|everybody|someone|somebody|mom|mum|dad|wife|husband|friend|friends|boss|sister|brother|kids|colleagues?|coworkers?|gf|bf|man|leute|alle|la gente|todos|les gens|on|все|люди) "
    r"(?:(?:always|often|all|just|keeps?|still|also|immer|siempre) )?(?:says?|said|saying|thinks?|thought|assumes?|claims?|told me|tells me|calls? me|called me|accus\w+ me|believes?|sagt|sagen|denkt|denken|meint|meinen|dice|dicen|creen|cree|piensan|dit|disent|croit|croient|pensent|pense|говорят|говорит|думают|думает|считает|считают) "
    r"(?:that |dass |que |qu |что )?(?:i|im|ive|ich|soy|tengo|je|j|jai|я|у меня|an?)\b|(?:别人|大家|他们?|她|朋友|人家)(?:都|总|老)?(?:说|以为|觉得)我"
)
# Claims about the user by anybody but a doctor or a device: "my tarot reader says i'll move".
REPORTED_BY = (
    r"\b(?!(?:doctor|dr|gp|doc|physician|specialist|dentist|vet|nurse|therapist|psychiatrist|optician|contract|passport|scale|tests?|results?|labs?|scan|mri|biopsy|bloodwork|certificate|diagnosis|\w*log|apps?|phone|watch|meter|report|chart|calendar|system|website|bank|payslip|tracker|thermometer|lease|letter|i|we|which|that|what|as|to|and)\b)\w+ "
    r"(?:(?:always|often|just|keeps?|still|also|all) )?(?:says?|said|saying|thinks?|reckons?|claims?|swears?|insists?|predict(?:s|ed)|guess(?:es|ed)|believes?|assumes?|tells?|telling|told|jokes?) (?:me )?(?:that )?(?:i|im|ive|ill|id)\b"
    r"|\b(?!(?:friends|everyone|family|mates)\b)\w+ (?:\w+ )?(?:calls?|calling|called|labell?ed) me (?:an?|the)\b|\b(?!(?:врач|доктор|я|мы)\b)\w+ (?:говорит|говорят|считает|думает|утверждает|уверяет) (?:что )?(?:я|у меня)\b|(?:妈|爸|老公|老婆|老板|朋友|同事|室友|老师|领导|婆婆)(?:都|总|老)?(?:说|以为|觉得)我"
    r"|\byou (?:(?:just|earlier|already|also|once|keep|kept|even) )*(?:said|saying|told me|wrote|claimed|mentioned|assumed|called me|answered)\b|\bdu (?:hast|sagtest|meintest|schriebst)\b.{0,80}\b(?:gesagt|geschrieben|behauptet|gemeint)\b|\b(?:dijiste|has dicho|escribiste|pusiste)\b|\b(?:tu m?as|vous m?avez) (?:dit|ecrit|repondu)\b|\bты (?:(?:же|сам|сама|раньше) )*(?:сказал\w*|писал\w*|написал\w*|говорил\w*)\b|你(?:刚才?|之前|上次|刚刚)*(?:说|写|提到)"
    r"|\b(?!(?:ich|wir|arzt|arztin|befund)\b)\w+ (?:sagt|meint|behauptet|glaubt|denkt) (?:immer |auch )?ich\b|\b(?!(?:yo|medic[oa])\b)\w+ (?:dice|cree|jura|insiste en|asegura) que (?:soy|tengo|estoy|voy|me|vivo)\b|\b(?!(?:je|medecin)\b)\w+ (?:dit|pense|croit|jure|pretend|affirme) que (?:je|j)\b"
)
# The same in two clauses: "meint, ich sei", "говорит, что я".
SAID_BEFORE = r"^(?!.*\b(?:arzt|arztin|врач|доктор|ich|wir|я|мы)\b).*\b(?:sagt|sagte|meint|behauptet|glaubt|denkt|говорит|говорят|сказал[аи]?|считает|думает|утверждает|уверяет)$"
SAID_OF_ME = r"^(?:dass |что )?(?:ich|bei mir|я|у меня)\b"
# A statement in quotation marks, in lower case; and signs that it is another's, or a text.
QUOTED = r"(?<!\w)['\"‘“„«「『](?P<said>(?=(?:[^\n'\"”“»」』]|['’](?=\w)){0,200}?(?:\b(?:i|i['’]m|i['’]ve|we|my|ich|wir|mein\w*|yo|soy|tengo|vivo|mi|je|j['’]\w+|mon|ma|я|мы|мне|меня)\b|我))[^\n'\"”“»」』]{3,200}?(?:['’](?=\w)[^\n'\"”“»」』]{1,100}?){0,4})['\"’”“»」』](?!\w)"
SAYS_QUOTED = (
    r"\b(?:translat\w*|says?|said|saying|wrote|writes?|written|grade|correct\w*|rephras\w*|rewrit\w*|phrase|sentence|message|comment|review|caption|mean(?:s|ing)?|rude|grammar"
    r"|übersetz\w*|sagt?|sagen|schreib\w*|satz|heißt|bedeutet|traduc\w*|dice|dicen|decir|frase|significa|corrige|tradui\w*|dit|dire|veut dire|перевед\w*|переведи|скаж\w*|фраз\w*|сказа\w*|пишет|значит)\b|翻译|[翻译]成|怎么说|什么意思|写道|说"
)
# Asked of oneself: "am i autistic if".
ASKED_OF_ONESELF = (
    r"^(?:(?:so|and|or|but|hey|hi|ok|also|then|wait|q|und|oder|aber|et|ou|mais) )*(?:am i|are we|do i (?:have|count|qualify|look|sound|seem)|(?:could|might|would|can|may) i (?:be|have)\b|have i (?:got|become)|(?:is it possible|does (?:this|that|it) mean) (?:that )?(?:i|im)"
    r"|(?:bin|habe|hab|werde) ich (?:jetzt |vielleicht |etwa |dann |eigentlich )?(?=\w+ .*\b(?:wenn|oder|weil|falls)\b|\w+$)|(?:suis|ai) je|est ce que (?:je suis|jai|j ai)|sere\b|estare\b|tendre\b|(?:я|у меня) (?:что )?ли\b|может(?:е)? (?:ли )?(?:у меня|я)\b)"
    r"|^我(?:是不是|有没有|算不算|会不会|算是?.{1,8}吗)"
)
# Appearances: "shows up as 1080p".
SEEMS = (
    r"\b(?:(?:shows?|showing|showed|comes?|came|pops?|popped) up as|appears?|appearing|(?:gets? |is |was |are |be |been )(?:listed|detected|recogni[sz]ed|identified|reported|displayed|registered|flagged|misread|mistaken|tagged|marked) (?:as|for)|registers as|reads as|looks? like (?:an?|im|its)|seems? (?:to be|like)|pass(?:es|ed)? (?:for|as)|mistook (?:me|it) for"
    r"|(?:wird|werde|werden|wurde) (?:\w+ ){0,4}?(?:als|fur) (?=.{0,80}\b(?:angezeigt|erkannt|gelistet|gefuhrt|gehalten)\b)|(?:aparece|sale|figura|detecta) como|(?:apparait|saffiche|s affiche|est reconnue?|passe) (?:comme|pour|en)|(?:определяется|отображается|показывает(?:ся)?|распознается|числится) как)\b|显示[为成是]|识别[为成]|被当成|看起来像"
)
FACT_SEEMS = r"\b(?:shows?|appears?|seems?|listed|looks?|detected|recogni[sz]ed|displayed|reported|mistaken|angezeigt|erkannt|aparece|affiche|reconnue?|показыва\w+|определя\w+)\b|显示|识别|像"
FACT_REPORTED = r"\b(?:told|said|thought|called|mistaken|reputation|seen as|gilt|considerad\w|considere\w?)\b|被"
# Clauses that take back the one before: "but i never touch it", "but i stopped".
TAKEN_BACK = (
    r"^ ?(?:then )?(?:i|we|ive|but i) (?:\w+ )?(?:never \w+|dont \w+|didnt \w+|havent \w+|stopped|quit|gave up|sold|returned|cancell?ed|hated|dropped)(?: (?:it|them|that))(?: (?:any ?more|at all|though|myself|anyway|after .*|last .*))?$"
    r"|^ ?(?:then )?(?:i|we|ive) (?:\w+ )?(?:stopped|quit|gave up)(?: (?:any ?more|though|taking it|doing it|using it|going|after .*|last .*|in \w+))?$"
)
# Places where others are, not the user: "half my team is in Lisbon".
ELSEWHERE = (
    r"\b(?:team|company|office|hq|headquarters|employer|clients?|customers?|servers?|branch|factory|supplier|relatives|family|team|firma|buro|kunden|empresa|oficina|equipo|clientes|equipe|bureau|boite|команда|офис|компания) "
    r"(?:is|are|was|were|based|located|in|sitzt|ist|sind|esta|estan|est|sont|в|находится)\b"
)
# What somebody takes back by naming it: "forget the yoga thing i mentioned".
FORGET_WHAT = r"\b(?:forget|ignore|scratch|scrap|disregard)(?: about)? (?:the|that|what i said about(?: the)?) (?P<what>(?:\w+ ){1,4}?)(?:(?:thing|bit|part|stuff|one) )?(?:that )?(?:i|we) (?:just |already )?(?:mentioned|said|wrote|told you|brought up)\b"
# A job that somebody lost, and what it was.
LOST_WORK = (
    r"\b(?:lost (?:my|the|our) (?:\w+ )?(?:job|position|gig|post|role)|(?:was|were|got|been) (?:just )?(?:fired|laid off|let go|made redundant|sacked|dismissed)) (?:at|with|as|from|in) (?P<work>.*)"
    r"|\b(?:job|stelle|arbeit) (?:bei|an|in|als) (?P<arbeit>.*) verloren|\bperdi (?:el|mi) (?:trabajo|empleo|puesto|curro) (?P<trabajo>.*)|\bperdu (?:mon|le) (?:travail|boulot|poste|emploi|taf) (?P<travail>.*)|\b(?:потерял|уволил)\w* (?:работу )?(?:из|в|с) (?P<rabota>.*)"
)
