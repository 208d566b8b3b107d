"""Worlds written as people write them, and worse: each is a task with few states."""
