"""Words that tell whom a clause is about, and whether it is current, past or possible. Pure data.

Regular expressions over plain words (see `text.vocabulary.plain`), in six languages.
"""

# What the user calls theirs, with the article that stands before it: "my", "la mia", "os meus".
POSSESSIVE = (
    r"(?:my|our|mein\w*|unser\w*|mis?|nuestr\w+|mon|ma|mes|notre|nos|(?:(?:il|la|i|le) )?(?:mi[oae]|miei|nostr[oaie])"
    r"|(?:[oa]s? )?(?:meus?|minhas?|noss[oa]s?)|мо[ияею]\w{0,3}|наш(?:[аеиу]|его|ему|еи|ею|ими?|их)?)"
)
# Other people, as subjects. "_MY" stands before them in languages that need it.
MY = r"(?:my|our|his|her|their|the|an?|der|die|das|la|el|los|las|le|les|one of my|some|eine?r?|mein\w*|unser\w*|mi|mis|un|una|une|uma?|nuestr\w+|mon|ma|mes|notre|nos|lo|mi[oae]|miei|nostr[oaie]|(?:[oa]s? )?(?:meus?|minhas?|noss[oa]s?)|мо\w{1,3}|наш\w*|у мо\w+)"
# Behind a person: "ein Freund von mir", "un ami à moi".
OF_ME = r"(?:von (?:mir|uns)|van (?:mij|ons)|a (?:moi|nous)|of (?:mine|ours)|mi[oa]s?|nuestr[oa]s?|meus?|minhas?)"
PERSON = (
    r"(?:(?:big|little|older|younger|best|good|old|new|ex|late|grosse\w*|kleine\w*|beste\w*|petit\w*|grand\w*|mejor) )?"
    r"(?:(?:other|better) half|significant other|old man|missus|viej[oa](?= (?:no|es|esta|tiene|vive|trabaja)\b)"
    r"|mams?|sisters?|brothers?|siblings?|mother|father|mom|moms|mum|mums|mama|dad|dads|papa|parents|husband|hubby|wife"
    r"|son|sons|daughter\w*|kids?|child|children|baby|toddler|twins|partner|spouse|boyfriend|girlfriend|bf|gf|fiancee?|friends?|buddy|mate"
    r"|roommate|flatmate|housemate|neighbou?rs?|boss|manager|coworkers?|colleagues?|teammate|officemates?|classmates?|labmates?|bandmates?|au pair|stepkids?|in law|cousin|uncle|aunt|auntie"
    r"|nephew|niece|gran|nan|nana|nanna|grandparents?|stepmum|stepmother|stepfather|godmother|godfather|godson|goddaughter|grandma|grandmother|granny|grandpa|grandfather|grandson|granddaughter|grandkids|teacher|client|customer|landlord"
    r"|landlady|tenant|student|students|supervisor|professor|doctor|therapist|coach|brother in law|sister in law|mother in law|father in law"
    r"|in laws|ex|exes|patients?|applicants?|candidates?|employees?|contractor|seller|buyer|pupils?|protagonist|main character|character|narrator|villain|stepson|stepdaughter|stepdad|stepmom|guy|girls?|boys|woman|man|lady|folks|lads?|lass|lasses|bloke|blokes|chap|fella|fellow|teenager|teen|toddlers|pensioner"
    r"|ehefrau|ehemann|schwester|bruder|geschwister|mutter|vater|eltern|mann|frau|sohn|sohne|tochter|kind|kinder|freund|freundin|freunde"
    r"|mitbewohner\w*|nachbar\w*|chef\w*|kolleg\w*|cousine?|onkel|tante|oma|opa|enkel\w*|schwager|schwagerin|schwieger\w+|kumpel|lehrer\w*|vermieter\w*|kunde\w*|kundin\w*|patient\w*|bewerber\w*|klient\w*|protagonist\w*"
    r"|hermanos?|hermanas?|madre|padre|padres|marido|esposo|esposa|mujer|hijos?|hijas?|novi[oa]|amig[oa]s?|pareja|vecin[oa]s?|jef[ea]|companer[oa]s?"
    r"|prim[oa]s?|ti[oa]s?|abuel[oa]s?|niet[oa]s?|sobrin[oa]s?|suegr[oa]s?|cunad[oa]s?|peque|casera?|cliente|alumn[oa]s?|profe|pacientes?|inquilin[oa]s?|candidat[oa]s?|protagonista|emplead[oa]s?"
    r"|soeur|frere|mere|pere|parents|mari|femme|fils|fille|enfants?|copain|copine|ami|amie|amis|voisins?|voisine|patron\w*|chef\w*|manager"
    r"|collegues?|cousine?|oncle|tante|grand mere|grand pere|neveu|niece|belle mere|beau pere|beau frere|belle soeur|proprio|eleves?|petit fils|petite fille|patiente?s?|candidate?s?|locataires?|salariee?s?|protagoniste"
    r"|marito|moglie|figli[oae]?|fratell[oi]|sorell[ae]|mamma|genitori|nonn[oai]|nipoti?|zi[oae]|cugin[oaie]|ragazz[oa]|fidanzat[oa]|compagn[oa]|amic[oahi]{1,2}|suocer[oai]|cognat[oaie]|capo|colleg[ah]i?"
    r"|bambin[oaie]|genero|nuora|vicin[oaie]|alunn[oaie]|alliev[oaie]|pazient[ei]"
    r"|mulher|filh[oa]s?|irma[os]?|irmaos|mae|pai|pais|avo|net[oa]s?|sobrinh[oa]s?|namorad[oa]|noiv[oa]|sogr[oa]s?|cunhad[oa]s?|chefe|vizinh[oa]s?|bebe)"
)
# In Russian and Chinese no "my" is needed.
PERSON_ALONE = (
    r"(?:сестр\w+|брат\w*|мама|маме|мамы|мать|папа|папе|папы|отец|отцу|родител\w+|муж|мужу|мужа|жена|жене|жены|сын|сыну|сына|доч\w+|дет[ияь]\w*|ребен\w+"
    r"|друг|другу|друзь\w+|подруг\w+|сосед\w*|начальни\w+|шеф\w*|коллег\w+|тет[яеи]|дяд\w+|бабушк\w+|дедушк\w+|внук\w*|внуч\w+|племянни\w+"
    r"|свекров\w*|свекр\w*|теща|тещ\w+|тест[ью]|парень|девушк\w+|знаком\w+|пациент\w*|клиент\w*|жилец|квартирант\w*|ученик\w*|ученица|невест\w*|жених\w*)"
)
# People whose name may also be the user's own work: another only with "my" or "the" before it.
PERSON_OF_MINE = (
    r"(?:(?:the|a|our) (?:chair|chairman|chairwoman|head|president|secretary|treasurer|owner|director|captain|leader|organi[sz]er|manager) of (?:my|our|the) (?:\w+ ){0,2}?\w+|(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?:people|guests|of them|of us|kids|friends) one|(?:my|our|the|his|her|their) (?:\w+ )?(?:apprentice|trainee|intern|instructor|advis[eo]r|preceptor|physio|surgeon|lawyer|accountant|editor|agent|publisher|investor|contractor|carer|tutor|mentor|trainer|nanny|babysitter|childminder|hairdresser|barber|plumber|mechanic|dentist|gardener|cleaner|lodger|flatmates?|principal|headteacher|janitor|superintendent|caretaker|carer)"
    r"|(?:mein\w*|unser\w*|der|die|das) (?:\w+ )?(?:azubis?|lehrling|praktikant\w*|werkstudent\w*|anwalt\w*|anwaltin|steuerberater\w*|physio\w*|makler\w*|betreuer\w*|trainer\w*|professor\w*|hausmeister\w*|arzt|arztin|zahnarzt\w*|friseur\w*|putzfrau|vorgesetzt\w*|untermieter\w*|babysitter\w*|erzieher\w*|betreuer\w*)"
    r"|(?:mis?|nuestr[oa]s?|el|la|los|las) (?:\w+ )?(?:becari[oa]s?|aprendi[zc]\w*|monitor[ae]?|abogad[oa]|gestor[ae]?|fisio|traum\w*|ciruja[n]?[oa]|tutor[ae]?|profesor[ae]?s?|maestr[oa]s?|entrenador[ae]?s?|medic[oa]|dentista|peluquer[oa]|coleg[ao]s?|conserje|dueñ[oa]|duen[oa]|propietari[oa]|canguro|niñera|ninera)"
    r"|(?:mon|ma|mes|notre|nos|le|la|les) (?:\w+ )?(?:stagiaires?|apprentie?s?|alternante?s?|avocate?|comptable|kine|moniteur|monitrice|tuteur|tutrice|profs?|professeure?s?|instit\w*|maitresse|entraineu\w*|medecin|dentiste|coiffeu\w*|gardien\w*|nounou|proprietaires?|bailleu\w*|logeu\w*|colocs?|concierge)"
    r"|(?:(?:il|la|lo|i|le|gli) )?(?:mi[oae]|miei|nostr[oaie]) (?:\w+ )?(?:professor\w*|insegnant[ei]|maestr[oaie]|allenator[ei]|medico|dentista|padron[ea] di casa|proprietari[oa]|coinquilin[oaie]|inquilin[oaie]|dottor\w*)|(?:il|la) (?:padron[ea] di casa|proprietari[oa])"
    r"|(?:(?:o|a|os|as) )?(?:meus?|minhas?|noss[oa]s?) (?:\w+ )?(?:professor\w*|treinador\w*|medic[oa]|dentista|senhori[oa]|colegas?|patra[o]?|patroa)"
    r"|(?:мо\w{1,2}|наш\w?) (?:стажер\w*|практикант\w*|подмастерь\w*|юрист\w*|адвокат\w*|бухгалтер\w*|репетитор\w*|инструктор\w*|научрук\w*|учительниц\w+|учител[ья]|преподавател\w+|тренер|воспитательниц\w+|няня|арендодател\w+|начальниц\w+|руководител\w+|директор|однокурсни\w+|одноклассни\w+|кузен|кузина|бывш(?:ии|ая))|хозя(?:ин|ика) (?:квартиры|дома))"
)
CHINESE_PEOPLE = (
    r"(?:爸爸?|妈妈?|爸妈|父母|父亲|母亲|老公|老婆|丈夫|妻子|太太|先生|儿子|女儿|孩子|哥哥?|姐姐?|弟弟?|妹妹?|爷爷|奶奶|外公|外婆|姥姥|姥爷"
    r"|同事|朋友|室友|男朋友|女朋友|对象|老板|领导|经理|邻居|同学|老师|学生|表[哥姐弟妹]|婆婆|公公|岳[父母]|孙[子女]|闺女|闺蜜|叔叔|阿姨|舅舅|姑姑|客户|病人|患者|来访者|租客|房东|学生家长|学徒|徒弟)"
)
CHINESE_PERSON = rf"(?:我|我们|我家|咱)?(?:的)?{CHINESE_PEOPLE}"
THIRD = r"(?:he(?! (?:\w+[ai]do|hecho|visto|puesto|escrito|dicho|vuelto|roto)\b)|she|they|hes|shes|theyre|er|ella|ellos|ellas|il(?! \d| (?:y|n y|faut|fait|est (?:tard|tot|possible|temps))\b| *$)|elle|ils|elles|он|она|они|ему|ей|им|who|whos)"
FIRST = (
    r"(?:i|im|ive|id|ill|we|were(?= (?:a|an|in|the|on|at|from|\w+ing))|weve|wed|me|us|myself|ich|wir|mir|mich|uns|yo|soy|tengo|estoy|vivo|trabajo"
    r"|nosotros|je|j|nous|moi|jai|suis|io|sono|ho|sou|tenho|estou|moro|я|мы|мне|меня|мной|нам|нас)"
)
# A fact about somebody who helps or learns: "Has an apprentice who is dyslexic", "Trainer is ill".
_HELP = (
    r"(?:apprentice|trainee|intern|instructor|advis[eo]r|preceptor|physio|surgeon|lawyer|accountant|tutor|mentor|trainer|nanny|babysitter|azubi|lehrling|praktikant\w*|trainer\w*|becari[oa]|aprendi[zc]\w*|monitor[ae]?|entrenador[ae]?"
    r"|stagiaire|apprentie?|moniteur|monitrice|nounou|стажер\w*|практикант\w*|репетитор\w*|инструктор\w*|научрук\w*)"
)
HAS_HELP = rf"^(?:(?:has|with|hat|tiene|a|имеет|su|son|sa|sein\w*|ihre?) (?:an? |ein\w* |una? |une? )?(?:\w+ )?)?{_HELP}\b(?= \w)|^(?:has|hat|tiene|a|имеет) (?:an? |ein\w* |una? |une? )?{_HELP}$"
# "Annas boyfriend is", "Leo's coach has": another by somebody's name, before a verb.
OF_NAMED = (
    rf"(?!(?:this|is|was|has|does|as|its|thats|whats|heres|theres|yes|us|plus|always|sometimes|maths|physics|sports|sales|news|arts|arabs|business)\b)\w{{2,}}s (?:\w+ )?(?:{PERSON}|tutor|mentor|trainer|nanny|instructor|dentist|advisor|lawyer)"
    r"(?= (?:is|was|has|had|got|cant|doesnt|isnt|hasnt|wont|will|can|also|just|only|still|never|always|speaks|lives|works|likes|loves|hates|plays|wants|needs|eats|drinks|says|said|knows|drives|studies|keeps|thinks|asked|moved|ist|hat|war|wohnt|lebt|arbeitet|mag|kann|spricht|studiert|spielt|isst|will)\b)"
)
# Verbs in the third person, as people say them of each other.
DOES = (
    r"is|isn['’]t|has|was|works|lives|likes|loves|hates|speaks|studies|plays|wants|eats|drinks|drives|runs|teaches|can['’]t|doesn['’]t|never(?= \w+s\b)"
    r"|ist|hat|war|arbeitet|wohnt|lebt|mag|liebt|hasst|spricht|studiert|spielt|will|isst|trinkt|fährt|kann|geht"
    r"|es|está|tiene|era|trabaja|vive|quiere|habla|estudia|juega|toca|come|bebe|puede"
    r"|est|a|était|travaille|vit|habite|aime|veut|parle|étudie|joue|mange|boit|peut|n['’](?:est|a|aime)"
    r"|работает|живет|живёт|любит|учится|говорит|играет|ест|пьёт|пьет|хочет|не|был|была|родился|родилась"
)
# Possessions of another: "my brother's 3D printer", "el coche de mi hermano".
POSSESSED = (
    rf"\b(?:(?<!\bgot )(?<!\bhave )(?<!\bve )(?<!\binherited )(?<!\bown ){MY} (?:\w+ )?(?!parents\b|kids\b|stepkids\b|grandkids\b|folks\b|twins\b|sons\b|in laws\b){PERSON}s(?! (?:and|are|who|in|at|on|have|both)\b)"
    rf"|(?:von|der|des) (?:mein\w+|unser\w+) {PERSON}|(?:de|del) (?:mi|mis|nuestr\w+|mon|ma|mes|notre|nos|un|una) {PERSON})\b|{CHINESE_PERSON}的(?!$)"
)
# "My lecturer is picky", and a fact that somebody is a lecturer.
ANOTHERS_ROLE = (
    r"\b(?:my|our|mein\w*|unser\w*|mi|nuestr\w|mon|ma|notre|мо\w{1,2}|наш\w?) (?:\w+ )?(\w{4,}) "
    r"(?:is|was|says|said|told|thinks|keeps|wants|asked|gave|has|\w{3,}ed|hates|loves|recommended|ist|sagt|meint|hat|will|war|es|dice|dijo|quiere|tiene|est|dit|veut|a dit|говорит|сказал\w?|считает|хочет)\b"
)
IS_A = r"^(?:is|was|works? (?:as|for)|ist|arbeitet als|es|trabaja (?:de|como)|est|travaille comme|работает|является)"
# Requests on behalf of another.
FOR_ANOTHER = (
    rf"\b(?:(?:asking|ask|question|its|this is|thats?) for (?:{MY} (?:\w+ )?{PERSON}|somebody|someone)|asking on behalf|on behalf of"
    rf"|(?:frage|fragt|ist|das ist|es ist) (?:nur )?fur (?:{MY} {PERSON}|jemand\w*)|im namen von|(?:pregunto|es|pregunta) (?:para|de parte de) (?:{MY} {PERSON}|alguien)"
    rf"|(?:demande|cest|c est|question) pour (?:{MY} {PERSON}|quelqu un)|de la part de|(?:спрашиваю|прошу|это) (?:для|за|от имени) (?:мо\w+ )?{PERSON_ALONE})\b"
    rf"|(?:替|帮|代)(?:我)?(?:的)?{CHINESE_PEOPLE}[问查打]"
)
# A relative for whom something is asked, and what follows about them: "tips for my mum sleeping with
# tinnitus", "für meinen Vater mit Parkinson". What stands in `at` or `en` may also tell of the user,
# as the garden of "a party for my son in the garden".
HELPED = (
    rf"\b(?:for|help(?:ing)?|support(?:ing)?|fur|helf\w*|hilf\w*|unterstutz\w*|для|помо\w+) {POSSESSIVE} (?:\w+ )?{PERSON} (?:(?P<does>(?:\w{{3,}}ing(?! (?:and|or)\b)|who|zum \w{{3,}}en)\b)|(?:with|without|w|mit|ohne|с|со|без)\b|(?P<at>on|in|at|im|auf|bei|в|на)\b(?! {POSSESSIVE}\b))"
    rf"|\b(?:para|pr[ao]|pour|per|(?:ayud|apoy|ajud)\w+(?: a)?|aid\w+|aiut\w+) {POSSESSIVE} (?:\w+ )?{PERSON} (?:(?P<hace>(?:(?:(?:para|pra|pour|per|a|de|di) )?\w{{2,}}(?:[aei]r|re)(?:se|me|si)?|\w{{2,}}(?:ando|iendo|endo|indo))\b)|(?:con|avec|com|sin|sans|senza|sem)\b|(?P<en>en|em|dans|sous|in)\b(?! {POSSESSIVE}\b))"
)
CHINESE_THIRD, CHINESE_FIRST = r"[他她]们?", r"我们?|咱们?|本人"

