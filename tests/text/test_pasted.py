"""`pasted`: which parts of a prompt are typed and which pasted, in any language, in little time."""

import random
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support.cpu import bounded
from support.rows import for_each
from support.torture import example_count

from llm_user_memory.text import pasted
from llm_user_memory.text.pasted import LEFT_OUT, LONGEST_TYPED, typed_parts

pytestmark = pytest.mark.once

# In every case Zanzibar is pasted, and Tromsø, where it occurs, is typed.
_PAGE = (
    "The old port lies on the western shore. I have lived in Zanzibar since I was a child, and my "
    "name is Ada. Every morning the boats come in with octopus and mango. We sell what we can "
    "before noon and rest in the shade of the palace.\n\n"
)
_PAGES = _PAGE * 13  # more than 3,000 characters
_ONE_LINE = _PAGES.replace("\n\n", "")

FENCES = {
    "a fence": "I moved to Tromsø.\n```\nI live in Zanzibar\n```",
    "a fence with a language": "```text\nI live in Zanzibar\n```\nI moved to Tromsø.",
    "a fence that is open": "I moved to Tromsø:\n```\nI live in Zanzibar\n\nand like it",
    "a fence that opens within a line": "I moved to Tromsø, see ```\nI live in Zanzibar\n```",
    "a fence in one line": "I moved to Tromsø, it says ```I live in Zanzibar``` there",
    "a fence of tildes": "I moved to Tromsø.\n~~~\nI live in Zanzibar\n~~~\n",
    "a fence of tildes that is open": "I moved to Tromsø.\n~~~ text\nI live in Zanzibar\n",
    "a fence with half a quotation": "```\nsay 'Zanzibar and \"Zanzibar\n```\nI moved to Tromsø.",
    "a fence after half a quotation": "They say “\n```\nI live in Zanzibar\n```",
    "two fences": "```\nZanzibar\n```\nI moved to Tromsø.\n```\nI live in Zanzibar\n```",
    "a fence within a list": "- I moved to Tromsø\n- look:\n  ```\n  I live in Zanzibar\n  ```",
    "four backticks": "I moved to Tromsø.\n````\n```\nI live in Zanzibar\n```\nZanzibar\n````",
}
MAIL = {
    "quoted lines": "> I live in Zanzibar\n> and like it\n\nI moved to Tromsø.",
    "quoted lines, deeper": ">> I live in Zanzibar\n> I see.\nI moved to Tromsø.",
    "quoted lines with bars": "| I live in Zanzibar\n| and like it\nI moved to Tromsø.",
    "headers, English": "Reply to this, I moved to Tromsø.\n\nFrom: Ada <a@example.org>\n"
    "Sent: Monday, 3 March 2025 10:01\nTo: Ben\nSubject: Visit\n\nI live in Zanzibar now.",
    "headers, German": "Antworte, ich wohne in Tromsø.\n\nVon: Ada\nGesendet: 3. März 2025\n"
    "An: Ben\nBetreff: Besuch\n\nIch wohne jetzt in Zanzibar.",
    "headers, Spanish": "Contesta, vivo en Tromsø.\n\nDe: Ada\nEnviado el: lunes, 3 de marzo\n"
    "Para: Ben\nAsunto: Visita\n\nVivo en Zanzibar.",
    "headers, French": "Réponds, j'habite à Tromsø.\n\nDe : Ada\nEnvoyé : lundi 3 mars 2025\n"
    "À : Ben\nObjet : Visite\n\nJ'habite à Zanzibar.",
    "headers in bold": "I moved to Tromsø.\n\n**From:** Ada\n**Sent:** Monday\n**To:** Ben\n"
    "**Subject:** Visit\n\nI live in Zanzibar now.",
    "a subject first": "I moved to Tromsø.\n\nSubject: Visit\nFrom: Ada\n\nI live in Zanzibar.",
    "an original message": "I moved to Tromsø.\n-----Original Message-----\nI live in Zanzibar.",
    "a forwarded message": "I moved to Tromsø.\n---------- Forwarded message ---------\n"
    "I live in Zanzibar.",
    "one forwarded on a Mac": "I moved to Tromsø.\n\nBegin forwarded message:\n\n"
    "I live in Zanzibar.",
    "one forwarded in German": "Ich bin in Tromsø.\n-------- Weitergeleitete Nachricht --------\n"
    "Ich wohne in Zanzibar.",
    "one forwarded in Spanish": "Vivo en Tromsø.\n-------- Mensaje reenviado --------\n"
    "Vivo en Zanzibar.",
    "one forwarded in French": "Je suis à Tromsø.\n-------- Message transféré --------\n"
    "J'habite à Zanzibar.",
    "an attribution": "I moved to Tromsø.\n\nOn Mon, 3 Mar 2025 at 10:01, Ada <a@x.org> wrote:"
    "\nI live in Zanzibar.",
    "an attribution in German": "Ich bin in Tromsø.\n\nAm 03.03.2025 um 10:01 schrieb Ada:\n\n"
    "Ich wohne in Zanzibar.",
    "an attribution in Spanish": "Vivo en Tromsø.\n\nEl lun, 3 mar 2025 a las 10:01, Ada "
    "escribió:\n\nVivo en Zanzibar.",
    "an attribution in French": "Je suis à Tromsø.\n\nLe 3 mars 2025 à 10:01, Ada a écrit :\n\n"
    "J'habite à Zanzibar.",
}
MACHINES = {
    "a log": "I moved to Tromsø.\n2025-03-03 10:01:02,123 INFO user is in Zanzibar\n"
    "2025-03-03 10:01:03,001 INFO done",
    "a log with times": "[10:01:02] user in Zanzibar\n[10:01:03] done\nI moved to Tromsø.",
    "a log of levels": "I moved to Tromsø.\nINFO user is in Zanzibar\nWARNING slow\nERROR gone",
    "a system log": "Mar  3 10:01:02 host sshd[1]: user in Zanzibar\nMar  3 10:01:03 host x: y\n\n"
    "I moved to Tromsø.",
    "an access log": "I moved to Tromsø.\n"
    '1.2.3.4 - - [03/Mar/2025:10:01:02 +0000] "GET /Zanzibar HTTP/1.1" 200 12\n'
    '1.2.3.4 - - [03/Mar/2025:10:01:03 +0000] "GET /Zanzibar HTTP/1.1" 200 12',
    "a Python traceback": "I moved to Tromsø, why this?\nTraceback (most recent call last):\n"
    '  File "home.py", line 3, in <module>\n    live("Zanzibar")\n'
    "ValueError: I live in Zanzibar",
    "one with a module's error": "Traceback (most recent call last):\n"
    '  File "home.py", line 3, in <module>\n    live()\n'
    "requests.exceptions.ConnectionError: Zanzibar is far",
    "a Java traceback": "I moved to Tromsø.\nException in thread main java.Error: in Zanzibar\n"
    "\tat com.example.Home.live(Home.java:3)\n\tat com.example.Home.main(Home.java:9)\n"
    "Caused by: java.io.IOException: Zanzibar",
    "a Node traceback": "TypeError: Cannot read properties of Zanzibar\n"
    "    at live (/app/home.js:3:9)\n    at Object.<anonymous> (/app/home.js:9:1)\n\n"
    "I moved to Tromsø.",
    "a Go panic": "I moved to Tromsø.\npanic: lost in Zanzibar\n\ngoroutine 1 [running]:\n"
    "main.live(...)\n\t/app/home.go:3 +0x1d\nexit status 2",
    "a Rust panic": "I moved to Tromsø.\nthread 'main' panicked at src/main.rs:3:9:\n"
    "lost in Zanzibar\nnote: run with `RUST_BACKTRACE=1` environment variable",
    "a Rust error": "error[E0308]: mismatched types in Zanzibar\n --> src/main.rs:3:9\n  |\n"
    "3 |     live(Zanzibar);\n  |          ^^^^^^^^ expected `u8`\n\nI moved to Tromsø.",
    "a compiler's words": "I moved to Tromsø.\nhome.c:3:9: error: Zanzibar undeclared\n"
    "home.c:9:1: warning: unused",
    "a shell session": "I moved to Tromsø.\n$ whoami\n$ cat Zanzibar\n$ exit",
    "a shell session with a host": "ada@zanzibar:~$ echo Zanzibar\nada@zanzibar:~$ exit\n\n"
    "I moved to Tromsø.",
    "a shell session with a folder": "[ada@host zanzibar]$ echo Zanzibar\nZanzibar\nis far\n\n"
    "I moved to Tromsø.",
    "what one command said": "I moved to Tromsø.\n$ cat notes\nI live in Zanzibar\nand like it",
    "a root shell": "I moved to Tromsø.\n# echo Zanzibar\n# exit",
    "a Windows shell": "C:\\Users\\ada> echo Zanzibar\nC:\\Users\\ada> exit\n\nI moved to Tromsø.",
    "a Python session": "I moved to Tromsø.\n>>> home = 'Zanzibar'\n>>> print(home)",
    "a diff": "I moved to Tromsø.\ndiff --git a/home b/home\nindex 1234567..89abcde 100644\n"
    "--- a/home\n+++ b/home\n@@ -1,2 +1,2 @@\n-I live in Rome\n+I live in Zanzibar\n",
    "a diff without a head": "I moved to Tromsø.\n@@ -1,2 +1,2 @@\n name\n-I live in Rome\n"
    "+I live in Zanzibar\n",
    "a key": "I moved to Tromsø.\n-----BEGIN CERTIFICATE-----\nZanzibar\n-----END CERTIFICATE-----",
}
CODE = {
    "Python": 'def live():\n    home = "Zanzibar"\n    return home',
    "Python, flat": 'import os\nhome = os.environ["Zanzibar"]\nprint(home)',
    "JavaScript": 'const home = "Zanzibar";\nfunction live() {\n  return home;\n}',
    "TypeScript": "export interface Home {\n  city: string; // Zanzibar\n}",
    "Java": 'public class Home {\n  String city = "Zanzibar";\n}',
    "C": '#include <stdio.h>\nint main(void) {\n  puts("Zanzibar");\n}',
    "C++": 'std::string home{"Zanzibar"};\nstd::cout << home << std::endl;',
    "Go": 'package main\n\nfunc main() {\n\tfmt.Println("Zanzibar")\n}',
    "Rust": 'fn main() {\n    let home = "Zanzibar";\n    println!("{home}");\n}',
    "Ruby": 'def live\n  home = "Zanzibar"\n  puts home\nend',
    "PHP": '<?php\n$home = "Zanzibar";\necho $home;',
    "shell": 'HOME_TOWN="Zanzibar"\nif [ -n "$HOME_TOWN" ]; then\n  echo "$HOME_TOWN"\nfi',
    "SQL": "SELECT name FROM homes\nWHERE city = 'Zanzibar'\nORDER BY name;",
    "SQL in small letters": "select * from homes where city = 'Zanzibar';\n"
    "update homes set city = 'Zanzibar';",
    "CSS": ".zanzibar {\n  color: red;\n  content: 'Zanzibar';\n}",
    "Haskell": 'live :: Int -> String\nlive n = concat (replicate n "Zanzibar")',
    "Kotlin": 'fun main() {\n    val home = "Zanzibar"\n    println(home)\n}',
    "a Makefile": "live: home\n\techo Zanzibar\n\techo $(HOME)",
    "a Dockerfile": 'FROM python:3.12\nENV HOME_TOWN="Zanzibar"\nRUN pip install x==1.2',
}
DATA = {
    "CSV": "name,city,age\nAda,Zanzibar,36\nBen,Zanzibar,41\nEve,Oslo,29",
    "CSV with semicolons": "name;city;age\nAda;Zanzibar;36\nBen;Oslo;41",
    "CSV of two columns": "name,city\nAda,Zanzibar\nBen,Oslo\nEve,Rome",
    "TSV": "name\tcity\tage\nAda\tZanzibar\t36\nBen\tOslo\t41",
    "TSV of two columns": "name\tcity\nAda\tZanzibar\nBen\tOslo",
    "a Markdown table": "| name | city |\n|---|---|\n| Ada | Zanzibar |",
    "a Markdown table without edges": "name | city | age\n--- | --- | ---\nAda | Zanzibar | 36",
    "a table of a terminal": "NAME   CITY       AGE\nAda    Zanzibar   36\nBen    Oslo       41",
    "JSON": '{\n  "name": "Ada",\n  "city": "Zanzibar"\n}',
    "JSON in one line": '{"name": "Ada", "city": "Zanzibar", "tags": ["a", "b"]}',
    "JSON lines": '{"name": "Ada", "city": "Zanzibar"}\n{"name": "Ben", "city": "Oslo"}',
    "YAML": "user:\n  name: Ada\n  city: Zanzibar\n  tags:\n    - a\n    - b",
    "flat YAML": "name: ada\ncity: Zanzibar\nreplicas: 3\nverbose: true",
    "INI": "[user]\nname = Ada\ncity = Zanzibar",
    "TOML": 'title = "Homes"\n[home]\ncity = "Zanzibar"\nrooms = 3',
    "an .env file": "NAME=Ada\nCITY=Zanzibar\nDEBUG=1",
    "HTML": "<div>\n<p>I live in Zanzibar</p>\n</div>",
    "HTML in one line": "<p class='x'>I live in Zanzibar</p>",
    "an HTML page": "<!DOCTYPE html>\n<html><body>I live in Zanzibar<br></body></html>",
    "HTML that is open": "<div>\n<p>I live in Zanzibar\n<br>and like it\n</div>",
    "XML": '<?xml version="1.0"?>\n<home>\n  <city>Zanzibar</city>\n</home>',
    "a tag of one's own": "<document>\nI live in Zanzibar\n</document>",
    "a tag in another": "<a><a>x</a>I live in Zanzibar</a>",
    "LaTeX": "\\begin{document}\nI live in Zanzibar\n\\end{document}",
}
QUOTATIONS = {
    "straight marks": 'He wrote "I have lived in Zanzibar all my life" to me in Tromsø',
    "curly marks": "He wrote “I have lived in Zanzibar all my life” to me in Tromsø",
    "single curly marks": "He wrote ‘I have lived in Zanzibar all my life’ to me in Tromsø",
    "single straight marks": "He wrote 'I have lived in Zanzibar all my life' to me in Tromsø",
    "German marks": "Er schrieb „Ich habe immer in Zanzibar gewohnt“ nach Tromsø",
    "guillemets": "Il a dit «\xa0J'ai toujours habité à Zanzibar\xa0» à Tromsø",
    "guillemets turned round": "Er schrieb »Ich habe immer in Zanzibar gewohnt« nach Tromsø",
    "Swedish marks": "Han skrev ”Jag har alltid bott i Zanzibar” till mig i Tromsø",
    "Japanese marks": "Tromsøです。「私はZanzibarに住んでいます」と彼は書いた",
    "over several lines": 'Translate for me in Tromsø: "I live in Zanzibar.\nI like it very much."',
    "with a comma inside": 'Tromsø: "I have always lived in Zanzibar," she said, "I\'m Ada."',
    "an open mark": "Translate for me in Tromsø: “I live in Zanzibar and my name is Ada",
    "an open straight mark": 'Translate in Tromsø: "I live in Zanzibar and my name is Ada',
}
TALK = {
    "a transcript": "I moved to Tromsø.\n\nAda: I live in Zanzibar\nBen: do you like it\n"
    "Ada: I do\nBen: good",
    "a transcript with roles": "User: I live in Zanzibar\nAssistant: How nice\nUser: It is",
    "roles in small letters": "user: I live in Zanzibar\nassistant: How nice\nuser: It is",
    "a transcript with times": "[10:01] Ada: I live in Zanzibar\n[10:02] Ben: good\n\n"
    "I moved to Tromsø.",
    "a transcript of a phone": "03/03/2025, 10:01 - Ada: I live in Zanzibar\n"
    "03/03/2025, 10:02 - Ben: good\n\nI moved to Tromsø.",
    "a transcript of an iPhone": "[03.03.25, 10:01:02] Ada: I live in Zanzibar\n"
    "[03.03.25, 10:02:03] Ben: good",
    "a transcript of a team chat": "ada  10:01 AM\nI live in Zanzibar\nben  10:02 AM\ngood\n\n"
    "I moved to Tromsø.",
    "a film's subtitles": "1\n00:00:01,000 --> 00:00:02,000\nI live in Zanzibar\n\n2\n"
    "00:00:03,000 --> 00:00:04,000\nand like it",
}
LONG_PROMPTS = {
    "a page after a request": f"Summarise this for me in Tromsø:\n\n{_PAGES}",
    "a page in the line of its request": f"Summarise this for Tromsø: {_ONE_LINE}",
    "a page below its request": f"Summarise this for Tromsø:\n{_PAGES}",
    "a page below what may be its own beginning": f"Summarise this for Ada.\n{_PAGES}",
    "a page below a question": f"What is this about, seen from Tromsø?\n\n{_PAGES}",
    "a page in Chinese marks": f"总结 Tromsø：{_ONE_LINE}",
    "a page and nothing else": _PAGES,
    "a page in one line": _ONE_LINE,
    "a page before a question": f"{_PAGES}What is this about, seen from Tromsø?",
    "a page between two requests": f"Summarise this for Tromsø:\n\n{_PAGES}Thanks!",
    "lyrics": "Translate this for me in Tromsø:\n\n"
    + "Oh I was born in Zanzibar\nWhere all my people are\nAnd I will love you near and far\n\n"
    * 20,
    "two pages": f"Compare these, I am in Tromsø:\n\n{_PAGES}\nSecond:\n\n{_PAGES}",
    "a page that addresses someone": f"{_PAGES}\nRegards, Ada from Zanzibar\n" + _PAGES,
}
ALL_SHOWN = {
    **FENCES,
    **MAIL,
    **MACHINES,
    **{f"{name}, alone": text for name, text in CODE.items()},
    **{f"{name} after words": f"I moved to Tromsø.\n\n{text}" for name, text in CODE.items()},
    **{f"{name} before words": f"{text}\n\nI moved to Tromsø." for name, text in CODE.items()},
    **{f"{name}, alone": text for name, text in DATA.items()},
    **{f"{name} after words": f"I moved to Tromsø.\n\n{text}" for name, text in DATA.items()},
    **{f"{name} before words": f"{text}\n\nI moved to Tromsø." for name, text in DATA.items()},
    **QUOTATIONS,
    **TALK,
    **LONG_PROMPTS,
}


