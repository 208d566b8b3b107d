"""Seat guests one after another at a table: growing list, pair penalties at each seat."""

import introplan as ip

GUESTS = ["ada", "ben", "cleo", "dan", "eve", "finn"]
LIKES = {("ada", "ben"): 3, ("ben", "cleo"): 2, ("cleo", "dan"): 4, ("dan", "eve"): -5, ("ada", "finn"): 1,
         ("eve", "finn"): 2, ("ben", "eve"): -2}


def like(a, b):
    return LIKES.get((a, b), LIKES.get((b, a), 0))


class Table:
    def __init__(self, seated=None):
        self.seated = list(seated or [])

    def legal_moves(self):
        return [g for g in GUESTS if g not in self.seated]

    def make_move(self, guest):
        if self.seated:
            gain = like(self.seated[-1], guest)
        else:
            gain = 0
        self.seated.append(guest)
        if len(self.seated) == len(GUESTS):
            gain += like(self.seated[0], guest)
        return gain


def actions(t):
    return t.legal_moves()


def step(t, guest):
    new = Table(t.seated)
    gain = new.make_move(guest)
    return new, gain, len(new.seated) == len(GUESTS)


def make():
    return ip.program(actions=actions, step=step).task(Table())
