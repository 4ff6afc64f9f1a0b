"""Governing law: the jurisdiction whose law a contract says it is under."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.legal.places import short_place
from pincite.legal.sentences import sentence_around
from pincite.spans import Span

# Words near which a law is chosen; sought one by one, which is many times faster than one pattern of them all.
_CUES = (
    "govern", "Govern", "GOVERN", "construed", "Construed", "CONSTRUED", "interpreted", "Interpreted", "INTERPRETED",
    "enforced ", "ubject to the laws", "controlled by", "applied in accordance", "e řídí", "unterliegt", "égi par",
    "égie par", "LAWS OF", "LAW OF",
    "hoice of law", "hoice of Law",
)  # fmt: skip
_CAP = r"[^\W\d_a-z][\w.’'-]*"
_SHORT_CAP = r"[^\W\d_a-z][\w’-]{0,24}"
_REALM = (
    r"(?:[Ss]tate|[Cc]ommonwealth|[Pp]rovince|Republic|Federal\s+Republic|People[’']?s[’']?\s+Republic|Kingdom|United\s+Kingdom|"
    r"District|Territory|Canton|Emirate|Principality|Federation|Grand\s+Duchy|Hong\s+Kong\s+Special|Region)"
)
_PLACE = (
    rf"(?:{_REALM}(?:\s+of\s*|\s+))?(?:the\s+)?{_CAP}"
    rf"(?:\s+(?:of\s+(?:the\s+)?|(?:and|&)\s+(?=Wales|WALES|Herzegovina|Northern|Tobago))?{_CAP}){{0,6}}"
)
_LAWS_OF = re.compile(
    rf"(?<!-)\b(?:laws?|LAWS?|Laws?|legislation|statutes)(?:\s+and\s+\w+(?:\s+(?:decisions|regulations|rules))?)?\s*(?:,[^.;]{{0,60}},\s*)?"
    rf"(?:in\s+(?:force|effect)\s+)?(?:(?:of|OF|in|IN)\s*(?:the\s+|THE\s+)?|(?=State))(?P<place>{_PLACE})"
)
_PLACE_LAW = re.compile(
    rf"(?:\b(?:by|under|with|to|of|the)\s+|\bBY\s+|\bWITH\s+)(?:the\s+|THE\s+)?(?:internal\s+|substantive\s+|domestic\s+)?"
    rf"(?P<place>{_CAP}(?:\s+(?:{_CAP}|of)){{0,4}}?)(?:[’']s?)?\s+(?:[Ss]tate\s+)?(?:[Ss]ubstantive\s+|internal\s+)?"
    rf"(?:[Ll]aws?|LAWS?)\b"
)
_OTHER_LAW = re.compile(
    r"(?:právním\s+řádem|právem|zákony)\s+(?P<place>[^\W\d_a-z]\w+(?:\s+[^\W\d_]\w+){0,2})"
    r"|(?P<czech>českým\s+právem|právním\s+řádem\s+České\s+republiky)|(?P<german>deutschem\s+Recht)|(?P<french>droit\s+français)"
)
_THEREOF = re.compile(
    rf"\b(?P<place>(?:{_REALM}\s+of\s+){_CAP}(?:\s+{_CAP}){{0,2}})[^.;]{{0,160}}\blaws?\s+"
    r"(?:thereof|of\s+(?:that|such|said)\s+(?:[Ss]tate|[Cc]ommonwealth|[Pp]rovince|[Jj]urisdiction|[Cc]ountry))"
)
# “The law of the Federal Republic of Germany applies.”
_APPLIES = re.compile(
    rf"\b[Ll]aws?\s{{1,4}}of\s{{1,4}}(?:the\s{{1,4}})?{_CAP}[^.;]{{0,60}}?\b(?:apply|applies|controls?|governs?)\b"
)
# What a law is said to apply to: this document, or "the Agreement" and no more; "the Supply Agreement" is another.
_OWN = (
    r"(?:this|these|our|your)\s{1,4}(?:(?!(?:of|to|in|under|and)\b)[\w-]{1,30}\s{1,4}){0,3}?(?:NDA|MSA|SLA|DPA|(?i:agreement|"
    r"contract|deed|lease|sublease|licen[cs]e|engagement|tenancy|terms|conditions|policy|amendment|addendum|instrument|"
    r"undertaking|document|guarantee|note|relationship))\b"
)
_THE_ONE = (
    r"(?P<bare>the\s{1,4}(?:NDA|MSA|SLA|DPA|(?i:agreement|contract|lease|licen[cs]e|tenancy|terms))\b"
    r"(?=\s{0,4}(?:[.,;:)]|\n|\Z|and\b)))"
)
# “English law applies to this Agreement.”, “New York law shall govern this Lease.”, “Scots law applies and the courts”.
_PLACE_APPLIES = re.compile(
    r"\b(?!Unless\b|If\b|Where\b|When\b|Should\b|Mandatory\b|Laws?\b)"
    rf"(?P<place>{_SHORT_CAP}(?:\s{{1,4}}(?:{_SHORT_CAP}|of|and)){{0,4}}?)(?:[’']s?)?\s{{1,4}}[Ll]aws?\s{{1,4}}(?:(?:shall|will)\s{{1,4}})?"
    r"(?:apply|applies|controls?|governs?)\s{1,4}(?:and\s{1,4}the\s{1,4}(?:[\w-]{1,30}\s{1,4}){0,2}?courts?\b|"
    rf"(?:exclusively\s{{1,4}})?(?:to\s{{1,4}})?(?:all\s{{1,4}}of\s{{1,4}})?(?:{_OWN}|{_THE_ONE}))"
)
# “Governing law: England & Wales”, in a line or a row of a table.
_LABELLED = re.compile(
    r"(?:Governing|Applicable|Proper|Choice\s{1,4}of)\s{1,4}[Ll]aws?\**[^\S\n]{0,4}[:|][^\S\n]{0,4}\**[^\S\n]{0,4}"
    rf"(?:[Tt]he\s{{1,4}})?(?:[Ll]aws?\s{{1,4}}of\s{{1,4}}(?:the\s{{1,4}})?)?(?P<place>{_PLACE})(?:\s{{1,4}}[Ll]aws?)?(?=[^\S\n]{{0,4}}(?:[.,;|)(]|\n|\Z))"
)
# What makes a choice one for some cases only, or none, where no comma parts it from the choice.
_DOUBTED = re.compile(
    r"\b(?:if|unless|where|wherever|when|whenever|whether|to\s{1,4}the\s{1,4}extent|insofar|so\s{1,4}far|even|should|assuming|"
    r"in\s{1,4}(?:the\s{1,4})?(?:case|event)(?!\s{1,4}of\b))\b",
    re.IGNORECASE,
)
_DENIED = re.compile(r"\b(?:nothing\b.{0,200}|(?:not|never)(?:\s{1,4}be)?\s{1,4})\Z", re.IGNORECASE | re.DOTALL)
_PART = re.compile(r"[,;:.!?]\s|\n\s{0,9}\n")
_NOT_PLACES = re.compile(
    r"(?:Applicable|Employment|Consumer|Criminal|Insolvency|Planning|Privacy|Property|Public|Private|Mandatory|No\b|None|Notices?|Venue|Forum|Severability|Waiver|Disputes?|Such|Federal(?!\s+Republic)|Securities|Tax|Any|All|Governing|The|This|That|Its|Other|Common|Labor|Competition|"
    r"Arbitration|Data|Environmental|Bankruptcy|Patent|Copyright|Conflicts?|Choice|Section|Company|Corporate|APPLICABLE|"
    r"GOVERNING|CONFLICTS?|CHOICE|COMMON|Act|Incorporation|Law|Laws|Each|Local|Agreement|Parties|Contract|Contracts|"
    r"Merger|MERGER|State(?!\s+of)|Jurisdiction|Export|Territory|International|United\s+Nations|UNITED\s+NATIONS)\b"
)
# Where a run of capitals goes on beyond the place's name.
_TAIL = re.compile(
    r"\.\s|(?<![\s,])[\s,]+(?:USA|U\.S\.A|without|WITHOUT|Without|Venue|Any|ANY|The|This|Each|EACH|Notwithstanding|IN|In|If|All|AND|"
    r"NOTWITHSTANDING|REGARDLESS|EXCLUDING|EXCEPT|APPLICABLE|Governing|GOVERNING|WITH|EXCLUSIVE|THIS|TO|AS|law|LAW|Law)\b"
)
_DANGLING = re.compile(r"(?:(?<!\s)\s++(?:of|and|the|OF|AND|THE)){1,9}\Z")
_UNION = re.compile(r"(?:the\s+)?United\s+States(?:\s+of\s+America)?\Z", re.IGNORECASE)
_AND_STATE = re.compile(
    rf"[^.;]{{0,120}}?\b(?P<place>(?:State|Commonwealth|Province)\s+of\s+{_CAP}(?:\s+{_CAP}){{0,2}})"
)
_REACH = 420
_PART_BEFORE = 260
_SAME = 60
_STOP = re.compile(r"[.;!?]\s|\n\s{0,9}\n")
_WORD = re.compile(r"\w{1,40}")
_WORD_STOPS = re.compile(r"\w{4}\.\s")
_THIS = re.compile(
    r"\b(?:this|these)\s{1,9}(?:\w{1,30}\s{1,9}){0,3}(?:agreement|contract|lease|sublease|licen[cs]e|amendment|addendum|deed|"
    r"guarant(?:ee|y)|policy|note|tenancy|terms)"
)
_GOVERNS = re.compile(r"govern(?!ment)")
# Two clauses that choose so surely are equal: the first is the contract's, a later one that of an annex.
_SURE = 8
# So surely a clause speaks of the law of an agreement.
_CHOSEN = 6
# So surely a label tells the law, or a sentence that of "the Agreement": less than a clause on this agreement does.
_TOLD = 5


def find_governing_law(text: str) -> Span | None:
    """The span of the jurisdiction's name in the clause that chooses the law, or None where none does."""
    best: tuple[int, Span] | None = None
    for weight, found in _choices(text):
        if best is None or weight > best[0]:
            best = (weight, found)
    return best[1] if best else None


