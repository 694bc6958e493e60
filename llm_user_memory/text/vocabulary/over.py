"""Words of states and habits that are over. Eight languages. Pure data.

Regular expressions over plain words (see `text.vocabulary.plain`); Chinese without spaces.
"""

# A fact that something was so, or that the user stopped doing it. Events such as "moved to Oslo" or
# "had surgery" are none: nothing that was said as present contradicts them.
FACT_OVER = (
    r"^(?:(?:has|have|recently|already) )*(?:used to|stopped|quit|g[ai]ven? up)\b"
    r"|^(?:(?:once|previously|formerly|also) )*(?:was(?! born)|were|lived|worked|played|owned|kept|smoked|drank|ate|studied|taught|liked|loved|hated|preferred|used|spoke|believed|ran|drove|rode|sang|danced|collected|volunteered)\b"
    r"|\b(?:former|formerly|ex|ehemalig\w*|aufgehort)\b|\bancien(?:ne)? \w|\bбывш\w+"
    r"|^(?:war|wohnte|lebte|arbeitete|spielte|rauchte|studierte|unterrichtete|trank|sammelte|fuhr|sprach)\b"
    r"|^(?:(?:ha |han )?dej(?:o|ado)|solia|era|fue (?!a\b)|vivia|(?:trabaj|toc|jug|fum|estudi|ensen|cant|bail)aba)\b"
    r"|^(?:a (?:arrete|cesse|quitte)|(?:et|habit|viv|travaill|jou|fum|etudi|enseign|chant|dans|buv)ait)\b"
    r"|^(?:ha (?:smesso|lasciato|abbandonato)|viveva|(?:lavor|suon|gioc|fum|abit|studi|insegn|cant|ball)ava)\b"
    r"|^(?:parou|deixou|largou|foi (?!ao?\b|para\b)|(?:mor|trabalh|toc|jog|fum|estud|cant|danc)ava)\b"
    r"|^(?:бросил|перестал|прекратил|раньше|был|жил|работал|курил|играл|учился|любил|преподавал|служил|занимался|писал|водил)(?:а|и|ась|ись)?\b"
    r"|^(?:用户)?(?:以前|曾|过去)|戒"
)

# Signs in the user's words that something is over, or was in the past, by language. A fact of the
# past needs one; that it is the right one, other checks tell.
PAST = {
    "en": (
        r"\b(?:used to|former\w*|ex|exes|previous\w*|once|old|retired|retirement|recovering|sober|ago|last|yesterday|since|until|till|before|back|was|were|wasnt|werent|been|had|hadnt|did|didnt"
        r"|(?!(?:called|named|need|feed|speed|bleed|breed|indeed)\b)\w{2,}ed|quit|quitting|left|stop\w*|g[ai]ven?|gone|lost|sold|over|done|no longer|any ?more|free|cold turkey|off|as an? (?:\w+ )?(?:kid|child|student|teen\w*)|childhood|when i|growing up|grew|(?:19|20)\d\d"
        r"|taught|ran|drove|rode|sang|drank|ate|kept|spoke|went|came|made|wrote|took|got|met|spent|built|won|born|died|dead|late|years?|months?)\b"
    ),
    "de": (
        r"\b(?:war\w{0,3}|hatte\w{0,2}|ge\w{2,}(?:t|en)|(?!(?:heute|bitte|beste|erste|letzte|leute|seite|karte|woche|kette|hutte|mitte|arbeite|mochte)\b)\w{3,}te(?:n|st)?|trank|fuhr|ass|fruher\w*"
        r"|ehemalig\w*|ex|auf(?:gehort|horen|gegeben)|\w{2,}(?:gehort|gegeben|gezogen|worben)|mehr|seit|bis|vor|damals|alte[nrms]?|kindheit|jugend|(?:19|20)\d\d)\b"
    ),
    "es": (
        r"\b(?:eras?|eran|eramos|fu[ei]\w*|(?:ten|hab|sol|viv|hac|sab|quer|com|beb|le|escrib|pod|segu)ia\w*|estuv\w+|tuv[eo]|\w{3,}ab(?:a|as|amos|an)|dej\w+|ya no|antes|hace|desde|ex\w*|antigu\w+"
        r"|\w{3,}(?:ado|ido)s?|\w{3,}(?:e|i)(?= (?:de|en|la|el|por|hasta|mi) )|infancia|(?:19|20)\d\d)\b"
    ),
    "fr": (
        r"\b(?:j?etais|etait|j?avais|avait|j?habitais|vivais|faisais|travaillais|bossais|jouais|fumais|buvais|(?:j?ai|as|avons|suis|sommes) (?:\w+ ){0,2}?\w{2,}(?:[eiut]|is|us)|plus|arret\w*|cess\w+"
        r"|quitt\w*|ancien\w*|ex|avant|depuis|il y a|enfance|(?:19|20)\d\d)\b"
    ),
    "it": (
        r"\b(?:ero|eravamo|avevo|avevamo|\w{3,}[aei]v(?:o|a|amo)|ho (?:\w+ )?\w+[ts]o|sono \w+t[oa]|smess\w|smettere|lasciat\w|piu|prima|ex|fa|da (?:piccol|bambin|ragazz)[oa]|(?:19|20)\d\d)\b"
    ),
    "pt": (
        r"\b(?:era|eramos|fui|tinha\w*|\w{3,}ava(?:mos)?|(?:faz|viv|com|beb|l|escrev|corr|sab)ia|\w{2,}ei|parar|larg\w+|deix\w+|mais|ex|antes|desde|infancia|(?:19|20)\d\d)\b"
    ),
    "ru": r"\b(?:\w{2,}(?:л|ла|ли|лся|лась|лись)|бывш\w*|раньше|прежде|больше|уже|назад|детств\w*|(?:19|20)\d\d)\b",
    "zh": "过|了|以前|之前|从前|曾|前(?=[妻夫男女任])|戒|不|没|已|小时候|年",
}

