"""Buy low and sell high between three towns; the money at the end counts."""

from collections import Counter
from dataclasses import dataclass, field

import introplan as ip

PRICES = {
    "port": {"fish": 2, "cloth": 7, "wine": 5},
    "hill": {"fish": 5, "cloth": 4, "wine": 3},
    "city": {"fish": 4, "cloth": 9, "wine": 8},
}
ROADS = {"port": ["hill"], "hill": ["port", "city"], "city": ["hill"]}
CAPACITY = 2


@dataclass
class Merchant:
    town: str = "port"
    money: int = 4
    cargo: Counter = field(default_factory=Counter)
    day: int = 0

    def load(self):
        return sum(self.cargo.values())


def actions(m):
    result = [("travel", t) for t in ROADS[m.town]]
    for good, price in PRICES[m.town].items():
        if price <= m.money and m.load() < CAPACITY:
            result.append(("buy", good))
        if m.cargo[good] > 0:
            result.append(("sell", good))
    return result


def transition(m, action):
    kind, what = action
    m.day += 1
    if kind == "travel":
        m.town = what
    elif kind == "buy":
        m.money -= PRICES[m.town][what]
        m.cargo[what] += 1
    else:
        m.money += PRICES[m.town][what]
        m.cargo[what] -= 1
        if m.cargo[what] == 0:
            del m.cargo[what]
    return m


def reward(m, action, after):
    return after.money - m.money


def terminal(m, action, after):
    return after.day == 9


def make():
    return ip.program(
        actions=actions, transition=transition, reward=reward, terminal=terminal
    ).task(Merchant())
