// Lazy enumeration of the mutations of a factored goal: nearest first, each minimal, none twice.
//
// A mutation settles every ALL and picks one child of every ANY that it meets on the way. Partial
// picks wait in a priority queue; a pick is extended where its first open ANY leaves a choice, best
// child first, and the next child is only looked at when the queue comes back to it.
//
// The price of a mutation is the number of its facts that are not as wanted now, then the number of
// its facts. A pick's priority is a lower bound on the price of all it can become: what it has
// gathered, or, if more, what its settled and open ANYs cost at least when a fact that several of
// them want is charged to each in equal shares. What contains a mutation that came out already, or
// contradicts itself, is dropped. The specification is introspection/relational/enumeration.py.
//
// What depends on the state is read when the enumeration begins, but for SHARED children of an ANY:
// of them the prices are added up, and the wants are read once they are picked. A world with a
// million wants has a few hundred children; most of them are never picked.

#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "goal.hpp"
#include "limits.hpp"

namespace introplan {

// One want as a number: its fact, its moment and its truth.
using WantCode = std::uint64_t;
using WantCodes = std::vector<WantCode>;

inline WantCode code_of(const GoalPart& want) {
    return WantCode(want.fact) * 8 + WantCode(want.moment) * 2 + WantCode(want.truth);
}
inline GoalPart want_of(WantCode code) {
    GoalPart want{GoalPart::Kind::WANT, GoalPart::Moment(code / 2 % 4), code % 2 != 0};
    want.fact = Fact(code / 8);
    return want;
}

// How often each want occurs: as often as in the goal that has it most often.
class Occurrences {
   public:
    void add(const Goal& goal);
    bool empty() const { return several_.empty(); }
    std::int64_t of(WantCode code) const {
        const auto entry = several_.find(code);
        return entry == several_.end() ? 1 : entry->second;
    }

   private:
    std::unordered_map<WantCode, std::int64_t> several_;  // only those that occur more than once
};

class Enumeration {
   public:
    // `base` is the goal that SHARED parts of `goal` are in; it stays where it is.
    Enumeration(const Goal& goal, const Goal& base, const Occurrences& occurrences,
                const Facts& facts);

    // The wants of the next mutation, sorted; nothing when there are no more. The facts are those
    // that the enumeration began with.
    std::optional<WantCodes> next(Meter& meter, const Facts& facts);

   private:
    using Price = std::int64_t;

    struct Priced {
        WantCode code;
        Price price;
        bool operator<(const Priced& other) const { return code < other.code; }
    };
    using Gathered = std::vector<Priced>;  // sorted, each once

    // One child of an ANY: the wants it gathers, the ANYs inside it, its least share. The wants of
    // a SHARED one are `count` parts of the base from `place` on.
    struct Option {
        Gathered wants;
        std::vector<std::uint32_t> inner;  // choices
        Price share = 0;
        std::size_t place = 0;
        std::uint32_t count = 0;
    };

    // Wants gathered so far, the choices still open (the next one last), and which of its options
    // comes next.
    struct Pick {
        Gathered gathered;
        std::vector<std::uint32_t> open;
        Price settled = 0;
        std::uint32_t child = 0;
    };

    struct Queued {
        Price price;
        std::int64_t order;  // ties go to the youngest, so that a promising pick is finished first
        Pick pick;
        bool operator<(const Queued& other) const {
            return price != other.price ? price > other.price : order < other.order;
        }
    };

    // Reads a goal in one state.
    struct Reading {
        const Goal& goal;
        const Occurrences& occurrences;
        const Facts& facts;
        std::size_t next = 0;
    };

    Option read_option(Reading& reading);
    std::uint32_t read_choice(Reading& reading);
    void read_want(Reading& reading, Option& option);
    void read_shared(Reading& reading, Option& option);
    const Gathered& wants_of(const Option& option, const Facts& facts);
    Price least_share(const std::vector<std::uint32_t>& choices) const;
    void push(Pick pick);
    Queued pop();
    void extend(Pick pick, const Facts& facts);
    bool is_covered(const Gathered& gathered) const;
    static bool merge(Gathered& gathered, const Gathered& news);

    const Goal& base_;
    Gathered shared_wants_;                     // of the option looked at last
    std::vector<std::vector<Option>> choices_;  // cheapest option first
    std::vector<Queued> queue_;                 // a heap
    std::int64_t order_ = 0;
    std::vector<Gathered> emitted_;
};

}  // namespace introplan
