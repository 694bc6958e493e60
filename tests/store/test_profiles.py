"""Several profiles: how one is chosen, and that what is said for one never reaches another."""

import json
import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from support.llm_log import ON, START, Log
from support.product import Product, until

from llm_user_memory import logs
from llm_user_memory.errors import StateError, WrongCallError
from llm_user_memory.logs import Turn
from llm_user_memory.settings import Folder, Settings
from llm_user_memory.store import consent, profiles, schema, state
from llm_user_memory.store.consent import Consent
from llm_user_memory.store.state import Store

WORK = '<user_memory learning="on" profile="work"/>'


# Names

NAMES = {
    "work": "work",
    "Work": "work",
    " side-project_2 ": "side-project_2",
    "default": "",
    "x" * 40: "x" * 40,
}
NO_NAMES = ["", "../evil", "a b", "a/b", ".", "-x", "äh", "x" * 41, "auto", "recall", "a\nb"]


@pytest.mark.parametrize("given", NAMES)
def test_a_name(given: str, tmp_path: Path) -> None:
    assert profiles.folder_of(tmp_path, given) == Folder(tmp_path, NAMES[given])


@pytest.mark.parametrize("given", NO_NAMES)
def test_what_is_no_name_is_refused(given: str, tmp_path: Path) -> None:
    with pytest.raises(WrongCallError):
        profiles.folder_of(tmp_path, given)


# Choosing


