"""Changing the profile: learning from conversations, and changes that the user makes.

* `update` asks a model about one conversation, and makes the edits that pass the checks;
* `portions` divides what is too long for one request;
* `schedule` tells when there is something to learn, and what hinders it;
* `sessions` finds what was typed into other programs, `proofs` what their models only claim;
* `checking` checks the edits of its answer, and makes those that pass;
* `archiving` keeps the profile within its budget, and archives what is over;
* `manual` makes the changes that the user asks for with a command;
* `backfill` learns from conversations of the past.

Imports nothing of `cli`, `inject`, `daemon` or `recall`.
"""
