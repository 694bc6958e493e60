"""Words that tell whether a change is meant to last. Eight languages. Pure data.

Regular expressions over plain words (see `text.vocabulary.plain`); Chinese without spaces.
"""

from .speakers import SOME

# What the user was offered, looks at or tries is not theirs yet.
NOT_YET = (
    r"\b(?:offer(?:ed|s|ing)?|interview(?:s|ed|ing)?|recruit(?:er|ers|ing)|headhunt\w*|poach\w*|nominat\w+|shortlist\w*|invit(?:ed|ation|es)|wait(?:ing)? ?list\w*|accepted (?:to|into|at|by|for|on)|in the running|up for (?!it\b)"
    r"|view(?:ed|ing|ings)|look(?:ed|ing|s)? (?:at|into|around|round) (?:(?:an?|the|this|that|some|another)\b|(?:\w+ )?(?:flats?|houses?|apartments?|places|homes|rooms|propert\w+|jobs|offers|unis|universities|cars|bikes|phones|laptops)\b)|toured|open (?:house|day)|bid|for sale|to let|showed us|shown|saw (?:an?|the|this|some)|found (?:an?|the|this|some)|came up|test ?(?:drive|drove|driving|ride|rode|riding)|tr(?:y|ies|ied|ying)(?: (?:it|this|them))? (?:out|on)|(?:to|we|i|im|were|am|are|is) try(?:ing)?|trial|taster|demo(?:ing)?|sampl(?:e|ing)"
    r"|borrow\w*|lent|loan\w*|on loan|rental|rented? (?:an?|the) (?:car|van|bike)|hire car|courtesy car|loaner|wants? me|asked (?:me|us) to|(?:may|might|could|would) (?:\w+ )?(?:move|transfer|send|post|get|have|take|be)|ads? for|advert\w*|listing|vacanc\w+"
    r"|angeboten|angebot\w*|besichtig\w*|ange(?:schaut|sehen|guckt)|schauen uns|beworben|bewerb\w*|vorstellungsgesprach\w*|warteliste|probe(?:arbeit\w*|fahr\w*|gefahren|tag\w*|wohn\w*)|(?:aus)?probier\w*|getestet|geliehen|ausgeliehen|leihwagen|mietwagen|leihweise|eingeladen|headhunter\w*|vorgeschlagen|wollen mich|soll ich"
    r"|ofrec\w+|oferta\w*|visit(?:amos|e|ado|ando)|vimos|mirando|viendo|entrevista\w*|lista de espera|(?:he|hemos|estoy|estamos) prob(?:ado|ando)|probe|probamos|de prueba|prestad[oa]s?|de alquiler|propuesto|propuesta|quieren que"
    r"|propos(?:e|ee|es|ition|ent)|offre\w*|visite[rs]?|avons visite|entretien|liste d ?attente|essay\w+|a l ?essai|lessai|dattente|prete[er]?s?|emprunt\w*|de location|veulent que"
    r"|offert[oaie]|propost[oaie]|visitat[oaie]|colloquio|lista d ?attesa|provat[oaie]|stiamo provando|in prova|(?:in )?prestito|a noleggio|vogliono che"
    r"|oferec\w+|proposta|propuseram|visit(?:ei|amos)|lista de espera|experiment\w+|emprestad[oa]s?|emprestimo|querem que"
    r"|предложи\w+|предлага\w+|предложение|оффер\w*|(?:по)?смотрел[аи]?|смотрим|собеседован\w*|в очереди|пробу\w+|попробова\w+|тест драив\w*|одолжил\w*|прокатн\w+|напрокат|хотят чтобы)\b"
    r"|看房|看了.{0,6}[房屋]|offer|录用通知|面试|试[驾用住穿吃]|借来?的?|候补|猎头|邀请"
)
# What was offered and taken: "I took the offer".
TAKEN = (
    r"\b(?:(?:i|we|ive|weve)(?: have| just| finally| already| then| happily)* (?:accepted|took|taken|signed|started|joined|bought|moved)(?! (?:to|into|at|by|for|on) (?:an?|the) (?:interview|trial|list)\b)|(?:accepted|took|signed|bought|got|keeping|kept) (?:it|the (?:job|place|flat|house|offer|contract|lease|keys))|said yes"
    r"|(?:habe|hab|haben) (?:\w+ ){0,4}(?:angenommen|zugesagt|unterschrieben|gekauft)|angenommen|zugesagt|acept(?:e|amos|ado)|firm(?:e|amos|ado)|compr(?:e|amos|ado)|accepte|signe|achete|accettato|firmato|comprato|aceit(?:ei|amos)|assin(?:ei|amos)|compr(?:ei|amos)|принял[аи]?|согласил\w+|подписал[аи]?|купил[аи]?)\b"
    r"|接受了|签了|买了|入职"
)

