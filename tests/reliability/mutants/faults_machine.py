"""Faults in what compiles worlds in Python, and in the machine that runs them."""

from __future__ import annotations

from functools import partial

from reliability.mutants.fault import Fault, Kind

machine = partial(Fault, Kind.MACHINE)

MACHINE = (
    machine(
        "machine: a guard that must not hold is asked to hold",
        "src/introplan/machine/assembly.py",
        "            return code.word(child), 0\n",
        "            return code.word(child), 1\n",
    ),
    machine(
        "machine: the largest value of a range is left out",
        "src/introplan/machine/packing.py",
        "            low, high = _ends(domain, first, reach)\n",
        "            low, high = _ends(domain, first, reach)\n"
        "            high = max(low, high - 1)\n",
    ),
    machine(
        "machine: the first effect of an operator is dropped",
        "src/introplan/machine/assembly.py",
        "for var, term in step.effects.items()]",
        "for var, term in list(step.effects.items())[1:]]",
    ),
    machine(
        "machine: the last case of an end is dropped",
        "src/introplan/machine/assembly.py",
        "    ends = [_end(case, code) for case in step.ends]\n",
        "    ends = [_end(case, code) for case in step.ends[:-1]]\n",
    ),
    machine(
        "machine: a reward is paid whatever its condition says",
        "src/introplan/machine/assembly.py",
        "    return _condition(case.condition, code), node\n",
        "    return ALWAYS, node\n",
    ),
    machine(
        "native machine: a range takes a bit less",
        "native/machine_states.cpp",
        "            field.span = std::uint64_t(encoded[i++]) - std::uint64_t(field.low);\n"
        "            bits = std::bit_width(field.span);\n",
        "            field.span = std::uint64_t(encoded[i++]) - std::uint64_t(field.low);\n"
        "            bits = std::bit_width(field.span) - (field.span > 1);\n",
    ),
    machine(
        "native machine: states are told apart by their first word alone",
        "native/machine_states.hpp",
        "        for (std::size_t i = 0; i < words_; ++i) {\n"
        "            if (known[i] != packed[i]) return false;\n",
        "        for (std::size_t i = 0; i < 1; ++i) {\n"
        "            if (known[i] != packed[i] && words_ == 1) return false;\n",
    ),
    machine(
        "native machine: a bound is met only below it",
        "native/machine_code.cpp",
        "case CodeKind::AT_MOST: return value(in[0]) <= node.number;",
        "case CodeKind::AT_MOST: return value(in[0]) < node.number;",
    ),
    machine(
        "native machine: operators that ask for nothing more are passed over",
        "native/machine.cpp",
        "        push(tree.rest);\n",
        "",
    ),
    machine(
        "native machine: remainders have the sign of the dividend",
        "native/machine_code.cpp",
        "    return rest != 0 && (rest < 0) != (right < 0) ? rest + right : rest;\n",
        "    return rest;\n",
    ),
)
