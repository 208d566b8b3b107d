"""Drawers: every item into the drawer of its label, and all drawers closed."""

from __future__ import annotations

import pytest

from introplan.domains.catalogue import domain, sample
from introplan.pddl import parse_problem
from introplan.relational.domain import Task
from introplan.verification import verify
from oracle import oracle

ONE_ITEM = """
(define (problem one-item) (:domain drawers)
  (:objects i1 - item d1 d2 - drawer l1 l2 - label)
  (:init (drawer-label d1 l2) (drawer-label d2 l1) (item-label i1 l1)
         (in-drawer i1 d1) (hand-empty)))
"""


def arguments(task: Task, predicate: str) -> list[tuple[str, ...]]:
    """The objects of each fact of a predicate."""
    facts = (x for x in task.start.facts if x.predicate.name == predicate)
    return sorted(tuple(map(str, x.terms)) for x in facts)


def sorting_plan(task: Task) -> list[str]:
    """Open all drawers, carry each item to its own, close all drawers."""
    drawer_of = {label: drawer for drawer, label in arguments(task, "drawer-label")}
    label_of = {pair[0]: pair[1] for pair in arguments(task, "item-label")}
    takes = {item: f"(take-from-drawer {item} {d})" for item, d in arguments(task, "in-drawer")}
    takes |= {item: f"(take-from-shelf {item})" for (item,) in arguments(task, "on-shelf")}
    plan = [f"(open-drawer {drawer})" for drawer in sorted(drawer_of.values())]
    for item, take in sorted(takes.items()):
        plan += [take, f"(put-in-drawer {item} {drawer_of[label_of[item]]})"]
    return plan + [f"(close-drawer {drawer})" for drawer in sorted(drawer_of.values())]


def test_labels_are_spread_as_in_the_paper() -> None:
    """Each label is on one drawer; each item has one label and one place."""
    task = sample("drawers", drawers=4, items=30, seed=1)

    assert sorted(label for _, label in arguments(task, "drawer-label")) == [
        "l1",
        "l2",
        "l3",
        "l4",
    ]
    assert len(arguments(task, "item-label")) == 30
    assert len(arguments(task, "in-drawer")) + len(arguments(task, "on-shelf")) == 30
    assert arguments(task, "on-shelf")
    assert {drawer for _, drawer in arguments(task, "in-drawer")} == {"d1", "d2", "d3", "d4"}


def test_at_the_start_all_drawers_are_closed_and_the_hand_is_empty() -> None:
    """Closed is the negation of open."""
    task = sample("drawers", drawers=3, items=5, seed=1)

    assert arguments(task, "open") == []
    assert arguments(task, "hand-empty") == [()]


@pytest.mark.parametrize("seed", range(5))
def test_a_small_task_can_be_solved_from_its_start(seed: int) -> None:
    """Exhaustive search finds success; every item is in one of few places."""
    truth = oracle(sample("drawers", drawers=2, items=2, seed=seed))

    assert truth.solvable
    assert truth.states <= (9 + 6) * 4


def test_one_item_in_the_wrong_drawer_takes_six_actions() -> None:
    """Open two drawers, take, put, close two drawers."""
    truth = oracle(parse_problem(domain("drawers"), ONE_ITEM))

    assert truth.steps == 6
    assert truth.states == 4 * 4


def test_no_reward_while_a_drawer_is_open_or_an_item_is_out_of_place() -> None:
    """There is a single state that pays."""
    task = parse_problem(domain("drawers"), ONE_ITEM)
    plan = sorting_plan(task)

    assert verify(task, plan).rewards == (0.0, 0.0, 0.0, 0.0, 0.0, 1.0)
    assert verify(task, plan[:-1]).score == 0.0
    assert verify(task, ["(open-drawer d1)", "(close-drawer d1)"]).score == 0.0


@pytest.mark.parametrize(("drawers", "items"), [(1, 0), (1, 1), (3, 50), (4, 20)])
def test_carrying_each_item_to_its_drawer_is_a_valid_plan(drawers: int, items: int) -> None:
    """Whatever the labels, the goal is reachable in principle."""
    task = sample("drawers", drawers=drawers, items=items, seed=9)

    assert verify(task, sorting_plan(task)).valid
