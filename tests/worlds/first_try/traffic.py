"""A crossing with two queues; every waiting car costs, for ten steps."""

import introplan as ip


class Crossing:
    """State: cars waiting north-south and east-west, which light is green, the time."""

    arrivals_ns = [1, 0, 1, 1, 0, 0, 1, 0]
    arrivals_ew = [0, 1, 1, 0, 0, 1, 0, 1]

    def __init__(self):
        self.ns = 2
        self.ew = 3
        self.green = "ns"
        self.t = 0

    def step(self, action):
        if action == "switch":
            self.green = "ew" if self.green == "ns" else "ns"
        elif self.green == "ns":
            self.ns = max(0, self.ns - 2)
        else:
            self.ew = max(0, self.ew - 2)
        self.ns += self.arrivals_ns[self.t]
        self.ew += self.arrivals_ew[self.t]
        self.t += 1
        return (self.ns, self.ew, self.green), -(self.ns + self.ew), self.t == 8


def make():
    env = Crossing()
    env.actions = ["keep", "switch"]
    return ip.from_env(env)
