"""The docs say what the code does."""

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from llm.cli import cli
from support.rows import for_each

from llm_user_memory import settings

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
MEMORY = cli.commands["memory"]


@for_each("name", MEMORY.list_commands(None))  # type: ignore[attr-defined]
def test_every_command_is_in_the_docs(name: str) -> None:
    assert re.search(rf"^\| `{name}\b", README, re.M)
    page = (ROOT / "docs" / "commands.md").read_text()
    for words, command in _with_subcommands(name, MEMORY.get_command(None, name)):  # type: ignore[attr-defined]
        assert f"## llm memory {words}\n" in page
        assert "\\b" not in (command.help or "")


def _with_subcommands(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    yield name, command
    for nested, each in getattr(command, "commands", {}).items():
        yield from _with_subcommands(f"{name} {nested}", each)


@pytest.mark.parametrize("variable", settings._VARIABLES)
def test_every_setting_is_in_the_readme_with_its_default(variable: str) -> None:
    field = settings._VARIABLES[variable][0]
    default = getattr(settings.Settings(), field)
    row = re.search(rf"^\| `{variable}` \| (.*?) \|", README, re.M)
    assert row, variable
    if default is not None:
        shown = (
            str(default).lower()
            if isinstance(default, bool)
            else f"{default:g}"
            if isinstance(default, float)
            else str(default)
        )
        assert row[1] == f"`{shown}`"


def test_every_file_of_the_memory_folder_is_in_the_readme() -> None:
    folder = settings.Folder(Path("/llm/memory"), "work")
    listed = README.partition("| if you delete it |")[2].partition("\n\n")[0]
    found = [getattr(folder, name) for name, of in vars(settings.Folder).items() if _is_path(of)]
    ours = {path for path in found if path.parent in (folder.path, folder.profile_folder)}
    assert len(ours) > 15
    for path in ours:
        assert f"`{path.name}" in listed or path.suffix == ".lock", path.name


def _is_path(member: object) -> bool:
    return isinstance(member, property) and member.fget.__annotations__["return"] is Path


def test_every_module_has_an_owner() -> None:
    owners = (ROOT / "AGENTS.md").read_text()
    for path in (ROOT / "llm_user_memory").iterdir():
        name = path.stem
        if not name.startswith("__") and name != "shell_files":
            assert re.search(rf"`{name}[`/]", owners), f"{name} is not in AGENTS.md"


@pytest.mark.parametrize(
    "page", sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]), ids=lambda page: page.name
)
def test_every_link_leads_somewhere(page: Path) -> None:
    for file, anchor in re.findall(
        r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)", page.read_text()
    ):
        target = page.parent / file if file else page
        assert target.exists(), file
        assert not anchor or anchor in _anchors(target.read_text()), f"{file}#{anchor}"


def _anchors(text: str) -> set[str]:
    """The names of the headings of a page in links to them, as GitHub makes them."""
    headings = re.findall(r"^#+ +(.+?) *$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}


COMING = (ROOT / "docs" / "coming-from.md").read_text()


@pytest.mark.parametrize("typed", sorted(set(re.findall(r"`llm memory ([a-z][a-z-]*)", COMING))))
def test_every_command_for_those_who_come_from_elsewhere_exists(typed: str) -> None:
    assert MEMORY.get_command(None, typed), typed  # type: ignore[attr-defined]


@pytest.mark.parametrize("variable", sorted(set(re.findall(r"LLM_MEMORY_[A-Z_]+", COMING))))
def test_every_setting_for_those_who_come_from_elsewhere_exists(variable: str) -> None:
    assert variable in settings._VARIABLES
