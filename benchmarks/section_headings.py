"""How many numbered section heads the structurer finds, against labels made by hand; and how fast it is.

    python benchmarks/section_headings.py --data DATA [--speed] [--mistakes]

Scores are printed for each group of documents and for all of them together, apart for the documents that the rules were
tuned on and for the blind ones. Mistakes are only ever listed for tuning documents.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pincite import registry
from pincite.domain.document import Document, Format, Source, document_id
from pincite.domain.limits import Limits
from pincite.domain.section import Outline, Section
from pincite.ingest.source import load_file
from pincite.spans import Span
from pincite.structure.references import find_references
from pincite.structure.terms import find_terms

LABELS = Path(__file__).resolve().parent.parent / "tests" / "labels"
GROUPS = ("cuad", "maud", "contractnli", "uk_rules", "court_guides")

_ENUMERATION = re.compile(r"\(?[a-z]{1,6}[).]?|\(.{1,6}\)|.{1,6}\)")
_ROMAN = re.compile(r"[IVXLC]+|[A-Z]")
_CHARACTERS = 2
_POINTS = 6.0


@dataclass(frozen=True)
class Place:
    """Where a head is: an offset, or a page and a height on it; `middle` is that of the line found there."""

    page: int
    at: float
    number: str
    middle: float = 0.0

    def agrees(self, label: Place) -> bool:
        """Tell whether a head found is the one labelled."""
        if self.page != label.page or self.number != label.number:
            return False
        tolerance = _POINTS if self.page else _CHARACTERS
        # The box of a glyph begins above its ink, by more than the tolerance in the largest headings.
        return abs(self.at - label.at) <= tolerance or self.at < label.at < self.middle


@dataclass
class Tally:
    """How many labelled heads were found and missed, and how many found that are none."""

    hits: int = 0
    missed: int = 0
    wrong: int = 0

    def add(self, other: Tally) -> None:
        """Count another document in."""
        self.hits += other.hits
        self.missed += other.missed
        self.wrong += other.wrong

    def line(self) -> str:
        """Precision, recall, F1 and the number of labels."""
        precision = self.hits / max(self.hits + self.wrong, 1)
        recall = self.hits / max(self.hits + self.missed, 1)
        f1 = 2 * self.hits / max(2 * self.hits + self.missed + self.wrong, 1)
        return f"{precision:9.4f} {recall:7.4f} {f1:7.4f} {self.hits + self.missed:7d}"


def normalised(number: str) -> str:
    """A number without its keyword "Section", white space, quotes, outer punctuation and case."""
    bare = re.sub(r"^(?:section|sec\.?|§)\s*", "", number.strip(), flags=re.IGNORECASE)
    return re.sub(r"[\s\"“”'‘’]", "", bare).strip(".:").casefold()


def read(path: Path) -> Document:
    """The document a labels file speaks of."""
    if path.suffix == ".json":
        text = json.loads(path.read_text("utf-8"))["content"]
        return Document(document_id(text), text, Source(str(path), Format.TEXT, "", len(text)))
    kind = "pdf" if path.suffix == ".pdf" else "text"
    return registry.load("reader", kind)().read(load_file(path, limits=Limits()), limits=Limits())


def structure(doc: Document) -> Outline:
    profile = registry.load("profiler", "rules")().profile(doc)
    return registry.load("structurer", "rules")().outline(doc, profile)


def number_start(doc: Document, section: Section) -> int:
    """Where the number stands in the head: at its start, or after a heading printed above it."""
    assert section.head is not None and section.number is not None
    pattern = r"\s*".join(re.escape(character) for character in section.number if not character.isspace())
    found = re.search(pattern.replace(r"\.", r"\.?"), section.head.slice(doc.text), flags=re.IGNORECASE)
    return section.head.start + (found.start() if found else 0)


def found_places(doc: Document, outline: Outline) -> Iterator[tuple[Place, Section]]:
    for section in outline.sections:
        if section.number is None:
            continue
        at = number_start(doc, section)
        if doc.glyphs is not None:
            boxes = doc.boxes(Span(at, at + 1))
            if boxes:
                middle = (boxes[0].y0 + boxes[0].y1) / 2
                yield Place(boxes[0].page, boxes[0].y0, normalised(section.number), middle), section
        else:
            raw = doc.offsets.to_raw(Span(at, at + 1)).start if doc.offsets else at
            yield Place(0, raw, normalised(section.number)), section


def labelled(rows: list[dict[str, Any]]) -> list[Place]:
    return [Place(row.get("page", 0), row.get("y", row.get("start", 0)), normalised(row["number"])) for row in rows]


def excused(
    place: Place, section: Section, *, outline: Outline, optional: list[Place], pages: list[int] | None
) -> bool:
    """Tell whether a head that no label asks for is right all the same."""
    if pages and not pages[0] <= place.page <= pages[1]:
        return True
    number = section.number or ""
    if _ENUMERATION.fullmatch(number) or any(
        place.page == other.page and abs(place.at - other.at) <= (_POINTS if place.page else 12) for other in optional
    ):
        return True
    return bool(_ROMAN.fullmatch(number)) and any(above.number for above in outline.ancestors(section))


def score(labels: dict[str, Any], doc: Document, *, mistakes: bool) -> Tally:
    outline = structure(doc)
    wanted = labelled(labels["labels"])
    optional = labelled([*labels.get("optional", []), *labels.get("enumerations", [])])
    tally = Tally()
    waiting: dict[str, list[Place]] = defaultdict(list)
    for place in wanted:
        waiting[place.number].append(place)
    for place, section in found_places(doc, outline):
        match = next((other for other in waiting[place.number] if place.agrees(other)), None)
        if match is not None:
            waiting[place.number].remove(match)
            tally.hits += 1
        elif not excused(place, section, outline=outline, optional=optional, pages=labels["pages"]):
            tally.wrong += 1
            if mistakes:
                shown = doc.text[section.span.start : section.span.start + 60]
                print(f"  wrong  {place.page}:{place.at:.0f} {section.number!r} {shown!r}")
    for places in waiting.values():
        tally.missed += len(places)
        for place in places if mistakes else ():
            shown = "" if place.page else doc.text[max(int(place.at) - 30, 0) : int(place.at) + 40]
            print(f"  missed {place.page}:{place.at:.0f} {place.number!r} {shown!r}")
    return tally


def measure_heads(data: Path, *, mistakes: bool) -> None:
    totals: dict[tuple[str, str], Tally] = defaultdict(Tally)
    for file in sorted(LABELS.glob("*.json")):
        labels = json.loads(file.read_text("utf-8"))
        listed = mistakes and labels["split"] == "tuning"
        tally = score(labels, read(data / labels["document"]), mistakes=listed)
        if listed:
            print(f"{file.stem:40s} {tally.line()}")
        for key in (labels["group"], "all"):
            totals[labels["split"], key].add(tally)
            totals["both", key].add(tally)
    print(f"{'split':8s} {'group':14s} precision  recall      F1   heads")
    for split in ("blind", "tuning", "both"):
        for group in (*GROUPS, "all"):
            if (split, group) in totals:
                print(f"{split:8s} {group:14s} {totals[split, group].line()}")


def time_terms(doc: Document, outline: Outline) -> float:
    """How much of the time goes to defined terms and cross-references: they are found once more, and timed."""
    begun = time.process_time()
    find_terms(doc, outline.sections)
    find_references(doc, outline.sections)
    return time.process_time() - begun


def measure_speed(data: Path) -> None:
    """Structure every document of the corpus, one after the other in this process."""
    characters = sections = documents = 0
    seconds = slowest = words = 0.0
    for path in sorted((data / "legalbenchrag" / "corpus").rglob("*.txt")):
        doc = read(path)
        profile = registry.load("profiler", "rules")().profile(doc)
        # Processor time, since other work on the machine must not count.
        begun = time.process_time()
        outline = registry.load("structurer", "rules")().outline(doc, profile)
        taken = time.process_time() - begun
        words += time_terms(doc, outline)
        seconds += taken
        slowest = max(slowest, taken)
        documents += 1
        characters += len(doc.text)
        sections += len(outline.sections)
    print(
        f"{documents} documents, {characters:,} characters, {sections:,} sections in {seconds:.1f} s of processor "
        f"time: {characters / seconds / 1e6:.2f} million characters a second (slowest document {slowest:.2f} s)"
    )
    print(f"the clause tree alone: {characters / (seconds - words) / 1e6:.2f} million characters a second")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the folder of real legal data")
    parser.add_argument("--speed", action="store_true", help="structure the whole corpus instead, and time it")
    parser.add_argument("--mistakes", action="store_true", help="list the mistakes on tuning documents")
    arguments = parser.parse_args()
    if arguments.speed:
        measure_speed(arguments.data)
    else:
        measure_heads(arguments.data, mistakes=arguments.mistakes)


if __name__ == "__main__":
    main()
