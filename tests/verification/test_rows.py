"""True rows: indexes follow every change, and the past is what the changes leave."""

from __future__ import annotations

import random
from itertools import product

from introplan.relational.formula import Constant, Predicate, Term, Variable
from introplan.verification.rows import Frame, Transition, TrueRows

ROWS = [("r", *names) for names in product("abc", repeat=2)] + [("p", "a"), ("r", "a")]


def test_a_projection_lists_the_names_of_the_true_rows() -> None:
    """Whether it is filled before or after a row becomes true; other arities do not count."""
    rng = random.Random(1)
    for _ in range(50):
        true = TrueRows(row for row in ROWS if rng.random() < 0.5)
        projections = [true.projection(("r", 3), 1, bound) for bound in ((), (2,))]
        for _ in range(20):
            row = rng.choice(ROWS)
            (true.remove if row in true else true.add)(row)
            own = {row for row in true.rows if row[0] == "r" and len(row) == 3}
            if rng.random() < 0.7:
                assert sorted(projections[0].names(())) == sorted({row[1] for row in own})
            for name in "abc":
                expected = sorted(row[1] for row in own if row[2] == name)
                assert sorted(projections[1].names((name,))) == expected


def test_the_state_before_is_the_state_after_undone() -> None:
    """Added rows were false, removed rows were true, all others were as they are."""
    step = Transition(TrueRows([("p", "a"), ("p", "b")]), {("p", "b")}, {("p", "c")})

    assert [step.was_true(("p", name)) for name in "abcd"] == [True, False, True, False]


def test_a_frame_gives_the_rows_of_its_present_values() -> None:
    """Variables by their slots, constants as themselves, for any number of terms."""
    frame = Frame()
    terms: list[Term] = [Variable("x"), Constant("a"), Variable("x")]
    scope = {"x": frame.slot()}
    rows = [frame.row(Predicate("p", n)(*terms[:n]), scope) for n in range(4)]
    frame.values[scope["x"]] = "b"

    assert [row() for row in rows] == [("p",), ("p", "b"), ("p", "b", "a"), ("p", "b", "a", "b")]


def test_the_clock_says_which_predicates_changed_since() -> None:
    """A later stamp of one predicate leaves the others as they were."""
    true = TrueRows()
    true.stamp({"p", "q"})
    true.stamp({"p"})

    assert (true.clock, true.changed_at) == (2, {"p": 2, "q": 1})
