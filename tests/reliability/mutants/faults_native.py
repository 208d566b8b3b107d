"""Faults in the native engine."""

from __future__ import annotations

from functools import partial

from reliability.mutants.fault import Fault, Kind

evaluation = partial(Fault, Kind.EVALUATION)
simulation = partial(Fault, Kind.SIMULATION)
search = partial(Fault, Kind.SEARCH)
introspection = partial(Fault, Kind.INTROSPECTION)

NATIVE = (
    evaluation(
        "native: equality is negated",
        "native/query.cpp",
        "return values[pattern.slots[0]] == values[pattern.slots[1]];",
        "return values[pattern.slots[0]] != values[pattern.slots[1]];",
    ),
    evaluation(
        "native: a universal precondition is the opposite",
        "native/query.cpp",
        "        case Kind::FORALL:\n            return !query->has_answer(facts, values, meter);",
        "        case Kind::FORALL:\n            return query->has_answer(facts, values, meter);",
    ),
    evaluation(
        "native: a join takes objects of any type",
        "native/query.cpp",
        "            if (range != nullptr && !range->has[row[i]]) return false;\n",
        "",
    ),
    evaluation(
        "native: a quantified goal asks for some object instead of all",
        "native/sentence.cpp",
        "            case Sentence::Kind::FORALL:\n"
        "                return write_bindings(sentence, GoalPart::Kind::ALL);",
        "            case Sentence::Kind::FORALL:\n"
        "                return write_bindings(sentence, GoalPart::Kind::ANY);",
    ),
    evaluation(
        "native: an inequality in a goal is an equality",
        "native/sentence.cpp",
        "return decide((values_[slots[0]] == values_[slots[1]]) == sentence.truth);",
        "return decide(values_[slots[0]] == values_[slots[1]]);",
    ),
    evaluation(
        "native: `before` is read in the state after",
        "native/goal_counters.cpp",
        "const bool is_before = want.moment == GoalPart::Moment::BEFORE && !is_distance;",
        "const bool is_before = false && is_distance;",
    ),
    evaluation(
        "native: rules that ask for what they derive are applied once",
        "native/schema.cpp",
        "if (is_first || rule.is_opaque) apply(rule, rule.frame, facts, meter, news);",
        "if (is_first) apply(rule, rule.frame, facts, meter, news);",
    ),
    evaluation(
        "native: the first row of a decision list is passed over",
        "native/world.cpp",
        "    std::size_t row = 0;\n",
        "    std::size_t row = list.values.size() > 2 ? 1 : 0;\n",
    ),
    simulation(
        "native: adds before deletes: what is added and deleted is gone",
        "native/schema.cpp",
        "if (mark(fact, last_mark_)) delta.deleted.push_back(fact);",
        "mark(fact, last_mark_), delta.deleted.push_back(fact);",
    ),
    simulation(
        "native: going back to another node does not bring back what was deleted",
        "native/world.cpp",
        "change(deleted(nodes_[up]), added(nodes_[up]));",
        "change({}, added(nodes_[up]));",
    ),
    simulation(
        "native: derived facts are not recomputed when a premise becomes false",
        "native/world.cpp",
        "    return std::any_of(delta.added.begin(), delta.added.end(), is_premise) ||\n"
        "           std::any_of(delta.deleted.begin(), delta.deleted.end(), is_premise);",
        "    return std::any_of(delta.added.begin(), delta.added.end(), is_premise);",
    ),
    simulation(
        "native: the identity of a state forgets what was deleted",
        "native/world.cpp",
        "    toggle(child.identity, child.delta.deleted);\n",
        "",
    ),
    simulation(
        "native: two rows of one relation share a number (a b, b a)",
        "native/facts.cpp",
        "index = index * objects_ + arguments[i];",
        "index = index + arguments[i];",
    ),
    simulation(
        "native: a stale counter: the action stays done after a trial",
        "native/goal_counters.cpp",
        "    if (did != NO_FACT) flip(did_, did, false);\n",
        "",
    ),
    simulation(
        "native: a conditional effect happens for the first object only",
        "native/schema.cpp",
        "            collect(effect, values_.data(), facts);\n            return true;\n",
        "            collect(effect, values_.data(), facts);\n            return false;\n",
    ),
    simulation(
        "native: every action that has a table of costs costs 1",
        "native/costs.hpp",
        "if (found != term.table.end()) total += found->second;",
        "if (found != term.table.end()) total += 1;",
    ),
    simulation(
        "native: a true row is lost from the index when another one goes",
        "native/facts.cpp",
        "            if (!list.empty()) continue;\n",
        "",
    ),
    search(
        "native: the horizon is one move too long",
        "native/forward_search.cpp",
        "world_.node(number).depth != *request_.max_depth) return false;",
        "world_.node(number).depth - 1 != *request_.max_depth) return false;",
    ),
    search(
        "native: the score of a plan is that of its last step",
        "native/forward_search.cpp",
        "world_.pay(child_, outcome.reward);",
        "child_.score = child_.reward = outcome.reward;",
    ),
    search(
        "native: a transition that fails is taken like any other",
        "native/forward_search.cpp",
        "    if (outcome.status == Status::FAILURE) return false;\n",
        "",
    ),
    search(
        "native: milestones to avoid are not avoided",
        "native/forward_search.cpp",
        "const bool is_met = costs_[0] == 0 && !is_avoided(child_.identity);",
        "const bool is_met = costs_[0] == 0;",
    ),
    search(
        "native: a state that was left for good is a better visit than any",
        "native/closed_list.hpp",
        "if (is_in_time && visits_[i].score >= score) return true;",
        "if (is_in_time) return true;",
    ),
    search(
        "native: the first end that is found is called the cheapest",
        "native/astar.cpp",
        "        below_ = cost;\n",
        "        below_ = -1;\n",
    ),
    search(
        "native: a cheaper visit that comes later than another is dropped",
        "native/astar.cpp",
        "return depth <= other.depth && cost <= other.cost;",
        "return depth <= other.depth;",
    ),
    search(
        "native: the estimate says too much: deletes that help are not counted",
        "native/admissible_heuristic.cpp",
        "            for (const Pattern& p : effect.deletes) "
        "most += count_of(counts, p.relation, false);\n",
        "",
    ),
    search(
        "native: clean-up drops steps that pay",
        "native/action_elimination.cpp",
        "    if (!(gain_ >= 0)) return false;\n",
        "",
    ),
    introspection(
        "native: contradictory mutations are not removed",
        "native/enumeration.cpp",
        "        if ((merged[i].code ^ merged[i - 1].code) == TRUTH) return false;\n",
        "        if ((merged[i].code ^ merged[i - 1].code) == 0) return false;\n",
    ),
    introspection(
        "native: mutations come furthest first",
        "native/enumeration.cpp",
        "is_true == want.truth ? MET : UNMET",
        "is_true == want.truth ? UNMET : MET",
    ),
    introspection(
        "native: what can be added and what can be deleted are mixed up",
        "native/mutability.cpp",
        "if (!has(truth ? rules_.addable : rules_.deletable, relation)) return false;",
        "if (!has(truth ? rules_.deletable : rules_.addable, relation)) return false;",
    ),
    introspection(
        "native: subsumed mutations are kept",
        "native/enumeration.cpp",
        "return std::any_of(emitted_.begin(), emitted_.end(), covers);",
        "return emitted_.size() > 1 && covers(emitted_[0]);",
    ),
    introspection(
        "the numbers of `before` and `after` are swapped on the way to the native engine",
        "src/introplan/search/native/encoding.py",
        "MOMENTS = {Moment.BEFORE: 0, Moment.DID: 1, Moment.AFTER: 2}",
        "MOMENTS = {Moment.BEFORE: 2, Moment.DID: 1, Moment.AFTER: 0}",
    ),
)
