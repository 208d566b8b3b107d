"""Study for three exams in two weeks; knowledge is capped, energy is limited."""

from dataclasses import dataclass, field
from typing import Dict

import introplan as ip

EXAMS = {"maths": 4, "history": 6, "physics": 8}
HARD = {"maths": 2, "history": 1, "physics": 2}


@dataclass(eq=True)
class Student:
    day: int = 1
    energy: int = 3
    knows: Dict[str, int] = field(default_factory=lambda: {k: 0 for k in EXAMS})
    passed: list = field(default_factory=list)


class StudyGame:
    def __init__(self):
        self.s = Student()

    def available_actions(self):
        return ["rest", *EXAMS]

    def step(self, action):
        s = self.s
        if action == "rest":
            s.energy = min(3, s.energy + 2)
        elif s.energy >= HARD[action]:
            s.energy -= HARD[action]
            s.knows[action] = min(3, s.knows[action] + 1)
        r = 0
        for exam, day in EXAMS.items():
            if day == s.day:
                grade = s.knows[exam]
                if grade >= 2:
                    s.passed.append(exam)
                r += grade * grade
        s.day += 1
        return s, r, s.day > 8


def make():
    return ip.from_env(StudyGame())
