"""Signs that "I" or "you" is not the user, or that something was not meant seriously. Pure data.

Regular expressions for plain text (see `text.vocabulary.plain`), in Chinese without spaces. Besides
the six languages they cover Italian and Portuguese.
"""

# A clause that gives the model a role; the role stands after it.
ROLE = (
    r"\b(?:(?:you are|youre)(?! (?:talking|speaking|chatting|writing|replying|helping|dealing|looking|going|right))|act(?:ing)? (?:as|like)|behave (?:as|like)|play(?:ing)? the (?:role|part) of|(?:take|takes|taking) (?:on |over )?the role of|assum(?:e|ing) the (?:role|identity) of|in (?:the|your) role (?:of|as)|(?:respond|answer|reply) as an?|i want you to be"
    r"|du bist|agiere als|handle als|verhalte dich (?:wie|als)|spiele? die rolle|(?:ubernimm|schlupf in) die rolle|in der rolle|antworte (?:als|wie) ein\w*"
    r"|eres|actua como|(?:asume|toma|adopta|haz) (?:el|de) (?:papel|rol)|en el papel de|imagina que eres|comportate como|responde como"
    r"|tu es|vous etes|agis (?:comme|en tant que)|(?:joue|prends|adopte|endosse) le role|dans le role|mets toi dans la peau|reponds comme"
    r"|(?<!\w )ты(?! \w+[еи]шь\b)|выступи в роли|в роли|деиствуи как|веди себя как|сыграи роль|возьми на себя роль|ответь как"
    r"|(?:tu )?sei un\w*|agisci come|(?:assumi|prendi|interpreta) il ruolo|nel ruolo|comportati come|immagina di essere"
    r"|voce e|(?:aja|atue) como|(?:assuma|adote|faca) o papel|no papel de|imagine que voce|comporte se como)\b"
    r"|(?:你|您)(?:现在|現在)?(?:是|就是)(?!在)|扮演|充[当當]|请?作[为為]一[个個名位]"
)

# Where the user speaks of themselves again: "you are my tutor and i am a nurse".
OWN = r"\b(?:i|im|ive|my|we|ich|mein\w*|wir|yo|soy|mi|mis|je|jai|mon|ma|mes|nous|я|мне|меня|мо[иея]\w*|io|sono|mio|mia|eu|sou|meu|minha)\b|我"

# Roles that nobody who asks for advice has: "as a facebook ads expert, is it better to".
EXPERT = (
    r"^(?:(?:please|ok|hey|hi|now|and) )*(?:as|als|como|en tant que?|comme|как|come|da) (?:(?:an?|the|ein\w*|una?|une?|um|uma) )?(?:\w+ ){0,4}?\w*(?:experts?|specialist|professional|guru|strategist|consultant|expert(?:e|in)|spezialist\w*|fachmann|berater|expert[oa]|especialista|asesor\w?|consultor\w?|specialiste|conseiller|эксперт|специалист|espert[oa]|specialista)\b"
    r"|^(?:作[为為]|身[为為])一?[个個名位]?.{0,12}(?:专家|專家|顾问|顧問)"
)

# Statements about the hero of a text that the model is to write.
STORY = (
    r"\b(?:main characters?|protagonists?|(?:the|our|my) (?:hero|heroine|narrator)|diary entry|journal entry|(?:dramatic )?monologue|backstory|first person|hauptfigur\w*|held(?:in)? (?:heißt|heisst|ist)|tagebucheintrag|ich (?:form|perspektive|erzahler\w*)|monolog"
    r"|protagonista|personaje principal|(?:pagina|entrada) de(?:l)? diario|primera persona|monologo|personnage principal|heros|heroine|page de journal|premiere personne|narrateur|monologue"
    r"|главн\w+ геро\w+|героин\w+|(?:мои|наш|этот) герои|герои (?:рассказа|истории|романа|повести|сказки|по имени)|от первого лица|монолог\w*|дневников\w+|prima persona|personaggio principale|pagina di diario|primeira pessoa|personagem principal|pagina de diario)\b"
    r"|\bopposite day\b|\b(?:the following|what follows|none of (?:this|it|the following)) is (?:false|untrue|not true|all false|made up|a lie)\b"
    r"|第一人[称稱]|主人公|主角|[独獨]白"
)
FACT_STORY = r"\b(?:writ\w+|stor(?:y|ies)|novel\w*|character\w*|diary|journal|schreibt|geschichte\w*|tagebuch|escrib\w+|cuento\w*|diario|ecrit|histoire\w*|journal|пишет|рассказ\w*|дневник\w*|scriv\w+|escrev\w+)\b|写|寫|日[记記]|小[说說]|故事"

