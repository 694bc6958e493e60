"""Phrases with a negation that does not negate a fact, in six languages. Pure data.

Folded words (see `text.words.fold`); Chinese without spaces. A phrase may be a regular expression.
"""

from . import speakers

# Agreeing, hedging, asking back.
POLITE = (
    "no problem(?:s)?|no \\d{1,2}|no prob|no worry|no worries|no biggie|no big deal|no doubt|no idea|no clue|no wonder|no matter|no rush"
    "|no hurry|no pressure|no offen[sc]e|no joke|no lie|no kidding|no thanks?|no thank you|not (?:a|any) (?:problem|issue|worry)|no issues?|no stress"
    "|not (?:gonna|going to) lie|cant lie|wont lie|not to brag|not to be rude|not to mention|not bad|not that bad|not too bad|not sure|not least|not so bad"
    "|not that it matters|never ?mind|never better|never been better|never been happier|if not|why not|whether or not|or not|believe it or not|like it or not"
    "|never (?:told|explained|said|asked|understood|learned|knew|figured out)(?: \\w+)? (?:why|how|when|what|where)|(?:dont|doesnt|didnt|cant|couldnt) (?:remember|recall|tell|explain|figure out|say)(?: \\w+)? (?:why|how|when|what|where)"
    "|not (?:because|cause|cuz|coz|bc|cos) [^,.;]*|nicht weil [^,.;]*|no (?:es )?porque [^,.;]*|não dá(?= (?:pq|porque|pois|pra|já)\\b)|(?:hard|firm|definite|absolute|flat) no"
    "|dont (?:mind|worry|hesitate|forget|get me wrong|judge|laugh|ask|you|we|care)|do not (?:mind|worry|hesitate|forget)|wouldnt mind|didnt mind"
    "|(?:isnt|arent|dont|doesnt|didnt|wasnt|havent|hasnt|wont|cant) (?:it|they|you|we|he|she)|not unlike|not uncommon|not unhappy|not unusual|not wrong"
    "|none other than|no less than|no fewer than|no later than|not long ago|no sooner|not for nothing|no strings|not going anywhere|not (?:all|every|everyone|everybody)"
    "|(?:dont|didnt|do not) (?:know|think|understand|get|see) (?:if|how|why|what|where|whether|the|this|it)"
    "|(?:kein|keine) (?:problem|sorge|ahnung|thema|stress|frage|eile|ding|panik|zweifel)|macht nichts|nicht (?:schlecht|wahr|zuletzt|umsonst|weiter schlimm|schlimm|so schlimm|uncool)"
    "|warum nicht|wieso nicht|ob oder nicht|oder nicht|nicht (?:alle|jeder|jede)|ohne (?:witz|scheiss|frage|zweifel)|nicht gelogen"
    "|no (?:pasa nada|hay (?:problema|duda|prisa|lio)|te preocupes|importa|es broma|miento|esta mal|tod[oa]s|es nada|lo se|se si)|sin (?:problemas?|duda|dudas|prisa)|por qué no|cómo no|no veas"
    "|pas (?:de (?:problèmes?|soucis?|stress|quoi|mal)|mal|grave|si mal|tou[ts]\\w*)|ne t ?inquiète pas|t inquiète pas|pourquoi pas|n ?est ce pas|sans (?:souci|problème|doute|blague)|nest ce pas"
    "|не (?:проблема|вопрос|переживай|беспокойся|за что|беда|страшно|секрет|шучу|вру|против|прочь|все|спорю)|без (?:проблем|вопросов|сомнений|разницы|всяких вопросов)|ничего страшного|почему нет|почему бы и нет|нет проблем"
)
# Double negations, and the highest praise.
PRAISE = (
    "(?:dont|do not|never|please dont) (?:drop|stop|skip|remove|cut|lose|leave out|omit|take out|get rid of)|nicht (?:weglassen|aufhören|streichen)|no (?:quites|dejes de|elimines|omitas)|(?:enlève|supprime|arrête|retire) pas|не (?:убирай|прекращай|пропускай|переставай)"
    "|(?:cant|cannot|can not|couldnt|could not) (?:wait|be (?:happier|better|prouder|more \\w+)|help but|get enough|agree more|complain|recommend \\w+ enough|imagine (?:\\w+ ){0,3}without|live without"
    "|do without|function without|survive without|go (?:\\w+ ){0,3}without|stop (?=\\w+ing)|start (?:\\w+ ){0,3}without|say no to|thank \\w+ enough|praise \\w+ enough|resist|go wrong with|work without|sleep without|ask for (?:a )?(?:better|more|nicer))"
    "|wouldnt (?:trade|change|swap|miss|want to miss|have it any other way|be without)|wouldnt (?:dream|think) of (?:\\w+ ){0,2}without|nothing (?:but|beats|better than|like|compares)|nobody but|no one but"
    "|never (?:say no to|get (?:tired|sick|bored) of|tire of|tired of|go (?:\\w+ ){0,3}without|leave (?:\\w+ ){0,4}without|without|miss|skip|missed|not)|not without|dont (?:go|leave|do) (?:\\w+ ){0,4}without|no day without|there is no better|theres no better"
    "|kann(?: ich)?(?: es|s)? kaum erwarten|kann(?: ich)?(?: \\w+){0,2} nicht (?:genug|ohne|erwarten|aufhören|leben ohne|nein sagen)|nicht ohne|nichts (?:geht über|lieber|besser|besseres|schöneres)|könnte nicht (?:besser|glücklicher|zufriedener)|nicht mehr wegzudenken|nie ohne|nicht genug kriegen|nicht nein sagen|kein tag ohne|vergeht kein"
    "|no (?:veo la hora|puedo (?:vivir sin|esperar|estar sin|parar|dejar|evitar|pasar sin)|hay nada (?:como|mejor)|me canso de|dejo de|paro de|podría estar más|me pierdo|cambiaría|salgo (?:\\w+ ){0,2}sin|puedo estar más)|nunca (?:digo que no|me canso|me pierdo|sin)"
    "|(?:je )?(?:ne )?(?:peux|pourrais) (?:pas|plus) (?:vivre sans|me passer|attendre|m empêcher|être plus)|rien de (?:mieux|tel)|me lasse pas|pas peu fier|jamais sans|jamais assez|ne rate(?:rais)? (?:jamais|pas)|ne manque jamais|pas me passer"
    "|не могу (?:жить без|без|дождаться|нарадоваться|нахвалиться|представить \\w+ без|отказаться|не)|жду не дождусь|нет ничего лучше|не устаю|не нарадуюсь|как нельзя лучше|ни дня без|не пропускаю|никогда не (?:пропускаю|отказываюсь|надоедает)|не откажусь|не обойдусь|не обхожусь"
)
CHINESE = (
    "没问题|没关系|不好意思|不客气|不用谢|不过|不错|差不多|对不起|不但|不仅|不只|不光|不止|不同|不知道|无论|没事|不管|离不开|少不了|不得不|忍不住|再好不过|等不及|迫不及待|舍不得"
    "|无所谓|好不容易|不愧|不瞒你说|不谦虚|不用说|毫无疑问|不妨|不久|恨不得|巴不得|不由得|没少|不见不散|没准|说不定|来不及|了不起|不断|不少|不必说|不可或缺|不能没有|不能不|没得说|不停|别删|别去掉|别停|不要删|不要去掉"
)
# Their negation means that the thing exists: "can't find my keys", "never miss a class".
STILL_THERE = (
    r"\b(?:my|our|the|this|that|mein\w*|unser\w*|den|der|das|dem|die|mi|mis|nuestr\w*|el|la|los|las|mon|ma|mes|notre|nos|le|les|мо\w{1,3}|наш\w*|sure|only|just|enough|always|every|all|much|many"
    r"|find|figure|wait|know|understand|decide|remember|believe|afford|resist|imagine|stop|miss|forget|without|live without|get|fit|finish\w*|mind|think|say|want to (?:stop|quit|lose|leave|change|give)"
    r"|finde|weiss|verstehe|erinnere|genug|immer|alle|nur|finden|encuentro|se|entiendo|recuerdo|bastante|siempre|todo\w*|solo|trouve|sais|comprends|assez|toujours|que|seulement"
    r"|найти|знаю|понимаю|помню|всегда|только|все|хватает)\b|的|知道|明白|懂|记得|找|想|只|够|总|所有|完|得"
)
# "Not until Friday" affirms: the negation, at most four words for what happens, and the limit. As typed.
NOT_UNTIL = (
    r"(?:\b(?:is|are|was|does|do|did|wo|will)(?:n['’]?t| not)\b|(?:(?<=\w)['’](?:s|m|re) |\b)not\b|\b(?:no|non|não|nao|не)\b|\bn(?:e |['’])(?P<french>\w+) pas\b|\bnicht\b)"
    r"(?P<event>(?: [^\W\d][\w'’]*){0,4}?) "
    r"(?:['’]?til|till|until|before|vor(?: dem| der)?|hasta|antes d\w{1,2}|avant|раньше|до|prima d\w{1,4}['’]?|fino a\w{0,2}|até|ate) ?"
    r"(?P<limit>\w+(?: \w+){0,3})"
)
# The first word of what happens, in plain words.
EVENT = (
    r"(?:is|be|due|back|ready|available|open\w*|start\w*|begin\w*|happen\w*|arriv\w*|com(?:e|es|ing)|leav(?:e|es|ing)|mov(?:e|es|ing)|go(?:es|ing)?|get(?:s|ting)?|fly\w*|see|return\w*|land\w*|finish\w*|end\w*|run\w*|scheduled"
    r"|es|son|sera|empiez\w+|comienz\w+|lleg\w+|abr\w+|sal\w+|vuel\w+|me mud\w+|tengo|est|commenc\w+|arriv\w+|ouvr\w+|revien\w+|part\w*|начина\w+|приезжа\w+|буд\w+|откро\w+"
    r"|e|inizi\w+|cominci\w+|arriv\w+|torn\w+|comec\w+|cheg\w+|volt\w+)$"
)
# Days and times of day, and that they suit, in plain words.
DAY = (
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|tues?|weds?|thurs?|fri|weekends?|mornings?|evenings?|afternoons?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|sonnabends?|wochenenden?|abends?|morgens|vormittags?|nachmittags?"
    r"|lunes|martes|miercoles|jueves|viernes|sabados?|domingos?|tardes|mananas|noches|lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?|soirs?|matins?"
    r"|понедельник\w*|вторник\w*|сред[ауы]м?|четверг\w*|пятниц\w*|суббот\w*|воскресень\w+|вечер\w*|утр\w*|lunedi|martedi|mercoledi|giovedi|venerdi|sabato|domenica"
    r"|segundas?|tercas?|quartas?|quintas?|sextas?|feiras?)"
)
SUITS = (
    r"(?:do|make|work\w*|suit\w*|good|possible|available|free|option|sorry|please|pls|bitte|but|leider|geht|gehen|passt|passen|klappt|kann|konnen|konnte|moglich|frei|zeit"
    r"|no|los|las|puedo|podemos|pueden|posible|disponible|va|viene|bien|me|pero|les|peux|peut|pouvons|possible|dispo|disponible|jouable|mais"
    r"|по|в|могу|можем|получится|получается|удобно|подходит|вариант|il|la|posso|possiamo|possibile|libero|libera|ma|as|aos|nas|da|rola|podemos|livre|mas)"
)
# Where the user is, in a sentence about something else. As typed; a name goes on with capitals.
_PLACE = r"[^\W\d][\w'’-]*(?: (?-i:[A-ZÀ-ÖØ-ÞА-ЯЁ])[\w'’-]+)*"
HERE_IN = (
    r"(?<!\bnot )(?<!\bbe )(?<!\bam )(?<!\bim )(?<!'m )(?<!’m )(?<!\bare )(?<!\blonger )(?<!\bmehr )(?<!\bnicht )(?<!\bbin )(?<!\bsind )(?<!\bestoy )(?<!\bestamos )(?<!\bsuis )(?<!\bplus )(?<!\bpas )(?<!\bsono )(?<!\bpiù )(?<!\bestou )(?<!\bmais )(?<!\bне )(?<!\bбольше )(?<!\bno )"
    rf"(?P<here>\b(?:here (?:in|at|on|near)|hier (?:in|im|bei|auf|am)|(?:acá|aca|aquí|aqui) (?:en|por)|ici (?:à|a|en|dans|au)|(?:тут|здесь|у нас) (?:в|во|на)|qui (?:a|ad|in)(?= (?-i:[A-Z]))|aqui (?:em|no|na)) {_PLACE})"
)

