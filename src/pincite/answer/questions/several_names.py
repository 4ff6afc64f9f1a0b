"""Several documents named in one question, read as one question for each: "the lease and the sublease", "A or B"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest

from pincite.answer.questions.indirect import as_direct
from pincite.domain.called import CalledDocuments

_ON = re.compile(
    r" (?:on|about|as to|regarding|concerning|over|in respect of|with respect to|in terms of|when it comes to|for|"
    r"in) |: ",
    re.IGNORECASE,
)
_THAT = re.compile(
    r"^(?:(?:that|those|the ones?|it|they) )?(?:(?:is|are) )?(?:(?:in|under|of|for|at) )?", re.IGNORECASE
)
_IS = re.compile(r"^(?:is|are) ", re.IGNORECASE)
_DO = re.compile(r"^(?:how )?(?:does|do) ", re.IGNORECASE)
_HOW_DO = re.compile(r"^how (?:does|do) ", re.IGNORECASE)
_SAME_AS = re.compile(
    r" (?:(?:exactly )?the same as|different (?:from|to|than)|(?:any )?(?:longer|shorter|higher|lower|larger|"
    r"smaller|bigger|greater|less|more|stricter|earlier|later|better|worse|cheaper|dearer) than|equal to) ",
    re.IGNORECASE,
)
_GIVES_SAME = re.compile(
    r" (?:(?:give|have|set|provide|provide for|allow|use|contain|impose|require|state|specify|charge|lay down|say|"
    r"offer|demand)s? (?:the same|an? different|different|an? (?:longer|shorter|higher|lower|larger|smaller|bigger|"
    r"greater|stricter|earlier|later))) ",
    re.IGNORECASE,
)
_AS = re.compile(r" (?:as|from|than|to) ", re.IGNORECASE)
_DIFFERS_FROM = re.compile(r" (?:differ|diverge|depart)s? from ", re.IGNORECASE)
_COMPARES_WITH = re.compile(r" (?:differs? from|compares? (?:with|to)) ", re.IGNORECASE)
_BETWEEN = re.compile(r"^(?:[\w’']+ ){0,4}differences? between ", re.IGNORECASE)
_DIFFERENCE_IN = re.compile(r"^(?:[\w’']+ ){0,4}differences? in ", re.IGNORECASE)
_AMONG = re.compile(r" between ", re.IGNORECASE)
# "Compare how X and Y treat returns", "… the way in which X and Y …", "… what X and Y say": one question to both.
_COMPARES_HOW = re.compile(
    r"^(?:please )?(?:compare|contrast) (?:(?P<what>what)|"
    r"how(?! (?:long|much|many|quickly|soon|often|far|big|high|fast)\b)|"
    r"the (?:different )?ways?(?: in which| that)?) ",
    re.IGNORECASE,
)
_COMPARES_SIZE = re.compile(r"^(?:please )?(?:compare|contrast) (?P<asked>how [^:]{5,300})$", re.IGNORECASE)
# What is asked after a colon in words of its own: "Compare X and Y: who pays?".
_ASKED_APART = re.compile(
    r"^What do (?P<names>.{3,240}?) say about "
    r"(?P<asked>(?:who|whose|what|when|where|which|how|may|can|must|do|does|is|are) .+)$",
    re.IGNORECASE,
)
_AGAINST = re.compile(r" (?:vs\.?|versus) ", re.IGNORECASE)
_COLON = re.compile(r": ")
_HEAD = re.compile(r"^(?=\w)")
_COMPARE = re.compile(r"^(?:please )?(?:compare|contrast) ", re.IGNORECASE)
# "What we have to pay" is compared with nothing.
_WITH = re.compile(
    r"(?<! have)(?<! has)(?<! had)(?<! need)(?<! needs)(?<! able)"
    r"(?<! ought)(?<!allowed)(?<!obliged)(?<!entitled)(?<!required) to |"
    r" (?:and|with|against|vs\.?|versus|&) ",
    re.IGNORECASE,
)
_ARE = re.compile(r"^are ", re.IGNORECASE)
_SAME_LAW = re.compile(r" (?:both )?(?:governed by|under|subject to) (?:the same|different) laws?\W*$", re.IGNORECASE)
_ALIKE = re.compile(r" (?:the same|different|identical|equal|alike)\W*$", re.IGNORECASE)
_WHICH_IS = re.compile(r"^which (?:one )?is (?:the )?\w+(?:er|est|more|less)[,:]? ", re.IGNORECASE)
_WHICH_HAS = re.compile(r"^which (?:one )?\w+ (?:the|an?) \w+er ", re.IGNORECASE)
_OR = re.compile(r" or ", re.IGNORECASE)
_COMMA = re.compile(r"[,:] ")
_CONSIDER = re.compile(r"^consider(?:ing)? ", re.IGNORECASE)
_SEMICOLON = re.compile(r"; ")
# Questions that set one document against another: what stands between their parts, the names of the parts, and each as
# a question for a list of both.
_FORMS: tuple[tuple[tuple[re.Pattern[str], ...], tuple[str, ...], str], ...] = (
    ((_IS, _SAME_AS), ("x", "b"), "What is {x} and {b}?"),
    ((_DO, _GIVES_SAME, _AS), ("a", "what", "b"), "What is the {what} in {a} and {b}?"),
    ((_DO, _DIFFERS_FROM, _ON), ("a", "b", "what"), "What do {a} and {b} say about {what}?"),
    ((_HOW_DO, _COMPARES_WITH), ("x", "b"), "What is {x} and {b}?"),
    ((_BETWEEN, _ON), ("a", "what"), "What do {a} say about {what}?"),
    ((_DIFFERENCE_IN, _AMONG), ("what", "a"), "What is {what} in {a}?"),
    ((_COMPARE, _WITH, _ON), ("a", "b", "what"), "What do {a} and {b} say about {what}?"),
    ((_COMPARE, _WITH), ("x", "b"), "What is {x} and {b}?"),
    ((_HEAD, _AGAINST, _COLON), ("a", "b", "what"), "What do {a} and {b} say about {what}?"),
    ((_HEAD, _AGAINST, _ON), ("a", "b", "what"), "What do {a} and {b} say about {what}?"),
    ((_DO, _GIVES_SAME), ("a", "what"), "What is the {what} in {a}?"),
    ((_ARE, _SAME_LAW), ("a",), "What is the governing law of {a}?"),
    ((_IS, _ALIKE), ("x",), "What is {x}?"),
    ((_WHICH_IS, _OR), ("x", "b"), "What is {x} and {b}?"),
    ((_WHICH_HAS, _COMMA, _OR), ("what", "a", "b"), "What is the {what} in {a} and {b}?"),
    ((_CONSIDER, _SEMICOLON), ("a", "what"), "Under {a}, {what}?"),
)
# "Parts 7 and 12", "Practice Directions 4A and 7A"
_NUMBERED = re.compile(
    r"\b(?P<kind>part|practice direction|pd|rule)s (?P<first>\d[\w.]{0,9})(?P<more>(?:, \d[\w.]{0,9}){0,4})"
    r" (?P<join>and|or) (?P<last>\d[\w.]{0,9})",
    re.IGNORECASE,
)
_JOIN = re.compile(
    r"(?:, and|, or|,| and| or| &| versus| vs\.?| as well as) (?:both )?(?:(?:in|under|of|for|to|by|from|with) )?",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+(?:[.’'&/-][^\W_]+)*")
_LONGEST_NAME = 9
# What stands before the documents that are asked, and what only before words that can be nothing else.
_ASKS_OF = frozenset("in under across between among do does compare contrast per within govern governs".split())  # noqa: SIM905
_ENDS = frozenset("end ending terminate terminating cancel cancelling renew renewing leave leaving".split())  # noqa: SIM905
_FRAMES = _ASKS_OF | _ENDS
_LOOSE_FRAMES = frozenset("of for to at by from are is can may must will have did should".split())  # noqa: SIM905
_COUNTS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}

# A name that goes on is another name: "the lease amendment", "the lease with Acme".
_GOES_ON = re.compile(
    r" (?:(?:with|between|of|from|dated) (?:(?:the|our) )?(?=[A-Z0-9])|"
    r"(?i:amendment|addendum|schedule|renewal|extension|deed|letter|agreement|contract|terms)\b)"
)
# Another name follows, which is not understood.
_ONE_MORE = re.compile(r",? (?:and|or|&|as well as) (?:(?i:the|our|my|your|this) |[A-Z])")
_EITHER = re.compile(r"\bor\b", re.IGNORECASE)
# "Between Acme and Beta" names the parties of one document, unless documents are compared.
_COMPARED = ("differ", "compar", "contrast", "conflict")
# Names are looked for in so many characters before a join.
_REACH = 300

# What some words call: documents, or something that is not there; None where they are no name.
Call = Callable[[str], CalledDocuments | None]


@dataclass(frozen=True, slots=True)
class SeveralNames:
    """A question to several documents named: the question with “these two documents” for them, and what they are."""

    question: str
    names: tuple[CalledDocuments, ...]


@dataclass(frozen=True, slots=True)
class _NamePlace:
    """A name with where it stands."""

    start: int
    end: int
    name: CalledDocuments


def read_several(question: str, call: Call) -> SeveralNames | None:
    """Parse a question that names several documents to ask the same of each; `call` tells what some words call.

    None where it names fewer than two, or where the names may be part of what is asked.
    """
    question = _NUMBERED.sub(_numbered, " ".join(question.split()))
    for put in (*_put(question), question):
        if (found := _listed(put, call)) is not None:
            return found
    return None


def _put(question: str) -> Iterator[str]:
    """A question that sets documents against each other, as questions for a list of them."""
    if _COMPARES_HOW.match(question):
        put = _COMPARES_HOW.sub(lambda found: "What do " if found["what"] else "How do ", question)
        # The verb would be read as the end of a name: "the lease deal".
        yield put.replace(" deal with ", " treat ")
    elif found := _COMPARES_SIZE.match(question):
        yield as_direct(found["asked"])
    for borders, names, put in _FORMS:
        if (parts := _parted(question, borders)) is not None:
            plain = put.format_map(dict(zip(names, parts, strict=False)))
            apart = _ASKED_APART.match(plain) if ": " in question else None
            yield f"Under {apart['names']}, {apart['asked']}" if apart else plain


def _parted(question: str, borders: Sequence[re.Pattern[str]]) -> list[str] | None:
    """What stands between some borders, in their order, and after the last; None where one is missing."""
    parts: list[str] = []
    at = 0
    for border in borders:
        # The space before a border may be the one after the border before.
        if (found := border.search(question, max(at - 1, 0) if at else 0)) is None:
            return None
        parts.append(question[at : found.start()])
        at = found.end()
    whole = [*parts[1:], question[at:].rstrip(" ?.!")]
    return [part if i == 0 else _THAT.sub("", part) for i, part in enumerate(whole)]


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
        if _GOES_ON.match(question, places[-1].end) or _ONE_MORE.match(question, places[-1].end):
            continue
        frame = _frame(question[: first.start])
        # "Under Part 7 or Part 8?" asks which one applies.
        if _EITHER.search(join[0]) and any(one.name.absent for one in places):
            continue
        if len(places) > 1 and len(places) in _COUNTS and frame is not None and _may_be_asked(places, frame):
            start = first.start if not question[: first.start].endswith("both ") else first.start - len("both ")
            put = f"{question[:start]}these {_COUNTS[len(places)]} documents{question[places[-1].end :]}"
            return SeveralNames(put, tuple(one.name for one in places))
    return None


def _may_be_asked(places: Sequence[_NamePlace], frame: str) -> bool:
    """Tell whether names are the documents asked, and not part of what is asked ("the cost of the insurance")."""
    there = [one.name for one in places if not one.name.absent]
    doubtful = any(one.name.plain or one.name.absent for one in places)
    return any(not name.plain for name in there) and (frame in _FRAMES or not doubtful)


def _frame(before: str) -> str | None:
    """The word before a list of documents that says they are asked; empty at the head of a question."""
    words = _WORD.findall(re.sub(r"\bboth\s*$", "", before, flags=re.IGNORECASE))
    last = words[-1].casefold() if words else ""
    if last == "between" and not (len(words) > 1 and words[-2].casefold().startswith(_COMPARED)):
        return None
    return last if not last or last in _FRAMES | _LOOSE_FRAMES else None


def _before(question: str, end: int, call: Call) -> _NamePlace | None:
    """The longest name that ends at a place."""
    near = question.rfind(" ", 0, max(0, end - _REACH)) + 1
    words = [*_WORD.finditer(question, near, end)][-_LONGEST_NAME:]
    if not words or words[-1].end() != end:
        return None
    called = (_NamePlace(word.start(), end, name) for word in words if (name := call(question[word.start() : end])))
    return _likeliest(called)


def _after(question: str, start: int, call: Call) -> _NamePlace | None:
    """The longest name that begins at a place."""
    words = list(islice(_WORD.finditer(question, start), _LONGEST_NAME + 1))
    # "PD 36" is no other practice direction.
    words = [word for word, after in zip_longest(words, words[1:]) if after is None or not after[0][0].isdigit()]
    words = words[:_LONGEST_NAME]
    if not words or not _WORD.match(question, start):
        return None
    called = (
        _NamePlace(start, word.end(), name) for word in reversed(words) if (name := call(question[start : word.end()]))
    )
    return _likeliest(called)


def _likeliest(called: Iterable[_NamePlace]) -> _NamePlace | None:
    """The first name of a document that is there, else the first of one that is not."""
    places = list(called)
    return next((one for one in places if not one.name.absent), places[0] if places else None)


def _overlap(one: CalledDocuments, other: CalledDocuments) -> bool:
    return not set(one.doc_ids).isdisjoint(other.doc_ids)
