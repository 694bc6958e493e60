"""The memory of many users behind somebody's chat program: HTTP on PostgreSQL. Extra `[server]`.

Only the command `llm memory serve` imports this package, and only this package may import what the
extra installs. PostgreSQL keeps users apart: see `database` and `migrations/`.

* `settings`, `embedded`, `database`, `migrations`, `examine`, `keys`: the database, and who may use
  it; `model_check` examines the models;
* `problems`, `failures`, `cursors`, `calls`, `http`, `limits`, `openapi`, `metrics`, `app`:
  requests and answers; these modules know no table;
* `jobs`, `learning`, `prompts`, `worker`: learning in the background; `known` has the facts as
  rows, `archiving` moves them between the profile and its archive; `erasing` deletes something
  with everything that rests on it, `leftovers` finds what still says it; `withheld` tells what no
  model is given after a fact was forgotten, `text_matches` finds texts that may say it; `audit`
  records who did what;
* `passages`, `sayings`, `finding`, `records`, `meaning`, `zones`: searching; they share the ranking
  of `recall`; `embeddings` makes vectors in the background;
* `schemas` and the modules whose names end so: the shapes of requests and answers; the modules
  that are named after paths answer requests; `usage` counts what a user stored;
* `tools`, `mcp_http`: the same over MCP;
* `chatmemory`: the same on the paths of another server, on which `summaries` are made on request;
* `run`: the processes; `shared_counters`: where they count together.
"""
