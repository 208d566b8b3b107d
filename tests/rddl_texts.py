"""Worlds in RDDL for tests: small texts, and those of the competitions."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from rddlrepository.core.manager import RDDLRepoManager

from introplan.factored.task import FactoredTask
from introplan.interop import rddl

DOMAIN = """
domain tiny {{
    types {{ {types} }};
    pvariables {{ {variables} }};
    cpfs {{ {cpfs} }};
    reward = {reward};
    {sections}
}}
"""

INSTANCE = """
non-fluents fixed {{ domain = tiny; {objects} {non_fluents} }}
instance tiny-1 {{
    domain = tiny; non-fluents = fixed; {init}
    max-nondef-actions = {concurrency}; horizon = {horizon}; discount = {discount};
}}
"""


def texts(
    *,
    variables: str,
    cpfs: str,
    reward: str = "0",
    types: str = "node : object;",
    objects: str = "node : { a, b };",
    non_fluents: str = "",
    init: str = "",
    sections: str = "",
    concurrency: str = "1",
    horizon: int = 5,
    discount: str = "1.0",
) -> tuple[str, str]:
    """A domain and an instance of these parts."""
    domain = DOMAIN.format(
        types=types, variables=variables, cpfs=cpfs, reward=reward, sections=sections
    )
    instance = INSTANCE.format(
        objects=f"objects {{ {objects} }};" if objects else "",
        non_fluents=f"non-fluents {{ {non_fluents} }};" if non_fluents else "",
        init=f"init-state {{ {init} }};" if init else "",
        concurrency=concurrency,
        horizon=horizon,
        discount=discount,
    )
    return domain, instance


def written(folder: Path, **parts: Any) -> tuple[str, str]:
    """The files of a domain and an instance."""
    names = folder / "domain.rddl", folder / "instance.rddl"
    for name, text in zip(names, texts(**parts), strict=True):
        name.write_text(text, encoding="utf-8")
    return str(names[0]), str(names[1])


def tiny(folder: Path, **parts: Any) -> FactoredTask:
    """The task of a domain and an instance."""
    return rddl.read(*written(folder, **parts))


BOOLEAN = (
    "CooperativeRecon_MDP_ippc2011",
    "GameOfLife_MDP_ippc2011",
    "SkillTeaching_MDP_ippc2011",
    "Navigation_MDP_ippc2011",
    "CrossingTraffic_MDP_ippc2011",
    "Traffic_CTM_MDP_ippc2011",
    "SysAdmin_MDP_ippc2011",
    "Elevators_MDP_ippc2011",
    "AcademicAdvising_MDP_ippc2014",
    "TriangleTireworld_MDP_ippc2014",
    "SkillTeaching_MDP_ippc2014",
    "CrossingTraffic_MDP_ippc2014",
    "Traffic_MDP_ippc2014",
    "Wildfire_MDP_ippc2014",
    "Elevators_MDP_ippc2014",
    "Tamarisk_MDP_ippc2014",
    "CooperativeRecon_ippc2018",
    "AcademicAdvising_ippc2018",
    "PushYourLuck_ippc2018",
    "Pizza_rddlsim",
    "Logistics_rddlsim",
)
"""The domains of rddlrepository with chance whose fluents are Boolean and seen."""


@cache
def _repository() -> Any:
    return RDDLRepoManager()


def instances(domain: str) -> list[str]:
    """The names of the instances of a domain of rddlrepository."""
    found: list[str] = _repository().get_problem(domain).list_instances()
    return found


def files(domain: str, instance: str) -> tuple[str, str]:
    """The files of a domain of rddlrepository and one of its instances."""
    problem = _repository().get_problem(domain)
    return problem.get_domain(), problem.get_instance(instance)
