"""Small domains for tests of the reader."""

from __future__ import annotations

from introplan.pddl import parse_domain
from introplan.relational.action import ActionSchema
from introplan.relational.domain import Domain


def domain(body: str) -> Domain:
    """A small domain with the given sections."""
    head = "(define (domain d) (:types t) (:predicates (p ?x - t) (q ?x ?y - t) (r))"
    return parse_domain(f"{head} {body})")


def action(parts: str) -> ActionSchema:
    """The one action of a small domain."""
    return domain(f"(:action a :parameters (?x ?y - t) {parts})").actions[0]
