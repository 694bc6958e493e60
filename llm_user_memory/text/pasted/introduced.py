"""Finds pasted text by a request that introduces it: "Summarise this". Pure.

Somebody who asks for work on a text pastes that text.
"""

import re
from itertools import pairwise

from ..patterns import any_of, regex
from ..words import is_question, sentences
from . import frames, style, wording
from .blocks import BLANK

# Requests to work on a text, in six languages: a verb and its object, in one sentence.
_WORK = (
    r"(?:summari[sz]\w*|sum up|tl;?dr|translat\w*|proof ?read\w*|rewrit\w*|rephras\w*"
    r"|paraphras\w*|shorten\w*|condens\w*"
    r"|edit|correct|fix|improve|polish|grade|mark|review\w*|critique|feedback"
    r"|analy[sz]e\w*|extract\w*|repl(?:y|ies)|answer\w*"
    r"|respond\w*|explain|interview\w*|what (?:does|do|is|are|would|can)|which"
    r"|how (?:would|do|does|should)|is (?:this|it|he|she)|are these"
    r"|does (?:this|it)|put|turn|convert|format|simplify|make|check|look at|read|tell me"
    r"|rate|judge|legit|present|sense"
    r"|zusammenfass\w*|fass\w*|übersetz\w*|korrigier\w*|korrektur\w*|kürz\w*|umschreib\w*"
    r"|schreib\w*|antwort\w*|beantwort\w*|erklär\w*|prüf\w*"
    r"|bewert\w*|klingt|was (?:will|meint|heißt|bedeutet|antworte|sagst)|formulier\w*|lies|mach\w*"
    r"|resum\w*|traduc\w*|corrig\w*|correg\w*|reescrib\w*|acort\w*|respond\w*|contest\w*"
    r"|explic\w*|analiz\w*|revis\w*|mejor\w*|qué (?:quiere|dice|significa|opinas"
    r"|te parece)"
    r"|dime|redact\w*|résum\w*|tradui\w*|relis\w*|réécri\w*|raccourc\w*|répon\w*"
    r"|expliqu\w*|analys\w*|que (?:veut|dit|penses)|qu['’]en penses|dis[- ]moi"
    r"|c['’]est vrai|перевед\w*|переведи\w*|перескаж\w*|сократ\w*|исправ\w*|перепиш\w*"
    r"|отредактир\w*|ответ\w*|объясн\w*|провер\w*|проанализ\w*|сделай\w*|что (?:он|она"
    r"|это)|как ответить"
    r"|总结|概括|翻译|[翻译]成|润色|改写|修改|改得|缩写|回复|怎么回|解释|分析|检查|看看|点评)"
)
_TEXT = (
    r"(?:this|these|the following|below|attached|here(?:['’]s| is| are)|\bit\b|\btext\b"
    r"|\bletter\b|\be?-?mails?\b|\barticle\b|\bstory\b|\bessay\b|\bcv\b|\bresume\b"
    r"|\bpost\b|\bthread\b|\bscript\b|\bpoem\b|\bmessage\b|\btranscript\b|\babstract\b"
    r"|\bcircular\b|\bapplicant\b|\bcandidate\b|\bapplication\b"
    r"|\bdies\w*|\bden\b|\bfolgend\w*|\bhier\b|\bunten\b|\btext\w*|\bbrief\w*|\bmail\b"
    r"|\bbewerbung\w*|\bleserbrief\w*|\bbeitrag\b|\baufsatz\b"
    r"|\best[aeo]s?\b|\bsiguiente\w*|\baquí\b|\babajo\b|\bcarta\b|\bcorreo\b|\bredacci\w+"
    r"|\bentrevista\b|\bcandidatura\b|\bcorr[íi]ge\w*"
    r"|\bce(?:tte|t|s|ci)?\b|\bça\b|\bsuivant\w*|\bvoici\b|\bci-dessous\b|\blettre\b"
    r"|\bcourriel\b|\bcandidature\b"
    r"|\bэт\w+\b|\bвот\b|\bследующ\w*|\bниже\b|\bписьм\w*|\bтекст\w*|\bстать\w*"
    r"|\bпамятк\w*|\bрассказ\w*|\bрезюме\b|这|以下|下面|下列|原文)"
)
_REQUEST = any_of(rf"{_WORK}[^\n]{{0,200}}?{_TEXT}", rf"{_TEXT}[^\n]{{0,200}}?{_WORK}", flags=re.I)
_SHOWS = regex(
    r"(?:\btext|\bhere it is|\bhere goes|\bbelow|\bhere|\bpego|\bpegad\w+|\bvoici"
    r"|\bci-dessous|\bвот он\w*|\bцеликом|\bfolgt|\bunten|如下|原文|下面)\W*$"
    r"|[:：]\s*$",
    re.I,
)
# The model is addressed, or the sentence begins with the task.
_DIRECTS = regex(
    rf"^\W*(?:(?:ok|so|now|please|pls|just|and|then|i|we|bitte|und|por favor|y|et|а|и)[, ]+)*"
    rf"(?:need\b|{_WORK})"
    r"|\b(?:you|your|du|dir|dich|dein\w*|ihr|tu|toi|t['’]\w+|vous|votre|tú|te|ti|usted"
    r"|ты|тебя|тебе|вы|вам|вас)\b"
    r"|帮|请|你|您",
    re.I,
)
# Words that point to a text: "five questions about this short story:".
_SHOWN = regex(
    r"\b(?:this|these|the following|that) (?:[\w-]+ ){0,2}(?:text|story|letter"
    r"|e?-?mails?|article|essay|post|poem|reviews?|cv"
    r"|resume|transcript|speech|chapter|paragraph|excerpt|passage|message|ad|report|paper|abstract|interview|diary|blog|song"
    r"|lyrics|thread|statement|testimony|scene)\b"
    r"|\b(?:diese[mnrs]?|folgende[mnrs]?) (?:\w+ ){0,2}(?:text\w*|geschichte|brief\w*"
    r"|mail|artikel\w*|aufsatz\w*|beitrag\w*|gedicht\w*|rede|anzeige)\b"
    r"|\b(?:este|esta|siguiente) (?:\w+ ){0,2}(?:texto|cuento|relato|carta|correo"
    r"|artículo|poema|entrevista|anuncio|mensaje|entrada)\b"
    r"|\b(?:ce|cet|cette|suivante?) (?:\w+ ){0,2}(?:texte|histoire|nouvelle|lettre"
    r"|mail|courriel|article|poème|récit|annonce|témoignage)\b"
    r"|\bэт\w+ (?:\w+ ){0,2}(?:текст\w*|рассказ\w*|письм\w*|стать\w*|стих\w*|пост\w*"
    r"|объявлени\w*)|这(?:篇|段|封|首)",
    re.I,
)
# A letter within a prompt: a line that greets, and not at its beginning.
_LETTER = regex(
    r"\n[ \t]*\n[ \t]*(?=(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hallo"
    r"|liebe[rs]?|guten tag|hola|estimad[oa]s?"
    r"|querid[oa]s?|buen[oa]s (?:días|tardes)|bonjour|salut|chers?|chères?|madame"
    r"|добрый день|здравствуйте|уважаем\w+|привет"
    r"|дорог\w+|您好|你好|尊敬的)\b[^\n.?]{0,50}[,!，！:：]?[ \t]*\n)",
    re.I,
)
_INTO = (
    r"(?:english|german|french|spanish|italian|portuguese|russian|chinese|mandarin|dutch|polish|turkish"
    r"|englisch|deutsch|französisch|spanisch|italienisch|portugiesisch|russisch|chinesisch"
    r"|inglés|alemán|francés|español|italiano|portugués|ruso|chino"
    r"|anglais|allemand|français|espagnol|italien|portugais|russe|chinois"
    r"|английский|немецкий|французский|испанский|итальянский|русский|китайский"
    r"|inglese|tedesco|francese|spagnolo|portoghese|russo|cinese"
    r"|inglês|alemão|francês|espanhol|português|chinês)"
)
_PLEASE = (
    r"(?:please|pls|plz|bitte|por ?fa(?:vor)?|s['’]il (?:te|vous) pla[iî]t|stp|svp"
    r"|пожалуйста|per favore)"
)
# "Translate to German: I have two dogs", or "German please: I have two dogs", in one line.
_TO_COLON = (
    r"^[^\n:：]{0,60}?\b(?:translate|proofread|correct|rephrase|rewrite|paraphrase"
    r"|summari[sz]e|fix (?:the |my )?(?:grammar|spelling|english)|shorten"
    r"|übersetz\w*|korrigier\w*|traduce|traducir|corrige|traduis|traduire|переведи\w*"
    r"|исправь\w*|traduci|traduz\w*|correggi|corrija)\b[^\n:：]{0,60}[:：]",
    rf"^[ \t]*(?:{_PLEASE},? )?(?:(?:in|into|to|auf|ins|en|al|на|em|para) {_INTO}(?:,? {_PLEASE})?"
    rf"|{_INTO},? {_PLEASE})[:：]",
)
_TO_COLON_ZH = r"^[^\n:：]{0,30}(?:翻译|[翻译]成|润色|改写)[^\n:：]{0,30}[:：]"
_IN_LINE = regex(
    r"|".join([*(rf"{words}[ \t]+(?=\S)" for words in _TO_COLON), rf"{_TO_COLON_ZH}\s*(?=\S)"]),
    re.I | re.M,
)
_ABOVE = regex(r"|".join(rf"{words}\s*\Z" for words in (*_TO_COLON, _TO_COLON_ZH)), re.I | re.M)
_SHORTEST_PASTE = 40
_LONGEST_CLOSING = 400
_FIRST_WORDS = 40


