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
    explicit StateTable(std::size_t words) : words_(words), slots_(64, NONE) {}

    static constexpr std::uint32_t NONE = ~std::uint32_t(0);

    std::uint32_t size() const { return std::uint32_t(packed_.size() / words_); }
    const std::uint64_t* at(std::uint32_t number) const { return packed_.data() + number * words_; }

    // The number of a state, or NONE.
    std::uint32_t find(const std::uint64_t* packed) const { return slots_[place(packed)]; }

    // The number of a state, which is added if it is not there; `is_new` says whether it was.
    std::uint32_t add(const std::uint64_t* packed, bool& is_new);

   private:
    std::size_t place(const std::uint64_t* packed) const;
    void grow();

    std::size_t words_;
    Packed packed_;
    std::vector<std::uint32_t> slots_;
};

}  // namespace introplan
