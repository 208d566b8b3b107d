#include "machine_search.hpp"

#include <algorithm>
#include <limits>
#include <queue>
#include <tuple>

namespace introplan {

MachineSearch::MachineSearch(const Machine& machine, const Words& start,
                             MachineSearchRequest request, Meter& meter)
    : machine_(machine),
      request_(request),
      meter_(meter),
      states_(machine.layout().words()),
      expander_(machine),
      measure_(machine) {
    bool is_new;
    const Packed packed = machine.packed(start);
    nodes_.push_back({states_.add(packed.data(), is_new), NO_NODE, 0, 0, false});
}

void MachineSearch::generate(const std::uint64_t* packed, bool keeps_all) {
    meter_.expand();
    const std::size_t words = machine_.layout().words();
    present_.assign(packed, packed + words);
    children_.clear();
    packed_children_.clear();
    expander_.expand(present_.data(), [&](std::int32_t step, const std::uint64_t* child,
                                          double reward, Ending ending) {
        meter_.generate();
        const bool is_end = request_.ends.is_met(reward, ending);
        if (is_end && !keeps_all) {
            children_.clear();
            packed_children_.clear();
        }
        if (is_end || keeps_all || ending == Ending::CONTINUE) {
            children_.push_back({step, reward, is_end, ending});
            packed_children_.insert(packed_children_.end(), child, child + words);
        }
        return keeps_all || !is_end;
    });
}

void MachineSearch::expand(std::int32_t node) {
    children_.clear();
    if (request_.max_depth && nodes_[node].depth >= *request_.max_depth) return;
    generate(states_.at(nodes_[node].state), false);
    for (const Child& child : children_) {
        if (best_parent_ != NO_NODE && child.reward <= best_reward_) continue;
        best_parent_ = node;
        best_step_ = child.step;
        best_reward_ = child.reward;
    }
}

std::vector<std::int32_t> MachineSearch::path(std::int32_t node) const {
    std::vector<std::int32_t> steps;
    for (; nodes_[node].parent != NO_NODE; node = nodes_[node].parent) {
        steps.push_back(nodes_[node].step);
    }
    std::reverse(steps.begin(), steps.end());
    return steps;
}

MachineFound MachineSearch::found(std::int32_t parent, const Child& end) const {
    MachineFound result{true, false, false, path(parent)};
    result.steps.push_back(end.step);
    return result;
}

std::vector<std::int32_t> MachineSearch::best() const {
    if (best_parent_ == NO_NODE) return {};
    std::vector<std::int32_t> steps = path(best_parent_);
    steps.push_back(best_step_);
    return steps;
}

Word MachineSearch::distance(std::int32_t code, const std::uint64_t* packed) {
    const Word found = measure_.load(packed).value(code);
    return std::clamp<Word>(found, 0, request_.unreachable);
}

MachineFound MachineSearch::breadth_first() {
    for (std::size_t next = 0; next < nodes_.size(); ++next) {
        if (request_.max_nodes && std::int64_t(next) >= *request_.max_nodes) return {};
        expand(std::int32_t(next));
        for (std::size_t i = 0; i < children_.size(); ++i) {
            if (children_[i].is_end) return found(std::int32_t(next), children_[i]);
            bool is_new;
            const std::uint32_t state = states_.add(packed_child(i), is_new);
            if (!is_new) continue;
            const std::int32_t depth = nodes_[next].depth + 1;
            nodes_.push_back({state, std::int32_t(next), children_[i].step, depth, false});
        }
    }
    return {false, true, false, {}};
}

MachineFound MachineSearch::a_star(std::int32_t code, std::optional<std::int64_t> max_bound) {
    // Bound, distance, order backwards, node: the smallest first.
    using Entry = std::tuple<Word, Word, std::int64_t, std::int32_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    std::vector<std::int32_t> known{0};  // the least depth of each state
    std::int64_t order = 0, count = 0;
    bool was_pruned = false;
    const Word start = std::max<Word>(1, distance(code, states_.at(0)));
    queue.emplace(start, 0, 0, 0);
    while (!queue.empty()) {
        const auto [bound, ignored, tie, number] = queue.top();
        queue.pop();
        if (max_bound && bound > *max_bound) return {false, false, was_pruned, {}};
        if (nodes_[number].is_end) return {true, false, was_pruned, path(number)};
        const std::int32_t depth = nodes_[number].depth;
        if (known[nodes_[number].state] < depth) continue;
        if (request_.max_nodes && ++count > *request_.max_nodes) return {};
        expand(number);
        for (std::size_t i = 0; i < children_.size(); ++i) {
            const Child& child = children_[i];
            Word far = 0;
            std::uint32_t state = 0;
            if (!child.is_end) {
                // Pruned states are not entered into the table: they would only take memory.
                state = states_.find(packed_child(i));
                if (state != StateTable::NONE && known[state] <= depth + 1) continue;
                far = std::max<Word>(1, distance(code, packed_child(i)));
                if (far >= request_.unreachable) {
                    was_pruned = true;
                    continue;
                }
                bool is_new;
                state = states_.add(packed_child(i), is_new);
                if (is_new) known.push_back(0);
                known[state] = depth + 1;
            }
            ++order;
            const std::int32_t fresh = std::int32_t(nodes_.size());
            nodes_.push_back({state, number, child.step, depth + 1, child.is_end});
            queue.emplace(std::max(bound, depth + 1 + far), far, -order, fresh);
        }
    }
    return {false, true, was_pruned, {}};
}

MachineFound MachineSearch::alternating(const std::vector<std::int32_t>& distances, Word weight) {
    using Entry = std::tuple<Word, std::int64_t, std::int32_t>;
    using Queue = std::priority_queue<Entry, std::vector<Entry>, std::greater<>>;
    std::vector<Queue> queues(distances.size());
    for (Queue& queue : queues) queue.emplace(0, 0, 0);
    std::vector<bool> closed{false};
    std::int64_t turn = 0, order = 0, count = 0;
    bool was_pruned = false;
    Words keys(distances.size());
    const auto leads_nowhere = [&](Word far, std::int64_t depth) {
        return far >= request_.unreachable || (request_.max_depth && depth + far > *request_.max_depth);
    };
    const auto has_some = [](const Queue& queue) { return !queue.empty(); };
    while (std::any_of(queues.begin(), queues.end(), has_some)) {
        Queue& queue = queues[++turn % std::int64_t(queues.size())];
        if (queue.empty()) continue;
        const std::int32_t number = std::get<2>(queue.top());
        queue.pop();
        if (closed[nodes_[number].state]) continue;
        closed[nodes_[number].state] = true;
        if (request_.max_nodes && ++count > *request_.max_nodes) return {};
        expand(number);
        const std::int32_t depth = nodes_[number].depth + 1;
        for (std::size_t i = 0; i < children_.size(); ++i) {
            if (children_[i].is_end) return found(number, children_[i]);
            if (states_.find(packed_child(i)) != StateTable::NONE) continue;
            for (std::size_t k = 0; k < keys.size(); ++k) {
                keys[k] = distance(distances[k], packed_child(i));
                if (leads_nowhere(keys[0], depth)) break;
            }
            if (leads_nowhere(keys[0], depth)) {
                was_pruned = true;
                continue;
            }
            bool is_new;
            const std::uint32_t state = states_.add(packed_child(i), is_new);
            closed.push_back(false);
            ++order;
            const std::int32_t fresh = std::int32_t(nodes_.size());
            nodes_.push_back({state, number, children_[i].step, depth, false});
            for (std::size_t k = 0; k < keys.size(); ++k) {
                queues[k].emplace(weight * keys[k] + depth, -order, fresh);
            }
        }
    }
    return {false, true, was_pruned, {}};
}

MachineFound MachineSearch::descend(std::int32_t code, bool repeats) {
    const std::int64_t most = request_.max_depth.value_or(std::numeric_limits<std::int64_t>::max());
    Word far = distance(code, states_.at(0));
    MachineFound result;
    if (far >= request_.unreachable || far > most) return result;
    Packed here(states_.at(0), states_.at(0) + machine_.layout().words());
    const auto& operators = machine_.operators();
    const auto leads_down = [&](std::size_t i) {
        if (children_[i].ending == Ending::FAILURE) return false;
        if (children_[i].is_end) return true;
        return children_[i].ending == Ending::CONTINUE && distance(code, packed_child(i)) <= far - 1;
    };
    while (std::int64_t(result.steps.size()) < most) {
        generate(here.data(), true);
        std::size_t chosen = children_.size();
        if (repeats && !result.steps.empty()) {
            const std::int32_t last = operators[result.steps.back()].label;
            for (std::size_t i = 0; i < children_.size() && chosen == children_.size(); ++i) {
                if (operators[children_[i].step].label == last && leads_down(i)) chosen = i;
            }
        }
        for (std::size_t i = 0; i < children_.size() && chosen == children_.size(); ++i) {
            if (leads_down(i)) chosen = i;
        }
        if (chosen == children_.size()) return {};
        result.steps.push_back(children_[chosen].step);
        result.is_found = children_[chosen].is_end;
        if (result.is_found) return result;
        if (far <= 1) return {};
        here.assign(packed_child(chosen), packed_child(chosen) + here.size());
        --far;
    }
    return {};
}

}  // namespace introplan
