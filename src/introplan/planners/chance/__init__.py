"""Policies: what to do in every state, where actions can have several outcomes.

| module | |
|---|---|
| `worlds` | any task as a world whose states can be hashed |
| `values` | exact values of all states that can be reached: `Values` |
| `result` | `PolicyResult`, and why a policy does what it does |
| `exact` | the best policy of a world that fits in memory |
| `lao` | LAO*: the best policy without looking at all states, for goals and costs |
| `sampling` | UCT: a policy that looks ahead when it is asked, for worlds that do not |
"""
