// Register code of factored worlds, and what evaluates it in three algebras.
//
// Nodes come from `introplan/factored/code.py`, each after those that it is made of, and are their own
// registers. `run` computes all of them over numbers: with draws made, the simulator; with draws replaced
// by their expectation, marginals after one action. `Intervals` computes them over intervals of
// marginals, for several cases side by side (*lanes*), so that a node is decoded once for all of them.
// The twin is `introplan/planners/chance/factored/twin.py`: the same operations in the same order.

#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

namespace introplan {

// In the order of `Operator` and `NodeKind` in Python.
enum class NodeKind : std::uint8_t {
    AND, OR, ADD, MULTIPLY, MINIMUM, MAXIMUM, SUBTRACT, DIVIDE, EQUAL, LESS, LESS_OR_EQUAL,
    POWER, MODULO, NOT, NEGATE, ABSOLUTE, SIGN, FLOOR, CEILING, ROUND, SQUARE_ROOT, EXPONENTIAL,
    LOGARITHM, CONSTANT, SLOT, IF_ELSE, BERNOULLI, DISCRETE, BEST, SPLIT, PROBABILITY,
};

using Numbers = std::vector<double>;
using Places = std::vector<std::int32_t>;

struct FactoredCode {
    FactoredCode() = default;
    FactoredCode(const Places& kinds, const Numbers& numbers, const Places& first,
                 const Places& operands);

    std::size_t size() const { return kinds.size(); }

    std::vector<NodeKind> kinds;
    Numbers numbers;
    Places first;  // of the operands of a node; one more at the end
    Places operands;
    Places work;  // nodes that are no constants
};

// SplitMix64 (Steele, Lea and Flood 2014): a stream for each seed, the same in Python.
struct Random {
    std::uint64_t state;

    std::uint64_t next() {
        std::uint64_t mixed = (state += 0x9E3779B97F4A7C15ull);
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ull;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBull;
        return mixed ^ (mixed >> 31);
    }
    double uniform() { return double(next() >> 11) * 0x1p-53; }
};

// An operator on numbers; what has no answer is infinite or not a number, as IEEE 754 has it.
double apply(NodeKind kind, const double* values, const std::int32_t* operands, std::int32_t count);

// Registers for one run after the other; constants are written once.
class Registers {
   public:
    explicit Registers(const FactoredCode& code);

    // Draws are replaced by what is expected of them.
    const double* expect(const double* slots);
    // Draws are made, one after the other in the order of the nodes.
    const double* draw(const double* slots, Random& random);

   private:
    template <class Draws>
    const double* run(const double* slots, Draws&& draws);

    const FactoredCode& code_;
    Numbers values_;
};

constexpr int LANES = 8;

// An interval for each of several cases.
struct Lanes {
    double low[LANES], high[LANES];
};

class Intervals {
   public:
    explicit Intervals(const FactoredCode& code);

    // `budget` is the part of what actions could do that is counted (see `BEST`).
    const Lanes* run(const Lanes* slots, const double* budget);

   private:
    void compute(std::int32_t node, const Lanes* slots, const double* budget);

    const FactoredCode& code_;
    std::vector<Lanes> values_;
};

}  // namespace introplan
