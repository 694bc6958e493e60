"""Finds records, templates and advertisements, by the names of their fields and headings. Pure.

People also type such forms themselves, though rarely. So what stands in one is in doubt.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from ..patterns import regex
from . import frames
from .blocks import BLANK


def _names(names: str) -> frozenset[str]:
    return frozenset(" ".join(name.split()) for name in names.split("|"))


# Fields of tickets, bug reports, medical reports, surveys and transcripts, in six languages; not
# those under which people describe themselves, such as "occupation".
_FIELDS = _names(
    """id|ticket|author|reporter|requester|requested by|reported by|submitted by|assignee|applicant
    |patient|customer|status|priority|severity|created|created at|updated|updated at|diagnosis
    |findings|impression|assessment|subjective|objective|clinical history|expected|actual
    |expected behavior|expected behaviour|actual behavior|actual behaviour|steps|impact|username
    |likes|guest|arrival|respondent|speaker|interviewer|host|sprecher|sprecherin|intervenant
    |hablante|спикер|说话人|发言人
    |kunde|kundin|vorgang|bearbeiter|bearbeiterin|erstellt|priorität|patientin|anamnese|diagnose
    |befund|therapie|erwartet|tatsächlich|umgebung|bemerkung
    |client|cliente|statut|demandeur|auteur|priorité|patiente|motif|antécédents|attendu|obtenu
    |réponse
    |estado|paciente|autor|prioridad|esperado|obtenido|solicitante|incidencia|respuesta
    |descripción
    |клиент|статус|заявка|пациент|пациентка|жалобы|анамнез|диагноз|ожидалось|фактически|приоритет
    |автор|ответ
    |客户|状态|工单|主诉|诊断|患者|预期|实际|环境|作者|答案"""
)
# Fields of an invitation, as calendars write them. Who plans something names a place and a day, but
# gives it no title and no time of day.
_TITLES = _names(
    """Subject|Title|Event|Invitation|Organizer|Organiser|Hosted by|Attendees|Betreff|Termin
    |Einladung|Organisator|Teilnehmer|Objet|Organisateur|Participants|Asunto|Evento|Invitación
    |Organizador|Тема|Событие|Приглашение|Организатор|主题|活动|会议|组织者"""
)
_EVENT = _TITLES | _names(
    """When|Where|Date|Time|Location|Place|Venue|Wann|Wo|Zeit|Ort|Raum|Quand|Où|Lieu|Cuándo|Dónde
    |Lugar|Когда|Где|Время|Место|时间|地点"""
)
_CLOCK = regex(r"\d[ ]?[:.h][ ]?\d\d|\d[ ]?(?:[ap]\.?m\b|uhr\b|h\b)|点", re.I)
_KEY = regex(
    r"[ \t]*(?:[-*•][ ])?[*_]{0,2}([^\W\d_][^\n:：]{0,30}?)"
    r"(?:[ ]?\d{1,4}|[一二三四五])?[*_]{0,2}[ ]?(?::(?=[\s*\u4e00-\u9fff])|：)"
)
_TICKET = regex(
    r"[ \t]*(?:(?:ticket|vorgang|incidencia|заявка|工单)[ ](?:n°[ ]?|№[ ]?|\#)?\d"
    r"|\[[A-Z]{2,10}-\d+\])",
    re.I,
)

# Headings of bug reports, and of advertisements for jobs, alone in a line.
_HEADINGS = _names(
    """describe the bug|describe the issue|to reproduce|steps to reproduce|how to reproduce
    |reproduction|expected behavior|expected behaviour|expected result|actual behavior
    |actual behaviour|actual result|current behavior|current behaviour|additional context
    |additional information|what happened|what did you expect|what i did|my setup|anything else
    |is there an existing issue for this|environment|system info|bug report|feature request
    |beschreibung|schritte|schritte zum reproduzieren|erwartetes verhalten|tatsächliches verhalten
    |umgebung|was ist passiert|comportement attendu|comportement actuel|étapes pour reproduire
    |environnement|comportamiento esperado|comportamiento actual|pasos para reproducir|entorno
    |ожидаемое поведение|фактическое поведение|шаги воспроизведения|окружение
    |重现步骤|复现步骤|预期行为|实际行为|预期结果|实际结果
    |about us|about the role|about the job|about the team|your profile|your role|your tasks
    |we offer|what we offer|what you do|what you bring|requirements|responsibilities
    |qualifications|benefits|who you are|nice to have|über uns|wir bieten|dein profil|ihr profil
    |deine aufgaben|ihre aufgaben|anforderungen|qui sommes-nous|profil recherché|nous offrons
    |vos missions|sobre nosotros|ofrecemos|requisitos|se ofrece|о нас|требования|обязанности
    |мы предлагаем|岗位职责|任职要求|我们提供|福利待遇"""
)
_LINE = regex(r"[^\n]+")
_LONGEST_HEADING = 60
_LONGEST_REPLY = 400
_MARKED = regex(r"[ \t]*(?:\#{1,4}[ ]|\*\*|__)(?=\S)")
_CONFIRMS = regex(
    r"[ \t]*[-*][ ]\[[ xX]\][ ](?:i['’]ve|i have|i) (?:read|searched|checked|agree|confirm)", re.I
)
_FOR_ALL = regex(r"\((?:m/[wf]/[dxw]|[wf]/m/[dxw]|h/f|f/h)\)|\w:in gesucht\b", re.I)


def spans(text: str) -> list[tuple[int, int]]:
    """Return the spans (start, stop) of forms, in order, without overlaps."""
    found: list[tuple[int, int]] = []
    end = 0
    for start, stop in sorted([*_records(text), *_templates(text)]):
        start = max(start, end)
        if start < stop:
            found.append((start, stop))
            end = stop
    return found


def _records(text: str) -> Iterator[tuple[int, int]]:
    """Paragraphs with two or more fields, and what an invitation says below them."""
    goes_on = False
    for start, stop in _paragraphs(text):
        lines = _lines(text, start, stop)
        keys = [_key(text[first:last]) for first, last in lines]
        named = [number for number, key in enumerate(keys) if key]
        if _is_record({*filter(None, keys)}, text[start:stop]) or _are_numbered(keys):
            first = lines[named[0]][0]
            yield first, _end(text, first, lines)
            goes_on = keys[-1] in _EVENT
        elif goes_on:
            yield start, _end(text, start, lines)
            goes_on = False


def _is_record(keys: set[str], paragraph: str) -> bool:
    if len(keys) < 2:
        return False
    return bool(keys - _EVENT or keys & _TITLES or _CLOCK.search(paragraph))


def _key(line: str) -> str:
    """The name of the field at the beginning of a line, or an empty string."""
    if _TICKET.match(line):
        return "ticket"
    match = _KEY.match(line)
    name = match[1].strip() if match else ""
    return name if name in _EVENT or name.casefold() in _FIELDS else ""


def _are_numbered(keys: list[str]) -> bool:
    """Tell whether the answers to a survey follow each other: "Respondent 14: ..."."""
    return any(one and one == other for one, other in pairwise(keys))


def _templates(text: str) -> Iterator[tuple[int, int]]:
    """From the first heading of a template to the end of the text, or to words about it."""
    lines = _lines(text, 0, len(text))
    headings = [place for place in lines if _is_heading(text[slice(*place)])]
    marked = [place for place in headings if _MARKED.match(text[slice(*place)])]
    sure = [
        place
        for place in lines
        if _CONFIRMS.match(text[slice(*place)]) or _FOR_ALL.search(text[place[0] : place[1]][-200:])
    ]
    if len(headings) > 1 or marked or sure:
        start = min([*headings, *sure])[0]
        yield start, _end(text, start, [place for place in lines if place[0] >= start])


def _is_heading(line: str) -> bool:
    name = line.strip(" \t#*_:：?.!").casefold()
    return len(line) <= _LONGEST_HEADING and name in _HEADINGS


def _end(text: str, start: int, lines: list[tuple[int, int]]) -> int:
    """The end of a form: before its last line, if that speaks of it or asks for something."""
    first, last = lines[-1]
    words = text[first:last].strip()
    if first <= start or len(words) > _LONGEST_REPLY or _key(words):
        return last
    is_reply = words[:1].islower() or words[-1:] in "?？"
    if not is_reply and not text[last:].strip():
        is_reply = frames.replies(words, text[start:first])
    return first if is_reply else last


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    cuts = [0, *(place for blank in BLANK.finditer(text) for place in blank.span()), len(text)]
    for start, stop in zip(cuts[::2], cuts[1::2], strict=True):
        if text[start:stop].strip():
            yield start, stop


def _lines(text: str, start: int, stop: int) -> list[tuple[int, int]]:
    return [match.span() for match in _LINE.finditer(text, start, stop)]
