"""What facts say of a place, a language or a thing, and what else may be said of it. Pure data.

Regular expressions over plain words (see `text.vocabulary.plain`); Chinese without spaces. Eight
languages.
"""

_LIVES = (
    r"live|lives|lived|living|based|home|hometown|mov(?:ed|ing)|settled|relocat\w*|residents?|(?<!out a )(?:flat|apartment|house|place)|rent(?:s|ed|ing|al)?(?! out)|here|local\w*|nearest|our|neighbou?r\w*|landlord|stay\w*|commut\w*|village|town|city|council|county|suburbs?"
    r"|wohn\w*|leb(?:e|en|st|t)|zuhause|daheim|miet\w*|haus|hier|gezogen|umgezogen|pendel\w*|dorf|stadt|unser\w*|viv\w+|resid\w+|piso|casa|aqui|aca|desde|nuestr\w+|muda\w*|mude|j?habit\w+|appart\w*|maison|ici|loge\w*|demenag\w*|notre"
    r"|abit\w+|affitto|qui|nostr\w|trasferit\w|mor[oa]|moramos|morando|apartamento|mudei|noss\w|жив\w+|квартир\w*|дом\w{0,2}|здесь|тут|переех\w*|снима\w+|прожива\w+|обита\w+|город\w*"
)
_LIVES_ONLY = r"live|lives|living|wohne|wohnen|lebe|leben|vivo|vivimos|vive|j?habite|habitons|abito|viviamo|moro|moramos|живу|живем"
_AT_A_PLACE = r"(?:im|i am|were|we are|(?:ich )?bin|wir sind|estoy|estamos|je suis|jsuis|on est|sono|siamo|estou|я|мы) (?:now |currently |still |jetzt |gerade |noch |aun |ahora |actualmente |maintenant |toujours |ora |ancora |agora |сеичас |пока )?(?:in|at|near|en|a|au|em|no|na|в|на) "
_WORKS = (
    r"work\w*|jobs?|shifts?|offices?|colleagues?|coworkers?|boss|hired|employ\w*|arbeit\w*|angestellt\w*|schicht\w*|kolleg\w*|chef\w*|buro|trabaj\w+|empleo|turnos?|jef[ea]|oficina"
    r"|travaill?\w*|boulot|bosse|bureau|collegues?|lavor\w+|ufficio|turni|colleghi|trabalh\w+|emprego|escritorio|chefe|работ\w+|офис\w*|смен\w+|коллег\w*|начальни\w+"
)
_STUDIES = r"stud(?:y|ies|ied|ying|ent)|university|uni|college|studier\w*|estudi\w+|universidad|etudi\w+|fac|studi\w+|universita|estud\w+|faculdade|учусь|учил\w*|университет\w*|вуз\w*"
_BORN = r"born|grew up|growing up|raised|geboren|aufgewachsen|nac[io]\w*|creci\w*|nee?|grandi|nat[oa]|cresciut[oa]|nasci\w*|cresci|родил\w+|вырос\w*|родом"
_PEOPLE = (
    r"friends?|family|brothers?|sisters?|siblings?|parents?|mum|mom|dad|cousins?|aunts?|uncles?|grandparents?|clients?|customers?|company|conference|concert|meeting|freund\w*|familie|bruder|schwester|eltern|kunden?|firma|tante|onkel"
    r"|amig\w+|familia|herman\w+|padres|client[ei]s?|empresa|ti[oa]s?|ami|amie|amis|amies|famille|freres?|soeurs?|entreprise|amic[oahi]+|famiglia|fratell\w|sorell\w|azienda|irma\w*|pais"
    r"|друг|друга|друзья|подруг\w+|семья|брат\w*|сестр\w+|родител\w+|клиент\w*|компани\w+"
)
_LEARNS = (
    r"learn\w*|read|understand|stud(?:y|ying)|beginner|class(?:es)?|course|lessons?|duolingo|practi[cs]\w+|taking up|trying to|want to|wanna|wish|lern\w*|anfang\w*|kurs\w*|unterricht|aprend\w+|clases?|curso|apprend\w*|cours|debut\w*"
    r"|impar\w+|corso|lezioni|uch\w+|aulas?|учу|учить|изуча\w+|курс\w*|урок\w*|начина\w+"
)
_SPEAKS = (
    r"speak\w*|spoke|fluent\w*|native|bilingual|trilingual|mother tongue|first language|grew up|at home|sprech\w*|spricht|fliessend|muttersprach\w*|zweisprachig|habl\w+|nativ\w+|materna|bilingue|parl\w+|couramment"
    r"|maternelle|madrelingua|fal[oa]\w*|fluente|говор\w+|родно\w+|свободно"
)