_TIMES = (
    r"(?:days?|nights?|weeks?|weekends?|months?|hours?|shifts?|lessons?|tage?n?|nachte?n?|wochen?|monate?n?|stunden?|dias?|noches?|semanas?|mes(?:es)?|horas?|noites?|jours?|nuits?|semaines?|mois|heures?|giorn[oi]|nott[ei]|settiman[ae]|mes[ei]"
    r"|дн(?:я|еи)|день|ноч(?:ь|и|еи)|недел[яюиь]|недель|месяц\w*)"
)
_SEASONS = (
    r"(?:summer|winter|spring|autumn|fall|holidays?|vacation|weekend|season|semester|term|exchange|conference|festival|fair|course|class|project|script|show|gig|match|game|event|wedding|reunion|course|duration|move|renovation|semester|sommer|winter|ferien|urlaub|saison|projekt|kurs|umbau|verano|invierno|vacaciones|curso|temporada|obras|proyecto"
    r"|ete|hiver|vacances|saison|stage|travaux|projet|duree|estate|inverno|vacanze|stagione|lavori|corso|progetto|verao|ferias|temporada|obras|projeto|лето|зиму|каникул\w*|отпуск\w*|ремонт\w*|сезон|курс\w*)"
)
_UNTIL = (
    r"(?:janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|segunda|terca|quarta|quinta|sexta|sabado|domingo|natal|pascoa|20\d\d"
    r"|конца|лета|зимы|осени|весны|январ\w|феврал\w|марта|апрел\w|мая|июн\w|июл\w|августа|сентябр\w|октябр\w|ноябр\w|декабр\w|понедельника|вторника|среды|четверга|пятницы|субботы|воскресенья|отъезда)"
)
# How long: "in Lyon for two weeks". "I have lived here for six months" tells since when.
DURATION = (
    rf"\b(?:for (?:the )?(?:next |about |only |just |another |rest of the |coming )*(?:{SOME} )?(?:\w+ )?|fur (?:die |den |das )?(?:nachste\w* )?(?:{SOME} )?|(?:por|durante|pour|pendant|durant|per) (?:el |la |los |las |le |les |l |il |i |unos |unas )?(?:{SOME} )?|на (?:{SOME} )?){_TIMES}\b"
    r"|[一二三四五六七八九两几\d](?:天|周|个?星期|个?月)(?!了|前)"
)
SINCE = r"\b(?:been|since|already|now|seit|schon|bereits|desde|hace|llev(?:o|amos)|depuis|deja|ca fait|ormai|faz|уже)\b|已经|以来"
# Until when, or during what: the state ends with it.
LIMITED = (
    rf"\b(?:(?:until|till|til)\b(?! (?:now|recently|lately|last|then)\b)|for (?:a |the |an? \w+ |this |tonights? |todays? |our |my )*{_SEASONS}\b|(?:over|during|throughout) (?:the |my |our |this )?(?:\w+ )?(?:{_SEASONS}|christmas|easter|break|strike|trip)"
    r"|for (?:now|the moment|the time being|tonights?|todays?|once|a (?:bit|while|change|bet|test|friend)|(?:my|our|the) (?:\w+ )?(?:test|bet|challenge|friend|bloodtest))|while (?:my|our|mine|the|his|her|their|im (?:off|on|ill|away)|\w+ (?:\w+ )?(?:is|are|gets|recovers))\b|as long as (?:my|the|he|she|they)\b|(?:because|cause|cos|since) (?:mine|my \w+|the \w+|ours|\w+) (?:is|are|got|broke) (?:\w+ )?(?:broken|repaired|fixed|hurt|ill|sick|off|away|serviced|renovated)"
    r"|temporar\w+|interim|provisional\w*|in the meantime|meanwhile|as a (?:favou?r|stopgap)|secondment|seconded|temping|sub(?:bing|bed)? (?:for|in)|standing in|stand in|filling in|fill in for|covering(?: for)?|cover(?:s)? for|house ?sit\w*|pet ?sit\w*|couch ?surf\w*|staying (?:at|with|in|over|here|there)|crashing (?:at|with|on)|visiting|on (?:a |my |our )?(?:holiday|vacation|trip|tour|assignment|business)|passing through|on call|(?:in|at) (?:an?|the|my|our) (?:\w+ )?(?:hotel|hostel|airbnb|hospital|guest ?house|campsite)|(?:exchange|erasmus) (?:semester|year|term|student)|for (?:work|business)$"
    rf"|bis (?!auf\b|heute\b|jetzt\b|dahin\b|vor\b|letzt\w+\b|dato\b)|solange|wahrend (?:der|des|mein\w*|unser\w*)|uber (?:die |das |den )?(?:ostern|weihnachten|silvester|pfingsten|feiertage|{_SEASONS})|fur (?:die |den |das |ein |eine |einen )?{_SEASONS}\b|ubergangsweise|vorubergehend|zwischenzeitlich|vertretungsweise|vertrete|vertretung|aushilfsweise|springe? (?:\w+ )?ein|auf besuch|zu besuch|im (?:urlaub|hotel|krankenhaus)|auslandssemester|ferienwohnung"
    rf"|hasta (?!ahora\b|hace\b|hoy\b|el ano pasado\b)|(?:por|durante) (?:el |la |los |las |un |una )?{_SEASONS}\b|mientras|temporal(?:mente)?|provisional(?:mente)?|sustituy\w+|de (?:vacaciones|visita|viaje)|en (?:un|el) (?:hotel|hospital)|en casa de mis? "
    rf"|jusqu(?:a|au|aux|en|\w)? (?!present\b|maintenant\b|recemment\b)|jusqua|(?:pour|pendant|durant) (?:le |la |les |l |un |une |des |mon |mes )?{_SEASONS}\b|lete\b|le temps (?:de|que|d)|tant que|temporaire\w*|provisoire\w*|rempla(?:ce|cement|cer|cant)|en (?:vacances|deplacement|visite)|a l ?hotel|loge (?:chez|a|dans)|chez (?:ma|mon|mes|un|une|des) (?:soeur|frere|parents|mere|pere|ami\w*|cousin\w*|copain|copine)"
    rf"|fino (?:a|al|alla|ad) (?!ora\b|adesso\b|poco\b)|finche|(?:per|durante) (?:il |la |i |le |l |un |una )?{_SEASONS}\b|temporane\w+|provvisori\w+|sostituisc\w+|in (?:vacanza|trasferta|albergo)|ospite (?:da|di)"
    rf"|ate (?:o |a |ao )?(?:que|fim|final|{_UNTIL})|enquanto|temporari\w+|provisori\w+|substitu\w+|de ferias|num hotel"
    rf"|до (?:{_UNTIL})|пока (?:не\b|мо\w+|наш\w+|идет|делают|чинят|он|она|муж|жена)|на (?:лето|зиму|время|каникулы|сезон)|временно|замеща\w+|подменя\w+|в (?:отпуске|командировке|гостях|гостинице|больнице|отеле))"
    r"|直到|暂时|临时|代班|代课|出差|借住|期间|住院|酒店"
)
# "This week" dates a change, and limits a state.
DATED = (
    r"\b(?:th[ie]s(?: coming)? (?:week|weekend|month|morning|afternoon|evening|time|once|semester|term|summer|winter|season|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|todays?|tonights?|tomorrow|right now|at the moment|rn|currently only"
    r"|diese[nrms]? (?:\w+ )?(?:woche|monat|mal|wochenende|semester|sommer|winter)|heute|heut|morgen|gerade|grade?|momentan|derzeit nur|zurzeit|im moment|est[ea] (?:mes|semana|vez|finde|verano|trimestre|noche|tarde)|hoy|manana|de momento|por ahora|ahora mismo"
    r"|ce(?:tte)? (?:mois|semaine|fois|soir|ete|semestre|week end|weekend)(?: ci)?|aujourd ?hui|demain|pour l ?instant|en ce moment|quest[oa] (?:settimana|mese|volta|sera|estate|weekend)|oggi|domani|per ora|al momento|est[ae] (?:semana|mes|vez|fim)|hoje|amanha|por enquanto|no momento"
    r"|(?:на|в) (?:этои|этом) (?:неделе|месяце|семестре)|этим летом|сегодня|завтра|пока(?! не)|в данныи момент)\b"
    r"|这[周次]|这个月|今[天晚早夜]|明天|目前"
)
# A clause that only says how long: "we live in a caravan, just until june".
BEGINS_WITH_LIMIT = (
    r"^(?:(?:and|but|so|just|only|though|at least|und|aber|nur|zwar|y|pero|solo|et|mais|seulement|juste|ma|mas|so|но|а|и|только|правда) )*"
    r"(?:until|till|til|for|while|temporarily|because|cause|cos|this (?:week|month|term|semester|summer|winter)|today|tonight|bis|solange|fur|wahrend|vorubergehend|ubergangsweise|weil|diese[nrms]? (?:woche|monat)|hasta|por|durante|mientras|porque|esta semana|este mes|jusqu\w*|pour|pendant|durant|le temps|tant que|parce que|cette semaine|ce mois|fino|per|finche|durante|ate|enquanto|до|пока|на|временно|потому что)\b"
    r"|^(?:但|只是|就|暂时|直到)"
)
# Changes, which happen on a day and last.
CHANGES = (
    r"\b(?:first (?:day|week|shift)|relocat\w+|since|seit|depuis|(?:down|up) to|reached|start(?:ed|ing)?|began|beg[iu]n|join(?:ed|ing)|got (?!off\b|to\b)|moved|quit|left|resigned|married|turned|became|become|bought|sold|switched|changed|signed|hired|promoted|born|adopted|passed|graduated|retired|transferred|upgraded|replaced|traded|swapped|lost|died|gave up|given up|stopped|finally|officially|from (?:today|now|this|next) (?:on)?|as of|permanent\w*|for good|forever|new"
    r"|begonnen|angefangen|fange an|gezogen|umgezogen|gekauft|verkauft|gewechselt|geheiratet|gekundigt|befordert|adoptiert|endlich|ab (?:heute|jetzt|sofort|montag)|von jetzt an|endgultig|fur immer|dauerhaft|neue?[nrms]?"
    r"|empece|empezado|empezamos|mude|mudamos|mudado|compr(?:e|amos|ado)|vend(?:i|imos|ido)|cambi(?:e|amos|ado)|case|casamos|casado|ascendid[oa]|por fin|a partir de|para siempre|definitiv\w*|nuev[oa]s?"
    r"|commence|demenage\w*|emmenage\w*|achete|vendu|change|marie\w*|promue?|enfin|a partir d|des (?:aujourd ?hui|lundi|maintenant)|pour de bon|pour toujours|definitivement|nouve\w+|iniziato|trasferit[oaie]|comprato|venduto|cambiato|sposat[oaie]|promoss[oa]|finalmente|per sempre|da oggi|nuov[oaie]"
    r"|comecei|mudei|mudamos|comprei|vendi|troquei|casei|casamos|promovid[oa]|a partir de|para sempre|nov[oa]s?|начал[аи]?|переехал[аи]?|купил[аи]?|продал[аи]?|сменил[аи]?|женил\w+|вышла замуж|повысили|наконец\w*|навсегда|с сегодняшнего дня|нов\w{2})\b"
    r"|开始|搬|买了|卖了|换|结婚|升|终于|从今|新"
)
# What lasts in so many words.
FOR_GOOD = r"\b(?:for good|permanent\w*|forever|not (?:just|only) for|endgultig|fur immer|dauerhaft|para siempre|pour de bon|pour toujours|per sempre|para sempre|навсегда|насовсем)\b|永久|长期"

