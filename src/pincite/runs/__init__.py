"""Running targets on benchmarks: execute, score, compare, gate, report."""
