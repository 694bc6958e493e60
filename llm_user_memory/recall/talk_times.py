"""Questions about what was said at a time: "what did we discuss last week about the roof?". Pure.

Only passages of that time answer them. In "what did I do last week?" the time is that of an event,
about which somebody may speak much later: there the time only affects the ranking (see `dates`).
"""

from datetime import date
from typing import NamedTuple

from ..text.patterns import regex
from . import dates
from .dates import MARK

# Words for the user and the model talking, without diacritics, as `dates.marked` has
# them: English, German, Spanish, French, Russian, Chinese.
_SAYING = (
    r"said|say|saying|tell you|told you|told me|tell me|talk(?:ed|ing)?|discuss(?:ed|ing|ions?)?"
    r"|mention(?:ed)?|ask(?:ed)?|questions?|chat(?:s|ted|ting)?|sp[eo]ak|spoken?|conversations?"
    r"|writ(?:e|ten)|wrote|explain(?:ed)?|recommend(?:ed|ations?)?|suggest(?:ed|ions?)?|advi[sc]ed?"
    r"|answer(?:ed|s)?|repl(?:y|ied)|chatlogs?|threads?"
    r"|gesagt|sagt(?:en?|est)|sprachst|gesprochen|sprachen?|geredet|redeten?|gefragt|fragte[nt]?"
    r"|erwahnt\w*|besprochen|besprachen|unterhalten|unterhielten|gesprache?[ns]?|diskutiert\w*"
    r"|geschrieben|schrieb(?:en|st)?|erzahlt\w*|erklart\w*|empfohlen|empfahlst|geraten|rietst"
    r"|vorgeschlagen|chats?|geantwortet|genannt|unterhaltung(?:en)?|fragen|frage"
    r"|dij(?:e|imos|iste)|dicho|habl(?:e|amos|aste|ado|abamos)|pregunt(?:e|aste|ado|amos|as?)"
    r"|mencion(?:e|aste|ado|amos)|coment(?:amos|ado|e|aste)|discut(?:imos|ido)|conversa\w+|charla\w*"
    r"|escrib[iu]\w*|escrito|cont(?:e|aste|ado)|explic(?:aste|ado|e)|recomend(?:aste|ado|e)"
    r"|aconsej(?:aste|ado)|suger(?:iste|ido)|respond(?:iste|ido)|chats?"
    r"|dit|disais|parle|parlions|discute|discutions|demande|mentionne|ecrit|raconte|explique|propose"
    r"|conseille|recommande|suggere|repondu|echanges?|discussions?|questions?"
    r"|говорил[аи]?|сказал[аи]?|спрашивал[аи]?|спросил[аи]?|обсуждали|обсудили|упоминал[аи]?|писал[аи]?"
    r"|разговаривали|бесед\w+|разговор\w*|рассказ(?:ал|ыва)\w*|объясн\w+|советовал[аи]?"
    r"|посоветовал[аи]?|рекомендовал[аи]?|предлагал[аи]?|предложил[аи]?|отвечал|ответил|болтали|общались"
    r"|переписк\w+|вопрос\w*|диалог\w*|чат\w*"
    r"|说过?|聊过?|谈过?|谈到|聊到|说到|问过?|讨论过?|提到过?|提过|对话|聊天|告诉过?|建议过?|推荐过?"
    r"|讲过?|讲到|解释过?|回答过?|问题|谈话"
)
_WE = (
    r"i|i'?ve|we|we'?ve|our|us|me|my|ich|wir|uns(?:ere?[nmrs]?)?|mich|mir|mein\w*|yo|mis?|nosotros"
    r"|hemos|habiamos"
    r"|nos|nuestr[ao]s?|me|dij(?:e|imos)|habl(?:e|amos|abamos)|pregunt(?:e|amos)|mencion(?:e|amos)"
    r"|coment(?:amos|e)|discutimos|escrib(?:i|imos)|conte|conversamos|charlamos|dijiste|recomendaste"
    r"|explicaste|aconsejaste|sugeriste|contaste"
    r"|j|je|nous|on|notre|nos|m|moi|mes|mon|ma|я|мы|мне|меня|мной|нам|наш\w*|мо[йиею]\w?"
    r"|我们?|咱们?|咱俩|我俩"
)
_OTHERS = (
    r"what|which|that|did|do|have|has|had|was|were|it|all|ever|again|anything|everything|something"
    r"|things?|stuff|topics?|you|you'?ve|your|ur|u|with|together|to|so|please|pls|remind me|can"
    r"|could|of|in|on|from|at|during|over|the|a|an|any|there|list|show|find|chatgpt|ai|back|exactly|last"
    r"|when|how often|how many times|wann|wie oft|cuando|cuantas veces|quand|combien de fois"
    r"|когда|сколько раз|как часто|多少次|几次"
    r"|summary|summari[sz]e|recap|wanted|know|remember|look|up|search|whole|entire|just|both|were"
    r"|was|wo?ruber|wovon|worum|welche[nrs]?|hab|habe?|haben|hatten?|hast|hattest|war|du|dir|dich|mit"
    r"|miteinander|alles|im|am|vom|von|in|aus|die|das|der|den|dem|es|ging|gab|zeig|bitte|nochmal|noch"
    r"|mal|kannst|konntest|sagen|denn|eigentlich|so|zusammen|ein|eine[mnrs]?|ki|ganze[nrs]?"
    r"|que|cual(?:es)?|de|he|hemos|has|habia[ns]?|habiamos|te|tu|ti|contigo|conmigo|en|del|el|la|las"
    r"|los|lo|todo|todas?|se|hubo|por favor|podrias|puedes|recordar|recuerdame|dime|cosas|temas"
    r"|quiero|ver|saber|a|con|ia|muestrame|un|una|tuvimos|exactamente"
    r"|qu|quoi|quelles?|quels?|ai|avons|avions|avait|avais|as|est|etait|ce|c|t|tu|toi|avec|d|le|les"
    r"|des|au|aux|ete|a|s|se|stp|svp|peux|pourrais|rappeler|rappelle|tout|tous|toutes|dont|du|un|une"
    r"|qui|eu|eue?s|ia|choses|sujets"
    r"|что|чем|чём|чего|какие|каки[ем]|какой|какую|с|со|тобой|тебе|тебя|в|во|на|у|нас|были|был|было"
    r"|все|всё|ты|пожалуйста|напомни|можешь|напомнить|покажи|найди|то|тогда|наш\w*|и|а|ли|там|мы|ещё"
    r"|еще|там|вообще|именно|ии"
    r"|什么|哪些|哪个|跟|和|与|同|向|给|你们?|了|过|吗|呢|的|在|都|些|请|帮|提醒|一下|内容|事情?|话题?|东西|是|把"
    r"|有|到|那|所有|全部|曾|查|找|看|想|知道|时候?|一起|所|个|里|间|期间"
)
_ABOUT = (
    r"about|on|regarding|concerning|re|for|in terms of|uber|zu|zum|zur|wegen|bezuglich|fur|von"
    r"|sobre|acerca|para|respecto|de|del|por|sur|pour|au sujet|a propos|concernant"
    r"|про|о|об|обо|насч[её]т|по поводу|для|касательно|关于|有关"
)
_CJK = r"[\u3400-\u9fff]"


