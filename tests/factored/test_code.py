"""Register code: no repetitions, constants are folded, draws are kept apart."""

from __future__ import annotations

from introplan.factored.building import Builder
from introplan.factored.code import Code, Compiler, NodeKind
from introplan.factored.expressions import Layer, Operator, Variable

X, A = Variable(Layer.STATE, 0), Variable(Layer.ACTION, 0)


def test_what_occurs_twice_is_one_node() -> None:
    """The same sum in two expressions."""
    builder, code = Builder(), Code()
    x = builder.variable(Layer.STATE, 0, boolean=False)
    twice = builder.apply(Operator.ADD, [x, builder.constant(1)])
    compiler = Compiler(code, {X: code.slot(0)})
    first = compiler.node(builder.apply(Operator.FLOOR, [twice]))
    second = compiler.node(builder.apply(Operator.ABSOLUTE, [twice]))

    assert code.operands[first] == code.operands[second]


def test_draws_are_never_shared() -> None:
    """The same object twice: two draws, so two nodes, and nothing above them is shared either."""
    builder, code = Builder(), Code()
    coin = builder.bernoulli(builder.constant(0.5))
    compiler = Compiler(code, {})
    heads = [code.node(Operator.NOT, (compiler.node(coin),)) for _ in range(2)]

    assert heads[0] != heads[1]
    assert code.kinds.count(NodeKind.BERNOULLI) == 2


def test_readings_in_which_draws_are_numbers_share_them() -> None:
    """Of marginals only the probabilities count."""
    builder, code = Builder(), Code(shares_draws=True)
    coin = builder.bernoulli(builder.constant(0.5))

    assert Compiler(code, {}).node(coin) == Compiler(code, {}).node(coin)


def test_a_known_action_leaves_only_what_it_does() -> None:
    """Under the action the variable is on, without it it stays as it is."""
    builder, code = Builder(), Code()
    x = builder.variable(Layer.STATE, 0, boolean=True)
    a = builder.variable(Layer.ACTION, 0, boolean=True)
    either = builder.apply(Operator.OR, [a, x])
    slot = code.slot(0)

    assert Compiler(code, {X: slot, A: code.constant(0.0)}).node(either) == slot
    assert code.value(Compiler(code, {X: slot, A: code.constant(1.0)}).node(either)) == 1.0


def test_choices_by_known_conditions_and_equal_branches_vanish() -> None:
    """And a choice between 1 and 0 is its condition."""
    code = Code()
    x, y, one, zero = code.slot(0), code.slot(1), code.constant(1.0), code.constant(0.0)

    assert code.node(NodeKind.IF_ELSE, (one, x, y)) == x
    assert code.node(NodeKind.IF_ELSE, (x, y, y)) == y
    assert code.node(NodeKind.IF_ELSE, (x, one, zero)) == x
    assert code.node(NodeKind.IF_ELSE, (x, zero, one)) == code.node(Operator.NOT, (x,))
    assert code.value(code.node(Operator.MULTIPLY, (x, zero))) == 0.0
