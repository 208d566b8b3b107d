// Limits on time, nodes and memory, checked from inside the loops.
//
// Every loop calls `check` in joins and for every child, and `expand` for every node. From time to
// time the meter reads the clock, a few times a second the memory of the process, and it calls
// `poll`, through which the caller can ask for a stop. When a limit is reached, `Stopped` is thrown
// and carries the reason to the start of the search. The number of nodes is exact; the other limits
// are kept to within some milliseconds.

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

namespace introplan {

enum class Reason { FOUND, EXHAUSTED, EFFORT, TIME, NODES, MEMORY, INTERRUPTED };

struct Stopped {
    Reason reason;
};

// What may still be used; nothing means no limit.
struct Limits {
    std::optional<double> seconds;
    std::optional<std::int64_t> nodes;
    std::optional<double> memory_mb;
};

// Gets how many nodes were expanded and generated; returns whether to stop.
using Poll = std::function<bool(std::int64_t, std::int64_t)>;

class Meter {
   public:
    // From now on these limits hold, and the counts go on from here.
    void start(const Limits& limits, std::int64_t expanded, std::int64_t generated);

    // What to call from time to time; an empty function for nothing.
    void set_poll(Poll poll) { poll_ = std::move(poll); }

    std::int64_t expanded() const { return expanded_; }
    std::int64_t generated() const { return generated_; }

    void expand() {
        if (limits_.nodes && expanded_ >= *limits_.nodes) throw Stopped{Reason::NODES};
        ++expanded_;
        check();
    }

    void generate() {
        ++generated_;
        check();
    }

    void check() {
        if (++checks_ % CHECKS_PER_LOOK == 0) look();
    }

   private:
    using Clock = std::chrono::steady_clock;

    // Reading the clock takes tens of nanoseconds, about as long as a step of a join.
    static constexpr std::uint64_t CHECKS_PER_LOOK = 64;

    void look();

    Limits limits_;
    Poll poll_;
    Clock::time_point deadline_{};
    Clock::time_point next_poll_{};
    std::int64_t expanded_ = 0;
    std::int64_t generated_ = 0;
    std::uint64_t checks_ = 0;
};

// The memory that this process holds now; 0 where the system does not say.
double memory_mb();

}  // namespace introplan
