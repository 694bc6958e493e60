"""Tests of long tables: with a test for each row, pytest takes longer than what is tested."""

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from _pytest.mark import ParameterSet

Test = Callable[..., None]


def for_each(
    names: str | tuple[str, ...] | list[str],
    rows: Iterable[Any],
    ids: Iterable[str] | Callable[[Any], str] | None = None,
) -> Callable[[Test], Test]:
    """Decorate a test to run for every row, as `pytest.mark.parametrize` does, but as one test.

    It fails after the last row, with the rows that failed, and what each of them said.
    """
    wanted = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    given_rows = list(rows)
    table = [_plain(row, len(wanted)) for row in given_rows]
    named = map(ids, table) if callable(ids) else ids
    titles = [_title(row) for row in given_rows] if named is None else [*map(str, named)]

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def run(**given: Any) -> None:
            assert table, "there is no row"
            failed = []
            for title, row in zip(titles, table, strict=True):
                try:
                    test(**given, **_values(wanted, row))
                except AssertionError as error:
                    failed.append(f"{title}: {error or 'it failed'}")
                except Exception as error:
                    raise AssertionError(title) from error
            assert not failed, "\n\n".join([f"{len(failed)} of {len(table)} rows failed:", *failed])

        signature = inspect.signature(test)
        others = [each for name, each in signature.parameters.items() if name not in wanted]
        run.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
        return run

    return decorate


def _plain(row: Any, width: int) -> Any:
    """A row, also if it is a `pytest.param`."""
    values = row.values if isinstance(row, ParameterSet) else row
    return values[0] if width == 1 and isinstance(row, ParameterSet) else values


def _title(row: Any) -> str:
    return str(row.id) if isinstance(row, ParameterSet) and row.id else repr(row)[:200]


def _values(names: list[str], row: Any) -> Mapping[str, Any]:
    return dict(zip(names, row, strict=True)) if len(names) > 1 else {names[0]: row}
