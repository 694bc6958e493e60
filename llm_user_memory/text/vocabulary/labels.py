"""Labels before a text that say who speaks in it: "caption for my cat:", "patient chart:". Pure data.

Regular expressions for plain text (see `text.vocabulary.plain`), in Chinese without spaces. Besides
the six languages they cover Italian and Portuguese. Each is searched in the words before a colon.
"""

from .speakers import FIRST, PERSON, POSSESSIVE

# The end of a label: its last noun, or a phrase that says for what or whom the text is.
_END = (
    r"(?= (?:for|of|from|by|to|about|in|on|at|with|idea|ideas|draft|text|fur|fuers|von|vom|aus|uber|an|zu|para|de|del|sobre|en|pour|du|sur|dans"
    r"|per|di|da|su|do|sobre|em|для|о|об|от|из|про|к|на)\b|$)"
)

# Texts in which somebody speaks of themselves or presents themselves.
PRESENTS = (
    r"(?:bios?|(?:(?:dating|tinder|hinge|bumble|grindr|linkedin|instagram|insta|twitter|facebook) )?profiles?|captions?|cv|resume|about (?:me|page|section)|(?:artist |personal )?statements?|introductions?|intro|testimonials?|voicemail(?: greeting)?"
    r"|status|diary(?: entry)?|journal(?: entry)?|essay|(?:job |college )?application(?: letter)?|cover letter|tattoo(?: idea| text)?|(?:t )?shirt(?: idea| text| slogan)?|quotes?|tweets?|thoughts?|estado(?: de whatsapp)?|statut|stato|status\w*|(?:inner )?monologue|to do list|obituary|(?:dating |personal |lonely hearts )ad"
    r"|(?:bild)?unterschrift|profil\w*|steckbrief|lebenslauf|bewerbung\w*|anschreiben|vorstellung\w*|anrufbeantworter\w*|tagebuch\w*|aufsatz|zitat\w*|gedanken|spruch"
    r"|pies? de foto|perfil(?: de citas)?|curriculum|presentacion|testimonio|solicitud|redaccion|citas?|frases?|diario|pensamientos"
    r"|legendes?|profils?(?: tinder)?|candidature|lettre de motivation|presentation|temoignage|redaction|citations?|journal(?: intime)?|pensees"
    r"|didascali[ae]|profil[oi]|presentazione|candidatura|lettera di presentazione|tema|citazion[ei]|pensieri"
    r"|legendas?|perfis|apresentacao|carta de apresentacao|depoimento|pensamentos"
    r"|подпис\w+(?: к фото)?|анкет\w+|профил\w+|биограф\w+|резюме|автоответчик\w*|дневник\w*|сочинени\w+|цитат\w+|мысл\w+|статус\w*)"
)
CHINESE_PRESENTS = r"(?:配文|文案|简介|個人簡介|简历|自我介绍|资料|签名|日记|作文|申请信|求职信|推文|心声|内心独白|朋友圈)"
# Messages: another's if they are from somebody, the user's if they are to somebody.
MESSAGES = (
    r"(?:messages?|texts?|e ?mails?|mail|letters?|notes?|posts?|comments?|replies|reply|answers?|reviews?|posting|voice (?:memo|note|message)s?|audios?|nachrichten?|sprachnachricht\w*|mails?|brief\w*|zettel|antwort\w*|bewertung\w*|kommentar\w*|beitrag"
    r"|mensajes?|correos?|cartas?|notas?(?: de voz)?|vocal|resenas?|respuestas?|comentarios?|courriels?|lettres?|mots?|avis|reponses?|commentaires?|messaggi\w*|letter[ae]|recension[ei]|rispost[ae]|comment[oi]|mensagens?|mensagem|bilhetes?|avaliac\w+|respostas?"
    r"|сообщени\w+|голосов\w+|письм\w+|записк\w+|отзыв\w*|ответ\w*|комментари\w+|пост\w*)"
)
CHINESE_MESSAGES = r"(?:语音|消息|短信|邮件|来信|信|纸条|留言|评论|评价|回复|回答|帖子)"

