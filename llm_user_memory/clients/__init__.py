"""Connecting other programs to the memory, by entries in their configuration files.

* `programs`: the table of programs, with their configuration files and our entries in them;
* `jsonc`, `toml`: changing one entry of a JSON or TOML text, byte for byte the same elsewhere;
  `toml_reader`: parsing TOML with the positions of its parts. Pure;
* `entries`: finding, adding, updating and removing one of our entries in a text of either format;
* `connect`: planning, making and undoing the changes of files.

Imports nothing of `cli`, `inject`, `learn` or `model`.
"""

from .connect import Edited, Plan, State, alone, carry_out, look, plan_connect, plan_remove
from .programs import PROGRAMS, Place, Program, shown, there

__all__ = [
    "PROGRAMS",
    "Edited",
    "Place",
    "Plan",
    "Program",
    "State",
    "alone",
    "carry_out",
    "look",
    "plan_connect",
    "plan_remove",
    "shown",
    "there",
]
