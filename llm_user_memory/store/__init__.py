"""The memory folder: state.db with its tables, and in `profile` the file profile.md.

* `state` opens and migrates state.db; `schema` has its migrations;
* `locks` has the advisory locks on files, `error_hints` the commands that error messages suggest;
* `ledger` records the outcome of every logged turn;
* `consent` decides what may be learned from a turn: markers, pauses, chat sessions;
* `updates` records the requests to models and their edits; `origins` where each fact is from,
  `timeline` from when to when it was true;
* `archived` has the words by which prompts find archived facts; `placements` what the user typed,
  moved, imported or restored;
* `backfilled` records the turns learned from old conversations;
* `forgotten` has the fingerprints of forgotten facts; `review_queue` the edits for the user to
  decide; `notices` the line about new facts;
* `profiles` chooses the profile; `sources` lists the files that the user added to search;
* `profile` owns profile.md and its versions.

The only package that writes profile.md. Of other packages only `purge`, `doctor.rebuild` and
`notes` write to tables of state.db. Nothing here may import `cli`, `api`, `doctor`, `inject`,
`purge`, `daemon`, `shell`, `learn`, `recall` or `notes`.
"""
