"""What the user's words deny, or say of somebody else, does not become a fact; the rest does."""

from datetime import datetime

import pytest
from support.rows import for_each

from llm_user_memory.checks.guard import CheckContext, check
from llm_user_memory.checks.quotes import TypedText
from llm_user_memory.profile.document import EMPTY
from llm_user_memory.profile.edits import Edit

pytestmark = pytest.mark.once

SAID_AT = datetime(2026, 3, 11, 12).timestamp()  # a Wednesday

RIGHT = [
    # Denied is something else, or nothing.
    ("i'm a welder, not a plumber", "Is a welder"),
    ("we use podman not docker so give me that command", "Uses Podman"),
    ("can't live without my espresso machine", "Has an espresso machine"),
    ("honestly couldn't be prouder of our daughter", "Has a daughter"),
    ("i never miss a yoga class", "Takes yoga classes"),
    ("nicht schlecht, ich nutze auch Fedora", "Uses Fedora"),
    ("no hay problema, vivo en Lugo", "Lives in Lugo"),
    ("ничего страшного, я живу в Самаре", "Lives in Samara"),
    ("我离不开咖啡", "Likes coffee"),
    ("ya no estudio derecho, estudio historia", "Studies history"),
    ("ich esse kein Fleisch, weil ich Buddhist bin", "Doesn't eat meat because of Buddhism"),
    ("i can't stand jazz", "Dislikes jazz"),
    ("no soporto el calor, odio el verano", "Hates summer"),
    # Words of opposite meaning, both said.
    ("i broke my left wrist, the right one is fine", "Broke the left wrist"),
    ("moved from Graz to Linz in 2024", "Moved from Graz to Linz in 2024"),
    ("duz mich bitte immer, ich mag kein Siezen", "Möchte geduzt werden"),
    # Of the user, though others are named.
    ("my brother's a vet and i'm a farmer", "Is a farmer"),
    ("i drive my dad's old volvo", "Drives an old Volvo"),
    ("Rust is great, i use it daily", "Uses Rust daily"),
    ("il y a deux ans j'ai acheté un voilier", "Bought a sailboat two years ago"),
    # Numbers.
    ("i live on the 4th floor", "Lives on the fourth floor"),
    ("im in 3rd year of medicine", "Is in the third year of medicine"),
    ("我有一个哥哥和两个妹妹", "Has three siblings"),
    ("down 6 kg, started at 80", "Weighs 74 kg"),
    # Other names.
    ("i run arch on my thinkpad", "Runs Arch Linux on a ThinkPad"),
    ("my clio has a flat tyre", "Has a Renault Clio"),
    ("i live in LA", "Lives in Los Angeles"),
]

WRONG = [
    ("i'm not a welder, i'm a plumber", "Works as a welder"),
    ("we don't use docker, podman only", "Uses Docker"),
    ("ich spreche kein Russisch", "Speaks Russian"),
    ("no bebo alcohol, pero me gustan los cócteles", "Bebe alcohol en fiestas"),
    ("我没有孩子", "有孩子"),
    ("я не женат, живу один", "Is married"),
    ("je suis plus prof", "Est prof"),
    ("don't drop the footnotes, they help", "Wants no footnotes"),
    ("not only a baker but also a mum", "Is not a baker"),
    ("nobody at work speaks polish except me", "Doesn't speak Polish"),
    ("i love my job as a welder", "Hates working as a welder"),
    ("ich hasse Excel", "Mag Excel"),
    ("je ne supporte plus Paris", "Aime Paris"),
    ("broke my left wrist", "Broke the right wrist"),
    ("moved from Graz to Linz in 2024", "Moved from Linz to Graz in 2024"),
    ("letztes jahr von Graz nach Linz gezogen", "Wohnt in Graz"),
    ("my tenant stopped paying, i'm the landlord", "Is a tenant"),
    ("always answer briefly please", "Wants detailed answers"),
    ("my sister's allergic to eggs", "Is allergic to eggs"),
    ("can i play doom on my uncle's laptop", "Has a laptop"),
    ("Lena ist Ärztin, ich suche ein Geschenk", "Ist Ärztin"),
    ("my lecturer is strict about citations", "Is a lecturer"),
    ("wie wird man notar? ich frage für meine schwester", "Will Notar werden"),
    ("i'd rather use zig, at work we use go", "Uses Zig at work"),
    ("would have loved to become a pilot, i am a clerk", "Is a pilot"),
    ("reading up on a masters in law", "Has a master's in law"),
    ("going to japan in may, need vaccines?", "Is Japanese"),
    ("i want to get to 12 pull-ups, can do 4", "Can do 12 pull-ups"),
    ("вместо лифта хожу пешком на третий этаж", "Lives on the fifth floor"),
    ("i'm 61 and taught for 30 years", "Taught for 61 years"),
    ("两只猫一只狗", "有三只猫"),
    ("nos 3 gamins et moi, on est 4 à la maison", "A quatre enfants"),
    ("i'm Grace's tutor", "Name is Grace"),
    ("天上的白云真美", "名叫白云"),
    ("we want to target families", "Works at Target"),
    ("we moved to Leeds in october", "Moved to Leeds in October 2026"),
]

ENDED = [
    ("Raucht", "ich rauch nicht mehr seit januar"),
    ("在阿里工作", "我上周从阿里离职了"),
    ("Lives in Graz", "i left Graz for good"),
]
NOT_ENDED = [
    ("Raucht", "meine mutter raucht nicht mehr"),
    ("Wohnt in Graz", "den server in Graz hab ich gekündigt"),
    ("Aime le café", "j'ai plus de café"),
    ("Plays the cello", "sold the piano"),
    ("Does boxing", "missed boxing today"),
]


@pytest.mark.parametrize(("typed", "fact"), RIGHT)
def test_what_the_words_say_of_the_user_is_taken(typed: str, fact: str) -> None:
    assert _refusal(Edit("add", "Interests", new=fact, quote=typed), typed) == ""


@for_each(("typed", "fact"), WRONG)
def test_what_they_deny_or_say_of_others_is_not(typed: str, fact: str) -> None:
    assert _refusal(Edit("add", "Interests", new=fact, quote=typed), typed) != ""


@pytest.mark.parametrize(("old", "typed"), [*ENDED, *NOT_ENDED])
def test_a_fact_is_removed_only_where_it_is_over(old: str, typed: str) -> None:
    edit = Edit("remove", "Interests", old, quote=typed)
    profile = f"{EMPTY}\n## Interests\n\n- {old}\n"
    assert (_refusal(edit, typed, profile) == "") == ((old, typed) in ENDED)


def _refusal(edit: Edit, typed: str, profile: str = EMPTY) -> str:
    said = [TypedText("turn", typed, SAID_AT)]
    context = CheckContext({edit.old.lower(): "I said so"} if edit.old else {})
    return check([edit], profile, said, context)[1][0].refusal
