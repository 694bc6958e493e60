"""How a command ends: its exit code, and the message for an error.

    0    done, or found
    1    no, or nothing: nothing was found or done, or something is wrong
    2    a wrong call: an option, argument or date that has no meaning, a file that does not exist
    130  stopped with Ctrl-C

Every command and group of `base` runs inside `with told()`. Imports no command.
"""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import click

from ..errors import MemoryPluginError, OutputError, WrongCallError
from .output import echo, for_profile, for_stderr

NOTHING = 1
STOPPED = 130

# The errors of writing if the reader has gone, the disk is full, or the stream is closed.
_OUTPUT_FAULTS = {errno.EPIPE, errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EBADF, errno.EFBIG}


@contextmanager
def told() -> Iterator[None]:
    """Turn the errors of a command into one message and an exit code, without a traceback."""
    try:
        yield
    except click.ClickException as error:
        raise _shown(error) from error.__cause__
    except WrongCallError as error:
        error.remedy = for_profile(error.remedy)
        usage = click.UsageError(str(error), click.get_current_context(silent=True))
        raise _shown(usage) from error
    except MemoryPluginError as error:
        error.remedy = for_profile(error.remedy)
        raise _shown(click.ClickException(str(error))) from error
    except (KeyboardInterrupt, OutputError, OSError) as error:
        end(error)


def _shown(error: click.ClickException) -> click.ClickException:
    """Let click print the message of the error as `for_stderr` returns it."""
    shown = for_stderr(error.format_message(), before="Error: ")
    error.format_message = lambda: shown  # type: ignore[method-assign]
    return error


def end(error: BaseException) -> None:
    """Exit after Ctrl-C, or if the output cannot be written; raise any other error again."""
    if isinstance(error, KeyboardInterrupt):
        with suppress(OutputError):
            echo("\nStopped.", err=True)
        raise click.exceptions.Exit(STOPPED) from None
    cause = error.__cause__ if isinstance(error, OutputError) else error
    if not isinstance(cause, OSError) or not (
        isinstance(error, OutputError) or (cause.errno in _OUTPUT_FAULTS and not cause.filename)
    ):
        raise error
    _leave_output()
    if cause.errno != errno.EPIPE:  # a reader that closed the pipe has read enough
        with suppress(OutputError):
            echo(f"The output cannot be written: {cause.strerror}.", err=True)
    raise click.exceptions.Exit(NOTHING) from None


def _leave_output() -> None:
    """Discard what is still buffered, because Python would fail again to write it at exit."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
