"""`super()`: what the classes behind the present one say."""

from __future__ import annotations

from symbolic_runs import refusal_of, wrong_answers


class Walker:
    """Moves by one."""

    def __init__(self, place: int) -> None:
        self.place = place

    def moved(self, by: int) -> int:
        """A place farther on."""
        return self.place + by


class Inverse(Walker):
    """Moves the other way, if its base does."""

    def moved(self, by: int) -> int:
        """The other way."""
        return super().moved(-by)


class Runner(Inverse):
    """Moves twice as far, and says so by a comprehension that knows no `super`."""

    def __init__(self, place: int, speed: int) -> None:
        super().__init__(place)
        self.speed = speed

    def moved(self, by: int) -> int:
        """As far as it is fast."""
        return super().moved(by * self.speed) + super(Inverse, self).moved(by)

    def kept(self) -> object:
        """The object of `super` itself."""
        return super()


def _moved(x: int, y: int, flag: bool) -> object:
    return Runner(x, y).moved(2 if flag else 3)


def _kept(x: int, y: int, flag: bool) -> object:
    return Runner(x, y).kept()


def test_a_method_of_a_base_is_run_on_the_object() -> None:
    """Also through two bases, and by name."""
    assert wrong_answers(_moved) == []


def test_what_super_returns_is_not_kept() -> None:
    """Only its attributes are known."""
    assert "super" in refusal_of(_kept)
