"""The words by which `expiry` reads a fact: English, German, Spanish, French, Italian, Portuguese,
and Russian. Pure.

Each table has the words with one effect on the facts that they are in. A form with two meanings
("leaves", "read") is in the table where a mistake costs less, which is one that keeps the fact.
"""

from ..text.languages import MONTHS as ENGLISH_MONTHS


def _words(*lines: str) -> frozenset[str]:
    return frozenset(" ".join(lines).split())


_MONTHS_OF_OTHER_LANGUAGES = (
    "jan januar jänner enero ene janvier janv gennaio janeiro январь января январе",
    "feb februar febrero febr février févr febbraio fevereiro fev февраль февраля феврале",
    "mar märz mär marzo mars março март марта марте",
    "apr abril abr avril avr aprile апрель апреля апреле",
    "mai mayo maggio maio май мая мае",
    "jun juni junio juin giugno junho июнь июня июне",
    "jul juli julio juillet juil luglio julho июль июля июле",
    "aug agosto août август августа августе",
    "sep sept septiembre setiembre septembre settembre setembro сентябрь сентября сентябре",
    "oct okt oktober octubre octobre ottobre outubro октябрь октября октябре",
    "nov noviembre novembre novembro ноябрь ноября ноябре",
    "dec dez dezember diciembre dic décembre déc dicembre dezembro декабрь декабря декабре",
)
MONTHS: dict[str, int] = {
    name: number
    for number, names in enumerate(_MONTHS_OF_OTHER_LANGUAGES, 1)
    for name in (ENGLISH_MONTHS[number - 1].lower(), *names.split())
}

UNTIL = _words(
    "until till til through thru ends expires expire expiring expiry expiration",
    "bis endet läuft",
    "hasta vence vencen caduca caducan termina terminan acaba acaban",
    "jusqu'au jusqu'à jusqu'en jusqu'aux expire expirent finit",
    "fino scade scadono finisce entro",
    "até expira expiram",
    "до истекает заканчивается кончается",
)
"""Words before a last day. They count even in a habit: "physio every Friday until ..."."""

BEFORE = _words(
    "by before due deadline latest spätestens fällig frist antes avant d'ici prima entro prazo",
    "срок к",
)
"""Words before a day by which something is to be done. What begins then may last."""

DEADLINES = _words("deadline due fällig frist plazo prazo échéance scadenza дедлайн срок")
"""One of these anywhere before the date marks a last day too: "Deadline for the paper: ..."."""
# Words between a word for an end and the date.
FILLERS = _words(
    "the a on in at of is be are for to and early mid late about around end start beginning middle",
    "day month year first second third last week and or",
    "zum zu zur dem den der des am im ende anfang mitte einschließlich ist el la los las al en",
    "finales fines fin principios mediados del es mes año le les à au fin début mi est il lo alla",
    "al allo fine inizio metà in nel o ao em final конца конец начала середины в на во года год г",
    "mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday",
    "montag dienstag mittwoch donnerstag freitag samstag sonntag lunes martes miércoles jueves",
    "viernes sábado domingo lundi mardi mercredi jeudi vendredi samedi dimanche",
    "lunedì martedì mercoledì giovedì venerdì sabato domenica next coming",
)
SPAN_WORDS = _words("to and und al y a au et à e по и")
"""Words between the first and the last day of a span, and words that may open one."""
SPAN_OPENERS = _words("from between vom von zwischen del desde entre du de dal dall da с со")
AMBIGUOUS_SPAN_WORDS = _words("and und y a au e et и")
"""These join two dates to a span only after one of SPAN_OPENERS."""
ARTICLES_OF_DATES = _words("the el la le il lo o dem den zum")
# A date after one of these does not belong to the words before it.
AWAY = _words(
    "from since of after as starting ab seit von vom nach desde de del depuis dès du dal dall da",
    "di do dos das после с со après dopo após depois después версии",
)
AFTER_YEAR = FILLERS | _words("with as bei con com avec chez gültig valid : . -")
"""Words that may follow a year: "until 2028 at ETH". In "by 2050 people" it is a number."""
# Words for the time after an event, which is not the event.
AFTER = _words("after since following seit desde después depuis après dopo após depois после")
AFTERMATH = AFTER | _words("from nach с")
PARTS = _words(
    "end start beginning middle week month day half woche semana semaine settimana finales fines",
    "fin principios mediados final",
    "fine inizio metà début mes",
)