def find_other_laws(text: str, chosen: Span) -> list[Span]:
    """Jurisdictions that other clauses choose for an agreement, each once; those of annexes among them."""
    names = [short_place(chosen.slice(text))]
    others = []
    for weight, found in _choices(text):
        name = short_place(found.slice(text))
        # “Except for the copyright laws of the United States” chooses no other law.
        known = any(name in other or other in name for other in names)
        if weight >= _CHOSEN and not known and not _UNION.match(found.slice(text)):
            names.append(name)
            others.append(found)
    return others


def _choices(text: str) -> Iterator[tuple[int, Span]]:
    """The clauses that may choose a law, by how surely they do, and the jurisdiction's name in each, in their order."""
    return iter(weighed for _, weighed in sorted([*_cued(text), *_said(text)]))


def _cued(text: str) -> Iterator[tuple[int, tuple[int, Span]]]:
    """The choices of clauses that hold a word near which a law is chosen, each with where it stands."""
    for clause in _clauses(text):
        found = _jurisdiction(text, clause)
        before = _part_before(text, clause.start)
        if found is not None and not _DENIED.search(before):
            doubt = _TOLD if _DOUBTED.search(before) else 0
            yield clause.start, (_weight(text, clause, found) - doubt, found)


def _said(text: str) -> Iterator[tuple[int, tuple[int, Span]]]:
    """The choices of sentences that say whose law applies, and of labels."""
    for pattern in (_PLACE_APPLIES, _LABELLED):
        for match in pattern.finditer(text):
            found = _place_of(text, match)
            before = _part_before(text, match.start())
            if found is not None and not _DOUBTED.search(before) and not _DENIED.search(before):
                own = pattern is _PLACE_APPLIES and not match["bare"]
                yield match.start(), (_SURE if own else _TOLD, found)


