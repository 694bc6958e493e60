"""What can go wrong in a way that a person should read about."""


class MemoryPluginError(Exception):
    """Base of every error that reaches the user.

    `what` says what happened, `untouched` what is still as it was, `remedy` what to run
    or do next. `cli` joins the three into the one message that is printed.
    """

    def __init__(self, what: str, *, untouched: str = "", remedy: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.untouched = untouched
        self.remedy = remedy

    def __str__(self) -> str:
        return " ".join(part for part in (self.what, self.untouched, self.remedy) if part)


class ProfileError(MemoryPluginError):
    """profile.md cannot be read, is not a profile, or a change to it cannot be made."""


class FolderError(MemoryPluginError):
    """The memory folder, or the one for temporary files, is gone or cannot be written in."""


class BusyError(MemoryPluginError):
    """Another process held a lock for longer than anyone should wait."""


class StateError(MemoryPluginError):
    """state.db cannot be opened or understood."""


class LogsError(MemoryPluginError):
    """LLM's logs.db cannot be read just now."""


class ImportFileError(MemoryPluginError):
    """A file of another program cannot be read, or holds nothing that can be imported."""


class ShellFileError(MemoryPluginError):
    """A start-up file of the user's shell cannot be changed as asked."""


class DaemonError(MemoryPluginError):
    """The daemon did not start or stop as it was told to."""


class NotesError(MemoryPluginError):
    """A daily note cannot be written, or what is asked of them cannot be read."""


class RecallError(MemoryPluginError):
    """The index of what was said cannot be used, or what is looked for cannot be read."""


class ModelError(MemoryPluginError):
    """A model could not be asked, or its answer could not be used.

    `transient` is true when the same request may well succeed later (no key yet, no
    network, a rate limit); then it is retried without end, with growing pauses. `passing` is
    true when it may without anybody doing anything.
    """

    def __init__(
        self,
        what: str,
        *,
        transient: bool,
        passing: bool = False,
        untouched: str = "",
        remedy: str = "",
    ) -> None:
        super().__init__(what, untouched=untouched, remedy=remedy)
        self.transient = transient
        self.passing = passing
