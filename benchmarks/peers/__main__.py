"""The command line of the benchmark: `make bench`, or `python -m peers --quick`."""

from __future__ import annotations

import argparse
import importlib.util
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from peers.instances import LARGE, QUICK, STANDARD, TRIVIAL, Instance
from peers.planners import OURS, PEERS, Places, Planner
from peers.plots import draw_all
from peers.records import Record, append, is_settled, load
from peers.runs import Settings, prepare, run
from peers.table import report

SUITES = {"quick": QUICK, "standard": STANDARD, "large": LARGE}
STARTS = 3


def options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """What the user wants."""
    parser = argparse.ArgumentParser(prog="peers", description=__doc__)
    parser.add_argument("--suite", choices=SUITES, default="standard")
    parser.add_argument("--quick", dest="suite", action="store_const", const="quick")
    parser.add_argument("--time", type=float, default=60.0, help="seconds for each run")
    parser.add_argument("--memory", type=float, default=4096.0, help="megabytes for each run")
    parser.add_argument("--repeat", type=int, default=1, help="runs of each planner per instance")
    parser.add_argument("--instances", nargs="+", metavar="NAME", help="some of the suite")
    parser.add_argument("--only", nargs="+", metavar="PLANNER", help="planners by name")
    parser.add_argument("--out", type=Path, default=Path("build/bench"))
    parser.add_argument("--environment", type=Path, default=Path(".venv-bench"))
    parser.add_argument("--engine", help="refuse to go on if introplan runs on another engine")
    return parser.parse_args(arguments)


Named = TypeVar("Named", Planner, Instance)


def chosen_from(every: Sequence[Named], names: Sequence[str] | None) -> list[Named]:
    """All of them, or those named."""
    unknown = set(names or ()) - {each.name for each in every}
    if unknown:
        known = ", ".join(each.name for each in every)
        sys.exit(f"unknown name {min(unknown)!r}; there are {known}")
    return [each for each in every if not names or each.name in names]


def schedule(suite: Sequence[Instance], repeat: int) -> Iterator[tuple[Instance, int]]:
    """Each instance with the number of its run; start-up is measured first."""
    for number in range(STARTS):
        yield TRIVIAL, number
    for instance in suite:
        for number in range(repeat):
            yield instance, number


def told(record: Record) -> str:
    """A run on one line."""
    cost = "" if record.cpu is None else f"{record.cpu:8.2f} s {record.memory_mb:7.0f} MB"
    length = "" if record.length is None else f"{record.length} steps"
    words = (f"{record.instance:20} {record.planner:16}", f"{record.status:13}", cost, length)
    return " ".join(words).rstrip()


def bench(chosen: argparse.Namespace, file: Path) -> None:
    """Run whatever is not in the file yet."""
    settings = Settings(
        Places(chosen.environment.absolute()), chosen.out, chosen.time, chosen.memory
    )
    done = load(file)
    planners = chosen_from((OURS, *PEERS), chosen.only)
    suite = chosen_from(SUITES[chosen.suite], chosen.instances)
    for instance, number in schedule(suite, chosen.repeat):
        waiting = [
            planner
            for planner in planners
            if not is_settled((planner.name, instance.name, number), done, chosen.time)
        ]
        if not waiting:
            continue
        prepared = prepare(instance, chosen.out)
        for planner in waiting:
            record = run(planner, prepared, settings, number)
            refuse_wrong_engine(record, chosen.engine)
            append(file, record)
            print(told(record), flush=True)


def refuse_wrong_engine(record: Record, wanted: str | None) -> None:
    """A benchmark that quietly ran on another engine is a false result."""
    if wanted and record.engine not in (None, wanted):
        sys.exit(f"introplan ran on the engine {record.engine!r}, not {wanted!r}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run, then show."""
    chosen = options(arguments)
    chosen.out.mkdir(parents=True, exist_ok=True)
    file = chosen.out / f"{chosen.suite}.jsonl"
    bench(chosen, file)
    records = load(file)
    table = chosen.out / f"{chosen.suite}.md"
    table.write_text(report(records), encoding="utf-8")
    print(f"\n{report(records)}\nwritten: {file}, {table}")
    if importlib.util.find_spec("matplotlib") is None:
        print("no plots: matplotlib is not installed (pip install 'introplan[plot]')")
        return
    for picture in draw_all(records, chosen.out / chosen.suite):
        print(f"written: {picture}")


if __name__ == "__main__":
    main()
