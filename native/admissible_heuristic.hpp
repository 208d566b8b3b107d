// An admissible heuristic from goal counting: unmet facts over what one action can make right.
//
// The distance to a goal is its number of unmet facts (goal_counters.hpp). One action lessens it by
// at most the facts that its effects make right, each as often as it occurs in the goal. So every
// unmet fact costs at least the least cost per fact among all actions: the product is admissible and
// consistent. A conditional effect, and every derived rule, may make any number of facts right at
// once; there all facts of the relation count.
//
// The specification is `AdmissibleHeuristic` in search/costs.py of the Python package.

#pragma once

#include "goal_counters.hpp"
#include "costs.hpp"
#include "world.hpp"

namespace introplan {

class AdmissibleHeuristic {
   public:
    AdmissibleHeuristic(const World& world, const Goal& goal, const ActionCosts& costs);

    // No plan that meets this many unmet facts costs less.
    double cost(Cost unmet) const;

   private:
    double least_ = 0;       // what the action costs at least that fixes the most for its price,
    std::int64_t most_ = 1;  // and how many facts it fixes at most
    bool is_whole_;
};

}  // namespace introplan
