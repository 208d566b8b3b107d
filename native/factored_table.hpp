// A value table: some variables of a factored world, exactly, by backward induction over the states of
// these that can be reached. A pattern database whose entries are values.
//
// Variables outside of it keep the values that they had when it was explored: they matter only where the
// table is not closed. A joint action counts by those of its choices that concern the table (its *class*).

#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "factored_world.hpp"

namespace introplan {

struct TableLimits {
    std::int64_t states;
    std::int64_t edges;
    double seconds;
};

// What a table is made of. Slots of `code`: the state, the action, the next state.
struct TableModel {
    FactoredCode code;
    Places variables;              // numbers of state variables, ascending
    std::vector<char> is_boolean;  // of these
    Places next;                   // a node for each of them
    Places paid, paid_after;       // terms over the state before; terms that mention the next one
    Places allowed, ends;
    std::vector<Joint> classes;    // the first one is empty
    Numbers defaults;
    std::vector<Choice> choices;
};

class FactoredTable {
   public:
    explicit FactoredTable(TableModel model);

    // All that can be reached from a state; false where that is more than the limits allow.
    bool explore(const Numbers& state, const TableLimits& limits);

    // Values for up to so many steps. Only the part `share` of the steps is the table's own: in the
    // others nothing is done for it. With `may_end` the episode may be ended at any time.
    void solve(int steps, double discount, double share, bool may_end);

    // Instead of both: values for so many steps from a state in a context that changes, the marginals of
    // all variables before each step (and after the last one). False where that is too large.
    bool look_ahead(const Numbers& state, const std::vector<Numbers>& contexts, int steps,
                    double discount, const TableLimits& limits);

    // Does it know what this row is worth with so many steps left?
    bool knows(std::int32_t row, int steps) const;

    // The row of a state; -1 if it was not met.
    std::int32_t row(const double* state) const;

    // What a class of actions is worth with so many steps left, and what the row is worth.
    double q(std::int32_t row, std::int32_t number, int steps) const;
    double value(std::int32_t row, int steps) const;

    // The class of a joint action.
    std::int32_t class_of(const Joint& action) const;

    const TableModel& model() const { return model_; }
    std::size_t rows() const { return rows_; }
    std::size_t edges() const { return targets_.size(); }
    int steps() const { return steps_; }

    // Of choice c of row r, number r * classes + c: edges and reward, for looking at.
    const std::vector<std::int64_t>& first_edge() const { return first_; }
    const Places& targets() const { return targets_; }
    const Numbers& probabilities() const { return probabilities_; }
    const Numbers& rewards() const { return rewards_; }
    const Numbers& states() const { return states_; }

   private:
    using Outcomes = std::vector<std::pair<double, double>>;  // value and probability

    std::int32_t number(const Numbers& local);
    std::uint64_t hash(const double* local) const;
    std::int32_t find(const double* local) const;
    bool expand(std::int32_t row, const Joint& action, Registers& registers);
    bool branch(Registers& registers, const double* values, double paid);
    Outcomes outcomes(std::size_t place, const double* values) const;
    Outcomes combined(std::int32_t node, const double* values) const;
    bool is_linear(std::int32_t node) const;

    TableModel model_;
    std::vector<char> draws_, linear_;  // of nodes
    std::vector<std::int32_t> single_;  // by choice: the class of it alone; -1 if it does not concern the table
    std::map<Joint, std::int32_t> classes_;
    bool pays_after_ = false;

    Numbers slots_;
    Numbers states_;  // rows of values
    std::size_t rows_ = 0;
    std::vector<std::int32_t> index_;  // open addressing: row + 1, or 0
    std::vector<std::int64_t> first_{0};
    Places targets_;
    Numbers probabilities_, rewards_;
    std::size_t expanded_ = 0;
    int steps_ = 0;
    double discount_ = 1;
    Numbers values_;  // by steps left, then by row

    bool is_timed_ = false;
    std::vector<Places> places_;  // by step, then by row: its place among the rows expanded; -1: not there
};

}  // namespace introplan
