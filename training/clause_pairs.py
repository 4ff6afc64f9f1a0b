"""Pairs of clauses, or of lines of sheets, that come near each other, with questions that one or neither answers.

A reader that looks for the subject alone says yes to both: what the landlord may do answers what the tenant may do.
"""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from training.contrast import SUPPORTED, UNSAID, Example

KEPT = 8  # every so-manieth row is kept to measure by
BESIDE_RATE = 0.4  # of the times a clause is shown: with a clause of another document before or after it


@dataclass(slots=True)
class ClausePairs:
    """The rows of one side, trained on or kept to measure by."""

    quads: list[list[Example]] = field(default_factory=list)  # as contrast pairs are: two questions, two clauses
    neither: list[Example] = field(default_factory=list)
    clauses: list[str] = field(default_factory=list)

    def add(self, row: dict[str, Any]) -> None:
        """Add one row."""
        first, second = row["a"], row["b"]
        self.clauses += [first, second]
        for asked, other in row["pairs"]:
            self.quads.append(
                [
                    Example(asked, first, SUPPORTED, "clause"),
                    Example(other, first, UNSAID, "clause"),
                    Example(asked, second, UNSAID, "clause"),
                    Example(other, second, SUPPORTED, "clause"),
                ]
            )
        self.neither += [Example(q, clause, UNSAID, "clause") for q in row["neither"] for clause in (first, second)]

    def examples(self) -> list[Example]:
        """Give every question with both clauses."""
        return [example for quad in self.quads for example in quad] + self.neither

    def quad(self, rng: Random) -> list[Example]:
        """Draw the four examples of two questions; each clause is shown alike to both."""
        quad = rng.choice(self.quads)
        shown = {clause: self._shown(clause, rng) for clause in (quad[0].passage, quad[2].passage)}
        return [Example(e.claim, shown[e.passage], e.label, e.kind) for e in quad]

    def unanswered(self, rng: Random) -> Example:
        """Draw a question that neither clause of its row answers."""
        example = rng.choice(self.neither)
        return Example(example.claim, self._shown(example.passage, rng), example.label, example.kind)

    def _shown(self, clause: str, rng: Random) -> str:
        if rng.random() >= BESIDE_RATE:
            return clause
        at = self.clauses.index(clause)
        both = [clause, self.clauses[(at + rng.randrange(2, len(self.clauses) - 2)) % len(self.clauses)]]
        rng.shuffle(both)
        return "\n".join(both)


def is_kept(n: int) -> bool:
    """Tell whether the n-th row is kept to measure by."""
    return n % KEPT == 0


def cut_clause_pairs(rows: list[dict[str, Any]]) -> tuple[ClausePairs, ClausePairs]:
    """Give those to train on and those to measure by."""
    trained, kept = ClausePairs(), ClausePairs()
    for n, row in enumerate(rows):
        (kept if is_kept(n) else trained).add(row)
    return trained, kept