@for_each("text", ALL_SHOWN.values(), ids=ALL_SHOWN)
def test_what_is_shown_is_not_typed_parts(text: str) -> None:
    words = "\n".join(typed_parts(text))
    assert "Zanzibar" not in words
    assert ("Tromsø" in text) == ("Tromsø" in words)


SAID = [
    "I'm vegan.",
    "My name is Ada and I live in Lisbon. What should I cook tonight?",
    "Hi! I'm Ada; I work at a bakery (the one on Main Street); any ideas?",
    "I use vim, tmux and fish, and I prefer short answers; no emojis, please.",
    "How do I use `git rebase -i` when I'm on a branch that others use?",
    "What's the difference between `a == b` and `a is b` in Python?",
    "Explain `SELECT * FROM t` to me; I'm new to SQL.",
    'My friends call me “Ace”, my boss calls me "Dr. Byron".',
    'I always say "no" to meetings before noon.',
    "Name: Ana\nI need a letter to my landlord.",
    "Name: Ana\nAge: 36\nCity: Lisbon",
    "My name: Ana. My city: Lisbon.",
    "Note: I don't eat meat, fish or eggs.",
    "About me:\n- I live in Lisbon\n- I keep bees\n- I have two kids, a dog, and a cat",
    "* I live in Lisbon\n* I keep bees\n* I hate mornings",
    "1. I live in Lisbon\n2. I keep bees\n3. I hate mornings",
    "1) I live in Lisbon\n2) I keep bees",
    "- name: Ana\n- lives in Lisbon",
    "I live in Lisbon.\n\nI keep bees.\n\nI hate mornings.",
    "hi\nim ana\ni live in lisbon\nwhat should i do today",
    "I have three kids (Tom, Ann and Joe) and two dogs (Rex & Max).",
    "I earn $4,000 a month and pay 30% tax; what's left?",
    "I got 5/7 on the test & I'm #1 in my class!",
    "From now on: answer in French, I'm learning it.",
    "To be clear: I don't like coffee.\nFrom what I know, tea is better.",
    "I'm going to Rome from 3 May to 9 May. What should I pack?",
    "My email is ana@example.org and my site is https://example.org/~ana",
    "I work 9-5, Mon-Fri, in UTC+1.",
    "Let me explain: I teach physics.",
    "Return flights to Oslo are too expensive for me.",
    "Update: I finished the marathon!",
    "Create a plan for me. I want to run a marathon in May.",
    "import duties on my guitar were high, I paid 200 euros",
    "class starts at nine, and I'm always late",
    "def not a morning person here",
    "I'm 36, she's 41, he's 29, and we live together.",
    "I speak German, French, and Italian.\nI play piano, guitar, and drums.",
    "I speak German, French, and Italian.\nI play piano, guitar, and drums.\n"
    "I love tea, cake, and jam.",
    "Yesterday at 10:30 I met my sister. At 12:00 we ate.",
    "10:30 is when I wake up",
    "2024-05-01 is when I started my job.",
    "My dog's name is Rex, he's 3 :-) and he's <3",
    "I <3 Rust >> C++",
    "I think 3 < 5 and 7 > 2, I'm good at math",
    "I prefer tabs > spaces",
    "if I'm a beginner -> explain more",
    "# Context\nI'm a nurse in Oslo.\n\n# Task\nWrite a letter to my landlord.",
    "# About me\nI live in Lisbon\n# Work\nI'm a nurse",
    "## Who I am\n\nAna, a nurse (in Oslo); 36.\n\n## What I need\n\nA letter.",
    "ana@example.org is my mail, and I pay 30% tax on 4,000 $ a month",
    "Model: Corolla\nYear: 2010\nIt's my car, and I love it.",
    "PS: I like tea > coffee",
    "from lisbon\nnow in porto\nclass of 2010",
    "TODO: buy milk\nALSO: I'm allergic to nuts",
    "I AM ANA AND I LIVE IN LISBON\nFROM THERE I WORK REMOTELY",
    "I moved here (Lisbon) in 2019; before that, I lived in Porto; my wife is from Faro.",
    "/remember I live in Lisbon",
    "!!! I live in Lisbon !!!",
    "I live in Lisbon...\n... and I love it",
    "I've three jobs:\n\t- nurse\n- cook",
    "*I* live in **Lisbon**, not in _Porto_.",
    "I'm from Lisbon :) :-) ;) and I love it <3 <3",
    "(I'm asking for my mother; I live with her.)",
    "I'm Ana, and this isn't what 'I' wanted.",
    "It's Ana's and my kids' first day, and we're all 'nervous'.",
    "I’m Ana, I don’t drink and my parents’ house isn’t far.",
    "Ich heiße Ana, wohne in Köln und esse kein Fleisch. Was soll ich kochen?",
    "Von mir aus: ich mag Tee.\nAn sich bin ich müde.",
    "Ich bin 36 Jahre alt; meine Frau ist 41.",
    "Me llamo Ana y vivo en Lisboa. ¿Qué debería cocinar esta noche?",
    "De niña vivía en Quito.\nPara mí, el té es mejor.",
    "Je m'appelle Ana, j'habite à Lyon et je ne mange pas de viande.",
    "Mi chiamo Ana, abito a Roma: cosa cucino stasera?",
    "Meu nome é Ana e moro em Lisboa.",
    "Меня зовут Анна, я живу в Москве и не ем мяса.",
    "Ben Ankara'da yaşıyorum ve et yemiyorum.",
    "私の名前はアナです。東京に住んでいます。肉は食べません。",
    "Man nennt mich „Ana“, und ich wohne seit vielen Jahren in Köln am Rhein.",
    "On m'appelle «Ana», et j'habite à Lyon depuis longtemps, avec ma fille.",
    "Jag kallas ”Ana” och bor i Malmö sedan flera år tillbaka, med min dotter.",
    "They call me ‘Ana’, and I’ve lived in my parents’ house for years and years.",
    "私は「アナ」と呼ばれています。東京に住んでいて、肉は食べません。",
    "我叫安娜，住在上海，不吃肉。",
    "저는 서울에 살고 고기를 먹지 않아요.",
    "أنا آنا، أعيش في بيروت ولا آكل اللحم.",
    "मेरा नाम आना है, मैं दिल्ली में रहती हूँ और मांस नहीं खाती।",
    "שמי אנה ואני גרה בחיפה.",
    "ฉันชื่อแอนนา อาศัยอยู่ที่กรุงเทพ",
    "Με λένε Άννα και ζω στην Αθήνα.",
]


