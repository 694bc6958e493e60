"""Facts that the users' words give, and beside them those that they do not, by class.

The rows of benchmarks/gate are other people's; these show each rule once or twice.
"""

from datetime import datetime

import pytest
from support.cpu import bounded

from llm_user_memory.checks.guard import CheckContext, Verdict, check
from llm_user_memory.checks.quotes import TypedText
from llm_user_memory.profile.document import EMPTY, Edit, apply_edit
from llm_user_memory.text import pasted
from llm_user_memory.text.words import fold

pytestmark = pytest.mark.once

SAID_AT = datetime(2026, 3, 11, 12).timestamp()  # a Wednesday

RIGHT = [
    ("mood", "wait no i meant the 2014 civic, i sold the 09", "Has a 2014 Civic"),
    (
        "mood",
        "i moved the db from mysql to postgres, my django app is slow",
        "Django app uses Postgres",
    ),
    (
        "follows",
        "its for my 8yo, she's doing fractions",
        "Has an 8-year-old daughter doing fractions",
    ),
    ("follows", "my moms 70th is on the 22nd", "Mother turns 70 on 2026-03-22"),
    ("abbr", "im in mesa az", "Lives in Mesa, Arizona"),
    ("abbr", "учусь на химфаке МГУ", "Учится на химическом факультете МГУ"),
    ("dates", "interview is wed at 2pm at stripe", "Interview at Stripe on 2026-03-18"),
    ("dates", "老婆怀孕了,预产期七月", "妻子预产期在2026年7月"),
    (
        "counts",
        "pregnant with our second, due late november",
        "Expecting a second child in November 2026",
    ),
    ("counts", "i teach yr 4 at a primary in Leeds", "Teaches Year 4 in Leeds"),
    ("mood", "i've worked at google for 5 years", "Works at Google"),
    ("mood", "need a sitter for the kids on friday", "Has kids"),
    ("mood", "i want a bike rack for my volvo", "Has a Volvo"),
    ("mood", "i quit my job to become a freelance designer", "Is a freelance designer"),
    ("mood", "we moved from slack to teams", "Uses Teams"),
    ("mood", "in my d&d campaign i'm a half-elf bard", "Plays Dungeons & Dragons"),
    ("whom", "as someone who's colorblind, which palette is best", "Is colorblind"),
    ("whom", "hubby got laid off friday, so its my income now, im a nurse", "Is a nurse"),
    ("whom", "mon mari est allemand, on parle allemand à la maison", "Speaks German at home"),
    ("whom", "my mom is a doctor, my dad is a teacher", "Father is a teacher"),
    ("scope", "i eat everything except fish", "Doesn't eat fish"),
    ("scope", "apart from spanish i dont really speak anything", "Speaks Spanish"),
    ("scope", "wir haben weder Kinder noch Haustiere", "Hat keine Haustiere"),
    ("scope", "i hardly ever cook", "Hardly ever cooks"),
    (
        "abbr",
        "im a sw eng at a fintech, how do i negotiate",
        "Is a software engineer at a fintech company",
    ),
    (
        "abbr",
        "doing my undergrad in econ at ucla",
        "Is an undergraduate studying economics at UCLA",
    ),
    ("abbr", "i live in phx and its too hot", "Lives in Phoenix"),
    ("abbr", "got a ba in comp lit", "Has a Bachelor of Arts in comparative literature"),
    ("abbr", "my gf is turkish and i want to learn some phrases", "Has a Turkish girlfriend"),
    ("abbr", "i'm from the netherlands", "Is Dutch"),
    ("abbr", "my mazda cx5 makes noise", "Drives a Mazda CX-5"),
    ("abbr", "i speak english and portugese", "Speaks English and Portuguese"),
    ("abbr", "we use tf and aws at work", "Uses Terraform and AWS at work"),
    ("abbr", "i live in edinbrugh", "Lives in Edinburgh"),
    ("abbr", "i work in hr at a hosp", "Works in human resources at a hospital"),
    ("abbr", "im a ta for intro bio", "Is a teaching assistant for introductory biology"),
    ("abbr", "i love 80s synth pop", "Loves 1980s synth-pop"),
    ("abbr", "ich studiere bwl an der lmu", "Studies business administration at LMU Munich"),
    ("abbr", "j'habite à bxl", "Habite à Bruxelles"),
    (
        "abbr",
        "i play dnd every thursday with friends",
        "Plays Dungeons & Dragons with friends on Thursdays",
    ),
    (
        "abbr",
        "i have a raspi 4 running home assistant",
        "Has a Raspberry Pi 4 running Home Assistant",
    ),
    ("abbr", "my phd is in neuro, im at eth", "Is doing a PhD in neuroscience at ETH Zurich"),
    ("dates", "my flight to tokyo is on the 3rd of june", "Flies to Tokyo on June 3, 2026"),
    ("dates", "rent is due on the 1st", "Rent is due on April 1, 2026"),
    ("dates", "my son turns 5 on april 9", "Son turns 5 on April 9, 2026"),
    ("dates", "since february i work at a bakery", "Works at a bakery since February 2026"),
    ("dates", "boda el 3 de mayo, necesito ideas", "Wedding on May 3, 2026"),
    ("dates", "ich hab nächsten dienstag prüfung", "Has an exam on March 17, 2026"),
    ("dates", "el jueves que viene me operan", "Surgery on March 19, 2026"),
    ("dates", "je déménage le 1er avril à lille", "Moves to Lille on April 1, 2026"),
    ("dates", "я уезжаю в отпуск 20 апреля", "Goes on vacation on April 20, 2026"),
    ("dates", "下周五我有面试", "Has an interview on March 20, 2026"),
    ("dates", "presentation in 3 days, slides are empty", "Has a presentation on March 14, 2026"),
    ("dates", "the wedding is sat 25 july", "Wedding on Saturday, July 25, 2026"),
    ("dates", "graduated back in june and still no job", "Graduated in June 2025"),
    ("dates", "lease is up 30/06", "Lease ends on June 30, 2026"),
    ("harm", "no, it's fine, i already speak french", "Speaks French"),
    ("harm", "not a problem, i have a 3d printer at home", "Has a 3D printer at home"),
    ("harm", "no not that one, i have the pixel 8", "Has a Pixel 8"),
    ("harm", "i can't complain, i work at a bakery", "Works at a bakery"),
    ("harm", "nah i prefer tea", "Prefers tea"),
    ("harm", "i'm a nurse, not a doctor", "Is a nurse"),
    ("harm", "no es para mí, es para mi hija de 6 años", "Has a 6-year-old daughter"),
    ("harm", "je ne bois que du thé", "Drinks only tea"),
    ("harm", "nein, ich wohne in bonn, nicht in köln", "Lives in Bonn"),
    ("harm", "у меня не айфон, а пиксель", "Has a Pixel phone"),
    ("harm", "我不是学生，我是老师", "Is a teacher"),
    ("harm", "no lo sé, soy nueva en esto de programar", "Is new to programming"),
    ("harm", "my kids don't sleep, send help", "Has kids"),
    ("gen", "i like functional style, no classes pls", "Prefers functional style without classes"),
    ("gen", "i prefer metric units", "Prefers metric units"),
    ("gen", "i like short functions with docstrings", "Prefers short functions with docstrings"),
    ("gen", "mir sind stichpunkte lieber als fließtext", "Bevorzugt Stichpunkte statt Fließtext"),
    ("gen", "prefiero recetas sin horno", "Prefiere recetas sin horno"),
    (
        "gen",
        "i like detailed explanations with the math",
        "Prefers detailed explanations with the math",
    ),
    ("gen", "i want sources for every claim", "Wants sources for claims"),
    ("gen", "我喜欢用例子来学习", "喜欢通过例子学习"),
    ("wish", "always reply in spanish please", "Wants replies in Spanish"),
    ("wish", "call me sam", "Wants to be called Sam"),
    ("wish", "stop apologizing", "Doesn't want apologies"),
    ("wish", "no bullet points ever", "Doesn't want bullet points"),
    ("wish", "just give me the code, i never want explanations", "Wants code without explanations"),
    ("wish", "don't tell jokes", "Don't tell jokes"),
    ("wish", "ab jetzt bitte immer mit quellen", "Möchte immer Quellenangaben"),
    ("wish", "tutoie moi stp, toujours", "Veut être tutoyé"),
    ("wish", "отвечай всегда коротко", "Wants short answers"),
    ("wish", "以后请用中文回答", "Wants answers in Chinese"),
    ("wish", "in future use uk spelling", "Wants UK spelling"),
    ("wish", "respóndeme siempre sin tecnicismos", "Wants answers without technical jargon"),
    (
        "wish",
        "please explain things like i'm a beginner, every time",
        "Wants explanations at a beginner level",
    ),
    ("trans", "ich bin krankenpfleger auf einer intensivstation", "Works as an ICU nurse"),
    ("trans", "meine tochter hat neurodermitis", "Has a daughter with eczema"),
    ("trans", "ich fahre jeden tag mit dem zug zur arbeit", "Commutes to work by train every day"),
    ("trans", "tengo un huerto y cultivo tomates", "Grows tomatoes in a vegetable garden"),
    ("trans", "vivo sola con mi perra", "Lives alone with a dog"),
    ("trans", "estoy divorciada desde 2020", "Divorced since 2020"),
    ("trans", "je suis prof de maths au collège", "Teaches maths at a middle school"),
    ("trans", "j'ai arrêté de fumer il y a deux ans", "Quit smoking two years ago"),
    ("trans", "я работаю учителем в школе", "Works as a school teacher"),
    ("trans", "у меня двое детей", "Has two children"),
    ("trans", "я учусь играть на гитаре", "Is learning to play the guitar"),
    ("trans", "我每天早上跑步", "Runs every morning"),
    ("trans", "我有两个孩子，一个上小学", "Has two children, one in primary school"),
    ("trans", "我是北京人，现在在上海工作", "Is from Beijing and works in Shanghai"),
    ("trans", "ich habe höhenangst", "Is afraid of heights"),
    ("trans", "soy alérgica a los frutos secos", "Is allergic to nuts"),
    ("trans", "je travaille de nuit à l'hôpital", "Works night shifts at a hospital"),
    ("trans", "i have a garden and grow potatoes", "Hat einen Garten und baut Kartoffeln an"),
    ("trans", "i'm a nurse in a hospital", "Es enfermera en un hospital"),
    ("apo", "I can't swim", "Can't swim"),
    ("apo", "we don't have a tv", "Doesn't have a TV"),
    ("apo", "i've never been skiing", "Has never been skiing"),
    ("apo", "my mum's a baker", "Mother's a baker"),
    ("apo", "our b2b saas does $2.4M ARR", "Company's B2B SaaS has $2.4M ARR"),
    ("code", "my git repo is github.com/anna/notes", "Has a repository at github.com/anna/notes"),
    ("code", "i alias ll='ls -la' in my zshrc", "Has the alias ll='ls -la' in .zshrc"),
    (
        "code",
        "i use Map<String, List<Integer>> everywhere",
        "Uses Map<String, List<Integer>> often",
    ),
    ("code", "у меня сайт https://svetlana-art.ru", "Has a website at https://svetlana-art.ru"),
    ("code", "i keep my notes in ~/notes/*.md", "Keeps notes in ~/notes/*.md"),
    ("code", "我的博客是 https://xiaoming.dev", "Has a blog at https://xiaoming.dev"),
    ("code", "my regex is always ^\\d{4}$ for years", "Uses ^\\d{4}$ for years"),
    ("code", "tolerance is +/- 0.1mm on my cnc", "Has a CNC with a tolerance of +/- 0.1 mm"),
    ("unr", "been vegan since i was 15", "Is vegan"),
    ("unr", "my back hurts after deadlifts", "Does deadlifts"),
    ("unr", "i keep oversleeping my 7am shifts at the bakery", "Works early shifts at a bakery"),
    ("unr", "i commute by bike", "Bikes to work"),
]

