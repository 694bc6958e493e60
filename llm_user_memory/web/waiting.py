"""The page "What waits": proposed edits, models' notes, and facts that may be out of date."""

import hashlib
import time
from collections.abc import Iterable, Mapping

from .. import notes
from ..checks.refusals import PROPOSED_BY_TOOL, USERS_LINE, USERS_SECTION
from ..errors import MemoryPluginError, NotesError, ProfileError
from ..learn import review
from ..notes import Entry
from ..store import proposals, review_queue, updates
from ..store.proposals import Proposal
from ..store.review_queue import QueuedEdit
from ..text.plurals import counted
from .call import Call, Done, Page, fact_of, paged

_PAGE = 50
_DAYS = 180
_DAY = 86400.0


def _waiting(call: Call) -> Page:
    edits = review_queue.open_edits(call.store.db, call.version.text)
    shown = paged(edits, call.number("page", 1), _PAGE)
    by = _models(call, shown.items)
    proposed = proposals.every(call.store.db)
    written = [(entry, _key(entry)) for entry in notes.waiting(call.store.folder)]
    return Page(
        "waiting.html",
        {
            "edits": [
                (edit, _question(edit), by.get(edit.id, ("", "")), _claims(proposed, edit))
                for edit in shown.items
            ],
            "paged": shown,
            "notes": written,
        },
    )


def _models(call: Call, edits: Iterable[QueuedEdit]) -> dict[int, tuple[str, str]]:
    """The model that proposed each edit, and the command that shows its conversation."""
    return {
        number: (update.model, updates.where(update.source, update.thread_id))
        for number, update in updates.of_edits(call.store.db, [edit.id for edit in edits]).items()
    }


def _claims(proposed: Mapping[int, Proposal], edit: QueuedEdit) -> list[str]:
    """The lines that `llm memory review` prints about a tool's proposal; none for other edits."""
    return proposals.claims(proposed[edit.id]) if edit.id in proposed else []


def _question(edit: QueuedEdit) -> tuple[str, str]:
    """The heading of an edit, and the word between the two facts of a replacement."""
    line = "your line" if edit.reason in (USERS_LINE, USERS_SECTION) else ""
    if edit.op == "add":
        return f"Add to {edit.section}", ""
    if edit.op == "replace":
        return f"Replace {line}".rstrip(), "by"
    removes = "Forget" if edit.reason == PROPOSED_BY_TOOL else f"Remove {line}"
    return removes.rstrip(), ""


def _old(call: Call) -> Page:
    before = time.time() - _DAYS * _DAY
    found = review.old_facts(call.store.db, call.version.text, before)
    return Page("old.html", {"paged": paged(found, call.number("page", 1), _PAGE), "days": _DAYS})


def _edit(call: Call, number: str) -> QueuedEdit:
    """The waiting edit with this id. Raises ProfileError if it no longer waits."""
    for edit in review_queue.open_edits(call.store.db, call.version.text):
        if str(edit.id) == number:
            return edit
    raise ProfileError("That waits no longer.", untouched="Nothing was changed.")


def _accept(call: Call) -> Done:
    made = review.accept(call.store, _edit(call, call.typed("edit")), call.typed("text"))
    return Done(f"Accepted: version {made.n}." if made else "The profile says so already.")


def _reject(call: Call) -> Done:
    review.reject(call.store, _edit(call, call.typed("edit")))
    return Done("Rejected.")


def _decide(call: Call) -> Done:
    """Accept or reject all chosen edits; those that fail still wait, and the message says why."""
    chosen = set(call.form.get("edit") or ())
    if not chosen:
        raise ProfileError("Nothing was chosen.", untouched="Everything still waits.")
    accepting = call.typed("how") == "accept"
    done, refused = 0, []
    for edit in review_queue.open_edits(call.store.db, call.version.text):
        if str(edit.id) not in chosen:
            continue
        try:
            if accepting:
                review.accept(call.store, edit)
            else:
                review.reject(call.store, edit)
            done += 1
        except MemoryPluginError as error:
            refused.append(f"“{edit.new or edit.old}” still waits: {error}")
    said = f"{counted(done, 'proposal')} {'accepted' if accepting else 'rejected'}."
    return Done(" ".join([said, *refused]))


def _key(entry: Entry) -> str:
    said = f"{entry.day}\0{entry.heading}\0{entry.text}".encode(errors="surrogatepass")
    return hashlib.sha256(said).hexdigest()[:24]


def _note(call: Call) -> Done:
    """Accept or drop a note that a model wrote."""
    for entry in notes.waiting(call.store.folder):
        if _key(entry) == call.typed("note"):
            if call.typed("how") == "accept":
                notes.accept(call.store.folder, entry)
                return Done("The note was accepted.")
            notes.drop(call.store.folder, entry)
            return Done("The note was dropped.")
    raise NotesError("That note waits no longer.", untouched="Nothing was changed.")


def _still(call: Call) -> Done:
    """Carry out the user's decision on an old fact: keep it, reword it, or drop it."""
    fact = fact_of(call.version.text, call.typed("fact"))
    how = call.typed("how")
    if how == "keep":
        review_queue.record_kept(call.store.db, fact.text, time.time())
        return Done("It is kept.")
    made = (
        review.reword(call.store, fact, call.typed("text"))
        if how == "reword"
        else review.drop(call.store, fact)
    )
    return Done(f"Version {made.n}." if made else "The profile is as it was.")


PAGES = {"waiting": _waiting, "old": _old}
ACTIONS = {
    "accept": _accept,
    "reject": _reject,
    "decide": _decide,
    "note": _note,
    "still": _still,
}
