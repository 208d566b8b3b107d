"""What is planned: instances as data."""

from __future__ import annotations

from dataclasses import dataclass

import introplan as ip


@dataclass(frozen=True, slots=True)
class Instance:
    """One task of a shipped domain; `growing` names the parameter that is its size in plots."""

    domain: str
    parameters: tuple[tuple[str, int], ...]
    growing: str
    series: str
    seed: int = 1

    @property
    def name(self) -> str:
        """As it is called in records and tables: bins-3x100."""
        return f"{self.domain}-{'x'.join(str(value) for _, value in self.parameters)}"

    @property
    def size(self) -> int:
        """The value of the growing parameter."""
        return dict(self.parameters)[self.growing]

    def task(self) -> ip.Task:
        """The task, with its reward."""
        task: ip.Task = ip.sample(self.domain, seed=self.seed, **dict(self.parameters))
        return task


def blocks_world(*sizes: int) -> tuple[Instance, ...]:
    """Towers of so many blocks."""
    return tuple(
        Instance("blocks-world", (("blocks", size),), "blocks", "blocks-world") for size in sizes
    )


def drawers(*sizes: tuple[int, int]) -> tuple[Instance, ...]:
    """So many drawers and items."""
    return tuple(
        Instance("drawers", (("drawers", count), ("items", items)), "items", "drawers")
        for count, items in sizes
    )


def bins(series: str, *sizes: tuple[int, int]) -> tuple[Instance, ...]:
    """So many bins and items."""
    return tuple(
        Instance("bins", (("bins", count), ("items", items)), "items", series)
        for count, items in sizes
    )


TRIVIAL = Instance("blocks-world", (("blocks", 3),), "blocks", "start-up")
"""What every planner solves at once: what it costs is the price of starting the program."""

STANDARD = (
    *blocks_world(100, 200, 500, 1000),
    *drawers((3, 50), (3, 200), (3, 500)),
    *bins("bins, 3 bins", (3, 100), (3, 500)),
    *bins("bins, more and more bins", (20, 100), (40, 200), (100, 500)),
)

QUICK = (
    *blocks_world(10, 20, 40),
    *drawers((3, 10), (3, 20)),
    *bins("bins, 3 bins", (3, 10), (3, 20)),
)

LARGE = (
    *blocks_world(2000, 5000, 10000),
    *drawers((3, 1000), (3, 3000)),
    *bins("bins, 3 bins", (3, 1000), (3, 3000)),
    *bins("bins, more and more bins", (400, 2000)),
)
