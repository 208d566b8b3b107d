"""Labels of a state: what is dominated is dropped, and nothing else."""

from __future__ import annotations

import random

from introplan.search.score_labels import Label, Labels


def dominates(one: Label, other: Label, *, sooner_counts: bool) -> bool:
    """Is one label as good as another in depth, and in score before cost?"""
    is_in_time = one.depth <= other.depth if sooner_counts else one.depth == other.depth
    return is_in_time and (one.score, -one.cost) >= (other.score, -other.cost)


def test_exactly_the_labels_stay_that_no_other_dominates() -> None:
    """Random labels of two states, one after the other, against comparing all with all."""
    for seed in range(200):
        rng = random.Random(seed)
        sooner_counts = rng.random() < 0.5
        labels = Labels(0.0, sooner_counts)
        given: dict[int, list[Label]] = {1: [], 2: []}
        for _ in range(rng.randint(1, 12)):
            identity = rng.choice((1, 2))
            label = Label(rng.randrange(3), float(rng.randrange(3)), float(rng.randrange(3)))
            known = any(
                dominates(old, label, sooner_counts=sooner_counts) for old in given[identity]
            )
            assert labels.admits(identity, label) == (not known), seed
            given[identity].append(label)
        for identity, some in given.items():
            for label in some:
                rest = [other for other in some if other != label]
                is_best = not any(dominates(o, label, sooner_counts=sooner_counts) for o in rest)
                assert labels.has(identity, label) == is_best, seed
            if some:
                stay = [label.depth for label in some if labels.has(identity, label)]
                assert labels.soonest(identity) == min(stay), seed


def test_scores_within_the_tolerance_are_equal() -> None:
    """Then the cost decides."""
    labels = Labels(0.1, False)
    assert labels.admits(1, Label(0, 1.0, 5.0))
    assert not labels.admits(1, Label(0, 1.05, 5.0))
    assert labels.admits(1, Label(0, 0.95, 4.0))
    assert not labels.has(1, Label(0, 1.0, 5.0))
