// The engine as one object: a task in integers goes in, searches are run, integers come out.
//
// This is all that the bindings see. A task is given once (reader.hpp has the format); `begin` makes
// its facts the start. Nodes are numbers that stay valid as long as the kernel lives; a search adds
// the way to its results and nothing else.

#pragma once

#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "astar.hpp"
#include "best_first.hpp"
#include "goal_generator.hpp"
#include "reader.hpp"
#include "score_search.hpp"
#include "world.hpp"

namespace introplan {

class Kernel {
   public:
    explicit Kernel(int objects);
    Kernel(const Kernel&) = delete;
    Kernel& operator=(const Kernel&) = delete;

    World& world() { return world_; }
    ActionCosts& costs() { return action_costs_; }

    // Predicates, ranges and schemas are numbered in the order in which they are added.
    void add_range(const Integers& objects);
    void add_predicate(int arity);
    void add_schema(const Integers& schema);
    void add_stratum(const std::vector<Integers>& rules);
    void add_premise(std::size_t predicate);

    // For relaxed plans: the operators, and the predicates that some condition negates.
    void add_operator(const Integers& lifted);
    void add_negated(std::size_t predicate);

    // Rows of one predicate that are true at the start, one after the other.
    void add_facts(std::size_t predicate, const Integers& objects);

    // Numbers: a predicate that compares, and the value of a function at the start.
    void add_comparison(std::size_t predicate, const Integers& comparison);
    void add_value(std::size_t predicate, const Integers& objects, double value);

    void begin();

    // The rules once more, as introspection reads them: every effect as a step, the preconditions
    // of the schemas in their order, the predicates that some action adds, or deletes, and what
    // comes first.
    void add_rules(const std::vector<Integers>& steps, const std::vector<Integers>& preconditions,
                   const Integers& addable, const Integers& deletable,
                   const std::vector<Integers>& precedences);

    // The conditions of the rows of both decision lists and their values, the defaults last.
    void add_outcomes(const std::vector<Integers>& conditions, std::vector<double> rewards,
                   const std::vector<int>& statuses);

    // A row of a sum: an EXISTS that binds its variables, and what it pays for each binding that holds.
    void add_sum(const Integers& sentence, double value);

    // What pays and what ends with success, as far as it can be had from the start.
    GoalGenerator goal_generator(const Integers& reward, const Integers& success);

    Goal goal(const Integers& integers);

    std::vector<Goal> stages(const Goal& goal) const;

    // Does a conjunction over single states hold at a node?
    bool is_met(NodeNumber number, const Goal& goal);

    // The wants of a goal: moment, truth, predicate or schema, n, n objects, one after the other.
    Integers wants(const Goal& goal) const;

    SearchResult search(NodeNumber start, const SearchRequest& request);

    SearchResult cheapest_path(NodeNumber start, const CheapestPathRequest& request);

    ScoreResult best_score(NodeNumber start, const ScoreRequest& request);

    // The fact of a row of a predicate, a new one if need be.
    Fact fact(std::size_t predicate, const Object* objects);

    // Where operators (schema, arguments) lead, one after the other, as far as they can be taken and
    // the episode goes on; and the signal of the last transition.
    std::pair<NodeNumber, Status> follow(NodeNumber start, const Integers& operators);

    // The end of the plan to `end`, a success, without its needless steps.
    NodeNumber eliminate_actions(NodeNumber end);

    // Is a goal met on the transition into a node?
    bool meets(NodeNumber number, const Goal& wanted);

    // The nodes from the start (left out) to this one.
    std::vector<NodeNumber> path(NodeNumber number) const;

    // Has a frame with a query behind it an answer at the present node?
    bool holds(const Integers& query);

    // The facts that hold at a node, derived ones included.
    std::vector<Fact> facts_at(NodeNumber number);

    // The functions (predicate, n, n objects, one after the other) with values at a node, and these.
    std::pair<Integers, std::vector<double>> values_at(NodeNumber number);

    // The predicate (or schema) and the objects of a fact.
    Integers row(Fact fact) const;

   private:
    Reader reader(const Integers& integers) const {
        return {integers, predicates_, ranges_, world_.schemas};
    }

    Relation named_relation(int arity, std::size_t name);
    std::optional<Goal> take_ground(const Integers& sentence);

    std::deque<Range> ranges_;
    std::vector<Relation> predicates_;
    Integers names_;  // by relation: the number of the predicate or schema
    World world_;
    ActionCosts action_costs_;
    Rules rules_;
    Workspace workspace_;

    // The ground conditions of rewards and terminations by their sentences. A goal generator mostly
    // asks for the same ones and takes them: grounding a million facts again would take as long as
    // planning.
    std::map<Integers, Goal> ground_;
};

}  // namespace introplan
