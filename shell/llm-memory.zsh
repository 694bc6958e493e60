# llm-user-memory for zsh. `llm memory install-shell` copies this file into the memory
# folder and makes .zshrc read it; `llm memory uninstall-shell` undoes both.

# =============================================================================
# Stop here in other shells, which may share the rc file, and in a script that reads .zshrc: nobody
# types its prompts.

[ -n "${ZSH_VERSION-}" ] || return 0
[[ -o interactive ]] || return 0

# =============================================================================
# Run llm with a variable that marks the call as typed by a person; the plugin does the rest. If
# the variable is already set, even to an empty value, it is kept. This is `function llm` because
# `llm()` is a syntax error if an alias llm exists. Completions go by the name of the command and
# still work.

function llm {
    LLM_MEMORY_INJECT="${LLM_MEMORY_INJECT-auto}" command llm "$@"
}
