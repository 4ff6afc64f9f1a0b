"""How often the clauses under a heading are those that a question for its topic asks for.

    python benchmarks/topics.py DATA

CUAD's labels of contracts outside LegalBench-RAG-mini say where each speaks of a topic. For each labelled contract the
question "What does the agreement say about TOPIC?" is asked of its outline alone; an answer is right where one of the
clauses overlaps a labelled span. Labels are not complete, so this is a lower bound.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path

from pincite.answer.questions.topic import asked_topic, clauses_on
from pincite.pipeline.read import read_files
from pincite.settings import load_settings
from pincite.spans import Span

TOPICS = {
    "Governing Law": "governing law",
    "Anti-Assignment": "assignment",
    "Cap On Liability": "limitation of liability",
    "License Grant": "the grant of licence",
    "Renewal Term": "renewal",
    "Audit Rights": "audit",
    "Termination For Convenience": "termination",
    "Exclusivity": "exclusivity",
    "Insurance": "insurance",
    "Non-Compete": "non-competition",
    "Change Of Control": "change of control",
    "Warranty Duration": "warranty",
    "Third Party Beneficiary": "third party beneficiaries",
    "Non-Disparagement": "non-disparagement",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    data = parser.parse_args().data / "legalbenchrag"
    mini = {
        snippet["file_path"]
        for path in (data / "mini").glob("*.json")
        for test in json.loads(path.read_text("utf-8"))["tests"]
        for snippet in test["snippets"]
    }
    labels: dict[str, dict[str, list[Span]]] = defaultdict(lambda: defaultdict(list))
    for test in json.loads((data / "benchmarks" / "cuad_untitled.json").read_text("utf-8"))["tests"]:
        for snippet in test["snippets"] if test["column"] in TOPICS else ():
            if snippet["file_path"] not in mini:
                labels[snippet["file_path"]][test["column"]].append(Span(*snippet["span"]))
    asked, answered, right = (dict.fromkeys(TOPICS, 0) for _ in range(3))
    settings = load_settings(flags=["jobs=2"]).settings
    for path, reading in read_files([data / "corpus" / name for name in sorted(labels)], settings):
        for column, spans in labels[str(path.relative_to(data / "corpus"))].items():
            topic = asked_topic(f"What does the agreement say about {TOPICS[column]}?", names="agreement")
            places = clauses_on(topic, reading.outline, reading.doc.text)
            asked[column] += 1
            answered[column] += bool(places)
            right[column] += any(place.span.overlaps(span) for place in places for span in spans)
    print("| topic | contracts | with such a heading | right |\n|---|--:|--:|--:|")
    for column, topic in TOPICS.items():
        print(f"| {topic} | {asked[column]} | {answered[column]} | {right[column]} |")
    all_of = [sum(counts.values()) for counts in (asked, answered, right)]
    print(f"| all | {all_of[0]} | {all_of[1]} | {all_of[2]} ({all_of[2] / max(all_of[1], 1):.3f}) |")


if __name__ == "__main__":
    main()
