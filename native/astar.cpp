#include "astar.hpp"

#include <algorithm>
#include <limits>
#include <queue>
#include <unordered_map>

#include "admissible_heuristic.hpp"
#include "identity_table.hpp"

namespace introplan {

namespace {

constexpr std::int64_t NO_LIMIT = std::numeric_limits<std::int64_t>::max();

struct Waiting {
    double least;  // what a plan through the node costs at least
    double rest;
    std::int64_t order;
    double cost;
    NodeNumber node;

    bool operator<(const Waiting& other) const {  // the queue gives the largest first
        if (least != other.least) return least > other.least;
        if (rest != other.rest) return rest > other.rest;
        return order > other.order;
    }
};

struct Visit {
    std::int32_t depth;  // 0 where it does not count
    double cost;

    bool is_as_good_as(const Visit& other) const {
        return depth <= other.depth && cost <= other.cost;
    }
    bool operator==(const Visit&) const = default;
};

// The best visits of each state: none is as good as another. They are chained in one array.
class Fronts {
   public:
    // Is there no earlier visit at least as good? If so, remember this one.
    bool admits(const Identity& identity, const Visit& visit) {
        std::int32_t& first = first_.number_of_new(identity);
        for (std::int32_t i = first; i >= 0; i = visits_[i].next) {
            if (visits_[i].visit.is_as_good_as(visit)) return false;
        }
        for (std::int32_t* link = &first; *link >= 0;) {
            Link& old = visits_[*link];
            if (visit.is_as_good_as(old.visit)) *link = old.next;
            else link = &old.next;
        }
        visits_.push_back({visit, first});
        first = std::int32_t(visits_.size()) - 1;
        return true;
    }

    template <class Predicate>
    bool any_of(const Identity& identity, Predicate holds) const {
        for (std::int32_t i = first_.number(identity); i >= 0; i = visits_[i].next) {
            if (holds(visits_[i].visit)) return true;
        }
        return false;
    }

   private:
    struct Link {
        Visit visit;
        std::int32_t next;
    };

    IdentityTable first_{true};
    std::vector<Link> visits_;
};

// What to count: what success asks for, or how the state at the target differs from the start.
Goal goal_of(const World& world, NodeNumber start, const CheapestPathRequest& request) {
    if (request.target == NO_NODE) return *request.guide;
    std::unordered_map<Fact, std::pair<int, bool>> changed;  // how often, and the last truth
    for (NodeNumber n = request.target; n != start; n = world.node(n).parent) {
        for (const Fact fact : world.added(n)) ++changed.try_emplace(fact, 0, true).first->second.first;
        for (const Fact fact : world.deleted(n)) {
            ++changed.try_emplace(fact, 0, false).first->second.first;
        }
    }
    Goal goal{GoalPart{}};
    for (const auto& [fact, change] : changed) {
        if (change.first % 2 == 0 || world.derivation.is_derived(world.facts.relation(fact))) continue;
        // A number has one value: to ask for it is to ask for no other.
        if (world.facts.is_value(fact) && !change.second) continue;
        GoalPart part{GoalPart::Kind::WANT};
        part.fact = fact;
        part.truth = change.second;
        goal.push_back(part);
    }
    goal[0].children = goal.size() - 1;
    return goal;
}

class AStarSearch {
   public:
    AStarSearch(World& world, const ActionCosts& costs, NodeNumber start,
                const CheapestPathRequest& request)
        : world_(world),
          action_costs_(costs),
          request_(request),
          start_(start),
          goal_(goal_of(world, start, request)),
          heuristic_(world, goal_, costs),
          below_(request.below.value_or(std::numeric_limits<double>::infinity())) {
        world.move_to(start);
        counters_.add_distance_root(goal_, world.facts);
        world.listen(&counters_, nullptr);
    }

    ~AStarSearch() { world_.listen(nullptr, nullptr); }

    AStarSearch(const AStarSearch&) = delete;
    AStarSearch& operator=(const AStarSearch&) = delete;

    // A limit is a result, too: it has the cheapest end seen so far.
    SearchResult run() {
        try {
            return loop();
        } catch (const Stopped& stopped) {
            return {end_, end_, status_, stopped.reason, false};
        }
    }

   private:
    SearchResult loop();
    bool expand(double cost);
    void evaluate(double cost);
    void enqueue(NodeNumber number, double cost, double rest);
    bool is_current(const Waiting& waiting) const;
    Visit visit(std::int32_t depth, double cost) const {
        return {request_.max_depth ? depth : 0, cost};
    }
    SearchResult result(Reason reason);

