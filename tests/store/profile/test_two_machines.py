"""Two memory folders of which only profile.md is synchronised: nothing is lost, or returns.

Git is the real one. Syncthing is not at hand in tests: `Syncthing` does what its documentation says
of conflicts, and what two real ones were seen to do.
"""

import os
import random
import shutil
import subprocess
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from support import torture
from support.learning import addition, current_profile, learn

from llm_user_memory.learn import manual
from llm_user_memory.profile.document import facts
from llm_user_memory.profile.line_marks import without_marks
from llm_user_memory.settings import Folder
from llm_user_memory.store import notices, origins, state
from llm_user_memory.store.profile import conflicts, history
from llm_user_memory.store.state import Store

pytestmark = [pytest.mark.once, pytest.mark.slow]

LANGUAGES = "Basque Czech Danish Finnish Greek Irish Korean Latvian Maltese Polish".split()
TOWNS = "Bergen Cadiz Delft Evora Ghent Hull Izmir Jena Kotor Lyon Modena Nantes".split()


class Machine:
    """A memory folder, and what was done with it. `name` is in the words of each of its facts."""

    def __init__(self, name: str, store: Store, seed: int) -> None:
        self.name, self.store, self.random = name, store, random.Random(seed)
        self.learned: set[str] = set()
        self.typed: set[str] = set()
        self.taken: set[str] = set()  # what was forgotten, replaced or deleted here
        self.replaced: set[str] = set()
        self.local: set[str] = set()
        self._made = 0

    @property
    def text(self) -> str:
        return current_profile(self.store)

    def act(self) -> None:
        """Do one thing that a user or a worker does."""
        known = [fact.text for fact in facts(self.text)]
        what = self.random.choices(
            "learn add forget replace delete type pin local undo archive return".split(),
            (6, 2, 2, 2, 1, 2, 1, 2, 1, 2, 1),
        )[0]
        if what not in ("learn", "add", "type", "undo") and not known:
            what = "learn"
        one = self.random.choice(known) if known else ""
        match what:
            case "learn":
                fact = self._new()
                said = f"I {fact[0].lower()}{fact[1:]}"
                [verdict] = learn(self.store, said, addition(fact, said), turn=fact)
                assert not verdict.refusal, verdict
                self.learned.add(fact)
            case "add":
                self.typed.add(fact := self._new())
                manual.add(self.store, [("Interests", fact)])
            case "forget":
                manual.forget(self.store, [one])
                self.taken.add(one)
            case "replace":
                self.typed.add(fact := self._new())
                if one in {known.text for known in facts(self.text) if known.local}:
                    self.local.add(fact)
                manual.replace(self.store, one, fact)
                self.taken.add(one)
                self.replaced.add(one)
            case "delete":
                lines = self.text.splitlines(keepends=True)
                self.write(
                    "".join(line for line in lines if without_marks(line[2:].rstrip()) != one)
                )
                self.taken.add(one)
            case "type":
                self.typed.add(fact := self._new())
                heading = "## Preferences\n"
                self.write(self.text.replace(heading, f"{heading}- {fact}\n"))
            case "pin":
                manual.mark(self.store, one, {"pin": True})
            case "local":
                manual.mark(self.store, one, {"local": True})
                self.local.add(one)
            case "undo":
                self._forget_and_undo(one)
            case "archive":
                self._move(one, "## Archive: Interests")
            case "return":
                self._move(one, "## Interests")

    def _move(self, one: str, heading: str) -> None:
        """Move a fact in an editor to the beginning of a section, which may be new."""
        lines = self.text.splitlines()
        [at] = [n for n, line in enumerate(lines) if without_marks(line[2:]) == one]
        line = lines.pop(at)
        if heading not in lines:
            lines += ["", heading]
        lines.insert(lines.index(heading) + 1, line)
        self.write("\n".join([*lines, ""]))

    def _forget_and_undo(self, one: str) -> None:
        if one and manual.forget(self.store, [one]):
            manual.undo(self.store)

    def write(self, text: str) -> None:
        """Save the file as an editor does."""
        new = self.store.folder.profile.with_name("profile.md~")
        new.write_text(text)
        new.replace(self.store.folder.profile)

    def _new(self) -> str:
        self._made += 1
        words = self.random.choice(LANGUAGES), self.random.choice(TOWNS)
        return f"Reads {words[0]} books in {words[1]} on the {self.name} number {self._made}"


