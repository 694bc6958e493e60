"""What an update is about: turns of one conversation, and what of them a model may be shown.

It asks no model and changes no profile: `update` does.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date

from .. import logs
from ..checks.quotes import TypedText
from ..egress import Destination, Place
from ..errors import MemoryPluginError, ModelError
from ..logs import Turn
from ..model.request import LONGEST_REPLY, Message
from ..profile.line_marks import marks_local
from ..settings import Folder, Settings
from ..store import consent, forgotten, ledger, model_places, updates
from ..store.exposure import exposed_log
from ..store.ledger import Conversation
from ..store.profile import history, versions
from ..store.state import Store
from ..text import pasted, redact
from ..text.fingerprints import says, says_since
from ..text.words import fold, occurs_in, sentences
from . import locality, repeated, role_play, transcripts

# The letters of a sentence that is copied rather than said again, if an answer has it, too.
_LONG_SENTENCE = 30


@dataclass(frozen=True)
class Material:
    """The turns of one conversation that an update is about.

    `prompts` and `replies` map the ids of turns to what the user entered, without piped text, and
    to the answer. `replies` lacks answers that may repeat piped text, or turns that may not be
    shown. `source` is where the turns of a backfill come from, "" for turns of the ledger. `places`
    tells where the models of the turns ran, "here" for what the user marked ` #local`. `client` is
    the program that the user typed into, "" for `llm`. `in_doubt` has the ids of the turns of which
    what is learned waits for the user: they may be lines of a paste, prompts with which a program
    was started, or of a role that is played, or lack a part that may tell how the rest is meant.
    """

    thread_id: str
    turns: Sequence[Turn]
    prompts: Mapping[str, str]
    replies: Mapping[str, str]
    source: str = ""
    places: Mapping[str, Place] = field(default_factory=dict)
    client: str = ""
    in_doubt: Collection[str] = ()


def take_pending(store: Store, settings: Settings, conversation: Conversation) -> Material:
    """Return the conversation's pending turns; mark those not to be learned from as skipped.

    Raises LogsError and StateError.
    """
    _newest_text(store)  # what the user has just deleted in an editor is forgotten
    thread = conversation.thread_id
    program = transcripts.client_of(store.db, thread)
    if not program and exposed_log(store.folder):  # other users may have changed the words since
        ledger.resolve(store.db, conversation.turn_ids, "skipped", ledger.SHARED_LOG, 0)
        return Material(thread, (), {}, {})
    session = transcripts.session_of(store.db, thread) if program else ()
    if program:
        turns = transcripts.unchanged(store.db, session, conversation.turn_ids)
    else:
        turns = logs.read(store.folder.logs, conversation.turn_ids)
    deleted = set(conversation.turn_ids) - {turn.id for turn in turns}
    fingerprints = forgotten.load(store.db)
    forgotten_turns = repeated.forgotten_turns(fingerprints, turns)
    for turn_ids, reason in (
        (deleted, "deleted from the log"),
        (forgotten_turns, consent.FORGOTTEN),
    ):
        if turn_ids:
            ledger.resolve(store.db, sorted(turn_ids), "skipped", reason, 0)
    lengths = ledger.typed_lengths(store.db, conversation.turn_ids)
    turns = [turn for turn in turns if turn.id in lengths]
    prompts = {turn.id: consent.typed_text(turn.prompt, lengths[turn.id]) for turn in turns}
    with suppress(ModelError):  # asking the model raises it again
        locality.places_of(store.db, turns)
    if program:
        repeating = repeated.answers_in_session(store, settings, session, turns, fingerprints)
        played = role_play.turns_in_role(session)
    else:
        repeating = repeated.answers(store, settings, thread, turns, fingerprints)
        played = role_play.of_log(store.folder, thread, turns)
    unpiped = [turn for turn in turns if lengths[turn.id] is None and turn.id not in repeating]
    replies = {
        turn.id: turn.response if program else _reply_to(store.folder, turn) for turn in unpiped
    }
    ids = [turn.id for turn in turns]
    in_doubt = consent.pasted_turns(store.db, ids) | ledger.given_turns(store.db, ids) | played
    return Material(thread, turns, prompts, replies, client=program, in_doubt=in_doubt)


def _reply_to(folder: Folder, turn: Turn) -> str:
    """The answer to a turn. If the model called tools, it is the answer after the last call."""
    if turn.response:
        return turn.response
    # Following turns may belong to a loop of tool calls that another process runs in this thread.
    answers = [
        later
        for later in logs.following(folder.logs, turn)
        if later.response and not later.prompt.strip()
    ]
    loops = logs.prompted_by(folder.logs, [later.id for later in answers])
    return next((one.response for one in answers if loops[one.id] == [turn.id]), "")


def for_destination(store: Store, material: Material, destination: Destination) -> Material:
    """Return the material without what may not go to a destination. Raises ModelError.

    That is a turn that was said on this machine, or says a fact that was marked as local since. A
    prompt that the user marked ` #local` goes to no model elsewhere but the one that heard it. An
    answer that says one is left out, and so is one that says what was forgotten, wherever it would
    go. Text from other sources, such as another program's export, the
    user sends to the model themselves: it counts as said to that model, unless a hook has seen
    where it was said.
    """
    if material.source in ("", updates.LOG):
        known = at = locality.places_of(store.db, material.turns)
    else:
        known = model_places.of_turns(store.db, list(material.prompts))
        at = dict.fromkeys(material.prompts, destination.place) | known
    turns = [
        turn
        for turn in material.turns
        if turn.id not in known or locality.may_be_asked(turn, known[turn.id], destination)
    ]
    marked_turns = {id_ for id_, prompt in material.prompts.items() if marks_local(prompt)}
    heard = material.source in ("", updates.LOG, updates.SAID) and not material.client
    turns = [
        turn
        for turn in turns
        if turn.id not in marked_turns
        or destination.place == "here"
        or (heard and turn.model == destination.model)
    ]
    profile, gone = _newest_text(store), forgotten.load(store.db)
    replies = {id_: reply for id_, reply in material.replies.items() if not says(gone, reply)}
    if destination.place != "here":
        heard_by = destination.model if destination.place == "unknown" else ""
        marked = locality.marked_local(store, profile, heard_by=heard_by)
        turns = [
            turn
            for turn in turns
            if not says_since(marked, material.prompts[turn.id], turn.started)
        ]
        replies = {id_: reply for id_, reply in replies.items() if not says(marked, reply)}
    at = {id_: "here" if id_ in marked_turns else place for id_, place in at.items()}
    return replace(material, turns=turns, replies=replies, places=at)


def _newest_text(store: Store) -> str:
    """The profile; its newest version if it cannot be read, of which the update fails later."""
    try:
        return versions.read(store).text
    except MemoryPluginError:
        latest = history.latest(store.db)
        return latest.text if latest else ""


@dataclass(frozen=True)
class Redacted:
    """A conversation without its `secrets`.

    `prompts` maps the ids of turns to the redacted prompts. `messages` are the turns as they go
    into the request.
    """

    material: Material
    prompts: Mapping[str, str]
    messages: Sequence[Message]
    secrets: frozenset[str]


def redacted(material: Material) -> Redacted:
    """Return the material without the secrets in its prompts, and in answers that repeat them."""
    searched = {t.id: pasted.searched(material.prompts[t.id]) for t in material.turns}
    secrets = redact.secrets_in(*searched.values())
    prompts = {id_: redact.redacted(prompt, secrets) for id_, prompt in searched.items()}
    messages = [
        Message(
            pasted.without_pasted(prompts[turn.id]),
            # Twice the length that goes into the request, because redaction makes the text shorter.
            redact.redacted(material.replies.get(turn.id, "")[: LONGEST_REPLY * 2], secrets),
            date.fromtimestamp(turn.started),
        )
        for turn in material.turns
    ]
    return Redacted(material, prompts, messages, secrets)


def typed_texts(conversation: Redacted) -> list[TypedText]:
    """Return what was, or may have been, typed; a copy of an earlier answer is in doubt.

    So are the lines of a paste into a chat, of which each is a turn, the prompt with which a
    program was started, as in `claude "$(cat letter)"`, and what is left of a message of which a
    part was passed in a pause, as that part may be "I'm kidding.".

    "I am a nurse from Oslo and I love to sail" may be of a letter that the model wrote.
    """
    found, answers, turns = list[TypedText](), "", conversation.material.in_doubt
    for turn in conversation.material.turns:
        for words, in_doubt in pasted.quotable_parts(conversation.prompts[turn.id]):
            in_doubt = in_doubt or turn.id in turns or _repeats(words, answers)
            found.append(TypedText(turn.id, words, turn.started, in_doubt))
        answers += f" {fold(conversation.material.replies.get(turn.id, ''))}"
    return found


def _repeats(words: str, answers: str) -> bool:
    """Whether a long sentence of the words is in the folded answers."""
    if not answers.strip():
        return False
    folded = map(fold, sentences(words))
    return any(len(one) >= _LONG_SENTENCE and occurs_in(one, answers) for one in folded)
