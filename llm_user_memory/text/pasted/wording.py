"""Words that distinguish pasted text from typed text, in six languages. Pure."""

import re

from ..patterns import AnyOf, any_of, regex


def _any(*patterns: str) -> AnyOf:
    """An expression for any of these, of one language each, ignoring case."""
    return any_of(*patterns, flags=re.I)


# Somebody else says or writes.
SPEAKS = _any(
    r"\b(?:writes?|wrote|written|says|said|text(?:s|ed)|messag(?:es|ed)|post(?:s|ed)|sent|sends"
    r"|comment(?:s|ed)|repl(?:ies|ied)|answer(?:s|ed)|e-?mail(?:s|ed)|goes|states|stated"
    r"|forwarded|shared|dm(?:s|'?d|ed)|left (?:(?:me|us) (?:this|that|a|the|these)|this|a)|(?:got|received|found|saw|read) (?:this|that|it|the"
    r" following|these)|from my inbox|came in|landed in|asks? me|asked me|tells me|told me this|claims|reads"
    r"|responded|responds|wrote back|(?:is|are|was) saying|has to say|in (?:his|her|their) words)\b",
    r"\b(?:schreibt|schrieb\w*|geschrieben|sagt|sagte|gesagt|meint|meinte|gepostet|postet\w*|schickt\w*"
    r"|geschickt|kommentiert\w*|antwortet\w*|geantwortet|lautet|steht|gefunden|bekommen|gekriegt|erhalten"
    r"|kam|kommt|behauptet|fragt|weitergeleitet|gelesen|hinterlassen)\b",
    r"\b(?:escrib(?:e|ió|en)|escrito|dicen?|dijo|mand(?:ó|ado|ar|aron|a)|public(?:ó|a|ado)|coment(?:ó|a|ado)"
    r"|contestó|contestado|respond(?:e|ió|ido)|envi(?:ó|a|ado|aron)|pus(?:o|ieron)|puesto|pegó|llegó|llegado"
    r"|recib(?:ió|í|ido|imos)|encontr(?:é|ado)|pone|leí|dejó|dejado|reenviado|reenvió|soltó|me salta)\b",
    r"\b(?:écrit|écrivent|dit|posté|poste|publié|commenté|envoyé|envoie|répond|répondu|laissé|reçu|reçois|arrivé"
    r"|copié|trouvé|tombé|raconte|sort|transféré|partagé|balancé|lu)\b",
    r"\b(?:пишет|пишут|написал\w*|прислал\w*|присылает|сказал\w*|говорит|ответил\w*|отвечает|выложил\w*|пришл[оаи]"
    r"|пришёл|пришел|отправил\w*|скинул\w*|кинул\w*|гласит|получил\w*|нашл[аи]|нашёл|нашел|пересылаю|переслал\w*"
    r"|запостил\w*|прочитал\w*|увидел\w*|оставил\w*|вот что)\b",
    r"写道|写的|写了|写给|发的|发来|发了|发给|说[:：,，]|说的|的原话|回我|回复我|回了|留言|评论了|收到|转发|转来|贴了|发布|看到|刷到|问我|来信",
)
# A line that asks to write to somebody what stands below it.
SENDS = regex(
    r"\W*(?:(?:please|pls|now|then|and|can you|could you|bitte|por favor|пожалуйста)[, ]+)*"
    r"(?:write|send|text|tell|e-?mail|message|post|say|schreib|sag|schick|escribe|escríbele|manda|dile"
    r"|écris|envoie|dis|напиши|отправь|скажи)\b",
    re.I,
)
# What stands at the end of a line above the words of somebody else, or a file. No "I" is in it.
ASKED_OR_FILE = _any(
    r"\b(?:asks|asked)\b|\b(?:his|her|their) (?:\w+ )?(?:reply|answer|response|question|words)\b",
    r"\b(?:fragt|fragte|gefragt)\b|\b(?:seine|ihre) (?:\w+ )?(?:antwort|frage|worte)\b",
    r"\b(?:pregunta|preguntó|preguntado)\b|\bsu (?:respuesta|pregunta)\b",
    r"\b(?:demande|demandé)\b|\bsa (?:réponse|question)\b",
    r"\b(?:спрашивает|спросил\w*)\b|\b(?:его|её|ее|их) (?:ответ|вопрос|слова)\b",
    r"问[:：]?$|[他她](?:们)?的(?:回答|回复|问题|话)",
    r"\b[\w-]+\.(?:md|txt|pdf|docx?|html?|eml|rtf|odt)\b",
)
REPORTED = _any(
    r"\b(?:says|said|wrote|writes|told me|thinks?|claims) (?:that|i|i'm|my|me|he|she|we|it|no|yes)\b",
    r"\b(?:sagt|sagte|meint|meinte|schreibt|schrieb|behauptet),? (?:dass|ich|er|sie|wir)\b",
    r"\b(?:dice|dijo|escribió) que\b|\b(?:dit|écrit) (?:que|qu['’])",
    r"\b(?:говорит|сказал\w*|пишет|написал\w*),? (?:что(?! это)|я)\b|说[我他她]|让我",
)
I_SPEAK = _any(
    r"\b(?:i|we)(?:['’]ve| have| had|['’]d)? (?:\w+ ){0,2}"
    r"(?:say|said|wrote|write|sent|told|tell|posted|replied|answered|texted|shouted|yelled|asked|joked|blurted|added|thought|whispered|messaged|call|mumbled)\b",
    r"\bich (?:hab\w* )?(?:\w+ ){0,4}(?:gesagt|geschrieben|geschickt|geantwortet|gefragt|gerufen|gedacht)\b"
    r"|\b(?:sagte|schrieb|fragte|dachte|sag|sage) ich\b|\bich (?:sag\w*|schrieb\w*|dachte|rief|meinte|fragte|antworte\w*)\b",
    r"\b(?:le|les) (?:dije|escribí|mandé|contesté|digo|he dicho|solté)\b|\b(?:escribí|he escrito|dije|contesté|respondí|grité|pensé)\b"
    r"|\bje (?:lui|leur) (?:ai|dis)\b|\bj['’]ai (?:\w+ )?(?:dit|écrit|envoyé|répondu|crié|lancé|pensé|demandé)\b|\bje (?:dis|réponds|me suis dit)\b",
    r"\bя (?:\w+ )?(?:\w+ )?(?:сказал|написал|отправил|ответил|говорю|крикнул|спросил|подумал|пишу)\w*|(?:сказал|ответил|написал)а? я\b|我(?:跟|对)[^，。]{1,6}说|我(?:说|写了|回了|发了)",
)
SAYS_I = regex(
    r"(?<![\w'’])(?:i|i['’](?:m|ve|d|ll)|we|ich|wir|yo|je|j['’]|moi|nous|я|мы)(?![\w])|我们?", re.I
)
GETS = _any(
    r"\b(?:got|get|gets|received|found|find|saw|see|hear|heard|hearing|read|reading|remember|understand|love|like|hate|know|have|need|want)\b",
    r"\b(?:bekam|bekommen|gehört|höre|hörte|las|lese|sah|sehe|fand|finde|verstehe|kenne|mag|liebe|brauche|erinnere)\b",
    r"\b(?:recibí|encontré|oí|leí|vi|veo|leo|oigo|entiendo|conozco|recuerdo|necesito|gusta|encanta)\b",
    r"(?:ai|j['’]) ?(?:reçu|trouvé|lu|vu|entendu)\b|\b(?:reçu|trouvé|lu|vu|entendu|comprends|connais|aime|adore|cherche)\b",
    r"\b(?:получил\w*|наш[её]л|нашла|услышал\w*|слышал\w*|прочитал\w*|прочёл|увидел\w*|видел\w*|понимаю|знаю|помню|люблю|ищу)\b",
    r"收到|看到|听到|读到|看见|听见|喜欢|记得|想起|找",
)
MY_WORDS = _any(
    r"\bmy (?:\w+ )?(?:answer|reply|response|motto|mantra|excuse|slogan|line|speech|toast|rule|first thought)\b[^.!?]{0,30}$",
    r"\bmein\w* (?:\w+ )?(?:antwort|motto|ausrede|spruch|regel)\b[^.!?]{0,30}$",
    r"\bmi (?:\w+ )?(?:respuesta|lema|excusa|frase|regla)\b[^.!?]{0,30}$",
    r"\bm(?:a|on) (?:\w+ )?(?:réponse|devise|excuse|phrase|règle)\b[^.!?]{0,30}$",
    r"\bмо[йяё] (?:\w+ )?(?:ответ|девиз|отговорка|правило|фраза)\b[^.!?]{0,30}$",
    r"我的(?:回答|座右铭|借口|原则)[^。！？]{0,10}$",
)
# Where it is from: "that's from my daughter", "it came through the website".
SOURCE = _any(
    r"\b(?:from|by) (?:my|our|his|her|their|a|an|the|one of|hr|someone|some|this|@)\b"
    r"|\b(?:this|that|it) (?:was|came|is|arrived|popped up) (?:on|in|through|via|from|up|today)\b|\bcopied (?:it )?from\b",
    r"\b(?:von|vom|aus) (?:meine[mrn]?|unsere[mrn]?|eine[mr]|der|dem|ihm|ihr)\b|\bkam (?:heute|gerade|über|vom)\b",
    r"\b(?:es|son) de (?:un|una|mi|la|el|los)\b|\bde (?:un|una) (?:foro|alumn[oa]|amig[oa]|client[ea]|compañer[oa]|lector)"
    r"|\bdel? (?:casero|canguro|cliente|foro|jefe|grupo)\b",
    r"\bc['’]est de\b|\b(?:de|d['’]) ?(?:mon|ma|un|une|notre) (?:élève|ami|amie|forum|client|cliente|voisin|voisine|fils|fille"
    r"|collègue|locataire|lecteur|lectrice)\b|\bdu (?:proprio|propriétaire|patron|voisin|forum|groupe)\b",
    r"\b(?:от|с|из) (?:моего|моей|нашего|нашей|форума|сайта|одно[йг]о?|клиент\w+|друг\w*|подруг\w*|сосед\w*|чата|группы|паблика)\b",
    r"(?:这|那)是[^，。]{1,10}的|是我[^，。]{1,6}(?:写|发|的)|来自|网上",
    # Where a text was found, without a verb: "from the tenants' board", "her bio".
    r"^\W*(?:(?:also|just|this|it's|its|one|a \w+) )?(?:from|by|off) (?:the|my|our|a|an|his|her)\b|\b(?:found (?:it |this )?(?:on|in|at)|through (?:the|our|my) (?:door|letterbox)|in my (?:inbox|dms?|mailbox|letterbox|letter box))\b"
    r"|^\W*(?:his|her|their|\w+['’]s?) (?:\w+ )?(?:bio|profile|note|text|message|post|answer|reply|email|mail|review|letter|words|poem|essay|cv|application|statement|comment)\b",
    r"^\W*(?:von|vom|aus) (?:der|dem|meine[rmn]?|unsere[rmn]?|einer|einem)\b|\b(?:im|in der) (?:briefkasten|forum|gruppe|chat|postfach|treppenhaus|aushang)\b|^\W*(?:mail|brief|nachricht|sms|zettel|aushang|antwort|schreiben|bewertung|rezension) (?:vom|von|aus|über)\b",
    r"^\W*(?:del?|desde) (?:la|el|los|las|mi|un|una|nuestr[oa])\b|\ben (?:el|un|mi) (?:buzón|foro|grupo|correo|chat|portal)\b|^\W*(?:correo|carta|mensaje|nota|reseña|respuesta|email) (?:de|del|sobre)\b",
    r"^\W*(?:de|du|des) (?:la|le|les|ma|mon|mes|notre|un|une)\b|^\W*du (?:groupe|voisin|conseil|syndic|proprio)\b|\bdans (?:la|ma) bo[iî]te\b|\bsur (?:un|le) forum\b|^\W*(?:mail|lettre|message|mot|avis|réponse|courrier) (?:de|du|des|sur)\b",
    r"^\W*(?:от|из|с) (?:\w+ )?\w+|\b(?:в (?:почтовом ящике|подъезде|чате|группе|сети)|на форуме)\b|^\W*(?:письмо|сообщение|записка|отзыв|ответ|пост) (?:от|о|об|из)\b",
    r"(?:发|贴|写|说|留|回)的\W*$|(?:群|论坛|网|门口|信箱|邮箱|评论区)(?:里|上)?(?:看|贴|收|发|刷|的)|的(?:差评|好评|邮件|消息|信|回复|留言|简历|简介|作文)\W*$",
)
# Briefer forms of the same, as people put them before or after a text without a verb.
_FORMS_WANTED = (
    # Wishes for its wording, and a teacher's questions about submitted work.
    r"\b(?:reword\w*|re-?write|tidy (?:this|it) up|clean (?:this|it) up|plain english|(?:past|present) tense|third person"
    r"|plagiari\w+|handed (?:this |it )?in|bad grammar|reads? (?:well|okay|ok|badly)|flirting|annoyed|passive[- ]aggressive|desperate)\b",
    r"\b(?:umformulieren|leichte sprache|in leichter sprache|abmahnung|abgegeben|vergangenheit|duzen|siezen|freundlicher)\b",
    r"\b(?:ponlo|pásalo|pasa esto|más (?:corto|formal|claro)|faltas|tiene razón|sincer[oa]|de usted|exager\w+)\b",
    r"\b(?:mets|passe) (?:ça|ceci|le|la|ce texte)\b|\b(?:vouvoiement|tutoiement|exagère|sincère|fautes)\b",
    r"\b(?:обиделась|обиделся|на вы|стилист\w+|своими словами|покороче|вежливее)\b",
    r"改(?:通顺|短|成|一下)|病句|通顺|润一下|啥语气|什么语气",
    r"\b(?:in(?:to)? (?:\w+ )?(?:english|german|french|spanish|italian|dutch|polish|portuguese|russian|chinese|turkish|arabic|japanese)|spelling|typos?|punctuation|commas?|spellcheck"
    r"|(?:less|more) (?:formal|casual|polite|friendly|direct|warm)|(?:\w+ )?(?:bullets?|sentence|line|word) summary|main (?:argument|points?|idea|claim)|fact[- ]?check|counter-?arguments?"
    r"|genre|out of (?:5|10|20|five|ten)|/10|marks? out|marks?(?=\W*$)|would you (?:hire|rent|trust|date|believe|employ|pay|buy)|should (?:i|we) (?:reply|answer|trust|believe|worry|ignore|block|hire|forward|pay)"
    r"|say back|lies|lying|reading too much|(?:does|do|did) (?:he|she|they|it) (?:sound|seem|look|mean|like|want)|(?:sounds?|seems?) (?:angry|sad|mad|cold|off|weird|fake|nice)|(?:in|into) me(?=\W*(?:or|$|\?))"
    r"|limerick|haiku|sonnet|eli5|like i['’]?m (?:five|ten|5|10|12)|match or pass|swipe|draft (?:a |an |the )?(?:reply|answer|response)|(?:all |the )?dates|action items|to-?dos?|keywords|minutes"
    r"|accept|confirm|thank (?:her|him|them)|tell (?:her|him|them) (?:no|yes|off)|say (?:that )?(?:we|i) (?:can|can['’]?t|will|won['’]?t)|postpone|reschedule|sarcastic|threat(?:ening)?|manipulat\w+|gaslight\w*|guilt[- ]?trip\w*)\b",
    r"\b(?:kürzer|länger|höflicher|förmlicher|lockerer|rechtschreib\w*|kommas?|grammatik|tippfehler|stichpunkt\w*|stichwort\w*|(?:einfache[rn]?|leichte[rn]?) (?:sprache|worten|deutsch)|auf (?:deutsch|englisch|französisch|spanisch|italienisch|polnisch)"
    r"|worum geht|was will|betrug|abzocke|echt(?=\W*$)|einstellen(?=\W*$|\?)|benote\w*|note (?:für|von)|weiterschreib\w*|klingt|ablehn\w*|absag\w*|sag\w* (?:\w+ )?(?:ihr|ihm|denen) (?:ab|zu)|zusag\w*|zusage|absage"
    r"|höflich|freundlich\w* antwort|kernaussage\w*|überschrift|gedicht\w*|ernst gemeint|beleidigt|sauer|drohung|würdest du (?:dem|der|den|ihm|ihr))\b",
    r"\b(?:más (?:corto|breve|formal|amable|simple)|resumen|faltas|ortografía|comas|puntos (?:clave|principales)|(?:tres|cinco|dos) (?:puntos|frases)|lenguaje (?:sencillo|llano)|al (?:inglés|español|alemán|francés)|de qué (?:va|trata)"
    r"|estafa|timo|contratarías|contrato(?=\?)|nota (?:del|de)|sigue (?:la|el)|contin[uú]a|suena|recház\w*|recházalo|dile|digo que (?:no|sí)|con educación|qué (?:me )?(?:quiere|pide)|título|poema|amenaza|enfadad[oa])\b",
    r"\b(?:plus (?:court|formel|poli|simple|bref)|moins formel|fautes|orthographe|virgules|(?:trois|cinq|deux) (?:points|phrases)|points (?:clés|principaux)|langage (?:simple|clair)|en (?:anglais|français|allemand|espagnol)|ça parle de|de quoi (?:il|elle|ça) "
    r"|arnaque|embaucherais|note sur|sur (?:10|20)|continue|suite|refuse\w*|décline\w*|dis(?:-| )?(?:lui|leur|non)|je (?:lui )?(?:réponds|dis) (?:quoi|non|oui)|poliment|titre|poème|menace|fâchée?|(?:elle|il) (?:a l['’]air|semble|me veut))\b",
    r"(?<!\w)(?:короче|вежлив\w+|формальн\w+|ошибк\w+|орфографи\w+|запят\w+|тезис\w*|пункт\w*|простыми словами|на (?:английский|русский|немецкий|французский)|по-?(?:английски|русски|немецки)|о ч[её]м|развод(?=\?)|мошенни\w+|взял\w? бы|нанял\w? бы"
    r"|оцен\w+|из (?:5|10)|продолжи\w*|откажи\w*|отказать|откажись|соглас\w+|заголовок|стих\w*|угроз\w+|злится|обиделась|обиделся|чего (?:он|она|они) хо\w+|что (?:ей|ему|им) )(?!\w)",
    r"短一点|简短|正式一点|委婉|语病|错字|错别字|标点|列[一二三四五几]?[点条]|[三五几两]点|人话|通俗|白话|英文|中文|日文|英语|德语|法语|讲的?什么|说的?什么|骗子|诈骗|真假|录用|打个?分|评分|续写|接着写|想干嘛|什么态度|生气|标题|怎么[回拒说办]她?他?|回绝|答应[她他]|同意[她他]",
)
# Work on a text: an answer to it, another form of it, a judgement of it.
WORKS = _any(
    # an answer
    r"\b(?:answers?|repl(?:y|ies)|respon(?:d|se)\w*|(?:write|get) (?:back|her|him|them)|text (?:her|him|them|back)|writeback"
    r"|(?:tell|let|thank|ask|console|cheer|congratulate|invite|help) (?:her|him|them)|say (?:no|yes|something|to (?:her|him|them|that|this))"
    r"|(?:what|how) (?:do|should|can|could|would|to) (?:i )?(?:say|reply|answer|respond|write|text|react|handle)|come ?back|opener|icebreaker"
    r"|decline|refuse|reject|turn (?:\w+ ){1,3}down|counter ?-?offer|polite no|objection|cover letter|application letter|apply|congrat\w*"
    r"|condolences?|apolog\w+|react(?:ion)?|first message"
    # another form
    r"|translat\w*|summari[sz]\w*|summary|sum (?:it |this )?up|tl;? ?dr|gist|boil|proof ?read\w*|re-?writ\w*|rephras\w*|paraphras\w*|reword\w*"
    r"|shorten|shorter|condense|cut (?:this|it|down)|trim|correct\w*|fix|polish|edit|improve|simplify|clean up|format|turn (?:this|it|that) into"
    r"|make (?:this|it|that)|bullets?|bullet points|as a (?:table|list)|extract|list (?:the|all)|key (?:points|words|facts)|anonymi[sz]e|plain english|modern english"
    r"|parody|continue|finish|headline|title for|chords|put (?:this|it|that) (?:in|into)"
    # a judgement
    r"|rate|grade|score|review|critique|feedback|judge|thoughts\??|opinion|verdict|rank|pros and cons|red flags?|vibes?|tone|mood|sentiment|subtext|sarcas\w+"
    r"|passive aggressive|between the lines|(?:scam|spam|phishing|fake|legit|fraud|genuine|sus|fishy|bs|true|normal|ok|okay|rude|legal)(?=\W*$|\?| or\b| and\b|,)"
    r"|trust|believe|takes? (?:this|it|that) seriously|buy (?:it|this|that)|urgent"
    # its meaning
    r"|explain|interpret\w*|decode|analy[sz]e|meaning|what (?:does|do|did|is|are|was|would) (?:he|she|they|this|that|it|these|the \w+)\b"
    r"|what(?:['’]s| is) (?:this|that|the meaning|wrong|going on|he|she|it)|what (?:he|she|they|it|this) (?:wants?|means?|says?|needs?|is)"
    r"|(?:is|does|did|was) (?:he|she|they|this|that) |metaphors?|irony|rhymes?|narrator|mistakes?|errors?|grammar"
    r"|who (?:wrote|said|is)|where (?:is|does) (?:this|that|it)|for an interview|interview (?:questions|her|him|them)|requirements?|diagnos\w+|which (?:one|of))\b",
    r"\b(?:antwort\w*|beantwort\w*|erwider\w*|schreib\w* (?:ihr|ihm|ihnen|zurück|denen)|zurückschreib\w*|sag\w* (?:ihr|ihm|ihnen)"
    r"|was (?:will|meint|heißt|heisst|bedeutet|schreib\w*|sag\w*|antworte\w*|steht|soll das|ist das|hält|wollen)|übersetz\w*|auf deutsch|auf englisch"
    r"|fass\w*|zusammenfass\w*|zusammen|korrigier\w*|korrektur\w*|kürz\w*|kürzer|um(?:formulier|schreib)\w*|formulier\w*|freundlicher|höflich\w*|verbesser\w*"
    r"|bewert\w*|beurteil\w*|benote\w*|erklär\w*|stimmt das|absag\w*|absage|zusag\w*|anschreiben|einladen|reagier\w*|kommentar|kontra|kondolenz\w*"
    r"|betrug\w*|betrüger\w*|seriös|fake|echt|glaub\w*|ernst nehmen|stichpunkt\w*|stichwort\w*|vereinfach\w*|analysier\w*|interpretier\w*|meinung"
    r"|was hältst|wie (?:findest|klingt|wirkt)|tonfall|fehler|gegenangebot|ablehn\w*|tabelle|liste auf|was ist los|dürfen die|darf (?:der|die|er|sie))\b",
    r"\b(?:respuesta|respond\w*|respónde\w*|contest\w*|contésta\w*|escríb(?:e|ele|eles)|dile|diles|qué (?:le |les )?(?:digo|respondo|contesto|quiere|dice|escribo|pongo|opinas|te parece)"
    r"|traduc\w*|tradúce\w*|resum\w*|resúme\w*|corrig\w*|corríge\w*|corregi\w*|reescrib\w*|reescríb\w*|acort\w*|acórta\w*|explic\w*|explíca\w*|estafa|timo|fraude|fiable"
    r"|(?:es|será) (?:verdad|cierto|legal|normal|serio)|le hago caso|me lo creo|carta (?:para|de presentación)|comento|comentario|rechaz\w*|recház\w*|entrevista|puntúa|valora"
    r"|simplifica|analiza|interpreta|mejora|qué significa|significa|en español|en una frase|más (?:corto|formal|amable|amistoso)|pros y contras|lista|errores|tono"
    r"|llamarías|contratarías|qué quiso decir|reaccion\w+|está (?:enfadad|celos)\w*|opinión|contraoferta|agradéce\w*|felicíta\w*)\b",
    r"(?<!\w)(?:répon(?:d|ds|se|dre)\w*|écris[- ](?:lui|leur)|dis[- ](?:lui|leur)|tradui\w*|résum\w*|corrig\w*|réécri\w*|raccourci\w*"
    r"|expliqu\w*|reformul\w*|refus\w*|déclin\w*|arnaque|fiable|sérieux|(?:c['’]est|est[- ]ce) (?:vrai|normal|légal|une arnaque)|(?:il|elle) (?:dit|veut) quoi"
    r"|ce que? (?:veut|dit|elle|il)|qu['’]est[- ]ce (?:qu['’](?:il|elle)|que ça)|que (?:veut|dit|lui)|ma lettre|lettre de motivation|accroche|en penses quoi|qu['’]en penses"
    r"|ton avis|t['’]en penses|entretien|inviterais|embaucherais|simplifie|analyse\w*|interprète|améliore|note (?:ce|cette|sur)|en une phrase|plus (?:court|formel|poli|sympa)\w*"
    r"|commentaire|réagi\w*|le croire|y croire|faire confiance|ça veut dire|fautes|ton de|contre-offre|félicit\w+|remerci\w+|console|points clés|sous-entendu\w*)\b",
    r"\b(?:ответ\w*|отвеча\w*|напиши (?:ей|ему|им)|скажи (?:ей|ему|им)|перевед\w*|перевод\w*|перескаж\w*|сократ\w*|сожми|укоротi?\w*|исправ\w*|кратко|вкратце|суть"
    r"|перепиш\w*|перефразир\w*|объясн\w*|поясни\w*|что (?:он[аи]?|ему|ей|им|это|значит|имел\w*|хотел\w*|тут|здесь)|чего (?:он|она|они)|мошенни\w*|развод|обман|правда (?:ли|это)|верить|доверять"
    r"|отклик\w*|сопроводительн\w+|съязви|раздели|разбери|проанализир\w*|о чём|найди|проверь|откажи\w*|отказ\w*|вежлив\w*|оцени\w*|мнение|комментар\w*|отреагир\w*|реагир\w*|поздрав\w*|утешь|поблагодари"
    r"|как (?:тебе|реагировать|ответить|отказать)|смысл|ошибк\w*|тон\b|грамотн\w*|упрост\w*|список|по пунктам|взял\w* бы|пригласи\w*|встречное)\b",
    r"回复|怎么回|回一句|回个|回信|回她|回他|婉拒|拒绝|翻译|译成|总结|概括|归纳|润色|改写|修改|缩成|压成|缩短|精简|解释|什么意思|啥意思|写了?(?:什么|啥)|说了?(?:什么|啥)|想(?:说|干|要)(?:什么|啥)"
    r"|骗|能当真|可信|靠谱|真的(?:吗|假)|是真|分成|找出|意思|点评|评价|求职信|应聘|怎么答|改成|改得|语气|分析|纠正|改错|错别字|打几分|怎么看|提取|列出|续写|安慰|祝贺|怎么接|该怎么说|中文版|中心思想|面试",
    *_FORMS_WANTED,
)
TEXTS = _any(
    r"\b(?:messages?|e-?mails?|mail|letters?|notes?|reviews?|posts?|ads?|adverts?|advertisement|listing|vacancy|job (?:ad|posting|offer|description)|comments?|tweets?|toots?"
    r"|profiles?|bios?|summary|texts?|verses?|songs?|lyrics|poems?|stanzas?|tickets?|threads?|forums?|subreddit|reddit|facebook|fb|instagram|insta|tiktok"
    r"|linkedin|whatsapp|tinder|hinge|bumble|marketplace|mumsnet|quora|discord|slack|telegram|youtube|airbnb|tripadvisor|amazon|google|excerpts?|paragraphs?|opening|stor(?:y|ies)|essays?"
    r"|diary|journal|speech|article|blog|statement|transcript|chat|newsletter|application|candidates?|applicant|cv|resume|dm|sms|imessage|inbox"
    r"|voicemail|caption|quotes?|complaint|notice|passage|testimonial|sentence|memo|feedback|survey|dialogue|monologue|scene|chapter|prompt from|flyer|leaflet|petition|invite|invitation)\b",
    r"\b(?:nachricht\w*|e?-?mails?|brief\w*|zettel|rezension\w*|bewertung\w*|beitrag\w*|beiträge|posts?|kommentar\w*|anzeige\w*|kleinanzeige\w*"
    r"|profil\w*|texte?s?|strophe\w*|lied\w*|gedicht\w*|forum\w*|foren\w*|aufsatz\w*|bewerbung\w*|lebenslauf|inserat\w*|sms|chat\w*|formular"
    r"|absatz\w*|stellenanzeige\w*|gruppe|whatsapp|facebook|schreiben|aushang|geschichte|tagebuch\w*|rede|zitat|satz|ausschnitt|auszug|steckbrief|reddit|amazon|ebay)\b",
    r"\b(?:mensajes?|correos?|mails?|cartas?|notas?|reseñas?|opini(?:ón|ones)|posts?|anuncios?|comentarios?|perfil(?:es)?|bio|textos?|coplas?|tuits?|hilos?"
    r"|canci(?:ón|ones)|poemas?|foros?|redacci\w+|ofertas?|candidat\w+|currículum|sms|chat|grupo|whatsapp|wasap|facebook|instagram|cuento|relato|diario|discurso|cita|frase|fragmento|"
    r"historia|publicaci\w+|párrafo|solicitud|versos?|estrofa|buzón|letra|wallapop|tinder)\b",
    r"\b(?:messages?|mails?|courriels?|e-mails?|lettres?|mots?|avis|posts?|annonces?|commentaires?|profils?|bios?|textes?|couplets?|tweets?|fils?"
    r"|chansons?|poèmes?|forums?|rédactions?|offres?|candidat\w*|cv|sms|textos?|groupe|whatsapp|facebook|insta\w*|histoires?|récits?|journal|discours|citation|phrase|extrait"
    r"|publications?|paragraphes?|strophes?|vidéo|paroles|leboncoin|tinder)\b",
    r"\b(?:сообщени\w+|письм\w+|записк\w+|отзыв\w*|пост\w*|объявлени\w+|комментари\w+|профил\w+|анкет\w+|биографи\w+|текст\w*|твит\w*|тред\w*|ветк\w+"
    r"|куплет\w*|песн\w+|стих\w*|форум\w*|сочинени\w+|резюме|ваканси\w+|смс|смск\w+|чат\w*|телеграм\w*|телег\w|вотсап\w*|ватсап\w*|вк|авито|рассказ\w*|дневник\w*|реч\w|цитат\w+|фраз\w+|отрывок|отрывк\w+"
    r"|абзац\w*|строк\w*|сайт\w*|отклик\w*|жалоб\w+|заявк\w+)\b",
    r"消息|信息|邮件|信(?:箱|件|里|要)|[这那]封信|来信|纸条|评论|评价|帖|广告|招聘|启事|简介|简历|文案|歌词|这首|诗|词的|作文|段话|[这那]段|论坛|知乎|微博|小红书"
    r"|朋友圈|抖音|群里|短信|留言|回答|原文|文章|豆瓣|微信|日记|演讲|这句|差评|私信|弹幕|告示|通知",
)
HERE = _any(
    r"\b(?:this|these|the following|below|above|pasted|here (?:is|it|goes|are)|here['’]s|out of (?:this|that|it)|after reading|that\?)\b|(?:\bhere\b|\bthat\b)\W*$"
    r"|\b(?:answer|reply to|translate|summari[sz]e|explain|rate|fix|is|was|about|with|does|do|for|of|to) (?:that|it)\b",
    r"\b(?:das (?:hier|in|bitte|an|von|auf|ist|war|hat)|dies\w*|folgend\w*|hier|dafür|dazu|darauf|davon|darüber|obig\w*|unten|oben)\b|\b(?:das|den|die)\W*$|\b(?:den|die) (?:einladen|nehmen|einstellen)\b",
    r"\b(?:est[aeo]s?|siguientes?|aquí|ahí|abajo|arriba|eso)\b",
    r"\b(?:ce(?:ci|t|tte|s)?|ça|voici|voilà|suivant\w*|ci-dess\w+|là-dessus|dessous)\b",
    r"(?<!\w)(?:это|этот|эту|эта|эти|этого|этой|этому|вот|следующ\w*|ниже|выше)(?!\w)",
    r"这|以下|下面|如下|上面|那(?:句|段|条|封)|👇|⬇|↓|⤵",
)
# A person in the third person.
THEY = _any(
    r"\b(?:he|she|him|her|his|hers|they|them|their|he's|she's|(?:this|that|some|the) (?:guy|man|woman|person|lady|dude|girl|kid|boy|bloke|stranger)|guy|dude|someone|somebody)\b|^\s*\^",
    r"\b(?:er|ihm|ihn|ihr|ihre[mnrs]?|ihnen|jemand\w*|(?:will|meint|schreibt|sagt|hat|möchte|kann) (?:der|die)|der typ)\b",
    r"\b(?:él|ella|ellos|ellas|su|sus|dile|escríbele|alguien|est[ea] (?:señora?|tío|tía|chic[oa]|hombre|mujer|tipo)|[a-z]{3,}rles?|[a-z]{3,}rl[ao]s?|qué (?:le|les))\b",
    r"\b(?:il|elle|ils|elles|lui|leur|sa|son|ses|quelqu['’]un|ce (?:monsieur|type|mec|gars)|cette (?:dame|fille|femme))\b",
    r"(?<!\w)(?:он|она|они|ему|ей|им|его|её|ее|неё|него|нему|ней|них|ними|кто-то)(?!\w)",
    r"[他她]|这位|有人|对方",
)
# People whom one deals with.
PEOPLE = _any(
    r"\b(?:mum|mom|mother|dad|father|sister|brother|son|daughter|gran\w*|aunt|uncle|cousin|nephew|niece|boss|manager|friend|mate|ex|girlfriend|boyfriend"
    r"|wife|husband|partner|neighbou?rs?|landlord|landlady|tenant|teacher|coach|colleague|cowork\w+|customers?|clients?|guests?|patient|doctor|students?|flatmate|roommate|kids?|supervisor)\b",
    r"\b(?:mutter|mama|vater|papa|schwester|bruder|sohn|tochter|oma|opa|chef\w*|freund\w*|nachbar\w*|vermieter\w*|kolleg\w+|kund\w+|mann|frau|kinder|schüler\w*|lehrer\w*)\b",
    r"\b(?:madre|padre|mamá|papá|herman[oa]s?|hij[oa]s?|jef[ea]|amig[oa]s?|vecin[oa]s?|caser[oa]|clientes?|novi[oa]|marido|mujer|suegr[oa]|compañer[oa]s?|alumn[oa]s?|abuel[oa])\b",
    r"\b(?:mère|père|maman|papa|sœur|frère|fils|fille|patron\w*|chef|ami\w*|voisin\w*|proprio|propriétaire|client\w*|copain|copine|mari|femme|collègue|élève|belle-mère)\b",
    r"\b(?:мам\w+|пап\w+|мать|отец|сестр\w+|брат\w*|сын\w*|доч\w+|бабушк\w+|начальни\w+|шеф|друг\w*|подруг\w+|сосед\w*|муж\w*|жен[аыу]|клиент\w*|коллег\w+|ученик\w*|свекров\w+|парен\w+)\b",
    r"妈|爸|姐|哥|弟弟|妹|老板|领导|同事|室友|朋友|闺蜜|房东|邻居|客户|客人|老公|老婆|婆婆|老师|同学|学生|孩子|儿子|女儿",
)
# Announcements of the user's own words.
OWN = _any(
    r"\babout me\b|\bme:|\bpoints? (?:i|to)\b|\bi(?:['’]d| would) like to say\b|\bwhat i(?:['’]ve| want| have| already| tried| know| need)\b"
    r"|\b(?:letter|e?-?mail|message|note|text|card|complaint|application) (?:to|for) (?:my|the|our|his|her)\b"
    r"|\bmy (?:\w+[ -]){0,2}(?:plan|situation|recipe|goals?|rules?|symptoms?|setup|stack|details|data|schedule|week|day"
    r"|budget|background|context|routine|stats|notes?|story|question|problem|diet|answers?|list|facts?|info|draft"
    r"|mail|letter|bio|cv|resume)\b|\b(?:write|say|tell) (?:to )?(?:my|the) (?:\w+ ){1,3}(?:that|:)"
    r"|\b(?:improve|rate|review|check|fix|judge|plan|fill|build) my (?!\w+['’]s?\b|(?:son|daughter|sister|brother|friend|boss|client|student)s?\b)\w+"
    r"|\bi(?:['’]ve| have)? (?:wrote|written|drafted)\b|\btell (?:him|her|them|my \w+) (?:that )?(?:i|we)\b|\bsay(?:ing)? that i\b|\bhere['’]?s? (?:how|what) i\b",
    r"\b(?:zu|über) mir?\b|\b(?:brief|mail|nachricht|sms|text|whatsapp) (?:an|für)\b|\bmein\w* (?:\w+ ){0,2}(?:plan|lage|situation|rezept|ziele?|regeln|woche|tag|daten|text|entwurf"
    r"|brief|mail|geschichte|frage|problem|notizen|bewerbung|lebenslauf)\b|\bich möchte sagen\b|\bdass (?:ich|wir)\b|\bschreib\w* [^\n]{0,40}\bdass\b",
    r"\b(?:carta|correo|mensaje|nota|sms|whatsapp) (?:a|para)l? |\b(?:sobre mí|datos míos|mi (?:\w+ ){0,2}(?:plan|situación|receta|semana|rutina|historia|pregunta|problema|texto|borrador"
    r"|carta|correo))\b|\bquiero decirle\b|\bque (?:llevo|soy|tengo|estoy|no puedo)\b",
    r"\b(?:lettre|mail|message|mot|sms|texto) (?:à|pour) |\b(?:moi en bref|à propos de moi|sur moi|m(?:on|a|es) (?:\w+ ){0,2}(?:plan|situation|recette|semaine|routine|histoire"
    r"|question|problème|texte|brouillon|mail|courrier))\b|\bque j['’e]",
    r"\b(?:письмо|сообщение|заявление|записк\w+) (?:в|для|на) |\b(?:обо мне|о себе|про меня|мо[йяиеё]\w* (?:\w+ ){0,2}(?:план\w*|ситуаци\w+|рецепт\w*|недел\w+|истори\w+|вопрос\w*"
    r"|проблем\w+|текст\w*|письм\w+|черновик\w*))\b|\bчто (?:я|у меня|мы)\b",
    r"我的(?:情况|计划|问题|食谱|目标|信息|资料|草稿|邮件|作文|简历)|给[^，。]{1,6}(?:的|发|写)|关于我|就说|我想说|告诉[他她]我",
)
# The user dictates a text to be written in their own name.
DICTATES = regex(
    r"^\W*(?:(?:ok|so|now|please|pls|bitte|can you|could you|kannst du|help me|i need you to|por favor|puedes|peux-tu|пожалуйста|можешь)[, ]+)*"
    r"(?:write|tell|text|email|e-mail|message|ask|remind|inform|compose|draft|say|send|let|schreib\w*|sag\w*|frag\w*|verfass\w*|entwirf|richte"
    r"|escrib\w*|escríb\w*|dile|diles|redact\w*|manda\w*|avisa\w*|écri\w*|dis|rédige\w*|envoie\w*|préviens"
    r"|напиши\w*|скажи\w*|передай\w*|составь\w*|попроси\w*|сообщи\w*)\b"
    r"(?!.*\b(?:answer|reply|response|back|below|this|antwort\w*|darauf|respuesta|esto|réponse|ça|ответ\w*|это)\b)"
    r"|^(?:请|帮我|麻烦)*(?:写|告诉|通知|跟[^，]{1,6}说|给[^，]{1,6}(?:发|写))(?!.*回)",
    re.I,
)
SHOWS_AT_END = regex(
    r"[:：]\s*$|👇\s*$|⬇\S?\s*$|\^\s*$|\b(?:this|below|following|esto|ça|ceci|это|quote)\W*$|如下\W*$",
    re.I,
)
# Headings before a colon and the user's own words.
HEADING = regex(
    r"(?:me|background|context|problem|question|goal|budget|note|update|edit|situation|constraints?|solution|reality|issue"
    r"|task|ps|tl;?dr|hintergrund|kontext|frage|ziel|lage|hinweis|situación|contexto|duda|pregunta|objetivo|contexte|besoin"
    r"|objectif|problème|nota|ситуация|вопрос|цель|контекст|дано|план|背景|问题|要求|目标|情况|第.天)\b",
    re.I,
)
SIGNS_OFF = regex(
    r"\s*(?:(?:kind|best|warm)? ?(?:regards|wishes)|sincerely|yours|cheers|thanks|thank you|thx|ty\b|love,|best,|xoxo"
    r"|viele grüße|liebe grüße|beste grüße|mit freundlichen|danke|lg\b|vg\b|gruß|gracias|saludos|un abrazo|atentamente"
    r"|merci|cordialement|bien cordialement|bises|спасибо|с уважением|всего доброго|谢谢|此致|--)",
    re.I,
)
QUESTION_AT_END = regex(r"[?？][\s!?]*$")
ASKS = _any(
    r"\b(?:what|how|which|who|why|where|should|can|could|would|is|does|do|any|am) (?:i|you|he|she|it|we|they|this|that|one|is|are|do"
    r"|does|would|should|can|could|and|ideas?|tips?|his|her|my|the|to)\b|\b(?:pls|please|plz|help|give me|list|write|draft|make|suggest|find)\b",
    r"\b(?:was|wie|welche\w*|soll|muss|kann|darf|bitte|schreib|gib|mach|hilf|klappt|nenn)\b",
    r"¿|\b(?:dame|dime|haz(?:me)?|escribe|redacta|prepara|ayúda(?:me)?|propón|busca)\b",
    r"\b(?:comment|que|quoi|propose|écris|fais|aide|trouve|stp|svp|donne|rédige|prépare)\b",
    r"\b(?:что|как|кто|можно|стоит|напиши|помоги|придумай|дай|составь|скажи|посоветуй|подскажи)\b",
    r"怎么|什么|吗|帮我|请|写|该|如何|是不是|要不要|给我|能不能|啥",
)
POINTS_UP = regex(r"\s*(?:\^|↑|⬆|👆)")
GREETING = regex(
    r"\s*(?:(?:hi|hello|hey|hiya|dear(?:est)?|good (?:morning|afternoon|evening|day)|morning all"
    r"|to whom|to the|hallo|liebe[rs]?|guten (?:tag|morgen|abend)|moin|sehr geehrte\w*|servus"
    r"|hola|estimad[oa]s?|querid[oa]s?|buen[oa]s (?:días|tardes|noches)|bonjour|bonsoir|salut|coucou"
    r"|chère?s?|madame|monsieur|добрый (?:день|вечер)|доброе утро|здравствуйте|здравствуй"
    r"|уважаем\w+|привет|дорог\w+|buongiorno|buonasera|salve|ciao|gentile|olá|oi|opa|e aí|bom dia|boa (?:tarde|noite)|hej|hoi)\b|[^\s，,。]{0,6}"
    r"(?:您好|你好)|尊敬的|亲爱的)",
    re.I,
)
SIGNED = regex(
    r"(?:(?:kind|best|warm|with warm|many)? ?(?:regards|wishes)|sincerely|yours|cheers|thanks|thank you|love|best"
    r"|sent from my|(?:viele|liebe|beste|herzliche|mit freundlichen) grüßen?|lg|vg|mfg|gruß|dein[e]?|euer|eure|"
    r"(?:un )?(?:cordial )?saludos?|atentamente|un abrazo|besos|tu|cordialement|bien à vous|bises|amicalement"
    r"|с уважением|всего доброго|твой|ваш[аи]?|целую|обнимаю|此致|敬上|祝好)\b[^\n.?!]{0,40}[,.!]?"
    r"(?:\s*\n[^\n]{1,60}){0,3}\s*\Z",
    re.I,
)
# A last line that is only a name: "/ Jens", "Mr. A. Lindqvist", "Declan Foley".
NAME_ALONE = regex(
    r"\n[ \t]*(?:[-–—/~][ \t]?)?(?:[A-ZÀ-ÖØ-ÞА-ЯЁ][\w.'’-]*[ \t]?){1,4}\s*\Z"
    r"|[.!?…)][ \t]+(?:[A-ZÀ-ÖØ-ÞА-ЯЁ][\w'’-]*\.?[ \t]?){1,3}\.?\s*\Z|[。！][ ]?[\u4e00-\u9fff ]{2,6}\s*\Z"
)
# Somebody is addressed.
YOU = regex(
    r"\b(?:you(?:['’](?:re|ve|d|ll))?|yours?|yourself|dich|dir|dein\w*|euch|euer|eure\w*|ihnen|usted(?:es)?|tú|contigo|te|ti|tus?|vosotr[oa]s|vous|votre|vos|toi|t['’]\w+|tu|ты|тебя|тебе|тобой|твой|твоя|тво[иёе]|вы|вас"
    r"|вам|вами|ваш\w*)(?!\w)|[你您]",
    re.I,
)
# Questions for oneself, after which people may continue about themselves.
FOR_ONESELF = _any(
    r"\b(?:for me|help me|advice|quick question|question|is (?:this|it|that) (?:ok|okay|normal|safe|possible|bad|a good idea|worth it|enough|too \w+)|should i (?!reply|answer|respond|believe|trust)|can i|could i|do i (?:need|have)|am i|i (?:get|buy|cook|do|take|eat|wear|learn|choose|start)"
    r"|my (?:\w+ )?(?:plan|options|situation|case|setup|goal)|thoughts|ideas|recommend\w*|suggest\w*)\b",
    r"\b(?:für mich|hilf mir|rat|frage|soll ich|kann ich|darf ich|muss ich|bin ich|ist das (?:normal|ok|okay|schlimm|eine gute idee|genug)|mein\w* (?:plan|lage|situation)|empfiehl\w*|vorschl\w*)\b",
    r"\b(?:para mí|ayúdame|consejo|duda|pregunta|debo|debería|puedo|es (?:normal|malo|buena idea|suficiente)|me (?:compro|recomiendas)|mi (?:plan|situación))\b",
    r"\b(?:pour moi|aide[- ]moi|conseil|question|dois-je|je dois|puis-je|je peux|c['’]est (?:normal|grave|une bonne idée|assez)|m(?:on|a) (?:plan|situation)|recommand\w*)\b",
    r"\b(?:для меня|помоги (?:мне|решить|выбрать)|совет\w*|вопрос|стоит ли|мне|можно (?:ли )?мне|это (?:нормально|плохо|хорошая идея)|мой план|посоветуй)\b",
    r"帮我(?:决定|选|想|看看该)|建议|问题|我(?:该|要不要|能不能|可以|应该)|正常吗|推荐|买什么|我的计划",
)
# Contact details in a line of their own; and a mail's closing words in one of their own.
CONTACT = regex(
    r"^\s*(?:(?:t|m|f|tel|phone|mobile?|mob|fax|telefon|handy|teléfono|móvil|tél|тел|моб|电话|手机)\b\.?[ :：]+)?[+(]?\d[\d ()/.-]{6,20}\s*$"
    r"|^\s*(?:t|m|tel|phone|mobile?|fax|telefon|tél|тел|e-?mail|web)\b\.?[ :：]+\S.{4,60}$|^\s*(?:https?://|www\.)\S+\s*$|^\s*[\w.+-]{1,40}@[\w.-]{3,60}\s*$|\w [|·•] \w.{2,80}$"
    r"|\b(?:confidential|intended recipient|vertraulich|confidencial|confidentiel)\b",
    re.I,
)
CLOSES = regex(
    r"\s*(?:(?:kind|best|warm)(?:est)? (?:regards|wishes)|regards|sincerely|yours \w+|mit freundlichen grüßen|viele grüße|atentamente|un saludo|saludos|cordialement|bien à vous|с уважением|此致)[,.!]?\s*$",
    re.I,
)
# Above quoted lines: "On Thu, 5 Mar 2026 at 09:12, Yusuf wrote:".
ATTRIBUTES = regex(
    r"(?=.*\d).{8,200}(?:wrote|writes|schrieb|escribió|écrit|scritto|escreveu|написала?|пишет|schreef)[^:\n]{0,60}:$|.{4,100}写道[:：]$"
)
# "3 h ago", as forums and chats show it.
AGO = (
    r"(?:\d{1,3}\+?[ ]?(?:s|sec|m|min|mins|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?|mo|months?|y|yrs?|years?)(?:[ ]ago)?|(?:vor|hace|il[ ]y[ ]a)[ ]\w{1,5}[ ]\w{1,8}"
    r"|\d{1,3}[ ](?:мин\w*|час\w*|д\w{2,3}|нед\w*|мес\w*|лет|год\w*)(?:[ ]назад)?|\d{1,3}[ ]?(?:分钟|小时|天|周|个?月|年)前)"
)
# Typical phrases of posts, reviews, advertisements and applications.
PUBLISHED = regex(
    r"[★☆]|(?<!\w)#[^\W\d]\w+|\bu/\w|\bverified purchase|\b\d(?:[.,]\d)?(?: (?:von|of|out of|de|из) |/)5\b"
    r"|\((?:m/[wf]/[dxw]|\d\d ?[fm]|[fm] ?\d\d)\)|\bAITA\b|\bposted by\b|\bedit:|\blong time lurker"
    r"|\b(?:we are|we['’]re) (?:looking for|hiring|seeking|a small)|\bwe offer\b|\bwanted\b|\byou (?:are|have) (?:a|an|at least|completed|based|passionate)\b"
    r"|\bwir (?:suchen|bieten)\b|\b(?:buscamos|ofrecemos)\b|\bnous (?:recherchons|recrutons|proposons)\b"
    r"|\b(?:мы )?(?:ищем|предлагаем)\b|诚招|招聘|我们是一家|谢邀|姐妹们|\(ère\)|\be\(e\)"
    r"|\bi am a (?:motivated|passionate|dedicated|certified)\b|\bto whom it may concern\b",
    re.I,
)
LIST = regex(
    r"^[ \t]*(?:[-*•+–][ \t]|\d{1,2}[.)][ \t]|[^\w\s]{1,2}[ \t]\S|[^\n:：]{1,20}[:：])", re.M
)
ADDRESSES_THE_MODEL = regex(
    r"\b(?:give me|make me|help me|tell me how|walk me through|suggest|recommend|any (?:ideas|tips|advice)"
    r"|how (?:do|can|should|would) (?:i|you)|what (?:should|do|can) i|should i|can you (?:write|make|help|explain|suggest)"
    r"|gib mir|hilf mir|wie (?:kann|soll|werde) ich|was (?:soll|mach\w*|tun)|schlag\w* (?:mir )?|kannst du"
    r"|hazme|dame|ayúdame|cómo (?:puedo|lo|hago)|qué (?:hago|puedo)|aide[- ]moi|comment (?:je|faire)|fais[- ]moi"
    r"|помоги|посоветуй|подскажи|как мне|что делать|дай)\b|帮我|给我|怎么办|推荐",
    re.I,
)
# Whose words they are.
PERSON = regex(
    r"(?:(?:so )?(?:my|our|the|a|this|mein\w*|der|die|das|unser\w*|mi|el|la|mon|ma|le|notre|мой|моя|наш\w*) )?"
    r"(?!(?:tell|text|ask|write|call|e?mail|message|remind|to|for|dear|hi|hey|an|für|à|pour|para|a|для|к)\b)(?:\w+ )?(?:mum|mom|mama|mother|dad|father|sister|brother|son|daughter|grand\w+|aunt|uncle|mother in law|mil|fil"
    r"|cousin|nephew|niece|boss|manager|supervisor|friend|mate|bestie|ex|girlfriend|boyfriend|gf|bf|wife|husband|partner"
    r"|neighbou?r|landlord|landlady|tenant|teacher|professor|coach|trainer|colleague|coworker|co-worker|customer|client"
    r"|guest|patient|doctor|student|candidate|applicant|recruiter|hr|seller|buyer|flatmate|roommate|housemate|nanny|driver|babysitter"
    r"|(?:mr|mrs|ms|mme|dr|herr|frau|señora?|sra?|monsieur|madame|miss)\b\.?|@\w+"
    r"|mutter|vater|papa|schwester|bruder|sohn|tochter|oma|opa|tante|onkel|chefin|chef|freund(?:in)?|nachbar(?:in)?|vermieter(?:in)?"
    r"|kolleg(?:e|in)|kund(?:e|in)|mitbewohner(?:in)?|lehrer(?:in)?|trainer(?:in)?|schwiegermutter|verkäufer(?:in)?"
    r"|mamá|papá|madre|padre|hermana|hermano|hijo|hija|jef[ea]|amig[oa]|vecin[oa]|caser[oa]|cliente|novi[oa]|suegra|compañer[oa]|vendedor[a]?"
    r"|maman|mère|père|sœur|frère|fils|fille|patron|patronne|ami|amie|copain|copine|voisin|voisine|propriétaire|client|cliente|collègue|vendeur"
    r"|мама|папа|мать|отец|сестра|брат|сын|дочь|бабушка|дедушка|начальни\w+|друг|подруга|сосед\w*|хозяин|хозяйка|клиент\w*|муж|жена"
    r"|коллега|бывш\w+|тренер|свекровь|тёща|шеф|продавец)\b"
    r"|(?:我)?(?:妈|爸|妈妈|爸爸|姐姐?|哥哥?|弟弟?|妹妹?|老板|领导|同事|室友|朋友|闺蜜|房东|邻居|客户|客人|男朋友|女朋友|前任|老公|老婆|婆婆|老师|教练"
    r"|舅舅|姑姑|同学|卖家|买家)",
    re.I,
)
JUST_NOW = regex(
    r"right now|just now|today|yesterday|gerade|eben|ahora|только что|刚|昨天|今天|last night|on \w+$|à l['’]instant",
    re.I,
)
NAME = regex(r"[A-ZÀ-ÖØ-ÞА-ЯЁ][\w'’-]+(?: [A-ZÀ-ÖØ-ÞА-ЯЁ][\w'’-]*\.?){0,2}$|[\u4e00-\u9fff]{2,3}$")
