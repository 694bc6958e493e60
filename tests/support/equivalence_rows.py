"""Tables of what people do with `llm` in a shell. Each row is run with our function and without.

The rows of a table run in one shell, one after the other, in the same home.
"""

# ruff: noqa: E501 - tables, a row a line

import sys
from dataclasses import dataclass

INTERACTIVE = ("bash", "zsh", "fish")
POSIX = ("bash", "zsh", "dash")
EVERY = (*INTERACTIVE, "dash")

CTRL_C, CTRL_D, CTRL_Z = "\x03", "\x04", "\x1a"
# What to wait for before the next key, besides a text on the screen.
ASKED = "<the model is asked>"
READING = "<llm reads the terminal>"


@dataclass(frozen=True)
class Row:
    """Shell code. `fish` is the code for fish if that differs; `varies` matches varying output."""

    code: str
    fish: str = ""
    shells: tuple[str, ...] = EVERY
    varies: str = ""

    def said_in(self, shell: str) -> str:
        return self.fish if shell == "fish" and self.fish else self.code


@dataclass(frozen=True)
class Typed:
    """A line typed at a terminal, and the keys after it: (text to wait for, text to send)."""

    line: str
    keys: tuple[tuple[str, str], ...] = ()
    fish: str = ""
    shells: tuple[str, ...] = INTERACTIVE

    def said_in(self, shell: str) -> str:
        return self.fish if shell == "fish" and self.fish else self.line


FLOOD = "a line of an answer\n" * 8_000
FENCED = "Look:\n```python\nprint(1)\n```\nand\n```\n2\n```\n"

# The answers of the scripted models to prompts that contain the word.
ANSWERS = {
    "flood": FLOOD,
    "fenced": FENCED,
    "surprise": "!raise Surprise",
    "refuse": "!raise Status400",
    "no key": "!raise NeedsKey",
    "die": "!exit",
    "hang": "!hang",
}

# Commands that are not run without arguments, because of their effects.
NOT_BARE = {
    "llm": "prompts, and later rows list what was logged: see CALLS",
    "llm prompt": "prompts too",
    "llm invoker": "prompts too",
    "llm plugins": "lists a set of objects",
    "llm memory doctor": "tells whether this shell has the function",
    "llm memory status": "tells whether this shell has the function",
    "llm memory daemon start": "tells a process id",
    "llm memory daemon restart": "tells a process id",
    "llm memory reindex": "tells how long it took, if that was a second or more",
    "llm memory web": "serves a page until nobody has used it for ten minutes",
}

