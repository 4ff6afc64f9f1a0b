"""How well the verifier tells the words that answer a question from words of the same document that only come near.

    PYTHONPATH=. python benchmarks/everyday_reading.py

For the questions of `benchmarks/everyday`, whose documents nobody trains on: the sentence that answers against the
three passages that come nearest by words and word vectors, and against the likeliest of three where nothing answers.
"""

import argparse
from pathlib import Path

import numpy as np
from benchmarks.everyday import HERE, read_rows
from training.elsewhere import NearMisses, WordVectors
from training.evaluate import area_under_curve
from training.verify_data import whole_sentences

from pincite.answer.verification.verifier_onnx import OnnxVerifier

NEAR = 3


def read_set(folder: Path, verifier: OnnxVerifier) -> tuple[list[float], list[float], list[float]]:
    """The log odds of answers, of near misses, and of the likeliest passage where nothing answers."""
    answers, misses, nothing, table = [], [], [], WordVectors()
    for path in sorted(folder.glob("*.txt")):
        text = path.read_text("utf-8")
        near = NearMisses(text, table)
        for row in read_rows(path):
            spans = [[start, end] for _, start, end in row["gold"]]
            passages = [text[start:end].strip() for start, end in near.find(row["question"], spans, NEAR)]
            if spans:
                start, end = whole_sentences(text, *spans[0])
                passages.insert(0, text[start:end].strip())
            odds = [verdict.log_odds for verdict in verifier.verify([(row["question"], one) for one in passages])]
            if spans:
                answers.append(odds[0])
                misses += odds[1:]
            else:
                nothing.append(max(odds))
    return answers, misses, nothing


def area(good: list[float], bad: list[float]) -> float:
    """The area under the ROC curve."""
    return area_under_curve(np.array(good + bad), np.array([True] * len(good) + [False] * len(bad)))


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    verifier = OnnxVerifier()
    print("| set | questions | against near misses | against what nothing answers | answers below −2 |")
    print("| --- | --: | --: | --: | --: |")
    for folder in sorted(path for path in HERE.iterdir() if path.is_dir()):
        answers, misses, nothing = read_set(folder, verifier)
        low = np.mean(np.array(answers) < -2)
        cells = f"{len(answers)} | {area(answers, misses):.3f} | {area(answers, nothing):.3f} | {low:.1%}"
        print(f"| {folder.name} | {cells} |")


if __name__ == "__main__":
    main()