@for_each("text", SAID)
def test_what_is_said_stays_typed_parts(text: str) -> None:
    assert pasted.pieces(text) == (pasted.Piece(text, True),)


@pytest.mark.slow
@for_each("text", SAID)
def test_what_is_said_stays_said_around_a_paste(text: str) -> None:
    shown = "```\nI live in Zanzibar\n```"
    for whole in (f"{text}\n{shown}", f"{shown}\n{text}", f"{text}\n{shown}\n{text}"):
        assert set(typed_parts(whole)) == {text}


LISTS = {
    "twenty facts": "\n".join(f"- I like thing number {n}, and dislike {n + 1}" for n in range(20)),
    "a letter of one's own": "I moved to Lisbon last year. " * 40,
}


@pytest.mark.parametrize("text", LISTS.values(), ids=LISTS)
def test_a_prompt_as_long_as_a_person_types_is_typed_parts(text: str) -> None:
    assert len(text) <= LONGEST_TYPED
    assert typed_parts(text) == [text.strip()]


SHORT_PASTES = {
    "a mail after a request": "Answer this for me, I live in Tromsø:\n\nHi Ada,\nI'm back in Zanzibar.\n"
    "Could you call me?\n\nBest,\nBen",
    "a mail before a request": "Dear Ms Byron,\nI have lived in Zanzibar for six years and my heating "
    "is broken.\nYours sincerely,\nBen Adams\n\ni own a flat in Tromsø. what do i reply to him",
    "who writes": "he writes: sorry, i fell asleep, i am back in zanzibar\ni live in Tromsø. what do i say",
    "who writes, German": "er schreibt: sorry, ich bin in Zanzibar und hab verschlafen\n"
    "ich wohne in Tromsø. was antworte ich",
    "who writes, Chinese": "我室友刚发的：我在Zanzibar，今天回不去了\n我住在Tromsø，怎么回她",
    "one message of a chat": "12/02/25, 08:41 - Ben: I'm in Zanzibar\n\nreply, I'm in Tromsø",
    "one who speaks twice": "Ben: i quit\nBen: i'm moving to Zanzibar\n\nI live in Tromsø. reply ideas?",
    "a name and its time": "Ben, 21:40\ni crashed in Zanzibar\n\ni live in Tromsø. what do i answer",
    "another language": "what does she want, i live in Tromsø and only speak english\n\n"
    "Hola, soy la vecina. Vivo en Zanzibar y tengo una fuga de agua en el baño.",
    "single low marks": "Er sagte ‚Ich habe immer in Zanzibar gewohnt‘ und ging nach Tromsø",
    "headers in Russian": "От: Ада\nТема: визит\nЯ живу в Zanzibar.\n\nответь ей, я в Tromsø",
    "headers in Chinese": "发件人：Ada\n主题：你好\n我住在Zanzibar。\n\n我在Tromsø，怎么回复她",
    "a mail, and what to do with it": "On Mon, 3 Mar 2025 at 10:01, Ada wrote:\nI live in Zanzibar.\n\n"
    "tell her that's fine, I'm in Tromsø",
}


