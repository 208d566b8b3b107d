"""Worlds in Python: their certificates against tables of all that can happen."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

import introplan as ip
from introplan.errors import RefutedError
from introplan.limits import Meter
from introplan.planners.proofs import closed_texts

CHUNK, CHUNKS = 50, 3
STATUSES = ("continue", "continue", "continue", "continue", "failure", "success")

Recorder = Callable[[str, object], None]


@dataclass(frozen=True)
class Table:
    """For each state and action where it leads and how it ends; what is not there is forbidden."""

    ways: dict[tuple[int, str], tuple[int, str]]

    @classmethod
    def drawn(cls, rng: random.Random) -> Table:
        """A random world of a few states."""
        size, ends = rng.randint(1, 8), STATUSES[: rng.choice((4, 5, 5, 6))]
        pairs = [(s, a) for s in range(size) for a in "xyz" if rng.random() < 0.5]
        return cls({pair: (rng.randrange(size), rng.choice(ends)) for pair in pairs})

    def task(self) -> ip.ProgramTask:
        """The world as functions; states are lists, which could be changed."""

        def transition(state: list[int], action: str) -> list[int]:
            return [self.ways[state[0], action][0]]

        def terminal(state: list[int], action: str, after: list[int]) -> str:
            word = self.ways[state[0], action][1]
            return "success" if word == "success" else word

        return ip.program(
            actions=list("xyz"),
            transition=transition,
            reward=lambda state, action, after: 0,
            terminal=terminal,
        ).task([0])

    def reachable(self) -> tuple[set[int], bool]:
        """The states in which an episode goes on, and whether one succeeds."""
        met, waiting, succeeds = {0}, [0], False
        while waiting:
            state = waiting.pop()
            for action in "xyz":
                target, status = self.ways.get((state, action), (0, "failure"))
                succeeds |= status == "success"
                if status == "continue" and target not in met:
                    met.add(target)
                    waiting.append(target)
        return met, succeeds


@pytest.mark.statistical
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_certificates_of_random_worlds_are_right(chunk: int, record_property: Recorder) -> None:
    """Proven exactly where nothing succeeds, and no longer when a state is missing."""
    claims = corrupted = 0
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        table = Table.drawn(random.Random(seed))
        task = table.task()
        states, succeeds = table.reachable()
        if succeeds:
            with pytest.raises(RefutedError):
                closed_texts(task, Meter(), most_states=100)
            assert not ip.verify(task, ip.ClosedTexts(tuple(f"[{s}]" for s in states))).valid
            continue
        claims += 1
        result = ip.plan(task, planner="value-iteration")
        assert (result.status, result.verified) == ("unsolvable", True), seed
        certificate = ip.certify(task)
        assert isinstance(certificate, ip.ClosedTexts)
        assert set(certificate.states) == {f"[{s}]" for s in states}, seed
        assert ip.parse_certificate(ip.print_certificate(certificate), task) == certificate
        for gone in certificate.states:
            fewer = tuple(s for s in certificate.states if s != gone)
            assert not ip.verify(task, ip.ClosedTexts(fewer)).valid, seed
            corrupted += 1
        more = ip.ClosedTexts((*certificate.states, "[99]"))
        assert ip.verify(task, more).valid, "a state too many does no harm"
    record_property("claims", claims)
    record_property("corrupted", corrupted)
    assert claims > CHUNK // 4


def test_states_with_the_same_text_prove_nothing() -> None:
    """Texts are for people; states are told apart by value."""

    class Hidden(int):
        def __repr__(self) -> str:
            return "hidden"

    task = ip.program(
        actions=["on"],
        transition=lambda state, action: Hidden((state + 1) % 3),
        reward=lambda state, action, after: 0,
        terminal=lambda state, action, after: "success" if after > 2 else "continue",
    ).task(Hidden(0))

    assert "same text" in ip.verify(task, ip.ClosedTexts(("hidden",))).reason


def test_a_world_that_asks_for_a_score_has_no_certificate() -> None:
    """Every plan that runs is one, and some reward is the largest."""
    world = ip.program(
        actions=["on"],
        transition=lambda state, action: (state + 1) % 3,
        reward=lambda state, action, after: 0,
    )

    assert "score" in ip.verify(world.task(0, horizon=3), ip.ClosedTexts(("0",))).reason
    assert "allowed" in ip.verify(world.task(0), ip.ClosedTexts(("0", "1", "2"))).reason
    for task in (world.task(0, horizon=3), world.task(0)):
        with pytest.raises(ip.NoProofError):
            ip.certify(task)


class Outside(NamedTuple):
    """Not inside."""

    place: int


class Inside(NamedTuple):
    """Equal to the same place outside, as Python sees it."""

    place: int


def test_states_of_equal_parts_and_other_types_are_other_states() -> None:
    """Whoever took them for one would prove that nobody ever comes in."""

    def transition(state: Outside | Inside, action: str) -> Inside:
        if (action == "enter") == isinstance(state, Inside):
            raise ValueError("not from here")
        return Inside((state.place + (action == "walk")) % 3)

    def terminal(state: object, action: str, new: Inside) -> ip.Status:
        won = new == (2,) and isinstance(new, Inside)
        return ip.Status.SUCCESS if won else ip.Status.CONTINUE

    world = ip.program(
        actions=["enter", "walk"],
        transition=transition,
        reward=lambda state, action, new: float(terminal(state, action, new) is ip.Status.SUCCESS),
        terminal=terminal,
    )
    for planner in ("introspector", "greedy", "value-iteration", "beam[10]"):
        assert ip.plan(world.task(Outside(0)), planner).plan == ("enter", "walk", "walk")
    with pytest.raises(ip.NoProofError, match="there is a plan"):
        ip.certify(world.task(Outside(0)))


class Nameless:
    """States that print alike."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Nameless) and other.number == self.number

    def __hash__(self) -> int:
        return self.number

    def __repr__(self) -> str:
        return "a state"


def counting(wrap: Callable[[int], Any]) -> ip.ProgramTask:
    """Round and round through three states, to no end."""
    return ip.program(
        actions=["on"],
        transition=lambda state, action: wrap((hash(state) + 1) % 3),
        reward=lambda state, action, new: 0.0,
        terminal=lambda state, action, new: "success" if hash(new) > 2 else "continue",
    ).task(wrap(0))


def test_states_without_texts_of_their_own_are_no_reason_to_doubt_the_world() -> None:
    """There is no plan all the same; only nobody can write down why."""
    result = ip.plan(counting(Nameless))

    assert (result.status, result.verified) == ("unsolvable", False)
    with pytest.raises(ip.NoProofError, match="different states have the same text"):
        ip.certify(counting(Nameless))
    assert ip.plan(counting(int)).verified


def test_a_proof_ends_with_its_time_even_in_a_function_that_does_not() -> None:
    """The world hangs where the search did not look."""

    def transition(state: int, action: str) -> int:
        while state == 1:
            pass
        return state + 1

    world = ip.program(
        actions=["on"],
        transition=transition,
        reward=lambda state, action, new: 0.0,
        terminal=lambda state, action, new: "success" if new < 0 else "continue",
    )
    with pytest.raises(ip.NoProofError, match="limit on time"):
        ip.certify(world.task(0), ip.Limits(seconds=0.3))