# What is added to the old: "also", "a second cat".
_NO_SECOND = r"(?! (?:year|grade|form|semester|term|trimester|time|week|month|day|floor|shift|place|half|marriage|wife|husband|hand|thoughts?|opinion|league|division|night|way|side|one|jahr|semester|klasse|mal|stock|ano|curso|vez|piso|annee|fois|etage|anno|volta|курс\w*|раз|год)\b)"
BESIDE = (
    rf"\b(?:also|as well(?! as\b)|likewise|(?<!me )too(?=$| (?:now|on|in|at|every|since|these|with|for|though)\b)|in addition|additional(?:ly)?|extra|besides|on top of|next to|alongside|apart from|aside from|on the side|side (?:job|gig|hustle|project)|another|both|a few more|one more"
    rf"|(?:second|2nd|third|3rd|fourth|other|spare){_NO_SECOND}"
    rf"|auch|ausserdem|zusatzlich\w*|nebenbei|nebenher|daneben|neben|nebenjob|dazu|noch ein\w*|obendrein|(?:zweit|dritt|weiter|ander)e[nrms]?{_NO_SECOND}"
    rf"|tambien|ademas|aparte de|encima|otr[oa]s?{_NO_SECOND}|(?:segund|tercer)[oa]?{_NO_SECOND}|adicional\w*"
    rf"|aussi|egalement|en plus|outre|a cote|autres?{_NO_SECOND}|(?:deuxieme|troisieme|seconde?){_NO_SECOND}|par ailleurs"
    rf"|anche|inoltre|oltre a\w*|altr[oaie]{_NO_SECOND}|(?:second|terz)[oa]{_NO_SECOND}|tambem|alem d\w+|outr[oa]s?{_NO_SECOND}"
    rf"|тоже|также|еще|кроме|помимо|вдобавок|(?:втор|трет)\w{{2,3}}{_NO_SECOND})\b"
    r"|也|还|另外|此外|第[二三]|又"
)

