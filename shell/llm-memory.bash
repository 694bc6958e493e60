# shellcheck shell=bash
#
# llm-user-memory for bash. `llm memory install-shell` copies this file into the memory
# folder and makes ~/.bashrc read it; `llm memory uninstall-shell` undoes both.

# =============================================================================
# Stop here in other shells: dash may read ~/.profile, and has no `function` keyword.

[ -n "${BASH_VERSION-}" ] || return 0

# =============================================================================
# Run llm with two variables: one marks the call as typed by a person, the other has the line that
# they typed, as `"$(cat letter)"` and "$line" give llm words that nobody typed. The plugin does the
# rest. If the first is already set, even to an empty value, it is kept. Where the shell keeps no
# history, the line is unknown; of `bash -ic` and of a very long line nothing is passed on. Nobody
# types the prompts of a script, which may have the function by `export -f` or `set -a`, or be read
# by `bash -i`, whose history then has its lines. This is `function llm` because `llm()` is a syntax
# error if an alias llm exists. Completions go by the name of the command and still work. Without
# `|| return` an ERR trap that functions inherit (`set -E`) would run twice.

__llm_memory_shell=
if [[ -t 0 || -n ${BASH_EXECUTION_STRING+set} ]]; then
    __llm_memory_shell=$$
fi

function llm {
    if [[ ${__llm_memory_shell-} != "$$" || ${FUNCNAME[${#FUNCNAME[@]} - 1]} == main ]]; then
        command llm "$@" || return
        return
    fi
    if [[ -n ${BASH_EXECUTION_STRING+set} ]]; then
        local -x LLM_MEMORY_COMMAND_LINE=
    elif [[ -o history && ${HISTSIZE-1} != 0 && ${HISTIGNORE-} != *llm* ]]; then
        local -x LLM_MEMORY_COMMAND_LINE
        LLM_MEMORY_COMMAND_LINE=$(HISTTIMEFORMAT='' builtin history 1 2>/dev/null)
        if [[ ${#LLM_MEMORY_COMMAND_LINE} -gt 30000 ]]; then
            LLM_MEMORY_COMMAND_LINE=
        fi
    fi
    LLM_MEMORY_INJECT="${LLM_MEMORY_INJECT-auto}" command llm "$@" || return
}
