"""How facts state a liking or a wish, and how people state their own. Pure data.

Regular expressions for plain text (see `text.vocabulary.plain`), in Chinese without spaces. Besides
the six languages they cover Italian and Portuguese, and words for liking in some others.
"""

# The beginning of a fact about a lasting liking: "Likes", "Interested in", "Is a fan of".
LIKES = (
    r"^(?:(?:the )?user )?(?:(?:really|also|always|generally|usually|strongly|is|has|an?|siempre|toujours|immer|всегда) ){0,2}"
    r"(?:likes?|loves?|enjoys?|prefers?|preference for|favou?rs|adores?|appreciates|interested in|interest in|fan of|fond of|keen on|fascinated by|passionate about|passion for|into (?!account)"
    r"|mag|liebt|bevorzugt|schatzt|(?:ist )?fan von|interessiert sich|begeistert sich|hort gern\w*|(?:\w+ ){1,2}(?:gern|gerne|lieber|am liebsten)\b"
    r"|(?:le|les) (?:gusta\w*|encanta\w*|interesa\w*|apasiona\w*|fascina\w*)|prefiere|adora|disfruta|(?:es )?(?:fan|aficionad\w|amante) (?:de|del|a|al)|(?:esta )?interesad\w en"
    r"|aime\w*|prefere|adore|apprecie|sinteresse|s interesse|passionnee? (?:de|par)|interessee? par"
    r"|любит|обожает|предпочитает|ценит|увлекается|интересуется|(?:ему |еи )?нрав[ия]тся"
    r"|(?:gli |le )?pia(?:ce|cciono)|preferisce|ama|apprezza|(?:si interessa|appassionat\w) (?:di|a)|gosta|curte|interessa se)\b"
    r"|^(?:用户)?(?:更|最|很|特别)?(?:喜欢|喜爱|热爱|偏好|偏爱|爱好|爱(?!人)|热衷|对.{1,12}感兴趣)"
)

# The beginning of a fact about a wish.
WANTS = (
    r"^(?:(?:the )?user )?(?:(?:really|also|always|does|do|not|doesnt|dont|never|nie|immer|siempre|nunca|no|toujours|ne|n|не|всегда|non|vuole|nao|sempre) ){0,2}"
    r"(?:wants?|would like|wishes|requests?|asks? for|expects?|mochte|will(?! (?:not )?(?:be|have|live|move|start|get|travel|visit|go|fly|marry|retire|turn|become|work|study|leave|return|stay|attend|take|run|play|need|spend|soon|do|make|give|join|begin|finish|end|open|teach|receive|host|buy|sell|meet|see|drive|know)\b)|wunscht|erwartet|quiere|desea|pide|espera|veut|souhaite|voudrait|demande|attend|хочет|желает|просит|vuole|desidera|chiede|quer|deseja|pede)\b"
    r"|^(?:用户)?(?:不)?(?:希望|想要|要求)"
)

