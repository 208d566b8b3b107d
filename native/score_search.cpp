#include "score_search.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>

#include "identity_table.hpp"
#include "kept_results.hpp"
#include "score_labels.hpp"
#include "score_open_list.hpp"

namespace introplan {

namespace {

constexpr double INF = std::numeric_limits<double>::infinity();
constexpr std::int64_t NO_LIMIT = std::numeric_limits<std::int64_t>::max();
constexpr double COST_TOLERANCE = 1e-9;  // costs that are no whole numbers

class ScoreSearch {
   public:
    ScoreSearch(World& world, const ActionCosts& costs, NodeNumber start,
                const ScoreRequest& request)
        : world_(world),
          action_costs_(costs),
          request_(request),
          start_(start),
          estimate_((world.move_to(start), world), costs, request),
          more_moves_are_no_worse_(is_ordered_by_depth()),
          can_end_anywhere_(more_moves_are_no_worse_ && !request.needs_success),
          labels_(request.bound.tolerance, more_moves_are_no_worse_),
          best_score_(request.above ? scaled(*request.above) : -INF),
          best_cost_(request.below.value_or(INF)) {
        world.listen(&estimate_.counters(), nullptr);
    }

    ~ScoreSearch() { world_.listen(nullptr, nullptr); }

    ScoreSearch(const ScoreSearch&) = delete;
    ScoreSearch& operator=(const ScoreSearch&) = delete;

    // A limit is a result, too: it has the best end seen so far.
    ScoreResult run() {
        try {
            return loop();
        } catch (const Stopped& stopped) {
            return result(stopped.reason);
        }
    }

   private:
    ScoreResult loop();
    bool expand(const ScoreEntry& waiting, ScoreResult& stopped);
    bool evaluate(Status status, const ScoreEntry& parent, ScoreResult& stopped);
    NodeNumber enqueue(NodeNumber known, const Label& label, double weight, Cost unmet);
    void consider(NodeNumber node, Status status, double score, double cost, bool is_open);
    void end_without_success(const ScoreEntry& waiting);
    NodeNumber loop_start(NodeNumber node) const;
    bool look_into_loop(NodeNumber node, ScoreResult& stopped);
    NodeNumber way_to_success(NodeNumber start, IdentityTable& seen, bool& is_too_much);
    void fill();
    void fill_beyond_limits();
    bool best_step();
    ScoreResult result(Reason reason) const;

    bool is_ordered_by_depth() const {
        if (request_.pays_once) return false;
        if (request_.needs_success) return world_.discount == 1 || request_.bound.is_nonnegative;
        return request_.bound.is_nonnegative && action_costs_.is_unit();
    }
    double scaled(double reward) const {
        return request_.bound.scale == 1 ? reward : std::nearbyint(reward * request_.bound.scale);
    }
    std::int32_t depth_of(std::int32_t depth) const { return request_.max_depth ? depth : 0; }
    bool is_at_horizon(std::int32_t depth) const {
        return request_.max_depth && depth == *request_.max_depth;
    }
    bool can_beat(double score, double cost) const {
        if (score > best_score_ + request_.bound.tolerance) return true;
        const double margin = action_costs_.is_whole() ? 0 : COST_TOLERANCE;
        return score >= best_score_ - request_.bound.tolerance && cost < best_cost_ - margin;
    }
    void count() {
        ++generated_;
        world_.meter.generate();
    }

