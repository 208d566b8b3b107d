"""Branches that an object never takes are no part of what its step may call."""

from __future__ import annotations

from typing import Any

import introplan as ip
from introplan.programs.slicing import slice_of


class Drawn:
    """A walk, with pictures on demand."""

    def __init__(self, mode: str | None = None, *, loud: bool = False) -> None:
        self.mode, self.loud = mode, loud
        self.place, self.seen, self.frames, self.told = 0, [0.5], 0, 0

    def step(self, action: int) -> Any:
        """One step, drawn if somebody looks."""
        self.place += action
        self.seen = [self.place / 2]
        if self.mode == "human" or self.mode in ("loud", "rgb"):
            self.draw()
        elif not self.loud:
            self.tell()
        return self.seen, 0, self.place > 3, {}

    def draw(self) -> None:
        """What was seen, and how often."""
        if len(self.seen) > self.frames:
            self.frames += 1

    def tell(self) -> None:
        """Nothing, where it is not loud."""
        if self.loud is False:
            return
        if self.seen:
            self.told += 1


def test_what_is_drawn_is_no_part_of_a_state_unless_it_is_drawn() -> None:
    """By the value of an attribute that no step sets."""
    assert set(ip.from_env(Drawn(), actions=[0, 1]).start) == {"place"}
    seen = slice_of(Drawn("human"))
    assert seen is not None
    assert {"seen", "frames"} <= seen.loads


class Switched(Drawn):
    """An action turns the pictures on."""

    def step(self, action: int) -> Any:
        """The mode may change here."""
        if action == 2:
            self.mode = "human"
        return super().step(action)


class Framed(Drawn):
    """It holds another of its kind, which is drawn."""

    def __init__(self) -> None:
        super().__init__()
        self.inner = Drawn("human")

    def step(self, action: int) -> Any:
        """What is within."""
        return self.inner.step(action)


class Renewed(Drawn):
    """A step makes another, which is drawn."""

    def step(self, action: int) -> Any:
        """By its class."""
        return Drawn("human").step(action)


def test_what_may_change_or_be_anothers_is_not_known() -> None:
    """An attribute that a step sets, and those of another object of the class."""
    for env in (Switched(), Framed(), Renewed()):
        found = slice_of(env)
        assert found is not None
        assert "seen" in found.loads, type(env)
