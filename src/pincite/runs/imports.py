"""A run made elsewhere becomes a run folder like our own."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from pincite.errors import Hint, RunError
from pincite.runs.execute import make_spec
from pincite.runs.folder import (
    RunFolder,
    claim_run_folder,
    record_row,
    save_head,
    save_questions,
    save_texts,
    write_rows,
)
from pincite.runs.predictions import check_hits, pair, read_predictions
from pincite.runs.questions import Exam
from pincite.runs.scoring import ScoreTable, score_run


def import_run(source: Path, exam: Exam, out: Path, *, name: str | None = None) -> ScoreTable:
    """Write the predictions of a file as a run folder, and score it."""
    if (out / "run.json").exists():
        raise RunError(out, "there is a run already", hint=Hint.OTHER_FOLDER)
    claim_run_folder(out)
    records = pair(read_predictions(source), exam.questions, where=str(source))
    lengths = {path: len(exam.corpus.text(path)) for path in exam.corpus}
    records = check_hits(records, lengths, where=str(source))
    most = max((max(len(record.hits), len(record.texts)) for record in records.values()), default=0)
    system = {"kind": "imported", "file": source.name}
    spec = make_spec(system, exam, exam.documents, k=max(most, 1), name=name or out.name)
    save_questions(out, exam.questions)
    write_rows(out / "queries.jsonl", (record_row(records[q.id]) for q in exam.questions if q.id in records))
    write_rows(out / "failures.jsonl", ())
    mentioned = {hit.passage.doc_id for record in records.values() for hit in record.hits} | set(exam.documents)
    save_texts(out, ((path, exam.corpus.text(path)) for path in sorted(mentioned) if path in exam.corpus))
    save_head(out, spec, times={"imported": datetime.now(UTC).isoformat(timespec="seconds")})
    return score_run(RunFolder(out))
