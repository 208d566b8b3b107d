"""`introplan figures`: tables, figures and a README from the records in a folder."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from introplan.cli.arguments import Command, Parser
from introplan.cli.progress import progress
from introplan.errors import UsageError
from introplan.experiments.claims import Finding
from introplan.experiments.plotting import check_matplotlib
from introplan.experiments.report import Pictures, Report, write_report
from introplan.reporting.words import count_of
from introplan.view.paper import paper_pictures

PICTURES: tuple[Pictures, ...] = (paper_pictures,)
"""What draws the figures of the paper that are no measurements."""


def configure(parser: Parser) -> None:
    """The arguments of `figures`."""
    parser.add_argument("names", nargs="*", metavar="DIR", help="the folder of the records")


def run(arguments: argparse.Namespace) -> int:
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
    _tell(report, folder)
    if lack is not None:
        print(f"introplan: {lack}; then: introplan figures {folder}", file=sys.stderr)
    return 0


def _tell(report: Report, folder: Path) -> None:
    for claim in report.claims:
        if claim.finding is not Finding.UNDECIDED:
            print(f"{claim.finding.mark} {claim.figure}: {claim.text}")
            print(f"    {claim.finding.value}: {claim.number}")
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


COMMAND = Command(
    "figures",
    "draw the figures and tables of an experiment anew, from its records",
    "DIR",
    """  introplan figures results""",
    configure,
    run,
)
