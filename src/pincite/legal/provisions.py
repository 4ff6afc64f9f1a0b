"""Provisions by number: what a question means by “rule 31.16”, “PD 51U para 3.1” or “clause 4.2(b)”."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pincite.legal.named_items import item_beside
from pincite.spans import Span

# “Condition 7 of the policy” is one; “in good condition 3 years later”, “by standing order 1 month ahead” and
# “Regulation 561/2006” are none.
_BEFORE_NUMBER = (
    r"(?=\s{1,3}\d{1,3}(?:\.\d{1,3}){0,3}[A-Z]?(?:\(\w{1,4}\)){0,3}"
    r"(?:\s{0,3}(?:\Z|[?!.,;:])|\s(?:of|in|from|to|say|says|mean|means|cover|covers|require|requires|about|apply|applies)\b|"
    r"(?:,\s|\s(?:and|or)\s)\d{1,3}(?:\.\d{1,3}){0,3}(?:\s{0,3}(?:\Z|[?!.,;:])|\s(?:of|in|from|to|say)\b)))"
)
# The words for each kind of provision, and the name used here.
_NAMES = {
    "rule": r"rules?|r\.?|cpr(?:,?\s+(?:rules?|r\.?))?|rh?eol(?:au)?",
    "direction": r"(?:practice\s+directions?|pds?\.?)",
    # Welsh, with the first letters as they change after other words; not the English "ran".
    "cyfarwyddyd": r"(?:ngh|ch|g|c)yfarwyddyd(?:au)?\s+ymarfer",
    "rhan": r"rhan(?:nau)?",
    "part": r"(?:cpr,?\s+)?parts?|část|título",
    "chapter": r"chapters?|ch\.|hlava|capítulo",
    "section": r"sub-?sections?|sections?|sect?\.|ss?\.?|§§?|"
    rf"(?:regulations?|bye?-?laws?|(?<!by\s)standing\s{{1,3}}orders?){_BEFORE_NUMBER}",
    "clause": rf"sub-?clauses?|clauses?|cl\.?|(?<!good\s)conditions?{_BEFORE_NUMBER}",
    "paragraph": r"sub-?paragraphs?|paragraphs?|paras?\.?|items?|points?|¶|(?:mh|ph|p|b)aragraff(?:au)?",
    "article": r"articles?|art\.?|článek|čl\.|artigo|erthygl(?:au)?",
    "schedule": r"schedules?|sch\.?|příloha",
    "annex": r"annex(?:ure)?s?",
    "appendix": r"appendix|appendices",
    "exhibit": r"exhibits?",
    "recital": r"recitals?",
    "odst": r"odst(?:\.|avec|avce|avci)?",
    "písm": r"písm(?:\.|eno)?",
    "inciso": r"incisos?|alíneas?",
}
_WORD = "|".join(f"(?P<{name}>{words})" for name, words in _NAMES.items())
# “(1)”, “(1A)”, “(aa)”, “(viii)”; “clause 4 (rent)” has its heading behind it.
_RUNGS = r"(?:\s?\(\s?(?:\d{1,4}[A-Za-z]{0,2}|[A-Za-z]{1,2}\d?|[ivxlc]{3,6}|aaa|bbb|ccc)\s?[A-Za-z]?\s?\)){0,6}"
# “31.16”, “3.7A1(7)”, “15.B”, “B4.2”, “12.06”, “4.2 ZA”.
_SUFFIX = r"(?:\s(?-i:[A-Z])(?=\W|$)|[A-Za-z]{1,2}\d?)?"
_PUT_IN = r"(?:\s(?-i:Z[A-Z])\b)?"
_FIGURES = (
    rf"(?:[A-Z]\.?)?\d{{1,4}}{_SUFFIX}(?:\.\d{{1,4}}(?:[A-Za-z]{{1,2}}\d?)?){{0,5}}{_PUT_IN}(?:\.[A-Za-z])?{_RUNGS}"
)
_ROMAN = r"[IVXLC]{1,7}"
_NUMBER = rf"(?:{_FIGURES}|{_ROMAN}{_RUNGS}|[a-z]\)|[A-Z]\b|\((?!pd)\w{{1,4}}\))"
_NAMED = re.compile(
    rf"(?<![\w.$£€'’-])(?:{_WORD})(?:\s++(?:no\.?|number))?\s*+(?P<number>{_NUMBER})[ºª°]?(?![\w%]|[.,]\d)",
    re.IGNORECASE,
)
# “clauses 4, 5 and 6”
_FURTHER = re.compile(
    rf"\s*+(?:,\s*+(?:(?:and|or|&)\s*+)?|(?:and|or|&)\s*+)(?P<number>{_FIGURES})(?![\w%]|[.,]\d|\s*(?:days?|months?|years?))"
)
# Words of one letter or two are names of provisions only right before a figure.
_SHORT = frozenset({"r", "r.", "s", "s.", "ss", "ss.", "cl", "cl.", "sch", "sch.", "art", "ch."})
_BARE = re.compile(
    rf"(?<![\w.$£€#/-])(?P<number>(?=[A-Z]?\d+[A-Za-z]?(?:\.\d|\s?\(\w|\.[A-Z]\b)){_FIGURES})(?![\w%/-]|[.,]\d)"
    r"(?=\s*(?:$|[?!.,;:]|\s(?:of|in|from|under|say|says|provide|provides|deal|deals|cover|covers|about|please|mean|means)\b))"
)
# “What does B4 of the handbook say?”: a letter and a figure are a number only where a provision is asked for.
_LABEL = re.compile(
    r"(?i:\b(?:what\s+(?:does|is\s+in)|quote|read|show(?:\s+me)?|explain))\s+(?P<number>[A-Z]\d{1,3})"
    r"(?!\.\d)(?=\s*(?:$|[?!.,;:]|\s(?:of|in|from|say|says|provide|mean|require|cover)\b))"
)
# “9.2.6 TCC guide”: a number of so many parts at the head of a question is nothing else.
_HEAD = re.compile(r"\s*(?P<number>\d{1,3}(?:\.\d{1,3}){2,4})(?=\s[^\W\d])")
# “paragraph 4 of the Schedule to the Act”: the only one has no number.
_ONLY = re.compile(
    r"\b(?:of|to|in)\s{1,3}the\s{1,3}(?P<word>schedule|annex|appendix)\b(?!\s{1,3}(?:\d|[A-Z]\b))", re.IGNORECASE
)
# What may stand between two parts of one reference.
_JOINED = re.compile(r"\s*,?\s*(?:of|to|in|under|d[aeo]|o|yn|–|-)?\s*(?:the\s+)?")
# “PD 29 (multi-track) para 8.3”
_ASIDE = re.compile(r"(?<!\s)\s*+\((?![^()]*\d)[^()]{1,60}\)")
# “para 8.3 of the multi-track practice direction (PD 29)”: a name, and the number in brackets behind it.
_NAMED_BEFORE = re.compile(
    r"\s++(?:of|in|to|under)\s++(?:the\s++)?(?![^(]*\b(?:about|mean|on|provide|say|see)\b)[^()?!.;:\n]{2,80}\("
)
_OF = re.compile(r"\s*+,?\s*+(?:of|to|in|under|d[aeo]|o|yn)\s+(?:the\s+)?")
_TOKEN = re.compile(r"\(\s?(?P<rung>[0-9a-zA-Z]{1,5}\s?[A-Za-z]?)\s?\)|(?P<head>[^()\s][^()]*)")
_YEARS = (1900, 2100)
_INSTRUMENTS = frozenset({"part", "direction", "rhan", "cyfarwyddyd"})
# Kinds that are not written as they are called here.
WRITTEN = {"direction": "Practice Direction", "cyfarwyddyd": "Cyfarwyddyd Ymarfer"}
_INNER = ("recital", "rule", "section", "clause", "article", "paragraph", "odst", "inciso", "písm", "")


@dataclass(frozen=True, slots=True)
class Provision:
    """A provision as a question names it.

    `family` is the word it goes by (“rule”, “clause”, …; none for a bare number); `rungs` its number taken apart
    (“25.1(1)(f)” is 25.1, 1, f; one empty rung means the only one of its kind); `within` the larger units it is said
    to lie in, outermost first; `item` what is asked for in it by a number of its own (“limb (b)”), which need not be a
    part of its number; `span` where the question says all this.
    """

    family: str
    rungs: tuple[str, ...]
    span: Span
    within: tuple[Provision, ...] = ()
    item: tuple[str, ...] = ()

    @property
    def instrument(self) -> tuple[str, str] | None:
        """The Part or practice direction that it belongs to, by kind and number, if its own words tell."""
        for unit in (*self.within, self):
            if unit.family in _INSTRUMENTS and len(unit.rungs) == 1 and unit.rungs[0][0].isdigit():
                return unit.family, unit.rungs[0].upper().lstrip("0") or "0"
        # The rules of a Part are numbered by it: rule 31.16 is in Part 31.
        if self.family == "rule" and "." in self.rungs[0]:
            return "part", self.rungs[0].split(".")[0].upper()
        return None

    @property
    def is_whole_instrument(self) -> bool:
        """Tell whether a Part or practice direction itself is named, and nothing in it."""
        return self.family in _INSTRUMENTS and not self.within and self.instrument is not None

    def __str__(self) -> str:
        number = self.rungs[0] + "".join(f"({rung})" for rung in self.rungs[1:])
        name = WRITTEN.get(self.family, self.family)
        name = name.capitalize() if self.family in {"part", "rhan", "schedule", "annex", "article"} else name
        return f"{name} {number}".strip()


def find_provisions(question: str) -> tuple[Provision, ...]:
    """The provisions a question names by number, in the order named."""
    parts = [*_named(question)]
    taken = [part.span for part in parts]
    head = _HEAD.match(question)
    for match in (*_BARE.finditer(question), *_LABEL.finditer(question), *([head] if head else [])):
        span = Span(*match.span("number"))
        if not any(span.overlaps(other) for other in taken):
            parts.append(Provision("", split_number(match["number"]), span))
    parts += [
        Provision(match["word"].casefold(), ("",), Span(*match.span("word"))) for match in _ONLY.finditer(question)
    ]
    parts.sort(key=lambda part: part.span)
    found: list[Provision] = []
    for part in parts:
        joined = _join(found[-1], part, question) if found else None
        if joined is None:
            found.append(part)
        else:
            found[-1] = joined
    return _with_items([part for part in found if part.rungs != ("",)], question)


def _with_items(found: Sequence[Provision], question: str) -> tuple[Provision, ...]:
    """Provisions with the items that are said to be in them; “item 3” is then no provision by itself."""
    kept: list[Provision] = []
    for part in found:
        # A provision that was taken for an item of the one before it.
        if kept and kept[-1].item and kept[-1].span.overlaps(part.span):
            continue
        if beside := item_beside(question, part.span):
            number, span = beside
            while kept and kept[-1].span.overlaps(span):
                kept.pop()
            part = replace(part, item=split_number(number), span=span)  # noqa: PLW2901
        kept.append(part)
    return tuple(kept)


def split_number(number: str) -> tuple[str, ...]:
    """A number as rungs: “25.1(1)(f)” is 25.1, 1, f; “15.B” is 15, B; spaces within a rung are dropped."""
    rungs: list[str] = []
    for match in _TOKEN.finditer(number.strip().rstrip(".:)") + (")" if number.rstrip().endswith(")") else "")):
        token = re.sub(r"\s+", "", match["rung"] or match["head"]).strip(".:)")
        lettered = re.fullmatch(r"(\d[\w.]*)\.([A-Za-z])", token)
        rungs += [lettered[1], lettered[2]] if lettered else [token] if token else []
    return tuple(rungs)


def _named(question: str) -> list[Provision]:
    found = []
    for match in _NAMED.finditer(question):
        family = next(name for name in _NAMES if match[name])
        if not _counts(family, match[family], match["number"]):
            continue
        found.append(Provision(family, split_number(match["number"]), Span(*match.span())))
        end = match.end()
        while match[family].casefold().endswith("s") and (more := _FURTHER.match(question, end)):
            found.append(Provision(family, split_number(more["number"]), Span(*more.span("number"))))
            end = more.end()
    return found


def _counts(family: str, word: str, number: str) -> bool:
    """Tell whether the text after a word is its number, not a year (“the Rules 2010”) or a word (“a part I signed”)."""
    if number.isdecimal():
        return not _YEARS[0] <= int(number) <= _YEARS[1]
    if number[0].isdigit() or number[0] == "(" or family in {"písm", "inciso"}:
        return True
    if word.casefold() in _SHORT or not number.isupper():
        return any(sign.isdigit() for sign in number)
    lettered = family not in {"section", "clause", "paragraph", "rule"}
    return word[0].isupper() or (lettered and len(number) > 1) or any(sign.isdigit() for sign in number)


def _join(before: Provision, part: Provision, question: str) -> Provision | None:
    """Two parts of one reference as one: “PD 31B para 7”, “paragraph 3 of Schedule 2”; None where they are two."""
    gap = question[before.span.end : part.span.start]
    span = Span(before.span.start, part.span.end)
    in_brackets = part.family in _INSTRUMENTS and question[part.span.end : part.span.end + 1] == ")"
    if in_brackets and _NAMED_BEFORE.fullmatch(gap) and _holds(part, before) and not before.within:
        return replace(before, within=(part,), span=Span(span.start, span.end + 1))
    gap = _ASIDE.sub("", gap)
    if not _JOINED.fullmatch(gap):
        return None
    if part.family in {"odst", "písm", "inciso"} and not _OF.fullmatch(gap):
        return replace(before, rungs=(*before.rungs, *part.rungs), span=span)
    if _OF.fullmatch(gap) and _holds(part, before):
        return replace(before, within=(part, *before.within), span=span)
    # “para 3.1 PD 6B”: a direction may stand behind its paragraph without a word between.
    if part.family == "direction" and not before.within and _holds(part, before) and gap.strip() in {"", ","}:
        return replace(before, within=(part,), span=span)
    if not _OF.fullmatch(gap) and _holds(before, part):
        return replace(part, within=(*before.within, replace(before, within=())), span=span)
    return None


def _holds(outer: Provision, inner: Provision) -> bool:
    """Tell whether a unit of the one kind can hold one of the other."""
    if outer.family == "direction":
        return inner.family in {"paragraph", "section", "rule", "clause", ""}
    if outer.family in {"rule", "paragraph", "clause", ""}:
        return outer.family in {"rule", "clause"} and inner.family == "paragraph"
    return inner.family in _INNER and outer.family != inner.family
