"""The class `Memory`. Each method opens the memory folder, does one thing, and closes it again.

So a `Memory` can be kept for any length of time, and shared between threads.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from .. import context as contexts
from .. import egress, imports, notes
from ..context import Context
from ..errors import ProfileError
from ..learn import locality, manual
from ..learn.backfill import dry_run as trial
from ..learn.backfill import from_messages
from ..learn.backfill.from_messages import refuse_several_users, role_of, turns_of
from ..logs import WHOLE_ANSWER
from ..logs.fields import is_plausible
from ..model import location
from ..profile import document, render
from ..profile.document import STANDARD_SECTIONS, marks_written
from ..profile.line_marks import LOCAL
from ..profile.split import without_archive
from ..settings import Folder, read_settings, user_folder
from ..store import forgotten, origins, profiles, state
from ..store.profile import changes, versions
from ..store.state import Store
from ..text.words import fold
from . import learning
from .results import Fact, Passage, Passages, Update, date_of, fact_of

# More than any index has; SQLite takes no larger number than 2^63.
_MOST_HITS = 1_000_000_000

Message = tuple[str, str] | dict[str, Any] | from_messages.TimedMessage
"""A message of a conversation: (role, text), or {"role": ..., "content": ...}.

The latter may have the `name` of a user, as long as all have the same, and a `timestamp`, which is
when it was said: seconds since 1970, an ISO time with an offset, or a `datetime`.
"""


class Memory:
    """The memory in one folder, for one profile.

    By default these are the folder and the profile of the `llm memory` commands. All exceptions of
    this package are subclasses of `MemoryPluginError`, and their text can be shown to the user.
    """

    def __init__(self, folder: str | os.PathLike[str] | None = None, *, name: str = "") -> None:
        path = Path(folder).absolute() if folder is not None else user_folder().path
        if name or folder is not None:
            self._folder = profiles.folder_of(path, name) if name else Folder(path)
        else:
            self._folder = profiles.choose(path, read_settings(), state.PATIENCE).folder

    @property
    def path(self) -> Path:
        """The path of the profile."""
        return self._folder.profile

    @property
    def profile(self) -> str:
        """The profile, as Markdown."""
        with self._opened() as store:
            return versions.read(store).text

    def facts(self) -> list[Fact]:
        """Return the facts of the profile in their order, with their origins."""
        with self._opened() as store:
            found = document.facts(versions.read(store).text)
            known = origins.of_facts(store.db)
            since = changes.first_with(store.db, [fact.text for fact in found])
            gone = forgotten.load(store.db)
        return [
            fact_of(fact, known.get(fold(fact.text)), since.get(fact.text), gone) for fact in found
        ]

    def fragment(self, model: str = "") -> str:
        """Return the profile as it goes into a prompt to a model, or "" if it has no facts.

        It is also "" while memory is disabled, and with LLM_MEMORY_LEARN_ONLY.

        `model` is the model's name in LLM. A model that is unknown, or not certainly on this
        machine, gets no local facts. Raises ProfileError if the profile is too large for prompts.
        """
        settings = read_settings()
        if settings.disabled or settings.learn_only:
            return ""
        with self._opened() as store:
            text = without_archive(versions.read(store).text)
            if render.is_too_large(text):
                raise ProfileError(render.TOO_LARGE)
            destination = location.destination(model, settings)
            text = locality.profile_for(store.db, text, destination)
        return render.of_profile(text)

    def context(self, prompt: str = "", *, model: str = "", tokens: int | None = None) -> Context:
        """Return what `llm` would give a prompt: the profile, archived facts, notes, passages.

        The text to put before the prompt is `.text`. `model` is as in `fragment`, or "local" for
        a model on this machine that LLM does not know. `tokens` limits the size of the whole,
        approximately. Raises ProfileError if the profile is too large for prompts.
        """
        settings = read_settings()
        with self._opened() as store:
            there = contexts.destination_of(model, settings)
            return contexts.given(store, settings, there, prompt, most_tokens=tokens)

    def search(
        self,
        query: str,
        *,
        limit: int = 10,
        since: datetime | None = None,
        until: datetime | None = None,
        kept_from_models: bool = False,
        model: str = "",
    ) -> Passages:
        """Return the passages that match a query, best first.

        If the query asks about some days ("what did we talk about last week?"), the passages are
        from those days, if there are any; without a topic, they are in the order of time.
        `.remarks` name the days, and tell what could not be searched.

        By default these are only passages said with memory on that may be shown to `model`, which
        is its name in LLM: a model that is unknown, or not certainly on this machine, gets no local
        passages. With `kept_from_models` all passages are searched; only the user may see them.
        """
        from ..recall.hits import Query
        from ..recall.lookup import find, find_for_model

        wanted = Query(
            query,
            limit=min(limit, _MOST_HITS),
            since=_moment(since) if since else None,
            until=_moment(until) if until else None,
            only_shareable=not kept_from_models,
        )
        settings = read_settings()
        with self._opened() as store:
            if kept_from_models:
                found = find(store, settings, wanted)
            else:
                destination = location.destination(model, settings)
                found = find_for_model(store, settings, wanted, destination)
        passages = (
            Passage(hit.text, hit.kind, hit.document, hit.role, date_of(hit.said_at), hit.author)
            for hit in found.hits
        )
        return Passages(passages, found.remarks)

    def note(self, text: str, by: str = "") -> None:
        """Add an entry to today's note.

        `by` is the name in LLM of the model that wrote it, "" for the user. A model's entry goes
        into no prompt before the user accepts it in `llm memory review`. If the model is unknown,
        or not certainly elsewhere, the entry goes only to models on this machine even then.
        """
        settings = read_settings()
        is_local = False
        if by.strip() and settings.learned_locally == "local":
            is_local = egress.is_local(location.destination(by, settings).place)
        notes.add(self._folder, text, by=by, is_local=is_local)

    def add(self, text: str, section: str = STANDARD_SECTIONS[0]) -> bool:
        """Add a fact as the user's own; return whether it was new."""
        with self._opened() as store:
            return manual.add(store, [(section, text)]) is not None

    def merge(self, facts: "Iterable[Fact | str]") -> list[str]:
        """Add facts as the user's own, and return the texts of those that were new.

        A local `Fact` stays local. Facts that the user has forgotten here are left out; `add` would
        add them.
        """
        wanted = [
            (STANDARD_SECTIONS[0], fact)
            if isinstance(fact, str)
            else (fact.section, fact.text + marks_written([LOCAL] * fact.local))
            for fact in facts
        ]
        with self._opened() as store:
            before = {fact.text for fact in document.facts(versions.read(store).text)}
            version = manual.add(store, manual.without_forgotten(store, wanted), "merge")
        if version is None:
            return []
        return [fact.text for fact in document.facts(version.text) if fact.text not in before]

    def forget(self, text: str) -> list[str]:
        """Forget the facts that match `text` for good, and return their texts."""
        with self._opened() as store:
            found = document.matching_facts(versions.read(store).text, text)
            gone = [fact.text for fact in found]
            if gone:
                manual.forget(store, gone)
        return gone

    def undo(self) -> str:
        """Go back to the previous version, and return the profile after that."""
        with self._opened() as store:
            before, after = manual.undo(store)
            return (after or before).text

    def learn(
        self,
        messages: Iterable[Message],
        model: str | None = None,
        *,
        conversation: str = "",
        when: datetime | None = None,
        dry_run: bool = False,
        keep: bool = False,
    ) -> Update:
        """Learn from a conversation in another program: ask a model, check, write.

        Only messages of the role "user" are learned from, and each only once: when the same
        conversation is passed again with more messages, only the new ones are used.
        `conversation` is its name and `when` its date, from 1970 to 2100 and by default now. The
        model is `model`, or else LLM_MEMORY_MODEL, or else LLM's default. With `dry_run` the model
        is asked, but the memory is not changed; the result is what would be learned. Raises
        MemoryPluginError if the model cannot be asked.

        A message without a `timestamp` counts as said when it is first passed. If learning is
        paused or switched off then, it is never learned from, nor kept, also if it is passed again
        later. In a pause this does not hold for what was said before it, by a timestamp, or by a
        `when` that is a day older. A `when` at midnight is a whole day: if learning was paused on
        it for a while, nothing is learned.

        With `keep`, the conversation is stored, without secrets, and `search` finds it. Like the
        facts, it counts as said to the model that is asked, which decides where it may go. Nothing
        is stored while learning is paused or switched off.
        """
        said_at = _said_at(when) if when else None
        messages = list(messages)
        refuse_several_users(messages)
        said = list(map(_message, messages))
        turns = turns_of(said, conversation)
        with self._opened(dry_run) as store:
            if not keep or dry_run:
                return learning.from_turns(store, turns, model, said_at)
            whole = turns_of(said, conversation, WHOLE_ANSWER)
            return learning.learn_and_keep(store, turns, whole, model, said_at)

    def import_(
        self,
        path: str | os.PathLike[str],
        model: str | None = None,
        *,
        format: str = "",
        account: str = "",
        dry_run: bool = False,
    ) -> Update:
        """Learn from a file or folder of another program, as `llm memory import -y` does.

        The format is detected if it is not given. `account` is the address or id of the user's
        account, for an export of Claude that is of several. Facts of a list are added as the
        user's own. Facts of another memory program wait in `llm memory review`, and are not in the
        result. Conversations are learned from, each turn once; the result is that of all together.
        Raises ImportFileError for a file that cannot be read or is in no known format, and what
        `learn` raises.
        """
        file = Path(path)
        with self._opened(dry_run) as store:
            kind = format or imports.detect(file)
            return learning.from_file(store, file, kind, model, account)

    def process_conversation(self, conversation: str, model: str | None = None) -> Update:
        """Learn now from one conversation of LLM's log, by its id.

        If turns wait for the daemon, these are learned from. Otherwise the call counts as consent
        to all turns of the conversation: also those from before memory was in use, or with memory
        off. Turns while learning was paused or switched off are never learned from.
        """
        with self._opened() as store:
            return learning.from_logged(store, conversation, model)

    @contextmanager
    def _opened(self, is_copy: bool = False) -> Iterator[Store]:
        """Open the memory, or a copy of it that is deleted afterwards."""
        with trial.opened(self._folder) if is_copy else state.opened(self._folder) as store:
            yield store


def _moment(when: datetime) -> float:
    try:
        return when.timestamp()
    except (ValueError, OverflowError, OSError) as error:
        raise ProfileError(f"{when} is no date.", untouched="Nothing was done.") from error


def _said_at(when: datetime) -> float:
    moment = _moment(when)
    if not is_plausible(moment):  # other times cannot be shown as days in every time zone
        raise ProfileError(
            f"{when} is no date of a conversation: those are from 1970 to 2100.",
            untouched="Nothing was learned.",
        )
    return moment


def _message(message: Message) -> from_messages.TimedMessage:
    if isinstance(message, from_messages.TimedMessage):
        return message
    at = from_messages.time_of(message) if isinstance(message, dict) else 0.0
    try:
        said = (role_of(message), message["content"]) if isinstance(message, dict) else message
        role, text = said
    except (KeyError, ValueError, TypeError):
        role, text = "", None
    if not isinstance(role, str) or not isinstance(text, str):
        raise ProfileError(
            "A message is (role, text), or {'role': ..., 'content': ...}.",
            untouched="Nothing was learned.",
        )
    return from_messages.TimedMessage(role, text, at)
