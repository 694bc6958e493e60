"""Checks every edit that a model proposes: no fact without the user's own words. Pure.

The rules are those of "Checking" in the README. Each edit is checked against the profile
with the accepted edits before it already made. So two edits of one answer cannot add the same
fact twice, nor together remove more than one answer may.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import chain

from ..errors import ProfileError
from ..profile.document import facts, find_fact
from ..profile.edits import Edit, apply_everywhere
from ..text import redact
from ..text.as_read import as_read
from ..text.fingerprints import Forgotten
from ..text.words import (
    content_words,
    fold,
    is_negated,
)
from . import earnest, support, weighing, wishes
from .attribution import doubt, is_long_stay, is_visit
from .corrections import is_taken_back
from .dates import dated
from .denials import is_denied, is_partly_denied
from .effects import normalized, possible_edits, removes_a_fact
from .endings import is_left, is_successor
from .fact_format import problem_from_a_model
from .names import is_no_name
from .negation import is_reversed, without_shared_lack
from .objections import (
    IN_DOUBT,
    REVERSED_CLAUSE,
    UNSUPPORTED,
    Case,
    Given,
    Objection,
    case_of,
    misreadings,
    objections,
    objections_to_speaker,
)
from .opposites import is_opposite
from .persons import (
    is_disowned,
    is_likened,
    is_of_another,
    is_of_dropped_i,
    is_set_against_user,
    may_be_place_of_both,
)
from .presupposed import is_on_unsuitable_day, without_presupposed
from .quotes import TypedText, find_quote, find_support
from .refusals import (
    ALREADY_KNOWN,
    EMPTY_QUOTE,
    FOR_ONCE,
    FORGOTTEN,
    GENERIC,
    INVENTED,
    KNOWN,
    LIKE_FORGOTTEN,
    MAYBE_ANOTHERS,
    MAYBE_KNOWN,
    MAYBE_SO,
    MORE_THAN_SAID,
    NEEDS_REVIEW,
    NO_PLACE,
    NO_QUOTE,
    NOT_SO,
    OUTDATED,
    QUOTE_NOT_FOUND,
    REVERSED,
    SAID_AGAIN,
    SOMEBODY_ELSE,
    TOO_MANY_REMOVALS,
    USERS_LINE,
)
from .relations import is_stated_relation
from .scopes import (
    follows_from_exception,
    has_other_frequency,
    is_excepted,
    without_exceptions,
)
from .subject_and_tense import is_quoted_apart

# Refusals that still count as a fact drawn from the quote.
_DRAWS_ON_QUOTE = {""} | KNOWN | (NEEDS_REVIEW - {USERS_LINE})


@dataclass(frozen=True)
class CheckContext:
    """What the checks need to know besides the profile and what was typed.

    `learned` maps the folded text of each fact that came from an update to its quote; every other
    fact is the user's own line. `forgotten` are the fingerprints of forgotten facts. `said_at`
    maps the folded text of facts to when they were last said, in seconds since 1970. It is needed
    only when the turns are of the past: an older turn may not replace a newer fact.
    """

    learned: Mapping[str, str] = field(default_factory=dict)
    forgotten: Forgotten = field(default_factory=Forgotten)
    said_at: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Verdict:
    """The result of checking one edit: `refusal` is "" when it was accepted, else the reason.

    `edit` is the edit as it was made, which may differ from the proposed one: its quote is in the
    user's words, its section exists. `turn_id` is the turn that holds the quote.
    """

    edit: Edit
    refusal: str = ""
    turn_id: str = ""

    @property
    def needs_review(self) -> bool:
        """Whether the user has to decide about the edit."""
        return self.refusal in NEEDS_REVIEW


def check(
    edits: Iterable[Edit], profile: str, typed: Sequence[TypedText], context: CheckContext
) -> tuple[str, list[Verdict]]:
    """Return the profile with the accepted edits made, and the verdicts on all edits, in order.

    An edit that would change a line of the user's own has two verdicts: the new fact is added
    beside that line, and the change of the line itself needs the user's review.
    """
    limits = _Limits(max(1, len(facts(profile)) // 3))
    read = [replace(part, text=as_read(part.text)) for part in typed]
    learned = dict(context.learned)
    verdicts: list[Verdict] = []
    for proposed in edits:
        known = replace(context, learned=learned)
        for judged in _verdicts(proposed, profile, typed, read, known):
            profile, verdict = _made(profile, replace(judged, refusal=limits.refusal(judged)))
            if not verdict.refusal and verdict.edit.new:
                learned[fold(verdict.edit.new)] = verdict.edit.quote
            verdicts.append(_without_secrets(verdict))
            if verdict.refusal and not verdict.needs_review:
                break  # the second verdict is about the line beside the fact just added
    return profile, verdicts


class _Limits:
    """Limits for one answer: how many facts it removes, and how many it takes from one quote."""

    def __init__(self, removals: int) -> None:
        self._removals = removals
        self._facts_by_quote: Counter[str] = Counter()

    def refusal(self, verdict: Verdict) -> str:
        """Count the edit; return the verdict's refusal, or that the answer exceeds a limit."""
        edit, refusal = verdict.edit, verdict.refusal
        # Known facts count too: else the same answer could add more facts the next time.
        if edit.op in ("add", "replace") and (refusal in _DRAWS_ON_QUOTE):
            self._facts_by_quote[quote := fold(edit.quote)] += 1
            if refusal not in KNOWN and self._facts_by_quote[quote] > len(content_words(quote)):
                return MORE_THAN_SAID
        if not refusal and removes_a_fact(edit):
            self._removals -= 1
            if self._removals < 0:
                return TOO_MANY_REMOVALS
        return refusal