class Git:
    """What a user does, or a script: commit, pull, and push."""

    def __init__(self, machine: Machine, remote: Path, first: bool) -> None:
        self.machine, self.folder = machine, machine.store.folder.path
        if first:
            self._git("init", "--quiet", "--bare", str(remote))
        self._git("init", "--quiet")
        self._git("symbolic-ref", "HEAD", "refs/heads/main")
        self._git("remote", "add", "origin", str(remote))
        (self.folder / ".gitignore").write_text("*\n!profile.md\n")
        self._commit()
        if first:
            self._git("push", "--quiet", "origin", "main")

    def sync(self) -> bool:
        """Synchronise; return whether the profile was in conflict."""
        self._commit()
        merging = ("--quiet", "--no-rebase", "--no-edit", "--allow-unrelated-histories")
        clashed = self._git("pull", *merging, "origin", "main", may_fail=True) != 0
        if clashed:
            assert conflicts.sides(self.machine.store.folder.profile.read_text())
        assert "<<<<<<<" not in self.machine.text
        self._commit()
        self._git("push", "--quiet", "origin", "HEAD:main")
        return clashed

    def _commit(self) -> None:
        self._git("add", "profile.md")
        self._git("commit", "--quiet", "--message", "profile", may_fail=True)

    def _git(self, *words: str, may_fail: bool = False) -> int:
        config = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
        config |= {
            f"GIT_{who}_{what}": f"{self.machine.name}@example.com"
            for who in ("AUTHOR", "COMMITTER")
            for what in ("NAME", "EMAIL")
        }
        ran = subprocess.run(
            ["git", "-C", str(self.folder), *words],
            env={"PATH": os.environ["PATH"], "LC_ALL": "C", **config},
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert may_fail or ran.returncode == 0, (words, ran.stdout, ran.stderr)
        return ran.returncode


@dataclass
class Synced:
    """What Syncthing knows of a file: its content, when it was saved, and by whom how often."""

    content: bytes | None = None
    mtime: int = 0
    saves: Counter[str] = field(default_factory=Counter)


class Syncthing:
    """Two folders, of which the profile and its conflict copies are exchanged when both are there.

    Of two saves that did not know of each other the later one wins, and the other becomes a
    conflict copy, on the machine that made it, which is then exchanged like any file.
    """

    def __init__(self, machines: Sequence[Machine]) -> None:
        self._machines = machines
        self._known: list[dict[str, Synced]] = [{}, {}]
        self._copies = 0
        for machine in machines:
            (machine.store.folder.path / ".stfolder").mkdir()

    def exchange(self) -> bool:
        """Bring both folders to the same files; return whether anything had changed."""
        for machine, known in zip(self._machines, self._known, strict=True):
            self._scan(machine, known)
        names = sorted(set(self._known[0]) | set(self._known[1]))
        changed = [self._exchange(name) for name in names]
        return any(changed)

    def has_changes(self) -> bool:
        """Tell whether there is something to exchange."""
        for machine, known in zip(self._machines, self._known, strict=True):
            self._scan(machine, known)
        first, second = ({name: file.saves for name, file in k.items()} for k in self._known)
        return first != second

    def _scan(self, machine: Machine, known: dict[str, Synced]) -> None:
        folder = machine.store.folder.path
        there = {path.name for path in folder.glob("profile*.md")}
        for name in there | set(known):
            file = known.setdefault(name, Synced())
            content = (folder / name).read_bytes() if name in there else None
            if content != file.content:
                file.content = content
                file.mtime = (folder / name).stat().st_mtime_ns if name in there else 0
                file.saves = file.saves + Counter([machine.name])

    def _exchange(self, name: str) -> bool:
        first, second = (known.setdefault(name, Synced()) for known in self._known)
        if first.saves == second.saves:
            return False
        if first.saves <= second.saves:
            self._put(0, name, second)
        elif second.saves <= first.saves:
            self._put(1, name, first)
        else:
            loser = int(first.mtime >= second.mtime)
            lost, won = self._known[loser][name], self._known[1 - loser][name]
            won.saves |= lost.saves
            if None not in (lost.content, won.content) and lost.content != won.content:
                self._copies += 1
                copy = f"profile.sync-conflict-20261121-{self._copies:06}-ABCDEFG.md"
                mine = Counter([self._machines[loser].name])
                self._put(loser, copy, Synced(lost.content, lost.mtime, mine))
            self._put(loser, name, won)
        return True

    def _put(self, to: int, name: str, file: Synced) -> None:
        self._known[to][name] = Synced(file.content, file.mtime, Counter(file.saves))
        path = self._machines[to].store.folder.path / name
        if file.content is None:
            path.unlink(missing_ok=True)
        else:
            new = path.with_name(f".syncthing.{name}.tmp")
            new.write_bytes(file.content)
            os.utime(new, ns=(file.mtime, file.mtime))
            new.replace(path)


def check(machines: tuple[Machine, Machine], may_return: frozenset[str] = frozenset()) -> None:
    """Both have once what nobody took away, and nothing else; what came by sync is not learned.

    What is in `may_return` may be there, too.
    """
    first, second = machines
    taken = first.taken | second.taken
    wanted = (first.learned | first.typed | second.learned | second.typed) - taken
    for machine in machines:
        found = [fact for fact in facts(machine.text) if fact.text not in may_return]
        assert sorted(fact.text for fact in found) == sorted(wanted), machine.name
        local = {fact.text for fact in found if fact.local}
        assert (first.local | second.local) & wanted <= local, machine.name
        assert origins.learned(machine.store.db, wanted) == machine.learned & wanted
        assert not conflicts.paths(machine.store.folder)
    assert first.text == second.text


def two_machines(folder: Path, seed: int, opened: ExitStack) -> tuple[Machine, Machine]:
    made = []
    for number, name in enumerate(("desktop", "laptop")):
        each = Folder(folder / name)
        each.create()
        made.append(Machine(name, opened.enter_context(state.opened(each)), 10 * seed + number))
        current_profile(made[-1].store)  # creates it
    return made[0], made[1]


@pytest.mark.torture
@pytest.mark.parametrize("seed", torture.sample([*range(8), 13, 24], 3))
def test_syncthing_synchronises_the_profile_alone(tmp_path: Path, seed: int) -> None:
    with ExitStack() as opened:
        machines = two_machines(tmp_path, seed, opened)
        syncthing, chance = Syncthing(machines), random.Random(seed)
        for _ in range(12):
            for machine in chance.sample(machines, 2):
                for _ in range(chance.randrange(4)):
                    machine.act()
                    assert machine.text  # as the daemon looks at once
            exchanges = 0
            while syncthing.exchange():
                exchanges += 1
                assert exchanges < 12, "they never agree"
                for machine in chance.sample(machines, chance.randrange(1, 3)):
                    assert machine.text
                if not syncthing.has_changes():
                    for machine in machines:
                        assert machine.text
            # What one machine replaced is no less known to the other, and is not forgotten.
            check(machines, frozenset(machines[0].replaced | machines[1].replaced))


def _forgotten_since(store: Store) -> tuple[Machine, str]:
    """A machine with Syncthing that forgot a fact, and its profile before that."""
    (store.folder.path / ".stfolder").mkdir()
    machine = Machine("desktop", store, 0)
    manual.add(store, [("Interests", "Keeps bees"), ("Interests", "Rows")])
    before = machine.text
    manual.forget(store, ["Keeps bees"])
    return machine, before


def test_an_editor_that_was_open_since_takes_nothing_with_it(store: Store) -> None:
    machine, in_editor = _forgotten_since(store)
    manual.add(store, [("Preferences", "Prefers trains")])
    machine.write(in_editor.replace("- Rows", "- Rows\n- Sings"))
    assert [fact.text for fact in facts(machine.text)] == ["Rows", "Sings", "Prefers trains"]


def test_who_types_a_forgotten_fact_again_where_sync_may_have_is_told(store: Store) -> None:
    machine, with_both = _forgotten_since(store)
    machine.write(with_both.replace("- Rows", "- Rows\n- Sings"))
    assert [fact.text for fact in facts(machine.text)] == ["Rows", "Sings"]
    assert notices.take(store, 80) == [
        "memory: 1 forgotten fact came back by sync: left out (llm memory add keeps it)"
    ]
    assert notices.take(store, 80) == []
    manual.add(store, [("Interests", "Keeps bees")])
    assert "Keeps bees" in machine.text
    before = machine.text
    machine.write(before.replace("- Rows\n", ""))
    assert "Rows" not in machine.text
    machine.write(before)  # cut and pasted
    assert machine.text == before


@pytest.mark.torture
@pytest.mark.parametrize("seed", torture.sample([2, 3, 6, 7, 12, 14, 17, 18], 2))
def test_git_synchronises_the_profile_alone(tmp_path: Path, seed: int) -> None:
    with ExitStack() as opened:
        made = two_machines(tmp_path, seed, opened)
        gits = [Git(made[n], tmp_path / "remote.git", first=n == 0) for n in (0, 1)]
        chance, clashes = random.Random(seed), 0
        for _ in range(12):
            for machine in chance.sample(made, 2):
                for _ in range(chance.randrange(4)):
                    machine.act()
            for git in (*chance.sample(gits, 2), *gits):
                clashes += git.sync()
            check(made)
        assert clashes, "nothing was in conflict"
        numbers = [history.latest(machine.store.db) for machine in made]
        for git in (*gits, *gits):
            git.sync()
        assert numbers == [history.latest(machine.store.db) for machine in made]


def test_git_is_asked_once_a_save_whether_it_has_the_text(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine, with_both = _forgotten_since(store)
    Git(machine, tmp_path / "remote.git", first=True)
    manual.add(store, [("Preferences", "Prefers trains")])
    (tmp_path / "bin").mkdir()
    wrapper, asked = tmp_path / "bin" / "git", tmp_path / "asked"
    wrapper.write_text(f'#!/bin/sh\necho "$*" >> {asked}\nexec {shutil.which("git")} "$@"\n')
    wrapper.chmod(0o755)
    monkeypatch.setenv("PATH", str(wrapper.parent), prepend=os.pathsep)
    machine.write(with_both.replace("- Rows", "- Rows\n- Sings"))
    assert "Sings" in machine.text
    assert asked.read_text().count("blob HEAD:./profile.md") == 1
