"""How much of the words of printed-and-scanned documents each OCR engine recovers in order, where, and how fast.

    uv pip install rapidfuzz
    python benchmarks/ocr_words.py --data DATA [--engine rapidocr] [--threads 1] [--documents 10] [--json OUT]

The shortest PDFs of DATA/cuad_raw/pdf and the Czech statute of DATA/pdf_other are printed to image-only PDFs at 200 dpi
in grey and read with the PDF reader, so that layout counts too. Words are compared with the reference texts of the
contracts and with the statute's own text layer, white space folded: the length of the longest common subsequence of
words over the number of words of the reference. *Folded* has quotation marks and dashes of one kind on both sides.
*Edges* is the share of matched words whose left and right edge lie within 1.5 points of where the PDF draws them.
*Diacritics* is the share of the accented letters of the reference that were read as they are.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import tempfile
import time
import unicodedata
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import pypdfium2 as pdfium
from rapidfuzz.distance import LCSseq

from pincite import registry
from pincite.domain.document import Document
from pincite.domain.limits import Limits
from pincite.ingest.pdf.reader import PdfReader
from pincite.ingest.source import load_file
from pincite.ports import OcrEngine
from pincite.spans import Span

DPI = 200
CZECH = "pdf_other/cz_statute_Sb_1997_18.pdf"
LIMITS = Limits(seconds=7200)
FOLD = {
    **dict.fromkeys(map(ord, "‘’‚′"), "'"),
    **dict.fromkeys(map(ord, "“”„″"), '"'),
    **dict.fromkeys(map(ord, "‐‑‒–—−"), "-"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """What one engine made of one document."""

    engine: str
    file: str
    pages: int
    words: int
    strict: float
    folded: float
    edges: float
    diacritics: float | None
    confidence: float
    seconds: float
    cpu_seconds: float


def print_to_images(path: Path, target: Path) -> int:
    pdf = pdfium.PdfDocument(path)
    pages = [pdf[i].render(scale=DPI / 72, grayscale=True).to_pil() for i in range(len(pdf))]
    pages[0].save(target, save_all=True, append_images=pages[1:], resolution=DPI, quality=90)
    pdf.close()
    return len(pages)


def share(reference: list[str], found: list[str]) -> float:
    return LCSseq.similarity(reference, found) / len(reference)


def words_of(doc: Document) -> list[tuple[str, Span]]:
    return [(match[0], Span(*match.span())) for match in re.finditer(r"\S+", doc.text)]


def matched(reference: list[str], found: list[str]) -> Iterator[tuple[int, int]]:
    for block in LCSseq.opcodes(reference, found):
        if block.tag == "equal":
            yield from zip(range(block.src_start, block.src_end), range(block.dest_start, block.dest_end), strict=True)


def edge_share(native: Document, scanned: Document) -> float:
    """The share of words found in both whose edges agree to a point and a half."""
    ours, theirs = words_of(native), words_of(scanned)
    near = total = 0
    for i, j in matched([word for word, _ in ours], [word for word, _ in theirs]):
        a, b = native.boxes(ours[i][1]), scanned.boxes(theirs[j][1])
        if len(a) == len(b) == 1 and a[0].page == b[0].page:
            total += 1
            near += abs(a[0].x0 - b[0].x0) <= 1.5 and abs(a[0].x1 - b[0].x1) <= 1.5
    return near / max(total, 1)


def diacritics_share(reference: str, found: str) -> float | None:
    """The share of accented letters that were recovered, with their accents."""
    ours, theirs = " ".join(reference.split()), " ".join(found.split())
    accented = {
        i for i, letter in enumerate(ours) if letter.isalpha() and len(unicodedata.normalize("NFD", letter)) > 1
    }
    if not accented:
        return None
    return sum(i in accented for i, _ in matched(list(ours), list(theirs))) / len(accented)


def cpu_seconds() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def measure(path: Path, engine: OcrEngine, *, name: str, reference: str | None, folder: Path) -> Row:
    scan = folder / "scan.pdf"
    pages = print_to_images(path, scan)
    native = PdfReader().read(load_file(path, limits=LIMITS), limits=LIMITS)
    began, cpu = time.monotonic(), cpu_seconds()
    doc = PdfReader().read(load_file(scan, limits=LIMITS), limits=LIMITS, ocr=engine)
    seconds, cpu = time.monotonic() - began, cpu_seconds() - cpu
    text = native.text if reference is None else reference
    return Row(
        engine=name,
        file=path.stem,
        pages=pages,
        words=len(text.split()),
        strict=share(text.split(), doc.text.split()),
        folded=share(text.translate(FOLD).split(), doc.text.translate(FOLD).split()),
        edges=edge_share(native, doc),
        diacritics=diacritics_share(text, doc.text) if reference is None else None,
        confidence=sum(page.confidence or 0 for page in doc.pages) / len(doc.pages),
        seconds=seconds / pages,
        cpu_seconds=cpu / pages,
    )


def shortest(data: Path, count: int) -> list[Path]:
    def pages(path: Path) -> int:
        pdf = pdfium.PdfDocument(path)
        try:
            return len(pdf)
        finally:
            pdf.close()

    return sorted(sorted((data / "cuad_raw" / "pdf").glob("*.pdf")), key=pages)[:count]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--engine", default="rapidocr", choices=registry.names("ocr"))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--program", default="", help="which tesseract to run")
    parser.add_argument("--documents", type=int, default=10)
    parser.add_argument("--skip", type=int, default=0, help="leave out the first ones, to go on from there")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    given = {"program": options.program} if options.program else {}
    engine = registry.load("ocr", options.engine)(threads=options.threads, **given)
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        for path in [*shortest(options.data, options.documents), options.data / CZECH][options.skip :]:
            text = options.data / "legalbenchrag" / "corpus" / "cuad" / f"{path.stem}.txt"
            reference = text.read_text("utf-8") if text.is_file() else None
            row = measure(path, engine, name=options.engine, reference=reference, folder=Path(folder))
            rows.append(row)
            accents = "" if row.diacritics is None else f"  diacritics {row.diacritics:.4f}"
            print(
                f"{row.strict:.4f} {row.folded:.4f}  edges {row.edges:.3f}  {row.pages:3} p  {row.words:6} w  "
                f"{row.seconds:5.1f} s/p  {row.cpu_seconds:5.1f} cpu/p  {row.file[:40]}{accents}",
                flush=True,
            )
            if options.json:
                options.json.write_text(json.dumps([asdict(row) for row in rows], indent=1), "utf-8")
    english = [row for row in rows if row.diacritics is None]
    words = max(1, sum(row.words for row in english))
    pages = sum(row.pages for row in rows)
    peak = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)) / 1024
    print(
        f"all contracts: {sum(row.strict * row.words for row in english) / words:.4f} of the words, "
        f"folded {sum(row.folded * row.words for row in english) / words:.4f}; "
        f"{sum(row.seconds * row.pages for row in rows) / pages:.1f} s a page, "
        f"{sum(row.cpu_seconds * row.pages for row in rows) / pages:.1f} s of CPU; peak {peak:.0f} MB"
    )


if __name__ == "__main__":
    main()
