"""What a user would write to plan in worlds of others: a few lines each."""
