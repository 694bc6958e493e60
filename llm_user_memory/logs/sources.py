"""The sources that LLM logs with the fragments of this package, and that identify them.

Every prompt loads this module, and most load no other one of `logs`.
"""

SOURCE = "memory:auto"
"""The source of profile fragments and markers."""

RECALLED = "memory:recall"
"""The source of fragments of recalled passages."""
