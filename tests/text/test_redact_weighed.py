"""Secrets told in words of which there is no rule, by what stands near them; and the weights."""

import pytest

from llm_user_memory.text import redact
from llm_user_memory.text.redact import parting, weighed
from llm_user_memory.text.redact.cues import classes
from llm_user_memory.text.redact.weights import weight

SECRETS = (
    # Nothing but the words around links the value to what it opens.
    ("the guy at the desk gave me 40718 for the locker, how do i set a new code", "40718"),
    ("its Bumblebee47 with a big B, thats the router password", "Bumblebee47"),
    ("sms von der bank mit dem code 6604, ich hab nichts bestellt", "6604"),
    ("la nueva clave del correo, Tortuga_55, no entra en el movil", "Tortuga_55"),
    ("они прислали 550917 как код для входа, это нормально?", "550917"),
    ("锁屏密码改成了773104，怎么录指纹", "773104"),
    # The name of a setting, and the rest of the line.
    ("uri ldap://x.example.org\nbindpw Stift&Block\n", "Stift&Block"),
    ("server {\n  secret = Rhabarber_Kuchen\n}", "Rhabarber_Kuchen"),
    ("/set irc.server.oftc.sasl_password Zaun.Koenig\n", "Zaun.Koenig"),
    # Calls, commands and queries.
    ('req.basic_auth("svc", Some("kelp~Forest8")).send()', "kelp~Forest8"),
    ("sqlplus hr/L4ntern@//ora.lan:1521/PROD", "L4ntern"),
    ("http://music.lan/rest/ping?u=ann&p=cymbal4Drum&c=x", "cymbal4Drum"),
    ("/msg NickServ IDENTIFY otterPond77", "otterPond77"),
    # Words.
    ("is marmalade ok as a wifi password", "marmalade"),
    ("the password is driftwood lol", "driftwood"),
    (
        "my ledger words, any typo? acorn tornado velvet harbor mule canvas oyster ribbon gravel "
        "lemon fabric cradle",
        "acorn tornado velvet harbor mule canvas",
    ),
    ("coffre : 2 tours à gauche 14, droite 39, gauche 8", "14, droite 39, gauche 8"),
    ("ma phrase de passe est la vache danse devant douze moulins, c'est long ?", "la vache danse"),
)
HARMLESS = (
    "the queue number was 40718 and i waited two hours",
    "Bumblebee47 is the name of my band, make a poster",
    "the code has 6604 lines now",
    "the limit is 131072 tokens and the file has 96480 words",
    "screen 2560x1440, lock screen blurry",
    "safe trip, see you on 12-05-26",
    "password requisite pam_pwquality.so retry=3 minlen=14",
    "key fingerprint is SHA256:VrJMH5vlrRQ9Jd/VGzPhJ/EuSqdbeawc2n20Aq8R0gw.",
    "secret word puzzle: 6 letters, _ O _ E _ T",
    "logins per week: 412, 388, 405",
    "compiler pass 'licm' hoisted 3 instructions",
    "synonyms for: 'password', 'mystery', 'riddle'",
    "un pin de 4 cifras: hay 10000 combinaciones",
    "token = request.token\nsecret = load\n",
    "is python good for password managers",
    "the passphrase is the name of our first dog",
)


@pytest.mark.parametrize(("text", "secret"), SECRETS, ids=[text for text, _ in SECRETS])
def test_a_secret_is_told_by_what_stands_near_it(text: str, secret: str) -> None:
    assert secret not in redact.redacted(text)


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_looks_like_one_is_left_as_it_is(text: str) -> None:
    assert redact.redacted(text) == text


def test_a_word_has_the_classes_of_its_parts() -> None:
    assert classes("haustürcode") == {"lock", "code"}
    assert classes("l'allarme") == {"lock"}
    assert "password" in classes("sasl_password")
    assert classes("我的密码是") == {"own", "password", "code"}
    assert classes("butter") == frozenset()


def test_names_values_quotes_and_chinese_are_parted() -> None:
    words = [word.text for word in parting.words_of("f('a',\"b!c\") pw=x12 我的pw是x9", 0)]
    assert words == ["f(", "a", "b!c", "pw", "x12", "我的", "pw", "是", "x9"]


def test_a_feature_that_no_weight_is_known_of_weighs_nothing() -> None:
    assert weight("number", ()) < 0
    assert weight("number", ("nobody knows it",)) == weight("number", ())
    assert weight("number", ("<code:0", "<lock:0", "copula")) > weight("number", ())


def test_words_are_weighed_wherever_a_long_line_is_parted() -> None:
    long = "and so on. " * 60
    text = f"{long} the door code is 48213 {long}"
    assert [text[slice(*span)] for span in weighed.secrets(text)] == ["48213"]
