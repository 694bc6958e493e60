"""The profile on disk: profile.md, its versions, and merging concurrent changes of it.

* `versions` reads and changes the profile; every change goes through it;
* `commit` makes one version, crash-safely;
* `history` reads the recorded versions, and `changes` computes which facts each gained and lost;
* `texts` stores their texts in compressed `parts` that versions share; `recovery` recovers them
  from a damaged database;
* `merge_base` finds the version from which a saved text was edited;
* `saves` records first, for prompts, what was saved just now;
* `conflicts` merges what other machines saved in a synchronized folder; `git` asks git for the
  texts that it merged;
* `file` reads and writes profile.md; `swap` exchanges two files atomically.

Only `versions` and `commit` write profile.md. `store` says what must not be imported here.
"""
