"""Models and plugins that fail in every way: `llm` goes on, and other conversations are learned."""

import os
import subprocess
import sys

import pytest
from support import torture
from support.processes import worker_pids
from support.product import LIMIT, PLUGINS, Product, running_processes, until

from llm_user_memory.daemon import control as daemon
from llm_user_memory.settings import fingerprint

pytestmark = [pytest.mark.product, pytest.mark.once, pytest.mark.torture]

BEES = 'ADD Interests | Keeps bees | "I keep bees"'
ROWS = 'ADD Interests | Rows | "I love rowing"'

# What the model does when it is asked about the bees; BEES is there for it to answer.
DEEDS = {
    "a model that raises SystemExit": "raise SystemExit(3)",
    "a model that raises KeyboardInterrupt": "raise KeyboardInterrupt",
    "a model that raises MemoryError": "raise MemoryError",
    "a model that recurses for ever": "def f(): f()\nf()",
    "a model that raises half a letter": "raise RuntimeError('\\ud800')",
    "a model that ends its process": "import os\nos._exit(3)",
    "a model that aborts": "import os\nos.abort()",
    "a model that is killed": "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)",
    "a model that crashes": "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)",
    "a model that kills its group": "import os, signal\nos.killpg(0, signal.SIGKILL)",
    "a model without memory left": "import resource as r\n"
    "r.setrlimit(r.RLIMIT_AS, (2**28, 2**28))\nanswer = ['x' * 2**30]",
    "a model that forks a child that stays": "import os, time\n"
    "if not os.fork(): time.sleep(3600)\nanswer = [BEES]",
    "a model that starts a program that stays": "import subprocess\n"
    "subprocess.Popen(['sleep', '3600'])\nanswer = [BEES]",
    "a model that forks and crashes": "import os, time\n"
    "if not os.fork(): time.sleep(3600)\nos.abort()",
    "a model that prints": "print('I keep bees ' * 100000)\nanswer = [BEES]",
    "a model that writes garbage": "import os\nos.write(1, os.urandom(10**7))\nanswer = [BEES]",
    "a model that closes the standard streams": "import os\n"
    "for n in range(3): os.close(n)\nanswer = [BEES]",
    "a model that changes the working folder": "import os\nos.chdir('/proc')\nanswer = [BEES]",
    "a model that empties the environment": "import os\nos.environ.clear()\nanswer = [BEES]",
    "a model that takes the signals": "import signal\n"
    "for n in (1, 2, 15): signal.signal(n, signal.SIG_IGN)\nanswer = [BEES]",
    "an answer with half letters": "answer = [BEES, '\\n\\ud800 ADD \\udfff']",
    "an answer with null characters": "answer = [BEES, '\\n\\0 ADD | \\0']",
    "an answer with a line of 5 MB": "answer = [BEES, '\\n', 'x' * 5_000_000]",
    "an answer of a gigabyte": "answer = [BEES, '\\n' + 'x' * 2**30]",
    "an answer without an end": "import itertools\n"
    "answer = itertools.chain([BEES], itertools.repeat('\\nflood'))",
    "an answer that is no text": "answer = [BEES.encode()]",
}


@pytest.mark.parametrize("name", torture.sample(list(DEEDS), 3))
def test_a_model_at_its_worst(product: Product, name: str) -> None:
    product.answer({"bees": f"!do BEES = {BEES!r}\n{DEEDS[name]}", "rowing": ROWS})
    assert product.type("I keep bees").out == "ok\n"
    until(product.requests)
    assert product.type("I love rowing", env={"LLM_MEMORY_NEWS": "false"}).out == "ok\n"
    product.wait_for_fact("- Rows")
    product.answer({"bees": BEES, "rowing": ROWS})
    torture.heal(product)
    torture.check_invariants(product, name, ["Keeps bees", "Rows"])
    until(lambda: not worker_pids(product), "that the worker ends")
    assert "bees" not in product.run("memory", "daemon", "log", "-n", "999").out


