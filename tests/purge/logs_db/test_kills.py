"""A purge that is killed at any step, or while SQLite writes, leaves LLM's log whole."""

import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support import torture
from support.forked_runs import run_each
from support.product import LIMIT, Ran
from support.purging import (
    FACT,
    QUOTE,
    WITH_FACT,
    all_rows,
    expected_text,
    files_containing,
    integrity_problems,
    learn,
    log_conversation,
    log_conversations,
    logged_messages,
    our_fragments,
    purge,
)

from llm_user_memory.errors import LogsError
from llm_user_memory.purge.logs_db import plan as logs_plan
from llm_user_memory.purge.logs_db import text as logs_text
from llm_user_memory.purge.logs_db import write as logs_write
from llm_user_memory.settings import Folder
from llm_user_memory.store import state
from llm_user_memory.store.state import Store

_KILLED = """
import os, signal, sqlite3, sys
from pathlib import Path
from llm_user_memory.purge import run
from llm_user_memory.settings import Folder
from llm_user_memory.store import state

folder, last, steps = Folder(Path(sys.argv[1])), int(sys.argv[2]), 0

def step(what=""):
    global steps
    if not what.lower().startswith(("select", "pragma table_info", "pragma foreign_key_l")):
        steps += 1
        if steps == last:
            os.kill(os.getpid(), signal.SIGKILL)

class Traced(sqlite3.Connection):
    def __init__(self, *given, **named):
        super().__init__(*given, **named)
        self.set_trace_callback(step)

def audit(event, given):
    writes = event == "open" and given[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
    if event in ("os.rename", "os.remove", "os.link") or writes:
        step()

connect = sqlite3.connect
sqlite3.connect = lambda *given, **named: connect(*given, **named, factory=Traced)
sys.addaudithook(audit)
with state.opened(folder) as store:
    run.purge(store, run.find(store, "Lisbon"), True)
print(steps, flush=True)
os._exit(0)
"""


@pytest.mark.once
@pytest.mark.product
@pytest.mark.torture
@pytest.mark.timeout(1800)
def test_killed_at_any_step_it_is_finished_the_next_time(tmp_path: Path) -> None:
    before = Folder(tmp_path / "before" / "memory")
    log_conversations(before)
    with state.opened(before) as store:
        learn(store, FACT, QUOTE, "t1")
    whole, told = all_rows(before.logs), logged_messages(before)

    def killed(*lasts: int) -> list[tuple[Folder, Ran]]:
        folders = [Folder(tmp_path / str(last) / "memory") for last in lasts]
        for folder in folders:
            shutil.copytree(before.path.parent, folder.path.parent)
        given = [(str(folder.path), str(last)) for folder, last in zip(folders, lasts, strict=True)]
        return list(zip(folders, run_each(_KILLED, given), strict=True))

    [(_, done)] = killed(0)
    assert done.code == 0, done.err
    steps = range(1, int(done.out) + 1)
    assert len(steps) > 60
    tried = sorted({*steps[:3], *torture.sample(steps[3:-3], 6), *steps[-3:]})
    for step, (folder, how) in zip(tried, killed(*tried), strict=True):
        assert how.code == -signal.SIGKILL, (step, how.err)
        _is_whole(folder, whole, told, f"killed before step {step}")


def _is_whole(
    folder: Folder,
    whole: dict[tuple[str, int], dict[str, Any]],
    told: dict[str, list[tuple[str, str]]],
    when: str,
) -> None:
    logs_write.roll_back(folder.logs)  # as the next call of LLM's does, and the next purge
    assert all_rows(folder.logs).keys() == whole.keys(), when
    assert integrity_problems(folder) == ([], [], "ok"), when
    for turn, messages in logged_messages(folder).items():
        for (role, before), (_, after) in zip(told[turn], messages, strict=True):
            assert expected_text(role, after) in (before, expected_text(role, before)), when
    with state.opened(folder) as store:
        assert purge(store, "Lisbon").is_clean, when
    assert files_containing(folder, FACT, QUOTE) == [], when
    for turn, messages in logged_messages(folder).items():
        for (role, before), (_, after) in zip(told[turn], messages, strict=True):
            assert expected_text(role, after) == expected_text(role, before), when
            assert FACT not in "".join(logs_text.of_text(after)), when


# The system ends a process that lets a file grow above its limit: with a low one while the journal
# is written, with a higher one while the pages are. (A VACUUM's journal outgrows the pages.)
_LIMITS = {"begin exclusive": (512, 65_536, 200_000, 400_000, 800_000), "vacuum": (512, 600_000)}


_GROWN_TOO_LARGE = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
statement, limit = sys.argv[3], int(sys.argv[4])

def step(what=""):
    if what.lower() == statement:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
"""


@pytest.mark.once
@pytest.mark.product
def test_killed_while_sqlite_writes(tmp_path: Path) -> None:
    before = Folder(tmp_path / "before" / "memory")
    for number in range(30):
        log_conversation(
            before, f"Number {number} " + "of many words " * 900, fragments=our_fragments(WITH_FACT)
        )
    with state.opened(before):
        pass
    whole, told = all_rows(before.logs), logged_messages(before)
    script = _KILLED.replace("class Traced", f"{_GROWN_TOO_LARGE}\nclass Traced")
    script = script.replace("(step)", '(step)\n        self.execute("pragma temp_store = memory")')
    hot: list[bool] = []
    for statement, limit in ((name, limit) for name in _LIMITS for limit in _LIMITS[name]):
        folder = Folder(tmp_path / f"{statement} {limit}" / "memory")
        shutil.copytree(before.path.parent, folder.path.parent)
        command = [sys.executable, "-c", script, folder.path, "0", statement, str(limit)]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
        when = f"{statement!r} killed at {limit}"
        assert ended.returncode == -signal.SIGXFSZ, (when, ended.stderr)
        hot.append(_is_hot(folder.logs))
        _is_whole(folder, whole, told, when)
    assert sum(hot) > 1, "some were killed when pages were half written"


def _is_hot(path: Path) -> bool:
    """Whether a hot journal must be rolled back before the database can be read."""
    journal = path.with_name(f"{path.name}-journal")
    return journal.exists() and journal.read_bytes()[:1] not in (b"", b"\0")


_HALF_WRITTEN = """
import os, signal, sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("pragma cache_size = 5")  # so that pages are written before the end
db.execute("begin exclusive")
db.execute("update parts set text = text || 'half written'")
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.slow
def test_what_was_half_written_is_taken_back(store: Store) -> None:
    log_conversation(store.folder, *(f"Number {n} " + "of many words " * 900 for n in range(30)))
    log_conversation(store.folder, "Hello", fragments=our_fragments(WITH_FACT))
    told = logged_messages(store.folder)
    subprocess.run([sys.executable, "-c", _HALF_WRITTEN, str(store.folder.logs)], check=False)
    with pytest.raises(LogsError, match="was stopped while it wrote"):
        logs_plan.survey(store.folder.logs)
    assert purge(store, FACT).is_clean
    for turn, messages in logged_messages(store.folder).items():
        expected = [expected_text(*message) for message in told[turn]]
        assert [expected_text(*message) for message in messages] == expected
    assert integrity_problems(store.folder) == ([], [], "ok")
