"""The memory folder: state.db, the profile and its versions, updates, consent, locks.

`state` opens the database, `locks` the file locks; `versions` is the only writer of
profile.md; `updates` records what models were asked and answered; `consent` what may be
learned from; `ledger` accounts for every turn.
"""
