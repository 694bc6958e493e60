"""Language tables that several modules share: scripts without spaces, days, months. Pure.

A table that only one module uses stands in that module. Imports nothing.
"""

CHINESE_AND_JAPANESE = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
"""Chinese and Japanese characters, as ranges for a regular expression."""

EAST_ASIAN = r"\u2e80-\ud7ff"
"""All Chinese, Japanese and Korean characters and marks, as a range for a regular expression."""

EAST_ASIAN_OR_WIDE = rf"{EAST_ASIAN}\uff00-\uffef"
"""`EAST_ASIAN` with full-width forms, such as those of Latin letters and signs."""

UNSPACED = f"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff{CHINESE_AND_JAPANESE}"
"""The letters of scripts written without spaces: Chinese, Japanese, Thai, Lao, Burmese, Khmer."""

JOINERS = frozenset("\u200c\u200d")
"""Invisible characters that are part of ordinary words in Persian, Hindi and other languages."""

MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September"),
    *("October", "November", "December"),
)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
