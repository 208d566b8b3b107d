"""Blocks-world: the paper's rules, and towers as promised."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from introplan.domains.catalogue import domain, sample
from introplan.domains.generators import blocks_world
from introplan.mdp import Status
from introplan.relational.formula import Literal
from introplan.relational.rewards import DecisionList
from introplan.verification import verify
from oracle import oracle


def texts(literals: tuple[Literal, ...]) -> set[str]:
    """Literals as a set of text."""
    return set(map(str, literals))


def test_the_actions_are_those_of_the_paper_in_its_order() -> None:
    """Pick, Place, Stack, Unstack with their add and delete lists."""
    pick, place, stack, unstack = domain("blocks-world").actions

    assert (pick.name, place.name, stack.name) == ("pick", "place", "stack")
    assert unstack.name == "unstack"
    assert texts(pick.adds) == {"(holding ?x)"}
    assert texts(pick.deletes) == {"(on-table ?x)", "(clear ?x)", "(hand-empty)"}
    assert texts(place.adds) == {"(on-table ?x)", "(clear ?x)", "(hand-empty)"}
    assert texts(place.deletes) == {"(holding ?x)"}
    assert texts(stack.adds) == {"(on ?x ?y)", "(clear ?x)", "(hand-empty)"}
    assert texts(stack.deletes) == {"(holding ?x)", "(clear ?y)"}
    assert texts(unstack.adds) == {"(holding ?x)", "(clear ?y)"}
    assert texts(unstack.deletes) == {"(on ?x ?y)", "(clear ?x)", "(hand-empty)"}


def test_the_preconditions_and_the_reward_are_those_of_the_paper() -> None:
    """Nothing more is asked than the paper asks."""
    world = domain("blocks-world")

    assert [str(action.precondition) for action in world.actions] == [
        "(and (on-table ?x) (clear ?x) (hand-empty))",
        "(holding ?x)",
        "(and (holding ?x) (clear ?y))",
        "(and (on ?x ?y) (clear ?x) (hand-empty))",
    ]
    assert world.reward is not None
    assert str(world.reward.rows.rules[0].condition) == "(forall (?x - block) (on-table ?x))"


@pytest.mark.parametrize("blocks", [1, 2, 5, 20, 100, 400])
def test_there_are_about_as_many_stacks_as_the_root_of_the_blocks(blocks: int) -> None:
    """Every block stands on the table or on another, and every stack has one clear block."""
    task = blocks_world(random.Random(7), blocks=blocks)
    names = [fact.predicate.name for fact in task.start.facts]

    assert names.count("on-table") == names.count("clear") == round(blocks**0.5)
    assert names.count("on-table") + names.count("on") == blocks
    assert names.count("hand-empty") == 1


def test_the_stacks_differ_in_height() -> None:
    """Blocks go onto random stacks, so some seed makes a tower of more than its share."""
    towers = {sample("blocks-world", blocks=9, seed=seed).start.facts for seed in range(20)}

    assert len(towers) == 20


def test_four_blocks_have_125_states() -> None:
    """73 arrangements with the hand empty and 4 times 13 with a block in it, if nothing ends."""
    task = sample("blocks-world", blocks=4, seed=1)
    endless = replace(task.domain, termination=DecisionList((), Status.CONTINUE))

    truth = oracle(replace(task, domain=endless, horizon=50))
    assert (truth.states, truth.horizon_cut) == (73 + 4 * 13, False)


@pytest.mark.parametrize("blocks", [2, 30, 200])
def test_unstacking_from_the_top_is_a_valid_plan(blocks: int) -> None:
    """Two actions for each block that does not stand on the table."""
    task = sample("blocks-world", blocks=blocks, seed=3)
    below = {
        str(fact.terms[0]): str(fact.terms[1])
        for fact in task.start.facts
        if fact.predicate.name == "on"
    }
    plan: list[str] = []
    tops = sorted(set(below) - set(below.values()))
    for top in tops:
        block = top
        while block in below:
            plan += [f"(unstack {block} {below[block]})", f"(place {block})"]
            block = below[block]

    verdict = verify(task, plan)
    assert (verdict.valid, verdict.score, verdict.cost) == (True, 1.0, 2 * len(below))
