// The register machine as Python sees it.

#pragma once

#include <nanobind/nanobind.h>

namespace introplan {

void bind_machine(nanobind::module_& module);

}  // namespace introplan
