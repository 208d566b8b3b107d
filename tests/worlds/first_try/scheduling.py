"""Jobs with precedence on two workers; the objective is the makespan."""

import introplan as ip

JOBS = {
    "dig": (3, []),
    "frame": (2, ["dig"]),
    "roof": (2, ["frame"]),
    "pipes": (4, ["dig"]),
    "paint": (1, ["roof", "pipes"]),
    "fence": (3, []),
}
NAMES = list(JOBS)
INITIAL = {
    "time": 0,
    "running": (None, None),
    "remaining": (0, 0),
    "done": frozenset(),
}


class HouseBuilding:
    def __init__(self):
        self.initial = (0, (None, None), (0, 0), frozenset())

    def actions(self, state):
        time, running, remaining, done = state
        result = []
        for worker in range(2):
            if running[worker] is None:
                for job in NAMES:
                    if job not in done and job not in running:
                        if all(before in done for before in JOBS[job][1]):
                            result.append(("start", worker, job))
        if any(running):
            result.append(("wait",))
        return result

    def result(self, state, action):
        time, running, remaining, done = state
        running, remaining = list(running), list(remaining)
        if action[0] == "start":
            _, worker, job = action
            running[worker] = job
            remaining[worker] = JOBS[job][0]
        else:
            time += 1
            for worker in range(2):
                if running[worker]:
                    remaining[worker] -= 1
                    if remaining[worker] == 0:
                        done = done | {running[worker]}
                        running[worker] = None
        return (time, tuple(running), tuple(remaining), done)

    def goal_test(self, state):
        return len(state[3]) == len(JOBS)

    def path_cost(self, c, state1, action, state2):
        return c + (state2[0] - state1[0])


def make():
    return ip.from_problem(HouseBuilding())
