"""Stated parties: those that forms, terms and booklets name without saying that the document is between them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.domain.profile import DocumentKind, Party
from pincite.spans import Span
from pincite.structure.party_names import CAP, HAS_SUFFIX, SUFFIX, name_at

_ROLES = (
    r"customer|client|member|hirer|tenant|landlord|less(?:or|ee)|licens(?:or|ee)|owner|policy-?\s?holder|insured|"
    r"account\s?-?holder|employ(?:er|ee)|worker|supplier|provider|seller|buyer|purchaser|vendor|borrower|lender|parent|"
    r"guardian|carer|subscriber|contractor|consultant|company|patient|student|lodger|resident|guest|traveller|renter|passenger"
)
# “Customer: Jane Roe”, “Parent/carer: Mrs Jane Roe”: a line of the form at the head of a contract.
_FIELD = re.compile(
    rf"^[ \t>|-]{{0,9}}(?:your\s|the\s)?(?P<role>(?:{_ROLES})s?|your\s+name)"
    rf"(?:[ ]?(?:/|or|and)[ ]?(?:{_ROLES}))?[’']?s?(?:\s(?:full\s)?name)?[ \t]{{0,3}}[:|][ \t]{{0,6}}",
    re.IGNORECASE | re.MULTILINE,
)
_FIELD_ENDS = re.compile(r"[ \t|]*+(?:\n|\Z|[,;(–—-]|of\s)")
_DEPARTMENT = re.compile(r"\b(?:Department|Team|Office|Committee|Manager|Officer|Head|Services?|Director)\Z")
# “Client: Not Applicable”, “Customer: Mon - Fri”, “Guest: Double Room”: what a form says where it names nobody.
_NO_NAMES_BEGIN = re.compile(
    r"(?:"
    r"not|to|tbc|tbd|tba|full|date|dates|mon|monday|tue|tues|tuesday|wed|weds|wednesday|thu|thur|thurs|thursday|"
    r"fri|friday|sat|saturday|sunday|weekdays|weekends|gold|silver|bronze|platinum|standard|premium|basic|"
    r"classic|deluxe|double|single|twin|triple|flat|unit|room|apartment|plot|year|years|month|months|"
    r"week|weeks|see|as|none|no|yes|same|please|print|insert|enter|write|block|current|existing|"
    r"former|paid|per|all|any|various|adult|child|junior|senior|class|grade|type|terms|total|daily|weekly|"
    r"monthly|annual|yearly|business|personal|online|up|from|until|over|under|between|free|half|"
    r"fixed|your|our|their|refer|details|contact|opening|signature|sign|signed|official|office|minimum|maximum|"
    r"one|two|three|four|five|six|overseas|non"
    r")(?![\w’])",
    re.IGNORECASE,
)
_NO_NAMES_END = re.compile(
    r"\b(?:"
    r"name|names|address|number|numbers|details|signature|initials|copy|only|above|below|applicable|confirmed|"
    r"agreed|advised|required|stated|overleaf|attached|known|available|provided|level|room|rate|rates|"
    r"membership|plan|ticket|tier|package|hours|discount|account|portal|fee|fees|charge|charges|deposit|parking|"
    r"entrance|entry|line|desk|helpline|reference|code|status|type|category|"
    r"information|section|guide|form|pass|responsibilities|obligations|duties|rights"
    r")\W*\Z",
    re.IGNORECASE,
)
_TITLED = re.compile(r"(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Rev|Sir|Dame|Lord|Lady)\b", re.IGNORECASE)
# ““Company” means Oak Leisure Ltd”, “"the Remover" is Oak Removals Limited”, “"Oak", "we" and "us" mean Oak Ltd”.
_MEANT = re.compile(
    r"[\"“](?P<role>(?:the\s|The\s)?[^\W\d_a-z][\w&’'-]{0,30}(?:[ ][A-Z][\w&’'-]{0,30})?|[Ww]e|[Uu]s)[\"”]"
    r"(?P<we>(?:(?:,|\s(?:and|or)|,\s(?:and|or))\s[\"“](?:[Ww]e|[Uu]s|[Oo]urs?)[\"”]){0,4}),?\s{1,3}"
    rf"(?:means?|is|are|refers?\s+to|shall\s+mean)\s{{1,3}}(?:the\s)?(?={CAP})"
)
_PARTY_ROLE = re.compile(
    rf"(?:the\s+)?(?:{_ROLES}|we|us|remover|carrier|operator|retailer|dealer|publisher|keeper|trader|firm|club|nursery|"
    r"school|practice|shop|society|council)",
    re.IGNORECASE,
)
_PROMISES = (" will ", " shall ", " may ", " must ", " agrees ")
# “We, us – Oak Insurance DAC”, “We / us / our means Oak Insurance Limited”.
_US = re.compile(
    r"^[ \t*•\d.()-]{0,12}[\"“]?(?P<role>We|WE|Us)[\"”]?"
    r"(?:\s?(?:,|/|\bor\b|\band\b)\s?[\"“]?(?:[Uu]s|[Oo]urs?|[Ww]e|US|OURS?|WE)\b[\"”]?){0,4}"
    rf"[ \t*]{{0,6}}(?:[:–—-]|means?\b|are\b)[ \t]{{1,3}}(?:the\s)?(?={CAP})",
    re.MULTILINE,
)
_INSURED_BY = re.compile(rf"\b(?:[Uu]nderwritten|[Ii]nsured)\s{{1,3}}by\s{{1,3}}(?:the\s)?(?={CAP})")
# “must be insured by”, “is not underwritten by”, “any van insured by”: cover that is asked for, denied or another's.
_NOT_INSURED = re.compile(
    r"(?:\b(?:not|never|no|nor|neither|must|should|may|might|can|cannot|could|would|if|unless|whether|until|previously|"
    r"formerly|was|were|(?<!will\s)be)\b|n[’']t\b)[^,]{0,60},?\s{0,3}\Z"
    r"|\b(?:or\s{1,3}|(?:any|another|other|every|each)(?:\s{1,3}[\w-]{1,40}){1,2}\s{1,3})\Z",
    re.IGNORECASE,
)
_CLAUSE_BREAK = re.compile(r"[.;:]\s|\n\s*\n")
_HOLDER = re.compile(rf"\b[Pp]olicy-?\s?holder\b[^.\n()]{{0,60}}\((?={CAP})")
_TRADES = re.compile(
    r"[ \t]{0,6}[,(–—-]?[ \t]{0,6}(?:(?:is\s)?(?:a|the)\s(?:trading|business)\sname\sof|(?P<as>trading\sas|t/a))"
    rf"\s{{1,3}}(?:the\s)?(?={CAP})"
)
_LETTERHEAD = re.compile(r"\s*+(?P<line>[^\n]{3,100}+)\n")
_FIRM = re.compile(
    r"\b(?:Council|COUNCIL|Society|SOCIETY|Authority|AUTHORITY|Club|CLUB|College|COLLEGE|School|SCHOOL)\Z"
)
# “Oak Ltd. Oak will hire”, unlike “Oak Co. Ltd” or “Oak Inc. Pension Trust”.
_SENTENCE_END = re.compile(
    rf"\b(?:Ltd|LTD|Inc|INC|Corp|CORP|LLC|Co)\.(?=\s{{1,3}}[A-Z])(?!\s{{1,3}}(?:[A-Z][\w&’'-]{{0,40}}\s){{0,3}}{SUFFIX}\b)"
)
_CONTRACTUAL = frozenset({DocumentKind.CONTRACT, DocumentKind.LEASE, DocumentKind.LICENCE})
_HEAD, _OPENING, _LINE = 2500, 9000, 200


def read_stated(text: str, kind: DocumentKind) -> Iterator[Party]:
    """Those whom the form at the head, a definition, the insurer's line or a trading name says are the parties."""
    found = [*_defined(text), *_insuring(text), *_trading(text)]
    yield from found
    if kind not in _CONTRACTUAL:
        return
    fields = list(_fields(text))
    yield from fields
    if not any(_is_firm(party.name) for party in (*found, *fields)):
        yield from _letterhead(text)


