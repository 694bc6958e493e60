"""The three shell files in the real shells, and what `shell` installs, read by new shells."""

from pathlib import Path

import pytest

pytestmark = [pytest.mark.shell, pytest.mark.once]

SECONDS = 180.0
FILES = Path(__file__).parents[2] / "shell"
