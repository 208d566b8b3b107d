"""Four jobs for one machine: each pays when it is done, less for every hour that it is late."""

from typing import NamedTuple

# hours it takes, hour at which it is due, what it pays, what an hour of lateness costs
JOBS = {
    "gears": (4, 5, 10, 3),
    "bolts": (1, 2, 4, 2),
    "plates": (3, 9, 12, 5),
    "springs": (2, 4, 9, 4),
}

ACTIONS = list(JOBS)


class Shop(NamedTuple):
    hour: int
    waiting: tuple


START = Shop(0, tuple(JOBS))


def transition(shop, job):
    if job not in shop.waiting:
        raise ValueError("that is done")
    hours, _, _, _ = JOBS[job]
    return Shop(shop.hour + hours, tuple(name for name in shop.waiting if name != job))


def reward(before, job, after):
    _, due, pay, penalty = JOBS[job]
    total = pay
    if after.hour > due:
        total -= penalty * (after.hour - due)
    return total


def terminal(before, job, after):
    return not after.waiting


if __name__ == "__main__":
    import introplan as ip

    print(ip.plan(ip.read_program(__file__), optimal=True))