def _fields(text: str) -> Iterator[Party]:
    for match in _FIELD.finditer(text, 0, _HEAD):
        span = name_at(text, _rest_of_line(text, match.end()))
        if span is None or not _FIELD_ENDS.match(text, span.end):
            continue
        name = span.slice(text)
        if len(name.split()) > 1 and not _DEPARTMENT.search(name) and not _names_nobody(name):
            yield Party(name, span, match["role"])


def _defined(text: str) -> Iterator[Party]:
    called: list[Party] = []
    for match in _MEANT.finditer(text, 0, _OPENING):
        firm = _firm_at(text, match.end())
        if firm is None:
            continue
        party = Party(firm.slice(text), firm, match["role"])
        if match["we"] or _PARTY_ROLE.fullmatch(match["role"]):
            yield party
        elif _is_short_for(match["role"], party.name):
            called.append(party)
    # Others are called by a short name too: the party is the one that promises things.
    if called:
        promises = [sum(text.count(f"{party.role}{word}") for word in _PROMISES) for party in called]
        if max(promises):
            yield called[promises.index(max(promises))]
    for match in _US.finditer(text, 0, _OPENING):
        if firm := _firm_at(text, match.end()):
            yield Party(firm.slice(text), firm, match["role"])


def _insuring(text: str) -> Iterator[Party]:
    for match in _INSURED_BY.finditer(text, 0, _OPENING):
        before = _CLAUSE_BREAK.split(text[max(0, match.start() - _LINE) : match.start()])[-1]
        if _NOT_INSURED.search(before):
            continue
        if firm := _firm_at(text, match.end()):
            yield Party(firm.slice(text), firm, "Insurer")
    for match in _HOLDER.finditer(text, 0, _OPENING):
        span = name_at(text, _rest_of_line(text, match.end()))
        if span and text.startswith(")", span.end) and len(span.slice(text).split()) > 1:
            yield Party(span.slice(text), span, "policyholder")


