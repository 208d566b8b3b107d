// Action elimination (Nakhost and Mueller 2010): drop the steps of a plan that success does not need.
//
// Remove one step, and with it every later one that thereby cannot be taken any more. If what is left
// still ends with success, and pays at least as much, it is the plan from now on. The replay follows
// the difference between the states of the old plan and the new one: once there is none, the rest is
// as it was; once it holds a fact that success requires and no later step writes, the attempt has
// failed. Most attempts end after a step or two; a budget of replayed steps in proportion to the plan
// bounds all of them together.
//
// Every replayed step is evaluated by the world itself, so preconditions, effects and rewards of any
// kind need no rules of their own. Only the early end of a failing attempt knows more, and it is
// limited to facts that unconditional effects alone can change.
//
// The specification is search/action_elimination.py of the Python package: the same attempts in the
// same order.

#pragma once

#include "world.hpp"

namespace introplan {

// The end of a plan without the needless steps of the one that ends in success at `end`; leaves the
// world there.
NodeNumber eliminate_actions(World& world, NodeNumber end);

}  // namespace introplan
