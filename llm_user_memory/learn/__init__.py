"""Changing the profile: learning from conversations, and changes that the user makes.

* `update` asks a model about one conversation, and makes the edits that pass the checks;
* `schedule` tells when there is something to learn, and what hinders it;
* `manual` makes the changes that the user asks for with a command;
* `backfill` learns from conversations of the past.

Imports nothing of `cli`, `inject`, `daemon` or `recall`.
"""
