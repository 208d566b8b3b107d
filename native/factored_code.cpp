#include "factored_code.hpp"

#include <algorithm>
#include <limits>

namespace introplan {

FactoredCode::FactoredCode(const Places& encoded, const Numbers& values, const Places& starts,
                           const Places& parts)
    : numbers(values), first(starts), operands(parts) {
    for (std::size_t node = 0; node < encoded.size(); ++node) {
        kinds.push_back(NodeKind(encoded[node]));
        if (kinds.back() != NodeKind::CONSTANT) work.push_back(std::int32_t(node));
    }
}

namespace {

// Zero times anything is zero: a factor that is off switches the rest off.
double times(double left, double right) { return left == 0 || right == 0 ? 0.0 : left * right; }

// The remainder, which has the sign of the divisor.
double remainder_of(double left, double right) {
    if (right == 0 || !std::isfinite(left)) return std::numeric_limits<double>::quiet_NaN();
    const double found = std::fmod(left, right);
    return found != 0 && (found < 0) != (right < 0) ? found + right : found;
}

double of_one(NodeKind kind, double value) {
    switch (kind) {
        case NodeKind::NOT: return 1.0 - value;
        case NodeKind::NEGATE: return -value;
        case NodeKind::ABSOLUTE: return std::abs(value);
        case NodeKind::SIGN: return double((value > 0) - (value < 0));
        case NodeKind::FLOOR: return std::floor(value);
        case NodeKind::CEILING: return std::ceil(value);
        case NodeKind::ROUND: return std::nearbyint(value);
        case NodeKind::SQUARE_ROOT: return std::sqrt(value);
        case NodeKind::EXPONENTIAL: return std::exp(value);
        case NodeKind::LOGARITHM: return std::log(value);
        case NodeKind::PROBABILITY: return std::min(std::max(value, 0.0), 1.0);
        default: return value;
    }
}

double of_two(NodeKind kind, double left, double right) {
    switch (kind) {
        case NodeKind::SUBTRACT: return left - right;
        case NodeKind::DIVIDE: return left / right;
        case NodeKind::EQUAL: return left == right;
        case NodeKind::LESS: return left < right;
        case NodeKind::LESS_OR_EQUAL: return left <= right;
        case NodeKind::POWER: return std::pow(left, right);
        case NodeKind::MODULO: return remainder_of(left, right);
        default: return 0.0;
    }
}

}  // namespace

double apply(NodeKind kind, const double* values, const std::int32_t* parts, std::int32_t count) {
    double found = values[parts[0]];
    switch (kind) {
        case NodeKind::AND:
            for (int i = 1; i < count; ++i) found *= values[parts[i]];
            return found;
        case NodeKind::MULTIPLY:
            for (int i = 1; i < count; ++i) found = times(found, values[parts[i]]);
            return found;
        case NodeKind::OR:
            found = 1.0 - found;
            for (int i = 1; i < count; ++i) found *= 1.0 - values[parts[i]];
            return 1.0 - found;
        case NodeKind::ADD:
            for (int i = 1; i < count; ++i) found += values[parts[i]];
            return found;
        case NodeKind::MINIMUM:
            for (int i = 1; i < count; ++i) found = std::min(found, values[parts[i]]);
            return found;
        case NodeKind::MAXIMUM:
            for (int i = 1; i < count; ++i) found = std::max(found, values[parts[i]]);
            return found;
        case NodeKind::IF_ELSE:
        case NodeKind::SPLIT: {
            const double then = values[parts[1]], otherwise = values[parts[2]];
            if (found == 1.0) return then;
            if (found == 0.0) return otherwise;
            return found * then + (1.0 - found) * otherwise;
        }
        default:
            return count == 2 ? of_two(kind, found, values[parts[1]]) : of_one(kind, found);
    }
}

Registers::Registers(const FactoredCode& code) : code_(code), values_(code.size()) {
    for (std::size_t node = 0; node < code.size(); ++node) {
        if (code.kinds[node] == NodeKind::CONSTANT) values_[node] = code.numbers[node];
    }
}

namespace {

double clamped(double value) { return std::min(std::max(value, 0.0), 1.0); }

struct Expected {
    double bernoulli(double probability) const { return clamped(probability); }
    double discrete(const double* values, const std::int32_t* parts, int count) const {
        double sum = 0;
        for (int i = 0; i < count; ++i) sum += values[parts[i]] * values[parts[count + i]];
        return sum;
    }
};

struct Drawn {
    Random& random;

    double bernoulli(double probability) const { return random.uniform() < probability; }
    double discrete(const double* values, const std::int32_t* parts, int count) const {
        double left = random.uniform();
        for (int i = 0; i + 1 < count; ++i) {
            left -= values[parts[i]];
            if (left < 0) return values[parts[count + i]];
        }
        return values[parts[2 * count - 1]];
    }
};

}  // namespace

template <class Draws>
const double* Registers::run(const double* slots, Draws&& draws) {
    double* values = values_.data();
    for (const std::int32_t node : code_.work) {
        const NodeKind kind = code_.kinds[node];
        const std::int32_t* parts = code_.operands.data() + code_.first[node];
        const std::int32_t count = code_.first[node + 1] - code_.first[node];
        switch (kind) {
            case NodeKind::SLOT: values[node] = slots[std::int32_t(code_.numbers[node])]; break;
            case NodeKind::BERNOULLI: values[node] = draws.bernoulli(values[parts[0]]); break;
            case NodeKind::DISCRETE: values[node] = draws.discrete(values, parts, count / 2); break;
            default: values[node] = apply(kind, values, parts, count);
        }
    }
    return values;
}

const double* Registers::expect(const double* slots) { return run(slots, Expected{}); }

const double* Registers::draw(const double* slots, Random& random) {
    return run(slots, Drawn{random});
}

}  // namespace introplan
