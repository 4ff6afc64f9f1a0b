"""The card of a dataset: what is in it, where it came from, under which licence, and the hashes to know it by."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pincite.addresses import hide_passwords
from pincite.bench.dataset.layout import DatasetItem, Layout
from pincite.bench.dataset.write import Origin, fingerprint, read_origin
from pincite.bench.fetch.download import sha256_of
from pincite.bench.stats import Spread

# Beyond this many documents, only the hash of them all is given.
MOST_LISTED = 50


@dataclass(frozen=True, slots=True)
class CardFields:
    """What only a person can say of a dataset."""

    title: str | None = None
    licence: str | None = None
    source: str | None = None


def write_card(folder: Path, fields: CardFields) -> str:
    """The card in Markdown, with the header that dataset hubs read."""
    layout = Layout(folder)
    items, origin = layout.items(), read_origin(folder)
    title = fields.title or folder.resolve().name
    licence = fields.licence or "not stated"
    lines = [
        "---",
        f"pretty_name: {json.dumps(title, ensure_ascii=False)}",
        f"license: {json.dumps(fields.licence or 'unknown', ensure_ascii=False)}",
        "---",
        "",
        f"# {title}",
        "",
        f"Licence: {licence}",
        "",
        "## Contents",
        "",
        *_table([("what", "count"), *_counts(items), *_documents(layout)]),
        "",
        "## Provenance",
        "",
        *_provenance(origin, source=fields.source),
        "",
        "## Hashes (SHA-256)",
        "",
        *_table([("what", "hash"), *_hashes(layout)]),
    ]
    return "\n".join(lines) + "\n"


def _table(rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    for number, row in enumerate(rows):
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"
        if not number:
            yield "| --- | --- |"


def _counts(items: Sequence[DatasetItem]) -> Iterator[tuple[str, str]]:
    contexts = [context for item in items for context in item.contexts]
    questions = Spread.of([len(item.question) for item in items])
    yield "rows", f"{len(items):,}"
    yield "of them unanswerable", f"{sum(item.is_impossible for item in items):,}"
    yield "contexts", f"{len(contexts):,}"
    yield "of them with a text", f"{sum(context.text is not None for context in contexts):,}"
    yield "files named by contexts", f"{len({context.filename for context in contexts} - {None}):,}"
    yield "characters of a question (median, most)", f"{questions.median:,.0f}, {questions.high:,}"


def _documents(layout: Layout) -> Iterator[tuple[str, str]]:
    paths = [path for same in layout.files.values() for path in same]
    yield "documents", f"{len(paths):,}"
    for suffix, number in Counter(path.suffix.lower() or "no suffix" for path in paths).most_common():
        yield f"of them {suffix}", f"{number:,}"
    yield "bytes of documents", f"{sum(path.stat().st_size for path in paths):,}"


def _provenance(origin: Origin | None, *, source: str | None) -> Iterator[str]:
    if source:
        yield f"- Source: {hide_passwords(source)}"
    if origin:
        yield f"- Converted on {origin.converted} from `{origin.source}` ({origin.format})"
        yield f"- SHA-256 of that source: `{origin.sha256}`"
    if not source and not origin:
        yield "- Not recorded"


def _hashes(layout: Layout) -> Iterator[tuple[str, str]]:
    yield "`train.json`", f"`{sha256_of(layout.train)}`"
    if layout.corpus.is_dir():
        yield "`corpus/` (of the list of its files' hashes and paths)", f"`{fingerprint(layout.corpus)}`"
    paths = sorted(path for same in layout.files.values() for path in same)
    for path in paths if len(paths) <= MOST_LISTED else ():
        yield f"`corpus/{path.relative_to(layout.corpus).as_posix()}`", f"`{sha256_of(path)}`"
