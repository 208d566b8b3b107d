"""Sweeps over decisions under chance: in C++ where it is there, else by the specification."""

from __future__ import annotations

from array import array
from typing import Protocol

from introplan.graphs import decisions
from introplan.graphs.decisions import Decisions
from introplan.search.native import _kernel

IS_AVAILABLE = hasattr(_kernel, "SweptDecisions")


class Sweeper(Protocol):
    """What both engines can do; `graphs.decisions` says what it means."""

    @property
    def edges_per_call(self) -> int:
        """Edges that are swept in some hundredths of a second."""
        ...

    def sweep(
        self,
        count: int,
        discount: float,
        later: array[float],
        now: array[float],
        chosen: array[int],
    ) -> bool:
        """One move more."""
        ...

    def settle(
        self,
        order: array[int],
        discount: float,
        extra: float,
        values: array[float],
        tolerance: float,
        max_sweeps: int,
    ) -> int:
        """Sweeps until nothing changes."""
        ...

    def excess(
        self, discount: float, values: array[float], chosen: array[int]
    ) -> tuple[float, float]:
        """What one step more adds, at least and at most."""
        ...


class PythonSweeps:
    """The specification on one graph."""

    edges_per_call = 200_000

    def __init__(self, graph: Decisions) -> None:
        self.graph = graph

    def sweep(
        self,
        count: int,
        discount: float,
        later: array[float],
        now: array[float],
        chosen: array[int],
    ) -> bool:
        """See `decisions.sweep`."""
        return decisions.sweep(self.graph, count, discount, later, now, chosen)

    def settle(
        self,
        order: array[int],
        discount: float,
        extra: float,
        values: array[float],
        tolerance: float,
        max_sweeps: int,
    ) -> int:
        """See `decisions.settle`."""
        return decisions.settle(self.graph, order, discount, extra, values, tolerance, max_sweeps)

    def excess(
        self, discount: float, values: array[float], chosen: array[int]
    ) -> tuple[float, float]:
        """See `decisions.excess`."""
        return decisions.excess(self.graph, discount, values, chosen)


class NativeSweeps:
    """The same in C++, on the arrays of the graph as they are: it must not grow any more."""

    edges_per_call = 20_000_000

    def __init__(self, graph: Decisions) -> None:
        self.kernel = _kernel.SweptDecisions(
            graph.first_choice,
            graph.first_edge,
            graph.targets,
            graph.probabilities,
            graph.rewards,
        )

    def sweep(
        self,
        count: int,
        discount: float,
        later: array[float],
        now: array[float],
        chosen: array[int],
    ) -> bool:
        """See `decisions.sweep`."""
        return self.kernel.sweep(count, discount, later, now, chosen)

    def settle(
        self,
        order: array[int],
        discount: float,
        extra: float,
        values: array[float],
        tolerance: float,
        max_sweeps: int,
    ) -> int:
        """See `decisions.settle`."""
        return self.kernel.settle(order, discount, extra, values, tolerance, max_sweeps)

    def excess(
        self, discount: float, values: array[float], chosen: array[int]
    ) -> tuple[float, float]:
        """See `decisions.excess`."""
        return self.kernel.excess(discount, values, chosen)


def sweeps_of(graph: Decisions) -> Sweeper:
    """The fastest sweeps that this installation has; an empty graph needs none of them."""
    is_native = IS_AVAILABLE and len(graph.targets) > 0
    return NativeSweeps(graph) if is_native else PythonSweeps(graph)
