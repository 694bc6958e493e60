"""The weights of `weighed`, a table written by benchmarks/redaction_fit.py. Pure."""

from collections.abc import Sequence

from .looks import Group

# Feature: weights for "number", "mixed" and "word", in tenths; the first line is the intercept.
_TABLE = """\
 -29 -31 -33 -27 · <access:0 -1 -2 -4 -2 · <access:1 3 3 2 5 · <access:2 6 7 9 8 · <access:5 5 2 5 3 · <access:x -1 -1 -2 0 · <code:0 3 1 0 -1 ·
<code:2 4 0 -2 -1 · <code:5 2 0 3 2 · <fails:0 -4 -2 -3 -3 · <fails:1 -1 -2 -3 -3 · <fails:2 -5 -5 -6 -3 · <fails:5 -3 -4 -3 -4 · <fails:8 -3 -1 -2 -2 ·
<fails:x 3 2 2 5 · <general:0 -3 -2 -3 -2 · <general:1 -4 -3 -4 -3 · <general:2 -4 -4 -4 -3 · <general:5 -2 -1 -1 -1 · <general:x 1 1 3 1 · <habit:0 2 2 2 1 ·
<habit:2 -4 -2 -3 -3 · <habit:x -2 -2 0 -1 · <how:0 -2 -3 -5 -4 · <how:1 -2 -1 -2 -2 · <how:2 -6 -3 -5 -6 · <how:5 -2 -2 1 -2 · <how:8 2 2 1 3 ·
<how:x -1 0 -2 -2 · <judged:2 2 2 3 2 · <judged:5 -2 -2 -2 -2 · <key:0 3 6 1 2 · <key:1 4 6 3 4 · <key:5 -5 -4 -3 -4 · <key:8 -2 -1 -1 -1 · <key:x -1 1 -2 -1 ·
<lock:0 7 3 3 3 · <lock:1 4 2 1 1 · <lock:2 7 0 5 3 · <lock:5 5 4 4 5 · <lock:x 9 3 2 3 · <other:0 -8 -8 -6 -6 · <other:1 -5 -2 -3 -4 · <other:2 -4 -5 -4 -3 ·
<other:5 4 3 3 4 · <other:8 -2 -1 0 -2 · <other:x -4 -2 -2 -1 · <own:2 5 5 5 5 · <own:5 3 6 2 3 · <own:8 5 2 5 3 · <pad:0 2 2 2 1 · <password:0 6 8 6 5 ·
<password:1 2 3 2 0 · <password:2 2 4 5 4 · <password:5 3 4 4 6 · <password:x 1 3 2 2 · <phrase:0 4 4 5 4 · <phrase:1 6 5 9 7 · <phrase:2 4 5 7 7 ·
<phrase:5 2 1 2 4 · <phrase:8 1 1 1 2 · <phrase:x 3 3 8 5 · <sent:0 2 2 -1 0 · <sent:2 4 2 1 3 · <sent:8 3 2 2 2 · <sent:x 1 1 2 1 · <service:0 -5 -5 -4 -3 ·
<service:1 1 0 -3 0 · <service:2 2 3 3 5 · <service:5 3 5 3 6 · <service:8 5 6 6 4 · <service:x 2 1 0 0 · <use:0 2 -1 1 -2 · <use:1 4 4 3 4 · <use:2 3 0 2 3 ·
<use:5 0 0 -4 -4 · <use:x 6 3 4 2 · <user:0 -5 -12 -7 -6 · <user:1 -1 0 -2 -1 · <user:2 0 4 1 0 · <user:5 2 1 2 1 · <user:x -1 -1 -2 -1 ·
>access:0 -3 0 -2 -2 · >access:1 -1 -1 -3 -1 · >access:2 1 3 6 4 · >access:5 -1 -3 -3 -2 · >access:8 2 0 0 3 · >access:x -3 -2 1 -1 · >code:1 -1 -1 -2 -1 ·
>code:2 -3 -3 -3 -1 · >code:5 2 3 4 1 · >code:8 1 1 1 3 · >code:x -3 -1 -2 0 · >fails:0 -1 -1 -2 -2 · >fails:1 4 3 4 4 · >fails:2 4 6 3 4 · >fails:5 7 3 8 5 ·
>fails:8 0 0 2 0 · >fails:x 1 2 2 1 · >general:2 3 4 3 7 · >general:5 1 1 2 2 · >general:8 3 2 4 4 · >general:x 2 3 5 3 · >habit:1 1 1 4 0 ·
>habit:2 -2 -3 0 -2 · >habit:5 -2 -2 -4 -2 · >habit:8 0 1 0 3 · >habit:x 2 2 5 3 · >how:0 1 2 -1 3 · >how:1 -2 -1 -3 -2 · >how:2 -2 2 3 1 · >how:5 0 0 3 1 ·
>how:8 2 1 1 1 · >how:x 5 6 6 4 · >judged:2 4 4 3 5 · >judged:x 2 2 3 2 · >key:0 -3 -5 -4 -4 · >key:1 0 1 1 4 · >key:2 0 -3 -1 -1 · >key:5 -2 -4 -3 -3 ·
>key:8 -2 -3 -2 -2 · >key:x -3 -2 -2 -2 · >lock:1 -2 -1 -2 -1 · >lock:5 -5 -4 -5 -5 · >lock:8 -3 -2 -1 -1 · >other:0 -2 -4 -1 4 · >other:1 3 4 4 1 ·
>other:2 -3 -5 -3 -3 · >other:5 1 2 2 2 · >other:8 0 -2 -2 -2 · >other:x -1 -4 -2 -1 · >own:0 -1 -1 -2 -2 · >own:2 0 0 2 0 · >own:5 0 -3 -1 -2 ·
>own:x -2 -2 2 -1 · >pad:2 2 1 1 1 · >password:0 -5 -8 -7 -6 · >password:1 -2 -3 -2 -4 · >password:2 -6 -9 -7 -7 · >password:x 1 2 3 1 ·
>phrase:0 -5 -6 -6 -7 · >phrase:1 -4 -4 -6 -6 · >phrase:2 -5 -5 -6 -5 · >phrase:5 -2 -2 -3 -3 · >phrase:8 -1 -1 -2 -1 · >phrase:x -2 -2 -2 -3 ·
>sent:0 -2 -2 -2 -2 · >sent:2 1 3 4 7 · >sent:5 1 2 4 1 · >sent:x -3 -4 -3 -3 · >service:0 -2 -3 -3 -2 · >service:1 3 2 1 1 · >service:2 3 5 2 4 ·
>service:5 1 -3 4 -3 · >service:x 2 0 2 2 · >use:0 1 0 2 3 · >use:1 3 1 0 0 · >use:2 4 4 5 5 · >use:5 -2 -2 0 0 · >use:8 -4 -5 -4 -4 · >use:x 6 1 6 5 ·
>user:0 -2 2 1 0 · >user:1 -3 -4 -3 -3 · >user:2 -4 0 0 -1 · >user:x -1 -1 -2 -1 · L1:, 3 2 1 2 · L1:. -1 -2 -3 -2 · L1:: 2 3 3 1 · L1:^ -3 -1 -4 -2 ·
L1:access -1 -2 -3 -2 · L1:and 0 3 0 1 · L1:at -6 -6 -6 -4 · L1:code 3 0 1 1 · L1:general -1 -2 -2 -1 · L1:habit 1 1 2 1 · L1:it 4 3 2 3 · L1:key 1 2 1 -1 ·
L1:lock 5 4 3 3 · L1:other -7 -6 -2 -4 · L1:own -1 -1 -2 -1 · L1:password 4 5 3 2 · L1:sent 4 3 1 1 · L1:service -3 -4 -3 -2 · L1:the -3 -4 -3 -3 ·
L1:then 3 3 4 3 · L1:to -3 2 -2 -1 · L1:use 4 4 2 2 · L1:user -1 -3 -1 -1 · L1:with 5 0 0 0 · L1:word -2 -1 4 0 · L2:, is -2 -2 -3 -3 · L2:, key 1 1 1 3 ·
L2:, lock -3 -1 -1 -1 · L2:, password 2 2 4 3 · L2:, phrase 4 4 8 5 · L2:, with -1 -1 -2 -2 · L2:, word 0 3 3 1 · L2:. use 1 1 2 0 · L2:. word -1 -2 -1 -1 ·
L2:: use 1 1 2 1 · L2:: word 2 4 5 3 · L2:^ access -3 -3 -2 -2 · L2:^ code -2 -1 -1 -1 · L2:^ key -1 -1 0 -2 · L2:^ other -2 -2 -2 -2 · L2:^ password 5 4 5 4 ·
L2:^ phrase -1 -1 -2 -2 · L2:^ sent 3 2 2 2 · L2:^ service -2 -3 -2 -2 · L2:^ use 1 2 2 0 · L2:^ word -3 -1 -2 -2 · L2:access : -1 -2 -1 -1 ·
L2:access is 0 -2 -1 0 · L2:access word 3 4 5 4 · L2:and is -1 -1 -2 -1 · L2:and then 2 2 2 2 · L2:and use -1 -1 -2 -1 · L2:at is -2 -2 -2 -2 ·
L2:at key 2 2 2 3 · L2:at other 2 1 1 1 · L2:at password -1 -1 -3 -2 · L2:at service 1 3 1 1 · L2:at the -1 -2 -2 -1 · L2:at word -2 -3 -2 -2 ·
L2:code is 1 2 1 2 · L2:general is -2 -2 -2 -2 · L2:is use 1 1 2 1 · L2:it : 2 2 3 2 · L2:it use 1 0 0 2 · L2:it word 3 2 4 3 · L2:key , 1 1 1 2 ·
L2:key : 1 2 1 -1 · L2:key is 3 3 3 4 · L2:key word 2 3 2 2 · L2:lock , 3 2 2 2 · L2:lock : -1 -1 -2 -2 · L2:lock is 5 3 3 2 · L2:other : -1 1 -2 -1 ·
L2:other is -5 -3 -3 -3 · L2:own password -1 -1 -2 -2 · L2:password : 2 4 4 2 · L2:password at -1 -2 -3 -1 · L2:password is 1 1 4 1 · L2:phrase is 3 3 5 3 ·
L2:sent it 2 2 2 2 · L2:service is 2 2 1 4 · L2:service use 2 2 1 3 · L2:service word 1 -3 -2 -1 · L2:the access -1 -2 -1 -1 · L2:the key -1 -1 -1 -2 ·
L2:the lock 2 1 1 1 · L2:the other 2 1 4 2 · L2:the word 0 -4 -3 -2 · L2:to phrase 2 2 1 4 · L2:to word -1 -2 0 -1 · L2:use , -1 -1 -2 -2 · L2:use : 1 1 2 1 ·
L2:use at 3 1 1 1 · L2:use habit 2 2 2 2 · L2:use with 3 2 3 2 · L2:use word -1 2 0 0 · L2:with word 1 2 1 1 · L2:word access 5 5 2 3 · L2:word and 1 4 1 1 ·
L2:word at -4 -2 -2 -2 · L2:word is -2 -4 -5 -5 · L2:word it 4 2 1 2 · L2:word key 3 2 3 3 · L2:word lock 2 1 1 1 · L2:word phrase -3 -3 -4 -5 ·
L2:word service -1 -2 -1 -1 · L2:word then 2 2 3 2 · L2:word to -2 3 0 0 · L2:word with 4 1 3 3 · L3:, it use 2 2 3 3 · L3:, password is 2 2 2 2 ·
L3:, word , -1 -2 -1 -1 · L3:, word is -1 -3 -2 -2 · L3:, word key 1 1 2 1 · L3:, word use 2 2 2 4 · L3:, word with -1 -1 -2 -2 · L3:. the word 2 2 2 2 ·
L3:. word , -1 -3 -1 -1 · L3:. word : -1 -1 -3 -2 · L3:: word : 0 2 1 1 · L3:: word and 1 2 1 1 · L3:: word key 1 1 1 3 · L3:: word word 0 1 4 1 ·
L3:^ access word 1 0 2 1 · L3:^ code word -2 -1 -1 -1 · L3:^ it use -1 -1 -2 -1 · L3:^ key : 1 3 1 0 · L3:^ key word 2 2 1 1 · L3:^ password : 3 3 6 4 ·
L3:^ password is 2 2 2 2 · L3:^ service : -2 -3 -2 -2 · L3:^ the key -1 -1 -1 -2 · L3:^ the password -2 -2 -2 -3 · L3:^ the use -1 -2 -2 -1 ·
L3:^ the word -1 -3 -1 -1 · L3:^ word code -3 -1 -1 -1 · L3:^ word is -2 -2 -1 -1 · L3:^ word word -2 0 -1 -1 · L3:access word password 2 2 2 2 ·
L3:and it use -1 -1 -2 -2 · L3:and the key 2 2 2 4 · L3:and the password 2 2 2 2 · L3:and the use 1 1 2 1 · L3:at service is 3 4 3 4 ·
L3:at word : -1 1 -1 -3 · L3:at word is 0 0 -3 -2 · L3:at word to 1 3 1 1 · L3:how word to -2 -1 -1 -1 · L3:is it is 1 1 2 1 · L3:is word with 3 3 6 5 ·
L3:is word word 2 1 1 1 · L3:it word use 2 2 3 4 · L3:it word with 2 1 1 1 · L3:key : word 1 2 1 1 · L3:lock lock is 2 1 1 1 · L3:lock word word -2 -1 -1 -1 ·
L3:own password is -2 -2 -2 -3 · L3:own word : 1 1 2 1 · L3:own word password 2 2 2 4 · L3:own word word 2 2 2 2 · L3:password , word 2 2 4 2 ·
L3:password : word 2 3 3 2 · L3:password at service 1 2 1 1 · L3:password at word -1 -1 -2 -1 · L3:password is word 1 1 3 1 · L3:password to word 2 2 4 2 ·
L3:phrase , phrase 4 4 6 5 · L3:phrase at password -1 0 -2 -1 · L3:phrase word : 1 1 2 2 · L3:service use with 2 2 2 2 · L3:service word , 1 3 1 1 ·
L3:service word key 2 2 2 2 · L3:the lock is 2 1 1 1 · L3:the password , -1 -1 -1 -2 · L3:the service is 3 4 3 5 · L3:the service word 4 2 2 2 ·
L3:the word use 2 2 2 2 · L3:the word word -3 -3 -2 -2 · L3:to word , -4 -2 -2 -2 · L3:to word : 1 1 2 1 · L3:to word with 1 2 1 1 ·
L3:to word word -3 -2 -2 -2 · L3:use the phrase 3 3 4 4 · L3:use to word -1 -2 -1 -1 · L3:use word password -2 -3 -2 -2 · L3:with word word 2 1 1 1 ·
L3:word , code 2 0 1 1 · L3:word , is -2 -2 -3 -2 · L3:word , key 1 1 1 3 · L3:word , lock -3 -1 -1 -1 · L3:word , password 2 2 2 1 ·
L3:word , phrase 0 0 2 0 · L3:word , with -1 -1 -2 -2 · L3:word : word 2 3 3 2 · L3:word access word 3 3 2 2 · L3:word and then 2 2 2 2 ·
L3:word and word -2 -2 -2 -2 · L3:word at is -2 -2 -2 -2 · L3:word at word -2 -1 -1 -1 · L3:word is word -1 -3 -1 -1 · L3:word it use -1 -1 -1 -2 ·
L3:word other : 1 2 1 1 · L3:word password , 1 1 1 3 · L3:word phrase : -1 -1 -1 -2 · L3:word service : 3 3 4 3 · L3:word the phrase -1 -1 -2 -2 ·
L3:word to word -2 -1 -1 -1 · L3:word use at 3 2 2 2 · L3:word use word 0 2 0 0 · L3:word word , 4 3 3 2 · L3:word word : -3 -3 -1 -1 ·
L3:word word at -3 -3 -2 -2 · L3:word word is 2 2 4 3 · L3:word word then 1 1 2 1 · L3:word word to -2 0 -1 -1 · L3:word word use -5 -3 -3 -4 ·
L3:word word word 6 3 2 4 · R1:access 2 3 1 1 · R1:and -1 -3 -4 -2 · R1:at -2 2 0 0 · R1:code 2 1 1 1 · R1:fails -1 -1 -2 -1 · R1:habit 1 1 2 1 ·
R1:how -1 0 -2 -1 · R1:is 1 3 3 2 · R1:it -1 -1 -3 -1 · R1:other -2 -2 -2 -2 · R1:password -1 -2 -3 -1 · R1:phrase -2 -1 -2 -1 · R1:the -2 -3 -4 -2 ·
R1:then 6 6 4 4 · R1:with 2 1 2 1 · R1:word 0 -1 3 1 · R2:and service 1 2 1 1 · R2:and the -2 -2 -1 -1 · R2:and then 2 1 1 1 · R2:and word -1 -3 -2 -2 ·
R2:at habit 2 3 2 2 · R2:at password 2 2 3 2 · R2:at word -3 -1 -1 -1 · R2:code word 4 2 2 2 · R2:is own 2 4 4 2 · R2:is password 2 2 4 2 ·
R2:is word -4 -2 -4 -2 · R2:other word 2 1 1 1 · R2:the other 1 1 3 1 · R2:the word -2 -2 -3 -2 · R2:then word 5 3 3 3 · R2:to the -2 0 -2 -1 ·
R2:to to 2 2 4 2 · R2:to word -3 -5 -5 -3 · R2:use word -1 -1 -2 -1 · R2:with word 0 0 2 0 · R2:word access -2 -1 -1 -1 · R2:word and -3 -3 -4 -2 ·
R2:word at -1 0 -2 -1 · R2:word fails 1 1 2 1 · R2:word is 2 3 4 2 · R2:word service 1 2 2 1 · R2:word the -1 1 2 1 · R2:word then 1 1 3 1 ·
R2:word to -1 -3 -2 -2 · R2:word with 2 2 3 2 · R2:word word 7 2 9 4 · ^access 1 3 1 1 · ^password -2 -5 -3 -2 · ^sent 2 4 2 2 · ^service -1 -1 -2 -1 ·
article -3 -4 -3 -3 · article&access 1 1 2 1 · article&lock -2 -1 -1 -1 · as 0 4 3 3 · asks -3 -4 -4 -3 · assigned 1 2 1 1 · assigned&access -4 -3 -2 -1 ·
assigned&key 0 2 -1 1 · assigned&lock 2 0 2 2 · assigned&other 0 1 -2 0 · assigned&password 0 -1 2 1 · assigned&service -1 1 -1 2 · assigned&use 1 0 1 2 ·
assigned-cue -2 -4 -3 -1 · assigned-name 3 5 4 0 · assigned-name&access 2 3 2 1 · assigned-name&key 1 2 0 -1 · assigned-name&password 2 3 4 2 ·
assigned-name&service 1 2 1 1 · assigned-other 1 2 2 2 · brief 3 3 2 4 · camel -4 -7 -4 -4 · camel3~none 1 2 1 1 · camel3~other 2 4 2 2 ·
camel3~service 1 3 1 1 · camel3~use 2 3 2 2 · capital 2 3 3 2 · capitals -4 -4 -4 -9 · cased 3 7 2 3 · closed&access -1 -1 -5 1 · closed&code -3 -3 -5 -4 ·
closed&habit -2 -2 -4 -3 · closed&key 0 0 -3 3 · closed&lock 0 0 1 -2 · closed&password 0 0 2 -3 · closed&phrase 3 3 3 4 · code -2 -4 -7 -3 ·
code+fails -1 -2 -1 2 · code+lock 7 1 0 1 · code+own 6 3 4 5 · code+pad 2 1 0 0 · code+phrase 2 1 -1 4 · code+service 7 4 6 6 · code+use 3 2 1 2 ·
comma 3 2 1 2 · comma&access -2 -1 -3 -2 · comma&lock 2 2 1 0 · comma&other 0 -3 -1 -2 · comma&password -1 -1 -3 0 · comma&service 2 4 1 2 ·
comma&use 1 -3 -1 0 · common0 3 3 3 6 · common2 -2 -2 -2 -5 · common3 -4 -4 -4 -7 · common4 -2 -2 -2 -5 · copula 3 3 1 -2 · copula&access 4 1 1 1 ·
copula&code 4 3 4 3 · copula&habit 1 3 1 1 · copula&key 5 8 8 5 · copula&lock 5 2 5 4 · copula&other -6 -6 -5 -4 · copula&password 5 8 8 7 ·
copula&service 1 -2 -2 2 · copula&use -3 -3 -3 -4 · cue -8 -16 -8 -8 · derived -4 -4 -7 -4 · digits -3 -6 -3 -3 · digits3 -9 -5 -5 -5 ·
digits3&numbers1 -3 -1 -1 -1 · digits3&numbers3 -2 -1 -1 -1 · digits3&numbers4 -5 -2 -2 -2 · digits3~access -2 -1 -1 -1 · digits3~fails -5 -2 -2 -2 ·
digits3~habit 2 1 1 1 · digits3~key -5 -2 -2 -2 · digits3~none -6 -3 -3 -3 · digits3~other -4 -2 -2 -2 · digits3~phrase 3 2 2 2 · digits3~use -2 -1 -1 -1 ·
digits4 2 1 1 1 · digits4~code 4 2 2 2 · digits4~habit 6 3 3 3 · digits4~lock 6 3 3 3 · digits4~other -4 -2 -2 -2 · digits4~password -4 -2 -2 -2 ·
digits4~use -3 -2 -2 -2 · digits5 -2 -1 -1 -1 · digits5~access -4 -2 -2 -2 · digits5~code -2 -1 -1 -1 · digits5~lock 5 3 3 3 · digits5~other -3 -2 -2 -2 ·
digits5~service -6 -3 -3 -3 · digits6 10 5 5 5 · digits6~access 2 1 1 1 · digits6~code 7 4 4 4 · digits6~lock 2 1 1 1 · digits6~none 6 3 3 3 ·
digits6~other 3 2 2 2 · digits6~sent 6 3 3 3 · digits6~service 3 2 2 2 · digits6~use 4 2 2 2 · digits8 11 5 5 5 · digits8~fails -2 -1 -1 -1 ·
digits8~key 5 3 3 3 · digits8~none 2 1 1 1 · digits8~password -3 -1 -1 -1 · digits8~service 4 2 2 2 · digits8~use 2 1 1 1 · dotted -2 -5 -2 -2 ·
ends 2 6 -1 2 · equals 1 1 2 1 · equals&password 4 6 7 4 · equals&service -1 -2 -2 -2 · first -3 -1 -4 -2 · foreign 3 3 4 4 · foreign~access -1 -2 -1 -1 ·
foreign~code -1 -2 -1 -1 · foreign~habit 1 2 1 1 · foreign~lock -2 -4 -2 -2 · foreign~other -2 -3 -2 -2 · foreign~phrase -1 -2 -1 -1 · foreign~use 1 2 1 1 ·
goes-on 1 -1 -6 -1 · grouped 10 5 5 5 · half-quoted -1 -1 -1 -3 · hex -2 -3 -2 -2 · hex~access -1 -2 -1 -1 · hex~code 2 3 2 2 · hex~none -4 -7 -4 -4 ·
hex~other -1 -2 -1 -1 · hex~sent -1 -2 -1 -1 · in-quotes 1 1 1 2 · is-name -2 -9 -7 -9 · joined -1 -2 -1 -1 · joined-in-code -2 -5 -2 -2 ·
joined-in-prose -2 -4 -2 -2 · joined-to -1 2 -1 0 · joined-to&access 1 3 1 1 · joined-to&lock 3 3 2 2 · joined-to&password -1 -1 -2 -1 ·
joined-to&service 1 2 1 1 · joined3 3 6 3 3 · joineddigits 2 4 2 2 · joined~key -1 -3 -1 -1 · joined~none 2 3 2 2 · joined~password -2 -5 -2 -2 ·
joined~use 1 2 1 1 · key+fails 4 2 0 0 · key+lock 5 2 2 2 · key+own -5 -3 -3 -3 · key+phrase 2 1 2 3 · key+service 1 0 3 6 · key+use 0 -1 -2 1 ·
last 2 4 3 -4 · leeted 4 8 4 4 · leeted~code 2 4 2 2 · leeted~fails 3 5 3 3 · leeted~key 2 4 2 2 · leeted~none -1 -2 -1 -1 · leeted~other 1 2 1 1 ·
leeted~phrase -1 -3 -1 -1 · leeted~sent 1 2 1 1 · leeted~use 1 2 1 1 · left" 3 4 2 1 · left' 1 1 2 1 · left( 2 2 1 1 · left< 3 6 3 2 · left[ -1 -1 -2 -1 ·
length11 2 2 4 2 · length15 4 7 5 4 · length24 6 13 6 6 · length4 -7 -7 -15 -7 · length5 -6 -12 -6 -6 · length64 5 9 6 5 · length64~access 2 4 2 2 ·
length64~key 2 3 2 2 · length64~lock 1 2 1 1 · length64~none 1 2 1 1 · length64~other 1 2 1 1 · length64~password 2 4 2 2 · length64~service 1 2 1 1 ·
length64~use 2 3 2 2 · length7 -5 -10 -7 -5 · lettered -3 -2 -2 -2 · lone 0 7 -4 1 · long 2 3 1 0 · lower -3 -3 -7 -3 · lowercase -5 -5 -5 -10 ·
marked 5 2 2 2 · mixed 4 8 4 4 · mixedcase 5 10 5 5 · mixedcase~access 3 5 3 3 · mixedcase~fails 2 5 2 2 · mixedcase~habit 1 2 1 1 · mixedcase~key 1 2 1 1 ·
mixedcase~lock -3 -6 -3 -3 · mixedcase~none 3 5 3 3 · mixedcase~other -3 -6 -3 -3 · mixedcase~password 1 2 1 1 · mixedcase~phrase 1 2 1 1 ·
mixedcase~service -1 -2 -1 -1 · mixedcase~use -1 -3 -1 -1 · mixed~code 1 3 1 1 · mixed~fails -3 -7 -3 -3 · mixed~habit 1 3 1 1 · mixed~lock 1 2 1 1 ·
mixed~password 1 2 1 1 · mixed~phrase -2 -3 -2 -2 · mixed~sent -2 -4 -2 -2 · mixed~service 2 5 2 2 · named 4 3 0 -1 · named&access 2 1 1 0 ·
named&code 3 1 1 1 · named&key 1 2 -1 1 · named&lock 3 1 1 2 · named&other -5 -1 -2 -1 · named&password 2 3 0 1 · named&service 7 8 9 9 ·
named&use -3 -3 -4 -6 · named-capital 1 2 1 0 · named-otherwise -3 -5 0 -2 · named-otherwise&access -2 -2 -1 -1 · named-otherwise&code 5 2 2 2 ·
named-otherwise&lock 3 1 1 1 · named-otherwise&other -3 -5 0 -2 · named-otherwise&password 2 2 4 2 · no-name -5 -7 -3 -6 · numbers1 6 3 3 3 ·
numbers2 -5 -2 -2 -2 · numbers3 -5 -2 -2 -2 · numbers4 17 9 9 9 · odd -3 -6 -3 -3 · only-access 5 3 -1 2 · only-lock 2 0 1 -2 · only-pad 4 5 3 3 ·
only-service 0 2 1 -2 · open&access 2 2 4 2 · open&habit 1 1 2 1 · open&lock -3 -3 -5 -3 · open&phrase 4 4 8 4 · parted 8 4 4 4 · password+fails 1 2 1 3 ·
password+habit 1 -1 2 1 · password+lock 0 -2 3 1 · password+own 3 5 2 3 · password+phrase 7 6 2 10 · password+service -5 0 1 -3 · password+use -6 0 -4 -4 ·
preposition -7 -3 -7 -5 · preposition&access -3 -4 -3 -3 · preposition&lock 4 2 2 2 · preposition&other -2 -2 -1 -1 · preposition&password -2 -2 -4 -2 ·
preposition&service -3 -3 -2 -2 · preposition&use 6 6 3 4 · quoted 4 7 3 5 · quoted&access 2 2 1 4 · quoted&code -1 -1 -2 -2 · quoted&other 1 0 1 3 ·
quoted&password 2 3 2 2 · quoted&service 0 2 0 -1 · round -11 -6 -6 -6 · round&numbers1 -9 -5 -5 -5 · round&numbers2 -3 -2 -2 -2 · round&numbers4 2 1 1 1 ·
sentence -1 -2 -3 -2 · several 7 -3 -1 -7 · sign 3 6 3 3 · signed 3 5 3 3 · slot-is -2 -2 -2 -3 · slot-phrase -1 -1 -1 -2 · slot-use -1 -1 -1 -2 ·
slot-with -1 -1 -1 -2 · slot:: 3 3 5 3 · slot::&fails 0 0 -2 1 · slot::&habit 1 1 2 2 · slot::&key 0 0 -2 2 · slot::&password 2 2 5 2 · slot::&phrase 5 5 9 7 ·
slot::&service -3 -3 -5 -4 · slot::&use -3 -3 -5 -4 · slot:::closed 2 2 4 2 · slot:access -1 -1 -3 -1 · slot:access&access -1 -1 -3 -1 ·
slot:access:open -1 -1 -2 -1 · slot:first -2 -2 -4 -2 · slot:first&access -1 -1 -3 -1 · slot:first&code -1 -1 -2 -1 · slot:first&fails 1 1 3 1 ·
slot:first:closed 1 1 3 1 · slot:first:open -3 -3 -7 -3 · slot:is -2 -2 -2 -3 · slot:is&access -1 -1 -2 -1 · slot:is&fails 2 2 3 2 · slot:is&lock 2 2 4 2 ·
slot:is&password 3 3 5 5 · slot:is&service 3 3 3 5 · slot:is&use 2 2 4 1 · slot:is:closed -2 -2 -3 -4 · slot:key&access -2 -2 -2 -3 · slot:key&code 1 1 1 2 ·
slot:key&fails -1 -1 -1 -2 · slot:key&phrase 1 1 2 1 · slot:key&service 3 3 3 4 · slot:key&use 3 3 4 7 · slot:key:open -1 -1 -2 -1 · slot:other -1 -1 -3 -1 ·
slot:other&access 2 2 3 2 · slot:other&fails -2 -2 -3 -2 · slot:other&key -1 -1 -3 -1 · slot:other&password -2 -2 -4 -2 · slot:other&phrase 1 1 3 1 ·
slot:other&service -2 -2 -5 -2 · slot:other:closed -2 -2 -4 -2 · slot:password -1 -1 -1 -2 · slot:password&lock 2 2 2 4 · slot:password&password -1 -1 -1 -2 ·
slot:password&phrase -2 -2 -3 -3 · slot:password&service 1 1 2 0 · slot:password&use -2 -2 -3 -2 · slot:password:closed 2 2 5 2 ·
slot:password:open -3 -3 -7 -3 · slot:phrase -2 -2 -2 -2 · slot:phrase&access 2 2 1 4 · slot:phrase&habit -1 -1 -2 -2 · slot:phrase&key 1 1 0 2 ·
slot:phrase&password -2 -2 -3 -3 · slot:phrase&phrase -2 -2 -2 -2 · slot:phrase&use 0 0 2 -1 · slot:phrase:closed -2 -2 -3 -3 · slot:quote&access 2 2 3 3 ·
slot:quote&code -1 -1 -1 -2 · slot:quote&key 4 4 5 6 · slot:quote&lock -1 -1 -1 -2 · slot:quote&password 1 1 2 0 · slot:quote&phrase 2 2 2 3 ·
slot:quote&service -2 -2 -2 -3 · slot:quote&use 1 1 1 3 · slot:quote:closed -1 -1 -3 -2 · slot:quote:open 1 1 2 1 · slot:sent -1 -1 -2 -1 · slot:then 1 1 2 1 ·
slot:then&access -1 -1 -3 -1 · slot:then&fails 1 1 2 1 · slot:then&password 1 1 2 1 · slot:then&phrase 1 1 2 1 · slot:then&service 1 1 2 1 ·
slot:then:closed 1 1 2 1 · slot:use -1 -1 -2 -3 · slot:use&access 1 1 3 1 · slot:use&code -1 -1 -1 -2 · slot:use&fails -1 -1 -2 -2 · slot:use&habit 0 0 2 -1 ·
slot:use&key -1 -1 -2 -2 · slot:use&lock -2 -2 -3 -3 · slot:use&use -1 -1 -2 -3 · slot:use:closed -1 -1 -1 -2 · slot:with -2 -2 -2 -3 ·
slot:with&access 1 1 0 2 · slot:with&fails -1 -1 -2 -2 · slot:with&habit -1 -1 -2 -1 · slot:with&lock -2 -2 -3 -2 · slot:with&password -1 -1 -1 -2 ·
slot:with&service 2 2 3 1 · slot:with:closed -2 -2 -3 -3 · stopped 4 3 7 6 · strong 6 12 6 6 · strong~fails 3 6 3 3 · strong~habit -2 -5 -2 -2 ·
strong~key 3 6 3 3 · strong~lock -1 -2 -1 -1 · strong~other -2 -3 -2 -2 · strong~password 2 4 2 2 · strong~sent 2 3 2 2 · strong~service 1 3 1 1 ·
then 3 3 4 3 · then&password 1 1 2 1 · then-copula -2 1 1 0 · then-copula&code 2 2 1 1 · then-copula&password 5 7 9 5 · then-copula&service 1 1 2 1 ·
then-copula&use -2 -1 -2 -1 · then-join -1 -3 -4 -2 · then-join&access 2 3 1 2 · then-join&code 0 -2 -1 -1 · then-join&key -1 -2 -1 -1 ·
then-join&other 0 2 0 1 · then-join&password -3 -5 -3 -3 · then-join&use -1 -2 -2 -1 · then-preposition -5 -1 -5 -3 · then-preposition&access 2 3 3 2 ·
then-preposition&habit 2 3 3 2 · then-preposition&key 1 1 2 1 · then-preposition&lock 2 2 1 1 · then-preposition&password 2 2 2 2 ·
then-preposition&service 0 0 2 0 · then-preposition&use -2 1 -1 -1 · time -8 -4 -4 -4 · time&numbers1 -6 -3 -3 -3 · time&numbers2 -5 -2 -2 -2 ·
time&numbers4 3 2 2 2 · titled 4 4 4 7 · told0 2 2 2 4 · told1 -3 -3 -3 -6 · told2 -5 -5 -5 -10 · turns 2 5 2 2 · underscored 1 2 1 1 · unit -9 -6 -6 -5 ·
upper -3 -5 -3 -3 · upper~access 2 3 2 2 · upper~fails -3 -6 -3 -3 · upper~lock 1 2 1 1 · upper~none -2 -4 -2 -2 · upper~other -1 -2 -1 -1 ·
upper~password -3 -6 -3 -3 · upper~service -2 -3 -2 -2 · upper~use -2 -4 -2 -2 · used 5 2 3 2 · used&access 3 5 6 3 · used&code -1 -1 -2 -2 ·
used&key -3 -2 -2 -2 · used&lock 7 2 2 2 · used&other 2 2 0 0 · used&service -1 0 -3 -1 · used&use 5 2 3 2 · with 5 0 0 0 · with&access 4 2 3 4 ·
with&key 2 1 2 1 · with&lock 6 2 2 2 · with&service 5 2 5 3 · with&use 4 3 3 3 · worddigits 2 3 2 2 · worddigitsigns 2 4 2 2 · worddigitsigns~lock 1 2 1 1 ·
worddigitsigns~none 1 2 1 1 · worddigitsigns~password 1 2 1 1 · worddigits~access -1 -3 -1 -1 · worddigits~key -1 -2 -1 -1 · worddigits~lock -2 -5 -2 -2 ·
worddigits~other -2 -4 -2 -2 · worddigits~password 3 6 3 3 · worddigits~sent 2 5 2 2 · worddigits~service 2 3 2 2 · words2 2 2 2 3 · words3 -4 -4 -4 -8 ·
words4 -2 -2 -2 -4 · words6 -1 -1 -1 -2 · year -8 -4 -4 -4 · year&numbers1 -4 -2 -2 -2 · year&numbers3 -2 -1 -1 -1 · year&numbers4 -2 -1 -1 -1 ·
~access 0 1 -1 3 · ~code 5 1 -1 0 · ~fails -6 -5 -4 -4 · ~general -8 -4 -4 1 · ~habit 7 6 3 3 · ~how -5 -1 -2 -3 · ~judged 1 2 3 3 · ~key -3 -3 -5 1 ·
~lock 8 3 2 1 · ~other -8 -6 -4 -5 · ~own 2 2 0 -2 · ~pad 6 4 3 2 · ~password -2 3 3 -2 · ~phrase 3 0 8 5 · ~sent 2 -1 -2 2 · ~service 4 5 3 2 · ~use 4 2 2 2 ·
~user -11 -8 -6 -10 · ~~access -3 0 0 1 · ~~code 1 0 -3 4 · ~~general -3 -2 -1 -2 · ~~habit 0 -3 -1 -3 · ~~how 0 0 -4 -1 · ~~judged 5 3 3 3 ·
~~key -3 -1 -5 -4 · ~~lock 3 0 -1 -2 · ~~other -1 -1 -6 -2 · ~~own -2 -1 -1 -4 · ~~pad 2 2 2 1 · ~~password -2 -1 -1 -1 · ~~phrase 1 1 2 1 ·
~~sent -2 -1 -3 -3 · ~~service 3 5 4 3 · ~~use -3 -4 -1 1 · ~~user 1 5 5 3
"""
GROUPS: tuple[Group, ...] = ("number", "mixed", "word", "phrase")
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
