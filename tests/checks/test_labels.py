"""Labels before a text: "caption for my cat: I hate mondays" does not say it of the user.

Beside what is of another, or of nobody, stand labels of the user's own, whose facts are taken. Each row
is what was typed, the fact, and its quote.
"""

# ruff: noqa: E501 - tables

import pytest
from support import judging

from llm_user_memory.checks.refusals import MAYBE_ANOTHERS

pytestmark = pytest.mark.once

NOT_OF_THE_USER = (
    ("caption for my cat: I hate mondays", "Hates Mondays", "I hate mondays"),
    (
        "instagram caption for my dog: I turned 3 and still can't catch the ball",
        "Turned 3",
        "I turned 3",
    ),
    (
        "patient chart: takes metoprolol 50 mg, allergic to sulfa. any interactions with ibuprofen?",
        "Takes metoprolol 50 mg",
        "takes metoprolol 50 mg",
    ),
    (
        "patient chart: takes metoprolol 50 mg, allergic to sulfa. any interactions with ibuprofen?",
        "Is allergic to sulfa",
        "allergic to sulfa",
    ),
    (
        "write as my grandmother: I was born in 1931 and grew up on a farm in Kansas",
        "Grew up on a farm in Kansas",
        "grew up on a farm in Kansas",
    ),
    (
        "her bio: lives in Leeds, two kids, into bouldering. is that a red flag",
        "Lives in Leeds",
        "lives in Leeds",
    ),
    (
        "her bio: lives in Leeds, two kids, into bouldering. is that a red flag",
        "Has two kids",
        "two kids",
    ),
    (
        "his hinge: I work in finance and love sushi. opener?",
        "Works in finance",
        "I work in finance",
    ),
    (
        "text to my wife: so proud of you, passed the bar first try!! make it sound less cheesy",
        "Passed the bar exam",
        "passed the bar first try",
    ),
    (
        "text to my brother: congrats on moving to Denver, hope the new job at Boeing is great",
        "Works at Boeing",
        "new job at Boeing",
    ),
    (
        "my sister's bio: I teach yoga in Bali. shorten it",
        "Teaches yoga in Bali",
        "I teach yoga in Bali",
    ),
    (
        "linkedin about section for my husband: I run a team of 12 engineers at Bosch",
        "Runs a team of 12 engineers at Bosch",
        "I run a team of 12 engineers at Bosch",
    ),
    (
        "dating profile for my best mate: I'm 6'2 and I own a bakery",
        "Owns a bakery",
        "I own a bakery",
    ),
    (
        "speak as Napoleon: I was born in Corsica. continue",
        "Was born in Corsica",
        "I was born in Corsica",
    ),
    (
        "in the voice of my dog: I love the vacuum cleaner",
        "Loves the vacuum cleaner",
        "I love the vacuum cleaner",
    ),
    (
        "from my cat's perspective: I live in a flat with two idiots",
        "Lives in a flat",
        "I live in a flat",
    ),
    ("if my car could talk: I have 200k miles and I hate winter", "Hates winter", "I hate winter"),
    ("voicemail greeting for grandpa: I'm in the garden or at bingo", "Plays bingo", "at bingo"),
    (
        "song lyrics: I drive a truck and I miss my baby in Tulsa. next verse?",
        "Drives a truck",
        "I drive a truck",
    ),
    ("lyrics: I left my home in Georgia", "Left home in Georgia", "I left my home in Georgia"),
    (
        "example sentence: I have been living in Madrid for six years. is the tense right?",
        "Has been living in Madrid for six years",
        "I have been living in Madrid for six years",
    ),
    ("test sentence: I work as a plumber", "Works as a plumber", "I work as a plumber"),
    ("riddle: I have keys but no locks", "Has keys but no locks", "I have keys but no locks"),
    (
        "word problem: I have 12 chickens and sell 5 at the market in Derby",
        "Has 12 chickens",
        "I have 12 chickens",
    ),
    (
        "two truths and a lie: I lived in Peru, I play the oboe, I have a twin",
        "Plays the oboe",
        "I play the oboe",
    ),
    (
        "excuse for skipping the party: I have a migraine. better ideas?",
        "Has migraines",
        "I have a migraine",
    ),
    (
        "alibi: I was at my dentist in Croydon all evening. does that hold up in the book",
        "Has a dentist in Croydon",
        "my dentist in Croydon",
    ),
    (
        "cover story for my spy: I sell carpets in Ankara",
        "Sells carpets in Ankara",
        "I sell carpets in Ankara",
    ),
    (
        "persona: works night shifts at a bakery, two kids, lives in Hull. write 3 user stories",
        "Works night shifts at a bakery",
        "works night shifts at a bakery",
    ),
    (
        "user persona: lives in Hull, commutes by train, hates apps",
        "Lives in Hull",
        "lives in Hull",
    ),
    (
        "user story: as a commuter I want to buy tickets offline",
        "Wants to buy tickets offline",
        "I want to buy tickets offline",
    ),
    (
        "client intake: allergic to penicillin, lives in Hove, smokes. format as a table",
        "Smokes",
        "smokes",
    ),
    (
        "client notes: divorced, drinks a bottle of wine a night, lives with his mum",
        "Is divorced",
        "divorced",
    ),
    (
        "case study: 45, smokes, works in a quarry in Wales. likely diagnosis?",
        "Works in a quarry in Wales",
        "works in a quarry in Wales",
    ),
    ("customer profile: vegan, shops at Waldrose, lives in Bath", "Lives in Bath", "lives in Bath"),
    (
        "customer review: I bought it for my asthma and it works great. sentiment?",
        "Has asthma",
        "my asthma",
    ),
    (
        "reader question: I am allergic to latex, can I still be a nurse? write a friendly answer",
        "Is allergic to latex",
        "I am allergic to latex",
    ),
    (
        "mock data: lives in Springfield, drives a Honda, earns 54k",
        "Drives a Honda",
        "drives a Honda",
    ),
    (
        "sample answer: I worked for five years at Deloitte. grade it",
        "Worked for five years at Deloitte",
        "I worked for five years at Deloitte",
    ),
    (
        "student essay: I want to become a vet because I grew up with horses. grade 1-6",
        "Grew up with horses",
        "I grew up with horses",
    ),
    ("meme text: I survived on coffee and spite", "Survives on coffee", "I survived on coffee"),
    ("quote: I am become death. who said it", "Is death", "I am become death"),
    (
        "movie line: I live in a van down by the river. which film?",
        "Lives in a van down by the river",
        "I live in a van down by the river",
    ),
    ("alt text: a woman who lives in Tokyo eats ramen", "Lives in Tokyo", "lives in Tokyo"),
    (
        "obituary: loved fishing, lived in Duluth, worked for the railway. make it 100 words",
        "Worked for the railway",
        "worked for the railway",
    ),
    ("wanted ad: plays bass, owns a van, lives near Bristol. tidy up", "Plays bass", "plays bass"),
    (
        "job ad: speaks Dutch, has five years of Kubernetes, lives in the EU. too strict?",
        "Speaks Dutch",
        "speaks Dutch",
    ),
    (
        "ideal flatmate: doesn't smoke, works days, likes cats. write the listing",
        "Works days",
        "works days",
    ),
    (
        "my mother in law's message: I am coming on Friday and I eat no pork",
        "Eats no pork",
        "I eat no pork",
    ),
    (
        "tinder bio of my ex: I climb, I vote green, I bake sourdough",
        "Bakes sourdough",
        "I bake sourdough",
    ),
    ("tattoo idea for my uncle: I ride alone", "Rides alone", "I ride alone"),
    (
        "character sheet: grew up in Bree, allergic to silver, plays the lute",
        "Plays the lute",
        "plays the lute",
    ),
    ("villain monologue: I own this city and I fear nobody", "Owns a city", "I own this city"),
    (
        "devil's advocate: I think cyclists should pay road tax",
        "Thinks cyclists should pay road tax",
        "I think cyclists should pay road tax",
    ),
    (
        "scam mail: I am a prince in Lagos and I have 4 million dollars",
        "Has 4 million dollars",
        "I have 4 million dollars",
    ),
    ("headline: Man who lives in Ohio owns 400 clocks", "Owns 400 clocks", "owns 400 clocks"),
    (
        "dictation for my class: I have a brown horse and live on a hill",
        "Has a brown horse",
        "I have a brown horse",
    ),
    (
        "testimonial from a client: I lost 20 kg with Maria and sleep better",
        "Lost 20 kg",
        "I lost 20 kg",
    ),
    ("witness statement: I was driving my Audi on the A4", "Drives an Audi", "my Audi"),
    ("Bildunterschrift für meinen Kater: Ich hasse Montage", "Hasst Montage", "Ich hasse Montage"),
    (
        "Patientenakte: nimmt Ramipril 5 mg, raucht, lebt allein. Was fehlt?",
        "Nimmt Ramipril 5 mg",
        "nimmt Ramipril 5 mg",
    ),
    (
        "schreib als meine Oma: Ich bin 1931 in Breslau geboren",
        "Ist in Breslau geboren",
        "Ich bin 1931 in Breslau geboren",
    ),
    (
        "ihr Profil: wohnt in Kassel, zwei Kinder, klettert gern. anschreiben?",
        "Wohnt in Kassel",
        "wohnt in Kassel",
    ),
    (
        "Beispielsatz: Ich wohne seit zehn Jahren in Wien. Stimmt der Kasus?",
        "Wohnt seit zehn Jahren in Wien",
        "Ich wohne seit zehn Jahren in Wien",
    ),
    (
        "Bewerbung für meinen Sohn: Ich spiele seit acht Jahren Geige",
        "Spielt seit acht Jahren Geige",
        "Ich spiele seit acht Jahren Geige",
    ),
    (
        "Liedtext: Ich fahr mit dem Moped durch Berlin",
        "Fährt Moped",
        "Ich fahr mit dem Moped durch Berlin",
    ),
    ("Ausrede: Ich habe Migräne. was besseres?", "Hat Migräne", "Ich habe Migräne"),
    ("Textaufgabe: Ich habe 12 Hühner und verkaufe 5", "Hat 12 Hühner", "Ich habe 12 Hühner"),
    (
        "aus Sicht meines Hundes: Ich liebe den Briefträger",
        "Liebt den Briefträger",
        "Ich liebe den Briefträger",
    ),
    (
        "Fallbeispiel: raucht, arbeitet im Steinbruch, 45. Diagnose?",
        "Arbeitet im Steinbruch",
        "arbeitet im Steinbruch",
    ),
    (
        "Kundenbewertung: Ich habe Asthma und der Filter hilft. Antwort?",
        "Hat Asthma",
        "Ich habe Asthma",
    ),
    (
        "SMS an meine Frau: bin so stolz auf dich, Prüfung als Notarin bestanden!",
        "Hat die Prüfung als Notarin bestanden",
        "Prüfung als Notarin bestanden",
    ),
    ("pie de foto para mi gato: odio los lunes", "Odia los lunes", "odio los lunes"),
    (
        "historia clínica: toma enalapril 10 mg, fuma, vive sola. ¿interacciones?",
        "Toma enalapril 10 mg",
        "toma enalapril 10 mg",
    ),
    ("escribe como mi abuela: nací en 1931 en Cádiz", "Nació en Cádiz", "nací en 1931 en Cádiz"),
    (
        "su bio: vive en Murcia, dos hijos, le gusta escalar. ¿qué le digo?",
        "Vive en Murcia",
        "vive en Murcia",
    ),
    (
        "frase de ejemplo: llevo seis años viviendo en Madrid. ¿está bien?",
        "Vive en Madrid",
        "llevo seis años viviendo en Madrid",
    ),
    (
        "perfil de citas para mi amigo: tengo una panadería en Lugo",
        "Tiene una panadería en Lugo",
        "tengo una panadería en Lugo",
    ),
    ("letra: tengo un tractor amarillo", "Tiene un tractor amarillo", "tengo un tractor amarillo"),
    ("excusa: tengo migraña. ¿otra mejor?", "Tiene migraña", "tengo migraña"),
    ("en la voz de mi perro: odio la aspiradora", "Odia la aspiradora", "odio la aspiradora"),
    ("adivinanza: tengo agujas y no sé coser", "Tiene agujas", "tengo agujas"),
    ("reseña de un cliente: soy celíaca y el pan me sentó genial", "Es celíaca", "soy celíaca"),
    (
        "légende pour mon chat : je déteste les lundis",
        "Déteste les lundis",
        "je déteste les lundis",
    ),
    (
        "dossier patient : prend du bisoprolol 5 mg, fume, vit seule",
        "Prend du bisoprolol 5 mg",
        "prend du bisoprolol 5 mg",
    ),
    (
        "écris comme ma grand-mère : je suis née en 1931 à Brest",
        "Est née à Brest",
        "je suis née en 1931 à Brest",
    ),
    (
        "sa bio : habite à Lille, deux enfants, fait de l'escalade",
        "Habite à Lille",
        "habite à Lille",
    ),
    (
        "phrase d'exemple : j'habite à Madrid depuis six ans",
        "Habite à Madrid depuis six ans",
        "j'habite à Madrid depuis six ans",
    ),
    (
        "profil Tinder pour mon frère : je possède une boulangerie",
        "Possède une boulangerie",
        "je possède une boulangerie",
    ),
    (
        "paroles : je conduis un camion rouge",
        "Conduit un camion rouge",
        "je conduis un camion rouge",
    ),
    ("excuse : j'ai la migraine. mieux ?", "A la migraine", "j'ai la migraine"),
    ("du point de vue de mon chien : j'adore le facteur", "Adore le facteur", "j'adore le facteur"),
    ("avis client : je suis coeliaque et le pain est top", "Est cœliaque", "je suis coeliaque"),
    ("didascalia per il mio gatto: odio il lunedì", "Odia il lunedì", "odio il lunedì"),
    (
        "cartella clinica: prende ramipril 5 mg, fuma, vive sola",
        "Prende ramipril 5 mg",
        "prende ramipril 5 mg",
    ),
    (
        "scrivi come mia nonna: sono nata nel 1931 a Bari",
        "È nata a Bari",
        "sono nata nel 1931 a Bari",
    ),
    ("la sua bio: vive a Lecce, due figli, arrampica", "Vive a Lecce", "vive a Lecce"),
    (
        "frase di esempio: vivo a Madrid da sei anni",
        "Vive a Madrid da sei anni",
        "vivo a Madrid da sei anni",
    ),
    (
        "profilo per mio fratello: ho un panificio a Lodi",
        "Ha un panificio a Lodi",
        "ho un panificio a Lodi",
    ),
    ("legenda para o meu gato: odeio segundas", "Odeia segundas", "odeio segundas"),
    (
        "prontuário: toma losartana 50 mg, fuma, mora sozinha",
        "Toma losartana 50 mg",
        "toma losartana 50 mg",
    ),
    (
        "escreve como a minha avó: nasci em 1931 em Évora",
        "Nasceu em Évora",
        "nasci em 1931 em Évora",
    ),
    ("a bio dela: mora em Recife, dois filhos, escala", "Mora em Recife", "mora em Recife"),
    (
        "frase de exemplo: moro em Madrid há seis anos",
        "Mora em Madrid há seis anos",
        "moro em Madrid há seis anos",
    ),
    ("desculpa: estou com enxaqueca. outra melhor?", "Tem enxaqueca", "estou com enxaqueca"),
    (
        "подпись к фото кота: я ненавижу понедельники",
        "Ненавидит понедельники",
        "я ненавижу понедельники",
    ),
    (
        "карта пациента: принимает бисопролол 5 мг, курит, живёт одна",
        "Принимает бисопролол 5 мг",
        "принимает бисопролол 5 мг",
    ),
    (
        "напиши от лица моей бабушки: я родилась в 1931 году в Пскове",
        "Родилась в Пскове",
        "я родилась в 1931 году в Пскове",
    ),
    (
        "её анкета: живёт в Казани, двое детей, любит скалолазание",
        "Живёт в Казани",
        "живёт в Казани",
    ),
    (
        "пример предложения: я живу в Мадриде шесть лет",
        "Живёт в Мадриде шесть лет",
        "я живу в Мадриде шесть лет",
    ),
    ("загадка: у меня есть иголки, но я не шью", "Имеет иголки", "у меня есть иголки"),
    ("отмазка: у меня мигрень. получше есть?", "Страдает мигренью", "у меня мигрень"),
    ("给我家猫的配文：我讨厌星期一", "讨厌星期一", "我讨厌星期一"),
    ("病历：每天吃美托洛尔50毫克，抽烟，独居", "每天吃美托洛尔50毫克", "每天吃美托洛尔50毫克"),
    ("以我奶奶的口吻写：我1931年出生在青岛", "出生在青岛", "我1931年出生在青岛"),
    ("她的简介：住在苏州，两个孩子，喜欢攀岩", "住在苏州", "住在苏州"),
    ("例句：我住在马德里六年了", "住在马德里", "我住在马德里六年了"),
    ("歌词：我开着卡车去西藏", "开卡车", "我开着卡车去西藏"),
    (
        "whatsapp status for my mum: I only answer after 6, I'm in the allotment",
        "Has an allotment",
        "I'm in the allotment",
    ),
    ("greeting card from the baby: I sleep all day and I love milk", "Loves milk", "I love milk"),
    ("my roommate's ad: I cook Thai and never smoke. too stiff?", "Cooks Thai", "I cook Thai"),
    (
        "resident handover: refuses lunch, uses a walker, likes the radio",
        "Uses a walker",
        "uses a walker",
    ),
    ("nursing note: on warfarin, had a fall on Tuesday", "Takes warfarin", "on warfarin"),
    ("Intake form, Mr H.: drinks daily, no family nearby", "Drinks daily", "drinks daily"),
    ("speech bubble: I can't fly but I own three jets", "Owns three jets", "I own three jets"),
    (
        "comic panel 2, the wolf says: I live behind the mill",
        "Lives behind the mill",
        "I live behind the mill",
    ),
    (
        "interviewee 4: I stopped driving after my stroke. code this for themes",
        "Had a stroke",
        "my stroke",
    ),
    (
        "survey response: I take the bus because I lost my licence",
        "Lost their licence",
        "I lost my licence",
    ),
    (
        "prayer for my gran: she lives alone in Fife and is 88",
        "Lives alone in Fife",
        "lives alone in Fife",
    ),
    (
        "airbnb host description: loves jazz, keeps two parrots, speaks Polish. would you book",
        "Keeps two parrots",
        "keeps two parrots",
    ),
    (
        "about the author: lives in Devon with two goats. punctuation?",
        "Lives in Devon with two goats",
        "lives in Devon with two goats",
    ),
    (
        "character: ex-cop, drinks rye, lives above a laundromat",
        "Lives above a laundromat",
        "lives above a laundromat",
    ),
    (
        "npc: owns a tavern in Riverwood, hates elves",
        "Owns a tavern in Riverwood",
        "owns a tavern in Riverwood",
    ),
    ("eulogy for grandpa: he kept bees and built radios", "Keeps bees", "kept bees"),
    (
        "roast line for my brother: still lives with mum, drives a Twingo",
        "Drives a Twingo",
        "drives a Twingo",
    ),
    (
        "exam question: I have 40 g of NaCl in 2 litres of water",
        "Has 40 g of NaCl",
        "I have 40 g of NaCl",
    ),
    ("case: 63yo, diabetic, lives in Glasgow, can't feel feet", "Is diabetic", "diabetic"),
    (
        "secret santa for Priya: likes candles, allergic to wool",
        "Is allergic to wool",
        "allergic to wool",
    ),
    (
        "first line of my novel: I buried my mother in Trieste",
        "Buried their mother in Trieste",
        "I buried my mother in Trieste",
    ),
    ("ad copy: I lost 15 kg in 6 weeks and kept my beer", "Lost 15 kg", "I lost 15 kg"),
    ("reddit title: I quit my job at Amazon to raise alpacas", "Raises alpacas", "raise alpacas"),
    ("pickup line: I own a yacht in Monaco", "Owns a yacht in Monaco", "I own a yacht in Monaco"),
    (
        "Klappentext: lebt mit zwei Ziegen in der Eifel",
        "Lebt mit zwei Ziegen in der Eifel",
        "lebt mit zwei Ziegen in der Eifel",
    ),
    ("Pflegebericht: trinkt zu wenig, nutzt Rollator", "Nutzt einen Rollator", "nutzt Rollator"),
    (
        "Zeugnis für meine Azubine: spricht Polnisch, fährt Stapler",
        "Fährt Stapler",
        "fährt Stapler",
    ),
    (
        "mein Chef per Mail: Ich bin bis 9. auf Kreta",
        "Ist bis zum 9. auf Kreta",
        "Ich bin bis 9. auf Kreta",
    ),
    (
        "Wichteln für Priya: mag Kerzen, verträgt keine Wolle",
        "Verträgt keine Wolle",
        "verträgt keine Wolle",
    ),
    (
        "contraportada: vive en Galicia con dos cabras",
        "Vive en Galicia con dos cabras",
        "vive en Galicia con dos cabras",
    ),
    ("frase para la camiseta de mi padre: nací cansado", "Nació cansado", "nací cansado"),
    (
        "estado de whatsapp para mi madre: estoy en la huerta hasta las seis",
        "Está en la huerta",
        "estoy en la huerta",
    ),
    (
        "quatrième de couverture : vit dans le Jura avec deux chèvres",
        "Vit dans le Jura avec deux chèvres",
        "vit dans le Jura avec deux chèvres",
    ),
    (
        "statut whatsapp pour ma mère : je suis au potager jusqu'à 18h",
        "Est au potager",
        "je suis au potager",
    ),
    ("bulletin d'un élève : joue du violon, habite à Nancy", "Joue du violon", "joue du violon"),
    ("biglietto di auguri dal bebè: dormo sempre e amo il latte", "Ama il latte", "amo il latte"),
    (
        "quarta di copertina: vive in Molise con due capre",
        "Vive in Molise con due capre",
        "vive in Molise con due capre",
    ),
    (
        "contracapa: mora no Minho com duas cabras",
        "Mora no Minho com duas cabras",
        "mora no Minho com duas cabras",
    ),
    (
        "обложка: живёт под Псковом с двумя козами",
        "Живёт под Псковом с двумя козами",
        "живёт под Псковом с двумя козами",
    ),
    ("статус для мамы: я на даче до шести", "На даче до шести", "я на даче до шести"),
    ("作者简介：住在大理，养两只羊", "住在大理", "住在大理"),
    ("护理记录：用助行器，不爱喝水", "用助行器", "用助行器"),
    ("adoption post for the shelter dog: I am 4 and I hate cats", "Hates cats", "I hate cats"),
    ("what my toddler would say: I eat crayons and live in a box", "Eats crayons", "I eat crayons"),
    ("letter to santa from my son: I want a drum kit", "Wants a drum kit", "I want a drum kit"),
    (
        "client brief: runs a nail studio in Bolton, hates pink, has 2k followers",
        "Runs a nail studio in Bolton",
        "runs a nail studio in Bolton",
    ),
    (
        "tenant application: works at Tesco, two dogs, moved from Cork. accept?",
        "Works at Tesco",
        "works at Tesco",
    ),
    (
        "guest list note: Omar, allergic to shellfish, drinks only tea",
        "Is allergic to shellfish",
        "allergic to shellfish",
    ),
    (
        "pupil report: struggles with fractions, loves the trampoline, lives with dad",
        "Loves the trampoline",
        "loves the trampoline",
    ),
    (
        "anonymous confession: I have cheated on my wife in Malaga. is it real?",
        "Has cheated on their wife",
        "I have cheated on my wife in Malaga",
    ),
    (
        "dear abby letter: I am 60 and I live with my mother",
        "Lives with their mother",
        "I live with my mother",
    ),
    ("youtube comment: I fixed my Volvo with this, thanks from Ghana", "Has a Volvo", "my Volvo"),
    ("chorus: I got a farm in Tennessee", "Has a farm in Tennessee", "I got a farm in Tennessee"),
    (
        "phrase of the day: I am allergic to nuts. how do I say it in Thai",
        "Is allergic to nuts",
        "I am allergic to nuts",
    ),
    (
        "sentence 3: I have two brothers and a sister. which tense",
        "Has two brothers and a sister",
        "I have two brothers and a sister",
    ),
    ("insult from the play: I keep pigs cleaner than you", "Keeps pigs", "I keep pigs"),
    (
        "voice memo from dad: I sold the boat in Split",
        "Sold the boat in Split",
        "I sold the boat in Split",
    ),
    (
        "patient says: I take warfarin since 2020",
        "Takes warfarin since 2020",
        "I take warfarin since 2020",
    ),
    ("avatar description: lives on a cloud, eats bugs", "Eats bugs", "eats bugs"),
    (
        "Weihnachtsbrief von der Katze: Ich wohne im Karton",
        "Wohnt im Karton",
        "Ich wohne im Karton",
    ),
    (
        "Mieterbewerbung: arbeitet bei Edeka, zwei Hunde. zusagen?",
        "Arbeitet bei Edeka",
        "arbeitet bei Edeka",
    ),
    ("Satz 3: Ich habe zwei Brüder. Welche Zeitform?", "Hat zwei Brüder", "Ich habe zwei Brüder"),
    ("Elternbrief: Ihr Kind hat Läuse, bitte abholen", "Hat Läuse", "hat Läuse"),
    (
        "Sprachnachricht von Papa: Ich hab das Boot verkauft",
        "Hat das Boot verkauft",
        "Ich hab das Boot verkauft",
    ),
    (
        "carta a los reyes de mi hijo: quiero una batería",
        "Quiere una batería",
        "quiero una batería",
    ),
    (
        "solicitud del inquilino: trabaja en Mercadona, dos perros",
        "Trabaja en Mercadona",
        "trabaja en Mercadona",
    ),
    ("audio de papá: vendí el barco en Vigo", "Vendió el barco en Vigo", "vendí el barco en Vigo"),
    (
        "lettre au père noël de mon fils : je veux une batterie",
        "Veut une batterie",
        "je veux une batterie",
    ),
    (
        "dossier du locataire : travaille chez Lidl, deux chiens",
        "Travaille chez Lidl",
        "travaille chez Lidl",
    ),
    ("domanda dell'inquilino: lavora alla Coop, due cani", "Lavora alla Coop", "lavora alla Coop"),
    ("áudio do pai: vendi o barco em Faro", "Vendeu o barco em Faro", "vendi o barco em Faro"),
    ("письмо деду морозу от сына: я хочу барабаны", "Хочет барабаны", "я хочу барабаны"),
    ("голосовое от папы: я продал лодку", "Продал лодку", "я продал лодку"),
    ("租客资料：在超市上班，养两条狗", "养两条狗", "养两条狗"),
    ("爸爸的语音：我把船卖了", "卖了船", "我把船卖了"),
)
OF_THE_USER = (
    ("about me: I am a nurse", "Is a nurse", "I am a nurse"),
    ("about me: nurse, 34, two kids", "Has two kids", "two kids"),
    ("my setup: arch, i3", "Uses Arch and i3", "my setup: arch, i3"),
    ("setup: arch, i3, takes forever to boot", "Uses Arch and i3", "arch, i3"),
    ("TL;DR: I moved to Oslo", "Moved to Oslo", "I moved to Oslo"),
    (
        "plan a week of dinners.\nallergies: nuts\ndiet: vegetarian\nbudget: 80 a week",
        "Is allergic to nuts",
        "allergies: nuts",
    ),
    (
        "update: i got the job at Siemens, start in May",
        "Got a job at Siemens",
        "i got the job at Siemens",
    ),
    (
        "context: i'm a vet in Hull and we use Excel for everything. better options?",
        "Is a vet in Hull",
        "i'm a vet in Hull",
    ),
    ("quick question: i have two cats, can i keep lilies?", "Has two cats", "i have two cats"),
    (
        "question: I have type 1 diabetes, can I fast?",
        "Has type 1 diabetes",
        "I have type 1 diabetes",
    ),
    ("problem: my Fender amp hums when the fridge runs", "Has a Fender amp", "my Fender amp"),
    ("fun fact: I speak Welsh. do you?", "Speaks Welsh", "I speak Welsh"),
    (
        "for reference: I live at 1300 m, so water boils early",
        "Lives at 1300 m",
        "I live at 1300 m",
    ),
    ("PS: I am vegan", "Is vegan", "I am vegan"),
    (
        "note: I am allergic to penicillin",
        "Is allergic to penicillin",
        "I am allergic to penicillin",
    ),
    (
        "reminder for you: I write British English",
        "Writes British English",
        "I write British English",
    ),
    ("confession: i smoke two packs a day", "Smokes two packs a day", "i smoke two packs a day"),
    (
        "honest answer: i hate running but i swim three times a week",
        "Swims three times a week",
        "i swim three times a week",
    ),
    (
        "my bio: I teach maths in Porto. make it punchier",
        "Teaches maths in Porto",
        "I teach maths in Porto",
    ),
    (
        "writing my hinge bio. facts: i'm a tree surgeon, i have a lurcher named Pip",
        "Has a lurcher named Pip",
        "i have a lurcher named Pip",
    ),
    (
        "email to my landlord: I've lived in flat 3 since 2019 and the boiler is dead again. make it polite",
        "Has lived in flat 3 since 2019",
        "I've lived in flat 3 since 2019",
    ),
    (
        "write to my boss: i'm vegan, so please no steakhouse for the team dinner",
        "Is vegan",
        "i'm vegan",
    ),
    (
        "my stack: postgres, fastapi, svelte. why is the first query slow?",
        "Uses Postgres, FastAPI and Svelte",
        "my stack: postgres, fastapi, svelte",
    ),
    (
        "my meds: metformin 500 twice a day and ramipril. ok with grapefruit?",
        "Takes metformin",
        "my meds: metformin 500 twice a day",
    ),
    (
        "meds: I take metoprolol 50 mg. can i have grapefruit",
        "Takes metoprolol 50 mg",
        "I take metoprolol 50 mg",
    ),
    (
        "my wife: loves orchids, hates roses. what do i buy",
        "Wife loves orchids",
        "my wife: loves orchids",
    ),
    ("my dog: 12, arthritis, hates cold. coat?", "Has a dog", "my dog: 12"),
    ("family: I have three sons", "Has three sons", "I have three sons"),
    (
        "job: I drive a night bus in Leeds",
        "Drives a night bus in Leeds",
        "I drive a night bus in Leeds",
    ),
    ("location: Bergen. what can i plant in march", "Lives in Bergen", "location: Bergen"),
    (
        "goal: I want to run a marathon in October",
        "Wants to run a marathon in October",
        "I want to run a marathon in October",
    ),
    (
        "situation: I'm getting divorced and we own a house together",
        "Is getting divorced",
        "I'm getting divorced",
    ),
    ("correction: I have three kids, not two", "Has three kids", "I have three kids"),
    ("from now on: answer in Dutch", "Wants answers in Dutch", "from now on: answer in Dutch"),
    (
        "rule: never use emojis when you answer me",
        "Wants no emojis in answers",
        "never use emojis when you answer me",
    ),
    ("one thing first: I am deaf, so no phone tips", "Is deaf", "I am deaf"),
    (
        "caption for my cat photo please. she's called Mabel, she's 9, we live in Margate",
        "Lives in Margate",
        "we live in Margate",
    ),
    (
        "here's my caption: finally moved to Lisbon! too boring?",
        "Moved to Lisbon",
        "finally moved to Lisbon",
    ),
    (
        "help with a caption for my dog's account. his name is Otis and he's a whippet",
        "Has a whippet named Otis",
        "his name is Otis and he's a whippet",
    ),
    ("i'm a GP. patient chart: takes metoprolol 50 mg. interactions?", "Is a GP", "i'm a GP"),
    (
        "I teach B1 German. example sentence: I live in Vienna. give me ten more",
        "Teaches B1 German",
        "I teach B1 German",
    ),
    (
        "I write songs on weekends. lyrics: I drive a truck. next line?",
        "Writes songs on weekends",
        "I write songs on weekends",
    ),
    (
        "my sister needs a bio, she teaches yoga. btw i'm moving to Bali too in June",
        "Is moving to Bali in June",
        "i'm moving to Bali too in June",
    ),
    (
        "text to my wife? no. just tell me: i work late on tuesdays, what can she cook fast",
        "Works late on Tuesdays",
        "i work late on tuesdays",
    ),
    (
        "so: i quit Barclays and now i sell cheese in Frome",
        "Sells cheese in Frome",
        "i sell cheese in Frome",
    ),
    (
        "for my cover letter: I worked 8 years at Aldi as a store manager",
        "Worked 8 years at Aldi as a store manager",
        "I worked 8 years at Aldi as a store manager",
    ),
    (
        "my cv: 8 years at Aldi, store manager, forklift licence. what job fits",
        "Has a forklift licence",
        "forklift licence",
    ),
    ("my character flaw: i can't say no", "Cannot say no", "i can't say no"),
    (
        "symptoms: I have had tinnitus since March",
        "Has had tinnitus since March",
        "I have had tinnitus since March",
    ),
    (
        "background: 11 years as a bookbinder in Ghent",
        "Has been a bookbinder in Ghent for 11 years",
        "11 years as a bookbinder in Ghent",
    ),
    ("me: 42, m, desk job, bad knees. plan a workout", "Has bad knees", "bad knees"),
    ("me: I'm coeliac. her: vegan. where do we eat in York?", "Is coeliac", "I'm coeliac"),
    ("hobbies: I keep bees and I repair clocks", "Keeps bees", "I keep bees"),
    (
        "constraint: I only have an induction hob",
        "Has an induction hob",
        "I only have an induction hob",
    ),
    ("reason: I have a pacemaker", "Has a pacemaker", "I have a pacemaker"),
    (
        "instagram: I post pottery as @mudandfire. best hashtags?",
        "Posts pottery on Instagram",
        "I post pottery",
    ),
    ("whatsapp: i use it for work and hate it", "Uses WhatsApp for work", "i use it for work"),
    (
        "my story: I grew up in Gdansk and came to Dublin in 2006",
        "Grew up in Gdansk",
        "I grew up in Gdansk",
    ),
    (
        "my linkedin headline: Data engineer at Ocado. alternatives?",
        "Is a data engineer at Ocado",
        "Data engineer at Ocado",
    ),
    (
        "toast for my brother: I've known him for 30 years, he's a firefighter. keep it short",
        "Has a brother who is a firefighter",
        "he's a firefighter",
    ),
    (
        "birthday card for my aunt: she is 80 and lives in Ulm",
        "Has an aunt who lives in Ulm",
        "she is 80 and lives in Ulm",
    ),
    ("über mich: ich bin Hebamme in Trier", "Ist Hebamme in Trier", "ich bin Hebamme in Trier"),
    ("kurz zu mir: ich bin 52 und fahre Lkw", "Fährt Lkw", "fahre Lkw"),
    ("Update: ich wohne jetzt in Graz", "Wohnt in Graz", "ich wohne jetzt in Graz"),
    ("Frage: ich habe zwei Katzen, darf ich Lilien?", "Hat zwei Katzen", "ich habe zwei Katzen"),
    ("Allergien: ich vertrage keine Nüsse", "Verträgt keine Nüsse", "ich vertrage keine Nüsse"),
    (
        "mein Setup: Debian und Emacs. wie sichere ich?",
        "Verwendet Debian und Emacs",
        "mein Setup: Debian und Emacs",
    ),
    (
        "Mail an den Vermieter: ich wohne seit 2019 hier und habe zwei Kinder. freundlicher bitte",
        "Hat zwei Kinder",
        "habe zwei Kinder",
    ),
    ("Hinweis: ich bin gehörlos", "Ist gehörlos", "ich bin gehörlos"),
    (
        "Ich bin Hausarzt. Patientenakte: nimmt Ramipril. was fehlt?",
        "Ist Hausarzt",
        "Ich bin Hausarzt",
    ),
    ("mein Profil: ich klettere und wohne in Jena. lockerer?", "Wohnt in Jena", "wohne in Jena"),
    ("sobre mí: soy enfermera en Vigo", "Es enfermera en Vigo", "soy enfermera en Vigo"),
    (
        "contexto: tengo una panadería en Lugo y uso Holded",
        "Tiene una panadería en Lugo",
        "tengo una panadería en Lugo",
    ),
    ("duda: tengo dos gatos, ¿puedo tener lirios?", "Tiene dos gatos", "tengo dos gatos"),
    (
        "alergias: soy alérgico a los frutos secos",
        "Es alérgico a los frutos secos",
        "soy alérgico a los frutos secos",
    ),
    (
        "correo al casero: vivo aquí desde 2019 y tengo dos niños. más educado",
        "Tiene dos niños",
        "tengo dos niños",
    ),
    ("resumen: me mudé a Oslo", "Se mudó a Oslo", "me mudé a Oslo"),
    (
        "mi bio: doy clases de mates en Gijón. más corta",
        "Da clases de mates en Gijón",
        "doy clases de mates en Gijón",
    ),
    (
        "à propos de moi : je suis infirmière à Brest",
        "Est infirmière à Brest",
        "je suis infirmière à Brest",
    ),
    (
        "contexte : j'ai une boulangerie à Lens",
        "A une boulangerie à Lens",
        "j'ai une boulangerie à Lens",
    ),
    ("question : j'ai deux chats, je peux avoir des lys ?", "A deux chats", "j'ai deux chats"),
    (
        "allergies : je suis allergique aux noix",
        "Est allergique aux noix",
        "je suis allergique aux noix",
    ),
    (
        "ma bio : j'enseigne les maths à Metz. plus court",
        "Enseigne les maths à Metz",
        "j'enseigne les maths à Metz",
    ),
    ("su di me: sono infermiera a Bari", "È infermiera a Bari", "sono infermiera a Bari"),
    ("domanda: ho due gatti, posso tenere i gigli?", "Ha due gatti", "ho due gatti"),
    ("contesto: ho un panificio a Lodi", "Ha un panificio a Lodi", "ho un panificio a Lodi"),
    (
        "la mia bio: insegno matematica a Pisa. più corta",
        "Insegna matematica a Pisa",
        "insegno matematica a Pisa",
    ),
    ("sobre mim: sou enfermeira em Braga", "É enfermeira em Braga", "sou enfermeira em Braga"),
    ("dúvida: tenho dois gatos, posso ter lírios?", "Tem dois gatos", "tenho dois gatos"),
    (
        "contexto: tenho uma padaria em Recife",
        "Tem uma padaria em Recife",
        "tenho uma padaria em Recife",
    ),
    (
        "minha bio: dou aula de matemática em Natal. mais curta",
        "Dá aula de matemática em Natal",
        "dou aula de matemática em Natal",
    ),
    ("обо мне: я медсестра в Твери", "Медсестра в Твери", "я медсестра в Твери"),
    ("вопрос: у меня две кошки, можно лилии?", "Имеет двух кошек", "у меня две кошки"),
    ("контекст: у меня пекарня в Туле", "Имеет пекарню в Туле", "у меня пекарня в Туле"),
    ("моя анкета: я живу в Казани и бегаю марафоны", "Живёт в Казани", "я живу в Казани"),
    ("коротко: я переехал в Осло", "Переехал в Осло", "я переехал в Осло"),
    ("关于我：我是护士", "是护士", "我是护士"),
    ("问题：我有两只猫，能养百合吗？", "有两只猫", "我有两只猫"),
    ("背景：我在成都开面包店", "在成都开面包店", "我在成都开面包店"),
    ("我的简介：我在南京教数学。短一点", "在南京教数学", "我在南京教数学"),
    ("更新：我搬到奥斯陆了", "搬到奥斯陆", "我搬到奥斯陆了"),
    (
        "status: moved to Oslo last week, still no furniture. what do i buy first",
        "Moved to Oslo",
        "moved to Oslo last week",
    ),
    (
        "health stuff: i'm on warfarin and had a fall on tuesday. worry?",
        "Takes warfarin",
        "i'm on warfarin",
    ),
    (
        "my gran: lives alone in Fife, 88. which alarm?",
        "Gran lives alone in Fife",
        "lives alone in Fife",
    ),
    (
        "gift ideas for Priya. me: I'm allergic to wool so no yarn shop",
        "Is allergic to wool",
        "I'm allergic to wool",
    ),
    (
        "ok story time: I quit Amazon to raise alpacas in Powys",
        "Raises alpacas in Powys",
        "raise alpacas in Powys",
    ),
    ("truth: I can't drive since my stroke", "Had a stroke", "my stroke"),
    (
        "work: nurse, nights, A&E in Derby",
        "Works nights in A&E in Derby",
        "nurse, nights, A&E in Derby",
    ),
    (
        "pets - two goats and a deaf cat. can they share a barn",
        "Has two goats and a deaf cat",
        "two goats and a deaf cat",
    ),
    (
        "song question: I play the oboe, what modern pieces are there?",
        "Plays the oboe",
        "I play the oboe",
    ),
    (
        "lyrics help: I write in Welsh, what rhymes with cariad",
        "Writes in Welsh",
        "I write in Welsh",
    ),
    ("character limit: I post on Mastodon, is it 500?", "Posts on Mastodon", "I post on Mastodon"),
    (
        "insurance quote: I drive a 2012 Fabia, third party only. fair at 600?",
        "Drives a 2012 Fabia",
        "I drive a 2012 Fabia",
    ),
    (
        "test results: I have high cholesterol, 7.1",
        "Has high cholesterol",
        "I have high cholesterol",
    ),
    ("excuse my english: I am from Bergamo and I make cheese", "Makes cheese", "I make cheese"),
    ("joke aside: I do keep bees. where do i put the hive", "Keeps bees", "I do keep bees"),
    (
        "application status: I applied to Leeds and got in for nursing",
        "Got into Leeds for nursing",
        "I applied to Leeds and got in for nursing",
    ),
    (
        "script error: my laptop runs Fedora 41",
        "Runs Fedora 41 on their laptop",
        "my laptop runs Fedora 41",
    ),
    (
        "poem class: I teach it on Fridays in Cork. warm-ups?",
        "Teaches a poem class on Fridays in Cork",
        "I teach it on Fridays in Cork",
    ),
    (
        "dog owner here: mine is a 12 year old whippet",
        "Has a 12 year old whippet",
        "mine is a 12 year old whippet",
    ),
    ("message for you: I hate long answers", "Hates long answers", "I hate long answers"),
    ("writing as a hobby: I do flash fiction", "Does flash fiction", "I do flash fiction"),
    ("talking as a dad: I have four kids and no time", "Has four kids", "I have four kids"),
    ("act as my dietician: I'm coeliac and hate fish", "Is coeliac", "I'm coeliac"),
    (
        "answer like a pirate: I have two budgies, what do they eat",
        "Has two budgies",
        "I have two budgies",
    ),
    (
        "caption needed for my shop: I sell soap in Whitby",
        "Sells soap in Whitby",
        "I sell soap in Whitby",
    ),
    (
        "my artist statement: I paint tides in Cornwall. tighter",
        "Paints tides in Cornwall",
        "I paint tides in Cornwall",
    ),
    ("my tinder profile: I bake rye and row on the Tyne. better?", "Bakes rye", "I bake rye"),
    (
        "my cover letter: I ran the night desk at the Herald for 6 years",
        "Ran the night desk at the Herald for 6 years",
        "I ran the night desk at the Herald for 6 years",
    ),
    ("Krankheiten: ich habe Morbus Crohn", "Hat Morbus Crohn", "ich habe Morbus Crohn"),
    (
        "als Vater gefragt: ich habe vier Kinder, welches Auto?",
        "Hat vier Kinder",
        "ich habe vier Kinder",
    ),
    ("Lied gesucht: ich spiele Oboe, was Modernes?", "Spielt Oboe", "ich spiele Oboe"),
    (
        "meine Bewerbung: ich leite seit 2018 den Nachtdienst. kürzer",
        "Leitet seit 2018 den Nachtdienst",
        "ich leite seit 2018 den Nachtdienst",
    ),
    ("mi perfil: horneo pan y remo en Bilbao. ¿mejor?", "Rema en Bilbao", "remo en Bilbao"),
    ("como padre: tengo cuatro hijos, ¿qué coche?", "Tiene cuatro hijos", "tengo cuatro hijos"),
    ("mon profil : je fais du pain et de l'aviron à Nantes", "Fait du pain", "je fais du pain"),
    ("santé : j'ai la maladie de Crohn", "A la maladie de Crohn", "j'ai la maladie de Crohn"),
    ("meu perfil: faço pão e remo no Douro", "Faz pão", "faço pão"),
    ("о здоровье: у меня болезнь Крона", "Болеет болезнью Крона", "у меня болезнь Крона"),
    ("我的情况：我有克罗恩病", "有克罗恩病", "我有克罗恩病"),
    (
        "linkedin recommendation for Jo: I worked under her at Shell for 3 years",
        "Worked at Shell for 3 years under her",
        "I worked under her at Shell",
    ),
    (
        "letter from the tax office says i owe 900. me: I freelance as a translator since 2021",
        "Freelances as a translator since 2021",
        "I freelance as a translator since 2021",
    ),
    (
        "instagram strategy: I run a nail studio in Bolton with 2k followers",
        "Runs a nail studio in Bolton",
        "I run a nail studio in Bolton",
    ),
    (
        "pupil of mine struggles. details: I teach year 5 in Hull",
        "Teaches year 5 in Hull",
        "I teach year 5 in Hull",
    ),
    (
        "recommendation needed: I like slow jazz and hate vocals",
        "Hates vocals in jazz",
        "hate vocals",
    ),
    (
        "comment on my plan: I run 3x a week and lift on sundays",
        "Runs 3x a week",
        "I run 3x a week",
    ),
    (
        "thai phrase please: I am actually allergic to nuts so it must be right",
        "Is allergic to nuts",
        "I am actually allergic to nuts",
    ),
    (
        "voice tip: I sing alto in a choir in Gent",
        "Sings alto in a choir in Gent",
        "I sing alto in a choir in Gent",
    ),
    (
        "role at work: I approve invoices for 40 sites",
        "Approves invoices for 40 sites",
        "I approve invoices for 40 sites",
    ),
    (
        "description of the problem: I get migraines after red wine",
        "Gets migraines after red wine",
        "I get migraines after red wine",
    ),
    ("for the form: I was born in Tartu", "Was born in Tartu", "I was born in Tartu"),
    ("details: I'm 61, retired, living in Sligo", "Lives in Sligo", "living in Sligo"),
    ("kids: I have three, all under 6", "Has three kids under 6", "I have three, all under 6"),
    ("my son's question: why is the sky blue? he's 6", "Has a 6-year-old son", "he's 6"),
    (
        "from experience: I ran a bar for ten years",
        "Ran a bar for ten years",
        "I ran a bar for ten years",
    ),
    ("thing is: I work from a boat", "Works from a boat", "I work from a boat"),
    ("hard rule: I don't eat pork", "Does not eat pork", "I don't eat pork"),
    (
        "btw: I got the ADHD diagnosis in May",
        "Got the ADHD diagnosis in May",
        "I got the ADHD diagnosis in May",
    ),
    ("Eckdaten: ich bin 61, Rentner, wohne in Jever", "Wohnt in Jever", "wohne in Jever"),
    ("wichtig: ich esse kein Schwein", "Isst kein Schwein", "ich esse kein Schwein"),
    (
        "zur Info: ich arbeite auf einem Boot",
        "Arbeitet auf einem Boot",
        "ich arbeite auf einem Boot",
    ),
    ("datos: tengo 61 años y vivo en Soria", "Vive en Soria", "vivo en Soria"),
    ("importante: no como cerdo", "No come cerdo", "no como cerdo"),
    ("infos : j'ai 61 ans et j'habite à Dax", "Habite à Dax", "j'habite à Dax"),
    ("important : je ne mange pas de porc", "Ne mange pas de porc", "je ne mange pas de porc"),
    ("dati: ho 61 anni e vivo a Asti", "Vive a Asti", "vivo a Asti"),
    ("dados: tenho 61 anos e moro em Viseu", "Mora em Viseu", "moro em Viseu"),
    ("важно: я не ем свинину", "Не ест свинину", "я не ем свинину"),
    ("重要：我不吃猪肉", "不吃猪肉", "我不吃猪肉"),
)


