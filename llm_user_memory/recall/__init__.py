"""Searching past conversations, notes, files and the profile.

* `lookup`: one complete search: update the index, then query it;
* `search`: the query itself; `keywords` and `when` parse it, `ranking` orders hits;
* `local_facts`: recognizing what local facts say in other texts;
* `around`: what was said next to a fact's origin, and about the fact elsewhere;
* `grep`: searching files without an index; `highlight`: marking matches in a text;
* `for_prompts`: the passages and notes that a prompt is given; `archived_facts`: the archived
  facts that it is given;
* `ask`: answering a question from the hits with a model;
* `embedder`: the embedding model; `local`: the one of the extra `local`;
* `new_source`: the content of a file or folder before it is added to the search;
* `index`: building index.db and keeping it up to date.

Nothing here may import `cli`, `daemon`, `doctor`, `inject`, `learn` or `purge`.
"""
