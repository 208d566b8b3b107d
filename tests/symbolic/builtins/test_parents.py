"""`super()` in methods of the user's, against Python itself."""

from __future__ import annotations

from typing import Any

import pytest

import introplan as ip


class _Base:
    kind = "base"

    def __init__(self, at: int) -> None:
        super().__init__()
        self.at = at

    def moved(self, by: int) -> int:
        return self.at + by

    @property
    def is_home(self) -> bool:
        return self.at == 0

    @classmethod
    def limit(cls) -> int:
        return 5


class _Doubling(_Base):
    def moved(self, by: int) -> int:
        return super().moved(2 * by)

    @property
    def is_home(self) -> bool:
        return super().is_home and self.at < self.limit()

    @classmethod
    def limit(cls) -> int:
        return super().limit() + 1


class _Clipped(_Doubling):
    def __init__(self, at: int) -> None:
        super(_Clipped, self).__init__(  # noqa: UP008 - the other way to say it
            min(at, self.limit())
        )

    def moved(self, by: int) -> int:
        return max(0, super().moved(by))


def _transition(at: int, by: int) -> int:
    return _Clipped(_Clipped(at).moved(by)).at


def _reward(at: int, by: int, after: int) -> int:
    return 1 if _Clipped(after).is_home else 0


def test_methods_of_classes_above_are_read() -> None:
    """Through several classes, by both ways to say super, and for objects of constants."""
    info = ip.introspect(
        ip.program(actions=(-1, 1), transition=_transition, reward=_reward).task(4)
    )

    assert not info.diagnostics
    assert [str(m) for m in info.milestones()] == ["s == 0"]
    assert info.heuristic(4) == 2


class _Odd(_Base):
    def __repr__(self) -> str:
        return super().__repr__()


def _shown(at: int, by: int, after: int) -> Any:
    return len(_Odd(after).__repr__())


def test_what_is_not_the_programs_is_refused() -> None:
    """Such as the text of an object, which has an address in it."""
    info = ip.introspect(
        ip.program(actions=(-1, 1), transition=_transition, reward=_shown).task(4)
    )

    assert any("super().__repr__" in d.construct for d in info.diagnostics)


@pytest.mark.parametrize("kind", [_Base, _Doubling, _Clipped])
def test_as_python_does(kind: type[_Base]) -> None:
    """The classes above say what they say in Python."""
    assert kind(4).moved(-1) == {_Base: 3, _Doubling: 2, _Clipped: 2}[kind]
