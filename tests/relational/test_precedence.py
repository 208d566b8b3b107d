"""What has to come first, read off the action schemas."""

from __future__ import annotations

import introplan as ip
from introplan.introspection.relational.goals import goal_of, stages_of
from introplan.relational.grounding import wants
from introplan.relational.precedence import precedences

SHED = """(define (domain shed) (:predicates (in ?x) (open) (locked) (lit))
  (:action put :parameters (?x) :precondition (open) :effect (in ?x))
  (:action throw :parameters (?x) :precondition (and (open) (lit)) :effect (in ?x))
  (:action switch :parameters () :precondition (not (lit)) :effect (lit))
  (:action close :parameters () :precondition (open) :effect (and (not (open)) (locked))))"""


def told(domain: ip.Domain) -> set[str]:
    """The precedences in words."""
    return {
        f"{a.name} {s} < {b.name} {t} {order.positions}"
        for order in precedences(domain)
        for (a, s), (b, t) in ((order.earlier, order.later),)
    }


def test_what_every_achiever_needs_open_is_closed_last() -> None:
    """Drawers: items are put in and taken out before the drawer is closed."""
    found = told(ip.sample("drawers").domain)

    assert "in-drawer True < open False (1,)" in found
    assert "in-drawer False < open False (1,)" in found


def test_what_an_action_changes_itself_has_no_order() -> None:
    """Taking a block empties the table of it and fills the hand at once."""
    assert not any("hand-empty" in order for order in told(ip.sample("blocks-world").domain))


def test_one_achiever_that_does_not_care_is_enough_to_have_no_order() -> None:
    """Throwing needs light, putting does not; both need the door open."""
    found = told(ip.parse_domain(SHED))

    assert "in True < open False ()" in found
    assert not any("lit False" in order for order in found)


def test_stages_contain_each_other_and_end_before_the_whole() -> None:
    """First the item, then the closed drawers."""
    task = ip.sample("drawers", drawers=2, items=2, seed=3)
    (mutation,) = ip.mutations(task)
    goal = goal_of(mutation)
    stages = [set(wants(stage)) for stage in stages_of(goal, precedences(task.domain))]

    assert stages
    assert all(a < b for a, b in zip(stages, [*stages[1:], set(wants(goal))], strict=True))
