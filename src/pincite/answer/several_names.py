"""Several documents named in one question, read as one question for each: "the lease and the sublease", "A or B"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from pincite.domain.called import CalledDocuments

_ON = (
    r"(?:on|about|as\s+to|regarding|concerning|over|in\s+respect\s+of|with\s+respect\s+to|in\s+terms\s+of|"
    r"when\s+it\s+comes\s+to|for)"
)
_IN = r"(?:in|under|of|for)"
_THAT = r"(?:(?:that|those|the\s+ones?|it|they)\s+)?(?:(?:is|are)\s+)?"
_MORE = (
    r"(?:longer|shorter|higher|lower|larger|smaller|bigger|greater|less|more|stricter|earlier|later|better|worse|"
    r"cheaper|dearer)"
)
_GIVES = (
    r"(?:give|have|set|provide(?:\s+for)?|allow|use|contain|impose|require|state|specify|charge|lay\s+down|say|offer|"
    r"demand|has)s?"
)
_SAME_AS = rf"(?:(?:exactly\s+)?the\s+same\s+as|different\s+(?:from|to|than)|(?:any\s+)?{_MORE}\s+than|equal\s+to)"
_A, _B, _BOTH = r"(?P<a>[^?;:]{2,80}?)", r"(?P<b>[^?;:]{2,80}?)", r"(?P<a>[^?;:]{4,160}?)"
_WHAT, _TOPIC = r"(?P<what>[^?]{3,120}?)", r"(?P<what>[^?]{2,120}?)"
_WITHIN = rf"(?P<in>{_IN})"
_TO_B = rf"{_THAT}(?:{_IN}\s+)?{_B}"
_IS_THERE = r"(?:what(?:’s|'s|\s+is|\s+are)|is\s+there|are\s+there)"
_COMPARE = r"(?:please\s+)?(?:compare|contrast)"
_AND = r"(?:and|with|to|against|vs\.?|versus|&)"
_SAY = "What do {a} and {b} say about {what}?"
_VALUE = "What is {what} {in} {a} and {b}?"
# Questions that set one document against another, and each as a question for a list of both.
_PATTERNS = (
    # "Is the notice period in A the same as in B?"
    (rf"(?P<verb>is|are)\s+{_WHAT}\s+{_WITHIN}\s+{_A}\s+{_SAME_AS}\s+{_TO_B}", "What {verb} {what} {in} {a} and {b}?"),
    # "Does A give the same time for payment as B?"
    (
        rf"(?:does|do)\s+{_A}\s+{_GIVES}\s+(?:the\s+same|an?\s+different|an?\s+{_MORE})\s+{_WHAT}\s+"
        rf"(?:as|from|than|to)\s+{_TO_B}(?:\s+(?:do|does))?",
        "What is the {what} in {a} and {b}?",
    ),
    # "Does A differ from B on X?"
    (rf"(?:how\s+)?(?:does|do)\s+{_A}\s+(?:differ|diverge|depart)s?\s+from\s+{_B}\s+(?:{_ON}|in)\s+{_TOPIC}", _SAY),
    # "How does the notice period in A compare with that in B?"
    (rf"how\s+(?:does|do)\s+{_WHAT}\s+{_WITHIN}\s+{_A}\s+(?:differ\s+from|compare\s+(?:with|to))\s+{_TO_B}", _VALUE),
    # "What is the difference between A and B on X?"
    (
        rf"(?:(?:{_IS_THERE}|explain|show(?:\s+me)?|list)\s+)?(?:the|an?|any)\s+(?:main\s+)?differences?\s+between\s+"
        rf"{_BOTH}\s+(?:{_ON}|in)\s+{_TOPIC}",
        "What do {a} say about {what}?",
    ),
    # "What is the difference in the notice period between A and B?"
    (
        rf"{_IS_THERE}\s+(?:the|an?|any)\s+differences?\s+in\s+{_WHAT}\s+between\s+{_BOTH}",
        "What is {what} in {a}?",
    ),
    # "Compare A and B on X", "Compare A with B: X"
    (rf"{_COMPARE}\s+{_A}\s+{_AND}\s+{_B}(?:\s+{_ON}|\s*:)\s+{_TOPIC}", _SAY),
    # "Compare the notice period in A with that in B"
    (rf"{_COMPARE}\s+{_WHAT}\s+{_WITHIN}\s+{_A}\s+{_AND}\s+{_TO_B}", _VALUE),
    # "Do A and B have the same notice period?"
    (
        rf"(?:does|do)\s+{_BOTH}\s+{_GIVES}\s+(?:the\s+same|an?\s+different|different)\s+{_WHAT}",
        "What is the {what} in {a}?",
    ),
    # "Are A and B governed by the same law?"
    (
        rf"are\s+{_BOTH}\s+(?:both\s+)?(?:governed\s+by|under|subject\s+to)\s+(?:the\s+same|different)\s+laws?",
        "What is the governing law of {a}?",
    ),
    # "Are the notice periods in A and B the same?"
    (
        rf"(?P<verb>is|are)\s+{_WHAT}\s+{_WITHIN}\s+{_BOTH}\s+(?:the\s+same|different|identical|equal|alike)",
        "What {verb} {what} {in} {a}?",
    ),
    # "Which is longer, the notice period in A or in B?"
    (rf"which(?:\s+one)?\s+is\s+(?:the\s+)?{_MORE}[,:]?\s+{_WHAT}\s+{_WITHIN}\s+{_A}\s+or\s+{_TO_B}", _VALUE),
    # "Which has the longer notice period, A or B?"
    (
        rf"which(?:\s+one)?\s+{_GIVES}\s+(?:the|an?)\s+{_MORE}\s+(?P<what>[^?,]{{3,120}}?)[,:]\s+{_A}\s+or\s+{_B}",
        "What is the {what} in {a} and {b}?",
    ),
    # "Consider A and B; who pays?": a follow-up as it is searched.
    (r"consider(?:ing)?\s+(?P<a>[^;]{4,200});\s+(?P<what>[^?]{3,300}\?)", "Under {a}, {what}"),
)
_FORMS = tuple((re.compile(rf"^{pattern}\W*$", re.IGNORECASE), put) for pattern, put in _PATTERNS)
# "Parts 7 and 12", "Practice Directions 4A and 7A"
_NUMBERED = re.compile(
    r"\b(?P<kind>part|practice\s+direction|pd|rule)s\s+(?P<first>\d+[\w.]*)(?P<more>(?:\s*,\s*\d+[\w.]*)*)"
    r"\s+(?P<join>and|or)\s+(?P<last>\d+[\w.]*)",
    re.IGNORECASE,
)
_JOIN = re.compile(
    r"\s*+(?:,\s*(?:and|or)|\band|\bor|,|&|\bversus|\bvs\.?|\bas\s+well\s+as)\s+(?:both\s+)?"
    r"(?:(?:in|under|of|for|by|from|with)\s)?\s*+",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+(?:[.’'&/-][^\W_]+)*")
_LONGEST_NAME = 9
# What stands before the documents that are asked, and what only before words that can be nothing else.
_FRAMES = frozenset("in under across between among do does compare contrast per within".split())  # noqa: SIM905
_LOOSE_FRAMES = frozenset("of for by from are is can may must will have did should".split())  # noqa: SIM905
_COUNTS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}

# What some words call: documents, or something that is not there; None where they are no name.
Call = Callable[[str], CalledDocuments | None]


@dataclass(frozen=True, slots=True)
class SeveralNames:
    """A question to several documents named: the question with “these two documents” for them, and what they are."""

    question: str
    names: tuple[CalledDocuments, ...]


@dataclass(frozen=True, slots=True)
class _Place:
    """A name with where it stands."""

    start: int
    end: int
    name: CalledDocuments


def read_several(question: str, call: Call) -> SeveralNames | None:
    """Parse a question that names several documents to ask the same of each; `call` tells what some words call.

    None where it names fewer than two, or where the names may be part of what is asked.
    """
    question = _NUMBERED.sub(_numbered, question)
    for put in (*_put(question), question):
        if (found := _listed(put, call)) is not None:
            return found
    return None


def _put(question: str) -> Iterator[str]:
    """A question that sets documents against each other, as questions for a list of them."""
    for pattern, put in _FORMS:
        if found := pattern.match(question.strip()):
            yield put.format_map({name: _lowered(name, words) for name, words in found.groupdict().items()})


def _lowered(name: str, words: str | None) -> str:
    """A part of a question; the verb at its head is no longer there."""
    return (words or "").casefold() if name == "verb" else words or ""


def _numbered(found: re.Match[str]) -> str:
    more = re.findall(r"\d+[\w.]*", found["more"])
    own = [f"{found['kind']} {number}" for number in (found["first"], *more, found["last"])]
    return f"{', '.join(own[:-1])} {found['join']} {own[-1]}"


def _listed(question: str, call: Call) -> SeveralNames | None:
    for join in _JOIN.finditer(question):
        if (first := _before(question, join.start(), call)) is None:
            continue
        places = [first]
        while nearer := _JOIN.match(question, places[-1].end):
            further = _after(question, nearer.end(), call)
            if further is None or any(_overlap(further.name, one.name) for one in places):
                break
            places.append(further)
        frame = _frame(question[: first.start])
        # "Under Part 7 or Part 8?" asks which one applies.
        if "or" in join[0].casefold() and any(one.name.absent for one in places):
            continue
        if len(places) > 1 and len(places) in _COUNTS and frame is not None and _may_be_asked(places, frame):
            start = first.start if not question[: first.start].endswith("both ") else first.start - len("both ")
            put = f"{question[:start]}these {_COUNTS[len(places)]} documents{question[places[-1].end :]}"
            return SeveralNames(put, tuple(one.name for one in places))
    return None


def _may_be_asked(places: Sequence[_Place], frame: str) -> bool:
    """Tell whether names are the documents asked, and not part of what is asked ("the cost of the insurance")."""
    there = [one.name for one in places if not one.name.absent]
    doubtful = any(one.name.plain or one.name.absent for one in places)
    return any(not name.plain for name in there) and (frame in _FRAMES or not doubtful)


def _frame(before: str) -> str | None:
    """The word before a list of documents that says they are asked; empty at the head of a question."""
    words = _WORD.findall(re.sub(r"\bboth\s*$", "", before, flags=re.IGNORECASE))
    last = words[-1].casefold() if words else ""
    return last if not last or last in _FRAMES | _LOOSE_FRAMES else None


def _before(question: str, end: int, call: Call) -> _Place | None:
    """The longest name that ends at a place."""
    words = [word for word in _WORD.finditer(question, 0, end)][-_LONGEST_NAME:]
    if not words or words[-1].end() != end:
        return None
    called = (_Place(word.start(), end, name) for word in words if (name := call(question[word.start() : end])))
    return _likeliest(called)


def _after(question: str, start: int, call: Call) -> _Place | None:
    """The longest name that begins at a place."""
    words = [word for word in _WORD.finditer(question, start)][:_LONGEST_NAME]
    # "PD 36" is no other practice direction.
    words = [word for word, after in zip_longest(words, words[1:]) if after is None or not after[0][0].isdigit()]
    if not words or not _WORD.match(question, start):
        return None
    called = (
        _Place(start, word.end(), name) for word in reversed(words) if (name := call(question[start : word.end()]))
    )
    return _likeliest(called)


def _likeliest(called: Iterable[_Place]) -> _Place | None:
    """The first name of a document that is there, else the first of one that is not."""
    places = list(called)
    return next((one for one in places if not one.name.absent), places[0] if places else None)


def _overlap(one: CalledDocuments, other: CalledDocuments) -> bool:
    return not set(one.doc_ids).isdisjoint(other.doc_ids)
