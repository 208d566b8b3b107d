#include "factored_planner.hpp"

#include <algorithm>

namespace introplan {

namespace {

constexpr double MAX_WAYS = 1024;    // in which wishes are shared out: below a tenth of a millisecond
constexpr std::int64_t MAX_AHEAD = 20000;  // states in all steps, for a decision: some hundredths of a second
constexpr double UNKNOWN = -1e200;   // what a state is worth that a table has not met

}  // namespace

Estimator::Estimator(const FactoredWorld& world, const JointActions& actions,
                     const Estimate& estimate)
    : actions_(actions), estimate_(estimate), simulator_(world), all_(world.paid.size(), 1) {
    if (estimate.layer) relaxed_.emplace(*estimate.layer);
    for (const char covered : estimate.covered) {
        open_.push_back(!covered);
        has_open_ = has_open_ || !covered;
    }
    rows_.resize(estimate.tables.size());
}

// The context is what becomes of the variables if nothing is done: marginals, each by itself.
void Estimator::prepare(const double* state, int steps) {
    const std::vector<char>& timed = estimate_.timed;
    if (std::find(timed.begin(), timed.end(), 1) == timed.end()) return;
    const FactoredWorld& world = simulator_.world();
    std::vector<Numbers> contexts{Numbers(state, state + world.states())};
    Numbers terms(world.paid.size());
    for (int step = 0; step < steps; ++step) {
        Numbers after(world.states());
        simulator_.expect(contexts.back().data(), {}, after.data(), terms.data());
        contexts.push_back(std::move(after));
    }
    const TableLimits limits{MAX_AHEAD, 20 * MAX_AHEAD, 0};
    for (std::size_t i = 0; i < timed.size(); ++i) {
        if (timed[i]) estimate_.tables[i]->look_ahead(contexts[0], contexts, steps, world.discount, limits);
    }
}

bool Estimator::find_rows(const double* state, int steps) {
    if (!estimate_.shared.empty()) return share_out(state, steps);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const FactoredTable& table = *estimate_.tables[i];
        rows_[i] = table.row(state);
        if (!table.knows(rows_[i], std::min(steps, table.steps()))) return false;
    }
    return true;
}

// What the tables are worth together if wish k is left to `owners[k]`; finds their rows.
double Estimator::shared_value(const std::vector<std::size_t>& owners, int steps) {
    double sum = 0;
    Numbers kept;
    for (std::size_t k = 0; k < active_.size(); ++k) {
        kept.push_back(local_[estimate_.shared[active_[k]].first]);
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        for (std::size_t k = 0; k < active_.size(); ++k) {
            const auto& [variable, met] = estimate_.shared[active_[k]];
            local_[variable] = owners[k] == i ? kept[k] : met;
        }
        const FactoredTable& table = *estimate_.tables[i];
        rows_[i] = table.row(local_.data());
        sum += rows_[i] < 0 ? UNKNOWN : table.value(rows_[i], std::min(steps, table.steps()));
    }
    for (std::size_t k = 0; k < active_.size(); ++k) {
        local_[estimate_.shared[active_[k]].first] = kept[k];
    }
    return sum;
}

// All ways to share the wishes out, or from one way on the best change of a single one, again and again.
bool Estimator::share_out(const double* state, int steps) {
    local_.assign(state, state + simulator_.world().states());
    active_.clear();
    double ways = 1;
    for (std::size_t k = 0; k < estimate_.shared.size(); ++k) {
        const auto& [variable, met] = estimate_.shared[k];
        if (state[variable] == met) continue;
        active_.push_back(k);
        ways *= double(rows_.size());
    }
    std::vector<std::size_t> owners(active_.size(), 0), best = owners;
    double most = shared_value(owners, steps);
    const auto consider = [&] {
        const double value = shared_value(owners, steps);
        if (value <= most) return false;
        most = value;
        best = owners;
        return true;
    };
    if (ways <= MAX_WAYS) {
        for (std::int64_t way = 1; way < std::int64_t(ways); ++way) {
            for (std::size_t k = 0; k < owners.size() && ++owners[k] == rows_.size(); ++k) owners[k] = 0;
            consider();
        }
    } else {
        bool has_changed = true;
        while (has_changed) {
            has_changed = false;
            for (std::size_t k = 0; k < owners.size(); ++k) {
                for (std::size_t i = 0; i < rows_.size(); ++i) {
                    owners = best;
                    owners[k] = i;
                    has_changed = consider() || has_changed;
                }
            }
        }
    }
    return shared_value(best, steps) > UNKNOWN / 2;
}

