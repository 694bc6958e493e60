"""Words for months, weekdays, units of time and numbers, in the languages that dates are read in. Pure data.

Words are plain (see `text.vocabulary.plain`), in lower case and without marks.
"""

# English, German, Spanish, French, Italian, Portuguese, Dutch, Polish, Russian; "*": any ending.
MONTHS = """
january jan januar janner enero ene janvier janv gennaio janeiro januari stycz* январ* янв
february feb februar febrero fevrier fevr fev febbraio fevereiro februari lut* феврал* фев
march mar marz maerz marzo mars marco maart marc* март*
april apr abril avril avr aprile kwie* апрел* апр
may mai mayo maggio maio mei maj* мая мае маи
june jun juni junio juin giugno junho czerw* июн*
july jul juli julio juillet juil luglio julho lip* июл*
august aug agosto ago aout augustus sierp* август* авг
september sep sept septiembre setiembre septembre settembre setembro wrzes* wrzesn* сентябр* сент
october oct oktober okt octubre octobre ottobre outubro pazdz* октябр* окт
november nov noviembre novembre novembro listopad* ноябр* нояб
december dec dezember dez diciembre dic decembre dicembre dezembro grud* grudn* декабр* дек
"""
# Ambiguous: they are a month only beside a number, or after one of the words below.
AMBIGUOUS_MONTHS = frozenset(
    "may mar march april june august jan ago dic mai mars lut jun jul marc ene dez sep set".split()
)
BEFORE_A_MONTH = (
    r"every|each|jeden|cada|chaque|meant|mean|in|since|until|till|til|thru|through|by|of|next|last|this|early|mid|late|end|from|due|im|am|seit|bis|ab"
    r"|anfang|mitte|ende|en|desde|hasta|de|del|fin|depuis|jusqu(?:en|au)?|debut|fin|d|с|в|во|до|к|по"
)
WEEKDAYS = """
monday mon mondays montag* mo lunes lundi* lunedi segunda maandag понедельник* 周一 星期一 礼拜一
tuesday tue tues tuesdays dienstag* martes mardi* martedi terca dinsdag вторник* 周二 星期二 礼拜二
wednesday wed weds wednesdays mittwoch* miercoles mercredi* mercoledi quarta woensdag сред* 周三 星期三 礼拜三
thursday thu thur thurs thursdays donnerstag* jueves jeudi* giovedi quinta donderdag четверг* 周四 星期四 礼拜四
friday fri fridays freitag* viernes vendredi* venerdi sexta vrijdag пятниц* 周五 星期五 礼拜五
saturday sat saturdays samstag* sonnabend* sabado* samedi* sabato zaterdag суббот* 周六 星期六 礼拜六
sunday sun sundays sonntag* domingo* dimanche* domenica zondag воскресень* 周日 周天 星期日 星期天 礼拜天
"""
UNITS = {
    "day": r"days?|tage?n?|dias?|jours?|giorn[oi]|д(?:ень|ня|ней)|天|日",
    "week": r"weeks?|wks?|wochen?|semanas?|semaines?|settiman[ae]|недел\w*|个?星期|周",
    "month": r"months?|mos?|monate?n?|mes(?:es|e|i)?|mois|месяц\w*|个月",
    "year": r"years?|yrs?|jahre?n?|anos?|ans?|annees?|ann[oi]|г(?:од|ода|одах)|лет|年",
}
HALF_YEAR = r"half a year|halben jahr|medio ano|meio ano|mezzo anno|полгода|半年"
AHEAD = r"in|within|d ?['’]? ?ici|en|em|dentro de|dans|tra|fra|daqui a|через"
AGO_BEFORE = r"vor|hace|il y a|y a|ca fait|ha|faz"
AGO_AFTER = r"ago|back|earlier|fa|atras|назад|前|out from|post|after|into|since"
# Durations until now, which give a day of beginning: "sober 40 days", "seit drei Wochen".
LASTING = (
    r"been(?: (?!to\b|in\b|at\b)[\w-]+){0,3}(?: for)?|sober|clean|seit|depuis|desde hace|llev(?:o|amos)"
    r"|da(?: circa)?|уже|(?:have|haven['’]?t|['’]?ve|has|hasn['’]?t)\b(?! to\b)[^.!?\n]{0,60}? for"
    r"|(?:for|over|in|during) the (?:last|past)|(?<![\w,] )for"
)
# The same after the number: "three weeks now".
LASTING_AFTER = r"now|in(?= *(?:$|[,.;:!?)]|(?:and|now|to|at|but|so) ))|so far|in a row|running|schon|già|gia|já|ya|déjà|deja|уже"

