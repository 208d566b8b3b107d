"""A thermostat: heating costs, being away from 20 degrees costs, and it gets cold outside."""

ACTIONS = ["off", "low", "high"]

START = (16, 0)  # degrees, hour

HORIZON = 10

HEAT = {"off": -1, "low": 1, "high": 3}
PRICE = {"off": 0, "low": 1, "high": 3}


def transition(s, a):
    degrees, hour = s
    return (max(10, min(30, degrees + HEAT[a])), hour + 1)


def reward(s, a, s2):
    degrees, _ = s2
    return -abs(degrees - 20) - PRICE[a]
