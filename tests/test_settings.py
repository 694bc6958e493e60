"""The LLM_MEMORY_* variables, the fingerprint of the environment, the folder's paths."""

import os
import stat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.rows import for_each

from llm_user_memory.settings import Folder, Settings, fingerprint, read_settings

pytestmark = pytest.mark.once

UNDERSTOOD = [
    ("LLM_MEMORY_DISABLED", "true", "disabled", True),
    ("LLM_MEMORY_DISABLED", "1", "disabled", True),
    ("LLM_MEMORY_DISABLED", " Yes ", "disabled", True),
    ("LLM_MEMORY_DISABLED", "ON", "disabled", True),
    ("LLM_MEMORY_DISABLED", "false", "disabled", False),
    ("LLM_MEMORY_UPDATES", "0", "updates", False),
    ("LLM_MEMORY_UPDATES", "off", "updates", False),
    ("LLM_MEMORY_UPDATE_INTERVAL", "0", "update_interval", 0.0),
    ("LLM_MEMORY_UPDATE_INTERVAL", "2.5", "update_interval", 2.5),
    ("LLM_MEMORY_MODEL", "gpt-4o-mini", "model", "gpt-4o-mini"),
    ("LLM_MEMORY_MODEL", " m ", "model", "m"),
    ("LLM_MEMORY_MODEL", "caf\udce9", "model", "caf?"),  # bytes that are not UTF-8
    ("LLM_MEMORY_PROFILE", "work", "profile", "work"),
    ("LLM_MEMORY_DAILY_LIMIT", "7", "daily_limit", 7),
    ("LLM_MEMORY_DAILY_LIMIT", "0", "daily_limit", 0),
    ("LLM_MEMORY_PROFILE_TOKENS", "900", "profile_tokens", 900),
    ("LLM_MEMORY_NEWS", "no", "news", False),
    ("LLM_MEMORY_PLACEMENT", "System", "placement", "system"),
    ("LLM_MEMORY_PLACEMENT", "prompt", "placement", "prompt"),
    ("LLM_MEMORY_PLACEMENT", "auto", "placement", "auto"),
    ("LLM_MEMORY_IDLE_TIMEOUT", "0", "idle_timeout", 0.0),
    ("LLM_MEMORY_RECALL", "true", "recall", True),
    ("LLM_MEMORY_RECALL_TOKENS", "300", "recall_tokens", 300),
    ("LLM_MEMORY_NOTES", "7d", "notes", "7d"),
    ("LLM_MEMORY_NOTES", "2 W", "notes", "2 W"),
    ("LLM_MEMORY_NOTES", "Today", "notes", "today"),
    ("LLM_MEMORY_NOTES", "none", "notes", ""),
    ("LLM_MEMORY_LEARNED_LOCALLY", "Any", "learned_locally", "any"),
    ("LLM_MEMORY_LEARNED_LOCALLY", "local", "learned_locally", "local"),
    ("LLM_MEMORY_ARCHIVE", "off", "archive", False),
    ("LLM_MEMORY_EMBEDDER", "3-small", "embedder", "3-small"),
    ("LLM_MEMORY_SEARCH", "Markdown", "search", "markdown"),
    ("LLM_MEMORY_SEARCH", "none", "search", "none"),
    ("LLM_MEMORY_LEARN_ONLY", "true", "learn_only", True),
    ("LLM_MEMORY_CLIENT_QUESTIONS", "no", "client_questions", False),
    ("LLM_MEMORY_ASK_MODEL", "gpt-4o-mini", "ask_model", "gpt-4o-mini"),
    ("LLM_MEMORY_PRICES", "gpt-4o-mini=0.15/0.60", "prices", "gpt-4o-mini=0.15/0.60"),
]
NOT_UNDERSTOOD = [
    ("LLM_MEMORY_DISABLED", "maybe"),
    ("LLM_MEMORY_DISABLED", "y"),
    ("LLM_MEMORY_LEARN_ONLY", "ja"),
    ("LLM_MEMORY_UPDATES", "2"),
    ("LLM_MEMORY_NEWS", "-"),
    ("LLM_MEMORY_UPDATE_INTERVAL", "soon"),
    ("LLM_MEMORY_UPDATE_INTERVAL", "-1"),
    ("LLM_MEMORY_UPDATE_INTERVAL", "inf"),
    ("LLM_MEMORY_UPDATE_INTERVAL", "1e999"),
    ("LLM_MEMORY_UPDATE_INTERVAL", "nan"),
    ("LLM_MEMORY_PROFILE_TOKENS", "-1"),
    ("LLM_MEMORY_DAILY_LIMIT", "1.5"),
    ("LLM_MEMORY_DAILY_LIMIT", "-1"),
    ("LLM_MEMORY_DAILY_LIMIT", "9" * 5000),
    ("LLM_MEMORY_NOTES", "0d"),
    ("LLM_MEMORY_NOTES", "d"),
    ("LLM_MEMORY_NOTES", "a week"),
    ("LLM_MEMORY_PLACEMENT", "everywhere"),
    ("LLM_MEMORY_IDLE_TIMEOUT", "10m"),
    ("LLM_MEMORY_RECALL", "sometimes"),
    ("LLM_MEMORY_RECALL_LOCAL", "yes"),
    ("LLM_MEMORY_LEARNED_LOCALLY", "yes"),
    ("LLM_MEMORY_RECALL_TOKENS", "few"),
    ("LLM_MEMORY_SEARCH", "postgres"),
]
VARIABLES = sorted({row[0] for row in UNDERSTOOD})