EVENTS = _words(
    "interview interviews exam exams examination midterm midterms finals appointment appointments",
    "flight flights surgery biopsy mri checkup trip trips journey cruise",
    "conference congress summit convention workshop webinar hackathon retreat offsite reunion",
    "concert concerts gig festival recital audition rehearsal premiere gala exhibition",
    "marathon half-marathon triathlon ironman tournament championship championships",
    "competition hike expedition wedding ceremony christening baptism",
    "keynote holiday holidays vacation visit meeting viva presentation",
    "closing launch deadline submission inspection viewing tickets ticket reservation",
    "election honeymoon expo sabbatical",
    "flies travels travelling traveling visits visiting attends attending",
    "presents presenting performs closes launches launching departs departing",
    "speaking competing competes marries marrying house-sitting dog-sitting",
    "prüfung klausur vorstellungsgespräch bewerbungsgespräch termin flug operation reise",
    "urlaub konferenz tagung messe konzert festival rennen marathon turnier hochzeit feier",
    "besuch besprechung abgabe fliegt reist verreist besucht heiratet verteidigung verteidigt",
    "vortrag",
    "umzugstag wanderung kongress",
    "examen exámenes entrevista cita vuelo cirugía operación viaje conferencia congreso concierto",
    "maratón boda fiesta visita vacaciones reunión presentación entrega lanzamiento vuela",
    "viaja defensa torneo",
    "entretien rendez-vous opération chirurgie voyage conférence congrès concert",
    "mariage fête visite vacances congé congés réunion présentation soutenance lancement tournoi",
    "vole",
    "esame esami colloquio appuntamento volo intervento viaggio conferenza congresso concerto gara",
    "maratona matrimonio festa vacanza vacanze ferie riunione presentazione lancio vola viaggia",
    "torneo",
    "exame entrevista consulta voo cirurgia viagem conferência congresso corrida casamento",
    "férias reunião apresentação lançamento voa prova",
)
# These count only with a day or a week, not in "Is building a game (2026-11)".
WEAK_EVENTS = _words(
    "game demo show call match camp tour dinner lunch brunch barbecue bbq fair scan quiz screening",
    "meets party hearing race talk musical defense defence operation procedure opening fly flying",
    "treffen spiel partido partita jogo prova test oral",
)
EVENT_STEMS = (
    *("собеседован", "экзамен", "отпуск", "поездк", "рейс", "перелёт", "операци", "конференц"),
    *("концерт", "марафон", "забег", "свадьб", "вечеринк", "встреч", "защит", "каникул", "турнир"),
    *("приём", "прием", "дедлайн", "летит", "лечу", "едет", "еду", "вылет", "презентаци", "зачёт"),
)
# Endings: German has compounds ("Zahnarzttermin"), medicine many words with one ending.
EVENT_ENDINGS = (
    *("termin", "prüfung", "klausur", "gespräch", "reise", "urlaub", "hochzeit", "konferenz"),
    *("konzert", "marathon", "operation", "abgabe", "turnier", "rennen", "wettkampf", "interview"),
    *("scopy", "ectomy", "plasty"),
)
EVENT_PAIRS = frozenset(
    [
        *(
            ("moving", word)
            for word in ("day", "date", "house", "home", "flat", "apartment", "out")
        ),
        *(
            ("getting", "married"),
            ("gets", "married"),
            ("leaves", "for"),
            ("leaving", "for"),
            ("speaks", "at"),
            ("speaking", "at"),
        ),
        *(("part", word) for word in ("à", "au", "aux", "en", "pour", "chez")),
        *(("vol", word) for word in ("à", "vers", "pour", "pro")),
        *(("parte", word) for word in ("per", "para", "il", "el")),
    ]
)
WEAK_EVENT_PAIRS = frozenset((word, "the") for word in ("takes", "taking", "sits", "sitting"))
WISHES = frozenset(
    (wish, "to") for wish in ("going", "plans", "intends", "hopes", "wants", "needs")
)
# After an event these are somebody's work: "wedding photographer".
WORK = _words(
    "photographer planner planners organizer organiser attendant pilot agent agency guide coach",
    "examiner industry business company host venue hall software app database data dataset",
    "transcript transcripts notes report reports recording recordings photo photos archive",
    "simulator",
    "engineer nurse manager director coordinator lover fan series loss aid aids",
)