def in_line(text: str) -> tuple[int, int]:
    """Return the span that a request refers to in its own line; (0, 0) if there is none."""
    match = _IN_LINE.search(text)
    if not match:
        return 0, 0
    end = text.find("\n", match.end())
    return match.end(), len(text) if end < 0 else end


def pasted_from(text: str) -> tuple[int, int]:
    """Return the span that a request in a long prompt introduces as pasted; (0, 0) if none does.

    A short last paragraph with a question is not part of it.
    """
    if (match := _LETTER.search(text)) and len(text) - match.end() > _SHORTEST_PASTE:
        return match.end(), end_of_paste(text, match.end())
    start = 0
    for blank in BLANK.finditer(text):
        over, under = text[: blank.end()], text[blank.end() :]
        if _is_introduced(over, start, under) and len(under) > _SHORTEST_PASTE:
            return blank.end(), end_of_paste(text, blank.end())
        start = blank.end()
        if start > 4 * _LONGEST_CLOSING:
            break
    return 0, 0


def next_request(text: str, start: int) -> int:
    """Return where the next paragraph begins that ends by showing a text to work on."""
    blanks = [match.end() for match in BLANK.finditer(text, start)]
    for first, last in pairwise([*blanks, len(text)]):
        paragraph = text[first:last].rstrip()
        if _SHOWS.search(paragraph[-_LONGEST_CLOSING:]) and introduces(paragraph):
            return first
    return len(text)


