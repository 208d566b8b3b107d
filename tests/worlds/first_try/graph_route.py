"""A road map as a dict of dicts; the way to the port of least length."""

import introplan as ip

ROADS = {
    "Arad": {"Zerind": 75, "Sibiu": 140, "Timisoara": 118},
    "Zerind": {"Arad": 75, "Oradea": 71},
    "Oradea": {"Zerind": 71, "Sibiu": 151},
    "Sibiu": {"Arad": 140, "Oradea": 151, "Fagaras": 99, "Rimnicu": 80},
    "Timisoara": {"Arad": 118, "Lugoj": 111},
    "Lugoj": {"Timisoara": 111, "Mehadia": 70},
    "Mehadia": {"Lugoj": 70, "Craiova": 195},
    "Fagaras": {"Sibiu": 99, "Bucharest": 211},
    "Rimnicu": {"Sibiu": 80, "Pitesti": 97, "Craiova": 146},
    "Craiova": {"Mehadia": 195, "Rimnicu": 146, "Pitesti": 138},
    "Pitesti": {"Rimnicu": 97, "Craiova": 138, "Bucharest": 101},
    "Bucharest": {"Fagaras": 211, "Pitesti": 101},
}


def make():
    world = ip.program(
        actions=lambda city: list(ROADS[city].keys()),
        transition=lambda city, road: road,
        reward=lambda city, road, after: -ROADS[city][after],
        terminal=lambda city, road, after: after == "Bucharest",
    )
    return world.task("Arad")
