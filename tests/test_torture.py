"""`make torture`: its parts, and what it writes to docs/robustness.md."""

import pytest
import torture


def test_the_page_has_a_place_for_each_part() -> None:
    page = torture.PAGE.read_text()
    for part in torture.PARTS:
        changed = torture.replaced(page, part, "counted")
        assert f"<!-- counted: {part} -->\n\ncounted\n\n<!-- end: {part} -->" in changed
        assert torture.replaced(changed, part, "again").count("counted\n") == 0
    with pytest.raises(ValueError, match="'none'"):
        torture.replaced(page, "none", "counted")


def test_no_file_is_in_two_parts_or_missing() -> None:
    paths = [argument for part in torture.PARTS.values() for argument in part if "/" in argument]
    named = [path for path in paths if not path.startswith("--ignore=")]
    assert len(named) == len(set(named))
    assert all((torture.ROOT / path).exists() for path in named)
    ignored = {path.partition("=")[2] for path in paths if path.startswith("--ignore=")}
    assert ignored == set(named)


def test_the_tallies_of_an_ordeal_are_added() -> None:
    rows: list[dict[str, int | str]] = [
        {"ordeal": "b", "runs": 1, "kills": 1000},
        {"ordeal": "a", "runs": 1},
        {"ordeal": "b", "runs": 2, "kills": 500},
    ]
    lines = ["| ordeal | runs | kills |", "| --- | ---: | ---: |", "| a | 1 |  |"]
    assert torture.table(rows) == "\n".join([*lines, "| b | 3 | 1,500 |", ""])
    assert torture.table([]) == ""


def test_a_part_that_does_not_exist_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert torture.main(["kill"]) == 2
    assert "no part 'kill'" in capsys.readouterr().err
