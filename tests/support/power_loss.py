"""A simulated disk: the possible states of a folder after a power loss.

The system calls of a process are traced with strace and applied to a model of a disk. Only what was
synchronised is certain to be on the disk: the content of a file by fsync of the file, its name by
fsync of the folder. Of later changes of names, the first ones are kept, as journaling file systems
do; later writes to files are kept or lost, whole or in part, in any order.
"""

import random
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, groupby
from pathlib import Path

State = dict[str, bytes]
"""The files of the folder: their contents, by name."""

# Names of system calls, and the method of SimulatedDisk for each. No processor has all of them.
_CALLS = {
    "openat": "create",
    "open": "create",
    "write": "write",
    "writev": "write",
    "pwrite64": "write",
    "ftruncate": "truncate",
    "fsync": "synchronise",
    "fdatasync": "synchronise",
    "link": "link",
    "linkat": "link",
    "unlink": "unlink",
    "unlinkat": "unlink",
    "rename": "rename",
    "renameat": "rename",
    "renameat2": "rename",
}
_HEX = r"((?:\\x[0-9a-f]{2})*)"
_LINE = re.compile(r"^(?:\d+ +)?(\w+)\((.*)\) = (\d+)(?:<.*>)?$")
_ARGUMENT = re.compile(rf'\d+<{_HEX}>(?!\(deleted\))|"{_HEX}"')

# Bytes: a sector, which a disk writes whole, and a page, which SQLite writes at once.
_TORN = (512, 4096)


@dataclass(frozen=True)
class Call:
    """One system call: its effect, and the names in the folder ("" is the folder itself).

    The name of a file in a subfolder has the subfolder in it, as in "notes/2026-11-21.md".
    """

    does: str
    names: tuple[str, ...]
    data: bytes = b""
    offset: int | None = None
    flags: str = ""


@dataclass(frozen=True)
class Write:
    """A change of content. Without data, the file is truncated at `offset`."""

    offset: int
    data: bytes | None


@dataclass
class File:
    """The content that is certain to be on the disk, and the writes since."""

    kept: bytes = b""
    pending: list[Write] = field(default_factory=list)

    def content(self, chosen: Sequence[Write] | None = None) -> bytes:
        """Return the content after the `chosen` pending writes, by default after all of them."""
        content = self.kept
        for write in self.pending if chosen is None else chosen:
            content = content.ljust(write.offset, b"\0")
            after = b"" if write.data is None else content[write.offset + len(write.data) :]
            content = content[: write.offset] + (write.data or b"") + after
        return content


@cache
def can_trace() -> bool:
    """Tell whether strace is installed and may trace a process."""
    if shutil.which("strace") is None:
        return False
    return (
        subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True).returncode == 0
    )


def strace_command(log: Path) -> list[str]:
    """Return the prefix of a command that writes the system calls of the command to `log`."""
    calls = ",".join(f"?{name}" for name in _CALLS)
    options = ["-f", "--seccomp-bpf", "-y", "-xx", "-s", "100000000", "-e", f"trace={calls}"]
    return ["strace", *options, "-o", str(log)]


def read_trace(log: Path, folder: Path) -> list[Call]:
    """Return the calls in `log` that change the folder, in order."""
    calls = [_call(line, folder) for line in log.read_text().splitlines()]
    return [call for call in calls if call]