# Suppositions.
IF = (
    r"\b(?:(?:(?<!determine )(?<!determines )(?<!decide )(?<!decides )(?<!know )(?<!knows )(?<!see )(?<!tell )(?<!check )(?<!ask )(?<!wonder )(?<!wondering )(?<!sure )if|even if|what if|unless|suppose|supposing|imagine|imagining|pretend|assuming|hypothetically|say) (?:that )?(?:i|we|id|im|ive)\b"
    r"|(?:suppose|supposing|imagine|imagining|pretend|assuming) (?:that )?(?:my|our) (?!surprise|horror|shock|delight|face|joy|relief|reaction|disappointment)\w|wish(?:ing)? (?:i|we|id)\b|if only\b|(?:id|i would|wed|we would) (?!(?:like|love|prefer|say|guess|rather|appreciate|think|recommend|suggest)\b)\w+ (?:\w+ ){0,8}?if (?:it|there|that|this|they|he|she|the \w+|i|we|only) (?:was|wasnt|were|werent|had|hadnt|could|couldnt|didnt|did)\b|quem me dera|tomara que|(?:as if|as though) (?:i|im|ive)\b|like (?:im|i am|i was|i were)\b|als (?:ob|wenn) ich\b|als ware ich|como si (?:yo )?(?:fuera|tuviera|fuese)|comme si (?:je|j|on)|как будто (?:я|у меня)|wenn ich\b.*\b(?:hatte|ware|wurde|konnte|wohnte|kame|musste)|hatte ich\b.*\bwurde"
    r"|angenommen,? (?:ich|dass ich|wir)|(?:nehmen wir (?:mal )?an|gesetzt den fall|sagen wir(?: mal)?|stell dir vor) (?:dass )?(?:ich|wir|mein\w*)\b|(?:in case|provided|(?:lets|let us) say) (?:that )?(?:i|im|ive|we)\b"
    r"|(?:pongamos|supongamos|supon|digamos) que|(?:disons|imaginons|mettons|admettons) que|(?:предположим|положим|скажем) (?:что )?(?:я|у меня)\b|falls ich|si (?:yo )?\w+(?:ara|iera|ase|iese|aramos|ieramos)\b|ojala|si (?:me|nos|te) \w+(?:ara|iera)\b|se (?:io |mi |ti |ci )?(?:\w{2,}(?:[aei]ssi|[aei]ssimo)|fossi|fossimo)\b|se (?:eu |nos )?(?:\w{2,}(?:asse|isse|[aei]ssemos)|fosse|tivesse|vivesse|pudesse|fossemos)\b|suponiendo|imagina\b"
    r"|si (?:j|je|on|nous) ?\w+(?:ais|ait|ions|aient)\b|imagine que|supposons|если бы|если я|допустим|представим|предположим)"
    r"|(?:if|provided|assuming|as long as|once) (?:all|everything|things) (?:goes|go|works|work|turns|turn)\b|if (?:the|my|this|that) (?:\w+ )?(?:tests?|results?|scan|diagnosis|theory|plan|application|bet|deal|visa|rumou?rs?|blood ?work) |if (?:the|my|our|this|that) (?:\w+ )?\w+ (?:comes?|goes|works?|pans?) (?:through|off|out|well)\b|once (?:i|we) (?:retire|graduate|qualify|move|pass)\b|^(?:and |but |so )?(?:had|were|should) (?:i|we) \w|^(?:in (?:the|a|my) )?(?:best|worst|dream|ideal|perfect) (?:case|scenario|world)\b|^(?:in (?:my|a|another|the) )?(?:next|other|another|past|former) life\b"
    r"|(?:wenn|falls|sofern) alles (?:gut |nach plan )?(?:klappt|geht|lauft)|^(?:im (?:besten|schlimmsten|idealen) fall|bestenfalls|schlimmstenfalls|idealerweise)\b|si todo (?:va|sale|marcha)|^en el (?:mejor|peor) de los casos|si tout (?:va|se passe|roule|marche)|^(?:dans le (?:meilleur|pire) des cas|au (?:pire|mieux))\b|se tutto va|se tudo (?:der|correr|for)|^(?:nel|na|no) (?:migliore|peggiore|melhor|pior) (?:dei casi|das hipoteses)|если все (?:поидет|будет|получится|пройдет)|^в (?:лучшем|худшем) случае"
    # Unfulfilled wishes, and conditions on which an answer shall not depend.
    r"|\b(?:ware (?:ich )?(?:so )?gern\w*|hatte (?:ich )?(?:so )?gern\w*|would have (?:liked|loved)|wouldve (?:liked|loved)|wish id"
    r"|(?:me )?(?:hubiera|habria) (?:gustado|encantado|querido)|j? ?aurais (?:aime|voulu|prefere|adore)|(?:хотел\w*|мечтал\w*) (?:бы )?(?:быть|стать)"
    r"|even (?:if|when) (?:i|we) (?:write|ask|type|speak|talk)|(?:auch|selbst) wenn ich|aunque (?:te|yo|le|escriba|pregunte|hable)\b|meme (?:si|quand) (?:je|j)|даже (?:если|когда) я)"
    r"|(?:比方说|譬如说|比如说?)我(?=住|是|有|养|在)|即使我|就算我|哪怕我|本来想|(?:如果|要是|假如|假设|倘若|万一)(?:我|我们)?"
)
# Things that somebody may do, wants, or considers.
MAYBE = (
    r"\b(?:want(?:s|ed)? to|wanna|wollen(?= )|(?:torn|deciding|choosing|undecided) between|schwanke zwischen|kann mich nicht entscheiden|dud(?:o|ando) entre|(?:je|j|on|nous) (?:ne )?(?:pens\w+|envisag\w+|compt\w+|reve\w*) (?:a |de |d |peut etre )?(?!que\b|etre\b|avoir\b)\w+(?:er|ir|re)\b|j?hesit\w+ (?:entre|a|about|to|between|whether)|on the fence|unschlussig|zogere\w* (?:noch )?(?:mit|ob|zu)?|(?:dudo|dudamos|dudando) si|indecis\w*|(?:сомневаюсь|сомневаемся|колеблюсь|не решаюсь)|выбираю между|разрываюсь между|не могу выбрать|(?:trying|hope|hoping|aiming|goal is) to (?:get|run|reach|hit|become|be|move|buy|break)|ich will|will ich|wir wollen|wollen wir|quiero|queremos|(?:je|on|nous) (?:veux|veut|voulons)|would (?:like|love)|(?:id|i would|we would) be (?:an?|the|in|living|working)|d (?:like|love)|id (?:like|love)|hop(?:e|ing) to|dream(?:ing)? of|thinking (?:of|about)|thought about"
    r"|consider(?:ing)?|might|maybe|perhaps|someday|one day|tempted to|(?:reading|looking|asking) (?:up on|into|around)|reading about|researching|curious about|checking out|informiere mich|schaue mir|mirando|informandome|renseigne|присматрива\w+|узна\w+ про|debating|not sure (?:if|whether)|toying with|applied (?:to|for)|applying (?:to|for)"
    r"|(?:almost|nearly|(?:ich|wir|bin|habe?|hab|hatten?|waren?|mich|mir|uns|schon) fast|beinahe|casi|presque)(?! (?:(?:one|two|three|half|deux|trois|dos|tres|zwei|drei)\b|(?!(?:live|give|drive|arrive|deal|steal|heal)\b)\w+(?:al|ous|ive|ible|able|ful|less)\b|every|each|all|always|never|daily|done|finished|jed\w+|alle\w*|immer|nie|taglich|tod[oa]s?|siempre|nunca|cada|tou[ts]\w*|toujours|jamais|chaque|\d|a year|ein jahr|un an))"
    r"|(?:^|\b(?:und|aber) )wenn ich (?!ehrlich|richtig|recht|nicht irre|.*\b(?:hatte|ware|wurde|konnte|wohnte|kame|musste))|(?:^|\b(?:et|mais) )si (?:j|je) ?(?!me souviens|comprends|puis|\w+(?:ais|ait)\b)\w|^si (?:tengo|soy|vivo|trabajo|estoy|uso)\b"
    r"|(?:id|i|we|would|d) rather|(?:wurde|wurd) (?:ich )?lieber|preferiria|prefereriais|prefererais|prefererait|предпочел\w* бы|лучше бы"
    r"|(?:^|\b(?:or|if|whether|ob|oder) )(?:should (?:i|we)|soll(?:te)? (?:ich|wir)|(?:ich|wir) soll(?:te|en|ten)?)|(?:^|\b(?:si|o) )(?:deberia|debo|me conviene)|(?:^|\b(?:est ce que|si|ou) )(?:je devrais|devrais je|on devrait)|(?:мне )?стоит ли|стоит (?:ли )?мне|mochte|wurde gern\w*|wurde ich gern\w*|uberleg\w*|vielleicht|traume davon|beworben"
    r"|me gustaria|quisiera|pienso en|pensando en|penso (?:em|di)|pensando di|talvez|forse|quizas?|tal vez|a lo mejor|solicite|j?aimerais|voudrais|j?envisage|peut etre|failli|postule"
    r"|хочу|хотел\w* бы|хотелось бы|думаю|подумываю|может быть|возможно|мечтаю|планирую|чуть не|подал\w* на)\b|我?想要?(?!知道|问|请)|打算|考虑|也许|可能会|差点|了解一下|打听|宁愿|要不要|该不该|应不应该|纠结|犹豫"
)
# Things of the past.
PAST = (
    r"\b(?:de joven|en mi juventud|in my (?:youth|twenties|thirties)|in meiner (?:jugend|kindheit)|dans ma jeunesse|в (?:молодости|юности)|used to|formerly|previously|back when|in the past|as a kid|as a child|when i was|years ago i|once was|fruher|damals|als kind|ehemals|antes(?! d\w{1,2}\b)|solia|de pequen[oa]|de nin[oa]"
    r"|avant(?! (?:le|la|les|l|\d+)\b)|da piccol[oa]|da bambin[oa]|da ragazz[oa]|da giovane|un tempo|quando (?:eu |ero |era )(?:er[oa] )?(?:piccol|bambin|ragazz|giovan|pequen|crianc|menin|nov[oa]|jovem)\w*|antigamente|em crianca|na infancia|autrefois|quand j etais|(?<!не )раньше|когда то|в детстве|прежде)\b|以前|曾经|小时候|退休前|当年|年轻时|年轻的时候"
)
# Things of another.
LENT = r"\b(?:(?:dog|cat|pet|house|baby|plant) ?sit\w*|looking after|minding|fostering for|pass\w* (?:\w+ ){0,3}auf|cuidando|garde (?:le|la|les|un|une) \w+ d\w*|присматрива\w+|borrow\w*|rent(?:ed|ing)|lent|loan\w*|geliehen|ausgeliehen|geborgt|gemietet|prestad[oa]|prest[oe]|alquil\w+|emprunt\w+|pretee?s?|loue\w*|одолжил\w*|взял\w* напрокат|арендова\w*)\b|借|租"
# "Suppose I took the post" is no plan; "if I take the post" may be one.
SUPPOSES = r"\b(?:suppose|supposing|lets (?:say|assume)|assum(?:e|ing) (?:that )?(?:i|im)|hypothetically|imagine|say i|what if|daydream\w*|just dreaming|angenommen|supongamos|supon|imaginons|supposons|допустим|предположим|представим)\b|假设|假如"
# Words of a fact that allow for the above.
FACT_IF = r"\b(?:if|even|regardless|auch|aunque|meme|даже|would|wants?|wishes|dreams?|hopes?|plans?|consider\w*|thinking|imagin\w*|hypothetical\w*|ware|wurde|mochte|wunscht|suena|reve|хочет|мечтает)\b|希望|想|梦想"
FACT_MAYBE = (
    r"\b(?:want\w*|wish\w*|would|hop\w+|dream\w*|plan(?:s|ned|ning)?|consider\w*|think\w*|interest\w*|research\w*|might|may|maybe|looking|seek\w*|aim\w*|apply\w*|applied|tempted|trying|intend\w*|decid\w*|prefer\w*|likes|needs?|learn\w*|train\w*|prepar\w*|goals?|target\w*|sav(?:es|ing)|work(?:s|ing) (?:on|toward\w*|up)"
    r"|mochte|will|plant|uberlegt|sucht|bewirbt|beworben|interessiert|wunscht|quiere|desea|piensa|busca|planea|interesa|prefiere|le gustaria|veut|souhaite|envisage|cherche|aimerait|prefere|interesse"
    r"|хочет|планирует|думает|мечтает|ищет|предпочитает|подумывает|готовит\w*|цель|ubt|trainiert|bereitet|ziel|prepara|entrena|objetivo|prepare|entraine|objectif)\b|想|打算|希望|考虑|计划|准备|目标"
)
FACT_PAST = (
    r"\b(?:used to|former\w*|previous\w*|once|retired|was|were|had|did|ex|formerly|past|grew up|childhood|as a (?:child|kid|teen(?:ager)?|boy|girl|youth)|[a-z]+ed|fruher\w*|ehemalig\w*|war|hatte|antigu\w*|era|fue|ex|ancien\w*|etait|avait|da (?:piccol|bambin|ragazz)[oa]|em crianca|na infancia"
    r"|был\w*|раньше|бывш\w*|no longer|any ?more|nicht mehr|kein\w* (?:\w+ )?mehr|ya no|(?:ne|n) \w+ plus|больше не|уже не)\b|以前|曾|退休|不再"
)
FACT_LENT = r"\b(?:borrow\w*|rent\w*|lent|loan\w*|geliehen|gemietet|miet\w*|alquil\w*|prestad\w*|lou\w+|emprunt\w*|аренд\w*|снима\w*)\b|借|租"
OWNS = r"\b(?:owns?|has(?! to\b)|got|bought|besitzt|hat|tiene(?! que\b)|posee|possede|имеет|владеет)\b|^a (?:un|une|des|deux|trois)\b|有|拥有"

