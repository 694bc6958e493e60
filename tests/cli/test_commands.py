"""The `llm memory` commands as users call them, at a terminal and in scripts."""

import json
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner
from llm.cli import cli
from support.product import Product

from llm_user_memory.cli import COMMANDS

pytestmark = [pytest.mark.product, pytest.mark.once]

EMPTY = """\
# User Profile

## Personal Information

## Current Projects

## Interests

## Preferences
"""
MINE = "# User Profile\n\nSome *prose*,\r\n\n## Interests\n* Rows\n- Sails"


def editor(product: Product, script: str) -> dict[str, str]:
    """An environment whose editor runs a shell script on the file it is given."""
    path = product.base / "editor"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return {"EDITOR": str(path), "VISUAL": ""}


def test_an_untouched_memory_shows_the_empty_sections(product: Product) -> None:
    assert product.run("memory", "show").out == EMPTY


def test_show_and_load_round_trip_byte_for_byte(product: Product) -> None:
    given = product.base / "mine.md"
    given.write_bytes(MINE.encode())
    assert product.run("memory", "load", str(given)).code == 0
    assert product.folder.profile.read_bytes() == MINE.encode()
    shown = product.base / "shown.md"
    shown.write_bytes(product.run("memory", "show").out.encode())
    assert product.run("memory", "load", str(shown)).code == 0


def test_show_as_json(product: Product) -> None:
    product.run("memory", "load", "-", stdin=MINE)
    shown = json.loads(product.run("memory", "show", "--json").out)
    assert [fact["text"] for fact in shown["facts"]] == ["Rows", "Sails"]
    assert shown["path"] == str(product.folder.profile)


def test_path_names_a_file_that_exists(product: Product) -> None:
    path = Path(product.run("memory", "path").out.removesuffix("\n"))
    assert path.read_text() == EMPTY
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


UNUSABLE = {
    "not UTF-8": (b"# User Profile\n\xff\xfe", "is not UTF-8 text (byte 16)"),
    "binary": (b"\0\1\2", "is not a text file"),
    "too large": (b"x" * 4_000_001, "is larger than 4,000,000 bytes"),
    "empty": (b" \n", "is empty"),
    "a byte order mark": (b"\xef\xbb\xbf", "is empty"),
}


def test_what_is_no_profile_is_not_loaded(product: Product) -> None:
    product.run("memory", "load", "-", stdin=MINE)
    given = product.base / "given"
    for what, (content, said) in UNUSABLE.items():
        given.write_bytes(content)
        ran = product.run("memory", "load", str(given))
        assert ran.code == 1 and said in ran.err, what
        assert product.folder.profile.read_bytes() == MINE.encode(), what


def test_a_missing_file_is_named(product: Product) -> None:
    ran = product.run("memory", "load", "nowhere.md")
    assert ran.code == 2
    assert "nowhere.md cannot be read: No such file" in ran.err
    assert "The profile is as it was" in ran.err


def test_add_puts_a_fact_where_it_is_told(product: Product) -> None:
    assert product.run("memory", "add", "Keeps bees", "--section", "interests").code == 0
    assert product.run("memory", "add", "Walks", "-s", "Health").code == 0
    assert product.run("memory", "add", "  Lives\nin  Oslo ").code == 0
    profile = product.profile()
    assert "## Interests\n- Keeps bees\n" in profile
    assert profile.endswith("## Health\n- Walks\n")
    assert "## Personal Information\n- Lives in Oslo\n" in profile


def test_adding_what_is_known_says_so(product: Product) -> None:
    product.run("memory", "add", "Keeps bees")
    ran = product.run("memory", "add", "keeps BEES")
    assert (ran.code, ran.err) == (0, "The profile says so already.\n")


def test_what_cannot_be_a_fact_is_refused(product: Product) -> None:
    for text, code in {"": 2, "...": 1, "x" * 201: 1, "a\u202eb": 1}.items():
        assert product.run("memory", "add", text).code == code, text
    assert product.run("memory", "show").out == EMPTY


def test_twenty_writers_at_once_lose_nothing(product: Product) -> None:
    product.run("memory", "show")
    with ThreadPoolExecutor(8) as pool:
        ran = list(pool.map(lambda n: product.run("memory", "add", f"Fact number {n}"), range(20)))
    assert [r.code for r in ran] == [0] * 20
    assert sum(f"- Fact number {n}\n" in product.profile() for n in range(20)) == 20


def test_clear_asks_nothing_and_undo_brings_back(product: Product) -> None:
    product.run("memory", "load", "-", stdin=MINE)
    assert product.run("memory", "clear", stdin="n\n").code == 0
    assert product.profile() == EMPTY
    assert product.run("memory", "undo").code == 0
    assert product.folder.profile.read_bytes() == MINE.encode()


