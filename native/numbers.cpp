#include "numbers.hpp"

#include <algorithm>

#include "facts.hpp"

namespace introplan {

namespace {

constexpr double MAX_NUMBER = 1e300;               // beyond, a number is undefined
constexpr double MAX_EXACT = 9007199254740992.0;   // 2 ** 53

double checked(double value) {
    if (!(std::abs(value) <= MAX_NUMBER)) return UNDEFINED;
    if (std::abs(value) > MAX_EXACT) throw Inexact();
    return value;
}

double divided(double left, double right) {
    return right == 0 ? UNDEFINED : checked(left / right);
}

double calculated(Expression::Part::Kind kind, double left, double right) {
    using Kind = Expression::Part::Kind;
    if (std::isnan(left) || std::isnan(right)) return UNDEFINED;
    switch (kind) {
        case Kind::ADD:
            return checked(left + right);
        case Kind::SUBTRACT:
            return checked(left - right);
        case Kind::MULTIPLY:
            return checked(left * right);
        default:
            return divided(left, right);
    }
}

int group_of(NumericEffect::Operator kind) {
    using Operator = NumericEffect::Operator;
    if (kind == Operator::ASSIGN) return 0;
    return kind == Operator::INCREASE || kind == Operator::DECREASE ? 1 : 2;
}

// The value after changes that happen at once: relational/arithmetic.py, new_value.
double new_value(double old, const std::vector<std::pair<NumericEffect::Operator, double>>& changes) {
    using Operator = NumericEffect::Operator;
    using Kind = Expression::Part::Kind;
    const int group = group_of(changes[0].first);
    for (const auto& [kind, amount] : changes) {
        if (group_of(kind) != group) return UNDEFINED;
        if (group == 0 && amount != changes[0].second) return UNDEFINED;
    }
    if (group == 0) return changes[0].second;
    if (std::isnan(old)) return UNDEFINED;
    std::vector<double> first, second;
    for (const auto& [kind, amount] : changes) {
        if (kind == Operator::SCALE_DOWN) {
            second.push_back(amount);
        } else {
            first.push_back(kind == Operator::DECREASE ? -amount : amount);
        }
    }
    std::sort(first.begin(), first.end());
    std::sort(second.begin(), second.end());
    if (group == 1) {
        double delta = first[0];
        for (std::size_t i = 1; i < first.size(); ++i) delta = calculated(Kind::ADD, delta, first[i]);
        return calculated(Kind::ADD, old, delta);
    }
    for (const double factor : first) old = calculated(Kind::MULTIPLY, old, factor);
    for (const double divisor : second) old = calculated(Kind::DIVIDE, old, divisor);
    return old;
}

}  // namespace

double Expression::value(const Facts& facts, const Object* values) const {
    std::size_t next = 0;
    return value(facts, values, next);
}

double Expression::value(const Facts& facts, const Object* values, std::size_t& next) const {
    const Part& part = parts[next++];
    if (part.kind == Part::Kind::CONSTANT) return part.number;
    if (part.kind == Part::Kind::FUNCTION) {
        Object few[8];
        std::vector<Object> many;
        Object* arguments = few;
        if (part.slots.size() > 8) {
            many.resize(part.slots.size());
            arguments = many.data();
        }
        for (std::size_t i = 0; i < part.slots.size(); ++i) arguments[i] = values[part.slots[i]];
        return facts.value(part.function, arguments);
    }
    double result = value(facts, values, next);
    if (part.children == 1) return part.kind == Part::Kind::SUBTRACT ? -result : result;
    for (std::size_t i = 1; i < part.children; ++i) {
        result = calculated(part.kind, result, value(facts, values, next));
    }
    return result;
}

bool Comparison::holds(const Facts& facts, const Object* values) const {
    const double a = left.value(facts, values), b = right.value(facts, values);
    switch (kind) {
        case Operator::LESS:
            return a < b;
        case Operator::LESS_OR_EQUAL:
            return a <= b;
        case Operator::EQUAL:
            return a == b;
        case Operator::GREATER_OR_EQUAL:
            return a >= b;
        case Operator::GREATER:
            return a > b;
    }
    return false;
}

std::uint8_t NumericEffect::moves(const Facts& facts, const Object* values) const {
    constexpr std::uint8_t BOTH = Reading::UP | Reading::DOWN;
    if (!is_fixed || group_of(kind) != 1) return BOTH;
    const double by = amount.value(facts, values);
    if (std::isnan(by)) return BOTH;
    if (by == 0) return 0;
    return (by > 0) == (kind == Operator::INCREASE) ? Reading::UP : Reading::DOWN;
}

void NumericChanges::gather(const std::vector<NumericEffect>& effects, const Facts& facts,
                            const Object* values) {
    for (const NumericEffect& effect : effects) {
        const double amount = effect.amount.value(facts, values);
        if (std::isnan(amount)) {
            is_defined_ = false;
            return;
        }
        Key key{effect.function};
        for (const int slot : effect.slots) key.push_back(values[slot]);
        found_[std::move(key)].emplace_back(effect.kind, amount);
    }
}

bool NumericChanges::settle(const Facts& facts, std::vector<std::pair<Key, double>>& changed) const {
    changed.clear();
    if (!is_defined_) return false;
    for (const auto& [key, changes] : found_) {
        const double old = facts.value(key[0], key.data() + 1);
        const double value = new_value(old, changes);
        if (std::isnan(value)) return false;
        if (value != old) changed.emplace_back(key, value + 0.0);  // 0.0 in place of -0.0
    }
    return true;
}

}  // namespace introplan