# A fact about something that the user has: "Has a dog that is scared of stairs".
HAS_WHICH = r"^(?:has|owns|keeps|got) (?:\w+ ){0,3}?(?P<thing>\w+) (?:that|which|who|whose) (?:is|are|was|has|have|does|cannot|can|will|\w+s)\b"

# Things that the user calls theirs, with an optional adjective; a name that they give to
# another; and how a fact begins that says whom or what the user has, or goes out with.
HAS_SOME = (
    r"\b(?:(?:i|we|ive|weve|im|were)(?: (?:just|also|now|recently|finally|have|am|are|been))* (?:have|got|own|adopted|met|rescued|dating|seeing)"
    r"|(?:ich|wir) hab\w*|hab\w* (?:ich|wir)|ten(?:go|emos)|(?:jai|j ai|on a|nous avons)(?: adopte)?|у (?:меня|нас)(?: есть)?|my|our|meine?|unsere?|mi|nuestr[oa]|mon|ma|notre|мо[ия]|наша?) "
    r"(?:(?:an?|the|one|eine?n?|un|une|una) )?(\w+)(?: (\w+))?"
)
CALLED = r"(?<!im )(?<!i am )(?<!be )(?:\b(?:called|named|(?:his|her|their|its) (?:name is|name s|names)|(?:sein|ihr) name ist|(?:er|sie) heisst|namens|llamad[oa]|se llama|(?:qui|il|elle) (?:s appelle|sappelle)|appelee?|(?:его|ее) зовут|по имени)) (\w{2,})"
HAS_WITH = r"(?:(?:now|also) )?(?:has|owns|got|adopted|met|(?:is )?(?:dating|seeing|in a relationship with)|lives with|hat|tiene|sale con|sort avec|имеет|встречается с|a(?= (?:un|une|deux|trois) ))(?= )"

