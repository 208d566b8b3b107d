"""The path explorer, and results split into paths."""

from __future__ import annotations

import pytest

from introplan.symbolic.interpreter.paths import all_paths, pure_paths, split_terms, split_value
from introplan.symbolic.refusal import CannotMerge, Raised, Refused
from introplan.symbolic.terms.build import choose, const, less
from symbolic_runs import FLAG, X, Y, new_run, paths_through

SMALL, TINY = less(X, const(1)), less(X, const(-1))


def test_every_feasible_path_is_found_once() -> None:
    """A decision that the first one implies is no decision: three paths, not four."""
    run = new_run()

    paths = all_paths(run, lambda: (run.decide(SMALL), run.decide(TINY)))

    assert [path.result for path in paths] == [(True, True), (True, False), (False, False)]
    assert paths[-1].conditions == ((SMALL, False),)


def test_a_path_ends_in_a_result_or_in_an_exception() -> None:
    """With the line of the return that ended it."""

    def divide(x: int, y: int, flag: bool) -> object:
        return (6 // x,)

    by_result = {path.raised: path for path in paths_through(divide)}

    assert set(by_result) == {None, ZeroDivisionError}
    assert by_result[None].line == divide.__code__.co_firstlineno + 1


def test_too_many_paths_are_refused() -> None:
    """The limit is that of the context."""

    def forks(x: int, y: int, flag: bool) -> object:
        return [n for n in range(-2, 3) if x > n and (y + n) % 2]

    with pytest.raises(Refused, match="PY-LIMIT"):
        paths_through(forks, max_paths=2)


def test_a_piece_that_raises_has_no_pure_paths() -> None:
    """Its paths differ in more than their values."""

    def raises() -> int:
        raise Raised(ValueError)

    with pytest.raises(CannotMerge):
        pure_paths(new_run(), raises)
    assert pure_paths(new_run(), lambda: 1, assume=less(X, const(-5))) == []


def test_a_result_is_split_at_its_conditions() -> None:
    """A payment of 1 or -1 is two paths; a term without conditions stays one."""
    run = new_run()
    payment = choose(SMALL, const(1), const(-1))

    assert [path.result for path in all_paths(run, lambda: split_value(run, payment))] == [1, -1]
    assert split_value(new_run(), X) is X


def test_the_new_values_of_variables_are_split_together() -> None:
    """One decision settles all terms that depend on it."""
    run = new_run()
    moved = [choose(FLAG, X, Y), choose(FLAG, Y, X)]

    paths = all_paths(run, lambda: split_terms(run, moved))

    assert [path.result for path in paths] == [[X, Y], [Y, X]]
