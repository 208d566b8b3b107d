// A* (Hart, Nilsson and Raphael 1968): the cheapest path, by a heuristic that never overestimates.
//
// The open list is ordered by f = g + h, ties by the smaller h, then in order of discovery; g is the
// cost so far and h comes from admissible_heuristic.hpp. Children are produced in the order of
// schemas and arguments. The cheapest goal found so far bounds the search: nodes with f at or above
// its cost are pruned, and an empty open list proves that no path is cheaper (or that there is none).
// A state is reopened only at less cost, or, with a horizon, at less depth.
//
// The specification is search/astar.py of the Python package: the same nodes in the same order, the
// same counts.

#pragma once

#include <optional>

#include "best_first.hpp"
#include "costs.hpp"
#include "world.hpp"

namespace introplan {

// What to look for: success, or the state at `target`, which lies on a way from the start.
struct CheapestPathRequest {
    const Goal* guide = nullptr;  // what success asks for
    NodeNumber target = NO_NODE;
    std::optional<std::int32_t> max_depth;
    std::optional<double> below;                // only paths that cost less count
    std::optional<std::int64_t> max_generated;  // children
};

// Search from `start`; leaves the world there, and keeps no nodes but the way to the end.
SearchResult astar_search(World& world, const ActionCosts& costs, NodeNumber start,
                          const CheapestPathRequest& request);

}  // namespace introplan
