"""The shipped domains by name."""

from __future__ import annotations

import pytest

from introplan.domains.catalogue import SHIPPED, domain, domain_path, sample
from introplan.errors import UsageError
from introplan.pddl import parse_domain, parse_problem, print_domain, print_problem

RELATIONAL = [name for name, shipped in SHIPPED.items() if not shipped.is_python]


@pytest.mark.parametrize("name", RELATIONAL)
def test_the_same_seed_gives_the_same_task_and_another_seed_another(name: str) -> None:
    """Generators draw from the seed alone."""
    assert sample(name, seed=4) == sample(name, seed=4)
    assert len({sample(name, seed=seed).start for seed in range(10)}) > 8


@pytest.mark.parametrize("name", RELATIONAL)
def test_a_shipped_domain_has_a_file_a_description_and_a_default_size(name: str) -> None:
    """All that `introplan domains` and `introplan generate` need."""
    assert domain_path(name).is_file()
    assert domain(name).name == name
    assert SHIPPED[name].description
    for parameter in SHIPPED[name].parameters:
        assert parameter.minimum <= parameter.default


@pytest.mark.parametrize("name", RELATIONAL)
def test_a_sampled_task_survives_being_written_and_read(name: str) -> None:
    """The generator's task is one that a problem file can describe."""
    task = sample(name, seed=1)
    world = parse_domain(print_domain(task.domain))

    assert world == task.domain
    assert parse_problem(world, print_problem(task)).start == task.start


@pytest.mark.parametrize("name", RELATIONAL)
def test_the_smallest_task_of_every_domain_can_be_drawn(name: str) -> None:
    """Minimum values are within the range."""
    smallest = {parameter.name: parameter.minimum for parameter in SHIPPED[name].parameters}

    assert sample(name, **smallest).start.facts


def test_names_are_padded_so_that_they_sort_by_number() -> None:
    """Objects sort by name, so the tenth block must not come before the second."""
    names = [
        str(constant) for constant, _ in sample("blocks-world", blocks=12).start.objects.declared
    ]

    assert names == sorted(names)
    assert (names[0], names[-1]) == ("b01", "b12")


@pytest.mark.parametrize(
    ("name", "params", "message"),
    [
        ("block-world", {}, "unknown domain 'block-world'; did you mean 'blocks-world'?"),
        (
            "sokoban",
            {},
            "unknown domain 'sokoban'; there is bins, blocks-world, drawers, grid, maze",
        ),
        (
            "bins",
            {"item": 2},
            "bins has no parameter 'item'; did you mean 'items'?",
        ),
        ("bins", {"bins": 0}, "bins must be at least 1, got 0"),
        ("drawers", {"items": -1}, "items must be at least 0, got -1"),
        ("blocks-world", {"blocks": 2.5}, "blocks must be a whole number, got 2.5"),
        ("blocks-world", {"blocks": True}, "blocks must be a whole number, got True"),
    ],
)
def test_a_wrong_name_or_value_is_a_usage_error(
    name: str, params: dict[str, int], message: str
) -> None:
    """The message says what would be right."""
    with pytest.raises(UsageError) as caught:
        sample(name, **params)

    assert str(caught.value) == message
