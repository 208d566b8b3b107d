// States as packed words, and the table in which each of them has a number.
//
// A variable takes as many bits as its values need: a range from its least value on, a list of values
// by their place in it, and a number without bounds a word of its own. The last word ends with the
// status of the state (`STATUS_BITS`), so that a state in which an episode ended is another one than
// the same state passed through. The table is open addressing on the words; states have the numbers
// 0, 1, 2, ... in the order in which they were found and lie one behind the other.

#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "machine_code.hpp"

namespace introplan {

using Packed = std::vector<std::uint64_t>;

class Layout {
   public:
    // For each variable: 0 and the least and the largest value, 1 and count and values in ascending
    // order, or 2 for any whole number.
    explicit Layout(const Words& encoded);

    std::size_t variables() const { return fields_.size(); }
    std::size_t words() const { return words_; }

    // Throws LeftRange for a value that the variable cannot have.
    void put(std::uint64_t* packed, std::size_t variable, Word value) const;
    Word get(const std::uint64_t* packed, std::size_t variable) const;

    void unpack(const std::uint64_t* packed, Word* values) const {
        for (std::size_t i = 0; i < fields_.size(); ++i) values[i] = get(packed, i);
    }

    void put_status(std::uint64_t* packed, int status) const {
        std::uint64_t& word = packed[words_ - 1];
        word = (word & ~(STATUS_MASK << status_shift_)) | (std::uint64_t(status) << status_shift_);
    }

    int status(const std::uint64_t* packed) const {
        return int((packed[words_ - 1] >> status_shift_) & STATUS_MASK);
    }

   private:
    static constexpr int STATUS_BITS = 3;
    static constexpr std::uint64_t STATUS_MASK = (1u << STATUS_BITS) - 1;

    struct Field {
        std::uint32_t word = 0;
        std::uint32_t shift = 0;
        std::uint64_t mask = 0;
        Word low = 0;
        std::uint64_t span = 0;  // the largest value minus the least
        Words values;            // of a list
    };

    void place(Field field, int bits);

    std::vector<Field> fields_;
    std::size_t words_ = 1;
    int used_bits_ = 0;  // of the last word
    int status_shift_ = 0;
};

inline Word Layout::get(const std::uint64_t* packed, std::size_t variable) const {
    const Field& field = fields_[variable];
    const std::uint64_t raw = (packed[field.word] >> field.shift) & field.mask;
    return field.values.empty() ? Word(raw + std::uint64_t(field.low)) : field.values[raw];
}

class StateTable {
   public:
    explicit StateTable(std::size_t words) : words_(words), slots_(64, EMPTY) {}

    static constexpr std::uint32_t NONE = ~std::uint32_t(0);

    std::uint32_t size() const { return count_; }
    const std::uint64_t* at(std::uint32_t number) const { return packed_.data() + number * words_; }

    // The number of a state, or NONE.
    std::uint32_t find(const std::uint64_t* packed) const {
        return std::uint32_t(slots_[place(packed, hash(packed))]);
    }

    // The number of a state, which is added if it is not there; `is_new` says whether it was.
    std::uint32_t add(const std::uint64_t* packed, bool& is_new);

   private:
    std::uint64_t hash(const std::uint64_t* packed) const {
        std::uint64_t found = 0;
        for (std::size_t i = 0; i < words_; ++i) {
            found = (found ^ packed[i]) * 0x9E3779B97F4A7C15u;
            found ^= found >> 32;
        }
        return found;
    }

    bool is_at(std::uint32_t number, const std::uint64_t* packed) const {
        const std::uint64_t* known = at(number);
        for (std::size_t i = 0; i < words_; ++i) {
            if (known[i] != packed[i]) return false;
        }
        return true;
    }

    // A slot holds the number of a state and, above it, the upper half of its hash: most states that
    // are others are told apart without looking at them.
    static std::uint64_t slot_of(std::uint32_t number, std::uint64_t hash) {
        return (hash & TAG) | number;
    }

    std::size_t place(const std::uint64_t* packed, std::uint64_t hash) const;
    void grow();

    static constexpr std::uint64_t TAG = ~std::uint64_t(0) << 32;
    static constexpr std::uint64_t EMPTY = ~std::uint64_t(0);

    std::size_t words_;
    std::uint32_t count_ = 0;
    Packed packed_;
    std::vector<std::uint64_t> slots_;
};

}  // namespace introplan
