"""Asking a model for edits to the profile.

* `request` composes the text of the request, and `marks` what it tells of each fact;
* `forms` decides which form of request a model can answer;
* `client` asks the model through LLM, and interprets its errors;
* `answer` parses the answer into edits, and `no_change` recognizes that there are none.

Imports only `errors`, `profile` and `text`. `llm` is imported inside functions of `client` and
`forms` only.
"""
