"""Things at places are painted on the ground of their world."""

from __future__ import annotations

from collections import deque
from typing import Any

from introplan.view.places import Ground, ground_of, places_on_map
from introplan.view.things import places_of, things_in


def _painted(states: list[Any], ground: Ground) -> list[str] | None:
    on_map = places_on_map(states, ground)
    if on_map is None:
        return None
    return ["".join(row) for row in on_map.painted(things_in(states[0])).cells]


def test_boxes_and_an_agent_stand_between_walls_and_targets() -> None:
    """A box on a target is told from both."""
    ground = ground_of({"walls": {(0, 0), (0, 1), (0, 2)}, "goals": [(1, 1), (2, 2)]})
    state = ((2, 0), frozenset({(1, 1), (1, 2)}))
    assert _painted([state], ground) == ["###", ".*$", "@.o"]


def test_a_map_decides_between_rows_and_columns() -> None:
    """What would stand in a wall is read the other way; what fits in no way is not painted."""
    ground = ground_of({"MAZE": ["#####", "#...#", "###.#", "#####"]})
    assert _painted([{"pos": (2, 3)}], ground) == ["#####", "#...#", "###@#", "#####"]
    assert _painted([{"pos": (3, 2)}], ground) == ["#####", "#...#", "###@#", "#####"]
    assert _painted([{"pos": (9, 9)}], ground) is None


def test_signs_of_what_moves_are_taken_off_the_map() -> None:
    """And a map in Sokoban's notation shows its targets."""
    ground = ground_of({"LEVEL": "#####\n#@$.#\n#####"})
    assert _painted([{"player": (1, 2), "boxes": {(1, 3)}}], ground) is not None
    start = {"player": (1, 1), "boxes": {(1, 2)}}
    after = {"player": (1, 2), "boxes": {(1, 3)}}
    assert _painted([start, after], ground) == ["#####", "#@$o#", "#####"]
    on_map = places_on_map([start, after], ground)
    assert on_map is not None
    assert "".join(on_map.painted(things_in(after)).cells[1]) == "#.@*#"


def test_arrays_of_zeros_and_ones_are_maps_and_x_goes_to_the_right() -> None:
    """As names in the state say."""
    ground = ground_of({"maze": [[0, 0, 1], [1, 0, 0]], "goal": (1, 2)})
    assert _painted([{"x": 2, "y": 1, "fuel": 3}], ground) == ["..#", "#.@"]


def test_pairs_without_a_ground_are_numbers() -> None:
    """Two jugs are no place."""
    assert _painted([(3, 5)], ground_of({"caps": (3, 5)})) is None
    assert _painted([{"a": (1, 2), "b": (3, 4)}], ground_of({})) is None
    assert places_of([(1, 2), (3, "x")]) is None
    assert things_in({"left": True, "n": 3}) == {}


def test_parts_that_are_places_only_at_times_are_listed() -> None:
    """A bag that holds names later on is no set of places."""
    ground = ground_of({"walls": {(0, 1), (2, 2)}})
    states = [{"at": (1, 1), "bag": ()}, {"at": (1, 2), "bag": ("key",)}]
    on_map = places_on_map(states, ground)
    assert on_map is not None
    assert set(on_map.signs) == {"at"}


def test_single_things_lie_on_the_map_under_their_letter() -> None:
    """A key and a door are places; a size and a direction are not."""
    constants = {
        "KEY": (1, 3),
        "door": (3, 2),
        "size": (6, 4),
        "STEP": (0, 1),
        "_portals": {(2, 2)},
    }
    found = dict(ground_of({**constants, "_portals": {(2, 2): (0, 0)}}).fixed)
    assert found == {"k": ((1, 3),), "d": ((3, 2),), "p": ((2, 2),)}


def test_walls_that_are_drawn_with_lines_are_walls() -> None:
    """As on Gymnasium's map of Taxi: gates between tiles are floor."""
    ground = ground_of({"MAP": ["+-----+", "|R: |G|", "| : : |", "+-----+"]})
    assert ground.rows == ("#######", "#R. #G#", "# . . #", "#######")


def test_a_snake_is_a_queue_of_places() -> None:
    """A deque holds places like a list."""
    assert places_of(deque([(0, 1), (0, 2)])) == [(0, 1), (0, 2)]