# A question without its mark, and one that ends with a person: "is that ok for my brother".
ASKS_WHETHER = r"^(?:(?:and|so|but|ok|also|hey|hi) )*(?:can|could|may|must|should|do|does|is|are|am|how|what|when|where|who|kann|darf|muss|wie|was|wer|puede\w?|como|que|cuanto|peut|comment|quel\w*|puo|come|pode|как|что|может|сколько) "
PERSON_AT_END = rf"\b(?:{PERSON}|{PERSON_ALONE}|{THIRD}|him|them|us)$"

# Only for a while, or elsewhere for a short time.
VISITING = (
    r"\b(?:conference|trip|visit\w*|holiday|vacation|business|weekend|layover|staying (?:at|in|with)|for (?:a|the|two|three|\d+) (?:day|days|week|weeks|night|nights|few days)"
    r"|till|until|konferenz|urlaub|besuch\w*|dienstreise|geschaftsreise|wochenende|congreso|conferencia|viaje|vacaciones|visita|de paso|conference|voyage|vacances|deplacement|en visite"
    r"|конференц\w*|командировк\w*|поездк\w*|отпуск\w*|в гостях)\b|出差|旅游|旅行|几天|[一二三四五六七八九两\d]天|开会|度假"
)
# Days or weeks at a place, in words from which it may follow that the user does not live there.
SOME = (
    r"(?:\d{1,2}|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|fifteen|twenty|thirty|some|several|a few|few|a couple of|couple of"
    r"|eine?|einige|ein paar|paar|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|zwolf|vierzehn|un[ao]?s?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|quince|veinte|vari[oa]s"
    r"|une|deux|trois|quatre|cinq|sept|huit|neuf|dix|douze|quinze|vingt|quelques|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|quindici|qualche|alcun[ie]|um|uma|dois|duas|quatro|sete|oito|dez|algun?s|algumas"
    r"|один|одну|две?|три|четыре|пять|шесть|семь|восемь|девять|десять|пару|несколько)"
)
_DAYS = (
    r"(?:days?|nights?|weeks?|weekends?|tage?n?|nachte?n?|wochen?|wochenende\w*|dias?|noches?|semanas?|noites?|jours?|nuits?|semaines?|giorn[oi]|nott[ei]|settiman[ae]"
    r"|день|дня|днеи|ночь|ночи|ночеи|недел[яюи]|недель|выходны[ех])"
)
STAYING = (
    rf"\b(?:(?:for|in) (?:the )?(?:next |about |only |just )?{SOME} (?:\w+ )?{_DAYS}|for (?:a|the) fortnight"
    rf"|(?:spend|spends|spending) (?:the |our |my |this |next )?(?:{SOME} )?(?:\w+ )?(?:{_DAYS}|fortnight|months?|summers?|winters?|holidays|easter|christmas)"
    rf"|(?:fur )?(?<!\btakes )(?<!\btake )(?<!\bdauert )(?<!\btarda )(?<!\bprend ){SOME} {_DAYS}(?: lang)?|(?:на|по) (?:{SOME} )?{_DAYS})\b"
)
# Since when or how long ago: "moved two weeks ago", "seit zwei wochen in Bozen".
SINCE = r"\b(?:ago|since|already|now(?! for)|every|each|per (?:day|week|month|year)|a week|seit|vor|schon|jede\w*|pro|hace|desde|llevo|llevamos|cada|a la semana|por semana|depuis|il y a|deja|chaque|par|da|gia|ogni|ha|fa|alla|уже|назад|кажд\w+|в неделю)\b"
# None is left, which does not end a liking.
HAS_NONE = (
    r"\b(?:have no|havent any|dont have any|ran out|out of|run out|no more \w+ (?:at|in|left)|hab\w* kein\w*|kein\w* \w+ mehr (?:da|im|zu)|alle gegangen|no (?:tengo|tenemos|queda|quedan)|(?:ai|a|avons|reste) (?:plus|pas) d\w*|нет|кончил\w*|закончил\w*)\b"
    r"|没有|没了|用完|喝完|吃完"
)
FOR_NOW = (
    # Missed once.
    r"\b(?:missed|couldnt make|could not make|didnt make it|nicht geschafft|verpasst|no (?:pude|llegue|alcance)|(?:ai|avons) (?:rate|manque|pas pu)|не (?:успел\w*|смог\w*|попал\w*|получилось)|пропустил\w*|this (?:week|month|morning|afternoon|evening|time|once|weekend|year|semester|term)|today|tonight|tomorrow|for now|right now|at the moment|just for|diese\w* (?:woche|monat|mal|wochenende)|heute|morgen|gerade|momentan|im moment"
    r"|este mes|esta semana|esta vez|este ano|hoy|manana|de momento|por ahora|ce mois|cette semaine|cette fois|aujourd hui|demain|pour l instant|на этой неделе|в этом месяце|сегодня|завтра|пока)\b"
    r"|这周|这个月|今天|今[晚早夜儿]|明天|这次|暂时"
)
# Ends of something.
ENDS = (
    r"\b(?:quit|left|leaving|stopp?(?:ed|ing)?|no longer|any ?more|g[ia]ve(?:n)? up|giving up|sold|ended|finished|broke up|split(?: up)?|divorced?|separated|retired|dropp?ed|cancel\w*"
    r"|got rid of|died|passed away|switch(?:ed|ing)?|moved from|changed|was fired|got fired|laid off|done with|(?:thats|its|is|was) (?:all |now )?over(?! (?:the|here|there|my|your|an?|it|in|at)\b)|handed in (?:my|the)|graduated|used to|lost|converted|traded|replaced"
    r"|aufgehort|gekundigt|verkauft|nicht mehr|kein\w* mehr|getrennt|abgebrochen|gewechselt|gestorben|beendet|geschieden|dej[eao]\w*|vend\w+|ya no|cambi[eo]\w*|romp\w+|termin\w+|separ\w+|divorci\w+|murio|lo dejamos"
    r"|quitte|arrete|vendu|plus|change|separes?|divorce\w*|fini|demissionne|mort\w*|бросил\w*|уволил\w*|продал\w*|больше не|развел\w*|расстал\w*|переш\w+|закончил\w*|умер\w*|сменил\w*"
    # Italian and Portuguese; and exams, for which one studies until one passes.
    r"|non (?:\w+ ){0,2}piu|smess[oaie]|lasciat[oaie]|mollat[oaie]|vendut[oaie]|licenziat[oaie]|finit[oaie]|divorziat[oaie]|separat[oaie]|chius[oaie]|cambiat[oaie]"
    r"|nao (?:\w+ ){0,3}mais|ja nao|parei|larguei|terminei|acab(?:ou|amos|ei)|vendemos|pedi demissao|demit\w+|troquei|faleceu"
    r"|passed (?:the|my)|bestanden|aprob(?:e|ado)|reussi|(?:dato|superato|passato) (?:l ?)?esame|passei n[ao]|сдал\w?)\b"
    r"|不再|已经不|离职|离开|跳槽|裸辞|搬走|考过|关门|倒闭|散伙|掰了|辞|卖|分手|离婚|换成|换了|戒|退学|毕业|改成|去世"
)
# A business that is closed for good; and closed for a time.
HAS_BUSINESS = r"^(?:(?:co )?owns|runs|has|operates|manages|fuhrt|betreibt|hat|besitzt|tiene|lleva|regenta|a|tient|possede|gere|dirige|владеет|имеет|держит|ha|gestisce|tem) |^(?:用户)?(?:有|开|经营|拥有)"
CLOSED = (
    r"(?<!is )(?<!are )(?<!was )(?<!were )(?<!s )(?<!re )\b(?:closed|shut|closed down|shuttered|wound up|dissolved) (?!on\b|for\b|early\b|at\b|between\b|until\b|due\b)|(?:zugemacht|geschlossen|dichtgemacht|aufgelost)(?! bis)|cerr(?:e|amos)\b|(?:he|hemos) cerrado|\b(?:ai|avons|jai|a) ferme\b"
    r"|\bзакрыл(?:а|и)?\b|\b(?:ho|abbiamo) chiuso\b|\b(?:fechei|fechamos)\b|关(?:了|掉|张|门了)|倒闭"
)
FOR_A_TIME = (
    r"\b(?:early|late|today|tonight|tomorrow|yesterday|this (?:week|morning|afternoon)|lunch|weekend|holidays?|monday|tuesday|wednesday|thursday|friday|saturday|sunday|\w+days|(?:an?|one|two|few) (?:days?|weeks?|hours?)|until|till|because of (?:the )?(?:snow|rain|weather|storm)|inventory|renovation|eyes?|door|windows?|deal|account|tab|ticket|issue|laptop|app|browser"
    r"|heute|gestern|morgen|fruher|\w+tags?|urlaub|mittag|bis|umbau|hoy|ayer|manana|vacaciones|lunes|domingos?|hasta|obras|temporalmente|aujourdhui|aujourd hui|hier|demain|vacances|lundi|dimanche|jusqu\w*|travaux|сегодня|вчера|завтра|до|рано|отпуск\w*|понедельник\w*|воскресен\w*|окно|дверь)\b|今天|昨天|明天|周[一二三四五六日]|暂时|提前|早"
)
LEAVES = r"\b(?:left|leaving|verlassen|weg|quitte\w*|partie?s?|deje|dejamos|fui|fuimos|уех\w+|съех\w+|покину\w+|no longer|any ?more|gone)\b|离开|搬"
MOVES = r"\b(?:mov(?:ed|ing)(?! (?:the|a|an|it|that|this|these|those|some|all|every\w*|files?|data|money|furniture|boxes|(?:my|our|his|her|their) (?!family|household|parents|kids|life))\b)|relocat\w*|gezogen|umgezogen|mude|mudado|mudamos|demenage\w*|emmenage\w*|trasferit[oaie]|traslocat[oaie]|mudei|mudou|переехал\w*|переезжа\w*)\b|搬"
"""Moving. Like living elsewhere, it ends a fact about where one lives, and nothing else."""
LIVES_NOW = r"\b(?:(?:i|we|ive|im)(?: now| currently| just)? (?:live|living)|wohne|wohnen|lebe|vivo|vivimos|habite|habitons|abito|abitiamo|viviamo|moro|moramos|vivemos|живу|живем)\b|我(?:现在)?住"