    World& world_;
    const ActionCosts& action_costs_;
    const CheapestPathRequest& request_;
    NodeNumber start_;
    Goal goal_;
    AdmissibleHeuristic heuristic_;
    GoalCounters counters_;
    NodeNumber end_ = NO_NODE;
    Status status_ = Status::CONTINUE;
    double below_;
    Fronts fronts_;
    std::vector<Identity> cut_;
    std::int64_t order_ = 0;
    std::int64_t generated_ = 0;
    std::priority_queue<Waiting> queue_;
    ArgumentLists found_;
    Candidate child_;
    std::vector<Cost> costs_;
};

SearchResult AStarSearch::loop() {
    const double rest = heuristic_.cost(counters_.cost(0));
    const Node& start = world_.node(start_);
    if (rest < below_ && fronts_.admits(start.identity, visit(start.depth, 0))) enqueue(start_, 0, rest);
    while (!queue_.empty()) {
        const Waiting waiting = queue_.top();
        queue_.pop();
        if (waiting.least >= below_) break;
        if (!is_current(waiting)) continue;
        const Node& node = world_.node(waiting.node);
        if (request_.max_depth && node.depth == *request_.max_depth) {
            cut_.push_back(node.identity);
            continue;
        }
        world_.move_to(waiting.node);
        world_.meter.expand();
        if (!expand(waiting.cost)) return result(Reason::EFFORT);
    }
    return result(end_ != NO_NODE ? Reason::FOUND : Reason::EXHAUSTED);
}

// Look at every child of the present node; false when max_generated is at an end.
bool AStarSearch::expand(double cost) {
    for (std::size_t number = 0; number < world_.schemas.size(); ++number) {
        const Schema& schema = world_.schemas[number];
        const std::int64_t left = request_.max_generated.value_or(NO_LIMIT) - generated_;
        if (!list_applicable(schema, schema.query, schema.frame, world_.facts, world_.meter, found_,
                             std::size_t(left))) {
            return false;
        }
        for (std::size_t i = 0; i < found_.count; ++i) {
            ++generated_;
            world_.meter.generate();
            const double total = cost + action_costs_.of(number, found_.at(i));
            if (total >= below_) continue;
            world_.make_child(std::int32_t(number), found_.at(i), child_);
            evaluate(total);
        }
    }
    return true;
}

// Evaluate the child: keep a cheaper end, enqueue a state worth a visit.
void AStarSearch::evaluate(double cost) {
    const Outcome outcome = world_.outcome(child_);
    if (outcome.status == Status::FAILURE) return;
    world_.pay(child_, outcome.reward);
    const bool is_there =
        request_.target != NO_NODE && child_.identity == world_.node(request_.target).identity;
    if (outcome.status == Status::SUCCESS || is_there) {
        end_ = world_.store(child_);
        status_ = outcome.status;
        below_ = cost;
        return;
    }
    world_.trial(counters_, child_, costs_);
    const double rest = heuristic_.cost(costs_[0]);
    if (cost + rest < below_ && fronts_.admits(child_.identity, visit(child_.depth, cost))) {
        enqueue(world_.store(child_), cost, rest);
    }
}

void AStarSearch::enqueue(NodeNumber number, double cost, double rest) {
    queue_.push({cost + rest, rest, order_++, cost, number});
}

// Has the node's state not been reached in a better way since?
bool AStarSearch::is_current(const Waiting& waiting) const {
    const Node& node = world_.node(waiting.node);
    const Visit own = visit(node.depth, waiting.cost);
    return fronts_.any_of(node.identity, [&](const Visit& visit) { return visit == own; });
}

SearchResult AStarSearch::result(Reason reason) {
    const bool was_cut = std::any_of(cut_.begin(), cut_.end(), [&](const Identity& identity) {
        return !fronts_.any_of(identity, [&](const Visit& visit) {
            return visit.depth != *request_.max_depth;
        });
    });
    return {end_, end_, status_, reason, was_cut};
}

}  // namespace

SearchResult astar_search(World& world, const ActionCosts& costs, NodeNumber start,
                          const CheapestPathRequest& request) {
    return keeping_results(world, start,
                           [&] { return AStarSearch(world, costs, start, request).run(); });
}

}  // namespace introplan
