"""Where an environment stands when a task begins."""

from __future__ import annotations

import pytest

import introplan as ip


class Levels:
    """Its reset wants to know which level."""

    def reset(self, level: int) -> None:
        """To a level."""
        self.x = level

    def step(self, action: int) -> tuple[int, int, bool]:
        """To the seventh."""
        self.x += action
        return self.x, int(self.x == 7), self.x == 7


def test_a_reset_with_arguments_is_left_to_the_user() -> None:
    """The message names the argument, and its advice works."""
    with pytest.raises(ip.UsageError, match=r"Levels.reset takes \(level.*start=env"):
        ip.from_env(Levels(), actions=[1])
    env = Levels()
    env.reset(4)
    assert ip.plan(ip.from_env(env, actions=[1, -1], start=env)).plan == (1, 1, 1)


class Broken(Levels):
    """Its reset has a slip."""

    def reset(self) -> None:  # type: ignore[override]
        """Of the pen."""
        self.x = len(self.missing)  # type: ignore[attr-defined]


def test_a_reset_that_raises_is_named_with_its_line() -> None:
    """No traceback from inside: file, line and what was raised."""
    with pytest.raises(ip.ModelError, match=r"test_beginnings.py:\d+: .*reset raised Attr"):
        ip.from_env(Broken(), actions=[1])
