"""What the verifier is trained and measured on: written claims and pairs, made pairs, questions, mismatches."""

import json
import lzma
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from training.clause_pairs import ClausePairs, cut_clause_pairs
from training.contrast import SENTENCE, SUPPORTED, UNSAID, Example, Perturber, claim_examples, contrast_examples
from training.elsewhere import PIECE
from training.judged import KEPT, Judged, Showing, read_judged

WINDOW = (500, 1400)  # characters of a passage drawn from a document
NEAR = 250  # characters shown round the words that matter
NEAR_RATE = 0.4
ALONE_RATE = 0.5  # of the words shown to a question: without what stands round them
REACH = 550  # characters to each side of the middle of words shown with what stands round them
OWN_RATE = 0.35  # of the questions asked: those on our short invented documents
JUDGED_RATE = 0.45  # of the questions asked: those whose search was judged by hand
SHEET_RATE = 0.35  # of the pairs of clauses, and of questions that neither answers: lines of sheets
HEADED_RATE = 0.5  # of the words shown with what stands round them: under where they stand
TAUGHT_QUESTIONS = 0.6  # of what the teacher judges: questions; the rest are claims
RANKED_RATE = 0.7  # of these: held against passages that search puts first (`training.ranked`)
RANKED_SETS = {"own": 0.26, "uk": 0.24, "cuad": 0.22, "maud": 0.04, "contractnli": 0.04, "clauses": 0.2}
FOURS = ("quads", "made", "clauses")  # shares of a batch that come as four examples each
GROWN = 200  # characters a sentence may reach beyond the words


@dataclass(slots=True)
class Pool:
    """The written material of the documents of one side: trained on, or kept for dev."""

    quads: list[list[Example]] = field(default_factory=list)
    near: list[list[Example]] = field(default_factory=list)  # the same with only the sentences that matter
    claims: list[Example] = field(default_factory=list)
    questions: list[Example] = field(default_factory=list)  # with the whole window they were written for
    asked: list["Asked"] = field(default_factory=list)
    everyday: list["Asked"] = field(default_factory=list)
    judged: list[Judged] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of a document, where its answers stand (nowhere, if none does), and places that only come near."""

    question: str
    document: str
    answers: list[list[int]]
    elsewhere: list[list[int]]
    showing: Showing

    @property
    def text(self) -> str:
        """The text of the document."""
        return self.showing.texts[self.document]

    def answered(self, rng: Random) -> Example:
        """Show words that answer, in their sentences or with what stands round them."""
        start, end = rng.choice(self.answers)
        return Example(self.question, self._show(start, end, rng), SUPPORTED, "asked")

    def missed(self, rng: Random) -> Example:
        """Show words that come near without an answer, alone or with what stands round them."""
        start, end = rng.choice(self.elsewhere)
        return Example(self.question, self._show(start, end, rng, beside=True), UNSAID, "asked elsewhere")

    def _show(self, start: int, end: int, rng: Random, *, beside: bool = False) -> str:
        first, last, reach = reach_around(self.text, start, end, rng)
        if beside:
            first = max([first, *(b for _, b in self.answers if b <= start)])
            last = min([last, *(a for a, _ in self.answers if a >= end)])
        elif not reach:
            first, last = whole_sentences(self.text, first, last)
        shown = self.text[first:last].strip()
        head = self.showing.head(self.document, start) if reach and rng.random() < HEADED_RATE else ""
        return f"{head}\n{shown}" if head else shown


@dataclass(slots=True)
class Asks:
    """Questions to be drawn: those on our short documents more often than their number says."""

    own: list[Asked] = field(default_factory=list)
    others: list[Asked] = field(default_factory=list)

    def add(self, document: str, asked: Asked) -> None:
        """Put a question where it belongs."""
        (self.own if document.startswith("own/") else self.others).append(asked)

    def draw(self, rng: Random) -> Asked:
        """Draw a question."""
        return rng.choice(self.own if rng.random() < OWN_RATE else self.others)


def reach_around(text: str, start: int, end: int, rng: Random) -> tuple[int, int, int]:
    """Give where words shown begin and end, alone or with what stands round them, and how far that reaches."""
    reach = 0 if rng.random() < ALONE_RATE else rng.randrange(100, REACH)
    middle = (start + end) // 2
    return max(0, min(start, middle - reach)), min(len(text), max(end, middle + reach)), reach


def whole_sentences(text: str, start: int, end: int) -> tuple[int, int]:
    """Grow to the ends of the sentences, as far as they are near."""
    before = [match.end() for match in PIECE.finditer(text, max(0, start - GROWN), start)]
    after = PIECE.search(text, end, end + GROWN)
    return (before[-1] if before else start), (after.start() if after else end)


@dataclass(slots=True)
class Passage:
    """One written window of a training document: all that was claimed of it, and its edited versions."""

    text: str
    rows: list[tuple[str, dict[str, Any]]]
    window: tuple[int, int] = (0, 0)
    claims: list[str] = field(default_factory=list)
    versions: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Gather the claims and the versions."""
        self.window = tuple(self.rows[0][1]["window"])
        for name, row in self.rows:
            if name == "claims":
                self.claims += [claim["claim"] for claim in row["claims"]]
                continue
            for quad in contrast_examples(row, self.text):
                self.claims += [quad[0].claim, quad[1].claim]
                self.versions.append(quad[2].passage)


