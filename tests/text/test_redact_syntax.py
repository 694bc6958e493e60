"""`redact`: passwords in files, calls and protocols, spelled, dictated, or merely near a login."""

import pytest
from support.cpu import bounded

from llm_user_memory.text.redact import holds_secret, redacted

pytestmark = pytest.mark.once

# Each text with its secret in the place of "<?>".
TOLD = (
    ('conn.setPassword("<?>"); throws', "plum" + "Cake_7"),
    ('body is "{\\"user\\":\\"lee\\",\\"password\\":\\"<?>\\"}"', "oatmeal" + "-91"),
    ('<add key="SmtpPassword" value="<?>" />', "w1llow" + "Bark"),
    ("FROM mysql\nENV MYSQL_ROOT_PASSWORD <?>\nRUN ./init.sh", "salted" + "Caramel"),
    ("USER anna\nPASS <?>\n530 login incorrect", "drift" + "wood"),
    ("a1 LOGIN anna@fjord.example <?>", "drift" + "-Wood1"),
    ('send "<?>\\r" after the prompt hangs', "hubcap" + "!44"),
    ("ACL SETUSER cache on ><?> ~* +@all", "tanger" + "ine8"),
    ("username admin privilege 15 secret <?> on the switch", "C0pper" + "head"),
    ("snmp-server community <?> RO", "pub-" + "9xTr"),
    ("my line in .pgpass is db1:5432:orders:svc:<?>", "Nutmeg" + "_88x"),
    ("my wifi: SSID KoalaNet, <?>", "eucalyptus" + "_leaf"),
    ("the keepass db opens with <?>, how do i copy it", "sleepy-badger" + "-paints-fog"),
    ("rabbitmqctl add_user shop <?>", "carrot" + "cake9"),
    ("its <?> all lowercase, thats the netflix password", "h u n t " + "e r 8 8"),
    ("password is <?> but it fails", "capital T then rainbow then 42 and an exclamation mark"),
    ("netflix is under mums account, goes by carolyn.dee, then <?>", "Tiger" + "lily88!"),
    ("ich komm mit anna.k und <?> nicht ins vpn", "Zimt" + "stern5"),
    ("login: marta@fjord.example\n<?>\ncant get in", "Sunfl0" + "wers"),
    ("habs auf <?> geändert, jetzt geht das login nicht", "Sonnen" + "blume1"),
    ("впн: ivanov / <?>", "Kedr" + "_2020"),
    ("mein tresor hat die kombination <?>", "17-" + "44-09"),
    ("lock screen is <?>", "274" + "913"),
    ("<?> disarms it", "55" + "19"),
    ("sein handy entsperrt man mit <?>", "44" + "60"),
    ("le wifi s'appelle Livebox-77 et le code <?>", "F3A9C0" + "1D7E"),
    ("el wifi del bar es Bar_Paco y la contraseña <?>", "croque" + "tas"),
    ("memorable word: <?>, they ask for the 3rd letter", "dande" + "lion"),
)  # fmt: skip

HARMLESS = (
    "MOT_DE_PASSE=**** dans les logs, c'est normal ?",
    "mein passwort wird nicht angenommen obwohl es stimmt",
    'psql "postgresql://$USER:$PGPASS@localhost/app" or do i need quotes',
    'password: "你的密码" 示例里这样写',
    "pass --dry-run to terraform1.7",
    "git clone git@github.com:acme/site.git asks for password",
    '<input type="password" placeholder="Password" /> autofill is yellow',
    "spelled b-a-r-r-y, that's my name",
    "password must have a capital letter, a dash and an exclamation mark",
    "the password is missing a capital letter, a digit and a dash",
    "login page v2.3.1 is slow since build 4417",
    "reset the password for jdoe42 on srv-db02",
    "safe travels! see you on 12-05-26",
    "encrypted with aes-256-gcm or chacha20-poly1305",
    "router model Archer-AX55 keeps dropping wifi",
    "phone with 5000 mAh, unlocks with a fingerprint",
    "my account at office365 and my windows11 login differ",
)  # fmt: skip


@pytest.mark.parametrize(("text", "hidden"), TOLD, ids=[text[:30] for text, _ in TOLD])
def test_a_password_told_without_a_sign_of_assignment_is_found(text: str, hidden: str) -> None:
    left = redacted(text.replace("<?>", hidden))
    assert hidden not in left
    assert not holds_secret(left)


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_looks_alike_stays(text: str) -> None:
    assert redacted(text) == text


def test_a_key_that_was_broken_over_lines_is_taken_out_whole() -> None:
    key = ["sk-proj-" + "9aKq2LmZ7TvB4RpW", "cY1dNs8Xo3HjU6Ef", "Zq8LmT2vKp"]
    left = redacted("my key is\n" + "\n".join(key) + "\nwhy 401")
    assert not [part for part in key if part in left]
    assert left.endswith("\nwhy 401")


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit",
    [
        *("password h u n t ", "password is capital A then ", "login a1b2c3 ", "ssid a,"),
        *("safe 1-1-", '.password("', "a:1:b:c:", "admin, Bramble99 ", "unlock with "),
    ],
)
def test_hostile_text_takes_no_more_than_its_length(unit: str) -> None:
    with bounded():
        redacted(unit * (20_000 // len(unit)))
