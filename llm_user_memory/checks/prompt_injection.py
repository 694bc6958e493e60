"""Finds text that instructs a model instead of describing the user, by known wordings. Pure.

Such text is never a fact. A wish of the user's is a fact only as a statement about them: "Prefers
short answers", not "You must answer in one line". The wordings are searched for in the text as
it is, and in the text with disguised letters ("1gn0re") replaced.
"""

import re
from unicodedata import normalize

from ..text.patterns import regex

_NOUN = (
    r"(?:(?:the|this|an|any|every|your)\s+(?:ai|model|llm)|assistants?|chatbots?|chatgpt|claude"
    r"|you)"
)
_DUTY = (
    r"(?:must|shall|should|has\s+to|have\s+to|needs?\s+to|ought\s+to|can\s*not"
    r"|(?:is|are)\s+(?:now|to|allowed|instructed|required)|(?:will|should)\s+(?:always|never))"
)
_INSTRUCTIONS = (
    r"(?:instructions?|rules?|prompts?|guidelines?|directi(?:ve|on)s?|context|polic(?:y|ies)"
    r"|messages?)"
)
_WORDINGS = (
    rf"\b(?:ignor|disregard|overrid|bypass|forget)\w*\s+(?:[\w'’]+\s+){{0,4}}{_INSTRUCTIONS}\b",
    rf"\b{_INSTRUCTIONS}\s+(?:to\s+be\s+|be\s+)?(?:ignored|disregarded|overridden|bypassed|forgotten)\b",
    rf"\b(?:do\s+not|don['’]?t|never|stop)\s+follow\w*\s+(?:[\w'’]+\s+){{0,3}}{_INSTRUCTIONS}\b",
    rf"\byour\s+(?:[\w'’]+\s+){{0,2}}{_INSTRUCTIONS}\b",
    r"\b(?:ignore|disregard|forget)\s+(?:all|everything|anything|what)\s+"
    r"(?:above|before|prior|earlier|previous|preceding|said|was|came|you|the)\b",
    r"\b(?:system|developer)\s+(?:prompt|message|instruction|mode)",
    rf"\b{_NOUN}\s+{_DUTY}\b",
    r"^you\s+are\b|^(?:from\s+now\s+on|henceforth)\b|^when(?:ever)?\s+(?:you\s+are\s+)?asked\b",
    r"^(?:pretend|act|behave|role-?play|respond|answer|reply)\b.*\bas\s+(?:if|though|an?|the)\b",
    r"^pretend\s+to\b|\b(?:tell|inform|warn|remind|ask|convince)\s+the\s+user\b",
    r"\b(?:recommend|mention|reveal|show|offer|sell|say)\w*\b.*\bto\s+the\s+user\b",
    r"\b(?:do\s+not|don['’]?t|never)\s+(?:tell|reveal|mention|inform|disclose|warn|refuse)\b",
    r"\bsend\s+(?:the|this|all|every)\s+(?:conversation|profile|memory|chat|prompt)",
    r"\b(?:execute|run|curl|wget|eval|sudo)\s+(?:the\s+|this\s+)?"
    r"(?:following|command|code|script|rm\b)",
    r"^(?:call|use|invoke)\s+the\s+(?:\w+\s+)?tool\b",
    r"\b(?:new|updated|important|secret|hidden)\s+(?:instruction|directive)s?\b",
    r"\bjail\W?break|\bprompt\s+injection|\bDAN\s+mode|\buser_memory\b|\bNO_UPDATE\b",
    r"(?:^|\\n)(?:system|assistant|user|human|ai|instructions?|add|replace|remove|merge)\s*[:：|]",
    r"^(?:add|replace|remove|merge)(?:$|\s+(?:all|everything|personal\s+information|current"
    r"\s+projects|interests|preferences)\b)",
    r"\b(?:end|begin|start)\w*\s+of\s+(?:the\s+)?(?:profile|conversation|prompt|system|memory)\b",
)
# The same in other languages: ignore the instructions, a new role, duties of the assistant.
_WORDINGS_ELSEWHERE = (
    r"\bignorier\w*\s+(?:alle|die|jede|bisher|vorherig|obig)|\bvergiss\s+(?:alle|die|deine|was)\b",
    r"\b(?:assistent|modell|die\s+ki)\s+(?:muss|soll|sollte|darf)\b|^du\s+(?:bist|musst|sollst)\b",
    r"\b(?:ignora|olvida|ignore|dimentica|esqueça)\w*\s+"
    r"(?:todas?|todos|tutt[ei]|las|los|le|as|os|tus|cualquier)\b",
    r"\basistente\s+(?:debe|tiene\s+que)\b|^(?:eres|ahora\s+eres|debes)\b",
    r"\b(?:ignore[zr]?|oublie[zr]?)\s+(?:toutes?|tous|les|vos|tes)\b",
    r"\bassistant\s+(?:doit|devrait)\b|^(?:tu\s+es|vous\s+êtes|tu\s+dois)\b",
    r"\bnegeer\s+(?:alle|de)\b|\bzignoruj\w*\s|\bигнорируй\w*\s|\bзабудь\s+(?:все|всё)\b",
    r"ассистент\s+(?:должен|обязан)|^ты\s+теперь\b|\byok\s+say",
    r"(?:以前|これまで|上記|前)の(?:指示|命令|プロンプト)|^あなたは|アシスタントは.*(?:こと|べき|ください)",
    r"(?:忽略|无视|忘记)(?:之前|以上|所有|上面)|^你(?:现在)?是|지시를?\s*(?:모두\s*)?무시",
    r"تجاهل\s+(?:جميع|كل|التعليمات)|المساعد\s+أن|(?:पिछले|सभी)\s+निर्देश|सहायक\s+को",
)
_TO_A_MODEL = regex("|".join([*_WORDINGS, *_WORDINGS_ELSEWHERE]), re.I)

# Cyrillic letters that look like Latin ones, and digits that are read as letters.
_LOOKS_LIKE = str.maketrans("асеіјорԁѕхуԛԝ0134", "aceijopdsxyqwoiea")
_SPACED_OUT = regex(r"\b\w(?: \w\b){2,}")


def speaks_to_a_model(text: str) -> bool:
    """Tell whether the text instructs a model."""
    return any(_TO_A_MODEL.search(variant) for variant in (text, _undisguised(text)))


def _undisguised(text: str) -> str:
    """The text as a person reads it: "1gn0re" and "I g n o r e" are one word."""
    plain = normalize("NFKC", text).casefold().translate(_LOOKS_LIKE)
    return _SPACED_OUT.sub(lambda letters: letters[0].replace(" ", ""), plain)
