"""`llm memory export`: the profile for other programs."""

import json
import os
import re
import shlex
import stat
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from llm.cli import cli
from support.learning import addition, learn

from llm_user_memory.cli import output_file
from llm_user_memory.errors import ProfileError
from llm_user_memory.profile.document import facts
from llm_user_memory.profile.estimate import tokens
from llm_user_memory.profile.split import without_archive
from llm_user_memory.settings import Folder
from llm_user_memory.store.profile import file as profile_file
from llm_user_memory.store.profile import versions
from llm_user_memory.store.state import Store

pytestmark = pytest.mark.once

Export = Callable[..., Result]


@pytest.fixture
def export(store: Store, monkeypatch: pytest.MonkeyPatch) -> Export:
    monkeypatch.setenv("LLM_USER_PATH", str(store.folder.path.parent))
    monkeypatch.setenv("TZ", "UTC")
    learn(store, "I keep bees", addition("Keeps bees", "I keep bees"))
    versions.change(store, lambda text: f"{text}- Answers in French\n", "edit")

    def run(*options: str) -> Result:
        return CliRunner().invoke(cli, ["memory", "export", *options])

    return run


def test_markdown_has_the_words_each_fact_rests_on(export: Export) -> None:
    out = export().output
    assert re.sub(r"\d{4}-\d\d-\d\d", "DATE", out) == (
        "# User Profile\n\nLast updated: DATE\n\n## Interests\n\n- Keeps bees\n"
        "  > “I keep bees”, DATE\n\n## Preferences\n\n- Answers in French\n"
    )
    assert "“I keep bees”, 2025-06-15" in out


def test_each_fact_stands_once_whatever_its_section(export: Export, store: Store) -> None:
    text = (
        "- Is tall\n\n## Sport\n- Rows\n\n## Music\n- Sings\n\n# More\n- Naps\n\n## Sport\n- Runs\n"
    )
    versions.change(store, lambda _: text, "edit")
    _title, _updated, *lines = export().output.split("\n\n")
    assert "\n\n".join(lines) == (
        "- Is tall\n- Naps\n\n## Sport\n\n- Rows\n- Runs\n\n## Music\n\n- Sings\n"
    )


def test_words_of_several_lines_are_one_quotation(export: Export, store: Store) -> None:
    said = "I like:\n- owls\n- kites"
    learn(store, said, addition("Likes owls and kites", said), turn="another")
    assert "  > “I like: - owls - kites”, 2025" in export().output


def test_json_has_everything(export: Export) -> None:
    found = json.loads(export("--format", "json").output)
    learned, own = found["facts"]
    assert learned["text"] == "Keeps bees" and learned["section"] == "Interests"
    assert learned["quote"] == "I keep bees" and learned["origin"] == "conversation"
    assert learned["conversation"] == "thread of turn" and learned["said_at"][:10] == "2025-06-15"
    assert (own["text"], own["quote"], own["origin"]) == ("Answers in French", "", "user")
    moments = [found["updated"], learned["learned_at"], learned["said_at"]]
    assert all(datetime.fromisoformat(moment).utcoffset() == timedelta(0) for moment in moments)


def test_facts_are_sorted_and_none_stands_twice(export: Export, store: Store) -> None:
    more = "## More\n- zithers\n- Keeps  BEES\n- äpfel\n"
    versions.change(store, lambda text: text + more, "edit")
    lines = export("--format", "facts").output.splitlines()
    assert lines[:2] == ["# Facts about the user", ""]
    assert lines[2:6] == ["- Answers in French", "- Keeps bees", "- zithers", "- äpfel"]
    assert re.fullmatch(r"Last updated: \d{4}-\d\d-\d\d", lines[-1])


def test_a_file_is_written_as_a_whole_and_only_where_it_would_change(
    export: Export, tmp_path: Path
) -> None:
    path = tmp_path / "facts.md"
    assert export("--format", "facts", "-o", str(path)).exit_code == 0
    assert path.read_text() == export("--format", "facts").output
    assert path.stat().st_mode & 0o777 == 0o600
    before = path.stat()
    assert export("--format", "facts", "--output", str(path)).exit_code == 0
    assert path.stat() == before
    assert [file.name for file in tmp_path.iterdir() if "facts" in file.name] == ["facts.md"]


