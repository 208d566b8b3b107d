"""A vending machine as a state machine; a thirsty customer with a purse."""

from enum import Enum, auto
from typing import NamedTuple, Tuple

import introplan as ip


class Phase(Enum):
    IDLE = auto()
    PAYING = auto()
    GONE = auto()


class Machine(NamedTuple):
    phase: Phase
    credit: int
    purse: Tuple[int, ...]  # how many coins of 1, 2, 5
    stock: Tuple[int, ...]
    bought: Tuple[int, ...]


COINS = (1, 2, 5)
PRICES = (3, 4, 7)
JOY = (4, 7, 11)
START = Machine(Phase.IDLE, 0, (3, 3, 2), (2, 1, 1), (0, 0, 0))

ACTIONS = (
    [("insert", i) for i in range(3)]
    + [("buy", i) for i in range(3)]
    + [("refund", None), ("leave", None)]
)


def bump(t, i, d):
    return tuple(x + d if j == i else x for j, x in enumerate(t))


def allowed(m):
    if m.phase is Phase.GONE:
        return []
    acts = []
    for action in ACTIONS:
        match action:
            case ("insert", i) if m.purse[i] > 0 and m.credit + COINS[i] <= 10:
                acts.append(action)
            case ("buy", i) if m.credit >= PRICES[i] and m.stock[i] > 0:
                acts.append(action)
            case ("refund", _) if m.credit > 0:
                acts.append(action)
            case ("leave", _) if m.phase is Phase.IDLE:
                acts.append(action)
    return acts


def make_change(amount):
    coins = [0, 0, 0]
    for i in (2, 1, 0):
        coins[i], amount = divmod(amount, COINS[i])
    return coins


def step(m, action):
    match action:
        case ("insert", i):
            return (
                m._replace(
                    phase=Phase.PAYING, credit=m.credit + COINS[i], purse=bump(m.purse, i, -1)
                ),
                -0.1,
                False,
            )
        case ("buy", i):
            credit = m.credit - PRICES[i]
            joy = JOY[i] / (1 + m.bought[i])
            return (
                m._replace(
                    phase=Phase.PAYING if credit else Phase.IDLE,
                    credit=credit,
                    stock=bump(m.stock, i, -1),
                    bought=bump(m.bought, i, 1),
                ),
                joy,
                False,
            )
        case ("refund", _):
            change = make_change(m.credit)
            return (
                m._replace(
                    phase=Phase.IDLE, credit=0, purse=tuple(p + c for p, c in zip(m.purse, change))
                ),
                -0.5,
                False,
            )
        case ("leave", _):
            left = sum(n * c for n, c in zip(m.purse, COINS))
            return m._replace(phase=Phase.GONE), left * 0.5, True
    raise ValueError(action)


def make():
    return ip.program(actions=allowed, step=step).task(START)
