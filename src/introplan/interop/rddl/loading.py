"""From files, or a model of pyRDDLGym, to a `lifted.World`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import Any

from ply.yacc import NullLogger
from pyRDDLGym.core.compiler.model import RDDLLiftedModel
from pyRDDLGym.core.parser.parser import RDDLParser
from pyRDDLGym.core.parser.reader import RDDLReader

from introplan.errors import ModelError
from introplan.interop.rddl.lifted import (
    Definition,
    FluentInfo,
    Lifted,
    Place,
    Role,
    Use,
    World,
    parts,
)
from introplan.interop.rddl.translation import Translator

PRIMITIVE = ("bool", "int", "real")

ROLES = {
    "non-fluent": Role.FIXED,
    "state-fluent": Role.STATE,
    "action-fluent": Role.ACTION,
    "interm-fluent": Role.INTERMEDIATE,
    "derived-fluent": Role.INTERMEDIATE,
}

STYLES = re.compile("\x1b\\[[0-9;]*m")
"""What pyRDDLGym underlines with in its messages."""


def model_of(domain: str | os.PathLike[str], instance: str | os.PathLike[str]) -> Any:
    """pyRDDLGym's lifted model of two files; raises `ModelError`."""
    files = [os.fspath(domain), os.fspath(instance)]
    for file in files:
        try:
            with open(file, "rb"):
                pass
        except OSError as problem:
            reason = (problem.strerror or str(problem)).lower()
            raise ModelError(f"cannot read {file}: {reason}") from None
    try:
        text = RDDLReader(*files).rddltxt
        parser = RDDLParser(lexer=None, verbose=False)
        parser.build(errorlog=NullLogger(), write_tables=False, debug=False)
        return RDDLLiftedModel(parser.parse(text))
    except ModelError:
        raise
    except Exception as problem:  # its own kinds, and those of what it is made of
        text = STYLES.sub("", str(problem)).strip() or type(problem).__name__
        raise ModelError(f"pyRDDLGym does not read it: {text}", file=" + ".join(files)) from None


def world_of(model: Any) -> World:
    """A lifted model with its names resolved; raises `ModelError` for what is not supported."""
    if model.observ_fluents:
        names = ", ".join(sorted(model.observ_fluents)[:4])
        raise ModelError(
            f"the domain {model.domain_name} is partially observed ({names}); only worlds whose "
            "state is seen are supported"
        )
    objects = {kind: tuple(names) for kind, names in model.type_to_objects.items()}
    fluents = {info.name: info for info in _fluents(model, objects)}
    values = {
        name: dict(_values(fluents[name], objects, given))
        for name, given in {**model.non_fluents, **model.state_fluents}.items()
    }
    translator = Translator(fluents, objects)
    return World(
        name=f"{model.domain_name} {model.instance_name}",
        objects=objects,
        fluents=fluents,
        values=values,
        definitions=_definitions(model, translator),
        reward=translator.expression(model.reward, "the reward"),
        preconditions=tuple(_preconditions(model, translator, fluents)),
        invariants=_conditions(translator, model.invariants, "state-invariants"),
        terminations=_conditions(translator, model.terminations, "termination"),
        concurrency=int(model.max_allowed_actions),
        horizon=int(model.horizon),
        discount=_discount(model),
    )


def _discount(model: Any) -> float:
    discount = float(model.discount)
    if not 0 < discount <= 1:
        raise ModelError(f"the discount must be above 0 and at most 1, got {discount:g}")
    return discount


def _fluents(model: Any, objects: Mapping[str, tuple[str, ...]]) -> Iterator[FluentInfo]:
    for name, kind in model.variable_types.items():
        if kind not in ROLES:
            continue  # a state fluent after the step goes by the name of the fluent
        values, types = model.variable_ranges[name], tuple(model.variable_params[name])
        if values not in PRIMITIVE and values not in objects:
            raise ModelError(f"{name}: there is no type {values}")
        role = ROLES[kind]
        if role is Role.ACTION and values == "real":
            raise ModelError(
                f"the action {name} is continuous (real); actions must be bool, enumerated, or "
                "int with bounds in action-preconditions"
            )
        default = model.variable_defaults.get(name)
        info = FluentInfo(name, role, types, values, 0.0)
        yield replace(info, default=_number(info, objects, default))


def _number(info: FluentInfo, objects: Mapping[str, tuple[str, ...]], value: Any) -> float:
    """A value as a number: of an object its place among those of its type."""
    if value is None:
        return 0.0  # fluents without a default have a value for all arguments, or none at all
    if isinstance(value, str):
        return float(objects[info.range].index(value.removeprefix("@")))
    return float(value)


def _values(
    info: FluentInfo, objects: Mapping[str, tuple[str, ...]], given: Any
) -> Iterator[tuple[Place, float]]:
    """The values of a fluent for all arguments, of which pyRDDLGym has a flat list."""
    places = product(*(range(len(objects[kind])) for kind in info.types))
    flat = given if info.types else [given]
    for place, value in zip(places, flat, strict=True):
        yield place, _number(info, objects, value)


def _definitions(model: Any, translator: Translator) -> dict[str, Definition]:
    found = {}
    for name, (parameters, tree) in model.cpfs.items():
        shown = ", ".join(one for one, _ in parameters)
        where = f"the cpf of {name}({shown})" if shown else f"the cpf of {name}"
        body = translator.expression(tree, where, parameters)
        found[name] = Definition(tuple(one for one, _ in parameters), body)
    return found


def _conditions(translator: Translator, trees: Iterable[Any], section: str) -> tuple[Lifted, ...]:
    return tuple(
        translator.expression(tree, f"condition {number} of {section}")
        for number, tree in enumerate(trees, start=1)
    )


def _preconditions(
    model: Any, translator: Translator, fluents: Mapping[str, FluentInfo]
) -> Iterator[Lifted]:
    """What allows a joint action; of constraints those that are about actions."""
    yield from _conditions(translator, model.preconditions, "action-preconditions")
    constraints = getattr(model.ast.domain, "constraints", None) or ()
    for one in _conditions(translator, constraints, "state-action-constraints"):
        if _mentions_actions(one, fluents):
            yield one


def _mentions_actions(expression: Lifted, fluents: Mapping[str, FluentInfo]) -> bool:
    is_action = isinstance(expression, Use) and fluents[expression.fluent].role is Role.ACTION
    return is_action or any(_mentions_actions(part, fluents) for part in parts(expression))