CALLS = [
    # Options and commands of llm itself
    Row("llm --version"),
    Row("llm --help"),
    Row("llm -h"),
    Row("llm"),
    Row("llm ''"),
    Row("llm --"),
    Row("llm plugins | tr -d , | sort"),
    Row("llm elsewhere 'of another plugin'"),
    Row("llm elsewhere"),
    Row("llm invoker"),
    Row("SCRIPTED_WRAPS=1 llm hello"),
    Row("SCRIPTED_WRAPS=1 llm prompt --nonsense"),
    Row("SCRIPTED_WRAPS=1 llm chat"),
    # Wrong calls
    Row("llm --nonsense"),
    Row("llm prompt --nonsense"),
    Row("llm nonsense --nonsense"),
    Row("llm logs --nonsense"),
    Row("llm logs list nonsense"),
    Row("llm memory nonsense"),
    Row("llm -m nonsense hello"),
    Row("llm -f nonsense.txt hello"),
    Row("llm -f nonsense:x hello"),
    Row("llm -a nonsense.png hello"),
    Row("llm -t nonsense hello"),
    Row("llm --cid nonsense hello"),
    Row("llm -o nonsense 1 hello"),
    Row("llm -T nonsense hello", varies=r"Available tools: .*"),
    Row("llm --log -n hello"),
    Row("llm chat -m nonsense"),
    Row("llm surprise"),
    Row("llm refuse"),
    Row("llm 'no key'"),
    Row("llm die"),
    Row("LLM_RAISE_ERRORS=1 llm surprise"),
    # Where input comes from and output goes
    Row("echo piped | llm"),
    Row("echo piped | llm hello"),
    Row("llm hello < page.txt"),
    Row("llm hello <<EOF\nhere\nEOF", "printf 'here\\n' | llm hello"),
    Row("llm -f <(echo a fragment) hello", "llm -f (echo a fragment | psub) hello",
        INTERACTIVE, r"/[^\s\"']*(?:/fd/|psub)[^\s\"']*"),
    Row("printf 'hello\\nquit\\n' | llm chat"),
    Row("llm chat"),
    Row("llm <&-"),
    Row("llm hello <&-"),
    Row("llm chat <&-"),
    Row("llm models default <&-"),
    Row("llm hello >&-"),
    Row("llm --version >&-"),
    Row("llm hello 2>&-"),
    Row("llm surprise 2>&-"),
    Row("llm hello <&- >&- 2>&-"),
    *([Row("llm hello >/dev/full")] if sys.platform == "linux" else []),
    Row("llm hello 2>&1 | cat"),
    Row("llm flood | head -n 1"),
    Row("llm flood | head -n 1; echo ${PIPESTATUS[*]-} ${pipestatus[*]-}",
        "llm flood | head -n 1; echo $pipestatus", INTERACTIVE),
    Row("llm logs list -n 0 --json | head -n 1"),
    Row("printf 'one\\ntwo\\n' | while read -r line; do llm $line </dev/null; done",
        "printf 'one\\ntwo\\n' | while read -l line; llm $line </dev/null; end"),
    Row("llm hello | llm 'and again'"),
    # Shell syntax around a call
    Row("llm hello && echo yes"),
    Row("llm --nonsense || echo no"),
    Row("if llm surprise; then echo yes; else echo no; fi",
        "if llm surprise; echo yes; else; echo no; end"),
    Row("! llm --nonsense"),
    Row("llm hello; echo $_", shells=("bash", "zsh")),
    Row("x=$(llm hello); echo \"[$x] $?\"", "set x (llm hello); echo \"[$x] $status\""),
    Row("x=$(llm --nonsense 2>&1); echo \"[$x] $?\"",
        "set x (llm --nonsense 2>&1); echo \"[$x] $status\""),
    Row("echo `llm hello` \"$(llm hello)\"", "echo (llm hello) \"$(llm hello)\""),
    Row("(llm hello; llm --nonsense)", shells=POSIX),
    Row("(llm hello); echo $?; (exit 7); llm hello; echo $?", shells=POSIX),
    Row("f() { llm \"$@\" hello; }; f -s 'Be brief'",
        "function f; llm $argv hello; end; f -s 'Be brief'"),
    Row("for i in 1 2; do llm hello $i; llm hello; done", "for i in 1 2; llm hello; end"),
    Row("llm hello & wait $!; echo $?", "llm hello & wait $last_pid; echo $status"),
    Row("llm surprise & wait $!; echo $?", shells=POSIX),
    Row("LLM_MODEL=nonsense llm hello"),
    Row("llm 'a  b' '' '*' '$HOME' '\\n' hello"),
    Row("cd / && llm hello; cd \"$HOME\""),
    Row("command llm hello"),
    Row("env llm hello"),
    Row("nohup llm hello"),
    Row("sh -c 'llm hello'"),
    Row("\"$SH\" -c 'llm hello'"),
    Row("./script hello"),
    Row("echo hello | xargs llm"),
    Row("printf 'hello\\n--nonsense\\n' | xargs -n 1 llm"),
    # zsh 5.9 times no function, whatever it does.
    *[
        Row(f"time llm {words}",
            f"\"$SH\" --no-config -c 'source $FUNCTION; time llm {words}'",
            ("bash", "fish"), r" *[\d.]+ *\w* *")
        for words in ("hello", "--nonsense")
    ],
    # Strict shells
    Row("(set -eu; llm hello; llm --nonsense; echo not reached)", shells=POSIX),
    Row("(set -euo pipefail; llm hello | cat; llm --nonsense | cat; echo not reached)",
        shells=("bash", "zsh")),
    Row("(set -eE; trap 'echo failed' ERR; llm --nonsense; echo not reached)", shells=("bash",)),
    Row("(set -E; trap 'echo failed' ERR; llm surprise; echo $?)", shells=("bash",)),
    Row("(trap 'echo failed' ZERR; llm --nonsense; echo $?)", shells=("zsh",)),
    Row("(setopt err_return; f() { llm --nonsense; echo not reached; }; f)", shells=("zsh",)),
    # zsh 5.9 runs no EXIT trap when `set -e` ends it at a function, whatever that does.
    Row("(set -e; trap 'echo bye $?' EXIT; llm surprise)", shells=("bash", "dash")),
    Row("(set -C; echo > there; llm hello > there)", shells=POSIX),
    Row("(set -f; llm hello *)", shells=POSIX),
    Row("(set -o posix; llm hello; llm --nonsense)", shells=("bash",)),
    Row("(IFS=e; llm hello there; llm 'hello there')", shells=POSIX),
    # Functions and aliases
    Row("(declare -F llm && export -f llm; bash -c 'llm hello; llm --nonsense') | sed /^llm$/d",
        shells=("bash",)),
    Row("(declare -F llm && export -f llm; sh -c 'llm hello'; env | grep -c ^LLM_) | sed /^llm$/d",
        shells=("bash",)),
    *[
        Row(f"\"$SH\" -c 'shopt -s expand_aliases 2>/dev/null; alias llm=\"{alias}\"\n"
            f". \"$FUNCTION\"\nllm hello; llm --nonsense; llm logs path'",
            f"\"$SH\" --no-config -c 'alias llm \"{alias}\"; source $FUNCTION\n"
            f"llm hello; llm --nonsense; llm logs path'",
            INTERACTIVE)
        for alias in ("uvx llm", "$HOME/bin/my-llm", "command llm", "llm -s brief")
    ],
    *[
        Row(f"\"$SH\" -c 'shopt -s expand_aliases 2>/dev/null; . \"$FUNCTION\"\n"
            f"alias llm=\"{alias}\"\nllm hello; llm --nonsense; llm logs path'",
            f"\"$SH\" --no-config -c 'source $FUNCTION; alias llm \"{alias}\"\n"
            f"llm hello; llm --nonsense; llm logs path'",
            INTERACTIVE)
        for alias in ("uvx llm", "$HOME/bin/my-llm")
    ],
    # The user's own settings of memory
    *[Row(f"LLM_MEMORY_INJECT={value} llm hello") for value in ("", "0", "off", "auto", "1")],
    Row("(export LLM_MEMORY_INJECT=; llm hello)", shells=POSIX),
    Row("LLM_MEMORY_DISABLED=1 llm hello"),
    Row("LLM_MEMORY_DISABLED=1 llm chat"),
    Row("llm hello; echo ${LLM_MEMORY_INJECT-unset}; env | grep LLM_MEMORY_INJECT",
        "llm hello; set -q LLM_MEMORY_INJECT; or echo unset; env | grep LLM_MEMORY_INJECT"),
    # Completion, as the scripts that click makes ask for it
    *[Row(f"_LLM_COMPLETE={shell}_source llm") for shell in INTERACTIVE],
    *[
        Row(f"COMP_WORDS='{words}' COMP_CWORD={words.count(' ')} _LLM_COMPLETE={shell}_complete llm")
        for shell in ("bash", "zsh")
        for words in ("llm mod", "llm prompt --s", "llm logs ", "llm memory s", "llm hello -")
    ],
    Row("COMP_WORDS='llm mod' COMP_CWORD=mod _LLM_COMPLETE=fish_complete llm"),
    *[
        Row(f"({first}; {second}; complete -p llm; COMP_WORDS=(llm plug); COMP_CWORD=1; "
            "_llm_completion llm; echo \"${COMPREPLY[@]}\")", shells=("bash",))
        for script, source in [("eval \"$(_LLM_COMPLETE=bash_source llm)\"", '. "$FUNCTION"')]
        for first, second in ((script, source), (source, script))
    ],
    Row("", "_LLM_COMPLETE=fish_source llm | source; source $FUNCTION; complete -C 'llm plug'",
        ("fish",)),
    Row("", "source $FUNCTION; _LLM_COMPLETE=fish_source llm | source; complete -C 'llm plug'",
        ("fish",)),
]  # fmt: skip

