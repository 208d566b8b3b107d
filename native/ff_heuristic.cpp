#include "ff_heuristic.hpp"

#include <algorithm>

namespace introplan {

namespace {

// Costs below this have a bucket each (a bucket queue is faster than a heap where costs are small);
// h_add can grow exponentially with the depth of a plan, so higher costs wait in a heap.
constexpr std::int32_t MAX_BUCKET_COST = 1 << 14;

// Lists by number, one after the other: `count` them, `lay_out`, then fill them back to front.
void lay_out(std::vector<std::uint32_t>& first) {
    std::uint32_t sum = 0;
    for (std::uint32_t& entry : first) entry = sum += entry;
}

}  // namespace

void FFHeuristic::begin(const Goal& goal) {
    select(task_.add_goal(goal));
    task_.forget_goal();
}

// Copy the operators that are relevant to the goal, with numbers of their own.
void FFHeuristic::select(Proposition goal) {
    const std::size_t count = task_.operators();
    std::vector<std::uint32_t> first(task_.propositions() + 1, 0);
    for (std::size_t i = 0; i < count; ++i) {
        for (const Proposition p : task_.at(i).gives) ++first[p];
    }
    lay_out(first);
    std::vector<std::int32_t> givers(first.back());
    for (std::size_t i = count; i-- > 0;) {
        for (const Proposition p : task_.at(i).gives) givers[--first[p]] = std::int32_t(i);
    }
    std::vector<std::int32_t> number(task_.propositions(), -1);
    std::vector<std::uint8_t> is_relevant(count, 0);
    std::vector<Proposition> chosen{goal};
    number[goal] = 0;
    for (std::size_t k = 0; k < chosen.size(); ++k) {
        const Proposition p = chosen[k];
        for (std::uint32_t i = first[p]; i < first[p + 1]; ++i) {
            if (is_relevant[givers[i]]) continue;
            is_relevant[givers[i]] = 1;
            for (const Proposition need : task_.at(givers[i]).needs) {
                if (number[need] >= 0) continue;
                number[need] = std::int32_t(chosen.size());
                chosen.push_back(need);
            }
        }
    }
    fact_.clear();
    truth_.clear();
    for (const Proposition p : chosen) {
        fact_.push_back(task_.fact(p));
        truth_.push_back(task_.truth(p) ? 1 : 0);
    }
    fresh_.clear();
    gives_.clear();
    needs_.clear();
    free_.clear();
    own_cost_.clear();
    first_need_.assign(1, 0);
    first_user_.assign(chosen.size() + 1, 0);
    for (std::size_t i = 0; i < count; ++i) {
        if (!is_relevant[i]) continue;
        const RelaxedOperator own = task_.at(i);
        if (own.needs.empty()) free_.push_back(std::int32_t(fresh_.size()));
        fresh_.push_back({own.cost, std::int32_t(own.needs.size()), std::uint32_t(gives_.size()),
                          own.action});
        own_cost_.push_back(own.cost);
        for (const Proposition p : own.gives) {
            if (number[p] >= 0) gives_.push_back(number[p]);
        }
        for (const Proposition p : own.needs) {
            needs_.push_back(number[p]);
            ++first_user_[number[p]];
        }
        first_need_.push_back(std::uint32_t(needs_.size()));
    }
    fresh_.push_back({0, 0, std::uint32_t(gives_.size()), 0});
    lay_out(first_user_);
    users_.resize(needs_.size());
    for (std::size_t i = fresh_.size() - 1; i-- > 0;) {
        for (std::uint32_t k = first_need_[i]; k < first_need_[i + 1]; ++k) {
            users_[--first_user_[needs_[k]]] = std::int32_t(i);
        }
    }
    supporter_.resize(chosen.size());
    marks_.assign(fresh_.size(), 0);
    last_mark_ = 0;
}

void FFHeuristic::settle(std::int32_t cost, Proposition proposition) {
    cost_[proposition] = cost;
    if (cost < MAX_BUCKET_COST) {
        if (std::size_t(cost) >= buckets_.size()) buckets_.resize(std::size_t(cost) + 1);
        buckets_[cost].push_back(proposition);
    } else {
        dear_.emplace(cost, proposition);
    }
}

void FFHeuristic::fire(std::int32_t number) {
    const std::int32_t cost = operators_[number].cost;
    for (std::uint32_t i = operators_[number].gift; i < operators_[number + 1].gift; ++i) {
        const std::int32_t given = gives_[i];
        if (cost < cost_[given]) {
            supporter_[given] = number;
            settle(cost, given);
        } else if (cost == cost_[given] && number < supporter_[given]) {
            supporter_[given] = number;
        }
    }
}

// Settle the h_add cost of every proposition that does not cost more than the goal.
void FFHeuristic::explore() {
    operators_ = fresh_;
    cost_.assign(fact_.size(), INFINITE);
    for (std::size_t p = 0; p < fact_.size(); ++p) {
        if (fact_[p] != NO_FACT && task_.facts().holds(fact_[p]) == (truth_[p] != 0)) {
            supporter_[p] = -1;
            settle(0, std::int32_t(p));
        }
    }
    for (const std::int32_t number : free_) fire(number);
    const auto use = [&](std::int32_t cost, std::int32_t proposition) {
        if (cost_[proposition] != cost) return;  // it has become cheaper since
        for (std::uint32_t i = first_user_[proposition]; i < first_user_[proposition + 1]; ++i) {
            Operator& own = operators_[users_[i]];
            own.cost = std::min(own.cost + cost, INFINITE - 1);
            if (--own.unmet == 0) fire(users_[i]);
        }
    };
    for (std::size_t cost = 0; cost < buckets_.size(); ++cost) {
        for (std::size_t i = 0; i < buckets_[cost].size(); ++i) {
            if (std::int32_t(cost) > cost_[GOAL]) break;
            use(std::int32_t(cost), buckets_[cost][i]);
        }
        buckets_[cost].clear();
    }
    while (!dear_.empty()) {
        const auto [cost, proposition] = dear_.top();
        dear_.pop();
        if (cost <= cost_[GOAL]) use(cost, proposition);
    }
}

Cost FFHeuristic::distance() {
    explore();
    preferred_.clear();
    actions_.clear();
    if (cost_[GOAL] == INFINITE) return DEAD_END;
    collect();
    return Cost(actions_.size());
}

// Follow the supporters back from the goal.
void FFHeuristic::collect() {
    if (++last_mark_ == 0) {
        std::fill(marks_.begin(), marks_.end(), 0);
        last_mark_ = 1;
    }
    const auto want = [&](std::int32_t proposition) {
        const std::int32_t supporter = supporter_[proposition];
        if (supporter < 0 || marks_[supporter] == last_mark_) return;
        marks_[supporter] = last_mark_;
        stack_.push_back(supporter);
    };
    want(GOAL);
    std::int32_t assumed = 0;
    while (!stack_.empty()) {
        const std::int32_t number = stack_.back();
        stack_.pop_back();
        const Operator& own = operators_[number];
        if (own.action >= 0) {
            actions_.push_back(own.action);
            if (own.cost == own_cost_[number]) preferred_.push_back(own.action);
        }
        if (own.action == RelaxedOperator::UNKNOWN_ACTION) ++assumed;
        for (std::uint32_t i = first_need_[number]; i < first_need_[number + 1]; ++i) {
            want(needs_[i]);
        }
    }
    for (auto* found : {&actions_, &preferred_}) {
        std::sort(found->begin(), found->end());
        found->erase(std::unique(found->begin(), found->end()), found->end());
    }
    actions_.insert(actions_.end(), std::size_t(assumed), RelaxedOperator::UNKNOWN_ACTION);
}

}  // namespace introplan
