"""The objections to a fact that the user's words seem to support. Pure.

Each is a possible reading of the words in which the fact is not the user's, or not so. A fact to
which there is an objection waits for the user, unless `weighing` finds that it is right anyhow.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from ..profile.edits import Edit
from . import earnest, likings, support, wishes
from .attribution import doubt, is_in_a_role, is_only_asked, is_stay, speaks_of_others
from .borrowed import are_of_unnamed_people, lenders
from .corrections import may_be_taken_back
from .coverage import has_to_be_said, is_misplaced, uncovered
from .labels import is_of_record, why_labelled
from .names import is_another_word
from .negation import is_reversed, is_widened, without_shared_lack
from .over import is_over_unsaid
from .persons import is_relation_of_another
from .predicates import is_said_otherwise
from .presupposed import is_given_away, without_presupposed
from .quotes import TypedText
from .refusals import (
    MAYBE_ANOTHERS,
    MAYBE_FOR_ONCE,
    MAYBE_MISREAD,
    MAYBE_PASTED,
    MAYBE_REVERSED,
    MAYBE_SO,
    NOT_EARNEST,
    NOT_LIKED,
    NOT_SO,
    SAYS_MORE,
    SOMEBODY_ELSE,
    UNRELATED,
)
from .relations import is_ended_relation, is_stated_relation, without_friends
from .requested import is_only_requested
from .scopes import follows_from_exception, is_excepted, without_exceptions
from .sensitive import is_only_mentioned
from .subject_and_tense import why_doubted
from .told_elsewhere import is_about_another, is_home_answered, is_told_elsewhere
from .turns import from_turn_on, other_turns, spoken_of_before, turns_before, whole_turn
from .unsettled import is_supposed


class Objection(NamedTuple):
    """One objection: `refusal` is what the user is told, `source` the rule that it comes from."""

    refusal: str
    source: str


IN_DOUBT = Objection(MAYBE_PASTED, "pasted")
UNSURE_FORM = Objection(MAYBE_MISREAD, "another form")
REVERSED_CLAUSE = Objection(MAYBE_REVERSED, "reversed")
ENDED = Objection(MAYBE_SO, "ended or given away")
NO_SHARED_WORD = Objection(UNRELATED, "no shared word")
MORE_WORDS = Objection(SAYS_MORE, "more words")
UNSAID = Objection(SAYS_MORE, "words that have to be said")
UNCOVERED = Objection(SAYS_MORE, "uncovered words")
WIDENED = Objection(SAYS_MORE, "widened")
ONLY_REQUESTED = Objection(SAYS_MORE, "only requested")
MISPLACED = Objection(SAYS_MORE, "place of a thing")
OVER_UNSAID = Objection(SAYS_MORE, "over")
OTHERWISE = Objection(SAYS_MORE, "another predicate")
ONLY_MENTIONED = Objection(SAYS_MORE, "sensitive")
ONCE = Objection(MAYBE_FOR_ONCE, "request")
OF_THIS = Objection(MAYBE_FOR_ONCE, "here, this")
NO_WISH = Objection(MAYBE_FOR_ONCE, "no wish")
NO_LIKING = Objection(NOT_LIKED, "no liking")
STAY = Objection(MAYBE_SO, "stay")
SUPPOSED = Objection(MAYBE_SO, "supposed")
ASKED = Objection(MAYBE_SO, "question")
RELATION = Objection(MAYBE_ANOTHERS, "relation")
ANOTHERS_TURN = Objection(MAYBE_ANOTHERS, "whole turn")
ROLE = Objection(MAYBE_SO, "role")
NO_EARNEST = Objection(NOT_EARNEST, "earnest")
TAKEN_BACK = Objection(MAYBE_SO, "taken back")
RECORD = Objection(MAYBE_PASTED, "record")

TURN, CLAUSES, BORROWED = "turn", "clauses", "borrowed"
LABEL, UNSUPPORTED = "label", "no support"
"""The sources of objections whose refusal depends on what was found."""


class Given(NamedTuple):
    """The sources that the numbers, dates and names of a fact may have: see `support.invented`."""

    own: list[str]
    profile: str
    day: date
    old: str

    def lacks(self, edit: Edit, *, surely: bool) -> bool:
        """Tell whether a number, date or name of the edit's fact comes from none of them."""
        return bool(support.invented(edit.new, edit.quote, *self, surely=surely))


@dataclass(frozen=True)
class Case:
    """An edit with what was typed around its quote.

    `turn` is the text of the quote's turn, `before` that of the earlier ones if a pronoun of the
    turn may refer to it, `elsewhere` what was surely typed in the other turns.
    """

    edit: Edit
    said: TypedText
    typed: Sequence[TypedText]
    given: Given
    turn: str
    before: str
    elsewhere: Sequence[str]

    @property
    def known(self) -> str:
        """The text that may support the words of the fact."""
        return f"{self.before} . {self.turn} . {self.given.old}"


def case_of(edit: Edit, said: TypedText, typed: Sequence[TypedText], given: Given) -> Case:
    """Return the case of an edit whose quote is in `said`, one of the parts of `typed`."""
    turn = whole_turn(said, typed)
    before = spoken_of_before(said, turn, typed)
    return Case(edit, said, typed, given, turn, before, other_turns(said, typed))


