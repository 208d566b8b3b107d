"""Random small worlds in RDDL: quantifiers and sums over objects, non-fluents, draws."""

from __future__ import annotations

import random
from typing import Any

VARIABLES = """
    P(node) : { non-fluent, bool, default = false };
    R(node, node) : { non-fluent, bool, default = false };
    W(node) : { non-fluent, real, default = 0.5 };
    s(node) : { state-fluent, bool, default = false };
    h : { state-fluent, hue, default = @red };
    k : { state-fluent, int, default = 0 };
    m(node) : { interm-fluent, bool };
    u(node) : { action-fluent, bool, default = false };
    v : { action-fluent, bool, default = false };"""

NODES = "abc"

Scope = tuple[str, ...]


class RandomTexts:
    """Random expressions as text, over the parameters of a scope."""

    def __init__(self, rng: random.Random, *, has_actions: bool = True) -> None:
        self.rng = rng
        self.has_actions = has_actions
        self.made = 0

    def new(self) -> str:
        """A parameter that was not used before."""
        self.made += 1
        return f"?x{self.made}"

    def atom(self, scope: Scope) -> str:
        """A truth value without parts."""
        rng = self.rng
        plain = ["(h == @red)", "(k < 2)", "(h ~= @green)", "true"]
        if self.has_actions:
            plain.append("v")
        if not scope:
            return rng.choice(plain)
        x, y = rng.choice(scope), rng.choice(scope)
        with_nodes = [
            f"P({x})",
            f"R({x}, {y})",
            f"R({y}, {x})",
            f"s({x})",
            f"s({x})",
            f"({x} == {y})",
        ]
        if self.has_actions:
            with_nodes.append(f"u({x})")
        return rng.choice([*with_nodes, *with_nodes, rng.choice(plain)])

    def truth(self, scope: Scope, depth: int) -> str:
        """A truth value."""
        rng = self.rng
        kind = rng.randrange(9) if depth else 0
        if kind <= 1:
            return self.atom(scope)
        if kind == 2:
            return f"~({self.truth(scope, depth - 1)})"
        if kind in (3, 4):
            operator = rng.choice(["^", "|", "=>", "<=>", "^"])
            left, right = (self.truth(scope, depth - 1) for _ in range(2))
            return f"(({left}) {operator} ({right}))"
        if kind == 5:
            a, b, c = (self.truth(scope, depth - 1) for _ in range(3))
            return f"(if ({a}) then ({b}) else ({c}))"
        if kind == 6:
            return f"({self.number(scope, depth - 1)} <= {rng.choice([0, 1, 1.5])})"
        quantifier = rng.choice(["exists", "forall"])
        new = tuple(self.new() for _ in range(rng.choice([1, 1, 2])))
        body = self.truth((*scope, *new), depth - 1)
        if rng.random() < 0.7:  # what it demands of objects
            guard = self.atom(new + scope[-1:])
            body = f"({guard}) ^ ({body})" if quantifier == "exists" else f"({guard}) => ({body})"
        return f"({quantifier}_{{{typed(new)}}} [{body}])"

    def number(self, scope: Scope, depth: int) -> str:
        """A number."""
        rng = self.rng
        kind = rng.randrange(8) if depth else rng.randrange(2)
        if kind == 0:
            return rng.choice(["1", "0.5", "-2", "k"])
        if kind == 1:
            return f"W({rng.choice(scope)})" if scope else "3"
        if kind == 2:
            return f"(1 * ({self.truth(scope, depth - 1)}))"
        if kind == 3:
            operator = rng.choice(["+", "-", "*"])
            left, right = (self.number(scope, depth - 1) for _ in range(2))
            return f"(({left}) {operator} ({right}))"
        if kind == 4:
            truth = self.truth(scope, depth - 1)
            left, right = (self.number(scope, depth - 1) for _ in range(2))
            return f"(if ({truth}) then ({left}) else ({right}))"
        new = tuple(self.new() for _ in range(rng.choice([1, 1, 2])))
        inner = (*scope, *new)
        guard = self.truth(inner, depth - 1)
        if kind == 5:
            part = self.number(inner, depth - 1)
            body = f"if ({guard}) then ({part}) else 1"
            return f"(prod_{{{typed(new)}}} [{body}])"
        operator = rng.choice(["sum", "sum", "sum", "avg", "max", "min"])
        body = f"({guard}) * ({self.number(inner, depth - 1)})"
        if rng.random() < 0.4:
            some = [self.number(inner, depth - 1), rng.choice(["0", "0", "2"])]
            rng.shuffle(some)
            body = f"if ({guard}) then ({some[0]}) else ({some[1]})"
        return f"({operator}_{{{typed(new)}}} [{body}])"

    def chance(self, scope: Scope, depth: int) -> str:
        """A draw of a truth value."""
        rng, x = self.rng, self.new()
        some = self.truth((*scope, x), depth)
        noisy = f"1.0 - (prod_{{{x} : node}} [if ({some}) then 0.5 else 1.0])"
        return rng.choice(
            [
                f"Bernoulli(0.25 + 0.5 * ({self.truth(scope, depth)}))",
                f"Bernoulli({noisy})",
                f"Bernoulli({rng.choice([0.0, 0.25, 1.0])})",
            ]
        )


def typed(parameters: Scope) -> str:
    """Parameters with their type."""
    return ", ".join(f"{one} : node" for one in parameters)


def random_parts(seed: int) -> dict[str, Any]:
    """The parts of a domain and an instance, for `rddl_texts`."""
    rng = random.Random(seed)
    texts, quiet = RandomTexts(rng), RandomTexts(rng, has_actions=False)
    n = ("?n",)
    facts = [f"P({x});" for x in NODES if rng.random() < 0.5]
    facts += [f"R({x}, {y});" for x in NODES for y in NODES if rng.random() < 0.35]
    facts += [f"W({x}) = {rng.choice(['0.25', '1.5', '0.0'])};" for x in NODES]
    cpfs = f"""
        m(?n) = {rng.choice([texts.truth(n, 2), texts.chance(n, 1)])};
        s'(?n) = if ({texts.truth(n, 2)}) then ({texts.truth(n, 2)} ^ m(?n))
            else {texts.chance(n, 2)};
        h' = if ({texts.truth((), 2)}) then Discrete(hue, @red : 0.25, @green : 0.75)
            else (if (exists_{{?y : node}} [s'(?y) ^ P(?y)]) then @green else h);
        k' = if ({texts.truth((), 2)}) then mod[k + 1, 3] else k;"""
    return {
        "types": "node : object; hue : { @red, @green };",
        "objects": "node : { a, b, c };",
        "variables": VARIABLES,
        "non_fluents": " ".join(facts),
        "cpfs": cpfs,
        "reward": f"{texts.number((), 3)} + (sum_{{?n : node}} [s'(?n) * W(?n)])",
        "init": " ".join(f"s({x});" for x in NODES if rng.random() < 0.5),
        "sections": f"""action-preconditions {{
                forall_{{?n : node}} [u(?n) => ({quiet.truth(n, 1)})];
                (sum_{{?n : node}} u(?n)) <= 2; }};
            termination {{ {quiet.truth((), 1)} ^ (k == 2); }};""",
        "concurrency": rng.choice(["1", "2", "pos-inf"]),
    }
