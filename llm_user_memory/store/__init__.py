"""The memory folder: state.db with its tables, and in `profile` the file profile.md.

The folder and its database:

* `state` opens and migrates state.db; `schema` has its migrations;
* `locks` has the advisory locks on files; `exposure` checks whether other users may change a file;
* `error_hints` has the commands that error messages suggest;
* `profiles` chooses the profile; `profile` owns profile.md and its versions.

What was said, and what may be learned from it:

* `ledger` records the outcome of every turn; `backfilled` the turns learned from old conversations;
* `receipts` proves what was typed into other programs; `kept_conversations` stores the
  conversations that the API was given;
* `consent` decides what may be learned from a turn: markers, pauses, chat sessions; `seals` proves
  that a marker is ours;
* `model_places` records where the models of turns ran; `unmarked` finds facts of an earlier
  version, which lack the mark that follows from it.

Facts:

* `updates` records the requests to models and their edits; `origins` tells where each fact is from,
  and `timeline` from when to when it was true;
* `archived` has the words by which prompts find archived facts; `placements` records what the user
  typed, moved, imported or restored; `formerly_local` recognizes local facts that left the profile;
* `forgotten` has the fingerprints of forgotten facts;
* `review_queue` has the edits for the user to decide about; `proposals` which of them clients
  proposed; `notices` the line about new facts;
* `clients` lists the connected programs, and `sources` the files that the user added to search.

The only package that writes profile.md. Of other packages only `purge`, `doctor.rebuild`, `notes`
and `learn.transcripts` write to tables of state.db. Nothing here may import `cli`, `api`, `doctor`,
`inject`, `purge`, `daemon`, `shell`, `learn`, `recall` or `notes`.
"""
