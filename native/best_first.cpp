#include "best_first.hpp"

#include <limits>

#include "frontier.hpp"
#include "informed.hpp"

namespace introplan {

namespace {

constexpr double WORST = std::numeric_limits<double>::infinity();

class CountingSearch : public Search {
   public:
    CountingSearch(World& world, Workspace& workspace, NodeNumber start, const Goal* target,
                   const Goal* guide, const SearchOptions& options)
        : Search(world, workspace.aim, &workspace.promise, start, target, guide, options),
          promise_(workspace.promise),
          task_(workspace.relaxed_task),
          is_guided_(guide != nullptr) {
        promise_.begin(is_guided_ ? *guide : trivial());
    }

    ~CountingSearch() override { promise_.forget(); }

    // Did it give up because others see further?
    bool is_blind() const { return is_blind_; }

   private:
    SearchResult loop() override;
    void take_up(Cost distance) override;
    enum class Grown { ON, FOUND };

    Grown grow(double key, NodeNumber number);
    double key(double score, Cost distance) const {
        return is_guided_ ? double(distance) : -score;
    }

    Promise& promise_;
    RelaxedTask& task_;
    bool is_guided_;
    bool is_blind_ = false;
    Frontier queue_;
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
        if (options_.patience && stalled > *options_.patience) return result(Reason::PATIENCE);
        if (is_guided_ && options_.blind_after && stalled > *options_.blind_after) {
            is_blind_ = task_.is_available();
            if (is_blind_) return result(Reason::PATIENCE);
            options_.blind_after.reset();
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
        const Promise::Step step = promise_.next(cursor, child_);
        world_.node(number).cursor = cursor;
        if (step == Promise::Step::END) break;
        if (step == Promise::Step::PAUSE) {
            queue_.push(key, number);
            return Grown::ON;
        }
        newest_key_ = WORST;
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

void CountingSearch::take_up(Cost distance) {
    const NodeNumber number = store();
    newest_key_ = key(child_.score, distance);
    queue_.push(newest_key_, number);
}

SearchResult search_by_counting(World& world, Workspace& workspace, NodeNumber start,
                                const Goal* target, const Goal* guide,
                                const SearchOptions& options, bool& is_blind) {
    CountingSearch search(world, workspace, start, target, guide, options);
    const SearchResult result = search.run();
    is_blind = search.is_blind();
    return result;
}

}  // namespace

SearchResult best_first_search(World& world, Workspace& workspace, NodeNumber start,
                               const Goal* target, const Goal* guide,
                               const SearchOptions& options) {
    const auto first = NodeNumber(world.size());
    SearchResult result;
    bool is_blind = false;
    try {
        result = search_by_counting(world, workspace, start, target, guide, options, is_blind);
        if (is_blind) {
            world.move_to(start);
            world.forget_except(first, {&result.best});
            InformedSearch search(world, workspace.aim, workspace.plan, workspace.relaxed_task, start,
                                  target, *guide, options);
            search.consider(result.best);
            result = search.run();
        }
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
