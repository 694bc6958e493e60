"""Named days, seasons, parts of a year, days in words: is a date in a fact the user's?

Each row has what was typed on Saturday, May 30, 2026, a fact with a date that it yields, and one
with another date.
"""

from datetime import date

import pytest
from support.rows import for_each

from llm_user_memory.checks import named_times, numerals, said_dates, support

pytestmark = pytest.mark.once

DAY = date(2026, 5, 30)

ROWS = (
    # Day, typed, right fact, wrong fact(s).
    # Holidays.
    (
        "would you go lower for the Dales Divide next easter, its loaded",
        "Plans to ride the Dales Divide at Easter 2027",
        "Rode the Dales Divide at Easter 2025",
    ),
    (
        "gf is vegan since new year",
        "Girlfriend is vegan since January 2026",
        "Girlfriend is vegan since January 2024",
    ),
    ("been sober since new years", "Sober since January 1, 2026", "Sober since January 1, 2023"),
    (
        "we got engaged at christmas",
        "Got engaged at Christmas 2025",
        "Got engaged at Christmas 2022",
    ),
    (
        "hosting thanksgiving for 14",
        "Hosts Thanksgiving in November 2026",
        "Hosts Thanksgiving in November 2028",
    ),
    (
        "hosting thanksgiving for 14 this year",
        "Hosts Thanksgiving 2026 for 14",
        "Hosts Thanksgiving 2029 for 14",
    ),
    (
        "we go to my in-laws on good friday next year",
        "Visits in-laws on Good Friday 2027",
        "Visits in-laws on Good Friday 2029",
    ),
    (
        "wir heiraten an pfingsten nächstes jahr",
        "Heiratet Pfingsten 2027",
        "Heiratet Pfingsten 2029",
    ),
    (
        "seit ostern lauf ich jeden tag",
        "Läuft seit Ostern 2026 täglich",
        "Läuft seit Ostern 2024 täglich",
    ),
    (
        "seit ostern lauf ich jeden tag",
        "Läuft täglich seit April 2026",
        "Läuft täglich seit April 2023",
    ),
    (
        "seit silvester rauch ich nicht mehr",
        "Raucht nicht mehr seit 31. Dezember 2025",
        "Raucht nicht mehr seit 31. Dezember 2022",
    ),
    ("seit neujahr mach ich yoga", "Macht Yoga seit Januar 2026", "Macht Yoga seit Januar 2023"),
    (
        "desde semana santa voy al gimnasio",
        "Va al gimnasio desde Semana Santa de 2026",
        "Va al gimnasio desde Semana Santa de 2023",
    ),
    ("desde navidad no bebo", "No bebe desde Navidad de 2025", "No bebe desde Navidad de 2021"),
    (
        "desde reyes que no como azúcar",
        "No come azúcar desde enero de 2026",
        "No come azúcar desde enero de 2022",
    ),
    (
        "je ne fume plus depuis pâques",
        "Ne fume plus depuis Pâques 2026",
        "Ne fume plus depuis Pâques 2022",
    ),
    ("on part à la toussaint", "Part à la Toussaint 2026", "Part à la Toussaint 2029"),
    (
        "da pasqua non mangio carne",
        "Non mangia carne da Pasqua 2026",
        "Non mangia carne da Pasqua 2022",
    ),
    (
        "a capodanno andiamo a Vienna",
        "Va a Vienna a Capodanno 2027",
        "Va a Vienna a Capodanno 2030",
    ),
    (
        "desde o carnaval estou sem carro",
        "Sem carro desde o Carnaval de 2026",
        "Sem carro desde o Carnaval de 2022",
    ),
    (
        "desde a páscoa moro sozinha",
        "Mora sozinha desde a Páscoa de 2026",
        "Mora sozinha desde a Páscoa de 2021",
    ),
    (
        "с нового года хожу в бассейн",
        "Ходит в бассейн с января 2026",
        "Ходит в бассейн с января 2023",
    ),
    (
        "на пасху едем к бабушке в Тверь в следующем году",
        "Едет к бабушке на Пасху 2027",
        "Едет к бабушке на Пасху 2029",
    ),
    ("我从元旦开始戒烟", "2026年1月开始戒烟", "2023年1月开始戒烟"),
    ("春节后我搬到了成都", "2026年春节后搬到成都", "2023年春节后搬到成都"),
    ("国庆我们去云南", "2026年国庆去云南", "2029年国庆去云南"),
    # Seasons.
    ("i moved here last spring", "Moved here in spring 2026", "Moved here in spring 2023"),
    ("we got the dog last summer", "Got a dog in summer 2025", "Got a dog in summer 2022"),
    (
        "starting my masters this fall",
        "Starts a master's in fall 2026",
        "Starts a master's in fall 2029",
    ),
    (
        "had knee surgery last winter",
        "Had knee surgery in winter 2025",
        "Had knee surgery in winter 2021",
    ),
    (
        "had knee surgery last winter",
        "Had knee surgery in winter 2025/26",
        "Had knee surgery in winter 2020/21",
    ),
    (
        "we are moving to Malta next autumn",
        "Moves to Malta in autumn 2026",
        "Moves to Malta in autumn 2030",
    ),
    (
        "seit letztem herbst hab ich ein e-bike",
        "Hat ein E-Bike seit Herbst 2025",
        "Hat ein E-Bike seit Herbst 2022",
    ),
    (
        "im sommer ziehen wir nach Kiel",
        "Zieht im Sommer 2026 nach Kiel",
        "Zieht im Sommer 2029 nach Kiel",
    ),
    (
        "nächsten winter will ich langlaufen",
        "Will im Winter 2026 langlaufen",
        "Will im Winter 2029 langlaufen",
    ),
    (
        "el verano pasado corrí un maratón",
        "Corrió un maratón en verano de 2025",
        "Corrió un maratón en verano de 2022",
    ),
    (
        "en otoño me voy de erasmus a Gante",
        "Va de Erasmus a Gante en otoño de 2026",
        "Va de Erasmus a Gante en otoño de 2029",
    ),
    (
        "l'été dernier on a acheté un voilier",
        "A acheté un voilier à l'été 2025",
        "A acheté un voilier à l'été 2021",
    ),
    (
        "cet hiver j'ai appris le ski",
        "A appris le ski à l'hiver 2026",
        "A appris le ski à l'hiver 2022",
    ),
    (
        "l'estate scorsa ho preso un cane",
        "Ha preso un cane nell'estate 2025",
        "Ha preso un cane nell'estate 2021",
    ),
    (
        "in autunno comincio il dottorato",
        "Comincia il dottorato nell'autunno 2026",
        "Comincia il dottorato nell'autunno 2029",
    ),
    (
        "no verão passado comprei uma prancha",
        "Comprou uma prancha no verão de 2025",
        "Comprou uma prancha no verão de 2021",
    ),
    ("прошлым летом купил мотоцикл", "Купил мотоцикл летом 2025", "Купил мотоцикл летом 2021"),
    (
        "осенью переезжаю в Казань",
        "Переезжает в Казань осенью 2026",
        "Переезжает в Казань осенью 2029",
    ),
    ("去年夏天我搬到杭州", "2025年夏天搬到杭州", "2021年夏天搬到杭州"),
    ("今年秋天我要读博", "2026年秋天读博", "2029年秋天读博"),
    # Days in words.
    (
        "mi trasferisco a Trieste dal primo luglio",
        "Si trasferisce a Trieste dal 1 luglio 2026",
        "Si trasferisce a Trieste dal 2 luglio 2026",
    ),
    (
        "il due giugno corro a Siena",
        "Corre a Siena il 2 giugno 2026",
        "Corre a Siena il 3 giugno 2026",
    ),
    ("l'otto settembre mi sposo", "Si sposa l'8 settembre 2026", "Si sposa il 9 settembre 2026"),
    ("j'emménage le premier août", "Emménage le 1er août 2026", "Emménage le 3 août 2026"),
    (
        "je passe le permis le deux septembre",
        "Passe le permis le 2 septembre 2026",
        "Passe le permis le 12 septembre 2026",
    ),
    (
        "empiezo el primero de julio",
        "Empieza el 1 de julio de 2026",
        "Empieza el 3 de julio de 2026",
    ),
    (
        "el veintiuno de junio me caso",
        "Se casa el 21 de junio de 2026",
        "Se casa el 22 de junio de 2026",
    ),
    (
        "el dos de agosto me operan",
        "Operación el 2 de agosto de 2026",
        "Operación el 4 de agosto de 2026",
    ),
    (
        "começo no dia primeiro de agosto",
        "Começa em 1 de agosto de 2026",
        "Começa em 3 de agosto de 2026",
    ),
    (
        "viajo dia dois de setembro",
        "Viaja em 2 de setembro de 2026",
        "Viaja em 5 de setembro de 2026",
    ),
    (
        "am ersten august fang ich bei Bosch an",
        "Fängt am 1. August 2026 bei Bosch an",
        "Fängt am 3. August 2026 bei Bosch an",
    ),
    (
        "am einundzwanzigsten juni heiraten wir",
        "Heiratet am 21. Juni 2026",
        "Heiratet am 22. Juni 2026",
    ),
    (
        "am dritten september hab ich op",
        "Hat am 3. September 2026 eine OP",
        "Hat am 13. September 2026 eine OP",
    ),
    (
        "первого сентября выхожу на работу",
        "Выходит на работу 1 сентября 2026",
        "Выходит на работу 3 сентября 2026",
    ),
    ("двадцать первого июня у меня свадьба", "Свадьба 21 июня 2026", "Свадьба 22 июня 2026"),
    ("i start on the first of july", "Starts on July 1, 2026", "Starts on July 3, 2026"),
    (
        "wedding is on the twenty-first of june",
        "Wedding on June 21, 2026",
        "Wedding on June 22, 2026",
    ),
    (
        "my trial starts september third",
        "Trial starts on September 3, 2026",
        "Trial starts on September 13, 2026",
    ),
    ("七月一号我入职", "2026年7月1日入职", "2026年7月2日入职"),
    # Until, within facts of the past.
    (
        "i broke my right wrist climbing (cast til sept)",
        "Broke right wrist climbing, in a cast until September 2026",
        "Broke right wrist climbing, in a cast until October 2026",
    ),
    (
        "tore my acl, off work thru august",
        "Tore ACL, off work through August 2026",
        "Tore ACL, off work through September 2026",
    ),
    (
        "bought a boat, cant use it till july",
        "Bought a boat, usable from July 2026",
        "Bought a boat in July 2026",
    ),
    (
        "hab mir das bein gebrochen, gips bis juli",
        "Hat sich das Bein gebrochen, Gips bis Juli 2026",
        "Hat sich das Bein gebrochen, Gips bis August 2026",
    ),
    (
        "me rompí el brazo, escayola hasta julio",
        "Se rompió el brazo, escayola hasta julio de 2026",
        "Se rompió el brazo, escayola hasta agosto de 2026",
    ),
    (
        "je me suis cassé le bras, plâtre jusqu'en juillet",
        "S'est cassé le bras, plâtre jusqu'en juillet 2026",
        "S'est cassé le bras, plâtre jusqu'en août 2026",
    ),
    (
        "mi sono rotto il braccio, gesso fino a luglio",
        "Si è rotto il braccio, gesso fino a luglio 2026",
        "Si è rotto il braccio, gesso fino ad agosto 2026",
    ),
    (
        "сломал руку, гипс до июля",
        "Сломал руку, гипс до июля 2026",
        "Сломал руку, гипс до августа 2026",
    ),
    # Quarters.
    (
        "moving the team to polars by end of Q3",
        "Moves the team to Polars by the end of Q3 2026",
        "Moves the team to Polars by the end of Q4 2026",
    ),
    ("finance froze it til q4", "Budget is frozen until Q4 2026", "Budget is frozen until Q4 2028"),
    ("we ship in Q1", "Ships in Q1 2027", "Ships in Q1 2029"),
    ("we ship in Q1", "Ships in January 2027", "Ships in August 2027"),
    (
        "deadline is end of q3",
        "Deadline at the end of September 2026",
        "Deadline at the end of October 2026",
    ),
    (
        "wir migrieren im ersten quartal",
        "Migriert im 1. Quartal 2027",
        "Migriert im 1. Quartal 2029",
    ),
    (
        "lanzamos en el primer trimestre",
        "Lanza en el primer trimestre de 2027",
        "Lanza en el primer trimestre de 2029",
    ),
    ("on livre au T1", "Livre au T1 2027", "Livre au T1 2029"),
    (
        "partiamo nel primo trimestre",
        "Parte nel primo trimestre 2027",
        "Parte nel primo trimestre 2029",
    ),
    (
        "lançamos no primeiro trimestre",
        "Lança no primeiro trimestre de 2027",
        "Lança no primeiro trimestre de 2029",
    ),
    (
        "запускаемся в первом квартале",
        "Запуск в первом квартале 2027",
        "Запуск в первом квартале 2029",
    ),
    ("我们第一季度上线", "2027年第一季度上线", "2029年第一季度上线"),
    # Distances.
    ("my exam is in two weeks", "Exam on June 13, 2026", "Exam on July 13, 2026"),
    ("wedding is a week from saturday", "Wedding on June 13, 2026", "Wedding on June 29, 2026"),
    ("baby due in a month", "Baby due in June 2026", "Baby due in August 2026"),
    ("we close in half a year", "Closes in November 2026", "Closes in March 2027"),
    ("in zwei wochen hab ich prüfung", "Prüfung am 13. Juni 2026", "Prüfung am 13. Juli 2026"),
    ("in einem monat zieh ich um", "Zieht im Juni 2026 um", "Zieht im August 2026 um"),
    (
        "in einem halben jahr geh ich in rente",
        "Geht im November 2026 in Rente",
        "Geht im März 2027 in Rente",
    ),
    (
        "in vierzehn tagen flieg ich nach Kreta",
        "Fliegt am 13. Juni 2026 nach Kreta",
        "Fliegt am 16. Juni 2026 nach Kreta",
    ),
    ("me caso en dos semanas", "Se casa el 13 de junio de 2026", "Se casa el 13 de julio de 2026"),
    ("dentro de un mes me mudo", "Se muda en junio de 2026", "Se muda en agosto de 2026"),
    ("je pars dans quinze jours", "Part le 14 juin 2026", "Part le 15 juin 2026"),
    ("dans un mois je déménage", "Déménage en juin 2026", "Déménage en août 2026"),
    (
        "tra due settimane ho l'esame",
        "Ha l'esame il 13 giugno 2026",
        "Ha l'esame il 20 giugno 2026",
    ),
    ("fra un mese parto", "Parte a giugno 2026", "Parte ad agosto 2026"),
    (
        "daqui a duas semanas tenho prova",
        "Tem prova em 13 de junho de 2026",
        "Tem prova em 20 de junho de 2026",
    ),
    (
        "em duas semanas eu me caso",
        "Se casa em 13 de junho de 2026",
        "Se casa em 20 de junho de 2026",
    ),
    ("через две недели экзамен", "Экзамен 13 июня 2026", "Экзамен 20 июня 2026"),
    ("через неделю лечу в Баку", "Летит в Баку 6 июня 2026", "Летит в Баку 16 июня 2026"),
    ("через месяц переезжаю", "Переезжает в июне 2026", "Переезжает в августе 2026"),
    ("через полгода рожаю", "Рожает в ноябре 2026", "Рожает в марте 2027"),
    ("两周后我考试", "2026年6月13日考试", "2026年6月20日考试"),
    ("一个月后搬家", "2026年6月搬家", "2026年8月搬家"),
    ("半年后我退休", "2026年11月退休", "2027年3月退休"),
    # Year phrases.
    (
        "im nächsten jahr lauf ich den Hermannslauf",
        "Läuft 2027 den Hermannslauf",
        "Läuft 2029 den Hermannslauf",
    ),
    ("seit letztem jahr bin ich rentner", "Rentner seit 2025", "Rentner seit 2022"),
    ("nächstes frühjahr bauen wir", "Baut im Frühjahr 2027", "Baut im Frühjahr 2030"),
    ("we graduate the year after next", "Graduates in 2028", "Graduates in 2031"),
    ("i had it done in january", "Had it done in January 2026", "Had it done in January 2024"),
    ("el año que viene me jubilo", "Se jubila en 2027", "Se jubila en 2030"),
    ("ano que vem eu me formo", "Se forma em 2027", "Se forma em 2030"),
    (
        "в следующем году заканчиваю универ",
        "Заканчивает университет в 2027",
        "Заканчивает университет в 2030",
    ),
    ("后年毕业", "2028年毕业", "2030年毕业"),
    ("in a cast since last month", "In a cast since April 2026", "In a cast since January 2026"),
    # Last days, ends, months since then, and ranges of weekdays.
    (
        "notice is 8 weeks so last day 11 june",
        "Last day is June 11, 2026",
        "Last day is June 12, 2026",
    ),
    (
        "letzter arbeitstag ist der 30. juni",
        "Letzter Arbeitstag 30. Juni 2026",
        "Letzter Arbeitstag 29. Juni 2026",
    ),
    (
        "18 months sober on the 20th",
        "Sober since December 20, 2024",
        "Sober since October 20, 2024",
    ),
    (
        "long distance til april",
        "Long distance until April 2026",
        "Long distance until January 2026",
    ),
    ("我改签了 6月2号走 不是1号", "2026年6月2日走", "2026年6月3日走"),
    ("a bar job (thu-sun)", "Bar job Thursday to Sunday", "Bar job Thursday to Saturday"),
    ("my ep's out 5 june", "Releases an EP on June 5, 2026", "Releases an EP on June 6, 2026"),
    (
        "来週から在宅に戻る",
        "2026年6月1日の週から在宅勤務に戻る",
        "2029年6月1日の週から在宅勤務に戻る",
    ),
    # Numbers that are not exact.
    ("i've had it for like 3 weeks", "Has had it since May 2026", "Has had it since February 2026"),
    (
        "been here a couple of months",
        "Has lived there since March 2026",
        "Has lived there since January 2026",
    ),
    ("been vegan for about a year now", "Vegan since about May 2025", "Vegan since May 2023"),
    ("two and a half years sober", "Sober since November 2023", "Sober since November 2022"),
    ("half a year in at the bakery", "At a bakery since November 2025", "At a bakery since 2024"),
    ("seit gut drei Monaten in Graz", "Lebt seit Februar 2026 in Graz", "Lebt seit 2024 in Graz"),
    ("ça fait environ 3 mois que je cours", "Court depuis février 2026", "Court depuis mai 2025"),
    ("llevo casi un año en Vigo", "Vive en Vigo desde mayo de 2025", "Vive en Vigo desde 2023"),
    ("broke my wrist the other week", "Broke a wrist in May 2026", "Broke a wrist in March 2026"),
    ("two springs ago i left the navy", "Left the navy in 2024", "Left the navy in 2022"),
    # Distances from another day.
    (
        "my dad died 3 years ago in october",
        "Father died in October 2023",
        "Father died in October 2025",
    ),
    ("surgery a week from tomorrow", "Has surgery on June 7, 2026", "Has surgery on June 8, 2026"),
    (
        "marathon on sunday in two weeks",
        "Runs a marathon on June 14, 2026",
        "Runs a marathon on June 21, 2026",
    ),
    (
        "marathon in two weeks on sunday",
        "Runs a marathon on June 14, 2026",
        "Runs a marathon on June 28, 2026",
    ),
    (
        "started the job last monday",
        "Started the job on May 18, 2026",
        "Started the job on May 11, 2026",
    ),
    ("we close end of next week", "Closes by June 5, 2026", "Closes by June 3, 2026"),
    ("i'm 12 weeks pregnant", "Is due in December 2026", "Is due in October 2026"),
    (
        "bin in der 20. woche schwanger",
        "Das Kind kommt im Oktober 2026",
        "Das Kind kommt im Juli 2026",
    ),
)

