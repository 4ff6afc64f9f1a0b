"""ContractNLI: non-disclosure agreements in JSON, with the evidence spans of 17 hypotheses."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from pincite.bench.files import read_json
from pincite.bench.legalbenchrag.draft import GoldDraft, GoldDrafts, Progress, Reason
from pincite.bench.legalbenchrag.wording import CONTRACTNLI_QUESTIONS
from pincite.errors import BenchmarkError, SpanError
from pincite.paths import safe_name
from pincite.spans import Span, merge_spans

NAME = "contractnli"
MERGE_GAP = 1
SPLITS = ("train", "test")


class Annotation(BaseModel):
    """A verdict on one hypothesis, with the numbers of the spans that bear it out."""

    choice: str
    spans: list[int]


class AnnotationSet(BaseModel):
    """One annotator's verdicts by hypothesis."""

    annotations: dict[str, Annotation]


class Nda(BaseModel):
    """A document of the dataset."""

    file_name: str
    text: str
    spans: list[tuple[int, int]]
    annotation_sets: list[AnnotationSet]


def draft_contractnli(raw: Path, *, splits: Sequence[str] = SPLITS, progress: Progress | None = None) -> GoldDrafts:
    """Drafts of every hypothesis with evidence; the original takes the splits `train` and `test`."""
    made = GoldDrafts(NAME)
    files = [_split_file(raw, split) for split in splits]
    for path in files:
        documents = _documents(path)
        for done, row in enumerate(documents, 1):
            where = f"{path}, document {done}"
            try:
                nda = Nda.model_validate(row)
            except ValidationError as error:
                first = error.errors()[0]
                place = ".".join(str(part) for part in first["loc"])
                raise BenchmarkError(where, f"field '{place}': {first['msg']}") from error
            _draft_nda(nda, made=made, where=where)
            if progress:
                progress(path.stem, done, len(documents))
    if not made.drafts:
        raise BenchmarkError(str(raw), "holds no agreement with evidence")
    return made


def _split_file(raw: Path, split: str) -> Path:
    """A split's file: `train.json`, or one whose name begins so, in the folder or in `contract-nli/` below it."""
    for folder in (raw, raw / "contract-nli"):
        found = [folder / f"{split}.json", *sorted(folder.glob(f"{split}_*.json"))]
        for path in found:
            if path.exists():
                return path
    raise BenchmarkError(str(raw), f"holds no {split}.json; give the folder of the published dataset")


def _documents(path: Path) -> list[Any]:
    data = read_json(path, mark="file_name", unit="document")
    documents = data.get("documents") if isinstance(data, dict) else None
    if not isinstance(documents, list):
        raise BenchmarkError(str(path), 'needs {"documents": [...]}')
    return documents


def _draft_nda(nda: Nda, *, made: GoldDrafts, where: str) -> None:
    file = safe_name(nda.file_name.strip().replace(".pdf", ".txt"), where=where)
    if ".txt" not in file:
        made.drop(file, None, reason=Reason.NOT_TEXT)
        return
    for verdicts in nda.annotation_sets:
        for label, annotation in verdicts.annotations.items():
            if label not in CONTRACTNLI_QUESTIONS:
                known = ", ".join(CONTRACTNLI_QUESTIONS)
                raise BenchmarkError(where, f"has an unknown hypothesis '{label}'; known: {known}")
            spans = tuple(merge_spans(_evidence(nda, annotation, where=f"{where}, {label}"), gap=MERGE_GAP))
            if spans:
                made.texts[file] = nda.text
                made.drafts.append(GoldDraft(file, label, spans))


def _evidence(nda: Nda, annotation: Annotation, *, where: str) -> list[Span]:
    try:
        spans = [Span(*nda.spans[number]) for number in annotation.spans]
    except (IndexError, SpanError) as error:
        raise BenchmarkError(where, f"points at a span the document does not have: {error}") from error
    if any(span.end > len(nda.text) for span in spans):
        raise BenchmarkError(where, "has evidence that ends after the text")
    return spans


def why_unnamed(title: str) -> Reason | None:
    """Return the reason to leave out an agreement whose title does not identify it, if any."""
    return Reason.NO_PARTY if "arbitrary" in title.lower() else None
