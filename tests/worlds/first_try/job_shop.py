"""Jobs on one machine; each pays less the later it is finished."""

import introplan as ip

JOBS = {"a": (3, 10), "b": (2, 7), "c": (4, 12), "d": (1, 3)}
DUE = {"a": 5, "b": 4, "c": 9, "d": 3}


def actions(state):
    time, done = state
    return sorted(set(JOBS) - set(done))


def transition(state, job):
    time, done = state
    return time + JOBS[job][0], tuple(sorted(done + (job,)))


def reward(state, job, after):
    late = max(0, after[0] - DUE[job])
    return JOBS[job][1] - 2 * late


def terminal(state, job, after):
    return len(after[1]) == len(JOBS)


def make():
    world = ip.program(actions=actions, transition=transition, reward=reward, terminal=terminal)
    return world.task((0, ()))
