"""Limits on moves that an object keeps itself: taken as the horizon where that is the same."""

from __future__ import annotations

import random
from copy import deepcopy
from typing import Any

import pytest

import introplan as ip


class Walk:
    """A round way with something at each place; over at one of them, or after some moves."""

    def __init__(self, seed: int = 0) -> None:
        rng = random.Random(seed)
        self.size = rng.randint(4, 7)
        self.pays = [rng.choice((-1.0, -1.0, 0.0, 0.0, 1.0, 2.0)) for _ in range(self.size)]
        self.end, self.at = rng.randrange(1, self.size), 0
        self.limit, self.count, self.strict = rng.randint(3, 6), rng.randint(0, 1), True

    def reset(self, seed: int | None = None) -> Any:
        """It is where it was made."""
        return self.at, {}

    def step(self, action: int) -> Any:
        """Each kind has its own."""
        raise NotImplementedError

    def move(self, action: int) -> float:
        """One or two on, or one back."""
        self.at = (self.at + action) % self.size
        return self.pays[self.at]


class AtLeast(Walk):
    """Counts first, as most do."""

    def step(self, action: int) -> Any:
        """Five parts."""
        self.count += 1
        reward = self.move(action)
        terminated = self.at == self.end
        truncated = self.count >= self.limit
        return (self.at, self.count), reward, terminated, truncated, {"count": self.count}


class MoreThan(Walk):
    """The limit itself is allowed."""

    def step(self, action: int) -> Any:
        """Four parts."""
        reward = self.move(action)
        self.count = self.count + 1
        done = self.at == self.end or self.count > self.limit
        return self.at, reward, done, {}


class Before(Walk):
    """Compares before it counts, the other way round."""

    def step(self, action: int) -> Any:
        """Three parts."""
        over = bool(self.limit <= self.count)
        self.count += 1
        reward = self.move(action)
        return self.at, reward, over or self.at == self.end


class Raised(Walk):
    """Sets a flag under a condition; what the reward asked of the flag was asked before."""

    def step(self, action: int) -> Any:
        """Four parts, in two places."""
        self.count += 1
        reward = self.move(action)
        done = self.at == self.end
        reward += 1 if done else 0
        if self.count == self.limit:
            done = True
        if reward > 1:
            return self.at, reward, done, {"much": True}
        return self.at, reward, done, {}


class Guarded(Walk):
    """Asks whether there is a limit, and is not both terminated and truncated."""

    def step(self, action: int) -> Any:
        """Five parts."""
        self.count += 1
        reward = self.move(action)
        terminated = self.at == self.end
        truncated = self.limit is not None and self.count >= self.limit and not terminated
        return self.at, reward, terminated, truncated, {}


class Late(Walk):
    """Being late costs."""

    def step(self, action: int) -> Any:
        """What is true at the limit is in the reward."""
        self.count += 1
        reward = self.move(action)
        late = self.count >= self.limit
        if late:
            reward -= 3
        return self.at, reward, late or self.at == self.end, {}


class NotAll(Walk):
    """A move to where the walk began is not counted."""

    def step(self, action: int) -> Any:
        """Returns before it counts."""
        reward = self.move(action)
        if self.at == 0:
            return self.at, reward, False, False, {}
        self.count += 1
        return self.at, reward, self.at == self.end, self.count >= self.limit, {}


class Warned(Walk):
    """Says that it is late, and goes on."""

    def step(self, action: int) -> Any:
        """A comparison that ends nothing."""
        self.count += 1
        reward = self.move(action)
        warned = self.count >= self.limit
        return self.at, reward, self.at == self.end, False, {"late": warned}


class Longer(Walk):
    """The limit grows."""

    def step(self, action: int) -> Any:
        """By what is found."""
        self.count += 1
        reward = self.move(action)
        if reward > 0 and self.limit < 7:
            self.limit += 1
        return self.at, reward, self.at == self.end, self.count >= self.limit, {}