# Whose text it is: "her bio", "bio dela"; what follows "for" and "by" is looked up.
_HIS = r"(?:his|her|their|whose|ihre?[mnrs]?|seine?[mnrs]?|deren|dessen|sus?|leurs?|(?:il|la|lo) (?:suo|sua)|sua|ее|его|их)"
HIS_TEXT = (
    rf"(?:^|^(?:\w+ ){{0,4}}?){_HIS} (?:\w+ ){{0,2}}?(?:{PRESENTS}|{MESSAGES})$"
    rf"|^sa (?:bio|presentation|candidature|legende|lettre)$|^son (?:profil|message|cv|mail)$|\b(?:{PRESENTS}|{MESSAGES}) (?:\w+ )?(?:dela|dele|delas|deles|de (?:el|ella|ellos|ellas)|di (?:lui|lei)|(?:d |von )(?:ihm|ihr))$"
    rf"|[他她](?:们)?的?.{{0,4}}(?:{CHINESE_PRESENTS}|{CHINESE_MESSAGES})$"
)
# "My sisters bio", "Tims profile": the person stands in `who`.
THEIR_TEXT = (
    rf"^(?:\w+ ){{0,4}}?(?P<who>(?:\w+ ){{0,3}}\w+s) (?:\w+ ){{0,2}}?(?:{PRESENTS}|{MESSAGES})$"
)
# "Caption for my cat", "message from my boss", "perfil de mi ex": the person stands in `who`.
TEXT_OF = (
    rf"\b{PRESENTS}(?: \w+){{0,3}}? (?:for|of|from|by|fur|von|vom|para|pra|de|del|do|da|pour|du|d|per|di|della|del|для|от) (?P<who>\S.*)$"
    rf"|\b{MESSAGES}(?: \w+){{0,3}}? (?:from|by|of|von|vom|de|del|du|di|della|do|da|от) (?P<who2>\S.*)$"
    rf"|\b(?:{MESSAGES}|listing|page) (?:for|fur|para|pour|per) (?P<whose>\S.*)$"
    rf"|\b(?:подпис\w+|анкет\w+|профил\w+|биограф\w+|резюме|дневник\w*|сочинени\w+|цитат\w+|письм\w+|сообщени\w+|отзыв\w*|записк\w+|мысл\w+)(?: к фото)? (?P<who3>\w.*)$"
    rf"|^(?:(?:给|为|帮|替)?(?P<who4>.{{1,12}}?)的?(?:{CHINESE_PRESENTS})|(?P<who5>.{{1,12}}?)的(?:{CHINESE_MESSAGES}))$"
)
ARTICLE = r"^(?:the|der|die|das|dem|den|la|el|los|las|le|les|il|lo|gli|o|os|as) "
# Where the person behind "for" ends: "for my dog on the beach"; and what a page of theirs is.
WHO_ENDS = r"\b(?:on|in|at|with|who|whos|about|to|and|when|because|auf|im|mit|der|die|das|wo|en|con|que|sobre|dans|avec|qui|sur|nel|nella|che|em|no|na|com|в|на|с|который|которая)\b"
ITS_PAGE = r"(?: (?:photos?|pics?|pictures?|account|page|profile|insta|instagram|tiktok|feed|channel|foto|konto|seite|cuenta|compte|pagina|conta))+$"
FOR_ME = (
    r"\b(?:for|of|by|from) (?:me|myself|us|ourselves)\b|\b(?:fur|von) (?:mich|mir|uns)\b|\b(?:para|de|sobre) mi$|\b(?:pour|de|sur) moi\b|\b(?:per|di|su) me\b"
    r"|\b(?:para|de|sobre) mim\b|\b(?:для|обо?|про) (?:меня|мне|себя|себе)\b|(?:给|为)我$|我(?:自己)?的"
)

