"""Gymnasium: every task as an environment, and the introspector as an agent.

    >>> import gymnasium
    >>> import introplan.interop.gymnasium as ipg
    >>> env = gymnasium.make("introplan/BlocksWorld-v0", blocks=4, seed=2)
    >>> agent = ipg.IntrospectorAgent(env)
    >>> observation, info = env.reset(seed=0)
    >>> done = False
    >>> while not done:
    ...     action = agent.act(observation, info)
    ...     observation, reward, terminated, truncated, info = env.step(action)
    ...     done = terminated or truncated
    >>> info["status"], info["steps"], agent.plans
    ('success', 4, 1)

`registration.py` lists the environments that an import makes known; `environment.py` is the
environment; `backend.py` says what it asks of a task, and `relational_backend.py` and
`program_backend.py` answer for the two kinds of tasks; `agent.py` plans and replans; `pictures.py`
draws.
"""

from __future__ import annotations

import importlib.util

from introplan.errors import MissingExtraError

if importlib.util.find_spec("gymnasium") is None:
    raise MissingExtraError(
        "Gymnasium is not installed; it comes with: pip install introplan[gym]"
    )

from introplan.interop.gymnasium.agent import IntrospectorAgent
from introplan.interop.gymnasium.environment import TaskEnv
from introplan.interop.gymnasium.registration import ENVIRONMENTS, register_environments

__all__ = ["ENVIRONMENTS", "IntrospectorAgent", "TaskEnv", "register_environments"]

register_environments()
