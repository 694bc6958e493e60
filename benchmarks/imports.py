"""The time and memory of reading a large export of another program.

Writes an export of the given size (in megabytes, 1000 by default) in each format into a temporary
folder, reads it in a process of its own, and prints a table. The conversations have various lengths
and three scripts, and each message has the metadata of real ones.
"""

import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from support import export_files  # noqa: E402

_TEXT = """
the tea is green and my sister lives in Ulm since we moved there last spring with a dog
называется чай и город у реки 猫が好きです 抹茶 für Ölfarben naïve 🍵 “quoted” a/b c:\\d
"""
_WORDS = _TEXT.split()

_READ = """
import json, resource, sys, time
from pathlib import Path
from llm_user_memory import imports
path, began = Path(sys.argv[1]), time.monotonic()
format = imports.detect(path)
found = [0, 0, 0]
for each in imports.read(path, format):
    if isinstance(each, imports.Conversation):
        found[0] += 1
        found[1] += len(each.turns)
    else:
        found[2] += 1
seconds = time.monotonic() - began
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
unit = 1 if sys.platform == "darwin" else 1024
print(json.dumps([*found, time.process_time(), seconds, peak * unit]))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("megabytes", type=int, nargs="?", default=1000)
    megabytes = parser.parse_args().megabytes
    print(
        "| export | MB | conversations | turns | unread | CPU s | seconds | MB/s | peak RSS, MB |"
    )
    print("| --- | --: | --: | --: | --: | --: | --: | --: | --: |")
    with tempfile.TemporaryDirectory(prefix="llm-user-memory-imports-") as folder:
        if shutil.disk_usage(folder).free < 2_500_000 * megabytes:
            raise SystemExit(f"{folder} has not the room that this takes.")
        for name, conversation in (
            ("ChatGPT", export_files.chatgpt),
            ("Claude", export_files.claude),
        ):
            path = Path(folder, "conversations.json")
            _write(path, conversation, megabytes * 1_000_000)
            _report(name, path, path.stat().st_size)
            packed = Path(folder, "export.zip")
            with ZipFile(packed, "w", ZIP_DEFLATED, compresslevel=1) as archive:
                archive.write(path, path.name)
            _report(f"{name}, zip", packed, path.stat().st_size)


def _write(path: Path, conversation: Callable[..., export_files.Json], size: int) -> None:
    """Write an export of about this size: a few hundred conversations, again under other ids."""
    chance = random.Random(1)
    talks = [_talk(chance) for _ in range(300)]
    with path.open("w", encoding="utf-8") as file:
        written = file.write("[")
        number = 0
        while written < size:
            own_id = export_files.stable_id(number)
            text = json.dumps(conversation(own_id, talks[number % len(talks)]))
            written += file.write((", " if number else "") + text)
            number += 1
        file.write("]")


def _talk(chance: random.Random) -> list[tuple[str, str]]:
    turns = min(int(chance.paretovariate(1.0)) + 1, 200)
    return [(_said(chance, 40), _said(chance, 300)) for _ in range(turns)]


def _said(chance: random.Random, most: int) -> str:
    return " ".join(chance.choices(_WORDS, k=chance.randint(3, most)))


def _report(name: str, path: Path, size: int) -> None:
    command = [sys.executable, "-c", _READ, str(path)]
    run = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)
    pasts, turns, unread, cpu, seconds, peak = json.loads(run.stdout)
    megabytes = size / 1e6
    print(
        f"| {name} | {megabytes:,.0f} | {pasts:,} | {turns:,} | {unread:,} | {cpu:.1f} "
        f"| {seconds:.1f} | {megabytes / seconds:.0f} | {peak / 1e6:.0f} |",
        flush=True,
    )


if __name__ == "__main__":
    main()