# Of a place, a language or work: how a fact begins that says one thing of it; the signs that it was
# said; and the signs that another thing was said.
OTHERS = (
    (
        r"^(?:(?:currently|now) )?(?:lives?|resides?|wohnt|lebt|vive|reside|habite|vit|abita|risiede|mora|живет|проживает)\b|^(?:用户)?(?:现在|目前)?(?:住|居住|定居|生活)",
        rf"\b(?:{_LIVES})\b|{_AT_A_PLACE}|住|家|这边|这里|搬|租房|定居",
        rf"\b(?:{_WORKS}|{_STUDIES}|{_BORN}|{_PEOPLE})\b|工作|上班|出生|长大|上学|读书|念书|朋友|亲戚|出差|公司",
    ),
    (
        r"^(?:(?:currently|now) )?(?:works|arbeitet|trabaja|travaille|lavora|trabalha|работает) (?:in|at|bei|im|en|a|em|no|na|chez|au|dans|в|на)\b|^(?:用户)?在.{1,12}(?:工作|上班)",
        rf"\b(?:{_WORKS})\b|{_AT_A_PLACE}|工作|上班|打工|公司",
        rf"\b(?:{_LIVES_ONLY}|{_STUDIES}|{_BORN})\b|住|出生|长大|上学|读书|念书|朋友",
    ),
    (
        r"^(?:speaks|is fluent in|spricht|habla|parle|parla|fala|говорит)\b|^(?:用户)?(?:会|能)?[说讲]",
        rf"\b(?:{_SPEAKS})\b|会[说讲]|母语|流利",
        rf"\b(?:{_LEARNS})\b|学|想",
    ),
    (
        r"^(?:(?:currently|now) )?(?:works as|arbeitet als|trabaja (?:de|como)|travaille comme|lavora come|trabalha como|работает)\b",
        rf"\b(?:{_WORKS})\b",
        r"\b(?:retired|pensionier\w*|rentner\w*|rente|jubilad\w+|retraite\w*|pensionat\w|pensione|aposentad\w|пенси\w+|training to|stud\w+|degree|major\w*|apprentice|ausbildung|auszubildende\w*)\b|退休|[读学]",
    ),
    (
        r"^(?:grew up|was (?:born|raised)|comes from|wuchs|kommt aus|ist (?:in \w+ )?(?:aufgewachsen|geboren)|crecio|nacio|a grandi|est nee?|e (?:nat|cresciut)\w|cresceu|nasceu|вырос\w*|родил\w+)\b|^(?:用户)?(?:出生|在.{1,8}(?:长大|出生))",
        rf"\b(?:{_BORN}|from|native|kid|child\w*|komme|kommen|stamme|aus|soy de|suis de|viens|originaire|sono di|vengo|sou de|из)\b|出生|长大|人$|老家",
        rf"\b(?:{_LIVES_ONLY}|{_WORKS}|moved|relocated)\b|住|工作",
    ),
    (
        r"^(?:(?:хорошо|gut) )?(?:plays|spielt|toca|joue|suona|играет)\b",
        r"\b(?:play(?:s|ed|ing)?|gigs?|band|orchest\w*|spiel(?:e|en|t)|toc[oa]|tocamos|jou(?:e|ons)|suon[oa]|игра(?:ю|ем|л|ла))\b|[弹拉吹打]",
        rf"\b(?:{_LEARNS}|учусь)\b|学",
    ),
    (
        r"^is (?:happily |newly )?married\b|^ist verheiratet|^esta casad|^est mariee?\b|^e sposat|^e casad|^(?:женат|замужем)|已婚",
        r"\b(?:married|husband|wife|hubby|spouse|wed|wedded|newlyweds?|missus|verheiratet|ehe\w*|mann|frau|casad\w|marid\w|espos\w|mujer|mariee?s?|mari|femme|sposat\w|marit\w|moglie|женат\w*|замужем|муж\w*|жен[аыуе]\w*)\b|已婚|老公|老婆|结婚",
        r"\b(?:engaged|fiancee?|propos\w+|getting married|verlobt\w*|prometid\w|fiancee?s?|fidanzat\w|noiv\w|помолвлен\w*)\b|订婚",
    ),
    (
        r"^(?:has )?graduated\b|^(?:has|holds) an? (?:\w+ ){0,3}(?:degree|diploma|phd|masters?|bachelors?)\b",
        r"\b(?:graduat\w*|degree|diploma|finished|completed|passed|alum\w*)\b",
        r"\b(?:dropped out|drop out|quit|left|failed|kicked out|expelled|applying|apply|starting|start|deje|abandone|abgebrochen|(?:arrete|abandonne)|lasciato|mollato|larguei|tranquei|бросил\w*)\b|退学",
    ),
    (
        r"^(?:has|owns|keeps|hat|besitzt|tiene|posee|a|possede|ha|possiede|tem|possui|имеет) (?:an?|some|\w+ein|eine?n?|une?|una?|uma?|des|\d+|two|three)\b|^(?:用户)?(?:有|养)",
        r"\b(?:my|our|mein\w*|unser\w*|mis?|nuestr\w+|mon|ma|mes|notre|nos|mi[oa]|miei|nostr\w+|meus?|minhas?|noss\w+|мо\w{1,2}|наш\w{0,2}) (?!(?:fear|phobia|mum|mom|dad|mother|father|son|daughter|friend|wife|husband|girlfriend|boyfriend|partner|brother|sister|nephew|niece|kids?|grandson|granddaughter|neighbou?r)\b)",
        r"\b(?:phobi[ae]|phobic|fears?|scared|afraid|terrified|frightened|petrified|angst|furchte|miedo|fobia|peur|paura|medo|panico|panik|panique|pavor|terror\w*|боюсь|боится|страх\w*|фоби\w+)\b|怕|恐惧"
        r"|\b(?:bought|gave|got|getting|buying|giving|sent|made|built) (?:him|her|them|(?:my|our|a) (?:\w+ )?(?:mum|mom|dad|mother|father|son|daughter|friend|wife|husband|girlfriend|boyfriend|partner|brother|sister|nephew|niece|kids?|grandson|granddaughter|neighbou?r|boss|colleague)) (?:an?|the|some)\b"
        r"|\b(?:offert|regal(?:e|amos|ato|ado)|(?:ver)?schenk\w*|geschenkt|подарил\w*)\b|送给",
    ),
)

