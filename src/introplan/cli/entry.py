"""The way into the command line and out of it: which command, and which exit code."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence

import introplan
from introplan.cli.arguments import Parser
from introplan.cli.commands import COMMANDS
from introplan.cli.exit_codes import ExitCode
from introplan.errors import IntroplanError, UsageError, did_you_mean

REPORT = "please report it with the command and its files; --debug shows where it happened"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code; only `--debug` lets an exception out."""
    words = list(sys.argv[1:] if argv is None else argv)
    _accept_any_character()
    try:
        code = _run(words)
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
    except SystemExit as left:
        return int(left.code or 0)
    except (IntroplanError, KeyboardInterrupt, RecursionError, MemoryError) as error:
        return _explained(error)
    except Exception as error:
        if "--debug" in words:
            raise
        text = f"{type(error).__name__}: {error}".splitlines()[0][:300]
        return _complain(f"introplan: internal error: {text}; {REPORT}", ExitCode.INTERNAL_ERROR)


def _run(words: list[str]) -> int:
    if not words or words[0].startswith("-"):
        parser = _overview()
        parser.parse_args(words)
        parser.error("a command is missing")
    command = COMMANDS.get(words[0])
    if command is None:
        hint = did_you_mean(words[0], COMMANDS)
        raise UsageError(f"unknown command {words[0]!r}{hint}\n{_overview().format_usage()}")
    return command.run(command.parse(words[1:]))


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
            return _complain("introplan: interrupted", ExitCode.INTERRUPTED)
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
    print(message.rstrip(), file=sys.stderr)
    return code


def _accept_any_character() -> None:
    """Print names that the terminal's encoding lacks in escapes rather than fail."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _abandon_output() -> None:
    """Nobody reads any more: let what is still buffered go nowhere when Python shuts down."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
