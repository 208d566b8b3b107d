// Register code: terms over the variables of a state, as one graph of nodes without repetitions.
//
// Every value is a 64-bit word: a whole number, a truth value, the number of an opaque value, or the
// bits of a double. Python (`machine/code.py`) translates terms into nodes; a node has a kind, a
// number and earlier nodes as operands, and is its own register. `Evaluator` holds one state and
// computes nodes on demand: conjunctions and choices end early, and a node with several uses is
// computed at most once for a state (its register carries the number of the state, the *epoch*).
//
// Whole numbers that do not fit throw `LeftRange`: the machine never wraps around, and its caller goes
// on in Python. Division by zero gives 0, as terms say; doubles are not fused, so that sums are those
// of Python.

#pragma once

#include <cstdint>
#include <vector>

namespace introplan {

using Word = std::int64_t;
using Words = std::vector<Word>;

// A value that the machine cannot hold.
struct LeftRange {};

// In the order of `machine/code.py`.
enum class CodeKind : std::uint8_t {
    CONSTANT, VARIABLE, LINEAR, AT_MOST, EQUAL, NOT, AND, OR, CHOOSE, DENSE, SPARSE,
    MULTIPLY, DIVIDE, MODULO, BIT_AND, BIT_OR, BIT_XOR, ABSOLUTE, LEAST, MOST, NEGATE,
    TO_DOUBLE, D_ADD, D_SUBTRACT, D_MULTIPLY, D_ABSOLUTE, D_LEAST, D_MOST, D_NEGATE,
    LESS, D_LESS, D_AT_MOST, D_EQUAL,
};

// Nodes that are looked up sooner than a register is: distances are mostly sums of them.
enum class Shape : std::uint8_t { GENERAL, CONSTANT, VARIABLE, TABLE_OF_VARIABLE, TEST_OF_VARIABLE };

struct CodeNode {
    CodeKind kind;
    Shape shape = Shape::GENERAL;
    bool is_shared = false;
    std::int32_t variable = 0;  // of a variable, a table of one, or a test of one
    std::int32_t first = 0;  // of its operands
    std::int32_t count = 0;
    Word number = 0;
};

// A table whose keys lie in a small box; outside it, the default.
struct DenseTable {
    Words lows, sizes;
    Words values;
    Word fallback;
};

// A table by open addressing.
struct SparseTable {
    SparseTable(int arity, const Words& keys, const Words& values, Word fallback);
    Word at(const Word* key) const;

    int arity;
    Words keys;
    Words values;
    std::vector<std::int32_t> slots;  // numbers of entries, -1 for none
    Word fallback;

   private:
    std::size_t place(const Word* key) const;
};

class Code {
   public:
    // Nodes one after the other: kind, number, count of operands, operands.
    explicit Code(const Words& encoded);

    // Tables are numbered in the order in which they are added, each kind by itself.
    void add_dense(DenseTable table) { dense_.push_back(std::move(table)); }
    void add_sparse(SparseTable table) { sparse_.push_back(std::move(table)); }

    // More nodes, behind those that are there.
    void extend(const Words& encoded);

    std::size_t size() const { return nodes_.size(); }

   private:
    friend class Evaluator;

    void give_shape(CodeNode& node) const;

    std::vector<CodeNode> nodes_;
    std::vector<std::int32_t> operands_;
    Words coefficients_;  // of linear nodes, beside their operands
    std::vector<DenseTable> dense_;
    std::vector<SparseTable> sparse_;
};

class Evaluator {
   public:
    Evaluator(const Code& code, std::size_t variables) : code_(code), state_(variables) {}

    // The variables, to be written after `renew`.
    Word* state() { return state_.data(); }

    // Forget what was computed: another state follows.
    void renew() {
        ++epoch_;
        if (registers_.size() < code_.size()) registers_.resize(code_.size());
    }

    Word value(std::int32_t number);

    double real(std::int32_t number);

   private:
    struct Register {
        Word value;
        std::uint64_t epoch = 0;
    };

    Word computed(const CodeNode& node);
    Word table_of_variable(const CodeNode& node) const;
    Word linear(const CodeNode& node);
    Word dense(const CodeNode& node);
    Word sparse(const CodeNode& node);
    Word whole(const CodeNode& node);
    Word floating(const CodeNode& node);
    const std::int32_t* operands(const CodeNode& node) const {
        return code_.operands_.data() + node.first;
    }

    const Code& code_;
    Words state_;
    std::vector<Register> registers_;
    std::uint64_t epoch_ = 0;
};

inline Word Evaluator::table_of_variable(const CodeNode& node) const {
    const DenseTable& table = code_.dense_[node.number];
    // As unsigned numbers, keys below the lowest are too large.
    const std::uint64_t key = std::uint64_t(state_[node.variable]) - std::uint64_t(table.lows[0]);
    return key < std::uint64_t(table.sizes[0]) ? table.values[key] : table.fallback;
}

inline Word Evaluator::value(std::int32_t number) {
    const CodeNode& node = code_.nodes_[number];
    switch (node.shape) {
        case Shape::CONSTANT: return node.number;
        case Shape::VARIABLE: return state_[node.variable];
        case Shape::TABLE_OF_VARIABLE: return table_of_variable(node);
        case Shape::TEST_OF_VARIABLE: return state_[node.variable] == node.number;
        case Shape::GENERAL: break;
    }
    if (!node.is_shared) return computed(node);
    Register& own = registers_[number];
    if (own.epoch != epoch_) {
        own.value = computed(node);
        own.epoch = epoch_;
    }
    return own.value;
}

}  // namespace introplan