JOINS = r"\b(?:and|with|as|but|und|mit|als|aber|y|con|como|et|avec|comme|e|come|com|и|с|а|но)\b"

# An allergy must be said, and not of a thing that is said to be harmless.
ALLERGIC = r"\b(?:allerg\w*|alerg\w*|аллерг\w*)\b|过敏"
REACTS = (
    r"\b(?:(?:allerg|alerg|intoler|hives|anaphyla|react|swell|swollen|rash|itch|sneez|epipen|break out|breaks out|unvertrag|vertrag|urticaria|ronchas|sarpullido|gonfi|orticaria|urticaire|allergen)\w*"
    r"|(?:аллерг|не переношу|отек|сып|чеш|чих)\w*)\b|过敏|起疹|发痒|肿"
)
HARMLESS = r"\b(?:loves?|likes?|enjoys?|adores?|fine|ok|okay|no problem|can (?:eat|have|take)|lieb\w*|mag|vertrag\w*|kein problem|bien|gust\w+|encant\w+|ador\w+|aime|pas de probleme|va bene|tudo bem|люблю|нормально|можно)\b|喜欢|爱|没事|可以"
# An allergy to what was named before: "i love cats but i'm allergic".
ALLERGIC_TO_IT = r"\b(?:allerg\w*|alerg\w*|аллерг\w*)(?: (?:to|gegen|a|aux?|contre|на) (?:them|it|those|these|that|both|all of (?:it|them)|sie|ihn|es|ellos|ellas|eso|ca|cela|loro|isso|eles|них|него|нее|это))?(?: (?:though|too|lol|sadly|leider|auch|tambien|aussi|anche|tambem|тоже))?$|过敏$"

