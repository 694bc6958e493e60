"""What is added to a prompt: the profile, recalled passages, and tools for the model.

`context` builds the fragments of memory:..., `placement` chooses between prompt and system prompt,
`recalled` finds passages and notes, `toolbox` registers the tools and `tools` implements them,
`folders` finds the memory folder and the profile in use. It must not import `cli`, and `context`
and `placement` load nothing heavy, because they run in every prompt.
"""
