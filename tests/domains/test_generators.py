"""The shipped model files, and tasks built in them."""

from __future__ import annotations

import pytest

from introplan.domains.generators import build_task, model, model_path, numbered
from introplan.relational.formula import Predicate


@pytest.mark.parametrize(
    "path", sorted(model_path("bins").parent.glob("*.pddl")), ids=lambda path: path.stem
)
def test_every_file_is_a_domain_of_its_name(path: object) -> None:
    """With a reward, since that is what the planner looks into; read only once."""
    name = getattr(path, "stem", "")
    found = model(name)

    assert found.name == name
    assert found.reward is not None
    assert model(name) is found
    assert model_path(name) == path


def test_objects_are_numbered_so_that_they_sort() -> None:
    """Zeros in front, as many as the largest number needs."""
    names = [constant.name for constant in numbered("i", 11)]

    assert names == sorted(names)
    assert (names[0], names[-1]) == ("i01", "i11")
    assert numbered("i", 0) == ()


def test_a_task_has_the_objects_and_facts_it_is_built_of() -> None:
    """Its name says how many there are."""
    (item,), (box,) = numbered("i", 1), numbered("d", 1)
    fact = Predicate("in-bin", 2)(item, box)
    task = build_task("bins", {"item": (item,), "bin": (box,)}, [fact])

    assert task.name == "bins-1-1"
    assert task.start.facts == {fact}
    assert task.start.objects.of(("bin",)) == (box,)