# Words of a fact that limit or raise what was said, and the signs that it was said so.
ONLY = r"\b(?:only|exclusively|solely|nur|ausschliesslich|solo|solamente|unicamente|seulement|uniquement|soltanto|apenas|somente|только|исключительно)\b|(?<![一二两三四五六七八九十几多这那每半\d ])只(?! ?有?一)|仅"
SAYS_ONLY = (
    r"\b(?:only|one|1|single|sole|exclusively|solely|just|nothing but|nothing else|anything but|except|strictly|purely|always|all|every\w*|no other|never|stick(?:ing)? (?:to|with)|100|nur|ausschliesslich|ausser|immer|nichts anderes|solo|solamente|unicamente|nada mas|excepto|menos|siempre"
    r"|seulement|uniquement|que|sauf|toujours|rien d|soltanto|tranne|sempre|apenas|somente|exceto|so|только|исключительно|кроме|всегда|лишь|один|одн[аоиу]\w{0,2}|einzig\w*|unic\w+)\b|只|仅|除了|都|光"
)
FAVOURITE = r"\b(?:favou?rites?|liebling\w*|favorit\w*|preferee?s|preferee|preferid\w+|preferit\w|любим\w+)\b|最喜欢|最爱"
SAYS_FAVOURITE = (
    r"\b(?:fav\w*|best|loves?|loved|adore\w*|most|prefer\w*|number one|no 1|top|go to|beats|nothing beats|obsessed|liebling\w*|liebe|liebsten|lieber|beste\w*|mejor\w*|encanta\w*|prefier\w*|mieux|meilleur\w*"
    r"|miglior\w*|ador\w+|melhor\w*|amo|люб\w+|обожа\w+|лучш\w+)\b|最|爱"
)
SEVERAL = r"\b(?:several|multiple|many|numerous|lots of)\b"
SAYS_SEVERAL = r"\b\w{3,}(?<![us])s\b|\b(?:[2-9]|\d\d+|two|three|four|five|six|seven|eight|nine|ten|dozen|couple|both|several|multiple|many|numerous|few|bunch|lots|men|women|children|people|mice|geese|another|and)\b"

# "Was hired by Tom" for "i hired Tom". Some verbs say the same of both.
PASSIVE = r"^(?:was|were|got|has been|is (?=\w+ (?:\w+ )?by\b))(?: )?(?P<verb>(?!(?:retired|married|divorced|separated|graduated|engaged|born|trained|educated|based|burned|burnt|tired)\b)(?:\w{3,}(?:ed|en)|\w+ught|told|sold))\b"
ACTIVE = (
    r"\b(?:i|we|ive|weve) (?:(?:just|recently|also|once|then|finally|have|had) )*(?P<verb>\w{3,})\b"
)

# "Moved to Oslo" for "i moved from Oslo to Bergen".
TO_A_PLACE = r"^(?:has |is )?(?:mov(?:ed|ing)|relocat(?:ed|ing)|switch(?:ed|ing)|migrat(?:ed|ing)|emigrated|transferred|commutes|zog|zieht|se mudo|se muda|a demenage|si e trasferit\w|mudou se|переехал\w?) (?:to|nach|a|para|в|на) (?P<place>\w+)"
FROM = r"(?:from|von|aus|desde|de|du|da|do|из|с)"
TO = r"(?:to|into|in|nach|a|au|en|para|em|в|на)"

# Acts of which one does them to somebody, in facts that say so of the user, and who had them done.
TRANSFERS = (
    r"^(?:has |hat |ha |a )?(?:\w+ ){0,5}?(?P<verb>lent|loaned|taught|gave|hired|fired|sold|beat|trained|invited|helped|paid|unterrichtet|beigebracht|geliehen|verliehen|gekundigt|entlassen|eingestellt|verkauft|geschenkt|presto|prestado|enseno|ensenado|regalo|regalado|despidio|despedido|contrato|contratado|vendio|vendido"
    r"|emprestou|ensinou|demitiu|contratou|vendeu|deu|prete|appris|offert|vire|embauche|vendu|licenziato|assunto|insegnato|regalato|prestato|venduto|уволил\w?|нанял\w?|одолжил\w?|научил\w?|подарил\w?|продал\w?)\b"
)
TO_ME = frozenset("me us mich mir uns mi ci m nous nos меня мне нас нам".split())
# French "j'ai" is folded to "jai", which must not make "just" French.
_JE = r"je?|j(?:ai\w*|avais|etais|adore|achet\w+|appr\w+|arriv\w+|arret\w+|econom\w+|ecri\w+|emploi\w+|enseign\w+|envo\w+|etudi\w+|habit\w+|invit\w+|organis\w+|ouvr\w+|offr\w+|util\w+|suis|sais|peux|veux|dois|vais|fais|bosse|travaille|vis|prends)"
SPEAKER = rf"\b(?:i|we|ive|weve|im|id|ich|wir|yo|nosotros|{_JE}|io|eu|nos|я|мы)\b"
