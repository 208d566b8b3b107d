"""Reading the words of a command: options anywhere, and errors that know what was meant."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NoReturn

from introplan.cli.output import terminal_columns, wrapped
from introplan.domains.catalogue import SHIPPED
from introplan.errors import UsageError, did_you_mean


class Parser(argparse.ArgumentParser):
    """An argument parser that raises its complaints; its usage has several forms.

    The usage is wrapped when it is shown, which most runs never do.
    """

    forms: tuple[str, ...] = ()

    def format_usage(self) -> str:
        """The usage, wrapped at the width of the terminal."""
        self.usage = self._wrapped_forms()
        return super().format_usage()

    def format_help(self) -> str:
        """All of the help, wrapped at the width of the terminal."""
        self.usage = self._wrapped_forms()
        return super().format_help()

    def _wrapped_forms(self) -> str:
        """The forms below each other, aligned behind "usage: "."""
        columns, margin = terminal_columns() - len("usage: "), " " * len("usage: ")
        forms = [wrapped(f"{self.prog} {form}", columns, hang=4) for form in self.forms]
        return "\n".join(forms).replace("\n", f"\n{margin}")

    def error(self, message: str) -> NoReturn:
        """Raise a `UsageError` with the usage below the message."""
        raise UsageError(f"{message}\n{self.format_usage().strip()}")


class _HelpFormatter(argparse.HelpFormatter):
    """Wraps paragraphs at the terminal's width; lines that begin with a blank are commands."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=terminal_columns())

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(
            _wrapped_command(line, width) if line.startswith(" ") else wrapped(line, width)
            for line in text.split("\n")
        )


def _wrapped_command(line: str, columns: int) -> str:
    """A line for the shell; where it is too long it goes on behind a backslash."""
    lines = wrapped(line, columns - 2, hang=6).split("\n")
    return " \\\n".join(lines)


@dataclass(frozen=True, slots=True)
class Command:
    """What a word after `introplan` does: the forms of its arguments, examples, its options."""

    forms: tuple[str, ...]
    examples: str
    configure: Callable[[Parser], None]
    run: Callable[[argparse.Namespace], int]

    def parser(self, name: str, summary: str) -> Parser:
        """The parser of the words behind `name`."""
        parser = Parser(
            prog=f"introplan {name}",
            description=f"{summary[0].upper()}{summary[1:]}.",
            epilog=f"examples:\n{self.examples}",
            formatter_class=_HelpFormatter,
            allow_abbrev=False,
        )
        parser.forms = self.forms
        self.configure(parser)
        parser.add_argument(
            "--debug", action="store_true", help="show the traceback of an internal error"
        )
        return parser

    def parse(self, name: str, summary: str, words: Sequence[str]) -> argparse.Namespace:
        """The arguments that `words` give; file names and options may stand in any order."""
        parser = self.parser(name, summary)
        arguments, unknown = parser.parse_known_intermixed_args(list(words))
        for word in unknown:
            if word.startswith("-"):
                option = word.partition("=")[0]
                known = [name for name in parser._option_string_actions if name[:2] == "--"]
                parser.error(f"unknown option {option!r}{did_you_mean(option, known)}")
        if unknown:
            parser.error(f"unexpected {unknown[0]!r}")
        return arguments


def add_task_arguments(parser: Parser, *, metavar: str = "DOMAIN PROBLEM") -> None:
    """The arguments that name a task: two files, or a shipped domain and its parameters."""
    parser.add_argument(
        "names",
        nargs="*",
        metavar=metavar,
        help="two PDDL files, a world in Python, or a shipped domain with its parameters",
    )
    add_domain_parameters(parser)


def add_domain_parameters(parser: Parser) -> None:
    """An option for every parameter of a shipped domain, and the seed."""
    group = parser.add_argument_group("parameters of shipped domains")
    for name in parameter_names():
        users = ", ".join(d.name for d in SHIPPED.values() if name in _own_parameters(d.name))
        group.add_argument(f"--{name}", type=whole_number, metavar="N", help=f"of {users}")
    group.add_argument("--seed", type=whole_number, default=0, metavar="N", help="default 0")


def add_horizon(parser: Parser) -> None:
    """The option that bounds an episode, in place of the horizon that the task has."""
    parser.add_argument(
        "--horizon",
        type=count,
        metavar="N",
        help="at most N steps; where no row says success, what all N steps pay counts",
    )


def add_discount(parser: Parser) -> None:
    """The option that makes later rewards worth less, in place of the discount of the task."""
    parser.add_argument(
        "--discount",
        type=number,
        metavar="D",
        help="a reward one step later is worth D of itself, above 0 and at most 1",
    )


def add_time(parser: Parser) -> None:
    """The option that bounds the time of the whole command."""
    parser.add_argument("--time", type=amount, metavar="S", help="at most S seconds")


def add_budget(parser: Parser) -> None:
    """The option that bounds the reading of Python code."""
    parser.add_argument(
        "--budget", type=amount, metavar="S", help="read Python code for at most S seconds"
    )


def add_json(parser: Parser) -> None:
    """The option that asks for one JSON object instead of text."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def parameter_names() -> list[str]:
    """The parameters of all shipped domains, each once."""
    return list(dict.fromkeys(name for d in SHIPPED for name in _own_parameters(d)))


def given_parameters(arguments: argparse.Namespace) -> dict[str, int]:
    """The parameters of shipped domains that stand in the command."""
    values = {name: getattr(arguments, name) for name in parameter_names()}
    return {name: value for name, value in values.items() if value is not None}


def whole_number(text: str) -> int:
    """An integer."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number") from None


def count(text: str) -> int:
    """An integer that is not negative."""
    value = whole_number(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"must not be negative, got {value}")
    return value


def number(text: str) -> float:
    """A finite number."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number")
    return value


def amount(text: str) -> float:
    """A finite number that is not negative."""
    value = number(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"must not be negative, got {text}")
    return value


def _own_parameters(domain: str) -> list[str]:
    return [parameter.name for parameter in SHIPPED[domain].parameters]
