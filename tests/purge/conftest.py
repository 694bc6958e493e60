"""A purge also searches the temporary folder, which tests in other processes use, too."""

import tempfile
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_temporary_folder(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """Give each test a temporary folder of its own, and return it."""
    folder = tmp_path_factory.mktemp("temporary")
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder
