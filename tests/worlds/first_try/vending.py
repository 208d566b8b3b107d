"""A vending machine as a state machine; coins, a queue of customers in a deque."""

from collections import deque

import introplan as ip

PRICES = {"tea": 3, "cake": 4}


class Machine:
    def __init__(self):
        self.coins = 0
        self.stock = {"tea": 2, "cake": 1}
        self.queue = deque(["tea", "cake", "tea", "cake"])
        self.mode = "idle"
        self.happy = 0

    def actions(self):
        return ["coin1", "coin2", "serve", "send away", "refill"]

    def step(self, action):
        reward = 0
        handler = getattr(self, "_on_" + action.replace(" ", "_"), None)
        if handler is not None:
            reward = handler()
        elif action[:4] == "coin":
            if self.coins < 5:
                self.coins += int(action[-1])
                self.mode = "paying"
            reward = -0.25
        done = not self.queue
        return (self.coins, self.mode, len(self.queue)), reward, done, {}

    def _on_serve(self):
        want = self.queue[0]
        if self.coins < PRICES[want] or self.stock[want] == 0:
            return -1
        self.coins -= PRICES[want]
        self.stock[want] -= 1
        self.queue.popleft()
        self.happy += 1
        self.mode = "idle"
        return 5

    def _on_send_away(self):
        self.queue.popleft()
        return -3

    def _on_refill(self):
        for name in self.stock:
            self.stock[name] = max(self.stock[name], 1)
        return -1


def make():
    return ip.from_env(Machine())