def _word(words: str) -> str:
    """A pattern of whole words; in Chinese, which has no spaces, they match anywhere."""
    return rf"(?:(?:\b|(?<={_CJK}))(?:{words})(?:\b|(?={_CJK}))|(?={_CJK})(?:{words}))"


_FRAME = regex(rf"[^\w{MARK}]*{_word('|'.join((_ABOUT, _SAYING, _WE, _OTHERS)))}")
_SAYS, _NAMES_US = regex(_word(_SAYING)), regex(_word(_WE))
_KIND = regex(
    r"\W*(?:what|which|welche[nrs]?|que|quel\w*|cual(?:es)?|как(?:ие|ой|ую|их)|哪些) "
    r"(?P<kind>[^\W\d_]+)"
)
_ENDS_WITH_ABOUT = regex(
    rf"{_word(_ABOUT)}(?:\W+(?:the|my|our|a|das?|de[rnm]|die|mein\w*|el|las?|los|mis?|l|les?|mon|mes|ma)"
    r"\b)?\W*$"
)
# Words after a topic: "... über das Dach [besprochen haben]", "关于装修[的事]".
_LAST_WORDS = regex(
    rf"(?:\W+(?:{_SAYING}|haben?|hatten?|hast)\b|的(?:{_SAYING}|事情?|内容|话题?)?)\W*$"
)

