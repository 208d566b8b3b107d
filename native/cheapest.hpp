// The cheapest way: A* with an estimate that never says too much.
//
// Nodes wait in order of what a plan through them costs at least: the cost so far and the estimate of
// the rest (estimate.hpp); among equals those with the least rest come first, then in order of
// discovery. Children are produced in the order of schemas and arguments. An end that is found is
// kept, and whatever cannot be cheaper is dropped; when nothing is left, no plan is cheaper than the
// end that was kept, and without one there is none. A state is visited again only when it is reached
// at less cost, or, with a horizon, sooner.
//
// The specification is search/astar.py of the Python package: the same nodes in the same order,
// the same counts.

#pragma once

#include <optional>

#include "best_first.hpp"
#include "prices.hpp"
#include "world.hpp"

namespace introplan {

// What to look for: success, or the state at `target`, which lies on a way from the start.
struct Errand {
    const Goal* guide = nullptr;  // what success asks for
    NodeNumber target = NO_NODE;
    std::optional<std::int32_t> max_depth;
    std::optional<double> below;           // only ends that cost less count
    std::optional<std::int64_t> patience;  // how many children may be looked at
};

// Search from `start`; leaves the world there, and keeps no nodes but the way to the end.
SearchResult cheapest(World& world, const Prices& prices, NodeNumber start, const Errand& errand);

}  // namespace introplan
