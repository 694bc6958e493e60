"""The memory for other programs' models: a server that speaks MCP over standard input and output.

* `messages`: what a line is, and what is answered to one that is nothing. Pure;
* `server`: the protocol in both eras, the handshake's and the stateless one's, without any input
  or output; `stdio` runs it on lines and threads;
* `catalogue`: the tools, the prompt and the resource as clients are told of them. Data only;
* `arguments`: what may be passed to a tool. Pure;
* `memory`: what the server needs of a memory; `elicitation`: the one question to the user;
* `tools`: what the tools do; `asking`: `ask_memory`, in a child process.

Models propose and people decide: no tool deletes or changes anything. A model can write what it
likes, so that nothing it says counts as said by the user. Nothing here imports `llm` or `click`,
and only a tool that is called loads the memory: a client waits for the list of tools.
"""
