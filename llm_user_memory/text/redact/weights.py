"""The weights of `weighed`, a table written by benchmarks/redaction_fit.py. Pure."""

from collections.abc import Sequence

from .looks import Group

# Feature: weights for "number", "mixed" and "word", in tenths; the first line is the intercept.
_TABLE = """\
 -18 -20 -24 · <access:0 1 -4 -4 · <access:1 3 2 2 · <access:2 7 5 6 · <access:5 5 1 2 · <access:8 0 -1 2 · <access:x -3 -2 -3 · <code:0 5 2 0 ·
<code:1 -2 0 -1 · <code:2 4 -2 -2 · <code:5 -1 -3 -1 · <code:8 -3 -1 -1 · <code:x 2 0 0 · <fails:0 -7 -7 -7 · <fails:1 -1 -3 -3 · <fails:2 -6 -3 -3 ·
<fails:5 -4 -3 -2 · <general:0 -2 -2 -3 · <general:1 -5 -3 -3 · <general:2 -5 -5 -4 · <general:5 -1 -1 -2 · <general:x -2 -2 -1 · <habit:0 2 3 3 ·
<habit:2 -4 -1 -2 · <habit:x -2 0 2 · <how:0 -4 -5 -7 · <how:2 -9 -3 -5 · <how:5 -4 -5 -6 · <how:8 3 2 0 · <how:x 1 3 1 · <judged:2 -2 -1 -2 · <key:0 1 6 0 ·
<key:1 5 8 6 · <key:2 2 1 1 · <key:5 -6 -5 -5 · <lock:0 12 8 6 · <lock:1 6 3 3 · <lock:2 7 -4 2 · <lock:5 -2 1 2 · <lock:x 7 4 4 · <other:0 -13 -13 -7 ·
<other:1 -7 -4 -4 · <other:2 -7 -7 -5 · <other:5 2 2 0 · <other:8 -1 -1 -2 · <other:x -8 -7 -6 · <own:1 3 0 -2 · <own:2 6 5 0 · <own:5 9 11 9 · <own:8 6 2 5 ·
<own:x -4 -2 -2 · <pad:0 2 2 2 · <pad:2 2 1 1 · <password:0 8 13 7 · <password:1 2 3 4 · <password:2 2 4 5 · <password:5 1 3 1 · <password:x 0 2 1 ·
<phrase:0 4 4 6 · <phrase:1 4 4 7 · <phrase:2 2 3 6 · <phrase:5 -1 -2 0 · <phrase:8 2 1 1 · <sent:0 3 5 3 · <sent:2 7 2 2 · <sent:5 4 0 0 · <sent:8 5 3 3 ·
<service:0 -5 -6 -3 · <service:1 3 2 3 · <service:2 1 4 0 · <service:5 2 3 4 · <service:8 5 5 2 · <service:x 3 3 0 · <use:0 4 2 3 · <use:1 5 6 6 ·
<use:2 5 1 1 · <use:5 -1 2 -4 · <use:8 3 6 1 · <use:x 4 1 1 · <user:0 -6 -17 -9 · <user:1 0 1 -2 · <user:2 1 5 1 · <user:5 2 0 2 · >access:0 -5 2 -1 ·
>access:1 -3 -3 -3 · >access:2 4 3 11 · >access:5 0 -5 -3 · >access:8 3 2 0 · >access:x -4 -3 -3 · >code:0 2 1 0 · >code:2 -1 -4 -3 · >code:5 3 6 6 ·
>code:x -5 -3 -3 · >fails:1 2 1 1 · >fails:2 3 6 2 · >fails:5 6 1 5 · >fails:8 4 1 4 · >fails:x 3 5 5 · >general:2 2 2 0 · >general:5 3 1 1 ·
>general:8 2 1 4 · >habit:0 -2 -3 -3 · >habit:1 1 2 0 · >habit:2 1 1 3 · >habit:x -1 -1 -2 · >how:0 -2 3 -1 · >how:1 -2 0 -2 · >how:2 -1 1 6 · >how:5 1 1 6 ·
>how:8 1 3 0 · >how:x 5 7 4 · >judged:2 3 2 1 · >judged:5 2 2 5 · >judged:x 4 4 4 · >key:0 -3 -6 -3 · >key:1 -3 -2 -2 · >key:2 0 -5 -3 · >key:5 -2 -3 -2 ·
>key:8 -5 -7 -4 · >key:x -2 -2 -2 · >lock:1 -3 -1 -1 · >lock:2 -3 0 -2 · >lock:5 -6 -5 -4 · >lock:8 -7 -6 -5 · >lock:x -3 -3 -2 · >other:0 -5 -7 -5 ·
>other:1 5 5 8 · >other:2 -3 -6 -1 · >other:5 -2 6 6 · >other:8 1 -2 -1 · >other:x 1 -2 0 · >own:1 4 5 5 · >own:2 3 3 3 · >own:5 2 -3 -1 · >own:8 -1 -1 -2 ·
>own:x -6 -8 -5 · >pad:2 2 0 0 · >password:0 -8 -12 -11 · >password:1 -3 -4 -5 · >password:2 -6 -11 -9 · >password:5 1 2 2 · >password:x -1 0 -2 ·
>phrase:0 -5 -6 -5 · >phrase:1 -2 -2 -4 · >phrase:2 -3 -3 -4 · >phrase:5 1 2 3 · >phrase:x -1 -2 -3 · >sent:2 -4 -2 -1 · >sent:5 -1 2 3 · >sent:x -6 -7 -4 ·
>service:0 -6 -6 -5 · >service:1 1 4 0 · >service:2 -2 2 -4 · >service:5 2 -3 2 · >service:x 4 -1 1 · >use:1 3 -3 -2 · >use:2 -1 2 2 · >use:5 5 3 5 ·
>use:8 -8 -9 -6 · >use:x 5 0 4 · >user:0 -5 2 -1 · >user:1 -3 -6 -4 · >user:2 -4 -1 0 · >user:8 1 2 1 · ^access 2 5 2 · ^code 1 3 1 · ^password -5 -9 -5 ·
^sent 3 6 3 · ^use -2 -3 -2 · article -10 -12 -9 · article&access 2 2 5 · article&code -1 -2 -1 · article&password -1 -1 -2 · article&use -3 -5 -3 ·
as 8 10 8 · asks -4 -2 -6 · assigned 2 4 5 · assigned&access -9 -10 -6 · assigned&code 0 -2 -1 · assigned&key 1 3 0 · assigned&password 0 -2 5 ·
assigned&service -3 2 3 · assigned&use 2 3 2 · assigned-cue -5 -9 -5 · assigned-name 6 8 8 · assigned-name&access 2 3 2 · assigned-name&code -1 -2 -1 ·
assigned-name&key 2 5 1 · assigned-name&password 3 3 6 · assigned-name&service 1 2 1 · assigned-name&use -1 -2 -1 · assigned-other 2 7 7 · brief 4 3 8 ·
camel -5 -10 -5 · camel3~none 1 3 1 · camel3~other 1 3 1 · camel3~service 1 3 1 · camel3~use 2 4 2 · capital 1 1 3 · cased 3 7 3 · code -4 -9 -12 ·
code+habit -1 -1 -2 · code+lock 11 3 4 · code+own 8 4 4 · code+pad 3 1 1 · code+phrase -1 -1 -2 · code+service 9 4 8 · code+use 6 2 3 · comma 4 1 1 ·
comma&access -1 1 -2 · comma&lock 4 3 2 · comma&other 2 -1 -1 · comma&password -2 -2 -4 · comma&service 4 7 3 · comma&use 2 -3 -1 · copula 2 3 6 ·
copula&access 1 -3 -1 · copula&code 6 4 5 · copula&habit 2 4 2 · copula&key 6 9 8 · copula&lock 5 -1 1 · copula&other -9 -8 -6 · copula&password 7 10 11 ·
copula&use -4 -5 -3 · cue -9 -19 -9 · derived -3 -3 -6 · digits -6 -12 -6 · digits3 -12 -6 -6 · digits3~access -3 -2 -2 · digits3~fails -6 -3 -3 ·
digits3~habit 2 1 1 · digits3~key -6 -3 -3 · digits3~lock 3 1 1 · digits3~none -8 -4 -4 · digits3~other -5 -2 -2 · digits3~phrase 4 2 2 ·
digits3~use -3 -2 -2 · digits4~access 2 1 1 · digits4~fails 5 2 2 · digits4~habit 8 4 4 · digits4~password -2 -1 -1 · digits5 -4 -2 -2 ·
digits5~access -4 -2 -2 · digits5~code -2 -1 -1 · digits5~lock 6 3 3 · digits5~other -3 -2 -2 · digits5~sent -2 -1 -1 · digits5~service -6 -3 -3 ·
digits6 14 7 7 · digits6~code 8 4 4 · digits6~fails -3 -2 -2 · digits6~habit -3 -2 -2 · digits6~none 9 5 5 · digits6~other -2 -1 -1 · digits6~sent 5 3 3 ·
digits6~service 3 1 1 · digits7 -2 -1 -1 · digits8 9 5 5 · digits8~code -3 -1 -1 · digits8~key 5 2 2 · digits8~password -3 -2 -2 · digits8~service 6 3 3 ·
digits8~use 4 2 2 · dotted -2 -4 -2 · ends 0 5 1 · equals 1 2 6 · equals&access -1 0 -2 · equals&key 2 2 1 · equals&password 5 6 8 · equals&service -1 -2 -1 ·
first -7 -2 -7 · foreign 1 2 1 · foreign~access -1 -2 -1 · foreign~code -1 -2 -1 · foreign~habit 1 3 1 · foreign~lock -2 -5 -2 · foreign~none 1 2 1 ·
foreign~other -2 -4 -2 · foreign~service -1 -2 -1 · foreign~use 1 2 1 · goes-on 3 0 -3 · grouped 9 4 4 · hex -3 -6 -3 · is-name 1 -9 -4 · joined -1 -3 -1 ·
joined-in-code -3 -7 -3 · joined-in-prose -3 -5 -3 · joined-to -2 5 -1 · joined-to&access 0 5 1 · joined-to&lock 4 5 3 · joined-to&other -4 -2 -2 ·
joined-to&password -2 -2 -3 · joined-to&service 1 3 1 · joined-to&use 1 2 1 · joined3 3 6 3 · joineddigits 2 4 2 · joined~access 1 2 1 · joined~code 1 2 1 ·
joined~key -1 -3 -1 · joined~none 2 3 2 · joined~password -2 -5 -2 · joined~service -1 -2 -1 · joined~use 1 2 1 · key+fails 8 6 4 · key+lock 1 -3 -1 ·
key+own -7 -5 -4 · key+pad 2 1 1 · key+phrase 2 -1 -1 · key+service -1 -2 0 · key+use 3 0 -1 · last -1 2 4 · leeted 4 8 4 · leeted~access -1 -2 -1 ·
leeted~code 2 4 2 · leeted~key 1 2 1 · leeted~lock -1 -2 -1 · leeted~none -1 -2 -1 · leeted~password 1 2 1 · leeted~phrase -1 -2 -1 · leeted~sent 1 2 1 ·
leeted~service -1 -2 -1 · left" 9 8 13 · left( 2 2 2 · left< 5 10 5 · left[ -3 -3 -3 · length11 1 1 2 · length15 3 5 3 · length24 7 14 7 · length4 -4 -4 -9 ·
length5 -9 -17 -9 · length64 6 11 6 · length64~access 2 3 2 · length64~key 3 6 3 · length64~none -1 -2 -1 · length64~other 1 2 1 · length64~password 3 6 3 ·
length64~sent -1 -2 -1 · length7 -7 -13 -9 · lettered -4 -2 -2 · lone -2 5 -2 · long 7 9 -3 · lower -4 -4 -8 · marked 8 4 4 · mixed 4 8 4 · mixedcase 5 11 5 ·
mixedcase~access 3 7 3 · mixedcase~fails 2 3 2 · mixedcase~key 1 2 1 · mixedcase~lock -4 -8 -4 · mixedcase~none 1 3 1 · mixedcase~other -2 -4 -2 ·
mixedcase~password 2 4 2 · mixedcase~phrase 1 2 1 · mixedcase~sent -1 -3 -1 · mixedcase~service -3 -6 -3 · mixedcase~use -3 -6 -3 · mixed~code 1 2 1 ·
mixed~fails -2 -5 -2 · mixed~habit 3 5 3 · mixed~key 1 2 1 · mixed~lock 2 4 2 · mixed~phrase -1 -3 -1 · mixed~sent -2 -5 -2 · named 8 8 1 ·
named&access 4 0 0 · named&code 4 1 1 · named&lock 4 2 2 · named&other -9 -4 -4 · named&password 2 6 -1 · named&service 5 7 9 · named-capital 1 2 1 ·
named-otherwise -3 -6 1 · named-otherwise&access -4 -3 -2 · named-otherwise&code 6 2 3 · named-otherwise&lock 6 3 3 · named-otherwise&other -3 -6 1 ·
named-otherwise&password 3 3 6 · named-otherwise&service 2 0 1 · named-otherwise&use -4 -3 -2 · no-name -9 -9 -6 · odd -4 -9 -4 · only-access 7 4 4 ·
only-lock 3 3 2 · only-pad 4 3 3 · only-service -2 1 0 · parted 11 6 6 · password+lock -1 -4 -2 · password+own 3 3 -1 · password+phrase 12 9 11 ·
password+service -9 -1 -8 · password+use -3 0 -2 · preposition -12 -5 -11 · preposition&access -5 -5 -4 · preposition&key -2 -2 -2 · preposition&lock 2 1 1 ·
preposition&other -1 -2 -1 · preposition&password -5 -5 -7 · preposition&service -6 -7 -5 · preposition&use 10 11 6 · quoted 4 7 4 · quoted&key -1 -2 -1 ·
quoted&password 2 4 3 · quoted&service 1 3 1 · round -17 -8 -8 · sentence -1 -2 -3 · several 5 -5 -1 · sign 3 6 3 · signed 4 8 4 · strong 6 13 6 ·
strong~fails 2 4 2 · strong~habit -1 -3 -1 · strong~key 3 6 3 · strong~lock -2 -4 -2 · strong~none -1 -2 -1 · strong~other -2 -3 -2 · strong~password 3 5 3 ·
strong~sent 3 6 3 · strong~service 1 2 1 · then 5 5 3 · then&access 2 4 2 · then-copula -4 -2 1 · then-copula&access 1 1 3 · then-copula&code 2 2 1 ·
then-copula&other -1 -2 -1 · then-copula&password 7 9 13 · then-copula&service 1 1 3 · then-join -7 -6 -7 · then-join&access 2 3 2 · then-join&key -1 -2 -1 ·
then-join&password -4 -6 -4 · then-join&service 0 2 0 · then-preposition -9 -5 -6 · then-preposition&access 4 6 5 · then-preposition&habit 1 3 1 ·
then-preposition&lock 6 5 4 · then-preposition&other -3 -4 -3 · then-preposition&password 0 2 -1 · then-preposition&service -2 1 -1 ·
then-preposition&use -6 1 -2 · time -10 -5 -5 · turns 1 2 1 · unit -14 -9 -9 · upper -4 -8 -5 · upper~access 2 3 2 · upper~fails -2 -4 -2 · upper~habit 2 4 2 ·
upper~key 1 2 1 · upper~lock 3 5 3 · upper~none -2 -5 -2 · upper~other -1 -2 -1 · upper~password -4 -8 -4 · upper~sent 1 2 1 · upper~service -2 -3 -2 ·
upper~use -4 -8 -4 · used 7 5 5 · used&access 2 3 2 · used&lock 6 3 3 · used&password -1 -1 -2 · used&service 5 5 3 · used&use 7 5 5 · with 10 2 2 ·
with&access 2 0 0 · with&key 2 1 1 · with&lock 10 5 5 · with&password -1 -1 -2 · with&service 4 3 2 · with&use 2 1 1 · worddigits 1 2 1 ·
worddigitsigns 1 3 1 · worddigitsigns~fails 1 2 1 · worddigitsigns~other -1 -2 -1 · worddigitsigns~password 1 3 1 · worddigitsigns~use 1 3 1 ·
worddigits~code -1 -2 -1 · worddigits~habit 1 3 1 · worddigits~key -1 -3 -1 · worddigits~lock -3 -6 -3 · worddigits~other -1 -2 -1 ·
worddigits~password 4 8 4 · worddigits~phrase 1 2 1 · worddigits~sent 3 6 3 · worddigits~service 1 2 1 · year -11 -5 -5 · ~access -4 1 3 · ~code 0 -1 -4 ·
~fails -4 -4 0 · ~general -13 -10 -12 · ~habit 8 7 3 · ~how -7 0 -6 · ~judged -1 1 4 · ~key -8 -6 -10 · ~lock 12 4 8 · ~other -8 -6 -2 · ~own 3 1 -5 ·
~pad 12 11 7 · ~password -6 1 -6 · ~phrase -2 -3 1 · ~sent -2 -1 -2 · ~service 6 6 8 · ~use 3 0 0 · ~user -8 -6 0
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
