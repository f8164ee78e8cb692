"""Floor 12: the command line. It reads words, calls the library and prints: no rules, no arithmetic.

Exit status: 0 done; 1 the audit found something that it cannot explain; 2 the words cannot be used,
with one line on standard error that says why.
"""

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from pitboss.base.error import PitbossError
from pitboss.base.extra import naming_extra

USAGE = 2
INTERRUPTED = 130
BROKEN_PIPE = 141
LONGEST_MESSAGE = 1000


def main(args: Sequence[str] | None = None) -> int:
    """Run one command; the status that the process ends with."""
    import typer

    from pitboss.cli.app import make_program

    prepare_streams()
    try:
        with naming_extra():
            status = make_program()(args=args, prog_name="pitboss", standalone_mode=False)
        sys.stdout.flush()
    except PitbossError as problem:
        return complain(problem.spelled("--{}".format), USAGE)
    except typer.TyperException as problem:
        return complain(f"{problem.format_message().rstrip('.')}; {where_to_look(problem)}", USAGE)
    except (KeyboardInterrupt, typer.Abort):
        return complain("stopped", INTERRUPTED)
    except BrokenPipeError:
        return close_quietly()
    except SystemExit as leaving:  # typer answers a broken pipe so
        if isinstance(leaving.__context__, BrokenPipeError):
            return close_quietly()
        raise
    except OSError as problem:
        close_quietly()
        where = f" {problem.filename}" if problem.filename else ""
        return complain(f"cannot write{where}: {problem.strerror or problem}", USAGE)
    return status if isinstance(status, int) else 0


def prepare_streams() -> None:
    """A closed stream swallows what it gets; a sign that a stream cannot write is spelled out."""
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def where_to_look(problem: Exception) -> str:
    """The help that tells how the command is used."""
    context = getattr(problem, "ctx", None)
    return f"see '{context.command_path if context else 'pitboss'} --help'"


def complain(message: str, status: int) -> int:
    """One line, whatever was typed."""
    line = " ".join(message.split())
    line = "".join(sign if sign.isprintable() else "?" for sign in line)
    if len(line) > LONGEST_MESSAGE:
        line = line[: LONGEST_MESSAGE - 3] + "..."
    print(f"pitboss: {line}", file=sys.stderr)
    return status


def close_quietly() -> int:
    """The reader is gone: nothing more is written, not even by the interpreter when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    return BROKEN_PIPE
