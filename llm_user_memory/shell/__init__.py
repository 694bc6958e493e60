"""The user's rc files: our one line in them, and the file it reads.

`plan_install` and `plan_uninstall` say what would change, `apply` does it, `installed` says
what is there. Never prints, and never imports `llm` or `click`.
"""

from .change import Change, Kind
from .lines import SHELLS, Shell
from .places import login_shell
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
]