class SimulatedDisk:
    """A folder as processes see it (`names`), and its possible states on the disk (`on_disk`)."""

    def __init__(self, folder: Path) -> None:
        self.names = {
            name: File(path.read_bytes())
            for path in folder.rglob("*")
            if path.is_file() and (name := _name(bytes(path), folder))
        }
        self.on_disk = [dict(self.names)]  # the names kept for certain, and after each change since

    def apply(self, call: Call) -> None:
        """Apply a system call of a process."""
        getattr(self, f"_{call.does}")(call)
        if self.on_disk[-1] != self.names:
            self.on_disk.append(dict(self.names))

    def states_after_power_loss(self, seed: int) -> Iterator[tuple[str, State]]:
        """Yield (description, state) for each state that a power loss may leave now."""
        for number, names in enumerate(self.on_disk):
            lost = len(self.on_disk) - 1 - number
            for how, choose in _choices(seed).items():
                state = {name: file.content(choose(file)) for name, file in names.items()}
                yield f"{how}, {lost} changes of names lost", state

    def _create(self, call: Call) -> None:
        [name] = call.names
        if "O_CREAT" in call.flags and name not in self.names:
            self.names[name] = File()
        if "O_TRUNC" in call.flags:
            self.names[name].pending.append(Write(0, None))

    def _write(self, call: Call) -> None:
        file = self.names[call.names[0]]
        # Whoever writes without saying where writes at the end.
        offset = len(file.content()) if call.offset is None else call.offset
        file.pending.append(Write(offset, call.data))

    def _truncate(self, call: Call) -> None:
        assert call.offset is not None
        self.names[call.names[0]].pending.append(Write(call.offset, None))

    def _synchronise(self, call: Call) -> None:
        [name] = call.names
        if name in self.names:
            file = self.names[name]
            file.kept, file.pending = file.content(), []
            return
        in_it = {own for own in {*self.names, *chain(*self.on_disk)} if _folder_of(own) == name}
        kept = {own: file for own, file in self.names.items() if own in in_it}
        for names in self.on_disk:
            for own in in_it:
                names.pop(own, None)
            names.update(kept)
        # Of what lies elsewhere, any moment may still be what the disk has.
        self.on_disk = [names for names, _same in groupby(self.on_disk)]

    def _link(self, call: Call) -> None:
        old, new = call.names
        self.names[new] = self.names[old]

    def _unlink(self, call: Call) -> None:
        del self.names[call.names[0]]

    def _rename(self, call: Call) -> None:
        old, new = call.names
        moved = self.names.pop(old)
        if "RENAME_EXCHANGE" in call.flags:
            self.names[old] = self.names[new]
        self.names[new] = moved


def _choices(seed: int) -> Mapping[str, Callable[[File], list[Write]]]:
    """The possible subsets of pending writes that are on the disk, by description."""
    chance = random.Random(seed)
    return {
        "all written": lambda file: file.pending,
        "nothing written": lambda _: [],
        "nothing but zeros": lambda file: [_zeros(write) for write in file.pending],
        "some written": lambda file: [write for write in file.pending if chance.random() < 0.5],
        "all but the last": lambda file: file.pending[:-1],
        **{
            f"torn after {size} bytes": lambda file, size=size: [
                *file.pending[:-1],
                *(_torn(write, size) for write in file.pending[-1:]),
            ]
            for size in _TORN
        },
    }


def _zeros(write: Write) -> Write:
    return Write(write.offset, write.data and b"\0" * len(write.data))


def _torn(write: Write, size: int) -> Write:
    return Write(write.offset, write.data and write.data[:size])


def _call(line: str, folder: Path) -> Call | None:
    """Parse a line of strace; None for a call that failed or concerns another folder."""
    match = _LINE.match(line)
    if match is None:
        assert "unfinished" not in line or _hex(str(folder)) not in line, line
        return None
    name, arguments, result = match.groups()
    does = _CALLS[name]
    given = [bytes.fromhex((a or b).replace(r"\x", "")) for a, b in _ARGUMENT.findall(arguments)]
    paths, data = given, b""
    if does == "write":
        paths, data = given[:1], b"".join(given[1:])[: int(result)]
    names = [_name(path, folder) for path in paths]
    if not names or None in names:
        return None
    numbers = re.search(r", (\d+)$", arguments) if name in ("pwrite64", "ftruncate") else None
    offset = int(numbers[1]) if numbers else None
    flags = " ".join(re.findall(r"[OR][A-Z]*_[A-Z_|]+", arguments))
    return Call(does, tuple(map(str, names)), data, offset, flags)


def _name(path: bytes, folder: Path) -> str | None:
    """The name of a file in the folder, "" for the folder, None for anything else."""
    found = Path(path.decode())
    if found == folder:
        return ""
    is_ours = found.parent == folder or folder / "notes" in (found, found.parent)
    return str(found.relative_to(folder)) if is_ours else None


def _folder_of(name: str) -> str:
    return name.rpartition("/")[0]


def _hex(text: str) -> str:
    return "".join(f"\\x{byte:02x}" for byte in text.encode())
