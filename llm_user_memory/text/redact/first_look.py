"""Cheap tests that rule out a match, so that a rule's expression need not be tried. Pure.

An expression with many words is tried at every character; finding a plain string takes a hundredth
of the time. Each table has lower-case strings, of which every match contains at least one.
"""

from collections.abc import Sequence

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
    "phrase frase satz sätz фраз 短语 master haupt maestra maître principal mestra мастер".split()
)
PASSWORDS = tuple("passw kennw pw contrase clave passe mdp senha парол pass".split())
LISTS = tuple("code códig codig codic код 恢复 备用 备份".split())
QUESTIONS = tuple(
    """
    respuesta réponse reponse risposta resposta question answer frage antwort pregunta domand
    pergunta вопрос ответ 密保 安全问题 maiden mädchenname jeune soltera nubile madre solteira
    memorable mémorable merkwort девичь 母亲 first favo
    """.split()
)
GUESSED = tuple(
    """
    crack brute guess knack errat hackear descifr adivin craqu devin pirat indovin quebr взлом подобр 破解
    """.split()
)

# Four digits, or digits separated by a sign, which every code of a lock has.
DIGITS = regex(r"[0-9]{4}|[0-9][ -][0-9]")
# Seven digits and capitals, or the start of an IBAN, which every number with a check digit has.
NUMBERS = regex(r"[0-9](?:[ .+-]?[0-9A-Z]){6}|[A-Za-z]{2}[0-9]{2}(?:[ -]?[A-Za-z0-9]){11}")


def has_any(lower: str, strings: Sequence[str]) -> bool:
    """Tell whether a lower-case text contains one of the strings."""
    for string in strings:  # noqa: SIM110  # a generator takes twice the time
        if string in lower:
            return True
    return False


def has_long_word(text: str, length: int) -> bool:
    """Tell whether a word of that length has other characters than small letters."""
    return any(
        len(word) >= length and not (word.isalpha() and word.islower()) for word in text.split()
    )


# Names of passwords (`weighed`).
NAMES = tuple(
    """
    pass pw pasw psw kennw losungsw codewort mdp cred login daten identifiant contra clave senha parola пасс парол wachtw psk palavra
    密 口令 秘钥 暗号 パスワード 비밀번호
    """.split()
)

# Names of secrets, of things that they open, and of access (`weighed`).
NAMED = tuple(
    """
    pass psw pswd log cod key pin tan 码 密 user token auth pasw kennw losungsw cód pw mdp cred daten contra
    clave senha parola parole wachtw парол пасс psk 口令 暗号 パスワード 비밀 nip comb komb geheim zahl шифр
    код пин пук otp puk cvv cvc 2fa mfa sequence digit ziffer crypto secret schlüssel jeton clé cle
    llave chiav chave segre ключ токен секр 钥 令牌 bearer jwt cookie licen lizenz serial activ aktiv
    ativa attiv актив 激活 许可 序列 seed mnem 助记 hash pat sign account acct usr admin root sudo ssh ftp
    vpn rdp smb ldap smtp imap pop3 decrypt encrypt protected vault bitward lastp keep konto konten
    nutzer zugang entsperr verschl gesperrt cuenta usuario acces entr sesi cifr compte utilis connex
    connect accè ident verrou chiffr utent conta acess usuá bloq cripto логин аккаунт учет учёт вход
    войти вхож зайти захож заш доступ блок 登 账 帐 用户 door gate alarm safe lock garage lobby suitcase
    luggage intercom buzzer disarm shed barn basement building elevator bike card debit sim
    voicemail screen airbnb cabin guest tür gartentor tresor schlo fach kasten karte koffer keller
    eingang scharf klingel puerta caja candado trastero taquilla maleta tarjeta cajero telefonillo
    porte verja coffre cadenas interphone immeuble valise boîte antivol casier hall désarm porta
    cancello allarme cassaf lucch citof bancom armad valig cassetta porto portã cofre cadeado cart
    mala interfone predio prédio двер сейф зам ворот калит домоф сигнал гараж карт чемод шлагб
    подъезд сим шкаф 门 锁 保险 报警 车库 行李 卡 柜
    psw pswd комб anmeld angemeldet inicia accéd acced sblocc заход gartentor hoftor portón garaje antifurto armário
    """.split()
)