SHORT_PASTES |= {
    f"below “{line}”{' and a blank line' * (len(gap) - 1)}": (
        f"I live in Tromsø.\n\n{line}{gap}I moved to Zanzibar.\n\nwhat do I answer?"
    )
    for line in (
        "My boss wrote:",
        "My sister sent me this:",
        "My colleague wrote this morning:",
        "A friend of mine writes:",
        "My wife asked:",
        "Forwarded message:",
        "He wrote back:",
        "Her reply:",
        "The candidate says in her letter:",
        "Here is the content of bio.txt:",
        "Meine Chefin fragte:",
        "Mi jefa escribió:",
        "Ma voisine a écrit:",
        "Моя начальница написала:",
    )
    for gap in ("\n", "\n\n")
}


@pytest.mark.parametrize("text", SHORT_PASTES.values(), ids=SHORT_PASTES)
def test_a_short_paste_is_found_by_its_form_or_waits(text: str) -> None:
    sure = "\n".join(words for words, in_doubt in pasted.quotable_parts(text) if not in_doubt)
    assert "Zanzibar" not in sure
    assert "Tromsø" in sure


OWN = [
    "Hello dear AI,\n\nI have a problem with my oven.\n\nI bake bread every day.\n\nThanks,\nAda",
    'I told my boss "I have worked here for nine years and I am tired" and left.',
    "Ich hab zu ihr gesagt: „Ich will keine Kinder und keinen Hund“ und sie ging.",
    "write to my landlord: I've had no water since May, I'm away until Friday",
    "Write an email to my boss:\n\nI can't come in tomorrow because my son has chickenpox.",
    "Name: Ana\nWife: I have none\nWork: I drive a bus",
    "Two things about me:\nI keep hens.\nI live in Tromsø.",
    "I told my boss:\nI can't come in tomorrow.",
    "My job:\nI'm a nurse at a school.",
    "write this to my boss:\nI'm ill until Friday",
    "My question:\nI'm vegan, so what may I eat?",
    "Languages I speak:\nFarsi (native)\nSwedish (since I was 14)\nEnglish (work)",
    "Yesterday at 10:30 I met my sister. At 12:00 we ate.",
    'My talk is called "I am not my inbox, and neither are you" and it is short.',
    "sí, lo que dices: ahorrar primero. soy enfermera en Tromsø",
    "Opa gente, tudo bem?\nMeu nome é Renata, sou professora em Tromsø há dois anos, e ultimamente "
    "tenho pensado muito sobre o futuro da minha profissão. Fico com medo de ficar para trás.",
]


