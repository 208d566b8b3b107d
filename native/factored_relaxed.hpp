// The relaxed return: what is collected if each variable goes where the best action for it alone takes
// it. Several cases are followed side by side.
//
// In each layer an action changes a variable only by a part of what it could do, the *budget*: as many
// actions as are taken in a step, shared among the wishes that are not met. So it is an estimate.

#pragma once

#include <cstdint>
#include <vector>

#include "factored_code.hpp"

namespace introplan {

struct RelaxedLayer {
    FactoredCode code;  // slots: the state
    Places next, paid;
    std::vector<std::int8_t> polarity;  // 1: wanted, -1: unwanted, 0: neither or both
    std::vector<char> is_boolean;
    int concurrency = 1;
    double discount = 1;
    int layers = 1 << 20;  // then what the last one paid is paid again and again
};

class RelaxedReturn {
   public:
    explicit RelaxedReturn(const RelaxedLayer& layer);

    // Of so many steps, from up to `LANES` rows of marginals side by side; of the terms that count.
    void run(const std::vector<Numbers>& marginals, int steps, const std::vector<char>& counts,
             double* found);

    // The same, from marginals that are intervals already, of one layer: for tests.
    const Lanes* layer(const Lanes* marginals, const double* budget) {
        return intervals_.run(marginals, budget);
    }

   private:
    void budgets(double* found) const;
    // Takes the next marginals over; how much each case has changed.
    void move(const Lanes* values, double* changed);

    const RelaxedLayer& layer_;
    Intervals intervals_;
    std::vector<Lanes> marginals_;
};

}  // namespace introplan