# A liking that somebody states of themselves. "I would like" is a wish.
LIKED = (
    r"\b(?:(?<!would )(?<!d )(?<!id )(?:(?:i|we|ive|always|really|dont|do|never|also|just|kinda|both|and|only|to) (?:like|liked|liking)|loves?|loved|lovin\w*|luv|enjoy\w*|adore\w*)|likes|prefer\w*|favou?r\w*|faves?|favs?|rather|better|best|fan|fans|fond|keen|into|obsess\w*|addict\w*|passion\w*|hobby|hobbies|interest\w*|fascinat\w*|nerd|geek|buff|lover|enthusiast|aficionado"
    r"|appreciate|fun|hates?|hated|dislike\w*|despise|loathe|detest|cant (?:stand|do|deal|bear)|avoid\w*|sick of|tired of|drives? me|allergic|guilty pleasure|(?:live|do) without|go to|swear by|easier|comfortable|works (?:best )?for me|annoy\w*"
    r"|mag|mogen|liebe|lieben|lieb(?:er|sten)|gern\w*|bevorzug\w*|liebling\w*|interess\w*|begeister\w*|fan|steh(?:e|en)? auf|hass\w*|schatze|find\w* (?:\w+ ){0,4}(?:toll|super|gut|schon|klasse|ode|doof|blod|besser)|nerv\w*|hobbys?|nicht ohne"
    r"|(?:me|nos|mi) (?:gust\w*|encant\w*|interes\w*|apasion\w*|fascin\w*|molan?|flipan?|chifla\w*)|prefier\w*|preferi\w*|ador\w+|amo|odi[oa]\w*|disfrut\w*|favorit\w*|aficion\w*|fanatic\w*|fan|amante|interesad\w|vivir sin"
    r"|(?:j|je|on|nous|jai) ?(?:n |ne |nous )?aim\w*|jaim\w*|jador\w*|jappreci\w*|ador\w*|prefer\w*|kiffe\w*|deteste\w*|favori\w*|passion\w*|interess\w*|passer d\w*|plait|plaisent|mieux|plutot"
    r"|люб(?!о[ием]\b|ом\b|ы|ая|ую)\w+|обожа\w+|нрав\w+|предпоч\w+|ненавиж\w+|интерес\w+|увлека\w+|увлеч\w+|хобби|фанат\w*|поклонник\w*|удобнее|лучше|бес[ия]т|ценю|не могу без"
    r"|(?:mi|ci) (?:piac\w*|interess\w*)|piac\w+|preferi\w+|preferisco|odio|appassionat\w|gost\w+|curt\w+|amo|adoro|prefiro|odeio|detesto|predilet\w+"
    r"|hou van|houd van|vind\w* (?:\w+ ){0,2}(?:leuk|lekker|mooi)|graag|liever|lubi\w*|wole|kocham|uwielbiam|sever\w*|seviyor\w*|tercih\w*|gillar|alskar|tycker om|foredrar|elsker|liker|подоба\w*|кохаю)\b"
    r"|喜[欢歡]|喜爱|喜愛|[热熱][爱愛]|(?<![可亲親恋戀])[爱愛](?!人|尔|丁)|偏好|[讨討][厌厭]|感[兴興]趣|有[兴興]趣|的[兴興]趣|着迷|[歌影球书粉]迷|粉[丝絲]|[习習][惯慣]|受不了|[离離]不[开開]|烦|煩"
)

