"""The memory for other programs' models: a server that speaks MCP over standard input and output.

* `messages`: parsing and encoding messages of JSON-RPC. Pure;
* `server`: the protocol in both eras, the one with a handshake and the stateless one, without
  input and output; `stdio` runs it on standard input and output, with threads;
* `catalogue`: the descriptions of the tools, the prompt and the resource. Data only;
* `arguments`: validating the arguments of a tool. Pure;
* `memory`: the interface that the server calls; `tools` implements it;
* `asking`: the tool `ask_memory`, in a child process;
* `elicitation`: the state of the one question to the user.

Models propose and people decide: no tool deletes or changes anything. A model can write anything,
so nothing that it passes to a tool counts as said by the user. Nothing here imports `llm` or
`click`, and the memory is loaded only when a tool is called, because clients wait for the list of
tools.
"""
