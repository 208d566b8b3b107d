"""Operations student, numpy arrays for stock and demand, named costs, horizon = length of the demand series."""

import numpy as np

import introplan as ip

DEMAND = np.array([[2, 1], [1, 3], [4, 0], [0, 2], [3, 3], [1, 1], [2, 4], [2, 0]])
PRICE = np.array([7.0, 5.0])
COST = np.array([3.0, 2.0])
HOLDING = np.array([0.5, 0.25])
ORDER_FEE = 4.0
CAPACITY = 8
ORDERS = [(a, b) for a in (0, 2, 4) for b in (0, 3, 5)]
START = (0, np.array([2, 2]))


def transition(state, order):
    t, stock = state
    stock = stock + np.array(order)
    sold = np.minimum(stock, DEMAND[t])
    return t + 1, stock - sold


def orders(state):
    t, stock = state
    return [o for o in ORDERS if stock.sum() + sum(o) <= CAPACITY]


def reward(state, order, after):
    t, stock = state
    available = stock + np.array(order)
    sold = np.minimum(available, DEMAND[t])
    lost = DEMAND[t] - sold
    profit = float(sold @ PRICE) - float(np.array(order) @ COST) - float(after[1] @ HOLDING)
    profit -= ORDER_FEE * (sum(order) > 0) + 1.0 * float(lost.sum())
    return profit


def terminal(state, order, after):
    return after[0] == len(DEMAND)


def make():
    model = ip.program(actions=orders, transition=transition, reward=reward, terminal=terminal)
    return model.task(START, horizon=len(DEMAND))
