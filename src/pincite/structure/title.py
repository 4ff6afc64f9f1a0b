"""Title: the line that holds the title of a document."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.domain.document import Document, Role
from pincite.spans import Span

_HEADS = (
    r"(?:agreement|contract|amendment|addendum|lease|licen[cs]e|deed|memorandum\s+of\s+understanding|letter\s+of\s+intent|"
    r"terms\s+(?:and\s+conditions|of\s+(?:use|service|sale|business|trade|trading|hire|supply))|"
    r"conditions\s+of\s+(?:hire|sale|carriage|trade|trading|supply)|bye-?laws|plan\s+of\s+(?:merger|reorganization)|policy|notice(?!s)|statement|"
    r"guide|guidelines|rules|judgment|order|act|code|regulations|undertaking|note|guarant(?:y|ee)|bylaws|charter|warrant|"
    r"protocol|direction|(?<!\bof\s)(?<!\bto\s)(?<!\bin\s)(?<!\bor\s)(?<!\bunder\s)part\s+[0-9]{1,3}[A-Z]?|scheme|complaint|opinion|supplement|certificate|covenant|understanding|NDA|smlouva|zákon|vyhláška|dodatek|"
    r"rozsudek|vertrag|contrat|accord)"
)
_HEAD = re.compile(rf"\b{_HEADS}s?\b", re.IGNORECASE)
# What an instrument that names itself in its first words may be.
_DRAWN_UP = (
    r"(?i:agreement|contract|(?:under)?lease|licen[cs]e|deed|indenture|tenancy|conveyance|assignment|mortgage|charge|"
    r"debenture|guarantee|power|undertaking|transfer|settlement|declaration)"
)
# A run of the opening: a line, or a stretch set off by wide spaces as plain-text filings do.
_RUN = re.compile(r"[^\s](?:[^\n ]|[ ](?![ ]))*")
_NOISE = re.compile(
    r"(?:\ufeff|\s|[\"“*_#=.:;|\[\]-]|"
    r"exhibit\s+(?:no\.?\s*)?[0-9A-Z][\w.()-]*|ex(?:hibit)?[-.][0-9][\w.()-]*|(?:final\s+)?execution\s+(?:version|copy|draft)|"
    r"confidential(?:\s+treatment\s+requested)?(?=[\s*:]*(?:\n|[A-Z]{3}|\Z))(?!ity)|final\s+(?:version|form)|"
    r"[^\n]{0,500}\bpublicly\s+disclosed\b[.\])]*|form\s+of\b|"
    r"conformed\s+copy|copy\b|draft\b|attachment\s+[A-Z0-9]\b|annex\s+[A-Z0-9]\b|appendix\s+[A-Z0-9]\b|page\s+[0-9]+|"
    r"(?:contract|agreement)\s+(?:no|number)\b\.?\s*+:?\s*+(?:[A-Z/-]*+[0-9][A-Z0-9/-]*+|[A-Z]{1,4}\s)++|(?:source|filename)\s*:[^\n]*|[0-9]{1,2}\s|document:|certain\s++[^.]*+\.\s)+",
    re.IGNORECASE,
)
_FIRM = re.compile(
    r"\A.*\b(?:CORPORATION|COMPANY|INCORPORATED|LIMITED|(?:INC|LLC|L\.L\.C|LTD|CORP|PLC|L\.P|LP|N\.V|GMBH|S\.A|CO)\b\.?),?\s+(?=\S)",
    re.IGNORECASE,
)
_FORMULA = re.compile(
    r"\b(?:THIS|This)\s+(?P<name>(?:[^\W\d_a-z][\w’'&/.-]*,?\s+|(?:and|of|for|to|the|on|in|&|with|as)\s+|"
    r"[(][A-Z][\w -]{1,40}[)]\s+){0,14}?"
    r"(?:Agreement|AGREEMENT|Contract|CONTRACT|Amendment|AMENDMENT|Addendum|ADDENDUM|Lease|LEASE|Deed|DEED|"
    r"Policy|Plan\s+of\s+Merger|PLAN\s+OF\s+MERGER|License|LICENSE|Licence|Undertaking)\b"
    r"(?!\s+(?:[A-Z][\w-]*\s+|and\s+|&\s+){0,5}(?:Agreement|AGREEMENT|Contract|CONTRACT)\b)"
    r"(?:\s+(?:and\s+Plan\s+of\s+(?:Merger|Reorganization)|AND\s+PLAN\s+OF\s+(?:MERGER|REORGANIZATION)|(?:No|NO)\.?\s*[0-9]+|(?:to|TO)\s+(?:[A-Z][\w’'&/-]*\s+|and\s+|of\s+){0,8}(?:Agreement|AGREEMENT)))?)"
)
_BODY = re.compile(
    r"\b(?:THIS|This)\b|\b(?:is|was|are|shall|will|has|have|been)\b|\bWHEREAS\b|\bBY\s+AND\s+(?:BETWEEN|AMONG)\b|"
    r"\b(?:by\s+and\s+)?(?:between|among)\b|\bB(?:ETWEEN|etween)\b|\bA(?:MONG|mong)\b|\bdated\b|\bDATED?\b|\b[Dd]ate:|"
    r"\bTABLE\s+OF\s+CONTENTS\b|\b(?:RECITALS|Recitals|WITNESSETH|PREAMBLE|INTRODUCTION|BACKGROUND)\b|\bSource:|"
    r"\b[Ee]ffective\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\s+[0-9]|"
    r"\b(?:Contract|Agreement|CONTRACT|AGREEMENT)?\s*\b(?:No|Number)\b\.?\s*:|\bPage\s+[0-9]|\bThe\s+undersigned\b|\bLocation\s+of\b|"
    r"[—–(-]\s*(?:As\s+amended|Execution)\b|\bTHE\s+UNDERSIGNED\b|\bPARTIES\b|\bPursuant\b"
)
# “THIS LEASE is made …”: a document without a heading, called by its first words.
_OPENING_WORDS = re.compile(
    r"^[ \t#*_\"“(]*+(?:THIS|This)\s{1,4}(?P<name>(?:[A-Z][\w’'&/-]{1,40}+\s{1,4}){0,5}?"
    rf"(?:{_DRAWN_UP})(?:\s{{1,4}}(?:of|OF|to|TO)(?:\s{{1,4}}(?:the\s|THE\s)?[A-Z][\w’'&/-]{{1,40}}+){{1,4}})?)"
    r"[*_\"”)]*+,?\s{1,4}(?:is|was|made|granted|given|dated|executed|entered|by|between|BETWEEN|MADE|DATED|IS)\b",
    re.MULTILINE,
)
# A document that has a heading of its own does not begin with these words so far down.
_OPENING_REACH = 1200
# A name of a law, whole: its year tells it from the headings and the words in capitals about it.
_DATED_LAW = re.compile(
    r"(?:(?!\bunder\b).){3,140}?\b(?:act|rules|regulations|order|scheme|code|bye-?laws|ordinance)\W{1,4}[12]\d{3}\W*",
    re.IGNORECASE,
)
# A heading of a division: “PART 2 – RULES”, “Schedule 1 Code of Conduct”.
_DIVISION = re.compile(
    r"(?:part|chapter|section|schedule|article|annex|appendix|division|book)\s{1,3}(?:\d{1,3}|[A-Z]|[IVX]{1,5})\b",
    re.IGNORECASE,
)
# Capitals that end with the kind of document, where running text follows on the same line.
_LEADING = re.compile(
    r"(?:[A-Z0-9&/.’'®™()-]+,?\s+){0,14}?(?:AGREEMENT|CONTRACT|AMENDMENT|ADDENDUM|LEASE|LICEN[CS]E|DEED|UNDERTAKING|POLICY)\b"
    r"(?:\s+\([A-Z][^)]{1,60}\))?(?=\s+[A-Z]?[a-z]|\s+[A-Z]\s)"
)
# A notice in a gazette names the part of the code it would change; its subject stands on the next line.
_CODE_PART = re.compile(
    r"^[ \t]*[0-9]{1,3}[ \t]+(?:[A-Z]\.?[ \t]?){2,5}[ \t]*(?:Parts?|PARTS?)[ \t]+[0-9][^\n]{0,80}\n\s*"
    r"(?:(?:\[[^\]\n]{1,120}\]|RIN[ \t][^\n]{1,60}|Docket[^\n]{1,80})\n\s*){0,4}"
    r"(?P<subject>[^\W\d_][^\n]{2,158}?)[ \t.]*$",
    re.MULTILINE,
)
# A collection published in files of their own: the name of all of it stands above the one of the file.
_SERIES = re.compile(
    r"\b(?:rules|regulations|code|directions|handbook|manual|rulebook)\b[^\w\n]*+(?:\d{4}[^\w\n]*+)?\Z", re.IGNORECASE
)
_MEMBER = re.compile(
    r"^[ \t#*_]*+(?P<name>(?P<word>PART|Part|PRACTICE\s{1,3}DIRECTION|Practice\s{1,3}Direction)[ \t]{1,3}"
    r"(?P<number>\d{1,3}[ \t]?(?:[A-Z]{1,2}(?![A-Za-z]))?)(?![\w.])"
    r"(?:[ \t]{0,3}[^\w\s]{0,3}[ \t]{0,3}[A-Z](?:[^\n]{0,119}[^\s*_])?)?)[ \t*_]*+$",
    re.MULTILINE,
)
_REACH = 6000
_LONGEST = 160


def find_title(doc: Document) -> Span | None:
    """The span of the title line, or None where the opening has nothing like one."""
    title = _printed(doc)
    return title and (_member(doc.text, title) or title)


def _member(text: str, series: Span) -> Span | None:
    """The line below the name of a collection of rules that says which Part or practice direction of it this is."""
    if not _SERIES.search(series.slice(text)):
        return None
    members = list(_MEMBER.finditer(text))
    first = next((one for one in members if one.start() >= series.end), None)
    if first is None or text[series.end : first.start()].strip(" \t\n#*_=–—-"):
        return None
    # A file with several Parts is the whole collection.
    if {_fold(one["number"]) for one in members if _fold(one["word"]) == _fold(first["word"])} - {
        _fold(first["number"])
    }:
        return None
    return Span(*first.span("name"))


def _printed(doc: Document) -> Span | None:
    text = doc.text
    declared = _declared(doc)
    if declared is not None:
        return declared
    notice = _CODE_PART.search(text, 0, _REACH)
    if notice is not None:
        return Span(*notice.span("subject"))
    formula = _FORMULA.search(text, 0, _REACH)
    opening = _OPENING_WORDS.search(text, 0, _OPENING_REACH)
    limit = min([found.start() for found in (formula, opening) if found], default=2500)
    candidates = [span for span in _candidates(doc, limit) if span]
    titled = [span for span in candidates if _HEAD.search(text, span.start, span.end) and _is_titled(span.slice(text))]
    titled = _outside_divisions(text, titled)
    if titled:
        return _best(text, titled, formula)
    names = [found for found in (formula, opening) if found and (found is opening or len(found["name"].split()) > 1)]
    if names:
        return Span(*max(names, key=lambda found: len(found["name"])).span("name"))
    return candidates[0] if candidates and len(candidates[0]) <= _LONGEST and not formula else None


def _outside_divisions(text: str, titled: list[Span]) -> list[Span]:
    """The runs without the headings of divisions that a better one stands above; a sole Part names its document."""
    kept: list[Span] = []
    for span in titled:
        part = _MEMBER.match(text, span.start)
        alone = part is not None and len({_fold(one["number"]) for one in _MEMBER.finditer(text)}) == 1
        if not kept or alone or not _DIVISION.match(text, span.start, span.end):
            kept.append(span)
    return kept


def _declared(doc: Document) -> Span | None:
    """The first heading of level 1, where the file marks headings and it names a kind of document."""
    for block in doc.blocks[:12]:
        if block.role is Role.HEADING and block.level == 1 and 3 <= len(block.span) <= _LONGEST:
            words = doc.slice(block.span)
            if _HEAD.search(words) or not _HEAD.search(doc.text, 0, 600):
                return Span(block.span.start + len(words) - len(words.lstrip()), block.span.start + len(words.rstrip()))
    return None


def _best(text: str, titled: list[Span], formula: re.Match[str] | None) -> Span:
    """The run that says what the opening formula calls the document, else the first that names a kind of document."""
    if formula is not None:
        wanted = _fold(formula["name"])
        for span in titled:
            words = _fold(span.slice(text))
            if wanted and len(wanted.split()) > 1 and wanted in words:
                return _without_firms(text, span, formula["name"])
        broken = _broken(text, formula)
        if broken:
            return broken
    if _DATED_LAW.fullmatch(titled[0].slice(text)):
        return titled[0]
    capitals = [span for span in titled if span.slice(text).isupper() and len(span.slice(text).split()) > 1]
    first = (capitals or titled)[0]
    return max((span for span in titled if span.start == first.start), key=len)


def _broken(text: str, formula: re.Match[str]) -> Span | None:
    """The title as printed above the opening formula, however its lines are broken."""
    words = re.findall(r"\w+", formula["name"])
    if len(words) < 3:
        return None
    printed = re.compile(r"\b" + r"\W{1,80}".join(map(re.escape, words)) + r"\b", re.IGNORECASE)
    found = printed.search(text, 0, formula.start())
    return Span(*found.span()) if found else None


def _without_firms(text: str, span: Span, name: str) -> Span:
    """A title with the parties' names before it is cut to what the opening formula calls it."""
    words = span.slice(text)
    at = words.casefold().rfind(name.casefold())
    if at > 0 and at + len(name) == len(words) and re.search(r"[@®™]|\s-\s|\band\b|\bDBA\b", words[:at]):
        return Span(span.start + at, span.end)
    return span


