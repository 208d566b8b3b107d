// Bindings of the sweeps: arrays come in and go out through the buffer protocol, nothing is copied.

#include "sweeps_bindings.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>

#include "gil.hpp"
#include "sweeps.hpp"

namespace introplan {

namespace {

template <class T>
using Array = nb::ndarray<T, nb::ndim<1>, nb::device::cpu>;

using Wholes = Array<std::int64_t>;
using Places = Array<std::int32_t>;
using Numbers = Array<double>;

// The arrays of a graph; Python's own are kept alive with it.
struct SweptDecisions {
    Wholes first_choice, first_edge;
    Places targets;
    Numbers probabilities, rewards;

    Decisions view() const {
        return {first_choice.data(),  first_edge.data(), targets.data(),
                probabilities.data(), rewards.data(),    std::int64_t(first_choice.size()) - 1};
    }
};

bool swept(const SweptDecisions& graph, std::int64_t count, double discount, const Numbers& later,
           const Numbers& now, const Places& chosen) {
    ReleasedGil released;
    return sweep(graph.view(), count, discount, later.data(), now.data(), chosen.data());
}

std::int64_t settled(const SweptDecisions& graph, const Wholes& order, double discount,
                     double extra, const Numbers& values, double tolerance,
                     std::int64_t max_sweeps) {
    ReleasedGil released;
    return settle(graph.view(), order.data(), std::int64_t(order.size()), discount, extra,
                  values.data(), tolerance, max_sweeps);
}

std::pair<double, double> exceeding(const SweptDecisions& graph, double discount,
                                    const Numbers& values, const Places& chosen) {
    ReleasedGil released;
    return excess(graph.view(), discount, values.data(), chosen.data());
}

}  // namespace

void bind_sweeps(nb::module_& module) {
    nb::class_<SweptDecisions>(module, "SweptDecisions")
        .def("__init__",
             [](SweptDecisions* made, Wholes first_choice, Wholes first_edge, Places targets,
                Numbers probabilities, Numbers rewards) {
                 new (made) SweptDecisions{std::move(first_choice), std::move(first_edge),
                                           std::move(targets), std::move(probabilities),
                                           std::move(rewards)};
             },
             nb::arg("first_choice"), nb::arg("first_edge"), nb::arg("targets"),
             nb::arg("probabilities"), nb::arg("rewards"))
        .def("sweep", &swept, nb::arg("count"), nb::arg("discount"), nb::arg("later"),
             nb::arg("now"), nb::arg("chosen"))
        .def("settle", &settled, nb::arg("order"), nb::arg("discount"), nb::arg("extra"),
             nb::arg("values"), nb::arg("tolerance"), nb::arg("max_sweeps"))
        .def("excess", &exceeding, nb::arg("discount"), nb::arg("values"), nb::arg("chosen"));
}

}  // namespace introplan