# Words before a number that is not exact.
ROUGHLY = (
    r"about|around|approx(?:imately)?|roughly|like|nearly|almost|over|under|just|only|exactly|maybe|some|a good"
    r"|etwa|ungefahr|rund|fast|knapp|gut|uber|genau|circa|ca\.?|unos|unas|casi|como|mas de|cerca de|alrededor de"
    r"|environ|presque|plus de|a peu pres|quasi|oltre|quase|mais de|около|почти|больше|более|примерно|где-то"
)
PREGNANT = r"pregnant|preggo|schwanger|embarazada|enceinte|incinta|gravida|беременн\w*"
# "The other week" is a few weeks ago; "two springs ago", two years, or one in autumn.
THE_OTHER_WEEK = (
    r"\bthe other (?:week|weekend)\b|\bneulich\b|\bl['’ ]autre (?:semaine|jour)\b|\bel otro dia\b"
)
SEASONS_AGO = r"\b(\w{2,6}) (?:springs|summers|autumns|falls|winters|easters|christmases) ago\b"
END_OF_WEEK = r"\bend of (?:the |this |next )?week\b|\bende (?:der|dieser|nachster|kommender) woche\b|\bfin de (?:la )?semaine\b"

# Words for the second half of the day: those after the hour, and those before it.
AFTER_NOON = (
    r"p\.?m\b|in the (?:afternoon|evening)|at night|tonight|abends|nachmittags|nachts|am (?:abend|nachmittag)"
    r"|de la (?:tarde|noche)|du soir|de l['’ ]?apres-?midi|di (?:sera|notte)|del pomeriggio|della sera"
    r"|da (?:tarde|noite)|вечера|дня"
)
BEFORE_NOON = r"下午|晚上|傍晚|夜里|今晚|明晚|afternoon|evening|abends?|nachmittags?|вечером"
# Parts of an hour: half of it, and a quarter; some count from the hour before.
HALF_PAST = r"half past|half(?= \d)|y media|et demie?|e mezz[ao]|e meia|с половиной|点半"
HALF_TO, QUARTER_TO = (
    r"halb",
    r"quarter to|viertel vor|menos cuarto|moins le quart|meno un quarto|quinze para",
)
QUARTER = r"quarter past|viertel nach|y cuarto|et quart|e un quarto|четверть|一刻|三刻"
# Adds a half to the number: 2 and a half.
AND_A_HALF = r"(?:and a|und eine?) hal(?:f|be[nrs]?)|y medi[oa]|et demie?|e mezz[oa]|e mei[oa]|с половиной|个?半"
ONE_AND_A_HALF = r"anderthalb|eineinhalb|(?:a|an|one) \w+ and a half|one and a half|полтора|полторы|一[个年天]?半"
# Multipliers of a number: 15k, 15 mil.
MULTIPLIERS = {
    1_000: r"k|grand|riesen|косар\w*|tsd|тыс\w*|thousand|tausend|mil|mila|mille|тысяч\w*|千",
    1_000_000: r"m|mio|лям\w*|million\w*|millon\w*|milion\w*|milh(?:ao|oes)|mln|млн|миллион\w*|mn",
    10_000: r"[万萬]",
}

