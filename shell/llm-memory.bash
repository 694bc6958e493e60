# shellcheck shell=bash
#
# llm-user-memory for bash. `llm memory install-shell` copies this file into the memory
# folder and has ~/.bashrc read it; `llm memory uninstall-shell` takes both away.

# =============================================================================
# Other shells stop here: ~/.profile may be read by dash, which has no `function`.

[ -n "${BASH_VERSION-}" ] || return 0

# =============================================================================
# llm, marked as typed by a person: the plugin does the rest. A value that is already set
# wins, also an empty one. `function llm`, as `llm()` is a syntax error where an alias of
# that name exists. Completions go by the command's name and stay as they are. `|| return`, or
# an ERR trap that functions inherit (`set -E`) would tell of one failure twice.

function llm {
    LLM_MEMORY_INJECT="${LLM_MEMORY_INJECT-auto}" command llm "$@" || return
}