def objections(case: Case) -> Iterator[Objection]:
    """Yield the objections to an added or replaced fact; the first is what the user is told."""
    yield from _of_turn(case)
    yield from _of_borrowed(case)
    earlier = turns_before(case.said, case.typed)
    if is_about_another(case.edit.new, case.turn, earlier):
        yield ANOTHERS_TURN


def objections_to_speaker(case: Case) -> Iterator[Objection]:
    """Yield the objections that the user may not say it of themselves, in earnest.

    They hold for removed facts, too.
    """
    edit, turn = case.edit, case.turn
    fact = edit.new or edit.old
    if is_in_a_role(turns_before(case.said, case.typed)):
        yield ROLE
    later = from_turn_on(case.said, case.typed)
    if earnest.is_not_earnest(fact, edit.quote, turn, later):
        yield NO_EARNEST
    if may_be_taken_back(fact, edit.quote, later):
        yield TAKEN_BACK
    if is_of_record(edit.quote, turn):
        yield RECORD
    if reason := why_labelled(fact, edit.quote, turn):
        yield Objection(reason, LABEL)


def misreadings(case: Case) -> Iterator[Objection]:
    """Yield the objections to a fact that is wrong under one possible reading of a word of it.

    The fact has to be as the model gave it, without a date of ours.
    """
    fact, turn = case.edit.new, case.turn
    if case.given.lacks(case.edit, surely=False) or is_another_word(fact, turn):
        yield UNSURE_FORM
    if is_excepted(fact, turn) is not None:
        return
    fact, words = without_shared_lack(fact, *without_presupposed(fact, case.said.text))
    if is_reversed(fact, without_exceptions(words)):
        yield REVERSED_CLAUSE


def _of_turn(case: Case) -> Iterator[Objection]:
    """Objections by the words of the turn, which has to say as much as the fact, of the user."""
    fact, quote, turn, known = case.edit.new, case.edit.quote, case.turn, case.known
    if is_stated_relation(fact, turn):
        return
    if is_ended_relation(fact, turn) or is_given_away(fact, turn):
        yield ENDED
    if not support.is_related(fact, without_friends(fact, turn)):
        yield NO_SHARED_WORD
    yield from _of_words(case)
    if is_widened(fact, turn):
        yield WIDENED
    if is_only_requested(fact, known):
        yield ONLY_REQUESTED
    if is_misplaced(fact, known) and not is_home_answered(fact, turn, case.elsewhere):
        yield MISPLACED
    if is_over_unsaid(fact, quote, turn):
        yield OVER_UNSAID
    if is_said_otherwise(fact, known):
        yield OTHERWISE
    if is_only_mentioned(fact, known):
        yield ONLY_MENTIONED
    yield from _of_wishes(case)
    if likings.may_be_no_liking(fact, quote, turn):
        yield NO_LIKING
    if is_stay(fact, turn):
        yield STAY
    if is_supposed(fact, quote, turn):
        yield SUPPOSED
    if is_relation_of_another(fact, turn):
        yield RELATION
    if follows_from_exception(fact, turn):
        return
    if reason := doubt(fact, turn, case.before):
        is_asked = reason == MAYBE_SO and is_only_asked(fact, turn)
        yield ASKED if is_asked else Objection(reason, TURN)
    if reason := why_doubted(fact, quote, turn, case.before):
        yield Objection(reason, CLAUSES)


def _of_wishes(case: Case) -> Iterator[Objection]:
    """Objections of wishes that the user may have for this answer only."""
    found = []
    if wishes.may_be_for_once(case.edit.new, case.edit.quote, case.turn):
        found.append(ONCE)
    if likings.may_be_no_wish(case.edit.new, case.edit.quote, case.turn):
        found.append(NO_WISH)
    yield from found
    if found and wishes.is_of_this(case.edit.quote):
        yield OF_THIS


def _of_words(case: Case) -> Iterator[Objection]:
    """Objections by words of the fact that the turn does not have, in any form."""
    fact, quote = case.edit.new, case.edit.quote
    more = support.says_more(fact, case.known)
    without = uncovered(fact, quote, f"{case.turn} . {case.before}", case.given.old)
    if not more and not without:
        return
    if is_told_elsewhere(fact, quote, case.known, case.elsewhere):
        return
    if more:
        yield MORE_WORDS
    if without:
        yield UNSAID if has_to_be_said(without, fact) else UNCOVERED


def _of_borrowed(case: Case) -> Iterator[Objection]:
    """Objections by what the fact has of other turns, or of the profile.

    The quoted turn has to speak of the fact by itself, and the fact has to be the user's if all
    these turns are read as one.
    """
    edit, given = case.edit, case.given
    fact, near = edit.new, f"{case.before} . {case.turn}"
    borrowed_from = lenders(fact, edit.quote, near, case.elsewhere, given.day, given.old)
    if borrowed_from is None:
        return
    if not support.is_related(fact, f"{near} . {given.old}", by_name=False):
        yield NO_SHARED_WORD
    if not borrowed_from:
        return
    if speaks_of_others(fact) and are_of_unnamed_people(fact, borrowed_from):
        yield Objection(MAYBE_ANOTHERS, BORROWED)
    joined = replace(case, turn="\n".join([*borrowed_from, case.turn]))
    if first := next(_of_turn(joined), None):
        yield Objection(_UNSURE.get(first.refusal, first.refusal), BORROWED)


# What is only a doubt where several turns are read as one.
_UNSURE = {SOMEBODY_ELSE: MAYBE_ANOTHERS, NOT_SO: MAYBE_SO}
