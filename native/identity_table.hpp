// States by their identity: one open-addressing hash table of 16 bytes an entry, and optionally a
// number for each state.
//
// Everything lies in two arrays, so that millions of states are given back to the system at once.
// Where only membership is asked, the numbers are left out.

#pragma once

#include <cstdint>
#include <vector>

#include "world.hpp"

namespace introplan {

class IdentityTable {
   public:
    static constexpr std::int32_t NONE = -1;

    explicit IdentityTable(bool has_numbers) : has_numbers_(has_numbers), identities_(64) {
        if (has_numbers_) numbers_.resize(64, NONE);
    }

    bool has(const Identity& identity) const { return identities_[place(identity)] == identity; }

    // The number of a state; NONE for one that is not there.
    std::int32_t number(const Identity& identity) const { return numbers_[place(identity)]; }

    // The place of the number of a state that is there from now on; good until the next one is added.
    std::int32_t& number_of_new(const Identity& identity) {
        add(identity);
        return numbers_[place(identity)];
    }

    // Was the state not there? It is now.
    bool add(const Identity& identity) {
        const std::size_t own = place(identity);
        if (identities_[own] == identity) return false;
        identities_[own] = identity;
        if (++count_ * 2 > identities_.size()) grow();
        return true;
    }

    // Call `visit` with every state.
    template <class Visit>
    void each(Visit&& visit) const {
        for (const Identity& identity : identities_) {
            if (!(identity == Identity{})) visit(identity);
        }
    }

   private:
    std::size_t place(const Identity& identity) const {
        const std::size_t mask = identities_.size() - 1;
        std::size_t i = identity.low & mask;
        while (identities_[i] != Identity{} && !(identities_[i] == identity)) i = (i + 1) & mask;
        return i;
    }

    void grow() {
        std::vector<Identity> identities(identities_.size() * 2);
        std::vector<std::int32_t> numbers(has_numbers_ ? identities.size() : 0, NONE);
        identities.swap(identities_);
        numbers.swap(numbers_);
        for (std::size_t i = 0; i < identities.size(); ++i) {
            if (identities[i] == Identity{}) continue;
            const std::size_t own = place(identities[i]);
            identities_[own] = identities[i];
            if (has_numbers_) numbers_[own] = numbers[i];
        }
    }

    bool has_numbers_;
    std::size_t count_ = 0;
    std::vector<Identity> identities_;  // an identity of nothing but zeros is an empty entry
    std::vector<std::int32_t> numbers_;
};

}  // namespace introplan
