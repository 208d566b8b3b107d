// Bindings of factored worlds: numbers come in as lists; a call that takes long runs without the GIL.

#include "factored_bindings.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <mutex>
#include <tuple>

#include "factored_search.hpp"
#include "gil.hpp"

namespace introplan {

namespace {

using Found = std::vector<std::tuple<Joint, double, std::int64_t>>;
using Choices = std::vector<std::pair<std::int32_t, double>>;

Found shown(const std::vector<Option>& options) {
    Found found;
    for (const Option& one : options) found.emplace_back(one.action, one.value, one.visits);
    return found;
}

std::vector<Choice> choices_of(const Choices& encoded) {
    std::vector<Choice> found;
    for (const auto& [place, value] : encoded) found.push_back({place, value});
    return found;
}

// What a policy does: the numbers are those of `native.py`.
enum class Way { GREEDY, TREE, ROLLOUT, FIRST };

// One world with one estimate. Its registers are used by one call at a time.
class Planner {
   public:
    Planner(std::shared_ptr<FactoredWorld> world, std::size_t limit, Estimate estimate)
        : world_(std::move(world)), actions_(*world_, limit), estimate_(std::move(estimate)),
          estimator_(*world_, actions_, estimate_) {}

    bool lists_all() const { return actions_.is_complete; }

    std::vector<Option> options(Way way, const Numbers& state, int steps, const SearchEffort& effort) {
        estimator_.prepare(state.data(), steps);
        if (way == Way::TREE) return TreeSearch(estimator_, effort).run(state.data(), steps);
        if (way == Way::ROLLOUT) return rolled_out(estimator_, effort, state.data(), steps);
        return estimator_.options(state.data(), steps);
    }

    Found decide(int way, const Numbers& state, int steps, const SearchEffort& effort) {
        ReleasedGil released;
        const std::lock_guard<std::mutex> alone(lock_);
        return shown(options(Way(way), state, steps, effort));
    }

    // What one episode is paid; its chance is that of `seed`, whatever is done.
    double play(int way, Numbers state, int steps, std::uint64_t seed, const SearchEffort& effort) {
        ReleasedGil released;
        const std::lock_guard<std::mutex> alone(lock_);
        Simulator& simulator = estimator_.simulator();
        Random random{seed}, seeds{effort.seed};
        double sum = 0, worth = 1;
        for (int left = steps; left > 0; --left) {
            SearchEffort own = effort;
            own.seed = seeds.next();
            const std::optional<Joint> action = chosen(Way(way), state, left, own);
            if (!action) break;
            sum += worth * simulator.draw(state.data(), *action, random, state.data());
            worth *= world_->discount;
            if (simulator.is_over(state.data())) break;
        }
        return sum;
    }

    bool is_over(const Numbers& state) {
        const std::lock_guard<std::mutex> alone(lock_);
        return estimator_.simulator().is_over(state.data());
    }

   private:
    std::optional<Joint> chosen(Way way, const Numbers& state, int steps, const SearchEffort& effort) {
        if (way == Way::GREEDY) {
            estimator_.prepare(state.data(), steps);
            return estimator_.best(state.data(), steps);
        }
        if (way == Way::FIRST) {
            for (const Joint& action : actions_.listed) {
                if (estimator_.simulator().is_allowed(state.data(), action)) return action;
            }
            return estimator_.best(state.data(), steps);  // where choices are only allowed together
        }
        const std::vector<Option> found = options(way, state, steps, effort);
        const Option* best = nullptr;
        for (const Option& one : found) {
            const bool counts = !best || one.value > best->value;
            // Rollouts that were made say more than any estimate.
            const bool is_sure = way == Way::ROLLOUT && best && (one.visits > 0) != (best->visits > 0);
            if (is_sure ? one.visits > 0 : counts) best = &one;
        }
        return best ? std::optional<Joint>(best->action) : std::nullopt;
    }

