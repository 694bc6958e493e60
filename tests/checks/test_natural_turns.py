"""Turns as people type them: asides, negations beside the point, other people, short answers.

Right and wrong facts stand side by side. The rows were written by hand, by people who had not read
the rules; each one was wrong before its rule. All were said on Thursday, 14 May 2026.
"""

# ruff: noqa: E501 - tables

from datetime import datetime

import pytest
from support import judging
from support.rows import for_each

pytestmark = pytest.mark.once

_SAID_AT = datetime(2026, 5, 14, 12).timestamp()

# Whether the fact is right, the turns, and the fact.

# A negation stands in the turn: it may belong to another clause, or deny just this.
NEGATIONS = [
    (
        True,
        (
            "the sourdough never rises in my kitchen, i live at 2400m in la paz so maybe thats why?? dont tell me to buy a proofer",
        ),
        "Lives in La Paz",
    ),
    (
        True,
        ("don't have a car so whatever hike you suggest has to be reachable by train from Leeds",),
        "Has no car",
    ),
    (
        True,
        ("my knee isn't great since the meniscus op in january so no jumping in the plan pls",),
        "Had meniscus surgery in January 2026",
    ),
    (
        True,
        ("i play bass not guitar so tabs with 4 strings please. trying to learn a motown line",),
        "Plays bass",
    ),
    (
        True,
        ("non ho la patente, quindi da bari a matera come ci arrivo senza macchina?",),
        "Non ha la patente",
    ),
    (
        True,
        (
            "can't complain, the new job at the library is quiet. anyway how do i dewey a cookbook about fermenting",
        ),
        "Works at a library",
    ),
    (
        False,
        (
            "not vue, svelte! you keep giving me vue. sveltekit 2 with typescript. do the form action again",
        ),
        "Uses Vue",
    ),
    (
        True,
        (
            "my doctor never told me why i should take the levothyroxine before breakfast, why is that",
        ),
        "Takes levothyroxine",
    ),
    (
        False,
        (
            "which yoga style for lower back",
            "forget the pilates thing i mentioned, thats my sister who does that. me i just sit all day",
        ),
        "Does pilates",
    ),
    (
        False,
        (
            "don't call me Liz, everybody else does and i can't stand it. Elizabeth is fine. now the poem for my retirement party",
        ),
        "Wants to be called Liz",
    ),
    (
        False,
        (
            "die katze gehört nicht mir sondern der nachbarin, ich füttere sie nur bis sonntag, sie frisst aber nix. was tun",
        ),
        "Hat eine Katze",
    ),
    (
        True,
        (
            "there's nothing on the label about sesame and my youngest has a severe sesame allergy, is tahini hidden in halva",
        ),
        "Youngest child has a severe sesame allergy",
    ),
    (
        True,
        (
            "i'm not vegan anymore, went back to eggs and cheese in the winter. frittata ideas with asparagus",
        ),
        "Is no longer vegan",
    ),
    (
        False,
        (
            "we don't have the budget for aws so its all on a hetzner box, how do i do backups offsite",
        ),
        "Uses AWS",
    ),
    (
        False,
        (
            "i'd move to Tromsø in a heartbeat if it wasn't for the dark winters. whats the least dark norwegian town with mountains",
        ),
        "Is moving to Tromsø",
    ),
    (True, ("dont want to wake my wife at 6",), "Has a wife"),
    (True, ("i can't go with my dog",), "Has a dog"),
    (True, ("i can't do it with the new baby",), "Has a new baby"),
]
# Dates that follow from durations, ages, weekdays and ranges.
DATES = [
    (True, ("as of monday i'm unemployed",), "Is unemployed since 11 May 2026"),
    (
        True,
        ("for about 2 months my left ear sounds dull",),
        "Left ear sounds dull since about March 2026",
    ),
    (
        True,
        ("for about 2 months i've had a dull left ear",),
        "Has a dull left ear since about March 2026",
    ),
    (True, ("i've been a nurse for a year and a half",), "Has been a nurse since late 2024"),
    (True, ("we move the weekend after next",), "Moves on 30 May 2026"),
    (True, ("i started my job three mondays ago",), "Started a job on 27 April 2026"),
    (True, ("i've been diabetic since i was 12 (i'm 34)",), "Has had diabetes since about 2004"),
    (True, ("i moved to berlin at 25, im 31 now",), "Lives in Berlin since about 2020"),
    (True, ("for 2 months i've been running",), "Has been running since March 2026"),
]
# Abbreviations of everyday speech, and what they stand for.
ABBREVIATIONS = [
    (True, ("i'm wfh mostly these days",), "Works from home"),
    (True, ("my pb for 10k is 48 min",), "Has a 10K personal best of 48 minutes"),
    (True, ("we're ttc",), "Is trying to conceive"),
    (True, ("my mil lives with us",), "Lives with mother-in-law"),
    (True, ("my bil and i share a workshop",), "Shares a workshop with brother-in-law"),
    (True, ("i have gerd",), "Has acid reflux"),
    (True, ("i'm an rn in icu",), "Is a registered nurse in intensive care"),
    (True, ("i'm an EMT",), "Is an emergency medical technician"),
    (True, ("i'm a swe at a bank",), "Is a software engineer at a bank"),
    (True, ("i'm the dba here",), "Is a database administrator"),
    (True, ("i work as an SRE",), "Works as a site reliability engineer"),
    (True, ("i'm in the pnw",), "Lives in the Pacific Northwest"),
    (True, ("my kid has an iep",), "Child has an individualized education program"),
]
# Other people, who are or are not the ones that the fact is about.
OTHERS = [
    (
        True,
        (
            "can u suggest a packed lunch thats nut free, my youngest (the one with the peanut allergy) is starting school in september and im panicking a bit",
        ),
        "Youngest child has a peanut allergy",
    ),
    (
        True,
        (
            "(typing one handed, broke my wrist on sunday) how do i turn on dictation in windows 11 so my boss stops asking why my mails are so short",
        ),
        "Broke a wrist on 10 May 2026",
    ),
    (
        False,
        (
            "grandad's hearing aids whistle, my sister lives round the corner and does all his batteries and appointments, but she wont change the domes. what size for oticon",
        ),
        "Sister wears hearing aids",
    ),
    (
        False,
        (
            "a lad at my woodturning club is colour blind and keeps mixing up the grits, is there a marking system that isnt colours",
        ),
        "Is colour blind",
    ),
    (
        True,
        (
            "honestly the stepkids hate me, been 8 months since i moved in with rob and i still cook separate meals, any icebreaker ideas for a 13 yr old",
        ),
        "Has stepchildren",
    ),
    (
        False,
        (
            "optician says glaucoma can't be ruled out until the second field test, so what are the odds really? my nan went blind from it",
        ),
        "Has glaucoma",
    ),
    (
        True,
        (
            "hubby wants a pool. we have clay soil, a slope, and exactly zero money till the car is paid off in 2028. talk him out of it for me",
        ),
        "Car will be paid off in 2028",
    ),
    (
        True,
        (
            "the bank lady asked for 3 years of accounts but i only went self employed in april 24, any lenders that take two?",
        ),
        "Has been self-employed since April 2024",
    ),
    (
        False,
        (
            "the chair of our residents' board runs an airbnb with two hot tubs, ironic given his noise rules. how do i file a complaint against him, texas",
        ),
        "Runs an Airbnb",
    ),
    (
        True,
        (
            "hi",
            "thinking about a sabbatical",
            "yeah boss ok'd it actually, so jan to april 2027 im off, and my partner joins for feb. where's warm and cheap",
        ),
        "Has a sabbatical from January to April 2027",
    ),
    (
        True,
        (
            "as the only guy in my knitting group i get all the sock patterns thrown at me. how do i turn a heel on 9 inch circulars",
        ),
        "Is the only man in a knitting group",
    ),
    (
        False,
        (
            "our au pair's boyfriend is an electrician from tbilisi, can he get his papers recognised in denmark quickly or is it hopeless",
        ),
        "Is an electrician from Tbilisi",
    ),
]
# What the last turn leaves to those before it.
TURNS = [
    (
        False,
        (
            "my flatmate is asking if he can claim the fridge on his taxes, he's a freelancer",
            "yes since 2021, graphic design mostly",
        ),
        "Has been a freelance graphic designer since 2021",
    ),
    (
        True,
        ("trying to get postgres to stop eating all my ram", "16 gigs, its a hetzner box"),
        "Runs Postgres on a Hetzner server",
    ),
    (
        False,
        (
            "write a short monologue by a lighthouse keeper",
            "make him older. i have lived alone on this rock for 31 years, start with that line",
        ),
        "Has lived alone for 31 years",
    ),
    (
        False,
        (
            "meine nachbarin hat nen bescheid vom jobcenter bekommen und versteht ihn nicht",
            "alleinerziehend, zwei kinder, und arbeitet 20 stunden im rewe",
        ),
        "Ist alleinerziehend mit zwei Kindern",
    ),
    (
        True,
        (
            "is there a good route for walking with a pushchair",
            "round Hebden Bridge, we're there from the 22nd to the 25th",
        ),
        "Will be in Hebden Bridge from May 22 to 25, 2026",
    ),
    (
        False,
        (
            "i'm stuck on my dnd character",
            "name her Ysolde",
            "ok whats her backstory",
            "half elf, two kids back in the village, she left her husband after the war. need a reason she hates boats",
        ),
        "Has two kids",
    ),
    (
        False,
        (
            "we were talking about moving to portugal",
            "that was last year's plan, we ended up staying put in Norwich",
        ),
        "Is planning to move to Portugal",
    ),
    (
        True,
        (
            "whats a good grinder under 200",
            "hand grinder yes, dont want to wake my housemates at 6",
        ),
        "Lives with housemates",
    ),
    (
        True,
        ("suggest a name for a boat", "narrowboat, 57 foot, and we're living on it from september"),
        "Will live on a narrowboat from September",
    ),
    (
        True,
        (
            "how do i turn down a wedding invite",
            "my cousins, its in vegas, we just cant afford it with the house move",
        ),
        "Is moving house",
    ),
    (
        False,
        (
            "i think its time to get glasses",
            "ok so reading ones. actually false alarm, optician says 20/20, it was just the screen being too bright",
        ),
        "Needs reading glasses",
    ),
    (
        False,
        (
            "my gran wants to know if she can still drive",
            "88, cataracts, she only goes to the shop in Oban and back",
        ),
        "Has cataracts",
    ),
    (
        False,
        (
            "was hilft gegen flugangst",
            "nicht bei mir, ich flieg ständig. meine frau, die nimmt sogar tabletten dagegen",
        ),
        "Hat Flugangst",
    ),
    (
        True,
        (
            "quanto dura il viaggio da Trento a Lecce",
            "in treno, la macchina l'ho venduta a febbraio",
        ),
        "Ha venduto la macchina a febbraio 2026",
    ),
    (
        True,
        (
            "помоги выбрать велосипед",
            "до 40 тысяч",
            "женский, рост 158. езжу в основном по лесу, не по городу",
        ),
        "Ездит на велосипеде в основном по лесу",
    ),
]
# Words for places, software, relatives and studies.
WORDS = [
    (
        True,
        ("孩子高二,物理总是七十分左右", "网课他不看的,试过了。他就喜欢拆手机"),
        "儿子喜欢拆手机",
    ),
    (
        True,
        ("who gets the tortoise? he bought it, i've done every vet bill (ontario if it matters)",),
        "Lives in Ontario",
    ),
    (True, ("we r on ubuntu 22.04 in prod",), "Runs Ubuntu 22.04 in production"),
    (True, ("turns out prod is on pandas 1.0.5",), "Runs pandas 1.0.5 in production"),
    (True, ("debian 12 on my box",), "Runs a Debian 12 server"),
    (True, ("i'm doing my anthropology MA",), "Studies for an anthropology MA"),
    (
        True,
        ("father of bride speech, 4 min, rhiannon, shes a firefighter",),
        "Has a daughter Rhiannon, a firefighter",
    ),
]


@pytest.mark.slow
@for_each(
    ("is_right", "turns", "fact"),
    [*NEGATIONS, *DATES, *ABBREVIATIONS, *OTHERS, *TURNS, *WORDS],
)
def test_only_right_facts_are_taken(is_right: bool, turns: tuple[str, ...], fact: str) -> None:
    refusal = judging.refusal(fact, turns, said_at=_SAID_AT)
    assert (refusal == "") == is_right, refusal
