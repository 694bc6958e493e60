"""Regular expressions that are compiled when they are first used."""

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import llm_user_memory
from llm_user_memory.text.patterns import AnyOf, _Lazy, any_of, regex


def test_it_does_what_a_compiled_one_does() -> None:
    lazy, compiled = regex(r"(?P<digits>\d+)", re.ASCII), re.compile(r"(?P<digits>\d+)", re.ASCII)
    text = "1 and 22"
    assert lazy.findall(text) == compiled.findall(text) == ["1", "22"]
    assert [found.span() for found in lazy.finditer(text)] == [(0, 1), (6, 8)]
    assert (lazy.pattern, lazy.flags, lazy.groupindex) == (
        compiled.pattern,
        compiled.flags,
        compiled.groupindex,
    )
    assert lazy.sub("#", text) == "# and #"
    with pytest.raises(AttributeError):
        lazy.nothing  # type: ignore[attr-defined]  # noqa: B018


def test_nothing_is_compiled_before_its_use() -> None:
    broken = regex("(")
    with pytest.raises(re.error):
        broken.search("")


@pytest.mark.parametrize("text", ["a cat", "Katze", "my dog", "CAT", ""])
def test_any_of_several_fits_where_their_alternation_does(text: str) -> None:
    sources = (r"\bcats?\b", "katze", "^кош")
    several, one = any_of(*sources, flags=re.I), re.compile("|".join(sources), re.I)
    assert several.search(text) == bool(one.search(text))
    assert several.match(text) == bool(one.match(text))


def test_of_several_none_is_compiled_after_one_that_fits() -> None:
    assert any_of("cat", "(").search("a cat")
    with pytest.raises(re.error):
        any_of("dog", "(").search("a cat")


def _all() -> Iterator[tuple[str, re.Pattern[str]]]:
    """The expressions of the modules about languages, also those in tables."""
    for package in ("text", "checks", "recall"):
        path = importlib.import_module(f"llm_user_memory.{package}").__path__
        for module in pkgutil.walk_packages(path, f"{llm_user_memory.__name__}.{package}."):
            for name, value in vars(importlib.import_module(module.name)).items():
                for each in _in(value):
                    yield f"{module.name}.{name}", each


def _in(value: object) -> Iterator[re.Pattern[str]]:
    if isinstance(value, _Lazy):
        yield value  # type: ignore[misc]
    elif isinstance(value, AnyOf):
        yield from value.patterns
    elif isinstance(value, dict):
        yield from _in([*value, *value.values()])
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _in(each)


def test_each_can_be_compiled() -> None:
    found = list(_all())
    assert len(found) > 100
    for name, lazy in found:
        assert lazy.pattern, name


@pytest.mark.slow
def test_no_quantifier_is_lost_in_an_f_string() -> None:
    """In an f-string, {1,3} is a tuple: its pattern has the text "(1, 3)"."""
    root = Path(llm_user_memory.__file__).parent
    lost = [
        f"{path.relative_to(root)}:{node.lineno}"
        for path in root.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FormattedValue)
        for value in (node.value.elts if isinstance(node.value, ast.Tuple) else [node.value])
        if isinstance(value, ast.Constant) and isinstance(value.value, int)
    ]
    assert lost == []
