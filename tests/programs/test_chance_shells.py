"""Environments whose steps draw."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import introplan as ip
from introplan.errors import UsageError
from introplan.mdp import Status
from introplan.programs.chance import ChanceTask

WIND = 0.2


class Walk:
    """A walk to 3 along a line; the wind turns one step in five round."""

    actions = ("left", "right")

    def __init__(self) -> None:
        self.rng = random.Random(5)
        self.seen: list[int] = []
        self.x = 0

    def reset(self, seed: int | None = None) -> int:
        """Back to 1."""
        self.x = 1
        return self.x

    def is_turned(self) -> bool:
        """Is there wind?"""
        return self.rng.random() < WIND

    def step(self, action: str) -> tuple[int, float, bool]:
        """One move, which costs 1."""
        by = 1 if action == "right" else -1
        self.x = max(0, self.x + (-by if self.is_turned() else by))
        self.seen.append(self.x)
        return self.x, -1.0, self.x == 3


class Global(Walk):
    """One that draws from the module `random`."""

    def is_turned(self) -> bool:
        """Is there wind?"""
        return random.random() < WIND


class Array(Walk):
    """One that draws as Gymnasium does."""

    def __init__(self) -> None:
        super().__init__()
        numpy = pytest.importorskip("numpy")
        self.np_random = numpy.random.default_rng(1)

    def is_turned(self) -> bool:
        """Is there wind?"""
        return bool(self.np_random.choice([False, True], p=[1 - WIND, WIND]))


class Legacy(Walk):
    """One that draws from numpy's older generator."""

    def __init__(self) -> None:
        super().__init__()
        numpy = pytest.importorskip("numpy")
        self.source = numpy.random.RandomState(1)

    def is_turned(self) -> bool:
        """Is there wind?"""
        return bool(self.source.randint(0, 5) == 0)


class Wind:
    """A part with a generator of its own."""

    def __init__(self) -> None:
        self.rng = random.Random(2)

    def blows(self) -> bool:
        """One time in five."""
        return self.rng.choice(range(5)) == 4


class Parted(Walk):
    """One that asks a part of it."""

    def __init__(self) -> None:
        super().__init__()
        self.wind = Wind()

    def is_turned(self) -> bool:
        """Is there wind?"""
        return self.wind.blows()


def expected_steps() -> Fraction:
    """From 1 to 3, going right: by the equations, in fractions."""
    p, q = Fraction(4, 5), Fraction(1, 5)
    # e0 = 1 + q e0 + p e1, e1 = 1 + q e0 + p e2, e2 = 1 + q e1
    e0_of_e1 = (1 / p, Fraction(1))  # e0 = 1/p + e1
    # e1 = 1 + q (1/p + e1) + p (1 + q e1)
    constant = 1 + q * e0_of_e1[0] + p
    return constant / (1 - q - p * q)


@pytest.mark.parametrize("kind", [Walk, Global, Array, Legacy, Parted])
def test_a_step_is_taken_in_every_way(kind: Callable[[], Any]) -> None:
    """Wherever it draws from; the value is that of the equations."""
    task: Any = ip.from_env(kind())
    assert isinstance(task, ChanceTask)
    found: Any = {
        o.state["x"]: (p, o.reward, o.status) for p, o in task.outcomes(task.start, "right")
    }
    assert found == {
        2: (pytest.approx(0.8), -1.0, Status.CONTINUE),
        0: (pytest.approx(0.2), -1.0, Status.CONTINUE),
    }
    result = ip.policy(task)
    assert result.proved_optimal
    assert result.value == pytest.approx(-float(expected_steps()))


def test_draws_follow_the_generator_that_is_given() -> None:
    """The same seed, the same outcome; in the long run, as often as it should be."""
    for kind in (Walk, Global, Array, Legacy, Parted):
        task = ip.from_env(kind())
        first = [task.sample(task.start, "right", random.Random(n)).state["x"] for n in range(400)]
        again = [task.sample(task.start, "right", random.Random(n)).state["x"] for n in range(400)]
        assert first == again
        assert 45 <= first.count(0) <= 125


def test_nothing_of_the_environment_or_of_random_is_changed() -> None:
    """It stands where it stood, and so does the common generator."""
    env = Global()
    task = ip.from_env(env)
    random.seed(3)
    before = random.getstate()
    ip.policy(task)
    assert random.getstate() == before
    assert env.x == 1


class Gusty(Walk):
    """Both the start and the wind are drawn in reset."""

    def reset(self, seed: int | None = None) -> int:
        """Somewhere, on a calm day or a windy one."""
        if seed is not None:
            self.rng.seed(seed)
        self.x = self.rng.randint(0, 2)
        self.share = self.rng.choice([0.0, 0.5])
        return self.x

    def is_turned(self) -> bool:
        """Is there wind?"""
        return self.rng.random() < self.share


def test_a_start_that_is_drawn_is_the_first_move() -> None:
    """Six starts, also where what is drawn is changed by no step."""
    task: Any = ip.from_env(Gusty(), seed=None)
    assert task.start == "reset"
    found = task.outcomes("reset", "left")
    assert sorted((o.state["x"], o.state["share"]) for _, o in found) == [
        (x, share) for x in range(3) for share in (0.0, 0.5)
    ]
    assert [p for p, _ in found] == pytest.approx([1 / 6] * 6)
    values = ip.values(task)
    mean = sum(values.value(o.state) for _, o in found) / 6
    assert ip.policy(task).value == pytest.approx(mean)
    assert ip.from_env(Gusty(), seed=None, horizon=4).horizon == 5


class Normal(Walk):
    """Wind that has a density."""

    def is_turned(self) -> bool:
        """Is there wind?"""
        return self.rng.gauss(0, 1) > 1


class NormalStart(Walk):
    """A start that has one."""

    def reset(self, seed: int | None = None) -> int:
        """Somewhere."""
        self.x = int(self.rng.gauss(0, 1))
        return self.x


class Reseeding(Walk):
    """A reset that makes a generator."""

    def reset(self, seed: int | None = None) -> int:
        """Back to 1."""
        self.rng, self.x = random.Random(seed), 1
        return self.x


def test_what_cannot_be_listed_is_sampled_or_refused() -> None:
    """Steps are sampled, and nothing is proven of them; a start is refused."""
    result = ip.policy(ip.from_env(Normal(), horizon=4))
    assert not result.proved_optimal
    assert "rng.gauss" in str(result.notes)
    with pytest.raises(UsageError, match=r"reset draws rng\.gauss.*give a seed"):
        ip.from_env(NormalStart(), seed=None)
    with pytest.raises(UsageError, match="a generator of its own, rng"):
        ip.from_env(Reseeding(), seed=None)


class Still(Walk):
    """One that draws what makes no difference."""

    def is_turned(self) -> bool:
        """Never."""
        return self.rng.random() < 0


def test_a_step_that_comes_out_the_same_has_no_chance() -> None:
    """It is planned as ever."""
    assert ip.plan(ip.from_env(Still())).plan == ("right", "right")
