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
            if (std::uint64_t(field.values.back()) - std::uint64_t(field.values[0]) == field.span) {
                field.low = field.values[0];  // without gaps it is a range
                field.values.clear();
            }
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

std::size_t StateTable::place(const std::uint64_t* packed, std::uint64_t hash) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = hash & mask;
    for (; slots_[i] != EMPTY; i = (i + 1) & mask) {
        const bool may_be = ((slots_[i] ^ hash) & TAG) == 0;
        if (may_be && is_at(std::uint32_t(slots_[i]), packed)) break;
    }
    return i;
}

std::uint32_t StateTable::add(const std::uint64_t* packed, bool& is_new) {
    const std::uint64_t own = hash(packed);
    const std::size_t i = place(packed, own);
    is_new = slots_[i] == EMPTY;
    if (!is_new) return std::uint32_t(slots_[i]);
    slots_[i] = slot_of(count_, own);
    packed_.insert(packed_.end(), packed, packed + words_);
    ++count_;
    if (std::size_t(count_) * 4 > slots_.size() * 3) grow();
    return count_ - 1;
}

void StateTable::grow() {
    slots_.assign(slots_.size() * 2, EMPTY);
    for (std::uint32_t number = 0; number < count_; ++number) {
        const std::uint64_t own = hash(at(number));
        slots_[place(at(number), own)] = slot_of(number, own);
    }
}

}  // namespace introplan
