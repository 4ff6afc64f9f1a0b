"""Evaluations: answers of any system against a ground truth in words, by a config as evaltools has it."""
