"""Learn or plan: a tabular Q-learner and the introspector in the same environments.

The learner sees observations and rewards, and gets better over the episodes. The introspector
reads the rules and the reward instead, and plays its first episode as well as its last. The plot
has the learner's return per episode (a running mean over several learners) and the introspector's
as a line. A return is the sum of the rewards, each discounted by how late it came: that is what
the learner is after.

    python examples/gym/learn_or_plan.py --out learn_or_plan.png
    python examples/gym/learn_or_plan.py --episodes 50 --learners 2
"""

import argparse
import random
from collections import defaultdict
from dataclasses import dataclass, field

import gymnasium
import numpy as np

from introplan.interop.gymnasium import IntrospectorAgent

WORLDS = {
    "blocks-world, 4 blocks": ("introplan/BlocksWorld-v0", {"blocks": 4, "seed": 2}),
    "bins, 2 bins and 3 items": ("introplan/Bins-v0", {"bins": 2, "items": 3, "seed": 1}),
    "drawers, 2 drawers and 2 items": (
        "introplan/Drawers-v0",
        {"drawers": 2, "items": 2, "seed": 1},
    ),
    "grid, 5 steps away": ("introplan/Grid-v0", {"distance": 5, "seed": 1}),
    "maze, 11 by 9": (
        "introplan/Maze-v0",
        {"width": 11, "height": 9, "goals": 1, "seed": 1},
    ),
}

DISCOUNT = 0.98

LONGEST = 200
"""Steps after which an episode of a learner is broken off."""


@dataclass
class QLearner:
    """A table of what each action is worth in each observation."""

    actions: int
    rng: random.Random
    rate: float = 0.5
    curiosity: float = 0.1
    table: dict = field(default_factory=lambda: defaultdict(dict))

    def value(self, seen, action):
        return self.table[seen.tobytes()].get(action, 0.0)

    def act(self, seen, info):
        """The best action that is possible, or now and then any."""
        possible = np.flatnonzero(info["action_mask"]).tolist()
        if self.rng.random() < self.curiosity:
            return self.rng.choice(possible)
        best = max(self.value(seen, action) for action in possible)
        return self.rng.choice([a for a in possible if self.value(seen, a) == best])

    def learn(self, seen, action, reward, later, info, is_end):
        """Move a value towards what was paid and what is to be had from there."""
        possible = np.flatnonzero(info["action_mask"]).tolist()
        future = 0.0 if is_end else max(self.value(later, a) for a in possible)
        wanted = reward + DISCOUNT * future
        old = self.value(seen, action)
        self.table[seen.tobytes()][action] = old + self.rate * (wanted - old)


def episode(env, agent):
    """Play once; the return. Who can learn does."""
    seen, info = env.reset()
    total, is_over = 0.0, False
    while not is_over:
        action = agent.act(seen, info)
        later, reward, terminated, truncated, info = env.step(action)
        if isinstance(agent, QLearner):
            agent.learn(seen, action, reward, later, info, terminated)
        total += reward * DISCOUNT ** (info["steps"] - 1)
        seen, is_over = later, terminated or truncated
    return total


def compared(name, options, *, episodes, learners):
    """The learners' returns, one row each, and the introspector's in its first episode."""
    env = gymnasium.make(name, max_episode_steps=LONGEST, **options)
    returns = []
    for number in range(learners):
        learner = QLearner(int(env.action_space.n), random.Random(number))
        returns.append([episode(env, learner) for _ in range(episodes)])
    return np.array(returns), episode(env, IntrospectorAgent(env, optimal="Grid" not in name))


def plot(results, file):
    """One picture per world."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4 * len(results), 3), layout="constrained")
    for axes, (title, (returns, planned)) in zip(
        figure.subplots(1, len(results), squeeze=False)[0], results.items(), strict=True
    ):
        window = max(1, returns.shape[1] // 30)
        mean = np.convolve(returns.mean(axis=0), np.ones(window) / window, mode="valid")
        axes.plot(np.arange(len(mean)) + window, mean, color="#b34700", label="Q-learner")
        axes.axhline(planned, color="#0063a3", linestyle="--", label="introspector")
        axes.set(title=title, xlabel="episode", ylabel="return")
        axes.legend(loc="lower right")
    figure.savefig(file)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--episodes", type=int, default=600)
    parser.add_argument("--learners", type=int, default=5)
    parser.add_argument("--out", help="where to put the plot (needs matplotlib)")
    chosen = parser.parse_args(arguments)
    results = {}
    for title, (name, options) in WORLDS.items():
        results[title] = returns, planned = compared(
            name, options, episodes=chosen.episodes, learners=chosen.learners
        )
        first, last = returns[:, :10].mean(), returns[:, -10:].mean()
        print(f"{title}: introspector {planned:.2f}, Q-learner from {first:.2f} to {last:.2f}")
    if chosen.out:
        plot(results, chosen.out)
    return results


if __name__ == "__main__":
    main()
