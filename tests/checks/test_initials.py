"""Names that the user gave in short, and short words that only look like their beginnings."""

import pytest
from support import judging
from support.rows import for_each

from llm_user_memory.checks.refusals import INVENTED

pytestmark = pytest.mark.once

# The fact, and what was typed, which has a short word with initials, letters or the beginning of
# the name, or the name within a word or across two.
INVENTIONS = [
    ("Работает в Яндексе", "я работаю в офисе"),
    ("Живёт во Владивостоке", "я живу в большом городе"),
    ("Учится в Иннополисе", "я учусь и работаю"),
    ("Живёт на Алтае", "я живу на окраине города"),
    ("Учится в Одессе", "я учусь во дворце творчества"),
    ("Носит Адидас", "я ношу кеды на работу"),
    ("Живёт в Сочи", "я живу со своей мамой в большом доме"),
    ("Живёт в Томске", "то есть я живу в общежитии"),
    ("Работает в Озоне", "он и я работаем в офисе"),
    ("Mora em Manaus", "moro em uma cidade grande"),
    ("Mora na Argentina", "moro na praia com a família"),
    ("Mora em Olinda", "moro perto de o mar"),
    ("Lavora a Empoli", "lavoro e studio in centro"),
    ("Lavora da Iveco", "lavoro di notte"),
    ("Works at Siemens", "i work at a plant w/ s machines"),
    ("Has a dog named Andy", "i have a dog and a cat"),
    ("Has a dog named Theo", "i have the dog of my dreams"),
    ("Dog is called Maya", "my dog may be ill"),
    ("Lives in Mumbai", "i live with my mum"),
    ("Lives in Warsaw", "i live near a war memorial"),
    ("Works at Apple", "i work on an app"),
    ("Uses a Canon camera", "i can take photos, i use a camera"),
    ("Vive en Málaga", "vivo mal en este piso"),
    ("Mora em Porto", "moro por aqui"),
    ("Живёт в Самаре", "я сам живу в общежитии"),
    ("Works at Intel", "i work in telecom"),
    ("Wife is called Anita", "my wife cooks an italian dish"),
    ("Wife is called Andrea", "my wife is ill and really tired"),
    ("Lives in Essen", "i live with less energy"),
    ("Lives in Paris", "i live well in comparison"),
    ("Has an Apple", "i have a pineapple"),
]
GIVEN = [
    ("Lives in New York City", "i live in nyc"),
    ("Lives in Los Angeles", "i live in la"),
    ("Works with Ruby on Rails", "I work with ror every day"),
    ("Studies at the University of Edinburgh", "i study at uoe"),
    ("Plays Tears of the Kingdom", "i play totk every evening"),
    ("Mora em Belo Horizonte", "moro em bh"),
    ("Живёт в Нижнем Новгороде", "я живу в нн"),
    ("Учится в МГУ", "я учусь в мгу"),
    ("Works with JavaScript", "i work with js every day"),
    ("Живёт в Риме", "Рим мой дом, я там живу"),
    ("Uses GitHub", "i use git hub"),
    ("Uses Postgres", "i use postgresql at work"),
    ("Uses Macs", "I use a mac at home and at work"),
]


@for_each(("fact", "typed"), INVENTIONS)
def test_a_small_word_is_no_abbreviation_of_a_name(fact: str, typed: str) -> None:
    assert judging.refusal(fact, typed) == INVENTED


@pytest.mark.parametrize(("fact", "typed"), GIVEN)
def test_an_abbreviation_gives_the_name(fact: str, typed: str) -> None:
    assert judging.refusal(fact, typed) == ""
