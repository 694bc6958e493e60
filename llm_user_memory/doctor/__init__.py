"""Each part from the shell function to a round trip: what is wrong with it, and mending that.

`examine` finds out, `round_trip` tries the whole, `mend` does what is safe. Never prints.
"""

from .examine import examine
from .finding import Finding, State
from .mend import mend
from .round_trip import round_trip

__all__ = ["Finding", "State", "examine", "mend", "round_trip"]
