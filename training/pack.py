"""Pack everything a training machine needs into one folder: texts, labels, synthetic questions, base weights.

python -m training.pack --data ../shared/data --base MINILM_FOLDER --gte MODEL.onnx --to .training
"""

import argparse
import json
import logging
import lzma
from pathlib import Path
from random import Random
from typing import Any

from training.base import pack_base, pack_gte
from training.config import read_config
from training.corpus import MINI_SETS, TrainingDocument, read_documents, read_tests
from training.elsewhere import NearMisses, WordVectors
from training.judged import with_words
from training.labels import Kind, Label, cell_answers, read_kinds, read_labels, split_query
from training.mpnet import pack_mpnet
from training.natural import OWN, NaturalQuestion, read_lines, read_questions, read_rows
from training.neighbours import count_words, find_neighbours
from training.reword import Reworder
from training.split import split_text
from training.synthesise import Synthesiser
from training.whereabouts import read_whereabouts

log = logging.getLogger("training.pack")
EVERYDAY = Path(__file__).parent.parent / "benchmarks" / "everyday"
PEOPLE = Path(__file__).parent.parent / "benchmarks" / "people" / "contracts.jsonl"
AGAIN = 490  # the last rows of pairs, by new writers, are drawn twice as often
SITUATIONS = 778 + 2058  # the last questions, many of which tell a situation first, are drawn three times as often
XZ = [{"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": 1 << 27}]  # agreements copy each other: look far back