AHEAD = _words(
    "will i'll he'll she'll they'll we'll planning intending hoping",
    "must wird plant möchte muss va irá planea piensa quiere debe ira prévoit compte",
    "veut doit andrà vuole deve vai planeja quer будет собирается планирует хочет поедет полетит",
)
# Changes that last from the day on: the fact stays true after it.
STARTS = _words(
    "start starts starting begin begins join joins joining since onwards onward moves",
    "move moving relocate relocates relocating emigrates retire retires retiring graduate",
    "graduates",
    "graduating become becomes becoming switch switches buy buys buying purchase adopt adopts quit",
    "quits resign resigns leave leaves leaving return returns returning hired promoted continues",
    "keeps",
    "ab seit beginnt fängt zieht umziehen umzug tritt kauft wechselt kündigt",
    "desde empieza empezar comienza comenzar muda mudarse compra jubila incorpora entra gradúa",
    "depuis dès commence commencer déménage déménager achète rejoint devient",
    "comincia inizia iniziare trasferisce compra laurea diventa começa começar muda mudar aposenta",
    "начинает начнёт начнет переезжает переедет покупает выходит поступает становится станет",
)
START_AFTER_WILL = _words(
    "live work study teach lead inherit get receive wohnen arbeiten studieren vivir",
    "trabajar estudiar vivre travailler étudier vivere lavorare жить работать учиться",
)
BIRTHS = _words(
    "funeral beerdigung funérailles obsèques похороны",
    "birthday birthdays born birth births baby babies anniversary anniversaries died dies death",
    "deceased turn turns turning pregnant expecting expects",
    "geburtstag geboren geburt gestorben hochzeitstag jahrestag todestag starb baby",
    "cumpleaños nació nacido nacimiento murió falleció aniversario nace bebé cumple",
    "anniversaire né née naissance mort décédé décédée bébé compleanno nato nata nascita morto",
    "morta anniversario aniversário nasceu nascimento morreu faleceu",
    "рождения родился родилась рождение умер умерла годовщина юбилей",
)
HABITS = _words(
    "every each always usually often sometimes regularly never daily weekly biweekly monthly",
    "quarterly yearly annual annually mondays tuesdays wednesdays thursdays fridays saturdays",
    "sundays recurring frequently lot",
    "jede jeden jedes jeder jedem immer täglich wöchentlich monatlich jährlich jährliche montags",
    "dienstags mittwochs donnerstags freitags samstags sonntags",
    "cada todos todas siempre anual anuales semanal mensual diario chaque tous toutes toujours",
    "annuel annuelle hebdomadaire mensuel ogni sempre annuale settimanale toda todo semanal",
    "каждый каждую каждое каждые каждого ежегодно ежегодный ежегодная еженедельно всегда",
)
# Words of facts in which a date is not the event's: about taste, or about an object.
TASTES = _words(
    "like likes love loves enjoy enjoys prefer prefers hate hates dislikes collect collects fan",
    "favorite favourite interested mag liebt bevorzugt sammelt gusta gustan encanta prefiere",
    "colecciona aime préfère adore collectionne piace ama preferisce gosta prefere coleciona",
    "любит предпочитает нравится",
    "except besides unless außer salvo excepto sauf tranne exceto кроме",
)
OBJECTS = _words(
    "reads read watches listens uses owns drives writes data dataset transcript transcripts",
    "edition",
    "version versions model recording recordings recorded archive book blog report",
    "reports order invoice paper article photos",
    "liest nutzt lee conduce lit utilise legge читает",
)
# Signs that a part of the fact, besides the event, holds without end.
DURABLE = _words(
    "live lives work works own owns study studies speaks likes loves prefers enjoys knows",
    "wohnt lebt arbeitet studiert spricht vive trabaja estudia habla habite vit travaille",
    "étudie parle lavora studia abita mora trabalha estuda живёт живет работает учится",
)
# As the first word of a fact, these say what a person is.
TRAITS = _words(
    "diabetic vegan vegetarian nurse doctor teacher engineer developer programmer designer lawyer",
    "student widow widower father mum dad retiree veteran musician writer artist freelancer",
    "arzt ärztin lehrer lehrerin ingenieur student studentin vegetarier vegetarierin veganer",
    "médico profesor ingeniero estudiante médecin professeur ingénieur étudiant врач учитель",
    "инженер студент студентка программист",
)
KIN = _words(
    "sister sisters brother brothers son sons daughter daughters friend friends wife husband child",
    "children kids kid dog dogs cat cats cousin cousins uncle aunt mother father parents partner",
    "girlfriend boyfriend twin twins nephew niece colleague roommate boss house car pet",
)

