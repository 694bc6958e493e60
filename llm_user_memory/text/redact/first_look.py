"""Cheap tests that rule out a match, so that a rule's expression need not be tried. Pure.

An expression with many words is tried at every character; finding a plain string takes a hundredth
of the time. Each table has lower-case strings, of which every match contains at least one.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from ..patterns import regex

# Names of codes, and words that tell somebody to enter one (`codes`).
CODES = tuple(
    """
    cod cód код pin пин nip comb komb комб otp tan puk пук 2fa mfa auth passw passc passe zahl nummer
    clave senha segredo token sms смс text whatsapp contrase парол schloss lock candado cadenas antivol
    lucchetto cadeado замок 码 密 口令 press enter type dial punch key input tippe drücke wähle eingeben
    gib marca tecl pulsa digit premi inserisci aperte tape compose saisi fai набери введи нажми набрать
    ввести 输入 按
    """.split()
)
SEEDS = tuple(
    """
    monedero cartera billetera portefeuille portafoglio carteira metamask ledger trezor phantom
    фраз кошел 钱包 seed recovery mnemonic wallet backup secret word wörter palabras mots parole palavras слов phrase
    frase sätz satz merk semilla сид мнемо 助记词 恢复短语 wiederherstellung
    """.split()
)
PHRASES = tuple(
    "phrase frase satz sätz фраз 短语 master encrypt haupt maestra maître principal mestra мастер".split()
)
PASSWORDS = tuple("passw kennw pw contrase clave passe mdp senha парол pass".split())
LISTS = tuple("code códig codig codic код 恢复 备用 备份".split())
RECITED = tuple(
    "phrase frase satz sätz zin фраз words wörter woorden palabras mots parole palavras слов sleutel key sign log войти захожу entr anmeld connect acced pass kennw wachtw contrase senha парол".split()
)
QUESTIONS = tuple(
    """
    respuesta réponse reponse risposta resposta question answer frage antwort pregunta domand
    pergunta вопрос ответ 密保 安全问题 maiden mädchenname jeune soltera nubile madre solteira
    memorable mémorable merkwort девичь 母亲 first favo geburtsname erste primera primer premi prim перв кличк 宠物 小学 出生
    """.split()
)
WALLETS = tuple(
    """
    wallet seed bitcoin btc krypto crypto cripto ledger trezor metamask monedero cartera billetera portefeuille portafoglio carteira portemonnee mnemoni
    кошел биткоин биткойн крипт
    """.split()
)
NOTES = tuple(
    """
    paper note card phrase words recovery zettel heft notiz karte wörter papel libreta nota palabras papier carnet mots foglio quaderno parole caderno bilhete palavras
    briefje schrift woorden бумажк листк тетрад открытк записк слов
    """.split()
)
OWNED = (
    *"passw passe kennw wachtw contrase clave mdp senha parola парол what".split(),
    *("o que", "ce que", "quello che"),
)
USED = tuple(
    """
    use using usa uso nutz verwende nimmt nehme utilise gebruik heeft использу стоит ставл ставит всех везде überall everywhere partout ovunque overal
    """.split()
)
GUESSED = tuple(
    """
    crack brute guess knack errat hackear descifr adivin craqu devin pirat indovin quebr взлом подобр 破解
    """.split()
)

# Letters that an expression takes for these others if it ignores case, though `lower` does not.
_VARIANTS = str.maketrans("İıſᲀᲁᲂᲃᲄᲅᲆ", "iisвдосттъ")
_VARIANT = regex("[İıſᲀ-ᲆ]")

# Four digits, or digits separated by a sign, which every code of a lock has.
DIGITS = regex(r"[0-9]{4}|[0-9][ -][0-9]|[0-9],?(?: [^\W\d]{1,7}){1,2} [0-9]|[左右][0-9]")
# Seven digits and capitals, or the start of an IBAN, which every number with a check digit has.
NUMBERS = regex(
    r"[0-9](?:(?:[ .+-]?[0-9A-Z]){6}|(?<=[A-Za-z]{2}[0-9])[0-9](?:[ -]?[A-Za-z0-9]){11})"
)


def has_any(lower: str, strings: Sequence[str]) -> bool:
    """Tell whether a lower-case text contains one of the strings."""
    for string in strings:  # noqa: SIM110  # a generator takes twice the time
        if string in lower:
            return True
    return False


def lowered(text: str) -> str:
    """Return a text in small letters, of the same length, as an expression that ignores case sees it."""
    if not text.isascii() and _VARIANT.search(text):
        text = text.translate(_VARIANTS)
    return text.lower()


def beginnings(strings: Iterable[str]) -> re.Pattern[str]:
    """Return an expression that finds where one of the strings may begin in a lower-case text.

    It matches their first letter, and compares three more. An alternation whose parts begin with
    letters is tried only at these letters, unless it ignores case.
    """
    rests = dict[str, set[str]]()
    for string in strings:
        rests.setdefault(string[:1], set()).add(re.escape(string[1:4]))
    return regex(
        "|".join(f"{re.escape(first)}(?={'|'.join(sorted(rest))})" for first, rest in rests.items())
    )


def matches(pattern: re.Pattern[str], begin: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Yield what `pattern.finditer(text)` does, given the `beginnings` of all its matches."""
    at = 0
    for found in begin.finditer(lowered(text)):
        if found.start() >= at and (match := pattern.match(text, found.start())):
            yield match
            at = match.end()


def has_long_word(text: str, length: int) -> bool:
    """Tell whether a word of that length has other characters than small letters."""
    long = [word for word in text.split() if len(word) >= length]
    return not all(word.isalpha() and word.islower() for word in long)


# Names of passwords (`weighed`).
NAMES = tuple(
    """
    pass pw pasw psw kennw losungsw codewort mdp cred login daten identifiant contra clave senha parola пасс парол wachtw wachtz toegangsz hoofdz inlogg ww psk palavra
    zugangsw kennung losung учетн учётн 登录码 密 蜜码 迷码 口令 秘钥 暗号 パスワード 비밀번호
    """.split()
)
# What a text speaks of that tells a plain word or a phrase as a secret (`weighed`). A "_" is the
# beginning or the end of a word.
SPOKEN = tuple(
    entry.replace("_", " ")
    for entry in """
    code key _pin clé clave chiave chave ключ код login _logg _log-in _sign unlock account acct user admin _root sudo _ssh vpn access gets_ encrypt locked vault luks _gpg crypt _zip wallet
    _word phrase question answer maiden _pet_ teacher wifi wi-fi wlan router netflix bank _mail
    konto anmeld zugang benutz nutzer sperr schlüssel _wort wörter _satz spruch frage antwort haustier mädchenname _sag überall
    cuenta acceso _entr usuari bloque cifr palabra frase pregunta respuesta mascota soltera _red_ correo
    compte connect accès verrouill chiffr _mot réponse reponse réseau partout
    utente sblocc accedo accesso domand rispost ovunque _rete_ _posta registro
    _conta acess desbloq pergunt respost _rede_
    логин аккаунт _уч _вход _вой _зай захо доступ разблок шифр _слов фраз вопрос ответ вайф почт
    inlog account toegang gebruik versleutel _zin_ woord vraag antwoord overal
    laptop tablet phone computer handy telefon rechner portátil ordenador _ordi móvil telemó celular portatile cellulare телефон _ноут _комп планш 手机 电脑 平板 _open _öffn _abre _ouvr _apre откр
    登 账 帐 用户 锁 加密 密 暗 词 短语 答案 问题 进 网 码
    """.split()
)