PROMPTS = [
    Row("llm 'Hello there, world'"),
    Row("llm prompt 'Hello there, world'"),
    Row("llm -f page.txt hello"),
    Row("llm -f page.txt -f other.txt hello"),
    Row("llm --sf page.txt hello"),
    Row("llm -a picture.png 'What is this?'"),
    Row("llm --at picture.png image/png 'What is this?'"),
    Row("cat picture.png | llm 'What is this?' -a -"),
    Row("llm -s 'Be brief' hello"),
    Row("llm -t polite hello"),
    Row("llm -t about -p thing bees hello"),
    Row("echo piped | llm -t about -p thing bees"),
    Row(
        "llm --save mine --system 'Be kind' 'Tell of $input'; cat \"$LLM_USER_PATH\"/templates/mine.yaml"
    ),
    Row("llm -t mine bees"),
    Row("llm -c 'And more'"),
    Row("llm -c -s 'Be brief' 'And more'"),
    Row(
        'llm --cid $(llm logs list -n 1 --json | sed -n \'s/.*"conversation_id": "\\(.*\\)".*/\\1/p\') more'
    ),
    Row("llm --no-stream hello"),
    Row("llm -n 'not for the log'; llm logs list -n 1 --json | grep '\"prompt\"'"),
    Row("llm logs off; llm hello; llm --log hello; llm logs on"),
    Row("llm -m other hello"),
    Row("llm -q oth hello"),
    Row("llm -m both --async hello"),
    Row("llm -m both --async --no-stream hello"),
    Row("llm -T upper 'use the tool'"),
    Row("llm -T upper --td 'use the tool'"),
    Row("llm --functions 'def upper(text: str): return text' 'use the tool'"),
    Row("llm -m with-schema --schema 'name, age int' 'Invent a dog'"),
    Row("llm -m with-schema --schema-multi name 'Invent dogs'"),
    Row("llm -x fenced"),
    Row("llm --xl fenced"),
    Row("llm -u hello", varies=r"[\d,]+ input"),
    Row("llm -d other.db hello; llm logs list -d other.db -n 1 --json | grep '\"prompt\"'"),
    Row("llm hello -o nonsense 1"),
    Row("llm hello --options"),
    Row("llm -R hello"),
    Row("llm 'naïve 日本語 🙂'"),
    Row("llm logs list -n 0 --json | grep '\"prompt\"'"),
    Row("llm logs list -n 3 -r"),
    Row("llm models list"),
    Row("llm templates list"),
    Row("llm schemas list", varies=r"\w{32}"),
    Row("llm tools list"),
]

