"""Erasing facts completely: from the memory folder, and from copies of our text in LLM's log.

* `target`: the facts to erase, and the texts to search for;
* `state`: erasing from state.db and the files beside the profile; `index`: from the search index;
* `logs_db`: erasing from LLM's logs.db, which no other package writes to;
* `search`: searching for what is left; `run`: all steps in order, and the report.
"""