# A number, and the words for it.
COUNTS = """
0 zero null cero ноль 零|1 one eins uno une один одна одно 一|
2 two zwei dos deux due dois duas два две двух двое двоих 二 两 兩 اثنان दो|
3 three drei tres trois tre три трех трое троих 三 ثلاثة ثلاث तीन|
4 four vier cuatro quatre quattro quatro четыре четырех четверо 四 أربعة أربع चार|
5 five funf cinco cinq cinque пять пяти 五 خمسة خمس पाँच पांच|
6 six sechs seis sei шесть шести 六 ستة ست छह|
7 seven sieben siete sept sette sete семь семи 七 سبعة سبع सात|
8 eight acht ocho huit otto oito восемь восьми 八 ثمانية ثماني आठ|
9 nine neun nueve neuf nove девять девяти 九 تسعة تسع नौ|
10 ten zehn diez dix dieci dez десять десяти 十 عشرة عشر दस|
11 eleven elf once onze undici одиннадцать|12 twelve zwolf doce douze dodici doze двенадцать|
13 thirteen dreizehn trece treize tredici treze тринадцать|14 fourteen vierzehn catorce quatorze quattordici четырнадцать|
15 fifteen funfzehn quince quinze quindici пятнадцать|16 sixteen sechzehn dieciseis seize sedici dezesseis dezasseis шестнадцать|
17 seventeen siebzehn diecisiete dixsept diciassette dezessete dezassete семнадцать|18 eighteen achtzehn dieciocho dixhuit diciotto dezoito восемнадцать|
19 nineteen neunzehn diecinueve dixneuf diciannove dezenove dezanove девятнадцать|20 twenty zwanzig veinte vingt venti vinte двадцать عشرين عشرون बीस|
21 veintiuno veintiun|22 veintidos|23 veintitres|24 veinticuatro|25 veinticinco|26 veintiseis|
27 veintisiete|28 veintiocho|29 veintinueve|
30 thirty dreissig treinta trente trenta trinta тридцать ثلاثين तीस|
40 forty vierzig cuarenta quarante quaranta quarenta сорок أربعين चालीस|50 fifty funfzig cincuenta cinquante cinquanta cinquenta пятьдесят خمسين पचास|
60 sixty sechzig sesenta soixante sessanta sessenta шестьдесят|70 seventy siebzig setenta settanta семьдесят|
80 eighty achtzig ochenta quatrevingt quatrevingts ottanta oitenta восемьдесят|90 ninety neunzig noventa novanta девяносто|
100 hundred hundert cien ciento cent cento cem сто مئة सौ|1000 thousand tausend mila тысяча тысяч тысячи ألف हज़ार
"""
# Words that can mean a number where the user says them.
NUMBER_MEANINGS = """
1 freshman first erste ersten primer primera premier premiere первый первая первом 首|
2 sophomore second twice both couple pair twins twin double zweite zweiten beide zwilling zwillinge paar segundo segunda
ambos ambas gemelos gemelas deuxieme jumeaux jumelles второй вторая втором двойня двойняшки близнецы дважды mellizos mellizas
وعشرون اثنين اثنتان طفلان طفلين ولدان ولدين بنتان بنتين ابنتان ابنتين 双 両|
3 junior third triplets thrice dritte dritten tercero tercera troisieme третий третья третьем тройня тройняшки drillinge trillizos trillizas triples triplees|
4 fourth quarter vierte cuarto quatrieme четвертый четвертом|5 fifth funfte quinto cinquieme пятый|
6 sixth|7 seventh|8 eighth|9 ninth|10 tenth decade 十|11 elf once|
12 dozen dutzend docena|14 fortnight|20 score|50 half|100 century|1000 mil mille|1000000 million millionen
"""

# A number, and patterns of its ordinals.
ORDINALS = r"""
1 first erste[nrsm]? primer[oa]? premiere? перв\w{2,3} primeir[oa]
2 second zweite[nrsm]? segund[oa] deuxieme втор\w{2,3} second[oa]
3 third dritte[nrsm]? tercer[oa]? troisieme трет(?:ий|ь\w{1,3}) terz[oa] terceir[oa]
4 fourth vierte[nrsm]? cuart[oa] quatrieme четверт(?:ый|ая|ое|ого|ом|ой|ую) quart[oa]
5 fifth funfte[nrsm]? quint[oa] cinquieme пят(?:ый|ая|ое|ого|ом|ой|ую)
6 sixth sechste[nrsm]? sext[oa] sixieme шест(?:ой|ая|ое|ого|ом|ую) sest[oa]
7 seventh siebte[nrsm]? septim[oa] septieme седьм\w{2,3} settim[oa] setim[oa]
8 eighth achte[nrsm]? octav[oa] huitieme восьм(?:ой|ая|ое|ого|ом|ую) ottav[oa] oitav[oa]
9 ninth neunte[nrsm]? noven[oa] neuvieme девят(?:ый|ая|ое|ого|ом|ой|ую) non[oa]
10 tenth zehnte[nrsm]? decim[oa] dixieme десят(?:ый|ая|ое|ого|ом|ой|ую)
11 eleventh elfte[nrsm]? undecim[oa] onzieme одиннадцат\w{2,3}
12 twelfth zwolfte[nrsm]? duodecim[oa] douzieme двенадцат\w{2,3} dodicesim[oa]
"""

