#include "search.hpp"

#include <algorithm>

namespace introplan {

Search::Search(World& world, Circuit& aim, Listener* promise, NodeNumber start,
               const Goal* target, const Goal* guide, const SearchOptions& options)
    : world_(world),
      aim_(aim),
      start_(start),
      options_(options),
      best_(options.uses_all_moves ? NO_NODE : start),
      visited_(options.max_depth.has_value(), options.uses_all_moves),
      furthest_(start) {
    world.move_to(start);
    aim_.add_transition_root(target != nullptr ? *target : impossible(), world.facts);
    aim_.add_distance_root(guide != nullptr ? *guide : trivial(), world.facts);
    world.listen(&aim_, promise);
    needs_states_only_ = aim_.needs_states_only() && world.judge.needs_states_only();
    std::sort(options_.avoid.begin(), options_.avoid.end());
}

Search::~Search() {
    world_.listen(nullptr, nullptr);
    aim_.clear();
}

SearchResult Search::run() {
    try {
        return loop();
    } catch (const Stopped& stopped) {
        const NodeNumber best = best_ != NO_NODE ? best_ : furthest_;
        return {NO_NODE, best, Status::CONTINUE, stopped.reason, false};
    }
}

Cost Search::begin() {
    Node& start = world_.node(start_);
    start.is_expanded = false;
    start.cursor = {};
    visited_.admits(start.identity, start.depth, start.score);
    return aim_.cost(1);
}

bool Search::is_cut(NodeNumber number) {
    if (!options_.max_depth || world_.node(number).depth != *options_.max_depth) return false;
    cut_.push_back(world_.node(number).identity);
    rest_at(number);
    return true;
}

bool Search::is_goal(NodeNumber parent) {
    world_.meter.generate();
    if (needs_states_only_ && was_judged()) return false;
    const Outcome outcome = world_.outcome(child_);
    child_.reward = outcome.reward;
    if (outcome.status == Status::FAILURE) return false;
    child_.score += child_.reward;
    world_.trial(aim_, child_, costs_);
    const bool is_met = costs_[0] == 0 && !is_avoided(child_.identity);
    if (outcome.status == Status::SUCCESS || is_met) {
        found_ = world_.store(child_);
        status_ = outcome.status;
        return true;
    }
    world_.node(parent).is_stuck = false;
    if (visited_.admits(child_.identity, child_.depth, child_.score)) take_up(costs_[1]);
    return false;
}

NodeNumber Search::store() {
    const NodeNumber number = world_.store(child_);
    if (child_.score > world_.node(furthest_).score) furthest_ = number;
    if (!options_.uses_all_moves) rest_at(number);
    return number;
}

// Was the same state entered before? (The start was not entered, and may be a goal.)
bool Search::was_judged() const {
    return !options_.max_depth && visited_.has(child_.identity) &&
           !(child_.identity == world_.node(start_).identity);
}

bool Search::is_avoided(const Identity& identity) const {
    return std::binary_search(options_.avoid.begin(), options_.avoid.end(), identity);
}

void Search::rest_at(NodeNumber number) {
    if (best_ == NO_NODE || world_.node(number).score > world_.node(best_).score) best_ = number;
}

SearchResult Search::result(Reason reason) const {
    const bool was_cut = std::any_of(cut_.begin(), cut_.end(), [&](const Identity& identity) {
        return visited_.soonest(identity) == *options_.max_depth;
    });
    return {found_, best_, status_, reason, was_cut};
}

}  // namespace introplan