# The user says that something is otherwise than before, or was said wrongly.
CHANGED = (
    r"\b(?:now(?! on\b)|nowadays|these days|anymore|any more|no longer|instead|rather|actually|correction|i meant?|sorry|switch\w*|chang\w+|mov(?:ed|ing)|migrat\w+|replac\w+|converted|upgraded|traded|swapped|promoted|got (?:engaged|married|divorced)|went from|turned|new|became|since|not"
    r"|jetzt|nun|inzwischen|mittlerweile|statt\w*|doch|eigentlich|gewechselt|umgestiegen|umgezogen|neue?[nrms]?|nicht|kein\w*|seit"
    r"|ahora|ya|en vez|en lugar|mejor dicho|cambi\w+|pas[eo]|mud\w+|nuev[oa]s?|desde|maintenant|desormais|plutot|au lieu|en fait|chang\w+|passee?|nouve\w+|depuis"
    r"|adesso|ora|ormai|invece|anzi|cambiat\w+|passat\w+|nuov[oaie]|agora|em vez|alias|mudei|troquei|passei|nov[oa]s?|теперь|сейчас|уже|вместо|точнее|перешел\w*|перешла|сменил\w*|нов\w{2}|с недавних|не)\b"
    r"|现在|如今|改|换|搬|不再|其实|而是|新"
)

# What ends for this once, or for some time: "done with knitting for tonight".
ONCE = (
    r"\b(?:(?:until|till|til)\b(?! (?:now|recently|lately|last)\b)|for (?:today|tonight|the (?:day|night|evening|afternoon|moment|time being|week|weekend)|now|(?:week|day|chapter|unit|part|lesson|level|round|stage) \d+|(?:a |the |my )?(?:lent|ramadan|advent|dry january|month|summer|winter|holidays|season|exams?|race|bit|while))|of the day|after (?:an?|one|two|three|four|ten|\d+|a few|several|five|half an) (?:\w+ )?(?:minutes?|mins?|hours?|hrs?|tries|attempts|pages|rounds|levels|games|goes)"
    r"|fur (?:heute|jetzt|den moment|diese woche|die (?:fastenzeit|ferien|prufung))|bis (?!auf\b|heute\b|jetzt\b|dahin\b|letzt\w+\b)\w+|nach (?:einer|zwei|drei|\d+) (?:stunden?|minuten)|por (?:hoy|ahora|esta noche)|hasta (?!ahora\b|hoy\b|hace\b)\w+|del dia|(?:despues de|tras) (?:una|dos|\d+) (?:horas?|minutos)"
    r"|pour (?:aujourd ?hui|ce soir|le moment|l ?instant)|aujourdhui|jusqu\w*|du jour|apres (?:une|deux|\d+) (?:heures?|minutes)|per (?:oggi|ora|stasera)|fino a\w*|del giorno|dopo (?:un ?ora|due ore)|por (?:hoje|enquanto)|do dia|depois de (?:uma|duas|\d+) horas?"
    r"|(?:deje|dejamos) (?:el|la|los|las|mis?) \w+ (?:en (?:casa|mi|el (?:coche|tren|bus|bar|trabajo|taller)|la (?:oficina|escuela|clase))|puest[oa])|laisse (?:le|la|mon|ma|mes|l) \w+ (?:a|au|chez|dans|en)"
    r"|на (?:сегодня|сегодняшнии)|до (?:завтра|конца)|через час)\b|今天就|直到|到此为止"
)
# What ends for good, whatever day is named.
FINAL = (
    r"\b(?:for good|forever|laid off|(?:was|were|got|been) (?:fired|sacked|dismissed|let go)|resigned|died|passed away|got divorced|fur immer|endgultig|gestorben|gekundigt|entlassen|geschieden|para siempre|murio|fallecio|despedid[oa]|divorciad[oa]"
    r"|pour de bon|decede\w*|licencie\w*|divorce[es]?|per sempre|mort[oa]|licenziat[oa]|faleceu|morreu|demitid[oa]|навсегда|умер(?:ла|ли)?|уволили|развел\w+)\b|去世|被裁|被开除|离婚"
)