    World& world_;
    const ActionCosts& action_costs_;
    const ScoreRequest& request_;
    NodeNumber start_;
    ScoreEstimate estimate_;
    bool more_moves_are_no_worse_;
    bool can_end_anywhere_;
    Labels labels_;
    IdentityTable dead_{false};
    std::vector<Identity> cut_;
    ScoreOpenList open_;
    const ScoreEntry* current_ = nullptr;
    std::int64_t order_ = 0;
    std::int64_t generated_ = 0;
    NodeNumber end_ = NO_NODE;
    Status status_ = Status::CONTINUE;
    bool is_open_end_ = false;
    double best_score_;
    double best_cost_;
    ArgumentLists found_;
    Candidate child_;
    std::vector<Cost> costs_;
};

ScoreResult ScoreSearch::loop() {
    const Label root{depth_of(world_.node(start_).depth), 0, 0};
    enqueue(start_, root, estimate_.weight_here(world_), estimate_.unmet_here());
    while (!open_.empty()) {
        const ScoreEntry waiting = open_.top();
        open_.pop();
        current_ = &waiting;
        if (!can_beat(waiting.most, waiting.least)) {
            if (request_.greed == 0) break;
            continue;
        }
        const Node& node = world_.node(waiting.node);
        const Label own{depth_of(node.depth), waiting.score, waiting.cost};
        if (!labels_.has(node.identity, own) || dead_.has(node.identity)) continue;
        ScoreResult stopped;
        try {
            if (expand(waiting, stopped)) return stopped;
        } catch (const Stopped& limit) {
            fill_beyond_limits();
            return result(limit.reason);
        }
    }
    current_ = nullptr;
    open_ = {};
    fill();
    return result(end_ != NO_NODE ? Reason::FOUND : Reason::EXHAUSTED);
}

// Evaluate every child of a node; true if the search is over.
bool ScoreSearch::expand(const ScoreEntry& waiting, ScoreResult& stopped) {
    if (is_at_horizon(world_.node(waiting.node).depth)) {
        end_without_success(waiting);
        return false;
    }
    world_.move_to(waiting.node);
    world_.meter.expand();
    bool is_stuck = true;
    for (std::size_t number = 0; number < world_.schemas.size(); ++number) {
        const Schema& schema = world_.schemas[number];
        const std::int64_t left = request_.max_generated.value_or(NO_LIMIT) - generated_;
        if (!list_applicable(schema, schema.query, schema.frame, world_.facts, world_.meter, found_,
                             std::size_t(std::max<std::int64_t>(left, 0)))) {
            fill();
            stopped = result(Reason::EFFORT);
            return true;
        }
        for (std::size_t i = 0; i < found_.count; ++i) {
            count();
            world_.make_child(std::int32_t(number), found_.at(i), child_);
            const Outcome outcome = world_.outcome(child_);
            if (outcome.status == Status::FAILURE) continue;
            is_stuck = false;
            world_.pay(child_, outcome.reward);
            if (evaluate(outcome.status, waiting, stopped)) return true;
            world_.move_to(waiting.node);
        }
    }
    if (is_stuck) end_without_success(waiting);
    return false;
}

// Keep a better end, enqueue a state worth a visit; true if it closes a loop that ends the search.
bool ScoreSearch::evaluate(Status status, const ScoreEntry& parent, ScoreResult& stopped) {
    double score = parent.score + scaled(child_.reward);
    if (request_.pays_once) score = 0;
    else if (world_.discount != 1) score = child_.score - world_.node(start_).score;
    double cost = 0;
    if (request_.counts_cost) {
        cost = parent.cost + action_costs_.of(std::size_t(child_.schema), child_.arguments.data());
    }
    if (request_.pays_once) {
        const double paid = scaled(child_.reward);
        if (can_beat(paid, cost)) consider(world_.store(child_), status, paid, cost, false);
        if (status == Status::SUCCESS) return false;
    }
    const bool is_last = is_at_horizon(child_.depth) && !request_.needs_success;
    if (status == Status::SUCCESS || is_last) {
        if (can_beat(score, cost)) consider(world_.store(child_), status, score, cost, false);
        return false;
    }
    Cost unmet = 0;
    if (estimate_.has_guide()) {
        world_.trial(estimate_.counters(), child_, costs_);
        unmet = costs_[0];
    }
    const double weight = estimate_.weight_after(parent.weight, child_);
    const NodeNumber node = enqueue(NO_NODE, {depth_of(child_.depth), score, cost}, weight, unmet);
    if (node == NO_NODE || request_.max_depth || loop_start(node) == NO_NODE) return false;
    return look_into_loop(node, stopped);
}

void ScoreSearch::end_without_success(const ScoreEntry& waiting) {
    if (request_.pays_once) return;
    if (!request_.needs_success) {
        if (!can_beat(waiting.score, waiting.cost)) return;
        consider(waiting.node, Status::CONTINUE, waiting.score, waiting.cost, false);
    } else if (is_at_horizon(world_.node(waiting.node).depth)) {
        cut_.push_back(world_.node(waiting.node).identity);
    }
}

void ScoreSearch::consider(NodeNumber node, Status status, double score, double cost,
                           bool is_open) {
    end_ = node;
    status_ = status;
    is_open_end_ = is_open;
    best_score_ = score;
    best_cost_ = cost;
}

// Put the child (or a node that is known) into the open list; NO_NODE if it is of no use.
NodeNumber ScoreSearch::enqueue(NodeNumber known, const Label& label, double weight, Cost unmet) {
    const bool is_new = known == NO_NODE;
    const Identity identity = is_new ? child_.identity : world_.node(known).identity;
    const std::int32_t depth = is_new ? child_.depth : world_.node(known).depth;
    if (dead_.has(identity)) return NO_NODE;
    double rest = request_.pays_once ? request_.bound.largest
                                     : estimate_.score(weight, depth, unmet);
    if (world_.discount != 1) rest *= std::pow(world_.discount, depth);
    const double most = label.score + rest;
    const double least = label.cost + estimate_.cost(depth, unmet);
    if (rest == -INF || !can_beat(most, least) || !labels_.admits(identity, label)) return NO_NODE;
    const NodeNumber node = is_new ? world_.store(child_) : known;
    if (can_end_anywhere_) {
        const double moves = *request_.max_depth - world_.node(start_).depth;
        if (can_beat(label.score, moves)) {
            consider(node, Status::CONTINUE, label.score, moves, true);
        }
    }
    const double greed = request_.greed;
    const bool is_blind = greed == 1 || rest == INF;
    const double key = greed == 0 ? most : is_blind ? label.score : most - greed * rest;
    open_.push({key, least, most, label.score, label.cost, weight, order_++, node});
    return node;
}

// Where the state of a node was met on the way to it.
NodeNumber ScoreSearch::loop_start(NodeNumber node) const {
    const Identity identity = world_.node(node).identity;
    const NodeNumber top = world_.node(start_).parent;
    for (NodeNumber n = world_.node(node).parent; n != NO_NODE && n != top;
         n = world_.node(n).parent) {
        if (world_.node(n).identity == identity) return n;
    }
    return NO_NODE;
}

// Can the loop that ends at `node` be left for success? If not, drop what it leads to.
bool ScoreSearch::look_into_loop(NodeNumber node, ScoreResult& stopped) {
    const NodeNumber first = loop_start(node);
    IdentityTable seen{false};
    bool is_too_much = false;
    const NodeNumber success = way_to_success(first, seen, is_too_much);
    if (success == NO_NODE && !is_too_much) {
        seen.each([&](const Identity& identity) { dead_.add(identity); });
        return false;
    }
    if (end_ == NO_NODE && success != NO_NODE) {
        end_ = success;
        status_ = Status::SUCCESS;
    }
    stopped = {end_, status_, is_too_much ? Reason::EFFORT : Reason::FOUND, INF, NO_NODE, NO_NODE,
               false};
    if (!is_too_much) {
        stopped.loop_first = first;
        stopped.loop_last = node;
    }
    return true;
}

// A success that can be reached; `seen` has all states that can, unless that is too much.
NodeNumber ScoreSearch::way_to_success(NodeNumber start, IdentityTable& seen, bool& is_too_much) {
    seen.add(world_.node(start).identity);
    std::deque<NodeNumber> waiting{start};
    ArgumentLists found;
    Candidate child;
    while (!waiting.empty()) {
        const NodeNumber node = waiting.front();
        waiting.pop_front();
        world_.move_to(node);
        world_.meter.expand();
        for (std::size_t number = 0; number < world_.schemas.size(); ++number) {
            const Schema& schema = world_.schemas[number];
            list_applicable(schema, schema.query, schema.frame, world_.facts, world_.meter, found);
            for (std::size_t i = 0; i < found.count; ++i) {
                count();
                world_.make_child(std::int32_t(number), found.at(i), child);
                const Outcome outcome = world_.outcome(child);
                world_.pay(child, outcome.reward);
                if (outcome.status == Status::SUCCESS) return world_.store(child);
                if (outcome.status == Status::CONTINUE && seen.add(child.identity)) {
                    waiting.push_back(world_.store(child));
                }
            }
        }
        if (generated_ > request_.max_generated.value_or(NO_LIMIT)) {
            is_too_much = true;
            return NO_NODE;
        }
    }
    return NO_NODE;
}

// Use the moves that are left after an end that is none of the episode.
void ScoreSearch::fill() {
    if (request_.needs_success || !request_.max_depth) return;
    if (end_ == NO_NODE && !request_.above && current_ != nullptr) {
        end_ = current_->node;
        is_open_end_ = true;
    }
    while (end_ != NO_NODE && is_open_end_ && !is_at_horizon(world_.node(end_).depth)) {
        world_.move_to(end_);
        if (!best_step()) break;
    }
    is_open_end_ = false;
}

// Finish the best plan so far, which takes little, although a limit was reached.
void ScoreSearch::fill_beyond_limits() {
    Meter& meter = world_.meter;
    meter.start({}, meter.expanded(), meter.generated());
    try {
        fill();
    } catch (const Stopped&) {  // interrupted: there is no plan then
    }
}

// Take the step that pays most at once, which becomes the end; false if there is none.
bool ScoreSearch::best_step() {
    ArgumentLists found;
    Candidate child, best;
    bool is_found = false;
    for (std::size_t number = 0; number < world_.schemas.size(); ++number) {
        const Schema& schema = world_.schemas[number];
        list_applicable(schema, schema.query, schema.frame, world_.facts, world_.meter, found);
        for (std::size_t i = 0; i < found.count; ++i) {
            world_.make_child(std::int32_t(number), found.at(i), child);
            const Outcome outcome = world_.outcome(child);
            if (outcome.status == Status::FAILURE) continue;
            world_.pay(child, outcome.reward);
            if (is_found && child.reward <= best.reward) continue;
            best = child;
            is_found = true;
        }
    }
    if (is_found) end_ = world_.store(best);
    return is_found;
}

ScoreResult ScoreSearch::result(Reason reason) const {
    double most = open_.most(best_score_);
    if (current_ != nullptr) most = std::max(most, current_->most);
    const bool was_cut = std::any_of(cut_.begin(), cut_.end(), [&](const Identity& identity) {
        return labels_.soonest(identity) == *request_.max_depth;
    });
    const double bound = std::isfinite(most) ? most / request_.bound.scale : most;
    return {is_open_end_ ? NO_NODE : end_, status_, reason, bound, NO_NODE, NO_NODE, was_cut};
}

}  // namespace

ScoreResult score_search(World& world, const ActionCosts& costs, NodeNumber start,
                         const ScoreRequest& request) {
    return keeping_results(world, start,
                           [&] { return ScoreSearch(world, costs, start, request).run(); });
}

}  // namespace introplan
