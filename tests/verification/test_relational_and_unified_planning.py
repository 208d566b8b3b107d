"""Plans with something wrong in them: our judge and that of unified-planning say the same."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from interop.corruption import corrupted
from interop.foreign_problems import EXAMPLES, is_valid
from interop.random_problems import random_problem
from introplan.interop.unified_planning import IntroplanEngine, translated
from introplan.verification import verify

Recorder = Callable[[str, object], None]


def solved_problems() -> Iterator[tuple[Any, Any]]:
    """Examples and random problems, each with a plan."""
    problems = [example.problem for example in EXAMPLES.values()]
    problems += [p for seed in range(25) if (p := random_problem(seed)) is not None]
    for problem in problems:
        result = IntroplanEngine().solve(problem, timeout=60)
        if result.plan is not None:
            assert is_valid(problem, result.plan)
            yield problem, result.plan


def test_both_judges_agree_on_a_thousand_corrupted_plans(record_property: Recorder) -> None:
    """Dropped, doubled, moved and changed steps: valid for us exactly if valid for them."""
    rng, judged, valid = random.Random(0), 0, 0
    solved = list(solved_problems())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for problem, plan in solved:
            translation = translated(problem)
            for _ in range(1 + 1050 // len(solved)):
                wrong = corrupted(plan, problem, rng)
                ours = verify(translation.task, translation.plan_over(wrong)).valid
                assert ours == is_valid(problem, wrong), (problem, wrong)
                judged, valid = judged + 1, valid + ours
    assert judged >= 1000
    assert 50 < valid < judged - 300
    record_property("plans", len(solved))
    record_property("corrupted", judged)
    record_property("disagreements", 0)
