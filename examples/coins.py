"""Coins: collect every one of them, then leave by the exit in the corner."""

SIZE = 6

COINS = frozenset({(0, 3), (2, 1), (4, 4), (1, 5)})

EXIT = (5, 5)

START = ((0, 0), COINS)

ACTIONS = ["north", "south", "east", "west"]


def transition(state, action):
    (x, y), coins = state
    if action == "north":
        y -= 1
    elif action == "south":
        y += 1
    elif action == "east":
        x += 1
    elif action == "west":
        x -= 1
    if not (0 <= x < SIZE and 0 <= y < SIZE):
        raise IndexError("over the edge")
    return ((x, y), coins - {(x, y)})


def reward(before, action, after):
    place, coins = after
    if place == EXIT and not coins:
        return 100
    return 5 * (len(before[1]) - len(coins)) - 1


def draw(state):
    here, coins = state
    marks = {EXIT: ">"} | dict.fromkeys(coins, "o") | {here: "@"}
    return "\n".join("".join(marks.get((x, y), ".") for x in range(SIZE)) for y in range(SIZE))


if __name__ == "__main__":
    import introplan as ip

    print(*ip.plan(ip.read_program(__file__), planner="greedy").plan)
