#include "best_first.hpp"

#include <limits>

#include "open_list.hpp"
#include "ff_search.hpp"

namespace introplan {

namespace {

constexpr double WORST = std::numeric_limits<double>::infinity();

class CountingSearch : public ForwardSearch {
   public:
    CountingSearch(World& world, Workspace& workspace, NodeNumber start,
                   const SearchRequest& request)
        : ForwardSearch(world, workspace.counters, &workspace.successor_order, start, request),
          successor_order_(workspace.successor_order),
          task_(workspace.relaxed_task),
          is_guided_(request.guide != nullptr) {
        successor_order_.begin(is_guided_ ? *request.guide : trivial());
    }

    ~CountingSearch() override { successor_order_.forget(); }

    // Did it give up because others see further?
    bool is_blind() const { return is_blind_; }

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
    bool is_blind_ = false;
    OpenList queue_;
    double newest_key_ = WORST;
};

SearchResult CountingSearch::loop() {
    const Cost distance = begin();
    queue_.push(key(world_.node(start_).score, distance), start_);
    std::int64_t stalled = 0;
    double best_key = queue_.least_key();
    while (!queue_.empty()) {
        const auto [key, number] = queue_.pop();
        stalled = key < best_key ? 0 : stalled + 1;
        best_key = std::min(key, best_key);
        if (stalled > request_.max_stalled_nodes.value_or(stalled)) return result(Reason::EFFORT);
        if (is_guided_ && stalled > request_.ff_after_stalled_nodes.value_or(stalled)) {
            is_blind_ = task_.is_available();
            if (is_blind_) return result(Reason::EFFORT);
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
CountingSearch::Grown CountingSearch::grow(double key, NodeNumber number) {
    Cursor cursor = world_.node(number).cursor;
    for (std::uint32_t count = 1;; ++count) {
        const SuccessorOrder::Step step = successor_order_.next(cursor, child_);
        world_.node(number).cursor = cursor;
        if (step == SuccessorOrder::Step::END) break;
        if (step == SuccessorOrder::Step::PAUSE) {
            queue_.push(key, number);
            return Grown::ON;
        }
        newest_key_ = WORST;
        if (evaluate(number)) return Grown::FOUND;
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
    if (world_.node(number).is_stuck) update_best(number);
    return Grown::ON;
}

void CountingSearch::enqueue(Cost distance) {
    const NodeNumber number = store();
    newest_key_ = key(child_.score, distance);
    queue_.push(newest_key_, number);
}

SearchResult search_by_counting(World& world, Workspace& workspace, NodeNumber start,
                                const SearchRequest& request, bool& is_blind) {
    CountingSearch search(world, workspace, start, request);
    const SearchResult result = search.run();
    is_blind = search.is_blind();
    return result;
}

}  // namespace

SearchResult best_first_search(World& world, Workspace& workspace, NodeNumber start,
                               const SearchRequest& request) {
    return keeping_results(world, start, [&] {
        const auto first = NodeNumber(world.size());
        bool is_blind = false;
        SearchResult result = search_by_counting(world, workspace, start, request, is_blind);
        if (!is_blind) return result;
        world.move_to(start);
        world.forget_except(first, {&result.best});
        FFSearch search(world, workspace.counters, workspace.heuristic, workspace.relaxed_task,
                        start, request);
        search.consider(result.best);
        return search.run();
    });
}

}  // namespace introplan
