"""What a transition pays, by joins: against the definition on random tasks with sums."""

from __future__ import annotations

import random

from introplan.relational.action import did
from introplan.relational.evaluation import Moments
from introplan.relational.formula import Moment, Predicate
from introplan.relational.grounding import NounVocabulary
from introplan.relational.query import Facts, Row
from introplan.relational.transition_queries import CountQuery, ListQuery, marked, read_before
from random_tasks import random_task


def test_a_mark_tells_the_moments_apart() -> None:
    """No name in a file has a space, so no predicate of a user is met."""
    at = Predicate("at", 2)
    assert marked(Moment.BEFORE, at) == Predicate("before at", 2)
    assert marked(Moment.DID, at) != marked(Moment.BEFORE, at)


def test_lists_and_sums_are_worth_what_the_definition_says() -> None:
    """Along random walks: rows of three moments and joins, against trying every binding."""
    compared = 0
    for seed in range(40):
        task = random_task(seed)
        if task.domain.derived or task.is_numeric:
            continue
        vocabulary = NounVocabulary(task.start.objects)
        reward, rng = task.reward, random.Random(seed)
        marks = read_before(reward.conditions, [])
        listed = ListQuery(reward.rows, vocabulary)
        counts = [CountQuery(row, vocabulary) for row in reward.sums]
        state = task.start
        for _ in range(4):
            actions = task.actions(state)
            if not actions:
                break
            action = rng.choice(actions)
            outcome = task.step(state, action)
            rows: list[Row] = [(f.predicate, *f.terms) for f in outcome.state.facts]
            rows += [(marks[f.predicate], *f.terms) for f in state.facts if f.predicate in marks]
            done = marked(Moment.DID, Predicate(action.name, len(action.arguments)))
            rows.append((done, *action.arguments))
            facts = Facts()
            for row in rows:
                facts.add(row)
            paid = reward.paid(listed.value(facts), [c.count(facts) for c in counts])
            moments = Moments(task.start.objects, outcome.state.facts, state.facts, did(action))
            assert paid == reward.value(moments) == outcome.reward, seed
            compared += 1
            state = outcome.state
    assert compared > 50
