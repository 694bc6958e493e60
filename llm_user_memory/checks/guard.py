"""Checks every edit that a model proposes: no fact without the user's own words. Pure.

The rules are those of "Checking" in the README. Each edit is checked against the profile
with the accepted edits before it already made. So two edits of one answer cannot add the same
fact twice, nor together remove more than one answer may.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import NamedTuple

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
from . import earnest, likings, support, wishes
from .attribution import (
    doubt,
    is_in_a_role,
    is_long_stay,
    is_stay,
    is_visit,
    speaks_of_others,
)
from .borrowed import are_of_unnamed_people, lenders
from .corrections import is_taken_back, may_be_taken_back
from .coverage import is_misplaced, uncovered
from .dates import dated
from .denials import is_denied, is_partly_denied
from .effects import normalized, possible_edits, removes_a_fact
from .endings import is_left, is_successor
from .fact_format import problem_from_a_model
from .labels import is_of_record, why_labelled
from .names import is_another_word, is_no_name
from .negation import is_reversed, is_widened, without_shared_lack
from .opposites import is_opposite
from .over import is_over_unsaid
from .persons import (
    is_disowned,
    is_likened,
    is_of_another,
    is_of_dropped_i,
    is_relation_of_another,
    is_set_against_user,
    may_be_place_of_both,
)
from .predicates import is_said_otherwise
from .presupposed import is_given_away, is_on_unsuitable_day, without_presupposed
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
    MAYBE_FOR_ONCE,
    MAYBE_KNOWN,
    MAYBE_MISREAD,
    MAYBE_PASTED,
    MAYBE_REVERSED,
    MAYBE_SO,
    MORE_THAN_SAID,
    NEEDS_REVIEW,
    NO_PLACE,
    NO_QUOTE,
    NOT_EARNEST,
    NOT_LIKED,
    NOT_SO,
    OUTDATED,
    QUOTE_NOT_FOUND,
    REVERSED,
    SAID_AGAIN,
    SAYS_MORE,
    SOMEBODY_ELSE,
    TOO_MANY_REMOVALS,
    UNRELATED,
    USERS_LINE,
)
from .relations import is_ended_relation, is_stated_relation, without_friends
from .requested import is_only_requested
from .scopes import (
    follows_from_exception,
    has_other_frequency,
    is_excepted,
    without_exceptions,
)
from .sensitive import is_only_mentioned
from .subject_and_tense import is_quoted_apart, why_doubted
from .told_elsewhere import is_about_another, is_home_answered, is_told_elsewhere
from .turns import from_turn_on, other_turns, spoken_of_before, turns_before, whole_turn
from .unsettled import is_supposed

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
    turn = whole_turn(said, typed)
    doubtful = MAYBE_PASTED if said.in_doubt else ""
    if edit.op != "remove":
        before = spoken_of_before(said, turn, typed)
        given = _given(edit, said, profile, typed)
        if refusal := _support_refusal(edit, said, turn, before, given):
            may_be = _may_be(refusal, edit.new, edit.quote, said.text, turn)
            if not may_be or given.lacks(edit, surely=True):
                yield Verdict(edit, refusal, said.turn_id)
                return
            doubtful = doubtful or may_be
        doubtful = doubtful or _misreading(edit, said, turn, given)
        edit = replace(edit, new=dated(edit.new, date.fromtimestamp(said.said_at)))
        if refusal := _forgotten_refusal(edit, said, context.forgotten):
            yield Verdict(edit, refusal, said.turn_id)
            return
        elsewhere = other_turns(said, typed)
        doubtful = doubtful or _doubt(edit, turn, before, given.old, elsewhere)
        doubtful = doubtful or _doubt_of_borrowed(edit, turn, before, given, elsewhere)
        if is_about_another(edit.new, turn, turns_before(said, typed)):
            doubtful = doubtful or MAYBE_ANOTHERS
    doubtful = doubtful or _doubt_of_speaker(edit, said, turn, typed)
    for possible, refusal in possible_edits(edit, turn, profile, context.learned):
        is_outdated = possible.old and said.said_at < context.said_at.get(fold(possible.old), 0)
        if refusal == ALREADY_KNOWN and doubtful:
            refusal = MAYBE_KNOWN
        reason = OUTDATED if is_outdated else refusal or doubtful
        yield Verdict(possible, reason, said.turn_id)
        if doubtful and reason == doubtful:
            return  # a doubted edit waits for review, whatever it does to a line of the user's own


def _doubt_of_speaker(edit: Edit, said: TypedText, turn: str, typed: Sequence[TypedText]) -> str:
    """Why the user may not have said of themselves, in earnest, what the edit draws on, or ""."""
    fact = edit.new or edit.old
    if is_in_a_role(turns_before(said, typed)):
        return MAYBE_SO
    later = from_turn_on(said, typed)
    if earnest.is_not_earnest(fact, edit.quote, turn, later):
        return NOT_EARNEST
    if may_be_taken_back(fact, edit.quote, later):
        return MAYBE_SO
    if is_of_record(edit.quote, turn):
        return MAYBE_PASTED
    return why_labelled(fact, edit.quote, turn)


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


class _Given(NamedTuple):
    """The sources that the numbers, dates and names of a fact may have: see `support.invented`."""

    own: list[str]
    profile: str
    day: date
    old: str

    def lacks(self, edit: Edit, *, surely: bool) -> bool:
        return bool(support.invented(edit.new, edit.quote, *self, surely=surely))


def _given(edit: Edit, said: TypedText, profile: str, typed: Sequence[TypedText]) -> _Given:
    # What a model gives as `old` counts only if the profile has it.
    old = find_fact(profile, edit.old, edit.section) if edit.op == "replace" else None
    own = [part.text for part in typed if not part.in_doubt or part == said]
    return _Given(own, profile, date.fromtimestamp(said.said_at), old.text if old else "")


def _support_refusal(edit: Edit, said: TypedText, turn: str, before: str, given: _Given) -> str:
    """Why what the user said does not support the fact, or ""."""
    fact = edit.new
    if _is_contrary(fact, said.text, turn) or is_taken_back(fact, "\n".join(given.own)):
        return REVERSED
    if given.lacks(edit, surely=True) or is_no_name(fact, turn):
        return INVENTED
    if wishes.is_for_once(fact, edit.quote, turn):
        return FOR_ONCE
    if is_stated_relation(fact, turn) or follows_from_exception(fact, turn):
        return ""
    if is_of_another(fact, turn) or is_disowned(fact, turn):
        return SOMEBODY_ELSE
    reason = doubt(fact, turn, before)
    if reason in (SOMEBODY_ELSE, NOT_SO):
        return reason
    is_untrue = is_visit(fact, turn) or is_left(fact, turn) or earnest.is_given_role(fact, turn)
    return NOT_SO if is_untrue else ""


def _may_be(refusal: str, fact: str, quote: str, said: str, turn: str) -> str:
    """The doubt that remains if the fact may be right in spite of its refusal, or ""."""
    if refusal == SOMEBODY_ELSE:
        is_open = is_likened(fact, turn) or is_of_dropped_i(fact, turn)
        is_open = is_open or is_quoted_apart(fact, quote, turn) or may_be_place_of_both(turn)
        return MAYBE_ANOTHERS if is_open else ""
    if refusal not in (NOT_SO, REVERSED):
        return ""
    if (is_visit(fact, turn) and is_long_stay(turn)) or is_successor(fact, turn):
        return MAYBE_SO
    is_open = refusal == REVERSED and is_partly_denied(fact, turn)
    return MAYBE_REVERSED if is_open and not _is_opposed(fact, said, turn) else ""


def _misreading(edit: Edit, said: TypedText, turn: str, given: _Given) -> str:
    """The refusal if the fact is wrong under one possible reading of the words, or ""."""
    if given.lacks(edit, surely=False) or is_another_word(edit.new, turn):
        return MAYBE_MISREAD
    if is_excepted(edit.new, turn) is not None:
        return ""
    fact, words = without_shared_lack(edit.new, *without_presupposed(edit.new, said.text))
    return MAYBE_REVERSED if is_reversed(fact, without_exceptions(words)) else ""


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


def _doubt(edit: Edit, turn: str, before: str, old: str, elsewhere: Sequence[str]) -> str:
    """Why only the user can confirm the fact, or "".

    `before` is the text of the earlier turns if a pronoun of this turn may refer to it; `old` is
    the fact of the profile that is replaced; `elsewhere` is what was surely typed in the other
    turns.
    """
    fact = edit.new
    if is_stated_relation(fact, turn):
        return ""
    if is_ended_relation(fact, turn) or is_given_away(fact, turn):
        return MAYBE_SO
    if not support.is_related(fact, without_friends(fact, turn)):
        return UNRELATED
    known = f"{before} . {turn} . {old}"
    adds = support.says_more(fact, known)
    adds = adds or uncovered(fact, edit.quote, f"{turn} . {before}", old)
    if adds and not is_told_elsewhere(fact, edit.quote, known, elsewhere):
        return SAYS_MORE
    if is_widened(fact, turn) or is_only_requested(fact, known):
        return SAYS_MORE
    if is_misplaced(fact, known) and not is_home_answered(fact, turn, elsewhere):
        return SAYS_MORE
    if is_over_unsaid(fact, edit.quote, turn) or is_said_otherwise(fact, known):
        return SAYS_MORE
    if is_only_mentioned(fact, known):
        return SAYS_MORE
    if wishes.may_be_for_once(fact, edit.quote, turn):
        return MAYBE_FOR_ONCE
    if likings.may_be_no_wish(fact, edit.quote, turn):
        return MAYBE_FOR_ONCE
    if likings.may_be_no_liking(fact, edit.quote, turn):
        return NOT_LIKED
    if is_stay(fact, turn) or is_supposed(fact, edit.quote, turn):
        return MAYBE_SO
    if is_relation_of_another(fact, turn):
        return MAYBE_ANOTHERS
    if follows_from_exception(fact, turn):
        return ""
    return doubt(fact, turn, before) or why_doubted(fact, edit.quote, turn, before)


def _doubt_of_borrowed(
    edit: Edit, turn: str, before: str, given: _Given, elsewhere: Sequence[str]
) -> str:
    """Why what the fact has of other turns, or of the profile, may not be the user's, or "".

    The quoted turn has to speak of the fact by itself, and the fact has to be the user's if all
    these turns are read as one.
    """
    fact, known = edit.new, f"{before} . {turn}"
    borrowed_from = lenders(fact, edit.quote, known, elsewhere, given.day, given.old)
    if borrowed_from is None:
        return ""
    if not support.is_related(fact, f"{known} . {given.old}", by_name=False):
        return UNRELATED
    if not borrowed_from:
        return ""
    if speaks_of_others(fact) and are_of_unnamed_people(fact, borrowed_from):
        return MAYBE_ANOTHERS
    reason = _doubt(edit, "\n".join([*borrowed_from, turn]), before, given.old, elsewhere)
    return {SOMEBODY_ELSE: MAYBE_ANOTHERS, NOT_SO: MAYBE_SO}.get(reason, reason)


def _forgotten_refusal(edit: Edit, said: TypedText, forgotten: Forgotten) -> str:
    """Why a forgotten fact may not return, or "". If the user said it again, it needs review."""
    if forgotten.turn(said.turn_id):
        return FORGOTTEN
    since = forgotten.since(edit.new, edit.quote)
    if since is None:
        return LIKE_FORGOTTEN if forgotten.like(edit.new) else ""
    return SAID_AGAIN if said.said_at > since else FORGOTTEN