def _part_before(text: str, at: int) -> str:
    """The words of a sentence before a place, from the comma or the stop before them."""
    before = text[max(0, at - _PART_BEFORE) : at]
    start = max((stop.end() for stop in _PART.finditer(before)), default=0)
    return before[start:]


def place_in(words: str) -> Span | None:
    """The jurisdiction that some words name, where they are known to choose a law."""
    return find_governing_law(words) or _jurisdiction(words, Span(0, len(words)))


def _clauses(text: str) -> Iterator[Span]:
    cued = {at for cue in _CUES for at in _places(text, cue)}
    reached = -1
    for start in sorted(cued | {found.start() for found in _APPLIES.finditer(text)}):
        # “Governed by and construed in accordance with” is one clause, unless a sentence ends between the two.
        if start >= reached or _STOP.search(text, reached - _SAME, start):
            reached = start + _SAME
            yield Span(start, _end_of_word(text, min(len(text), start + _REACH)))


def _end_of_word(text: str, at: int) -> int:
    """The end of the word that goes on at a place: a name must not be cut."""
    word = _WORD.match(text, at)
    return word.end() if word else at


def _places(text: str, cue: str) -> Iterator[int]:
    at = text.find(cue)
    while at >= 0:
        yield at
        at = text.find(cue, at + len(cue))


