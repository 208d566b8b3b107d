"""Counters in a list changed by nested loops, with break, continue and else."""

import introplan as ip

START = [3, 1, 4, 1, 5]


def actions(state):
    return range(len(state))


def transition(state, i):
    new = state[:]
    for j in range(len(new)):
        if j == i:
            continue
        for k in range(3):
            if (new[j] + k) % 3 == 0:
                new[j] = (new[j] + k + 1) % 6
                break
        else:
            new[j] -= 1
    while new[i] > 4:
        new[i] -= 3
    else:
        new[i] += 1
    return new


def reward(state, i, after):
    return 10 if len(set(after)) == 1 else -1


def make():
    return ip.program(
        actions=actions, transition=transition, reward=reward,
        terminal=lambda s, a, s2: len(set(s2)) == 1,
    ).task(START)
