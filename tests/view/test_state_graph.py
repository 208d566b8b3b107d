"""Drawings of state spaces: every shape of transition, and names that need care."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

from introplan.pddl import parse_domain, parse_problem
from introplan.search.state_space import StateSpace, reachable
from introplan.view.state_graph import state_graph_dot, state_graph_svg

DOMAIN = r"""(define (domain odd)
  (:predicates (p"<&\>) (q) (r))
  (:action stay :parameters () :precondition (and) :effect (and))
  (:action go :parameters () :precondition (not (q)) :effect (q))
  (:action back :parameters () :precondition (q) :effect (not (q)))
  (:action end :parameters () :precondition (q) :effect (r))
  (:reward (if (and (did (go)) (before (p"<&\>))) 1))
  (:termination (if (r) success)))
"""


def _odd_space() -> StateSpace:
    domain = parse_domain(DOMAIN)
    problem = r'(define (problem x) (:domain odd) (:init (p"<&\>)))'
    return reachable(parse_problem(domain, problem))


def test_loops_and_opposite_transitions_are_drawn() -> None:
    """A loop for `stay`, and two arrows where one way pays and the other does not."""
    drawing = ElementTree.fromstring(state_graph_svg(_odd_space()))
    titles = [title.text for title in drawing.iter("{http://www.w3.org/2000/svg}title")]

    assert titles.count("(stay)") == 2
    assert {"(go)", "(back)", "(end)"} <= set(titles)


def test_names_are_escaped() -> None:
    """Quotes, backslashes and angle brackets survive in both formats."""
    space = _odd_space()

    assert r"p\"<&\\>" in state_graph_dot(space)
    drawing = ElementTree.fromstring(state_graph_svg(space))
    assert any(r'p"<&\>' in (text or "") for text in drawing.itertext())
