"""Rooms whose doors were written down while going through sets, in whatever order that was."""

DOORS = {
    ("hall", "kitchen", "north"),
    ("hall", "study", "east"),
    ("study", "attic", "up"),
    ("kitchen", "cellar", "down"),
    ("cellar", "vault", "east"),
    ("attic", "roof", "up"),
}
BACK = {"north": "south", "east": "west", "up": "down", "down": "up"}
LEADS = {(here, way): there for here, there, way in DOORS}
LEADS |= {(there, BACK[way]): here for here, there, way in DOORS}
GOLD = dict.fromkeys({"roof", "kitchen", "attic"}, 1) | {"vault": 5}
START = "hall"
WAYS = {room: {way for here, way in LEADS if here == room} for room, _ in set(LEADS)}
HORIZON = 6


def ACTIONS(s: str) -> list[str]:  # noqa: N802
    """The ways out."""
    return sorted(WAYS[s])


def transition(s: str, a: str) -> str:
    """Through a door, if there is one."""
    return LEADS[s, a]


def reward(s: str, a: str, s2: str) -> int:
    """What lies in the room that is entered, less what it costs to choose among ways."""
    return GOLD.get(s2, 0) - len(WAYS[s])
