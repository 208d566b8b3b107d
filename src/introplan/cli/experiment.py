"""`introplan experiment`: make the runs of a suite, then draw what came out."""

from __future__ import annotations

import argparse
from pathlib import Path

from introplan.cli.arguments import Command, Parser, count
from introplan.cli.figures import draw
from introplan.errors import UsageError
from introplan.experiments.report import check_report
from introplan.experiments.runner import run_missing
from introplan.experiments.suite_files import suite_named, suites_listed


def configure(parser: Parser) -> None:
    """The options of `experiment`."""
    parser.add_argument(
        "names", nargs="*", metavar="SUITE", help="a shipped suite, or a file: my_suite.toml"
    )
    parser.add_argument("--out", metavar="DIR", help="the folder of records and figures")
    parser.add_argument(
        "--jobs", type=count, metavar="N", help="runs at a time (default: one per core)"
    )
    parser.add_argument(
        "--cluster", metavar="ADDRESS", help="run on the Dask cluster with this scheduler"
    )
    parser.add_argument("--quick", action="store_true", help="fewer and smaller runs: minutes")


def run(arguments: argparse.Namespace) -> int:
    """Make all runs that are not on record yet, then draw."""
    if len(arguments.names) != 1:
        given = " ".join(arguments.names) or "none"
        raise UsageError(f"give one suite, got {given}\n{suites_listed()}")
    suite = suite_named(arguments.names[0])
    if arguments.out is None:
        raise UsageError("say where to: --out DIR")
    if arguments.jobs is not None and arguments.cluster is not None:
        raise UsageError("--jobs is for this machine; a cluster has as many as its workers take")
    if arguments.jobs == 0:
        raise UsageError("--jobs must be at least 1")
    folder = Path(arguments.out)
    check_report(folder)
    run_missing(
        suite.runs(quick=arguments.quick),
        folder,
        jobs=arguments.jobs,
        cluster=arguments.cluster,
        say=lambda text: print(text, flush=True),
    )
    return draw(folder)


COMMAND = Command(
    "experiment",
    "make the runs of a suite, as many as are missing, and draw what came out",
    "SUITE --out DIR [--jobs N] [--cluster ADDRESS] [--quick]",
    """  introplan experiment paper --quick --out results     # the paper in minutes
  introplan experiment paper --out results              # at its full size; go on with the same
  introplan experiment my_suite.toml --out mine --jobs 1
  introplan experiment paper --out results --cluster tcp://10.0.0.1:8786""",
    configure,
    run,
)
