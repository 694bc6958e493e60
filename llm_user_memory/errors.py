"""The exceptions whose messages are shown to the user."""


class MemoryPluginError(Exception):
    """The base class of all errors that are shown to the user.

    `what` says what happened, `untouched` what was not changed, and `remedy` what to run or do
    next; the last two may be "". `str()` joins the three to one message.
    """

    def __init__(self, what: str, *, untouched: str = "", remedy: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.untouched = untouched
        self.remedy = remedy

    def __str__(self) -> str:
        return " ".join(part for part in (self.what, self.untouched, self.remedy) if part)


class WrongCallError(MemoryPluginError):
    """The call has no meaning, such as an invalid time, or options that exclude each other."""


class OutputError(Exception):
    """The output of a command cannot be written.

    Not a MemoryPluginError, so that no handler continues after it.
    """


class ProfileError(MemoryPluginError):
    """profile.md cannot be read or changed, or does not contain a profile."""


class FolderError(MemoryPluginError):
    """The memory folder, or the folder for temporary files, is missing or cannot be written."""


class BusyError(MemoryPluginError):
    """Another process held a lock for longer than the time limit."""


class StateError(MemoryPluginError):
    """state.db cannot be opened, is damaged, or is from a newer version."""


class LogsError(MemoryPluginError):
    """LLM's logs.db cannot be read or written."""


class ImportFileError(MemoryPluginError):
    """A file of another program cannot be read, or contains nothing to import."""


class ShellFileError(MemoryPluginError):
    """A start-up file of the user's shell cannot be changed as asked."""


class ClientError(MemoryPluginError):
    """The configuration of another program cannot be read, or changed as asked."""


class DaemonError(MemoryPluginError):
    """The daemon did not start or stop."""


class NotesError(MemoryPluginError):
    """A daily note cannot be read or written, or a date of notes is invalid."""


class PageError(MemoryPluginError):
    """The page of `llm memory web` cannot be served."""


class RecallError(MemoryPluginError):
    """The search index cannot be used, or a search query is invalid."""


class ServerError(MemoryPluginError):
    """The server of `llm memory serve`, or its database, cannot be set up, started or used."""


class ModelError(MemoryPluginError):
    """A model could not be asked, or its answer could not be used.

    `transient` is true if the same request may succeed later (a missing key, no network, a rate
    limit). It is then retried without limit, with growing pauses. `needs_user` is true if it
    cannot succeed before the user does something, such as setting the key.
    """

    def __init__(
        self,
        what: str,
        *,
        transient: bool,
        needs_user: bool = False,
        untouched: str = "",
        remedy: str = "",
    ) -> None:
        super().__init__(what, untouched=untouched, remedy=remedy)
        self.transient = transient
        self.needs_user = needs_user

    @property
    def resolves_itself(self) -> bool:
        """Whether the same request may succeed later without any action of the user."""
        return self.transient and not self.needs_user
