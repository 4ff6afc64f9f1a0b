"""Running systems on benchmarks: execute, record, score, compare, report."""
