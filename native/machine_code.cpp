#include "machine_code.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace introplan {

namespace {

// Beyond this, whole numbers are not doubles any more.
constexpr Word MAX_EXACT_DOUBLE = Word(1) << 53;

Word fits(bool has_overflown, Word value) {
    if (has_overflown) throw LeftRange{};
    return value;
}

Word plus(Word left, Word right) {
    Word sum;
    const bool has_overflown = __builtin_add_overflow(left, right, &sum);
    return fits(has_overflown, sum);
}

Word times(Word left, Word right) {
    Word product;
    const bool has_overflown = __builtin_mul_overflow(left, right, &product);
    return fits(has_overflown, product);
}

Word negative(Word value) { return times(value, -1); }

Word floor_divide(Word left, Word right) {
    if (right == 0) return 0;
    if (right == -1) return negative(left);
    const Word quotient = left / right;
    return left % right != 0 && (left < 0) != (right < 0) ? quotient - 1 : quotient;
}

Word modulo(Word left, Word right) {
    if (right == 0 || right == -1) return 0;
    const Word rest = left % right;
    return rest != 0 && (rest < 0) != (right < 0) ? rest + right : rest;
}

Word bits(double value) { return std::bit_cast<Word>(value); }

double as_double(Word value) { return std::bit_cast<double>(value); }

std::uint64_t mixed(std::uint64_t hash, Word part) {
    hash = (hash ^ std::uint64_t(part)) * 0x9E3779B97F4A7C15u;
    return hash ^ (hash >> 29);
}

}  // namespace

SparseTable::SparseTable(int arity, const Words& keys, const Words& values, Word fallback)
    : arity(arity), keys(keys), values(values), fallback(fallback) {
    slots.resize(std::bit_ceil(2 * values.size() + 2), -1);
    for (std::size_t i = 0; i < values.size(); ++i) {
        slots[place(keys.data() + i * arity)] = std::int32_t(i);
    }
}

std::size_t SparseTable::place(const Word* key) const {
    std::uint64_t hash = 0;
    for (int i = 0; i < arity; ++i) hash = mixed(hash, key[i]);
    const std::size_t mask = slots.size() - 1;
    std::size_t i = hash & mask;
    while (slots[i] >= 0 && !std::equal(key, key + arity, keys.data() + std::size_t(slots[i]) * arity)) {
        i = (i + 1) & mask;
    }
    return i;
}

Word SparseTable::at(const Word* key) const {
    const std::int32_t entry = slots[place(key)];
    return entry < 0 ? fallback : values[entry];
}

Code::Code(const Words& encoded) { extend(encoded); }

void Code::extend(const Words& encoded) {
    std::vector<std::int32_t> uses(nodes_.size());
    for (std::size_t i = 0; i < encoded.size();) {
        CodeNode node{.kind = CodeKind(encoded[i]),
                      .first = std::int32_t(operands_.size()),
                      .number = encoded[i + 1]};
        const std::size_t count = std::size_t(encoded[i + 2]);
        const bool is_linear = node.kind == CodeKind::LINEAR;
        const std::size_t step = is_linear ? 2 : 1;
        node.count = std::int32_t(count / step);
        i += 3;
        for (std::size_t k = 0; k < count; k += step) {
            const std::int32_t operand = std::int32_t(encoded[i + k]);
            if (operand < 0 || std::size_t(operand) >= nodes_.size()) {
                throw std::invalid_argument("an operand that is not there yet");
            }
            operands_.push_back(operand);
            coefficients_.push_back(is_linear ? encoded[i + k + 1] : 0);
            // A node is shared for good once two others use it, or a root of its own: see code.py.
            if (++uses[operand] > 1) nodes_[operand].is_shared = true;
        }
        i += count;
        give_shape(node);
        nodes_.push_back(node);
        uses.push_back(0);
    }
    // Roots are asked for from several places: by guards, effects and rewards of many operators.
    for (std::size_t k = 0; k < nodes_.size(); ++k) {
        if (uses[k] == 0) nodes_[k].is_shared = true;
    }
}

void Code::give_shape(CodeNode& node) const {
    const auto operand = [&](int k) -> const CodeNode& { return nodes_[operands_[node.first + k]]; };
    if (node.kind == CodeKind::CONSTANT) {
        node.shape = Shape::CONSTANT;
    } else if (node.kind == CodeKind::VARIABLE) {
        node.shape = Shape::VARIABLE;
        node.variable = std::int32_t(node.number);
    } else if (node.kind == CodeKind::DENSE && node.count == 1 &&
               operand(0).shape == Shape::VARIABLE) {
        node.shape = Shape::TABLE_OF_VARIABLE;
        node.variable = operand(0).variable;
    } else if (node.kind == CodeKind::EQUAL) {
        const int place = operand(0).shape == Shape::VARIABLE ? 0 : 1;
        if (operand(place).shape != Shape::VARIABLE) return;
        if (operand(1 - place).shape != Shape::CONSTANT) return;
        node.shape = Shape::TEST_OF_VARIABLE;
        node.variable = operand(place).variable;
        node.number = operand(1 - place).number;
    }
}

