"""Valid files broken at random: a value or a ModelError, never anything else."""

from __future__ import annotations

import contextlib
import random
from pathlib import Path

import pytest

from introplan.errors import ModelError
from introplan.pddl import parse_domain, parse_problem, print_domain, print_problem
from introplan.pddl.reader import load
from reliability.fuzzing.accidents import mutated

VALID = Path(__file__).parent / "valid"
DOMAINS = sorted(VALID.glob("*.domain.pddl"))


def check_both_ways(domain_text: str, problem_text: str) -> None:
    """What can be read also prints, and reads back to an equal value."""
    domain = parse_domain(domain_text)
    assert parse_domain(print_domain(domain)) == domain
    task = parse_problem(domain, problem_text)
    assert parse_problem(domain, print_problem(task)) == task


@pytest.mark.parametrize("path", DOMAINS, ids=lambda path: path.name)
def test_an_accident_gives_a_value_that_goes_both_ways_or_an_error(path: Path) -> None:
    """Small changes of either file, by seed."""
    domain = load(path).text
    problem = load(path.with_name(path.name.replace(".domain.", ".problem."))).text
    for seed in range(200):
        rng = random.Random(seed)
        with contextlib.suppress(ModelError):
            check_both_ways(mutated(domain, rng), problem)
        with contextlib.suppress(ModelError):
            check_both_ways(domain, mutated(problem, rng))


@pytest.mark.parametrize("path", DOMAINS, ids=lambda path: path.name)
def test_a_file_that_was_cut_short_is_an_error(path: Path) -> None:
    """At every place but the last line end."""
    text = load(path).text.rstrip()
    for end in range(0, len(text) - 1, 7):
        with pytest.raises(ModelError):
            parse_domain(text[:end])


def test_noise_is_an_error() -> None:
    """Random characters are no model."""
    rng = random.Random(0)
    for _ in range(2000):
        text = "".join(rng.choice("()?-;: \n\0ab\xe9\ud800=") for _ in range(rng.randrange(60)))
        with pytest.raises(ModelError):
            parse_domain(text)