def introduces(paragraph: str) -> bool:
    """Tell whether the end of a paragraph asks for work on a text, or points to one."""
    count = 3 if len(paragraph) <= _LONGEST_CLOSING else 1
    last = " ".join(sentences(paragraph)[-count:])[-_LONGEST_CLOSING:]
    if _SHOWN.search(last) and re.search(r"[:：]\s*$", paragraph):
        return True
    if _ABOVE.search(paragraph[-_LONGEST_CLOSING:]):
        return True
    return _REQUEST.search(last) and (
        bool(_SHOWS.search(paragraph)) or not _ASKS_OF_ONESELF.search(last)
    )


def requests(paragraph: str) -> bool:
    """Tell whether a paragraph ends with a request to work on the text below it."""
    return introduces(paragraph) and any(map(_directs, sentences(paragraph)[-3:]))


def _is_introduced(over: str, start: int, under: str) -> bool:
    """Tell whether the last paragraph of `over`, from `start` on, introduces the text `under` it.

    A story about oneself often contains the words of a request. They are a request if they direct
    the model, and the same person does not continue the story below.
    """
    paragraph = over[start:].rstrip()
    if not introduces(paragraph) or style.PUBLISHED.search(over):
        return False
    last = sentences(paragraph)[-3:]
    if not any(map(_directs, last)) and (start or not wording.TEXTS.search(paragraph)):
        return False
    if _SHOWS.search(paragraph) or frames.above(paragraph) & {"works on it", "says it"}:
        return True
    goes_on = style.is_careless(paragraph) and any(map(style.is_own, last))
    return not (goes_on and style.is_story(under))


def _directs(sentence: str) -> bool:
    """Tell whether a sentence asks, points to something, or gives a task."""
    if is_question(sentence) or style.asks_a_model(sentence[:_FIRST_WORDS]):
        return True
    return bool(
        _SHOWS.search(sentence) or _DIRECTS.search(sentence) or wording.WORKS.match(sentence)
    )


# "Tell me what I should do, this is my week:" is about the person, not about a text.
_ASKS_OF_ONESELF = regex(
    r"\b(?:explain (?:my|it all|everything|the background|what happened)|tell you"
    r"|let me explain|(?:get|let) it (?:all )?(?:out|off)|(?:going to|gonna"
    r"|will) be (?:a )?(?:bit )?(?:long|lengthy)|long (?:one|post|story|message|ramble)"
    r"|bear with me|wall of text|(?:whole|full|big) picture|(?:my|our"
    r"|the whole) situation|ramble|vent"
    r"|wird (?:\w+ )?(?:lang|länger)|(?:meine|unsere|die) (?:lage|situation)|(?:va a ser|será"
    r"|es) (?:\w+ )?(?:largo|larga)|(?:mi|nuestra|la) situación|(?:va être"
    r"|sera) (?:\w+ )?(?:long|longue)|(?:ma|notre|la) situation|будет (?:\w+ )?длинн\w+"
    r"|много букв|(?:моя|наша|такая) ситуация|有点长|说来话长|我的情况|情况是这样"
    r"|background|some context|hol\w* (?:dafür )?etwas aus|aushol\w*"
    r"|tout (?:raconter|t['’]expliquer)|contarte|te cuento|te explico|расскажу|объясню|先说)\b",
    re.I,
)


def end_of_paste(text: str, start: int) -> int:
    """Return the end of a long paste: before a short last paragraph that reads as typed."""
    *_, last = [
        start,
        *(blank.end() for blank in BLANK.finditer(text, start) if blank.end() < len(text)),
    ]
    closing = text[last:]
    is_short = len(closing) <= _LONGEST_CLOSING and last > start
    reads_typed = closing[:1].islower() or bool(re.search(r"[?？]\W*$", closing))
    return last if is_short and reads_typed and not style.PUBLISHED.search(closing) else len(text)
