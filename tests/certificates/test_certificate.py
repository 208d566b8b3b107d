"""Certificates as values: how large they are, and what their states hold."""

from __future__ import annotations

from introplan.certificates.certificate import Bounds, ClosedSet, ClosedTexts
from introplan.relational.formula import Constant, Predicate

P = Predicate("p", 1)
A, B = P(Constant("a")), P(Constant("b"))


def test_bits_of_a_state_are_the_facts_that_are_true_in_it() -> None:
    """Bit i stands for fact i."""
    certificate = ClosedSet((A, B), (0, 2, 3))

    assert [list(certificate.literals(s)) for s in certificate.states] == [[], [B], [A, B]]


def test_the_size_is_the_number_of_states_or_facts() -> None:
    """What `validate` and reports print."""
    sizes = [
        len(ClosedSet((A, B), (0, 2, 3))),
        len(Bounds((A,), (A, B))),
        len(ClosedTexts(("0",))),
    ]

    assert sizes == [3, 3, 1]
