// Bindings of factored worlds.

#pragma once

#include <nanobind/nanobind.h>

namespace introplan {

void bind_factored(nanobind::module_& module);

}  // namespace introplan
