"""All joint actions of a factored world, numbered without listing them.

With n choices of which k may be made at once there are sums of binomial coefficients of them, so
the sequence makes each when it is asked for: first to do nothing, then one choice, then two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product
from typing import overload

from introplan.errors import UsageError, did_you_mean
from introplan.factored.model import ActionValue
from introplan.factored.states import NOOP, JointAction, Layout, joint_action, plain_name


class JointActions(Sequence[JointAction]):
    """The joint actions of these choices, of so many at once, those of few choices first.

    Choices of one action variable stand together.
    """

    def __init__(self, choices: Sequence[ActionValue], concurrency: int, layout: Layout) -> None:
        self.layout = layout
        groups: dict[int, list[ActionValue]] = {}
        for choice in choices:
            groups.setdefault(choice.place, []).append(choice)
        self.groups = tuple(map(tuple, groups.values()))
        self.most = min(concurrency, len(self.groups))
        self._ways = _ways([len(group) for group in self.groups], self.most)
        self.total = sum(self._ways[0])
        self._choices = frozenset(choices)
        self._texts: dict[str, ActionValue] = {}

    def __len__(self) -> int:
        """How many there are; `OverflowError` beyond the largest index of Python."""
        return self.total

    def __iter__(self) -> Iterator[JointAction]:
        for size in range(self.most + 1):
            for chosen in combinations(self.groups, size):
                for choices in product(*chosen):
                    yield joint_action(self.layout, choices)

    @overload
    def __getitem__(self, index: int) -> JointAction: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[JointAction]: ...

    def __getitem__(self, index: int | slice) -> JointAction | Sequence[JointAction]:
        if isinstance(index, slice):
            return [self[one] for one in range(*index.indices(self.total))]
        rest = index + self.total if index < 0 else index
        if not 0 <= rest < self.total:
            raise IndexError(f"there are {self.total:,} joint actions, got the index {index}")
        size = 0
        while rest >= self._ways[0][size]:
            rest -= self._ways[0][size]
            size += 1
        return joint_action(self.layout, self._numbered(size, rest))

    def _numbered(self, size: int, rest: int) -> list[ActionValue]:
        """The choices of the joint action with this number among those of a size."""
        chosen: list[ActionValue] = []
        for number, group in enumerate(self.groups):
            if size == 0:
                break
            each = self._ways[number + 1][size - 1]  # ways to go on after one of this group
            if rest < each * len(group):
                # As `product` counts: the last group changes first.
                return self._with_group(number, size, rest, chosen)
            rest -= each * len(group)
        return chosen

    def _with_group(
        self, number: int, size: int, rest: int, chosen: list[ActionValue]
    ) -> list[ActionValue]:
        """The choices, where the first group is known: `combinations` first, then `product`."""
        places = [number]
        sizes = [len(group) for group in self.groups]
        head = sizes[number]
        after = number + 1
        while len(places) < size:
            left = size - len(places)
            ways = head * sizes[after] * self._ways[after + 1][left - 1]
            if rest < ways:
                places.append(after)
                head *= sizes[after]
            else:
                rest -= ways
            after += 1
        values = []
        for place in reversed(places):
            rest, index = divmod(rest, sizes[place])
            values.append(self.groups[place][index])
        return [*chosen, *reversed(values)]

    def has(self, action: JointAction) -> bool:
        """Is it one of these?"""
        places = [choice.place for choice in action.choices]
        if len(places) > self.most or any(a >= b for a, b in pairwise(places)):
            return False
        return all(choice in self._choices for choice in action.choices)

    def named(self, text: str) -> JointAction:
        """The joint action that prints like this; raises `UsageError` if there is none.

        Choices may stand in any order, with or without spaces.
        """
        plain = plain_name(text)
        choices = [] if plain in ("", NOOP) else [self._choice(one) for one in _split(plain)]
        places = [choice.place for choice in choices]
        if len(set(places)) < len(places):
            raise UsageError(f"{text!r} gives an action two values")
        if len(choices) > self.most:
            raise UsageError(f"{text!r} has {len(choices)} choices; at most {self.most} at once")
        ordered = sorted(choices, key=lambda choice: choice.place)
        return joint_action(self.layout, ordered)

    def _choice(self, text: str) -> ActionValue:
        if not self._texts:
            named = (
                (plain_name(str(joint_action(self.layout, [choice]))), choice)
                for group in self.groups
                for choice in group
            )
            self._texts.update(named)
        found = self._texts.get(plain_name(text))
        if found is None:
            raise UsageError(f"there is no action {text!r}{did_you_mean(text, self._texts)}")
        return found


def _split(text: str) -> list[str]:
    """The parts between commas that stand in no brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def _ways(sizes: Sequence[int], most: int) -> list[list[int]]:
    """Entry [i][k]: the ways to choose from k of the groups from i on."""
    rows = [[1] + [0] * most]
    for size in reversed(sizes):
        last = rows[-1]
        rows.append([1] + [last[k] + size * last[k - 1] for k in range(1, most + 1)])
    return rows[::-1]
