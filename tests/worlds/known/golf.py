"""Golf: clubs of fixed length, bunkers that cost a stroke, water that ends the hole."""

CLUBS = {"driver": 7, "iron": 4, "wedge": 2, "putter": 1}
BUNKERS = (7, 8, 15)
WATER = (11, 12)
HOLE = 17

ACTIONS = list(CLUBS)

START = 0


def transition(ball, club):
    far = CLUBS[club]
    if ball in BUNKERS:
        far = (far + 1) // 2
    return ball + far if ball < HOLE else ball - far


def reward(ball, club, ball2):
    strokes = 1
    if ball2 in BUNKERS:
        strokes += 1
    if ball2 in WATER:
        strokes += 5
    return -strokes


def terminal(ball, club, ball2):
    lost = ball2 in WATER or ball2 > HOLE + 8
    return lost or ball2 == HOLE
