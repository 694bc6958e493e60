"""Connecting other programs to the memory: what is written into their configurations.

* `jsonc`, `toml`: changing one entry of a text, with every other byte left as it is; `toml_reader`:
  where each thing stands in a text in TOML. Pure;
* `programs`: the programs, where their configurations are, and what is written into them;
* `entries`: one entry of ours in the text of a configuration, of either format;
* `connect`: planning, making and undoing the changes of files.

Imports nothing of `cli`, `inject`, `learn` or `model`.
"""

from .connect import Edited, Plan, State, carry_out, look, plan_connect, plan_remove
from .programs import PROGRAMS, Place, Program, shown, there

__all__ = [
    "PROGRAMS",
    "Edited",
    "Place",
    "Plan",
    "Program",
    "State",
    "carry_out",
    "look",
    "plan_connect",
    "plan_remove",
    "shown",
    "there",
]
