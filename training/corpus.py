"""The documents the models learn from, and those they are kept from."""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from training.natural import choose_natural_dev, own_documents

MINI_SETS = ("privacy_qa", "contractnli", "maud", "cuad")
SHINGLE = 12
COPIED = 0.6  # a document that shares more of its shingles with a test document than this is a copy of it


@dataclass(frozen=True, slots=True)
class TrainingDocument:
    """A text, the set it belongs to, and whether it trains, steers (dev, natural) or tests (mini)."""

    id: str
    set: str
    split: str
    text: str


def read_tests(data: Path, folder: str, name: str) -> list[dict[str, Any]]:
    """Read the tests of one LegalBench-RAG file."""
    path = data / "legalbenchrag" / folder / f"{name}.json"
    tests: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["tests"]
    return tests


def mini_documents(data: Path) -> set[str]:
    """List the documents of LegalBench-RAG-mini: the test set."""
    return {
        snippet["file_path"] for s in MINI_SETS for test in read_tests(data, "mini", s) for snippet in test["snippets"]
    }


def shingles(text: str, step: int = 1) -> set[int]:
    """Hash runs of twelve words, from every `step`-th word on."""
    words = re.findall(r"[a-z0-9]+", text.lower())
    return {hash(tuple(words[i : i + SHINGLE])) for i in range(0, max(1, len(words) - SHINGLE + 1), step)}


def read_documents(data: Path, config: dict[str, Any]) -> list[TrainingDocument]:
    """Read every document, with those that copy a test document left out and the dev documents marked."""
    mini = mini_documents(data)
    found = list(read_all(data))
    tests = [text for name, _, text in found if name in mini]
    known: set[int] = set().union(*(shingles(text) for text in tests))
    dev = choose_dev([(name, s) for name, s, _ in found if name not in mini], config)
    natural = choose_natural_dev(data, config, mini | dev)
    steering: set[int] = set().union(*(shingles(text) for name, _, text in found if name in natural))
    documents, seen = [], set()
    for name, s, text in found:
        if name in mini:
            documents.append(TrainingDocument(name, s, "mini", text))
            continue
        own = shingles(text, step=7)
        if s == "privacy_qa" or text in seen or len(own & known) > COPIED * len(own):
            continue
        split = "dev" if name in dev else "natural" if name in natural else "train"
        if split == "train" and len(own & steering) > COPIED * len(own):
            continue
        seen.add(text)
        documents.append(TrainingDocument(name, s, split, text))
    return documents


def choose_dev(names: list[tuple[str, str]], config: dict[str, Any]) -> set[str]:
    """Draw the dev documents of each set by the recipe's seed, from those the benchmark asks about."""
    chosen: set[str] = set()
    for s in ("cuad", "maud", "contractnli"):
        candidates = sorted(name for name, own in names if own == s and name.startswith(f"{s}/"))
        random.Random(config["seed"]).shuffle(candidates)
        chosen.update(candidates[: config["dev"][s]])
    return chosen


def read_all(data: Path) -> Iterator[tuple[str, str, str]]:
    """Yield (id, set, text) of the benchmark's corpus, CUAD's other contracts, raw ContractNLI and the UK rules."""
    for s in MINI_SETS:
        for path in sorted((data / "legalbenchrag" / "corpus" / s).glob("*.txt")):
            yield f"{s}/{path.name}", s, path.read_text(encoding="utf-8")
    for path in sorted((data / "cuad_raw" / "other_contract_txt").glob("*.txt")):
        yield f"other/{path.name}", "cuad", path.read_text(encoding="utf-8")
    for record in read_raw_contractnli(data):
        yield f"raw/{record['file_name']}", "contractnli", record["text"]
    for path in sorted((data / "uk_cpr" / "rules").glob("*.json")):
        records = json.loads(path.read_text(encoding="utf-8"))
        for n, record in enumerate(records if isinstance(records, list) else [records]):
            yield f"uk/{path.stem}-{n}", "uk", record["content"].replace("\r\n", "\n")
    yield from own_documents()


def read_raw_contractnli(data: Path) -> list[dict[str, Any]]:
    """Read ContractNLI's own agreements, in every part it comes in."""
    parts = [data / "contractnli_raw" / f"{name}.json" for name in ("train_truncated", "dev", "test")]
    return [d for path in parts for d in json.loads(path.read_text(encoding="utf-8"))["documents"]]


def read_hypotheses(data: Path) -> dict[str, str]:
    """Read ContractNLI's seventeen statements by their key."""
    labels = json.loads((data / "contractnli_raw" / "dev.json").read_text(encoding="utf-8"))["labels"]
    return {key: label["hypothesis"] for key, label in labels.items()}
