// What a search leaves behind in the world: the ways to its results, and nothing else.

#pragma once

#include "world.hpp"

namespace introplan {

// Run a search from `start`, whatever way it ends leave the world there, and keep no new nodes but
// the paths to its results, which are those of `nodes()`.
template <class Run>
auto keeping_results(World& world, NodeNumber start, Run&& run) {
    const auto first = NodeNumber(world.size());
    decltype(run()) result;
    try {
        result = run();
    } catch (...) {
        world.move_to(start);
        world.forget_except(first, {});
        throw;
    }
    world.move_to(start);
    world.forget_except(first, result.nodes());
    return result;
}

}  // namespace introplan
