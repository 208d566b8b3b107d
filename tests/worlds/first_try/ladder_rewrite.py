"""Number maze: from 1 reach 97 by operations given as a list of (name, lambda) with a bound."""

import introplan as ip

OPERATIONS = [
    ("triple", lambda n: 3 * n),
    ("plus five", lambda n: n + 5),
    ("reverse", lambda n: int(str(n)[::-1])),
    ("digit sum", lambda n: sum(int(d) for d in str(n))),
    ("half", lambda n: n // 2 if n % 2 == 0 else None),
]
TABLE = dict(OPERATIONS)


def transition(n, name):
    result = TABLE[name](n)
    if result is None or result > 999:
        return None
    return result


def make():
    return ip.program(
        actions=[name for name, _ in OPERATIONS],
        transition=transition,
        reward=lambda n, a, m: 1 if m == 97 else 0,
    ).task(1)
