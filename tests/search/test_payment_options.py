"""In which ways a condition can be met, and what that uses up for good."""

from __future__ import annotations

from introplan.relational.formula import Moment
from introplan.search.payment_options import OPAQUE, Option, OptionReader
from score_worlds import coins, detour, lamp


def test_a_coin_that_is_taken_is_used_up() -> None:
    """Nothing adds (lies ?k ?c), and taking deletes it."""
    task = coins(5)
    reader = OptionReader(task)
    gold, any_coin = task.reward.sums
    (option,) = reader.options(any_coin.condition)
    used = reader.consumed(option)

    assert used is not None
    assert str(used[0]) == "(before (lies ?k ?c))"
    assert used[1] is True
    assert [str(row) for row in reader.rows(used, option) or ()] == [
        "(lies k1 a)",
        "(lies k2 d)",
        "(lies k3 d)",
    ]
    (golden,) = reader.options(gold.condition)
    used = reader.consumed(golden)
    assert used is not None
    assert [str(row) for row in reader.rows(used, golden) or ()] == ["(lies k2 d)"]


def test_a_place_can_be_entered_again() -> None:
    """Where (at ?c) is added again nothing is used up."""
    task = detour()
    reader = OptionReader(task)
    (option,) = reader.options(task.reward.rows.rules[0].condition)

    assert option.action is None
    assert reader.consumed(option) is None
    assert {str(x) for x, _ in option.parts} >= {f"(swamp {option.parts[0][0].terms[0]})"}


def test_an_action_is_named_and_sure() -> None:
    """A condition that is nothing but an action holds whenever that is taken."""
    task = lamp(2, -1)
    reader = OptionReader(task)
    condition = task.reward.rows.rules[0].condition
    (option,) = reader.options(condition)

    assert option.action is not None
    assert option.action.moment is Moment.DID
    assert reader.is_sure(condition, task.domain.action("switch-on"))
    assert not reader.is_sure(condition, task.domain.action("smash"))


def test_what_is_never_true_is_no_option() -> None:
    """A static literal without facts rules an option out; OPAQUE requires nothing."""
    task = detour()
    reader = OptionReader(task)
    nowhere = task.reward.rows.rules[0].condition
    dry = OptionReader(
        type(task)(
            task.domain,
            type(task.start)(
                task.start.objects,
                frozenset(f for f in task.start.facts if f.predicate.name != "swamp"),
            ),
        )
    )

    assert dry.options(nowhere) == ()
    assert len(reader.options(nowhere)) == 1
    assert OPAQUE[0] == Option(())
