"""Valid files broken at random: a value or a ModelError, never anything else."""

from __future__ import annotations

import contextlib
import random
from pathlib import Path

import pytest

from introplan.errors import ModelError
from introplan.language import parse_domain, parse_problem, print_domain, print_problem
from introplan.language.source import load

VALID = Path(__file__).parent.parent / "models" / "valid"
DOMAINS = sorted(VALID.glob("*.domain.pddl"))
WORDS = """
    ( ) () (( )) ; - ? ?x :init :goal :action :effect and or not imply exists forall when = did
    before if else increase (total-cost) total-cost either (either) object 1 -1 1e999 nan (and)
    (not) success (= (when ?0 ?1
"""
ACCIDENTS = [*WORDS.split(), "(when () ())", "(forall () ())", "\0", "\n", "\ud800", "\u0130"]


def mutated(text: str, rng: random.Random) -> str:
    """`text` with a few small accidents."""
    for _ in range(rng.randint(1, 3)):
        i, j = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        j = min(j, i + rng.choice([1, 1, 10, 100]))
        match rng.randrange(5):
            case 0:
                text = text[:i] + text[j:]
            case 1:
                text = text[:i] + rng.choice(ACCIDENTS) + text[i:]
            case 2:
                text = text[:i] + rng.choice(ACCIDENTS) + text[j:]
            case 3:
                text = text[:i] + text[i:j] * 2 + text[j:]
            case _:
                text = _with_words_exchanged(text, rng)
    return text


def _with_words_exchanged(text: str, rng: random.Random) -> str:
    words = text.split(" ")
    i, j = rng.randrange(len(words)), rng.randrange(len(words))
    words[i], words[j] = words[j], words[i]
    return " ".join(words)


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
