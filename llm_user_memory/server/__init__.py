"""The memory of many users behind somebody's chat program: HTTP on PostgreSQL. Extra `[server]`.

Nothing but the command `llm memory serve` imports this package, and only it may import what the
extra installs. A user is a boundary that PostgreSQL guards: see `database` and `migrations/`.

* `settings`, `embedded`, `database`, `migrations`, `examine`, `keys`: the database, and who may use
  it; `model_check` examines the models;
* `problems`, `failures`, `calls`, `http`, `limits`, `openapi`, `metrics`, `app`: requests and
  answers; they know no table;
* `jobs`, `learning`, `prompts`, `worker`: learning in the background; `known` has the facts as
  rows, `archiving` moves them between the profile and its archive; `erasing` deletes with
  everything that rests on it, `leftovers` finds what still says it; `audit` records who did what;
* `passages`, `sayings`, `finding`, `records`, `meaning`, `zones`: searching; they share the ranking
  of `recall`; `embeddings` makes vectors in the background;
* `schemas` and its like: the shapes of requests and answers; the modules named after paths
  answer them; `usage` counts what a user stored;
* `tools`, `mcp_http`: the same over MCP;
* `chatmemory`: the same on another server's paths; `summaries` are made on request there;
* `run`: the processes; `shared_counters`: where they count together.
"""
