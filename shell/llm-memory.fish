# llm-user-memory for fish. `llm memory install-shell` copies this file into the memory
# folder and makes fish's conf.d read it; `llm memory uninstall-shell` undoes both.

# =============================================================================
# No test for other shells is needed: only fish reads conf.d.

# =============================================================================
# Run llm with two variables: one marks the call as typed by a person, the other has the line that
# they typed, as "(cat letter)" and "$line" give llm words that nobody typed. The plugin does the
# rest. If the first is already set, even to an empty value, it is kept. Before the line stands that it
# is of fish, which quotes differently; of a very long line nothing is passed on. In fish an alias llm
# is a function: it is renamed and still called. Completions go by the name of the command and still
# work.

if functions -q llm; and not functions llm | string match -q '*LLM_MEMORY_INJECT*'
    functions -e __llm_memory_llm
    functions -c llm __llm_memory_llm
end

functions -q __llm_memory_llm; or function __llm_memory_llm
    command llm $argv
end

set -g __llm_memory_line ''

function __llm_memory_note_line --on-event fish_preexec
    set -g __llm_memory_line "$argv[1]"
end

function llm --description 'llm, with the memory of llm-user-memory'
    set -q LLM_MEMORY_INJECT; or set -l LLM_MEMORY_INJECT auto
    set -lx LLM_MEMORY_INJECT "$LLM_MEMORY_INJECT"
    set -lx LLM_MEMORY_COMMAND_LINE "#!fish"\n"$__llm_memory_line"
    if test (string length -- "$__llm_memory_line") -gt 30000
        set LLM_MEMORY_COMMAND_LINE ''
    end
    __llm_memory_llm $argv
end
