"""Buy low, sell high; prices are known. Ten days, at most one trade a day, carrying limit."""
from dataclasses import dataclass
import introplan as ip

PRICES = {
    "wheat": [4, 3, 2, 5, 6, 4, 3, 7, 8, 5],
    "spice": [10, 12, 9, 7, 11, 15, 14, 9, 8, 13],
    "silk": [20, 18, 22, 25, 21, 17, 16, 19, 26, 24],
}
DAYS = 10


@dataclass(frozen=True)
class Trader:
    day: int
    gold: int
    wheat: int = 0
    spice: int = 0
    silk: int = 0

    def carrying(self):
        return self.wheat + self.spice + self.silk


def available(t):
    acts = [("hold", None)]
    for good, p in PRICES.items():
        if t.gold >= p[t.day] and t.carrying() < 4:
            acts.append(("buy", good))
        if getattr(t, good) > 0:
            acts.append(("sell", good))
    return acts


def transition(t, action):
    kind, good = action
    d = vars(t).copy()
    d["day"] += 1
    if kind == "buy":
        d["gold"] -= PRICES[good][t.day]
        d[good] += 1
    elif kind == "sell":
        d["gold"] += PRICES[good][t.day]
        d[good] -= 1
    return Trader(**d)


def reward(t, action, t2):
    return t2.gold - t.gold


def make():
    return ip.program(actions=available, transition=transition, reward=reward,
                      terminal=lambda t, a, t2: t2.day == DAYS).task(Trader(0, 25))
