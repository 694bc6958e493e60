"""How often calls pass between modules, during one prompt, one update and one purge.

    python benchmarks/walks.py             this checkout
    python benchmarks/walks.py CHECKOUT    another one, with the Python that it is installed for

Each is a real `llm` process with the scripted model of the tests, traced. A call is counted if the
caller, which is the nearest frame of the package, is in another module or another room than the
called function. A room is a top-level folder of the package, or a module in its root. Calls during
imports are left out.
"""

import json
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent).resolve()
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

_TRACER = """
import atexit, json, os, sys
calls, package = {}, "llm_user_memory"

def name_of(frame):
    name = frame.f_globals.get("__name__") or ""
    spec = frame.f_globals.get("__spec__")
    return (spec.name if name == "__main__" and spec else name)

def is_importing(frame):
    while frame and frame.f_code.co_name != "<module>":
        frame = frame.f_back
    return bool(frame) and name_of(frame).startswith(package)

def called(frame, event, _argument):
    if event != "call":
        return
    name = name_of(frame)
    if not name.startswith(package):
        return
    caller = frame.f_back
    while caller and not name_of(caller).startswith(package):
        caller = caller.f_back
    if caller and not is_importing(caller):
        pair = f"{name_of(caller)} {name}"
        calls[pair] = calls.get(pair, 0) + 1

def write():
    sys.setprofile(None)
    with open(os.environ["WALKS"], "w") as file:
        json.dump(calls, file)

if "WALKS" in os.environ:
    atexit.register(write)
    sys.setprofile(called)
"""


def main() -> None:
    """Print a table with a row for each walk: its calls between modules and between rooms."""
    print("| walk | modules | calls between modules | rooms | calls between rooms | entered most |")
    print("| --- | ---: | ---: | ---: | ---: | --- |")
    for name, calls in walks().items():
        modules = _crossings(calls, lambda module: module)
        rooms = _crossings(calls, _room)
        most = ", ".join(f"{room} {number}" for room, number in _entered(rooms).most_common(3))
        cells = (
            _number(modules), modules.total(), _number(rooms), rooms.total(), most
        )  # fmt: skip
        print(f"| {name} |", " | ".join(map(str, cells)), "|")


def walks() -> dict[str, dict[str, int]]:
    """Return for each walk the number of calls between modules, as {"caller callee": number}."""
    # Imported only here, as the package must not see the real home folder.
    with tempfile.TemporaryDirectory(prefix="llm-user-memory-walks-") as folder:
        base = Path(folder)
        os.environ |= {"HOME": folder, "LLM_USER_PATH": str(base / "llm"), "TZ": "UTC"}
        (base / "tracer").mkdir()
        (base / "tracer" / "sitecustomize.py").write_text(_TRACER)
        home = _product(base / "product")
        home.env["LLM_MEMORY_UPDATE_INTERVAL"] = "3600"
        home.env["PYTHONPATH"] = os.pathsep.join(
            [str(base / "tracer"), str(ROOT), home.env["PYTHONPATH"]]
        )
        home.answer({"bees": 'ADD Interests | Keeps bees | "I keep bees"'})
        try:
            home.type("I keep bees")
            home.run("memory", "update")
            home.run("memory", "search", "bees")
            found = {}
            for name, words in {
                "a prompt that is given the profile": ("-f", "memory:auto", "Hello"),
                "an update that adds a fact": ("memory", "update"),
                "a purge of a fact": ("memory", "forget", "--purge", "-y", "Keeps bees"),
            }.items():
                if "update" in words:
                    home.answer({"wasps": 'ADD Interests | Keeps wasps | "I keep wasps"'})
                    home.type("I keep wasps")
                path = base / "walk.json"
                home.env["WALKS"] = str(path)
                ran = home.run(*words)
                del home.env["WALKS"]
                assert ran.code == 0, ran
                found[name] = json.loads(path.read_text())
            assert "wasps" in home.profile() and "bees" not in home.profile()
        finally:
            home.end()
        return found


def _product(base: Path) -> Any:
    try:
        from support.product import Product
    except ImportError:  # where the helpers of tests lay beside them
        from product import Product  # type: ignore[import-not-found,no-redef]
    return Product(base)


def _room(module: str) -> str:
    parts = module.split(".")[1:]
    return parts[0] if parts else "(root)"


def _crossings(calls: dict[str, int], place: Any) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for pair, number in calls.items():
        caller, callee = map(place, pair.split())
        if caller != callee:
            found[caller, callee] += number
    return found


def _entered(crossings: Counter[tuple[str, str]]) -> Counter[str]:
    found: Counter[str] = Counter()
    for (_caller, callee), number in crossings.items():
        found[callee] += number
    return found


def _number(crossings: Counter[tuple[str, str]]) -> int:
    return len({place for pair in crossings for place in pair})


if __name__ == "__main__":
    main()
