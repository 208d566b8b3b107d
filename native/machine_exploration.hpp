// Exploring a machine breadth first: numbered states, edges, and distances backwards over them.
//
// States are numbered in the order in which they are found, so the expanded ones are a prefix. The
// edges of a state follow each other (compressed sparse rows). `run` goes on from where the last call
// stopped. States in which an episode ended are numbered as well and have no edges; where the caller
// does not want that (`numbers_ends` false), edges that end an episode lead to `ENDED` minus the
// number of the `Ending`, and failures are left out, since no plan takes one, unless the caller
// `keeps_failures`, which can be what a draw comes to.
//
// `distances` are those to the nearest goal over reversed edges, as a pattern database needs them.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "limits.hpp"
#include "machine.hpp"

namespace introplan {

struct ExploreRequest {
    bool keeps_edges = true;
    bool numbers_ends = true;
    std::optional<std::int64_t> max_states;  // past it, states that are new get no number
    bool stops_at_limit = false;             // and nothing is expanded any more
    std::optional<std::int64_t> max_depth;   // states so deep are not expanded
    bool keeps_failures = false;
};

class Exploration {
   public:
    static constexpr std::int32_t ENDED = -10;
    static constexpr std::int32_t UNREACHABLE = -1;

    Exploration(const Machine& machine, const Words& start, ExploreRequest request);

    // Expand until all is, or more than so many states are known. Throws Stopped and LeftRange.
    bool run(Meter& meter, std::int64_t until_states);

    // The steps from each state to the nearest one in which `goal` holds; UNREACHABLE for none.
    std::vector<std::int32_t> distances(std::int32_t goal) const;

    // For each label below `labels`: does some edge of it lower these distances?
    std::vector<std::uint8_t> lowering(const std::vector<std::int32_t>& distances, int labels) const;

    std::uint32_t size() const { return states_.size(); }
    std::uint32_t expanded() const { return std::uint32_t(first_.size()) - 1; }
    bool is_done() const { return expanded() == size() || (was_cut && request_.stops_at_limit); }
    Words values(std::uint32_t number) const;

    // The number of a state that goes on; NONE if it was not found.
    std::uint32_t find(const Words& values) const;

    const Machine& machine;
    StateTable states_;
    std::vector<std::uint64_t> first_{0};
    std::vector<std::int32_t> targets;
    std::vector<std::int32_t> steps;  // the operators of the edges
    std::vector<double> rewards;
    std::vector<std::int32_t> depths;
    std::vector<std::uint32_t> partial;  // states of which not all edges are known
    std::vector<std::uint8_t> statuses() const;
    bool was_cut = false;  // by the limit on states

   private:
    void expand(std::uint32_t number, Meter& meter);

    ExploreRequest request_;
    Expander expander_;
    Packed present_;
};

}  // namespace introplan
