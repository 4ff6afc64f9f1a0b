"""How often the particulars of real contracts are found: title, parties, agreement date, governing law, kind, speed.

Run: python benchmarks/particulars.py DATA [--half tune|held] [--misses FIELD]
DATA is the folder with `cuad_raw`, `legalbenchrag` and `uk_cpr`. The documents of LegalBench-RAG-mini are left out of
every figure but those of PrivacyQA, all of which are in it. Contracts are cut in halves by a hash of their file name:
the rules were tuned on one half and are reported on both.
"""

from __future__ import annotations

import argparse
import ast
import csv
import hashlib
import json
import re
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from difflib import SequenceMatcher
from pathlib import Path

from pincite.domain.document import Document, Format, Source, document_id
from pincite.domain.profile import DocumentKind, Profile
from pincite.domain.section import Section, SectionKind
from pincite.legal.dated import agreement_date
from pincite.spans import Span
from pincite.structure.profile import RuleProfiler
from pincite.structure.references import find_references
from pincite.structure.terms import find_terms


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract with its gold row."""

    stem: str
    half: str
    text: str
    row: dict[str, str]


def as_document(text: str, path: str) -> Document:
    return Document(document_id(text), text, Source(path, Format.TEXT, "", len(text)))


def half_of(stem: str) -> str:
    return "tune" if hashlib.sha256(stem.encode()).digest()[0] % 2 == 0 else "held"


def mini_files(data: Path) -> frozenset[str]:
    found: set[str] = set()
    for path in sorted((data / "legalbenchrag" / "mini").glob("*.json")):
        for test in json.loads(path.read_text(encoding="utf-8"))["tests"]:
            found.update(snippet["file_path"] for snippet in test["snippets"])
    return frozenset(found)


def read_text(path: Path) -> str:
    with path.open(encoding="utf-8", newline="\n") as file:
        return file.read()


def contracts(data: Path) -> Iterator[Contract]:
    mini = mini_files(data)
    with (data / "cuad_raw" / "master_clauses.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            stem = Path(row["Filename"]).stem
            if f"cuad/{stem}.txt" in mini:
                continue
            for folder in (data / "legalbenchrag" / "corpus" / "cuad", data / "cuad_raw" / "other_contract_txt"):
                path = folder / f"{stem}.txt"
                if path.exists():
                    yield Contract(stem, half_of(stem), read_text(path), row)
                    break


# --- what counts as right ---------------------------------------------------------------------------------------------

COLLECTIVE = re.compile(r"referred to|collectively|individually|hereinafter")
FIRM_WORDS = {
    "incorporated": "inc",
    "corporation": "corp",
    "company": "co",
    "limited": "ltd",
}


def fold(words: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", words.casefold().replace("’", "").replace("'", "")))


def fold_name(name: str) -> str:
    letters = fold(re.sub(r"\b(?:dba|d/b/a|and/or assigns)\b.*", "", name.replace(".", ""), flags=re.IGNORECASE))
    words = [FIRM_WORDS.get(word, word) for word in letters.split()]
    return " ".join(words[1:] if words[:1] == ["the"] else words)


def title_right(profile: Profile, gold: str) -> bool | None:
    wanted = fold(re.sub(r"\([^)]*\)", "", gold))
    if not wanted:
        return None
    got = fold(re.sub(r"\([^)]*\)", "", profile.title or ""))
    return got.replace(" ", "") == wanted.replace(" ", "")


def title_near(profile: Profile, gold: str) -> bool | None:
    """The title found is the gold title but for words before or after it ("Form of", a project's name)."""
    wanted, got = fold(gold).replace(" ", ""), fold(profile.title or "").replace(" ", "")
    return (len(got) > 8 and (got in wanted or wanted in got)) if wanted else None


def gold_names(row: dict[str, str]) -> set[str]:
    """The parties' names in the gold answer, spelt as in the text, without aliases and collective names."""
    spans = [fold_name(span) for span in ast.literal_eval(row["Parties"] or "[]") if not COLLECTIVE.search(span)]
    names = set()
    for part in re.split(r";|\n", re.sub(r"[(\[][^()\[\]]*[)\]]", " ", row["Parties-Answer"])):
        name = fold_name(part)
        near = [span for span in spans if name and alike(span, name)]
        if near and not COLLECTIVE.search(name):
            names.add(name if name in near else max(near, key=len))
    return names


def alike(a: str, b: str) -> bool:
    """Tell whether two folded names are one: equal but for a slip, or one with more said after it."""
    short, long = sorted((a, b), key=len)
    if len(short.split()) > 1 and long.startswith(short + " "):
        return True
    return SequenceMatcher(None, a.replace(" ", ""), b.replace(" ", ""), autojunk=False).ratio() >= 0.88


def name_counts(profile: Profile, gold: set[str]) -> tuple[int, int, int]:
    """Right, found and wanted names."""
    got = {fold_name(party.name) for party in profile.parties}
    right = sum(1 for name in gold if name in got or any(alike(name, other) for other in got))
    return right, len(got), len(gold)


def date_right(profile: Profile, row: dict[str, str]) -> bool | None:
    wanted = iso_of(row["Agreement Date-Answer"])
    if wanted is None:
        return None
    found = agreement_date(profile.dates)
    return found is not None and found.iso == wanted


def iso_of(answer: str) -> str | None:
    try:
        return datetime.strptime(answer.strip(), "%m/%d/%y").date().isoformat()
    except ValueError:
        return None


def law_right(profile: Profile, gold: str) -> bool | None:
    """Any of the jurisdictions in the answer ("Ontario, Canada") is named by the words found."""
    wanted = [fold(part) for part in re.split(r"[;,]", gold) if fold(part)]
    if not wanted:
        return None
    got = fold(profile.governing_law or "")
    same = {"prc": "china", "uk": "england", "peoples republic of china": "china", "english": "england"}
    return bool(got) and any(place in got or got in place or same.get(got) in wanted for place in wanted)


def kind_of_contract(contract: Contract) -> DocumentKind | None:
    """The kind a CUAD contract's file name states, where it is clear and its own title does not say otherwise."""
    name = contract.stem.rsplit("_", 1)[-1].rsplit("-", 1)[-1].lower()
    title = contract.row["Document Name-Answer"].lower()
    if re.search(r"amendment|addendum", title):
        return DocumentKind.AMENDMENT
    if re.search(r"\blicen[sc]e agreement\d*$", name):
        return DocumentKind.LICENCE if "licen" in title else None
    if re.search(r"agreement\d*$", name) and "licen" not in name + title:
        return DocumentKind.CONTRACT
    return None


# --- measuring --------------------------------------------------------------------------------------------------------


def rate(values: list[bool | None]) -> str:
    known = [value for value in values if value is not None]
    return f"{sum(known) / len(known):.3f} ({sum(known)}/{len(known)})" if known else "none"


def measure_contracts(items: list[tuple[Contract, Profile]], half: str) -> None:
    rows = [(contract, profile) for contract, profile in items if contract.half == half]
    counts = [name_counts(profile, gold_names(contract.row)) for contract, profile in rows if gold_names(contract.row)]
    right, found, wanted = (sum(column) for column in zip(*counts, strict=True))
    precision, recall = right / max(found, 1), right / max(wanted, 1)
    print(f"CUAD, {half} half: {len(rows)} contracts")
    print(f"  title          {rate([title_right(p, c.row['Document Name-Answer']) for c, p in rows])}")
    print(f"  title, near    {rate([title_near(p, c.row['Document Name-Answer']) for c, p in rows])}")
    print(f"  parties        F1 {2 * precision * recall / (precision + recall):.3f}", end="")
    print(f" (precision {precision:.3f}, recall {recall:.3f}, {wanted} names)")
    print(f"  agreement date {rate([date_right(p, c.row) for c, p in rows])}")
    print(f"  governing law  {rate([law_right(p, c.row['Governing Law-Answer']) for c, p in rows])}")
    kinds = [(kind_of_contract(c), p.kind) for c, p in rows]
    print(f"  kind           {rate([wanted is got if wanted else None for wanted, got in kinds])}")
    print(f"  kinds found    {dict(Counter(str(p.kind) for _, p in rows))}")


def measure_kinds(data: Path) -> None:
    mini = mini_files(data)
    profiler = RuleProfiler()
    for name, kind in (("maud", "merger-agreement"), ("contractnli", "nda"), ("privacy_qa", "privacy-policy")):
        paths = sorted((data / "legalbenchrag" / "corpus" / name).glob("*.txt"))
        paths = [path for path in paths if name == "privacy_qa" or f"{name}/{path.name}" not in mini]
        found = Counter(str(profiler.profile(as_document(read_text(path), path.name)).kind) for path in paths)
        print(f"kind, {name}: {found[kind]}/{len(paths)} {dict(found)}")
    found = Counter()
    for path in sorted((data / "uk_cpr" / "rules").glob("*.json")):
        record = json.loads(path.read_text(encoding="utf-8"))
        text = (record[0] if isinstance(record, list) else record)["content"]
        found[str(profiler.profile(as_document(text, path.name)).kind)] += 1
    print(f"kind, uk_cpr rules: {found['court-rules']}/{found.total()} {dict(found)}")


def measure_speed(data: Path) -> None:
    profiler = RuleProfiler()
    seconds: Counter[str] = Counter()
    characters = 0
    for path in sorted((data / "legalbenchrag" / "corpus").glob("*/*.txt")):
        doc = as_document(read_text(path), path.name)
        characters += len(doc.text)
        root = (Section(0, None, SectionKind.DOCUMENT, Span(0, len(doc.text)), 0),)
        began = time.process_time()
        profiler.profile(doc)
        seconds["profile"] += time.process_time() - began
        began = time.process_time()
        find_terms(doc, root)
        seconds["terms"] += time.process_time() - began
        began = time.process_time()
        find_references(doc, root)
        seconds["references"] += time.process_time() - began
    parts = ", ".join(f"{name} {value:.1f} s" for name, value in seconds.items())
    print(f"speed: {characters:,} characters, {parts}: {characters / seconds.total():,.0f} characters per second")


def show_misses(items: list[tuple[Contract, Profile]], half: str, field: str) -> None:
    for contract, profile in items:
        if contract.half != half:
            continue
        row = contract.row
        if field == "title" and title_right(profile, row["Document Name-Answer"]) is False:
            print(f"{contract.stem[:60]}\n   want {row['Document Name-Answer']!r}")
            print(f"   got  {profile.title!r}")
        elif field == "date" and date_right(profile, row) is False:
            print(f"{contract.stem[:60]}\n   want {row['Agreement Date-Answer']} {row['Agreement Date'][:100]}")
            print(f"   got  {[(found.iso, found.role) for found in profile.dates][:6]}")
        elif field == "law" and law_right(profile, row["Governing Law-Answer"]) is False:
            print(f"{contract.stem[:60]}\n   want {row['Governing Law-Answer']!r} {row['Governing Law'][:260]}")
            print(f"   got  {profile.governing_law!r}")
        elif field == "kind" and kind_of_contract(contract) not in (None, profile.kind):
            print(f"{contract.stem[:90]}: {profile.kind}, title {profile.title!r}")
        elif field == "parties":
            gold = gold_names(row)
            right, found, wanted = name_counts(profile, gold)
            if right < max(found, wanted):
                print(f"{contract.stem[:60]}\n   want {sorted(gold)}")
                print(f"   got  {[(party.name, party.role) for party in profile.parties]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--half", choices=["tune", "held"])
    parser.add_argument("--misses", choices=["title", "parties", "date", "law", "kind"])
    args = parser.parse_args()
    profiler = RuleProfiler()
    items = [
        (contract, profiler.profile(as_document(contract.text, contract.stem))) for contract in contracts(args.data)
    ]
    if args.misses:
        show_misses(items, args.half or "tune", args.misses)
        return
    for half in [args.half] if args.half else ["tune", "held"]:
        measure_contracts(items, half)
    if not args.half:
        measure_kinds(args.data)
        measure_speed(args.data)


if __name__ == "__main__":
    main()
