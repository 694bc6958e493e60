"""Asking a model for edits to the profile.

* `request` composes the text of the request, in which `marks` are added to facts;
* `forms` decides which form of request a model can answer;
* `client` asks the model through LLM, and interprets its errors;
* `installed` lists LLM's models, `location` finds out where a model runs, and `prices` what
  tokens cost;
* `answer` parses the answer into edits, and `no_change` recognizes that there are none.

Imports only `egress`, `errors`, `profile`, `settings` and `text`; `llm` inside functions alone.
"""
