"""The short way leads through a swamp: a step costs 1, a step into the swamp 20."""

MAP = [
    "S~~G",
    ".~~.",
    "....",
]

COST = {"S": 1, "G": 1, ".": 1, "~": 20}

ACTIONS = ["north", "south", "east", "west"]

START = (0, 0)


def transition(place, action):
    x, y = place
    if action == "north":
        y -= 1
    elif action == "south":
        y += 1
    elif action == "east":
        x += 1
    elif action == "west":
        x -= 1
    if not (0 <= x < 4 and 0 <= y < 3):
        raise ValueError("off the map")
    return (x, y)


def reward(before, action, after):
    x, y = after
    return -COST[MAP[y][x]]


# A plain True says that the episode is over, not that this is good: the score decides.
def terminal(before, action, after):
    x, y = after
    return MAP[y][x] == "G"


if __name__ == "__main__":
    import introplan as ip

    print(ip.plan(ip.read_program(__file__), optimal=True))  # -7: around the swamp
    print(ip.plan(ip.read_program(__file__), shortest=True))  # -41: through it