# The user's hero in a game or a play: who it is, and clauses about the game. After `PLAYS_A` only a
# fact of what somebody is may be the hero's: "I play a Fender" tells what the user has.
CHARACTER = (
    r"\b(?:my|our) (?:\w+ )?(?:character|pc|player character|avatar|hero|toon|oc)(?! (?:flaw|trait|strength|weakness|reference|witness))(?: \w+){0,4}? (?:is|was|has|comes|works|lives)\b"
    r"|\bmein\w* (?:\w+ )?(?:charakter|char|held|heldin|avatar|figur|spielfigur|rolle) (?:\w+ ){0,4}?(?:ist|war|hat|kommt|arbeitet|lebt)\b"
    r"|\b(?:mi|nuestro) (?:personaje|heroe|heroina|avatar|pj) (?:\w+ ){0,4}?(?:es|era|tiene|viene|trabaja|vive)\b|\b(?:mon|notre) (?:personnage|perso|heros|pj|avatar) (?:\w+ ){0,4}?(?:est|etait|a|vient|travaille|vit)\b"
    r"|\b(?:mio|nostro) (?:personaggio|pg|eroe|avatar) (?:\w+ ){0,4}?(?:e|era|ha|viene|lavora|vive)\b|\b(?:meu|minha|nosso) (?:personagem|heroi|avatar) (?:\w+ ){0,4}?(?:e|era|tem|vem|trabalha|vive)\b"
    r"|\b(?:мо[ия]|наш\w?) (?:\w+ )?(?:персонаж|перс|герои|героиня|аватар)\b"
)
_NO_GAME = r"(?!(?:marketing|election|ad|email|advertising|fundraising|political)\b)"
IN_GAME = (
    rf"\b(?:in|for|during) (?:my|our|the|this|a|that) {_NO_GAME}(?:{_NO_GAME}\w+ )??(?:campaign|one ?shot|larp|game|play|musical|pantomime)\b(?! (?:industry|development|design|studio|company|testing|store|shop|team)\b)"
    r"|\b(?:in|for|en|dans|em) (?:d d|dnd|pathfinder|warhammer|skyrim)\b"
    r"|\b(?:in|im|auf) (?:(?:der|dem|mein\w+|unser\w+|diese\w) )?(?:\w*kampagne|rollenspiel|theaterstuck|schultheater|spiel|stuck|musical|krippenspiel|larp|d d|dsa)\b"
    r"|\ben (?:la|el|mi|nuestra|nuestro|una|esta) (?:campana|partida|obra(?: de teatro)?|funcion|juego|musical|rol)(?! (?:de marketing|electoral|publicitaria))\b"
    r"|\bdans (?:la|le|ma|mon|notre|cette|une) (?:campagne|partie|piece|jeu|spectacle|comedie musicale|gn)(?! (?:de (?:pub|com|marketing)|electorale|publicitaire))\b"
    r"|\b(?:nella|nel|in) (?:(?:mia|mio|nostra|nostro|una) )?(?:campagna|partita|recita|gioco|commedia|spettacolo|musical)(?! (?:elettorale|pubblicitaria|di marketing))\b"
    r"|\b(?:na|no|em uma|numa|em) (?:(?:minha|nossa|nosso) )?(?:campanha|partida|peca|jogo|rpg)(?! (?:eleitoral|de marketing))\b"
    r"|\bв (?:(?:этои|нашеи|нашем|моеи|школьном|школьнои) )?(?:кампании|игре|спектакле|пьесе|сценке|мюзикле|днд|ролевке)\b"
)
# Games that everybody knows, in which the user has what the hero has: "in minecraft i keep bees".
_GAMES = r"(?:minecraft|stardew(?: valley)?|(?:the )?sims(?: \d)?|skyrim|crusader kings(?: \w+)?|ck[23]|civ(?:ilization)?(?: (?:\d|v|vi|vii))?|animal crossing|factorio|rimworld|terraria|roblox|fortnite|zelda|pokemon(?: go)?|hay day|farmville|clash of clans|elden ring|baldurs gate(?: \d)?|valheim|fallout(?: \d)?|gta(?: \w+)?|world of warcraft|wow|runescape|eve online|football manager|dwarf fortress|witcher(?: \d)?|cities skylines|europa universalis|eu4|dark souls|dnd|d d|pathfinder)"
IN_KNOWN_GAME = rf"\b(?:in|on|im|auf|en|dans|su|em|no|в) (?:my |our |the |mein\w* |mi |mon |mio |meu )?{_GAMES}(?! (?:club|group|team|community|server|discord|league|tournament|shop|store)\b)(?: (?:run|save|game|world|playthrough|campaign|farm|server|file))?\b|\bin (?:my|our) (?:\w+ ){{1,3}}(?:save|save file|playthrough|playthru|let s play)\b|\bmy sims?\b(?! (?:cards?|clubs?|group|friends?|discord|forum|blog|channel)\b)|\b{_GAMES} (?:session|character|run|save|playthrough)\b|\bin the game\b(?! (?:industry|room|shop|store))"
# The user as that hero; work in a game or a play is the user's own.
AS_HERO = (
    r"\b(?:i|im|ill|ich|bin|soy|juego|hago|je|jincarne|suis|sono|gioco|faccio|sou|jogo|я|играю)\b"
)
AT_WORK = r"\b(?:work\w*|arbeit\w*|trabaj\w*|travail\w*|lavor\w*|trabalh\w*|работа\w*)\b"
_GAME_PEOPLE = (
    r"(?:half )?(?:orc|elf)|tiefling|dragonborn|halfling|hobbit|gnome|goblin|khajiit|argonian"
)
# Roles in games that hardly anybody has in life. A priest or a hunter may be one.
GAME_ROLE = (
    rf"(?:\b(?:{_GAME_PEOPLE}|druid|paladin|witcher|jedi|sith"
    r"|bard|(?:arch|battle)?mage|wizard|sorcerer|sorceress|warlock|necromancer|rogue|cleric|barbarian|berserker|warrior|thief|assassin|(?:death )?knight|vampire|werewolf|pirate"
    r"|(?:druide|paladin|magier|zauberer|hexenmeister|nekromant|kleriker|barbar|krieger|dieb|ritter|vampir)(?:in)?|(?:halb)?(?:ork|elfe?)|barde|bardin|zauberin|schurke|schurkin|assassine|werwolf"
    r"|druida|(?:semi)?(?:elf|orc)[oa]|bardo|mag[oa]|hechicer[oa]|bruj[oa]|n[ei]gromante|picar[oa]|clerig[oa]|barbar[oa]|guerrer[oa]|ladrona?|asesin[oa]|vampir[oa]"
    r"|(?:demi )?elfe|sorciere?|ensorceleu(?:r|se)|necromancien(?:ne)?|roublarde?|barbare|guerriere?|voleu(?:r|se)|chevalier"
    r"|druid[oa]|paladin[oa]|mezzelf[oa]|stregone|strega|negromante|ladr[oa]|chieric[oa]|guerrier[oa]|assassin[oa]"
    r"|feiticeir[oa]|brux[oa]|necromante|ladin[oa]|ladrao|guerreir[oa]"
    r"|(?:друид|паладин|орк|(?:полу)?эльф|бард|маг|колдун|некромант|плут|клирик|варвар|воин|вор|ассасин|рыцарь?|вампир)(?:а|ом|ем)?|эльфиика|волшебник(?:ом)?|волшебница|чародеи(?:ка)?|колдунья|жрец|жрица)\b"
    r"|德[鲁魯]伊|[圣聖]?[骑騎]士|[兽獸]人|精[灵靈]|吟[游遊][诗詩]人|法[师師]|[术術]士|巫[师師]|盗[贼賊]|[战戰]士|刺客)"
)
# The user in such a role, and a fact of being in one: not "Is a pirate radio host".
_AS_ONE = r"\b(?:i|im|ich|bin|soy|je|suis|sono|sou|я)\b"
AS_GAME_ROLE = rf"{_AS_ONE}(?: \w+){{0,5}}? {GAME_ROLE}|我.{{0,20}}{GAME_ROLE}"
FACT_GAME_ROLE = rf"^(?:\w+ ){{0,4}}?(?:\w*{GAME_ROLE}(?:$| (?:in|of|from|at|with|named|called|aus|von|mit|namens|en|de|du|dans|con|di|da|em|в|из|с|по)\b)|(?:{_GAME_PEOPLE})\b)"
# What may be the name of a game, before the user's role in it or at the end: "in gothic im a mage".
IN_NAMED = (
    r"\b(?:in|en|dans|sur|em|в|во) (?!(?:an?|the|th[ei]s|that|my|our|your|his|her|their|its|every|real|short|fact|truth|general|private|secret|training|theory|life"
    r"|mein\w*|unser\w*|dein\w*|ein\w*|de[rmn]|die|das|wahrheit|wirklichkeit|mi|mis|tu|su|la|el|los|las|un|una|realidad|verdad|secreto|ma|mon|mes|notre|le|les|une|realite|verite"
    r"|mi[oa]|nostr[oa]|il|lo|realta|meu|minha|o|a|uma?|мо\w+|наш\w+|эт\w+|жизни|душе|шутку)\b)"
    rf"(?P<name>\w+(?: \w+){{0,4}}?)(?:$| {_AS_ONE})|在(?P<title>.{{1,12}}?)[里裡中]"
)
PLAYS_A = (
    r"\b(?:i|im|ill|ive|we|id)(?: (?:am|will|have|been|usually|always|mostly|currently|now|just|also))* play(?:ing|ed)? (?:as )?(?:an?|the|my) |^(?:(?:currently|now|just|still) )*playing as (?:an?|the|my) "
    r"|^spiele? (?:(?:gerade|aktuell|jetzt) )*als |^jugando (?:con|como) una? |^(?:en )?jouant (?:comme )?une? |^(?:сеичас )?играю за "
    r"|\b(?:ich (?:spiele?|verkorpere)|spiele? ich)(?: (?:gerade|aktuell|immer|meistens|als|jetzt|da))* (?:ein\w*|den|die) "
    r"|\b(?:(?:yo )?(?:juego|interpreto|encarno)|estoy jugando)(?: (?:con|como|de|a))* una? |\bhago de (?=.* (?:obra|funcion|teatro)\b)"
    r"|\b(?:je (?:joue|interprete)|j ?incarne|jincarne) (?:une?|le|la) |\b(?:io )?(?:gioco|interpreto)(?: (?:con|come|nei panni di))* un[oa]? "
    r"|\b(?:eu )?(?:jogo|interpreto|estou jogando)(?: (?:com|como|de))* uma? "
    r"|\bя (?:сеичас |обычно |всегда )?(?:играю|отыгрываю) (?!(?:в|на|с|со|по|по|уже|давно|каждыи|каждую|иногда|часто|много|музыку|роль в)\b)(?:за |роль )?"
)
FACT_BEING = r"^(?:(?:is|was|works? (?:as|for)|ist|arbeitet als|es|trabaja (?:de|como)|est|travaille comme|e|lavora come|trabalha como|работает|является) |(?!(?:\w+s|hat|mag|tiene|a|ha|tem|имеет|любит|lives|has|likes|owns)\b)\w+)"
# Where the next clause of the same sentence has its own verb: "and am a nurse", "y soy enfermera".
AND_AM = r"\b(?:and|but|und|aber|y|e|et|mais|pero|ma|mas|и|а|но)\b(?= (?:also )?(?:i|im|ive|my|we|am|work|live|have|ich|bin|arbeite|wohne|habe|lebe|mein\w*|yo|soy|trabajo|tengo|vivo|estoy|mi|je|jai|suis|travaille|habite|mon|ma|io|sono|lavoro|ho|mio|mia|eu|sou|trabalho|tenho|moro|я|работаю|живу|у)\b)"

