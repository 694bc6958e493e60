"""Finds secrets of several words or lines: pass phrases, seeds, lists of codes, answers. Pure."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..patterns import regex
from . import first_look
from .prose import is_common, is_of_prose, may_be_a_value
from .values import Grade, grade, is_placeholder

if TYPE_CHECKING:
    from . import Span

# The seed words of a wallet, after a name for them; numbered or not.
_SEED_NAME = regex(
    r"(?:seed|recovery|mnemonic|wallet|backup|secret|ledger|trezor|metamask|phantom|bip-?39)[- ](?:phrase|words?|key)s?\b|\bseed\b|\bmnemonics?\b"
    r"|\b(?:12|15|18|24|twelve|twenty[- ]four|zwölf|vierundzwanzig|doce|douze|dodici|doze)[ -]"
    r"(?:\w{1,12} )?(?:words?|wörter|palabras|mots|parole|palavras)\b|\b(?:12|24) слов\w*"
    r"|(?:wiederherstellungs|seed-?|merk)(?:phrase|wörter|sätze?)|(?:frase|palabras) (?:semilla|de"
    r" (?:recuperaci[oó]n|respaldo))|semilla|phrase (?:de récupération|mnémonique|secrète|de seed)"
    r"|(?:frase|parole) (?:di recupero|seed|mnemonica|segreta)|(?:frase|palavras) (?:semente|de"
    r" (?:recupera[cç][aã]o|backup))|(?:сид|seed|мнемо)[\w-]{0,10}(?:[ -]фраз\w*)?|助记词|恢复短语"
    r"|(?:frases?|phrases?|palabras|palavras|parole|mots|words) (?:de|di|of|from|for|du|da|do) (?:mi |my |meine? |mon |mio |il mio |meu |minha |la |el |le |the )?(?:wallet|monedero|cartera|billetera|portefeuille|portafoglio|carteira|metamask|ledger|trezor)"
    r"|(?:wallet|monedero|billetera|carteira|metamask|ledger|trezor|phantom)(?=\s?:)|фраз\w{1,2} (?:от |из )?(?:кошелька|восстановления)",
    re.IGNORECASE,
)
_SEED_WORD = r"[a-zà-ÿа-яё]{3,10}"
_SEED = regex(
    r"(?:是|为)?(?:\W{1,4}(?:\w{1,12}\W{1,3}){0,5}?|\W{0,3})"
    rf"((?:\d{{1,2}}[.):]?\s?)?{_SEED_WORD}(?:[\s,;]{{1,3}}(?:\d{{1,2}}[.):]?\s?)?{_SEED_WORD})"
    r"{11,23})(?![\w])",
)
_SEED_WORDS = regex(_SEED_WORD)
_ANY_WORD = regex(r"[^\W\d_]+")
_SEED_REACH = 500
# "my seed phrase: ...": then some of the words suffice.
_SEED_LINK = regex(
    r"(?:\s[^\W\d]{1,14}){0,3}?(?:\s?[:：=]|\s(?:is|are|ist|sind|lautet|es|son|est|sont|è|sono|é|são|это)(?=\s))\s*|\s?(?:是|为)\s?[:：]?\s?"
)
_LEAST_AFTER_A_LINK = 5
_EAST_ASIAN_SEED = regex(
    r"[\u4e00-\u9fff]{1,4}(?:[ ,，、][\u4e00-\u9fff]{1,4}){4,23}(?=$|[\s，。,！？])"
)
_COMMON = frozenset(
    """
        the and you that was for are with his they this have from had not but what were when said
        how which will out many then them these some her would him into has two more write who
        been get your my is it of to in on at as by or be we do an und der die das nicht ich ist
        ein eine mit von que los las por para con una les des est dans pas pour che non del della
        per sono com não uma dos как что это для или так
    """.split()
)

# Pass phrases in words without quotes: "the passphrase is seven purple bicycles".
_PHRASE_NAME = regex(
    r"pass[- ]?phrases?|phrases? (?:de passe|secrète)|frases? de (?:contraseña|acceso|paso|senha)"
    r"|frase (?:d'accesso|segreta|de acesso)|passsatz|passwortsatz|(?:парольн|восстановительн|секретн|кодов)\w{2,4} фраз\w"
    r"|(?:recovery|secret|backup)[- ]phrase|wiederherstellungs(?:phrase|satz)|phrase de (?:récupération|secours)|frase (?:de recuperaci[oó]n|di recupero|de recuperação|secreta)"
    r"|密码短语|口令短语|通行短语|master[- ]?(?:password|passwort|pw)|hauptpasswort|contraseña maestra|mot de passe (?:maître|principal)"
    r"|senha mestra|мастер[- ]парол\w|\bmaster (?:for|of|to|für|von|de|del|di|do|da) (?:the |my |la |el )?[\w-]{2,20}",
    re.IGNORECASE,
)
_PHRASE_LINK = regex(
    r"(?:[^\n:.;,?!=]{0,50}?(?:\s(?:is|was|ist|war|lautet|heißt|es|era|est|était|c'est|è|é|это|были?)"
    r"\s|,?\s(?:that['’]?s|it['’]?s|thats|its|c['’]est|это)\s|是|为)|[^\n:.;,?!=]{0,40}?\s?[:=：])\s*"
)
_PHRASE = regex(r"[^\W\d_][\w'’-]{0,20}(?:[ ]\w[\w'’-]{0,19}){2,9}")
_PHRASE_END = regex(r"\s*(?:$|[\n,.;?!()\"“”、，。？]|\s[-–—]+\s)")
# A phrase that describes the secret instead of stating it.
_TELLS = regex(
    r"(?:not|the|a|an|too|very|only|stored|saved|kept|required|needed|asked|wrong|incorrect|invalid"
    r"|empty|set|in|on|at|what|where|something|never|always|same|longer|different|used|cached|still"
    r"|missing|unknown|optional|it|my|your|for|to|so|also|just|right|now|weak|strong|\w+ed"
    r"|nicht|zu|falsch|in|im|leer|die|der|das|ge\w+t|weg|immer|noch|auch|no|muy|en|la|el|una?|demasiado"
    r"|incorrect[ao]|pas|trop|très|dans|le|un|une|faux|troppo|molto|nel|non|sbagliat[ao]|muito|não|o|a"
    r"|не|в|на|слишком|очень|неверн\w+|\w+(?:ada|ado|ida|ido|ata|ato|ita|ito|ée?|ию|ена))$",
    re.IGNORECASE,
)

# A pass phrase after a general name, in which case none of its words may be common in prose.
_PASSWORD_IS = regex(
    r"(?:passwor[dt]|kennwort|\bpw|contraseña|clave|mot de passe|\bmdp|senha|парол\w|pass ?code)(?:\s[^\W\d]{1,12}){0,4}?"
    r"(?:\s?[:=]|\s(?:is|ist|lautet|es|est|c'est|è|é|это))\s+",
    re.IGNORECASE,
)
_PASSWORDS = first_look.beginnings("pass kennwort pw contra clave mot mdp senha парол".split())
_CLAUSE = frozenset(
    """
        is are was were but not still when if because asks asked does doesn't do don't can can't
        must should has have how why what where which that whether or than ist sind aber nicht
        wenn weil muss kann wie warum es está pero no si porque debe cómo est mais pas quand
        comment doit è ma non se perché deve come é mas não quando как но не если что
    """.split()
)

_ARTICLES = frozenset(
    "the a an der die das ein eine el la los las un una le les une il lo gli i o os a as um uma".split()
)

_CODES_NAME = regex(
    r"(?:recovery|backup|back-up|scratch|rescue|emergency|2fa|one[- ]time|single[- ]use|reserve)[- ]?"
    r"(?:\w{1,12}[- ])?codes?|(?:wiederherstellungs|backup-?|notfall|ersatz|einmal)codes?"
    r"|c[oó]digos? de (?:recuperaci[oó]n|respaldo|seguridad|recupera[cç][aã]o|backup|emergencia|reserva)"
    r"|codes? de (?:secours|récupération|sauvegarde)|codici? di (?:recupero|backup|riserva|emergenza)"
    r"|(?:резервн|аварийн|запасн)\w{2,3} код\w*|код\w* восстановлен\w+|恢复(?:代)?码|备用(?:验证)?码|备份码",
    re.IGNORECASE,
)
_CODE = regex(
    r"(?<![\w-])(?:[A-Za-z0-9]{3,8}(?:-[A-Za-z0-9]{3,8}){1,7}|[0-9]{4} [0-9]{4}|[0-9]{6,12}"
    r"|[A-Za-z0-9]{8,16}|(?=[a-z]{0,3}\d)[a-z0-9]{4} (?=[a-z]{0,3}\d)[a-z0-9]{4})(?![\w-])"
)
_BULLET = regex(r"\s*(?:[-*•]|\d{1,2}[.)])?\s*")
_PLAIN = regex(r"[A-Za-z-]+|(?:19|20)\d\d-\d\d(?:-\d\d)?|\d{3}-\d{4}")

_QUESTION = regex(
    r"(?:respuesta|réponse|reponse|risposta|resposta) (?:secret[ao]|secrète|segreta|de seguridad|de sécurité|di sicurezza|de segurança)|(?:security|secret|recovery) (?:questions?|answers?)|sicherheits(?:fragen?|antwort)|geheimfrage"
    r"|secret answer|preguntas? (?:secretas?|de seguridad)|questions? (?:secrètes?|de sécurité)"
    r"|domand[ae] (?:di sicurezza|segret[ae])|perguntas? (?:secretas?|de segurança)"
    r"|(?:контрольн|секретн)\w{2,3} (?:вопрос\w*|ответ\w*)|密保|安全问题|mother'?s maiden name|mädchenname|nom de jeune fille|apellido de soltera|cognome (?:da nubile|di (?:mia|tua) madre)|nome de solteira"
    r"|memorable (?:word|place|name|information|answer)|merkwort|palabra memorable|mot mémorable"
    r"|девичь\w+ фамили\w+|母亲姓名"
    r"|mothers? maiden name|(?:beveiligings|veiligheids|controle)vra(?:ag|gen)|geheime vraag|meisjesnaam",
    re.IGNORECASE,
)
# What such questions are about: many people speak of it, so an answer must be said to be one.
_TOPIC = regex(
    r"(?:first|favou?rite) (?:pet|school|car|teacher)|geburtsname der mutter|erste[sr]? (?:haustier|auto|schule|lehrer\w*)"
    r"|primera mascota|primer (?:coche|colegio|profesor\w*)|premier (?:animal|chien|professeur)|première (?:voiture|école)|prim[oa] (?:animale|auto|scuola|maestr[oa])"
    r"|eerste (?:huisdier|auto|school|leraar|lerares|juf|meester)|favoriete (?:leraar|boek|film)|primer (?:perro|gato)|primo (?:cane|gatto)|premier chat"
    r"|primeir[oa] (?:cachorro|cão|gato)|erster? (?:hund|katze|lehrer\w*)|lieblings(?:person|lehrer\w*|film|buch|tier)|primeir[oa] (?:animal|carro|escola|professor\w*|bicho)|перв\w{2,3} (?:питом\w+|машин\w+|школ\w+|учител\w+)|кличк\w|第一只宠物|小学(?:班主任|老师)|出生城市",
    re.IGNORECASE,
)
_ANSWER = regex(
    r"(?:answers?|antwoord(?:en)?|(?:sicherheits|geheim)?antwort(?:en)?|respuestas?|réponses?|reponses?|rispost[ae]|respostas?|ответы?|答案)(?!\w)"
    r"(?:\s(?:secret[ao]?|secrète|segreta|de seguridad|de sécurité|di sicurezza|de segurança))?|答案",
    re.IGNORECASE,
)
_LINK = regex(
    r"(?:\s?(?:是|为|:|：|=)|\s(?:is|was|are|ist|war|lautet|es|era|est|était|è|é|это|—|-)(?=\s))?\s*",
    re.IGNORECASE,
)
_FAR_LINK = regex(
    r"[^\n.!?;]{0,60}?(?:[:：=?]|\s(?:is|was|are|ist|war|lautet|es|era|fue|est|était|è|é|foi|это)(?=\s)|是|为)\s*",
    re.IGNORECASE,
)
_ANSWERED = regex(
    r"[^\n!;]{0,90}?(?<!\w)(?:answered(?: with)?|i (?:(?:always|usually|once|just) )?(?:put|wrote|chose|set|said|gave|say)|ich (?:sag\w*|hab\w* angegeben)|siempre pongo|pongo|j['’]ai (?:mis|répondu|dit)|metto|rispondo|coloco|botei|ставлю|пишу|我填的?是?|我写的?是?|"
    r"ich (?:schrieb|nahm|tippe|schreibe)|(?:da |dort )?hab(?:e)? ich|ik (?:zette|vulde in|schreef|typte)|puse|respondí|contesté|avais mis|ai mis|ai répondu|ho (?:messo|risposto|scritto)"
    r"|coloquei|respondi|pus|ответил\w?|указал\w?|написал\w?)\s",
    re.IGNORECASE,
)
_SAID = regex(
    r"[\"“«„']([^\"”»“\n]{2,40})[\"”»“']|([A-ZÀ-ÞА-ЯЁ][\w'’-]{1,25}(?: [A-ZÀ-ÞА-ЯЁ0-9][\w'’-]{0,25}){0,3})"
    r"|(?<=[:：=] )([^\W\d_][^\n,.;?!]{1,30})(?=$|[\n,.;?!])|(?:(?<= is )|(?<=ist )|(?<= es )|(?<=est )|(?<= è )|(?<= é )|(?<=это ))([^\W\d_]{2,20}(?: [^\W\d_]{2,20}){0,2})(?=$|[\n,.;?!])"
    r"|([\u4e00-\u9fff]{2,8})(?=[，。,！？\s]|$)|([^\W\d_]{1,20}\d\w{0,20})"
)
_ONE = regex(r"[^\W\d_]{4,25}")
_NEAR = 120


def secrets(text: str) -> "Iterator[Span]":
    """Yield the spans of such secrets in a whole text."""
    lower = text.lower()
    for strings, finder in _FINDERS:
        if first_look.has_any(lower, strings):
            yield from finder(text)


def _seeds(text: str) -> "Iterator[Span]":
    at = 0
    while name := _SEED_NAME.search(text, at):
        at = name.end()
        if link := _SEED_LINK.match(text, at, at + 60):
            if found := _EAST_ASIAN_SEED.match(text, link.end(), link.end() + 200):
                yield found.span()
            elif span := _run_of_words(text, link.end(), _LEAST_AFTER_A_LINK, directly=True):
                yield span
                at = span[1]
                continue
        if seed := _SEED.match(text, at, at + 400):
            words = list(_SEED_WORDS.finditer(text, *seed.span(1)))
            ends = next((n for n, word in enumerate(words) if word[0] in _COMMON), len(words))
            if ends >= 12:
                yield seed.start(1), words[ends - 1].end()
                at = words[ends - 1].end()
                continue
        if span := _run_of_words(text, name.end()):
            yield span
            at = span[1]


def _run_of_words(text: str, at: int, least: int = 12, *, directly: bool = False) -> "Span | None":
    """The span of the first run of so many uncommon words after a name, or None.

    `directly`: it must begin there.
    """
    start = end = count = 0
    for word in _ANY_WORD.finditer(text, at, at + _SEED_REACH):
        joined = count and not text[end : word.start()].strip(" ,;\n0123456789.)")
        is_one = _SEED_WORDS.fullmatch(word[0]) and not (word[0] in _COMMON or is_common(word[0]))
        if not is_one or not joined:
            if count >= least:
                return start, end
            if directly and (count or word.start() > at + 3):
                return None
            start, count = word.start(), 0
        if is_one:
            count, end = count + 1, word.end()
    return (start, end) if count >= least else None


def _pass_phrases(text: str) -> "Iterator[Span]":
    for name in _PHRASE_NAME.finditer(text):
        link = _PHRASE_LINK.match(text, name.end(), name.end() + 80)
        phrase = _PHRASE.match(text, link.end(), link.end() + 120) if link else None
        if phrase is None or is_placeholder(phrase[0]):
            continue
        words = phrase[0].split()
        tells = _tells(words) or not _CLAUSE.isdisjoint(word.lower() for word in words)
        if _PHRASE_END.match(text, phrase.end()) and not tells:
            yield phrase.span()


def _tells(words: Sequence[str]) -> bool:
    """Tell whether the words describe a secret instead of being one: "is long enough"."""
    if words[0].lower() not in _ARTICLES or len(words) < 5:
        return _TELLS.match(words[0]) is not None
    return sum(_TELLS.match(word) is not None or is_of_prose(word) for word in words[1:]) > 1


def _plain_phrases(text: str) -> "Iterator[Span]":
    for name in first_look.matches(_PASSWORD_IS, _PASSWORDS, text):
        phrase = _PHRASE.match(text, name.end(), name.end() + 120)
        if phrase and _PHRASE_END.match(text, phrase.end()):
            words = phrase[0].split()
            if not any(map(is_of_prose, words)):
                yield phrase.span()


def _lists(text: str) -> "Iterator[Span]":
    """The spans of the codes in the line of their name, and in the lines below it."""
    at = 0
    while name := _CODES_NAME.search(text, at):
        at = name.end()
        for line in re.compile(r"[^\n]{0,400}(?:\n|$)").finditer(text, at):
            codes = list(_codes(line[0], is_first=line.start() == at))
            if not codes and line.start() > at and line[0].strip():
                break
            for start, end in codes:
                yield line.start() + start, line.start() + end
            if line.end() - name.end() > 2000 or line.end() == len(text):
                break
        at = max(at, line.start())


def _codes(line: str, *, is_first: bool) -> "Iterator[Span]":
    """The spans of the codes in a line. Below the first line, nothing else may stand in it."""
    found = [code for code in _CODE.finditer(line) if _is_code(code[0])]
    rest = len(line.strip()) - sum(len(code[0]) for code in found)
    if is_first or rest <= 3 * len(found) + 3:
        yield from (code.span() for code in found)


def _is_code(code: str) -> bool:
    return bool(re.search(r"\d", code)) and not _PLAIN.fullmatch(code)


def _answers(text: str) -> "Iterator[Span]":
    for question in (*_QUESTION.finditer(text), *_TOPIC.finditer(text)):
        is_topic = _TOPIC.fullmatch(question[0]) is not None
        start, end = max(0, question.start() - 40), min(len(text), question.end() + _NEAR)
        start = max(start, text.rfind("\n", start, question.start()) + 1)
        line_end = text.find("\n", question.end(), end)
        end = end if line_end < 0 else line_end
        answers = list(_ANSWER.finditer(text, start, end))
        for answer in answers or (question,):
            near = _LINK.match(text, answer.end(), end)
            told = _ANSWERED.match(text, answer.end(), end)
            is_asked = bool(answers) or not is_topic
            far = _FAR_LINK.match(text, answer.end(), end) if is_asked else None
            links = (told, near if answers else None, far)
            for link in filter(None, links):
                if span := _said(text, link.end(), end):
                    yield span
                    break


def _said(text: str, at: int, end: int) -> "Span | None":
    word = _ONE.match(text, at, end)
    if (
        word
        and text[at - 2 : at - 1] in ":=st"
        and may_be_a_value(word[0], text[word.end() : word.end() + 40])
    ):
        return word.span()
    said = _SAID.match(text, at, end)
    if said is None or (said[0][0].islower() and _TELLS.match(said[0].split()[0])):
        return None
    value = said[0].strip("\"'“”«»„")
    return (
        None
        if grade(value) == Grade.NOTHING and value.isascii()
        else said.span(said.lastindex or 0)
    )


_FINDERS = (
    (first_look.SEEDS, _seeds),
    (first_look.PHRASES, _pass_phrases),
    (first_look.PASSWORDS, _plain_phrases),
    (first_look.LISTS, _lists),
    (first_look.QUESTIONS, _answers),
)
