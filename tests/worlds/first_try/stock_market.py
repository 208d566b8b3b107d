"""Trade shares over a fixed list of prices; floats and a portfolio tuple."""

import introplan as ip

PRICES = [10.0, 12.5, 9.0, 11.0, 15.0, 13.5, 8.0, 14.0, 16.0]
FEE = 0.5


class Market:
    def __init__(self):
        self.t = 0
        self.cash = 25.0
        self.shares = 0
        self.trades = []

    def legal_actions(self):
        if self.t >= len(PRICES) - 1:
            return []
        actions = ["hold"]
        if self.cash >= PRICES[self.t] + FEE:
            actions.append("buy")
        if self.shares:
            actions.append("sell")
        return actions

    def worth(self):
        return self.cash + self.shares * PRICES[self.t]

    def apply_action(self, action):
        price = PRICES[self.t]
        if action == "buy":
            self.cash -= price + FEE
            self.shares += 1
            self.trades.append((self.t, +1))
        elif action == "sell":
            self.cash += price - FEE
            self.shares -= 1
            self.trades.append((self.t, -1))
        self.t += 1

    def is_terminal(self):
        return self.t == len(PRICES) - 1

    def returns(self):
        return [self.worth() - 25.0] if self.is_terminal() else [0.0]


def make():
    return ip.from_problem(Market())