_TYPING = ((READING, "hello there\n"), ("hello there", CTRL_D))

TYPED = [
    Typed("llm hello"),
    Typed("llm hello; llm --nonsense"),
    Typed("llm", _TYPING),
    Typed("llm", ((READING, CTRL_D),)),
    Typed("llm", ((READING, CTRL_C),)),
    Typed("llm -s 'Be brief'", _TYPING),
    Typed("llm -t polite", _TYPING),
    Typed("llm -t about -p thing bees", _TYPING),
    Typed("llm -c", _TYPING),
    Typed("llm --sf page.txt", _TYPING),
    Typed("llm --save mine", ()),
    Typed("llm -m nonsense"),
    Typed("llm -f page.txt"),
    Typed("llm --schema name -m with-schema"),
    Typed("echo piped | llm hello"),
    Typed("llm hello < page.txt"),
    Typed("llm hello | cat"),
    Typed("llm hello 2>/dev/null"),
    Typed("echo $(llm hello)", fish="echo (llm hello)"),
    Typed("llm hang", ((ASKED, CTRL_C),)),
    Typed("llm hang; echo after", ((ASKED, CTRL_C),)),
    Typed("llm hang && echo yes || echo no", ((ASKED, CTRL_C),)),
    Typed("for i in 1 2; do llm hang; done", ((ASKED, CTRL_C), (ASKED, CTRL_C)),
          "for i in 1 2; llm hang; end"),
    # Any function in a pipeline that Ctrl-C ends differs from a program: docs/robustness.md.
    Typed("llm hang | cat", ((ASKED, CTRL_C),), shells=("bash",)),
    Typed("llm chat", (("> ", "hello\n"), ("ok", ""), ("> ", "and again\n"), ("ok", ""),
                       ("> ", "quit\n"))),
    Typed("llm chat", (("> ", CTRL_D),)),
    Typed("llm chat", (("> ", CTRL_C),)),
    Typed("llm chat", (("> ", "hang\n"), (ASKED, CTRL_C))),
    Typed("llm chat", (("> ", "hello\n"), ("ok", ""), ("> ", CTRL_D))),
    Typed("llm chat -c", (("> ", "hello\n"), ("ok", ""), ("> ", "quit\n"))),
    Typed("llm chat -f page.txt", (("> ", "hello\n"), ("ok", ""), ("> ", "quit\n"))),
    Typed("llm chat --nonsense"),
    Typed("llm keys set mine", (("Enter key: ", "secret\n"),)),
    Typed("llm keys set mine", (("Enter key: ", CTRL_C),)),
    Typed("llm keys set mine", (("Enter key: ", CTRL_D),)),
    Typed("llm memory show"),
    Typed("llm logs list -n 1 --json | grep '\"prompt\"'"),
]  # fmt: skip

# An `llm` that has no plugin of ours, behind a function that stayed.
WITHOUT_PLUGIN = [
    Row("llm --version"),
    Row("llm --help"),
    Row("llm"),
    Row("llm hello"),
    Row("llm hello <&-"),
    Row("llm -f memory:auto hello"),
    Row("llm memory"),
    Row("llm memory status --json"),
    Row("llm --nonsense"),
    Row("llm surprise"),
    Row("llm chat"),
    Row("printf 'hello\\nquit\\n' | llm chat"),
    Row("echo piped | llm -c more"),
    Row("llm logs list -n 0 --json | grep '\"prompt\"'"),
    Row("llm plugins | tr -d , | sort"),
    Row("llm fragments loaders"),
    Row("llm elsewhere x"),
    Row("llm hello; env | grep LLM_MEMORY_INJECT"),
    Row("llm flood | head -n 1"),
]
