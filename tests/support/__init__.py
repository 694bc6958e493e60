"""Helpers of the tests; `support` is imported from the folder `tests`.

What tests run:

* `product`: the whole product in a throw-away home, and terminals
* `processes`: the daemon and the workers of a `Product`
* `forked_runs`: one piece of code run many times, each in a process that may be killed
* `mounts`: small and read-only file systems
* `power_loss`: a simulated disk that loses its power
* `log_contention`: LLM writing its log while ours read it, as processes
* `plugins/`: the scripted models, as a plugin of LLM
* `clock/`, `killer/`, `macos_sqlite/`: a `sitecustomize` each, which changes every Python process
  of a test: it shifts the clock, kills at a step, lets SQLite synchronise as on macOS

What tests read and compare:

* `llm_log`: a logs.db with LLM's own schema, written row by row
* `learning`: the last steps of an update, without a model
* `index_content`: the search index, refreshed and read as comparable values
* `export_files`: files as ChatGPT, Claude, gptme, Claude Code and Codex write them
* `purging`: conversations with the profile in LLM's log, for the tests of purging

Tables, strategies and checks:

* `faults`: a home with one learned fact, and what must hold while something in it is broken
* `torture`: what must hold after anything was broken; samples and tallies
* `crash_scenarios`: each process that writes to the memory folder, to be killed and traced
* `equivalence_rows`: commands that must behave the same with the shell function and without
* `hostile_answers`, `hostile_injections`, `hostile_languages`: answers of models, and what each
  must leave in the profile
* `secret_cases`: texts with secrets and ordinary texts
* `profile_strategies`: Hypothesis strategies for profiles
* `make_trust_page`: the counts of docs/trust.md, made from the tables
"""
