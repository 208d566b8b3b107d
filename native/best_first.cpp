#include "best_first.hpp"

#include <limits>

#include "open_list.hpp"
#include "ff_search.hpp"

namespace introplan {

namespace {

constexpr double WORST_KEY = std::numeric_limits<double>::infinity();

class GoalCountingSearch : public ForwardSearch {
   public:
    GoalCountingSearch(World& world, Workspace& workspace, NodeNumber start,
                   const SearchRequest& request)
        : ForwardSearch(world, workspace.counters, &workspace.successor_order, start, request),
          successor_order_(workspace.successor_order),
          task_(workspace.relaxed_task),
          is_guided_(request.guide != nullptr) {
        successor_order_.begin(is_guided_ ? *request.guide : trivial());
    }

    ~GoalCountingSearch() override { successor_order_.forget(); }

    // Did it give up because goal counting has reached a plateau?
    bool is_on_plateau() const { return is_on_plateau_; }

   private:
    SearchResult loop() override;
    void enqueue(Cost distance) override;
    enum class Grown { ON, FOUND };

    Grown grow(double key, NodeNumber number);
    double key(double score, Cost distance) const {
        return is_guided_ ? double(distance) : -score;
    }

    SuccessorOrder& successor_order_;
    RelaxedTask& task_;
    bool is_guided_;
    bool is_on_plateau_ = false;
    OpenList open_;
    double newest_key_ = WORST_KEY;
};

SearchResult GoalCountingSearch::loop() {
    const Cost distance = begin();
    open_.push(key(world_.node(start_).score, distance), start_);
    std::int64_t stalled = 0;
    double best_key = open_.least_key();
    while (!open_.empty()) {
        const auto [key, number] = open_.pop();
        stalled = key < best_key ? 0 : stalled + 1;
        best_key = std::min(key, best_key);
        if (stalled > request_.max_stalled_nodes.value_or(stalled)) return result(Reason::EFFORT);
        if (is_guided_ && stalled > request_.ff_after_stalled_nodes.value_or(stalled)) {
            is_on_plateau_ = task_.is_available();
            if (is_on_plateau_) return result(Reason::EFFORT);
            request_.ff_after_stalled_nodes.reset();
        }
        world_.move_to(number);
        if (!world_.node(number).is_expanded) {
            if (is_cut(number)) continue;
            world_.meter.expand();
            world_.node(number).is_expanded = true;
        }
        if (grow(key, number) == Grown::FOUND) return result(Reason::FOUND);
    }
    return result(Reason::EXHAUSTED);
}

// Produce children of a node until one is a goal, or is better, or enough are there.
GoalCountingSearch::Grown GoalCountingSearch::grow(double key, NodeNumber number) {
    Cursor cursor = world_.node(number).cursor;
    for (std::uint32_t count = 1;; ++count) {
        const SuccessorOrder::Step step = successor_order_.next(cursor, child_);
        world_.node(number).cursor = cursor;
        if (step == SuccessorOrder::Step::END) break;
        if (step == SuccessorOrder::Step::PAUSE) {
            open_.push(key, number);
            return Grown::ON;
        }
        newest_key_ = WORST_KEY;
        if (evaluate(number)) return Grown::FOUND;
        if (newest_key_ < key) {
            open_.put_back(key, number);
            return Grown::ON;
        }
        Node& node = world_.node(number);
        if (is_guided_ && count == node.batch) {
            node.batch *= 2;
            open_.push(key, number);
            return Grown::ON;
        }
    }
    if (world_.node(number).is_stuck) update_best(number);
    return Grown::ON;
}

void GoalCountingSearch::enqueue(Cost distance) {
    const NodeNumber number = store();
    newest_key_ = key(child_.score, distance);
    open_.push(newest_key_, number);
}

SearchResult search_by_counting(World& world, Workspace& workspace, NodeNumber start,
                                const SearchRequest& request, bool& is_on_plateau) {
    GoalCountingSearch search(world, workspace, start, request);
    const SearchResult result = search.run();
    is_on_plateau = search.is_on_plateau();
    return result;
}

}  // namespace

SearchResult best_first_search(World& world, Workspace& workspace, NodeNumber start,
                               const SearchRequest& request) {
    return keeping_results(world, start, [&] {
        const auto first = NodeNumber(world.size());
        bool is_on_plateau = false;
        SearchResult result = search_by_counting(world, workspace, start, request, is_on_plateau);
        if (!is_on_plateau) return result;
        world.move_to(start);
        world.forget_except(first, {&result.best});
        FFSearch search(world, workspace.counters, workspace.heuristic, workspace.relaxed_task,
                        start, request);
        search.consider(result.best);
        return search.run();
    });
}

}  // namespace introplan
