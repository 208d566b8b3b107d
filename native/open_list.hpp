// The open list of a best-first search: the smallest key first, ties in order of arrival.
//
// There are few different keys (distances, scores), so each has a bucket of its own, and the buckets
// are sorted. A node that was taken out and is to come first again goes back to the front of its
// bucket; one that gives way to its equals goes to the end.

#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <utility>

#include "world.hpp"

namespace introplan {

class OpenList {
   public:
    bool empty() const { return lines_.empty(); }
    double least_key() const { return lines_.begin()->first; }

    void push(double key, NodeNumber node) { lines_[key].push_back(node); }

    // `node` was the last one taken out, and had this key.
    void put_back(double key, NodeNumber node) { lines_[key].push_front(node); }

    std::pair<double, NodeNumber> pop() {
        const auto line = lines_.begin();
        const std::pair<double, NodeNumber> first{line->first, line->second.front()};
        line->second.pop_front();
        if (line->second.empty()) lines_.erase(line);
        return first;
    }

   private:
    std::map<double, std::deque<NodeNumber>> lines_;
};

}  // namespace introplan
