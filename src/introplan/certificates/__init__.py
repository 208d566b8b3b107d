"""Certificates: proofs that a task has no plan, their files, and their check.

| module | |
|---|---|
| `certificate` | the three kinds of proof, as values |
| `text` | certificate files: parse and print |
| `check` | **the checker**: `check_certificate` says whether a proof stands, and why not |
| `closed_sets`, `bounds` | the two kinds for relational tasks, checked |
| `ground_rules` | the actions and derived rules of a task over numbered facts |
| `ground_conditions` | conditions over numbered facts: true, and possibly true |
| `joins` | the ground actions whose preconditions are among given facts |

Certificates are made in `planners/proofs.py`, by the code that searches. Nothing here knows how: a
proof convinces whatever made it, if one believes these modules and the definitions that they read
(see `introplan.verification` for what the judges share with the rest of the package).

The idea is that of inductive certificates of unsolvability (Eriksson, Röger and Helmert 2017): a
set of states that holds the start, that no action leads out of, and that holds no goal.
"""
