// UCT* (Keller and Eyerich 2012; trial-based heuristic tree search, Keller and Helmert 2013): trials down
// a tree of states and actions, with partial Bellman backups and an estimate as the first value of an
// action. And rollouts (Bertsekas 1997): the policy of the estimate, improved at the root by simulating it.

#pragma once

#include <chrono>
#include <optional>
#include <unordered_map>
#include <vector>

#include "factored_planner.hpp"

namespace introplan {

struct SearchEffort {
    std::int64_t trials;            // at most
    std::optional<double> seconds;  // if given, as many as fit
    std::uint64_t seed;
    double prior;        // trials that the estimate counts for
    double exploration;  // in parts of the range of estimates at the root
};

class TreeSearch {
   public:
    TreeSearch(Estimator& estimator, const SearchEffort& effort);

    // The options at the root, with what the trials say of them.
    std::vector<Option> run(const double* state, int steps);

    std::int64_t trials() const { return trials_; }

   private:
    struct Child {
        std::int32_t node;
        std::int64_t count;
    };
    struct Action {
        Joint joint;
        double first, value;
        double paid = 0;
        std::int64_t visits = 0;
        std::unordered_map<std::uint64_t, Child> children;
    };
    struct Node {
        Numbers state;
        int steps;
        std::vector<Action> actions;
        std::int64_t visits = 0;
        double value = 0;
    };

    std::int32_t add(Numbers state, int steps);
    void trial(std::int32_t node);
    std::size_t chosen(const Node& node);
    void back_up(Node& node, Action& action) const;

    Estimator& estimator_;
    SearchEffort effort_;
    Random random_;
    double range_ = 1;
    std::int64_t trials_ = 0;
    std::vector<Node> nodes_;
};

// The best options at the root, simulated with the policy of the estimate behind them and with common
// random numbers; those that fall behind are dropped.
std::vector<Option> rolled_out(Estimator& estimator, const SearchEffort& effort, const double* state,
                               int steps);

}  // namespace introplan
