"""Checks an installation, part by part, and repairs what is safe to repair.

* `status`: the report of `llm memory status`;
* `examine`: all checks of `llm memory doctor`, in the order of its output; `finding`: one result;
* `files`, `databases`, `processes`, `clients`: checks of the memory folder, of the databases, of
  the daemon and its worker, and of the connected programs;
* `round_trip`: a test conversation in a temporary folder; `rehearsal`: the process that holds it;
* `repair`: the repairs of `--fix`;
* `rebuild`: replacing a damaged state.db; `salvage`: reading what is left of one.

Nothing here may import `cli`, `inject` or `purge`. Only `rehearsal`, which is a separate process,
imports `llm` when it is loaded.
"""
