"""The way into the command line and out of it: which command, and which exit code."""

from __future__ import annotations

import argparse
import io
import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress

import introplan
from introplan.cli.arguments import Parser
from introplan.cli.commands import COMMANDS
from introplan.cli.exit_codes import OF_STATUS, ExitCode
from introplan.cli.hosting import allowance, process_began
from introplan.cli.interruption import ending_on_signals
from introplan.errors import IntroplanError, Stopped, UsageError, did_you_mean, visible
from introplan.limits import LimitReached
from introplan.planners.status import STOPPED, why_stopped
from introplan.programs.places import place_of_error

REPORT = "please report it with the command and its files; --debug shows where it happened"


MANY_DIGITS = "Exceeds the limit"
"""How Python begins when it refuses to write a whole number of thousands of digits."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code; only `--debug` lets an exception out."""
    words = list(sys.argv[1:] if argv is None else argv)
    began = process_began() if argv is None else time.monotonic()
    _accept_any_character()
    try:
        with ending_on_signals():
            code = _run(words, began)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except BrokenPipeError:
        _abandon_output()
        return ExitCode.DONE
    except OSError as problem:  # unreadable files are ModelErrors: this is the output
        _abandon_output()
        reason = (problem.strerror or str(problem)).lower()
        return _complain(f"introplan: cannot write: {reason}", ExitCode.INTERNAL_ERROR)
    except (IntroplanError, KeyboardInterrupt, RecursionError, MemoryError, Stopped) as error:
        return _explained(error)
    except Exception as error:
        if "--debug" in words:
            raise
        if isinstance(error, ValueError) and str(error).startswith(MANY_DIGITS):
            return _complain(f"introplan: a number is too long: {error}", ExitCode.BAD_INPUT)
        text = f"{type(error).__name__}: {error}".splitlines()[0][:300]
        return _complain(f"introplan: internal error: {text}; {REPORT}", ExitCode.INTERNAL_ERROR)


def _run(words: list[str], began: float) -> int:
    """Run the command; help and versions are asked for by leaving."""
    try:
        return _command(words, began)
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else ExitCode.DONE


def _command(words: list[str], began: float) -> int:
    if not words or words[0].startswith("-"):
        parser = _overview()
        parser.parse_args(words)
        parser.error("a command is missing")
    command = COMMANDS.get(words[0])
    if command is None:
        hint = did_you_mean(words[0], COMMANDS)
        raise UsageError(f"unknown command {words[0]!r}{hint}\n{_overview().format_usage()}")
    arguments = command.parse(words[1:])
    arguments.allowed = allowance(getattr(arguments, "time", None), began)
    return command.run(arguments)


def _overview() -> Parser:
    """What `introplan --help` shows."""
    width = max(map(len, COMMANDS))
    lines = [f"  {c.name:{width}}  {c.summary}" for c in COMMANDS.values()]
    parser = Parser(
        prog="introplan",
        usage="introplan COMMAND ...",
        description=introplan.__doc__,
        epilog="\n".join(["commands:", *lines, "", "`introplan COMMAND --help` has examples."]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--version", action="version", version=f"introplan {introplan.__version__}"
    )
    return parser


def _explained(error: BaseException) -> ExitCode:
    """Say what went wrong where it is nobody's bug."""
    match error:
        case KeyboardInterrupt():
            place = error.args[0] if error.args else place_of_error(error)
            where = f" while {place} was running" if place else ""
            return _complain(f"introplan: interrupted{where}", ExitCode.INTERRUPTED)
        case LimitReached():
            return _complain(f"introplan: {why_stopped(error)}", OF_STATUS[STOPPED[error.reason]])
        case UsageError():
            return _complain(f"introplan: {error}", ExitCode.BAD_USAGE)
        case RecursionError():
            deep = "introplan: the model is nested too deeply; write it with fewer levels"
            return _complain(deep, ExitCode.BAD_INPUT)
        case MemoryError():
            return _complain("introplan: out of memory", ExitCode.OUT_OF_MEMORY)
        case _:
            return _complain(str(error), ExitCode.BAD_INPUT)


def _complain(message: str, code: ExitCode) -> ExitCode:
    with suppress(OSError, ValueError):  # nobody may be there to read it
        lines = message.rstrip().split("\n")
        print("\n".join(map(visible, lines)), file=sys.stderr)
    return code


def _accept_any_character() -> None:
    """Print names that the terminal's encoding lacks in escapes rather than fail."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _abandon_output() -> None:
    """Nobody reads any more: let what is still buffered go nowhere when Python shuts down."""
    with suppress(OSError, ValueError, AttributeError):  # it may be no file at all
        standard = sys.stdout.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, standard)
        os.close(nowhere)
