// Clean-up of a plan: drop the steps that success does not need.
//
// Take one step away, and with it every later one that thereby cannot be taken any more. If what is
// left still ends with success, and pays at least as much, it is the plan from now on. The replay
// follows the difference between the old way and the new one: once there is none, the rest is as it
// was; once it holds a fact that success cannot do without and no later step writes, the attempt has
// failed. Most attempts end after a step or two, and all of them together after a number of replayed
// steps in proportion to the plan.
//
// Every replayed step is asked of the world itself, so preconditions, effects and rewards of any kind
// need no rules of their own. Only the early end of hopeless attempts knows more, and keeps to facts
// that unconditional effects alone can change.
//
// The specification is search/cleanup.py of the Python package: the same attempts in the same order.

#pragma once

#include "world.hpp"

namespace introplan {

// The end of a plan without the needless steps of the one that ends in success at `end`; leaves the
// world there.
NodeNumber shortened(World& world, NodeNumber end);

}  // namespace introplan
