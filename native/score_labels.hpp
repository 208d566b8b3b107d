// The ways in which each state was reached that are worth keeping: none is as good as another.
//
// They are chained in one array. The specification is search/score_labels.py of the Python package.

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "identity_table.hpp"

namespace introplan {

struct Label {
    std::int32_t depth;  // 0 where it does not count
    double score;
    double cost;

    bool operator==(const Label&) const = default;
};

class Labels {
   public:
    Labels(double tolerance, bool more_moves_are_no_worse)
        : tolerance_(tolerance), more_moves_are_no_worse_(more_moves_are_no_worse) {}

    // Is there no earlier label at least as good? If so, remember this one.
    bool admits(const Identity& identity, const Label& label) {
        std::int32_t& first = first_.number_of_new(identity);
        for (std::int32_t i = first; i >= 0; i = links_[i].next) {
            if (is_as_good(links_[i].label, label)) return false;
        }
        std::int32_t unused = -1;  // the place of a label that is not needed any more
        for (std::int32_t* link = &first; *link >= 0;) {
            Link& old = links_[*link];
            if (is_as_good(label, old.label)) {
                unused = *link;
                *link = old.next;
            } else {
                link = &old.next;
            }
        }
        if (unused < 0) {
            unused = std::int32_t(links_.size());
            links_.push_back({});
        }
        links_[unused] = {label, first};
        first = unused;
        return true;
    }

    bool has(const Identity& identity, const Label& label) const {
        for (std::int32_t i = first_.number(identity); i >= 0; i = links_[i].next) {
            if (links_[i].label == label) return true;
        }
        return false;
    }

    // The least depth at which a state was reached.
    std::int32_t soonest(const Identity& identity) const {
        std::int32_t i = first_.number(identity);
        std::int32_t least = links_[i].label.depth;
        for (; i >= 0; i = links_[i].next) least = std::min(least, links_[i].label.depth);
        return least;
    }

   private:
    struct Link {
        Label label{};
        std::int32_t next = -1;
    };

    // Does whatever is worth doing from `other` do as well from `one`?
    bool is_as_good(const Label& one, const Label& other) const {
        const bool is_sooner = one.depth < other.depth && more_moves_are_no_worse_;
        if (one.depth != other.depth && !is_sooner) return false;
        if (one.score > other.score + tolerance_) return true;
        return one.score >= other.score - tolerance_ && one.cost <= other.cost;
    }

    double tolerance_;
    bool more_moves_are_no_worse_;
    IdentityTable first_{true};
    std::vector<Link> links_;
};

}  // namespace introplan