def _jurisdiction(text: str, clause: Span) -> Span | None:
    """The place that a clause names: in the sentence of its cue, or else in those behind or before it."""
    sentence = sentence_around(text, Span(clause.start, clause.start))
    for within in (Span(clause.start, max(clause.start, min(clause.end, sentence.end))), clause):
        for pattern in (_LAWS_OF, _PLACE_LAW, _OTHER_LAW):
            found = _first_place(text, within, pattern)
            if found:
                return found
    # “The laws of New York govern this agreement”, and “made in Nevada and governed by the laws thereof”.
    before = Span(max(0, clause.start - 220), clause.start)
    thereof = _THEREOF.search(text, before.start, clause.end)
    if thereof:
        return Span(*thereof.span("place"))
    own = Span(min(max(before.start, sentence.start), before.end), before.end)
    return _first_place(text, own, _LAWS_OF) or _first_place(text, before, _LAWS_OF)


def _first_place(text: str, within: Span, pattern: re.Pattern[str]) -> Span | None:
    for match in pattern.finditer(text, within.start, within.end):
        span = _place_of(text, match)
        if span is None:
            continue
        state = _AND_STATE.match(text, span.end, within.end) if _UNION.match(span.slice(text)) else None
        return _trimmed(text, Span(*state.span("place"))) if state else span
    return None


def _place_of(text: str, match: re.Match[str]) -> Span | None:
    named = "place" if match.groupdict().get("place") else match.lastgroup or "place"
    if match.re is _PLACE_LAW and _WORD_STOPS.search(match["place"]):
        # “The Note. Ohio law”: the law of another sentence.
        return None
    span = _trimmed(text, Span(*match.span(named)))
    return None if span is None or _NOT_PLACES.match(text, span.start, span.end) else span


def _trimmed(text: str, span: Span) -> Span | None:
    words = text[span.start : span.end]
    tail = _TAIL.search(words)
    kept = (words[: tail.start()] if tail else words).rstrip(" \n\t,.’'")
    kept = _DANGLING.sub("", kept)
    return Span(span.start, span.start + len(kept)) if len(kept) > 1 else None


def _weight(text: str, clause: Span, found: Span) -> int:
    """How surely a clause chooses the law of the contract as a whole."""
    around = text[max(0, clause.start - 260) : found.start].lower()
    score = 0
    score += 3 if _GOVERNS.search(text[clause.start : found.start].lower()) else 0
    score += 3 if _THIS.search(around) else 0
    score += 2 if re.search(r"governing\s+law|choice\s+of\s+law|applicable\s+law", around) else 0
    score += 1 if "constru" in around else 0
    score -= 3 if re.search(r"organi[sz]ed|incorporated|existing under|due organi", around[-120:]) else 0
    return min(score, _SURE)
