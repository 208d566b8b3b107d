"""Faults in worlds with chance: what is drawn, values and bounds, policies, their judge."""

from __future__ import annotations

from functools import partial

from reliability.mutants.fault import Fault, Kind

chance = partial(Fault, Kind.CHANCE)

CHANCE = (
    chance(
        "draws: the part above a cut is as likely as all that was left",
        "src/introplan/programs/uniforms.py",
        "self._script.choose([cut - low, high - cut]) == 0",
        "self._script.choose([cut - low, high - low]) == 0",
    ),
    chance(
        "draws: of equal options only the first counts",
        "src/introplan/programs/forking_generators.py",
        "            merged[first.setdefault((type(member), member), place)] += weight\n",
        "            merged[first.setdefault((type(member), member), place)] = weight\n",
    ),
    chance(
        "draws: numpy's older generator can draw the upper end",
        "src/introplan/programs/forking_generators.py",
        '        """As in numpy: the upper end does not come."""\n'
        "        return self.integers(low, high, size)\n",
        '        """As in numpy: the upper end does not come."""\n'
        "        return self.integers(low, high, size, endpoint=True)\n",
    ),
    chance(
        "ground outcomes: what is added and deleted is deleted",
        "src/introplan/search/ground_chance.py",
        "                term = disjoin([*adds.get(row, []), conjoin(stays)])\n",
        "                both = disjoin([*adds.get(row, []), self.before[row]])\n"
        "                term = conjoin([both, stays[1]])\n",
    ),
    chance(
        "ground outcomes: rewards are read of the state before",
        "src/introplan/search/ground_chance.py",
        "_Moments(self, self.before, {**self.before, **after}, did(action))\n",
        "_Moments(self, self.before, self.before, did(action))\n",
    ),
    chance(
        "relaxation: what a draw can add is forgotten",
        "src/introplan/search/chance_reach.py",
        "    yield from schema.certain_effects\n    yield from _of_chances(schema.chances)\n",
        "    yield from schema.certain_effects\n    yield from _of_chances(schema.chances[1:])\n",
    ),
    chance(
        "backward induction: a value is that of a move less",
        "src/introplan/graphs/decision_stages.py",
        "    for left in range(1, horizon + 1):\n",
        "    for left in range(1, max(horizon, 2)):\n",
    ),
    chance(
        "LAO*: what is not expanded is sure to be reached",
        "src/introplan/planners/chance/lao.py",
        "                paid = self.upper[number] if is_hopeful else least\n",
        "                paid = self.upper[number]\n",
    ),
    chance(
        "LAO*: what is not expanded is worth nothing",
        "src/introplan/planners/chance/lao.py",
        "                paid = self.upper[number] if is_hopeful else least\n",
        "                paid = least\n",
    ),
    chance(
        "the judge: an episode has a move more than the horizon",
        "src/introplan/verification/chains.py",
        "    for left in range(horizon, 0, -1):\n",
        "    for left in range(horizon, -1, -1):\n",
    ),
    chance(
        "the judge: intervals are half as wide",
        "src/introplan/verification/policies.py",
        "    half = t * stdev(scores) / math.sqrt(count)\n",
        "    half = t * stdev(scores) / math.sqrt(4 * count)\n",
    ),
    chance(
        "Blackjack: an ace more does not count as one",
        "src/introplan/programs/blackjack.py",
        "    return [0, 1, total - 1] if 1 in hand else [0, 0, total]\n",
        "    return [0, 0, total]\n",
    ),
    chance(
        "native decisions: equal targets are added up once",
        "native/machine_decisions.cpp",
        "            found.probabilities[edge] += probability;\n",
        "            found.probabilities[edge] = probability;\n",
    ),
    chance(
        "native sweeps: the discount is paid for what comes now, too",
        "native/sweeps.cpp",
        "    return graph.rewards[choice] + discount * more;\n",
        "    return discount * (graph.rewards[choice] + more);\n",
    ),
)
