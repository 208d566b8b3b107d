"""Samples of every feature: read, printed, and read again."""

from __future__ import annotations

import string
from pathlib import Path

import pytest

from introplan.pddl import (
    parse_domain,
    parse_problem,
    parse_state,
    print_domain,
    print_problem,
    read,
    read_domain,
    read_problem,
)

VALID = Path(__file__).parent / "valid"
UPPER = str.maketrans(string.ascii_lowercase, string.ascii_uppercase)
NAMES = sorted(path.name.removesuffix(".domain.pddl") for path in VALID.glob("*.domain.pddl"))


def paths(name: str) -> tuple[Path, Path]:
    """The two files of a sample."""
    return VALID / f"{name}.domain.pddl", VALID / f"{name}.problem.pddl"


@pytest.mark.parametrize("name", NAMES)
def test_what_is_printed_reads_back_to_an_equal_value(name: str) -> None:
    """Domains and problems go both ways."""
    task = read(*paths(name))
    domain = parse_domain(print_domain(task.domain))

    assert domain == task.domain
    assert parse_problem(domain, print_problem(task)) == task


@pytest.mark.parametrize("name", NAMES)
def test_printing_again_gives_the_same_text(name: str) -> None:
    """The printed form is a fixed point, whatever the order of sets."""
    task = read(*paths(name))
    domain = parse_domain(print_domain(task.domain))

    assert print_domain(domain) == print_domain(task.domain)
    assert print_problem(parse_problem(domain, print_problem(task))) == print_problem(task)


@pytest.mark.parametrize("name", NAMES)
def test_the_start_reads_back_from_its_text(name: str) -> None:
    """`str` of a state is an `:init` section."""
    task = read(*paths(name))

    assert parse_state(str(task.start), task) == task.start


def test_reading_in_two_steps_is_reading_at_once() -> None:
    """One domain serves many problems; paths may be text."""
    domain_path, problem_path = paths("reward")

    assert read(str(domain_path), str(problem_path)) == read_problem(
        read_domain(domain_path), problem_path
    )


@pytest.mark.parametrize("name", NAMES)
def test_case_and_line_ends_do_not_matter(name: str) -> None:
    """PDDL names have no case in ASCII, and files come from everywhere."""
    task = read(*paths(name))
    text = print_domain(task.domain).translate(UPPER)

    assert parse_domain("\ufeff" + text.replace("\n", "\r\n")) == task.domain
