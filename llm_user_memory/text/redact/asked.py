"""Finds the plain words that one enters or says when something asks: "sudo asks, type X". Pure.

Nothing tells such a word from others but its place: after a verb of entering or saying, at the end
of its clause, in a text about who or what asks for it.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..patterns import regex
from . import first_look
from .prose import ends_clause, is_of_prose
from .values import is_placeholder

if TYPE_CHECKING:
    from . import Span

_EDGE = r"(?<![^\W_])"
# A program that asks for a password, or a form in which one is asked.
_PROGRAM = (
    r"(?:sudo|keychain|bitlocker|gpg|luks|keepass\w*|bitwarden|1password|pinentry|ssh|vpn|впн)"
)
_ASKS = (
    r"(?:ask(?:s|ed|ing)?|prompts?|wants?|needs?|fragt|verlangt|will|möchte|pide|pregunta|quiere|demande|réclame|veut|chiede|vuole"
    r"|pede|pergunta|quer|спра\w+|спрос\w+|прос\w+|попрос\w+|запрос\w+|хочет|требует)"
)
_ENTER = (
    r"(?:type|types|enter|put|use|say|give (?:it|him|her|them)|tipp\w{0,3}|gib|gebe|nimm|sag|schreib|escribe|escribo|pon|pongo|mete|digo|dale|usa|uso|tape|tapez|mets|entre"
    r"|donne(?:-lui)?|dis|saisis|scrivi|scrivo|digita|digito|metti|metto|dai|dagli|dalle|dico|coloca|coloco|põe|ponho|digo|diz|fala|falo|manda"
    r"|вбей\w*|вбива\w+|введ\w+|ввод\w+|набер\w+|набира\w+|напиш\w+|пиш\w+|скаж\w+|говор\w+|укаж\w+|it['’]?s|thats|that['’]s|c['’]est)"
)
_WORD = r"[\"'`«„“]?([^\W\d_][^\s\"'`«»„“”<>()\[\]{},:!?=/\\|]{3,39})"
# "sudo asks, type X"
_PROMPTED = regex(
    rf"{_EDGE}{_PROGRAM}(?![\w-])[^\n.!?;]{{0,40}}?\s(?:{_ASKS}(?:\s[^\W\d]{{1,10}}){{0,3}}|it)\s?[,:;–—-]\s?(?:just\s|einfach\s|dann\s|then\s|luego\s|alors\s|poi\s)?{_ENTER}\s{_WORD}",
    re.IGNORECASE,
)
_ASKED = regex(
    rf"{_EDGE}{_ASKS}\s[^\n.!?;,]{{0,24}}?{_PROGRAM}\s?[,:;–—-]\s?{_ENTER}\s{_WORD}", re.IGNORECASE
)
# A person or an office that asks for a word which was agreed on.
_OFFICE = (
    r"(?:bank\w*|bancos?|banca|banque|банк\w*|insur\w+|versicherung\w*|seguros?|assurances?|assicurazion\w+|seguradora|страхов\w+|support|hotline|operator\w*|operador\w*|opérat\w+"
    r"|оператор\w*|concierge|conserje|консьерж\w*|guard|doorman|pförtner\w*|wachmann|vigilante|porter[oa]|gardien\w*|vigile|portiere|guardia|porteir[oa]|segurança"
    r"|охран\w+|вахт[её]р\w*|alarm\w*|allarme|alarme|alarma|сигнализац\w+|steuerberater\w*|kita|school|schule|daycare|nursery|escuela|école|scuola|escola|школ\w+|садик\w*)"
)
_AGREED = (
    r"(?:(?:code|safe|pass|watch|key|secret)[- ]?words?|code ?phrase|pass ?phrase|(?:the|our|my) (?:word|phrase)|(?:code|losungs|merk|kenn|schlüssel|sicherheits)-?w[oö]rt\w*"
    r"|(?:das|unser|mein) wort|(?:la|nuestra|mi) palabra(?: (?:clave|secreta))?|palabra (?:clave|secreta)|(?:le|notre|mon) mot(?: (?:secret|clé|de passe))?|mot (?:secret|clé)"
    r"|la parola(?: (?:chiave|segreta|d['’]ordine))?|parola (?:chiave|segreta)|a palavra(?:[- ](?:chave|secreta|passe))?|palavra[- ](?:chave|secreta)"
    r"|(?:кодов|секретн|контрольн)\w{2,3}(?: слов\w+| фраз\w+)?|парол\w+)"
)
_LINK = (
    r"(?:[,:;–—-]\s?)?(?:(?:is|was|ist|lautet|es|est|c['’]est|è|é|это|it['’]?s|that['’]?s|thats|{})\s|[–—:]\s|(?=[«\"„“]))"
).format(
    r"(?:i (?:say|put)|ich (?:sag\w*|nehm\w*)|(?:yo )?digo|je (?:dis|réponds)|(?:io )?dico|(?:eu )?(?:digo|falo)|(?:я )?(?:говор\w+|отвеча\w+))"
)
_PHRASE_OF = r"[\"'`«„“]?([^\W\d_][\w'’-]{3,25}(?: [^\W\d_][\w'’-]{2,25}){0,2})"
# "the guard asks for the word, it's X", "my code word with the bank is X"
_WORD_ASKED = regex(
    rf"{_EDGE}{_OFFICE}(?!\w)[^\n.!?;]{{0,50}}?\s{_AGREED}(?!\w)[^\n.!?;:,]{{0,24}}?\s?{_LINK}{_PHRASE_OF}",
    re.IGNORECASE,
)
_WORD_FOR = regex(
    rf"{_EDGE}{_AGREED}(?!\w)[^\n.!?;:,]{{0,16}}?\s{_OFFICE}(?!\w)[^\n.!?;:,]{{0,16}}?\s?{_LINK}(?:übrigens\s|btw\s)?{_PHRASE_OF}",
    re.IGNORECASE,
)
# "tell the concierge X", "al vigilante le dices X"
_GUARD = (
    r"(?:concierge|guard|doorman|security|receptionist|operator|pförtner|wachmann|portier|vigilante|porter[oa]|conserje|gardien\w*|vigile|portiere|guardia|porteir[oa]"
    r"|segurança|охранник\w*|вахт[её]р\w*|консьерж\w*|оператор\w*)"
)
_TOLD = regex(
    rf"{_EDGE}(?:tell|sag|dile|di|dis|dici|diga|diz|скажи\w*)\s(?:the|to the|dem|der|al|a la|au|à la|alla|ao|à)?\s?{_GUARD}\s[\"«„“]?"
    r"([^\W\d_][\w'’-]{3,25}(?: [^\W\d_][\w'’-]{3,25}){0,2}?)(?=[\"»”“,.;!?\n]|$|\s(?:and|und|y|et|e|и|then|so)\s)"
    rf"|{_EDGE}(?:(?:al|a la|ao|à|au|alla|dem) {_GUARD}\s(?:le\s|lui\s|gli\s)?(?:dices|dis|dici|diz|sagst du)|(?:you )?(?:shout|say)(?=[^\n.;]{{4,40}} (?:to|at) (?:the|your) {_GUARD}))\s[\"«„“]?"
    r"([^\W\d_][\w'’-]{3,25}(?: [^\W\d_][\w'’-]{3,25}){0,2}?)(?=[\"»”“,.;!?\n]|$|\s(?:and|und|y|et|e|и|then|so|to|at)\s)",
    re.IGNORECASE,
)
# Words that begin a clause or say what is told, and no secret.
_REPORTED = frozenset(
    """
    that what where when why whether about your their there please dass bitte wegen warum wann quel que quien donde quando come dove perché onde чтобы
    password passwort passphrase pincode username login yes hello thanks something anything nothing everything goodbye hallo danke gracias hola merci
    bonjour grazie ciao obrigado olá привет спасибо пароль логин senha contraseña clave correct incorrect apt-get install sudo npm docker username
    """.split()
)
_PARTICLE = regex(r"^\s(?:ein|an|rein|in)(?=\W|$)")  # "gib X ein"
_FORMS = (_PROMPTED, _ASKED, _WORD_ASKED, _WORD_FOR, _TOLD)
_CUES = tuple(
    """
    sudo keychain bitlocker gpg luks keepass bitwarden 1password pinentry ssh vpn впн bank banc banq банк insur versicher segur assur assic страх support hotline
    opera opéra опера concierge conserje консьерж guard doorman pförtner wachmann vigilante porter porti gardien vigile охран вахт alarm allarme сигнал steuerb kita
    school schul daycare nursery escuela école scuola escola школ садик security receptionist
    """.split()
)


def secrets(piece: str) -> "Iterator[Span]":
    """Yield the spans of such words in a piece of text."""
    if not first_look.has_any(piece.lower(), _CUES):
        return
    for form in _FORMS:
        for found in form.finditer(piece):
            group = found.lastindex or 0
            start, end = found.span(group)
            value = piece[start:end].rstrip(".…;")
            end = start + len(value)
            following = _PARTICLE.sub("", piece[end : end + 40], count=1)
            if form is not _TOLD and not ends_clause(following):
                continue
            words = value.lower().split()
            if words and not any(map(_is_said, words)) and not is_placeholder(value):
                yield start, end


def _is_said(word: str) -> bool:
    return word in _REPORTED or is_of_prose(word)