# What was typed on Saturday, September 12, 2026.
SEPTEMBER = date(2026, 9, 12)
LATER_ROWS = (
    (
        "back from mat leave after xmas",
        "Returns from maternity leave after Christmas 2026",
        "Returns from maternity leave after Christmas 2028",
    ),
    ("he proposed on valentines", "Proposed on February 14, 2026", "Proposed on February 14, 2024"),
    (
        "we move the week after easter",
        "Moves the week after Easter 2027",
        "Moves the week after Easter 2029",
    ),
    (
        "i've been off sugar since lent, well ash wednesday",
        "Off sugar since February 2026",
        "Off sugar since April 2026",
    ),
    ("my lease is up end of the summer", "Lease ends in summer 2026", "Lease ends in summer 2029"),
    (
        "started couch to 5k in early spring",
        "Started couch to 5k in spring 2026",
        "Started couch to 5k in spring 2023",
    ),
    (
        "taking the bar in feb",
        "Takes the bar exam in February 2027",
        "Takes the bar exam in March 2027",
    ),
    ("in q2 we lost two devs", "Lost two developers in Q2 2026", "Lost two developers in Q2 2023"),
    (
        "the audit is in the second half of next year",
        "Audit in the second half of 2027",
        "Audit in the second half of 2029",
    ),
    (
        "surgery on the twelfth of october",
        "Surgery on October 12, 2026",
        "Surgery on October 2, 2026",
    ),
    (
        "visa runs out in ten days",
        "Visa runs out on September 22, 2026",
        "Visa runs out on September 20, 2026",
    ),
    ("exam friday week", "Exam on September 25, 2026", "Exam on September 30, 2026"),
    ("dentist a week on tuesday", "Dentist on September 22, 2026", "Dentist on September 24, 2026"),
    (
        "wedding is labor day weekend next year",
        "Wedding on Labor Day weekend 2027",
        "Wedding on Labor Day weekend 2029",
    ),
    (
        "i'm in hospital until monday",
        "In hospital until September 14, 2026",
        "In hospital until September 18, 2026",
    ),
    ("baby's due early jan", "Baby due in January 2027", "Baby due in February 2027"),
    ("she left me in the spring of 2024", "Separated in spring 2024", "Separated in spring 2021"),
    (
        "gave up smoking 6 weeks ago today",
        "Quit smoking on August 1, 2026",
        "Quit smoking on July 1, 2026",
    ),
    ("wir ziehen anfang des jahres um", "Zieht im Januar 2027 um", "Zieht im Mai 2027 um"),
    (
        "kind kommt um weihnachten rum",
        "Kind kommt um Weihnachten 2026",
        "Kind kommt um Weihnachten 2029",
    ),
    (
        "über fasching bin ich in köln",
        "Ist im Fasching 2027 in Köln",
        "Ist im Fasching 2030 in Köln",
    ),
    (
        "hab im frühling mit klettern angefangen",
        "Klettert seit Frühling 2026",
        "Klettert seit Frühling 2022",
    ),
    ("op ist am siebzehnten", "OP am 17. September 2026", "OP am 27. September 2026"),
    (
        "heute in zwei wochen ist abgabe",
        "Abgabe am 26. September 2026",
        "Abgabe am 28. September 2026",
    ),
    ("seit anderthalb jahren trocken", "Trocken seit März 2025", "Trocken seit März 2022"),
    (
        "übernächste woche hab ich urlaub",
        "Urlaub in der Woche vom 21. September 2026",
        "Urlaub in der Woche vom 5. Oktober 2026",
    ),
    (
        "la boda es el doce de octubre",
        "Boda el 12 de octubre de 2026",
        "Boda el 2 de octubre de 2026",
    ),
    (
        "en nochevieja viajo a Cuba",
        "Viaja a Cuba el 31 de diciembre de 2026",
        "Viaja a Cuba el 24 de diciembre de 2026",
    ),
    (
        "llevo desde el verano sin fumar",
        "Sin fumar desde el verano de 2026",
        "Sin fumar desde el verano de 2022",
    ),
    (
        "el mes que viene cumplo 40",
        "Cumple 40 en octubre de 2026",
        "Cumple 40 en diciembre de 2026",
    ),
    (
        "pasado mañana me operan",
        "Operación el 14 de septiembre de 2026",
        "Operación el 16 de septiembre de 2026",
    ),
    (
        "en quince días me mudo",
        "Se muda el 27 de septiembre de 2026",
        "Se muda el 15 de octubre de 2026",
    ),
    ("rentrée le premier octobre", "Rentrée le 1er octobre 2026", "Rentrée le 11 octobre 2026"),
    (
        "depuis la rentrée je fais du judo",
        "Fait du judo depuis septembre 2026",
        "Fait du judo depuis janvier 2026",
    ),
    ("à noël on va chez ma sœur", "Va chez sa sœur à Noël 2026", "Va chez sa sœur à Noël 2029"),
    (
        "le quatorze juillet je travaille",
        "Travaille le 14 juillet 2027",
        "Travaille le 15 juillet 2027",
    ),
    (
        "au printemps prochain je lance ma boîte",
        "Lance sa boîte au printemps 2027",
        "Lance sa boîte au printemps 2030",
    ),
    (
        "d'ici trois semaines j'accouche",
        "Accouche le 3 octobre 2026",
        "Accouche le 13 octobre 2026",
    ),
    (
        "a ferragosto eravamo in Puglia",
        "In Puglia a Ferragosto 2026",
        "In Puglia a Ferragosto 2023",
    ),
    (
        "l'undici novembre mi laureo",
        "Si laurea l'11 novembre 2026",
        "Si laurea il 12 novembre 2026",
    ),
    ("a fine mese trasloco", "Trasloca il 30 settembre 2026", "Trasloca il 30 ottobre 2026"),
    (
        "in primavera apriamo il negozio",
        "Apre il negozio nella primavera 2027",
        "Apre il negozio nella primavera 2030",
    ),
    (
        "no natal vou pra Recife",
        "Vai para Recife no Natal de 2026",
        "Vai para Recife no Natal de 2029",
    ),
    (
        "no verão vou morar em Floripa",
        "Vai morar em Floripa no verão de 2027",
        "Vai morar em Floripa no verão de 2031",
    ),
    (
        "dia quinze de novembro é meu casamento",
        "Casamento em 15 de novembro de 2026",
        "Casamento em 5 de novembro de 2026",
    ),
    (
        "mês que vem começo no emprego",
        "Começa no emprego em outubro de 2026",
        "Começa no emprego em dezembro de 2026",
    ),
    (
        "на новый год летим в Сочи",
        "Летит в Сочи на Новый год 2027",
        "Летит в Сочи на Новый год 2030",
    ),
    ("зимой родила сына", "Родила сына зимой 2025/26", "Родила сына зимой 2021/22"),
    ("восьмого октября операция", "Операция 8 октября 2026", "Операция 18 октября 2026"),
    ("весной защищаю диплом", "Защищает диплом весной 2027", "Защищает диплом весной 2030"),
    ("полгода назад бросил курить", "Бросил курить в марте 2026", "Бросил курить в январе 2026"),
    ("в мае переехал в Пермь", "Переехал в Пермь в мае 2026", "Переехал в Пермь в июне 2026"),
    ("свадьбу перенесли на май", "Свадьба в мае 2027", "Свадьба в июне 2027"),
    ("我明年春天结婚", "2027年春天结婚", "2030年春天结婚"),
    ("十月十二号我面试", "2026年10月12日面试", "2026年10月2日面试"),
    ("三个月前我辞职了", "2026年6月辞职", "2026年2月辞职"),
    ("中秋节回老家", "2026年中秋节回老家", "2029年中秋节回老家"),
    ("暑假我去了日本", "2026年暑假去了日本", "2022年暑假去了日本"),
    ("got a switch two for my birthday", "Has a Switch 2", "Has a Switch 3"),
    ("just upgraded to a pixel nine", "Has a Pixel 9", "Has a Pixel 8"),
    ("my ps five died", "Has a PS5", "Has a PS4"),
)

