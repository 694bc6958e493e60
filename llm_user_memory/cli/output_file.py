"""The file of `--output`: its content, and whether an existing file may be replaced.

The last line of the file has the digest of the text before it. So a later run recognizes a file of
an earlier one, in any folder, and replaces no other.
"""

import hashlib
import os
import re
from contextlib import suppress
from pathlib import Path

from ..errors import ProfileError, WrongCallError
from ..store.profile import file as profile_file

_MARK = re.compile(rb"(?:^|(?<=\n))<!-- llm memory --output ([0-9a-f]{32}) -->\r?\n?\Z")


def write(output: Path, text: str) -> None:
    """Write a profile to the file. Raises ProfileError."""
    content = text.encode()
    content += b"" if content.endswith(b"\n") else b"\n"
    mark = f"<!-- llm memory --output {_digest(content)} -->\n"
    try:
        profile_file.write_private(output, content + mark.encode())
    except OSError as error:
        raise ProfileError(
            f"{output} cannot be written: {error.strerror}.", untouched="Yours is as it was."
        ) from error


def refuse_others(output: Path) -> None:
    """Check the file before models are asked, so that their answers are not lost.

    An existing file may be replaced if `write` wrote it and it was not changed since.

    Raises ProfileError otherwise.
    """
    if os.path.lexists(output) and not _is_ours(output):
        raise ProfileError(
            f"{output} is there already, and `--output` did not write it, or it was changed since.",
            untouched="It is as it was.",
            remedy="Name another file.",
        )
    if not output.parent.is_dir():
        raise WrongCallError(f"{output.parent} is no folder.", untouched="Nothing was learned.")
    if not os.access(output.parent, os.W_OK | os.X_OK):
        raise ProfileError(
            f"{output.parent} cannot be written to.", untouched="Nothing was learned."
        )


def without_mark(text: str) -> str:
    """Return the profile in the text of a file, without the line that `write` added."""
    content = text.encode(errors="surrogateescape")
    return _MARK.sub(b"", content).decode(errors="surrogateescape")


def _is_ours(output: Path) -> bool:
    with suppress(OSError):
        if output.is_symlink():
            return False
        content = output.read_bytes()
        mark = _MARK.search(content)
        return mark is not None and mark[1].decode() == _digest(content[: mark.start()])
    return False


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()
