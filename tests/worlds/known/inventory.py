"""Inventory with holding costs: known demand for six weeks, an order costs 4 in itself."""

DEMAND = [2, 3, 0, 4, 1, 3]
ROOM = 6

ACTIONS = [0, 1, 2, 3, 4, 5, 6]  # how much to order

START = (0, 0)  # week, stock


def transition(s, order):
    week, stock = s
    if stock + order > ROOM:
        raise ValueError("no room for that")
    return (week + 1, max(0, stock + order - DEMAND[week]))


def reward(s, order, s2):
    week, stock = s
    sold = min(stock + order, DEMAND[week])
    profit = 5 * sold - 2 * order - 1 * s2[1]
    if order > 0:
        profit -= 4
    return profit


def terminal(s, order, s2):
    return s2[0] == len(DEMAND)