def test_clear_for_scripts_does_not_ask(product: Product) -> None:
    product.run("memory", "add", "Keeps bees")
    assert product.run("memory", "clear", "-y").code == 0
    assert product.profile() == EMPTY


def test_undo_again_goes_one_further_back(product: Product) -> None:
    for fact in ("One", "Two", "Three"):
        product.run("memory", "add", fact)
    for left in (["One", "Two"], ["One"], []):
        assert product.run("memory", "undo").code == 0
        facts = json.loads(product.run("memory", "show", "--json").out)["facts"]
        assert [fact["text"] for fact in facts] == left
    ran = product.run("memory", "undo")
    assert ran.code == 1 and "There is nothing to undo" in ran.err


def test_history_lists_versions_with_what_changed(product: Product) -> None:
    product.run("memory", "add", "Keeps bees")
    product.folder.profile.write_text(product.profile().replace("Keeps bees", "Keeps ants"))
    shown = product.run("memory", "history").out
    assert "saved" in shown and "- Keeps bees" in shown and "+ Keeps ants" in shown
    listed = json.loads(product.run("memory", "history", "--json").out)
    assert [version["note"] for version in listed] == ["saved", "add", "created"]
    assert listed[0]["added"] == ["- Keeps ants"]


def test_edit_stores_what_was_saved(product: Product) -> None:
    env = editor(product, 'printf -- "- By hand\\n" >> "$1"')
    assert product.run("memory", "edit", env=env).code == 0
    assert product.profile() == EMPTY + "- By hand\n"
    assert "edit" in product.run("memory", "history").out


EDITS_THAT_CHANGE_NOTHING = {
    "nothing saved": ("true", 0, "The profile is as it was"),
    "the editor fails": (
        'echo bad > "$1"; exit 1',
        1,
        "Editing failed). The profile is as it was.",
    ),
    "emptied": (': > "$1"', 1, "An empty profile is not saved"),
    "no text": ('printf "\\377" > "$1"', 1, "is not UTF-8 text"),
}


def test_edit_changes_nothing(product: Product) -> None:
    product.run("memory", "add", "Keeps bees")
    before = product.profile()
    for when, (script, code, said) in EDITS_THAT_CHANGE_NOTHING.items():
        ran = product.run("memory", "edit", env=editor(product, script))
        assert ran.code == code and said in ran.err, when
        assert product.profile() == before, when


def test_an_editor_that_does_not_wait_for_its_window_is_told(product: Product) -> None:
    """What the window saves later is named by `doctor`, and by the next edit."""
    product.run("memory", "add", "Keeps bees")
    said = " ".join(product.run("memory", "edit", env=editor(product, "true")).err.split())
    assert "The profile is as it was." in said and "VISUAL='code --wait'" in said
    waited = product.run("memory", "edit", env=editor(product, "sleep 0.7"))
    assert "VISUAL" not in waited.err
    assert "profile.edit.md" not in product.run("memory", "doctor").out
    product.folder.edited.write_text("# User Profile\n\n## Interests\n- Rows\n")
    product.folder.edited.chmod(0o600)
    assert "saved in profile.edit.md may not be" in product.run("memory", "doctor").out
    product.run("memory", "edit", env=editor(product, "true"))
    assert "profile.edit.md" not in product.run("memory", "doctor").out


def test_what_is_learned_while_editing_is_kept(product: Product) -> None:
    product.run("memory", "add", "Keeps bees")
    script = f'{product.llm_path} memory add "Meanwhile" && printf -- "- By hand\\n" >> "$1"'
    assert product.run("memory", "edit", env=editor(product, script)).code == 0
    assert all(
        f"- {fact}\n" in product.profile() for fact in ("Keeps bees", "Meanwhile", "By hand")
    )


def test_an_unreadable_profile_is_an_error_and_not_an_absent_one(product: Product) -> None:
    product.run("memory", "add", "Keeps bees")
    product.folder.profile.write_bytes(b"\xff" * 10)
    for words in (["show"], ["path"], ["undo"], ["add", "x"], ["status"]):
        ran = product.run("memory", *words)
        assert ran.code == 1, words
        assert "is not UTF-8 text" in ran.err + ran.out
    assert product.folder.profile.read_bytes() == b"\xff" * 10


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_profile_without_permission_is_an_error(product: Product) -> None:
    product.run("memory", "show")
    product.folder.profile.chmod(0)
    ran = product.run("memory", "show")
    assert ran.code == 1 and "Permission denied" in ran.err


