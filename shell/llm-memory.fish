# llm-user-memory for fish. `llm memory install-shell` copies this file into the memory
# folder and has fish's conf.d read it; `llm memory uninstall-shell` takes both away.

# =============================================================================
# Other shells cannot come here: only fish reads conf.d.

# =============================================================================
# llm, marked as typed by a person: the plugin does the rest. A value that is already set
# wins, also an empty one. An alias of that name is a function in fish: it is kept under
# another name, and does what it did. Completions go by the command's name and stay as they are.

if functions -q llm; and not functions llm | string match -q '*LLM_MEMORY_INJECT*'
    functions -e __llm_memory_llm
    functions -c llm __llm_memory_llm
end

functions -q __llm_memory_llm; or function __llm_memory_llm
    command llm $argv
end

function llm --description 'llm, with the memory of llm-user-memory'
    set -q LLM_MEMORY_INJECT; or set -l LLM_MEMORY_INJECT auto
    set -lx LLM_MEMORY_INJECT "$LLM_MEMORY_INJECT"
    __llm_memory_llm $argv
end
