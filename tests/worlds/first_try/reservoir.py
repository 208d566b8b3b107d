"""Ten days of a reservoir: sell water, keep enough, never overflow; a horizon and sums."""

import introplan as ip

INFLOW = (1, 2, 0, 0, 3, 1, 0, 2)
PRICE = (3, 1, 4, 2, 2, 5, 1, 3)


def step(state, release):
    level, day = state
    level = level + INFLOW[day]
    sold = min(release, level)
    level -= sold
    reward = sold * PRICE[day]
    if level > 5:
        reward -= 4 * (level - 5)
        level = 5
    if level == 0:
        reward -= 2
    return (level, day + 1), reward


def make():
    return ip.program(actions=[0, 1, 2, 3], step=step).task((2, 0), horizon=8)
