"""The page of `llm memory web`: what is known, why, and what waits, for one person on 127.0.0.1.

`server` binds and stops when idle; `handover` gives the one-use link to the browser; `guard`
decides who may ask at all; `app` finds the page or the action that a request names. The pages are
in `facts` (what is known), `history` (how it came to be), `waiting`, `find`, `activity` (what
memory did; `cost`: what that took) and `leaves` (what leaves the machine): each function is given a
`Call` and returns what its template shows, or what was done. HTML is written by the templates
alone, which escape whatever they are given.

Only the command `web` loads this package. It needs the extra of the same name.
"""
