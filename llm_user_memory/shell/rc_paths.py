"""Finds the user's shells, their rc files, and the paths of our shell function."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from ..errors import ShellFileError
from ..settings import Folder
from . import running
from .lines import SHELLS, Shell, file_name

_ZSH_SECONDS = 5.0
_BASH_LOGIN_FILES = (".bash_profile", ".bash_login", ".profile")


def login_shell(environ: Mapping[str, str]) -> Shell:
    """Return the user's shell: from $SHELL, or from the password database if that is unset.

    Raises ShellFileError if the shell is not supported.
    """
    path = environ.get("SHELL") or _shell_of_account()
    for shell in SHELLS:
        if Path(path).name == shell:
            return shell
    raise ShellFileError(
        f"Your login shell is {path}, not bash, zsh or fish."
        if path
        else "Your login shell is unknown: SHELL is not set.",
        untouched="Nothing was changed.",
        remedy="Name the shell you use with --shell bash|zsh|fish.",
    )


def shells_in_use(environ: Mapping[str, str], *, at_terminal: bool) -> list[Shell]:
    """Return the shell that the user types in, and the login shell if that is another one.

    Raises ShellFileError if neither is supported.
    """
    typed_in = running.interactive_shell() if at_terminal else None
    try:
        login = login_shell(environ)
    except ShellFileError:
        if typed_in is None:
            raise
        return [typed_in]
    return list(dict.fromkeys([typed_in or login, login]))


def shells_without(environ: Mapping[str, str], *, at_terminal: bool) -> list[str]:
    """Return the names of the user's shells that are not supported."""
    typed_in = running.other_shell() if at_terminal else ""
    login = Path(environ.get("SHELL") or "").name
    found = (typed_in, login if login in running.OTHERS else "")
    return list(dict.fromkeys(filter(None, found)))


def shipped_file(shell: Shell) -> Path:
    """Return our file for the shell: in the package, or in the checkout of an editable install."""
    package = Path(__file__).parent.parent
    in_wheel = package / "shell_files"
    return (in_wheel if in_wheel.is_dir() else package.parent / "shell") / file_name(shell)


def copied_file(folder: Folder, shell: Shell) -> Path:
    """Return the copy of the file that the rc file reads.

    It is in the memory folder, so that it remains when the Python environment is replaced.
    """
    return folder.shell / file_name(shell)


def rc_files(
    shell: Shell, environ: Mapping[str, str], home: Path, platform: str
) -> tuple[Path, ...]:
    """Return the files that should have our line, so that each new shell reads it.

    `platform` is `sys.platform`. Raises ShellFileError if ~/.zshenv sets ZDOTDIR and zsh cannot
    be asked for its value.
    """
    if shell == "zsh":
        return (_zsh_folder(environ, home) / ".zshrc",)
    if shell == "fish":
        return (_fish_folder(environ, home) / "conf.d" / "llm-memory.fish",)
    if platform != "darwin":
        return (home / ".bashrc",)
    # Terminals on macOS start login shells, in which bash reads only the first of these files.
    login = [home / name for name in _BASH_LOGIN_FILES]
    first = next((file for file in login if file.is_file()), login[0])
    return (first, *(file for file in [home / ".bashrc"] if file.is_file()))


def candidate_files(shell: Shell, environ: Mapping[str, str], home: Path) -> tuple[Path, ...]:
    """Return every file that may have a line of ours or a function of version 0.1."""
    if shell == "bash":
        return tuple(home / name for name in (".bashrc", *_BASH_LOGIN_FILES))
    if shell == "zsh":
        try:
            folder = _zsh_folder(environ, home)
        except ShellFileError:
            folder = home
        names = [".zshrc", ".zprofile"]
        files = [where / name for where in (folder, home) for name in names]
        return tuple(dict.fromkeys([*files, home / ".profile"]))
    folders = dict.fromkeys([_fish_folder(environ, home), home / ".config" / "fish"])
    names = ["conf.d/llm-memory.fish", "config.fish"]
    return tuple(folder / name for folder in folders for name in names)


def _shell_of_account() -> str:
    import pwd  # missing on Windows, where `status` must still work

    try:
        return pwd.getpwuid(os.getuid()).pw_shell
    except KeyError:
        return ""


def _fish_folder(environ: Mapping[str, str], home: Path) -> Path:
    config = Path(environ.get("XDG_CONFIG_HOME", ""))
    return (config if config.is_absolute() else home / ".config") / "fish"


def _zsh_folder(environ: Mapping[str, str], home: Path) -> Path:
    answer = environ.get("ZDOTDIR", "")
    if not answer and _mentions_zdotdir(home / ".zshenv"):
        answer = _ask_zsh(environ, home)
    return home / answer


def _mentions_zdotdir(zshenv: Path) -> bool:
    try:
        return zshenv.is_file() and b"ZDOTDIR" in zshenv.read_bytes()
    except OSError:
        return False


def _ask_zsh(environ: Mapping[str, str], home: Path) -> str:
    """Ask zsh for ZDOTDIR, because only zsh can run .zshenv."""
    try:
        done = subprocess.run(
            ["zsh", "-c", r'printf "\0%s\0" "${ZDOTDIR-}"'],
            env={**environ, "HOME": str(home)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_ZSH_SECONDS,
            start_new_session=True,
            check=True,
        )
        return os.fsdecode(done.stdout.split(b"\0")[-2])
    except (OSError, subprocess.SubprocessError, IndexError) as error:
        raise ShellFileError(
            f"{home / '.zshenv'} says where zsh finds .zshrc, and zsh did not tell ({error}).",
            untouched="Nothing was changed.",
            remedy="Run it again with ZDOTDIR set to the folder of your .zshrc.",
        ) from error
