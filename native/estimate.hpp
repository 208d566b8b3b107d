// How much it costs at least to meet a goal: unmet facts over what one action can fix.
//
// The distance to a goal is its number of unmet facts (circuit.hpp), and one action lessens it by no
// more than the facts that its effects make right, each as often as it occurs in the goal. So every
// unmet fact costs at least the least price per fact among all actions: the product is admissible
// and consistent. What an effect does under a condition, or a derived rule anywhere, may be any
// number of facts at once; then all facts of that relation count.
//
// The specification is search/astar.py of the Python package.

#pragma once

#include "circuit.hpp"
#include "prices.hpp"
#include "world.hpp"

namespace introplan {

class Estimate {
   public:
    Estimate(const World& world, const Goal& goal, const Prices& prices);

    // No plan that meets this many unmet facts costs less.
    double cost(Cost unmet) const;

   private:
    double least_ = 0;       // what the action costs at least that fixes the most for its price,
    std::int64_t most_ = 1;  // and how many facts it fixes at most
    bool is_whole_;
};

}  // namespace introplan