CHILDREN = _words("child children twin twins son daughter boy girl kid grandchild kind enfant hijo")
"""With one of these, "due" means a birth."""

PAST = _words(
    "wins passes fails finishes completes achieves earns receives loses",
    "was were had went got came took made gave saw met ran won lost flew drove rode wrote",
    "spoke began became broke bought sold built caught taught thought told felt found kept led",
    "sent",
    "spent stood swam threw understood wore fell grew hurt been done gone ago former formerly",
    "previously ex did used agreed survived",
    "war waren hatte wurde wurden ging flog lief kam wohnte lebte arbeitete besuchte studierte",
    "machte kaufte heiratete zog fuhr gewesen ehemals früher zuvor reiste",
    "fue fueron era estuvo estaba tuvo tenía vivía había hizo estudiaba antiguo",
    "était avait été aveva ebbe viveva lavorava stato stata",
    "foi era estava esteve teve tinha fez morava trabalhava",
    "был была было были раньше",
)
# Words that end like past forms, but are not.
NOT_PAST = _words(
    "scheduled planned extended postponed rescheduled delayed invited supposed needed furnished",
    "based unemployed enrolled located hundred sacred kindred naked alfred mohammed ahmed jared",
    "wilfred embed unlimited limited united advanced expected self-employed interested",
    "detailed fixed seed speed need feed breed weed shed red bed wed med ted fred",
    "museu europeu judeu pneu céu seu meu teu liceu ateneu",
    "школа школе школы школу вокзал вокзала вокзале зал зала зале канал канала файл скала стол",
    "футбола футбол журнал материал отдела отдел отделе дела дело число числа тела село села",
)
# After one of these, the new date counts: "Interview moved to ...".
SHIFTED = _words("moved pushed brought shifted verschoben aplazado reportée reportée spostato")

ARTICLES = _words("a an his her their my ein eine einer un una une um uma")
OTHER_LANGUAGES = _words(
    "am vom zum zur bis der dem im nach bei und el los hasta le les il au aux chez jusqu'au fino",
    "alla em até ao della",
)
"""Words that show that 04.12.2026 has its day first, as in all languages but American English."""

CLAUSE_WORDS = _words(
    "and but who whose whom which that because while where und aber y pero et mais qui e",
    "ma mas и а но который которая которого",
)