def test_every_profile_path_may_be_a_link(product: Product) -> None:
    product.run("memory", "show")
    elsewhere = product.base / "elsewhere.md"
    product.folder.profile.rename(elsewhere)
    product.folder.profile.symlink_to(elsewhere)
    product.run("memory", "add", "Keeps bees")
    assert product.folder.profile.is_symlink()
    assert "- Keeps bees" in elsewhere.read_text()


def test_a_length_of_time_must_be_one(product: Product) -> None:
    for length in ("", "2 fortnights", "0s", "-1h"):
        ran = product.run("memory", "pause", f"--for={length}")
        assert ran.code == 2 and "is no length of time" in ran.err, length


def test_pause_and_resume_say_what_they_did(product: Product) -> None:
    paused = product.run("memory", "pause").err
    assert paused == "Learning is paused. `llm memory resume` ends that.\n"
    shorter = product.run("memory", "pause", "--for", "1h").err
    assert "You had paused it for longer: that does not hold any more." in " ".join(shorter.split())
    assert "longer" not in product.run("memory", "pause", "--for", "2h").err
    assert product.run("memory", "resume").err.startswith("Learning is on again.")
    assert product.run("memory", "resume").err == "Learning was not paused.\n"


def test_status_tells_what_is_wrong_first(product: Product) -> None:
    product.run("logs", "off")
    ran = product.run("memory", "status")
    assert ran.code == 1
    assert ran.out.startswith(
        "Memory does not work: 1 problem.\n"
        "! LLM logs nothing, so nothing can be learned. Run `llm logs on`.\n"
    )


def test_status_names_settings_it_cannot_understand(product: Product) -> None:
    ran = product.run("memory", "status", env={"LLM_MEMORY_DAILY_LIMIT": "many"})
    assert ran.code == 0
    assert "LLM_MEMORY_DAILY_LIMIT is “many”, which is not a whole number" in ran.out


def test_status_shows_where_the_daemon_has_other_settings(product: Product) -> None:
    product.run("memory", "daemon", "start")
    env = {"LLM_MEMORY_DAILY_LIMIT": "7"}
    found = json.loads(product.run("memory", "status", "--json", env=env).out)
    assert found["daemon"]["settings_that_differ"] == {"daily_limit": 100}
    shown = product.run("memory", "status", env=env).out
    assert "LLM_MEMORY_DAILY_LIMIT=7  (the daemon has 100)" in shown


def test_status_in_json_has_its_documented_keys(product: Product) -> None:
    found = product.status()
    assert set(found) == {
        "healthy", "problems", "notes", "learning", "shell", "daemon", "turns", "last_update",
        "last_error", "profile", "settings", "waiting", "index", "default_model", "clients",
    }  # fmt: skip
    assert set(found["turns"]) == {
        "logged", "learned", "skipped", "pending", "given_up", "skipped_because",
        "given_up_because", "ready_at", "withheld",
    }  # fmt: skip


def test_every_command_teaches(product: Product) -> None:
    listed = product.run("memory", "--help").out
    for name in COMMANDS:
        assert f"\n  {name} " in listed
        ran = CliRunner().invoke(cli, ["memory", name, "--help"])
        assert ran.exit_code == 0
        assert len(ran.output.splitlines()) >= 7, f"{name} explains too little"


def test_the_shell_commands_say_what_they_do(product: Product) -> None:
    ran = product.run("memory", "install-shell", "--shell", "bash,fish")
    assert ran.code == 0
    bashrc = product.home / ".bashrc"
    assert f"{bashrc}: created" in ran.out and "# llm-user-memory" in bashrc.read_text()
    assert "what leaves this machine" in ran.out and "archived facts" in ran.out
    assert "in place already" in product.run("memory", "install-shell", "--shell", "bash,fish").out
    assert list(product.status()["shell"]["installed"]) == ["bash", "fish"]
    left = product.run("memory", "uninstall-shell", "--shell", "fish").out
    assert "still in bash: `llm memory uninstall-shell --shell bash`" in left
    ran = product.run("memory", "uninstall-shell", "--shell", "bash,fish")
    assert ran.code == 0 and "still in" not in ran.out
    assert not bashrc.exists()
    assert "nothing to take away" in product.run("memory", "uninstall-shell", "--shell", "bash").err


def test_a_shell_we_do_not_know_is_named(product: Product) -> None:
    assert "'tcsh' is not one of" in product.run("memory", "install-shell", "--shell", "tcsh").err
    ran = product.run("memory", "install-shell", env={"SHELL": "/bin/tcsh"})
    assert ran.code == 1 and "--shell" in ran.err