# "It was a joke", about the text before it in the same sentence, or about the last sentence.
JOKE = (
    r"\b(?:(?:scrap|scratch|strike|forget|ignore|disregard) (?:that|this|what i said)(?! (?:idea|part about))(?=$| (?:mum|mom|dad|it|i|we|he|she|they|turns|thats|its|was|apparently|actually)\b)|false alarm|fehlalarm|falsa alarma|fausse alerte|falso allarme|alarme falso|ложная тревога|just kidding|only kidding|im kidding|kidding|jk(?= lol|$)|(?:im |was |just |only )+joking|(?:was|just) a joke|just messing|pulling your leg|april fools?|gotcha|said no ?(?:one|body) ever|^(?:thats|that is|this is|its|which is) (?:of course )?(?:all )?(?:a lie|false|untrue|not true|nonsense|made up)"
    r"|von wegen|ou pas$|^(?:es )?mentira$|ага конечно"
    r"|war (?:nur |bloß |bloss )?(?:ein )?(?:spaß|spass|witz|scherz)|(?:nur|kleiner) (?:spaß|spass|witz|scherz)|spaß beiseite|spass beiseite|(?:es|era|fue) (?:una )?broma|(?:estoy|estaba) bromeando|je (?:rigole|plaisante|deconne|blague)|cetait (?:une )?blague"
    r"|шучу|пошутил\w*|(?:это )?(?:была )?шутка|прикалываюсь|scherzo|scherzavo|scherzetto|brincadeira|to brincando|estou brincando|zoando)\b"
    r"|^not$|^s$|虚惊|才怪|逗你|[开開]玩笑|[骗騙]你的|玩笑[话話]"
)

