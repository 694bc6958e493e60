"""Two memory folders of which git synchronises profile.md alone: nothing is lost, or returns."""

import os
import random
import subprocess
from contextlib import ExitStack
from pathlib import Path

import pytest
from support.learning import addition, current_profile, learn

from llm_user_memory.learn import manual
from llm_user_memory.profile.document import facts
from llm_user_memory.profile.line_marks import without_marks
from llm_user_memory.settings import Folder
from llm_user_memory.store import origins, state
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
        self.local: set[str] = set()
        self._made = 0

    @property
    def text(self) -> str:
        return current_profile(self.store)

    def act(self) -> None:
        """Do one thing that a user or a worker does."""
        known = [fact.text for fact in facts(self.text)]
        what = self.random.choices(
            ("learn", "add", "forget", "replace", "delete", "type", "pin", "local", "undo"),
            (6, 2, 2, 2, 1, 2, 1, 2, 1),
        )[0]
        if what in ("forget", "replace", "delete", "pin", "local") and not known:
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
            case "delete":
                lines = self.text.splitlines(keepends=True)
                self._write(
                    "".join(line for line in lines if without_marks(line[2:].rstrip()) != one)
                )
                self.taken.add(one)
            case "type":
                self.typed.add(fact := self._new())
                heading = "## Preferences\n"
                self._write(self.text.replace(heading, f"{heading}- {fact}\n"))
            case "pin":
                manual.mark(self.store, one, {"pin": True})
            case "local":
                manual.mark(self.store, one, {"local": True})
                self.local.add(one)
            case "undo":
                self._forget_and_undo(one)

    def _forget_and_undo(self, one: str) -> None:
        if one and manual.forget(self.store, [one]):
            manual.undo(self.store)

    def _write(self, text: str) -> None:
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


def check(machines: tuple[Machine, Machine]) -> None:
    """Both have once what nobody took away, and nothing else; what came by sync is not learned."""
    first, second = machines
    taken = first.taken | second.taken
    wanted = (first.learned | first.typed | second.learned | second.typed) - taken
    for machine in machines:
        found = facts(machine.text)
        assert sorted(fact.text for fact in found) == sorted(wanted), machine.name
        local = {fact.text for fact in found if fact.local}
        assert (first.local | second.local) & wanted <= local, machine.name
        assert origins.learned(machine.store.db, wanted) == machine.learned & wanted
        assert not conflicts.paths(machine.store.folder)
    assert first.text == second.text


@pytest.mark.parametrize("seed", [2, 3, 6, 7])
def test_git_synchronises_the_profile_alone(tmp_path: Path, seed: int) -> None:
    with ExitStack() as opened:
        made = []
        for number, name in enumerate(("desktop", "laptop")):
            folder = Folder(tmp_path / name)
            folder.create()
            store = opened.enter_context(state.opened(folder))
            made.append(Machine(name, store, 10 * seed + number))
            current_profile(store)  # creates it
        first, second = made
        gits = [Git(made[n], tmp_path / "remote.git", first=n == 0) for n in (0, 1)]
        chance, clashes = random.Random(seed), 0
        for _ in range(12):
            for machine in chance.sample(made, 2):
                for _ in range(chance.randrange(4)):
                    machine.act()
            for git in (*chance.sample(gits, 2), *gits):
                clashes += git.sync()
            check((first, second))
        assert clashes, "nothing was in conflict"
        numbers = [history.latest(machine.store.db) for machine in made]
        for git in (*gits, *gits):
            git.sync()
        assert numbers == [history.latest(machine.store.db) for machine in made]
