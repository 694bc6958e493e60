"""What several rules need to know of languages: scripts without spaces, names of days and months.

What only one rule knows of a language stands beside that rule. Imports nothing. Pure.
"""

CHINESE_AND_JAPANESE = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
"""The letters, as ranges for a regular expression."""

UNSPACED = f"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff{CHINESE_AND_JAPANESE}"
"""The letters of scripts that are written without spaces: Thai, Lao, Burmese, Khmer and those."""

JOINERS = frozenset("\u200c\u200d")
"""Letters that show as nothing and are part of ordinary words in Persian, Hindi and others."""

MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September"),
    *("October", "November", "December"),
)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