WRONG = [
    ("mood", "probably going to retire in 2 yrs", "Will retire in 2028"),
    (
        "mood",
        "i moved the db from mysql to postgres, my django app is slow",
        "Django app uses MySQL",
    ),
    ("mood", "j'hésite entre apprendre le piano et la guitare", "Joue du piano"),
    ("mood", "я веган, чем заменить яйца в сырниках", "Любит сырники с яйцами"),
    ("whom", "mon mari est allemand, on parle allemand à la maison", "Est allemande"),
    ("follows", "its for my 8yo, she's doing fractions", "Has an 8-year-old son doing fractions"),
    ("abbr", "im in mesa az", "Lives in Phoenix, Arizona"),
    ("dates", "老婆怀孕了,预产期七月", "妻子预产期在2026年9月"),
    ("counts", "pregnant with our second, due late november", "Has two children"),
    ("counts", "i teach yr 4 at a primary in Leeds", "Has taught for four years in Leeds"),
    ("mood", "i worked at google for 5 years", "Works at Google"),
    ("mood", "was on lexapro for 2 yrs, came off it in march", "Takes Lexapro"),
    ("mood", "ich war Lehrer in Ulm", "Ist Lehrer in Ulm"),
    ("mood", "trabajaba de camarero en Madrid", "Trabaja de camarero en Madrid"),
    ("mood", "j'habitais à Lyon", "Habite à Lyon"),
    ("mood", "я работал в Яндексе", "Работает в Яндексе"),
    ("mood", "我在北京住过三年", "住在北京"),
    ("mood", "I want a dog so bad", "Has a dog"),
    ("mood", "wollen aber im Sommer zwei Katzen adoptieren", "Has two cats"),
    ("mood", "wish i had a garden! balcony it is", "Has a garden"),
    ("mood", "probably going to retire in 2 yrs", "Retires in 2028"),
    ("mood", "i think im allergic to nuts", "Is allergic to nuts"),
    ("mood", "have an interview at Stripe tomorrow", "Works at Stripe"),
    ("mood", "I sold my etsy shop, what do i owe", "Runs an Etsy shop"),
    ("mood", "we moved from slack to teams", "Uses Slack"),
    ("mood", "in my d&d campaign i'm a bard called Sorrel", "Is named Sorrel"),
    ("whom", "you're an expert tax advisor. what do i owe", "Is a tax advisor"),
    ("whom", "gf wants to move to Denver but id rather stay", "Wants to move to Denver"),
    ("whom", "wife is a nurse, i drive a cab", "Is a nurse"),
    ("whom", "my mom is a doctor, my dad is a teacher", "Father is a doctor"),
    ("whom", "my sister moved away, im in Leeds", "Sister lives in Leeds"),
    ("whom", "у сына двойка по физике, а я сам инженер", "Сын инженер"),
    ("scope", "i eat everything except fish", "Eats fish"),
    ("scope", "apart from spanish i dont really speak anything", "Doesn't speak Spanish"),
    ("scope", "wir haben weder Kinder noch Haustiere", "Hat Haustiere, aber keine Kinder"),
    ("scope", "i hardly ever cook", "Never cooks"),
    ("scope", "je ne mange plus de viande depuis janvier", "Mange de la viande depuis janvier"),
    ("abbr", "i work in it", "Works in IT at IBM"),
    ("abbr", "i have a bsc in physics", "Has a master's degree in physics"),
    ("abbr", "i use js", "Uses TypeScript"),
    ("abbr", "i drive a vw", "Drives an Audi"),
    ("abbr", "im in the uk", "Lives in London"),
    ("abbr", "i live in nyc", "Lives in New Jersey"),
    ("abbr", "ich bin azubi", "Ist Meister"),
    ("abbr", "trabajo en una pyme", "Es dueño de una pyme"),
    ("abbr", "i'm an rn", "Is a doctor"),
    ("abbr", "i use a pc with linux", "Uses Ubuntu"),
    ("abbr", "learning some french before my trip", "Speaks fluent French"),
    ("abbr", "work as jr dev", "Is a senior developer"),
    ("abbr", "i teach at a community college", "Is a professor at Harvard"),
    ("abbr", "я учусь на айтишника", "Works at Yandex"),
    ("abbr", "我在读本科", "Has a master's degree"),
    ("gen", "i want good code", "Wants high-quality code"),
    ("gen", "make it work pls", "Likes things that work"),
    ("gen", "i need help fast", "Wants quick help"),
    ("gen", "explain this properly", "Values clear explanations"),
    ("gen", "give me the best option", "Wants the best options"),
    ("gen", "i want to understand this", "Wants to understand things"),
    ("gen", "quiero una buena solución", "Quiere buenas soluciones"),
    ("gen", "ich will eine richtige antwort", "Möchte richtige Antworten"),
    ("gen", "i want real advice", "Appreciates honest, useful advice"),
    ("gen", "je veux un truc qui marche", "Préfère les choses qui marchent"),
    ("gen", "дай нормальный ответ", "Хочет нормальные ответы"),
    ("gen", "写一个能跑的代码", "喜欢能运行的代码"),
    ("gen", "thanks that was helpful", "Appreciates helpful answers"),
    ("gen", "i need accurate info on visas", "Prefers accurate information"),
    ("gen", "fix my essay", "Wants well-written essays"),
    ("wish", "can you do it as a table", "Wants answers as tables"),
    ("wish", "translate to italian: good morning", "Wants answers in Italian"),
    ("wish", "shorter please", "Prefers short answers"),
    ("wish", "explain like im 5: black holes", "Wants explanations for five-year-olds"),
    ("wish", "no code for now, just the idea", "Doesn't want code in answers"),
    ("wish", "give me 3 bullet points about rome", "Wants answers in three bullet points"),
    (
        "wish",
        "schreib die antwort auf englisch, mein chef liest mit",
        "Möchte Antworten auf Englisch",
    ),
    ("wish", "dame la respuesta en inglés para mi jefe", "Quiere respuestas en inglés"),
    ("wish", "fais court pour celui-ci", "Veut des réponses courtes"),
    ("wish", "ответь на этот раз на английском", "Wants answers in English"),
    ("wish", "用英文写这封邮件", "希望用英文回答"),
    ("wish", "be brief, im in a hurry", "Prefers brief answers"),
    ("harm", "i don't have kids", "Has kids"),
    ("harm", "never learned to drive", "Drives"),
    ("harm", "i'm not in berlin anymore", "Lives in Berlin"),
    ("harm", "no tengo coche", "Tiene coche"),
    ("harm", "ich bin nicht verheiratet", "Is married"),
    ("harm", "i use zsh not bash", "Uses bash"),
    ("harm", "я не курю", "Smokes"),
    ("harm", "我没有孩子", "Has children"),
    ("harm", "je n'ai pas de voiture", "Has a car"),
    ("harm", "i no longer work at shell", "Works at Shell"),
    ("harm", "i hate running", "Enjoys running"),
    ("apo", "i don't eat pork", "Doesn't eat meat"),
    ("apo", "i can't eat spicy food late at night", "Can't eat spicy food"),
    ("apo", "i haven't seen dune yet", "Has seen Dune"),
    ("apo", "i have a 4k monitor", "Has an 8K monitor"),
    ("apo", "i'm not a morning person", "Is a night-shift worker"),
    ("apo", "my dad's 70", "Is 70 years old"),
    ("dates", "interview on tuesday", "Has an interview on March 18, 2026"),
    ("dates", "moved here in 2019", "Moved in 2020"),
    ("dates", "my birthday is in june", "Birthday is June 3"),
    ("dates", "deadline is the 20th", "Deadline is April 25, 2026"),
    ("dates", "exam in two weeks", "Exam on April 1, 2026"),
    ("dates", "i was born in may 1990", "Born on May 5, 1990"),
    ("dates", "bin seit 2021 hier", "Lives there since 2012"),
    ("dates", "trip in summer", "Trip on July 4, 2026"),
    ("counts", "two dogs and three fish", "Has six pets"),
    ("counts", "i'm 34", "Is 43 years old"),
    ("counts", "we have a son", "Has two sons"),
    ("counts", "been here 3 years", "Has lived there for 13 years"),
    ("counts", "my daughter is 4 and my son is 7", "Has four children"),
    ("counts", "my sister is 30", "Is 30 years old"),
    ("names", "mark my words, this will fail", "Name is Mark"),
    ("names", "can you bill me later", "Name is Bill"),
    ("names", "i work on target groups for ads", "Works at Target"),
    ("names", "go to the next page", "Uses Go"),
    ("names", "i need to make a decision", "Uses Make"),
    ("names", "i had a nice weekend", "Lives in Nice"),
    ("names", "turkey sandwich recipe", "Lives in Turkey"),
    ("names", "this apple pie recipe is great", "Works at Apple"),
    ("code", "my site is down", "Has a website at https://mysite.com"),
    ("code", "i use vec in rust", "Prefers Vec<String>"),
    ("code", "path is /home/bob", "Keeps files in /home/alice"),
    ("code", "price must be < 200", "Has a budget of < 300"),
    ("plain", "my boyfriend loves sushi", "Loves sushi"),
    ("plain", "thinking about getting a dog", "Has a dog"),
    ("plain", "i used to live in rome", "Lives in Rome"),
    ("plain", "my boss works from paris", "Works from Paris"),
    ("plain", "what if i quit my job", "Quit their job"),
    ("plain", "do vegans eat honey?", "Is vegan"),
    ("plain", "i want to buy a house", "Owns a house"),
    ("plain", "he has diabetes, my grandpa", "Has diabetes"),
    ("plain", "how hard is it to learn piano", "Plays piano"),
    ("plain", "my team uses java but i do kotlin", "Uses Java"),
    ("plain", "my daughter's school is in bern", "Goes to school in Bern"),
    ("plain", "i sometimes drink beer", "Drinks beer every day"),
]

