"""`introplan experiment`: make the runs of a suite, then draw what came out."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path

from introplan.cli.arguments import Command, Parser, count
from introplan.cli.figures import draw
from introplan.cli.texts import count_of
from introplan.errors import UsageError
from introplan.experiments.executors import cluster_executor, local_executor
from introplan.experiments.machine import cores
from introplan.experiments.progress import bar
from introplan.experiments.records import appending, read_records
from introplan.experiments.runner import make_runs, missing
from introplan.experiments.suite import RunSpec
from introplan.experiments.suite_files import suite_named


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
        raise UsageError(f"give one suite, got {' '.join(arguments.names) or 'none'}")
    suite = suite_named(arguments.names[0])
    if arguments.out is None:
        raise UsageError("say where to: --out DIR")
    if arguments.jobs is not None and arguments.cluster is not None:
        raise UsageError("--jobs is for this machine; a cluster has as many as its workers take")
    if arguments.jobs == 0:
        raise UsageError("--jobs must be at least 1")
    folder = Path(arguments.out)
    _run_missing(suite.runs(quick=arguments.quick), folder, arguments)
    return draw(folder)


def _run_missing(runs: list[RunSpec], folder: Path, arguments: argparse.Namespace) -> None:
    started = time.monotonic()
    with appending(folder) as appender:
        left = missing(runs, (record.spec.key for record in read_records(folder)))
        done = len(runs) - len(left)
        print(f"{count_of(len(runs), 'run')}, {done} of them on record in {folder}", flush=True)
        if not left:
            return
        with _executor(arguments) as executor, bar("runs", total=len(runs), done=done) as tell:
            is_crowded = arguments.cluster is None and _jobs(arguments) > cores()
            make_runs(left, executor, appender=appender, tell=tell, is_crowded=is_crowded)
    print(f"{count_of(len(left), 'run')} made in {time.monotonic() - started:.0f} s", flush=True)


@contextmanager
def _executor(arguments: argparse.Namespace) -> Iterator[Executor]:
    if arguments.cluster is not None:
        with cluster_executor(arguments.cluster) as executor:
            yield executor
    else:
        with local_executor(_jobs(arguments)) as executor:
            yield executor


def _jobs(arguments: argparse.Namespace) -> int:
    return int(arguments.jobs or cores())


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