@pytest.mark.parametrize("text", OWN)
def test_the_users_own_words_are_not_taken_for_another_s(text: str) -> None:
    assert pasted.pieces(text) == (pasted.Piece(text, True),)


def test_what_may_be_the_same_persons_story_in_the_next_line_waits() -> None:
    story = (
        "I moved to Cork in May and I teach maths at a school. My sister came along. You would "
        "like it here."
    )
    own = "I answer her mails every night and translate her letters, which I love."
    assert pasted.quotable_parts(f"{story}\n{own}") == [(story, True), (own, False)]


PROFILE = "I am a nurse with ten years of experience. I work nights in Cork. " * 8
ANNOUNCED = [
    f"Summarise the mail below later.\n\nHere is some information about myself. {PROFILE}",
    f"Fasse das später zusammen. Das hier ist über mich:\n\n{PROFILE}",
]
NOT_ANNOUNCED = [
    f"Summarise this text for me:\n\nShe wrote about me. {PROFILE}",
    f"Improve the 'about me' page of my client:\n\n{PROFILE}",
]


@pytest.mark.parametrize("text", ANNOUNCED)
def test_a_text_announced_as_about_oneself_is_in_doubt(text: str) -> None:
    parts = pasted.quotable_parts(text)
    assert any("I work nights in Cork" in words for words, _in_doubt in parts)


