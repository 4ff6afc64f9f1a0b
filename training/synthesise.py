"""Questions made from a document's own text: far more kinds of question than people have marked."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from training.config import read_table
from training.corpus import TrainingDocument
from training.reword import Reworder, Rewording, clip, keywords, take_sides

HEADING = re.compile(
    r"(?:(?<=\n)|(?<=\s\s)|(?<=[.;:] ))((?:(?:Section|SECTION|ARTICLE|Article)\s+)?"
    r"(?:\d{1,2}(?:\.\d{1,2}){0,3}[.)]?|\([a-z]{1,2}\)|[IVX]{1,5}\.)\s+)"
    r"([A-Z][A-Za-z,;&'’/\- ]{3,90}?)(\.|:|\n)(?=\s*[A-Z“\"(])"
)
RULE_HEADING = re.compile(r"\n\n()([A-Z][^\n.]{4,110})()\n\n(?=\d+[A-Z]{0,2}\.\d+[A-Z]{0,2}\n)")
DEFINITION = re.compile(
    r"[“\"‘']([A-Za-z][A-Za-z0-9'’\-& ]{2,50})[”\"’']\s*(?:,?\s*(?:or|and) [“\"][^”\"]{2,50}[”\"]\s*)?"
    r"(?:means?|shall mean|shall have the meaning|has the meaning|refers? to|includes?)\b"
)
NUMBERED = re.compile(r"(?:(?<=\n)|(?<=\s\s))(?:Section |SECTION )?(\d{1,2}\.\d{1,2}[A-Z]?)\.?\s+(?=[A-Z(\n])")
REFERENCE = re.compile(
    r"\b([Ss]ections?|[Rr]ules?|[Aa]rticles?|[Cc]lauses?|[Pp]aragraphs?)\s+(\d{1,3}[A-Z]?(?:\.\d{1,2})?)\b"
)
SENTENCE_END = re.compile(r"[.;](?=\s)|\n|\Z")
VERB = re.compile(
    r"\b(may not|shall not|will not|must not|cannot|may|can|shall|will|must|agrees? to|"
    r"(?:is|are) entitled to|has the right to)\b"
)
DURATION = re.compile(r"\b(?:days?|months?|years?|hours|weeks)\b")
AMOUNT = re.compile(r"[$£€]\s?\d|percent|per cent|\d\s?%")
CONDITION = re.compile(r"\b(?:[Ii]f|[Ii]n the event (?:that|of)|[Uu]pon|[Ww]here)\s+([^,;.]{15,160})")
EXCEPTION = re.compile(r"\b(?:unless|except|provided that|other than)\b")
NUMBERING = re.compile(r"^\s*(?:\(?[a-zA-Z0-9]{1,4}[.)]\s*)+")


@dataclass(frozen=True, slots=True)
class Synthetic:
    """A question made from a text: its answer, and words that may be cut out so as not to give it away."""

    document: str
    shape: str
    question: str
    span: tuple[int, int]
    hidden: tuple[int, int] | None = None


class Synthesiser:
    """Makes a document's questions."""

    def __init__(self, config: dict[str, Any], reworder: Reworder) -> None:
        self.config = config["synthetic"]
        self.seed = config["seed"]
        self.reworder = reworder
        self.templates: dict[str, list[str]] = read_table("templates.toml")

    def synthesise(self, doc: TrainingDocument) -> list[Synthetic]:
        """Make questions of every shape, as many as the recipe says for the document's set."""
        rng = Random(f"{self.seed} {doc.id}")
        count = self.config["sentences"][doc.set]
        sentences = find_sentences(doc.text)
        rng.shuffle(sentences)
        made = [
            *self._ask_sentences(doc, sentences[:count], rng),
            *self._ask_headings(doc, rng, int(count * self.config["headings"])),
            *self._ask_definitions(doc, rng, int(count * self.config["definitions"])),
            *self._ask_sections(doc, rng, int(count * self.config["references"] / 2)),
            *self._ask_references(doc, sentences[: 20 * count], rng),
            *self._ask_clozes(doc, sentences[count : count + int(count * self.config["clozes"])], rng),
        ]
        return [s for s in made if len(s.question) > 3]

    def ask(self, sentence: str, rng: Random) -> str:
        """Turn a sentence into a question, a statement or a few words."""
        plain = re.sub(r"\s+", " ", NUMBERING.sub("", sentence.strip()).rstrip(".;: \n"))
        how = Rewording.draw(rng)
        verb, chance = VERB.search(plain), rng.random()
        if verb and chance < 0.4:
            question = self._ask_verb(plain, verb, how, rng)
        elif chance < 0.55:
            question = self._ask_detail(plain, how, rng)
        elif chance < 0.68:
            words = self.reworder.reword(" ".join(clip(plain.split(), rng, 6, 24)), how, rng)
            question = rng.choice(self.templates["state"]).format(x=words)
        else:
            words = self.reworder.reword(keywords(plain, rng), Rewording(0, max(how.swap, 0.2), how.plain), rng)
            question = rng.choice(self.templates["search"]).format(x=words)
        question = take_sides(question) if rng.random() < 0.3 else question
        return question.lower().rstrip("?") if rng.random() < 0.3 else question

    def _ask_verb(self, plain: str, verb: re.Match[str], how: Rewording, rng: Random) -> str:
        """Ask whether someone may, must or must not do what the sentence says."""
        who = re.split(r"[,;:]", plain[: verb.start()])[-1].split()[-rng.randint(3, 8) :]
        rest = plain[verb.end() :].split()
        done = rest[: rng.randint(5, 16)] if rng.random() < 0.75 else clip(rest, rng, 4, 14)
        name = verb[1]
        shape = "forbid" if "not" in name else "allow" if re.match("may|can|has|is|are", name) else "require"
        a = self.reworder.reword(" ".join(who) or "a party", Rewording(0, how.swap / 2, how.plain), rng)
        b = self.reworder.reword(" ".join(done), how, rng) if done else "do it"
        return rng.choice(self.templates[shape]).format(a=a, b=b, m=name)

    def _ask_detail(self, plain: str, how: Rewording, rng: Random) -> str:
        """Ask for the time, the sum, the condition or the exception that the sentence holds."""
        condition = CONDITION.search(plain)
        shapes = [
            s for s, p in (("duration", DURATION), ("amount", AMOUNT), ("exception", EXCEPTION)) if p.search(plain)
        ]
        shape = rng.choice(shapes + ["condition"] * bool(condition) or ["search"])
        about = condition[1] if shape == "condition" and condition else keywords(plain, rng)
        return rng.choice(self.templates[shape]).format(x=self.reworder.reword(about, how, rng))

    def _ask_sentences(self, doc: TrainingDocument, spans: list[tuple[int, int]], rng: Random) -> Iterator[Synthetic]:
        for start, end in spans:
            yield Synthetic(doc.id, "sentence", self.ask(doc.text[start:end], rng), (start, end))

    def _ask_headings(self, doc: TrainingDocument, rng: Random, count: int) -> Iterator[Synthetic]:
        found = find_headed(doc)
        rng.shuffle(found)
        for heading, span, hidden in found[:count]:
            how = Rewording(rng.choice([0, 0, 0.25]), rng.choice([0, 0.2, 0.5]), rng.choice([0, 0.5, 0.9]))
            words = self.reworder.reword(heading, how, rng)
            words = words if rng.random() < 0.5 else words.lower()
            yield Synthetic(doc.id, "heading", rng.choice(self.templates["heading"]).format(h=words), span, hidden)

    def _ask_definitions(self, doc: TrainingDocument, rng: Random, count: int) -> Iterator[Synthetic]:
        found = list(DEFINITION.finditer(doc.text))
        rng.shuffle(found)
        for match in found[:count]:
            start = match.start()
            stop = re.search(r"[.;]\s*(?:\n|\s(?=[“\"(]))|\n\s*\n", doc.text[start : start + 1500])
            term = match[1] if rng.random() < 0.6 else self.reworder.reword(match[1], Rewording(0, 0.4, 0.4), rng)
            question = rng.choice(self.templates["definition"]).format(h=term)
            yield Synthetic(doc.id, "definition", question, (start, start + (stop.end() if stop else 500)))

    def _ask_sections(self, doc: TrainingDocument, rng: Random, count: int) -> Iterator[Synthetic]:
        """Ask for a section by its number."""
        numbered = [(m[1], m.start(), m.end()) for m in NUMBERED.finditer(doc.text)]
        ends = [start for _, start, _ in numbered[1:]] + [len(doc.text)] * bool(numbered)
        places = [(n, a, min(z, a + 1500)) for (n, a, b), z in zip(numbered, ends, strict=True) if z - b > 80]
        rng.shuffle(places)
        for number, start, end in places[:count]:
            name = rng.choice(["section {}", "Section {}", "clause {}", "article {}", "rule {}", "{}"]).format(number)
            yield Synthetic(doc.id, "section", rng.choice(self.templates["section"]).format(h=name), (start, end))

    def _ask_references(self, doc: TrainingDocument, spans: list[tuple[int, int]], rng: Random) -> Iterator[Synthetic]:
        """Ask for the sentence that refers to another provision."""
        count = int(self.config["sentences"][doc.set] * self.config["references"] / 2)
        pointing = [(s, m) for s in spans if (m := REFERENCE.search(doc.text, *s))]
        for span, match in pointing[:count]:
            about = keywords(doc.text[slice(*span)], rng)
            question = rng.choice(self.templates["reference"]).format(h=match[0])
            yield Synthetic(doc.id, "reference", f"{question} {about}", span)

    def _ask_clozes(self, doc: TrainingDocument, spans: list[tuple[int, int]], rng: Random) -> Iterator[Synthetic]:
        """Ask a sentence's question of its surroundings, with the sentence itself cut out."""
        text = doc.text
        for start, end in spans:
            before = max(0, text.rfind("\n\n", 0, start), start - 350)
            after = min(text.find("\n\n", end) % (len(text) + 1), end + 350)
            if (start - before) + (after - end) >= 150:
                yield Synthetic(doc.id, "cloze", self.ask(text[start:end], rng), (before, after), (start, end))


