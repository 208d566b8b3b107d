"""A hand of cards against a known deck: each card beats the table or is lost."""

from typing import NamedTuple

import introplan as ip

RANKS = "23456789TJQKA"
TABLE = ["7h", "Ts", "4d", "Kc"]


class Game(NamedTuple):
    hand: tuple
    turn: int


def rank(card):
    return RANKS.index(card[0])


def play(game, card):
    hand = list(game.hand)
    hand.remove(card)
    return Game(tuple(hand), game.turn + 1)


def points(game, card, after):
    table = TABLE[game.turn]
    if rank(card) > rank(table):
        return 2 if card[1] == table[1] else 1
    return -1


def make():
    world = ip.program(
        actions=lambda game: game.hand,
        transition=play,
        reward=points,
        terminal=lambda s, a, s2: s2.turn == len(TABLE),
    )
    return world.task(Game(("9h", "Jd", "5d", "Ac", "8h"), 0))
