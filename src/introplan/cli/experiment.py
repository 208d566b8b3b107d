"""`introplan experiment` and `figures`: make the runs of a suite, and draw what came out."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from introplan.cli.arguments import Command, Parser, count
from introplan.cli.output import Output, progress
from introplan.errors import UsageError
from introplan.experiments.claims import Finding
from introplan.experiments.plotting import check_matplotlib
from introplan.experiments.report import Pictures, Report, check_report, write_report
from introplan.experiments.runner import run_missing
from introplan.experiments.suite_files import suite_named, suites_listed
from introplan.reporting.words import count_of
from introplan.view.paper import paper_pictures

PICTURES: tuple[Pictures, ...] = (paper_pictures,)
"""What draws the figures of the paper that are no measurements."""


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


def configure_figures(parser: Parser) -> None:
    """The arguments of `figures`."""
    parser.add_argument("names", nargs="*", metavar="DIR", help="the folder of the records")


def run_figures(arguments: argparse.Namespace) -> int:
    """Draw everything anew."""
    if len(arguments.names) != 1:
        raise UsageError("give the folder of an experiment: introplan figures DIR")
    check_matplotlib()
    return draw(Path(arguments.names[0]))


def draw(folder: Path) -> int:
    """Draw, and say what the records say; without matplotlib, all but the figures."""
    try:
        check_matplotlib()
        lack = None
    except UsageError as problem:
        lack = str(problem)
    with progress("drawing"):
        report = write_report(folder, has_matplotlib=lack is None, pictures=PICTURES)
    _print_report(report, folder)
    if lack is not None:
        print(f"introplan: {lack}; then: introplan figures {folder}", file=sys.stderr)
    return 0


def _print_report(report: Report, folder: Path) -> None:
    out = Output.standard()
    for claim in report.claims:
        if claim.finding is not Finding.UNDECIDED:
            out.say(f"{claim.finding.mark} {claim.figure}: {claim.text}")
            out.say(f"    {claim.finding.value}: {claim.number}")
    for table in report.tables:
        if table.name == "slopes":
            print(f"\n{table.title}\n{_aligned([table.head, *table.rows])}")
    figures = sum(file.suffix == ".png" for file in report.files)
    undecided = sum(claim.finding is Finding.UNDECIDED for claim in report.claims)
    print(f"\n{count_of(figures, 'figure')} and {folder / 'README.md'}; ", end="")
    print(f"{undecided} of {len(report.claims)} claims have too little data")


def _aligned(rows: list[tuple[str, ...]]) -> str:
    """Columns below each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


COMMANDS = {
    "experiment": Command(
        ("SUITE --out DIR [--jobs N] [--cluster ADDRESS] [--quick]",),
        """\
  introplan experiment paper --quick --out results
  introplan experiment my_suite.toml --out mine --jobs 1
  introplan experiment paper --out results --cluster tcp://10.0.0.1:8786

The paper's suite takes minutes with --quick and hours without. The same command again makes only \
the runs that are missing.""",
        configure,
        run,
    ),
    "figures": Command(("DIR",), "  introplan figures results", configure_figures, run_figures),
}
