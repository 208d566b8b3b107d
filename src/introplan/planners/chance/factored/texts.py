"""Wishes in words: a term of the reward on one line."""

from __future__ import annotations

from introplan.factored.expressions import (
    Apply,
    Constant,
    Expression,
    Layer,
    Operator,
    Variable,
    children,
)
from introplan.factored.model import FactoredModel
from introplan.mdp import display_number
from introplan.planners.chance.factored.wishes import Term

MAX_LENGTH = 60
"""Letters of a wish that are shown."""

SIGNS = {
    Operator.AND: " & ",
    Operator.OR: " | ",
    Operator.ADD: " + ",
    Operator.MULTIPLY: " * ",
    Operator.SUBTRACT: " - ",
    Operator.DIVIDE: " / ",
    Operator.EQUAL: " = ",
    Operator.LESS: " < ",
    Operator.LESS_OR_EQUAL: " <= ",
}


def wish_text(model: FactoredModel, term: Term) -> str:
    """A term of the reward, such as `-1 * waiting(f0)`; long ones are cut."""
    text = expression_text(model, term.expression)
    if term.weight != 1:
        text = f"{display_number(term.weight)} * {text}"
    return text if len(text) <= MAX_LENGTH else text[: MAX_LENGTH - 3] + "..."


def expression_text(model: FactoredModel, expression: Expression) -> str:
    """An expression as people write it; values after the step have a prime."""
    match expression:
        case Constant(value):
            return display_number(value)
        case Variable(Layer.STATE, place):
            return model.state[place].name
        case Variable(Layer.NEXT, place):
            return f"{model.state[place].name}'"
        case Variable(Layer.ACTION, place):
            return model.actions[place].name
        case Variable(Layer.INTERMEDIATE, place):
            return model.intermediate[place][0].name
        case Apply(Operator.NOT, (argument,)):
            return f"~{expression_text(model, argument)}"
        case Apply(operator, arguments) if operator in SIGNS:
            inside = [expression_text(model, one) for one in arguments]
            return f"({SIGNS[operator].join(inside)})"
        case _:
            inside = [expression_text(model, one) for one in children(expression)]
            name = expression.operator.name if isinstance(expression, Apply) else "if"
            return f"{name.lower()}({', '.join(inside)})"
