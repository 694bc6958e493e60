"""What is added to a prompt: the profile, archived facts, recalled passages, tools for the model.

* `context` builds the fragments of memory:...;
* `permission` tells what may be learned from the prompt;
* `recalled` looks up passages and notes;
* `placement` chooses between prompt and system prompt;
* `archived` adds the archived facts that bear on the prompt, unless the thread has them;
* `toolbox` registers the tools, and `tools` implements them;
* `folders` finds the memory folder and the profile in use.

It must not import `cli`. `context`, `permission` and `placement` load nothing heavy, because they
run in every prompt.
"""
