"""Style: as people type to a model about themselves, or as they publish. Pure.

A long prompt counts as typed if it reads so: in a style that nobody publishes, or as a person who
describes themselves and asks the model for something. In doubt, sentences in the first person are
kept, and what is learned from them waits for the user.
"""

import re
from collections.abc import Iterator

from ..patterns import regex
from ..words import is_question, sentences, speaks_in_first_person

# Marks of letters, CVs, forum posts, articles.
PUBLISHED = regex(
    r"^[^\S\n]*(?:dear (?:sir|madam|mr|ms|mrs|team|editor|hiring|all|tenant|\w+,)|sehr geehrte"
    r"|liebe redaktion|estimad[oa]s?|cher|chère|madame, monsieur|уважаем\w+"
    r"|posted by|u/\w+|edit:|op:|curriculum vitae|résumé|lebenslauf|abstract|chapter"
    r"|introduction|[ivx]+\.\s|§)"
    r"|^[^\S\n]*(?:kind|best|warm) regards|^[^\S\n]*regards,|^[^\S\n]*yours (?:sincerely|faithfully"
    r"|truly)|^[^\S\n]*sincerely|mit freundlichen grüßen|un cordial saludo|atentamente"
    r"|cordialement"
    r"|с уважением|此致|敬上|\bcopyright\b|©|^[^\S\n]*(?:19|20)\d\d\s?[-–]\s?(?:(?:19|20)\d\d"
    r"|present|now|heute)\b",
    re.I | re.M,
)
# Phrases that people type to a model but nobody publishes.
_INFORMAL = (
    regex(r"(?:^|[.!?]\s+|\n[^\S\n]*)[a-zа-яäöü]"),
    regex(r"\bi(?:'m|'ve|'d|'ll)?\b"),
    regex(r"\b(?:dont|didnt|doesnt|cant|wont|isnt|wasnt|ive|im|id|thats|theres|couldnt|wouldnt)\b"),
    regex(
        r"\b(?:btw|tbh|imo|idk|lol|haha|pls|plz|thx|tho|kinda|sorta|gonna|wanna|gotta|ppl"
        r"|u|ur|rn|ngl|asap|ok so|so yeah|anyway"
        r"|ne|nen|nem|hab|grad|halt|eh|mal|jdm|vllt|iwie|pq|xq|tb|jaja|stp|svp|jsp|mdr|bcp"
        r"|ptdr|щас|чё|ща|кст|спс|пж|哈哈|嘛|吧|啊)\b",
        re.I,
    ),
)
_ASKS_A_MODEL = regex(
    r"\b(?:can you|could you|would you|please|tell me|give me|help me|make me"
    r"|what (?:should|would|do you)|how (?:should|do|would|can) i|should i"
    r"|where do i start|any (?:advice|ideas|tips|thoughts)"
    r"|your (?:advice|opinion|help|thoughts)|i(?:['’]d| would) like you|i need help"
    r"|don['’]?t (?:tell|give|sugar)|be (?:blunt|honest)|walk me through"
    r"|kannst du|könntest du|können sie|sag mir|gib mir|hilf mir|bitte|was soll(?:te)? ich"
    r"|wie (?:soll|kann|würdest)|was würdest du|mach mir|machst du"
    r"|puedes|podrías|dime|dame|ayúdame|hazme|qué (?:hago|harías|me (?:recomiendas"
    r"|aconsejas))|cómo (?:lo |puedo|debería)|por favor"
    r"|peux[- ]tu|tu peux|pourrais[- ]tu|dis[- ]moi|donne[- ]moi|aide[- ]moi|fais[- ]moi"
    r"|réponds[- ]moi|qu['’]est[- ]ce que (?:je|tu)|comment (?:je|faire|puis)|que (?:faire"
    r"|me conseilles)|s['’]il te plaît|j['’]ai besoin d"
    r"|можешь|можете|подскажи\w*|посоветуй\w*|помоги\w*|скажи\w*|дай\w*|составь\w*"
    r"|что (?:мне )?делать|как (?:мне|бы|лучше)|пожалуйста|посоветуете"
    r")\b|帮我|请|怎么办|怎么样|你觉得|给我|建议",
    re.I,
)
# Announcements of the user's own text: "here is a bit of information about myself".
_ABOUT_ONESELF = regex(
    r"\b(?:about (?:me|myself)|über mich|zu meiner person|sobre m[ií]|(?:sur|de) moi"
    r"|à propos de moi|обо мне|о себе|su di me|sobre mim)\b"
    r"(?!['’\"”]? (?:page|section|text|website|web|paragraph|blurb|post|seite))"
    r"|关于我|我的(?:个人)?情况",
    re.I,
)
# Announcements that somebody else wrote about the user.
_OTHERS_SAY = regex(
    r"\b(?:he|she|they|\w+s?) (?:wrote|writes|said|says|posted|schrieb|schreibt|sagt"
    r"|escribió|dijo|écrit|a écrit|написал\w?|пишет|ha scritto|escreveu)\b",
    re.I,
)
_LONGEST_ANNOUNCEMENT = 300
_LEAST_FIRST_PERSON = 0.25
_FEWEST_SENTENCES = 8
_MOST = 0.8


