"""Daily notes: many processes add to them, notes can be taken back, editors are not disturbed."""

import json
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from itertools import count
from pathlib import Path

import pytest
from support.product import Product

from llm_user_memory import Memory, notes
from llm_user_memory.egress import CLOUD, USER, Destination
from llm_user_memory.errors import MemoryPluginError, NotesError
from llm_user_memory.notes import Span, files
from llm_user_memory.recall import for_prompts
from llm_user_memory.settings import Folder
from llm_user_memory.store.locks import is_locked
from llm_user_memory.store.profile import file as profile_file

pytestmark = pytest.mark.once

NOON = time.mktime((2026, 11, 21, 12, 0, 0, 0, 0, -1))
DAY = date(2026, 11, 21)


def test_entries_stand_under_their_times(folder: Folder) -> None:
    notes.add(folder, "Ana recommends the Rioja", now=NOON)
    notes.add(folder, " Two\nlines \n", by="gpt-4o", now=NOON + 7320)
    assert notes.path(folder, DAY).read_text() == (
        "# 2026-11-21\n\n## 12:00\n\nAna recommends the Rioja\n\n"
        "## 14:02 (written by gpt-4o)\n\n> Two\n> lines\n"
    )
    assert notes.path(folder, DAY).stat().st_mode & 0o777 == 0o600
    assert folder.notes.stat().st_mode & 0o777 == 0o700
    assert [path.name for path in folder.notes.iterdir()] == ["2026-11-21.md"]


def test_what_is_no_note_is_refused(folder: Folder) -> None:
    for text in ("", " \n\t", "\0"):
        with pytest.raises(NotesError, match="nothing to note"):
            notes.add(folder, text)
    with pytest.raises(NotesError, match="longer than"):
        notes.add(folder, "a" * (notes.LONGEST + 1))
    assert not folder.notes.exists()


