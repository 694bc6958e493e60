"""The page "Find": searching conversations and notes, and answers from them.

Searches are sent with POST, to keep them out of the browser's history.
"""

from collections import defaultdict
from datetime import date
from typing import get_args

from markupsafe import Markup, escape

from ..errors import RecallError
from ..model.installed import default_model
from ..recall import ask as asking
from ..recall import highlight, keywords, lookup, when
from ..recall.hits import Hit, Mode, Query
from ..recall.index import db as index_db
from ..recall.index.db import KINDS
from ..recall.keywords import Keywords
from ..recall.readable import neighbours
from ..store import forgotten
from ..text.controls import visible
from .call import Call, Page

_MOST = 50
_WHO = {"user": "you"}
_MARKS = ("\x02", "\x03")
_KINDS = {
    "logs": "Conversations",
    "chatgpt": "ChatGPT",
    "claude": "Claude",
    "claude-code": "Claude Code",
    "codex": "Codex",
    "said": "Kept by llm memory learn --keep",
    "notes": "Notes",
    "files": "Files",
    "profile": "The profile and its history",
}


def _empty(call: Call) -> Page:
    return Page("find.html", _values(call))


def _values(call: Call, **more: object) -> dict[str, object]:
    chosen = call.form.get("kind") or ()
    return {
        "kinds": [(kind, _KINDS.get(kind, kind), kind in chosen) for kind in KINDS],
        "modes": get_args(Mode),
        "mode": call.typed("mode") or "hybrid",
        "model": default_model(),
        "asked": defaultdict(str, {name: values[0] for name, values in call.form.items()}),
        "found": None,
        "answer": None,
        "back": "find",
        **more,
    }


def _find(call: Call) -> Page:
    text = call.typed("text")
    if not text:
        raise RecallError("Say what to search for.")
    today = date.today()
    since, until = call.typed("since"), call.typed("until")
    mode = call.typed("mode")
    query = Query(
        text,
        limit=min(max(call.number("limit", 10), 1), _MOST),
        since=when.since(since, today) if since else None,
        until=when.until(until, today) if until else None,
        kinds=[kind for kind in call.form.get("kind") or () if kind in KINDS],
        model=call.typed("model"),
        diverse=bool(call.typed("diverse")),
    )
    wanted: Mode = mode if mode in get_args(Mode) else "hybrid"  # type: ignore[assignment]
    found = lookup.find(call.store, call.settings, query, wanted)
    hits = found.hits
    if call.typed("newest"):
        hits = sorted(hits, key=lambda hit: -(hit.said_at or 0.0))
    asked = highlight.telling(keywords.parsed(text))
    around = _around(call, hits, min(call.number("context", 0), 20))
    shown = [(hit, lookup.open_command(hit), _parts(hit, around, asked)) for hit in hits]
    return Page("find.html", _values(call, found=shown, remarks=found.remarks))


def _around(call: Call, hits: list[Hit], number: int) -> dict[int, list[Hit]]:
    """The passages before and after each hit, by the id of the hit's passage."""
    if not number or call.settings.search != "sqlite":
        return {}
    fingerprints = forgotten.load(call.store.db)
    with index_db.opened(call.store.folder) as db:
        return {
            hit.passage: neighbours(db, call.store.folder, hit, number, fingerprints)
            for hit in hits
        }


def _parts(
    hit: Hit, around: dict[int, list[Hit]], asked: Keywords
) -> list[tuple[str, Markup, bool]]:
    """The passages to show for a hit, in their order: (speaker, HTML, whether it is the hit)."""
    near = {each.passage: each for each in (*around.get(hit.passage, ()), hit)}
    return [
        (
            _WHO.get(each.role, each.role),
            _marked(each, asked, each is hit),
            each is hit,
        )
        for each in sorted(near.values(), key=lambda each: each.ordinal)
    ]


def _marked(passage: Hit, asked: Keywords, is_hit: bool) -> Markup:
    """The passage as HTML; in a hit, the words that were searched for are marked."""
    words = asked if is_hit else Keywords()
    # `visible` replaces control characters, so the text itself contains neither of the marks.
    text = highlight.marked(visible(passage.text), words, *_MARKS, whole=True)
    marked = str(escape(text)).replace(_MARKS[0], "<mark>").replace(_MARKS[1], "</mark>")
    return Markup(marked)


def _ask(call: Call) -> Page:
    question = call.typed("question")
    if not question:
        raise RecallError("Ask something.")
    answer = asking.answer(call.store, call.settings, question, default_model())
    cited = [
        (
            record.day,
            record.speaker(quote) if record.hit else "",
            quote,
            lookup.open_command(record.hit) if record.hit else "llm memory show",
        )
        for record, quote in answer.cited
    ]
    nearest = [(hit, lookup.open_command(hit)) for hit in asking.best_of_each(answer.found)[:3]]
    return Page(
        "find.html",
        _values(call, answer=answer, cited=cited, nearest=nearest, remarks=answer.remarks),
    )


PAGES = {"find": _empty}
ACTIONS = {"find": _find, "ask": _ask}
