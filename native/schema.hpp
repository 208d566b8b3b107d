// Action schemas and derived rules: the lifted successor generator, and what actions change.
//
// Nothing is grounded. A schema's precondition is a query whose answers are its applicable arguments,
// listed in lexicographic order of the objects, which is the order that the whole search is defined
// by. Its effects are patterns, filled once with the arguments or, for conditional and universal
// effects, for every answer of a query of their own. All conditions are read before anything changes;
// what is both added and deleted is added.
//
// Derived rules (axioms) come in strata; what a rule negates belongs to an earlier stratum and is
// complete by then. A stratum is evaluated semi-naively: a new fact is put into the patterns that
// need it and only the rest is joined. A rule that needs its own stratum where no join can see it
// (below a quantifier, say) is opaque, and evaluated again until nothing changes.
//
// The specifications are search/compiled.py and relational/derivation.py of the Python package.

#pragma once

#include <optional>
#include <vector>

#include "facts.hpp"
#include "limits.hpp"
#include "query.hpp"

namespace introplan {

// Lists of arguments of one length, one after the other.
struct ArgumentLists {
    std::size_t arity = 0;
    std::size_t count = 0;
    std::vector<Object> objects;

    const Object* at(std::size_t i) const { return objects.data() + i * arity; }
    void clear(std::size_t new_arity) {
        arity = new_arity;
        count = 0;
        objects.clear();
    }
    void sort();
    void drop_repeats();  // from sorted lists
    void keep(const std::vector<std::uint8_t>& is_kept);

    std::vector<Object> values;  // scratch space for filling the lists

   private:
    std::vector<std::uint64_t> packed_;
};

// The facts that a step makes true and false.
struct Delta {
    std::vector<Fact> added;
    std::vector<Fact> deleted;

    void clear() {
        added.clear();
        deleted.clear();
    }
};

struct Effect {
    std::vector<Pattern> adds;
    std::vector<Pattern> deletes;
    std::optional<Query> query;
    std::vector<NumericEffect> numeric;
};

struct Schema {
    std::vector<int> parameters;
    std::vector<Object> frame;
    Query query;
    std::vector<Effect> effects;
    Relation did = 0;  // its own actions as rows

    bool changes_numbers() const {
        for (const Effect& effect : effects) {
            if (!effect.numeric.empty()) return true;
        }
        return false;
    }
};

// One way for a derived fact to follow from others.
struct Rule {
    Pattern head;
    std::vector<Object> frame;
    Query query;
    bool is_opaque = false;
};

using Stratum = std::vector<Rule>;

// Every binding of the parameters that answers `query`, each once, in order; the frame is that of
// the schema, or a longer one. False, and not in order, if there are more than `most`.
bool list_applicable(const Schema& schema, const Query& query, const std::vector<Object>& frame,
                     const Facts& facts, Meter& meter, ArgumentLists& found,
                     std::size_t most = ~std::size_t{0});

// The first of them, up to `limit`; true if there are no more. Where there are many, the arguments
// are tried in order, and those that cannot lead to an answer are passed over by the index.
bool list_first_applicable(const Schema& schema, const Query& query,
                           const std::vector<Object>& frame, const Facts& facts, Meter& meter,
                           std::size_t limit, ArgumentLists& found);

bool is_applicable(const Schema& schema, const Facts& facts, const Object* arguments, Meter& meter);

// Works out the facts that an action changes; keeps marks to see each of them once.
class Changes {
   public:
    void find(const Schema& schema, const Object* arguments, Facts& facts, Meter& meter,
              Delta& delta);

   private:
    void change_numbers(const Schema& schema, Facts& facts, Meter& meter, Delta& delta);
    void collect(const Effect& effect, const Object* values, Facts& facts);
    bool mark(Fact fact, std::uint32_t by);

    std::uint32_t last_mark_ = 0;
    std::vector<std::uint32_t> marks_;
    std::vector<Object> values_;
    std::vector<Object> buffer_;
    std::vector<Fact> adds_;
    std::vector<Fact> deletes_;
    NumericChanges numeric_;
    std::vector<std::pair<NumericChanges::Key, double>> numbers_;
};

// A set of facts that can be listed.
class FactSet {
   public:
    bool has(Fact fact) const { return fact < place_.size() && place_[fact] != 0; }
    void add(Fact fact);
    void remove(Fact fact);
    const std::vector<Fact>& all() const { return all_; }

   private:
    std::vector<Fact> all_;
    std::vector<std::uint32_t> place_;  // counted from 1
};

// The derived rules of a task, ready to be applied to facts.
class Derivation {
   public:
    void add_stratum(Stratum stratum);
    void add_premise(Relation relation);  // the bodies of the rules speak of it

    bool empty() const { return strata_.empty(); }
    bool is_derived(Relation relation) const { return has(derived_, relation); }
    bool is_premise(Relation relation) const { return has(premises_, relation); }

    // Add to `facts` everything that follows from them, and return that.
    FactSet derive(Facts& facts, Meter& meter) const;

   private:
    using Relations = std::vector<std::uint8_t>;

    static bool has(const Relations& relations, Relation relation) {
        return std::size_t(relation) < relations.size() && relations[relation] != 0;
    }
    static void enter(Relations& relations, Relation relation);
    void follow(const Stratum& stratum, std::vector<Fact>& news, Facts& facts, FactSet& derived,
                Meter& meter) const;

    std::vector<Stratum> strata_;
    Relations derived_;
    Relations premises_;
};

}  // namespace introplan
