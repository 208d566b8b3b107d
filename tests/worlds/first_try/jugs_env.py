"""Two jugs as a small class with reset and step, the way a first environment is written."""

import introplan as ip


class WaterJugs:
    def __init__(self, capacity_a=4, capacity_b=3, target=2):
        self.capacity_a = capacity_a
        self.capacity_b = capacity_b
        self.target = target
        self.actions = ["fill_a", "fill_b", "empty_a", "empty_b", "a_to_b", "b_to_a"]
        self.reset()

    def reset(self):
        self.a = 0
        self.b = 0
        self.steps = 0
        self.last_action = None
        return (self.a, self.b)

    def step(self, action):
        if action == "fill_a":
            self.a = self.capacity_a
        elif action == "fill_b":
            self.b = self.capacity_b
        elif action == "empty_a":
            self.a = 0
        elif action == "empty_b":
            self.b = 0
        elif action == "a_to_b":
            amount = min(self.a, self.capacity_b - self.b)
            self.a -= amount
            self.b += amount
        elif action == "b_to_a":
            amount = min(self.b, self.capacity_a - self.a)
            self.b -= amount
            self.a += amount
        self.steps += 1
        self.last_action = action
        done = self.a == self.target
        reward = 10 if done else -1
        return (self.a, self.b), reward, done


def make():
    return ip.from_env(WaterJugs())
