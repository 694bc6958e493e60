"""Whether a program was started with a prompt, told from its processes, which are real here."""

import base64
import json
import os
import pty
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import quote, quote_plus

import pytest

from llm_user_memory import invocation

pytestmark = [pytest.mark.once, pytest.mark.slow]

LETTER = "I am a nurse from Oslo.  I keep bees,\nand I row. Ça va?"
ASK = (
    "import json, sys; from llm_user_memory import invocation;"
    "prompt, may_be_piped, without_proc, patience = json.loads(sys.argv[1]);"
    "invocation._LONGEST_START = patience;"
    "invocation._has_proc = (lambda: False) if without_proc else invocation._has_proc;"
    "programs = invocation.programs();"
    "print(json.dumps(invocation.was_given(prompt, programs, may_be_piped=may_be_piped)))"
)
# A program that runs what is in its environment as a hook, by a shell as programs do. A second one
# is a launcher of it; a third hides its arguments, as Node.js does with a title.
PROGRAM = "import os, subprocess; subprocess.run(['sh', '-c', os.environ['HOOK']])"
LAUNCHER = (
    f"import subprocess, sys; subprocess.run([sys.executable, '-c', {PROGRAM!r}, *sys.argv[1:]])"
)
TITLED = f"""
import ctypes
start, end = (int(open('/proc/self/stat').read().rpartition(')')[2].split()[at]) for at in (45, 46))
ctypes.memset(start, 0, end - start)
ctypes.memmove(start, b'title', 5)
{PROGRAM}
"""