# The beginning of an ironical sentence about a liking: "oh sure, i LOVE writing yaml at 2am".
IRONY = (
    r"^(?:(?:oh|ah|well|and|na|ja|ay|ah|bah|ну|eh|ah) )*(?:sure|great|wonderful|fantastic|brilliant|lovely|perfect|awesome|yay|hooray|yeah right|of course|nice one|how nice"
    r"|toll|super|klasse|wunderbar|prima|klar|herrlich|genial|estupendo|que bien|maravilloso|claro|formidable|chouette|parfait|bravo|merveilleux|отлично|прекрасно|замечательно|супер|конечно|здорово|fantastico|ottimo|che bello|certo|magnifico|otimo|que maravilha|que otimo)$"
    r"|^(?:真棒|太好了|太棒了|好极了|可真好|呵呵)$"
)

# A role in which the model is asked: "as a lawyer, what would you advise me". The user's own:
# "as a nurse i work nights, what would you eat".
ASKED_AS = (
    r"^(?:(?:please|ok|hey|hi|now|and|so|but|speaking|acting|answering|thinking) )*(?:as|als|como|en tant que?|comme|как|come|da) (?:(?:an?|the|ein\w*|una?|une?|um|uma) )?"
    r"(?P<role>(?:(?!(?:i|im|ive|id|my|we|ich|mein\w*|wir|bin|yo|mi|mis|soy|trabajo|tengo|je|j|jai|mon|ma|mes|я|мне|меня|мо\w)\b)[^\W\d]+ ){1,5}?)"
    r"(?:(?:and )?(?:what|how|which|where|why|who|when|do|can|could|would|should|tell me (?:what|how)) (?:\w+ ){0,2}?(?:you|your)\b"
    r"|(?:was|wie|welch\w*|kannst|konntest|wurdest|wo|warum) (?:\w+ ){0,2}?(?:du|dir|dein\w*|sie)\b|(?:(?:a |en )?(?:que|qual|cual|como|cuanto) )?(?:(?:me|nos|te|tu) )*(?:aconsej\w+|recomend\w+|recomiend\w+|har[ií]as|dir[ií]as|piensas|opinas|crees|puedes|podrias)\b"
    r"|(?:(?:que|comment|quel\w*|pourquoi) )?(?:\w+ )?(?:penses|ferais|dirais|conseilles|conseillerais|recommandes|recommanderais|peux|pourrais|repondrais)\b"
    r"|(?:что|как|какои|какую|почему) (?:\w+ ){0,2}?(?:ты|вы|посовет\w+|думаешь|сделал\w*|скажешь)\b)"
    r"|(?:作[为為]|身[为為])一?[个個名位]?(?P<rolle>.{1,10}?)(?:，|,)?(?:你|您)"
)

