"""The weights of `weighed`, a table written by benchmarks/redaction_fit.py. Pure."""

from collections.abc import Sequence

from .looks import Group

# Feature: weights for "number", "mixed" and "word", in tenths; the first line is the intercept.
_TABLE = """\
 -23 -27 -27 · <access:0 -1 -8 -6 · <access:1 3 2 0 · <access:2 4 4 4 · <access:5 4 -1 0 · <access:8 -1 -2 -1 · <access:x -3 -3 -3 · <code:0 5 1 1 ·
<code:1 -2 0 -1 · <code:2 3 -2 -2 · <fails:0 -6 -6 -7 · <fails:1 0 -1 -2 · <fails:2 -4 -3 -3 · <fails:8 1 2 1 · <general:0 -2 0 -2 · <general:1 -4 -3 -3 ·
<general:2 -2 -4 -3 · <general:5 -1 -1 -2 · <habit:0 3 4 3 · <habit:1 1 3 1 · <how:0 -3 -4 -7 · <how:1 -1 0 -2 · <how:2 -4 -2 -4 · <how:5 -6 -6 -7 ·
<how:8 2 1 0 · <judged:2 -3 -2 -2 · <key:0 3 6 0 · <key:1 5 6 5 · <key:2 -2 1 0 · <key:5 -3 -3 -2 · <key:8 -3 -1 -1 · <key:x -5 -3 -3 · <lock:0 10 1 3 ·
<lock:1 6 5 4 · <lock:2 4 -4 2 · <lock:5 1 3 3 · <lock:8 1 2 1 · <other:0 -9 -9 -4 · <other:1 -8 -4 -4 · <other:2 -8 -1 -3 · <other:5 7 5 3 · <other:8 5 4 3 ·
<other:x -7 -6 -5 · <own:0 -1 -1 -2 · <own:1 1 0 -2 · <own:2 5 7 1 · <own:5 6 9 8 · <own:8 4 0 5 · <pad:2 2 1 1 · <pad:x -3 -2 -2 · <password:0 10 14 8 ·
<password:1 4 5 5 · <password:2 3 2 5 · <password:5 -1 2 0 · <password:x -2 -1 -1 · <phrase:0 6 5 7 · <phrase:1 8 5 8 · <phrase:2 3 4 6 · <phrase:5 -2 -1 1 ·
<phrase:x -2 -2 -3 · <service:0 -3 -5 -1 · <service:1 2 2 2 · <service:2 3 5 2 · <service:5 2 4 5 · <service:8 4 5 2 · <service:x 2 2 0 · <use:0 8 4 3 ·
<use:1 8 5 5 · <use:2 6 4 2 · <use:5 -4 1 -6 · <use:8 1 4 3 · <use:x -2 -3 -2 · >access:0 -4 4 0 · >access:1 -4 0 -3 · >access:2 -4 -2 0 · >access:5 0 -4 -2 ·
>access:8 5 5 2 · >access:x -3 -4 -4 · >code:0 2 1 0 · >code:2 -1 -4 -2 · >code:5 5 6 7 · >code:x -7 -4 -4 · >fails:0 0 -3 -2 · >fails:1 4 3 3 ·
>fails:2 7 10 5 · >fails:5 4 2 3 · >fails:8 1 1 3 · >fails:x 3 4 5 · >general:8 2 2 4 · >general:x 1 2 1 · >habit:0 -2 -3 -3 · >habit:5 -1 -1 -2 ·
>how:0 2 6 1 · >how:1 2 1 0 · >how:2 -1 -4 5 · >how:5 4 2 7 · >how:8 2 3 0 · >how:x 5 6 5 · >judged:2 3 3 1 · >judged:5 3 3 6 · >judged:8 2 1 1 ·
>key:0 -4 -7 -4 · >key:2 -2 -10 -6 · >key:x -2 -1 -1 · >lock:1 -2 -1 -1 · >lock:2 2 3 0 · >lock:5 -2 -3 -2 · >lock:x 3 1 1 · >other:0 -7 -7 -5 ·
>other:1 5 4 7 · >other:2 -2 -5 -1 · >other:5 1 2 5 · >other:8 -1 -3 -1 · >other:x 2 -3 -1 · >own:1 2 5 2 · >own:2 2 0 3 · >own:5 0 -3 -1 · >own:8 -1 -2 -2 ·
>own:x -2 -7 -4 · >pad:2 3 1 1 · >password:0 -9 -13 -11 · >password:1 -3 -3 -4 · >password:2 -8 -13 -10 · >password:5 0 3 4 · >password:x -1 -1 -3 ·
>phrase:0 -4 -6 -6 · >phrase:1 -2 -2 -4 · >phrase:2 -1 0 -2 · >phrase:5 3 3 6 · >service:0 -4 -3 -3 · >service:1 -1 3 -1 · >service:2 1 -1 -3 ·
>service:5 -2 -2 0 · >service:x 2 -3 -1 · >use:0 -1 0 -2 · >use:1 2 -2 -2 · >use:2 -3 1 3 · >use:5 6 6 7 · >use:8 -8 -12 -7 · >use:x 1 0 2 · ^access 2 3 2 ·
^code 2 3 2 · ^how -1 -3 -1 · ^other 1 2 1 · ^password -4 -9 -4 · ^use -1 -2 -1 · article -4 -9 -6 · article&access 2 2 5 · article&password -1 -1 -2 ·
article&use -3 -5 -3 · as 4 8 7 · asks -4 -3 -5 · assigned 0 2 4 · assigned&access -11 -11 -10 · assigned&code 0 -3 -1 · assigned&key 1 4 0 ·
assigned&other -1 -1 -3 · assigned&password 0 0 5 · assigned&service -2 3 3 · assigned-cue -6 -10 -6 · assigned-name 5 8 8 · assigned-name&access 1 3 1 ·
assigned-name&code -1 -3 -1 · assigned-name&key 2 5 1 · assigned-name&other -1 -3 -1 · assigned-name&password 3 3 6 · assigned-name&service 1 2 1 ·
assigned-name&use -1 -3 -1 · assigned-other 4 7 7 · brief 2 1 8 · camel -4 -9 -4 · capital 1 1 3 · cased 3 6 3 · code -2 -6 -11 · code+fails 4 3 2 ·
code+lock 18 7 8 · code+own 9 6 5 · code+phrase 1 -1 -2 · code+service 7 4 8 · code+use 6 0 4 · comma 0 1 -4 · comma&lock 4 2 2 · comma&password -2 -2 -5 ·
comma&service 6 9 4 · comma&use -1 -2 -1 · copula 5 5 7 · copula&access -1 -3 -2 · copula&code 4 5 5 · copula&habit 3 6 3 · copula&key 6 9 8 ·
copula&lock 3 -2 0 · copula&other -3 -4 -2 · copula&password 6 8 9 · copula&service 1 -4 -1 · copula&use -1 -5 -2 · cue -9 -18 -9 · digits -6 -13 -6 ·
digits3 -19 -9 -9 · digits4 4 2 2 · digits5 -6 -3 -3 · digits6 15 8 8 · digits8 13 7 7 · dotted -2 -4 -2 · ends -2 3 0 · equals 2 3 6 ·
equals&access -2 -2 -2 · equals&key 2 4 2 · equals&password 4 6 8 · equals&service -1 -2 -1 · first -3 1 -4 · goes-on 3 1 -3 · grouped 13 7 7 ·
is-name 1 -9 -5 · joined -1 -2 -1 · joined-in-code -3 -7 -3 · joined-in-prose -2 -4 -2 · joined-to 1 7 0 · joined-to&access 2 6 2 · joined-to&lock 3 4 2 ·
joined-to&other -2 -1 -1 · joined-to&password -2 -2 -3 · joined-to&service 1 3 1 · joined-to&use 1 2 1 · joined3 2 3 2 · joineddigits 2 3 2 · key+fails 9 7 5 ·
key+lock -1 -2 -1 · key+own -5 -5 -3 · key+pad -2 -1 -1 · key+phrase -2 -1 -1 · key+service 3 -1 2 · key+use 4 1 1 · last 1 1 4 · leeted 4 8 4 ·
left" 12 10 15 · left( 2 1 1 · left< 6 13 6 · left[ -2 -2 -2 · length11 2 2 4 · length15 2 3 2 · length24 7 14 7 · length4 -4 -4 -7 · length5 -9 -17 -9 ·
length64 4 8 4 · length7 -7 -12 -8 · lettered -2 -1 -1 · lone 0 5 -2 · long 11 15 1 · lower -4 -4 -7 · marked 7 4 4 · mixed 5 10 5 · mixedcase 6 12 6 ·
named 9 7 1 · named&access 4 1 2 · named&code 4 0 1 · named&key 2 2 -1 · named&lock 5 2 2 · named&other -9 -5 -5 · named&password 4 6 -1 ·
named&service 3 5 7 · named&use -1 1 -2 · named-capital 0 2 2 · named-otherwise -1 -3 3 · named-otherwise&access -5 -3 -3 · named-otherwise&code 4 2 2 ·
named-otherwise&lock 4 2 2 · named-otherwise&other -1 -3 3 · named-otherwise&password 2 2 5 · named-otherwise&service 0 -2 -1 · no-name -12 -11 -8 ·
odd -3 -5 -3 · only-access 7 3 3 · only-lock 9 2 4 · only-pad 2 1 1 · only-service -4 1 -1 · parted 12 6 6 · password+fails -2 -3 -2 · password+habit 1 0 2 ·
password+lock 0 -4 -1 · password+own 2 2 -2 · password+phrase 10 7 11 · password+service -8 -2 -6 · password+use -5 -1 -1 · preposition -11 -6 -11 ·
preposition&access -4 -5 -4 · preposition&key -2 -3 -2 · preposition&lock 2 1 1 · preposition&password -4 -2 -6 · preposition&service -3 -4 -3 ·
preposition&use 8 10 5 · quoted 4 7 4 · quoted&access -2 -3 -2 · quoted&key -1 -2 -1 · quoted&other -1 -2 -1 · quoted&password 2 4 3 · quoted&service 2 5 2 ·
quoted&use 1 2 1 · round -18 -9 -9 · sentence -2 -3 -3 · several 4 -7 -1 · sibling 1 2 1 · sign 4 9 4 · signed 4 8 4 · stopped 1 3 1 · strong 6 11 6 ·
then 5 5 3 · then&access 2 4 2 · turns 4 7 4 · underscored 2 3 2 · unit -9 -5 -6 · upper -5 -8 -5 · used 6 5 3 · used&access 3 6 3 · used&lock 6 3 3 ·
used&other 2 1 1 · used&password -2 -2 -3 · used&service 2 3 2 · used&use 6 5 3 · with 9 2 2 · with&access 2 0 1 · with&lock 8 4 4 · with&password -1 -1 -2 ·
with&service 6 3 3 · with&use 2 1 1 · word -1 -2 -1 · worddigits 3 6 3 · worddigitsigns 3 6 3 · year -11 -5 -5 · ~access -5 1 0 · ~code -2 -3 -5 ·
~fails -8 -3 0 · ~general -14 -10 -13 · ~habit 11 6 7 · ~how -4 0 -4 · ~judged 9 5 7 · ~key -9 -7 -10 · ~lock 13 2 8 · ~other -5 -9 -3 · ~own -1 1 -7 ·
~pad 6 5 4 · ~password -8 2 -6 · ~phrase -2 -2 4 · ~service 7 6 8 · ~use 3 -1 0
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
