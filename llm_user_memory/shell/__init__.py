"""The start-up files (rc files) of the user's shell: our line in them, and the file it loads.

`plan` computes the changes, `change` describes one, `write` applies it, `report` says what is
installed, `lines` edits the contents of an rc file, and `places` finds the files. The package does
not print, and does not import `llm` or `click`.
"""

from .change import Change, Kind
from .lines import SHELLS, Shell
from .places import login_shell, shells_in_use, shells_without
from .plan import plan_install, plan_uninstall
from .report import CopyState, Installed, installed
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
    "shells_in_use",
    "shells_without",
]
