"""Terms: the intermediate language of the symbolic executor.

A term is a total function of some variables, as a small immutable node. Equal terms are one
object (hash consing; Ershov 1958), so comparing and remembering them costs nothing.

    term          the nodes, sharing, and how to walk them
    build         constructors that simplify: sums in linear normal form, choices, conditions
    substitute    terms in place of variables; conditions as AND and OR; abstraction by weakening
    compile       terms as Python functions
    naming        the names of constants in the user's program
    render        terms as text for people
    order         an order of values that is the same in every run

Terms know nothing of paths, states or planning.
"""
