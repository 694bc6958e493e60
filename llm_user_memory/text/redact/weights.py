"""The weights of `weighed`, a table written by benchmarks/redaction_fit.py. Pure."""

from collections.abc import Sequence

from .looks import Group

# Feature: weights for "number", "mixed" and "word", in tenths; the first line is the intercept.
_TABLE = """\
 -29 -29 -29 · <access:0 -4 -6 -6 · <access:1 -3 1 -4 · <access:2 0 -1 3 · <code:0 4 0 1 · <code:1 -2 1 0 · <code:2 5 2 -1 · <code:5 -3 -3 -2 ·
<fails:0 -3 -1 -3 · <fails:1 -2 -2 -2 · <fails:2 -1 -2 2 · <general:0 -1 -1 -2 · <general:1 -4 -2 -3 · <general:2 -3 -4 -4 · <how:0 -3 -3 -5 ·
<how:2 -2 -2 -3 · <how:5 -1 -2 -3 · <judged:2 -3 -1 -1 · <key:0 2 3 0 · <key:1 3 5 5 · <key:x -3 -1 -1 · <lock:0 8 3 3 · <lock:1 4 0 1 · <lock:2 5 1 4 ·
<lock:5 3 2 2 · <other:0 -3 -1 1 · <other:1 -4 -2 -2 · <other:2 -2 -1 -1 · <other:5 -1 -2 -1 · <own:0 -1 -1 -2 · <own:1 0 0 -2 · <own:2 0 1 -2 · <own:5 3 3 5 ·
<own:8 2 2 4 · <password:0 9 12 8 · <password:1 3 7 5 · <password:2 3 5 5 · <password:x -1 -1 -2 · <service:0 -2 -3 -2 · <service:2 3 3 1 · <service:5 1 3 3 ·
<service:8 3 3 1 · <use:0 5 4 3 · <use:1 2 2 2 · <use:2 2 6 3 · <use:5 -2 1 -2 · <use:8 1 -2 -1 · >access:0 1 3 0 · >access:1 -2 -2 -2 · >access:5 2 1 1 ·
>access:8 3 4 3 · >code:2 -1 -3 -2 · >code:5 5 5 5 · >code:x -4 -2 -2 · >fails:0 -1 -1 -2 · >fails:1 4 1 2 · >fails:2 6 7 4 · >fails:5 4 1 1 · >fails:8 2 3 3 ·
>fails:x -1 -1 -2 · >general:2 -1 -1 -2 · >how:0 1 3 1 · >how:2 4 5 10 · >how:5 0 0 3 · >how:x 0 3 -1 · >judged:5 3 3 6 · >judged:8 2 1 1 · >key:0 -2 -2 -2 ·
>key:1 -2 -2 -2 · >key:2 -3 -6 -4 · >lock:2 0 -2 -2 · >lock:5 -2 -2 -2 · >other:0 -2 -2 -2 · >other:1 2 2 2 · >other:2 -1 -3 -2 · >other:5 1 3 4 ·
>other:8 -2 -4 -2 · >own:2 0 2 2 · >own:5 1 -2 -1 · >password:0 -8 -11 -10 · >password:1 -1 -1 -2 · >password:2 -8 -11 -10 · >password:5 4 4 10 ·
>service:0 -2 -1 -2 · >service:2 0 1 -2 · >service:x 4 2 2 · >use:1 2 0 1 · >use:2 2 1 2 · >use:8 -4 -8 -4 · ^access 2 3 2 · ^code 1 2 1 · ^how -1 -2 -1 ·
^password -2 -4 -3 · article -3 -4 -4 · article&access 2 2 4 · article&password -1 -1 -2 · as 5 8 8 · asks -2 -1 -2 · assigned 0 1 4 ·
assigned&access -4 -1 -4 · assigned&key 1 3 1 · assigned&password 1 2 5 · assigned&service -6 -5 -4 · assigned-cue -5 -7 -5 · assigned-name 5 5 7 ·
assigned-name&key 1 2 1 · assigned-name&password 3 4 6 · assigned-name&use -1 -2 -1 · assigned-other 2 4 7 · brief 4 6 7 · camel -5 -11 -5 · capital 1 0 2 ·
code -9 -11 -12 · code+lock 12 6 6 · code+own 7 4 4 · code+service 7 8 8 · code+use 2 2 4 · comma 0 0 -3 · comma&password -1 -1 -4 · comma&service 2 3 2 ·
copula 7 5 6 · copula&code 6 7 5 · copula&key 5 8 7 · copula&lock 4 0 1 · copula&password 3 6 5 · copula&use 2 3 1 · cue -4 -9 -4 · digits -2 -5 -2 ·
digits3 -11 -6 -6 · digits5 -4 -2 -2 · digits6 15 7 7 · digits8 10 5 5 · ends 2 6 1 · equals 2 2 5 · equals&password 3 4 7 · equals&service -1 -2 -1 ·
first 0 1 -3 · grouped 6 3 3 · is-name -1 -8 -4 · joined -3 -7 -3 · joined-to 3 2 0 · joined-to&access 1 2 1 · joined-to&code -2 -1 -2 · joined-to&lock 6 3 3 ·
joined-to&password -2 -2 -3 · joined-to&service 2 3 2 · joineddigits 1 3 1 · key+lock 4 0 1 · key+own -4 -3 -2 · key+service 4 3 2 · key+use 3 1 1 ·
last 1 0 2 · leeted 3 6 3 · left" 6 6 9 · left< 4 7 4 · left[ -2 -2 -2 · length11 2 2 4 · length15 2 3 2 · length24 2 4 2 · length4 -2 -2 -5 ·
length5 -7 -13 -7 · length64 3 6 2 · length7 -4 -7 -6 · long -3 -4 -3 · lower -3 -1 -7 · marked 6 3 3 · mixed 2 4 2 · mixedcase 7 13 7 · named 8 8 2 ·
named&access 5 4 5 · named&code 3 0 -1 · named&lock 2 1 1 · named&other -8 -4 -4 · named&password 5 7 1 · named&service 2 4 5 · named&use -1 0 -2 ·
named-capital 2 3 3 · named-otherwise 1 1 2 · named-otherwise&access -2 -1 -1 · named-otherwise&lock 2 1 1 · named-otherwise&other 1 1 2 ·
named-otherwise&service 2 1 1 · no-name -6 -11 -6 · odd 1 2 1 · only-access -3 -2 -2 · only-lock 5 -2 1 · parted 8 4 4 · password+lock -2 -3 -3 ·
password+own 2 3 -1 · password+service -5 -1 -5 · password+use -2 -1 -1 · preposition -8 -5 -7 · preposition&access -3 -5 -3 · preposition&other 1 2 1 ·
preposition&password -3 -1 -3 · preposition&use 1 3 1 · quoted 2 4 1 · quoted&key -1 -2 -1 · round -9 -5 -5 · sentence -1 -1 -2 · sign 3 6 3 · signed 1 2 1 ·
stopped 2 0 -1 · strong 7 13 7 · turns 4 8 4 · underscored -2 -5 -2 · unit -5 -3 -3 · upper -4 -7 -4 · used 4 3 2 · used&lock 4 2 2 · used&password -1 -1 -2 ·
used&use 4 3 2 · word -3 -5 -3 · worddigits 3 7 3 · worddigitsigns 1 3 1 · year -7 -3 -3 · ~access -5 2 0 · ~code 4 -3 -2 · ~fails -2 -1 -1 ·
~general -10 -7 -11 · ~how -5 -1 -4 · ~judged 5 3 5 · ~key -4 -5 -5 · ~lock 15 1 4 · ~other -11 -8 -5 · ~own 3 4 -2 · ~password -4 3 -4 · ~service 6 4 5 ·
~use 4 0 -1
"""
GROUPS: tuple[Group, ...] = ("number", "mixed", "word")
_WEIGHTS: dict[Group, dict[str, int]] = {group: {} for group in GROUPS}
for _entry in _TABLE.replace("\n", " ").split(" · "):
    _name, *_sums = _entry.rsplit(maxsplit=len(GROUPS))
    _name = _name if len(_sums) == len(GROUPS) else ""
    for _group, _sum in zip(GROUPS, _entry.split()[-len(GROUPS) :], strict=True):
        _WEIGHTS[_group][_name] = int(_sum)


def weight(group: Group, features: Sequence[str]) -> int:
    """Return the sum of the weights of a word's features. A positive sum means a secret."""
    weights = _WEIGHTS[group]
    return weights[""] + sum(weights.get(name, 0) for name in features)
