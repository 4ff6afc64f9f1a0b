"""PrivacyQA: privacy policies cut into sentences, each judged by up to six annotators for each question."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from pincite.bench.legalbenchrag.draft import GoldDraft, GoldDrafts, Progress, Reason
from pincite.bench.legalbenchrag.tables import TableRow, find_file, read_rows
from pincite.errors import BenchmarkError
from pincite.paths import safe_name
from pincite.spans import Span, merge_spans

NAME = "privacy_qa"
MERGE_GAP = 2
MOST_BLANKS = 2
ANNOTATORS = tuple(f"Ann{n}" for n in range(1, 7))
COLUMNS = ("DocID", "QueryID", "SentID", "Query", "Segment", *ANNOTATORS)
_BLANK = frozenset({"", "nan", "none", "na", "n/a", "null"})


@dataclass(slots=True)
class AnnotatedQuestion:
    """A question to a policy, with the votes on each sentence: relevant, irrelevant, blank."""

    policy: str
    number: int
    question: str = ""
    votes: list[tuple[int, tuple[int, int, int]]] = field(default_factory=list)


def draft_privacy_qa(raw: Path, *, lenient: bool = False, progress: Progress | None = None) -> GoldDrafts:
    """Drafts of every question for which half of the annotators agree on a sentence."""
    name = "policy_test_data.csv"
    table = find_file(raw, name, f"data/{name}", f"PrivacyQA_EMNLP-master/data/{name}")
    sentences: dict[str, dict[int, str]] = {}
    judged: dict[tuple[str, int], AnnotatedQuestion] = {}
    for row in read_rows(table, needs=COLUMNS, separator="\t", lenient=lenient):
        _take(row, sentences=sentences, judged=judged)
    if not judged:
        raise BenchmarkError(str(table), "holds no questions")
    made = GoldDrafts(NAME)
    places = {policy: _lay_out(policy, parts, made=made) for policy, parts in sentences.items()}
    for done, item in enumerate(judged.values(), 1):
        _draft_question(item, places[item.policy], made=made)
        if progress:
            progress("questions", done, len(judged))
    return made


def _take(
    row: TableRow, *, sentences: dict[str, dict[int, str]], judged: dict[tuple[str, int], AnnotatedQuestion]
) -> None:
    policy = safe_name(row["DocID"].split("_")[0].strip(), where=row.where)
    query, sentence = _number(row, "QueryID"), _number(row, "SentID")
    sentences.setdefault(policy, {})[sentence] = row["Segment"]
    item = judged.setdefault((policy, query), AnnotatedQuestion(policy, query))
    item.question = row["Query"].strip()
    item.votes.append((sentence, _votes(row)))


def _number(row: TableRow, column: str) -> int:
    try:
        return int(row[column].split("_")[-1])
    except ValueError as error:
        raise BenchmarkError(row.where, f"column '{column}' ends in no number: {row[column]!r}") from error


def _votes(row: TableRow) -> tuple[int, int, int]:
    relevant = irrelevant = blank = 0
    for column in ANNOTATORS:
        verdict = row[column].strip().lower()
        if "irrelevant" in verdict:
            irrelevant += 1
        elif "relevant" in verdict:
            relevant += 1
        elif verdict in _BLANK:
            blank += 1
        else:
            raise BenchmarkError(row.where, f"column '{column}' is neither Relevant, Irrelevant nor blank: {verdict!r}")
    return relevant, irrelevant, blank


def _lay_out(policy: str, parts: dict[int, str], *, made: GoldDrafts) -> dict[int, Span]:
    """Return the policy's text, one sentence per line in order, and the span of each sentence with its line end."""
    lines = [f"{parts[number]}\n" for number in sorted(parts)]
    places: dict[int, Span] = {}
    at = 0
    for number, line in zip(sorted(parts), lines, strict=True):
        places[number] = Span(at, at + len(line))
        at += len(line)
    made.texts[f"{policy}.txt"] = "".join(lines)
    return places


def _draft_question(item: AnnotatedQuestion, places: dict[int, Span], *, made: GoldDrafts) -> None:
    file, label = f"{item.policy}.txt", f"question {item.number}"
    if any(blank > MOST_BLANKS for _, (_, _, blank) in item.votes):
        made.drop(file, label, reason=Reason.BLANKS, detail=item.question)
        return
    chosen = [places[number] for number, (yes, no, _) in item.votes if yes / (yes + no) >= 0.5]
    spans = tuple(merge_spans(chosen, gap=MERGE_GAP))
    if spans:
        made.drafts.append(GoldDraft(file, label, spans, question=item.question))
    else:
        made.drop(file, label, reason=Reason.DISAGREED, detail=item.question)
