"""Every instance of rddlrepository: is it read, how large is it, and how long does that take?

    PYTHONPATH=benchmarks python -m rddl.grounding [DOMAIN ...]

One row for each instance, in Markdown. Times are of the processor, in one process, and go from the
files to the task; the first instance pays for the tables of the parser.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rddlrepository.core.manager import RDDLRepoManager

from introplan.errors import IntroplanError
from introplan.interop import rddl

MAX_SHOWN = 110
"""Characters of a reason."""


@dataclass(frozen=True, slots=True)
class Row:
    """An instance: its size as a ground world, or why there is none."""

    domain: str
    instance: str
    seconds: float
    state: int = 0
    choices: int = 0
    concurrency: int = 0
    intermediate: int = 0
    rewards: int = 0
    refused: str = ""

    def __str__(self) -> str:
        """A row of the table."""
        counts = (self.state, self.choices, self.concurrency, self.intermediate, self.rewards)
        sizes = [""] * len(counts) if self.refused else [str(count) for count in counts]
        cells = [self.domain, self.instance, f"{self.seconds:.2f}", *sizes, self.refused]
        return f"| {' | '.join(cells)} |"


HEAD = (
    "| domain | instance | seconds | state | choices | at once | on the way | terms | refused |\n"
    "|---|---|---|---|---|---|---|---|---|"
)


def rows(names: Iterable[str]) -> Iterator[Row]:
    """The instances of these domains, or of all; of a domain that is refused only the first."""
    manager = RDDLRepoManager()
    for name in names or manager.list_problems():
        problem = manager.get_problem(name)
        for instance in problem.list_instances():
            row = measured(name, instance, problem)
            yield row
            if row.refused:
                break


def measured(name: str, instance: str, problem: Any) -> Row:
    """One instance, read."""
    started = time.process_time()
    try:
        model = rddl.read(problem.get_domain(), problem.get_instance(instance)).model
    except IntroplanError as problem_found:
        seconds = time.process_time() - started
        reason = " ".join(str(problem_found).split())[:MAX_SHOWN]
        return Row(name, instance, seconds, refused=reason)
    return Row(
        name,
        instance,
        time.process_time() - started,
        len(model.state),
        len(model.choices),
        model.concurrency,
        len(model.intermediate),
        len(model.rewards),
    )


def main() -> None:
    """Print the table, and what there is in it."""
    print(HEAD)
    found = []
    for row in rows(sys.argv[1:]):
        found.append(row)
        print(row, flush=True)
    read = [row for row in found if not row.refused]
    slowest = max((row.seconds for row in read), default=0.0)
    together = sum(row.seconds for row in read)
    refused = len(found) - len(read)
    print(
        f"\n{len(read)} instances of {len({row.domain for row in read})} domains in "
        f"{together:.1f} s, the slowest {slowest:.2f} s; {refused} domains refused"
    )


if __name__ == "__main__":
    main()
