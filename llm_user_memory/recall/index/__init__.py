"""The search index, index.db: building it and keeping it up to date.

* `db`: the tables, and opening them; `passages`: adding and removing what is in them;
* `conversations`, `files`, `facts`: the kinds of source; `documents`: updating one document;
* `file_scan`, `file_states`: files on the disk, and what is known of each; `stale_files`: those
  that were changed since; `markdown_parts`, `file_dates`: the sections of Markdown; `sessions`:
  conversations with other programs; `api_conversations`: those that the API stored; `turn_parts`:
  the parts of their turns;
* `passage_texts`: reading the texts of passages; `chunks`: splitting text into passages;
* `stems`, `bag_of_words`: words for scoring; `vectors`, `embed`: embeddings;
* `refresh`: one update of the whole index; `maintenance`: the same within the worker's time limits;
* `staleness`: whether an update is needed; `health`: the index's state for `status` and `doctor`.

Nothing here may import `cli`, `daemon`, `doctor`, `inject`, `learn` or `purge`.
"""
