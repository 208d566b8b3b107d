#include "best_first.hpp"

#include <algorithm>
#include <limits>

namespace introplan {

namespace {

constexpr double WORST = std::numeric_limits<double>::infinity();

class Search {
   public:
    Search(World& world, Workspace& workspace, NodeNumber start, const Goal* target,
           const Goal* guide, const SearchOptions& options)
        : world_(world),
          aim_(workspace.aim),
          promise_(workspace.promise),
          start_(start),
          options_(options),
          is_guided_(guide != nullptr),
          visited_(options.max_depth.has_value(), options.uses_all_moves),
          best_(options.uses_all_moves ? NO_NODE : start),
          furthest_(start) {
        world.move_to(start);
        aim_.add_transition_root(target != nullptr ? *target : impossible(), world.facts);
        aim_.add_distance_root(is_guided_ ? *guide : trivial(), world.facts);
        promise_.begin(is_guided_ ? *guide : trivial());
        world.listen(&aim_, &promise_);
        needs_states_only_ = aim_.needs_states_only() && world.judge.needs_states_only();
        std::sort(options_.avoid.begin(), options_.avoid.end());
    }

    ~Search() {
        world_.listen(nullptr, nullptr);
        promise_.forget();
        aim_.clear();
    }

    Search(const Search&) = delete;
    Search& operator=(const Search&) = delete;

    // A limit is a result, too: it has the best place seen so far.
    SearchResult run() {
        try {
            return loop();
        } catch (const Stopped& stopped) {
            const NodeNumber best = best_ != NO_NODE ? best_ : furthest_;
            return {NO_NODE, best, Status::CONTINUE, stopped.reason, false};
        }
    }

   private:
    SearchResult loop();
    enum class Grown { ON, FOUND };

    Grown grow(double key, NodeNumber number);
    bool is_goal(NodeNumber parent);
    void take_up();
    bool was_judged() const;
    bool is_avoided(const Identity& identity) const;
    void rest_at(NodeNumber number);
    double key(double score, Cost distance) const {
        return is_guided_ ? double(distance) : -score;
    }
    SearchResult result(Reason reason) const;

    World& world_;
    Circuit& aim_;
    Promise& promise_;
    NodeNumber start_;
    SearchOptions options_;
    bool is_guided_;
    bool needs_states_only_ = false;
    Visited visited_;
    Frontier queue_;
    std::vector<Identity> cut_;
    NodeNumber best_;
    NodeNumber furthest_;  // the highest score, whether a place to rest or not
    NodeNumber found_ = NO_NODE;
    Status status_ = Status::CONTINUE;
    double newest_key_ = WORST;
    Candidate child_;
    std::vector<Cost> costs_;
};

SearchResult Search::loop() {
    Node& start = world_.node(start_);
    start.is_expanded = false;
    start.cursor = {};
    visited_.admits(start.identity, start.depth, start.score);
    queue_.push(key(start.score, aim_.cost(1)), start_);
    std::int64_t stalled = 0;
    double best_key = queue_.least_key();
    while (!queue_.empty()) {
        const auto [key, number] = queue_.pop();
        stalled = key < best_key ? 0 : stalled + 1;
        best_key = std::min(key, best_key);
        if (options_.patience && stalled > *options_.patience) return result(Reason::PATIENCE);
        world_.move_to(number);
        Node& node = world_.node(number);
        if (!node.is_expanded) {
            if (options_.max_depth && node.depth == *options_.max_depth) {
                cut_.push_back(node.identity);
                rest_at(number);
                continue;
            }
            world_.meter.expand();
            node.is_expanded = true;
        }
        if (grow(key, number) == Grown::FOUND) return result(Reason::FOUND);
    }
    return result(Reason::EXHAUSTED);
}

// Produce children of a node until one is a goal, or is better, or enough are there.
Search::Grown Search::grow(double key, NodeNumber number) {
    Cursor cursor = world_.node(number).cursor;
    for (std::uint32_t count = 1;; ++count) {
        const Promise::Step step = promise_.next(cursor, child_);
        world_.node(number).cursor = cursor;
        if (step == Promise::Step::END) break;
        if (step == Promise::Step::PAUSE) {
            queue_.push(key, number);
            return Grown::ON;
        }
        if (is_goal(number)) return Grown::FOUND;
        if (newest_key_ < key) {
            queue_.put_back(key, number);
            return Grown::ON;
        }
        Node& node = world_.node(number);
        if (is_guided_ && count == node.batch) {
            node.batch *= 2;
            queue_.push(key, number);
            return Grown::ON;
        }
    }
    if (world_.node(number).is_stuck) rest_at(number);
    return Grown::ON;
}

// Judge the child: a goal is stored as found, a new state goes into the queue.
bool Search::is_goal(NodeNumber parent) {
    newest_key_ = WORST;
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
    if (visited_.admits(child_.identity, child_.depth, child_.score)) take_up();
    return false;
}

void Search::take_up() {
    const NodeNumber number = world_.store(child_);
    if (child_.score > world_.node(furthest_).score) furthest_ = number;
    if (!options_.uses_all_moves) rest_at(number);
    newest_key_ = key(child_.score, costs_[1]);
    queue_.push(newest_key_, number);
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

}  // namespace

SearchResult best_first_search(World& world, Workspace& workspace, NodeNumber start,
                               const Goal* target, const Goal* guide,
                               const SearchOptions& options) {
    const auto first = NodeNumber(world.size());
    SearchResult result;
    try {
        Search search(world, workspace, start, target, guide, options);
        result = search.run();
    } catch (...) {
        world.move_to(start);
        world.forget_except(first, {});
        throw;
    }
    world.move_to(start);
    world.forget_except(first, {&result.node, &result.best});
    return result;
}

}  // namespace introplan
