// Numbers that change: expressions over the values of functions, comparisons, and effects.
//
// The value of a function of objects, such as fuel(t1), is a double; NAN stands for a value that is
// not there, and for what cannot be worked out: a division by zero, or a number out of range. A
// comparison with NAN is false, and an action of which an effect comes out as NAN cannot be done.
//
// Whole numbers are exact up to 2 ** 53. Beyond, `Inexact` is thrown: the engine in Python goes on
// with whole numbers of any size.
//
// The specification is relational/numbers.py and arithmetic.py of the Python package.

#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <stdexcept>
#include <vector>

namespace introplan {

using Object = std::int32_t;
using Relation = std::int32_t;
using Fact = std::uint32_t;

class Facts;

constexpr double UNDEFINED = std::numeric_limits<double>::quiet_NaN();

struct Inexact : std::overflow_error {
    Inexact() : std::overflow_error("a number is too large for the native engine") {}
};

// An expression in preorder. A function's objects are read from slots.
class Expression {
   public:
    struct Part {
        enum class Kind { CONSTANT, FUNCTION, ADD, SUBTRACT, MULTIPLY, DIVIDE };

        Kind kind = Kind::CONSTANT;
        double number = 0;
        Relation function = 0;
        std::vector<int> slots;
        std::size_t children = 0;
    };

    std::vector<Part> parts;

    double value(const Facts& facts, const Object* values) const;

   private:
    double value(const Facts& facts, const Object* values, std::size_t& next) const;
};

// One function that a comparison reads and some action changes, and where it has to move for the
// comparison to become true and false.
struct Reading {
    enum Direction : std::uint8_t { DOWN = 1, UP = 2 };

    Relation function = 0;
    std::vector<int> slots;
    std::uint8_t helpful[2] = {0, 0};  // by the truth that is wanted: directions
};

struct Comparison {
    enum class Operator { LESS, LESS_OR_EQUAL, EQUAL, GREATER_OR_EQUAL, GREATER };

    Operator kind = Operator::EQUAL;
    Expression left, right;
    std::vector<Reading> readings;

    bool holds(const Facts& facts, const Object* values) const;
};

struct NumericEffect {
    enum class Operator { ASSIGN, INCREASE, DECREASE, SCALE_UP, SCALE_DOWN };

    Operator kind = Operator::ASSIGN;
    Relation function = 0;
    std::vector<int> slots;
    Expression amount;
    bool is_fixed = false;  // the amount reads only functions that no action changes

    // Where it may move its number: directions of `Reading`.
    std::uint8_t moves(const Facts& facts, const Object* values) const;
};

// The effects of one action on numbers, gathered; they all happen at once.
class NumericChanges {
   public:
    using Key = std::vector<Object>;  // a function and its objects

    void clear() {
        found_.clear();
        is_defined_ = true;
    }
    void gather(const std::vector<NumericEffect>& effects, const Facts& facts, const Object* values);

    // The numbers that change, with their new values; false if the action cannot be done.
    bool settle(const Facts& facts, std::vector<std::pair<Key, double>>& changed) const;

   private:
    using Change = std::pair<NumericEffect::Operator, double>;

    std::map<Key, std::vector<Change>> found_;
    bool is_defined_ = true;
};

}  // namespace introplan
