"""Wolf, goat and cabbage; the episode ends when all are across and when something is eaten."""

import introplan as ip


class River:
    def __init__(self):
        self.reset()

    def reset(self):
        self.side = {"farmer": 0, "wolf": 0, "goat": 0, "cabbage": 0}
        self.over = False
        return dict(self.side)

    def valid_actions(self):
        here = self.side["farmer"]
        return ["alone"] + [x for x in ("wolf", "goat", "cabbage") if self.side[x] == here]

    def step(self, action):
        self.side["farmer"] = 1 - self.side["farmer"]
        if action != "alone":
            self.side[action] = 1 - self.side[action]
        farmer = self.side["farmer"]
        eaten = self.side["goat"] != farmer and (
            self.side["wolf"] == self.side["goat"] or self.side["goat"] == self.side["cabbage"]
        )
        won = all(self.side.values())
        reward = 0
        if won:
            reward = 1
        elif eaten:
            reward = -1
        self.over = won or eaten
        return dict(self.side), reward, self.over, {}


def make():
    return ip.from_env(River())
