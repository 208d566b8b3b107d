"""A farm of three plots: sow, water, harvest; ten days."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import List, Optional

import introplan as ip


@dataclass
class Crop:
    kind: str
    age: int = 0
    watered: bool = False

    @property
    def ripe(self) -> bool:
        return self.age >= (2 if self.kind == "radish" else 4)

    @property
    def value(self) -> int:
        return 3 if self.kind == "radish" else 8


@dataclass
class Farm:
    plots: List[Optional[Crop]] = field(default_factory=lambda: [None, None])
    coins: int = 2
    day: int = 0


COST = {"radish": 1, "melon": 3}


def legal(farm):
    out = [("sleep",)]
    for i, crop in enumerate(farm.plots):
        if crop is None:
            for kind, cost in COST.items():
                if cost <= farm.coins:
                    out.append(("sow", i, kind))
        else:
            if not crop.watered:
                out.append(("water", i))
            if crop.ripe:
                out.append(("harvest", i))
    return out


def step(farm, action):
    farm = copy.deepcopy(farm)
    before = farm.coins
    if action[0] == "sow":
        _, i, kind = action
        farm.coins -= COST[kind]
        farm.plots[i] = Crop(kind)
    elif action[0] == "water":
        farm.plots[action[1]].watered = True
    elif action[0] == "harvest":
        farm.coins += farm.plots[action[1]].value
        farm.plots[action[1]] = None
    else:
        farm.day += 1
        for crop in farm.plots:
            if crop is not None and crop.watered:
                crop.age += 1
                crop.watered = False
    return farm, farm.coins - before, farm.day >= 6


def make():
    return ip.program(actions=legal, step=step).task(Farm())