# Words that are also other words, and a fact with a date that they do not yield.
OTHER_WORDS = (
    ("one may ask if it's legal", "Asked on May 1, 2026"),
    ("i write spring boot services", "Uses Spring since 2025"),
    ("j'ai été malade", "Malade à l'été 2025"),
    ("i fall asleep at nine", "Falls asleep since fall 2025"),
    ("leave the tea for a quarter of an hour", "Drinks tea since Q1 2027"),
    ("i have two t4 gpus", "Bought GPUs in Q4 2025"),
    ("мне двадцать лет", "Живёт там с лета 2025"),
    ("vivo vicino a un estate agent", "Vive lì dall'estate 2025"),
    ("wfh since the pandemic", "Works from home since 2020"),
    ("i quit meat after the wedding", "Quit meat in 2024"),
)


def _invented(fact: str, typed: str, day: date = DAY, *, surely: bool = False) -> str:
    return support.invented(fact, typed, [typed], "", day, surely=surely)


ALL = [*((DAY, *row) for row in ROWS), *((SEPTEMBER, *row) for row in LATER_ROWS)]


@for_each(("day", "typed", "fact"), [row[:3] for row in ALL])
def test_a_date_that_the_words_yield_is_the_users(day: date, typed: str, fact: str) -> None:
    assert _invented(fact, typed, day) == ""


