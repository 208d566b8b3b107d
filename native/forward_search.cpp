#include "forward_search.hpp"

#include <algorithm>

namespace introplan {

ForwardSearch::ForwardSearch(World& world, GoalCounters& counters, Listener* successor_order,
                             NodeNumber start, const SearchRequest& request)
    : world_(world),
      counters_(counters),
      start_(start),
      request_(request),
      best_(request.uses_all_moves ? NO_NODE : start),
      closed_(request.max_depth.has_value(), request.uses_all_moves),
      furthest_(start) {
    world.move_to(start);
    const Goal target = request.target != nullptr ? *request.target : impossible();
    const Goal guide = request.guide != nullptr ? *request.guide : trivial();
    counters_.add_transition_root(target, world.facts);
    counters_.add_distance_root(guide, world.facts);
    world.listen(&counters_, successor_order);
    needs_states_only_ = counters_.needs_states_only() && world.outcomes.needs_states_only();
    std::sort(request_.avoid.begin(), request_.avoid.end());
}

ForwardSearch::~ForwardSearch() {
    world_.listen(nullptr, nullptr);
    counters_.clear();
}

SearchResult ForwardSearch::run() {
    try {
        return loop();
    } catch (const Stopped& stopped) {
        const NodeNumber best = best_ != NO_NODE ? best_ : furthest_;
        return {NO_NODE, best, Status::CONTINUE, stopped.reason, false};
    }
}

Cost ForwardSearch::begin() {
    Node& start = world_.node(start_);
    start.is_expanded = false;
    start.cursor = {};
    closed_.admits(start.identity, start.depth, start.score);
    return counters_.cost(1);
}

bool ForwardSearch::is_cut(NodeNumber number) {
    if (!request_.max_depth || world_.node(number).depth != *request_.max_depth) return false;
    cut_.push_back(world_.node(number).identity);
    update_best(number);
    return true;
}

bool ForwardSearch::evaluate(NodeNumber parent) {
    world_.meter.generate();
    if (needs_states_only_ && was_judged()) return false;
    const Outcome outcome = world_.outcome(child_);
    if (outcome.status == Status::FAILURE) return false;
    world_.pay(child_, outcome.reward);
    world_.trial(counters_, child_, costs_);
    const bool is_met = costs_[0] == 0 && !is_avoided(child_.identity);
    if (outcome.status == Status::SUCCESS || is_met) {
        found_ = world_.store(child_);
        status_ = outcome.status;
        return true;
    }
    world_.node(parent).is_stuck = false;
    if (closed_.admits(child_.identity, child_.depth, child_.score)) enqueue(costs_[1]);
    return false;
}

NodeNumber ForwardSearch::store() {
    const NodeNumber number = world_.store(child_);
    if (child_.score > world_.node(furthest_).score) furthest_ = number;
    if (!request_.uses_all_moves) update_best(number);
    return number;
}

// Was the same state entered before? (The start was not entered, and may be a goal.)
bool ForwardSearch::was_judged() const {
    return !request_.max_depth && closed_.has(child_.identity) &&
           !(child_.identity == world_.node(start_).identity);
}

bool ForwardSearch::is_avoided(const Identity& identity) const {
    return std::binary_search(request_.avoid.begin(), request_.avoid.end(), identity);
}

void ForwardSearch::update_best(NodeNumber number) {
    if (best_ == NO_NODE || world_.node(number).score > world_.node(best_).score) best_ = number;
}

SearchResult ForwardSearch::result(Reason reason) const {
    const bool was_cut = std::any_of(cut_.begin(), cut_.end(), [&](const Identity& identity) {
        return closed_.soonest(identity) == *request_.max_depth;
    });
    return {found_, best_, status_, reason, was_cut};
}

}  // namespace introplan
