"""CUAD's contracts with its own table of answers, cut into documents to fit on, to look at, and to test on."""

from __future__ import annotations

import ast
import csv
import hashlib
import re
import tomllib
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path

from training.corpus import read_documents

from pincite.legal.durations import DAYS
from pincite.legal.folding import CompactText, occurrences
from pincite.legal.places import short_place
from pincite.legal.values.figure_words import find_written
from pincite.review.question import ReviewQuestion
from pincite.review.questions import load_questions
from pincite.spans import Span, merge_spans

ROOT = Path(__file__).resolve().parents[1]
DATES = ("agreement_date", "effective_date", "expiration_date")
DURATIONS = ("renewal_term", "notice_to_stop_renewal")
QUESTIONS = load_questions("contracts").questions
_DATE = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{2,4})")


@dataclass(frozen=True)
class Contract:
    """A contract's text and its row of the table."""

    name: str
    text: str
    row: dict[str, str]

    def quotes(self, question: ReviewQuestion) -> list[str]:
        """The words that CUAD marks for a kind of clause."""
        told = self.row[column_of(question)].strip()
        try:
            found = ast.literal_eval(told) if told else []
        except (ValueError, SyntaxError):
            found = [told]
        return [words for quote in found for words in quote.split("<omitted>") if words.strip()]

    def answer(self, question: ReviewQuestion) -> str:
        """What CUAD's own answer column says."""
        key = next(key for key in self.row if re.fullmatch(rf"{re.escape(column_of(question))}-\s?Answer", key))
        return self.row[key].strip()

    def spans(self, question: ReviewQuestion) -> list[Span]:
        """Where the marked words stand, white space aside."""
        found = []
        for words in self.quotes(question):
            tight = CompactText(words).text
            found += [self._tight.span(at, at + len(tight)) for at in occurrences(self._tight.text, tight)]
        return merge_spans(found)

    @cached_property
    def _tight(self) -> CompactText:
        return CompactText(self.text)


def column_of(question: ReviewQuestion) -> str:
    """The column of CUAD's table for a question of the shipped set: both are in the same order."""
    return _columns()[question.name]


_COLUMNS: dict[str, str] = {}


def _columns() -> dict[str, str]:
    return _COLUMNS


def load_contracts(data: Path, part: str) -> list[Contract]:
    """The contracts of a part.

    `fit` are development documents, `held` thirty of them whose values nobody has looked at, `dev` thirty others,
    `train` those the models learnt from, whose misses are looked at too, and `mini` the test set.
    """
    with (data / "cuad_raw" / "master_clauses.csv").open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        names = [name for name in reader.fieldnames or () if name != "Filename" and not name.endswith("Answer")]
        _COLUMNS.update(zip((question.name for question in QUESTIONS), names, strict=True))
        rows = {Path(row["Filename"]).stem: row for row in reader}
    config = tomllib.loads((ROOT / "training" / "config.toml").read_text("utf-8"))
    documents = [doc for doc in read_documents(data, config) if doc.set == "cuad" and doc.split in _SPLITS[part]]
    dev = sorted((doc.id for doc in documents if doc.split == "dev"), key=_draw)
    kept = set(dev[:30]) if part == "dev" else set(dev[30:])
    chosen = [doc for doc in documents if doc.split != "dev" or doc.id in kept]
    chosen = sorted(chosen, key=lambda doc: _draw(f"held {doc.id}"))[:30] if part == "held" else chosen
    found = [(Path(doc.id).name, doc.text, rows.get(Path(doc.id).stem)) for doc in chosen]
    return [Contract(name, text, row) for name, text, row in sorted(found) if row is not None]


# Documents whose natural questions steer training are kept from it too.
_SPLITS = {
    "fit": ("dev", "natural"),
    "held": ("dev", "natural"),
    "dev": ("dev",),
    "train": ("train",),
    "mini": ("mini",),
}


def _draw(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()


def is_there(contract: Contract, question: ReviewQuestion) -> bool:
    """Whether CUAD marks such a clause."""
    return bool(contract.quotes(question))


def gold_date(answer: str) -> str | None:
    """CUAD's date in ISO form; None where it gives no whole date."""
    found = _DATE.fullmatch(answer)
    if not found:
        return None
    month, day, year = (int(part) for part in found.groups())
    year += 0 if year > 99 else 2000 if year < 50 else 1900
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None


def gold_days(answer: str) -> float | None:
    """CUAD's duration in days; None where it gives none."""
    written = [one.figure for one in find_written(answer) if one.figure.unit in DAYS]
    return float(written[0].value) * DAYS[written[0].unit] if written else None


def same_place(told: str, answer: str) -> bool | None:
    """Whether a name means one of the jurisdictions of CUAD's answer; None where that is blacked out.

    Either may say more: "Ontario" is "Province of Ontario, Canada", and "England and Wales" is "England; Wales".
    """
    said = _place_words(told)
    wanted = [words for part in answer.split(";") if (words := _place_words(part.split(",")[0]))]
    return any(bool(said & words) and (said <= words or words <= said) for words in wanted) if wanted else None


def _place_words(place: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]+", short_place(place)))