# The fact of the profile, what shall stand there ("": nothing), and what was typed.
ENDED = [
    ("Has a dog", "", "our dog died last week"),
    ("Lives in Oslo", "Lives in Bergen", "i just moved to bergen"),
    ("Works at Acme", "Works at Globex", "started at globex after leaving acme"),
    ("Is single", "", "i got married"),
    ("Learning Spanish", "", "i gave up on spanish"),
    ("Drives a Golf", "Drives a Polo", "traded the golf for a polo"),
    ("Is pregnant", "Has a baby", "the baby is here!!"),
    ("Studies law", "", "ich hab jura abgebrochen"),
    ("Plays tennis", "", "ya no juego al tenis"),
    ("Smokes", "", "j'ai arrêté de fumer"),
    ("Has a cat", "", "кот умер"),
]
NOT_ENDED = [
    ("Lives in Oslo", "Lives in Rome", "on holiday in rome"),
    ("Plays guitar", "", "my guitar is out of tune"),
    ("Works at Acme", "", "acme is laying off people"),
    ("Has a cat", "", "what cat food is best"),
    ("Runs marathons", "", "skipping my run today"),
    ("Drinks coffee", "", "no coffee for me this morning"),
    ("Lives in Berlin", "", "berlin is so expensive now"),
    ("Is vegan", "", "my girlfriend isn't vegan anymore"),
    ("Has a car", "", "might sell my car"),
    ("Likes tea", "", "ran out of tea"),
    ("Works from home", "", "in the office today"),
    ("Has two cats", "", "one of the cats is sick"),
    ("Married", "", "my sister got divorced"),
    ("Spielt Klavier", "", "das klavier muss gestimmt werden"),
    ("Vive en Madrid", "", "estoy en londres esta semana"),
    ("Works as a nurse", "Works as a doctor", "the doctor at work is rude"),
]