def test_a_link_goes_on_leading_to_what_is_written(export: Export, tmp_path: Path) -> None:
    target, link = tmp_path / "notes" / "facts.md", tmp_path / "link.md"
    target.parent.mkdir()
    link.symlink_to(Path("notes") / "facts.md")
    for content in (None, "# Old\n"):
        if content:
            target.write_text(content)
        assert export("-o", str(link)).exit_code == 0
        assert link.is_symlink() and target.read_text() == export().output


@pytest.mark.slow
def test_a_file_may_be_written_by_two_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "from llm_user_memory.cli.output_file import put; from pathlib import Path; import sys"
    path, write = tmp_path / "facts.md", profile_file.write_private

    def overtaken(beside: Path, content: bytes) -> None:
        write(beside, content)
        other = f"{code}; put(Path(sys.argv[1]), b'other')"
        subprocess.run([sys.executable, "-c", other, str(path)], check=True)
        assert path.read_text() == "other"

    monkeypatch.setattr(profile_file, "write_private", overtaken)
    assert output_file.put(path, b"one")
    assert path.read_text() == "one" and list(tmp_path.iterdir()) == [path]


def test_an_export_that_fails_leaves_nothing_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "facts.md").mkdir()
    with pytest.raises(OSError, match="facts"):
        output_file.put(tmp_path / "facts.md", b"new")
    assert [each.name for each in tmp_path.iterdir()] == ["facts.md"]


def _device(path: Path, minor: int) -> None:
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, minor))
        path.open("wb").close()
    except OSError:
        pytest.skip("making a device is not permitted here")


@pytest.mark.parametrize("is_link", [False, True], ids=["itself", "a link"])
def test_a_device_is_written_to_and_stays(export: Export, tmp_path: Path, is_link: bool) -> None:
    path = device = tmp_path / "device"
    _device(device, 3)  # what is written to it is gone
    if is_link:
        path = tmp_path / "link"
        path.symlink_to("device")
    ended = export("-o", str(path))
    assert (ended.exit_code, "2 facts written to" in ended.output) == (0, True)
    assert stat.S_ISCHR(device.lstat().st_mode) and path.is_symlink() == is_link
    assert not list(tmp_path.glob(".llm*"))


def test_a_device_that_takes_nothing_is_said(export: Export, tmp_path: Path) -> None:
    _device(tmp_path / "full", 7)
    ended = export("-o", str(tmp_path / "full"))
    assert ended.exit_code == 1 and "No space left" in ended.output
    assert stat.S_ISCHR((tmp_path / "full").lstat().st_mode)


def test_a_named_pipe_is_written_to(export: Export, tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    assert export("-o", str(path)).exit_code == 0
    with os.fdopen(reader) as read:
        assert read.read() == export().stdout
    assert path.is_fifo()


@pytest.mark.parametrize("place", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "a link"])
def test_standard_output_has_several_names(export: Export, tmp_path: Path, place: str) -> None:
    if place == "a link":
        place = str(tmp_path / "link")
        Path(place).symlink_to("/dev/stdout")
    if not Path("/proc/self/fd").exists() and place.startswith("/proc"):
        pytest.skip("this system has no /proc")
    assert export("-o", place).output == export().output


@pytest.mark.parametrize("opened_in", ["/dev/fd", "/proc/self/fd"])
def test_what_the_shell_opened_is_appended_to(
    export: Export, tmp_path: Path, opened_in: str
) -> None:
    if not Path(opened_in).exists():
        pytest.skip("this system has no /proc")
    path = tmp_path / "log"
    path.write_text("before\n")
    with path.open("a") as opened:
        os.set_inheritable(opened.fileno(), True)
        assert export("-o", f"{opened_in}/{opened.fileno()}").exit_code == 0
        opened.write("after\n")
    assert path.read_text() == f"before\n{export().output}after\n"


