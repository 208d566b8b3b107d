// Estimates for the search for the best score: the most still to be had, and the least it costs.
//
// Both are admissible. The first is linear in the facts of a state: what every further step can pay
// again and again, a constant, and a weight for each fact whose loss can be paid once. The second is
// the heuristic of admissible_heuristic.hpp, or the least cost of all moves that are left.
//
// The specification is search/score_estimate.py of the Python package; the numbers of the bound come
// from search/score_bound.py, which reads them off the reward.

#pragma once

#include <optional>
#include <vector>

#include "admissible_heuristic.hpp"
#include "costs.hpp"
#include "goal_counters.hpp"
#include "world.hpp"

namespace introplan {

// The parts of the bound (`ScoreBound` in search/score_bound.py), times `scale`.
struct ScoreBound {
    double scale = 1;  // makes whole numbers of rewards; 1: they are compared with the tolerance
    double tolerance = 0;
    double per_step = 0;
    double constant = 0;
    std::vector<Fact> facts;
    std::vector<double> weights;  // of these facts where they are true
    bool never_stuck = false;
    bool is_nonnegative = false;
    double largest = 0;  // no single step pays more
    double max_steps = 0;  // no episode is longer
};

// What to look for (`ScoreRequest` in search/requests.py).
struct ScoreRequest {
    ScoreBound bound;
    bool needs_success = true;
    const Goal* guide = nullptr;
    std::optional<std::int32_t> max_depth;
    std::optional<double> above;
    std::optional<double> below;
    std::optional<std::int64_t> max_generated;
    double greed = 0;
    bool counts_cost = true;
    bool pays_once = false;  // the plan is for the step that pays most
};

class ScoreEstimate {
   public:
    // Reads the present of the world for the counters, which must follow it from then on.
    ScoreEstimate(const World& world, const ActionCosts& costs, const ScoreRequest& request);

    GoalCounters& counters() { return counters_; }
    bool has_guide() const { return steps_.has_value(); }
    Cost unmet_here() const { return has_guide() ? counters_.cost(0) : 0; }

    // The weights of the present state, and of a child from those of its parent.
    double weight_here(const World& world) const;
    double weight_after(double before, const Candidate& child) const;

    // No way on from there scores more; minus infinity: none leads to success.
    double score(double weight, std::int32_t depth, Cost unmet) const;

    // No way on from there costs less.
    double cost(std::int32_t depth, Cost unmet) const;

   private:
    double moves(std::int32_t depth) const;
    double discounted(double steps) const;
    double weight_of(Fact fact) const { return fact < by_fact_.size() ? by_fact_[fact] : 0; }

    const ScoreRequest& request_;
    double discount_;
    double least_cost_ = 0;
    GoalCounters counters_;
    std::optional<AdmissibleHeuristic> rest_, steps_;
    std::vector<double> by_fact_;
};

}  // namespace introplan
