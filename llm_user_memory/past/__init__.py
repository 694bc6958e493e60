"""Learning from what was said before memory was in use, or to another program.

Conversations of LLM's log (`log`), of files and of other programs (`said`) go into a `spool`, each
turn as `judge` finds it;
`selection` decides which of them are worth a request; `learning` estimates and makes them.
"""

from . import log
from .copies import copied
from .judge import Judge
from .learning import Estimate, Plan, estimate, learn
from .selection import Selection, Wanted, select
from .spool import Heard, Spool, Thread

__all__ = [
    "Estimate",
    "Heard",
    "Judge",
    "Plan",
    "Selection",
    "Spool",
    "Thread",
    "Wanted",
    "copied",
    "estimate",
    "learn",
    "log",
    "select",
]
