"""Two trains on a line with a passing loop; crash ends it. from_env with a tuple state and reset."""

import introplan as ip

TRACK = list(range(8))
LOOP = {3, 4}


class Trains:
    def __init__(self):
        self.actions = [(a, b) for a in (0, 1) for b in (0, 1)]
        self.reset()

    def reset(self):
        self.state = {"east": 0, "west": 7, "loop": False, "crashed": False}
        return dict(self.state)

    def step(self, action):
        go_east, go_west = action
        s = self.state
        e, w = s["east"], s["west"]
        if go_east and e < 7:
            e += 1
        if go_west and w > 0:
            w -= 1
        swapped = s["east"] < s["west"] and e >= w
        met = e == w
        if (swapped or met) and not (e in LOOP and w in LOOP):
            s["crashed"] = True
        s["east"], s["west"] = e, w
        reward = -1
        done = s["crashed"] or (e == 7 and w == 0)
        if s["crashed"]:
            reward = -100
        elif done:
            reward = 20
        return dict(s), reward, done, {}


def make():
    return ip.from_env(Trains())
