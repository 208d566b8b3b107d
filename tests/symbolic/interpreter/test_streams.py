"""Iterators: used up once, previewed without taking, unusable when it is unknown what is left."""

from __future__ import annotations

import pytest

from introplan.symbolic.interpreter.interpreter import Interpreter
from introplan.symbolic.interpreter.iteration import new_stream
from introplan.symbolic.interpreter.streams import Stream, View
from introplan.symbolic.interpreter.values import Entries
from introplan.symbolic.refusal import CannotMerge, Refused
from symbolic_runs import new_run


def _numbers() -> tuple[Interpreter, Stream]:
    run = new_run()
    return run, new_stream(run, [(1, 2, 3)], lambda sources: sources[0])


def test_an_iterator_is_used_up_once() -> None:
    """Two readers share what is left."""
    _, stream = _numbers()

    assert next(stream.pairs()) == (True, 1)
    assert list(stream.pairs()) == [(True, 2), (True, 3)]
    assert list(stream.pairs()) == []


def test_a_preview_takes_nothing_away() -> None:
    """It is possible as long as nothing was taken."""
    _, stream = _numbers()
    assert stream.can_preview()

    assert len(list(stream.preview())) == 3

    assert len(list(stream.pairs())) == 3
    assert not stream.can_preview()


def test_one_of_which_it_is_unknown_what_is_left_is_refused() -> None:
    """And with it all that it draws from."""
    run, stream = _numbers()
    outer = new_stream(run, [stream], lambda sources: sources[0])
    outer.spoil()

    with pytest.raises(Refused, match="PY-EXPR"):
        list(stream.pairs())


def test_nothing_is_taken_under_an_assumption_from_an_older_one() -> None:
    """Taking is a change."""
    run, stream = _numbers()
    with run.assumptions(), pytest.raises(CannotMerge):
        next(stream.pairs())


def test_a_view_changes_with_its_dictionary() -> None:
    """It holds no copy."""
    entries = Entries({1: 2}, 0)
    view = View(entries, "keys")

    entries.items[3] = 4

    assert list(view.rows()) == [1, 3]
