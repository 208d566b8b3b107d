#include "cheapest.hpp"

#include <algorithm>
#include <limits>
#include <queue>
#include <unordered_map>

#include "estimate.hpp"
#include "identity_table.hpp"

namespace introplan {

namespace {

constexpr std::int64_t LARGEST = std::numeric_limits<std::int64_t>::max();

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
Goal goal_of(const World& world, NodeNumber start, const Errand& errand) {
    if (errand.target == NO_NODE) return *errand.guide;
    std::unordered_map<Fact, std::pair<int, bool>> changed;  // how often, and the last truth
    for (NodeNumber n = errand.target; n != start; n = world.node(n).parent) {
        for (const Fact fact : world.added(n)) ++changed.try_emplace(fact, 0, true).first->second.first;
        for (const Fact fact : world.deleted(n)) {
            ++changed.try_emplace(fact, 0, false).first->second.first;
        }
    }
    Goal goal{GoalPart{}};
    for (const auto& [fact, change] : changed) {
        if (change.first % 2 == 0 || world.derivation.is_derived(world.facts.relation(fact))) continue;
        GoalPart part{GoalPart::Kind::WANT};
        part.fact = fact;
        part.truth = change.second;
        goal.push_back(part);
    }
    goal[0].children = goal.size() - 1;
    return goal;
}

class CheapestSearch {
   public:
    CheapestSearch(World& world, const Prices& prices, NodeNumber start, const Errand& errand)
        : world_(world),
          prices_(prices),
          errand_(errand),
          start_(start),
          goal_(goal_of(world, start, errand)),
          estimate_(world, goal_, prices),
          below_(errand.below.value_or(std::numeric_limits<double>::infinity())) {
        world.move_to(start);
        circuit_.add_distance_root(goal_, world.facts);
        world.listen(&circuit_, nullptr);
    }

    ~CheapestSearch() { world_.listen(nullptr, nullptr); }

    CheapestSearch(const CheapestSearch&) = delete;
    CheapestSearch& operator=(const CheapestSearch&) = delete;

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
    void look_at(double cost);
    void take_up(NodeNumber number, double cost, double rest);
    bool is_current(const Waiting& waiting) const;
    Visit visit(std::int32_t depth, double cost) const {
        return {errand_.max_depth ? depth : 0, cost};
    }
    SearchResult result(Reason reason);

    World& world_;
    const Prices& prices_;
    const Errand& errand_;
    NodeNumber start_;
    Goal goal_;
    Estimate estimate_;
    Circuit circuit_;
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

SearchResult CheapestSearch::loop() {
    const double rest = estimate_.cost(circuit_.cost(0));
    const Node& start = world_.node(start_);
    if (rest < below_ && fronts_.admits(start.identity, visit(start.depth, 0))) take_up(start_, 0, rest);
    while (!queue_.empty()) {
        const Waiting waiting = queue_.top();
        queue_.pop();
        if (waiting.least >= below_) break;
        if (!is_current(waiting)) continue;
        const Node& node = world_.node(waiting.node);
        if (errand_.max_depth && node.depth == *errand_.max_depth) {
            cut_.push_back(node.identity);
            continue;
        }
        world_.move_to(waiting.node);
        world_.meter.expand();
        if (!expand(waiting.cost)) return result(Reason::PATIENCE);
    }
    return result(end_ != NO_NODE ? Reason::FOUND : Reason::EXHAUSTED);
}

// Look at every child of the present node; false when patience is at an end.
bool CheapestSearch::expand(double cost) {
    for (std::size_t number = 0; number < world_.schemas.size(); ++number) {
        const Schema& schema = world_.schemas[number];
        const std::int64_t left = errand_.patience.value_or(LARGEST) - generated_;
        if (!list_applicable(schema, schema.query, schema.frame, world_.facts, world_.meter, found_,
                             std::size_t(left))) {
            return false;
        }
        for (std::size_t i = 0; i < found_.count; ++i) {
            ++generated_;
            world_.meter.generate();
            const double total = cost + prices_.of(number, found_.at(i));
            if (total >= below_) continue;
            world_.make_child(std::int32_t(number), found_.at(i), child_);
            look_at(total);
        }
    }
    return true;
}

// Judge the child: a cheaper end is kept, a state worth a visit goes into the queue.
void CheapestSearch::look_at(double cost) {
    const Outcome outcome = world_.outcome(child_);
    if (outcome.status == Status::FAILURE) return;
    child_.reward = outcome.reward;
    child_.score += child_.reward;
    const bool is_there =
        errand_.target != NO_NODE && child_.identity == world_.node(errand_.target).identity;
    if (outcome.status == Status::SUCCESS || is_there) {
        end_ = world_.store(child_);
        status_ = outcome.status;
        below_ = cost;
        return;
    }
    world_.trial(circuit_, child_, costs_);
    const double rest = estimate_.cost(costs_[0]);
    if (cost + rest < below_ && fronts_.admits(child_.identity, visit(child_.depth, cost))) {
        take_up(world_.store(child_), cost, rest);
    }
}

void CheapestSearch::take_up(NodeNumber number, double cost, double rest) {
    queue_.push({cost + rest, rest, order_++, cost, number});
}

// Has the node's state not been reached in a better way since?
bool CheapestSearch::is_current(const Waiting& waiting) const {
    const Node& node = world_.node(waiting.node);
    const Visit own = visit(node.depth, waiting.cost);
    return fronts_.any_of(node.identity, [&](const Visit& visit) { return visit == own; });
}

SearchResult CheapestSearch::result(Reason reason) {
    const bool was_cut = std::any_of(cut_.begin(), cut_.end(), [&](const Identity& identity) {
        return !fronts_.any_of(identity, [&](const Visit& visit) {
            return visit.depth != *errand_.max_depth;
        });
    });
    return {end_, end_, status_, reason, was_cut};
}

}  // namespace

SearchResult cheapest(World& world, const Prices& prices, NodeNumber start, const Errand& errand) {
    const auto first = NodeNumber(world.size());
    SearchResult result;
    try {
        CheapestSearch search(world, prices, start, errand);
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
