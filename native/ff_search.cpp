#include "ff_search.hpp"

#include <algorithm>

namespace introplan {

SearchResult FFSearch::loop() {
    least_count_ = begin();
    queues_[DISTANCE].push(0, start_);
    for (NodeNumber number = next(); number != NO_NODE; number = next()) {
        if (is_cut(number)) continue;
        if (stalled_ > request_.max_stalled_nodes.value_or(stalled_)) return result(Reason::EFFORT);
        world_.move_to(number);
        world_.meter.expand();
        ++stalled_;
        distance_ = heuristic_.distance();
        if (distance_ >= DEAD_END && is_only_way_) continue;
        if (distance_ < least_distance_) {
            least_distance_ = distance_;
            make_progress();
        }
        if (grow(number)) return result(Reason::FOUND);
    }
    return result(Reason::EXHAUSTED);
}

// The next node to be looked at, taken from the queue whose turn it is.
NodeNumber FFSearch::next() {
    while (true) {
        int chosen = -1;
        for (int queue = 0; queue < QUEUES; ++queue) {
            if (queues_[queue].empty()) continue;
            if (chosen < 0 || turns_[queue] < turns_[chosen]) chosen = queue;
        }
        if (chosen < 0) return NO_NODE;
        const NodeNumber number = queues_[chosen].pop().second;
        Node& node = world_.node(number);
        if (node.is_expanded) continue;
        ++turns_[chosen];
        node.is_expanded = true;
        return number;
    }
}

void FFSearch::make_progress() {
    stalled_ = 0;
    turns_[PREFERRED_DISTANCE] -= PREFERRED_BOOST_TURNS;
    turns_[PREFERRED_COUNT] -= PREFERRED_BOOST_TURNS;
}

// Produce all children of the present node; true if one of them is a goal.
bool FFSearch::grow(NodeNumber number) {
    std::size_t place = 0;
    for (std::size_t schema = 0; schema < world_.schemas.size(); ++schema) {
        const Schema& own = world_.schemas[schema];
        list_applicable(own, own.query, own.frame, world_.facts, world_.meter, list_);
        for (std::size_t i = 0; i < list_.count; ++i) {
            const std::span arguments(list_.objects.data() + i * list_.arity, list_.arity);
            by_preferred_ = is_preferred(std::int32_t(schema), arguments, place);
            world_.make_child(std::int32_t(schema), arguments.data(), child_);
            if (evaluate(number)) return true;
        }
    }
    return false;
}

// Actions and preferred actions both come in order: walk along both lists.
bool FFSearch::is_preferred(std::int32_t schema, std::span<const Object> arguments,
                                  std::size_t& place) const {
    const std::vector<std::int32_t>& preferred = heuristic_.preferred();
    for (; place < preferred.size(); ++place) {
        const std::int32_t own = task_.schema(preferred[place]);
        if (own != schema) {
            if (own > schema) return false;
            continue;
        }
        const auto other = task_.arguments(preferred[place]);
        if (std::ranges::equal(arguments, other)) return true;
        if (std::ranges::lexicographical_compare(arguments, other)) return false;
    }
    return false;
}

void FFSearch::enqueue(Cost count) {
    const NodeNumber number = store();
    if (count < least_count_) {
        least_count_ = count;
        make_progress();
    }
    queues_[DISTANCE].push(double(distance_), number);
    queues_[COUNT].push(double(count), number);
    if (!by_preferred_) return;
    queues_[PREFERRED_DISTANCE].push(double(distance_), number);
    queues_[PREFERRED_COUNT].push(double(count), number);
}

}  // namespace introplan