# An order to write as somebody: "write as my grandmother", "in the voice of my dog". What the user
# says after "act as my doctor" is their own.
_WRITE = (
    r"(?:write|rewrite|speak|narrate|post|sing|tweet|talk|pose|schreib\w*|sprich|rede|erzahl\w*|sing\w*"
    r"|escrib\w*|habla|narra|cuenta|cant[ae]|ecri\w*|parle|raconte|chante|scriv\w*|parla|racconta|canta|escrev\w*|fal[ae]|cont[ae])"
)
WRITES_AS = rf"\b{_WRITE}(?: (?!as\b|als\b|como\b|comme\b|come\b)\w+){{0,4}}? (?:as(?: if (?:you were|it was|from))?|like|als|wie|como|comme|come) (?P<who>\S.*)$"
# The same before a name, as typed.
AS_NAMED = rf"(?i:\b{_WRITE}(?: \w+){{0,4}}? (?:as|como|comme|come)) [A-ZÀ-ÖØ-ÞА-ЯЁ][^\W\d_]{{2,}}"
AS_ANOTHER = (
    r"\b(?:in|with|using) (?:the )?(?:voice|words|person|shoes|role|character|persona) of (?!me\b|mine\b)|\bin (?!my (?:voice|words|own)\b)\w+ (?:\w+ )?(?:voice|own words)$|\bfrom (?:the )?(?:perspective|point of view|pov|viewpoint|view|eyes) of (?!me\b)"
    r"|\bfrom (?!my (?:own )?(?:perspective|point|pov|viewpoint|view)\b)(?:\w+ ){1,4}?(?:perspective|point of view|pov|viewpoint)$|^pov\b|^if (?:my|our|the|a|his|her) (?:\w+ ){1,3}?could (?:talk|speak|write|text|post|tweet|type)\b|\bas told by\b|\bpretend(?:ing)? to be\b|\bghost ?writ\w+ for\b"
    rf"|\b{POSSESSIVE} (?:\w+ )?(?:{PERSON}|dog|cat|hund|katze|kater|perro|gato|chien|chat) (?:would|might|could|wurde|diria|dirait) (?:say|think|write|tweet|post|text|sagen|denken|schreiben)?$"
    r"|\baus (?:der )?(?:sicht|perspektive|blickwinkel)\b(?! von mir\b)|\bin der (?:stimme|rolle|person) (?:von|des|der|mein\w+)\b|^wenn mein\w* \w+ (?:reden|sprechen|schreiben) konnte\b"
    r"|\b(?:en|con) (?:la )?(?:voz|piel|palabras) de\b|\bdesde (?:el )?punto de vista de\b|\bdesde la perspectiva de\b|^si mi \w+ (?:hablara|pudiera hablar)\b"
    r"|\bdu point de vue d\w*\b(?! moi)|\b(?:dans|avec) la (?:voix|peau) d\w*\b|^si mon \w+ (?:parlait|pouvait parler)\b"
    r"|\bdal punto di vista d\w+\b|\bcon la voce d\w+\b|\bnei panni d\w+\b|\bdo ponto de vista d\w+\b|\bna voz d\w+\b|\bna pele d\w+\b"
    r"|\bот (?:лица|имени) (?!меня\b)\w|\bглазами (?!меня\b)\w|\bголосом (?!моим\b)\w"
    r"|以(?!我的口|我自己).{1,10}?(?:口吻|口气|语气|身份|视角|角度)|(?:用|从)(?!我的).{1,10}?(?:口吻|口气|视角|角度)|替.{1,8}写"
)

