"""Orienteering: visit what pays most, and be home before the budget of 16 is used up.

A classical problem (Golden, Levy and Vohra 1987): not all places can be visited in time, so which?
"""

PLACES = {
    # place: (x, y, what a first visit pays)
    "home": (0, 0, 0),
    "mill": (2, 1, 3),
    "lake": (4, 0, 6),
    "oak": (1, 4, 4),
    "hill": (5, 3, 8),
    "barn": (3, 5, 7),
    "ford": (0, 2, 2),
}

BUDGET = 16

ACTIONS = list(PLACES)

START = {"at": "home", "left": BUDGET, "visited": ("home",)}


def distance(a, b):
    ax, ay, _ = PLACES[a]
    bx, by, _ = PLACES[b]
    return abs(ax - bx) + abs(ay - by)


def transition(s, place):
    way = distance(s["at"], place)
    if place == s["at"] or way + distance(place, "home") > s["left"]:
        raise ValueError("there would be no way home in time")
    visited = tuple(sorted({*s["visited"], place}))
    return {"at": place, "left": s["left"] - way, "visited": visited}


def reward(before, place, after):
    _, _, points = PLACES[place]
    return 0 if place in before["visited"] else points


def terminal(before, place, after):
    return place == "home"


if __name__ == "__main__":
    import introplan as ip

    print(ip.plan(ip.read_program(__file__), optimal=True))
