"""Reading the words of a command: options anywhere, and errors that know what was meant."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NoReturn

from introplan.domains.catalogue import SHIPPED
from introplan.errors import UsageError, did_you_mean


class Parser(argparse.ArgumentParser):
    """An argument parser that raises its complaints."""

    def error(self, message: str) -> NoReturn:
        """Complain with the usage below."""
        raise UsageError(f"{message}\n{self.format_usage().strip()}")


@dataclass(frozen=True, slots=True)
class Command:
    """One word after `introplan`: what it is for, its options, and what it does."""

    name: str
    summary: str
    usage: str
    examples: str
    configure: Callable[[Parser], None]
    run: Callable[[argparse.Namespace], int]

    def parser(self) -> Parser:
        """The parser of this command's words."""
        parser = Parser(
            prog=f"introplan {self.name}",
            usage=f"introplan {self.name} {self.usage}",
            description=f"{self.summary[0].upper()}{self.summary[1:]}.",
            epilog=f"examples:\n{self.examples}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        self.configure(parser)
        parser.add_argument(
            "--debug", action="store_true", help="show the traceback of an internal error"
        )
        return parser

    def parse(self, words: Sequence[str]) -> argparse.Namespace:
        """The arguments that `words` give; file names and options may stand in any order."""
        parser = self.parser()
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
        help="two files, or the name of a shipped domain with its parameters",
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