# Signs that a clause is about the past, or about the future, in lower case.
PAST = (
    r"\b(?:was|were|did|had|dx|i['’]?d moved|got (?:married|engaged|divorced|hired|promoted|fired|back|home|into)|began|bought|born|left|quit|went|came|became|ago|last(?! (?:day|date|shift|session|lesson|class|exam|call|chance|round|stop|payment))|since|met|won"
    r"|lost|sold|ran|took|gave|built|have been|has been"
    r"|broke|brought|caught|chose|drew|drove|ate|fell|fought|flew|forgot|froze|grew|hung|held|lent|made|paid|rode|sang|sank|sent|shook|shot|shrank|slept|slid|spent|spoke|spun|stole|stood|struck|stuck|swam|swept|swore|taught|threw|tore|underwent|withdrew|woke|wore|wrote|burnt"
    r"|(?:i|we|he|she|they|ive|weve|just) (?:just |recently |finally )?moved"
    r"|(?<!\bam )(?<!\bis )(?<!\bare )(?<!\bbe )(?<!['’]m )(?<!\bim )(?<!['’]re )(?<!\bget )(?<!\bgetting )"
    r"(?!need|speed|feed|indeed|sched|excited|supposed|booked|planned|postponed|called|named|based|moved .{0,40}\bto\b)"
    r"[a-z]{2,}ed"
    r"|war|wurde|hatte|ging|kam|seit|letzte[nrsm]?(?! (?:\w*tag|schicht|stunde|prüfung|termin|rate))|ge[a-z]{2,}t|ge[a-z]{2,}en|\w*gezogen"
    r"|fui|fue|nací|pasad[oa]|passad[oa]|hace|desde|\w{2,}(?:aron|ieron)"
    # Not a noun: "le kiné", "el café".
    r"|(?<!\ble )(?<!\bla )(?<!\bel )(?<!\bun )(?<!\bdu )(?<!\bau )(?<!\bmi )(?<!\bde )\w{3,}[éó]"
    r"|ieri|scors[oai]|fa|dal|nat[oa]|(?:ho|ha|abbiamo|hanno|sono|è|siamo) (?:\w+ )?(?:\w{2,}[aiu]t[oaie]|(?:fa|smes|mes|pre|per|aper|chiu|vin)[ts]?[st]o)"
    r"|ontem|atrás|faz|nasci|nasceu|(?:compr|come[cç]|mud|cas|termin|larg|par|fic|cheg|pass|entr|deix|trabalh|estud|form|ganh|volt|vir|separ|quebr|aposent|oper)u?(?:ei|ou|amos|aram)"
    r"|depuis|derni[eè]re?|(?:ai|a|avons|ont|suis|sommes) \w{2,}(?:é|i|u|is)e?s?|(?:ai|avons|ont) (?:eu|pu|su|vu|lu|bu|dû|mis|pris|fait|été)"
    r"|исполнил\w+|прошл\w+|назад|(?:был|вышел|выш|нача|переех(?:а)?|уеха|съезди|слома|боле|познакоми|купи|роди|закончи|окончи|поступи|жени"
    r"|устрои|уволи|прош|сда|получи|приех(?:а)?|ста)л?(?:а|и)?(?:сь|ся)?)\b|了|过|刚|去年|已经|上个?月|上周"
)
FUTURE = (
    # "Got promoted, lead from december 1": the first day of something may be in the future.
    r"\b(?:(?:from|starting|as of|effective) (?:(?:the )?\d{1,2}(?:st|nd|rd|th)? (?:of )?)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*(?: \d{1,2}(?:st|nd|rd|th)?)?(?! (?:to|until|till|-|–))"
    r"|will|gonna|going to|due|next|upcoming|coming|until|till|til|thru|deadline|scheduled|booked|ahead"
    r"|werde|wird|nächste[nrsm]?|bis|kommende[nrsm]?|voy a|vamos a|próxim[oa]|hasta|vais|allons"
    r"|prochaine?|jusqu|prossim[oa]|fino ad?|entro|domani|andrò|farò|sarò|parto|vou|vamos|até|amanhã|que vem"
    r"|буд\w+|следующ\w+|до (?=янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек))\b|['’]ll\b|将|要|下个?月|下周|明年|预产期|预计|截止"
)

