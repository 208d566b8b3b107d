"""Whatever a user can ask for by name is held to its promise."""

from __future__ import annotations

from introplan.api import ENGINES
from introplan.planners.catalogue import PLANNERS
from reliability.contestants import CONTESTANTS, Promise, contestant_named


def test_every_planner_takes_part_on_every_engine() -> None:
    """A planner that is added to the catalogue has to be listed."""
    listed = {(c.planner.partition("[")[0], c.engine) for c in CONTESTANTS}
    wanted = {(p.name, e) for p in PLANNERS.values() for e in p.engines if e in ENGINES}

    assert listed == wanted


def test_every_mode_takes_part() -> None:
    """Planners that prove and planners that improve are tried in those modes as well."""
    for planner in PLANNERS.values():
        mine = [c for c in CONTESTANTS if c.planner.partition("[")[0] == planner.name]
        assert any(c.optimal for c in mine) == (planner.optimal is not None)
        assert any(c.improve is not None for c in mine) == (planner.improving is not None)
        assert all(c.promise is Promise.CHEAPEST for c in mine if c.optimal)


def test_names_tell_contestants_apart() -> None:
    """A failure names who failed."""
    assert [contestant_named(c.name) for c in CONTESTANTS] == list(CONTESTANTS)
