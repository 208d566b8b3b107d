"""What people look at: sentences about formulas and mutations, drawings of state spaces."""