# Forms of either tense: Spanish "abrimos", Italian "da gennaio" (since, or from then on).
BOTH_TENSES = r"\bda (?:gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre)\b|\b(?:i|we) got\b|^ ?got\b|\b(?!vamos\b)\w{3,}(?:amos|imos)\b"
# The beginning of a fact about something that has happened; a fact with "since" is one too.
HAS_HAPPENED = (
    r"^(?:\w+ ){0,2}?(?:opened|started|began|moved|adopted|graduated|joined|left|quit|was born|launched|founded|finished|completed|met|became|got (?:married|divorced|engaged)|retired (?:in|on)|lost|won|broke|gave birth|had (?:surgery|an?)|sold|bought|stopped|switched|been)\b"
    r"|^(?:hat|ist|haben|sind)\b.*\b(?:ge\w{2,}(?:t|en)|\w*(?:eröffnet|begonnen|verlassen|umgezogen|beendet))$|^(?:abrió|empezó|se mudó|nació|adoptó|dejó|terminó|se casó|se graduó|compró|vendió|fundó)\b"
    r"|^(?:a|est|s['’]est) (?:ouvert|commencé|déménagé|emménagé|adopté|née?|quitté|arrêté|fini|terminé|acheté|vendu|mariée?|fondé)\b|^\w*(?:открыл|начал|переехал|родил|закончил|бросил|купил|продал|ушел|ушла|женил|вышла)\w*"
    r"|\b(?:since|seit|desde|depuis|с тех пор)\b"
)

# Ambiguous words for one day, by the number of days ahead.
LOOSE_DAYS = {
    1: r"\b(?:tmrw?|tmw|tomorow|tommorow|tommorrow|2moro|morgen|mañana)\b",
    0: r"\b(?:tonite|2day|2nite)\b",
    -1: r"\b(?:yday|yest|(?:eu|ai|a|est|suis|avons|sommes|on|je|nous) (?:\S+ ){1,4}hier|hier (?:j|on|je|nous))\b",
}
SHORT_WEEKDAYS = (
    r"\b(?=(?:(?:on|this|next|last|by|until|til|coming|is|its|for|every|due|from|or) "
    # "mon, wed and sat": each after another weekday.
    r"|(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)(?: and | & |, ?and | ?[-–] ?| to | till? | thru |[ /+&]|, ?))(sat|sun|wed)\b)"
    r"|\b(sat|sun|wed)(?= (?:at|morning|afternoon|evening|night|noon|\d{1,2} ?(?:am|pm|:\d\d|h\b|uhr)))"
)
AFTER_NEXT = r"\bafter next\b|\bübernächste|\bin two weekends\b|下下|через (?:одни )?выходн"
WEEKEND = r"\b(?:weekend|wochenende|fin de semana|week-end|fine settimana|fi(?:m|nal) de semana|выходны\w+)\b|周末"
# Weekdays that are also ordinals, in the contexts of days; the first is Monday.
PORTUGUESE_ORDINALS = ("segunda", "terça", "quarta", "quinta", "sexta")
PORTUGUESE_WEEKDAYS = (
    r"\b(?:(?:na|nesta|nessa|até|para|pra|próxima|esta|essa|última|toda|de|da) )(segunda|terça|quarta|quinta|sexta)\b(?! (?:vez|série|edição|semana))"
    r"|\b(segunda|terça|quarta|quinta|sexta)[- ]feira"
)

# The last day of this month, and a year and a half.
END_OF_MONTH = (
    r"\b(?:end of (?:the|this) month|ende des monats|monatsende|ende diese[ns] monats|(?:fin|final(?:es)?) de(?:l)? mes|fin (?:du|de ce) mois"
    r"|fine (?:del )?mese|fi(?:m|nal) d[oe]s?t?e? ?mes|(?:в|до|к) конц[еуа] месяца)\b|月底"
)
YEAR_AND_A_HALF = (
    r"\b(?:(?:a|one) year and a half|one and a half years|anderthalb jahren?|eineinhalb jahren?|ano y medio|un an et demi|anno e mezzo"
    r"|ano e meio|полтора года)\b|一年半"
)

# Years by the number of them ahead.
YEARS = {
    2: r"\byear after next|\bubernachste[nsm]? jahr|后年",
    -2: r"\byear before last|\bvorletzte[nsm]? jahr|前年",
    -1: r"\blast year|\bletzte[nsm]? jahr|\bvorige[nsm]? jahr|\bvergangene[nsm]? jahr|\bano pasado|\bl['’ ]an(?:nee)? (?:dernier|passe)"
    r"|\bannee derniere|\banno scorso|\bпрошло(?:го|м) год|\bв прошлом году|去年",
    0: r"\bthis year|\bdiese[nsm]? jahr|\b(?:n?este|n?esse) ano|\bquest['’ ]?anno|\bcette annee|\bэто(?:го|м) год|今年",
    1: r"\bnext year|\bnachste[nsm]? jahr|\bkommende[nsm]? jahr|\bano que (?:viene|vem)|\bproximo ano|\banno prossimo|\bprossimo anno|\bl['’ ]an(?:nee)? prochain"
    r"|\bannee prochaine|\bследующе(?:го|м) год|\bбудуще(?:го|м) год|明年",
}
