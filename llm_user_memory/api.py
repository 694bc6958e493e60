"""The public Python API: `from llm_user_memory import Memory`.

Public names and signatures stay compatible between versions. `llm` is imported only when a model
is asked. Every method opens the memory folder, does one thing, and closes it again, so that a
`Memory` can be kept for any time and shared between threads.
"""

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from pathlib import Path

from . import context as contexts
from . import imports, notes
from .context import Context as Context
from .errors import ImportFileError, ModelError, ProfileError
from .errors import MemoryPluginError as MemoryPluginError
from .imports import Conversation, Unreadable
from .learn import locality, manual, schedule
from .learn.backfill import dry_run as trial
from .learn.backfill import eligibility, from_files, from_log, selection
from .learn.backfill import run as backfill
from .learn.backfill.from_messages import SOURCE, turns_of
from .learn.backfill.run import Plan
from .learn.backfill.selection import Criteria
from .learn.backfill.staging import Candidate, Staging
from .learn.update import WITHHELD, Result, run_update, without_updates
from .logs import WHOLE_ANSWER, Turn
from .model import location
from .model.installed import default_model
from .profile import document, render
from .profile.document import STANDARD_SECTIONS, Edit
from .profile.split import without_archive
from .settings import Folder, read_settings, user_folder
from .store import forgotten, kept, ledger, origins, profiles, state
from .store.consent import Consent
from .store.profile import changes, versions
from .store.state import Store
from .text.words import fold, storable

Message = tuple[str, str] | dict[str, str]
"""A message of a conversation: (role, text), or {"role": ..., "content": ...}."""


@dataclass(frozen=True)
class Fact:
    """A fact of the profile, and its origin.

    `quote` has the user's words that support the fact, said at `said_at` in `conversation`. All
    three are empty for a line that the user wrote, whose `origin` is "user". For other facts
    `origin` is "conversation", or the source of the conversation: "logs", "said", "chatgpt", ...
    A `local` fact was said to a model on this machine, and should be shown to no other.
    """

    text: str
    section: str
    quote: str = ""
    learned_at: datetime | None = None
    said_at: datetime | None = None
    conversation: str = ""
    origin: str = "user"
    local: bool = False


@dataclass(frozen=True)
class Refused:
    """An edit that a model proposed and that was refused, with the reason."""

    edit: Edit
    reason: str


@dataclass(frozen=True)
class Passage:
    """A passage of an earlier conversation, a note, the profile or a file.

    `source` is "logs", "notes", "profile", "files", or a program such as "claude-code".
    `document` is the conversation's id or the file's path. `role` is the speaker in a conversation:
    "user" or "assistant". `author` is the model that wrote it into the notes, "" for what is not a
    model's note.
    """

    text: str
    source: str
    document: str
    role: str = ""
    said_at: datetime | None = None
    author: str = ""


@dataclass(frozen=True)
class Update:
    """The result of learning: the edits that were made, and those that were refused.

    `skipped` is the reason why no model was asked (learning is paused, nothing was typed, ...), or
    "" if one was. `kept` is the number of turns that were kept, or have a longer answer now.
    """

    edits: tuple[Edit, ...] = ()
    refused: tuple[Refused, ...] = ()
    skipped: str = ""
    kept: int = 0


