"""Erasing facts completely: from the memory folder, and from copies of our text in LLM's log.

* `target`: the facts to erase, and their spellings;
* `state`: erasing them from state.db and the files beside the profile; `index`: from the index;
* `logs_db`: erasing them from LLM's logs.db, which no other package writes to;
* `search`: looking for what is left; `run`: all of these steps in order.
"""
