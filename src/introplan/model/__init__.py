"""The nouns of a relational model: states, actions, decision lists, domains, tasks, mutations."""
