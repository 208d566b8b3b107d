"""Things in rooms that are joined by doors."""

from __future__ import annotations

from typing import Any

import pytest

import introplan as ip
from introplan.view.draw import draw, draw_svg, draw_text
from introplan.view.rooms import rooms_of

DOORS = {"hall": ["kitchen", "study"], "kitchen": ["hall", "cellar"], "study": [], "cellar": []}

START = {"me": "hall", "holding": None, "lamp": "study", "book": "cellar"}


def walk(state: dict[str, Any], room: str) -> dict[str, Any]:
    """To a room next door."""
    if room not in DOORS[state["me"]]:
        raise ValueError(room)
    return {**state, "me": room}


@pytest.mark.parametrize(
    "graph",
    [
        DOORS,
        {n: {*of} for n, of in DOORS.items()},
        {n: dict.fromkeys(of, 3) for n, of in DOORS.items()},
        {n: dict(enumerate(of)) for n, of in DOORS.items()},
        [("hall", "kitchen"), ("hall", "study"), ("kitchen", "cellar")],
    ],
)
def test_neighbours_are_known_in_the_usual_ways(graph: Any) -> None:
    """Lists, sets, lengths, directions and pairs; the first room stands on top."""
    show = rooms_of([START], {"DOORS": graph})
    assert show is not None
    shown = show(START)
    assert shown.where == {"me": "hall", "lamp": "study", "book": "cellar"}
    assert shown.rest == {"holding": None}
    assert set(map(frozenset, shown.rooms.doors)) == {
        frozenset(pair) for pair in [("hall", "kitchen"), ("hall", "study"), ("kitchen", "cellar")]
    }
    depth = {name: point.y for name, point in shown.rooms.places.items()}
    assert depth["hall"] < depth["kitchen"] == depth["study"] < depth["cellar"]


@pytest.mark.parametrize(
    "constants",
    [
        {},
        {"MOVES": {"hall": (0, 1), "study": (1, 0), "cellar": (2, 2)}},
        {"NAMES": {"hall": "study", "study": "cellar", "cellar": "hall"}},
        {"OTHER": {"a": ["b"], "b": ["c"], "c": ["a"]}},
        {"NUMBERS": [(1, 2), (2, 3)]},
    ],
)
def test_other_constants_are_no_rooms(constants: dict[str, Any]) -> None:
    """Or they are not those that the state speaks of."""
    assert rooms_of([START], constants) is None


def test_what_is_carried_is_told_beside_the_rooms() -> None:
    """A part may be in a room in one state and in a hand in another one."""
    carried = {**START, "lamp": "hands", "holding": "lamp"}
    show = rooms_of([START, carried], {"DOORS": DOORS})
    assert show is not None
    assert show(carried).rest == {"lamp": "hands", "holding": "lamp"}


def test_a_world_of_rooms_is_drawn() -> None:
    """In letters and as a picture: things are inside their room, and below its name."""
    model = ip.program(
        actions=list(DOORS), transition=walk, reward=lambda s, a, t: int(t["me"] == "cellar")
    )
    task = model.task(START)
    assert draw_text(task).splitlines() == [
        "hall     me", "kitchen  -", "study    lamp", "cellar   book", "  holding  None",
    ]  # fmt: skip
    sprites = {sprite.key: sprite for sprite in draw(task).sprites}  # type: ignore[union-attr]
    room, thing = sprites["room hall"], sprites["thing me"]
    box = room.shapes[0]
    assert room.x < thing.x < room.x + box.width  # type: ignore[union-attr]
    assert room.y < thing.y < room.y + box.height  # type: ignore[union-attr]
    assert "<svg" in draw_svg(task)


def test_somebody_who_is_in_a_room_is_the_whole_state() -> None:
    """A state that is a name."""
    model = ip.program(
        actions=list(DOORS),
        transition=lambda s, a: walk({"me": s}, a)["me"],
        reward=lambda s, a, t: int(t == "cellar"),
    )
    assert draw_text(model.task("hall")).splitlines()[0] == "hall     here"
