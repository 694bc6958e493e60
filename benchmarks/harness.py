"""Shared code of the benchmarks: environments, timing on a terminal, tables, and writing to docs.

Importing this module points HOME and LLM_USER_PATH into a temporary folder, before anything reads
the real ones. It imports only the standard library and this repository.
"""

import argparse
import os
import platform
import pty
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.metadata import version
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLUGINS = ROOT / "benchmarks" / "plugins"
_NOWHERE = Path(tempfile.mkdtemp(prefix="llm-user-memory-bench-"))
for _name in [name for name in os.environ if name.startswith("LLM_")]:
    del os.environ[_name]
# With this variable pip writes no bytecode, so that each command would compile all its imports.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ["HOME"] = os.environ["LLM_USER_PATH"] = str(_NOWHERE)
sys.path.insert(0, str(ROOT / "tests"))

from support.product import Product  # noqa: E402 - it imports the package, which must not see the real home


@dataclass(frozen=True)
class Cost:
    """The cost of one process in seconds, its awaited children included, and its exit code."""

    user: float
    wall: float
    code: int = 0


@dataclass(frozen=True)
class Spread:
    """A median and its quartiles."""

    median: float
    low: float
    high: float


@dataclass(frozen=True)
class Row:
    """A row of the table; `is_within` tells whether the limit `bar` is met, None without one."""

    what: str
    bare: str
    ours: str
    ancestor: str = ""
    bar: str = ""
    is_within: bool | None = None


@dataclass(frozen=True)
class Panel:
    """A part of the chart: bars of (label, value, text), and their limit, if any."""

    title: str
    bars: Sequence[tuple[str, float, str]]
    limit: float | None = None


def spread(values: Sequence[float]) -> Spread:
    """Return the median of at least two values, and their quartiles."""
    low, median, high = statistics.quantiles(values, n=4, method="inclusive")
    return Spread(median, low, high)


def ratios(costs: Sequence[Cost], base: Sequence[Cost], field: str) -> Spread:
    """Return the spread of the ratios of one field of the costs, round by round."""
    pairs = zip(costs, base, strict=True)
    return spread([getattr(cost, field) / getattr(other, field) for cost, other in pairs])


