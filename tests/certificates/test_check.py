"""Claims that there is no plan: each comes with a proof that stands, and a spoilt proof falls."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

import introplan as ip
from certificate_truth import CertificateTruth
from introplan.certificates.certificate import Bounds, ClosedSet
from introplan.errors import RefutedError
from introplan.limits import Meter
from introplan.planners.proofs import bounds, closed_set
from introplan.relational.domain import Task
from introplan.relational.formula import FALSE, Literal
from random_tasks import random_task

CHUNK, CHUNKS = 125, 8
SPOILT = 3
"""How often each certificate is spoilt."""

Recorder = Callable[[str, object], None]


def made(task: Task) -> tuple[ClosedSet, Bounds]:
    """The closed set of a task without a plan, and the bounds that may prove it."""
    found = bounds(task, Meter(), steps=100_000)
    assert found is not None
    return closed_set(task, Meter(), most_states=100_000), found


def poorer(task: Task, rng: random.Random) -> Task:
    """The task with one of its actions forbidden, or without half of its facts."""
    actions = task.domain.actions
    if rng.random() < 0.7:
        gone = rng.choice(actions)
        left = tuple(replace(a, precondition=FALSE) if a is gone else a for a in actions)
        return replace(task, domain=replace(task.domain, actions=left))
    facts = [f for f in sorted(task.start.facts, key=str) if rng.random() < 0.5]
    return replace(task, start=replace(task.start, facts=frozenset(facts)))


@pytest.mark.statistical
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_claim_is_proven_and_spoilt_proofs_are_told_apart(
    chunk: int, record_property: Recorder
) -> None:
    """Random tasks and poorer ones: what is claimed, what is proven and what is true agree."""
    claims = corrupted = 0
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        rng = random.Random(seed)
        task = random_task(seed)
        for each in (task, poorer(task, rng)):
            result = ip.plan(each)
            if result.status is ip.PlanStatus.UNSOLVABLE:
                assert result.verified, f"seed {seed}"
                claims += 1
                corrupted += check_proofs(each, rng, f"seed {seed}")
            elif each.is_paid_once and result.bound != each.r_max:
                continue  # what the rows pay most is out of reach, and less is paid
            elif result.status is ip.PlanStatus.SUCCESS and seed % 4 == 0:
                check_that_nothing_is_proven(each, f"seed {seed}")
    record_property("claims", claims)
    record_property("corrupted", corrupted)
    assert claims >= CHUNK // 5
    assert corrupted >= claims * SPOILT


def check_proofs(task: Task, rng: random.Random, label: str) -> int:
    """Both kinds of proof stand if they are true, as text as well, and spoilt ones likewise."""
    truth = CertificateTruth(task)
    whole, within = made(task)
    assert truth.is_closed(whole), label
    assert ip.verify(task, whole).valid, label
    assert ip.verify(task, within).valid == truth.hold(within), label
    again = ip.parse_certificate(ip.print_certificate(whole), task)
    assert ip.verify(task, again).valid, label
    assert ip.parse_certificate(ip.print_certificate(within), task) == within, label
    count = 0
    for spoilt in spoilt_sets(whole, rng):
        verdict = ip.verify(task, spoilt)
        assert verdict.valid == truth.is_closed(spoilt), f"{label}: {verdict.reason}"
        assert bool(verdict.reason) != verdict.valid, label
        count += 1
    for loose in spoilt_bounds(task, within, rng):
        verdict = ip.verify(task, loose)
        assert verdict.valid == truth.hold(loose), f"{label}: {verdict.reason}"
        count += 1
    return count


def spoilt_sets(whole: ClosedSet, rng: random.Random) -> Iterator[ClosedSet]:
    """The set without its start, and with a few random changes."""
    yield replace(whole, states=whole.states[1:])
    for _ in range(SPOILT):
        states = list(whole.states)
        place = rng.randrange(len(states))
        bit = 1 << rng.randrange(len(whole.facts)) if whole.facts else 0
        kind = rng.randrange(4)
        if kind == 0:
            del states[place]
        elif kind == 1:
            states[place] ^= bit
        elif kind == 2:
            states.append(states[place] ^ bit)
        else:
            states.append(rng.getrandbits(len(whole.facts)) if whole.facts else 0)
        yield replace(whole, states=tuple(dict.fromkeys(states)))


def spoilt_bounds(task: Task, within: Bounds, rng: random.Random) -> Iterator[Bounds]:
    """The bounds with a fact less or more."""
    kinds: list[tuple[Literal, ...]] = [within.true, within.false]
    for number, facts in enumerate(kinds):
        if facts:
            gone = rng.choice(facts)
            fewer = tuple(f for f in facts if f != gone)
            yield Bounds(*(fewer if i == number else k for i, k in enumerate(kinds)))
    pool = [*within.true, *within.false]
    if pool:
        more = tuple(dict.fromkeys([*within.false, rng.choice(pool)]))
        yield replace(within, false=more)


def check_that_nothing_is_proven(task: Task, label: str) -> None:
    """Where there is a plan no certificate can be made, and none that is offered stands."""
    with pytest.raises(RefutedError, match="there is a plan"):
        closed_set(task, Meter(), most_states=100_000)
    with pytest.raises(ip.NoProofError):
        ip.certify(task)
    found = bounds(task, Meter(), steps=100_000)
    assert found is not None
    assert not ip.verify(task, found).valid, label
    truth = CertificateTruth(task)
    states = truth.reachable()
    facts = sorted({f for s in states for f in s} - truth.static, key=str)
    masks = {sum(1 << i for i, f in enumerate(facts) if f in s) for s in states}
    assert not ip.verify(task, ClosedSet(tuple(facts), tuple(sorted(masks)))).valid, label
