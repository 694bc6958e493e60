"""Searching past conversations, notes, files and the profile.

* `lookup`: one complete search: update the index, then query it;
* `search`: the query itself; `keywords` and `when` parse it, `ranking` orders hits;
* `around`: what else was said near a fact and of it;
* `grep`: searching files without an index; `highlight`: marking matches in a text;
* `for_prompts`: the passages and notes that a prompt is given, `bearing`: the archived facts;
* `ask`: answering a question from the hits with a model;
* `embedder`: the embedding model; `local`: the one of the extra `local`;
* `new_source`: what a file or folder has that is about to be searched;
* `index`: building index.db and keeping it up to date.

Nothing here may import `cli`, `daemon`, `doctor`, `inject`, `learn` or `purge`.
"""