def quickest(costs: Sequence[Cost], field: str) -> float:
    """Return the mean of the lower half of one field, as disturbances only add time."""
    values = sorted(getattr(cost, field) for cost in costs)
    return statistics.fmean(values[: (len(values) + 1) // 2])


def timed(command: Sequence[str], env: Mapping[str, str], cwd: Path) -> tuple[Cost, str]:
    """Run a command on a pseudo-terminal; return its cost and its output."""
    master, slave = pty.openpty()
    shown: list[bytes] = []
    reader = threading.Thread(target=_drain, args=(master, shown))
    started = time.perf_counter()
    process = subprocess.Popen(
        command,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=dict(env),
        cwd=cwd,
        start_new_session=True,
    )
    os.close(slave)
    reader.start()
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    reader.join()
    os.close(master)
    return Cost(used.ru_utime, wall, process.returncode), b"".join(shown).decode(errors="replace")


def environment(folder: Path, name: str, *requirements: str) -> Path:
    """Make the virtual environment `name`, or bring it up to date; return the path of its `llm`.

    It uses the Python that runs the benchmark, and has nothing but the requirements.
    """
    python = folder / name / "bin" / "python"
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if not python.exists():
        _run([sys.executable, "-m", "venv", str(folder / name)])
    _run([*install, "--upgrade", *requirements])
    if any(each.startswith(str(ROOT)) for each in requirements):
        # For pip, the same version number is the same package.
        _run([*install, "--force-reinstall", "--no-deps", str(ROOT)])
    return python.with_name("llm")


@contextmanager
def home(llm: Path | None = None, **env: str) -> Iterator[Product]:
    """Yield a temporary home with the default settings and the models of PLUGINS.

    It is deleted afterwards.
    """
    base = Path(tempfile.mkdtemp(dir=_NOWHERE))
    product = Product(base, str(llm) if llm else None)
    del product.env["LLM_MEMORY_UPDATE_INTERVAL"]
    models = {"PYTHONPATH": str(PLUGINS), "SERVER": str(product.scripted), "LLM_MODEL": "instant"}
    product.env |= {**models, **env}
    (product.scripted / "facts.json").write_text("{}")
    try:
        yield product
    except Exception:
        with suppress(OSError):
            say(product.folder.daemon_log.read_text())
        raise
    finally:
        product.end()
        shutil.rmtree(base)


def archive_of(number: int) -> str:
    """Return an archive of that many facts, which have few words in common."""
    first = ("amber", "birch", "cedar", "dune", "ember", "fern", "grove", "heath", "iris", "jade")
    last = ("anvil", "basket", "candle", "drum", "easel", "flute", "globe", "harp", "inkwell")
    facts = [
        f"- Collects {first[n % 10]} {last[n // 10 % 9]} things, series {n // 90}"
        for n in range(number)
    ]
    return "\n".join(["", "## Archive: Interests", *facts, ""])


def profile_of(size: int) -> str:
    """Return a realistic profile of about `size` characters."""
    lines = ["# User Profile", ""]
    sections = ("Personal Information", "Current Projects", "Interests", "Preferences")
    length, number = 16, 0
    for nth, section in enumerate(sections, 1):
        lines += [f"## {section}", ""]
        while length < size * nth / len(sections):
            number += 1
            lines.append(f"- Fact {number} of this user, in about as many words as people take")
            length += len(lines[-1]) + 1
        lines.append("")
    return "\n".join(lines)


def table(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return a Markdown table."""
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def rows_table(rows: Sequence[Row]) -> str:
    """Return the rows as one Markdown table."""
    headings = ["what", "llm alone", "with memory", "0.1.1", "bar", "holds"]
    verdicts = {None: "", True: "yes", False: "**no**"}
    lines = [[row.what, row.bare, row.ours, row.ancestor, row.bar, verdicts[row.is_within]]
             for row in rows]  # fmt: skip
    return table(headings, lines)


def machine() -> str:
    """Return a line with the date, the versions and the machine of the measurement."""
    return (
        f"Measured {time.strftime('%Y-%m-%d')} with Python {platform.python_version()}, "
        f"llm {version('llm')}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}."
    )


def arguments(description: str | None) -> argparse.ArgumentParser:
    """Return a parser with the options that every benchmark has."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", type=Path, help="put the tables into this file, too")
    return parser


def publish(name: str, sections: Iterable[str], path: Path | None) -> None:
    """Print each table when it is ready; with a file, write all between its markers `name`."""
    texts = []
    for section in chain([machine()], sections):
        print(f"{section}\n", flush=True)
        texts.append(section)
    if path is None:
        return
    begin, end = f"<!-- begin {name} -->", f"<!-- end {name} -->"
    document = path.read_text()
    before, _, rest = document.partition(begin)
    _, found, after = rest.partition(end)
    if not found:
        raise SystemExit(f"{path} has no markers {begin} and {end}")
    text = "\n\n".join(texts)
    path.write_text(f"{before}{begin}\n\n{text}\n\n{end}{after}")


def clean() -> None:
    """Delete the temporary folder of the benchmark."""
    shutil.rmtree(_NOWHERE, ignore_errors=True)


def say(line: str) -> None:
    """Print a line of progress to standard error."""
    print(line, file=sys.stderr, flush=True)


def _drain(master: int, shown: list[bytes]) -> None:
    with suppress(OSError):  # Linux raises this when the other side is closed
        while data := os.read(master, 65536):
            shown.append(data)


def _run(command: Sequence[str]) -> None:
    ended = subprocess.run(command, capture_output=True, text=True)
    if ended.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{ended.stderr}")