class Taken(Walk):
    """The flag is taken back at some places."""

    def step(self, action: int) -> Any:
        """So that the limit ends only most episodes."""
        self.count += 1
        reward = self.move(action)
        truncated = self.count >= self.limit
        if self.at == 1:
            truncated = self.count > 8
        return self.at, reward, self.at == self.end, truncated, {}


ALIKE = [AtLeast, MoreThan, Before, Raised, Guarded]
OTHERS = [Late, NotAll, Longer, Taken]
MOVES = (1, 2, -1)


def _best(env: Any, depth: int = 12) -> float:
    """The best score of an episode, by trying all of them with copies."""
    found = -99.0
    for action in MOVES:
        after = deepcopy(env)
        _, reward, *flags = after.step(action)
        over = any(flag is True for flag in flags)
        found = max(found, reward + (0 if over or not depth else _best(after, depth - 1)))
    return found


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", ALIKE)
def test_a_limit_is_the_horizon(kind: type[Walk], seed: int) -> None:
    """The counter is no part of a state, and the best score is that of all real episodes."""
    task = ip.from_env(kind(seed), actions=MOVES)
    assert "count" not in task.start
    assert task.horizon is not None
    result = ip.plan(task, optimal=True)
    assert (result.score, result.proved_optimal) == (_best(kind(seed)), True)
    real, paid = kind(seed), 0.0
    for action in result.plan or ():
        paid += real.step(action)[1]
    assert paid == result.score


@pytest.mark.parametrize("kind", OTHERS)
def test_what_does_more_than_to_end_an_episode_is_no_limit(kind: type[Walk]) -> None:
    """Then the number of moves is a part of the state."""
    task = ip.from_env(kind(1), actions=MOVES)
    assert "count" in task.start
    assert task.horizon is None


def test_what_is_only_told_is_no_limit() -> None:
    """Without an end, and without a part in what comes, there is neither horizon nor counter."""
    task = ip.from_env(Warned(1), actions=MOVES)
    assert (task.horizon, task.start) == (None, {"at": 0})


def test_the_shorter_of_two_limits_counts() -> None:
    """The one that was asked for, or the object's own."""
    env = AtLeast(2)
    left = env.limit - env.count
    assert ip.from_env(env, actions=MOVES, horizon=2).horizon == 2
    assert ip.from_env(env, actions=MOVES, horizon=90).horizon == left
    env.step(1)
    assert ip.from_env(env, actions=MOVES, start=env).horizon == left - 1


def test_with_one_move_left_it_stays_as_it_is() -> None:
    """The next move is the last one, and another one than all before."""
    env = AtLeast(2)
    env.count = env.limit - 1
    result = ip.plan(ip.from_env(env, actions=MOVES, start=env))
    assert len(result.plan or ()) == 1


class Field:
    """A field with a key in one corner and a door in another."""

    def __init__(self, size: int, limit: int) -> None:
        self.size, self.limit, self.steps, self.at, self.key = size, limit, 0, (0, 0), False

    def step(self, action: int) -> Any:
        """Up, down, left, right."""
        self.steps += 1
        (row, column), (down, right) = self.at, [(-1, 0), (1, 0), (0, -1), (0, 1)][action]
        last = self.size - 1
        self.at = (min(max(row + down, 0), last), min(max(column + right, 0), last))
        if self.at == (last, 0):
            self.key = True
        done = self.key and self.at == (0, last)
        return self.at, float(done), done, self.steps >= self.limit, {}


def test_a_limit_that_is_far_costs_nothing() -> None:
    """A small world is seen blindly, as without a limit; a limit that is too near is told."""
    result = ip.plan(ip.from_env(Field(30, 1000), actions=range(4)))
    assert (result.score, len(result.plan or ()), str(result.method)) == (1, 87, "sweep")
    near = ip.plan(ip.from_env(Field(30, 80), actions=range(4)))
    assert near.score == 0
