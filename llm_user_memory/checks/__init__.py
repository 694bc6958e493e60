"""The checks that every edit proposed by a model has to pass. Pure.

* `guard` applies all checks to the edits of an answer, and makes those that pass;
* `objections` finds readings of the words in which a fact is wrong, `weighing` decides whether it
  is right in spite of them;
* `with_archive` does so for a profile with an archive;
* `effects` tells what an edit would do to the profile, `refusals` has the reasons against it;
* `endings` tells whether the words end a fact, `lasting` whether they may be true only for a while,
  or beside it;
* `quotes` finds the user's own words for a fact, `turns` the texts around them;
* `support` compares a fact with them: negation, numbers, names;
* `other_scripts` does so for languages without tables: by letters, word forms and sounds;
* `coverage` finds words of a fact that are not the user's;
* `negation` finds facts that are the opposite of a clause, by what a fact claims (`claims`) and
  without what negates nothing (`harmless`); `denials` finds words that are only denied,
  `opposites` words of opposite meaning; `presupposed` sets apart what a "not" leaves true;
* `clauses` cuts sentences into parts with one subject (`subjects`) and one mood, `attribution`
  tells from them whom the words are about;
* `over` finds facts that say of something present that it is over, `predicates` those that say
  another thing of a place or a person than the user did; `sensitive` finds illnesses, crimes and
  the like that are only mentioned;
* `quoted_clauses` finds the clauses that hold the quote, `subject_and_tense` tells whether they say
  the fact of the user, and as so today; `impersonal` finds what is asked of anybody;
* `told_elsewhere` finds what the other turns of a conversation add to the quoted one, `borrowed`
  the names, numbers and dates that only they have; `plainly_said` what is the user's for certain;
* `requested` finds facts that are only requested, `earnest` roles, dictated texts and jokes,
  `labels` what a label says of somebody else: "caption for my cat";
* `corrections` finds what the user took back, corrected or dropped afterwards;
* `numerals` reads numbers, `counts` sums what is counted, `numbers` and `ordinals` say which
  numbers are given;
* `mentions` finds dates, `said_dates` tells which days the user's words mean; of these `distances`
  knows "in two weeks", and `named_times` Easter, the spring and the third quarter;
* `wishes` and `likings` tell lasting wishes and likings from requests for one answer;
* `fact_format` decides what text can be a fact;
* `prompt_injection` finds text that instructs a model;
* `dates` replaces "tomorrow" by the date.

Imports only `errors`, `profile` and `text`: no I/O, no clock.
"""
