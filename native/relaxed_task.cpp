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
        if (is_literal && world_.facts.is_comparison(part->pattern.relation)) continue;
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
    add_moves(lifted, values, gives);
    std::sort(gives.begin(), gives.end());
    gives.erase(std::unique(gives.begin(), gives.end()), gives.end());
}

}  // namespace introplan