# Texts that state nothing: songs, riddles, exercises, examples, excuses.
_EXAMPLE = r"(?:sentences?|answers?|text|data|profile|entry|input|paragraph|dialogue?|user|customer|patient|reviews?|bio|tweet|post|persona|case|quote|letter|e ?mail|message|conversation|record|row)"
OF_NOBODY = (
    r"^(?:for )?(?:example|instance|e g|eg|zum beispiel|beispiel|por ejemplo|ejemplo|par exemple|exemple|esempio|per esempio|exemplo|por exemplo|пример|например|例如|比如|例子)(?: \w{1,2})?$|^(?:(?:the|a|my) )?(?:(?:dream|ideal|best case|worst case|hypothetical|test|what if|fantasy) )?(?:scenario|thought experiment)(?: \w{1,2})?$"
    r"|^(?:(?:my|the|a|our) )?(?:chapter|scene|act|verse|episode|session|kapitel|szene|capitulo|escena|chapitre|scene|capitolo|глава|сцена) \w+(?: (?:first )?draft)?$|^(?:story so far|opening line idea|lyric idea|stand ?up (?:bit|routine|set|joke)|improv(?: prompt| scene)?|guess who|who am i|riddle me this|(?:dnd|d d|rpg|campaign|larp) (?:session|recap|notes)(?: \w+)?|mock data|test data|sample data|test users?|rate my (?:tinder|hinge|bumble|dating) opener|tinder opener|my side|debate side|(?:picture|imagine) this|fan ?fic(?:tion)?|(?:screenplay|script|play|movie|film) (?:line|scene|idea))$|\b(?:narrator|character|hero|heroine|protagonist)s? (?:says?|thinks?|speaks?|goes)$"
    r"|^(?:song )?lyrics i (?:wrote|made)\b|^(?:a |the )?(?:song|poem|text|verse|story|chapter|monologue|bit|sketch) i (?:wrote|am writing|made)\b|^(?:user )?persona for\b|"
    rf"\b(?:(?:song )?lyrics?|songs?|(?:rap )?verses?|chorus|poems?|haikus?|limericks?|riddles?|tongue twister|proverb|idiom|jokes?|memes?(?: text)?|punch ?lines?|one liner|pick ?up lines?|chat up lines?|(?:movie|film|opening|closing|first|last|famous) (?:line|quote)s?"
    rf"|(?:example|sample|test|demo|mock|dummy|fake|placeholder|fictional|imaginary|made up|practice|model) {_EXAMPLE}|(?:word|math|maths|physics|arithmetic) (?:problems?|puzzles?)|(?:grammar|translation|writing) exercise|gap ?fill|cloze|dictation|two truths(?: and a lie)?"
    r"|(?:white )?lie|excuses?(?: idea)?|alibi|cover story|prank|devils advocate|hypothetical(?: \w+)?|(?:character|npc)(?: (?:sheet|bio|backstory|profile|monologue|quote|card|description))?|villain (?:sheet|bio|backstory|profile|monologue|quote)|backstory|plot|logline|speech bubble|(?:comic )?panel|voice ?over|ad copy|(?:reddit|post|video|clickbait|book|song) titles?|(?:exam|test|quiz|trivia|homework|textbook) (?:question|problem)s?|monologue|dialogue|(?:movie |film |play |radio )?script|subtitles?|alt text|headlines?|horoscope|fortune cookie|epigraph"
    r"|(?:sentence|phrase|satz|frase|предложение|фраза)(?: (?:\d+|of the (?:day|week)))?$|(?:youtube|reddit|facebook|instagram|tiktok|twitter|blog|forum|online|anonymous) (?:comment|post|thread|review|reply|confession)s?|(?:fan|love|hate|break ?up|ransom|dear abby|agony aunt) letters?|insults?|comebacks?|(?:user|buyer|customer|target|marketing) personas?|personas?|user stor(?:y|ies)|job stor(?:y|ies)|(?:scam|spam|phishing)(?: (?:mail|e ?mail|text|message|sms))?"
    r"|(?:\w*beispiel|muster|test|ubungs|fantasie)(?:satz\w*|antwort\w*|text\w*|daten|profil\w*|brief)|liedtext\w*|songtext\w*|lied|gedicht\w*|ratsel\w*|witz\w*|zungenbrecher|sprichwort|filmzitat|textaufgabe\w*|rechenaufgabe|diktat|luckentext|ausreden?|notluge|luge|alibi|schlagzeile\w*|drehbuch|dialog|monolog|charakterbogen|sprechblase\w*|werbetext\w*|prufungsfrage\w*|nutzergeschichte"
    r"|(?:frases?|oracion(?:es)?|respuestas?|textos?|datos|perfil) de (?:ejemplo|prueba|muestra)|letra(?: de (?:la |una )?cancion)?|cancion(?:es)?|poemas?|adivinanzas?|acertijos?|chistes?|trabalenguas|refran|dictado|problema de (?:mates|matematicas)|excusas?|coartada|mentira|titular(?:es)?|guion|dialogo|monologo|historia de usuario|ficha de personaje|bocadillo|texto publicitario|pregunta de examen"
    r"|(?:phrases?|reponses?|textes?|donnees|profils?) d ?(?:exemple|essai)|phrase ?d ?exemple|dexemple|paroles(?: de chanson)?|chansons?|poemes?|devinettes?|enigme|blagues?|virelangue|proverbe|dictee|probleme de maths?|excuses?|alibi|mensonge|gros titre|scenario de film|dialogue|monologue|fiche (?:de )?personnage|bulle|texte publicitaire|question d ?examen"
    r"|(?:fras[ei]|rispost[ae]|test[oi]|dati) d ?i? ?(?:esempio|prova)|testo (?:della |di una )?canzone|canzone|poesi[ae]|indovinell\w+|barzellett\w+|scioglilingua|proverbio|dettato|scus[ae]|alibi|bugia|titolo di giornale|copione|dialogo|monologo|fumetto|testo pubblicitario|domanda d ?esame"
    r"|(?:frases?|respostas?|textos?|dados) de (?:exemplo|teste)|letra d[ae] musica|musica|poema|adivinhas?|charadas?|piadas?|trava linguas?|ditado|desculpas?|mentira|manchete|roteiro|dialogo|monologo|balao|texto publicitario|questao de (?:exame|prova)"
    rf"|(?:пример\w*|образец) (?:предложени\w+|ответ\w*|текст\w*|фраз\w+)|текст песни|песн\w+|куплет\w*|стих\w*|загадк\w+|анекдот\w*|шутк\w+|скороговорк\w+|пословиц\w+|диктант\w*|задач\w+ по \w+|отмазк\w+|отговорк\w+|алиби|вран[ьё]\w*|заголовок|сценари\w+|диалог|монолог|реплик\w+|рекламн\w+ текст){_END}|^(?:famous )?(?:quotes?|zitat|cita|citation|citazione|citacao|цитата)$"
    r"|(?:例句|歌词|歌詞|谜语|谜面|笑话|段子|台词|绕口令|谚语|应用题|听写|造句|借口|谎话|谎言|标题党|剧本|对白|独白|人设|用户故事|用户画像|角色卡|示例)$"
)