def test_a_day_that_could_not_be_read_again_is_not_written(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LARGEST", 100)
    notes.add(folder, "one", now=NOON)
    before = notes.path(folder, DAY).read_bytes()
    with pytest.raises(NotesError, match="larger than 100 bytes"):
        notes.add(folder, "a" * 80, now=NOON)
    with pytest.raises(NotesError, match="larger than 100 bytes"):
        notes.save(folder, DAY, before.decode(), before.decode() + "a" * 80)
    with pytest.raises(NotesError, match="larger than 100 bytes"):
        notes.add(folder, "a" * 80, of=DAY - timedelta(days=1))
    assert notes.path(folder, DAY).read_bytes() == before
    assert [path.name for path in folder.notes.iterdir()] == ["2026-11-21.md"]
    notes.add(folder, "b" * 9, now=NOON)
    assert [notes.undo(folder).text for _ in range(2)] == ["b" * 9, "one"]


HAD = {
    "no line ending": (b"# Mine\nhello", b"# Mine\nhello\n\n## 12:00\n\nmore\n"),
    "other line endings": (b"hello\r\n\r\n", b"hello\r\n\r\n\n## 12:00\n\nmore\n"),
    "not UTF-8": (b"caf\xe9\n", b"caf\xe9\n\n## 12:00\n\nmore\n"),
}


@pytest.mark.parametrize(("had", "after"), HAD.values(), ids=HAD)
def test_what_the_user_wrote_stays_as_it_is(folder: Folder, had: bytes, after: bytes) -> None:
    folder.notes.mkdir(parents=True)
    notes.path(folder, DAY).write_bytes(had)
    notes.add(folder, "more", now=NOON)
    assert notes.path(folder, DAY).read_bytes() == after


def test_undo_takes_back_one_after_the_other(folder: Folder) -> None:
    for number, text in enumerate(("one", "two", "three")):
        notes.add(folder, text, now=NOON + number)
    whole = notes.text_of(folder, DAY) or ""
    assert notes.undo(folder).text == "three"
    assert notes.text_of(folder, DAY) == whole.removesuffix("\n\n## 12:00\n\nthree\n") + "\n"
    assert notes.undo(folder) == notes.Entry(DAY, "12:00", "two")
    assert notes.undo(folder).text == "one"
    assert notes.text_of(folder, DAY) is None, "an empty note is none"
    with pytest.raises(NotesError, match="nothing to take back"):
        notes.undo(folder)


def test_undo_leaves_what_the_user_wrote_around_it(folder: Folder) -> None:
    notes.add(folder, "one", now=NOON)
    notes.add(folder, "two", now=NOON + 60)
    path = notes.path(folder, DAY)
    path.write_text(path.read_text().replace("# 2026-11-21", "# My day") + "\n# Later\nfree\n")
    assert notes.undo(folder).text == "two"
    assert path.read_text() == "# My day\n\n## 12:00\n\none\n\n# Later\nfree\n"


FENCED: dict[str, tuple[bytes, bytes]] = {
    "open": (b"# Mine\n\n```\ncode\n", b"# Mine\n\n```\ncode\n"),
    "open, of tildes": (b"# Mine\n\n~~~~ python\ncode\n", b"# Mine\n\n~~~~ python\ncode\n"),
    "closed by the user": (b"# Mine\n\n```\ncode\n```\n", b"# Mine\n\n```\ncode\n```\n"),
    "without an end": (b"# Mine\n\n```\ncode", b"# Mine\n\n```\ncode\n"),
}


@pytest.mark.parametrize(("had", "left"), FENCED.values(), ids=FENCED)
def test_undo_takes_back_the_fence_that_closed_an_open_one(
    folder: Folder, had: bytes, left: bytes
) -> None:
    notes.add(folder, "one", now=NOON)
    path = notes.path(folder, DAY)
    path.write_bytes(had)
    for number, text in enumerate(("two", "three")):
        notes.add(folder, text, now=NOON + 60 * number)
    assert notes.undo(folder).text == "three"
    assert path.read_bytes().endswith(b"\n## 12:00\n\ntwo\n")
    assert notes.undo(folder).text == "two"
    assert path.read_bytes() == left


def test_undo_works_where_the_user_removed_the_fence(folder: Folder) -> None:
    notes.add(folder, "one", now=NOON)
    path = notes.path(folder, DAY)
    path.write_text("# Mine\n\n```\ncode\n")
    notes.add(folder, "two", now=NOON)
    path.write_text(path.read_text().replace("code\n```\n", "code\n"))
    assert notes.undo(folder).text == "two"
    assert path.read_text() == "# Mine\n\n```\ncode\n"


def test_undo_leaves_the_fence_that_closes_a_block_before_other_text(folder: Folder) -> None:
    notes.add(folder, "one", now=NOON)
    path = notes.path(folder, DAY)
    path.write_text("# Mine\n\n```\ncode\n")
    notes.add(folder, "two", now=NOON)
    path.write_text(path.read_text() + "\n# Later\nfree\n")
    assert notes.undo(folder).text == "two"
    assert path.read_text() == "# Mine\n\n```\ncode\n```\n\n# Later\nfree\n"


def test_undo_does_not_take_what_the_user_changed(folder: Folder) -> None:
    notes.add(folder, "one", now=NOON)
    notes.add(folder, "two", now=NOON + 60)
    path = notes.path(folder, DAY)
    path.write_text(path.read_text().replace("two", "two and more"))
    with pytest.raises(NotesError, match="You have changed"):
        notes.undo(folder)
    path.write_text(path.read_text().partition("\n## 12:01")[0])
    assert notes.undo(folder).text == "one", "what the user deleted is no entry any more"


def test_a_note_is_taken_where_the_record_of_it_cannot_be(folder: Folder) -> None:
    folder.create()
    folder.state.write_bytes(b"no database, but a file of the same name" * 99)
    notes.add(folder, "one", now=NOON)
    assert "one" in (notes.text_of(folder, DAY) or "")


SPANS = {
    "7d": (date(2026, 11, 15), DAY),
    "2W": (date(2026, 11, 8), DAY),
    " today": (DAY, DAY),
    "yesterday": (date(2026, 11, 20), date(2026, 11, 20)),
    "2026-11-01": (date(2026, 11, 1), date(2026, 11, 1)),
    "2026-11-07..2026-11-01": (date(2026, 11, 1), date(2026, 11, 7)),
    "2026-11-01..today": (date(2026, 11, 1), DAY),
    "9999d": (date(1999, 7, 8), DAY),
}


@pytest.mark.parametrize(("text", "span"), SPANS.items(), ids=SPANS)
def test_spans(text: str, span: tuple[date, date]) -> None:
    assert notes.parse_span(text, DAY) == Span(*span)


@pytest.mark.parametrize("text", ["", "0d", "d", "2026-13-01", "20261101", "last week", "1..2"])
def test_what_is_no_span_is_told(text: str) -> None:
    with pytest.raises(MemoryPluginError, match="is not a range of days"):
        notes.parse_span(text, DAY)


def test_notes_of_some_days(folder: Folder) -> None:
    assert notes.since(folder, 7) == []
    for day in (20, 21, 12):
        notes.add(folder, f"of the {day}th", now=NOON - (21 - day) * 86400)
    (folder.notes / "2026-11-32.md").write_text("no day")
    (folder.notes / "other.md").write_text("no day")
    found = notes.within(folder, notes.parse_span("7d", DAY))
    assert [(day.day, text.splitlines()[-1]) for day, text in found] == [
        (21, "of the 21th"),
        (20, "of the 20th"),
    ]


_ADD = """
import sys
from pathlib import Path
from llm_user_memory import notes
from llm_user_memory.settings import Folder
for number in range(int(sys.argv[3])):
    notes.add(Folder(Path(sys.argv[1])), f"{sys.argv[2]}-{number}")
"""


@pytest.mark.product
@pytest.mark.once
def test_twenty_writers_at_once_lose_nothing(folder: Folder) -> None:
    def add(number: int) -> None:
        words = [sys.executable, "-c", _ADD, str(folder.path), f"w{number}", "10"]
        subprocess.run(words, check=True)

    with ThreadPoolExecutor(20) as pool:
        list(pool.map(add, range(20)))
    lines = (notes.text_of(folder, date.today()) or "").splitlines()
    assert sorted(line for line in lines if line.startswith("w")) == sorted(
        f"w{n}-{m}" for n in range(20) for m in range(10)
    )
    assert [path.suffix for path in folder.notes.iterdir()] == [".md"]


def test_a_save_in_the_moment_of_the_swap_is_kept(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    from llm_user_memory.store.profile import swap

    notes.add(folder, "one", now=NOON)
    path, real, saves = notes.path(folder, DAY), swap.swap_files, iter([b"saved just now\n"])

    def saved_before(new: Path, old: Path) -> None:
        for content in saves:
            path.write_bytes(content)
        real(new, old)

    monkeypatch.setattr(swap, "swap_files", saved_before)
    notes.add(folder, "two", now=NOON)
    assert path.read_text() == "saved just now\n\n## 12:00\n\ntwo\n"


def test_what_a_crash_left_is_kept_if_it_may_be_the_users(folder: Folder) -> None:
    notes.add(folder, "one", now=NOON)
    left = folder.notes / ".2026-11-21.md.new"
    for content, is_kept in ((b"# 2026-11-21\n", False), (b"saved by an editor\n", True)):
        left.write_bytes(content)
        notes.add(folder, "two", now=NOON)
        found = [path.read_bytes() for path in folder.notes.iterdir()]
        assert (content in found) == is_kept
        assert not left.exists()


late = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing tells who has it open")


@late
def test_what_a_program_writes_after_the_note_was_replaced_is_added(folder: Folder) -> None:
    notes.add(folder, "one", now=NOON)
    path = notes.path(folder, DAY)
    with path.open("a") as slow:
        for text in ("two", "three"):
            notes.add(folder, text, now=NOON + 60)
        slow.write("\nTyped slowly\ncaf\u00e9\n")
        slow.flush()
        notes.add(folder, "four", now=NOON + 120)
        notes.merge_late(folder)
        assert "Typed" not in path.read_text(), "not before it is closed"
        os.utime(slow.fileno(), (NOON, NOON + 180))
    assert notes.undo(folder).text == "four"
    text = "# 2026-11-21\n\n## 12:00\n\none\n\n## 12:01\n\ntwo\n\n## 12:01\n\nthree\n"
    assert path.read_text() == f"{text}\n## 12:03\n\nTyped slowly\ncaf\u00e9\n"
    assert [each.name for each in folder.notes.iterdir()] == [path.name]
    assert notes.undo(folder).text == "three", "what follows is an entry of its own"


LATE: dict[str, tuple[bytes, bytes | None, bytes]] = {
    "its own heading": (b"## 11:00\n\nRan\n", b"# Mine\n", b"# Mine\n\n## 11:00\n\nRan\n"),
    "the note is gone": (b"Ran", None, b"# 2026-11-21\n\n## 12:03\n\nRan\n"),
    "an open code block": (b"Ran", b"```\na\n", b"```\na\n```\n\n## 12:03\n\nRan\n"),
    "a model's entry": (
        b"Ran\n",
        b"## 12:00 (written by m)\n\n> hi\n",
        b"## 12:00 (written by m)\n\n> hi\n\n## 12:03\n\nRan\n",
    ),
    "no text": (b" \n\n", b"# Mine\n", b"# Mine\n"),
}


@late
@pytest.mark.parametrize(("written", "now", "after"), LATE.values(), ids=LATE)
def test_where_late_lines_go(
    folder: Folder, written: bytes, now: bytes | None, after: bytes
) -> None:
    path = notes.path(folder, DAY)
    notes.add(folder, "one", now=NOON)
    with path.open("ab", buffering=0) as slow:
        notes.undo(folder)
        assert not path.exists()
        if now is not None:
            path.write_bytes(now)
        slow.write(written)
        os.utime(slow.fileno(), (NOON, NOON + 180))
    notes.add(folder, "another day", of=DAY - timedelta(days=1))
    assert path.read_bytes() == after
    assert not list(folder.notes.glob(".*"))


@late
def test_late_lines_below_a_heading_that_stays_here_stay_here(folder: Folder) -> None:
    path = notes.path(folder, DAY)
    path.parent.mkdir(parents=True)
    path.write_text("# 2026-11-21\n\n## Health #local\n\nSlept well\n")
    with path.open("ab", buffering=0) as slow:
        notes.add(folder, "one", now=NOON)
        slow.write(b"Took pills\n")
        os.utime(slow.fileno(), (NOON, NOON + 180))
    notes.add(folder, "another day", of=DAY - timedelta(days=1))
    assert path.read_text().endswith("\n\n## 12:03 #local\n\nTook pills\n")


@late
def test_who_appends_to_a_note_all_the_time_stops_no_writer(folder: Folder) -> None:
    notes.add(folder, "one", now=NOON)
    path, ends = notes.path(folder, DAY), threading.Event()

    def write() -> None:
        with path.open("ab", buffering=0) as file:
            begun.set()
            for number in count():
                file.write(f"line {number}\n".encode())
                if ends.wait(0.005):
                    file.write(b"the last line\n")
                    return

    begun = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        writer = pool.submit(write)
        begun.wait()
        notes.add(folder, "two", now=NOON)
        ends.set()
        writer.result()
    notes.merge_late(folder)
    lines = path.read_text().splitlines()
    written = [line for line in lines if line.startswith("line ")]
    assert written == [f"line {number}" for number in range(len(written))]
    assert lines[-1] == "the last line" and "two" in lines


@late
def test_a_save_that_takes_a_while_is_waited_for(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    from llm_user_memory.store.profile import swap

    notes.add(folder, "one", now=NOON)
    path, real, swapped = notes.path(folder, DAY), swap.swap_files, threading.Event()
    slow = path.open("r+b", buffering=0)

    def told(new: Path, old: Path) -> None:
        real(new, old)
        swapped.set()

    def save() -> None:
        swapped.wait()
        slow.truncate()
        slow.write(b"saved in place\n")
        slow.close()

    monkeypatch.setattr(swap, "swap_files", told)
    monkeypatch.setattr(profile_file, "PATIENCE", 30.0)
    with ThreadPoolExecutor(1) as pool:
        saved = pool.submit(save)
        notes.add(folder, "two", now=NOON)
        saved.result()
    assert path.read_text() == "saved in place\n\n## 12:00\n\ntwo\n"


EDITED = {
    "ticked off": ("- [x] call Bob\n- pay rent", "- [x] call Bob\n- pay rent"),
    "deleted": ("- pay rent", "- pay rent"),
    "all deleted": ("", ""),
    "a code block that is not closed": ("```\nx", "```\nx\n```"),
}


@pytest.mark.parametrize(("edited", "kept"), EDITED.values(), ids=EDITED)
def test_an_entry_that_was_added_meanwhile_keeps_lines_like_those_that_were_edited(
    folder: Folder, edited: str, kept: str
) -> None:
    notes.add(folder, "- [ ] call Bob\n- pay rent", now=NOON)
    before = notes.text_of(folder, DAY) or ""
    after = before.replace("- [ ] call Bob\n- pay rent", edited) if edited else ""
    notes.add(folder, "- [ ] call Bob", now=NOON)
    notes.save(folder, DAY, before, after)
    text = notes.text_of(folder, DAY) or ""
    first = f"## 12:00\n\n{kept}\n\n" if kept else ""
    assert text == f"# {DAY}\n\n{first}## 12:00\n\n- [ ] call Bob\n"
    assert notes.undo(folder).text == "- [ ] call Bob"


@late
def test_a_replaced_note_that_was_written_anew_becomes_visible(folder: Folder) -> None:
    notes.add(folder, "one", now=NOON)
    path = notes.path(folder, DAY)
    with path.open("r+") as slow:
        notes.add(folder, "two", now=NOON)
        slow.truncate()
        slow.write("saved in place\n")
    notes.merge_late(folder)
    assert "two" in path.read_text() and "saved" not in path.read_text()
    [found] = folder.notes.glob("2026-11-21.found-*.md")
    assert found.read_text() == "saved in place\n"
    assert not list(folder.notes.glob(".*"))


@late
def test_what_is_written_late_beside_a_link_is_found(folder: Folder, tmp_path: Path) -> None:
    notes.add(folder, "one", now=NOON)
    path, target = notes.path(folder, DAY), tmp_path / "elsewhere" / "daily.md"
    target.parent.mkdir()
    path.rename(target)
    path.symlink_to(target)
    with target.open("a") as slow:
        notes.add(folder, "two", now=NOON)
        slow.write("Typed slowly\n")
    notes.add(folder, "another day", of=DAY - timedelta(days=1))
    assert path.is_symlink() and target.read_text().endswith("\n\nTyped slowly\n")
    assert [each.name for each in target.parent.iterdir()] == ["daily.md"]


@late
def test_what_is_written_late_to_what_a_crash_left_is_kept(folder: Folder) -> None:
    notes.add(folder, "one", now=NOON)
    left = folder.notes / ".2026-11-21.md.new"
    left.write_bytes(notes.path(folder, DAY).read_bytes())
    with left.open("a") as slow:
        notes.add(folder, "two", now=NOON)
        assert not left.exists()
        slow.write("Typed slowly\n")
    notes.merge_late(folder)
    assert notes.path(folder, DAY).read_text().endswith("\n\nTyped slowly\n")


@pytest.mark.product
class TestTheCommand:
    def test_it_notes_what_it_is_given(self, product: Product) -> None:
        assert product.run("memory", "note", "Ana", "recommends it").code == 0
        assert product.run("memory", "note", stdin="from a pipe\n").code == 0
        said = product.run("memory", "note", stdin=" ")
        assert (said.code, "nothing to note" in said.err) == (1, True)
        [(day, text)] = notes.since(product.folder, 1)
        assert day == date.today() and "\n\nAna recommends it\n\n" in text
        assert text.endswith("from a pipe\n")
        taken = product.run("memory", "note", "--undo")
        assert taken.out == "from a pipe\n"
        assert product.folder.index_db.exists(), "from now on the daemon keeps it found"

    def test_a_text_whose_end_was_not_read_is_refused(self, product: Product) -> None:
        long = "begin\n" + "\n" * 4 * notes.LONGEST + "the end\n"
        said = product.run("memory", "note", stdin=long)
        assert (said.code, "longer than" in said.err) == (1, True)
        assert not notes.since(product.folder, 1)

    def test_it_lists_its_entries(self, product: Product) -> None:
        said = product.run("memory", "note", "--list")
        assert (said.code, said.out) == (0, "") and "There are no notes." in said.err
        for day, text in (("2026-11-01", "Buy\nvarnish"), ("2026-11-02", "Row"), ("", "Sail")):
            product.run("memory", "note", *(["--date", day] if day else []), text)
        listed = product.run("memory", "note", "--list", "-n", "2")
        lines = listed.out.splitlines()
        assert [(line.split()[0], line.split()[-1]) for line in lines] == [
            (str(date.today()), "Sail"),
            ("2026-11-02", "Row"),
        ]
        assert "... and 1 more (-n 3)" in listed.err
        of_day = product.run("memory", "note", "--list", "--date", "2026-11-01").out
        assert of_day.startswith("2026-11-01  ") and of_day.endswith("  Buy varnish\n")
        told = json.loads(product.run("memory", "note", "--list", "--json").out)
        assert [each["text"] for each in told] == ["Sail", "Row", "Buy\nvarnish"]

    @late
    def test_what_was_written_late_is_listed_and_searched(self, product: Product) -> None:
        assert product.run("memory", "note", "--date", "2026-11-01", "Varnish").code == 0
        with notes.path(product.folder, date(2026, 11, 1)).open("a") as slow:
            assert product.run("memory", "note", "--date", "2026-11-01", "Row").code == 0
            slow.write("Call Kari\n")
        assert "Kari" in product.run("memory", "search", "Kari").out
        with notes.path(product.folder, date(2026, 11, 1)).open("a") as slow:
            assert product.run("memory", "note", "--date", "2026-11-01", "Sail").code == 0
            slow.write("Call Ana\n")
        assert "Call Ana" in product.run("memory", "note", "--list").out

    def test_on_a_terminal_it_says_what_it_wants(self, product: Product) -> None:
        with product.terminal("memory", "note") as screen:
            said = screen.end()
        assert said.code == 2 and "There is nothing to note" in said.out

    def test_an_editor_gets_the_day(self, product: Product) -> None:
        product.env["EDITOR"] = 'sh -c \'echo "Rowed" >> "$1"\' sh'
        for words in (["--edit"], ["--edit", "2026-11-01"]):
            assert product.run("memory", "note", *words).code == 0
        today = notes.text_of(product.folder, date.today())
        assert today == f"# {date.today()}\nRowed\n"
        assert notes.text_of(product.folder, date(2026, 11, 1)) == "# 2026-11-01\nRowed\n"
        said = product.run("memory", "note", "--edit", "tomorrow")
        assert said.code == 2 and "is no day" in said.err

    def test_what_is_added_while_an_editor_is_open_is_kept(self, product: Product) -> None:
        assert product.run("memory", "note", "first").code == 0
        editor = f"sh -c '{product.llm_path} memory note meanwhile; echo Mine >> \"$1\"' sh"
        assert product.run("memory", "note", "--edit", env={"EDITOR": editor}).code == 0
        text = notes.text_of(product.folder, date.today()) or ""
        assert "first" in text and "meanwhile" in text and "Mine" in text

    def test_an_editor_that_fails_changes_nothing(self, product: Product) -> None:
        said = product.run("memory", "note", "--edit", env={"EDITOR": "false"})
        assert said.code == 1
        assert notes.since(product.folder, 1) == []


@pytest.mark.product
def test_a_note_with_a_secret_is_written_only_if_it_is_meant(product: Product) -> None:
    secret = "zwq7" + "Kp4xt"
    refused = product.run("memory", "note", f"the NAS password is {secret}")
    assert (refused.code, "looks like a secret" in refused.err) == (1, True)
    assert not product.folder.notes.exists()
    assert product.run("memory", "note", "--secret", f"the NAS password is {secret}").code == 0
    [note] = product.folder.notes.iterdir()
    assert secret in note.read_text()


@pytest.mark.product
def test_a_secret_written_in_the_editor_is_saved_and_told(product: Product) -> None:
    secret = "zwq7" + "Kp4xt"
    for added, told in (
        ("Rowed", False),
        (f"the NAS password is {secret}", True),
        ("Swam", False),  # the secret is there already
    ):
        editor = f"""sh -c 'echo "{added}" >> "$1"' sh"""
        ran = product.run("memory", "note", "--edit", env={"EDITOR": editor})
        assert (ran.code, "looks like a secret" in ran.err) == (0, told), ran.err
    text = notes.text_of(product.folder, date.today()) or ""
    assert secret in text and "Swam" in text
    editor = f"""sh -c 'echo "my wifi password: {secret}x" >> "$1"' sh"""
    ran = product.run("memory", "note", "--edit", "--secret", env={"EDITOR": editor})
    where, again = (
        notes.path(product.folder, date.today()),
        f"llm memory note --edit {date.today()}",
    )
    said = f"Saved {where}: 1 line added, 0 lines removed. `{again}` opens it again."
    assert (ran.code, ran.err.split()) == (0, said.split())


def test_an_entry_of_another_day_says_when_it_was_noted(folder: Folder) -> None:
    yesterday = date(2026, 11, 20)
    assert notes.add(folder, "Called the bank", now=NOON, of=yesterday).day == yesterday
    assert notes.path(folder, yesterday).read_text() == (
        "# 2026-11-20\n\n## noted 2026-11-21 12:00\n\nCalled the bank\n"
    )
    assert notes.add(folder, "Today", now=NOON, of=DAY).heading == "12:00"
    assert notes.undo(folder).text == "Today"
    assert notes.undo(folder) == notes.Entry(yesterday, "noted 2026-11-21 12:00", "Called the bank")


OWN_HEADINGS = {
    "a heading": ("# Standup\n\nAna is ill", "Standup", "Ana is ill"),
    "with a time, and deeper": ("### 09:30 - Standup\nAna is ill", "09:30 - Standup", "Ana is ill"),
    "another one in the text": ("# A\n\none\n# B\ntwo", "A", "one\n\\# B\ntwo"),
    "nothing below it": ("# Standup", "12:00", "\\# Standup"),
    "no heading": ("#standup\nAna is ill", "12:00", "#standup\nAna is ill"),
    "as a model's": (
        "# 12:00 (written by gpt-4o, accepted)\n\nhello",
        "12:00",
        "\\# 12:00 (written by gpt-4o, accepted)\n\nhello",
    ),
}


@pytest.mark.parametrize(("text", "heading", "rest"), OWN_HEADINGS.values(), ids=OWN_HEADINGS)
def test_a_note_keeps_its_own_heading(folder: Folder, text: str, heading: str, rest: str) -> None:
    assert notes.add(folder, text, now=NOON) == notes.Entry(DAY, heading, rest)
    assert notes.text_of(folder, DAY) == f"# 2026-11-21\n\n## {heading}\n\n{rest}\n"
    assert notes.undo(folder).text == rest


def test_a_models_note_has_no_heading_of_its_own(folder: Folder) -> None:
    added = notes.add(folder, "# Standup\n\nAna is ill", by="gpt-4o", now=NOON)
    assert added.heading == "12:00 (written by gpt-4o)"


def test_entries_are_listed_newest_first(folder: Folder) -> None:
    notes.add(folder, "one", now=NOON)
    notes.add(folder, "two\nlines", by="gpt-4o", now=NOON + 60)
    notes.add(folder, "older", now=NOON, of=date(2026, 11, 2))
    (folder.notes / "2026-11-01.md").write_text("no heading at all\n")
    found = notes.every(folder)
    assert [(entry.day.day, entry.text) for entry in found] == [
        (21, "two\nlines"),
        (21, "one"),
        (2, "older"),
        (1, "no heading at all"),
    ]
    assert [entry.text for entry in notes.every(folder, date(2026, 11, 2))] == ["older"]
    assert notes.every(folder, date(2026, 11, 3)) == []


@pytest.mark.parametrize("kind", ["a pipe", "a device", "a folder"])
def test_what_is_no_file_is_no_note_and_keeps_nobody_waiting(folder: Folder, kind: str) -> None:
    notes.add(folder, "Ana recommends the Rioja", now=NOON)
    other = notes.path(folder, DAY - timedelta(days=1))
    if kind == "a pipe":
        os.mkfifo(other)
    elif kind == "a device":
        other.symlink_to("/dev/zero")
    else:
        other.mkdir()
    assert [day for day, _text in notes.within(folder, Span(date.min, date.max))] == [DAY]
    with pytest.raises(NotesError, match="cannot be"):
        notes.add(folder, "more", now=NOON - 86400)


@pytest.mark.parametrize(
    "written",
    [
        "Pharmacy at nine.\nI take insulin, ask for more",
        "Ask for needles, as I take\ninsulin",
        "## Dentist\n\nTold him that I take insulin.",
    ],
)
def test_what_was_forgotten_goes_into_no_prompt(folder: Folder, written: str) -> None:
    memory = Memory(folder.path)
    memory.add("Takes insulin")
    notes.add(folder, "Buy varnish", now=NOON)
    notes.add(folder, written, now=NOON + 60)
    notes.add(folder, "Ana recommends the Rioja", now=NOON + 120)
    notes.add(folder, written, now=NOON - 86400)
    span = "2026-11-20..2026-11-21"

    def given() -> set[str]:
        return {
            for_prompts.notes_fragment(folder, span, destination=lambda: USER).text,
            for_prompts.recent_notes(folder, span, 1000, destination=lambda: USER),
        }

    assert all("insulin" in text and "2026-11-20" in text for text in given())
    memory.forget("insulin")
    [text] = given()
    assert "insulin" not in text and "2026-11-20" not in text
    assert text.index("# 2026-11-21") < text.index("varnish") < text.index("Rioja")
    memory.add("Takes insulin")
    assert all("insulin" in text for text in given())


def test_of_what_stands_above_the_entries_the_day_stays(folder: Folder) -> None:
    memory = Memory(folder.path)
    memory.add("Takes insulin")
    memory.forget("insulin")
    notes.add(folder, "Buy varnish", now=NOON)
    file = notes.path(folder, DAY)
    file.write_text(file.read_text().replace("2026-11-21\n", "2026-11-21\n\nI take insulin.\n", 1))
    assert "insulin" in file.read_text()
    given = for_prompts.notes_fragment(folder, "2026-11-21", destination=lambda: USER).text
    assert "# 2026-11-21\n\n## 12:00\n\nBuy varnish" in given and "insulin" not in given


@pytest.mark.parametrize(
    "above", ["# 2026-11-21 #local", "#local\n\n# 2026-11-21", "# 2026-11-21\n#local"]
)
@pytest.mark.parametrize("heading", ["12:00", "Archive"])
def test_a_mark_of_a_day_keeps_its_note_from_models_elsewhere(
    folder: Folder, above: str, heading: str
) -> None:
    notes.add(folder, "Buy varnish", now=NOON)
    notes.path(folder, DAY).write_text(f"{above}\n\n## {heading}\n\nTake insulin\n")

    def given(there: Destination) -> list[str]:
        whole = for_prompts.notes_fragment(folder, "2026-11-21", destination=lambda: there).text
        recent = for_prompts.recent_notes(folder, "2026-11-21", 1000, destination=lambda: there)
        return [text for text in (whole, recent) if "insulin" in text]

    assert len(given(USER)) == 2 and given(CLOUD) == []


def test_no_other_process_adds_an_entry_between_the_count_and_the_entry(folder: Folder) -> None:
    held = []

    def is_full() -> bool:
        held.append(is_locked(folder.notes_lock))
        return len(held) > 1

    notes.add(folder, "first", by="m", is_full=is_full)
    with pytest.raises(NotesError, match="Too many notes of models wait"):
        notes.add(folder, "second", by="m", is_full=is_full)
    assert held == [True, True]
    assert "second" not in (notes.text_of(folder, date.today()) or "")
