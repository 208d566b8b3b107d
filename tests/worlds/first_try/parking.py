"""Rush-hour like parking lot; cars are a dict name -> (row, col, length, orientation)."""

import introplan as ip

SIZE = 5
CARS = {
    "X": (2, 0, 2, "H"),
    "A": (1, 2, 2, "V"),
    "B": (3, 1, 3, "H"),
    "C": (1, 4, 2, "V"),
    "D": (4, 0, 2, "H"),
}


def cells(car):
    r, c, n, o = car
    if o == "H":
        return [(r, c + k) for k in range(n)]
    return [(r + k, c) for k in range(n)]


def occupied(cars):
    return {cell: name for name, car in cars.items() for cell in cells(car)}


class Parking:
    def __init__(self, cars):
        self.cars = cars

    @property
    def initial(self):
        return tuple(sorted(self.cars.items()))

    def actions(self, state):
        cars = dict(state)
        taken = occupied(cars)
        found = []
        for name, (r, c, n, o) in cars.items():
            for d in (-1, 1):
                if o == "H":
                    spot = (r, c - 1) if d < 0 else (r, c + n)
                else:
                    spot = (r - 1, c) if d < 0 else (r + n, c)
                if 0 <= spot[0] < SIZE and 0 <= spot[1] < SIZE and spot not in taken:
                    found.append((name, d))
        return found

    def result(self, state, action):
        name, d = action
        cars = dict(state)
        r, c, n, o = cars[name]
        cars[name] = (r, c + d, n, o) if o == "H" else (r + d, c, n, o)
        return tuple(sorted(cars.items()))

    def goal_test(self, state):
        r, c, n, o = dict(state)["X"]
        return c + n == SIZE


def make():
    return ip.from_problem(Parking(CARS))