def test_what_only_we_have_open_is_not_written_to(export: Export, tmp_path: Path) -> None:
    path = tmp_path / "own"
    path.write_text("before\n")
    with path.open("a") as opened:
        ended = export("-o", f"/dev/fd/{opened.fileno()}")
    assert ended.exit_code == 1 and "Bad file descriptor" in ended.output
    assert path.read_text() == "before\n"


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is of Linux")
def test_what_another_process_has_open_is_appended_to(export: Export, tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("before\n")
    with path.open("a") as opened, subprocess.Popen(["cat"], stdin=-1, stdout=opened) as other:
        assert export("-o", f"/proc/{other.pid}/fd/1").exit_code == 0
        other.communicate(b"after\n")
    assert path.read_text() == f"before\n{export().output}after\n"


@pytest.mark.slow
def test_redirected_to_the_end_of_a_file_it_appends(export: Export, tmp_path: Path) -> None:
    path = tmp_path / "all"
    path.write_text("before\n")
    llm = f"{shlex.quote(sys.executable)} -m llm memory export -o /dev/stdout"
    subprocess.run(f"{{ {llm}; echo after; }} >> {shlex.quote(str(path))}", shell=True, check=True)
    assert path.read_text() == f"before\n{export().output}after\n"


def test_the_profile_elsewhere_is_written_to_what_is_no_file(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    output_file.refuse_others(path)  # it does not wait for who writes into it
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    output_file.write(path, "- Keeps bees\n")
    with os.fdopen(reader) as read:
        assert read.read() == "- Keeps bees\n", "without the mark of a file"
    assert path.is_fifo()
    _device(tmp_path / "zero", 5)
    output_file.refuse_others(tmp_path / "zero")
    output_file.write(tmp_path / "zero", "- Keeps bees\n")
    assert stat.S_ISCHR((tmp_path / "zero").lstat().st_mode)


def test_what_cannot_be_written_to_is_said_before_a_model_is_asked(tmp_path: Path) -> None:
    closed = os.dup(1)
    os.close(closed)
    with tmp_path.joinpath("own").open("w") as own:
        for number in (closed, own.fileno()):
            with pytest.raises(ProfileError, match="cannot be written to"):
                output_file.refuse_others(Path(f"/dev/fd/{number}"))
    link, other = tmp_path / "link", tmp_path / "other"
    other.write_text("- Mine\n")
    link.symlink_to(other)
    for path in (link, other):
        with pytest.raises(ProfileError, match="is there already"):
            output_file.refuse_others(path)


def test_on_a_terminal_control_characters_are_made_visible() -> None:
    master, terminal = os.openpty()
    with os.fdopen(master, "rb", buffering=0) as screen:
        output_file.put(Path(os.ttyname(terminal)), b"- Keeps \x1b[31mbees\n")
        os.close(terminal)
        assert b"\x1b" not in (shown := screen.read(1000)) and b"bees" in shown


def test_a_file_that_cannot_be_written_is_said(export: Export, tmp_path: Path) -> None:
    ended = export("-o", str(tmp_path / "nowhere" / "facts.md"))
    assert ended.exit_code == 2 and "cannot be written: No such file" in ended.output


def test_an_empty_profile_is_an_empty_list(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LLM_USER_PATH", str(folder.path.parent))
    for form in ("markdown", "facts"):
        out = CliRunner().invoke(cli, ["memory", "export", "--format", form]).output
        assert "- " not in out and "Last updated" in out


WHOLE = """# User Profile

## Personal Information
- Lives in Oslo #pin
- Takes insulin #local
- Is a nurse #pin #local

## Current Projects

## Interests
- Keeps bees

## Preferences
- Answers in French

## Archive: Interests
- Played chess #local
- Collects stamps

## Archive
- Was a scout
"""


@pytest.mark.parametrize("room", [1_000, 2])
@pytest.mark.parametrize("form", ["markdown", "json", "facts"])
def test_a_memory_is_the_same_in_another_home(
    export: Export,
    store: Store,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    form: str,
    room: int,
) -> None:
    """A list of facts has no sections, and no archive."""
    budget = tokens(without_archive(WHOLE)) + room
    monkeypatch.setenv("LLM_MEMORY_PROFILE_TOKENS", str(budget))
    versions.change(store, lambda _: WHOLE, "edit")
    path = str(tmp_path / "whole")
    assert export("--format", form, "-o", path).exit_code == 0
    monkeypatch.setenv("LLM_USER_PATH", str(tmp_path / "second"))
    for _again in range(2):  # the second time everything is known
        done = CliRunner().invoke(cli, ["memory", "import", "-y", path])
        assert done.exit_code == 0, done.output
    came = (tmp_path / "second" / "memory" / "profile.md").read_text()
    if form == "facts":
        assert {fact.written for fact in facts(came)} == {fact.written for fact in facts(WHOLE)}
    else:
        assert _facts_by_section(came) == _facts_by_section(WHOLE)


def _facts_by_section(text: str) -> set[tuple[str, str]]:
    return {(fact.section, fact.written) for fact in facts(text)}
