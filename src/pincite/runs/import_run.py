"""Importing a run made elsewhere: it becomes a run folder like our own."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from pincite.errors import Hint, RunError
from pincite.metrics.measure import CUTOFFS, answer_measures, standard_measures
from pincite.runs.exam import Exam, ExamTask
from pincite.runs.execute import make_spec
from pincite.runs.folder import RunFolder, claim_run_folder, save_head, save_questions, save_texts, write_rows
from pincite.runs.predictions import add_lengths, check_hits, pair, read_predictions
from pincite.runs.response_row import response_row
from pincite.runs.score_table import ScoreTable
from pincite.runs.scoring import score_run


def import_run(source: Path, exam: Exam, out: Path, *, name: str | None = None) -> ScoreTable:
    """Write the predictions of a file as a run folder, and score it."""
    if (out / "run.json").exists():
        raise RunError(out, "there is a run already", hint=Hint.OTHER_FOLDER)
    queries = [question.gold.query for question in exam.questions]
    responses = pair(read_predictions(source), queries, where=str(source))
    lengths: dict[str, int] = {}
    add_lengths(lengths, responses.values(), ExamTask(exam, exam.documents))
    responses = check_hits(responses, lengths, where=str(source))
    most = max((max(len(one.hits), len(one.texts)) for one in responses.values()), default=0)
    target = {"kind": "imported", "file": source.name}
    spec = make_spec(target, exam, exam.documents, k=max(most, 1), name=name or out.name)
    spec = replace(spec, answers=any(one.answer is not None for one in responses.values()))
    claim_run_folder(out)
    save_questions(out, exam.questions)
    write_rows(out / "queries.jsonl", (response_row(responses[q.id]) for q in exam.questions if q.id in responses))
    write_rows(out / "failures.jsonl", ())
    mentioned = {hit.passage.doc_id for one in responses.values() for hit in one.hits} | set(exam.documents)
    mentioned |= {source.document for one in responses.values() for source in one.citations}
    save_texts(out, ((path, exam.corpus.text(path)) for path in sorted(mentioned) if path in exam.corpus))
    save_head(out, spec, times={"imported": datetime.now(UTC).isoformat(timespec="seconds")})
    # However little was retrieved, the usual cut-offs are scored: otherwise runs could not be compared by them.
    wanted = [*standard_measures(spec.k), *standard_measures(CUTOFFS[-1]), *(answer_measures() if spec.answers else ())]
    return score_run(RunFolder(out), measures=list({str(measure): measure for measure in wanted}.values()))
