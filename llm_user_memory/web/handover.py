"""The temporary file that passes the secret link to the browser.

Every user of the machine can read the arguments of a command, so the link is in a file that only
the user may read. A sandboxed browser, such as Firefox on Ubuntu, can read neither hidden folders
nor anything outside the home folder, and the memory folder is usually below ~/.config. So the file
is in a folder of its own in the home folder, and is removed when the browser has used the link.
"""

import html
import sys
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from ..settings import Folder, foreign
from ..store.profile import file as profile_file

_PREFIX = "llm-memory-page-"
_NAME = "open.html"

_TITLE = "<title>What llm remembers: open the page</title>"
_PAGE = f"""\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={{link}}">
{_TITLE}
<p><a href="{{link}}">Open what llm remembers</a></p>
</html>
"""


class Handover:
    """The file of one run of the server. It exists only after `write`."""

    def __init__(self, folder: Folder, link: str) -> None:
        self._folder = folder
        self._link = link
        self._file: Path | None = None

    def write(self) -> Path:
        """Write the file, in a new folder that only the user may enter; return its path.

        Raises OSError.
        """
        parent = base(self._folder)
        try:
            made = tempfile.mkdtemp(prefix=_PREFIX, dir=parent)
        except OSError:
            if parent == self._folder.path:
                raise
            made = tempfile.mkdtemp(prefix=_PREFIX, dir=self._folder.path)
        self._file = Path(made) / _NAME
        content = _PAGE.format(link=html.escape(self._link))
        profile_file.write_private(self._file, content.encode())
        return self._file

    def remove(self) -> None:
        """Remove the file and its folder, if they are there."""
        if self._file is not None:
            _remove(self._file)


def base(folder: Folder) -> Path:
    """Return the folder for the file: the home folder if a sandboxed browser can read it there.

    On other systems than Linux, and where the home folder does not serve, it is the memory folder.
    """
    home = Path.home()
    if sys.platform != "linux" or home == Path("/") or not home.is_dir() or foreign(home):
        return folder.path
    return folder.path if _is_hidden(home) else home


def remove_stale(folder: Folder, older_than: float) -> None:
    """Remove the files that killed servers left, if they are more than `older_than` seconds old."""
    for left in _left(folder):
        with suppress(OSError):
            is_ours = _TITLE in left.read_text(encoding="utf-8")
            if is_ours and time.time() - left.stat().st_mtime > older_than:
                _remove(left)


def _left(folder: Folder) -> Iterable[Path]:
    for parent in {base(folder), folder.path}:
        yield from parent.glob(f"{_PREFIX}*/{_NAME}")


def _remove(file: Path) -> None:
    with suppress(OSError):
        file.unlink(missing_ok=True)
        file.parent.rmdir()


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)