@pytest.mark.parametrize("text", NOT_ANNOUNCED)
def test_a_text_about_another_is_not(text: str) -> None:
    assert not any("I work nights in Cork" in words for words, _ in pasted.quotable_parts(text))


# For any prompt

_BITS = [
    "```", "~~~",
    "\n", "\n\n", "> ", "<p>", "</p>", "<", "“", "”", '"', "「", "From: a\n", "To: b\n",
    "-----BEGIN X-----", "-----END X-----", "    x\n", "2025-01-01 x\n", "a,b,c\n", "\t",
    "I am Ana. ",
    "so: ", "x" * 300, "\r\n", "\0", "é", "-- ", "User: hi\n", "Ada: hi\n", "On x wrote:\n",
]  # fmt: skip
prompts = st.one_of(st.text(), st.lists(st.sampled_from(_BITS), max_size=30).map("".join))


@given(prompts)
@example("")
@example(_PAGES * 8)
@settings(deadline=None)
def test_the_pieces_are_the_prompt(text: str) -> None:
    found = pasted.pieces(text)
    assert "".join(piece.text for piece in found) == text
    assert all(piece.text for piece in found)
    assert all(
        (one.is_typed, one.in_doubt) != (other.is_typed, other.in_doubt)
        for one, other in pairwise(found)
    )
    assert not any(piece.is_typed and piece.in_doubt for piece in found)