def _told(
    tmp_path: Path,
    prompt: str,
    arguments: list[str],
    program: str = PROGRAM,
    stdin: str = "terminal",
    may_be_piped: bool = True,
    without_proc: bool = False,
    patience: float = 300,
) -> bool | None:
    """What a hook is told of a prompt, in a program with these arguments and this input."""
    hook, out = tmp_path / "llm_user_memory.hook", tmp_path / "out"
    hook.write_text(ASK)
    asked = tmp_path / "asked.json"
    asked.write_text(json.dumps([prompt, may_be_piped, without_proc, patience]))
    line = f'"{sys.executable}" "{hook}" "$(cat "{asked}")" >"{out}" || true'
    ours, theirs = pty.openpty()
    with Path(os.devnull).open() as nothing:
        given = {"terminal": theirs, "nothing": nothing.fileno()}[stdin]
        command = [sys.executable, "-c", program, *arguments]
        env = {**os.environ, "HOOK": line, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        subprocess.run(command, stdin=given, env=env, check=True, timeout=60)
    os.close(ours)
    os.close(theirs)
    told = json.loads(out.read_text())
    assert told in (True, False, None)
    return None if told is None else bool(told)


@pytest.mark.parametrize("without_proc", [False, True])
@pytest.mark.parametrize("program", [PROGRAM, LAUNCHER])
def test_a_prompt_in_the_arguments_was_given(
    tmp_path: Path, program: str, without_proc: bool
) -> None:
    given = _told(tmp_path, LETTER, ["--flag", LETTER], program, without_proc=without_proc)
    assert given is True


@pytest.mark.parametrize(
    "argument",
    [
        "\ufeffI keep bees",
        "I keep\u200b bees",
        "I\u00ad keep bees\u200e",
        "\x1b[1;31mI keep\x1b[0m bees\x07",
        "\x1b]8;;https://x\x1b\\I keep bees\x1b]8;;\x07",
        "I k\u0065\u0301ep bees",
        "> I keep\t\r\nbees",
    ],
)
def test_a_prompt_was_given_whose_argument_has_what_nobody_sees(
    tmp_path: Path, argument: str
) -> None:
    """Programs drop such characters of an argument before they show it to a hook."""
    prompt = "I k\u00e9ep bees" if "\u0301" in argument else "I keep bees"
    assert _told(tmp_path, prompt, ["--flag", argument]) is True


@pytest.mark.parametrize("without_proc", [False, True])
@pytest.mark.parametrize(
    "arguments",
    [
        ["--prefill-b64", base64.b64encode(LETTER.encode()).decode()],
        ["--prefill-b64=" + base64.b64encode(LETTER.encode()).decode()],
        ["--q", base64.urlsafe_b64encode(LETTER.encode()).decode().rstrip("=")],
        [f"claude-cli://open?q={quote(LETTER)}"],
        [f"claude-cli://open?cwd=/&q={quote_plus(LETTER)}&x=y"],
    ],
)
def test_a_prompt_was_given_that_is_encoded_in_an_argument(
    tmp_path: Path, arguments: list[str], without_proc: bool
) -> None:
    assert _told(tmp_path, LETTER, arguments, without_proc=without_proc) is True
    assert _told(tmp_path, "I like rowing, too.", arguments, without_proc=without_proc) is False


def test_a_prompt_was_given_if_one_of_its_lines_was(tmp_path: Path) -> None:
    """A program may have changed the others."""
    told = [
        _told(tmp_path, f"{line}\nDear Ana", [f"Dear Bob,\n{line}"])
        for line in ("I keep bees and I play the cello", "I keep bees")
    ]
    assert told == [True, False]


def test_a_short_prompt_is_no_part_of_an_argument(tmp_path: Path) -> None:
    assert _told(tmp_path, "bees", ["--flag", "I keep beeswax"]) is False


@pytest.mark.parametrize("without_proc", [False, True])
def test_another_prompt_of_that_program_was_typed(tmp_path: Path, without_proc: bool) -> None:
    told = _told(tmp_path, "Is that clear?", ["--flag", LETTER], without_proc=without_proc)
    assert told is False


@pytest.mark.parametrize("without_proc", [False, True])
def test_what_is_piped_was_given(tmp_path: Path, without_proc: bool) -> None:
    told = [
        _told(tmp_path, LETTER, [], stdin="nothing", may_be_piped=piped, without_proc=without_proc)
        for piped in (True, False)
    ]
    assert told == [True, False]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the arguments are set by /proc")
@pytest.mark.parametrize(("patience", "told"), [(300, None), (0, False)])
def test_of_a_program_that_hides_its_arguments_nothing_is_known_while_it_starts(
    tmp_path: Path, patience: float, told: bool | None
) -> None:
    assert _told(tmp_path, LETTER, [LETTER], TITLED, patience=patience) is told


@pytest.mark.parametrize("without_proc", [False, True])
def test_the_age_of_a_process(monkeypatch: pytest.MonkeyPatch, without_proc: bool) -> None:
    if without_proc:
        monkeypatch.setattr(invocation, "_has_proc", lambda: False)
    begun = time.monotonic()
    with subprocess.Popen(["sleep", "60"]) as process:
        time.sleep(1.1)
        age = invocation._age(process.pid)
        lived = time.monotonic() - begun
        process.kill()
    assert 0 < age <= lived + 1, "ps counts whole seconds"
    assert invocation._age(os.getpid()) >= lived - 1


@pytest.mark.parametrize(
    ("printed", "age"),
    [(" 01:02", 62), ("1:02:03", 3723), ("2-03:00:01\n", 183601), ("", 0), ("x", 0)],
)
def test_the_age_that_ps_prints(monkeypatch: pytest.MonkeyPatch, printed: str, age: int) -> None:
    monkeypatch.setattr(invocation, "_has_proc", lambda: False)
    monkeypatch.setattr(invocation, "_output", lambda *_: printed)
    assert invocation._age(1) == age


@pytest.mark.parametrize("without_proc", [False, True])
@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        ([], ""),
        (["--flag"], ""),
        (["--flag", "exec", "resume"], "exec"),
        (["-m", "exec"], ""),
        (["-m", "gpt", "--cd=x", "e", "hello"], "e"),
        (["resume", "--last", "exec"], "resume"),
        (["--flag", "please exec this"], "please"),
    ],
)
def test_the_command_of_a_program(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], command: str, without_proc: bool
) -> None:
    if without_proc:
        monkeypatch.setattr(invocation, "_has_proc", lambda: False)
    program = ["sh", "-c", "echo;cat;:", *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(program, stdin=pipe, stdout=pipe) as process:
        assert process.stdin and process.stdout
        process.stdout.readline()  # before it runs, the system may not have its arguments
        told = invocation.command(invocation.programs(process.pid), ("-c", "-m"))
        process.stdin.close()
    assert told.split()[:1] == command.split()


def test_a_prompt_that_ps_cannot_show_is_unknown(tmp_path: Path) -> None:
    assert _told(tmp_path, "我养蜜蜂", ["我养蜜蜂"], without_proc=True) is None
    assert _told(tmp_path, "我养蜜蜂", ["我养蜜蜂"]) is True


def test_without_a_process_to_look_at_nothing_is_known() -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()
    for pid in (gone.pid, 0):
        programs = invocation.programs(pid)
        assert invocation.was_given(LETTER, programs, may_be_piped=True) is None
