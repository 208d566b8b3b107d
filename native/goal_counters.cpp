#include "goal_counters.hpp"

#include <algorithm>

namespace introplan {

void Leaves::add(Fact fact, std::int32_t part, bool truth) {
    if (fact >= first_.size()) first_.resize(fact + 1, -1);
    if (first_[fact] < 0) known_.push_back(fact);
    leaves_.push_back({part, truth, first_[fact]});
    first_[fact] = std::int32_t(leaves_.size()) - 1;
}

void Leaves::clear() {
    for (const Fact fact : known_) first_[fact] = -1;
    known_.clear();
    leaves_.clear();
}

void GoalCounters::add_transition_root(const Goal& goal, const Facts& facts) {
    std::size_t next = 0;
    roots_.push_back(build(goal, next, NO_PARENT, false, facts));
}

void GoalCounters::add_distance_root(const Goal& goal, const Facts& facts) {
    std::size_t next = 0;
    roots_.push_back(build(goal, next, NO_PARENT, true, facts));
}

void GoalCounters::add_to_group(const Goal& goal, const Facts& facts) {
    std::size_t next = 0;
    const std::int32_t parent = ABOVE_GROUPS - std::int32_t(met_.size() - 1);
    if (cost_[build(goal, next, parent, false, facts)] == 0) ++met_.back();
}

void GoalCounters::clear() {
    cost_.clear();
    parent_.clear();
    histogram_.clear();
    histograms_.clear();
    roots_.clear();
    met_.clear();
    before_.clear();
    did_.clear();
    after_.clear();
}

std::int32_t GoalCounters::build(const Goal& goal, std::size_t& next, std::int32_t parent,
                            bool is_distance, const Facts& facts) {
    const GoalPart& own = goal[next++];
    const auto part = std::int32_t(cost_.size());
    cost_.push_back(0);
    parent_.push_back(parent);
    histogram_.push_back(-1);
    if (own.kind == GoalPart::Kind::WANT) {
        cost_[part] = build_leaf(own, part, is_distance, facts);
        return part;
    }
    Cost sum = 0;
    Histogram histogram;
    for (std::size_t i = 0; i < own.children; ++i) {
        const Cost cost = cost_[build(goal, next, part, is_distance, facts)];
        sum += cost;
        if (own.kind == GoalPart::Kind::ANY) exchange(histogram, -1, cost);
    }
    cost_[part] = sum;
    if (own.kind == GoalPart::Kind::ANY) {
        cost_[part] = DEAD_END;
        if (!histogram.empty()) cost_[part] = std::min_element(histogram.begin(), histogram.end())->first;
        histogram_[part] = std::int32_t(histograms_.size());
        histograms_.push_back(std::move(histogram));
    }
    return part;
}

Cost GoalCounters::build_leaf(const GoalPart& want, std::int32_t part, bool is_distance,
                         const Facts& facts) {
    if (want.moment == GoalPart::Moment::DID) {
        if (!is_distance) did_.add(want.fact, part, want.truth);
        return want.truth ? 1 : 0;
    }
    const bool is_before = want.moment == GoalPart::Moment::BEFORE && !is_distance;
    (is_before ? before_ : after_).add(want.fact, part, want.truth);
    return facts.holds(want.fact) != want.truth ? 1 : 0;
}

bool GoalCounters::requires_after(Fact fact, std::size_t root) const {
    for (std::int32_t i = after_.first(fact); i >= 0; i = after_.at(i).next) {
        std::int32_t part = after_.at(i).part;
        while (part >= 0 && part != roots_[root]) {  // up, as long as there are only ALLs
            part = parent_[part];
            if (part >= 0 && histogram_[part] >= 0) part = -1;
        }
        if (part >= 0) return true;
    }
    return false;
}

void GoalCounters::trial(std::span<const Fact> added, std::span<const Fact> deleted, Fact did,
                    std::vector<Cost>& costs) {
    for (const Fact fact : added) flip(after_, fact, true);
    for (const Fact fact : deleted) flip(after_, fact, false);
    if (did != NO_FACT) flip(did_, did, true);
    costs.clear();
    for (const std::int32_t root : roots_) costs.push_back(cost_[root]);
    costs.insert(costs.end(), met_.begin(), met_.end());
    if (did != NO_FACT) flip(did_, did, false);
    for (const Fact fact : added) flip(after_, fact, false);
    for (const Fact fact : deleted) flip(after_, fact, true);
}

void GoalCounters::flip(const Leaves& leaves, Fact fact, bool truth) {
    for (std::int32_t i = leaves.first(fact); i >= 0; i = leaves.at(i).next) {
        set(leaves.at(i).part, leaves.at(i).truth == truth ? 0 : 1);
    }
}

void GoalCounters::set(std::int32_t part, Cost cost) {
    while (true) {
        const Cost old = cost_[part];
        if (old == cost) return;
        cost_[part] = cost;
        const std::int32_t parent = parent_[part];
        if (parent < 0) {
            if (parent != NO_PARENT) met_[ABOVE_GROUPS - parent] += (cost == 0) - (old == 0);
            return;
        }
        const std::int32_t histogram = histogram_[parent];
        cost = histogram < 0 ? cost_[parent] + cost - old
                             : exchange(histograms_[histogram], old, cost);
        part = parent;
    }
}

// One child less has cost `old`, one more has `cost`; the least cost comes back.
Cost GoalCounters::exchange(Histogram& histogram, Cost old, Cost cost) {
    bool is_known = false;
    Cost least = cost;
    for (std::size_t i = 0; i < histogram.size();) {
        auto& [value, count] = histogram[i];
        if (value == cost) {
            ++count;
            is_known = true;
        } else if (value == old && --count == 0) {
            histogram[i] = histogram.back();
            histogram.pop_back();
            continue;
        }
        least = std::min(least, value);
        ++i;
    }
    if (!is_known) histogram.emplace_back(cost, 1);
    return least;
}

}  // namespace introplan
