"""The quick model of an environment: its clocks, its observations, its steps."""

from __future__ import annotations

from typing import Any

from introplan.programs.live import Live, live_copy
from made_rooms import PICTURES, Rooms


def _live(env: Any) -> Live:
    live = live_copy(env, tuple(env.actions), None)
    assert live is not None
    return live


def test_clocks_and_observations_are_left_out() -> None:
    """A state that is reached later is the same, and no picture is made."""
    env = Rooms()
    live = _live(env)
    assert [name for _, name in live.clocks] == ["clock"]
    assert [name for _, _, name in live.left_out] == ["picture"]
    start = live.place()
    count = len(PICTURES)
    live.stepped("left")
    assert len(PICTURES) == count
    later = live.place()
    assert later.entries == start.entries
    assert (start.ticks, later.ticks) == ((0,), (1,))
    live.go_to(start)
    live.stepped("right")
    assert live.place().entries != start.entries
    assert (env.at, env.clock) == ((1, 1), 0)


def test_a_count_in_a_dictionary_is_a_clock() -> None:
    """As one in an attribute is."""

    class Counted:
        actions = ("left", "right")

        def __init__(self) -> None:
            self.at, self.stats = 0, {"steps": 0, "kind": 1}

        def step(self, action: str) -> Any:
            self.stats["steps"] += 1
            self.at = max(0, min(3, self.at + (1 if action == "right" else -1)))
            return self.at, float(self.at == 3), False, False, {}

    live = _live(Counted())
    start = live.place()
    live.stepped("left")
    later = live.place()
    assert (later.entries, start.ticks, later.ticks) == (start.entries, (0,), (1,))
    live.go_to(start)
    assert live.memory.root.stats == {"steps": 0, "kind": 1}


class Watching(Rooms):
    """What is seen decides."""

    def step(self, action: str) -> Any:
        """As in other rooms, and the picture is counted."""
        seen = self.picture()
        if len(seen) > 3 and action == "take":
            self.at = (2, 2)
        return seen, 0.0, False, False, {}


def test_observations_that_decide_are_made() -> None:
    """Walks come out otherwise without them."""
    live = _live(Watching())
    assert not live.left_out
    live.go_to(live.place())
    live.stepped("take")
    assert live.memory.root.at == (2, 2)


def test_it_is_worthwhile_for_many_objects_or_a_clock() -> None:
    """Where neither is, single copies of states are fine."""

    class Small:
        def __init__(self) -> None:
            self.place = 0

        def step(self, action: int) -> Any:
            self.place = max(0, min(3, self.place + action))
            return self.place, 0.0, False

    small = live_copy(Small(), (1, -1), None)
    assert small is not None
    assert not small.is_worthwhile(["place"])
    rooms = _live(Rooms())
    assert rooms.is_worthwhile([])


def test_clocks_are_found_where_episodes_end_soon() -> None:
    """By more walks."""

    class Short(Rooms):
        def step(self, action: str) -> Any:
            seen, reward, *_ = super().step(action)
            return seen, reward, self.clock >= 3, False, {}

    assert [name for _, name in _live(Short()).clocks] == ["clock"]
