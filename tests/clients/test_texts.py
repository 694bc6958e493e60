"""An entry that is put into JSON or TOML can be cut out again, and nothing else changes."""

import json
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llm_user_memory.clients import jsonc, toml

ENTRY = {"command": "/opt/py/bin/python", "args": ["-P", "-m", "llm_user_memory.mcp"]}
PATH = ("mcpServers", "llm-memory")

TEXTS = {
    "empty object": "{}",
    "empty object over lines": "{\n}\n",
    "an object without servers": '{\n  "theme": "dark"\n}\n',
    "four spaces": '{\n    "mcpServers": {\n        "a": {"command": "x"}\n    }\n}',
    "tabs": '{\n\t"mcpServers": {\n\t\t"a": {}\n\t}\n}\n',
    "one line": '{"mcpServers": {"a": {"command": "x"}}, "b": [1, 2]}',
    "one line, empty": '{"mcpServers": {}}',
    "one line, no spaces": '{"a":{"b":1},"mcpServers":{"z":{}}}\n',
    "windows": '{\r\n  "a": 1,\r\n  "mcpServers": {\r\n  }\r\n}\r\n',
    "comments": '// mine\n{\n  // "mcpServers": {}\n  "a": 1, /* b */\n  "mcpServers": {\n'
    '    // first\n    "x": {}, // last\n  },\n}\n// end\n',
    "trailing commas": '{\n  "mcpServers": {\n    "x": {},\n  },\n  "l": [1,],\n}\n',
    "a byte order mark": '\ufeff{\n  "a": 1\n}\n',
    "strings like code": '{\n  "a": "// {\\"mcpServers\\": {}}",\n  "b": "}"\n}\n',
    "the same key twice": '{\n  "mcpServers": {"old": {}},\n  "mcpServers": {"new": {}}\n}\n',
    "braces on own lines": '{\n  "mcpServers":\n  {\n    "x":\n    {\n    }\n  }\n}\n',
}


@pytest.mark.parametrize("name", TEXTS)
def test_an_entry_is_put_in_and_cut_out(name: str) -> None:
    text = TEXTS[name]
    added, piece = jsonc.with_member(text, PATH, ENTRY)
    found = jsonc.at(jsonc.parsed(added), PATH)
    assert found and found.plain() == ENTRY
    assert jsonc.without_piece(added, piece) == text
    assert added.replace(piece, "", 1) == text, "every other byte stays"
    cleaned = jsonc.parsed(jsonc.without(added, PATH)).plain()
    before = jsonc.parsed(text).plain()
    before.setdefault("mcpServers", {})
    assert cleaned == before
    if "\r" not in text:
        assert "\r" not in added
    else:
        assert added.count("\n") == added.count("\r\n")


def test_it_looks_as_the_rest_does() -> None:
    added, _ = jsonc.with_member(TEXTS["tabs"], PATH, {"command": "x"})
    assert added == (
        '{\n\t"mcpServers": {\n\t\t"llm-memory": {\n\t\t\t"command": "x"\n\t\t},'
        '\n\t\t"a": {}\n\t}\n}\n'
    )
    added, _ = jsonc.with_member("{}\n", PATH, {"command": "x"})
    assert added == (
        '{\n  "mcpServers": {\n    "llm-memory": {\n      "command": "x"\n    }\n  }\n}\n'
    )


def test_items_of_lists() -> None:
    text = '{\n  "hooks": {\n    "Stop": [\n      {"a": 1} // mine\n    ]\n  }\n}\n'
    added, piece = jsonc.with_item(text, ("hooks", "Stop"), {"b": 2})
    assert jsonc.parsed(added).plain() == {"hooks": {"Stop": [{"b": 2}, {"a": 1}]}}
    assert jsonc.without_piece(added, piece) == text
    assert jsonc.parsed(jsonc.without(added, ("hooks", "Stop"), 0)).plain() == (
        jsonc.parsed(text).plain()
    )
    made, piece = jsonc.with_item(text, ("hooks", "End"), {"b": 2})
    assert jsonc.parsed(made).plain()["hooks"]["End"] == [{"b": 2}]
    assert jsonc.without_piece(made, piece) == text


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ('{"a": 1, "x": 2, "b": 3}', {"a": 1, "b": 3}),
        ('{"x": 2}', {}),
        ('{"a": 1, "x": 2}', {"a": 1}),
        ('{"a": 1, "x": 2,}', {"a": 1}),
        ('{\n  "a": 1, // one\n  "x": 2 // two\n}', {"a": 1}),
        ('{\n  "x": 2, // two\n  "a": 1\n}', {"a": 1}),
        ('{"x": 1, "x": 2}', {"x": 1}),
        ('{"a": 1}', {"a": 1}),
    ],
)
def test_a_member_is_removed(text: str, left: dict[str, Any]) -> None:
    cut = jsonc.without(text, ("x",))
    assert jsonc.parsed(cut).plain() == left
    assert cut.count("//") == text.count("//")