# What is true also as a text: "my headline", "my excuse".
MY_OWN = rf"\b{POSSESSIVE} (?:\w+ )?(?:headlines?|excuses?|ausreden?|titular|excusas?|scus[ae]|desculpas?|отмазк\w+|отговорк\w+|заголовок)$|^我的(?:借口|标题)$"

# Records of somebody else, and what somebody else has to be: "patient chart", "ideal flatmate".
_RECORD = r"(?:charts?|files?|records?|notes?|history|intake(?: form)?|profiles?|reviews?|feedback|essays?|statements?|letters?|complaints?|messages?|testimonials?|quotes?|answers?|e ?mails?|posts?|comments?|case|summary|report|bio|data|form|details|info|vignette)"
OF_OTHERS = (
    rf"^(?:(?:my|our|the|a|this|new|next|another|write (?:a|the)|format (?:this|the)|here is (?:a|the)|heres (?:a|the)) )*(?:patient|client|customer|candidate|applicant|student|pupil|resident|tenant|guest|witness|suspect|victim|defendant|claimant|plaintiff|employee|reader|viewer|listener|participant|respondent|reviewer|caller|donor|buyer|seller)s? (?:{_RECORD}){_END}"
    r"|^(?:(?:my|our|the|a|this|new|next) )*(?:patient|client|candidate|applicant|suspect|witness|victim|defendant)s?(?: (?:[a-z]|\d+))?$|^(?:case(?: \d+)?$|case (?:study|vignette|report)|clinical vignette|(?:about the|meet the) (?:author|host|artist|speaker)|author bio|(?:book )?blurb|back cover|(?:nurs\w+|care|ward|shift) (?:notes?|plan|report|record)|(?:\w+ )?handover|(?:reader|viewer|listener|student|pupil|patient)s? questions?|discharge (?:summary|letter)|referral letter|interviewee(?: (?:[a-z]|\d+))?$|survey (?:responses?|answers?)|(?:speaker|participant|respondent|subject|user|student|customer|guest) (?:[a-z]|\d+)$|obituary|death notice|wanted ad|want ad|help wanted|job (?:ad|advert|posting|description|requirements)|requirements for (?:the )?(?:job|role)|missing person)\b|^(?:ideal|perfect|dream) (?!for\b|me\b|day\b|job\b|home\b|house\b|life\b|weekend\b|holiday\b|setup\b)(?:\w+ )?\w+$"
    r"|^(?:(?:mein\w*|die|der|neue\w?) )*(?:patient\w*|klient\w*|kund\w*|bewerber\w*|mandant\w*|schuler\w*|zeug\w*|leser\w*)(?:akte\w*|kartei|notiz\w*|anamnese|profil\w*|bewertung\w*|frage\w*|aufsatz|aussage\w*|brief\w*|bogen|bericht\w*|meinung\w*| \w{1,2})?$|^(?:fallbeispiel|fallstudie|fallvignette|stellenanzeige|stellenausschreibung|kontaktanzeige|suchanzeige|zeugenaussage|leserfrage|leserbrief|nachruf|klappentext|pflege(?:bericht|dokumentation|plan)|ubergabe|arztbrief|entlassungsbericht|arbeitszeugnis|zeugnis fur|gutachten)\b"
    r"|^(?:historia clinica|ficha (?:de la |del |de )?(?:paciente|client[ea]|alumn[oa])|expediente|caso (?:clinico|practico)|oferta de (?:empleo|trabajo)|declaracion (?:de|del) testigo|carta (?:de|al) (?:un )?lector|pregunta de un lector|necrologica|obituario|contraportada|solapa|sobre (?:el autor|la autora)|nota de enfermeria|informe (?:de alta|medico)|opinion de un cliente|resena de (?:un )?cliente|(?:mi )?paciente|(?:mi )?cliente)\b"
    r"|^(?:dossier (?:du |de la )?patiente?|dossier (?:medical )?(?:du|de) (?:patient|client)\w*|fiche (?:patient|client|eleve)|cas (?:clinique|pratique)|etude de cas|offre d ?emploi|temoignage (?:d|de|du)|avis (?:de )?clients?|question d ?un lecteur|courrier des lecteurs|necrologie|quatrieme de couverture|l ?auteur|note (?:infirmiere|de soins)|transmissions|bulletin d ?un eleve|compte rendu (?:medical|d ?hospitalisation)|(?:ma |mon )?patiente?|(?:ma |mon )?client)\b"
    r"|^(?:cartella (?:clinica|paziente)|scheda (?:del )?(?:paziente|cliente)|caso clinico|annuncio di lavoro|testimonianza|recensione (?:di un )?cliente|necrologio|quarta di copertina|l ?autore|l ?autrice|nota infermieristica|lettera di dimissioni|(?:il mio |la mia )?paziente)\b"
    r"|^(?:prontuario|ficha (?:do |da )?(?:paciente|cliente)|caso clinico|anuncio de emprego|vaga de emprego|depoimento|avaliacao de cliente|obituario|contracapa|sobre o autor|sobre a autora|nota de enfermagem|relatorio de alta|(?:meu |minha )?paciente)\b"
    r"|^(?:карт\w+ пациент\w+|медкарт\w+|истори\w+ болезни|анкет\w+ (?:клиент\w+|пациент\w+|кандидат\w+)|отзыв (?:клиент\w+|покупател\w+)|клинический случай|ваканси\w+|показани\w+ свидетел\w+|вопрос читател\w+|некролог|обложка|об авторе|выписка|сестринск\w+ \w+|респондент\w*(?: \d+)?|пациент\w*|клиент\w*|кандидат\w*)$"
    r"|^(?:病历|病例|病歷|患者(?:信息|资料|记录)?|病人(?:信息|资料|记录)?|客户(?:资料|信息|评价|反馈|案例)?|候选人(?:资料)?|应聘者(?:资料)?|案例|读者(?:来信|提问)|证词|招聘(?:启事|要求)?|讣告|买家(?:评价|秀)|学生作文|作者(?:简介|介绍)|护理记录|出院小结|受访者.{0,2})$"
)

