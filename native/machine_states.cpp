#include "machine_states.hpp"

#include <algorithm>

namespace introplan {

namespace {

constexpr int WORD_BITS = 64;

}  // namespace

Layout::Layout(const Words& encoded) {
    for (std::size_t i = 0; i < encoded.size();) {
        Field field;
        const Word kind = encoded[i++];
        int bits = WORD_BITS;
        if (kind == 0) {
            field.low = encoded[i++];
            field.span = std::uint64_t(encoded[i++]) - std::uint64_t(field.low);
            bits = std::bit_width(field.span);
        } else if (kind == 1) {
            const std::size_t count = std::size_t(encoded[i++]);
            field.values.assign(encoded.begin() + i, encoded.begin() + i + count);
            i += count;
            field.span = count - 1;
            bits = std::bit_width(field.span);
        } else {
            field.span = ~std::uint64_t(0);
        }
        place(std::move(field), bits);
    }
    if (used_bits_ + STATUS_BITS > WORD_BITS) {
        ++words_;
        used_bits_ = 0;
    }
    status_shift_ = used_bits_;
}

void Layout::place(Field field, int bits) {
    if (used_bits_ + bits > WORD_BITS) {
        ++words_;
        used_bits_ = 0;
    }
    field.word = std::uint32_t(words_ - 1);
    field.shift = bits == 0 ? 0 : std::uint32_t(used_bits_);
    field.mask = bits == WORD_BITS ? ~std::uint64_t(0) : (std::uint64_t(1) << bits) - 1;
    used_bits_ += bits;
    fields_.push_back(std::move(field));
}

void Layout::put(std::uint64_t* packed, std::size_t variable, Word value) const {
    const Field& field = fields_[variable];
    std::uint64_t raw;
    if (field.values.empty()) {
        raw = std::uint64_t(value) - std::uint64_t(field.low);
        if (raw > field.span) throw LeftRange{};
    } else {
        const auto found = std::lower_bound(field.values.begin(), field.values.end(), value);
        if (found == field.values.end() || *found != value) throw LeftRange{};
        raw = std::uint64_t(found - field.values.begin());
    }
    std::uint64_t& word = packed[field.word];
    word = (word & ~(field.mask << field.shift)) | (raw << field.shift);
}

std::size_t StateTable::place(const std::uint64_t* packed) const {
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < words_; ++i) {
        hash = (hash ^ packed[i]) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 32;
    }
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = hash & mask;
    while (slots_[i] != NONE && !std::equal(packed, packed + words_, at(slots_[i]))) i = (i + 1) & mask;
    return i;
}

std::uint32_t StateTable::add(const std::uint64_t* packed, bool& is_new) {
    const std::size_t own = place(packed);
    is_new = slots_[own] == NONE;
    if (!is_new) return slots_[own];
    const std::uint32_t number = size();
    slots_[own] = number;
    packed_.insert(packed_.end(), packed, packed + words_);
    if (std::size_t(number) * 2 > slots_.size()) grow();
    return number;
}

void StateTable::grow() {
    slots_.assign(slots_.size() * 4, NONE);
    for (std::uint32_t number = 0; number < size(); ++number) slots_[place(at(number))] = number;
}

}  // namespace introplan
