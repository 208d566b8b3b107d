#include "relaxed_task.hpp"

#include <algorithm>
#include <memory>

namespace introplan {

namespace {

void raise(std::vector<std::uint8_t>& flags, std::size_t number) {
    if (number >= flags.size()) flags.resize(number + 1 + number / 2, 0);
    flags[number] = 1;
}

// The parts that must all be true, nested conjunctions opened.
void open(const Sentence& sentence, std::vector<const Sentence*>& parts) {
    if (sentence.kind != Sentence::Kind::ALL) {
        parts.push_back(&sentence);
        return;
    }
    for (const Sentence& part : sentence.parts) open(part, parts);
}

// A literal that never changes, or an equation, as a check of a query.
Check check_of(const Sentence& part, const std::vector<Query::Own>& variables) {
    Check check;
    const bool is_literal = part.kind == Sentence::Kind::LITERAL;
    check.kind = is_literal ? Check::Kind::LITERAL : Check::Kind::EQUALS;
    check.pattern = part.pattern;
    if (!part.truth) {
        Check negated;
        negated.kind = Check::Kind::NOT;
        negated.parts.push_back(std::move(check));
        check = std::move(negated);
    }
    const auto& slots = part.pattern.slots;
    for (const Query::Own& own : variables) {
        const bool is_used = std::find(slots.begin(), slots.end(), own.slot) != slots.end();
        if (is_used) check.needs.push_back(own.slot);
    }
    return check;
}

bool fits(const Pattern& pattern, const Object* row, std::vector<Object>& values) {
    for (std::size_t i = 0; i < pattern.slots.size(); ++i) {
        Object& value = values[pattern.slots[i]];
        if (value != UNBOUND && value != row[i]) return false;
        value = row[i];
    }
    return true;
}

}  // namespace

// What was found on the way: where each operator applies, and the facts that it made true.
struct RelaxedTask::Reach {
    std::vector<Query> queries;
    std::vector<ArgumentLists> applications;
    std::vector<Fact> news;
    std::vector<Fact> added;
    std::size_t count = 0;
};

void RelaxedTask::add_negated(Relation relation) { raise(is_negated_, std::size_t(relation)); }

bool RelaxedTask::is_available() {
    if (!is_ground_ && !is_too_large_) {
        world_.move_to(ROOT);
        try {
            ground();
            is_ground_ = true;
        } catch (const TooLarge&) {
            clear();
            is_too_large_ = true;
        } catch (...) {
            clear();
            throw;
        }
    }
    return is_ground_;
}

// Drop everything but the lifted operators.
void RelaxedTask::clear() {
    RelaxedTask empty(world_);
    std::swap(empty.lifted_, lifted_);
    std::swap(empty.whole_, whole_);
    std::swap(empty.is_negated_, is_negated_);
    std::destroy_at(this);
    std::construct_at(this, std::move(empty));
}

void RelaxedTask::ground() {
    find_derived();
    at_start_.assign(world_.facts.size(), 0);
    for (Fact fact = 0; fact < world_.facts.size(); ++fact) {
        at_start_[fact] = world_.facts.holds(fact) ? 1 : 0;
    }
    Reach found;
    try {
        reach(found);
    } catch (...) {
        for (const Fact fact : found.added) world_.facts.remove(fact);
        throw;
    }
    reached_.assign(world_.facts.size(), 0);
    for (Fact fact = 0; fact < world_.facts.size(); ++fact) {
        reached_[fact] = world_.facts.holds(fact) ? 1 : 0;
    }
    for (const Fact fact : found.added) world_.facts.remove(fact);
    list_actions(found);
    add_operators(found);
    goal_operators_ = operators();
    goal_propositions_ = propositions();
}

void RelaxedTask::find_derived() {
    for (const LiftedOperator& lifted : lifted_) {
        if (lifted.schema >= 0) continue;
        for (const Pattern& head : lifted.adds) raise(is_derived_, std::size_t(head.relation));
    }
}

// The positive literals of a condition, and what can be decided while they are joined.
Query RelaxedTask::query_of(const LiftedOperator& lifted) const {
    std::vector<const Sentence*> parts;
    open(lifted.condition, parts);
    std::vector<Pattern> patterns;
    std::vector<Check> checks;
    for (const Sentence* part : parts) {
        const bool is_literal = part->kind == Sentence::Kind::LITERAL;
        if (is_literal && part->truth) {
            patterns.push_back(part->pattern);
        } else if (part->kind == Sentence::Kind::EQUALS || (is_literal && part->is_static)) {
            checks.push_back(check_of(*part, lifted.variables));
        }
    }
    return {lifted.variables, std::move(patterns), std::move(checks)};
}

// Apply operators until nothing new comes up.
void RelaxedTask::reach(Reach& reach) {
    std::vector<Object> values;
    reach.applications.resize(lifted_.size());
    for (std::size_t i = 0; i < lifted_.size(); ++i) {
        reach.queries.push_back(query_of(lifted_[i]));
        reach.applications[i].clear(lifted_[i].variables.size());
    }
    for (std::size_t i = 0; i < lifted_.size(); ++i) {
        values = lifted_[i].frame;
        apply(i, values, reach);
    }
    while (!reach.news.empty()) {
        const Fact fact = reach.news.back();
        reach.news.pop_back();
        if (world_.facts.holds(fact)) continue;
        world_.facts.add(fact);
        reach.added.push_back(fact);
        for (std::size_t i = 0; i < lifted_.size(); ++i) {
            for (const Pattern& pattern : reach.queries[i].patterns()) {
                if (pattern.relation != world_.facts.relation(fact)) continue;
                values = lifted_[i].frame;
                if (fits(pattern, world_.facts.arguments(fact), values)) apply(i, values, reach);
            }
        }
    }
    for (ArgumentLists& lists : reach.applications) {
        lists.sort();
        lists.drop_repeats();
    }
}

// Note where an operator applies, starting from the values bound already, and what it makes true.
void RelaxedTask::apply(std::size_t number, std::vector<Object>& values, Reach& reach) {
    const LiftedOperator& lifted = lifted_[number];
    ArgumentLists& found = reach.applications[number];
    reach.queries[number].for_each(world_.facts, values.data(), world_.meter, [&] {
        if (++reach.count > MAX_APPLICATIONS) throw TooLarge{};
        for (const Query::Own& own : lifted.variables) found.objects.push_back(values[own.slot]);
        ++found.count;
        for (const Pattern& pattern : lifted.adds) {
            const Object* row = pattern.row(values.data(), buffer_);
            const Fact fact = world_.facts.intern(pattern.relation, row);
            if (!world_.facts.holds(fact)) reach.news.push_back(fact);
        }
        return true;
    });
}

// Number the actions by schema and arguments.
void RelaxedTask::list_actions(const Reach& reach) {
    ArgumentLists own;
    for (std::size_t schema = 0; schema < world_.schemas.size(); ++schema) {
        const std::size_t arity = world_.schemas[schema].parameters.size();
        own.clear(arity);
        for (std::size_t i = 0; i < lifted_.size(); ++i) {
            if (lifted_[i].schema != std::int32_t(schema)) continue;
            const ArgumentLists& found = reach.applications[i];
            for (std::size_t k = 0; k < found.count; ++k) {
                own.objects.insert(own.objects.end(), found.at(k), found.at(k) + arity);
            }
            own.count += found.count;
        }
        own.sort();
        own.drop_repeats();
        first_action_.push_back(actions());
        for (std::size_t k = 0; k < own.count; ++k) {
            action_schema_.push_back(std::int32_t(schema));
            action_arguments_.push_back(arguments_.size());
            arguments_.insert(arguments_.end(), own.at(k), own.at(k) + arity);
        }
    }
    first_action_.push_back(actions());
}

std::span<const Object> RelaxedTask::arguments(std::int32_t action) const {
    const std::size_t arity = world_.schemas[action_schema_[action]].parameters.size();
    return {arguments_.data() + action_arguments_[action], arity};
}

// The number of an action that can be reached; NO_ACTION if it cannot.
std::int32_t RelaxedTask::action_of(std::int32_t schema, const Object* arguments) const {
    const std::size_t arity = world_.schemas[schema].parameters.size();
    const auto own = [&](std::size_t action) {
        return arguments_.data() + action_arguments_[action];
    };
    std::size_t low = first_action_[schema], high = first_action_[schema + 1];
    if (low == high) return RelaxedOperator::NO_ACTION;
    while (low + 1 < high) {
        const std::size_t middle = (low + high) / 2;
        const bool is_behind = std::lexicographical_compare(arguments, arguments + arity,
                                                            own(middle), own(middle) + arity);
        (is_behind ? high : low) = middle;
    }
    const bool is_there = std::equal(arguments, arguments + arity, own(low));
    return is_there ? std::int32_t(low) : RelaxedOperator::NO_ACTION;
}

void RelaxedTask::add_operators(const Reach& reach) {
    std::vector<Object> values;
    const auto bind = [&](const LiftedOperator& lifted, const Object* row) {
        values = lifted.frame;
        for (std::size_t i = 0; i < lifted.variables.size(); ++i) {
            values[lifted.variables[i].slot] = row[i];
        }
    };
    for (std::size_t i = 0; i < lifted_.size(); ++i) {
        for (std::size_t k = 0; k < reach.applications[i].count; ++k) {
            world_.meter.check();
            bind(lifted_[i], reach.applications[i].at(k));
            for (const Pattern& pattern : lifted_[i].deletes) {
                const Object* row = pattern.row(values.data(), buffer_);
                const Fact fact = world_.facts.find(pattern.relation, row);
                if (fact != NO_FACT) raise(deletable_, fact);
            }
        }
    }
    Conjunction needed, given;
    for (std::size_t i = 0; i < lifted_.size(); ++i) {
        const ArgumentLists& found = reach.applications[i];
        for (std::size_t k = 0; k < found.count; ++k) {
            world_.meter.check();
            bind(lifted_[i], found.at(k));
            needed.clear();
            given.clear();
            if (!needs(introplan::ground(lifted_[i].condition, values, world_.facts, world_.meter),
                       needed)) {
                continue;
            }
            add_effects(lifted_[i], values.data(), given);
            if (given.empty()) continue;
            const std::int32_t schema = lifted_[i].schema;
            const bool is_rule = schema < 0;
            add_operator(needed, given,
                         is_rule ? RelaxedOperator::NO_ACTION : action_of(schema, found.at(k)), 1);
            if (needs_.size() + gives_.size() > MAX_ENTRIES) throw TooLarge{};
        }
    }
}

void RelaxedTask::add_effects(const LiftedOperator& lifted, const Object* values, Conjunction& gives) {
    for (const Pattern& pattern : lifted.adds) {
        const Fact fact = world_.facts.find(pattern.relation, pattern.row(values, buffer_));
        Conjunction own;
        if (needs_fact(fact, true, own) && !own.empty()) gives.push_back(own.front());
    }
    const std::size_t added = gives.size();
    for (const Pattern& pattern : lifted.deletes) {
        if (!has(is_negated_, std::size_t(pattern.relation))) continue;
        const Fact fact = world_.facts.find(pattern.relation, pattern.row(values, buffer_));
        if (fact == NO_FACT || !has(reached_, fact)) continue;
        const auto is_same = [&](Proposition p) { return fact_[p] == fact; };
        if (std::any_of(gives.begin(), gives.begin() + std::ptrdiff_t(added), is_same)) continue;
        gives.push_back(proposition(fact, false));
    }
    std::sort(gives.begin(), gives.end());
    gives.erase(std::unique(gives.begin(), gives.end()), gives.end());
}

// One of several ways; nothing is needed if one of them needs nothing.
bool RelaxedTask::needs_any(std::vector<Conjunction> ways, Conjunction& found) {
    std::vector<std::int32_t> key;
    for (Conjunction& way : ways) {
        if (way.empty()) return true;
        key.insert(key.end(), way.begin(), way.end());
        key.push_back(-1);
    }
    if (ways.empty()) return false;
    if (ways.size() == 1) {
        found.insert(found.end(), ways[0].begin(), ways[0].end());
        return true;
    }
    const auto [entry, is_new] = choices_.try_emplace(std::move(key), 0);
    if (is_new) {
        entry->second = new_proposition(NO_FACT, true);
        for (const Conjunction& way : ways) {
            add_operator(way, {&entry->second, 1}, RelaxedOperator::NO_ACTION, 0);
        }
    }
    found.push_back(entry->second);
    return true;
}

bool RelaxedTask::needs_fact(Fact fact, bool truth, Conjunction& found) {
    if (fact == NO_FACT || !has(reached_, fact)) return !truth;
    const bool is_fixed = has(at_start_, fact) && !has(deletable_, fact) &&
                          !has(is_derived_, std::size_t(world_.facts.relation(fact)));
    if (is_fixed) return truth;
    found.push_back(proposition(fact, truth));
    return true;
}

Proposition RelaxedTask::proposition(Fact fact, bool truth) {
    std::vector<Proposition>& known = proposition_of_[truth ? 1 : 0];
    if (fact >= known.size()) known.resize(std::max<std::size_t>(fact + 1, reached_.size()), -1);
    if (known[fact] >= 0) return known[fact];
    const Proposition own = new_proposition(fact, truth);
    proposition_of_[truth ? 1 : 0][fact] = own;
    const auto relation = std::size_t(world_.facts.relation(fact));
    if (!truth && (has(is_derived_, relation) || !has(is_negated_, relation))) {
        add_operator({}, {&own, 1}, RelaxedOperator::UNKNOWN_ACTION, 1);
    }
    return own;
}

Proposition RelaxedTask::new_proposition(Fact fact, bool truth) {
    fact_.push_back(fact);
    truth_.push_back(truth ? 1 : 0);
    return Proposition(fact_.size()) - 1;
}

void RelaxedTask::add_operator(const Conjunction& needs, std::span<const Proposition> gives,
                              std::int32_t action, std::int32_t cost) {
    const std::size_t first = needs_.size();
    needs_.insert(needs_.end(), needs.begin(), needs.end());
    std::sort(needs_.begin() + std::ptrdiff_t(first), needs_.end());
    needs_.erase(std::unique(needs_.begin() + std::ptrdiff_t(first), needs_.end()), needs_.end());
    gives_.insert(gives_.end(), gives.begin(), gives.end());
    first_need_.push_back(needs_.size());
    first_gift_.push_back(gives_.size());
    actions_of_.push_back(action);
    costs_.push_back(cost);
}

RelaxedOperator RelaxedTask::at(std::size_t number) const {
    const auto part = [&](const std::vector<Proposition>& all,
                          const std::vector<std::size_t>& first) {
        return std::span<const Proposition>(all.data() + first[number],
                                            first[number + 1] - first[number]);
    };
    return {part(needs_, first_need_), part(gives_, first_gift_), actions_of_[number],
            costs_[number]};
}

Proposition RelaxedTask::add_goal(const Goal& goal) {
    Conjunction needed;
    const bool is_possible = needs(goal, needed);
    const Proposition whole = new_proposition(NO_FACT, true);
    if (is_possible) add_operator(needed, {&whole, 1}, RelaxedOperator::NO_ACTION, 0);
    return whole;
}

bool RelaxedTask::needs(const Goal& goal, Conjunction& found) {
    std::size_t next = 0;
    return part_needs(goal, next, found);
}

bool RelaxedTask::part_needs(const Goal& goal, std::size_t& next, Conjunction& found) {
    const GoalPart& part = goal[next++];
    if (part.kind == GoalPart::Kind::WANT) {
        if (part.moment != GoalPart::Moment::DID) return needs_fact(part.fact, part.truth, found);
        return !part.truth || needs_action(part.fact, found);
    }
    const bool is_all = part.kind == GoalPart::Kind::ALL;
    bool is_possible = true;
    std::vector<Conjunction> ways;
    for (std::size_t i = 0; i < part.children; ++i) {
        Conjunction own;
        const bool is_own_possible = part_needs(goal, next, is_all ? found : own);
        is_possible = is_possible && is_own_possible;
        if (is_own_possible && !is_all) ways.push_back(std::move(own));
    }
    return is_all ? is_possible : needs_any(std::move(ways), found);
}

// An action that is wanted for its own sake: a proposition that only its doing gives.
bool RelaxedTask::needs_action(Fact action, Conjunction& found) {
    const Relation did = world_.facts.relation(action);
    std::int32_t schema = 0;
    while (world_.schemas[schema].did != did) ++schema;
    const std::size_t arity = world_.schemas[schema].parameters.size();
    const Object* row = world_.facts.arguments(action);
    const std::vector<Object> arguments(row, row + arity);
    const std::int32_t number = action_of(schema, arguments.data());
    if (number < 0) return false;
    std::vector<Object> values = whole_[schema].frame;
    for (std::size_t i = 0; i < arity; ++i) {
        values[whole_[schema].variables[i].slot] = arguments[i];
    }
    Conjunction own;
    if (!needs(introplan::ground(whole_[schema].condition, values, world_.facts, world_.meter),
               own)) {
        return false;
    }
    found.push_back(new_proposition(NO_FACT, true));
    add_operator(own, {&found.back(), 1}, number, 1);
    return true;
}

void RelaxedTask::forget_goal() {
    for (std::size_t p = goal_propositions_; p < fact_.size(); ++p) {
        if (fact_[p] != NO_FACT) proposition_of_[truth_[p]][fact_[p]] = -1;
    }
    std::erase_if(choices_, [&](const auto& entry) {
        return entry.second >= Proposition(goal_propositions_);
    });
    fact_.resize(goal_propositions_);
    truth_.resize(goal_propositions_);
    needs_.resize(first_need_[goal_operators_]);
    gives_.resize(first_gift_[goal_operators_]);
    first_need_.resize(goal_operators_ + 1);
    first_gift_.resize(goal_operators_ + 1);
    actions_of_.resize(goal_operators_);
    costs_.resize(goal_operators_);
}

}  // namespace introplan
