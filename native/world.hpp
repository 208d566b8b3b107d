// The world that a search walks through: one set of true facts, moved from node to node.
//
// A node is a delta of its parent. The world holds the facts of one node at a time; to look at
// another node it undoes and redoes the deltas between them, which is one step when a search goes
// deeper and a few when it jumps. Indexes and counters move along, so the cost of a step follows what
// changes, not the size of the state.
//
// Nodes, their deltas and their arguments lie in three long arrays and name each other by number; a
// node takes some 70 bytes and a few numbers for what it changes. A child that is only evaluated
// takes none: it lives in a `Candidate` until it is stored. When a search is over, what does not lead
// to its results is dropped again (`forget_except`).
//
// States are identified by Zobrist hashing (Zobrist 1970): 128 random bits per true fact, combined by
// exclusive or. Two of a billion states share an identity with a chance below 10 ** -20.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "goal_counters.hpp"
#include "facts.hpp"
#include "limits.hpp"
#include "schema.hpp"

namespace introplan {

using NodeNumber = std::uint32_t;

constexpr NodeNumber NO_NODE = ~NodeNumber{0};
constexpr NodeNumber ROOT = 0;

struct Identity {
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    bool operator==(const Identity&) const = default;
    auto operator<=>(const Identity&) const = default;
    Identity& operator^=(const Identity& other) {
        high ^= other.high;
        low ^= other.low;
        return *this;
    }
};

// How far the children of a node have been produced (successor_order.hpp).
struct Cursor {
    std::uint32_t stage = 0;
    std::uint32_t position = 0;
};

struct Node {
    Identity identity;
    double score = 0;
    double reward = 0;
    std::size_t delta = 0;  // where its facts begin: first those added, then those deleted
    std::size_t arguments = 0;
    std::uint32_t added = 0;
    std::uint32_t deleted = 0;
    NodeNumber parent = NO_NODE;
    std::int32_t schema = -1;
    std::int32_t depth = 0;
    std::uint32_t batch = 1;
    Cursor cursor;
    bool is_expanded = false;
    bool is_stuck = true;
};

// A child that is not stored (yet).
struct Candidate {
    std::int32_t schema = 0;
    std::vector<Object> arguments;
    Delta delta;
    Delta compared;  // the comparisons of numbers that change their truth; not stored
    Identity identity;
    double reward = 0;
    double score = 0;
    std::int32_t depth = 0;
};

enum class Status { FAILURE = -1, CONTINUE = 0, SUCCESS = 1 };

// The values of the rows of a decision list; the default comes last.
template <class Value>
struct DecisionList {
    std::vector<Value> values;
};

struct Outcome {
    double reward;
    Status status;
};

// What wants to know when a fact of the present changes.
class Listener {
   public:
    virtual ~Listener() = default;
    virtual void change(Fact fact, bool truth) = 0;
};

class World {
   public:
    explicit World(int objects) : facts(objects) {}

    Facts facts;
    std::vector<Schema> schemas;
    Derivation derivation;
    GoalCounters outcomes;  // the conditions of every reward row, then of every termination row; sums
    DecisionList<double> reward;
    std::vector<double> sums;  // what each goal pays that is met, by group of `outcomes`
    double discount = 1;
    std::optional<double> success_value;  // a step that pays this much is a success
    DecisionList<Status> termination;
    Meter meter;

    // Make the facts given so far the start, with everything that follows from them.
    void begin();

    NodeNumber here() const { return here_; }
    std::size_t size() const { return nodes_.size(); }
    Node& node(NodeNumber number) { return nodes_[number]; }
    const Node& node(NodeNumber number) const { return nodes_[number]; }
    std::span<const Object> arguments(NodeNumber number) const;

    // Make a node the present.
    void move_to(NodeNumber number);

    // Work out the child that an applicable action leads to from here; not yet evaluated.
    void make_child(std::int32_t schema, const Object* arguments, Candidate& child);

    // The same for an action that may not be applicable; false if it is not.
    bool try_child(std::int32_t schema, const Object* arguments, Candidate& child);

    // Reward and termination signal of the transition from here to `child`.
    Outcome outcome(const Candidate& child);

    // Give `child`, which is not paid yet, its reward: its score is that of its parent and this
    // reward, discounted.
    void pay(Candidate& child, double reward);

    // The costs of a counters's roots on the transition from here to `child`.
    void trial(GoalCounters& counters, const Candidate& child, std::vector<Cost>& costs) const;

    // The comparisons that change their truth with new values among these facts, which are to come.
    void find_compared(std::span<const Fact> added, Delta& compared);

    NodeNumber store(const Candidate& child);

    // A node like `step`, which was taken in the same state, now reached through `parent`.
    NodeNumber store_again(NodeNumber step, NodeNumber parent);

    // The facts that the step into a node made true and false.
    std::span<const Fact> added(NodeNumber number) const { return added(nodes_[number]); }
    std::span<const Fact> deleted(NodeNumber number) const { return deleted(nodes_[number]); }

    // Drop the nodes from number `first` on that lead to none of `kept`, which get new numbers.
    void forget_except(NodeNumber first, std::vector<NodeNumber*> kept);

    void listen(GoalCounters* counters, Listener* successor_order) {
        counters_ = counters;
        successor_order_ = successor_order;
    }

   private:
    void change(std::span<const Fact> added, std::span<const Fact> deleted);
    void toggle(Identity& identity, std::span<const Fact> changed);
    void notify(Fact fact, bool truth);
    double discounted(double reward, std::int32_t depth);
    bool touches_premises(const Delta& delta) const;
    void rederive(Delta& delta);
    void compare_again(std::span<const Fact> values);
    std::span<const Fact> added(const Node& node) const;
    std::span<const Fact> deleted(const Node& node) const;
    NodeNumber moved(NodeNumber from, NodeNumber parent);

    std::vector<Node> nodes_;
    std::vector<Fact> deltas_;
    std::vector<Object> arguments_;
    NodeNumber here_ = ROOT;
    FactSet derived_;
    Changes changes_;
    std::vector<NodeNumber> redo_;
    std::vector<Identity> identities_;
    std::vector<Cost> costs_;
    mutable Delta trial_;
    std::vector<double> worth_{1.0};  // of a reward, by the depth of the state before it
    GoalCounters* counters_ = nullptr;
    Listener* successor_order_ = nullptr;
};

}  // namespace introplan
