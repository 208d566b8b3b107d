// Intervals of marginals: events are taken as independent, so this is an estimate and no bound.
// A comparison of numbers that are not known is as true as they overlap, on a scale of 1.

#include <algorithm>
#include <array>

#include "factored_code.hpp"

namespace introplan {

namespace {

constexpr double UNKNOWN = 1e9;  // what a quotient can be whose divisor may be 0

struct Interval {
    double low, high;
};

double clamped(double value) { return value < 0 ? 0 : value > 1 ? 1 : value; }

Interval clamped(Interval a) { return {clamped(a.low), clamped(a.high)}; }
Interval negated(Interval a) { return {1 - a.high, 1 - a.low}; }
Interval both(Interval a, Interval b) { return {a.low * b.low, a.high * b.high}; }
Interval either(Interval a, Interval b) {
    return {a.low + b.low - a.low * b.low, a.high + b.high - a.high * b.high};
}

Interval product(Interval a, Interval b) {
    const double p = a.low * b.low, q = a.low * b.high, r = a.high * b.low, s = a.high * b.high;
    return {std::min(std::min(p, q), std::min(r, s)), std::max(std::max(p, q), std::max(r, s))};
}

Interval quotient(Interval a, Interval b) {
    if (b.low > 0 || b.high < 0) return product(a, {1 / b.high, 1 / b.low});
    return b.low == b.high ? Interval{0, 0} : Interval{-UNKNOWN, UNKNOWN};
}

Interval mixed(Interval c, Interval a, Interval b) {
    const double p = c.low * a.low + (1 - c.low) * b.low, q = c.high * a.low + (1 - c.high) * b.low;
    const double r = c.low * a.high + (1 - c.low) * b.high;
    const double s = c.high * a.high + (1 - c.high) * b.high;
    return {std::min(p, q), std::max(r, s)};
}

Interval at_most(Interval a, Interval b) {
    return {clamped(b.low - a.high + 1), clamped(b.high - a.low + 1)};
}

Interval equal(Interval a, Interval b) {
    const double gap = std::max(0.0, std::max(a.low - b.high, b.low - a.high));
    const double far = std::max(std::abs(a.high - b.low), std::abs(b.high - a.low));
    return {clamped(1 - far), clamped(1 - gap)};
}

Interval hull(double p, double q) { return {std::min(p, q), std::max(p, q)}; }

Interval absolute(Interval a) {
    const Interval ends = hull(std::abs(a.low), std::abs(a.high));
    return a.low <= 0 && a.high >= 0 ? Interval{0, ends.high} : ends;
}

double number(NodeKind kind, double left, double right) {
    const std::array<double, 2> values{left, right};
    const std::array<std::int32_t, 2> places{0, 1};
    const bool has_two = kind == NodeKind::POWER || kind == NodeKind::MODULO;
    return apply(kind, values.data(), places.data(), has_two ? 2 : 1);
}

Interval remainder(Interval a, Interval b) {
    if (a.low == a.high && b.low == b.high) {
        const double found = number(NodeKind::MODULO, a.low, b.low);
        return {found, found};
    }
    return {0, std::max(b.high, 0.0)};
}

Interval power(Interval a, Interval b) {
    const Interval ends = hull(number(NodeKind::POWER, a.low, b.low),
                               number(NodeKind::POWER, a.high, b.low));
    const bool is_even = b.low == 2 * std::floor(b.low / 2);
    return a.low < 0 && a.high > 0 && is_even ? Interval{0, ends.high} : ends;
}

Interval of_two(NodeKind kind, Interval a, Interval b) {
    switch (kind) {
        case NodeKind::AND: return both(a, b);
        case NodeKind::OR: return either(a, b);
        case NodeKind::ADD: return {a.low + b.low, a.high + b.high};
        case NodeKind::SUBTRACT: return {a.low - b.high, a.high - b.low};
        case NodeKind::MULTIPLY: return product(a, b);
        case NodeKind::DIVIDE: return quotient(a, b);
        case NodeKind::MINIMUM: return {std::min(a.low, b.low), std::min(a.high, b.high)};
        case NodeKind::MAXIMUM: return {std::max(a.low, b.low), std::max(a.high, b.high)};
        case NodeKind::EQUAL: return equal(a, b);
        case NodeKind::LESS_OR_EQUAL: return at_most(a, b);
        case NodeKind::LESS: return negated(at_most(b, a));
        case NodeKind::POWER: return power(a, b);
        default: return remainder(a, b);
    }
}

Interval of_one(NodeKind kind, Interval a) {
    switch (kind) {
        case NodeKind::NOT: return negated(a);
        case NodeKind::NEGATE: return {-a.high, -a.low};
        case NodeKind::ABSOLUTE: return absolute(a);
        case NodeKind::BERNOULLI:
        case NodeKind::PROBABILITY: return clamped(a);
        case NodeKind::AND:
        case NodeKind::OR:
        case NodeKind::ADD:
        case NodeKind::MULTIPLY:
        case NodeKind::MINIMUM:
        case NodeKind::MAXIMUM: return a;  // of one alone
        default: return {number(kind, a.low, 0), number(kind, a.high, 0)};  // they grow
    }
}

Interval lane(const Lanes& from, int place) { return {from.low[place], from.high[place]}; }

Interval best(const Lanes* values, const std::int32_t* parts, int count, int place, double budget) {
    const Interval base = lane(values[parts[0]], place);
    double low = base.low, high = base.high;
    for (int i = 1; i < count; ++i) {
        low = std::min(low, values[parts[i]].low[place]);
        high = std::max(high, values[parts[i]].high[place]);
    }
    return {base.low + budget * (low - base.low), base.high + budget * (high - base.high)};
}

Interval drawn(const Lanes* values, const std::int32_t* parts, int count, int place) {
    Interval sum{0, 0};
    for (int i = 0; i < count; ++i) {
        const Interval one = product(lane(values[parts[i]], place), lane(values[parts[count + i]], place));
        sum = {sum.low + one.low, sum.high + one.high};
    }
    return sum;
}

template <class Fold>
void folded(const Lanes* values, const std::int32_t* parts, int count, Lanes& made, Fold&& fold) {
    made = values[parts[0]];
    for (int i = 1; i < count; ++i) {
        const Lanes& other = values[parts[i]];
        for (int l = 0; l < LANES; ++l) {
            const Interval found = fold(lane(made, l), lane(other, l));
            made.low[l] = found.low;
            made.high[l] = found.high;
        }
    }
}

template <class Value>
void each(Lanes& made, Value&& value) {
    for (int l = 0; l < LANES; ++l) {
        const Interval found = value(l);
        made.low[l] = found.low;
        made.high[l] = found.high;
    }
}

}  // namespace

Intervals::Intervals(const FactoredCode& code) : code_(code), values_(code.size()) {
    for (std::size_t node = 0; node < code.size(); ++node) {
        if (code.kinds[node] != NodeKind::CONSTANT) continue;
        each(values_[node], [&](int) { return Interval{code.numbers[node], code.numbers[node]}; });
    }
}

const Lanes* Intervals::run(const Lanes* slots, const double* budget) {
    for (const std::int32_t node : code_.work) compute(node, slots, budget);
    return values_.data();
}

void Intervals::compute(std::int32_t node, const Lanes* slots, const double* budget) {
    const Lanes* values = values_.data();
    Lanes& made = values_[node];
    const NodeKind kind = code_.kinds[node];
    const std::int32_t* parts = code_.operands.data() + code_.first[node];
    const int count = code_.first[node + 1] - code_.first[node];
    switch (kind) {
        case NodeKind::SLOT: made = slots[std::int32_t(code_.numbers[node])]; break;
        // The usual ones by themselves, so that the compiler makes vector instructions of them.
        case NodeKind::AND: folded(values, parts, count, made, both); break;
        case NodeKind::OR: folded(values, parts, count, made, either); break;
        case NodeKind::ADD:
            folded(values, parts, count, made,
                   [](Interval a, Interval b) { return Interval{a.low + b.low, a.high + b.high}; });
            break;
        case NodeKind::MULTIPLY: folded(values, parts, count, made, product); break;
        case NodeKind::NOT: each(made, [&](int l) { return negated(lane(values[parts[0]], l)); }); break;
        case NodeKind::IF_ELSE:
        case NodeKind::SPLIT:
            each(made, [&](int l) {
                return mixed(lane(values[parts[0]], l), lane(values[parts[1]], l),
                             lane(values[parts[2]], l));
            });
            break;
        case NodeKind::BEST:
            each(made, [&](int l) { return best(values, parts, count, l, budget[l]); });
            break;
        case NodeKind::DISCRETE:
            each(made, [&](int l) { return drawn(values, parts, count / 2, l); });
            break;
        default:
            if (count > 1) {
                folded(values, parts, count, made,
                       [kind](Interval a, Interval b) { return of_two(kind, a, b); });
            } else {
                each(made, [&](int l) { return of_one(kind, lane(values[parts[0]], l)); });
            }
    }
}

}  // namespace introplan