double Evaluator::real(std::int32_t number) { return as_double(value(number)); }

Word Evaluator::computed(const CodeNode& node) {
    const std::int32_t* in = operands(node);
    switch (node.kind) {
        case CodeKind::CONSTANT: return node.number;
        case CodeKind::VARIABLE: return state_[node.number];
        case CodeKind::LINEAR: return linear(node);
        case CodeKind::AT_MOST: return value(in[0]) <= node.number;
        case CodeKind::EQUAL: return value(in[0]) == value(in[1]);
        case CodeKind::NOT: return value(in[0]) == 0;
        case CodeKind::AND:
            for (std::int32_t i = 0; i < node.count; ++i) {
                if (value(in[i]) == 0) return 0;
            }
            return 1;
        case CodeKind::OR:
            for (std::int32_t i = 0; i < node.count; ++i) {
                if (value(in[i]) != 0) return 1;
            }
            return 0;
        case CodeKind::CHOOSE: return value(value(in[0]) != 0 ? in[1] : in[2]);
        case CodeKind::DENSE: return dense(node);
        case CodeKind::SPARSE: return sparse(node);
        default: return node.kind < CodeKind::TO_DOUBLE ? whole(node) : floating(node);
    }
}

Word Evaluator::linear(const CodeNode& node) {
    const std::int32_t* in = operands(node);
    const Word* weights = code_.coefficients_.data() + node.first;
    Word sum = node.number;
    for (std::int32_t i = 0; i < node.count; ++i) {
        const Word part = value(in[i]);
        sum = plus(sum, weights[i] == 1 ? part : times(weights[i], part));
    }
    return sum;
}

Word Evaluator::dense(const CodeNode& node) {
    const DenseTable& table = code_.dense_[node.number];
    const std::int32_t* in = operands(node);
    std::size_t place = 0;
    for (std::int32_t i = 0; i < node.count; ++i) {
        // As unsigned numbers, keys below the lowest are too large.
        const std::uint64_t key = std::uint64_t(value(in[i])) - std::uint64_t(table.lows[i]);
        if (key >= std::uint64_t(table.sizes[i])) return table.fallback;
        place = place * std::size_t(table.sizes[i]) + key;
    }
    return table.values[place];
}

Word Evaluator::sparse(const CodeNode& node) {
    const std::int32_t* in = operands(node);
    const SparseTable& table = code_.sparse_[node.number];
    if (node.count <= 16) {
        Word key[16];
        for (std::int32_t i = 0; i < node.count; ++i) key[i] = value(in[i]);
        return table.at(key);
    }
    Words key;
    for (std::int32_t i = 0; i < node.count; ++i) key.push_back(value(in[i]));
    return table.at(key.data());
}

Word Evaluator::whole(const CodeNode& node) {
    const std::int32_t* in = operands(node);
    const Word first = value(in[0]);
    if (node.kind == CodeKind::NEGATE) return negative(first);
    if (node.kind == CodeKind::ABSOLUTE) return first < 0 ? negative(first) : first;
    Word found = first;
    for (std::int32_t i = 1; i < node.count; ++i) {
        const Word next = value(in[i]);
        switch (node.kind) {
            case CodeKind::MULTIPLY: found = times(found, next); break;
            case CodeKind::DIVIDE: found = floor_divide(found, next); break;
            case CodeKind::MODULO: found = modulo(found, next); break;
            case CodeKind::BIT_AND: found &= next; break;
            case CodeKind::BIT_OR: found |= next; break;
            case CodeKind::BIT_XOR: found ^= next; break;
            case CodeKind::LEAST: found = std::min(found, next); break;
            default: found = std::max(found, next); break;
        }
    }
    return found;
}

Word Evaluator::floating(const CodeNode& node) {
    const std::int32_t* in = operands(node);
    const Word raw = value(in[0]);
    if (node.kind == CodeKind::LESS) return raw < value(in[1]);
    if (node.kind == CodeKind::TO_DOUBLE) {
        if (raw > MAX_EXACT_DOUBLE || raw < -MAX_EXACT_DOUBLE) throw LeftRange{};
        return bits(double(raw));
    }
    double found = as_double(raw);
    if (node.kind == CodeKind::D_NEGATE) return bits(-found);
    if (node.kind == CodeKind::D_ABSOLUTE) return bits(found < 0 ? -found : found + 0.0);
    for (std::int32_t i = 1; i < node.count; ++i) {
        const double next = real(in[i]);
        switch (node.kind) {
            case CodeKind::D_ADD: found += next; break;
            case CodeKind::D_SUBTRACT: found -= next; break;
            case CodeKind::D_MULTIPLY: found *= next; break;
            case CodeKind::D_LEAST: found = next < found ? next : found; break;
            case CodeKind::D_MOST: found = next > found ? next : found; break;
            case CodeKind::D_LESS: return found < next;
            case CodeKind::D_AT_MOST: return found <= next;
            default: return found == next;
        }
    }
    return bits(found);
}

}  // namespace introplan
