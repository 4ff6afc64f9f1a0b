"""How much time is saved by keeping the readings of the documents a question is about.

PYTHONPATH=. python benchmarks/kept_readings.py --store STORE [--find Chancery] [--most 12]

Asks the UK questions of `benchmarks/people` that have some word, each with readings kept and with none kept, in turn.
"""

import argparse
import time
from pathlib import Path
from statistics import median

from benchmarks.people import read_questions

from pincite.pipeline.store import Store
from pincite.store.recent import KEPT_READINGS, RecentValues


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", type=Path, required=True)
    parser.add_argument("--find", default="Guide")
    parser.add_argument("--most", type=int, default=12)
    arguments = parser.parse_args()
    store = Store.open(arguments.store)
    store.ask("What is a claim form?")
    asked = [row["question"] for row in read_questions(["uk"]) if arguments.find in row["question"]][: arguments.most]
    seconds: dict[int, list[float]] = {0: [], KEPT_READINGS: []}
    for question in asked:
        for limit, own in seconds.items():
            store.library._readings = RecentValues(limit=limit)  # type: ignore[attr-defined]
            began = time.perf_counter()
            store.ask(question)
            own.append(time.perf_counter() - began)
    before, after = seconds[0], seconds[KEPT_READINGS]
    print(f"{len(asked)} questions, seconds without and with kept readings")
    print(f"median {median(before):.2f} {median(after):.2f}, longest {max(before):.2f} {max(after):.2f}")
    print(f"ratio of the sums {sum(before) / sum(after):.2f}")


if __name__ == "__main__":
    main()
