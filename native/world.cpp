#include "world.hpp"

#include <algorithm>
#include <cassert>

namespace introplan {

namespace {

std::uint64_t scattered(std::uint64_t x) {  // splitmix64
    x += 0x9E3779B97F4A7C15ull;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}

Identity identity_of(Fact fact) {
    return {scattered(2 * std::uint64_t(fact)), scattered(2 * std::uint64_t(fact) + 1)};
}

template <class Value>
Value first_met(const DecisionList<Value>& list, const Cost* costs) {
    std::size_t row = 0;
    while (row + 1 < list.values.size() && costs[row] != 0) ++row;
    return list.values[row];
}

}  // namespace

void World::begin() {
    Node root;
    root.identity = identity_of(NO_FACT);  // so that a state without facts has an identity, too
    for (Fact fact = 0; fact < facts.size(); ++fact) {
        if (facts.holds(fact)) root.identity ^= identity_of(fact);
    }
    derived_ = derivation.derive(facts, meter);
    nodes_.assign(1, root);
}

std::span<const Object> World::arguments(NodeNumber number) const {
    const Node& node = nodes_[number];
    if (node.schema < 0) return {};
    return {arguments_.data() + node.arguments, schemas[node.schema].parameters.size()};
}

std::span<const Fact> World::added(const Node& node) const {
    return {deltas_.data() + node.delta, node.added};
}

std::span<const Fact> World::deleted(const Node& node) const {
    return {deltas_.data() + node.delta + node.added, node.deleted};
}

void World::move_to(NodeNumber number) {
    NodeNumber up = here_, down = number;
    redo_.clear();
    while (up != down) {
        if (nodes_[up].depth >= nodes_[down].depth && nodes_[up].parent != NO_NODE) {
            change(deleted(nodes_[up]), added(nodes_[up]));
            up = nodes_[up].parent;
        } else {
            redo_.push_back(down);
            down = nodes_[down].parent;
            assert(down != NO_NODE);
        }
    }
    for (auto step = redo_.rbegin(); step != redo_.rend(); ++step) {
        change(added(nodes_[*step]), deleted(nodes_[*step]));
    }
    here_ = number;
}

void World::notify(Fact fact, bool truth) {
    outcomes.change(fact, truth);
    if (counters_ != nullptr) counters_->change(fact, truth);
    if (successor_order_ != nullptr) successor_order_->change(fact, truth);
}

void World::change(std::span<const Fact> added, std::span<const Fact> deleted) {
    for (const Fact fact : deleted) {
        facts.remove(fact);
        notify(fact, false);
    }
    for (const Fact fact : added) {
        facts.add(fact);
        notify(fact, true);
    }
    compare_again(deleted);
    compare_again(added);
    if (derivation.empty()) return;
    for (const Fact fact : deleted) derived_.remove(fact);
    for (const Fact fact : added) {
        if (derivation.is_derived(facts.relation(fact))) derived_.add(fact);
    }
}

// Decide the comparisons anew that read numbers which changed.
void World::compare_again(std::span<const Fact> changed) {
    for (const Fact value : changed) {
        if (!facts.is_value(value)) continue;
        for (const Fact fact : facts.readers(facts.fluent(value))) {
            const bool is_true = facts.compares(fact);
            if (is_true == facts.holds(fact)) continue;
            if (is_true) {
                facts.add(fact);
            } else {
                facts.remove(fact);
            }
            notify(fact, is_true);
        }
    }
}

void World::find_compared(std::span<const Fact> added, Delta& compared) {
    compared.clear();
    std::vector<std::pair<Fact, double>> old;
    for (const Fact value : added) {
        if (!facts.is_value(value)) continue;
        const Fact fluent = facts.fluent(value), known = facts.value_fact(fluent);
        old.emplace_back(fluent, known == NO_FACT ? UNDEFINED : facts.number(known));
    }
    for (const Fact value : added) {
        if (facts.is_value(value)) facts.try_value(facts.fluent(value), facts.number(value));
    }
    for (const auto& [fluent, number] : old) {
        for (const Fact fact : facts.readers(fluent)) {
            const bool is_true = facts.compares(fact);
            if (is_true != facts.holds(fact)) (is_true ? compared.added : compared.deleted).push_back(fact);
        }
    }
    for (const auto& [fluent, number] : old) facts.try_value(fluent, number);
}

void World::make_child(std::int32_t schema, const Object* arguments, Candidate& child) {
    const Node& here = nodes_[here_];
    child.schema = schema;
    child.arguments.assign(arguments, arguments + schemas[schema].parameters.size());
    changes_.find(schemas[schema], arguments, facts, meter, child.delta);
    child.identity = here.identity;
    toggle(child.identity, child.delta.added);
    toggle(child.identity, child.delta.deleted);
    if (!derivation.empty() && touches_premises(child.delta)) rederive(child.delta);
    find_compared(child.delta.added, child.compared);
    child.depth = here.depth + 1;
    child.score = here.score;
}

bool World::try_child(std::int32_t schema, const Object* arguments, Candidate& child) {
    if (!is_applicable(schemas[schema], facts, arguments, meter)) return false;
    make_child(schema, arguments, child);
    return true;
}

bool World::touches_premises(const Delta& delta) const {
    const auto is_premise = [&](Fact fact) {
        const Fact row = facts.is_value(fact) ? facts.fluent(fact) : fact;
        return derivation.is_premise(facts.relation(row));
    };
    return std::any_of(delta.added.begin(), delta.added.end(), is_premise) ||
           std::any_of(delta.deleted.begin(), delta.deleted.end(), is_premise);
}

void World::toggle(Identity& identity, std::span<const Fact> changed) {
    for (const Fact fact : changed) {
        while (fact >= identities_.size()) {
            identities_.push_back(identity_of(Fact(identities_.size())));
        }
        identity ^= identities_[fact];
    }
}

// Extend a change of basic facts by what it does to the derived ones.
void World::rederive(Delta& delta) {
    for (const Fact fact : delta.deleted) facts.remove(fact);
    for (const Fact fact : derived_.all()) facts.remove(fact);
    for (const Fact fact : delta.added) facts.add(fact);
    const FactSet derived = derivation.derive(facts, meter);
    for (const Fact fact : delta.added) facts.remove(fact);
    for (const Fact fact : derived.all()) facts.remove(fact);
    for (const Fact fact : delta.deleted) facts.add(fact);
    for (const Fact fact : derived_.all()) facts.add(fact);
    for (const Fact fact : derived.all()) {
        if (!derived_.has(fact)) delta.added.push_back(fact);
    }
    for (const Fact fact : derived_.all()) {
        if (!derived.has(fact)) delta.deleted.push_back(fact);
    }
}

void World::trial(GoalCounters& counters, const Candidate& child, std::vector<Cost>& costs) const {
    Fact did = NO_FACT;
    if (counters.reads_actions()) {
        did = facts.find(schemas[child.schema].did, child.arguments.data());
    }
    if (child.compared.added.empty() && child.compared.deleted.empty()) {
        counters.trial(child.delta.added, child.delta.deleted, did, costs);
        return;
    }
    trial_ = child.delta;
    const Delta& more = child.compared;
    trial_.added.insert(trial_.added.end(), more.added.begin(), more.added.end());
    trial_.deleted.insert(trial_.deleted.end(), more.deleted.begin(), more.deleted.end());
    counters.trial(trial_.added, trial_.deleted, did, costs);
}

Outcome World::outcome(const Candidate& child) {
    trial(outcomes, child, costs_);
    const std::size_t reward_rows = reward.values.size() - 1;
    double paid = first_met(reward, costs_.data());
    const Cost* met = costs_.data() + outcomes.roots();
    for (std::size_t i = 0; i < sums.size(); ++i) paid += sums[i] * double(met[i]);
    Status status = first_met(termination, costs_.data() + reward_rows);
    if (success_value && paid >= *success_value && status == Status::CONTINUE) {
        status = Status::SUCCESS;
    }
    return {paid, status};
}

void World::pay(Candidate& child, double reward) {
    child.reward = reward;
    child.score += discounted(reward, child.depth - 1);
}

double World::discounted(double reward, std::int32_t depth) {
    while (worth_.size() <= std::size_t(depth)) worth_.push_back(worth_.back() * discount);
    return worth_[depth] * reward;
}

NodeNumber World::store(const Candidate& child) {
    Node node;
    node.identity = child.identity;
    node.score = child.score;
    node.reward = child.reward;
    node.delta = deltas_.size();
    node.arguments = arguments_.size();
    node.added = std::uint32_t(child.delta.added.size());
    node.deleted = std::uint32_t(child.delta.deleted.size());
    node.parent = here_;
    node.schema = child.schema;
    node.depth = child.depth;
    deltas_.insert(deltas_.end(), child.delta.added.begin(), child.delta.added.end());
    deltas_.insert(deltas_.end(), child.delta.deleted.begin(), child.delta.deleted.end());
    arguments_.insert(arguments_.end(), child.arguments.begin(), child.arguments.end());
    nodes_.push_back(node);
    return NodeNumber(nodes_.size()) - 1;
}

NodeNumber World::store_again(NodeNumber step, NodeNumber parent) {
    Node node = nodes_[step];
    const std::size_t changed = node.added + node.deleted;
    const std::size_t arity = schemas[node.schema].parameters.size();
    node.score = nodes_[parent].score + discounted(node.reward, nodes_[parent].depth);
    node.depth = nodes_[parent].depth + 1;
    node.parent = parent;
    const std::size_t old_delta = node.delta, old_arguments = node.arguments;
    node.delta = deltas_.size();
    node.arguments = arguments_.size();
    for (std::size_t i = 0; i < changed; ++i) deltas_.push_back(deltas_[old_delta + i]);
    for (std::size_t i = 0; i < arity; ++i) arguments_.push_back(arguments_[old_arguments + i]);
    nodes_.push_back(node);
    return NodeNumber(nodes_.size()) - 1;
}

void World::forget_except(NodeNumber first, std::vector<NodeNumber*> kept) {
    std::vector<NodeNumber> needed;
    for (const NodeNumber* number : kept) {
        for (NodeNumber n = *number; n != NO_NODE && n >= first; n = nodes_[n].parent) {
            needed.push_back(n);
        }
    }
    std::sort(needed.begin(), needed.end());
    needed.erase(std::unique(needed.begin(), needed.end()), needed.end());
    const auto renumbered = [&](NodeNumber number) {
        if (number == NO_NODE || number < first) return number;
        const auto place = std::lower_bound(needed.begin(), needed.end(), number);
        return first + NodeNumber(place - needed.begin());
    };
    if (first < nodes_.size() && needed.size() < nodes_.size() - first) {
        std::size_t delta = nodes_[first].delta, argument = nodes_[first].arguments;
        for (std::size_t i = 0; i < needed.size(); ++i) {
            Node node = nodes_[needed[i]];
            const std::size_t changed = node.added + node.deleted;
            const std::size_t arity = schemas[node.schema].parameters.size();
            std::copy_n(deltas_.begin() + node.delta, changed, deltas_.begin() + delta);
            std::copy_n(arguments_.begin() + node.arguments, arity, arguments_.begin() + argument);
            node.delta = delta;
            node.arguments = argument;
            node.parent = renumbered(node.parent);
            nodes_[first + i] = node;
            delta += changed;
            argument += arity;
        }
        nodes_.resize(first + needed.size());
        deltas_.resize(delta);
        arguments_.resize(argument);
    }
    for (NodeNumber* number : kept) *number = renumbered(*number);
}

}  // namespace introplan
