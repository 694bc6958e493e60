"""Editing the user's rc files, so that new shells read the shell function of this package.

* `plan` computes the changes, `change` describes one, and `write` applies it;
* `report` says what is installed;
* `lines` edits the contents of an rc file;
* `rc_paths` finds the user's shells and their rc files; `running` tells which shell runs.

Imports neither `llm` nor `click`, and prints nothing.
"""

from .change import Change, Kind
from .lines import SHELLS, Shell
from .plan import plan_install, plan_uninstall
from .rc_paths import login_shell, shells_in_use, shells_without
from .report import CopyState, Installed, installed
from .running import shell_without
from .write import apply

__all__ = [
    "SHELLS",
    "Change",
    "CopyState",
    "Installed",
    "Kind",
    "Shell",
    "apply",
    "installed",
    "login_shell",
    "plan_install",
    "plan_uninstall",
    "shell_without",
    "shells_in_use",
    "shells_without",
]