def reads_as_typed(text: str) -> bool:
    """Tell whether a long text reads as what a person types to a model about themselves."""
    said = sentences(text)
    if PUBLISHED.search(text) or len(set(said)) < _FEWEST_SENTENCES:
        return False
    if sum(map(is_own, said)) < _LEAST_FIRST_PERSON * len(said):
        return False
    if any(map(asks_a_model, (text[:600], text[-700:]))) or _is_informal(text):
        return True
    is_small = sum(sentence[:1].islower() for sentence in said) > _MOST * len(said)
    return is_small and any(map(is_question, said[-4:]))


def is_story(text: str) -> bool:
    """Tell whether a text is about its author, in a style that nobody publishes."""
    said = sentences(text)
    own = sum(map(is_own, said))
    return (
        own > _LEAST_FIRST_PERSON * len(said) and _is_informal(text) and not PUBLISHED.search(text)
    )


def in_doubt(text: str) -> Iterator[tuple[str, bool]]:
    """Yield (sentence, whether it is in the first person)."""
    for match in re.finditer(r"[^.!?。！？\n]*[.!?。！？\n]*\s*", text):
        if match[0]:
            yield match[0], is_own(match[0])


def _is_informal(text: str) -> bool:
    """Tell whether a text is in a style that nobody publishes."""
    per_thousand = 1_000 / len(text)
    counts = [len(pattern.findall(text)) * per_thousand for pattern in _INFORMAL]
    return (counts[0] > 4 and sum(count > 0.7 for count in counts[1:]) > 0) or counts[2] + counts[
        3
    ] > 4


def is_careless(text: str) -> bool:
    """Tell whether a few words are written in a way that nobody publishes: "i", "dont", "pls"."""
    return any(pattern.search(text) for pattern in _INFORMAL[1:])


def asks_a_model(text: str) -> bool:
    """Tell whether a text asks for what people ask models: advice, help, an answer."""
    return bool(_ASKS_A_MODEL.search(text))


# First persons of languages that leave "I" out.
_OWN = regex(
    r"\b(?:я|ich|je|yo|nos|nuestr\w+|notre|unser\w*|tengo|soy|estoy|vivo|trabajo|llevo|hago|voy|quiero|puedo|me|mi|mis|мне|меня"
    r"|мной|мой|моя|моё|мои|мы|нас|нам|у меня|j['’]\w*|me|moi|nous|mich|mir|uns)\b|我|咱",
    re.I,
)


def is_own(sentence: str) -> bool:
    """Tell whether a sentence is in the first person, also without a pronoun."""
    return speaks_in_first_person(sentence) or bool(_OWN.search(sentence))


def is_announced_as_own(before: str, text: str) -> bool:
    """Tell whether a text is announced as the user's own self-description, and reads as one.

    The announcement is the last sentence before the text, or its first one.
    """
    announcing = [*sentences(before[-_LONGEST_ANNOUNCEMENT:])[-1:], *sentences(text)[:1]]
    return any(
        _ABOUT_ONESELF.search(one[-_LONGEST_ANNOUNCEMENT:])
        and not _OTHERS_SAY.search(one)
        and not is_question(one)
        for one in announcing
    ) and speaks_in_first_person(text)
