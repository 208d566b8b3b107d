"""A heated house over a day: lambdas, dict dispatch, rounding, a discount."""

import introplan as ip

OUTSIDE = [3, 2, 2, 4, 8, 10, 7, 4]
HEAT = {"off": 0, "low": 3, "high": 6}
WANT = lambda hour: 20 if 2 <= hour <= 5 else 16


def transition(state, action):
    hour, temp, last = state
    loss = round((temp - OUTSIDE[hour]) * 0.15)
    return hour + 1, temp + HEAT[action] - loss, action


def reward(state, action, after):
    hour, temp, _ = after
    discomfort = abs(temp - WANT(hour))
    switch = 1 if state[2] != action else 0
    price = HEAT[action] * 0.5
    return -(discomfort + price + switch)


def terminal(state, action, after):
    return after[0] >= len(OUTSIDE)


def make():
    return ip.program(
        actions=list(HEAT), transition=transition, reward=reward, terminal=terminal
    ).task((0, 15, "off"), discount=0.9)