// False where a table does not tell this action from others.
bool Estimator::add_tables(int steps, Option& option) {
    double sum = 0;
    for (std::size_t k = 0; k < rows_.size(); ++k) {
        const FactoredTable& table = *estimate_.tables[k];
        const std::int32_t number = table.class_of(option.action);
        if (number < 0) return false;
        sum += table.q(rows_[k], number, std::min(steps, table.steps()));
    }
    option.value += sum;
    return true;
}

void Estimator::add_values(const double* state, int steps, std::vector<Option>& options,
                           std::size_t from) {
    if (options.size() == from) return;
    // In a state that a table does not know all terms are estimated.
    bool is_known = find_rows(state, steps);
    if (is_known) {
        std::size_t kept = from;
        for (std::size_t i = from; i < options.size(); ++i) {
            if (add_tables(steps, options[i])) std::swap(options[kept++], options[i]);
        }
        // Where the tables know none of the actions they are of no use.
        is_known = kept > from;
        if (is_known) options.resize(kept);
    }
    if (has_open_ || !is_known) add_relaxed(state, steps, options, from, !is_known);
}

void Estimator::add_relaxed(const double* state, int steps, std::vector<Option>& options,
                            std::size_t from, bool is_alone) {
    const FactoredWorld& world = simulator_.world();
    const std::vector<char>& counts = is_alone ? all_ : open_;
    std::vector<Numbers> marginals;
    Numbers terms(world.paid.size());
    double later[LANES];
    for (std::size_t begin = from; begin < options.size(); begin += LANES) {
        const std::size_t end = std::min(options.size(), begin + LANES);
        marginals.assign(end - begin, Numbers(world.states()));
        for (std::size_t i = begin; i < end; ++i) {
            simulator_.expect(state, options[i].action, marginals[i - begin].data(), terms.data());
            for (std::size_t k = 0; k < terms.size(); ++k) {
                if (counts[k]) options[i].value += terms[k];
            }
        }
        if (steps <= 1 || !relaxed_) continue;
        relaxed_->run(marginals, steps - 1, counts, later);
        for (std::size_t i = begin; i < end; ++i) options[i].value += world.discount * later[i - begin];
    }
}

// Where choices are only allowed together: from none on, the one with which the fewest preconditions are
// left that do not hold, again and again.
std::optional<Joint> Estimator::repaired(const double* state) {
    const FactoredWorld& world = simulator_.world();
    Joint action;
    int left = simulator_.unmet(state, action);
    while (left > 0 && int(action.size()) < world.concurrency) {
        Joint best;
        for (std::int32_t choice = 0; choice < std::int32_t(world.choices.size()); ++choice) {
            const Joint made = with_choice(world, action, choice);
            if (made.empty()) continue;
            const int unmet = simulator_.unmet(state, made);
            if (!best.empty() && unmet >= left) continue;
            best = made;
            left = unmet;
        }
        if (best.empty()) break;
        action = best;
    }
    return left == 0 ? std::optional<Joint>(action) : std::nullopt;
}

std::vector<Option> Estimator::options(const double* state, int steps) {
    std::vector<Option> found;
    for (const Joint& action : actions_.listed) {
        if (simulator_.is_allowed(state, action)) found.push_back({action, 0});
    }
    if (found.empty() && !actions_.is_complete) {
        if (std::optional<Joint> action = repaired(state)) found.push_back({*action, 0});
    }
    add_values(state, steps, found, 0);
    if (!actions_.is_complete) compose(state, steps, found);
    return found;
}

void Estimator::compose(const double* state, int steps, std::vector<Option>& options) {
    const FactoredWorld& world = simulator_.world();
    if (options.empty()) return;
    const auto less = [](const Option& a, const Option& b) { return a.value < b.value; };
    Option best = *std::max_element(options.begin(), options.end(), less);
    while (int(best.action.size()) < world.concurrency) {
        const std::size_t from = options.size();
        for (std::int32_t choice = 0; choice < std::int32_t(world.choices.size()); ++choice) {
            Joint made = with_choice(world, best.action, choice);
            if (!made.empty() && simulator_.is_allowed(state, made)) options.push_back({made, 0});
        }
        add_values(state, steps, options, from);
        if (options.size() == from) return;
        const Option next = *std::max_element(options.begin() + from, options.end(), less);
        const bool is_better = next.value > best.value;
        // Only what is on the way is kept: the others were made for comparison.
        options.resize(from);
        if (!is_better) return;
        options.push_back(next);
        best = next;
    }
}

std::optional<Joint> Estimator::best(const double* state, int steps) {
    const std::vector<Option> found = options(state, steps);
    if (found.empty()) return std::nullopt;
    const Option* best = &found.front();
    for (const Option& one : found) {
        if (one.value > best->value) best = &one;
    }
    return best->action;
}

}  // namespace introplan
