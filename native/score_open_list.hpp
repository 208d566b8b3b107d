// The open list of the search for the best score, and what no plan in it exceeds.
//
// The specification is `_Entry` in search/score_search.py of the Python package.

#pragma once

#include <algorithm>
#include <cstdint>
#include <queue>

#include "world.hpp"

namespace introplan {

// A node in the open list: its label, the weights of its state, and its estimates.
struct ScoreEntry {
    double key;
    double least;  // no plan through the node costs less,
    double most;   // and none scores more
    double score;
    double cost;
    double weight;
    std::int64_t order;
    NodeNumber node;

    bool operator<(const ScoreEntry& other) const {  // the queue gives the largest first
        if (key != other.key) return key < other.key;
        if (least != other.least) return least > other.least;
        if (score != other.score) return score < other.score;
        return order > other.order;
    }
};

// The queue, and what lies in it.
class ScoreOpenList : public std::priority_queue<ScoreEntry> {
   public:
    double most(double at_least) const {
        for (const ScoreEntry& waiting : c) at_least = std::max(at_least, waiting.most);
        return at_least;
    }
};

}  // namespace introplan
