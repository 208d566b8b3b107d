// Searches over a machine: breadth-first, A*, greedy with several open lists, and down a distance.
//
// They are those of `planners/program_search.py`, node for node and tie for tie: the same order of
// successors, the same keys, the newest first among equals. A search ends with a step that `EndRule`
// asks for; a step that ends the episode otherwise leads nowhere. Distances are nodes of the code,
// evaluated in the state after a step, once for each state that is new.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "limits.hpp"
#include "machine.hpp"

namespace introplan {

// Which steps end a search: by their status, or by a reward of at least so much.
struct EndRule {
    std::uint32_t endings = 0;  // bit 1 << Ending
    std::optional<double> least_reward;

    bool is_met(double reward, Ending ending) const {
        return (endings >> int(ending) & 1) != 0 || (least_reward && reward >= *least_reward);
    }
};

struct MachineSearchRequest {
    EndRule ends;
    std::optional<std::int64_t> max_depth;  // moves
    std::optional<std::int64_t> max_nodes;  // to expand in this search
    Word unreachable;                       // distances from here on are infinite
};

struct MachineFound {
    bool is_found = false;
    bool is_exhausted = false;
    bool was_pruned = false;
    std::vector<std::int32_t> steps;  // the operators of the path
};

class MachineSearch {
   public:
    MachineSearch(const Machine& machine, const Words& start, MachineSearchRequest request,
                  Meter& meter);

    MachineFound breadth_first();
    // With `max_bound`, ends when no path of at most so many steps is left.
    MachineFound a_star(std::int32_t distance, std::optional<std::int64_t> max_bound);
    // Keys are `weight` times a distance plus the depth; the first distance prunes where
    // it is infinite, or says that the end is deeper than it may be.
    MachineFound alternating(const std::vector<std::int32_t>& distances, Word weight);
    // Not found where no step goes down by one. The action of the last step is tried first if
    // `repeats`.
    MachineFound descend(std::int32_t distance, bool repeats);

    // The operators to the step that paid most of those generated; empty for none.
    std::vector<std::int32_t> best() const;

   private:
    static constexpr std::int32_t NO_NODE = -1;

    struct Node {
        std::uint32_t state;
        std::int32_t parent;
        std::int32_t step;
        std::int32_t depth;
        bool is_end;
    };
    struct Child {
        std::int32_t step;
        double reward;
        bool is_end;
        Ending ending;
    };

    // Fills `children_` and their packed states; an end comes alone.
    void expand(std::int32_t node);
    void generate(const std::uint64_t* packed, bool keeps_all);
    const std::uint64_t* packed_child(std::size_t number) const {
        return packed_children_.data() + number * machine_.layout().words();
    }
    std::vector<std::int32_t> path(std::int32_t node) const;
    MachineFound found(std::int32_t parent, const Child& end) const;
    // The distance of a state, at least 0; `unreachable` for an infinite one.
    Word distance(std::int32_t code, const std::uint64_t* packed);

    const Machine& machine_;
    MachineSearchRequest request_;
    Meter& meter_;
    StateTable states_;
    Expander expander_;
    Expander measure_;  // registers of its own: those of the parent are still needed
    std::vector<Node> nodes_;
    std::vector<Child> children_;
    Packed packed_children_;
    Packed present_;
    std::int32_t best_parent_ = NO_NODE;
    std::int32_t best_step_ = 0;
    double best_reward_ = 0;
};

}  // namespace introplan
