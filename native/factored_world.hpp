// A factored world as a simulator: states are rows of numbers, joint actions lists of choices.

#pragma once

#include <cstdint>
#include <vector>

#include "factored_code.hpp"

namespace introplan {

// The numbers of the choices that are made together, in ascending order; none of them: all variables of
// actions have their defaults.
using Joint = std::vector<std::int32_t>;

struct Choice {
    std::int32_t place;
    double value;
};

// What is fixed of a world. Slots of both codes: the state, then the variables of the action.
struct FactoredWorld {
    FactoredCode step;        // what comes next and what is paid
    FactoredCode conditions;  // what is allowed, and where an episode ends
    Places next, paid, allowed, ends;
    Numbers defaults;
    std::vector<Choice> choices;
    int concurrency = 1;
    double discount = 1;

    std::size_t states() const { return next.size(); }
    std::size_t slots() const { return next.size() + defaults.size(); }
};

// A simulator of its own: registers are not shared between threads.
class Simulator {
   public:
    explicit Simulator(const FactoredWorld& world);

    const FactoredWorld& world() const { return world_; }

    bool is_allowed(const double* state, const Joint& action) { return unmet(state, action) == 0; }
    // How many preconditions do not hold.
    int unmet(const double* state, const Joint& action);
    bool is_over(const double* state);

    // Draws the next state into `after` (which may be `state`) and returns what is paid.
    double draw(const double* state, const Joint& action, Random& random, double* after);

    // What is expected of the next state, variable by variable, and of each term of the reward.
    void expect(const double* state, const Joint& action, double* after, double* terms);

   private:
    const double* filled(const double* state, const Joint& action);

    const FactoredWorld& world_;
    Registers step_, conditions_;
    Numbers slots_;
};

// All joint actions, or the single ones where there are more than `limit`.
struct JointActions {
    JointActions(const FactoredWorld& world, std::size_t limit);

    std::vector<Joint> listed;
    bool is_complete = true;
};

// `action` with one choice more; empty where its variable has a choice already.
Joint with_choice(const FactoredWorld& world, const Joint& action, std::int32_t choice);

}  // namespace introplan
