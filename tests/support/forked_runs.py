"""Run a piece of code many times, each time in a process of its own that may be killed.

One process starts Python and does the imports at the top of the code. Each run is a fork of it,
because starting Python takes ten times as long as a run.
"""

import json
import subprocess
import sys
from collections.abc import Iterable, Sequence

from support.product import Ran

_DRIVER = """
import ast, json, os, sys, tempfile, traceback

source, runs = json.load(sys.stdin)
code = ast.parse(source)
imports = [node for node in code.body if isinstance(node, (ast.Import, ast.ImportFrom))]
exec(compile(ast.Module(imports, []), "imports", "exec"), {})

def run(words, out, err):
    os.dup2(out.fileno(), 1)
    os.dup2(err.fileno(), 2)
    sys.argv = ["-c", *words]
    try:
        exec(compile(code, "code", "exec"), {"__name__": "__main__"})
        sys.stdout.flush()
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)
    os._exit(0)

ended = []
for words in runs:
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        child = os.fork()
        if not child:
            run(words, out, err)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        out.seek(0)
        err.seek(0)
        ended.append([status, out.read(), err.read()])
json.dump(ended, sys.stdout)
"""


def run_each(code: str, runs: Iterable[Sequence[str]]) -> list[Ran]:
    """Run the code once for each list of arguments, in order; return how each run ended."""
    done = subprocess.run(
        [sys.executable, "-c", _DRIVER],
        input=json.dumps([code, list(runs)]),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return [Ran(*each) for each in json.loads(done.stdout)]
