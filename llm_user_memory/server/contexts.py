"""`/v1/context`: what to put before a prompt, within a number of tokens.

It is what the command line puts before one, by the same rules: the profile, archived facts on which
the prompt clearly bears, and passages of what was said, if the prompt is about that.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..context import BETWEEN, Room
from ..profile import render
from ..profile.document import tokens
from ..profile.line_marks import without_marks
from ..recall import bearing, for_prompts
from ..recall.search import Hit
from ..store import archived
from ..store.ledger import is_trivial
from ..text import redact
from ..text.words import fold
from . import archiving, finding, known
from .asking import asker
from .calls import Call, Endpoint
from .finding import Passage, Question
from .known import Known
from .recall_schemas import ContextRequest, ContextText

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow


# Characters of a prompt that are searched for; a longer one holds a paste.
_LONGEST_PROMPT = 2_000


class _Part(NamedTuple):
    """A part of a context, and the ids of what is in it."""

    text: str = ""
    ids: Sequence[str] = ()


def context(call: Call, db: "Connection[DictRow]") -> ContextText:
    """Return what to put before a prompt: the profile, and what bears on the prompt

    `text` has at most so many `tokens`; give it to the model before the prompt, as a part of the
    system prompt or of the message. Archived facts and passages are added only if the prompt
    clearly bears on them. Their ids are told, so that you can show where it is from.
    """
    asked: ContextRequest = call.body
    facts = known.load(db)
    left = Room(asked.tokens)
    profile = left.take(_profile(facts, asked.tokens))
    bears = _archived(facts, asked.prompt)
    from_archive = left.take(bears.text)
    said = _passages(db, asked, left.of(asked.tokens))
    passages = left.take(said.text)
    text = BETWEEN.join(filter(None, (profile, passages, from_archive)))
    return ContextText(
        text=text,
        tokens=tokens(text),
        facts=list(bears.ids) if from_archive else [],
        messages=list(dict.fromkeys(said.ids)) if passages else [],
    )


def _profile(facts: Sequence[Known], most: int) -> str:
    """The profile's fragment, of at most so many tokens; "" if no part of it is so small."""
    active = [each for each in facts if each.state == "active"]
    text = without_marks(known.document(active))
    whole = render.of_profile(text)
    if tokens(whole + BETWEEN) <= most:
        return whole
    fence = tokens(whole + BETWEEN) - tokens(text)
    return render.of_profile(without_marks(archiving.within(active, most - fence - 1)))


def _archived(facts: Sequence[Known], prompt: str) -> _Part:
    """The archived facts on which the prompt bears, in their order."""
    words = bearing.telling_words(prompt)
    candidates = [each for each in facts if each.state == "archived"]
    shared = {each.text: archived.words_of(each.text) & words for each in candidates}
    found = {text: own for text, own in shared.items() if own}
    best = set(bearing.bearing(found, len(candidates), prompt)[: bearing.MOST])
    chosen = [each for each in candidates if each.text in best]
    return _Part(render.of_archived(each.text for each in chosen), [each.id for each in chosen])


def _passages(db: "Connection[DictRow]", asked: ContextRequest, most: int) -> _Part:
    """The passages that the prompt is about, the best first; none that holds a secret."""
    if is_trivial(asked.prompt):
        return _Part()
    question = Question(asked.prompt[:_LONGEST_PROMPT], asked.tz)
    found = finding.find(db, asker(db), question, asked.where())[: for_prompts.MAX_HITS]
    by_number = {each.hit.passage: each for each in found}
    hits = [
        hit
        for hit in for_prompts.relevant([each.hit for each in found], asked.prompt)
        if fold(hit.text) != fold(asked.prompt) and not redact.holds_secret(hit.text)
    ]
    return _rendered([by_number[hit.passage] for hit in hits], hits, asked.prompt, most)


def _rendered(found: Sequence[Passage], hits: Sequence[Hit], prompt: str, most: int) -> _Part:
    passages = list(for_prompts.as_passages(hits, prompt))
    fitting = render.fitting(passages, most)
    ids = [each.hit.part for each, shown in zip(found, passages, strict=True) if shown in fitting]
    return _Part(render.of_passages(fitting, most), ids)


PATHS = (Endpoint("POST", "/v1/context", "read", context, ContextText, body=ContextRequest),)
