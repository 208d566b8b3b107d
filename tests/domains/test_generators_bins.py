"""Bins: the paper's rules, and items spread over open bins."""

from __future__ import annotations

import subprocess
import sys

import pytest

from introplan.domains.catalogue import domain, sample
from introplan.pddl import parse_problem
from introplan.search.native.engine import is_available
from introplan.verification import verify
from oracle import oracle

TWO_BINS = """
(define (problem two-bins) (:domain bins)
  (:objects i1 i2 - item d1 d2 - bin)
  (:init (in-bin i1 d1) (in-bin i2 d2) (open d1) (open d2)))
"""

MEASURED = """
import resource, subprocess, sys
code = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(code, used.ru_maxrss, used.ru_utime + used.ru_stime)
"""
"""Measures a child of a small process: one of the tests' own process would inherit its peak."""


def test_the_actions_are_those_of_the_paper_in_its_order() -> None:
    """CloseBin, Pick, Put; the types stand for the paper's IsItem and IsBin."""
    rows = [
        (
            str(action),
            str(schema.precondition),
            [str(x) for x in schema.adds],
            [str(x) for x in schema.deletes],
        )
        for schema in domain("bins").actions
        for action in [f"{schema.name} {' '.join(v.types[0] for v in schema.parameters)}"]
    ]

    assert rows == [
        ("close-bin bin", "(open ?b)", [], ["(open ?b)"]),
        (
            "pick item bin",
            "(and (open ?b) (in-bin ?i ?b))",
            ["(on-shelf ?i)"],
            ["(in-bin ?i ?b)"],
        ),
        (
            "put item bin",
            "(and (open ?b) (on-shelf ?i))",
            ["(in-bin ?i ?b)"],
            ["(on-shelf ?i)"],
        ),
    ]


def test_the_paper_s_example_has_36_states_and_a_plan_of_four_actions() -> None:
    """Appendix D: checks actions, effects and termination at once."""
    task = parse_problem(domain("bins"), TWO_BINS)
    truth = oracle(task)

    assert (truth.states, truth.steps) == (36, 4)
    plan = ["(pick i2 d2)", "(close-bin d2)", "(pick i1 d1)", "(close-bin d1)"]
    verdict = verify(task, plan)
    assert (verdict.valid, verdict.rewards) == (True, (0.0, 1.0, 0.0, 1.0))


def test_closing_a_full_bin_pays_nothing_and_never_ends_well() -> None:
    """A bin that is closed with something in it stays so."""
    task = parse_problem(domain("bins"), TWO_BINS)

    verdict = verify(task, ["(close-bin d1)", "(pick i2 d2)", "(close-bin d2)"])
    assert (verdict.valid, verdict.score) == (False, 1.0)
    assert verify(task, ["(close-bin d1)", "(pick i1 d1)"]).status is None


def test_every_item_starts_in_one_bin_and_every_bin_is_open() -> None:
    """Nothing is on the shelf; items are spread over more than one bin."""
    task = sample("bins", bins=4, items=40, seed=2)
    items = [str(x.terms[0]) for x in task.start.facts if x.predicate.name == "in-bin"]

    assert sorted(items) == [f"i{i:02}" for i in range(1, 41)]
    assert len({x.terms[1] for x in task.start.facts if x.predicate.name == "in-bin"}) == 4
    assert sum(x.predicate.name == "open" for x in task.start.facts) == 4
    assert len(task.start.facts) == 44


def test_taking_everything_out_and_closing_all_bins_is_paid_once_per_bin() -> None:
    """The score of a successful episode is the number of bins."""
    task = sample("bins", bins=20, items=100, seed=5)
    inside = sorted(str(x) for x in task.start.facts if x.predicate.name == "in-bin")
    plan = [fact.replace("in-bin", "pick") for fact in inside]
    plan += [f"(close-bin d{i:02})" for i in range(1, 21)]

    verdict = verify(task, plan)
    assert (verdict.valid, verdict.score) == (True, 20.0)


@pytest.mark.process
@pytest.mark.skipif(not is_available(), reason="built without a compiler")
def test_a_million_literals_are_planned_and_checked_in_seconds_and_half_a_gigabyte() -> None:
    """100 bins and 10,000 items: the reward asks about every item in every bin."""
    size = ["--bins", "100", "--items", "10000", "--seed", "1"]
    words = [sys.executable, "-m", "introplan", "plan", "bins", *size, "--quiet"]
    found = subprocess.run(
        [sys.executable, "-c", MEASURED, *words], capture_output=True, text=True, check=True
    )
    code, kilobytes, seconds = found.stdout.split()

    assert code == "0"
    assert int(kilobytes) < 500 * 1024
    assert float(seconds) < 6, "twice what it may take on an idle machine"
