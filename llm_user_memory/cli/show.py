"""The commands that print the profile or its path: `show`, `path`."""

from ..errors import StateError
from ..profile.document import facts
from ..store.profile import file as profile_file
from ..store.profile import versions
from ..store.profiles import DEFAULT
from .base import current_profile, json_option, memory, opened_memory
from .output import echo, echo_json, echo_own, for_profile, say

_EMPTY = (
    "Nothing is known yet. It is learned from what you type after `llm memory install-shell`, and "
    "from earlier conversations with `llm memory backfill`; or say it: `llm memory add 'Lives in "
    "Oslo'`."
)
_EMPTY_NAMED = (
    "Nothing is known yet in the profile “{name}”. It is learned from what you type with `llm -f "
    "memory:{name} ...`, from all that you type in a shell with LLM_MEMORY_PROFILE={name}, and "
    "from earlier conversations with `llm memory backfill`; or say it: `llm memory add 'Lives in "
    "Oslo'`."
)


@memory.command()
@json_option
def show(as_json: bool) -> None:
    """
    Print the profile exactly as it is on disk

    You can save the profile and load it again:

    \b
        llm memory show > profile.md
        llm memory load profile.md

    On a terminal, control characters in it are shown as \\x1b; to a file or a program they
    go as they are.
    """
    text = _profile_text()
    if as_json:
        found = [{"section": fact.section, "text": fact.text} for fact in facts(text)]
        echo_json({"path": str(current_profile().folder.profile), "text": text, "facts": found})
        return
    echo_own(text)
    if not facts(text):
        choice = current_profile()
        is_named = choice.by == "--profile" and choice.folder.name != DEFAULT
        empty = _EMPTY_NAMED.format(name=choice.folder.name) if is_named else _EMPTY
        say(for_profile(empty), err=True)


@memory.command()
def path() -> None:
    """
    Print the path of the profile

    The file is created if it does not exist, so that this works:

    \b
        $EDITOR "$(llm memory path)"

    Changes that you save in the file are recognized and never overwritten.
    """
    _profile_text()
    echo_own(f"{current_profile().folder.profile}\n")


def _profile_text() -> str:
    """Return the text of the command's profile as it is on disk; create the file if it is missing.

    If state.db cannot be used, as on a full or read-only disk, only the file is read, and a line on
    standard error says so. Raises MemoryPluginError if there is no file either.
    """
    try:
        with opened_memory() as store:
            return versions.read(store).text
    except StateError as error:
        text = profile_file.read(current_profile().folder)
        if text is None:
            raise
        echo(f"memory: {error}", err=True)
        return text
