"""Tuples that are made when they are asked for."""

from __future__ import annotations

import pickle

from introplan.planners.lazy import Lazy


def test_a_lazy_tuple_is_made_when_it_is_asked_for() -> None:
    """Its length is known before."""
    made: list[int] = []
    lazy = Lazy(lambda: made.append(1) or [1, 2], 2)  # type: ignore[func-returns-value]
    assert len(lazy) == 2
    assert not made
    assert lazy == (1, 2)
    assert lazy[0] == 1
    assert made == [1]


def test_a_lazy_tuple_is_a_tuple_elsewhere() -> None:
    """Another process gets the items."""
    assert pickle.loads(pickle.dumps(Lazy(lambda: [1, 2], 2))) == (1, 2)