@given(prompts)
@settings(deadline=None)
def test_what_a_model_sees_of_a_prompt_is_what_may_have_been_typed(text: str) -> None:
    seen = pasted.without_pasted(text)
    remains = "".join(seen.replace(LEFT_OUT, "").split())
    quotable = "".join(words for words, _ in pasted.quotable_parts(text.replace(LEFT_OUT, "")))
    assert remains == "".join(quotable.split()) or LEFT_OUT in text


@given(st.text(alphabet="abc ,.\n", min_size=1), prompts)
@settings(deadline=None)
def test_what_is_in_a_closed_fence_is_never_typed_parts(shown: str, before: str) -> None:
    before = before.replace("`", "").replace("~", "")
    text = f"{before}\n```\nZanzibar {shown}\n```\n"
    assert "Zanzibar" not in "".join(typed_parts(text))


@given(prompts, st.integers(5 * LONGEST_TYPED, 30_000))
@settings(deadline=None, max_examples=example_count(30))
def test_of_a_prompt_longer_than_a_person_types_little_was_typed_parts(
    text: str, length: int
) -> None:
    words = (text or "word ") * (length // len(text or "word ") + 1)
    assert sum(map(len, typed_parts(words))) <= LONGEST_TYPED


HOSTILE = {
    "fences": "```" * 6_000,
    "open tags": "<a>" * 6_600,
    "open tags, each another": "".join(f"<a{n}>" for n in range(3_000)),
    "less than": "<" * 20_000,
    "a tag that never ends": "<a " + "b" * 19_990,
    "quotation marks": '"' * 20_000,
    "open quotation marks": "“" * 20_000,
    "quotation marks and words": '"a ' * 6_600,
    "mail headers": "From: x\n" * 2_500,
    "half a mail header": "From:x\n" * 2_500,
    "dashes": "-" * 20_000,
    "dashes in lines": "--\n" * 6_600,
    "beginnings": "-----BEGIN x-----\n" * 1_100,
    "spaces": " " * 20_000,
    "tabs and spaces": "\t " * 10_000,
    "line ends": "\n" * 20_000,
    "symbols": "{" * 20_000,
    "commas": "," * 20_000,
    "digits": "1" * 20_000,
    "times": "10:01:02 " * 2_200,
    "words": "word " * 4_000,
    "a colon each": "a:\n" * 6_600,
    "dots": "a." * 10_000,
    "tildes": "~~~ x\n" * 3_300,
    "indented": "    x\n\n" * 2_800,
    "spaces at line ends": ("x" + " " * 98 + "\n") * 200,
    "a word and spaces": "word" + " " * 19_990 + "x",
    "a megabyte": "I am Ana. " * 100_000,
    "labels": "Ben: hi\n" * 180,
    "short labels, each another": "".join(f"A{n}: I\n" for n in range(180)),
    "blank lines and words": "I am\n\n" * 240,
    "greetings": "Hi Ada,\n\n" * 150,
    "spaces, less than a long prompt": "reply to this:\n\nI" + " " * 1_400 + "x",
    "own quotations": 'I said "I am who I am and that is that" ' * 480,
    "noise": "".join(random.Random(1).choices("<>`~\"“”'-:;,|\n\t ab{}()=$#@[]", k=20_000)),
}


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_input_takes_bounded_time(text: str) -> None:
    with bounded():
        found = pasted.pieces(text)
    assert "".join(piece.text for piece in found) == text


def test_the_place_of_what_is_left_out_is_marked() -> None:
    text = "I moved to Tromsø.\n```\nI live in Zanzibar\n```\nIs it cold?"
    assert pasted.without_pasted(text) == f"I moved to Tromsø.\n\n{LEFT_OUT}\n\nIs it cold?"
