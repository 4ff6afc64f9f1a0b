"""Making a LegalBench-RAG set from its raw dataset: drafts, titles, questions, files."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from pincite.bench.files import move_into_place, refuse_existing, stage_texts, staged
from pincite.bench.legalbenchrag import contractnli, cuad, maud, privacy_qa
from pincite.bench.legalbenchrag.draft import DroppedItem, GoldDraft, GoldDrafts, Progress, Reason
from pincite.bench.legalbenchrag.layout import dump_rows, gold_row
from pincite.bench.legalbenchrag.titles import Title, Titler, consider, name_documents
from pincite.bench.legalbenchrag.wording import QUESTIONS, learn_wording
from pincite.domain.benchmark import Gold, Query
from pincite.domain.document import Passage
from pincite.errors import BenchmarkError, Hint, NotFound
from pincite.files import write_text


@dataclass(frozen=True, slots=True)
class BenchmarkSet:
    """A finished set: its gold, the documents that hold it, their titles, and what was dropped."""

    name: str
    golds: tuple[Gold, ...]
    texts: Mapping[str, str]
    titles: Mapping[str, Title]
    dropped: tuple[DroppedItem, ...]
    notes: tuple[str, ...] = ()

    @property
    def rescued(self) -> Counter[str]:
        """How many queries only lenient mode kept, by their problem."""
        return Counter(tag.removeprefix("lenient:") for gold in self.golds for tag in gold.tags)


def draft_set(
    name: str, raw: Path, *, texts: Sequence[Path] = (), lenient: bool = False, progress: Progress | None = None
) -> GoldDrafts:
    """The drafts of one of the four sets."""
    if not raw.is_dir():
        raise NotFound(f"There is no folder {raw}.", hint=Hint.GIVE_RAW)
    match name:
        case "cuad":
            return cuad.draft_cuad(raw, texts=texts, lenient=lenient, progress=progress)
        case "contractnli":
            return contractnli.draft_contractnli(raw, progress=progress)
        case "maud":
            return maud.draft_maud(raw, lenient=lenient, progress=progress)
        case "privacy_qa":
            return privacy_qa.draft_privacy_qa(raw, lenient=lenient, progress=progress)
    raise NotFound(f"There is no set called '{name}'. Known: {', '.join(sorted(QUESTIONS))}.")


def finish_set(
    drafts: GoldDrafts,
    titlers: Sequence[Titler],
    *,
    wording: Path | None = None,
    lenient: bool = False,
    concurrency: int = 1,
    progress: Progress | None = None,
) -> BenchmarkSet:
    """Name the documents, leave out those that cannot be distinguished, and ask the questions."""
    used = {draft.file: drafts.texts[draft.file] for draft in drafts.drafts}
    if drafts.name == privacy_qa.NAME:
        titles = {file: Title(f'"{file.removesuffix(".txt")}"\'s privacy policy', "file name") for file in used}
    else:
        titles = name_documents(used, titlers, concurrency=concurrency, progress=progress)
    questions, notes = _questions(drafts, wording)
    unclear = _ambiguous(drafts.name, titles)
    kept = [_tag_lenient(draft, unclear) for draft in drafts.drafts if lenient or draft.file not in unclear]
    golds = tuple(
        _gold(draft, n, name=drafts.name, title=titles[draft.file].text, questions=questions)
        for n, draft in enumerate(kept, 1)
    )
    if not golds:
        raise BenchmarkError(f"Set {drafts.name}", "came out empty: every query was dropped")
    dropped = [
        DroppedItem(draft.file, draft.label, unclear[draft.file])
        for draft in drafts.drafts
        if draft.file in unclear and not lenient
    ]
    files = dict.fromkeys(draft.file for draft in kept)
    return BenchmarkSet(
        drafts.name,
        golds,
        texts={f"{drafts.name}/{file}": used[file] for file in files},
        titles={f"{drafts.name}/{file}": titles[file] for file in files},
        dropped=(*drafts.dropped, *dropped),
        notes=notes,
    )


def _questions(drafts: GoldDrafts, wording: Path | None) -> tuple[Mapping[str, str], tuple[str, ...]]:
    own = QUESTIONS[drafts.name]
    if wording is None or not own:
        return own, ()
    learned = learn_wording(wording, drafts.drafts)
    missing = [label for label in own if label not in learned]
    notes = (f"{wording.name} words no question for: {', '.join(missing)}; Pincite's own is used",) if missing else ()
    return {**own, **learned}, notes


def _tag_lenient(draft: GoldDraft, unclear: Mapping[str, Reason]) -> GoldDraft:
    """Tag the drafts of a document that only lenient mode keeps."""
    if draft.file not in unclear:
        return draft
    return replace(draft, tags=(*draft.tags, f"lenient:{unclear[draft.file].name.lower()}"))


def _ambiguous(name: str, titles: Mapping[str, Title]) -> dict[str, Reason]:
    found: dict[str, Reason] = {}
    for file, title in titles.items():
        reason = None
        if name == cuad.NAME:
            reason = cuad.why_ambiguous(file, title.text)
        elif name == contractnli.NAME:
            reason = contractnli.why_unnamed(title.text)
        if reason:
            found[file] = reason
    return found


def _gold(draft: GoldDraft, number: int, *, name: str, title: str, questions: Mapping[str, str]) -> Gold:
    question = draft.question or questions[draft.label]
    text = consider(title, set_name=name) + question
    passages = tuple(Passage(f"{name}/{draft.file}", span) for span in draft.spans)
    return Gold(Query(f"{name}/{number}", text), passages, tags=draft.tags)


def write_made(made: BenchmarkSet, out: Path, *, force: bool = False) -> None:
    """Write corpus, benchmark, `titles.json` and `dropped.jsonl`; sets made into one folder share the last two."""
    places = [f"corpus/{made.name}", f"benchmarks/{made.name}.json"]
    refuse_existing(out, places, force=force)
    with staged(out) as stage:
        stage_texts(stage / "corpus", made.texts)
        write_text(stage / places[1], dump_rows(gold_row(gold, made.texts) for gold in made.golds))
        write_text(stage / "titles.json", _titles_text(made, out / "titles.json"))
        write_text(stage / "dropped.jsonl", _dropped_text(made, out / "dropped.jsonl"))
        move_into_place(stage, out, names=[*places, "titles.json", "dropped.jsonl"])


def _titles_text(made: BenchmarkSet, standing: Path) -> str:
    kept = _standing_titles(standing)
    kept = {path: title for path, title in kept.items() if not path.startswith(f"{made.name}/")}
    kept |= {path: _title_row(title) for path, title in made.titles.items()}
    return json.dumps(kept, indent=2, ensure_ascii=False) + "\n"


def _standing_titles(path: Path) -> dict[str, Any]:
    """The titles of sets made before; a file of that name that holds none is not replaced."""
    if not path.exists():
        return {}
    try:
        kept = json.loads(path.read_bytes())
        if isinstance(kept, dict) and all("title" in row for row in kept.values()):
            return kept
    except (ValueError, TypeError):
        pass
    raise BenchmarkError(str(path), "holds no titles of benchmarks, and is left alone", hint=Hint.OTHER_FOLDER)


def _title_row(title: Title) -> dict[str, str]:
    row = asdict(title)
    return {"title": row["text"], "origin": row["origin"], **({"model": row["model"]} if row["model"] else {})}


def _dropped_text(made: BenchmarkSet, standing: Path) -> str:
    # Split at line feeds alone: names may hold other characters that Python takes for the end of a line.
    lines = [line for line in standing.read_text("utf-8").split("\n") if line] if standing.exists() else []
    try:
        kept = [line for line in lines if json.loads(line)["set"] != made.name]
    except (ValueError, TypeError, KeyError) as error:
        raise BenchmarkError(str(standing), "is not a list of dropped rows, and was not changed") from error
    rows = [
        {"set": made.name, "file": row.file, "label": row.label, "reason": row.reason.value, "detail": row.detail}
        for row in made.dropped
    ]
    return "".join(f"{line}\n" for line in [*kept, *(json.dumps(row, ensure_ascii=False) for row in rows)])
