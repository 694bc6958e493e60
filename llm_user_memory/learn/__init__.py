"""Changing the profile: learning from conversations, and changes that the user makes.

* `update` asks a model about one conversation, and makes the edits that pass the checks;
* `material` is what of the conversation that model may be shown;
* `portions` divides a conversation that is too long for one request;
* `repeated` finds answers that may repeat what the request must not contain;
* `role_play` finds turns in which the user may be playing a role;
* `checking` checks the edits of a model's answer;
* `schedule` tells when the worker has something to do, and why it may not learn;
* `sessions` records what was typed into other programs, whose files `transcripts` reads;
* `proofs` tells whether the user typed what those programs' models quoted;
* `locality` marks facts that may not leave this machine; `former_facts` tells which facts that left
  the profile keep what says them here, and ends that;
* `said_again` marks known facts that a prompt with ` #local` says, without a model;
* `archiving` keeps the profile within its budget, and archives facts whose time has passed;
* `manual` makes the changes that the user asks for with a command, and `review` those that they
  decide about in the review queue, where `proposing` puts what programs and tools ask for;
* `pauses` pauses learning for all profiles;
* `backfill` learns from old conversations.

Imports nothing of `cli`, `inject`, `daemon` or `recall`.
"""