class Memory:
    """The memory in one folder, for one profile.

    Without arguments these are the folder and the profile of the `llm memory` commands. The only
    exception of this package that methods raise is `MemoryPluginError`. Its text can be shown
    to the user.
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
        return [_fact(fact, known.get(fold(fact.text)), since.get(fact.text)) for fact in found]

    def fragment(self, model: str = "") -> str:
        """Return the profile as it goes into a prompt to a model, or "" if it has no facts.

        `model` is its name in LLM. A model that is unknown, or not certainly on this machine, gets
        no local facts. Raises ProfileError if the profile is too large for prompts.
        """
        with self._opened() as store:
            text = without_archive(versions.read(store).text)
            if render.is_too_large(text):
                raise ProfileError(render.TOO_LARGE)
            destination = location.destination(model, read_settings())
            text = locality.profile_for(store.db, text, destination)
        return render.of_profile(text)

    def context(self, prompt: str = "", *, model: str = "", tokens: int | None = None) -> Context:
        """Return what `llm` would give a prompt: the profile, archived facts, notes, passages.

        The text to put before the prompt is `.text`. `model` is as in `fragment`, or "local" for
        one on this machine that LLM does not know. With `tokens`, the whole is no larger than
        about so many. Raises ProfileError if the profile is too large for prompts.
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
    ) -> list[Passage]:
        """Return the passages that match a query, best first.

        By default these are only passages said with memory on that may be shown to `model`, by its
        name in LLM: one that is unknown, or not certainly on this machine, gets none that is
        local. With `kept_from_models` they include all others, which may be shown to the user.
        """
        from .recall.lookup import find, find_for_model
        from .recall.search import Query

        wanted = Query(
            query,
            limit=limit,
            since=_moment(since) if since else None,
            until=_moment(until) if until else None,
            only_shareable=not kept_from_models,
        )
        settings = read_settings()
        with self._opened() as store:
            if kept_from_models:
                hits = find(store, settings, wanted).hits
            else:
                destination = location.destination(model, settings)
                hits = find_for_model(store, settings, wanted, destination).hits
        return [
            Passage(hit.text, hit.kind, hit.document, hit.role, _date(hit.said_at), hit.author)
            for hit in hits
        ]

    def note(self, text: str, by: str = "") -> None:
        """Add an entry to today's note.

        `by` is the model that wrote it. No prompt is given such a note before the user accepts
        it in `llm memory review`.
        """
        notes.add(self._folder, text, by=by)

    def add(self, text: str, section: str = STANDARD_SECTIONS[0]) -> bool:
        """Add a fact as the user's own; return whether it was new."""
        with self._opened() as store:
            return manual.add(store, [(section, text)]) is not None

    def merge(self, facts: "Iterable[Fact | str]") -> list[str]:
        """Add facts as the user's own, and return the texts of those that were new."""
        wanted = [
            (STANDARD_SECTIONS[0], fact) if isinstance(fact, str) else (fact.section, fact.text)
            for fact in facts
        ]
        with self._opened() as store:
            before = {fact.text for fact in document.facts(versions.read(store).text)}
            version = manual.add(store, wanted, "merge")
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
        `conversation` is its name and `when` its date, by default now. The model is `model`,
        or else LLM_MEMORY_MODEL, or else LLM's default. With `dry_run` the model is asked, and
        the result is what would be learned, of which nothing is kept. Raises MemoryPluginError if
        the model cannot be asked.

        With `keep`, the conversation is stored, without secrets, and `search` finds it. As with
        what is learned, it counts as said where the asked model runs. Nothing is kept while
        learning is paused or switched off.
        """
        said_at = _moment(when) if when else None
        pairs = list(map(_pair, messages))
        turns = turns_of(pairs, conversation, said_at)
        with self._opened(dry_run) as store:
            kept_turns = 0
            is_allowed = not schedule.forbidden(store.db, read_settings(), time.time())[0]
            if keep and is_allowed and not dry_run:
                whole = turns_of(pairs, conversation, said_at, WHOLE_ANSWER)
                kept_turns = self._keep(store, whole, model)
            return replace(self._learned_from(store, turns, SOURCE, model), kept=kept_turns)

    def import_(
        self,
        path: str | os.PathLike[str],
        model: str | None = None,
        *,
        format: str = "",
        dry_run: bool = False,
    ) -> Update:
        """Learn from a file or folder of another program, as `llm memory import -y` does.

        The format is detected if it is not given. Facts of a list are added as the user's own;
        those that another program's memory has wait in `llm memory review`, and the result has
        none of them. Conversations are learned from, each turn once, and the result is that of all
        together. Raises ImportFileError for a file that cannot be read or is in no known format,
        and what `learn` raises.
        """
        file = Path(path)
        kind = format or imports.detect(file)
        with self._opened(dry_run) as store:
            if kind == "facts":
                return _facts_added(store, file)
            if kind in imports.MEMORIES:
                return _facts_proposed(store, file, kind)
            with closing(Staging()) as staged:
                rules = eligibility.Eligibility(store.db)
                unread: list[Unreadable] = []
                for each in imports.read(file, kind):
                    if isinstance(each, Conversation):
                        from_files.stage(staged, rules, each, file)
                    else:
                        unread.append(each)
                if unread and not any(staged):
                    raise ImportFileError(_place(unread[0]), untouched="Nothing was learned.")
                return self._carried_out(store, staged, None, model)

    def process_conversation(self, conversation: str, model: str | None = None) -> Update:
        """Learn now from one conversation of LLM's log, by its id.

        Turns that wait for the daemon are learned as the daemon would. Otherwise the call counts
        as consent: turns from before memory was in use, or with memory off, are learned too.
        Turns while learning was paused or switched off are not.
        """
        settings = read_settings()
        with self._opened() as store:
            ledger.ingest(store)
            for waiting in ledger.pending(store.db, 0, model=settings.model):
                if waiting.thread_id == conversation:
                    if reason := schedule.forbidden(store.db, settings, time.time())[0]:
                        return Update(skipped=reason)
                    with without_updates(self._folder):
                        return _update([run_update(store, settings, waiting)])
            with closing(Staging()) as staged:
                from_log.scan(staged, store, self._folder.logs, [conversation])
                return self._carried_out(store, staged, conversation, model)

    def _keep(self, store: Store, turns: list[Turn], model: str | None) -> int:
        """Keep turns, without those from which a fact was forgotten; return how many are new."""
        from .recall.index import refresh

        fingerprints = forgotten.load(store.db)
        wanted = [turn for turn in turns if not fingerprints.turn(turn.id)]
        if not wanted:
            return 0
        asked = storable(model or read_settings().model or default_model())
        number = kept.add(store.db, wanted, location.of_names([asked])[asked])
        if number and self._folder.index_db.exists():
            with suppress(MemoryPluginError), refresh.writing(self._folder) as db:
                refresh.update_kept(db, store)  # else the next search does it
        return number

    def _learned_from(
        self, store: Store, turns: list[Turn], source: str, model: str | None
    ) -> Update:
        if not turns:
            return Update(skipped=ledger.NOTHING_TYPED)
        rules = eligibility.Eligibility(store.db)
        candidates: list[Candidate] = [rules.candidate(turn, Consent()) for turn in turns]
        with closing(Staging()) as staged:
            staged.add(turns[0].thread_id, source, "", candidates)
            return self._carried_out(store, staged, turns[0].thread_id, model)

    def _carried_out(
        self, store: Store, staged: Staging, conversation: str | None, model: str | None
    ) -> Update:
        """Learn from one staged conversation, None for all of them."""
        settings = read_settings()
        if reason := schedule.forbidden(store.db, settings, time.time())[0]:
            return Update(skipped=reason)
        wanted = Criteria(conversations=[conversation]) if conversation else Criteria()
        found = selection.select(staged, wanted)
        if not found.taken:
            return Update(skipped=next(iter(found.skipped), "there is no such conversation"))
        asked = model or settings.model
        models = {t.id: storable(asked or t.model or default_model()) for t in found.taken}
        plan = Plan(found.taken, models)
        return _update(result for _, result in backfill.learn(store, settings, staged, plan))

    @contextmanager
    def _opened(self, is_copy: bool = False) -> Iterator[Store]:
        """Open the memory, or a copy of it that is deleted afterwards."""
        with ExitStack() as stack:
            folder = self._folder
            if is_copy:
                folder = stack.enter_context(trial.copied(folder))
            yield stack.enter_context(state.opened(folder))


def _moment(when: datetime) -> float:
    try:
        return when.timestamp()
    except (ValueError, OverflowError, OSError) as error:
        raise ProfileError(f"{when} is no date.", untouched="Nothing was done.") from error


def _pair(message: Message) -> tuple[str, str]:
    try:
        role, text = (message["role"], message["content"]) if isinstance(message, dict) else message
    except (KeyError, ValueError, TypeError):
        role, text = "", None
    if not isinstance(role, str) or not isinstance(text, str):
        raise ProfileError(
            "A message is (role, text), or {'role': ..., 'content': ...}.",
            untouched="Nothing was learned.",
        )
    return role, text


def _place(unread: Unreadable) -> str:
    where = f"{unread.path}, line {unread.line}" if unread.line else str(unread.path)
    return f"{where}: {unread.problem}"


def _facts_added(store: Store, file: Path) -> Update:
    """Add the facts of a list as the user's own; those that cannot be added are refused."""
    listed, _unread = imports.read_facts(file)
    before = versions.read(store).text
    made: list[Edit] = []
    refused: list[Refused] = []
    for section, fact in dict.fromkeys(listed):
        edit = Edit("add", section or STANDARD_SECTIONS[0], new=fact)
        if document.find_fact(before, fact):
            continue
        if reason := manual.problem(fact, edit.section):
            refused.append(Refused(edit, reason))
        else:
            made.append(edit)
    manual.add(store, [(edit.section, edit.new) for edit in made], "import")
    return Update(tuple(made), tuple(refused), "" if made or refused else "nothing in it is new")


