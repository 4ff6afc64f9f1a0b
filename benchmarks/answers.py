"""Answers measured: citations against gold, "not found" where there is no answer, a small model's claims, and time.

    python benchmarks/answers.py index  --data DIR --split mini --store mini.store
    python benchmarks/answers.py cited  --data DIR --split mini --store mini.store --out cited-mini.jsonl
    python benchmarks/answers.py absent --data DIR --split mini --store mini.store --out absent-mini.jsonl
    python benchmarks/answers.py model  --data DIR --split mini --store mini.store --out model-mini.jsonl --queries 25
    python benchmarks/answers.py time   --data DIR --split mini --store mini.store --out time-mini.jsonl --queries 20
    python benchmarks/answers.py fit    absent-dev.jsonl
    python benchmarks/answers.py choose cited-dev.jsonl
    python benchmarks/answers.py report cited-mini.jsonl absent-mini.jsonl … --to docs/results/answers.md

`index` makes the store of a split (any store that holds its documents will do). Each row is written when it is there,
and rows already in the output are not asked again. `--split dev` asks on documents that are neither in mini nor in
training: `fit` (the curve of the confidence, and its threshold) and `choose` (how much is quoted) read such rows only,
made with `--set answer.threshold=0`.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from answers_questions import SETS, Asked, documents, pairs, queries
from answers_report import write_report
from answers_scores import choose_quotes, fit_curve, score_cited, verified

from pincite.answer.verification.verify import check_claim
from pincite.domain.answer import Answer, AnswerContext, Draft
from pincite.legal.claims import split_claims
from pincite.pipeline.asking.ask import AskPipeline
from pincite.pipeline.asking.ask_many import append_line
from pincite.pipeline.store import Store, index_files
from pincite.pipeline.wire import make_answerer
from pincite.ports import Answerer
from pincite.retrieve.filters import Filters
from pincite.settings import load_settings


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["index", "cited", "absent", "model", "time", "fit", "choose", "report"])
    parser.add_argument("files", nargs="*", type=Path, help="rows written before, for fit, choose and report")
    parser.add_argument("--data", type=Path)
    parser.add_argument("--split", choices=["mini", "dev"], default="mini")
    parser.add_argument("--store", type=Path)
    parser.add_argument("--sets", nargs="*", default=list(SETS))
    parser.add_argument("--queries", type=int, default=194, help="how many of each set")
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--set", dest="flags", action="append", default=[], help="name=value, as on the command line")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--to", type=Path, help="the page that report writes its tables into")
    options = parser.parse_args()
    if options.what == "index":
        corpus = options.data / "legalbenchrag" / "corpus"
        files = [corpus / name for name in documents(options.data, options.split)]
        built = index_files(files, options.store, settings=load_settings(flags=options.flags).settings)
        print(f"{len(built.added)} added, {len(built.failures)} failed, {built.seconds['all']:.0f} s")
    elif options.what in {"fit", "choose"}:
        print({"fit": fit_curve, "choose": choose_quotes}[options.what](read_rows(options.files)))
    elif options.what == "report":
        write_report(read_rows(options.files), options.to)
    else:
        asking = {"cited": ask_cited, "absent": ask_absent, "model": ask_model, "time": ask_time}[options.what]
        for row in asking(options, finished(options.out)):
            write(options.out, {"kind": options.what, "split": options.split, **row})


def ask_cited(options: argparse.Namespace, done: set[str]) -> Iterator[dict[str, Any]]:
    """Ask a split's own queries of one store of all its documents; what is cited is held against the gold spans."""
    store = Store.open(options.store, flags=options.flags)
    for asked in chosen(options, done):
        answer, row = ask(store, asked.query)
        yield {"id": asked.id, "set": asked.set, **row, **score_cited(answer, row["cited"], asked)}


def ask_absent(options: argparse.Namespace, done: set[str]) -> Iterator[dict[str, Any]]:
    """Ask each contract what its annotators found in it, and as many questions to which they found nothing."""
    store = Store.open(options.store, flags=options.flags)
    paths = {short(card.path): card.path for card in store.library.cards}
    for pair in pairs(options.data, options.split)[: options.pairs]:
        if pair.id not in done:
            _, row = ask(store, pair.question, file=glob_of(paths[pair.file]))
            yield {"id": pair.id, "answerable": pair.answerable, **row}


