# llm-user-memory for fish. `llm memory install-shell` copies this file into the memory
# folder and has fish's conf.d read it; `llm memory uninstall-shell` takes both away.

# =============================================================================
# Other shells cannot come here: only fish reads conf.d.

# =============================================================================
# llm, marked as typed by a person: the plugin does the rest. A value that is already set
# wins, also an empty one. An alias of that name is a function in fish, and this one
# replaces it. Completions go by the command's name and stay as they are.

function llm --description 'llm, with the memory of llm-user-memory'
    set -q LLM_MEMORY_INJECT; or set -l LLM_MEMORY_INJECT auto
    set -lx LLM_MEMORY_INJECT "$LLM_MEMORY_INJECT"
    command llm $argv
end
