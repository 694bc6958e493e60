"""Finds pass phrases and seed words that nothing beside them calls so, by the subject of a text. Pure.

"I encrypted the drive with four words that I have in front of me: gloomy otter paints bridges".
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..patterns import regex
from . import first_look, looks
from .cues import classes
from .prose import is_common, is_of_prose

if TYPE_CHECKING:
    from . import Span

# A run of plain words with nothing but spaces between them.
_RUN = regex(r"(?<![\w-])[a-zà-ÿа-яё]{3,10}(?: [a-zà-ÿа-яё]{3,10}){5,30}(?![\w-])")
_PLAIN = regex(r"\S+")
# What such words belong to, and what people find them on: then it takes more of them.
_WALLET = regex(
    r"wallet|seed|bitcoin|\bbtc\b|krypto|crypto|cripto|ledger|trezor|metamask|monedero|cartera|billetera|portefeuille"
    r"|portafoglio|carteira|portemonnee|mnemoni|кошел\w+|биткоин|биткойн|крипт",
    re.IGNORECASE,
)
_NOTE = regex(
    r"(?:paper|note|notebook|card|phrase|words|recovery|zettel|heft|notiz|karte|wörter|papel|libreta|nota|palabras|papier"
    r"|carnet|mots|foglio|quaderno|parole|caderno|bilhete|palavras|briefje|schrift|woorden|бумажк\w|листк\w|тетрад\w|открытк\w|записк\w|слов\w?)(?!\w)",
    re.IGNORECASE,
)
_LEAST, _LEAST_OF_A_NOTE = 6, 11

# A secret of several words, and what one protects with it.
_NAME = regex(
    r"(?:(?<!\w)(?:pass[- ]?)?phrase|(?<!\w)frase|(?:haupt|merk|pass|kenn)?(?<![^\W_])s[aä]tz|(?<!\w)(?:hoofd|toegangs|wacht)zin|(?<!\w)zin|фраз\w{1,2}"
    r"|(?:words|wörter\w?|woorden|palabras|mots|parole|palavras|слов\w?)|passwor[dt]|kennwort|wachtwoord|contraseña|mot de passe|senha|парол\w{0,2})(?!\w)",
    re.IGNORECASE,
)
_PROTECTED = regex(
    r"encrypt|decrypt|verschlüssel|entschlüssel|(?<!\w)(?:des)?cifr|chiffr|crittogra|cripto|versleutel|ontsleutel|шифр|luks|veracrypt|truecrypt"
    r"|cryptsetup|(?<!\w)(?:gpg|pgp|ssh|7z|zip|usb|restic|borg|nas|vpn)(?!\w)|keepass|bitwarden|1password|filevault|bitlocker|pinentry|wallet|tresor|vault",
    re.IGNORECASE,
)
_REACH = 220
# Between the name and the phrase: a colon, a verb, or a comma after a word for choosing it.
_LINK = regex(
    r"(?:[:：]\s{1,4}|(?<!\w)(?:is|was|war|ist|lautet|lautete|heißt|es|era|fue|est|était|è|é|foi|ficou|quedó|это|была?|were"
    r"|puse|puso|pongo|mis|mets|metto|messo|tippe|tipp|type|typed|typ|typte|getypt|put|use|used|wrote|nahm|nehme|escrib[oí]|digito|digit[oe]i|tape|tapé|набираю|ввожу|пишу"
    r"|chose|picked|choisi|elegí|scelto|escolhi|koos|выбрал\w?|придумал\w?)(?: (?:volgens mij|glaub ich|glaube ich|i think|wohl|je crois|creo|credo|acho))?:?[ \t]{1,4}[\"'“„«]?"
    r"|(?:chosen?|picked|choisie?s?|elegid[ao]|scelt[ao]|escolhid[ao]|gekozen|ausgedacht|выбрал\w?|придумал\w?)[^\n,.;:!?]{0,40},\s{1,4})",
    re.IGNORECASE,
)
# "the chromebooks sign in as pupil with purple otter sandwich", "with the phrase «a b c»".
_QUOTED = regex(
    r"(?<![^\W_])(?:(?:pass[- ]?)?phrase|frase|satz|zin|фраз\w|password|passwort|kennwort|wachtwoord|contraseña|senha|пароль)[:,]?\s{1,4}[\"“«„']([^\"”»“'\n]{6,60})[\"”»“']"
    r"|[\"“«„']([^\"”»“'\n]{6,60})[\"”»“']\s{1,4}(?:as|als|como|comme|come|как)\s{1,4}(?:the |my |een |de |la |mi |mon |il |minha |a )?(?:key|password|passphrase|schlüssel|passwort|kennwort|sleutel|wachtwoord|clave|contraseña|clé|mot de passe|chiave|senha|chave|пароль|ключ)",
    re.IGNORECASE,
)
_SIGNED_IN = regex(
    r"(?<!\w)(?:(?:sign|log)s?(?:ged)?[- ]?(?:in|on|into)|einloggen|anmelden|entrar|entro|entra|connecter|connecte|accede|accedo|inloggen|войти|захожу)\s[^\n.;:?!]{0,30}?\s(?:with|mit|con|avec|com|met|с)\s{1,4}",
    re.IGNORECASE,
)
_PHRASE = regex(r"[^\W\d_][\w'’-]{0,20}(?: [^\W\d_][\w'’-]{0,19}){2,8}")
_END = regex(r"[\"'”»“]?[ \t]{0,4}(?:$|[\n,.;?!()—])|\s(?:ein|on|in)[,.]")
# The first word of the last sentence: "Which port is ..." tells nothing.
_NEXT_SENTENCE = regex(r"[.!?;\n]\W{1,3}([^\W\d_]{1,12})[^.!?;\n]*$")
_LEAST_UNCOMMON = 2
# A phrase with a word of these classes describes the secret instead of being it.
_DESCRIBES = frozenset(
    ("password", "code", "key", "access", "general", "judged", "fails", "phrase")
)
_SPEAKER = frozenset(
    """
    i you we they it this that ich wir sie es man je tu nous vous ça ce io noi voi eu você ele ela nós yo tú usted ik jij hij wij dat dit
    früher heute gestern morgen neulich übrigens now then later today yesterday luego ahora hoy maintenant adesso oggi agora hoje теперь сейчас раньше nu toen
    я ты мы вы он она оно они для чтобы если when what how why if because as while who which wenn weil wie was dass falls si quand comment parce que qui
    quando come porque cuando cómo perche se als omdat hoe то но but aber pero mais ma mas maar not nicht pas non não niet не more than than
    """.split()
)
_FIRST = frozenset(
    """
    the a an my der die das ein eine mein el la los las un una mi le les une mon ma il lo gli mio mia i o os um uma meu minha de het een mijn
    perché warum por che pourquoi почему мой моя two three four five six seven eight nine ten
    """.split()
)

# One word first, and then that it is somebody's password: "banana. that's it, that's the admin password".
_SUBJECT = regex(
    r"(?:(?:^|(?<=[.:!?;\n]))[ \t]{0,4})(?<!\w)[\"'“„«]?([^\W\d_]{4,30})[\"'”“»]?(?:[.,!]? |[,.] (?:[^\W\d_]{2,6}(?: it)?, )?)"
    r"(?:is|was|that['’]?s|it['’]?s|ist|das ist|war|c['’]est|es|era|è|é|это|—|dat is|(?:is )?what|es lo que|è quello che|é o que|c'est ce que)(?![^\W_])"
    r"(?P<rest>[^.\n?!]{0,60})",
    re.IGNORECASE,
)
_OWNED = regex(
    r"(?<![^\W_])(?:(?:my|our|mine|his|her|their|the|mein|meine|unser|sein|ihr|das|mi|su|nuestra|mon|notre|son|le|la|mia|nostra|sua|minha|nossa|a|mijn|ons|onze|het|мой|наш|её|его|у меня)"
    r" (?:[^\W\d_]{2,14} ){0,2}(?:[^\W\d_]{2,8}[- ])?(?:password|passwort|kennwort|wachtwoord|contraseña|clave|mot de passe|mdp|senha|palavra-passe|parola d'ordine|пароль)(?![\w-])"
    r"(?! (?:manager|generator|hash|policy|field|prompt|reset|hint))|what (?:i|we|he|she|they|my \w+|nan|mum|dad) (?:all )?(?:uses?|types?|puts?)|(?:lo que|ce que|quello che|o que) (?:[^\W\d_]{2,4} )?(?:uso|usa|usamos|utilise|uso|usa))",
    re.IGNORECASE,
)
# "grandma uses manolo for everything, even her mail": one word, and what it opens.
_EVERYWHERE = regex(
    r"(?<!\w)(?:uses?|using|used|nutzt?|nutze|benutz[te]|verwende[t]?|nimmt|nehme|usa|uso|usamos|utilise|gebruikt?|heeft|использу\w+|стоит|ставлю|ставит)\s{1,4}(?:overal |везде |immer |überall )?[\"'“„«]?([^\W\d_]{4,30})[\"'”“»]?,?\s{1,4}"
    r"(?:for|para|per|pour|für|voor|в|на|on|en|em|su|sur|auf|bei|op|partout|überall|everywhere|ovunque|dappertutto|overal)(?:\s{1,4}(?:[^\W\d_]{1,5}\s{1,4})?(?:everything|every|all|todo|toda|todos|todas|tudo|tutto|tutti|tout|toute?s|tous|alles?|jede[nrms]?|всех|все|всё)(?!\w))?",
    re.IGNORECASE,
)
_STANDS = regex(
    r"(?:на всех сайтах|везде|überall|everywhere|partout|ovunque|overal) (?:у \w+ )?(?:стоит|использу\w+|ставлю|steht|nehme ich|i use|j'utilise|uso|gebruik ik)\s{1,4}[\"'“„«]?([^\W\d_]{4,30})",
    re.IGNORECASE,
)
_WEB = regex(
    r"(?<!\w)(?:sites?|websites?|webs?|seiten|siti|сайт\w*|mail|email|correo|courriel|posta|почт\w|bank|banco|banque|banca|banking|банк\w*|streaming|password|passwort|kennwort|wachtwoord|contraseña|mot de passe|senha|парол\w*|log-?ins?)(?!\w)",
    re.IGNORECASE,
)


def secrets(text: str) -> "Iterator[Span]":
    """Yield the spans of such secrets in a whole text."""
    lower = first_look.lowered(text)
    yield from _seeds(text, lower)
    yield from _words(text, lower)
    if first_look.has_any(text.lower(), first_look.RECITED):
        yield from _quoted(text)
        if _PROTECTED.search(text):
            yield from _phrases(text)


def _words(text: str, lower: str) -> "Iterator[Span]":
    is_owned = first_look.has_any(lower, first_look.OWNED)
    for found in _SUBJECT.finditer(text) if is_owned else ():
        if _may_be_one(found[1]) and _OWNED.search(found[0], len(found[0]) - len(found["rest"])):
            yield found.span(1)
    if first_look.has_any(lower, first_look.USED) and _WEB.search(text):
        for form in (_EVERYWHERE, _STANDS):
            for found in form.finditer(text):
                if _may_be_one(found[1]) and found[1].islower():
                    yield found.span(1)


def _may_be_one(word: str) -> bool:
    return not is_of_prose(word) and not classes(word.lower()) and word.lower() not in _SPEAKER


def _seeds(text: str, lower: str) -> "Iterator[Span]":
    wallet = first_look.has_any(lower, first_look.WALLETS)
    note = first_look.has_any(lower, first_look.NOTES)
    for run in _RUN.finditer(text) if wallet or note else ():
        for start, end, count in _uncommon(text, *run.span()):
            around = text[max(0, start - _REACH) : start], text[end : end + _REACH]
            if (wallet and any(map(_WALLET.search, around))) or (
                note and count >= _LEAST_OF_A_NOTE and any(map(_NOTE.search, around))
            ):
                yield start, end


def _uncommon(text: str, at: int, end: int) -> "Iterator[tuple[int, int, int]]":
    """(start, end, count) of the runs of words of which none is common or has a class."""
    start = last = count = 0
    for word in _PLAIN.finditer(text, at, end):
        if is_common(word[0]) or word[0] in _SPEAKER:
            if count >= _LEAST:
                yield start, last, count
            count = 0
            continue
        start = start if count else word.start()
        count, last = count + 1, word.end()
    if count >= _LEAST:
        yield start, last, count


def _quoted(text: str) -> "Iterator[Span]":
    for quoted in _QUOTED.finditer(text):
        n = quoted.lastindex or 1
        if _PHRASE.fullmatch(quoted[n]) and _is_one(quoted[n]):
            yield quoted.span(n)
    for link in _SIGNED_IN.finditer(text):
        phrase = _PHRASE.match(text, link.end())
        if phrase and _END.match(text, phrase.end()) and _is_one(phrase[0]):
            yield phrase.span()


def _phrases(text: str) -> "Iterator[Span]":
    at = 0
    while name := _NAME.search(text, at):
        at = name.end()
        limit = min(len(text), at + _REACH)
        while link := _LINK.search(text, at, limit):
            begin, at = at, link.end()
            if (question := _NEXT_SENTENCE.search(text, begin, link.start())) and (
                "how" in classes(question[1].lower())
            ):
                continue
            phrase = _PHRASE.match(text, at)
            if phrase and _END.match(text, phrase.end()) and _is_one(phrase[0]):
                yield phrase.span()
                at = phrase.end()
                break


def _is_one(phrase: str) -> bool:
    words = [word.lower() for word in phrase.split()]
    if not _SPEAKER.isdisjoint(words[1:]) or (is_common(words[0]) and words[0] not in _FIRST):
        return False
    if any(not _DESCRIBES.isdisjoint(classes(word)) for word in words):
        return False
    if sum(map(looks.is_derived, words)) > 1:
        return False
    uncommon = sum(not is_of_prose(word) and len(word) > 2 for word in words)
    return uncommon >= max(_LEAST_UNCOMMON, len(words) // 2)