@for_each(("day", "typed", "fact"), [(*row[:2], row[3]) for row in ALL])
def test_another_date_is_not(day: date, typed: str, fact: str) -> None:
    assert _invented(fact, typed, day)


@pytest.mark.parametrize(("typed", "fact"), OTHER_WORDS)
def test_a_word_that_means_something_else_is_no_date(typed: str, fact: str) -> None:
    assert _invented(fact, typed)


@pytest.mark.parametrize(
    ("typed", "fact"),
    [
        ("we went to the lake last easter", "Went to the lake at Easter 2025"),
        ("we got a cat in the spring", "Got a cat in spring 2025"),
        ("we ship in q3", "Ships in Q3 2025"),
    ],
)
def test_a_neighbouring_year_waits_for_the_user(typed: str, fact: str) -> None:
    assert _invented(fact, typed, surely=True) == ""


@pytest.mark.parametrize("fact", ["Is due in October", "Bakes once a week", "Went there only once"])
def test_an_english_word_is_no_number_of_another_language(fact: str) -> None:
    assert not [*numerals.numbers(fact)]


def test_easter_has_its_date_in_each_calendar() -> None:
    western = {2008: (3, 23), 2019: (4, 21), 2024: (3, 31), 2027: (3, 28), 2038: (4, 25)}
    eastern = {2008: (4, 27), 2016: (5, 1), 2024: (5, 5), 2026: (4, 12), 2027: (5, 2)}
    assert {year: named_times.easter(year) for year in western} == {
        year: date(year, *day) for year, day in western.items()
    }
    assert {year: named_times.eastern_easter(year) for year in eastern} == {
        year: date(year, *day) for year, day in eastern.items()
    }


@pytest.mark.parametrize("day", [date.min, date(2, 1, 1), date(999, 12, 31), date.max])
def test_at_both_ends_of_the_calendar_only_the_day_itself_is_meant(day: date) -> None:
    typed = "next easter, last winter, by the end of Q3, in two weeks, on friday, in march"
    assert said_dates.spans(typed, day) == (named_times.Span(day, day, "day"),)
    assert said_dates.spans(typed, day, loosely=True) == said_dates.spans(typed, day)


@pytest.mark.parametrize("day", [date(1000, 1, 1), date(9000, 12, 31)])
def test_every_other_day_has_days_around_it(day: date) -> None:
    for words in ("next easter", "last winter", "by the end of Q3", "in two weeks", "on friday"):
        assert len(said_dates.spans(words, day)) > 1, words
