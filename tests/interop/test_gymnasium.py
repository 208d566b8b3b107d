"""The bridge is an extra: missing without harm, and the same under every hash seed."""

from __future__ import annotations

import os
import sys

import pytest

from children import finished

pytestmark = pytest.mark.process


def output(script: str, hash_seed: int = 0) -> str:
    """What a fresh Python prints."""
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed)}
    return finished([sys.executable, "-c", script], env=environment).stdout


def test_planning_loads_nothing_of_the_bridge() -> None:
    """Neither Gymnasium nor numpy comes along unless asked for."""
    script = """
import sys, introplan as ip
assert ip.plan(ip.sample("bins", bins=2, items=2)).plan
print([name for name in ("gymnasium", "numpy", "introplan.interop") if name in sys.modules])
"""
    assert output(script) == "[]\n"


def test_without_gymnasium_the_error_names_the_extra() -> None:
    """An ImportError for those who try it, and one of our own mistakes for everybody else."""
    script = """
import sys
sys.modules["gymnasium"] = None
from introplan.errors import IntroplanError
try:
    import introplan.interop.gymnasium
except ImportError as error:
    print(isinstance(error, IntroplanError), error)
"""
    assert output(script) == (
        "True Gymnasium is not installed; it comes with: pip install introplan[gym]\n"
    )


def test_without_a_painter_there_is_one_render_mode_less() -> None:
    """Gymnasium's checks still pass, and who asks for dots is told what is missing."""
    script = """
import sys, warnings
sys.modules["matplotlib"] = None
warnings.simplefilter("error")
import gymnasium, introplan.interop.gymnasium as ipg
from gymnasium.utils.env_checker import check_env
check_env(gymnasium.make("introplan/Bins-v0").unwrapped)
print(ipg.TaskEnv.metadata["render_modes"])
try:
    ipg.ENVIRONMENTS["introplan/Bins-v0"](render_mode="rgb_array")
except ImportError as error:
    print(error)
"""
    assert output(script) == (
        "['ansi', 'svg']\nrgb_array needs matplotlib: pip install introplan[gym]\n"
    )


def test_episodes_do_not_depend_on_the_hash_seed() -> None:
    """Numbers of actions, observations, masks and rewards: byte by byte the same."""
    script = """
import gymnasium, introplan.interop.gymnasium as ipg
made = [(name, {}) for name in list(ipg.ENVIRONMENTS)[:5]]
made += [(name, {"resample": True}) for name in list(ipg.ENVIRONMENTS)[:5]]
made += [("introplan/Python-v0", {"world": f"examples/{w}.py"}) for w in ("coins", "taxi")]
for name, options in made:
    env = gymnasium.make(name, **options)
    env.action_space.seed(3)
    print(env.spec.id, env.action_space, env.observation_space, env.unwrapped.actions)
    seen, info = env.reset(seed=1)
    for _ in range(12):
        print(seen.tolist(), info["action_mask"].tolist(), info["status"])
        if not info["action_mask"].any():
            break
        action = env.action_space.sample(info["action_mask"])
        seen, reward, *ends, info = env.step(action)
        print(env.unwrapped.action_text(int(action)), reward, ends)
"""
    first = output(script)
    assert first.count("continue") > 100
    assert output(script, hash_seed=12345) == first
