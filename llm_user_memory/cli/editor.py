"""What `edit` and `note --edit` give the user's editor: a copy, which stays until it is saved."""

import os
import shlex
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import click

from ..errors import BusyError, MemoryPluginError
from ..settings import Folder, plain_file
from ..store.locks import try_lock
from ..store.profile import file as profile_file
from .output import say

# An editor that ends within so many seconds has not let anybody read the text.
_AT_ONCE = 0.5


@contextmanager
def lock(folder: Folder, what_is: str) -> Iterator[None]:
    """Prevent a second editor from using the same copy. Raises BusyError if one is open."""
    descriptor = try_lock(folder.edit_lock)
    if descriptor is None:
        raise BusyError(
            f"{what_is} being edited in another terminal.",
            untouched="Nothing was changed.",
            remedy="Finish there first.",
        )
    try:
        yield
    finally:
        os.close(descriptor)


@contextmanager
def removed_once_saved(copy: Path) -> Iterator[None]:
    """Remove the copy that the user edited after the block has saved it; if that fails, name it."""
    with kept_unless_saved(copy):
        yield
    copy.unlink()


@contextmanager
def kept_unless_saved(copy: Path) -> Iterator[None]:
    """Name the copy in the block's error: it stays, and the next edit sets it aside."""
    try:
        yield
    except MemoryPluginError as error:
        kept = f"What you wrote is in {copy}."
        error.remedy = f"{error.remedy} {kept}".strip()
        raise


def set_aside(copy: Path, is_known: Callable[[bytes], bool]) -> None:
    """Rename the copy of an earlier edit that was never saved, and name it to the user.

    Such a copy is left when the terminal was closed, or what it has could not be saved. It is
    dropped if `is_known` tells that its content is on record. Call it with the editor's lock held.
    """
    if copy.is_symlink() or not copy.is_file():
        return
    content = copy.read_bytes()
    if not content.strip() or is_known(content):
        return
    aside = _renamed(copy)
    say(f"What you wrote in an earlier edit was not saved: it is in {aside}.", err=True)


def edited(
    copy: Path, content: bytes, failed: Callable[[str], MemoryPluginError], saving: str
) -> bytes:
    """Let the user edit a copy with this content, and return what it has then. The copy stays.

    If the editor fails, or leaves no file, `failed` makes the error of what happened. An editor may
    fail after the user saved. So a copy that was changed is set aside then, and the error names it;
    `saving` says what to do with it, with its name for "{}".
    """
    try:
        profile_file.write_private(copy, content)  # never follow an existing link
    except OSError as error:
        raise failed(f"{copy} cannot be written: {error.strerror}.") from error
    begun = time.monotonic()
    try:
        click.edit(filename=str(copy))
        with plain_file(copy) as file:
            after = file.read()
    except click.ClickException as error:
        failure = failed(f"The editor failed ({error.message}).")
        _keep_changed(copy, content, failure, saving)
        raise failure from error
    except OSError as error:
        raise failed(f"{copy} cannot be read after the edit: {error.strerror}.") from error
    if after == content and time.monotonic() - begun < _AT_ONCE:
        say(
            "The editor ended at once. If its window is still open, nothing that you save there "
            "is taken: have the editor wait, as VISUAL='code --wait' does.",
            err=True,
        )
    return after


def _keep_changed(copy: Path, content: bytes, failure: MemoryPluginError, saving: str) -> None:
    """Rename the copy, and tell of it in the error; drop it if it says nothing new."""
    try:
        with plain_file(copy) as file:
            written = file.read()
    except OSError:
        return  # it is gone, or something else stands there, which is not ours to remove
    if written == content or not written.strip():
        copy.unlink()
        return
    aside = _renamed(copy)
    failure.remedy = f"What you wrote is in {aside}. {saving.format(shlex.quote(str(aside)))}"


def _renamed(copy: Path) -> Path:
    """Rename the copy so that no later edit overwrites it, and return its new path."""
    name = f"{copy.name}.unsaved-{time.strftime('%Y%m%d-%H%M%S')}"
    tried = (copy.with_name(f"{name}{f'-{n}' if n else ''}") for n in count())
    aside = next(path for path in tried if not path.exists())
    copy.replace(aside)
    return aside
