"""`introplan explain`: the record and the text."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from introplan.cli import explain
from introplan.introspection.relational.mutate import mutate_true
from introplan.relational.formula import Constant, Literal, Moment, Predicate
from introplan.relational.mutation import Mutation
from introplan.reporting.records import mutation_record

Run = Callable[..., Any]

A, B = (Predicate(name, 1)(Constant("x")) for name in "ab")


def test_the_bins_example_has_the_two_mutations_of_the_paper(run: Run, two_bins: Path) -> None:
    """Appendix: empty one bin or the other, then close it; one item is in the way each time."""
    record = run("explain", "bins", two_bins, "--json").record

    assert (record["r_max"], record["truncated"]) == (1, False)
    assert record["condition"].startswith("(exists (?b - bin) (and (did (close-bin ?b))")
    assert record["mutable"]["true"] == ["on-shelf", "in-bin"]
    assert record["mutable"]["false"] == ["on-shelf", "in-bin", "open"]
    assert record["mutations"] == [
        {
            "true": [],
            "false": [f"(in-bin i1 {b})", f"(in-bin i2 {b})"],
            "action": f"(close-bin {b})",
            "when": "before",
            "distance": 2,
        }
        for b in ("d1", "d2")
    ]


def test_a_limit_truncates_and_says_so(run: Run, two_bins: Path) -> None:
    """The first mutation is the nearest."""
    record = run("explain", "bins", two_bins, "--limit", 1, "--json").record

    assert (len(record["mutations"]), record["truncated"]) == (1, True)


def test_another_value_can_be_explained(run: Run, two_bins: Path) -> None:
    """What pays nothing: anything but the rewarded closing."""
    record = run("explain", "bins", two_bins, "--value", 0, "--json").record

    when = {tuple(m["false"]): m["when"] for m in record["mutations"]}
    assert when["(did (close-bin d1))", "(did (close-bin d2))"] == "after"


def test_a_value_that_no_row_pays_is_refused_with_those_there_are(run: Run) -> None:
    """The error says what would have been right."""
    answer = run("explain", "bins", "--value", 7)

    assert answer.code == 33
    assert "rows pay 0, 1" in answer.err


def test_people_read_what_holds_already(run: Run, two_bins: Path) -> None:
    """To make is what is missing, to keep is what holds."""
    out = run("explain", "bins", two_bins).out

    expected = (
        "distance 2: make (in-bin i1 d1) false; keep (in-bin i2 d1) false; then do (close-bin d1)"
    )
    assert expected in out
    assert "success  if for every bin ?b: [not (open ?b) and there is no item ?i" in out
    assert "open      can become false, then stays" in out


@pytest.mark.parametrize(
    ("true", "when", "texts"),
    [
        ([], "after", []),
        ([A, B], "after", ["(a x)", "(b x)"]),
        ([A.at(Moment.BEFORE)], "before", ["(a x)"]),
        ([A.at(Moment.BEFORE), B], "mixed", ["(b x)", "(before (a x))"]),
    ],
)
def test_moments_are_told_once_if_they_agree(
    true: list[Literal], when: str, texts: list[str]
) -> None:
    """In a mixed mutation the literals before the action keep their mark."""
    record = mutation_record(Mutation(frozenset(true)))

    assert (record["when"], record["true"]) == (when, texts)


def test_time_is_kept_and_what_was_found_is_printed(
    run: Run, two_bins: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit code 23, within a quarter of a second of the limit."""

    def endless(*arguments: Any) -> Iterator[Mutation]:
        yield next(iter(mutate_true(*arguments)))
        while True:
            pass

    monkeypatch.setattr(explain, "mutate_true", endless)
    started = time.monotonic()
    answer = run("explain", "bins", two_bins, "--time", "0.5", "--json")

    assert time.monotonic() - started < 0.75
    assert (answer.code, answer.record["truncated"]) == (23, True)
    assert len(answer.record["mutations"]) == 1
    assert "stopped by the limit on time" in answer.err


def test_a_limit_that_is_not_reached_changes_nothing(run: Run, two_bins: Path) -> None:
    """The same text and code as without."""
    assert run("explain", "bins", two_bins, "--time", "60") == run("explain", "bins", two_bins)


SUMS = """
(define (domain rooms)
  (:constants hall attic)
  (:predicates (in ?r) (clean ?r))
  (:action go :parameters (?a ?b) :precondition (in ?a) :effect (and (not (in ?a)) (in ?b)))
  (:action wash :parameters (?r) :precondition (in ?r) :effect (clean ?r))
  (:reward
    (sum (?r) (if (clean ?r) 2) (if (did (wash ?r)) -1))
    (sum () (if (and (in attic) (not (clean attic))) 3) (if (in hall) 1))))
"""
ROOMS = "(define (problem two) (:domain rooms) (:init (in hall)) (:horizon 4))"


def test_a_reward_without_a_limit_is_valid_json(run: Run, tmp_path: Path) -> None:
    """JSON has no infinity: "inf" is said instead, as for bounds."""
    domain, problem = tmp_path / "tank.pddl", tmp_path / "one.pddl"
    domain.write_text(
        "(define (domain tank) (:functions (fuel)) (:action fill :effect (increase (fuel) 1))"
        "  (:reward (sum () (fuel))))"
    )
    problem.write_text("(define (problem one) (:domain tank) (:init (= (fuel) 1)) (:horizon 2))")

    assert run("explain", domain, problem, "--json").record["r_max"] == "inf"
    assert "no limit is known to what a step pays" in run("explain", domain, problem).out


def test_a_sum_is_explained_by_its_parts(run: Run, tmp_path: Path) -> None:
    """What pays how much, what a step and an episode pay at most, what does not go together."""
    domain, problem = tmp_path / "rooms.pddl", tmp_path / "two.pddl"
    domain.write_text(SUMS)
    problem.write_text(ROOMS)
    text = run("explain", domain, problem).out
    record = run("explain", domain, problem, "--json").record

    assert "each step pays the sum of" in text
    assert "2 for each ?r if (clean ?r)" in text
    assert "r_max <= 7" in text
    assert "left out: (clean attic)" in text
    assert "value = 5 at least is paid when" in text
    assert "a whole episode pays at most" in text
    assert (record["r_max"], record["value"]) == (7, 5)
    assert record["bound"] >= 4 * 5
    assert {"weight": 1, "condition": "(in hall)", "wanted": True} in record["wishes"]
    assert {
        "weight": 1,
        "condition": "(did (wash ?r)) for each ?r",
        "wanted": False,
    } in record["wishes"]
    refused = run("explain", domain, problem, "--value", "4")
    assert "leave the value out" in refused.err
