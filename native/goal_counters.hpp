// Goal counting: how many facts of a factored goal are unmet, kept current as single facts change.
//
// Every part of a goal (goal.hpp) has a cost, the number of facts still unmet: a want costs 0 or 1,
// an ALL the sum of its children, an ANY the least of them. A goal is met when its cost is 0, so one
// number answers both "is it true?" and "how far is it?". When a fact flips, costs are passed up only
// as long as something changes, however large the goal is. An ANY keeps a histogram of the costs of
// its children; there are few different ones.
//
// Several goals, the roots, share one set of counters. A root is read either on *transitions*, where
// before, done and after are three things, or as a *distance* from a single state: then before and
// after are that state, and the action is still to be taken. A *group* of goals stands for a sum: how
// many of its goals are met is counted along, so that a step costs what it changes, not what the sum
// adds.
//
// The specification is search/goal_counters.py of the Python package.

#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "facts.hpp"
#include "goal.hpp"

namespace introplan {

using Cost = std::int64_t;

constexpr Cost DEAD_END = 1'000'000'000;  // an infinite estimate: what cannot be met

// The places in a counters that read a fact.
class Leaves {
   public:
    struct Leaf {
        std::int32_t part;
        bool truth;
        std::int32_t next;
    };

    bool empty() const { return leaves_.empty(); }
    void add(Fact fact, std::int32_t part, bool truth);
    void clear();
    std::int32_t first(Fact fact) const { return fact < first_.size() ? first_[fact] : -1; }
    const Leaf& at(std::int32_t i) const { return leaves_[i]; }

   private:
    std::vector<std::int32_t> first_;
    std::vector<Leaf> leaves_;
    std::vector<Fact> known_;
};

class GoalCounters {
   public:
    // Do all roots read on transitions depend on the state after alone?
    bool needs_states_only() const { return before_.empty() && did_.empty(); }

    // Does it ask which action was done?
    bool reads_actions() const { return !did_.empty(); }

    void add_transition_root(const Goal& goal, const Facts& facts);
    void add_distance_root(const Goal& goal, const Facts& facts);
    // Start a group of goals that are read on transitions; then add goals to it.
    void add_group() { met_.push_back(0); }
    void add_to_group(const Goal& goal, const Facts& facts);
    void clear();

    // Can the root not be met unless the fact, read after, is as it asks for?
    bool requires_after(Fact fact, std::size_t root) const;

    Cost cost(std::size_t root) const { return cost_[roots_[root]]; }
    std::size_t roots() const { return roots_.size(); }

    // The costs of all roots on a transition with these changes, and then, for each group, how many of
    // its goals are met; the present stays.
    void trial(std::span<const Fact> added, std::span<const Fact> deleted, Fact did,
               std::vector<Cost>& costs);

    // The present changes: from now on `fact` has this truth, before and after.
    void change(Fact fact, bool truth) {
        flip(before_, fact, truth);
        flip(after_, fact, truth);
    }

   private:
    static constexpr std::int32_t NO_PARENT = -1;
    static constexpr std::int32_t ABOVE_GROUPS = -2;  // the parent in group 0; below it, the others

    using Histogram = std::vector<std::pair<Cost, std::int32_t>>;

    std::int32_t build(const Goal& goal, std::size_t& next, std::int32_t parent, bool is_distance,
                       const Facts& facts);
    Cost build_leaf(const GoalPart& want, std::int32_t part, bool is_distance, const Facts& facts);
    void flip(const Leaves& leaves, Fact fact, bool truth);
    void set(std::int32_t part, Cost cost);
    static Cost exchange(Histogram& histogram, Cost old, Cost cost);

    std::vector<Cost> cost_;
    std::vector<std::int32_t> parent_;
    std::vector<std::int32_t> histogram_;  // of an ANY, in `histograms_`; -1 otherwise
    std::vector<Histogram> histograms_;
    std::vector<std::int32_t> roots_;
    std::vector<Cost> met_;  // by group
    Leaves before_, did_, after_;
};

}  // namespace introplan