@pytest.fixture
def project(tmp_path: Path, folder: Folder, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project that would choose the profile work; we are somewhere in it."""
    with state.opened(folder):
        pass
    project = tmp_path / "project"
    (project / "src").mkdir(parents=True)
    (project / ".llm-memory").write_text("# for this repository\n\nwork\n")
    monkeypatch.chdir(project / "src")
    return project


def _choice(folder: Folder, variable: str | None = None) -> tuple[str, str, Path | None]:
    choice = profiles.choose(folder.path, Settings(profile=variable), 1)
    return choice.folder.name, choice.by, choice.ignored


def _allow(folder: Folder, file: Path, name: str = "work") -> None:
    with state.opened(folder) as store:
        profiles.allow(store.db, file, name)


def test_the_variable_comes_before_the_project(folder: Folder, project: Path) -> None:
    _allow(folder, project / ".llm-memory")
    assert _choice(folder, "home") == ("home", "LLM_MEMORY_PROFILE", None)
    assert _choice(folder, "default") == ("", "LLM_MEMORY_PROFILE", None)


def test_a_project_chooses_once_it_is_allowed(folder: Folder, project: Path) -> None:
    file = project / ".llm-memory"
    assert _choice(folder) == ("", "", file)
    _allow(folder, file)
    assert _choice(folder) == ("work", str(file), None)
    with state.opened(folder) as store:
        assert profiles.deny(store.db, file)
        assert not profiles.deny(store.db, file)
    assert _choice(folder) == ("", "", file)


def test_another_name_must_be_allowed_again(folder: Folder, project: Path) -> None:
    file = project / ".llm-memory"
    _allow(folder, file)
    file.write_text("private")
    assert _choice(folder) == ("", "", file)


def test_a_cloned_repository_takes_nothing_from_the_project_around_it(
    folder: Folder, project: Path
) -> None:
    _allow(folder, project / ".llm-memory")
    cloned = project / "src" / ".llm-memory"
    cloned.write_text("evil")
    assert _choice(folder) == ("work", str(project / ".llm-memory"), cloned)


@pytest.mark.parametrize(
    "content", [b"", b"# nothing\n", b"a\nb\n", b"../x", b"\xff\xfe", b"x" * 9999]
)
def test_a_file_without_a_name_chooses_nothing(
    folder: Folder, project: Path, content: bytes
) -> None:
    (project / ".llm-memory").write_bytes(content)
    assert profiles.name_in(project / ".llm-memory") == ""
    assert _choice(folder) == ("", "", project / ".llm-memory")


def test_a_folder_of_that_name_is_no_file(folder: Folder, project: Path) -> None:
    (project / ".llm-memory").unlink()
    (project / ".llm-memory").mkdir()
    assert _choice(folder) == ("", "", None)


@pytest.mark.parametrize("target", ["x" * 300, ".llm-memory", "gone"])
def test_a_link_that_leads_nowhere_hides_no_project_around_it(
    folder: Folder, project: Path, target: str
) -> None:
    """A cloned repository may have one, and the default profile would be chosen."""
    _allow(folder, project / ".llm-memory")
    (project / "src" / ".llm-memory").symlink_to(target)
    assert _choice(folder) == ("work", str(project / ".llm-memory"), None)


def test_a_project_chooses_after_an_update_of_ours(folder: Folder, project: Path) -> None:
    _allow(folder, project / ".llm-memory")
    with closing(sqlite3.connect(folder.state)) as db:
        db.execute(f"pragma user_version = {schema.VERSION - 1}")
    with pytest.raises(StateError):
        profiles.choose(folder.path, Settings(), 1, migrate=False)
    assert _choice(folder) == ("work", str(project / ".llm-memory"), None)


def test_who_may_choose_is_not_guessed(folder: Folder, project: Path) -> None:
    """Where nobody can tell, the default profile is not what the user wants here."""
    _allow(folder, project / ".llm-memory")
    with closing(sqlite3.connect(folder.state, isolation_level=None)) as db:
        db.execute("pragma locking_mode = exclusive")
        db.execute("begin exclusive")
        with pytest.raises(StateError):
            profiles.choose(folder.path, Settings(), 0.01)
    with closing(sqlite3.connect(folder.state)) as db:
        db.execute(f"pragma user_version = {schema.VERSION + 1}")
    with pytest.raises(StateError):
        _choice(folder)
    (project / ".llm-memory").unlink()
    assert _choice(folder) == ("", "", None)


def test_before_anything_is_known_no_project_was_allowed(tmp_path: Path, project: Path) -> None:
    new = Folder(tmp_path / "new" / "memory")
    assert _choice(new) == ("", "", project / ".llm-memory")
    assert not new.path.exists()


def test_without_a_working_folder_nobody_chooses(folder: Folder, project: Path) -> None:
    (project / ".llm-memory").unlink()
    (project / "src").rmdir()
    assert _choice(folder) == ("", "", None)


def test_a_project_around_a_folder_that_was_deleted_still_chooses(
    folder: Folder, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a branch that is checked out may do it; what is typed there is of that project."""
    _allow(folder, project / ".llm-memory")
    gone = project / "src"
    monkeypatch.setenv("PWD", str(gone))
    gone.rmdir()
    expected = ("work", str(project / ".llm-memory"), None)
    assert _choice(folder) == expected
    monkeypatch.setenv("PWD", "/")
    assert _choice(folder) == ("", "", None)
    monkeypatch.chdir("/")
    choice = profiles.choose(folder.path, Settings(), 1, here=str(gone))
    assert (choice.folder.name, choice.by, choice.ignored) == expected


def test_those_that_there_are(folder: Folder) -> None:
    assert profiles.every(folder.path) == []
    for name in ("work", "", "home"):
        with state.opened(Folder(folder.path, name)):
            pass
    (folder.profiles / "Not a name").mkdir()
    (folder.profiles / "empty").mkdir()
    assert [found.name for found in profiles.every(folder.path)] == ["", "home", "work"]


# Consent

MARKERS: dict[str, tuple[tuple[str, ...], str, Consent]] = {
    "its own": ((WORK,), "work", Consent()),
    "another's": ((WORK,), "home", Consent(consent.OTHER_PROFILE)),
    "another's, of the default": ((WORK,), "", Consent(consent.OTHER_PROFILE)),
    "the default's": ((ON,), "work", Consent(consent.OTHER_PROFILE)),
    "two": ((ON, WORK), "work", Consent(consent.LEARNING_OFF)),
    "of no possible name": (
        ('<user_memory learning="on" profile="A"/>',),
        "",
        Consent(consent.UNMARKED),
    ),
}


@pytest.mark.parametrize(("markers", "name", "expected"), MARKERS.values(), ids=MARKERS)
def test_a_marker_is_one_profiles(
    db: sqlite3.Connection, markers: tuple[str, ...], name: str, expected: Consent
) -> None:
    turn = Turn("id", "thread", "m", START, START + 1, "I keep bees", "ok", markers, 100)
    assert consent.consent_of(db, turn, name) == expected


@pytest.mark.parametrize("given", [Consent(), Consent(typed=10**12), Consent(chat=10**9)])
def test_the_longest_marker_is_read_from_the_log(folder: Folder, log: Log, given: Consent) -> None:
    mark = consent.marker(given, "x" * 40)
    turn_id = log.say("I keep bees", START, markers=[mark])
    assert logs.read(folder.logs, [turn_id])[0].markers == (mark,)


def test_a_new_profile_knows_the_pauses_before_it(store: Store) -> None:
    """It may import what was said during them, in Claude Code for example."""
    consent.pause(store.db, None, 1000.0)
    consent.resume(store.db, 2000.0)
    consent.pause(store.db, 4000.0, 3000.0)
    with state.opened(Folder(store.folder.path, "work")) as there:
        known = [bool(consent.pause_at(there.db, at)) for at in (999, 1500, 2500, 3500, 4500)]
        assert not consent.in_doubt(there.db, 500.0)
    assert known == [False, True, False, True, False]
    consent.record_doubt(store.db, 700.0)
    with state.opened(Folder(store.folder.path, "home")) as there:
        assert consent.in_doubt(there.db, 500.0) and not consent.in_doubt(there.db, 900.0)


def test_a_profile_that_begins_during_a_pause_begins_paused(store: Store) -> None:
    consent.pause(store.db, None, START)
    with state.opened(Folder(store.folder.path, "work")) as there:
        assert consent.pause_at(there.db, time.time()) == (START, None)
    consent.resume(store.db, time.time())
    with state.opened(Folder(store.folder.path, "home")) as there:
        assert consent.pause_at(there.db, time.time()) is None


# The whole product

TAUGHT = {
    "bees": 'ADD Interests | Keeps bees | "I keep bees"',
    "Fridays": 'ADD Current Projects | Deploys on Fridays | "I deploy on Fridays"',
    "tea": 'ADD Preferences | Drinks tea | "I drink tea"',
    "cats": 'ADD Interests | Has cats | "I have cats"',
    "chess": 'ADD Interests | Plays chess | "I play chess"',
}


def _learn_fact(product: Product, name: str, fact: str) -> None:
    profile = Folder(product.folder.path, name).profile
    until(lambda: profile.exists() and fact in profile.read_text(), f"that {name} has {fact!r}")


@pytest.mark.product
def test_what_is_said_for_one_profile_never_turns_up_in_another(product: Product) -> None:
    product.answer(TAUGHT)
    product.type("I keep bees")
    by_hand = product.type("-f", "memory:work", "I deploy on Fridays")
    assert "memory: “work” is a new profile (llm memory profiles)" in by_hand.out
    product.type("I drink tea", env={"LLM_MEMORY_PROFILE": "home"})
    for name, fact in (("", "Keeps bees"), ("work", "Deploys on Fridays"), ("home", "Drinks tea")):
        _learn_fact(product, name, fact)
    product.type("Hello", env={"LLM_MEMORY_PROFILE": "work"})
    asked = product.prompts()[-1]["prompt"]
    assert "Fridays" in asked and "bees" not in asked and "tea" not in asked
    # The thread goes on for another profile, which learns only from what is said for it.
    product.type("-c", "-f", "memory:home", "I have cats")
    _learn_fact(product, "home", "Has cats")
    with product.terminal(
        "chat", env={"LLM_MEMORY_INJECT": "auto", "LLM_MEMORY_PROFILE": "work"}
    ) as chat:
        for said in ("Let us talk", "I play chess", "exit"):
            chat.wait_for("\n> ")
            chat.send(f"{said}\n")
        assert chat.end().code == 0
    _learn_fact(product, "work", "Plays chess")
    shown = {
        name: product.run("memory", "--profile", name, "show").out
        for name in ("default", "work", "home")
    }
    learned = {name: [word for word in TAUGHT if word in shown[name]] for name in shown}
    assert learned == {
        "default": ["bees"],
        "work": ["Fridays", "chess"],
        "home": ["tea", "cats"],
    }
    for request in product.requests():
        assert (
            sum(word in request["prompt"].rpartition("<conversation>")[2] for word in TAUGHT) == 1
        )


@pytest.mark.product
@pytest.mark.once
def test_all_that_a_prompt_is_given_is_of_the_profile_that_it_names(product: Product) -> None:
    """Also what tools return and what is recalled, wherever the fragment stands."""
    for name, thing in (("default", "stamps"), ("work", "turbines")):
        product.run("memory", "--profile", name, "add", f"Collects {thing}")
        product.run("memory", "--profile", name, "note", f"Ask Ana about {thing}")
        product.run("memory", "--profile", name, "reindex")
    asked = "what do I know about stamps and turbines?"
    for words in (
        ["-T", "Memory", "use Memory_profile {}"],
        ["-T", "Memory", 'use Memory_search {"query": "stamps turbines"}'],
        ["-f", "memory:notes:7d", asked],
        ["-f", "memory:search:stamps turbines", asked],
        ["-T", "Memory", 'use Memory_forget {"fact": "Collects stamps"}'],
    ):
        for order in (["-f", "memory:work", *words], [*words, "-f", "memory:Work"]):
            product.type(*order)
            request = product.prompts()[-1]
            given = "".join(request["results"]) or request["prompt"].removesuffix(asked)
            is_found = "turbines" in given or "no such fact" in given
            assert is_found and not re.search("(Collects|Ana about) stamps", given), order
    product.type("-f", "memory:work", "-T", "Memory", 'use Memory_remember {"fact": "Sails"}')
    product.type("-f", "memory:work", "-T", "Memory", 'use Memory_note {"text": "Buy rope"}')
    for name, has in (("default", False), ("work", True)):
        found = json.loads(product.run("memory", "--profile", name, "review", "--json").out)
        assert bool(found["waiting"]) == bool(found["notes"]) == has, name


@pytest.mark.product
@pytest.mark.once
def test_a_project_chooses_after_it_was_allowed(product: Product) -> None:
    product.answer(TAUGHT)
    project = product.home / "project"
    (project / "src").mkdir(parents=True)
    (project / ".llm-memory").write_text("work\n")
    before = product.type("Hello", cwd=project / "src")
    assert (
        "memory: a .llm-memory would choose the profile “work” (llm memory profiles allow)"
        in before.out
    )
    assert not (product.folder.profiles / "work").exists()
    with product.terminal("memory", "profiles", "allow", cwd=project / "src") as screen:
        told = " ".join(screen.end().out.split())
    assert told.startswith(f"In {project} and below, the profile is “work”.")
    product.type("I deploy on Fridays", cwd=project / "src")
    _learn_fact(product, "work", "Deploys on Fridays")
    with product.terminal("memory", "profiles", cwd=project) as screen:
        assert screen.end().out.splitlines() == [
            "  default             0 facts",
            f"* work                 1 fact  {project}/.llm-memory",
        ]
    with product.terminal("memory", "status", "--json", cwd=project) as screen:
        found = json.loads(screen.end().out)["profile"]
    assert (found["name"], found["chosen_by"]) == ("work", f"{project}/.llm-memory")
    with product.terminal("memory", "profiles", "deny", cwd=project) as screen:
        assert screen.end().code == 0
    assert "would choose" in product.type("Hello", cwd=project).out


@pytest.mark.product
@pytest.mark.once
def test_a_prompt_in_a_project_is_given_nothing_if_nobody_can_tell_its_profile(
    product: Product,
) -> None:
    project = product.home / "project"
    project.mkdir()
    (project / ".llm-memory").write_text("work\n")
    product.run("memory", "add", "Keeps bees")
    product.run("memory", "--profile", "work", "add", "Deploys on Fridays")
    product.type("memory", "profiles", "allow", cwd=project)
    with closing(sqlite3.connect(product.folder.state)) as db:
        db.execute(f"pragma user_version = {schema.VERSION + 1}")
    ran = product.type("Hello", cwd=project)
    assert "memory: this prompt goes without it." in ran.out and ran.out.endswith("ok\n")
    assert product.prompts()[-1]["prompt"] == "Hello"
    for words in (["show"], ["path"], ["add", "Plays chess"]):
        with product.terminal("memory", *words, cwd=project) as screen:
            shown = screen.end()
        assert shown.code == 1 and "newer llm-user-memory" in " ".join(shown.out.split()), words
    for words in (["status"], ["doctor"]):
        with product.terminal("memory", *words, cwd=project) as screen:
            assert "newer llm-user-memory" in " ".join(screen.end().out.split()), words
    with product.terminal("memory", "--profile", "work", "show", cwd=project) as screen:
        assert "Deploys on Fridays" in screen.end().out
    with closing(sqlite3.connect(product.folder.state)) as db:
        db.execute(f"pragma user_version = {schema.VERSION - 1}")
    product.type("Hello", cwd=project)
    asked = product.prompts()[-1]["prompt"]
    assert "Fridays" in asked and "bees" not in asked and 'profile="work"' in asked


@pytest.mark.product
@pytest.mark.once
def test_what_is_no_profile_stops_no_prompt(product: Product) -> None:
    for words, env in (
        (["Hello"], {"LLM_MEMORY_PROFILE": "../evil"}),
        (["-f", "memory:No Such", "Hello"], {}),
        (["-f", "memory:profile", "Hello"], {}),
    ):
        ran = product.type(*words, env=env)
        assert ran.code == 0 and ran.out.endswith("ok\n"), ran
        assert "memory: this prompt goes without it." in ran.out, ran
    assert not list(product.folder.path.glob("profiles/*"))
    for name in ("../evil", "\\1", "\\"):
        refused = product.run("memory", "--profile", name, "show")
        assert refused.code == 2 and "cannot be the name of a profile" in refused.err
    nothing = product.run("memory", "profiles", "allow")
    assert nothing.code == 1 and "There is no .llm-memory here or above" in nothing.err


@pytest.mark.product
@pytest.mark.once
def test_a_pause_is_for_every_profile(product: Product) -> None:
    for name in ("work", "home"):
        assert product.run("memory", "--profile", name, "add", "Something").code == 0
    product.run("memory", "--profile", "work", "pause")
    assert product.run("memory", "--profile", "new", "add", "Something").code == 0
    for name in ("default", "work", "home", "new"):
        told = json.loads(product.run("memory", "--profile", name, "status", "--json").out)
        assert told["learning"]["reason"] == "paused", name
    assert "Learning is on again." in product.run("memory", "resume").err
    for name in ("default", "work", "home", "new"):
        told = json.loads(product.run("memory", "--profile", name, "status", "--json").out)
        assert told["learning"]["on"], name
