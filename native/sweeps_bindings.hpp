#pragma once

#include <nanobind/nanobind.h>

namespace introplan {

// `SweptDecisions` and its sweeps, for `introplan.search.native.sweeps`.
void bind_sweeps(nanobind::module_& module);

}  // namespace introplan