def _made(profile: str, verdict: Verdict) -> tuple[str, Verdict]:
    """The profile after the edit, unless it was refused, and the verdict after that attempt."""
    if verdict.refusal:
        return profile, verdict
    try:
        return apply_everywhere(profile, verdict.edit), verdict
    except ProfileError:
        return profile, replace(verdict, refusal=NO_PLACE)


def _without_secrets(verdict: Verdict) -> Verdict:
    """The verdict as it is recorded: a refused edit that holds a secret loses its words."""
    edit = verdict.edit
    if not verdict.refusal or verdict.needs_review:
        return verdict
    if not any(map(redact.holds_secret, (edit.old, edit.new, edit.quote))):
        return verdict
    return replace(verdict, edit=replace(edit, old="", new=redact.REDACTED, quote=""))


def _verdicts(
    edit: Edit,
    profile: str,
    typed: Sequence[TypedText],
    read: Sequence[TypedText],
    context: CheckContext,
) -> Iterator[Verdict]:
    """The verdicts on an edit; `read` is what was typed as its reader sees it."""
    edit = normalized(edit, profile)
    if problem := "" if edit.op == "remove" else _problem(edit, typed):
        yield Verdict(edit, problem)
        return
    edit, typed = replace(edit, new=as_read(edit.new), quote=as_read(edit.quote)), read
    edit, said, refusal = _with_quote(edit, typed)
    if said is None:
        yield Verdict(edit, refusal)
        return
    case = case_of(edit, said, typed, _given(edit, said, profile, typed))
    raised: list[Iterable[Objection]] = [[IN_DOUBT] if said.in_doubt else []]
    if edit.op != "remove":
        if refusal := _support_refusal(case):
            may_be = _may_be(refusal, case)
            if not may_be or case.given.lacks(edit, surely=True):
                yield Verdict(edit, refusal, said.turn_id)
                return
            raised.append([may_be])
        raised.append(misreadings(case))
        edit = replace(edit, new=dated(edit.new, date.fromtimestamp(said.said_at)))
        if refusal := _forgotten_refusal(edit, said, context.forgotten):
            yield Verdict(edit, refusal, said.turn_id)
            return
        case = replace(case, edit=edit)
        raised.append(objections(case))
    raised.append(objections_to_speaker(case))
    doubtful = weighing.doubt(chain.from_iterable(raised), case)
    for possible, refusal in possible_edits(edit, case.turn, profile, context.learned):
        is_outdated = possible.old and said.said_at < context.said_at.get(fold(possible.old), 0)
        if refusal == ALREADY_KNOWN and doubtful:
            refusal = MAYBE_KNOWN
        reason = OUTDATED if is_outdated else refusal or doubtful
        yield Verdict(possible, reason, said.turn_id)
        if doubtful and reason == doubtful:
            return  # a doubted edit waits for review, whatever it does to a line of the user's own


def _problem(edit: Edit, typed: Sequence[TypedText]) -> str:
    """Why the format of the fact, or an empty wish, is refused, or ""."""
    own = [part.text for part in typed if not part.in_doubt]
    return problem_from_a_model(edit.new, own) or (GENERIC if wishes.is_empty(edit.new) else "")


