# llm-user-memory for zsh. `llm memory install-shell` copies this file into the memory
# folder and makes .zshrc read it; `llm memory uninstall-shell` undoes both.

# =============================================================================
# Stop here in other shells, which may share the rc file, and in a script that reads .zshrc: nobody
# types its prompts.

[ -n "${ZSH_VERSION-}" ] || return 0
[[ -o interactive ]] || return 0

# =============================================================================
# Run llm with two variables: one marks the call as typed by a person, the other has the line that
# they typed, as `"$(cat letter)"` and "$line" give llm words that nobody typed. The plugin does the
# rest. If the first is already set, even to an empty value, it is kept. Nobody types the prompts of
# a script, which `zsh -i` may read, or what is on the standard input of a shell that is no terminal.
# Of a very long line nothing is passed on. This is `function llm` because `llm()` is a syntax error
# if an alias llm exists. Completions go by the name of the command and still work.

typeset -g __llm_memory_line=

function __llm_memory_note_line {
    typeset -g __llm_memory_line=
    [[ ! -t 0 || ! -o shinstdin ]] || __llm_memory_line=${1:-$3}
}

autoload -Uz add-zsh-hook && add-zsh-hook preexec __llm_memory_note_line

function llm {
    if [[ ! -o shinstdin && ${ZSH_EVAL_CONTEXT-} != *(cmdarg|file)* ]]; then
        command llm "$@"
        return
    fi
    local line=$__llm_memory_line
    (($#line > 30000)) && line=
    LLM_MEMORY_COMMAND_LINE="$line" LLM_MEMORY_INJECT="${LLM_MEMORY_INJECT-auto}" command llm "$@"
}
