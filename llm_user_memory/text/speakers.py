"""Tells who says a line of a transcript that begins with a label, as "Bob: ...". Pure.

Where the label tells neither, it is somebody else's if what follows is in the first person, and may
be a name. Otherwise it is the user's: "Stack: Postgres" is a line of a message.
"""

import re

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
    r"|также|причина|пример|сегодня|завтра|вчера)\b",
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
_MARKED = regex(r"@|\w*[\d_]|.*[ ](?:\d+|[A-Z])$|.*\)$")


def is_another(label: str, said: str) -> bool:
    """Tell whether a line is of somebody else than the user, by its label and what follows it."""
    label = label.strip()
    if wording.HEADING.match(label):
        return False
    if wording.PERSON.fullmatch(label) or _ANOTHER.match(label) or _MARKED.match(label):
        return True
    if _OWN_LINE.match(label):
        return False
    words = plain(label).split()
    if not given_names().isdisjoint(words):
        return True
    is_name = wording.NAME.match(label) and not any(map(meanings, words))
    return bool(is_name) and is_own(said)
