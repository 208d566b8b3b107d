"""Search on relational tasks: one best-first loop over an indexed world, and its limits."""
