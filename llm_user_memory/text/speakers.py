"""Finds the lines of a transcript that begin with a label, as "Bob: ...", and who says them. Pure.

A label is a few words before a colon of whatever form or a dash, also behind a time or other signs.
What stands in brackets, or alone in its line, is one if it is the role of a speaker.

Where the label tells neither, it is somebody else's if what follows is in the first person, and may
be a name. Otherwise it is the user's: "Stack: Postgres" is a line of a message.
"""

import re
from typing import NamedTuple

from .pasted import wording
from .pasted.style import is_own
from .patterns import regex
from .vocabulary import given_names, meanings, plain

# Labels of the user's own lines that are in no table of meanings. In six languages.
_OWN_LINE = regex(
    r"(?:my|our|also|and|but|stack|setup|requirements?|details?|infos?|information|max|min|art"
    r"|first(?:ly)?|second(?:ly)?|third(?:ly)?|finally|currently|now|today|yesterday|tomorrow"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|why|what|how|when|where|who|examples?|ingredients"
    r"|symptoms|plans?|ideas?|hobbies|interests|skills|languages?|experience|education|history"
    r"|summary|errors?|expected|actual|steps?|tried|options?|pros|cons|important|warning|caveat"
    r"|reasons?|requests?|bonus|extra|preferences?|likes|dislikes|allergies|diet|location|name|age"
    r"|job|work|family|health|style|tone|topic|title|subject|btw|fyi|imo|nb"
    r"|ich|mein\w*|auch|außerdem|vorlieben|wunsch|wünsche|grund|beispiel|heute|morgen|gestern"
    r"|además|también|motivo|ejemplo|hoy|mañana|ayer|gustos|aussi|raison|exemple|demain|hier|goûts"
    r"|anche|esempio|oggi|domani|também|exemplo|hoje|amanhã"
    r"|remember|reminder|time|bio|facts?|rules?|correction|clarification|constraints?|people|kids|pets"
    r"|wichtig|contrainte|важно|注意|提示|备注|补充|爱好|工作|职业|年龄|饮食|过敏|姓名|住址|背景"
    r"|также|причина|пример|сегодня|завтра|вчера)\b",
    re.I,
)
# The roles of speakers who are no person.
_ASSISTANT = (
    r"assistante?|asistente|assistente|assistent(?:in)?|ассистент|помощник|助手|助理|アシスタント"
    r"|어시스턴트|(?:chat)?bot|chat ?gpt|ai|tool|function|工具"
)
_ROLE = regex(
    rf"(?:the )?(?:{_ASSISTANT}|gpt|system|sistema|système|система|系统|システム|시스템|developer"
    r"|observation|answer|response|completion|antwort|respuesta|réponse|risposta|resposta|ответ|回答"
    r"|答案|user|human|用户|ユーザー|사용자)"
    r"(?:$|[ ]?[(\[<]|[ ](?:to|said|says|from|for)\b|[ ](?:messages?|notice|prompt|reminder|note"
    r"|info|event|alert|log|instructions?|calls?|results?|output|reply|response|answer|turn|error"
    r"|summary|thinking|thoughts?|\d+)$)"
    r"|(?:assistant|chatbot|chatgpt)\b|.*[ ](?:assistant|chatbot)$"
    r"|(?:ai|human|tool|system|function|chat|user)message(?:chunk)?$",
    re.I,
)
# What programs write above a text that they put into a message.
_MATERIAL = regex(
    r"(?:attach(?:ed|ments?)|anhang|angehängt|adjunt[oa]s?|pièces? jointes?|allegat[oi]|anexos?"
    r"|вложени[ея]|附件)\b"
    r"|(?:the )?(?:files?|documents?|docs?|context|excerpts?|passages?|snippets?|retrieved"
    r"|knowledge base|web ?page|contents?|datei(?:en)?|dokumente?|kontext|auszug|archivos?"
    r"|documentos?|contexto|fichiers?|contexte|extrait|файлы?|документы?|контекст|文件|文档|上下文"
    r"|资料)(?:$|[ ](?:\d+|of|from|for|von|aus|de|du|из|provided|above|below)\b)"
    r"|.*\.(?:txt|md|pdf|docx?|odt|rtf|csv|json|html?|eml|msg|log|xlsx?|pptx?|png|jpe?g|epub)$",
    re.I,
)
# Other speakers of conversations, and what tools give.
_ANOTHER = regex(
    r"(?:[\w-]+ )?(?:speaker|participant|guest|interviewer|interviewee|host|moderator|narrator"
    r"|attendee|caller|operator|support|agent|bot|tool|function|plugin|browser|terminal|console"
    r"|observation|action|search|retrieved|output|stdout|sprecher(?:in)?|teilnehmer(?:in)?|gast"
    r"|werkzeug|ausgabe|hablante|participante|invitad[oa]|herramienta|salida|orateur|intervenante?"
    r"|invitée?|outil|sortie|говорящий|участник|гость|инструмент)s?(?: [\w-]+){0,2}$"
    r"|(?:mr|mrs|ms|dr|prof|herr|frau|señora?|sra?|mme|monsieur|madame)\b\.? [\w.-]",
    re.I,
)
_MARKED = regex(r"@|\w*[\d_]|.*[ ](?:\d+|[A-Z])$|.*[)\]>]$")

