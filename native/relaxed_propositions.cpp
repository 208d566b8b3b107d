// The second pass of relaxed_task.hpp: conditions and goals as propositions and operators.

#include <algorithm>

#include "relaxed_task.hpp"

namespace introplan {

// One of several options; nothing is needed if one of them needs nothing.
bool RelaxedTask::needs_any(std::vector<Conjunction> options, Conjunction& found) {
    std::vector<std::int32_t> key;
    for (Conjunction& option : options) {
        if (option.empty()) return true;
        key.insert(key.end(), option.begin(), option.end());
        key.push_back(-1);
    }
    if (options.empty()) return false;
    if (options.size() == 1) {
        found.insert(found.end(), options[0].begin(), options[0].end());
        return true;
    }
    const auto [entry, is_new] = choices_.try_emplace(std::move(key), 0);
    if (is_new) {
        entry->second = new_proposition(NO_FACT, true);
        for (const Conjunction& option : options) {
            add_operator(option, {&entry->second, 1}, RelaxedOperator::NO_ACTION, 0);
        }
    }
    found.push_back(entry->second);
    return true;
}

bool RelaxedTask::needs_fact(Fact fact, bool truth, Conjunction& found) {
    if (fact != NO_FACT && world_.facts.is_comparison(world_.facts.relation(fact))) {
        found.push_back(compared(fact, truth));
        return true;
    }
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

Proposition RelaxedTask::compared(Fact fact, bool truth) {
    std::vector<Proposition>& known = proposition_of_[truth ? 1 : 0];
    if (fact >= known.size()) known.resize(fact + 1, -1);
    if (known[fact] >= 0) return known[fact];
    const Proposition own = known[fact] = new_proposition(fact, truth);
    std::vector<std::pair<Fact, std::uint8_t>> helpful;  // by fluent, in the order of reading
    Facts& facts = world_.facts;
    const std::vector<Object> objects(facts.arguments(fact),
                                      facts.arguments(fact) + facts.arity(facts.relation(fact)));
    const std::vector<Reading> readings = facts.comparison(facts.relation(fact)).readings;
    for (const Reading& reading : readings) {
        std::vector<Object> row;
        for (const int slot : reading.slots) row.push_back(objects[slot]);
        const Fact fluent = facts.intern(reading.function, row.data());
        const auto entry = std::find_if(helpful.begin(), helpful.end(),
                                        [&](const auto& pair) { return pair.first == fluent; });
        const std::uint8_t directions = reading.helpful[truth ? 1 : 0];
        if (entry == helpful.end()) {
            helpful.emplace_back(fluent, directions);
        } else {
            entry->second |= directions;
        }
    }
    for (const auto& [fluent, directions] : helpful) {
        for (const bool is_up : {false, true}) {
            if (!(directions & (is_up ? Reading::UP : Reading::DOWN))) continue;
            add_operator({move(fluent, is_up)}, {&own, 1}, RelaxedOperator::NO_ACTION, 0);
        }
    }
    return own;
}

Proposition RelaxedTask::move(Fact fluent, bool is_up) {
    const auto [entry, is_new] = moves_.try_emplace({fluent, is_up}, 0);
    if (is_new) entry->second = new_proposition(NO_FACT, true);
    return entry->second;
}

void RelaxedTask::add_moves(const LiftedOperator& lifted, const Object* values,
                            Conjunction& gives) {
    for (const NumericEffect& effect : lifted.numeric) {
        std::vector<Object> row;
        for (const int slot : effect.slots) row.push_back(values[slot]);
        const Fact fluent = world_.facts.intern(effect.function, row.data());
        const std::uint8_t directions = effect.moves(world_.facts, values);
        if (directions & Reading::DOWN) gives.push_back(move(fluent, false));
        if (directions & Reading::UP) gives.push_back(move(fluent, true));
    }
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
    std::vector<Conjunction> options;
    for (std::size_t i = 0; i < part.children; ++i) {
        Conjunction own;
        const bool is_own_possible = part_needs(goal, next, is_all ? found : own);
        is_possible = is_possible && is_own_possible;
        if (is_own_possible && !is_all) options.push_back(std::move(own));
    }
    return is_all ? is_possible : needs_any(std::move(options), found);
}

// An action that the goal itself names: a proposition that only doing it gives.
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
    std::erase_if(moves_, [&](const auto& entry) {
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