# Words for lasting states and habits, without "not always" and "hardly ever".
LASTING = (
    r"(?<!not )(?<!nicht )(?<!pas )(?<!не )(?<!no )\b(?:always|usually|mostly|generally|typically|normally|never|(?<!hardly )(?<!barely )ever(?! (?:since|heard|been|seen|had))|everytime|everywhere|everything|anything|(?:every|each) (?:\w+ )?(?:time|day|morning|evening|night|week|weekend|month|summer|winter|spring|year|chance|answer|reply|response|message|email|text|explanation|example|recipe|function|file)|from (?:now|here) on|henceforth|in (?:the )?future|going forward|in general|as a rule|by default|all the time|at all times|whenever|regularly|(?:once|twice) an? (?:day|week|month)|daily|weekly|tend to|used to|all my|my whole life|since (?:i was|childhood)|stop|no more(?! than\b)|once and for all|for good|permanently|only|any ?more|remember|when(?:ever)? you (?:talk|speak|write|answer|reply|respond|explain|code)"
    r"|immer|stets|nie|niemals|meist\w*|normalerweise|grundsatzlich|generell|ab (?:jetzt|sofort|heute)|in zukunft|kunftig|jede[nmrs]? (?:\w+ )?(?:mal|tag|morgen|abend|woche|wochenende|monat|sommer|winter|jahr|antwort|nachricht|text|erklarung|beispiel|rezept)|uberall|regelmaßig|regelmassig|taglich|dauerhaft|ein fur alle mal|hor auf"
    r"|siempre|nunca|jamas|(?:cada|tod[oa]s l[oa]s) (?:\w+ )?(?:vez|veces|dias?|mananas?|noches?|tardes?|semanas?|mes(?:es)?|veranos?|inviernos?|anos?|respuestas?|mensajes?|textos?|ejemplos?|recetas?)|a partir de (?:ahora|hoy|aqui)|de ahora en adelante|en adelante|en general|normalmente|por lo general|suelo|solemos|habitualmente|deja de|dejate"
    r"|toujours|jamais|(?:chaque|tous les|toutes les) (?:\w+ )?(?:fois|jours?|matins?|soirs?|nuits?|semaines?|week ends?|mois|etes?|hivers?|ans?|annees?|reponses?|messages?|textes?|exemples?|recettes?)|desormais|dorenavant|a partir de maintenant|a lavenir|a l avenir|en general|generalement|dhabitude|d habitude|partout|definitivement|arrete de"
    r"|всегда|никогда|впредь|отныне|обычно|кажд\w+ (?:\w+ )?(?:раз|день|дня|утро|вечер|ночь|недел\w+|выходн\w+|месяц|лето|зиму|год|ответ\w*|сообщени\w+|пример\w*|рецепт\w*)|с этого момента|больше не|постоянно|в будущем|везде|перестан\w+|раз и навсегда"
    r"|sempre|mai|ogni (?:\w+ )?(?:volta|giorno|mattina|sera|notte|settimana|mese|estate|inverno|anno|risposta|messaggio|testo|esempio|ricetta)|dora in poi|d ora in poi|in futuro|di solito|in generale|da adesso in poi|smettila|ovunque|(?:cada|tod[oa]s? (?:[oa]s? )?)(?:vez|dias?|manha|noites?|semanas?|mes|meses|verao|anos?|respostas?|mensage[mn]s?|textos?|exemplos?|receitas?)|daqui (?:pra|para) frente|de agora em diante|a partir de agora|no futuro|geralmente|costumo|pare de|para de)\b"
    r"|以后|以後|[总總]|永[远遠]|每次|每[天周月年]|[从從](?:现在|現在|来|來|不)|一律|始[终終]|都[用要别別]|今后|今後|一直|平[时時]|通常|向来|[别別]再|不要再|凡是|所有"
)

# A wish that somebody states of themselves, how they want to be addressed, or what they forbid.
# "Give me" orders one thing.
WANTED = (
    r"\b(?:i|id|ill|im|ive|we|wed|well|weve|need|want\w*|wish\w*|hop(?:e|ing)|plan(?:s|ned|ning)?|going to|gonna|wanna|looking (?:for|to)|aim\w*|goals?|dream\w*|would (?:like|love)|willing|launch\w*|call me|cant (?:do|eat|have|use|stand|read|hear|see|drink)|dont|do not|not"
    r"|ich|wir|mochte|brauch\w*|wunsch\w*|such(?:e|en)|duz\w*|siez\w*|nicht"
    r"|no (?:me |le |lo )?\w+[ae]s|quier\w*|quer\w*|necesit\w*|deseo|deseamos|me gustaria|busco|buscamos|espero|ojala|tute\w*|tratame|hablame de|llamame"
    r"|je|j|jai|jaimerais|on (?:veut|voudrait|aimerait)|nous|veux|voudr\w*|besoin|souhait\w*|cherche|tutoie\w*|vouvoie\w*|vouvoyer|tutoyer|appelle moi|pas"
    r"|я|мы|хо[чт]\w+|нуж\w+|ищу|ищем|мечта\w+|желаю|обращаи\w*|на ты|на вы|зови\w*|называи\w*|не"
    r"|io|voglio|vogliamo|vorr\w+|mi serv\w+|cerco|dammi del|chiamami|eu|quero|queremos|preciso|gostaria|me cham[ae]|non|nao)\b"
    r"|别|別|不要|我(?!的|们)|我们(?!的)|咱|想|要|希望|需要|请叫|称呼"
)