def _trading(text: str) -> Iterator[Party]:
    """A firm and the name it trades under, on a line that begins with either."""
    for match in _TRADES.finditer(text, 0, _OPENING):
        start = text.rfind("\n", 0, match.start()) + 1
        start += len(text[start : match.start()]) - len(text[start : match.start()].lstrip())
        before, after = name_at(text, Span(start, match.start())), name_at(text, _rest_of_line(text, match.end()))
        if before is None or after is None or text[before.end : match.start()].strip():
            continue
        firm, trade = (before, after) if match["as"] else (after, before)
        if _is_firm(firm.slice(text)):
            yield Party(firm.slice(text), firm, trade.slice(text))


def _letterhead(text: str) -> Iterator[Party]:
    """The firm that the document begins with, on a line of its own."""
    match = _LETTERHEAD.match(text)
    span = name_at(text, Span(*match.span("line"))) if match else None
    # Wide spaces part two firms that stand side by side.
    if (
        match
        and span
        and span.slice(text) == match["line"].rstrip()
        and "  " not in match["line"].rstrip()
        and _is_firm(span.slice(text))
    ):
        yield Party(span.slice(text), span)


def _firm_at(text: str, start: int) -> Span | None:
    span = name_at(text, _rest_of_line(text, start))
    return span if span and _is_firm(span.slice(text)) else None


def _is_firm(name: str) -> bool:
    return len(name.split()) > 1 and (HAS_SUFFIX.search(name) is not None or _FIRM.search(name) is not None)


def _names_nobody(name: str) -> bool:
    """Tell whether a form's answer of several words is none, a choice or a label; firms and titled people are names."""
    if _is_firm(name) or _TITLED.match(name):
        return False
    return bool(_NO_NAMES_BEGIN.match(name) or _NO_NAMES_END.search(name))


def _is_short_for(role: str, name: str) -> bool:
    """Tell whether what a firm is called from then on is taken from the beginning of its name."""
    words = role.casefold().removeprefix("the ").split()
    return name.casefold().removeprefix("the ").split()[: len(words)] == words


def _rest_of_line(text: str, start: int) -> Span:
    """The line up to its end, or to that of the sentence where a firm's abbreviation ends it too."""
    end = text.find("\n", start, start + _LINE)
    end = min(len(text), start + _LINE) if end < 0 else end
    stop = _SENTENCE_END.search(text, start, end)
    return Span(start, stop.end() if stop else end)