# Words directly before a topic: "did we discuss bees in 2024?"
_DISCUSSED = (
    r"mention(?:ed)?|discuss(?:ed)?|about|regarding|erwahnt|besprochen|diskutiert|uber"
    r"|mencion(?:e|aste|ado|amos)|comentamos|discutimos|sobre|de|mentionne|discute|sur"
    r"|упоминал[аи]?|обсуждали|обсудили|про|об?|提到过?|提过|讨论过?|聊过|聊到过?|谈过|谈到过?|关于"
)
_ENDS_WITH_DISCUSSED = regex(rf"{_word(_DISCUSSED)}\s*$")
_BEGINS_WITH_DISCUSSED = regex(rf"\s*{_word(_DISCUSSED)}")
# A topic that hardly includes the time beside it: a name, or a word or two.
_NOUN = rf"(?!{_CJK})[^\W\d_][\w'+#-]*"
_BARE = regex(rf"{_NOUN}(?:(?: (?:and|or|und|oder|y|o|et|ou|и|или))? {_NOUN})?")
_CHINESE_TOPIC = regex(
    r"(?:提到过?|提过|讨论过?|聊过|聊到过?|谈过|谈到过?|说起过?) *"
    rf"((?:(?![的哪什怎关]){_CJK}){{1,8}}?|[a-z][a-z0-9'+#-]*) *[吗呢没有了]*[？?。 ]*$"
)

_SIGNS = " ?!.,:;？。，！…¿¡-'\t\n"
_LONGEST = 300


class TalkTime(NamedTuple):
    """The first and the last day of the talk that a question asks for, and its topic."""

    first: date
    last: date
    about: str

    def __str__(self) -> str:
        """Return the days as a person reads them."""
        first, last = self.first.isoformat(), self.last.isoformat()
        if self.first == date.min:
            return f"until {last}"
        return f"on {first}" if first == last else f"from {first} to {last}"


def asked_for(text: str, today: date) -> TalkTime | None:
    """Return when something was said that a question asks for, or None if it does not.

    `today` is the day of the question. `about` is "" if everything said then is wanted.
    """
    if len(text) > _LONGEST or '"' in text:  # words in quotes are searched as they are written
        return None
    times = dates.times(text, today)
    if len(times) != 1:
        return None
    about = topic(dates.marked(text), beside=True)
    first, last = times[0].latest(today)
    return TalkTime(first, last, about) if about is not None and first <= today else None


def topic(marked: str, *, beside: bool = False) -> str | None:
    """Return the topic of a question about talk at a time, or None for other questions.

    `marked` is the question as `dates.marked` returns it. The topic is "" if everything said then
    is wanted. With `beside` it may be next to the time: "did we discuss bees in 2024?". A time
    named by an event may belong to the topic: "Tom before the breakup".
    """
    before, mark, after = marked.partition(MARK)
    if not mark or MARK in after:
        return None
    kind, frame = _kind_and_frame(before)
    end = _end_of_frame(after)
    said, rest = after[:end], after[end:].strip(_SIGNS)
    if frame is None:
        return _bare_topic(before, said) if beside and not rest else None
    about, last_words = _topic(rest)
    if match := _CHINESE_TOPIC.search(after) if beside and rest else None:
        about = match[1]
    elif rest and not (
        _ENDS_WITH_ABOUT.search(said) or (beside and _is_clear(about, said, last_words))
    ):
        return None
    if not _is_our_talk(f"{frame} {said} {last_words}"):
        return None
    return " ".join(filter(None, (kind, about)))


def _is_our_talk(frame: str) -> bool:
    return bool(_SAYS.search(frame) and _NAMES_US.search(frame))


def _bare_topic(before: str, said: str) -> str | None:
    """The words between the verb of talking and the time: "did I mention Lisbon ⧖?"; or None."""
    end = _end_of_frame(before)
    about = before[end:].strip(_SIGNS)
    if not _is_clear(about, before[:end], "") or not _is_our_talk(f"{before[:end]} {said}"):
        return None
    return about


def _is_clear(about: str, said: str, last_words: str) -> bool:
    """Whether one or two words next to a time are the topic of the talk."""
    is_discussed = _ENDS_WITH_DISCUSSED.search(said) or _BEGINS_WITH_DISCUSSED.match(last_words)
    return bool(is_discussed and _BARE.fullmatch(about))


def _kind_and_frame(before: str) -> tuple[str, str | None]:
    """The kind of thing asked for before the time ("which books"), and the words around it.

    The words around are None if any of them is not about talking.
    """
    end = _end_of_frame(before)
    if not before[end:].strip(_SIGNS):
        return "", before
    if match := _KIND.match(before):
        end = _end_of_frame(before, match.end())
        if not before[end:].strip(_SIGNS):
            return match["kind"], before[match.end() :]
    return "", None


def _end_of_frame(text: str, end: int = 0) -> int:
    while match := _FRAME.match(text, end):
        end = match.end()
    return end


def _topic(rest: str) -> tuple[str, str]:
    """The words after "about", and the verb that may follow them."""
    topic, last_words = rest, ""
    while match := _LAST_WORDS.search(topic):
        topic, last_words = topic[: match.start()], topic[match.start() :] + last_words
    return topic.strip(_SIGNS), last_words