# From whom a text is, whatever text; and who speaks by what: "my boss on slack".
FROM = (
    r"\b(?:from|by|von|vom|de parte de|de la part de|dal|dalla|dallo|da parte di|от) (?P<who>\S.*)$"
    r"|^(?P<who2>(?:\w+ ){1,3}?\w+) (?:(?:on|via|by|in|per|auf|bei|uber|por|en|par|sur|su|no|в|по) )(?:the )?(?:(?:group|team|work|family) )?(?:slack|teams|e ?mail|mail|text|sms|whatsapp|wasap|discord|telegram|signal|messenger|zoom|phone|linkedin|chat|group|correo|mensaje|courriel|почте|телеграме?|ватсапе?|чате)$"
)

# What somebody does, in the third person, without a subject: "lives in Devon with two goats".
DOES = (
    r"^(?:(?:and|und|y|e|et|и|но|but|also|still|now|mostly|never|always|auch|noch|nie|tambien|ya|nunca|aussi|encore|anche|tambem|ainda|тоже|еще) )?(?:"
    r"lives|works|takes(?! (?:forever|long|ages|time|a (?:while|long|lot)|too)\b)|smokes|drinks|likes|loves|hates|dislikes|speaks|plays|studies|teaches|eats|reads|collects|owns|keeps|wants|drives|enjoys|prefers|needs|refuses|sleeps|sings|paints|writes|knows|rides|suffers|wears|walks|cooks|bakes|volunteers|commutes|attends|believes|votes|travels|comes from|grows|doesnt|does not"
    r"|wohnt|lebt|arbeitet|nimmt|raucht|trinkt|liebt|hasst|spricht|spielt|studiert|unterrichtet|isst|liest|sammelt|besitzt|fahrt|vertragt|nutzt|schlaft|singt|malt|schreibt|kocht|backt|pendelt|klettert|leidet|kommt aus"
    r"|vive|trabaja|toma|fuma|bebe|toca|juega|estudia|ensena|lee|colecciona|conduce|odia|duerme|pinta|cocina|(?:no )?le (?:gusta\w*|encanta\w*)|prefiere|padece|sufre"
    r"|habite|vit|travaille|prend|fume|boit|aime|deteste|adore|joue|etudie|enseigne|lit|collectionne|possede|conduit|dort|chante|peint|cuisine|souffre"
    r"|abita|lavora|prende|beve|ama|suona|gioca|studia|insegna|mangia|legge|colleziona|possiede|guida|dorme|dipinge|cucina|soffre|arrampica"
    r"|mora|trabalha|gosta|odeia|joga|estuda|ensina|coleciona|dirige|conduz|cozinha|sofre"
    r"|живет|работает|принимает|курит|пьет|любит|ненавидит|говорит|играет|учится|преподает|ест|читает|коллекционирует|водит|спит|поет|рисует|готовит|страдает|пользуется|держит)\b"
)
OF_ME = rf"\b(?:{FIRST}|myself|mine|mir|mi|mim|обо мне|о себе|меня)\b|\b{POSSESSIVE} |我"