def _is_titled(words: str) -> bool:
    """Tell whether a run looks like a title: its longer words begin with capitals."""
    if re.match(r"[0-9]+\.\s|contents\s+of\b", words, re.IGNORECASE):
        return False
    if re.match(r"practice\s+direction\s+[0-9]", words, re.IGNORECASE):
        return True
    longer = [word for word in re.findall(r"[^\W\d_]+", words) if len(word) > 3]
    return sum(not word[0].islower() for word in longer) >= 0.6 * len(longer)


def _fold(words: str) -> str:
    return " ".join(re.findall(r"\w+", words.casefold()))


def _candidates(doc: Document, limit: int) -> Iterator[Span]:
    furniture = doc.furniture()
    previous: Span | None = None
    for run in _RUN.finditer(doc.text, 0, min(limit, _REACH)):
        span = _clean(doc.text, Span(*run.span()))
        if span is None or any(mark.overlaps(span) for mark in furniture):
            previous = None
            continue
        joined = _join(doc.text, previous, span)
        yield joined
        previous = joined


def _join(text: str, above: Span | None, span: Span) -> Span:
    """A title broken over lines is one: the line above ends with a joining word, or this one begins with one."""
    if above is None or span.end - above.start > _LONGEST:
        return span
    upper, lower = above.slice(text), span.slice(text)
    if not (upper.isupper() and lower.isupper()):
        return span
    if "\n" in text[above.end : span.start].strip(" ").replace("\n", "", 2):
        return span
    broken = re.search(r"(?:\b(?:AND|OF|FOR|TO|THE|&)|,)\Z", upper) or re.match(r"(?:AND|OF|FOR|TO)\b", lower)
    return Span(above.start, span.end) if broken or (not _HEAD.search(upper) and _HEAD.fullmatch(lower)) else span


def _clean(text: str, span: Span) -> Span | None:
    """A run without letterhead before it or running text after it."""
    start = span.start
    noise = _NOISE.match(text, start, span.end)
    if noise:
        start = noise.end()
    body = _BODY.search(text, start, span.end)
    end = body.start() if body else span.end
    words = text[start:end]
    leading = _LEADING.match(words)
    if leading:
        words = leading[0]
        end = start + len(words)
    firm = _FIRM.match(words[: _LONGEST * 2])
    if firm and _HEAD.search(words, firm.end()) and not _HEAD.search(words, 0, firm.end()):
        start += firm.end()
    bracket = text.rfind("(", start, end) if body else -1
    if bracket > text.rfind(")", start, end):
        end = bracket
    end = start + len(text[start:end].rstrip(' \n\t.,:;-*_"”“(['))
    if end - start < 3 or end - start > _LONGEST or not text[start].isalnum():
        return None
    return Span(start, end)