# An order to write a text, before its content: "write a story: i own a cat".
WRITES = (
    r"^(?:(?:please|pls|ok|hey|hi|now|and|can you|could you|bitte|por favor) )*(?:(?:write|draft|compose|make|create|generate|continue|finish|rewrite|say|tell|invent) (?:\w+ ){0,4}?(?:stor(?:y|ies)|tales?|poems?|haikus?|limericks?|songs?|lyrics|raps?|sentences?|dialogu?e?s?|scenes?|monologues?|novels?|scripts?|jokes?|profile|captions?|tweets?|speech|paragraphs?|fiction|thrillers?|fanfics?|screenplays?)\b"
    r"|(?:schreib\w*|verfass\w*|erfinde\w*|bilde\w*|erzahl\w*) (?:\w+ ){0,4}?(?:\w*geschichte\w*|\w*krimi\w*|roman\w*|\w*gedicht\w*|lied\w*|satz\w*|satze\w*|dialog\w*|szene\w*|witz\w*|marchen|profil)\b"
    r"|(?:escrib\w+|redact\w+|invent\w+|haz|crea\w*|cuenta) (?:\w+ ){0,4}?(?:cuento\w*|historia\w*|relato\w*|poema\w*|cancion\w*|frase\w*|dialogo\w*|escena\w*|chiste\w*|perfil)\b"
    r"|(?:ecri\w+|redige\w*|invente\w*|fais|cree\w*|raconte\w*) (?:\w+ ){0,4}?(?:histoire\w*|conte\w*|poeme\w*|chanson\w*|phrase\w*|dialogue\w*|scene\w*|blague\w*|profil)\b"
    r"|(?:напиши\w*|сочини\w*|придумаи\w*|составь\w*|расскажи\w*) (?:\w+ ){0,4}?(?:рассказ\w*|истори\w*|сказк\w*|стих\w*|песн\w*|предложени\w*|диалог\w*|сцен\w*|анекдот\w*|профиль)\b"
    r"|(?:scriv\w+|invent\w+|raccont\w+|crea|fammi) (?:\w+ ){0,4}?(?:stori[ae]|racconto|favola|fiaba|poesia|canzone|dialogo|scena|barzelletta)\b"
    r"|(?:escrev\w+|invent\w+|cont[ae]|cri[ae]|faca) (?:\w+ ){0,4}?(?:historia|conto|fabula|poema|musica|cancao|dialogo|cena|piada)\b)"
    r"|^(?:请|帮)?.{0,4}(?:写|编|作|造).{0,6}(?:故事|诗|歌|句|小说|对话|笑话)"
)