def _by_window(packed: dict[str, Any], splits: dict[str, str]) -> list[tuple[str, list[tuple[str, dict[str, Any]]]]]:
    """Group the written rows of the training documents by their window."""
    groups: dict[tuple[str, tuple[int, ...]], list[tuple[str, dict[str, Any]]]] = {}
    for name in ("contrast", "claims"):
        for row in packed[name]:
            if splits[row["document"]] == "train":
                groups.setdefault((row["document"], tuple(row["window"])), []).append((name, row))
    return [(document, rows) for (document, _), rows in groups.items()]


class VerifyData:
    """Draws examples; dev is cut by document."""

    def __init__(self, folder: Path, seed: int) -> None:
        with lzma.open(folder / "data.json.xz") as file:
            packed = json.load(file)
        self.rng = Random(seed)
        self.perturber = Perturber(self.rng)
        texts = {d[0]: d[3] for d in packed["documents"]}
        splits = {d[0]: d[2] for d in packed["documents"]}
        self.documents = [d[3] for d in packed["documents"] if d[2] == "train" and len(d[3]) > WINDOW[1]]
        self.train, self.dev = Pool(), Pool()
        for row in packed["contrast"]:
            pool, text = self._pool(splits[row["document"]]), texts[row["document"]]
            pool.quads += contrast_examples(row, text)
            pool.near += contrast_examples(row, text, around=NEAR)
        for row in packed["claims"]:
            self._pool(splits[row["document"]]).claims += claim_examples(row, texts[row["document"]])
        self.passages = [Passage(texts[name], rows) for name, rows in _by_window(packed, splits)]
        for document, style, question, _, window in packed["natural"]:
            self.train.questions.append(Example(question, texts[document][slice(*window)], SUPPORTED, f"asked {style}"))
        for document, question, window in packed["absent"]:
            self.train.questions.append(Example(question, texts[document][slice(*window)], UNSAID, "asked absent"))
        self.clauses, self.kept_clauses = cut_clause_pairs(packed["clauses"])
        self.sheets, self.kept_sheets = cut_clause_pairs(packed["sheets"])
        self.asked, self.absent = Asks(), Asks()
        self.showing = show = Showing(texts, packed["whereabouts"])
        for (document, _, question, spans, _), near in zip(packed["natural"], packed["elsewhere"], strict=True):
            if near:
                self.asked.add(document, Asked(question, document, spans, near, show))
        for (document, question, window), near in zip(packed["absent"], packed["absent elsewhere"], strict=True):
            self.absent.add(document, Asked(question, document, [], near or [window], show))
        judged = read_judged(packed["judged"])
        self.judged = [one for n, one in enumerate(judged) if n % KEPT]
        self.dev.judged = judged[::KEPT]
        self.texts, ranked = texts, folder / "ranked.json"
        self.ranked: dict[str, list[list[Any]]] = json.loads(ranked.read_text("utf-8")) if ranked.exists() else {}
        self.dev.asked = [Asked(question, d, spans, near, show) for d, question, spans, near in packed["asked"]]
        everyday = Showing({text: text for text, *_ in packed["everyday"]}, {})
        self.dev.everyday = [Asked(q, text, spans, near, everyday) for text, q, spans, near in packed["everyday"]]

    def _pool(self, split: str) -> Pool:
        return self.train if split == "train" else self.dev if split == "natural" else Pool()

    def made(self) -> list[Example]:
        """Make a contrast pair from a passage drawn from any document."""
        while True:
            found = self.perturber.pair(self.passage())
            if found:
                return found

    def passage(self) -> str:
        """Draw a passage."""
        text = self.rng.choice(self.documents)
        start = self.rng.randrange(len(text) - WINDOW[1] + 1)
        return text[start : start + self.rng.randrange(*WINDOW)]

    def _quad(self) -> list[Example]:
        pool = self.train.near if self.rng.random() < NEAR_RATE else self.train.quads
        return self.rng.choice(pool)

    def mismatch(self) -> Example:
        """Put a claim or question against a passage of another document: nothing there speaks of it."""
        pool = self.train.questions if self.rng.random() < 0.3 else self.train.claims
        return Example(self.rng.choice(pool).claim, self.passage(), UNSAID, "mismatch")

    def unlabelled(self) -> Example:
        """Change a claim, its passage, or both at random: a teacher says what that makes of it."""
        if self.rng.random() < TAUGHT_QUESTIONS:
            return self._asked_of_teacher()
        chance = self.rng.random()
        if chance < 0.33:
            example = self._written()
            _, changed = self.perturber._change(example.claim, example.passage)
            return self._taught(changed or example.claim, example.passage)
        if chance < 0.5:
            example = self._written()
            made = self.perturber.pair(example.passage)
            return self._taught(example.claim, made[2].passage if made else example.passage)
        return self._elsewhere()

    def _asked_of_teacher(self) -> Example:
        """Hold a question against a passage that search puts first, another of its document, or part of its window."""
        chance = self.rng.random()
        if self.ranked and chance < RANKED_RATE:
            return self._ranked()
        if chance < (1 + RANKED_RATE) / 2:
            asked = self.rng.choice([self.asked, self.absent]).draw(self.rng)
            shown = asked.missed(self.rng)
            return self._taught(shown.claim, shown.passage)
        example = self.rng.choice(self.train.questions)
        return self._taught(example.claim, self._cut(example.passage))

    def _ranked(self) -> Example:
        sets = list(RANKED_SETS)
        question, *place = self.rng.choice(self.ranked[self.rng.choices(sets, [RANKED_SETS[s] for s in sets])[0]])
        if len(place) == 1:
            return self._taught(question, place[0])
        document, start, end = place
        first, last, _ = reach_around(self.texts[document], start, end, self.rng)
        return self._taught(question, self.texts[document][first:last].strip())

    def _written(self) -> Example:
        return self.rng.choice(self.train.claims if self.rng.random() < 0.3 else self.rng.choice(self.train.quads))

    def _elsewhere(self) -> Example:
        """Hold a claim about a passage against another cut or version of the same passage."""
        passage = self.rng.choice(self.passages)
        claim = self.rng.choice(passage.claims)
        if self.rng.random() < 0.2:
            _, changed = self.perturber._change(claim, passage.claims[0])
            claim = changed or claim
        start, end = passage.window
        if self.rng.random() < 0.5 and passage.versions:
            return self._taught(claim, self._cut(self.rng.choice(passage.versions)))
        shift = self.rng.randrange(-400, 401)
        text = passage.text[max(0, start + shift) : max(0, end + shift)]
        return self._taught(claim, self._cut(text or passage.text[start:end]))

    def _cut(self, text: str) -> str:
        """Give some of the sentences of a passage."""
        sentences = SENTENCE.split(text)
        if self.rng.random() < 0.4 or len(sentences) < 2:
            return text
        first = self.rng.randrange(len(sentences))
        last = self.rng.randrange(first, len(sentences))
        return " ".join(sentences[first : last + 1])

    @staticmethod
    def _taught(claim: str, passage: str) -> Example:
        return Example(claim, passage, -1, "unlabelled")

    def _near_pair(self) -> ClausePairs:
        return self.sheets if self.rng.random() < SHEET_RATE else self.clauses

    def question_pair(self) -> list[Example]:
        """Ask a question of words that answer it, and of others that do not: of its document, or found by a search."""
        if self.judged and self.rng.random() < JUDGED_RATE:
            return self.showing.draw(self.rng.choice(self.judged), self.rng)
        one = self.asked.draw(self.rng)
        return [one.answered(self.rng), one.missed(self.rng)]

    def batch(self, shares: dict[str, int]) -> list[Example]:
        """Draw a batch; what comes in fours (`FOURS`) is first, then two of each question asked."""
        rows = [e for _ in range(shares["quads"]) for e in self._quad()]
        rows += [e for _ in range(shares["made"]) for e in self.made()]
        rows += [e for _ in range(shares["clauses"]) for e in self._near_pair().quad(self.rng)]
        rows += [e for _ in range(shares["asked"]) for e in self.question_pair()]
        rows += [self.rng.choice(self.train.claims) for _ in range(shares["claims"])]
        rows += [self.rng.choice(self.train.questions) for _ in range(shares["questions"])]
        rows += [self.absent.draw(self.rng).missed(self.rng) for _ in range(shares["absent"])]
        rows += [self._near_pair().unanswered(self.rng) for _ in range(shares["neither"])]
        return rows + [self.mismatch() for _ in range(shares["mismatches"])]
