// What the joint actions of a state are worth, by value tables and by the relaxed return of the terms
// that no table covers; and what an episode comes to that follows it.

#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "factored_relaxed.hpp"
#include "factored_table.hpp"
#include "factored_world.hpp"

namespace introplan {

// Where there is a table for each actor, wishes that several could see to are shared out: each counts for
// one of the tables, and in the others its variable has the value with which it is met.
struct Estimate {
    std::vector<std::shared_ptr<FactoredTable>> tables;
    std::shared_ptr<RelaxedLayer> layer;  // none: what is not covered counts for the first step alone
    std::vector<char> covered;            // by term: is it in a table?
    std::vector<std::pair<std::int32_t, double>> shared;  // variables, and their values when met
    std::vector<char> timed;  // by table: does it look ahead from each decision, in a changing context?
};

struct Option {
    Joint action;
    double value;
    std::int64_t visits = 0;
};

class Estimator {
   public:
    Estimator(const FactoredWorld& world, const JointActions& actions, const Estimate& estimate);

    // Before a decision: tables in a context that changes look ahead from its state.
    void prepare(const double* state, int steps);

    // The options of a state with so many steps left, in a fixed order; none where it is over. Where
    // there are too many joint actions they are composed, choice by choice, as long as that pays.
    std::vector<Option> options(const double* state, int steps);

    // The best of them; the first one among equals. Nothing where nothing can be done.
    std::optional<Joint> best(const double* state, int steps);

    Simulator& simulator() { return simulator_; }

   private:
    void add_values(const double* state, int steps, std::vector<Option>& options, std::size_t from);
    void add_relaxed(const double* state, int steps, std::vector<Option>& options, std::size_t from,
                     bool is_alone);
    bool add_tables(int steps, Option& option);
    bool find_rows(const double* state, int steps);
    bool share_out(const double* state, int steps);
    double shared_value(const std::vector<std::size_t>& owners, int steps);
    void compose(const double* state, int steps, std::vector<Option>& options);
    std::optional<Joint> repaired(const double* state);

    const JointActions& actions_;
    const Estimate& estimate_;
    Simulator simulator_;
    std::optional<RelaxedReturn> relaxed_;
    std::vector<char> open_, all_;  // terms that no table covers; all terms
    bool has_open_ = false;
    Places rows_;
    std::vector<std::size_t> active_;  // of the shared wishes, those that are not met
    Numbers local_;
};

}  // namespace introplan
