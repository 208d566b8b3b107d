"""Wishes in words."""

from __future__ import annotations

from factored_worlds import corridor, ferries, sysadmin
from introplan.planners.chance.factored.texts import expression_text, wish_text
from introplan.planners.chance.factored.wishes import terms


def test_wishes_have_weights_and_names() -> None:
    """As people write them."""
    assert wish_text(sysadmin(2), terms(sysadmin(2))[1]) == "-0.75 * reboot(c0)"
    assert wish_text(ferries(2), terms(ferries(2))[0]) == "-1 * waiting(i0)"


def test_long_ones_are_cut() -> None:
    """What the last cell of a corridor becomes is long."""
    model = corridor(6)

    assert len(wish_text(model, terms(model)[0])) <= 60
    assert expression_text(model, model.next_values[0]) == "(at(x0) & ~go & ~jump)"
