"""Names of days, seasons and quarters, in the languages that dates are read in. Pure data.

Regular expressions over text in lower case and without marks (see `checks.mentions.lowered`).
"""

# Days with a name that have the same date each year: month, day, and the words.
FIXED = (
    (1, 1, r"new years?(?:['’]s)?(?: day)?(?! eve|['’]s eve)|neujahr|ano nuevo|nouvel an|capodanno|ano novo|нов\w+ год\w*|元旦"),
    (1, 6, r"epiphany|heilige drei konige|(?:dia de |desde |para |hasta |por )reyes|epiphanie|befana|epifania|dia de reis"),
    (1, 7, r"рождеств\w+"),
    (2, 14, r"valentine['’]?s?(?: day)?|valentinstag|san valentin|saint-valentin|dia de san valentin|情人节"),
    (3, 17, r"st\.? (?:patrick|paddy)['’]?s(?: day)?"),
    (5, 1, r"may day|tag der arbeit|fete du travail|dia del trabajo|festa del lavoro|dia do trabalh\w+|маиск\w+|劳动节|五一"),
    (6, 24, r"midsummer|johanni|(?:noche de )?san juan|sao joao"),
    (8, 15, r"assumption|maria himmelfahrt|assomption|la asuncion|ferragosto"),
    (10, 1, r"国庆|十一(?:长?假|期间)"),
    (10, 31, r"halloween|reformationstag"),
    (11, 1, r"all saints['’]?|allerheiligen|toussaint|ognissanti|todos (?:los|os) santos"),
    (11, 5, r"bonfire night|guy fawkes"),
    (12, 6, r"nikolaus(?:tag)?|st\.? nicholas"),
    (12, 24, r"christmas eve|xmas eve|heilig\s?abend|nochebuena|reveillon de noel|vigilia di natale|vespera de natal"),
    (12, 25, r"christmas(?! eve)|xmas(?! eve)|weihnacht\w*|navidad(?:es)?|noel|natale?\b|圣诞"),
    (12, 26, r"boxing day|stefanstag|stephanitag|santo stefano"),
    (12, 31, r"new years?(?:['’]s)? eve|nye|silvester|nochevieja|reveillon|saint-sylvestre|san silvestro|跨年"),
)  # fmt: skip
# Days by their distance from Easter Sunday, and the words.
AROUND_EASTER = (
    (-48, r"rosenmontag|karneval|fasching|fasnacht|carnival"),
    (-47, r"mardi gras|shrove tuesday|pancake day|carnaval\w*|carnevale|faschingsdienstag"),
    (-46, r"ash wednesday|aschermittwoch|miercoles de ceniza|mercredi des cendres|mercoledi delle ceneri|quarta-feira de cinzas"),
    (-7, r"palm sunday|palmsonntag|domingo de ramos|rameaux|domenica delle palme"),
    (-2, r"good friday|karfreitag|viernes santo|vendredi saint|venerdi santo|sexta-feira santa"),
    (0, r"easter(?! monday)|oster(?:n|sonntag|ferien|urlaub)|pascua\w*|semana santa|paques|pasqua\b|pascoa|复活节"),
    (1, r"easter monday|ostermontag|lunes de pascua|lundi de paques|pasquetta|lunedi dell['’]angelo"),
    (39, r"ascension|christi himmelfahrt|vatertag|ascensione"),
    (49, r"pentecost(?!e)|whitsun\w*|pfingst(?:en|sonntag|ferien)|pentecote\w*|pentecostes?|pentecoste"),
    (50, r"whit monday|pfingstmontag|lundi de pentecote"),
    (56, r"trinity sunday|dreifaltigkeitssonntag|trinitatis"),
    (60, r"corpus christi|fronleichnam|fete-dieu|corpus domini"),
)  # fmt: skip
# The same for the Easter of the eastern churches.
AROUND_EASTERN_EASTER = (
    (-7, r"вербн\w+ воскресень\w+"),
    (0, r"пасх\w+"),
    (39, r"вознесени\w+"),
    (49, r"троиц\w+"),
)
# The n-th of a weekday (0 is Monday) in a month, -1 the last one; days after it; and the words.
NTH_WEEKDAYS = (
    (11, 3, 4, 0, r"thanksgiving"),
    (10, 0, 2, 0, r"thanksgiving"),
    (11, 3, 4, 1, r"black friday"),
    (9, 0, 1, 0, r"labou?r day"),
    (5, 0, -1, 0, r"memorial day"),
    (5, 6, 2, 0, r"mother['’]?s day|mothers['’] day|muttertag|dia de la madre|festa della mamma|dia das maes|母亲节"),
    (6, 6, 3, 0, r"father['’]?s day|fathers['’] day|fete des peres|父亲节"),
)  # fmt: skip
# Days whose date differs from year to year by up to some weeks: the first and last month.
MOVING = (
    (1, 3, r"(?:start|beginning) of (?:the|this|next)(?: new)? year|early (?:this|next) year|anfang des jahres|jahresanfang|(?:principios|comienzos) de ano|debut (?:de l|d)['’]annee|inizio (?:dell['’])?anno|(?:comeco|inicio) do ano|в начале года|年初"),
    (10, 12, r"(?:end of|late) (?:the|this|next) year|ende des jahres|jahresende|(?:fin|finales) de(?:l)? ano|fin (?:de l|d)['’]annee|fine (?:dell['’])?anno|fi(?:m|nal) do ano|(?:в|к) конц[еу] года|年底"),
    (1, 2, r"除夕|春节|过年|大?年(?:初一|三十)|chinese new year|lunar new year|chinesisch\w+ neujahr"),
    (9, 10, r"中秋|mid-autumn festival|rosh hashanah?"),
    (5, 6, r"端午"),
    (10, 11, r"diwali"),
    (11, 12, r"ha?nn?ukk?ah?|advent\b|avent\b"),
)  # fmt: skip
# Seasons: the first month of three, and the words.
SEASONS = (
    (3, r"spring(?! (?:boot|framework|mvc|security|data|cloud|roll|onion))|fruhling\w*|fruhjahr\w*|primaver(?:a|il)|printemps|весн\w+|весенн\w+|春[天季]|春(?=学期|招)"),
    (6, r"summers?|sommer\w*|verano|verao|(?:l['’ ]|d['’]|cet |en |un |chaque |nos |ces )ete|ete (?:dernier|prochain|passe)|(?:l['’]|d['’]|un['’]|quest['’]|[nds]\w{1,2}ll['’]|in |questa |scorsa |prossima )estate|estate (?:scorsa|prossima)|лет(?:ом|о|а|нии|него|нее|нюю|неи)(?!\w)|夏[天季]|暑假"),
    (9, r"autumn|(?:this|last|next|in|the|since|by|until|till|til|every|early|late|coming) fall|fall (?:of|semester|term|quarter|(?:19|20)\d\d)|herbst\w*|otono|automne|autunno|outono|осен\w+|秋[天季]|秋(?=学期|招)"),
    (12, r"winters?(?!\w)|winter(?:ferien|semester|urlaub|s)?|invierno|hiver|inverno|зим(?:а|ои|у|ы|ою|е)(?!\w)|зимн\w+|冬[天季]|寒假"),
)  # fmt: skip
# Quarters and halves of a year: how many months, and the words around their number. In French the
# quarter is T1, in Spanish and Italian it is also "1T".
PARTS_OF_YEAR = (
    (3, r"(?<!\w)q ?([1-4])(?!\w)|(?<!\w)([1-4]) ?q(?!\w)|(?<!\w)t([1-4])(?!\w)|(?<!\w)([1-4])t(?!\w)"
        r"|(?<!\w)(\w{1,20})\.? (?:quarters?(?! of an| hour| mile)|quartals?|trimestre|квартал\w*)(?!\w)|第?([一二三四1-4])季度"),
    (6, r"(?<!\w)h([12])(?= (?:19|20)\d\d|$|[ ,.;!?])|(?<!\w)(\w{1,20}) (?:half of (?:the|this|next) year|half of (?:19|20)\d\d|jahreshalfte|halbjahr\w*|semestre del ano|semestre de l['’]annee|semestre dell['’]anno|semestre do ano|полугоди\w+)|([上下])半年"),
)  # fmt: skip
