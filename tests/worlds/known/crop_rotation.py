"""Crop rotation: the last crop and the soil decide the harvest; clover heals the soil."""

ACTIONS = ["wheat", "maize", "beans", "clover"]

START = ("nothing", 4, 0)  # last crop, soil, year

HORIZON = 7

PRICE = {"wheat": 3, "maize": 4, "beans": 2, "clover": 0}
DRAIN = {"wheat": 1, "maize": 2, "beans": 0, "clover": -2}


def transition(field, crop):
    last, soil, year = field
    return (crop, max(0, min(6, soil - DRAIN[crop])), year + 1)


def reward(before, crop, after):
    last, soil, year = before
    harvest = PRICE[crop] * soil
    if crop == last:
        harvest //= 2
    if after[1] == 0:
        harvest -= 5
    return harvest
