"""The planners: the paper's introspector and the black-box baselines it is compared with."""