# A home, a job or studies that the user says to have.
STATED = (
    r"\b(?:liv(?:e|es|ed|ing)|resid\w+|based|reloc\w+|settl\w+|home|(?:my|our|new|own) (?!parents|mums|moms|dads|sisters|brothers|friends|mates|aunts|uncles|in laws)(?:\w+ )?(?:home|house|flat|apartment|place|address|city|town|room|dorm|studio|boat|caravan)|rent(?:ing)?|keys|move[ds]?|moving|work(?:s|ed|ing)?|job|employ\w+|(?:im|i am|were|we are|ive been|i was made|became|become|made me|now) (?:an?|the|head|chief|lead|team|senior|junior|assistant|deputy|vice|\w+(?:er|or|ist|ian|ant|ent|man|woman|lead|head)\b)"
    r"|first (?:day|week|month|shift)|start(?:ed|ing)?|join(?:ed|ing)|promot\w+|hired|transferred|switched|assigned|changed|retrained|teach\w*|taught|run(?:ning)?|boss|colleagues?|salary|shifts?|contract|signed|office|team|study(?:ing)?|studies|enrol\w*|student|uni|college|major\w*|freshman|phd|now|since|new|no longer|instead"
    r"|wohn\w*|leb(?:e|en)|zieh\w*|gezogen|\w*zogen|arbeit\w*|job|stelle|bin(?! (?:\w+ ){0,3}in\b)|angefangen|begonnen|fang\w*|angestellt|befordert|unterricht\w*|studier\w*|student\w*|uni|jetzt|nun|seit|neue?[nrms]?|statt\w*"
    r"|viv\w+|resid\w+|mud\w+|casa|piso|trabaj\w+|curr(?:o|amos|ando)|empleo|soy|empe[zc]\w+|ascend\w+|ensen\w+|doy clase\w*|estudi\w+|ahora|ya|desde|nuev[oa]s?"
    r"|habit\w+|vis|vivons|demenag\w+|emmenag\w+|install\w+|travaill\w+|boss\w+|boulot|taf|poste|suis|commenc\w+|embauch\w+|promue?|enseign\w+|etudi\w+|etudes|maintenant|desormais|depuis|nouve\w+"
    r"|abit\w+|viv\w+|trasferit\w+|lavor\w+|sono|iniziat\w+|assunt[oa]|promoss[oa]|insegn\w+|studi\w+|adesso|ora|da|nuov[oaie]|mor(?:o|amos|ando)|mud\w+|trabalh\w+|sou|comec\w+|contratad[oa]|promovid[oa]|ensin\w+|dou aulas?|estud\w+|agora|desde|nov[oa]s?"
    r"|жив\w+|переехал\w*|переезд\w*|работ\w+|устроил\w+|стал[аи]?|начал[аи]?|преподаю|учусь|учимся|поступил\w*|теперь|сеичас|уже|с \w+|нов\w{2,3})\b"
    r"|住|搬|在.{1,14}(?:工作|上班|任职|当)|我是|当了?|入职|跳槽|教|读|学|现在|已经|新"
)
