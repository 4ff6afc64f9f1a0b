"""How much of the words of real contracts each PDF reader recovers in order, and how fast, on one core.

Run it with the data folder and the peers installed:

    uv pip install rapidfuzz pdfplumber pypdf 'markitdown[pdf]'
    python benchmarks/pdf_text.py --data DATA [--readers pincite,pdfplumber] [--only NAME] [--json OUT]

For each PDF of DATA/cuad_raw/pdf the reference is the text of the same name in DATA/legalbenchrag/corpus/cuad. The
measure is the length of the longest common subsequence of words over the number of words of the reference. It is given
twice: on the words as they are, and *folded*. The references have straight quotes and plain hyphens where the
pages have typographic ones, so folding maps quotes, dashes, the Greek question mark and no-break spaces to ASCII, drops
soft hyphens and zero-width spaces, on both sides and for every reader alike.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from rapidfuzz.distance import LCSseq

from pincite.domain.limits import Limits
from pincite.ingest.source import load_file

FOLD = {
    **dict.fromkeys(map(ord, "‘’‚′"), "'"),
    **dict.fromkeys(map(ord, "“”„″"), '"'),
    **dict.fromkeys(map(ord, "‐‑‒–—−"), "-"),
    **dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\ufeff"), None),
    ord("\u037e"): ";",
    ord("«"): "<<",
    ord("»"): ">>",
}


@dataclass(frozen=True, slots=True)
class Reading:
    """What one reader made of one file."""

    reader: str
    file: str
    pages: int
    seconds: float
    strict: float
    folded: float


def with_pincite(path: Path) -> str:
    from pincite.ingest.pdf.reader import PdfReader

    return PdfReader().read(load_file(path, limits=Limits()), limits=Limits()).text


def with_pdfplumber(path: Path) -> str:
    import pdfplumber

    with pdfplumber.open(path) as pdf:
        texts = []
        for page in pdf.pages:
            texts.append(page.extract_text())
            page.close()
    return "\n".join(texts)


def with_pypdf(path: Path) -> str:
    from pypdf import PdfReader

    return "\n".join(page.extract_text() for page in PdfReader(path).pages)


def with_markitdown(path: Path) -> str:
    from markitdown import MarkItDown

    return str(MarkItDown(enable_plugins=False).convert(path).text_content)


READERS: dict[str, Callable[[Path], str]] = {
    "pincite": with_pincite,
    "pypdf": with_pypdf,
    "pdfplumber": with_pdfplumber,
    "markitdown": with_markitdown,
}


def recall(reference: str, text: str) -> float:
    """The share of the reference's words found in order."""
    words = reference.split()
    return float(LCSseq.similarity(words, text.split())) / max(len(words), 1)


def fold(text: str) -> str:
    """The text as the references were typed."""
    return text.translate(FOLD)


def measure(reader: str, path: Path, *, reference: str, pages: int) -> Reading:
    # The time of this thread on the processor: what else the machine is doing does not count.
    began = time.thread_time()
    text = READERS[reader](path)
    seconds = time.thread_time() - began
    return Reading(
        reader=reader,
        file=path.name,
        pages=pages,
        seconds=seconds,
        strict=recall(reference, text),
        folded=recall(fold(reference), fold(text)),
    )


def count_pages(path: Path) -> int:
    from pincite.ingest.pdf.file import PdfFile

    with PdfFile(path, path.read_bytes()) as pdf:
        return len(pdf)


def tenth_percentile(values: list[float]) -> float:
    """The value a tenth of the files fall below, interpolated."""
    return statistics.quantiles(values, n=10, method="inclusive")[0] if len(values) > 1 else values[0]


def report(readings: list[Reading]) -> None:
    """A line for each reader, then the worst files of the first."""
    print(
        f"{'reader':12} {'folded: median':>14} {'p10':>8} {'worst':>8} {'strict: median':>15} {'p10':>8} {'pages/s':>9}"
    )
    readers = list(dict.fromkeys(row.reader for row in readings))
    for reader in readers:
        rows = [row for row in readings if row.reader == reader]
        folded, strict = [row.folded for row in rows], [row.strict for row in rows]
        speed = sum(row.pages for row in rows) / sum(row.seconds for row in rows)
        print(
            f"{reader:12} {statistics.median(folded):14.5f} {tenth_percentile(folded):8.5f} {min(folded):8.5f} "
            f"{statistics.median(strict):15.5f} {tenth_percentile(strict):8.5f} {speed:9.1f}"
        )
    print(f"\nThe worst of {readers[0]}:")
    for row in sorted((row for row in readings if row.reader == readers[0]), key=lambda row: row.folded)[:8]:
        print(f"  {row.folded:.5f}  {row.pages:3} pages  {row.file}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--readers", default=",".join(READERS))
    parser.add_argument("--only", default="", help="read only files whose name begins so")
    parser.add_argument("--json", type=Path, help="write every reading here")
    options = parser.parse_args()
    references = {path.stem: path for path in (options.data / "legalbenchrag/corpus/cuad").glob("*.txt")}
    readings: list[Reading] = []
    for path in sorted((options.data / "cuad_raw/pdf").iterdir()):
        if path.suffix.lower() != ".pdf" or not path.name.startswith(options.only):
            continue
        reference = references[path.stem].read_text(encoding="utf-8")
        pages = count_pages(path)
        # Every reader takes each file in turn, so that a busy machine slows them all alike.
        for reader in options.readers.split(","):
            readings.append(measure(reader, path, reference=reference, pages=pages))
    if not readings:
        parser.error("no PDF there matches")
    report(readings)
    if options.json:
        options.json.write_text(json.dumps([asdict(row) for row in readings], indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
