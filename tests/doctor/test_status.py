"""What `status` says of a profile that grows too large."""

from pathlib import Path

import pytest

from llm_user_memory.doctor import status
from llm_user_memory.profile.document import EMPTY
from llm_user_memory.settings import Folder, read_settings
from llm_user_memory.store.profile import file as profile_file


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.parametrize(
    ("size", "notes", "problems"),
    [
        (350_000, "", ""),
        (420_000, "0.4 MB. Nothing is learned any more at 0.5 MB. Remove lines of the archive", ""),
        (450_000, "", "Nothing more is learned, and no model is asked."),
    ],
)
def test_a_large_archive_is_told_of_before_it_is_full(
    folder: Folder,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    size: int,
    notes: str,
    problems: str,
) -> None:
    monkeypatch.setattr(profile_file, "LARGEST", 500_000)
    folder.create()
    line = "- Keeps bees\n"
    folder.profile.write_text(f"{EMPTY}\n## Archive: Interests\n{line * (size // len(line))}")
    found = status.report(folder, read_settings({}), {}, tmp_path)
    for part, said in (("notes", notes), ("problems", problems)):
        of_profile = " ".join(each for each in found[part] if "learned" in each)
        assert said in of_profile and bool(said) == bool(of_profile), (part, found[part])