# The begin of what an ordered story tells, as typed: "a story [where my wife is a pirate]".
TOLD = (
    r"(?i)(?:[:：]|\b(?:where|in which|wherein|in (?:der|dem|denen)|wo|donde|en (?:el|la|los|las) que|où|dans (?:laquelle|lequel)"
    r"|in cui|dove|em que|onde|где|в котор(?:ой|ом|ых))\b)"
)

# Exaggerations about oneself; and signs that they are meant literally.
HYPERBOLE = (
    r"^(?:(?:is|has been|feels|currently|literally|nearly|almost|about to be?) )*(?:dying(?: (?:of|from) (?:laughter|laughing|boredom|shame|embarrassment|curiosity|hunger|thirst|heat|cold|happiness)\b| to\b| for\b|$)|dead(?: (?:inside|tired))?$|starving$|starved$|drowning\b|exploding|melting|burning up|freezing(?: to death)?$|going (?:insane|crazy|mad|nuts|bananas)|losing (?:\w+ )?mind)"
    r"|\b(?:(?:a|two|ten) )?(?:million|billion|thousand|hundred|gazillion|zillion)s? (?:times|years old)\b"
    r"|^(?:stirbt|verhungert|verdurstet|ertrinkt|erfriert|dreht durch|wird (?:verruckt|wahnsinnig)|ist (?:tot|am verhungern|am sterben))(?: (?:vor|in) \w+)?$|^(?:se (?:esta )?(?:muere|muriendo|ahoga\w*|congela\w*|vuelve loc[oa])|esta (?:muert[oa]|muriendose))(?: de (?:risa|hambre|sed|frio|calor|aburrimiento|verguenza|sueno|ganas)| en .+)?$"
    r"|^(?:meurt|creve|se noie|devient (?:fou|folle)|est mort\w*)(?: (?:de (?:rire|faim|soif|froid|chaud|chaleur|ennui|honte)|sous .+))?$|^(?:умира\w+|помира\w+|тонет|сходит с ума|мертв\w*)(?: (?:от|со|с|в) .+)?$|^(?:快|要)?(?:笑|饿|饥|渴|冷|热|累|困|烦|急|气|忙)死"
)
MEANT = r"\b(?:cancer|tumou?r|terminal\w*|hospice|disease|illness|als|metasta\w+|palliativ\w*|leukemia|diagnos\w*|krebs|unheilbar|hospiz|krank\w*|cancer|enfermedad|terminal|maladie|рак\w?|болезн\w+|хоспис\w*)\b|癌|绝症|晚期"

