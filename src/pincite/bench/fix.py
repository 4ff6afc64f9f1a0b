"""Fix a benchmark: paths, line endings and answers, but nothing that would be a guess."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pincite.bench.check import locate
from pincite.bench.corpus import Corpus, nfc, to_lf
from pincite.errors import SpanError
from pincite.files import write_text
from pincite.spans import OffsetMap, Span


@dataclass(frozen=True, slots=True)
class BenchmarkChange:
    """One change: its place, and the content before and after."""

    where: str
    before: str
    after: str


@dataclass(slots=True)
class ChangePlan:
    """All changes, and the files after them."""

    changes: list[BenchmarkChange] = field(default_factory=list)
    files: dict[Path, str] = field(default_factory=dict)
    renames: dict[Path, Path] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Text:
    """A document as spans count it, and as it was before its line endings were fixed."""

    lf: str
    raw: str
    offsets: OffsetMap | None


def plan_fixes(path: Path, *, corpus: Path | None = None, only: Sequence[str] = ()) -> ChangePlan:
    """Plan the safe fixes of a root folder or a benchmark file."""
    files, folder = locate(path, corpus=corpus, only=only)
    plan = ChangePlan()
    texts = _plan_corpus(Corpus(folder), plan)
    for file in files:
        _plan_file(file, texts=texts, plan=plan)
    return plan


def apply_fixes(plan: ChangePlan) -> None:
    """Apply the changes; each file is replaced atomically."""
    for path, text in plan.files.items():
        write_text(path, text)
    for old, new in plan.renames.items():
        if not new.exists():
            old.rename(new)


def _plan_corpus(corpus: Corpus, plan: ChangePlan) -> dict[str, _Text]:
    texts: dict[str, _Text] = {}
    for name, path in corpus.files.items():
        try:
            raw = path.read_bytes().decode("utf-8")
        except UnicodeDecodeError:
            # The encoding would be a guess; `check` reports it.
            continue
        lf = to_lf(raw)
        texts[name] = _Text(lf, raw, _line_end_map(raw) if lf != raw else None)
        if lf != raw:
            plan.changes.append(BenchmarkChange(name, f"{raw.count(chr(13))} CR line ends", "LF"))
            plan.files[path] = lf
        if path.name != nfc(path.name) and not path.with_name(nfc(path.name)).exists():
            plan.changes.append(
                BenchmarkChange(name, f"decomposed file name {ascii(path.name)}", ascii(nfc(path.name)))
            )
            plan.renames[path] = path.with_name(nfc(path.name))
    return texts


def _line_end_map(raw: str) -> OffsetMap:
    """Map a text with CR LF to the same text with LF."""
    offsets = OffsetMap()
    lines = raw.split("\r\n")
    for line in lines[:-1]:
        offsets.copy(len(line))
        offsets.replace(2, 1)
    offsets.copy(len(lines[-1]))
    return offsets


def _plan_file(path: Path, *, texts: dict[str, _Text], plan: ChangePlan) -> None:
    try:
        data = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        return
    rows = data.get("tests") if isinstance(data, dict) else data
    before = len(plan.changes)
    for number, row in enumerate(rows if isinstance(rows, list) else [], 1):
        snippets = row.get("snippets") if isinstance(row, dict) else None
        for at, snippet in enumerate(snippets if isinstance(snippets, list) else [], 1):
            if isinstance(snippet, dict):
                _fix_snippet(snippet, f"{path.stem}, test {number}, snippet {at}", texts=texts, plan=plan)
    if len(plan.changes) > before:
        plan.files[path] = json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _fix_snippet(snippet: dict[str, Any], where: str, *, texts: dict[str, _Text], plan: ChangePlan) -> None:
    name = snippet.get("file_path")
    if not isinstance(name, str):
        return
    fixed = _fix_path(name, texts)
    if fixed is None:
        return
    if fixed != name:
        plan.changes.append(BenchmarkChange(where, f"file_path {name}", f"file_path {fixed}"))
        snippet["file_path"] = fixed
    try:
        span = Span(*snippet["span"])
        words = span.slice(texts[fixed].raw)
    except (KeyError, TypeError, SpanError):
        return
    answer = snippet.get("answer")
    if texts[fixed].offsets is not None and answer is not None and answer == words:
        _fix_span(snippet, span, where=where, text=texts[fixed], plan=plan)
    _fix_answer(snippet, where, text=texts[fixed].lf, plan=plan)


def _fix_path(name: str, texts: dict[str, _Text]) -> str | None:
    """The document meant by a path in another form, or None where there is none."""
    tidy = nfc(name.replace("\\", "/"))
    for prefix in ("./", "/", "data/", "corpus/"):
        tidy = tidy.removeprefix(prefix)
    return name if name in texts else tidy if tidy in texts else None


def _fix_span(snippet: dict[str, Any], span: Span, *, where: str, text: _Text, plan: ChangePlan) -> None:
    """A span that counted CR LF as two characters, as its answer proves, counted anew."""
    if text.offsets is None or span.end > text.offsets.raw_length:
        return
    counted = text.offsets.to_canonical(span)
    if counted != span:
        plan.changes.append(
            BenchmarkChange(where, f"span [{span.start}, {span.end})", f"span [{counted.start}, {counted.end})")
        )
        snippet["span"] = [counted.start, counted.end]


def _fix_answer(snippet: dict[str, Any], where: str, *, text: str, plan: ChangePlan) -> None:
    start, end = snippet["span"]
    if end > len(text) or start >= end:
        return
    words, answer = text[start:end], snippet.get("answer")
    if answer != words and (answer is None or _same_words(answer, words)):
        plan.changes.append(BenchmarkChange(where, f"answer {answer!r:.70}", f"answer {words!r:.70}"))
        snippet["answer"] = words


def _same_words(one: object, other: str) -> bool:
    """Tell whether two answers differ in white space and Unicode form only."""
    return isinstance(one, str) and nfc(one).split() == nfc(other).split()