def test_without_variables_everything_has_its_default() -> None:
    assert read_settings({}) == Settings()


@for_each(("variable", "value", "field", "meant"), UNDERSTOOD)
def test_a_variable_sets_its_field(variable: str, value: str, field: str, meant: Any) -> None:
    assert read_settings({variable: value}) == Settings(**{field: meant})


IN_DOUBT = {
    "LLM_MEMORY_DISABLED": {"disabled": True},
    "LLM_MEMORY_UPDATES": {"updates": False},
    "LLM_MEMORY_LEARN_ONLY": {"learn_only": True},
}


@pytest.mark.parametrize(("variable", "value"), NOT_UNDERSTOOD)
def test_what_is_not_understood_is_named_and_gives_no_consent(variable: str, value: str) -> None:
    found = read_settings({variable: value})
    [(named, quoted, expected, instead)] = found.problems
    assert (named, quoted, bool(expected)) == (variable, value, True)
    assert (instead != "the default is used") == (variable in IN_DOUBT)
    assert found == Settings(problems=found.problems, **IN_DOUBT.get(variable, {}))


@pytest.mark.parametrize("variable", VARIABLES)
@pytest.mark.parametrize("blank", ["", "  "])
def test_an_empty_value_is_no_value(variable: str, blank: str) -> None:
    assert read_settings({variable: blank}) == Settings()


def test_every_field_has_a_variable_in_the_table_above() -> None:
    assert {row[2] for row in UNDERSTOOD} == set(Settings._fields) - {"problems"}


def test_several_problems_are_all_named() -> None:
    found = read_settings({"LLM_MEMORY_NEWS": "?", "LLM_MEMORY_DAILY_LIMIT": "?"})
    assert {problem[0] for problem in found.problems} == {
        "LLM_MEMORY_NEWS",
        "LLM_MEMORY_DAILY_LIMIT",
    }


@given(st.dictionaries(st.sampled_from(VARIABLES), st.text()))
@settings(deadline=None)
def test_no_value_can_break_the_settings(environ: dict[str, str]) -> None:
    found = read_settings(environ)
    named = {problem[0] for problem in found.problems}
    assert named <= set(environ)
    assert 0 <= found.update_interval < float("inf")
    assert 0 <= found.idle_timeout < float("inf")
    assert found.daily_limit >= 0
    assert found.placement in ("auto", "prompt", "system")


@pytest.mark.parametrize(
    "name",
    [
        "OPENAI_API_KEY",
        "openai_api_key",
        "HTTPS_PROXY",
        "https_proxy",
        "OPENAI_BASE_URL",
        "OLLAMA_HOST",
        "LLM_MEMORY_MODEL",
        "LLM_MEMORY_UPDATE_INTERVAL",
        "LLM_MEMORY_DAILY_LIMIT",
        "LLM_MEMORY_IDLE_TIMEOUT",
        "LLM_LOAD_PLUGINS",
    ],
)
def test_the_fingerprint_follows_what_the_daemon_learns_with(name: str) -> None:
    assert len({fingerprint({}), fingerprint({name: "a"}), fingerprint({name: "b"})}) == 3


@pytest.mark.parametrize(
    "name",
    [
        "PATH",
        "HOME",
        "LLM_MODEL",
        "LLM_USER_PATH",
        "LLM_MEMORY_DISABLED",
        "LLM_MEMORY_INJECT",
        "LLM_MEMORY_NEWS",
        "LLM_MEMORY_PLACEMENT",
        "LLM_MEMORY_UPDATES",
    ],
)
def test_the_fingerprint_ignores_what_is_of_one_call(name: str) -> None:
    assert fingerprint({name: "a"}) == fingerprint({})


def test_the_fingerprint_tells_no_value() -> None:
    assert "sk-secret" not in fingerprint({"OPENAI_API_KEY": "sk-secret"})


def test_the_order_of_the_environment_does_not_matter() -> None:
    pairs = {"A_API_KEY": "1", "B_API_KEY": "2"}
    assert fingerprint(pairs) == fingerprint(dict(reversed(pairs.items())))


def test_a_value_that_is_not_text_has_a_fingerprint() -> None:
    odd = os.fsdecode(b"\xff")
    assert fingerprint({"A_API_KEY": odd}) != fingerprint({})


PATHS = [name for name, value in vars(Folder).items() if isinstance(value, property)]
SHARED = {"profiles", "daemon_lock", "start_lock", "clients_lock", "daemon_log", "shell"}


@pytest.mark.parametrize("name", sorted({*PATHS} - {"profile_folder", "logs"}))
def test_everything_of_ours_lives_in_the_folder(name: str) -> None:
    folder = Folder(Path("/somewhere/memory"))
    work = Folder(folder.path, "work")
    assert getattr(folder, name).parent == folder.path
    assert getattr(work, name).parent == (folder.path if name in SHARED else work.profile_folder)


def test_no_two_things_share_a_path() -> None:
    folder = Folder(Path("/somewhere/memory"))
    assert len({getattr(folder, name) for name in PATHS}) == len(PATHS) > 5


def test_the_log_is_where_its_link_points(tmp_path: Path) -> None:
    (tmp_path / "real.db").touch()
    (tmp_path / "logs.db").symlink_to(tmp_path / "real.db")
    assert Folder(tmp_path / "memory").logs == (tmp_path / "real.db").resolve()


def test_the_folder_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "llm" / "memory")
    folder.create()
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700


def test_a_folder_that_others_may_read_is_closed(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "memory")
    folder.path.mkdir(mode=0o755)
    folder.create()
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