def _with_quote(edit: Edit, typed: Sequence[TypedText]) -> tuple[Edit, TypedText | None, str]:
    """The edit with the user's words as its quote, and their source; else (None, reason)."""
    said = find_quote(edit.quote, typed) if edit.quote else None
    if said and support.says_something(edit.quote, edit.new or edit.old):
        return edit, said, ""
    found = find_support(edit.new, typed) if edit.op != "remove" else None
    if found:
        return replace(edit, quote=found[0]), found[1], ""
    missing = QUOTE_NOT_FOUND if edit.quote else NO_QUOTE
    return edit, None, EMPTY_QUOTE if said else missing


def _given(edit: Edit, said: TypedText, profile: str, typed: Sequence[TypedText]) -> Given:
    # What a model gives as `old` counts only if the profile has it.
    old = find_fact(profile, edit.old, edit.section) if edit.op == "replace" else None
    own = [part.text for part in typed if not part.in_doubt or part == said]
    return Given(own, profile, date.fromtimestamp(said.said_at), old.text if old else "")


def _support_refusal(case: Case) -> str:
    """Why what the user said does not support the fact, or ""."""
    edit, turn = case.edit, case.turn
    fact = edit.new
    own = "\n".join(case.given.own)
    if _is_contrary(fact, case.said.text, turn) or is_taken_back(fact, own):
        return REVERSED
    if case.given.lacks(edit, surely=True) or is_no_name(fact, turn):
        return INVENTED
    if wishes.is_for_once(fact, edit.quote, turn):
        return FOR_ONCE
    if is_stated_relation(fact, turn) or follows_from_exception(fact, turn):
        return ""
    if is_of_another(fact, turn) or is_disowned(fact, turn):
        return SOMEBODY_ELSE
    reason = doubt(fact, turn, case.before)
    if reason in (SOMEBODY_ELSE, NOT_SO):
        return reason
    is_untrue = is_visit(fact, turn) or is_left(fact, turn) or earnest.is_given_role(fact, turn)
    return NOT_SO if is_untrue else ""


def _may_be(refusal: str, case: Case) -> Objection | None:
    """The objection that remains if the fact may be right in spite of its refusal, or None."""
    fact, turn = case.edit.new, case.turn
    if refusal == SOMEBODY_ELSE:
        is_open = is_likened(fact, turn) or is_of_dropped_i(fact, turn)
        is_open = is_open or is_quoted_apart(fact, case.edit.quote, turn)
        is_open = is_open or may_be_place_of_both(turn)
        return Objection(MAYBE_ANOTHERS, UNSUPPORTED) if is_open else None
    if refusal not in (NOT_SO, REVERSED):
        return None
    if (is_visit(fact, turn) and is_long_stay(turn)) or is_successor(fact, turn):
        return Objection(MAYBE_SO, UNSUPPORTED)
    is_open = refusal == REVERSED and is_partly_denied(fact, turn)
    is_open = is_open and not _is_opposed(fact, case.said.text, turn)
    return REVERSED_CLAUSE if is_open else None


def _is_contrary(fact: str, said: str, turn: str) -> bool:
    """Tell whether the fact is the opposite of what the user said."""
    if has_other_frequency(fact, turn) or is_on_unsuitable_day(fact, turn):
        return True
    if (excepted := is_excepted(fact, turn)) is not None:
        return excepted
    if is_set_against_user(fact, turn) and not is_negated(fact):
        return False
    fact, said, turn = without_shared_lack(fact, *without_presupposed(fact, said, turn))
    return is_denied(fact, without_exceptions(turn)) or _is_opposed(fact, said, turn)


def _is_opposed(fact: str, said: str, turn: str) -> bool:
    """Tell whether the fact says the opposite of a whole clause, or of a word."""
    return (
        is_reversed(fact, without_exceptions(said), surely=True)
        or is_opposite(fact, turn)
        or support.is_swapped(fact, turn)
    )


def _forgotten_refusal(edit: Edit, said: TypedText, forgotten: Forgotten) -> str:
    """Why a forgotten fact may not return, or "". If the user said it again, it needs review."""
    if forgotten.turn(said.turn_id):
        return FORGOTTEN
    since = forgotten.since(edit.new, edit.quote)
    if since is None:
        return LIKE_FORGOTTEN if forgotten.like(edit.new) else ""
    return SAID_AGAIN if said.said_at > since else FORGOTTEN
