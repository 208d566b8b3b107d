"""`introplan cache`: where readings of worlds in Python are kept, and how to be rid of them."""

from __future__ import annotations

import argparse

from introplan.cache import VARIABLE, Cache
from introplan.cli.arguments import Command, Parser, add_json
from introplan.cli.output import Output, print_json


def configure(parser: Parser) -> None:
    """The options."""
    parser.add_argument("--clear", action="store_true", help="delete all that is kept")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Say where the cache is and how much there is in it, or delete that."""
    kept = Cache.default()
    usage = kept.clear() if arguments.clear else kept.usage()
    if arguments.json:
        folder = None if kept.folder is None else str(kept.folder)
        record = {"folder": folder, "entries": usage.entries, "bytes": usage.bytes}
        print_json({**record, "cleared": arguments.clear})
        return 0
    if kept.folder is None:
        Output.standard().say(f"nothing is kept: {VARIABLE} is empty, or there is no home")
        return 0
    amount = f"{usage.entries} entries, {usage.bytes / 1e6:.1f} MB"
    Output.standard().say(f"{kept.folder}: {'deleted ' if arguments.clear else ''}{amount}")
    return 0


COMMANDS = {
    "cache": Command(
        ("[--clear] [--json]",),
        "  introplan cache\n  introplan cache --clear",
        configure,
        run,
    ),
}