    std::shared_ptr<FactoredWorld> world_;
    JointActions actions_;
    Estimate estimate_;
    Estimator estimator_;
    std::mutex lock_;
};

void bind_code(nb::module_& module) {
    nb::class_<FactoredCode>(module, "FactoredCode")
        .def(nb::init<const Places&, const Numbers&, const Places&, const Places&>(),
             nb::arg("kinds"), nb::arg("numbers"), nb::arg("first"), nb::arg("operands"))
        .def("expect", [](const FactoredCode& code, const Numbers& slots) {
            Registers registers(code);
            const double* found = registers.expect(slots.data());
            return Numbers(found, found + code.size());
        }, nb::arg("slots"))
        .def("draw", [](const FactoredCode& code, const Numbers& slots, std::uint64_t seed) {
            Registers registers(code);
            Random random{seed};
            const double* found = registers.draw(slots.data(), random);
            return Numbers(found, found + code.size());
        }, nb::arg("slots"), nb::arg("seed"))
        .def("intervals", [](const FactoredCode& code, const Numbers& low, const Numbers& high,
                             double budget) {
            Intervals intervals(code);
            std::vector<Lanes> slots(low.size());
            Numbers budgets(LANES, budget);
            for (std::size_t i = 0; i < low.size(); ++i) {
                std::fill(slots[i].low, slots[i].low + LANES, low[i]);
                std::fill(slots[i].high, slots[i].high + LANES, high[i]);
            }
            const Lanes* found = intervals.run(slots.data(), budgets.data());
            std::vector<std::pair<double, double>> pairs;
            for (std::size_t i = 0; i < code.size(); ++i) {
                pairs.emplace_back(found[i].low[LANES - 1], found[i].high[LANES - 1]);
            }
            return pairs;
        }, nb::arg("low"), nb::arg("high"), nb::arg("budget"));
}

void bind_parts(nb::module_& module) {
    nb::class_<FactoredWorld>(module, "FactoredWorld")
        .def("__init__", [](FactoredWorld* made, FactoredCode step, FactoredCode conditions,
                            Places next, Places paid, Places allowed, Places ends, Numbers defaults,
                            const Choices& choices, int concurrency, double discount) {
            new (made) FactoredWorld{std::move(step), std::move(conditions), std::move(next),
                                     std::move(paid), std::move(allowed), std::move(ends),
                                     std::move(defaults), choices_of(choices), concurrency, discount};
        }, nb::kw_only(), nb::arg("step"), nb::arg("conditions"), nb::arg("next"), nb::arg("paid"),
             nb::arg("allowed"), nb::arg("ends"), nb::arg("defaults"), nb::arg("choices"),
             nb::arg("concurrency"), nb::arg("discount"));
    nb::class_<RelaxedLayer>(module, "RelaxedLayer")
        .def("__init__", [](RelaxedLayer* made, FactoredCode code, Places next, Places paid,
                            const Places& polarity, const std::vector<bool>& is_boolean,
                            int concurrency, double discount, int layers) {
            new (made) RelaxedLayer{std::move(code), std::move(next), std::move(paid),
                                    {polarity.begin(), polarity.end()},
                                    {is_boolean.begin(), is_boolean.end()}, concurrency, discount,
                                    layers};
        }, nb::kw_only(), nb::arg("code"), nb::arg("next"), nb::arg("paid"), nb::arg("polarity"),
             nb::arg("is_boolean"), nb::arg("concurrency"), nb::arg("discount"), nb::arg("layers"))
        .def("returns", [](const RelaxedLayer& layer, const std::vector<Numbers>& marginals, int steps,
                           const std::vector<bool>& counts) {
            Numbers found(LANES);
            RelaxedReturn(layer).run(marginals, steps, {counts.begin(), counts.end()}, found.data());
            found.resize(marginals.size());
            return found;
        }, nb::arg("marginals"), nb::arg("steps"), nb::arg("counts"));
}

FactoredTable* table_of(FactoredCode code, Places variables, const std::vector<bool>& is_boolean,
                        Places next, Places paid, Places paid_after, Places allowed, Places ends,
                        std::vector<Joint> classes, Numbers defaults, const Choices& choices) {
    return new FactoredTable({std::move(code), std::move(variables),
                              {is_boolean.begin(), is_boolean.end()}, std::move(next),
                              std::move(paid), std::move(paid_after), std::move(allowed),
                              std::move(ends), std::move(classes), std::move(defaults),
                              choices_of(choices)});
}

bool explored(FactoredTable& table, const Numbers& state, std::int64_t states, std::int64_t edges,
              double seconds) {
    ReleasedGil released;
    return table.explore(state, {states, edges, seconds});
}

void solved(FactoredTable& table, int steps, double discount, double share, bool may_end) {
    ReleasedGil released;
    table.solve(steps, discount, share, may_end);
}

void bind_table(nb::module_& module) {
    nb::class_<FactoredTable>(module, "FactoredTable")
        .def(nb::new_(&table_of), nb::kw_only(), nb::arg("code"), nb::arg("variables"),
             nb::arg("is_boolean"), nb::arg("next"), nb::arg("paid"), nb::arg("paid_after"),
             nb::arg("allowed"), nb::arg("ends"), nb::arg("classes"), nb::arg("defaults"),
             nb::arg("choices"))
        .def("explore", &explored, nb::arg("state"), nb::arg("states"), nb::arg("edges"),
             nb::arg("seconds"))
        .def("solve", &solved, nb::arg("steps"), nb::arg("discount"), nb::arg("share"),
             nb::arg("may_end"))
        .def("look_ahead", [](FactoredTable& own, const Numbers& state,
                              const std::vector<Numbers>& contexts, int steps, double discount,
                              std::int64_t states) {
            return own.look_ahead(state, contexts, steps, discount, {states, 20 * states, 0});
        }, nb::arg("state"), nb::arg("contexts"), nb::arg("steps"), nb::arg("discount"),
             nb::arg("states"))
        .def("row", [](const FactoredTable& own, const Numbers& state) { return own.row(state.data()); },
             nb::arg("state"))
        .def("q", &FactoredTable::q, nb::arg("row"), nb::arg("number"), nb::arg("steps"))
        .def("value", &FactoredTable::value, nb::arg("row"), nb::arg("steps"))
        .def("class_of", &FactoredTable::class_of, nb::arg("action"))
        .def_prop_ro("rows", &FactoredTable::rows)
        .def_prop_ro("edges", &FactoredTable::edges);
}

}  // namespace

void bind_factored(nb::module_& module) {
    bind_code(module);
    bind_parts(module);
    bind_table(module);
    nb::class_<SearchEffort>(module, "SearchEffort")
        .def("__init__", [](SearchEffort* made, std::int64_t trials, std::optional<double> seconds,
                            std::uint64_t seed, double prior, double exploration) {
            new (made) SearchEffort{trials, seconds, seed, prior, exploration};
        }, nb::kw_only(), nb::arg("trials"), nb::arg("seconds").none(), nb::arg("seed"),
             nb::arg("prior"), nb::arg("exploration"));
    nb::class_<Planner>(module, "FactoredPlanner")
        .def("__init__", [](Planner* made, std::shared_ptr<FactoredWorld> world, std::size_t limit,
                            std::vector<std::shared_ptr<FactoredTable>> tables,
                            std::shared_ptr<RelaxedLayer> layer, const std::vector<bool>& covered,
                            std::vector<std::pair<std::int32_t, double>> shared,
                            const std::vector<bool>& timed) {
            new (made) Planner(std::move(world), limit,
                               {std::move(tables), std::move(layer), {covered.begin(), covered.end()},
                                std::move(shared), {timed.begin(), timed.end()}});
        }, nb::kw_only(), nb::arg("world"), nb::arg("limit"), nb::arg("tables"),
             nb::arg("layer").none(), nb::arg("covered"), nb::arg("shared"), nb::arg("timed"))
        .def_prop_ro("lists_all", &Planner::lists_all)
        .def("decide", &Planner::decide, nb::arg("way"), nb::arg("state"), nb::arg("steps"),
             nb::arg("effort"))
        .def("play", &Planner::play, nb::arg("way"), nb::arg("state"), nb::arg("steps"),
             nb::arg("seed"), nb::arg("effort"))
        .def("is_over", &Planner::is_over, nb::arg("state"));
}

}  // namespace introplan
