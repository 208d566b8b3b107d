"""Random relational worlds as PDDL."""

from __future__ import annotations

from reliability.scores.conditions import text
from reliability.scores.relational_worlds import Action, Payment, RelationalWorld


def domain_text(world: RelationalWorld) -> str:
    """The domain as PDDL."""
    types = sorted({*world.words.types})
    predicates = " ".join(f"({p}{' ?x' * n})" for p, n in world.words.predicates.items())
    functions = " ".join(f"({f}{' ?x' * n})" for f, n in world.words.functions.items())
    if world.has_costs:
        functions += " (total-cost)"
    lines = ["(define (domain random)", f"  (:types {' '.join(types)})"]
    lines.append(f"  (:predicates {predicates})")
    if functions:
        lines.append(f"  (:functions {functions.strip()})")
    lines.extend(_action_text(action, has_cost=world.has_costs) for action in world.actions)
    if world.has_reward:
        lines.append(_reward_text(world))
    if world.ends:
        rows = (f"    (if {text(condition)} {end})" for condition, end in world.ends)
        lines.append("\n".join(("  (:termination", *rows)) + ")")
    return "\n".join(lines) + ")\n"


def _action_text(action: Action, *, has_cost: bool) -> str:
    parameters = " ".join(f"{name} - {kind}" for name, kind in action.parameters)
    effects = []
    for when, makes_true, literal in action.effects:
        plain = f"({' '.join(literal)})"
        effect = plain if makes_true else f"(not {plain})"
        effects.append(f"(when {text(when)} {effect})" if when else effect)
    effects += [f"({how} ({' '.join(term)}) {amount})" for how, amount, term in action.changes]
    if has_cost:
        effects.append(f"(increase (total-cost) {action.cost})")
    return (
        f"  (:action {action.name}\n    :parameters ({parameters})\n"
        f"    :precondition {text(action.precondition)}\n"
        f"    :effect (and {' '.join(effects)}))"
    )


def _reward_text(world: RelationalWorld) -> str:
    rows = [f"    {_row_text(row)}" for row in world.rows]
    if world.rows and world.otherwise:
        rows.append(f"    (else {world.otherwise})")
    rows += [f"    (sum ({row.variable} - {row.kind}) {_row_text(row)})" for row in world.sums]
    return "\n".join(("  (:reward", *rows)) + ")"


def _row_text(row: Payment) -> str:
    value = f"(* {row.value} ({' '.join(row.factor)}))" if row.factor else str(row.value)
    return value if row.condition is None else f"(if {text(row.condition)} {value})"


def problem_text(world: RelationalWorld) -> str:
    """The problem as PDDL."""
    objects = " ".join(f"{name} - {kind}" for name, kind in world.words.objects.items())
    facts = [f"({' '.join(fact)})" for fact in sorted(world.facts)]
    facts += [f"(= ({' '.join(term)}) {number})" for term, number in sorted(world.numbers)]
    if world.has_costs:
        facts.append("(= (total-cost) 0)")
    lines = ["(define (problem random-1) (:domain random)", f"  (:objects {objects})"]
    lines.append(f"  (:init {' '.join(facts)})")
    if world.goal:
        lines.append(f"  (:goal {text(world.goal)})")
    if world.has_costs:
        lines.append("  (:metric minimize (total-cost))")
    if world.horizon is not None:
        lines.append(f"  (:horizon {world.horizon})")
    if world.discount != 1:
        lines.append(f"  (:discount {world.discount})")
    return "\n".join(lines) + ")\n"
