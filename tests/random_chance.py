"""Random worlds with chance, and the truth about them in fractions, by trying every policy."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from introplan.mdp import Status
from introplan.programs.chance import ChanceTask, chance_program

Edge = tuple[Fraction, int, int, Status]
"""A probability, the state after, the reward, the status."""

ENDLESS_LOSS, ENDLESS_GAIN = float("-inf"), float("inf")


@dataclass(frozen=True)
class RandomWorld:
    """Choices by state; a choice that is empty cannot be done."""

    rows: list[list[list[Edge]]]
    horizon: int | None
    discount: Fraction

    def task(self) -> ChanceTask:
        """The world as a task; its probabilities are eighths, which floats hold exactly."""

        def outcomes(state: int, action: int) -> list[Any] | None:
            if action >= len(self.rows[state]):
                return None
            return [(float(p), s, r, status) for p, s, r, status in self.rows[state][action]]

        width = max(map(len, self.rows))
        model = chance_program(actions=range(max(width, 1)), outcomes=outcomes)
        return model.task(0, self.horizon, discount=float(self.discount))

    def best_within(self) -> Fraction:
        """The most that is expected within the horizon, by recursion over the moves."""
        values = [Fraction(0)] * len(self.rows)
        for _ in range(self.horizon or 0):
            values = [
                max((self._worth(choice, values) for choice in choices), default=Fraction(0))
                for choices in self.rows
            ]
        return values[0]

    def _worth(self, choice: list[Edge], values: list[Fraction]) -> Fraction:
        return sum(
            (
                p * (r + (self.discount * values[s] if status is Status.CONTINUE else 0))
                for p, s, r, status in choice
            ),
            Fraction(0),
        )

    def best_by_improvement(self) -> Fraction:
        """The most that is expected without a horizon, by policy iteration (Howard 1960).

        In fractions, for worlds in which every policy has a value: with a discount, or where each
        choice may end the episode.
        """
        policy = [0 if row else -1 for row in self.rows]
        while True:
            rows = [self.rows[s][c] if c >= 0 else [] for s, c in enumerate(policy)]
            values = self._solved(rows, {})
            better = list(policy)
            for state, choices in enumerate(self.rows):
                for number, choice in enumerate(choices):
                    if self._worth(choice, values) > values[state]:
                        better[state] = number
                        break
            if better == policy:
                return values[0]
            policy = better

    def policies(self) -> Iterator[tuple[int, ...]]:
        """Every policy that does the same in the same state; -1 where nothing can be done."""
        yield from product(*(range(len(row)) if row else [-1] for row in self.rows))

    def value_of(self, policy: tuple[int, ...]) -> Fraction | float | None:
        """What is expected from state 0 without a horizon; None where gains and losses are even.

        By the classes in which the chain ends up, and then by elimination in fractions.
        """
        rows = [self.rows[s][c] if c >= 0 else [] for s, c in enumerate(policy)]
        if self.discount < 1:
            return self._solved(rows, {})[0]
        reached = _reached(rows)
        closed = {
            s
            for s in range(len(rows))
            if rows[s]
            and all(s in reached[t] for t in reached[s])
            and all(status is Status.CONTINUE for t in {s, *reached[s]} for *_, status in rows[t])
        }
        ends: dict[int, Fraction | float | None] = {
            s: self._stay(rows, s, reached) for s in closed
        }
        met = [ends[s] for s in {0, *reached[0]} if s in closed]
        if None in met or (ENDLESS_GAIN in met and ENDLESS_LOSS in met):
            return None
        for endless in (ENDLESS_GAIN, ENDLESS_LOSS):
            if endless in met:
                return endless
        return self._solved(rows, dict.fromkeys(closed, Fraction(0)))[0]

    def _stay(
        self, rows: list[list[Edge]], state: int, reached: list[set[int]]
    ) -> Fraction | float | None:
        """What an episode is paid that stays in the class of a state."""
        members = sorted({state, *reached[state]})
        if all(r == 0 for s in members for _, _, r, _ in rows[s]):
            return Fraction(0)
        # The average reward: what is paid from one visit of the state to the next.
        away: dict[int, Fraction] = {s: Fraction(0) for s in members if s == state}
        values = self._solved(rows, away)
        gain = sum((p * (r + values[s]) for p, s, r, _ in rows[state]), Fraction(0))
        return None if gain == 0 else (ENDLESS_GAIN if gain > 0 else ENDLESS_LOSS)

    def _solved(self, rows: list[list[Edge]], known: dict[int, Fraction]) -> list[Fraction]:
        """The solution of V = r + P V for the states that some end can be reached from."""
        count = len(rows)
        free = [s for s in range(count) if s not in known and self._can_end(rows, s, known)]
        place = {s: n for n, s in enumerate(free)}
        system = []
        for s in free:
            line = [Fraction(int(s == t)) for t in free] + [Fraction(0)]
            for p, after, reward, status in rows[s]:
                line[-1] += p * reward
                if status is Status.CONTINUE and after in place:
                    line[place[after]] -= self.discount * p
                elif status is Status.CONTINUE:
                    line[-1] += self.discount * p * known.get(after, Fraction(0))
            system.append(line)
        solution = _eliminated(system)
        return [
            solution[place[s]] if s in place else known.get(s, Fraction(0)) for s in range(count)
        ]

    def _can_end(self, rows: list[list[Edge]], state: int, known: dict[int, Fraction]) -> bool:
        if self.discount < 1:
            return True
        seen, waiting = {state}, [state]
        while waiting:
            s = waiting.pop()
            if s in known or not rows[s]:
                return True
            for _, after, _, status in rows[s]:
                if status is not Status.CONTINUE:
                    return True
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        return False


def _reached(rows: list[list[Edge]]) -> list[set[int]]:
    """The states that can be reached from each, in one step or more."""
    found = []
    for start in range(len(rows)):
        seen: set[int] = set()
        waiting = [start]
        while waiting:
            for _, after, _, status in rows[waiting.pop()]:
                if status is Status.CONTINUE and after not in seen:
                    seen.add(after)
                    waiting.append(after)
        found.append(seen)
    return found


def _eliminated(system: list[list[Fraction]]) -> list[Fraction]:
    count = len(system)
    for column in range(count):
        pivot = next(n for n in range(column, count) if system[n][column])
        system[column], system[pivot] = system[pivot], system[column]
        top = system[column]
        for n in range(count):
            if n != column and system[n][column]:
                factor = system[n][column] / top[column]
                system[n] = [a - factor * b for a, b in zip(system[n], top, strict=True)]
    return [system[n][-1] / system[n][n] for n in range(count)]


def random_world(seed: int) -> RandomWorld:
    """A world of a few states; which kind of episode it has goes round with the seed."""
    rng = random.Random(seed)
    kind = seed % 4
    count = rng.randint(1, 5)
    if kind == 0:
        count = rng.randint(500, 2_000) if seed % 40 == 0 else rng.randint(1, 40)
    rewards = rng.choice([[0, 0, 1], [-1, -1, -2, 0], [0, 0, 0, 5], [-1, 0, 1], [-3, -1, 2]])
    ends = rng.choice([0.05, 0.2, 0.4])
    rows = [
        [_choice(rng, count, rewards, ends) for _ in range(rng.choice([0, 1, 2, 2, 3]))]
        for _ in range(count)
    ]
    horizon = rng.randint(0, 12) if kind == 0 else None
    discount = rng.choice([Fraction(1, 2), Fraction(7, 8)]) if kind == 1 else Fraction(1)
    return RandomWorld(rows, horizon, discount)


def random_ending_world(seed: int) -> RandomWorld:
    """A world of 5 to 40 states without a horizon, in which every policy has a value.

    Either there is a discount, or each choice ends the episode with some probability.
    """
    rng = random.Random(seed)
    count = rng.randint(5, 40)
    is_discounted = seed % 2 == 0
    rewards = rng.choice([[0, 0, 1], [-1, -1, -2, 0], [-1, 0, 1], [-3, -1, 2]])
    rows = []
    for _ in range(count):
        choices = [_choice(rng, count, rewards, 0.1) for _ in range(rng.choice([0, 1, 2, 3]))]
        if not is_discounted:
            choices = [_ending(choice) for choice in choices]
        rows.append(choices)
    discount = rng.choice([Fraction(1, 2), Fraction(7, 8)]) if is_discounted else Fraction(1)
    return RandomWorld(rows, None, discount)


def _ending(choice: list[Edge]) -> list[Edge]:
    """The same choice, which ends the episode one time in eight more."""
    p, state, reward, status = choice[0]
    end = (Fraction(1, 8), state, reward, Status.OVER)
    rest = [(p - Fraction(1, 8), state, reward, status)] if p > Fraction(1, 8) else []
    return [end, *rest, *choice[1:]]


def _choice(rng: random.Random, count: int, rewards: list[int], ends: float) -> list[Edge]:
    parts = rng.choice([[8], [4, 4], [1, 7], [2, 6], [3, 3, 2]])
    found: list[Edge] = []
    for part in parts:
        status = Status.CONTINUE
        if rng.random() < ends:
            status = rng.choice([Status.OVER, Status.SUCCESS, Status.FAILURE])
        found.append((Fraction(part, 8), rng.randrange(count), rng.choice(rewards), status))
    return found
