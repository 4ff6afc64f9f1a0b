"""Claims against passages: written claims and contrast pairs, and contrast pairs made from a passage's own sentences.

A made pair is a sentence with one detail changed (a figure, a negation, may and must, the parties, an exception). Both
the sentence and the passage are shown in both forms, so that neither tells the label alone.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

SUPPORTED, REFUTED, UNSAID = 0, 1, 2
LABELS = {"supported": SUPPORTED, "refuted": REFUTED, "unsupported": UNSAID}
SENTENCE = re.compile(r"(?<=[.;])\s+")
FIGURE = re.compile(r"\b\d[\d,]*\b")
NUMBERS = "one two three four five six seven eight nine ten twelve fifteen twenty thirty sixty ninety".split()  # noqa: SIM905
ROLES = [
    "Licensor",
    "Licensee",
    "Company",
    "Executive",
    "Employee",
    "Employer",
    "Buyer",
    "Seller",
    "Parent",
    "Purchaser",
    "Supplier",
    "Customer",
    "Consultant",
    "Distributor",
    "Manufacturer",
    "claimant",
    "defendant",
    "applicant",
    "respondent",
    "court",
    "judge",
    "Recipient",
    "Discloser",
    "Landlord",
    "Tenant",
    "Lender",
    "Borrower",
    "Franchisor",
    "Franchisee",
    "Agent",
    "Client",
    "Contractor",
    "Owner",
    "Board",
    "creditor",
    "debtor",
    "Provider",
    "User",
    "Affiliate",
]  # noqa: SIM905
PHRASES = ("Disclosing Party", "Receiving Party", "Merger Sub")
ROLE = re.compile(r"\b(?:" + "|".join([*PHRASES, *ROLES]) + r")\b")
SWAPS = [
    (r"\bunless\b", "if"),
    (r"\bif\b", "unless"),
    (r"\bbefore\b", "after"),
    (r"\bafter\b", "before"),
    (r"\bprior to\b", "following"),
    (r"\bfollowing\b", "before"),
    (r"\bwithin\b", "after"),
    (r"\bat least\b", "at most"),
    (r"\bno later than\b", "no earlier than"),
    (r"\bnot less than\b", "not more than"),
    (r"\bmore than\b", "less than"),
    (r"\bonly\b ", ""),
    (r"\bwithout\b", "with"),
    (r"\bany\b", "no"),
    (r"\ball\b", "some"),
    (r"\beither\b", "neither"),
    (r"\bboth\b", "one"),
    (r"\bincluding\b", "excluding"),
    (r"\bexclusive\b", "non-exclusive"),
    (r"\bterminate\b", "renew"),
    (r"\bincrease\b", "decrease"),
    (r"\bpermitted\b", "prohibited"),
    (r"\bwritten\b", "oral"),
    (r"\bmonths?\b", "days"),
    (r"\bdays\b", "months"),
    (r",? (?:except|provided that|subject to)[^,.;]{8,120}", ""),
]


@dataclass(frozen=True, slots=True)
class Example:
    """A claim (or question) and a passage with the right verdict; `kind` says what sort of claim it is."""

    claim: str
    passage: str
    label: int
    kind: str


def contrast_examples(row: dict[str, Any], text: str, *, around: int | None = None) -> list[list[Example]]:
    """Give the four examples of each written pair of a row: the twins against the passage as it is and as edited.

    With `around`, only so many characters before and after the edits are shown, to the ends of sentences.
    """
    found = []
    for pair in row["pairs"]:
        start, end = row["window"]
        if around is not None:
            start, end = _narrow(text, (start, end), pair["edits"], around)
        passage, edited = text[start:end], text
        for a, b, words in sorted(pair["edits"], reverse=True):
            edited = edited[:a] + words + edited[b:]
        changed = edited[start : end + len(edited) - len(text)]
        found.append(four(pair["true"], pair["false"], passage, changed, pair["kind"]))
    return found


def _narrow(text: str, window: tuple[int, int], edits: list[list[Any]], around: int) -> tuple[int, int]:
    """Cut a window down to the sentences near its edits."""
    start, end = window
    first, last = min(edit[0] for edit in edits), max(edit[1] for edit in edits)
    stops = [start + match.end() for match in SENTENCE.finditer(text[start:end])]
    low = max([stop for stop in stops if stop <= max(start, first - around)], default=start)
    high = min([stop for stop in stops if stop >= min(end, last + around)], default=end)
    return low, high


def four(true: str, false: str, passage: str, edited: str, kind: str) -> list[Example]:
    """Show both twins against both passages."""
    return [
        Example(true, passage, SUPPORTED, kind),
        Example(false, passage, REFUTED, kind),
        Example(true, edited, REFUTED, kind),
        Example(false, edited, SUPPORTED, kind),
    ]


def claim_examples(row: dict[str, Any], text: str) -> list[Example]:
    """Give the written claims of a row."""
    passage = text[slice(*row["window"])]
    return [Example(c["claim"], passage, LABELS[c["label"]], c["how"]) for c in row["claims"]]


class Perturber:
    """Makes contrast pairs from a passage's own sentences."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def pair(self, passage: str) -> list[Example] | None:
        """Change one detail of a sentence, and show both forms of it against both forms of the passage."""
        sentences = [s for s in SENTENCE.split(passage) if 60 < len(s) < 420]
        if not sentences:
            return None
        sentence = self._rng.choice(sentences)
        kind, changed = self._change(sentence, passage)
        if changed is None or changed == sentence:
            return None
        edited = passage.replace(sentence, changed, 1)
        state = self._rng.getstate()
        first = self._soften(sentence)
        self._rng.setstate(state)  # both twins are reworded alike
        second = self._soften(changed)
        if first == second:
            return None
        return four(first, second, passage, edited, f"made {kind}")

    def _change(self, sentence: str, passage: str) -> tuple[str, str | None]:
        ways: list[tuple[str, Callable[[str, str], str | None]]] = [
            ("number", self._figure),
            ("negation", self._negate),
            ("modality", self._modality),
            ("party", self._parties),
            ("party", self._parties),
            ("condition", self._swap),
            ("condition", self._swap),
        ]
        self._rng.shuffle(ways)
        for kind, way in ways:
            changed = way(sentence, passage)
            if changed is not None and changed != sentence:
                return kind, changed
        return "", None

    def _figure(self, sentence: str, passage: str) -> str | None:
        places = list(FIGURE.finditer(sentence))
        words = [w for w in NUMBERS if re.search(rf"\b{w}\b", sentence)]
        if places and (not words or self._rng.random() < 0.5):
            place = self._rng.choice(places)
            value = int(place[0].replace(",", "") or 0)
            new = self._rng.choice([value + 1, value * 2, max(1, value // 2), value + 10, value * 10])
            return sentence[: place.start()] + (f"{new:,}" if "," in place[0] else str(new)) + sentence[place.end() :]
        if words:
            word = self._rng.choice(words)
            return re.sub(rf"\b{word}\b", self._rng.choice([w for w in NUMBERS if w != word]), sentence, count=1)
        return None

    def _negate(self, sentence: str, passage: str) -> str | None:
        if re.search(r"\b(shall|may|will|must|is|are|does|do) not\b", sentence):
            return re.sub(r"\b(shall|may|will|must|is|are|does|do) not\b", r"\1", sentence, count=1)
        return re.sub(r"\b(shall|may|will|must|is|are)\b", r"\1 not", sentence, count=1)

    def _modality(self, sentence: str, passage: str) -> str | None:
        place = re.search(r"\b(shall|may|must|will)\b(?! not)", sentence)
        if place is None:
            return None
        return sentence[: place.start()] + ("may" if place[1] != "may" else "must") + sentence[place.end() :]

    def _parties(self, sentence: str, passage: str) -> str | None:
        known = sorted(set(ROLE.findall(passage)))
        own = [role for role in known if role in sentence]
        if not own or len(known) < 2:
            return None
        a = self._rng.choice(own)
        b = self._rng.choice([role for role in known if role != a])
        return re.sub(rf"\b{b}\b", a, re.sub(rf"\b{a}\b", "\0", sentence)).replace("\0", b)

    def _swap(self, sentence: str, passage: str) -> str | None:
        for pattern, new in self._rng.sample(SWAPS, len(SWAPS)):
            changed = re.sub(pattern, new, sentence, count=1)
            if changed != sentence:
                return changed
        return None

    def _soften(self, sentence: str) -> str:
        """Say a sentence a little more plainly."""
        said = re.sub(r"\s+", " ", re.sub(r"^\(?[\divxa-z]{1,4}[.)]\s*", "", sentence))
        if self._rng.random() < 0.5:
            said = re.sub(r"\b(hereunder|herein|thereof|hereto|such|said|applicable|respective)\b ", "", said)
        if self._rng.random() < 0.4:
            said = said.replace(" shall ", self._rng.choice([" must ", " has to ", " will "]))
        return said