# Pairs: the first is over once the second is so.
OVER_BY = (
    (
        r"\b(?:girlfriend|boyfriend|partner|relationship|dating|engaged|fiancee?|freundin|(?:einen|ein) freund|novi[oa]|pareja|copain|copine|compagn\w+|девушка|парень|в отношениях)\b|女朋友|男朋友|对象|恋爱",
        r"\b(?:(?:we|my (?:girlfriend|boyfriend|gf|bf|partner|fiancee?) and (?:i|me)) (?:just |finally )?(?:broke|split)(?: it)?(?: up| off)?|broken up|dumped me|left me|wir haben uns getrennt|schluss gemacht|lo dejamos|lo hemos dejado|cortamos|rompimos|nous sommes separes|on s est separes|on sest separes|on a rompu|m a quittee?|расстались|разошлись|бросил[аи]? меня)\b|分手了?",
    ),
    (
        r"\b(?:married|wife|husband|spouse|verheiratet|ehefrau|ehemann|casad[oa]|espos[oa]|mariee?|mari|femme|замужем|женат|муж|жена)\b|已婚|结婚|老公|老婆",
        r"\b(?:(?:im|i am|were|we are|(?:i|we) (?:just |finally )?got|^(?:just|finally) got|newly) divorced|divorce (?:is|was|went|came) (?:final|through|done)|(?:bin|sind) (?:jetzt |seit \w+ )?geschieden|me (?:he )?divorci\w+|nos divorciamos|estoy divorciad[oa]|divorcee? depuis|j ?ai divorce|on a divorce|развел(?:ся|ась|ись)|в разводе)\b|离婚了",
    ),
    (
        r"\bsingle|alleinstehend|solter|celibataire|одинок|单身",
        r"\b(?:married|engaged|boyfriend|girlfriend|partner|relationship|verheiratet|geheiratet|freundin|casad\w|casamos|casé|novi[oa]|marie\w*|copain|copine|женил\w*|замуж)|结婚|女朋友|男朋友",
    ),
    (
        r"\bengaged|verlobt|prometid|fiance",
        r"\b(?:got married|married|geheiratet|casamos|maries)|结婚",
    ),
    (
        r"\bpregnan|expecting|schwanger|embaraz|enceinte|беремен|怀孕",
        r"\b(?:born|gave birth|birth|baby (?:is|was|came|arrived)|geboren|nacio|nació|parto|ne|naissance|родил\w*)|出生|生了",
    ),
    (
        r"\bunemployed|job hunting|looking for (?:a |work)|between jobs|arbeitslos|paro|chomage|безработн|找工作|待业",
        r"\b(?:hired|got (?:a|the) job|new job|started (?:at|a)|signed|zusage|eingestellt|contrataron|embauche\w*|устроил\w*)|入职|找到工作",
    ),
    (
        r"\bstudent|studies|studying|studier|estudi|etudi|студент|учится|学生|读",
        r"\b(?:graduated|finished (?:uni|college|school|my degree)|abschluss|fertig studiert|gradué|termine|diplome\w*|окончил\w*|закончил\w*)|毕业",
    ),
)
# Of these most people have one: a home, a job, studies. A second one may be beside the first.
HOME = r"^(?:[^\W\d]+ ){0,2}?(?:lives?|living|resides?|based|wohnt|lebt|vive|reside|habite|vit|abita|mora|живет|проживает|moved (?:from \w+ )?to|moving to|zog nach|zieht nach|se mudo a|a demenage|si e trasferit[oa]|mudou se|переехал\w*)\b|^(?:用户)?(?:住|搬)"
WORK = r"^(?:[^\W\d]+ ){0,2}?(?:works?|working|employed|arbeitet|trabaja|travaille|lavora|trabalha|работает)\b|在.{1,12}(?:工作|上班)"
STUDIES = r"^(?:[^\W\d]+ ){0,1}?(?:studies|studying|studiert|estudia|etudie|studia|estuda|учится|изучает)\b"
PLACES_IN_LIFE = (HOME, WORK, STUDIES)
# Exclusive beginnings: a fact replaces another one with the same of these.
_SO = r"^(?:(?:is|now|again|mostly|strict\w*|an?|eats|follows|ist|jetzt|isst|es|come|est|mange|soy|estricta?m?e?n?t?e?) )*"
ONLY_ONE = (
    HOME,
    rf"{_SO}(?:vegetarian\w*|veggie|vegan\w*|pescatarian\w*|pescetarian\w*|omnivor\w*|flexitarian\w*|carnivor\w*|keto|paleo|(?:everything|meat|fish) (?:again|too)"
    r"|vegetari[er]\w*|vegetarisch|pescetarier\w*|alles|fleisch|vegetarian[oa]|vegan[oa]|pescetarian[oa]|de todo|vegetarienn?e?|vegetalienn?e?|de tout|de la viande|вегетариан\w*|веган\w*)\b|^(?:吃素|纯素|素食|又吃肉)",
    rf"{_SO}(?:single|dating|engaged|married|divorced|separated|widowed|in a relationship|seeing someone|verlobt|verheiratet|geschieden|ledig|getrennt|solter[oa]|casad[oa]|divorciad[oa]|prometid[oa]|celibataire|mariee?|divorcee?|fiancee?"
    r"|холост\w*|женат|замужем|разведен\w?)\b|^(?:单身|已婚|未婚|离婚)",
    # Of these each person has one: a name, an age, a height or weight, a favourite.
    r"^(?:(?:first|last|full|nick)? ?name is|is (?:called|named)|heisst|goes by|se llama|s ?appelle|si chiama|(?:se )?chama|зовут)\b|^(?:用户)?(?:名叫|叫)",
    r"\b(?:\d+ years? old|aged|jahre alt|anos|ans|anni|лет)\b|岁",
    r"^(?:is )?\d[\d.,]* ?(?:cm|m|ft|kg|lbs?) ?(?:tall|gross)?|^(?:weighs|wiegt|pesa|pese|весит)\b",
    r"\b(?:favou?rite|lieblings\w*|favorit[oae]s?|preferee?s?|preferit[oa]|любим\w+)\b|最喜欢",
    r"^(?:was )?born\b|^(?:wurde |ist )?(?:\w+ ){0,3}geboren|^naci[oó]|^(?:est )?nee?\b|^nat[oa]|^nasceu|^родил",
    r"\b(?:birthday|geburtstag|cumpleanos|anniversaire|compleanno|aniversario|день рождения)\b|生日",
)
# A thing that somebody says is not theirs.
NOT_ME = (
    r"(?:^|[.,;:(!?] ?)(?:(?:its|this is|thats|it is|es ist|das ist|cest|es|e|это) )?"
    r"(?:(?:not|nicht) (?:(?:for|about|fur|bei) )?(?:me|mich|mir)|(?:no|non|nao|pas|не) (?:para|per|pour|chez|для|у) (?:mi|me|mim|moi|меня)|pas moi|не я)\b(?! (?:too|either|personally))"
)
# A text about a name is about the user: "thats me btw".
THATS_ME = r"\b(?:thats|that is|this is|thats all|its|its all) me\b(?! (?:who|and|too|that|when))|\b(?:das bin ich|cest moi|soy yo|sono io|sou eu|это я)\b"
NOT_MINE = (
    r"\b(?:(?:isnt|is not|arent|are not|not|wasnt) (?:really |actually |technically )?(?:mine|ours)\b|gehor(?:t|en) (?:\w+ )?nicht (?:mir|uns)|(?:ist|sind) nicht mein\w*(?! erst)|no es mi[oa]|no son mi[oa]s|(?:nest )?pas a (?:moi|nous)|non e mi[oa]\b|nao e (?:meu|minha)|не мо[йяеи]\b(?! перв))"
    r"|不是我的"
)