def ask_model(options: argparse.Namespace, done: set[str]) -> Iterator[dict[str, Any]]:
    """Ask a small model in this process; count the citations of its first drafts, and those that were shown."""
    store = Store.open(options.store, flags=["answerer.kind=model", "chat.kind=local", *options.flags])
    overheard = Overheard(make_answerer(store.settings))
    asking = AskPipeline(store, overheard)
    least = store.settings.answer.support
    for asked in chosen(options, done):
        overheard.drafts.clear()
        answer, row = ask(store, asked.query, asking=asking)
        first = [(context, claim) for context, draft in overheard.drafts[:1] for claim in draft.claims]
        checked = [check_claim(claim, context, least_support=least) for context, claim in first]
        yield {
            "id": asked.id,
            "set": asked.set,
            **row,
            "answerer": answer.answerer,
            "note": answer.note,
            "answer": answer.text,
            "drafts": [[claim.text for claim in draft.claims] for _, draft in overheard.drafts],
            "claims": len(checked) if overheard.drafts else None,
            "marks": sum(len(item.claim.numbers) for item in checked),
            "valid": sum(len(item.claim.numbers) for item in checked if not item.faults),
            "faults": [fault.kind.value for item in checked for fault in item.faults],
            "tokens": [answer.usage.input_tokens, answer.usage.output_tokens],
        }


class Overheard:
    """An answerer whose drafts are kept, with the context they were made from."""

    mends = True

    def __init__(self, answerer: Answerer) -> None:
        self._answerer = answerer
        self.name = answerer.name
        self.drafts: list[tuple[AnswerContext, Draft]] = []

    def answer(self, context: AnswerContext, **options: Any) -> Draft:
        """The answerer's draft."""
        draft = self._answerer.answer(context, **options)
        self.drafts.append((context, draft))
        return draft


def ask_time(options: argparse.Namespace, done: set[str]) -> Iterator[dict[str, Any]]:
    """Search alone, then ask, then search again, for each query: the models are warm, the order is no matter."""
    store = Store.open(options.store, flags=options.flags)
    for number, asked in enumerate(chosen(options, done)):
        if not number:
            store.ask(asked.query)
        seconds = {}
        for name, call in (("before", store.search), ("ask", store.ask), ("after", store.search)):
            began = time.perf_counter()
            call(asked.query)
            seconds[name] = time.perf_counter() - began
        search = (seconds["before"] + seconds["after"]) / 2
        yield {"id": asked.id, "set": asked.set, "search": search, "ask": seconds["ask"]}


def ask(
    store: Store, question: str, *, file: str | None = None, asking: AskPipeline | None = None
) -> tuple[Answer, dict[str, Any]]:
    """An answer and its row; every quote is held against the document once more, every mark against the citations."""
    began = time.perf_counter()
    answer = (asking or store.asking).ask(question, filters=Filters(file=file))
    seconds = time.perf_counter() - began
    assert answer.ranking is not None
    texts, cards = store.library.text, {card.id: short(card.path) for card in store.library.cards}
    marks = {number for claim in split_claims(answer.text) for number in claim.numbers}
    sound = verified(answer, texts) and marks == {citation.number for citation in answer.citations}
    return answer, {
        "found": answer.found,
        "confidence": round(answer.confidence, 4),
        "relevance": answer.ranking.relevance,
        "sound": sound,
        "dropped": len(answer.dropped),
        "cited": [(short(c.document), c.passage.span.start, c.passage.span.end) for c in answer.citations],
        "hits": [
            (cards[hit.passage.doc_id], hit.passage.span.start, hit.passage.span.end, round(hit.score, 4), hit.exact)
            for hit in answer.ranking.hits
        ],
        "search": answer.seconds.get("search", 0.0),
        "seconds": seconds,
    }


def chosen(options: argparse.Namespace, done: set[str]) -> list[Asked]:
    found = queries(options.data, options.split, sets=options.sets, most=options.queries)
    return [asked for asked in found if asked.id not in done]


def short(path: str) -> str:
    """The set's folder and the file's name."""
    return "/".join(Path(path).parts[-2:])


def glob_of(path: str) -> str:
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in path)


def read_rows(paths: list[Path]) -> list[dict[str, Any]]:
    """All whole rows; a line that was cut short counts for nothing."""
    lines = [line for path in paths for line in path.read_text("utf-8").split("\n")]
    return [json.loads(line) for line in lines if line.endswith("}")]


def finished(path: Path | None) -> set[str]:
    return {row["id"] for row in read_rows([path])} if path and path.exists() else set()


def write(path: Path | None, row: dict[str, Any]) -> None:
    if path is None:
        print(json.dumps(row))
        return
    append_line(path, json.dumps(row))


if __name__ == "__main__":
    main()