HANGS = {
    "a model that hangs": "import time\ntime.sleep(3600)",
    "a model that hangs and is deaf": "import signal, time\n"
    "signal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(3600)",
    "a model that answers nothing for ever": "import itertools\nanswer = itertools.repeat('')",
}

_IMPATIENT_DAEMON = """
import sys
from pathlib import Path
from llm_user_memory.daemon import watcher
from llm_user_memory.settings import Folder
watcher.WORKER_LIMIT, watcher.STOP_LIMIT = 15.0, 1.0
sys.exit(watcher.main(Folder(Path(sys.argv[1])), 0.0, sys.argv[2], None))
"""


@pytest.mark.parametrize("name", torture.sample(list(HANGS), 1))
def test_a_model_that_never_answers(product: Product, name: str) -> None:
    product.answer({"bees": f"!do {HANGS[name]}", "rowing": ROWS})
    product.run("memory", "path")
    folder = str(product.folder.path)
    command = [sys.executable, "-c", _IMPATIENT_DAEMON, folder, fingerprint(product.env)]
    with subprocess.Popen(command, env=product.env, cwd="/", start_new_session=True) as impatient:
        try:
            until(lambda: daemon.running(product.folder))
            product.type("I keep bees")
            until(product.requests)
            assert product.type("I love rowing", env={"LLM_MEMORY_NEWS": "false"}).out == "ok\n"
            until(lambda: "- Rows" in product.profile(), "that the other is learned")
            product.answer({"bees": BEES, "rowing": ROWS})
            torture.heal(product)
            torture.check_invariants(product, name, ["Keeps bees", "Rows"])
            found = daemon.running(product.folder)
            assert found and found.pid == impatient.pid, "no prompt replaced it"
        finally:
            impatient.terminate()


_SHORT_WORKER = """
import sys
from pathlib import Path
from llm_user_memory.daemon import worker
from llm_user_memory.settings import Folder
worker.LIMIT = 2
sys.exit(worker.main(Folder(Path(sys.argv[1]))))
"""


def test_a_worker_that_hangs_outlives_its_daemon_only_for_so_long(product: Product) -> None:
    product.env["LLM_MEMORY_UPDATE_INTERVAL"] = "3600"
    product.answer({"bees": "!hang"})
    product.type("I keep bees")
    product.run("memory", "daemon", "stop")
    ended = subprocess.run(
        [sys.executable, "-c", _SHORT_WORKER, str(product.folder.path)],
        env={**product.env, "LLM_MEMORY_UPDATE_INTERVAL": "0"},
        timeout=LIMIT,
    )
    assert ended.returncode < 0
    product.answer({"bees": BEES})
    torture.heal(product)
    torture.check_invariants(product, "a model that hangs, without a daemon", ["Keeps bees"])


def test_a_plugin_that_breaks_in_the_worker_only(product: Product) -> None:
    broken = product.base / "broken"
    info = broken / "llm_broken-0.dist-info"
    info.mkdir(parents=True)
    metadata = (PLUGINS / "llm_scripted-0.dist-info" / "METADATA").read_text()
    (info / "METADATA").write_text(metadata.replace("scripted", "broken"))
    (info / "entry_points.txt").write_text("[llm]\nbroken = llm_broken\n")
    module = broken / "llm_broken.py"
    module.write_text("import sys\nif 'worker' in sys.argv[0]: raise RuntimeError('broken')\n")
    (broken / "sitecustomize.py").touch()  # so no process is a fork, in which plugins are loaded
    product.env["PYTHONPATH"] += f"{os.pathsep}{broken}"
    product.answer({"bees": BEES})
    assert product.type("I keep bees").out == "ok\n"
    found = until(lambda: (s := product.report())["last_error"] and s, "that it is on record")
    assert "LLM's plugins cannot be loaded: broken" in found["last_error"]["error"]
    assert found["turns"]["pending"] == 1
    module.write_text("")
    torture.heal(product)
    torture.check_invariants(product, "a plugin that breaks in the worker", ["Keeps bees"])
    assert running_processes(product.folder.path)
