"""The web page of `llm memory web`: what is known, why, and what waits, for one user on 127.0.0.1.

`server` serves the page and stops when idle; `handover` passes the one-use link to the browser;
`guard` is the access control; `session` has the secrets and messages of one run; `app` routes a
request to a page or an action. The pages are in `facts`, `history` (with the timeline), `waiting`,
`find`, `activity` (with `cost`) and `leaves` (what leaves the machine); `frame` is what all have in
common. Their functions take a `Call` and return a `Page` or a `Done` (see `call`). HTML is written
only by the templates, through `render`, which escapes all values.

Only the command `web` loads this package. It needs the extra of the same name.
"""
