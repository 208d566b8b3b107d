// Lazy successor generation in helpful order: first the actions that make an unmet fact of the guide
// right, a lifted form of the helpful actions of FF (Hoffmann and Nebel 2001).
//
// The unmet rows are kept true among the facts of the world in relations of their own. An action
// schema that adds a predicate of the guide is joined with the unmet rows of that predicate like with
// any other relation: if one block is in the hand and ten thousand are to be on the table, the join
// starts from the hand. What comes out are the actions that help in the present state.
//
// Where none does, the next best are the actions that *enable* one: they add a precondition of an
// action that would make an unmet row right. An action schema is joined with the unmet rows once
// more, by way of the schema that would help then.
//
// The children of a node come in *stages*: a helping query each; the actions that the guide itself
// names; an enabling query each; the schemas that may help; those that touch nothing in the guide; a
// pause; those that can only undo it. A `Cursor` says how far a node has come: the stage, and the
// position in its list. The list itself is not kept with the node. The same query at the same node
// gives the same list, so a node in the open list costs eight bytes and no list. Nor is a long list
// computed whole: a guided search mostly takes its first entries and goes on from there.
//
// Nor is there a set of the actions generated so far: an applicable action came up in an earlier
// helping stage of its schema exactly if the unmet row that this stage joins with is true.
//
// The specification is search/successor_order.py of the Python package.

#pragma once

#include <map>
#include <utility>
#include <vector>

#include "goal_counters.hpp"
#include "query.hpp"
#include "schema.hpp"
#include "world.hpp"

namespace introplan {

class SuccessorOrder : public Listener {
   public:
    enum class Step { CHILD, PAUSE, END };

    explicit SuccessorOrder(World& world) : world_(world) {}

    // Take up a guide; `forget` it before the next one.
    void begin(const Goal& guide);

    // Leave no unmet rows behind.
    void forget();

    void change(Fact fact, bool truth) override;

    // Move the cursor of the present node to its next child, and work that out.
    Step next(Cursor& cursor, Candidate& child);

   private:
    struct Stage {
        enum class Kind { HELPING, WANTED, ENABLING, PLAIN, PAUSE };
        Kind kind;
        std::int32_t schema = -1;
        Query query;                // HELPING, ENABLING
        Pattern unmet;              // HELPING
        std::vector<Object> frame;  // HELPING, ENABLING
    };
    using Wanted = std::vector<std::pair<Relation, bool>>;

    void want(const GoalPart& part, Wanted& wanted);
    void add_helping_stages(const Wanted& wanted);
    void add_enabling_stages();
    void add_enabling_stage(std::int32_t number, const Pattern& added, const Stage& helping,
                            const Pattern& needed);
    void add_plain_stages(const Wanted& wanted);
    bool is_opaque(const Wanted& wanted) const;
    bool has_wanted_action(const Schema& schema) const;
    Relation unmet_relation(Relation relation, bool truth);
    void load(std::uint32_t stage, std::uint32_t position);
    const Object* next_of_stage(const Stage& stage, Cursor& cursor, std::int32_t& schema);
    bool came_earlier(std::int32_t schema, const Object* arguments, std::uint32_t stage);

    World& world_;
    std::vector<Stage> stages_;
    Leaves unmet_;  // for each wanted fact the unmet row that stands for it
    std::vector<Fact> rows_;
    std::vector<Relation> functions_;  // that comparisons of the guide read
    FactSet actions_;
    std::map<std::pair<Relation, bool>, Relation> unmet_relations_;
    bool is_lazy_ = false;
    ArgumentLists list_;
    bool list_is_whole_ = false;
    NodeNumber list_node_ = NO_NODE;
    std::uint32_t list_stage_ = 0;
    std::vector<Object> values_;
    std::vector<Object> buffer_;
    std::vector<Object> row_;
};

}  // namespace introplan
