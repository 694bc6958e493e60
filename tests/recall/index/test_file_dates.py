"""When the sections of Markdown files were written: by name, headings, front matter, or change."""

import time
from pathlib import Path

import pytest
from support.rows import for_each

from llm_user_memory.recall.index.file_dates import FileDates

pytestmark = pytest.mark.once

CHANGED = time.mktime((2026, 11, 21, 12, 0, 0, 0, 0, -1))
AS_CHANGED = "2026-11-21 12:00"
MATTER = "---\ntitle: A day\n{}\n---\n\nhello\n"

# The file's path, the headings of a section, and when it was written.
NAMES = [
    ("2024-01-15.md", [], "2024-01-15 00:00"),
    ("2024-01-15-call-with-ana.md", [], "2024-01-15 00:00"),
    ("call-with-ana-20240115.md", [], "2024-01-15 00:00"),
    ("2024_01_15.md", [], "2024-01-15 00:00"),
    ("Meeting 15 January 2024.md", [], "2024-01-15 00:00"),
    ("15.01.2024.md", [], "2024-01-15 00:00"),
    ("journal/2024/01/15.md", [], "2024-01-15 00:00"),
    ("journal/2024/01-15 Monday.md", [], "2024-01-15 00:00"),
    ("2024-W03.md", [], "2024-01-15 00:00"),
    ("2024-01.md", [], "2024-01-01 00:00"),
    ("2026-11.md", [], AS_CHANGED),
    ("2023.md", [], "2023-01-01 00:00"),
    ("plans-2024.md", [], AS_CHANGED),
    ("2024-13-45.md", [], AS_CHANGED),
    ("12024-01-155.md", [], AS_CHANGED),
    ("notes.md", [], AS_CHANGED),
]
HEADINGS = [
    ("log.md", ["2024-01-15"], "2024-01-15 00:00"),
    ("log.md", ["My log", "2024-01-15", "10:30 - standup"], "2024-01-15 10:30"),
    ("log.md", ["[[2024-01-15]]", "2:30 PM"], "2024-01-15 14:30"),
    ("log.md", ["2024-01-15 10:30 Meeting"], "2024-01-15 10:30"),
    ("log.md", ["Meeting with Ana (2024-01-15)"], "2024-01-15 00:00"),
    ("log.md", ["Monday, January 15th, 2024"], "2024-01-15 00:00"),
    ("log.md", ["Montag, 15. Januar 2024"], "2024-01-15 00:00"),
    ("log.md", ["lundi 15 janvier 2024"], "2024-01-15 00:00"),
    ("log.md", ["15 de enero de 2024"], "2024-01-15 00:00"),
    ("log.md", ["15 января 2024"], "2024-01-15 00:00"),
    ("log.md", ["2024年1月15日"], "2024-01-15 00:00"),
    ("log.md", ["15/01/2024"], "2024-01-15 00:00"),
    ("log.md", ["01/15/2024"], "2024-01-15 00:00"),
    ("log.md", ["2024", "January", "15"], "2024-01-15 00:00"),
    ("2024.md", ["January 15"], "2024-01-15 00:00"),
    ("2024-01.md", ["Monday 15th", "09.15 Uhr"], "2024-01-15 09:15"),
    ("2024-01-15.md", ["10:30"], "2024-01-15 10:30"),
    ("2024-01-15.md", ["2024-01-16"], "2024-01-16 00:00"),
]
ABOUT_A_DAY = [
    ("log.md", ["Deadline: 2024-12-31"], AS_CHANGED),
    ("log.md", ["Until 2024-12-31"], AS_CHANGED),
    ("log.md", ["Plans for 2025-01-01"], AS_CHANGED),
    ("log.md", ["Trip to Rome 2027-01-01"], AS_CHANGED),
    ("log.md", ["How 2024-01-15 changed us all"], AS_CHANGED),
    ("log.md", ["01/02/2024"], AS_CHANGED),  # January or February
    ("log.md", ["Release 2024.01.15.3"], AS_CHANGED),
    ("log.md", ["March"], AS_CHANGED),
    ("log.md", ["15"], AS_CHANGED),
    ("log.md", ["10:30"], AS_CHANGED),
    ("2024-01.md", ["1. Introduction"], "2024-01-01 00:00"),
    ("2024-01-15.md", ["Ana was born on 2001-05-04"], "2024-01-15 00:00"),
    ("2024-01-15.md", ["25:70 is no time"], "2024-01-15 00:00"),
]


def written(path: str, headings: list[str], text: str = "") -> str:
    moment = FileDates(Path("/home/ana", path), text, CHANGED).said_at(headings)
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(moment))


@for_each(
    ("path", "headings", "when"), NAMES + HEADINGS + ABOUT_A_DAY, ids=lambda value: str(value)
)
def test_by_name_and_headings(path: str, headings: list[str], when: str) -> None:
    assert written(path, headings) == when


FRONT_MATTER = {
    "a day": ("date: 2024-01-15", "2024-01-15 00:00"),
    "quoted": ('date: "2024-01-15"', "2024-01-15 00:00"),
    "a local time": ("date: 2024-01-15T10:30:00", "2024-01-15 10:30"),
    "in words": ("created: 15 January 2024", "2024-01-15 00:00"),
    "the date is the best": ("created: 2020-01-01\ndate: 2024-01-15", "2024-01-15 00:00"),
    "no date": ("date: soon", AS_CHANGED),
    "a number": ("date: 20240115", AS_CHANGED),
    "of another thing": ("update: 2024-01-15", AS_CHANGED),
}


@pytest.mark.parametrize(("lines", "when"), FRONT_MATTER.values(), ids=FRONT_MATTER)
def test_by_front_matter(lines: str, when: str) -> None:
    assert written("log.md", [], MATTER.format(lines)) == when


def test_what_is_nearer_to_the_text_counts_first() -> None:
    matter = MATTER.format("date: 2024-01-15T10:30:00")
    assert written("log.md", ["2024-02-01"], matter) == "2024-02-01 00:00"
    assert written("2024-03-01.md", [], matter) == "2024-03-01 00:00"
    assert written("2024-01-15.md", [], matter) == "2024-01-15 10:30", "the same day, with a time"
    assert written("log.md", ["11:45 call"], matter) == "2024-01-15 11:45"
    assert written("log.md", [], "hello\n---\ndate: 2024-01-15\n---\n") == AS_CHANGED
    assert written("log.md", [], "+++\ndate = 2024-01-15\n+++\n") == "2024-01-15 00:00"


def test_impossible_times_of_change() -> None:
    assert FileDates(Path("a.md"), "", 1e18).said_at(["2024-01-15"]) > 0
    assert FileDates(Path("a.md"), "", -1e18).said_at(["2024-01-15"]) > 0
