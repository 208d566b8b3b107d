"""What an episode can pay: the reward as wishes, and bounds on the return."""