@pytest.mark.parametrize(
    "text",
    ["", "x", "{", '{"a" 1}', '{"a": 1} {', "[1", '{"a": /* }', "[" * 5000, "{a: 1}",
     '{"a": 1 "b": 2}'],
)  # fmt: skip
def test_what_is_not_json_is_refused(text: str) -> None:
    with pytest.raises(jsonc.NotJson):
        jsonc.with_member(text, PATH, ENTRY)


def test_what_is_there_is_not_overwritten() -> None:
    for text in ('{"mcpServers": []}', '{"mcpServers": {"llm-memory": {}}}', "[]", "7"):
        with pytest.raises(jsonc.NotJson):
            jsonc.with_member(text, PATH, ENTRY)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["a", "mcpServers", "llm-memory", "x y", "\u00e9"]), inner
        )
    ),
    max_leaves=12,
)


@given(JSON, st.sampled_from([None, 1, 2, 4, "\t"]), st.booleans())
def test_any_json_is_given_back(value: Any, indent: Any, has_end: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=False) + ("\n" if has_end else "")
    assert jsonc.parsed(text).plain() == value
    try:
        added, piece = jsonc.with_member(text, PATH, ENTRY)
    except jsonc.NotJson:
        servers = value.get("mcpServers", {}) if isinstance(value, dict) else None
        assert not isinstance(servers, dict) or "llm-memory" in servers
        return
    assert json.loads(added)["mcpServers"]["llm-memory"] == ENTRY
    assert jsonc.without_piece(added, piece) == text
    expected = {**value, "mcpServers": value.get("mcpServers", {})}
    assert json.loads(jsonc.without(added, PATH)) == expected


HEADER = "[mcp_servers.llm-memory]"
MARK = "llm_user_memory.mcp"
TOML = {
    "empty": "",
    "no end of line": 'model = "gpt-5"',
    "comments": '# mine\nmodel = "gpt-5" # best\n\n[mcp_servers.other] # x\ncommand = "y"\n# end\n',
    "windows": 'a = 1\r\n[b]\r\nc = "d"\r\n',
    "arrays of tables": "[[a]]\nb = 1\n[[a]]\nb = 2\n",
    "multi-line": 'a = """\n[mcp_servers.llm-memory]\n"""\n',
}


@pytest.mark.parametrize("name", [name for name in TOML if name != "multi-line"])
def test_a_table_is_put_in_and_cut_out(name: str) -> None:
    text = TOML[name]
    added, piece = toml.with_table(text, HEADER, ENTRY)
    assert added.startswith(text)
    assert toml.without_piece(added, piece) == text
    if sys.version_info >= (3, 11):
        read = toml.parsed(added)
        assert read and read["mcp_servers"]["llm-memory"] == ENTRY
    later = added + "\n# mine\n[later]\nx = 1\n"
    cut = toml.without_table(later, HEADER, MARK)
    assert HEADER not in cut and cut.endswith("\n# mine\n[later]\nx = 1\n")
    assert toml.without_table(text, HEADER, MARK) == text


def test_a_table_of_that_name_is_not_overwritten() -> None:
    with pytest.raises(toml.NotToml):
        toml.with_table(f"{HEADER}\ncommand = 'x'\n", HEADER, ENTRY)


@pytest.mark.skipif(sys.version_info < (3, 11), reason="there is no parser of TOML")
@pytest.mark.parametrize("text", ["a = ", "[mcp_servers]\nllm-memory = {}\n", "mcp_servers = {}\n"])
def test_a_text_with_no_place_for_it_is_refused(text: str) -> None:
    with pytest.raises(toml.NotToml):
        toml.with_table(text, HEADER, ENTRY)