def find_sentences(text: str) -> list[tuple[int, int]]:
    """Find the stretches of text that read as sentences."""
    ends = [match.end() for match in SENTENCE_END.finditer(text)]
    spans = [(a, b) for a, b in zip([0, *ends[:-1]], ends, strict=True) if 60 < b - a <= 700]
    return [(a, b) for a, b in spans if len(re.findall("[a-z]{3,}", text[a:b])) > 8]


def find_headed(doc: TrainingDocument) -> list[tuple[str, tuple[int, int], tuple[int, int]]]:
    """Find sections by their headings: the heading, the section with it, and the heading's own span."""
    text = doc.text
    pattern = RULE_HEADING if doc.set == "uk" else HEADING
    matches = [m for m in pattern.finditer(text) if doc.set == "uk" or _is_title(m[2])]
    starts = [m.start(1) for m in matches[1:]] + [len(text)] * bool(matches)
    found = []
    for match, following in zip(matches, starts, strict=True):
        start, head = match.start(1), match.end()
        gap = re.search(r"\n\s*\n\s*(?:Section|SECTION|ARTICLE|\d{1,2}\.)", text[head:following])
        cut = head + gap.start() if gap and doc.set != "uk" else following
        end = min(following, cut, start + 1800)
        if end - head >= 60:
            found.append((re.sub(r"\s+", " ", match[2]).strip(), (start, end), (start, head)))
    return found


def _is_title(heading: str) -> bool:
    words = [w for w in re.findall(r"[A-Za-z]+", heading) if len(w) > 3]
    return bool(words) and sum(w[0].isupper() for w in words) / len(words) > 0.7 and len(heading.split()) <= 9