# A message to somebody, as it is to be sent: what it says without "I" may be of them.
TO_PERSON = (
    r"^(?:(?:a|the|my|quick|short|cute|birthday|love) )*(?:text|sms|message|dm|whatsapp|note|card|postcard|kurze nachricht|nachricht|karte|mensaje|nota|tarjeta|postal|message|petit mot|carte|messaggio|biglietto|cartolina|mensagem|bilhete|cartao|сообщение|смс|записка|открытка)"
    r" (?:to|for|an|fur|a|al|para|pour|per|pra|para o|para a|для)?(?P<who>\b.+)$"
    r"|^(?:给|发给)(?P<zwho>.{1,8}?)的?(?:短信|微信|消息|留言|卡片|纸条)$"
)
# Where the user speaks again: "btw i'm a GP".
BACK_TO_ME = r"^(?:btw|by the way|anyway|anyways|ps|p s|about me|as for me|context|background|ubrigens|ansonsten|zu mir|por cierto|en fin|sobre mi|au fait|bref|a propos|comunque|alias|a proposito|alias|enfim|kurz zu mir|кстати|в общем|обо мне)\b|^(?:顺便|对了|另外)"

# Forms of data, into which or out of which fields of a record are to be put.
DATA_FORM = r"\b(?:json|yaml|yml|csv|tsv|xml|toml|sql|regex\w*|regexp|regulare[rn]? ausdruck|pars(?:e|es|er|ing)|insert (?:into|statement)|arrays?|dict(?:ionary)?|dataframe|dataclass|schema|excel|spreadsheet|google sheets?|awk|sed|jq|bash|shell script|html table|markdown table|latex table|log (?:line|entry|file)s?|stack ?trace|mail merge|mock data|test data|sample data|test users?|data ?set|(?:user )?personas?|database|select \w+ from|console log|array|tabelle|tableau|tabla|таблиц\w*)\b|表格|数据库"
