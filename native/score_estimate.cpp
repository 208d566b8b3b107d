#include "score_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace introplan {

namespace {

constexpr double INF = std::numeric_limits<double>::infinity();

}  // namespace

ScoreEstimate::ScoreEstimate(const World& world, const ActionCosts& costs,
                             const ScoreRequest& request)
    : request_(request), discount_(world.discount) {
    if (request.needs_success && request.guide != nullptr) {
        counters_.add_distance_root(*request.guide, world.facts);
        rest_.emplace(world, *request.guide, costs);
        steps_.emplace(world, *request.guide, ActionCosts{});  // each costs 1
    }
    const ScoreBound& bound = request.bound;
    for (std::size_t i = 0; i < bound.facts.size(); ++i) {
        const Fact fact = bound.facts[i];
        if (fact >= by_fact_.size()) by_fact_.resize(fact + 1, 0);
        by_fact_[fact] = bound.weights[i];
    }
    for (std::size_t i = 0; i < world.schemas.size(); ++i) {
        least_cost_ = i == 0 ? costs.least(i) : std::min(least_cost_, costs.least(i));
    }
}

double ScoreEstimate::weight_here(const World& world) const {
    double total = request_.bound.constant;
    for (std::size_t i = 0; i < request_.bound.facts.size(); ++i) {
        if (world.facts.holds(request_.bound.facts[i])) total += request_.bound.weights[i];
    }
    return total;
}

double ScoreEstimate::weight_after(double before, const Candidate& child) const {
    if (by_fact_.empty()) return before;
    for (const Fact fact : child.delta.added) before += weight_of(fact);
    for (const Fact fact : child.delta.deleted) before -= weight_of(fact);
    return before;
}

double ScoreEstimate::moves(std::int32_t depth) const {
    const double limit = request_.max_depth ? double(*request_.max_depth) : INF;
    return std::min(limit, request_.bound.max_steps) - depth;
}

double ScoreEstimate::score(double weight, std::int32_t depth, Cost unmet) const {
    const double left = moves(depth);
    double least = 1;
    if (steps_) {
        least = std::max(least, steps_->cost(unmet));
        if (unmet >= DEAD_END || least > left) return -INF;
    }
    double steps = 0;
    if (request_.bound.per_step > 0) steps = left;
    else if (request_.needs_success) steps = least;
    else if (request_.bound.never_stuck && left < INF) steps = left;
    return discounted(steps) + weight;
}

// The same reward for so many steps.
double ScoreEstimate::discounted(double steps) const {
    const double per_step = request_.bound.per_step;
    if (per_step == 0 || steps == 0) return 0;
    if (discount_ == 1) return per_step * steps;
    return per_step * (1.0 - std::pow(discount_, steps)) / (1.0 - discount_);
}

double ScoreEstimate::cost(std::int32_t depth, Cost unmet) const {
    if (!request_.counts_cost) return 0;
    if (request_.needs_success) return rest_ ? rest_->cost(unmet) : 0;
    const bool is_sure = request_.bound.never_stuck && request_.max_depth;
    return is_sure ? moves(depth) * least_cost_ : 0;
}

}  // namespace introplan
