"""What is added to a prompt of `llm`: the profile, archived facts, recalled passages, and tools.

* `context` builds the fragments named memory:...;
* `permission` tells what may be learned from the prompt, and `command_line` how much of it the
  user typed into the shell;
* `recalled` looks up passages and notes; `destination` finds out where the prompt goes;
* `placement` chooses between prompt and system prompt;
* `archived` adds the archived facts that are relevant to the prompt, unless the thread has them;
* `toolbox` registers the tools, and `tools` implements them;
* `folders` finds the memory folder and the profile in use; `chats` records the turns of `llm chat`.

Must not import `cli`. `context`, `permission`, `command_line` and `placement` run in every prompt,
so they load nothing large.
"""
