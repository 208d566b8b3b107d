"""First-order logic over finite worlds: formulas, their truth, and their factored ground form."""
