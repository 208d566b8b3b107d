// Action costs: 1 each where a task names none, else a sum of constants and of tables over the
// arguments. The specification is `ActionCosts` in search/costs.py of the Python package.

#pragma once

#include <map>
#include <utility>
#include <vector>

#include "facts.hpp"

namespace introplan {

class ActionCosts {
   public:
    // From now on a schema's actions cost the sum of its terms, and never less than `least`.
    void set(std::size_t schemas, std::vector<double> least, bool is_whole) {
        terms_.resize(schemas);
        least_ = std::move(least);
        is_whole_ = is_whole;
    }

    void add_constant(std::size_t schema, double value) {
        terms_.at(schema).push_back({value, {}, {}});
    }

    // `which` names arguments, counted from 0, or objects, as -1 minus their number.
    void add_table(std::size_t schema, std::vector<std::int32_t> which,
                   const std::vector<Object>& rows, const std::vector<double>& values) {
        Term term{0, std::move(which), {}};
        const std::size_t arity = term.which.size();
        for (std::size_t i = 0; i < values.size(); ++i) {
            term.table[{rows.begin() + i * arity, rows.begin() + (i + 1) * arity}] = values[i];
        }
        terms_.at(schema).push_back(std::move(term));
    }

    bool is_unit() const { return terms_.empty(); }
    bool is_whole() const { return is_whole_; }
    double least(std::size_t schema) const { return is_unit() ? 1 : least_[schema]; }

    double of(std::size_t schema, const Object* arguments) const {
        if (is_unit()) return 1;
        double total = 0;
        for (const Term& term : terms_[schema]) {
            if (term.table.empty()) {
                total += term.constant;
                continue;
            }
            std::vector<Object> row;
            for (const std::int32_t i : term.which) row.push_back(i < 0 ? -1 - i : arguments[i]);
            const auto found = term.table.find(row);
            if (found != term.table.end()) total += found->second;
        }
        return total;
    }

   private:
    struct Term {
        double constant;
        std::vector<std::int32_t> which;
        std::map<std::vector<Object>, double> table;
    };

    std::vector<std::vector<Term>> terms_;
    std::vector<double> least_;
    bool is_whole_ = true;
};

}  // namespace introplan