@pytest.mark.slow
@pytest.mark.parametrize(("typed", "fact", "quote"), NOT_OF_THE_USER)
def test_what_a_label_says_of_another_is_not_taken(typed: str, fact: str, quote: str) -> None:
    assert judging.refusal(fact, typed, quote)


@pytest.mark.slow
@pytest.mark.parametrize(("typed", "fact", "quote"), OF_THE_USER)
def test_what_the_user_labels_as_their_own_is_taken(typed: str, fact: str, quote: str) -> None:
    assert not judging.refusal(fact, typed, quote)


def test_a_fact_about_whom_the_label_names_is_taken() -> None:
    typed = "caption for my cat: I hate mondays"
    assert judging.refusal("Hates Mondays", typed, "I hate mondays") == MAYBE_ANOTHERS
    assert not judging.refusal("Has a cat", typed, "caption for my cat")


def test_what_the_user_says_behind_a_labelled_text_is_taken() -> None:
    typed = "caption for my cat: I live in a box. too long? I live in Hull"
    assert judging.refusal("Lives in a box", typed, "I live in a box")
    assert not judging.refusal("Lives in Hull", typed, "I live in Hull")


def test_a_message_to_somebody_may_say_something_of_the_user() -> None:
    typed = "text to my wife: passed the bar, wow. I'm still a nurse"
    assert judging.refusal("Passed the bar", typed, "passed the bar") == MAYBE_ANOTHERS
    assert not judging.refusal("Is a nurse", typed, "I'm still a nurse")


def test_words_that_stand_elsewhere_too_are_the_users() -> None:
    typed = "caption for my cat: I hate mondays. seriously, I hate mondays"
    assert judging.refusal("Hates Mondays", "I hate mondays\n" + typed, "I hate mondays") == ""