# A thing of the user's as the subject of a clause: "why won't [my xbox] connect", in plain words; a
# fact that there is such a thing; and what a clause may not have if its negation leaves that true.
MINE_AT_START = (
    r"^ ?(?:(?:and|but|so|also|ok|now|since|because|und|aber|weil|da|jetzt|y|pero|que|et|mais|e|ma|mas|и|а|но) ){0,2}"
    r"(?:(?:why|how come|warum|wieso|weshalb|por que|porque|pourquoi|perche|почему) (?:\w+ ){0,3}?)?"
    r"(?:(?:doesnt|wont|isnt|cant|didnt|hasnt|dont|arent|does|will|is|can|did) )?"
    rf"{speakers.POSSESSIVE} (?P<mine>\w.*)"
)
FACT_HAS = r"^(?:has|owns|keeps|uses|drives|rides|hat|besitzt|nutzt|fahrt|tiene|usa|posee|conduce|a|possede|utilise|conduit|ha|possiede|guida|tem|possui|dirige|имеет|использует|есть|(?:lives|wohnt|lebt|vive|habite|vit|mora|abita|живет) (?:with|mit|con|avec|com|с)) (?:(?:an?|the|ein\w*|un[aeo]?|uma?) )?"
KEEPS_NONE = (
    r"\b(?:i|im|ive|id|we|weve|ich|wir|yo|je|j|nous|io|noi|eu|nos|я|мы|у|have|hab\w*|tengo|tenemos|ai|avons|ho|abbiamo|tenho|temos|mine|da|here|there|belongs?|gone|exists?|stolen|sold|lost|dead|born"
    r"|gehort|weg|existiert|gestohlen|verkauft|verloren|tot|existe|robad[oa]|vendid[oa]|perdid[oa]|volee?|vendue?|perdue?|esiste|rubat[oa]|vendut[oa]|roubad[oa]|существует|украл\w*|продал\w*)\b"
)
# What became of a thing that was named before: "my bike doesn't work, i threw it out".
GONE_IT = (
    r"\b(?:(?:sold|returned|scrapped|binned|tossed|dumped|ditched|got rid of) (?:it|them|her|him)"
    r"|(?:threw|gave|traded|chucked|sent) (?:it|them|her|him) (?:out|away|in|back)|(?:ihn|sie|es) (?:\w+ )?(?:verkauft|weggeworfen|weggegeben|verschenkt|entsorgt|zuruckgegeben)"
    r"|(?:lo|la|los|las) (?:he )?(?:vend\w+|tire|tirado|regal[eao]\w*|devolvi)|l ?(?:ai|avons) (?:vendue?|jetee?|donnee?|rendue?)|l ?(?:ho|abbiamo) (?:vendut|buttat|regalat|restituit)[oa]"
    r"|(?:o|a|eu) (?:vendi|joguei fora|dei|devolvi)|(?:продал|выбросил|выкинул|отдал|вернул)[аи]? (?:его|ее|их))\b"
)
# A fact that says itself that a thing is gone: "Ha venduto la macchina".
FACT_GONE = r"\b(?:sold|returned|gave|got rid|verkauft|weggegeben|verschenkt|vendi\w*|vendut\w*|vendu\w*|regal\w+|don[én]\w*|продал\w*|отдал\w*)\b"
# What the model did: "you keep giving me vue".
OF_MODEL = (
    r"(?:why (?:do|did|are) )?(?:you|u) (?:keep|kept|gave|give|always|said|suggested|used|use|wrote|put)\b|du (?:gibst|gabst|nimmst|schreibst|hast|schlagst)\b"
    r"|(?:tu )?(?:me (?:das|diste|dices)|sigues)\b|tu (?:me )?(?:donnes|proposes|as|mets)\b|ты (?:опять|все время|пишешь|дал)\b"
)
# "We don't have the budget for AWS": what there are no means for is denied, too.
LACKS_MEANS = (
    r"(?:dont|doesnt|didnt|do not|no|cant|not|kein\w*|nicht|no tengo|pas) (?:have |got |hab\w* )?(?:the |any |enough |an? |das |de )?"
    r"(?:budget|money|time|space|room|funds|patience|energy|geld|zeit|platz|dinero|tiempo|espacio|temps|place|argent|presupuesto) (?:for|fur|para|pour) "
)
# "I don't have my dog any more": the verb before a thing that one does not have.
HAVE_AT_END = r"\b(?:have|has|had|having|got|get|own|owns|keep|keeps|want|hab\w*|besitz\w*|behalt\w*|tengo|tenemos|tiene|quedarme|ai|avons|garde\w*|ho|abbiamo|tenho|temos|имею|нет|not|nicht|kein\w*|no es|no son|pas|non e|nao e|не)(?: (?:mais|mas|piu|plus|la|il|lo|el|o|a|das|der|die|den|any|more|mehr|really|actually|even))* $"