# The user announces that a conversation is rehearsed, or gives both sides their parts; and marks
# of what is true nevertheless.
REHEARSED = (
    r"\b(?:(?:lets|let us|can we|could we|wanna|want to|now|please|pls|do|run|start|simulate|give me|conduct) (?:\w+ ){0,3}?(?:mock (?:interview|exam|trial|call|debate)|role ?play\w*|improv\b)|(?:lets|let us|can we|help me|want to|wanna) (?:\w+ )?(?:practi[cs]e|rehearse|act out|simulate) (?:an?|the|my|this|our) (?:\w+ )?(?:conversation|dialog\w*|interview|call|pitch|negotiation|scene|talk)|^role ?play"
    r"|(?:lass uns|wollen wir|konnen wir|wir) (?:\w+ ){1,5}?(?:uben|durchspielen|nachspielen|simulieren|proben)|(?:wir spielen|spielen wir|rollenspiel)"
    r"|(?:hagamos|vamos a (?:hacer|simular|practicar)|simulemos|practiquemos|juguemos a|simula) |simulacro de (?:entrevista|llamada)|juego de rol"
    r"|(?:on (?:fait|joue|simule)|faisons|jouons|simulons|entrainons nous) |simulation d|jeu de role"
    r"|давай(?:те)? (?:потренируем\w*|поиграем|сыграем|разыграем|отрепетируем|смоделируем)|simuliamo|facciamo finta|vamos simular|vamos fingir)"
    r"|模拟(?:一[下段场次])?(?:面试|对话|谈判|电话)|(?:练习|练)一?[下段]?(?:对话|面试)|你(?:来)?[演扮当].{1,8}我(?:来)?(?:[演扮当是])"
    r"|\b(?:you are|youre|you play|du bist|du spielst|tu es|toi|eres|tu eres) (?:the|der|die|das|le|la|el) (?!best\b|man\b|one\b|only\b|goat\b|expert\b|beste\b|mejor\b|meilleure?\b)\w+(?: \w+){0,4} (?:and )?(?:im|i am|ill be|ich|ich bin|je suis|moi|yo|soy|yo soy)\b|\bты (?!самый\b|самая\b)\w+ (?:а )?я \w+"
)
REALLY = r"\b(?:real me|in (?:my )?life|really me|in real life|irl|the real|actually i|truth is|for real|in wirklichkeit|im echten leben|en realidad|en la vida real|en vrai|en realite|на самом деле|в жизни)\b|其实|实际上|真实"

# What happens in a dream at night; "dreamt of" and "dream job" are wishes. And facts about dreams.
DREAMT = (
    r"\b(?:dreamt|(?:i|we|he|she)(?: \w+)? dreamed|^dreamed|had (?:a|the|this|that|such an?|another) (?:\w+ )?(?:dream|nightmare)|(?:hab|habe|haben|hatte|hatten|hat) (?:\w+ ){0,4}getraumt|traumte"
    r"|sone que|(?:he|habia) sonado|j?(?:ai|avais|a) (?:\w+ )?reve|je revais|ho sognato|sognavo|sonhei|(?:при)?снил\w+)\b(?! (?:of|about|von|con|de|com)\b)|梦见|梦到"
)
FACT_DREAMT = r"\b(?:dream\w*|nightmare\w*|\w*traum\w*|suen\w+|sueña|reve\w*|cauchemar\w*|sogn\w+|sonh\w+|сны|снов|снит\w+)\b|梦"
