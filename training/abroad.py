"""Passages of other documents that look like an answer to a question and are none.

python -m training.abroad --data .training --embedder EMBEDDER.onnx --verifier VERIFIER.onnx    (those that ship)

A reader that only ever sees windows of the right document learns to choose inside it, not among many documents. So each
natural question is put beside the passages of the other documents of its set that search ranks first, and those are
kept of which the verifier says that they do not answer, alone and with what stands round them, and which are no copy of
the answer: rules and contracts repeat each other.
"""

import argparse
import json
import lzma
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import torch

from training.bert import half_precision
from training.elsewhere import cut_passages
from training.pace import Journal
from training.ranked import Embedder, first_places
from training.verifier import Bert, group_by_length, odds, read_groups
from training.verify_data import Example

LOOKED_AT, KEPT = 16, 8  # passages per question
SHINGLE, COPIED = 5, 0.25  # words in a row, and the share of an answer's that makes a passage a copy of it
WINDOW = 1200  # characters to each side that a window round a passage may show
AROUND = 300  # characters to each side that are read as well
SUREST = -2.0  # log odds that a passage answers, up to which it does not
BATCH, AHEAD = 256, 16_384

Place = tuple[str, int, int]
WORD = re.compile(r"\w+")


class Judge:
    """The shipped verifier: does a passage answer a question?"""

    def __init__(self, folder: Path, verifier: Path, device: torch.device) -> None:
        self.reads, self.device = Bert(folder, "", before=verifier), device
        self.model = self.reads.model.to(device).eval()

    @torch.no_grad()
    def judge(self, rows: list[Example]) -> np.ndarray:
        """Give the log odds that each passage answers."""
        found = []
        for at in range(0, len(rows), AHEAD):
            batch = self.reads.encode(rows[at : at + AHEAD])
            groups = group_by_length(batch, self.reads.lengths(batch), BATCH)
            with half_precision(self.device):
                found.append(odds(read_groups(self.model, groups, self.device).float()).cpu().numpy())
        return np.concatenate(found) if found else np.zeros(0, np.float32)


def near_places(
    embedder: Embedder, texts: dict[str, str], asked: list[tuple[str, str]]
) -> Iterable[tuple[int, list[Place]]]:
    """Give, per question of a document, the nearest passages of the others."""
    cut = [(name, a, b) for name, text in texts.items() for a, b in cut_passages(text)]
    passages = [texts[name][a:b] for name, a, b in cut]
    # A passage of the document itself may come first many times over.
    reach = first_places(embedder, [question for _, question in asked], passages, 4 * LOOKED_AT)
    for n, ((document, _), places) in enumerate(zip(asked, reach, strict=True)):
        yield n, [cut[place] for place in places if cut[place][0] != document][:LOOKED_AT]


def read_twice(texts: dict[str, str], question: str, places: list[Place]) -> list[Example]:
    """Write each place down twice, alone and with what stands round it, for the verifier to read."""
    return [
        Example(question, texts[name][max(0, a - round_it) : b + round_it], -1, "unlabelled")
        for name, a, b in places
        for round_it in (0, AROUND)
    ]


def shingles(text: str) -> set[tuple[str, ...]]:
    """Give every few words in a row."""
    words = WORD.findall(text.lower())
    return {tuple(words[n : n + SHINGLE]) for n in range(max(1, len(words) - SHINGLE + 1))}


def copies_answer(answer: set[tuple[str, ...]], text: str, place: Place) -> bool:
    """Say whether what a window round a place may show repeats an answer."""
    _, a, b = place
    shown = shingles(text[max(0, a - WINDOW) : b + WINDOW])
    return len(answer & shown) >= COPIED * len(answer)


def main() -> None:
    """Look for misleading passages, and write them down."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(".training"))
    parser.add_argument("--embedder", type=Path, required=True, help="the embedder as it ships")
    parser.add_argument("--verifier", type=Path, required=True, help="the verifier as it ships")
    parser.add_argument("--to", type=Path, help="the file to write; by default abroad.json in the data")
    arguments = parser.parse_args()
    with lzma.open(arguments.data / "data.json.xz") as file:
        packed = json.load(file)
    journal = Journal((arguments.to or arguments.data / "abroad.json").with_suffix(".journal"))
    embedder = Embedder.load(arguments.embedder, arguments.data)
    judge = Judge(arguments.data, arguments.verifier, embedder.device)
    found = find_misleading(packed, embedder, judge, journal)
    (arguments.to or arguments.data / "abroad.json").write_text(json.dumps(found), encoding="utf-8")


def find_misleading(packed: dict[str, Any], embedder: Embedder, judge: Judge, journal: Journal) -> list[list[Place]]:
    """Give, per natural question, the places in other documents that mislead; nearest first."""
    texts: dict[str, dict[str, str]] = {}
    for name, own, split, text in packed["documents"]:
        if split == "train":
            texts.setdefault(own, {})[name] = text
    found: list[list[Place]] = [[] for _ in packed["natural"]]
    for own, some in texts.items():
        rows = [n for n, row in enumerate(packed["natural"]) if row[0] in some]
        asked = [(packed["natural"][n][0], packed["natural"][n][2]) for n in rows]
        near = [(rows[n], places) for n, places in near_places(embedder, some, asked)]
        read = [one for n, places in near for one in read_twice(some, packed["natural"][n][2], places)]
        said = judge.judge(read).reshape(-1, 2).max(1)
        at = 0
        for n, places in near:
            document, _, _, spans, _ = packed["natural"][n]
            answer = set().union(*(shingles(some[document][a:b]) for a, b in spans))
            unlike = [place for place, odd in zip(places, said[at : at + len(places)], strict=True) if odd <= SUREST]
            own = [place for place in unlike if not copies_answer(answer, some[place[0]], place)]
            found[n], at = own[:KEPT], at + len(places)
        journal.note(
            "abroad", set=own, questions=len(rows), looked_at=len(said), answering=int((said > SUREST).sum()),
            kept=sum(len(found[n]) for n in rows),
        )  # fmt: skip
    return found


if __name__ == "__main__":
    main()
