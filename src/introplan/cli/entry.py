"""Which command, and which exit code: the way into the command line and out of it.

The commands and their one-line summaries are data, because `introplan --version` and the overview
must not load the planners. A command's module is loaded when it is asked for.
"""

from __future__ import annotations

import gc
import io
import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING

import introplan
from introplan.cli.output import print_wrapped
from introplan.cli.process import (
    EXIT_CODE_OF_LIMIT,
    ExitCode,
    claim_process,
    end_process,
    ending_on_signals,
    process_began,
    time_budget,
)
from introplan.errors import IntroplanError, Stopped, UsageError, did_you_mean, visible
from introplan.limits import LimitReached
from introplan.programs.places import place_of_error

if TYPE_CHECKING:
    from introplan.cli.arguments import Command

GROUPS = {
    "plan": {
        "plan": "find a plan and show it with its milestones",
        "policy": "find what to do where there is chance, and what to expect of it",
        "validate": "replay a plan and say what it is worth, or check a proof",
        "view": "write a page in which the plan can be played",
    },
    "understand a world": {
        "explain": "show what the reward asks for and what would have to change",
        "states": "count, list and draw the reachable states",
        "export": "write one milestone as plain PDDL, for any other planner",
    },
    "what is shipped": {
        "domains": "list the shipped domains and their parameters",
        "planners": "list the planners",
        "generate": "write a problem file of a shipped domain, or a world in Python",
    },
    "what is kept": {
        "cache": "say where readings of worlds in Python are kept, or delete them",
    },
    "measure": {
        "experiment": "make the missing runs of a suite and draw the results",
        "figures": "draw the figures of an experiment anew, from its records",
    },
}
"""The commands with their summaries, as the overview shows them."""

COMMANDS = {name: text for commands in GROUPS.values() for name, text in commands.items()}

_HOMES = {
    "domains": "shipped",
    "planners": "shipped",
    "generate": "shipped",
    "figures": "experiment",
}
"""The modules of commands that share one; the others are in the module of their own name."""

ABOUT = (
    "introplan finds plans where the rules and the reward of a world are known: PDDL with a "
    "reward, or ordinary Python. It reads the reward, derives the goals (milestones) from it, "
    "searches from milestone to milestone, and checks every plan by an independent replay."
)

EXAMPLES = """\
  introplan plan blocks-world --blocks 20 --seed 1
  introplan plan my-domain.pddl my-problem.pddl --time 10
  introplan explain my_world.py
  introplan view drawers --seed 3 --out page.html"""

USAGE = "usage: introplan COMMAND ..."

HINT = "`introplan COMMAND --help` shows the options of a command and more examples."

REPORT = "please report it with the command and its files; --debug shows where it happened"

MANY_DIGITS = "Exceeds the limit"
"""How Python begins when it refuses to write a whole number of thousands of digits."""


def run_process() -> None:
    """Run the command of this process and end with its exit code; does not return."""
    claim_process()
    end_process(main())


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; only `--debug` lets an exception out."""
    words = list(sys.argv[1:] if argv is None else argv)
    began = process_began() if argv is None else time.monotonic()
    _accept_any_character()
    try:
        with ending_on_signals():
            code = _run(words, began, owns_process=argv is None)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except BrokenPipeError:  # where the streams are not ours (`claim_process`)
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
        return _unexpected(error)


def command_named(name: str, *, freezes: bool = False) -> Command:
    """The command called `name`, from its module; `freezes`: what is loaded is never garbage."""
    # Loading makes many objects and hardly any garbage: collecting meanwhile, a tenth of the
    # start-up, would find nothing.
    is_collecting = gc.isenabled()
    gc.disable()
    try:
        module = import_module(f"introplan.cli.{_HOMES.get(name, name)}")
    finally:
        if freezes:  # or the first collection would walk over all modules
            gc.freeze()
        if is_collecting:
            gc.enable()
    command: Command = module.COMMANDS[name]
    return command


def _run(words: list[str], began: float, *, owns_process: bool) -> int:
    """Run the command; argparse leaves by `SystemExit` after printing help."""
    try:
        return _run_command(words, began, owns_process=owns_process)
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else ExitCode.DONE


def _run_command(words: list[str], began: float, *, owns_process: bool) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        _print_overview()
        return ExitCode.DONE
    name, *rest = words
    if name in ("-V", "--version"):
        print(f"introplan {introplan.__version__}")
        return ExitCode.DONE
    if name not in COMMANDS:
        raise _no_such_command(name)
    command = command_named(name, freezes=owns_process)
    arguments = command.parse(name, COMMANDS[name], rest)
    arguments.allowed = time_budget(getattr(arguments, "time", None), began)
    return command.run(arguments)


def _no_such_command(word: str) -> UsageError:
    """The first word is not a command; an option there belongs behind the command it is for."""
    if word.startswith("-"):
        listed = f"which command? there is {', '.join(COMMANDS)}"
        return UsageError(f"{listed}\n{USAGE}\nan option such as {word!r} goes behind it")
    listed = "`introplan` alone lists the commands"
    return UsageError(f"unknown command {word!r}{did_you_mean(word, COMMANDS)}\n{USAGE}\n{listed}")


def _print_overview() -> None:
    """What `introplan` alone and `introplan --help` show."""
    print_wrapped(f"introplan {introplan.__version__}")
    print_wrapped(f"{USAGE}\n\n{ABOUT}\n")
    width = max(map(len, COMMANDS))
    for group, commands in GROUPS.items():
        print_wrapped(f"{group}:")
        for name, summary in commands.items():
            print_wrapped(f"  {name:{width}}  {summary}", hang=width + 4)
    print(f"\nexamples:\n{EXAMPLES}\n")
    print_wrapped(HINT)


def _explained(error: BaseException) -> ExitCode:
    """Report an error that is not a bug of ours."""
    match error:
        case KeyboardInterrupt():
            place = error.args[0] if error.args else place_of_error(error)
            where = f" while {place} was running" if place else ""
            return _complain(f"introplan: interrupted{where}", ExitCode.INTERRUPTED)
        case LimitReached():
            return _complain(f"introplan: {error}", EXIT_CODE_OF_LIMIT[error.reason])
        case UsageError():
            return _complain(f"introplan: {error}", ExitCode.BAD_USAGE)
        case RecursionError():
            deep = "introplan: the model is nested too deeply; write it with fewer levels"
            return _complain(deep, ExitCode.BAD_INPUT)
        case MemoryError():
            return _complain("introplan: out of memory", ExitCode.OUT_OF_MEMORY)
        case _:
            return _complain(str(error), ExitCode.BAD_INPUT)


def _unexpected(error: Exception) -> ExitCode:
    if isinstance(error, ValueError) and str(error).startswith(MANY_DIGITS):
        return _complain(f"introplan: a number is too long: {error}", ExitCode.BAD_INPUT)
    text = f"{type(error).__name__}: {error}".splitlines()[0][:300]
    return _complain(f"introplan: internal error: {text}; {REPORT}", ExitCode.INTERNAL_ERROR)


def _complain(message: str, code: ExitCode) -> ExitCode:
    with suppress(OSError, ValueError):  # standard error may be closed
        lines = message.rstrip().split("\n")
        print("\n".join(map(visible, lines)), file=sys.stderr)
    return code


def _accept_any_character() -> None:
    """Print names that the terminal's encoding lacks in escapes rather than fail."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _abandon_output() -> None:
    """Let what is still buffered go nowhere when Python shuts down: the reader has gone."""
    with suppress(OSError, ValueError, AttributeError):  # it may be no file at all
        standard = sys.stdout.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, standard)
        os.close(nowhere)
