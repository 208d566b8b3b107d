"""Faults in what formulas mean and what actions do: evaluation and simulation, in Python."""

from __future__ import annotations

from functools import partial

from reliability.mutants.fault import Fault, Kind

evaluation = partial(Fault, Kind.EVALUATION)
simulation = partial(Fault, Kind.SIMULATION)

MODEL = (
    evaluation(
        "equality is negated",
        "src/introplan/relational/evaluation.py",
        "return terms[0] == terms[1]",
        "return terms[0] != terms[1]",
    ),
    evaluation(
        "`before` is read in the state after",
        "src/introplan/relational/evaluation.py",
        "facts = moments.after if literal.moment is Moment.AFTER else moments.before",
        "facts = moments.after",
    ),
    evaluation(
        "`did` holds whatever was done",
        "src/introplan/relational/evaluation.py",
        "return moments.did == Literal(literal.predicate, terms, Moment.DID)",
        "return moments.did is not None",
    ),
    evaluation(
        "quantifiers range over all objects, whatever their type",
        "src/introplan/relational/evaluation.py",
        "for constant in moments.objects.of(variable.types):",
        'for constant in moments.objects.of(("object",)):',
    ),
    evaluation(
        "the last row of a decision list that holds counts, not the first",
        "src/introplan/relational/rewards.py",
        "        for rule in self.rules:\n",
        "        for rule in reversed(self.rules):\n",
    ),
    evaluation(
        "an object does not belong to the types above its own",
        "src/introplan/relational/state.py",
        "for kind in (own, *ancestors.get(own, ())):",
        "for kind in (own,):",
    ),
    evaluation(
        "of several types only the first counts (either)",
        "src/introplan/relational/state.py",
        "for kind in types for c in self.members.get(kind, ())",
        "for kind in types[:1] for c in self.members.get(kind, ())",
    ),
    evaluation(
        "derived rules are applied once, not until nothing new follows",
        "src/introplan/relational/derived.py",
        "        while new := {x for rule in stratum for x in _derived(rule, moments)} "
        "- known:\n            known |= new\n",
        "        known |= {x for rule in stratum for x in _derived(rule, moments)}\n",
    ),
    evaluation(
        "what a derived literal leads to is not followed up",
        "src/introplan/relational/derivation.py",
        "news.extend(alternative.woken(facts, pattern, row))",
        "news.extend([])",
    ),
    evaluation(
        "De Morgan: a negated conjunction stays a conjunction",
        "src/introplan/relational/rewriting.py",
        "return And(parts) if isinstance(formula, And) == want else Or(parts)",
        "return And(parts) if isinstance(formula, And) else Or(parts)",
    ),
    evaluation(
        "a join takes objects of any type",
        "src/introplan/relational/query.py",
        "                if value in self.members[slot]:\n",
        "                if True:\n",
    ),
    evaluation(
        "a universal precondition is an existential one",
        "src/introplan/relational/query.py",
        "return lambda facts, values: not counterexample(facts, values)",
        "return lambda facts, values: counterexample(facts, values)",
    ),
    evaluation(
        "a variable that occurs twice in a literal need not be the same object",
        "src/introplan/relational/query.py",
        "            elif values[slot] == value:\n                continue\n",
        "            else:\n                continue\n",
    ),
    evaluation(
        "a static literal that is wanted false is decided as if wanted true",
        "src/introplan/relational/grounding.py",
        "return TRIVIAL if is_true == truth else IMPOSSIBLE",
        "return TRIVIAL if is_true else IMPOSSIBLE",
    ),
    evaluation(
        "an impossible part does not make a conjunction impossible",
        "src/introplan/relational/grounding.py",
        "and not goal.children:\n            return goal\n",
        "and not goal.children:\n            continue\n",
    ),
    evaluation(
        "rows above the one that pays are not excluded but required",
        "src/introplan/relational/rewards.py",
        "above.append(Not(rule.condition))",
        "above.append(rule.condition)",
    ),
    simulation(
        "effects of the specification: conditional ones happen always",
        "src/introplan/relational/action.py",
        "            if holds(effect.condition, moments, full):\n",
        "            if True:\n",
    ),
    simulation(
        "adds before deletes: what is added and deleted is gone",
        "src/introplan/relational/schemas.py",
        "deleted = [row for row in deletes if row not in adds and row in facts]",
        "deleted = [row for row in deletes if row in facts]",
    ),
    simulation(
        "only the last cost term of an action counts",
        "src/introplan/relational/action.py",
        "            cost = add(cost, lookup(term))\n",
        "            cost = lookup(term) + 1\n",
    ),
    simulation(
        "going back to another node does not bring back what was deleted",
        "src/introplan/search/world.py",
        "self._change(up.deleted, up.added)",
        "self._change([], up.added)",
    ),
    simulation(
        "derived literals are not recomputed when a premise becomes false",
        "src/introplan/search/world.py",
        "for row in chain(added, deleted)):",
        "for row in chain(added)):",
    ),
    simulation(
        "the identity of a state forgets what was deleted",
        "src/introplan/search/world.py",
        "identity ^= self.compiled.symbols.identity(deleted)",
        "identity ^= 0",
    ),
    simulation(
        "the identity of a state ignores the first predicate",
        "src/introplan/search/compiled.py",
        "total ^= self._identities[row]",
        "total ^= self._identities[row] if row[0] else 0",
    ),
    simulation(
        "the last reward row that holds pays, not the first",
        "src/introplan/search/world.py",
        "return next(met, rows.default)",
        "return [rows.default, *met][-1]",
    ),
    simulation(
        "a stale counter: the action stays done after a trial",
        "src/introplan/search/goal_counters.py",
        "        costs = self.costs()\n        self._flip(taken, truth=False)\n",
        "        costs = self.costs()\n",
    ),
    simulation(
        "a stale counter: what was before is not kept current",
        "src/introplan/search/goal_counters.py",
        "self._flip(self.before.get(row, ()), truth=truth)",
        "self._flip((), truth=truth)",
    ),
    simulation(
        "user code may change a state that is still needed",
        "src/introplan/programs/program.py",
        "after = program.transition(state if is_fixed else copied(state), action)",
        "after = program.transition(state, action)",
    ),
    simulation(
        "two dictionaries with the same keys are one state",
        "src/introplan/programs/identity.py",
        "found = frozenset([(_key(k), _key(v)) for k, v in dict.items(entries)])",
        "found = frozenset([(_key(k), None) for k in entries])",
    ),
    simulation(
        "what an instance of a class carries in its dictionary is not looked at",
        "src/introplan/programs/identity.py",
        "return lambda value: (kind, _items(attributes(value)), content(value))",
        "return lambda value: (kind, content(value))",
    ),
)