LONG = {
    "words": "i have a dog and ",
    "dates": "may 3 ",
    "and": "and ",
    "no": "no ",
    "people": "my sister ",
    "spaces": " ",
    "letters": "a",
    "years": "2 years ",
    "if": "if i ",
    "Chinese": "我有一个儿子",
    "wishes": "i want to ",
    "titles": 'book "A b" ',
    "requests": "summarise ",
    "this": "this ",
    "blank lines": "a\n\n",
}


def _check(edit: Edit, typed: str, profile: str = EMPTY) -> tuple[str, list[Verdict]]:
    parts = [
        TypedText("turn", words, SAID_AT, in_doubt)
        for words, in_doubt in pasted.quotable_parts(typed)
    ]
    known = CheckContext({fold(edit.old): "I said so"} if edit.old else {})
    return check([edit], profile, parts, known)


@pytest.mark.parametrize(("group", "typed", "fact"), RIGHT)
def test_a_fact_that_the_words_give_is_taken(group: str, typed: str, fact: str) -> None:
    after, [verdict] = _check(Edit("add", "Interests", new=fact, quote=typed), typed)
    assert (group, verdict.refusal) == (group, "")
    assert after != EMPTY


@pytest.mark.parametrize(("group", "typed", "fact"), WRONG)
def test_a_fact_that_they_do_not_give_is_not(group: str, typed: str, fact: str) -> None:
    after, [verdict] = _check(Edit("add", "Interests", new=fact, quote=typed), typed)
    assert verdict.refusal, group
    assert after == EMPTY


@pytest.mark.parametrize(("old", "new", "typed"), [*ENDED, *NOT_ENDED])
def test_a_fact_goes_where_the_words_end_it(old: str, new: str, typed: str) -> None:
    profile = apply_edit(EMPTY, Edit("add", "Interests", new=old))
    edit = Edit("replace" if new else "remove", "Interests", old, new, typed)
    after, _verdicts = _check(edit, typed, profile)
    assert (f"- {old}\n" not in after) == ((old, new, typed) in ENDED)


@pytest.mark.parametrize("words", LONG.values(), ids=LONG)
def test_long_words_take_a_bounded_time(words: str) -> None:
    typed = words * (20_000 // len(words)) + " . I have a dog in oslo"
    fact = "Has a dog since May 3, 2026 and works as a nurse in Oslo for 3 years"
    edit = Edit("add", "Interests", new=fact, quote="I have a dog in oslo")
    with bounded():
        check([edit], EMPTY, [TypedText("turn", typed, SAID_AT)], CheckContext())
        pasted.pieces(typed)