def _facts_proposed(store: Store, file: Path, kind: str) -> Update:
    """Put the facts of another program's memory into the review queue."""
    listed, _unread = imports.read_memories(file, kind)
    unfit = manual.unfit(store, listed)
    wanted = [fact for fact in dict.fromkeys(listed) if fact not in unfit]
    refused = [
        Refused(Edit("add", STANDARD_SECTIONS[0], new=fact), reason)
        for fact, reason in unfit.items()
        if reason not in (manual.KNOWN, manual.WAITING)
    ]
    manual.propose_all(store, wanted, kind, file.name)
    waits = "what it knows waits in `llm memory review`"
    return Update((), tuple(refused), waits if wanted else "nothing in it is new")


def _fact(
    fact: document.Fact, origin: "origins.Origin | None", since: "changes.Entry | None"
) -> Fact:
    if origin is None:
        learned_at = _date(since.created if since else None)
        return Fact(fact.text, fact.section, learned_at=learned_at, local=fact.local)
    return Fact(
        fact.text,
        fact.section,
        origin.quote,
        _date(origin.learned_at),
        _date(origin.said_at),
        origin.thread_id,
        origin.source or "conversation",
        fact.local,
    )


def _date(seconds: float | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, timezone.utc)


def _update(results: Iterable[Result]) -> Update:
    """Combine the results of requests about one conversation. Raises ModelError if one failed."""
    made: list[Edit] = []
    refused: list[Refused] = []
    skipped = ""
    for result in results:
        if result.status == WITHHELD:
            skipped = "it was said on this machine, and the model may be elsewhere"
        if result.error:
            raise ModelError(
                result.error,
                transient=result.transient,
                untouched="What was learned before is kept.",
            )
        for verdict in result.verdicts:
            if verdict.refusal:
                refused.append(Refused(verdict.edit, verdict.refusal))
            else:
                made.append(verdict.edit)
    return Update(tuple(made), tuple(refused), skipped)