def main() -> None:
    """Pack the training data."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with legalbenchrag/, cuad_raw/, …")
    parser.add_argument(
        "--base", type=Path, required=True, help="folder with MiniLM's model.safetensors and tokenizer.json"
    )
    parser.add_argument("--gte", type=Path, required=True, help="gte-small as ONNX")
    parser.add_argument("--mpnet", type=Path, help="folder with MPNet's model.safetensors, to teach the highlighter")
    parser.add_argument("--to", type=Path, default=Path(".training"))
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    arguments.to.mkdir(parents=True, exist_ok=True)
    pack_base(arguments.base, arguments.to)
    pack_gte(arguments.gte, arguments.to)
    if arguments.mpnet:
        pack_mpnet(arguments.mpnet, arguments.to)
    packed = gather(arguments.data, arguments.to)
    with lzma.open(arguments.to / "data.json.xz", "wb", format=lzma.FORMAT_XZ, filters=XZ) as file:
        file.write(json.dumps(packed, ensure_ascii=False).encode())
    log.info("data.json.xz: %.1f MB", (arguments.to / "data.json.xz").stat().st_size / 1e6)


def gather(data: Path, base: Path) -> dict[str, Any]:
    """Gather documents, kinds of question, labels, synthetic questions and the queries to be measured."""
    config = read_config()
    documents = read_documents(data, config)
    log.info("%d documents", len(documents))
    kinds, labels = read_kinds(data), read_labels(data, documents)
    reworder = Reworder(find_neighbours(count_words(documents), base))
    synthesiser = Synthesiser(config, reworder)
    synthetic = [s for doc in documents if doc.split == "train" for s in synthesiser.synthesise(doc)]
    splits = {doc.id: doc.split for doc in documents}
    training = [label for label in labels if splits[label.document] == "train"]
    log.info("%d labels, %d synthetic questions", len(training), len(synthetic))
    natural = [q for q in read_questions(data) if q.document in splits]
    trained = [q for q in natural if splits[q.document] == "train"]
    trained += trained[-SITUATIONS:] * 2
    absent = [
        [row["document"], row["absent"], row["window"]]
        for row in read_rows(data, "questions")
        if splits.get(row["document"]) == "train" and row.get("absent")
    ]
    texts = {doc.id: doc.text for doc in documents}
    queries = [*_mini_queries(data), *_dev_queries(labels, kinds, splits, config), *_natural_queries(natural, splits)]
    queries += _people_queries(splits)
    judged = with_words(read_lines(OWN / "judged.jsonl"), [q.question for q in trained])
    asked = {q.document for q in natural} | {spot[0] for row in judged for spot in (*row["answers"], *row["misses"])}
    contrast = [row for row in read_rows(data, "pairs") if row["document"] in splits]
    return {
        "documents": [[doc.id, doc.set, doc.split, doc.text] for doc in documents],
        "names": document_names(data, documents),
        "kinds": {key: [kind.set, kind.official, kind.own] for key, kind in kinds.items()},
        "labels": [[label.document, label.kind, label.spans] for label in training],
        "synthetic": [[s.document, s.shape, s.question, s.span, s.hidden] for s in synthetic],
        "natural": [[q.document, q.style, q.question, q.spans, q.window] for q in trained],
        "absent": absent,
        "elsewhere": _elsewhere(texts, [(q.document, q.question, q.spans) for q in trained]),
        "absent elsewhere": _elsewhere(texts, [(d, q, _nowhere(texts[d], window)) for d, q, window in absent]),
        "asked": _asked(texts, [q for q in natural if splits[q.document] == "natural"]),
        "everyday": _everyday(),
        "claims": [row for row in read_rows(data, "claims") if row["document"] in splits],
        "contrast": contrast + contrast[-AGAIN:],
        "clauses": list(read_lines(OWN / "clause-pairs.jsonl")),
        "sheets": list(read_lines(OWN / "sheet-lines.jsonl")),
        "judged": judged,
        "whereabouts": read_whereabouts((name, texts[name]) for name in sorted(asked)),
        "queries": queries,
        "pairs": _answerable_pairs(data, documents, kinds),
        "chunks": {doc.id: split_text(doc.text) for doc in documents if doc.split != "train"},
    }


def _elsewhere(texts: dict[str, str], rows: list[tuple[str, str, list[list[int]] | None]]) -> list[list[list[int]]]:
    """Give the near misses of each question; none where it is not known where in the document its answers stand."""
    table, found = WordVectors(), [[] for _ in rows]  # type: list[list[list[int]]]
    by_document: dict[str, list[int]] = {}
    for n, (document, _, answers) in enumerate(rows):
        if answers is not None:
            by_document.setdefault(document, []).append(n)
    for document, own in by_document.items():
        misses = NearMisses(texts[document], table)
        for n in own:
            found[n] = misses.find(rows[n][1], rows[n][2] or [])
    return found


def _nowhere(text: str, window: list[int]) -> list[list[int]] | None:
    """Give no answers where the whole document has none; None where only a window is known to have none."""
    return [] if window == [0, len(text)] else None


def _asked(texts: dict[str, str], questions: list[NaturalQuestion]) -> list[list[Any]]:
    """List the natural questions of dev with their near misses: the verifier is measured by them."""
    misses = _elsewhere(texts, [(q.document, q.question, q.spans) for q in questions])
    return [[q.document, q.question, q.spans, found] for q, found in zip(questions, misses, strict=True)]


def _everyday() -> list[list[Any]]:
    """List the questions of everyday documents that are kept to measure by: [text, question, spans, near misses]."""
    table, found = WordVectors(), []
    for path in sorted(EVERYDAY.glob("*/*.txt")):
        text = path.read_text(encoding="utf-8")
        misses = NearMisses(text, table)
        for row in read_lines(path.with_suffix(".jsonl")):
            spans = [[text.index(words), text.index(words) + len(words)] for words in row["answers"]]
            if spans:
                found.append([text, row["question"], spans, misses.find(row["question"], spans)])
    return found


def document_names(data: Path, documents: list[TrainingDocument]) -> dict[str, str]:
    """Give each document the name a query would use: the benchmark's where it has one, else its file's words."""
    names = {doc.id: Path(doc.id).stem.replace("_", " ").replace("-", " ")[:80] for doc in documents}
    for s in MINI_SETS:
        for test in read_tests(data, "benchmarks", s):
            names[test["snippets"][0]["file_path"]] = split_query(test["query"])[0]
    return {doc.id: names[doc.id] for doc in documents}


def _mini_queries(data: Path) -> list[list[Any]]:
    rows = []
    for s in MINI_SETS:
        for test in read_tests(data, "mini", s):
            spans = [snippet["span"] for snippet in test["snippets"]]
            rows.append([test["snippets"][0]["file_path"], split_query(test["query"])[1], spans, s, "mini"])
    return rows


def _dev_queries(
    labels: list[Label], kinds: dict[str, Kind], splits: dict[str, str], config: dict[str, Any]
) -> list[list[Any]]:
    rng, other_words = Random(config["seed"]), Random(config["seed"])
    rows = []
    for s, count in config["dev"]["queries"].items():
        own = [
            x
            for x in labels
            if splits[x.document] == "dev" and x.spans and kinds[x.kind].set == s and kinds[x.kind].official
        ]
        rng.shuffle(own)
        rows += [[x.document, kinds[x.kind].official[-1], x.spans, s, "dev"] for x in own[:count]]
        other = [x for x in own[:count] if kinds[x.kind].dev]
        rows += [[x.document, other_words.choice(kinds[x.kind].dev), x.spans, s, "dev in other words"] for x in other]
    return rows


def _natural_queries(questions: list[NaturalQuestion], splits: dict[str, str]) -> list[list[Any]]:
    """List the natural questions of the documents kept for dev; the set is the style."""
    return [[q.document, q.question, q.spans, q.style, "natural"] for q in questions if splits[q.document] == "natural"]


def _people_queries(splits: dict[str, str]) -> list[list[Any]]:
    """List the people's questions on dev contracts that one place answers; the set is the kind."""
    known = {Path(name).name: name for name, split in splits.items() if split == "dev"}
    rows = []
    for line in PEOPLE.read_text(encoding="utf-8").split("\n"):
        row = json.loads(line) if line else {"kind": ""}
        if row["kind"] in ("named", "unnamed", "facts") and row["gold"]:
            name = known.get(Path(row["gold"][0][0]).name)
            if name:
                rows.append([name, row["question"], [gold[1:] for gold in row["gold"]], row["kind"], "people"])
    return rows


def _answerable_pairs(data: Path, documents: list[TrainingDocument], kinds: dict[str, Kind]) -> list[list[Any]]:
    """Pair dev and mini contracts with every official CUAD question, and whether the contract answers it."""
    splits = {doc.id: doc.split for doc in documents}
    return [
        [name, kinds[kind].official[-1], bool(quotes), splits[name]]
        for name, kind, quotes in cell_answers(data, documents)
        if splits[name] in ("dev", "mini") and kinds[kind].official
    ]


if __name__ == "__main__":
    main()
