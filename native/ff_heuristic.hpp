// h_FF (Hoffmann and Nebel 2001): the size of a relaxed plan, found with h_add as in Keyder and
// Geffner (2008).
//
// In the delete relaxation (relaxed_task.hpp) every proposition gets a cost: an operator costs its
// own cost plus the sum of what it needs (h_add, Bonet and Geffner 2001), a proposition the least
// over the operators that give it; the first of these in the order of operators is its *best
// supporter*. Following the best supporters back from the goal collects a relaxed plan. The number of
// different actions in it is the distance, and those of them that are applicable now are the
// *preferred operators* (helpful actions).
//
// The distance is 0 exactly if the goal holds. It is DEAD_END only if the goal cannot be reached from
// here at all, since the relaxation only ever adds possibilities: a proof.
//
// Costs are settled in increasing order, equal ones together, so that the result does not depend on
// the order in which propositions are looked at.
//
// The specification is search/ff_heuristic.py of the Python package.

#pragma once

#include <cstdint>
#include <queue>
#include <vector>

#include "relaxed_task.hpp"

namespace introplan {

class FFHeuristic {
   public:
    explicit FFHeuristic(RelaxedTask& relaxed_task) : task_(relaxed_task) {}

    // Take up a goal: what is relevant to it, backwards from there.
    void begin(const Goal& goal);

    // The number of actions from the present to the goal, or DEAD_END.
    Cost distance();

    // The actions of the last relaxed plan that apply now, in order.
    const std::vector<std::int32_t>& preferred() const { return preferred_; }

    // All actions of the last relaxed plan, in order.
    const std::vector<std::int32_t>& actions() const { return actions_; }

   private:
    static constexpr std::int32_t GOAL = 0;
    static constexpr std::int32_t INFINITE = 1'000'000'000;  // two of them add up without overflow

    struct Operator {
        std::int32_t cost = 0;    // its own and that of what it needs, as far as settled
        std::int32_t unmet = 0;   // how many of its needs are not settled
        std::uint32_t gift = 0;   // where its gifts begin; those of the next one follow
        std::int32_t action = 0;
    };

    void select(Proposition goal);
    void settle(std::int32_t cost, Proposition proposition);
    void fire(std::int32_t number);
    void collect();
    void explore();

    RelaxedTask& task_;
    std::vector<Fact> fact_;                      // by own number of the proposition
    std::vector<std::uint8_t> truth_;
    std::vector<Operator> fresh_, operators_;     // at first, and during a walk
    std::vector<std::int32_t> gives_, needs_;
    std::vector<std::uint32_t> first_need_;       // by operator, in `needs_`
    std::vector<std::uint32_t> first_user_;       // by proposition, in `users_`
    std::vector<std::int32_t> users_;
    std::vector<std::int32_t> free_;              // operators that need nothing
    std::vector<std::int32_t> own_cost_;

    std::vector<std::int32_t> cost_, supporter_;  // by proposition
    std::vector<std::vector<std::int32_t>> buckets_;  // propositions to be used, by cost
    using Entry = std::pair<std::int32_t, std::int32_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> dear_;
    std::vector<std::uint32_t> marks_;            // by operator
    std::uint32_t last_mark_ = 0;
    std::vector<std::int32_t> stack_, preferred_, actions_;
};

}  // namespace introplan