# The most words of a name that is not written like one, with capital letters.
_LONGEST_NAME = 3

_WORD = r"\w[\w.'’-]{0,40}"
_BRACKETS = r"[(\[<][^()\[\]<>\n]{1,40}[)\]>]"
_TIME = r"\[[^\]\n]{0,30}\d[^\]\n]{0,10}\]|\d[\d:.,/T -]{0,24}(?:[ap]m)?"
_LABEL = regex(
    rf"^(?P<before>[^\w\n]{{0,12}}(?:(?:{_TIME})[^\w\n]{{1,6}})?)"
    rf"(?P<name>@?{_WORD}(?:[^\S\n]{_WORD}){{0,5}}(?:[^\S\n]?{_BRACKETS})?)"
    r"(?:[^\w\n:：]{0,6}(?:[：﹕︓∶꞉]|:(?=[\s*_]|[^\W\d_]|$))[*_]*"
    r"|(?P<dash>[^\S\n]+[|–—-]{1,2}[^\S\n]+))",
    re.M | re.I,
)
_IN_BRACKETS = regex(r"^[^\w\n]{0,6}[\[<(](?P<name>\w[^\[\]<>()\n:]{0,60})[\])>]", re.M)
_ALONE = regex(rf"^[^\w\n]*(?P<name>{_ASSISTANT})[^\w\n]*$", re.M | re.I)
_NOTE = regex(rf"\s?{_BRACKETS}$")
_LISTED = regex(r"\s*(?:[-•◦▪–—+>]|\*(?=\s)|\d{1,2}[.)](?=\s))")


class Label(NamedTuple):
    """The beginning of a line, from `start` to `end`, which may name the speaker.

    `is_plain` tells that it is a label beyond doubt: before a colon, and not in a list.
    """

    name: str
    start: int
    end: int
    is_plain: bool


def labels(text: str, start: int, end: int) -> list[Label]:
    """Return the labels between two offsets of a text, in their order."""
    found: dict[int, Label] = {}
    for pattern in (_IN_BRACKETS, _ALONE):
        for match in pattern.finditer(text, start, end):
            if _ROLE.match(match["name"]) or _MATERIAL.match(match["name"]):
                found[match.start()] = Label(match["name"], match.start(), match.end(), True)
    for match in _LABEL.finditer(text, start, end):
        is_plain = not (match["dash"] or _LISTED.match(match["before"]))
        label = Label(match["name"], match.start(), match.end(), is_plain)
        found.setdefault(label.start, label)
    return [found[place] for place in sorted(found)]


def is_another(label: Label, said: str) -> bool:
    """Tell whether a line is of somebody else than the user, by its label and what follows it."""
    name = label.name.strip()
    if _ROLE.match(name) or _MATERIAL.match(name):
        return True
    if wording.HEADING.match(name):
        return False
    bare = _NOTE.sub("", name)
    words = plain(bare).split()
    has_given_name = not given_names().isdisjoint(words[:_LONGEST_NAME])
    if not label.is_plain:
        return has_given_name and bool(wording.SAYS_I.match(said.lstrip(' *_"“«')))
    if len(words) > _LONGEST_NAME:
        is_titled = all(word[0].isupper() for word in bare.split())
        return bool(wording.PERSON.fullmatch(name)) or (has_given_name and is_titled)
    if wording.PERSON.fullmatch(name) or _ANOTHER.match(name) or _MARKED.match(name):
        return True
    if _OWN_LINE.match(name):
        return False
    is_name = wording.NAME.match(name) and not any(map(meanings, words))
    return has_given_name or (bool(is_name) and is_own(said))
