"""Parties: who a document is between, each with the name it is given there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pincite.domain.profile import DocumentKind, Party
from pincite.spans import Span
from pincite.structure.captions import read_caption
from pincite.structure.party_names import ADDRESS, CAP, HAS_SUFFIX, NAME, name_at
from pincite.structure.stated_parties import read_stated

_BETWEEN = re.compile(
    r"(?:^(?:PARTIES|Parties|THE\s+PARTIES|SMLUVNÍ\s+STRANY|Smluvní\s+strany)[ \t]*+:?[ \t]*+$|"
    r"^BY\b(?=:?\s{1,4}\(1\))|"
    r"\b(?:(?:made|entered\s+into|executed)\s+by(?!\s+(?:and\s+)?(?:between|among))|[Mm]ezi|[Bb]etween|BETWEEN|[Aa]mong(?:st)?|AMONG(?:ST)?)\b)"
    r"(?:\s+(?:and|AND)\s+(?:among|AMONG)\b)?[\s:,–-]*(?:the\s+following\s+parties:?\s*)?",
    re.MULTILINE,
)
_RECITED = re.compile(
    r"\b(?:THIS|This)\s+(?:[A-Z][\w&-]*\s+|of\s+|and\s+){1,10}?[(,](?:[^.]|\.(?!\s)){0,300}?\b(?:by\s+and\s+)?(?:between|among|BETWEEN|AMONG)\b[\s:,]*"
)
_CONTENTS = re.compile(r"\bcontents\b", re.IGNORECASE)
_END = re.compile(
    r"\b(?:WHEREAS|RECITALS?|Recitals|WITNESSETH|W\s?I\s?T\s?N\s?E\s?S\s?S|NOW,?\s+THEREFORE|Now,?\s+therefore|BACKGROUND|"
    r"Background|PREAMBLE|TABLE\s+OF\s+CONTENTS|Table\s+of\s+Contents|IT\s+IS\s+AGREED|agrees?\s+as\s+follows|"
    r"AGREES?\s+AS\s+FOLLOWS|In\s+consideration|IN\s+CONSIDERATION|Whereas|ARTICLE\s+[1I]\b|1\.\s+[A-Z])"
)
_ALIAS = re.compile(
    r"[(\[][^()\[\]\"“„]{0,90}[\"“„](?P<role>[^\"“”„]{1,60})[\"”“][^()\[\]]{0,160}[)\]]"
    r"|[(\[]\s*(?:hereinafter|herein|hereafter|referred)[^()\"“]{0,60}?(?:as|the|called)\s+"
    r"(?:the\s+)?(?P<bare>[A-Z][\w ]{1,40}?)(?:,?\s+which\s[^()]{0,220})?[)\]]"
    r"|[(]\s*+dále\s++(?:také\s++|též\s++)?(?:jen|jako)\s++[\"“„‚,']{0,2}(?P<czech>[^()\"“”„]{1,60}?)[\"“”‘']{0,2}\s*+[)]"
    r"|[(](?:as\s+|the\s+)?(?P<plain>[A-Z][\w-]*(?:\s[A-Z][\w-]*)?)\s?[)](?=\s*(?:[,;.]|and\b|AND\b|\n|\Z))"
    r"|,?\s{0,9}(?:hereinafter|hereafter|herein)[^()\"“.;]{0,50}[\"“„](?P<after>[^\"“”„]{1,60})[\"”“]"
)
_NOT_ROLES = re.compile(
    r"(?:this\s{1,9}|the\s{1,9})?(?:[\w\s]{0,80}agreement|part(?:y|ies)|contract|[\w\s]{0,80}date|amendment|addendum|"
    r"[\w ]{0,80}act|"
    r"merger|term|lease|closing|transactions?|code|recitals?|sec|policy)[.,]?\Z",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"(?:[\s,;:–_-]|\.(?=\s*\n)|\band\b|\bAND\b|\bAnd\b|\ba\b(?=\s+\()|\bby\b|\bBY\b|\bor\b|\b(?:between|among|BETWEEN|AMONG|Between|Among)\b|"
    r"\(?[0-9]{1,2}[.)]\s|\([ivxa-z]{1,4}\)|on\s+the\s+one\s+hand|on\s+the\s+other\s+hand|"
    r"(?:ON\s+THE\s+)?(?:FIRST|SECOND|OTHER|ONE)\s+PART|of\s+the\s+(?:one|other|first|second|third|fourth|fifth)\s+part\b|"
    r"\b(?:TO|to)\b(?=\s+\(2\))|\bParty\s+[A-Z0-9]\s*:|\beach\s+of\b)+"
)
_WE = re.compile(
    r"\b(?!We\b|I[’']m\b|Hello\b|Hi\b|This\b|Welcome\b)"
    r"(?P<name>[A-Z][\w&’'-]{0,60}+(?:(?:[ .]|[ ]&[ ])[A-Z][\w&’'-]{0,60}+){0,4}"
    r"(?:,?\s(?:Inc|LLC|Ltd|Limited|Corp)\b\.?)?)\s*+,?\s*+"
    r"(?:[(\[][^()\"“]{0,40}(?:[\"“][^\"“”]{1,40}[\"”][,\s]*+(?:or|and)?[,\s]*+)??"
    r"[\"“](?P<role>we|us|our|We|Us|Our|Company|the\s+Company)[\"”,][^()]{0,60}[)\]])"
)
_BOTH = re.compile(r",?\s{1,4}(?:[(]\s{0,3})?(?:both|together|jointly|each|husband\s+and\s+wife)\b")
_JOINT = re.compile(r"(?<!\s)\s+(?:and|AND|&)\s+(?:the\s+)?")
# What people who are one party are called: “the Tenants”, unlike “the Solicitors”, “the Premises” or “the Works”.
_PEOPLE = re.compile(
    r"(?:the\s)?(?:[\w-]{1,30}\s)?(?:tenant|landlord|buyer|seller|purchaser|vendor|owner|homeowner|freeholder|leaseholder|"
    r"less(?:or|ee)|licens(?:or|ee)|mortgag(?:or|ee)|assign(?:or|ee)|transfer(?:or|ee)|grant(?:or|ee)|borrower|lender|"
    r"guarantor|covenantor|hirer|renter|occupier|resident|lodger|guest|customer|client|consumer|policy-?\s?holder|"
    r"account-?\s?holder|applicant|claimant|defendant|petitioner|respondent|plaintiff|parent|guardian|carer|partner|"
    r"trustee|executor|administrator|beneficiar(?:y|ie)|attorney|donor|donee|settlor|testator|member|shareholder|"
    r"stockholder|founder|director|employee|worker|student|patient|spouse|inventor|author|artist|investor)s",
    re.IGNORECASE,
)
_SIGNED = re.compile(r"(?:IN\s+WITNESS\s+WHEREOF|SIGNED\s+by|EXECUTED\s+(?:as|by)|ACCEPTED\s+AND\s+AGREED)")
_BEFORE_BY = re.compile(
    rf"(?P<name>{NAME.pattern})\s*+:?\s*+(?:[(\[][^()]{{0,40}}[)\]]\s*+)?(?:(?:By|BY|Per|Signed)\s*+:|/s/)"
)
_BY = re.compile(r"\b(?:By|BY|Per|Signed)\s*+:|/s/")
# The job title of one signatory runs into the name of the next.
_OFFICE = re.compile(
    r".*\b(?:Esq\.|Officer|President|Director|Secretary|Treasurer|Counsel|"
    r"Member|Manager|Partner|Trustee)\s+",
    re.DOTALL,
)
_COVER = re.compile(
    rf"^[ \t]*+(?P<a>{NAME.pattern})[ \t]*+(?:[(][^()\n]{{1,60}}[)][ \t]*+)?\n"
    rf"\s*+(?:and|AND|And|-and-|- and -)[ \t]*+:?[ \t]*+\n"
    rf"\s*+(?P<b>{NAME.pattern})[ \t]*+(?:[(][^()\n]{{1,60}}[)][ \t]*+)?$",
    re.MULTILINE,
)
_COVER_END = 2000
_EMPTY_LINE = r"[^\S\n]*+\n[^\S\n]*+\n"
_NEXT = re.compile(
    rf"(?<!\s)[,;]?\s++(?:and|AND|And|&)\s++(?=(?:the\s++)?{CAP})|[,;]\s++(?={CAP})|(?<!\s){_EMPTY_LINE}\s*+(?={CAP})"
)
_SENTENCE_END = re.compile(rf"\s*+\.(?:\s++(?!AND\b|And\b)[A-Z]|\s*+\Z)|{_EMPTY_LINE}\s*+(?:[0-9A-Z]{{1,2}}\.\s)")
_STRETCH_END = re.compile(
    r"(?<![A-Z])(?<!Inc)(?<!Ltd)(?<!Corp)(?<!Co)\.\s++(?=[A-Z])"
    rf"|(?<!\s){_EMPTY_LINE}(?=\s*+(?:[0-9]{{1,2}}\.|Source:))"
)
_PROSE = re.compile(r"\b(?:agrees?|will|shall|has|have|desires?|wish(?:es)?|hereby|provides?|sets?\s+forth|pursuant)\b")
_LETTERED = re.compile(rf"\bPart(?:y|ies)\s+(?P<role>[A-D1-4])\s*[:：]\s*(?={CAP})")
_WITHOUT = frozenset({DocumentKind.LEGISLATION, DocumentKind.COURT_RULES, DocumentKind.COURT_GUIDE})
_LITIGATION = frozenset({DocumentKind.JUDGMENT, DocumentKind.PLEADING})
_OPENING = 9000
_BEHIND_CONTENTS = 80_000
_REGION = 3500
_TAIL = 400
_MOST = 24


def find_parties(text: str, kind: DocumentKind = DocumentKind.UNKNOWN) -> tuple[Party, ...]:
    """The parties in the order they are named, sought where a document of its kind names them."""
    if kind in _WITHOUT:
        return ()
    if kind in _LITIGATION:
        return tuple(read_caption(text))
    found = {} if kind is DocumentKind.PRIVACY_POLICY else _between(text)
    if len(found) == 1:
        found = _unglued(text, *found.values()) or found
    if len(found) < 2:
        found |= {_key(party.name): party for party in _fallback(text, kind) if _key(party.name) not in found}
    return tuple(sorted(found.values(), key=lambda party: party.span)[:_MOST])


def _between(text: str) -> dict[str, Party]:
    """The parties that the opening or the title page says the document is between, by folded name."""
    found: dict[str, Party] = {}
    for start in _betweens(text):
        for party in _in_region(text, _region(text, start)):
            key = _key(party.name)
            known = found.get(key)
            if known is None or (known.role is None and party.role):
                found[key] = party
        if len(found) >= 2 and any(party.role for party in found.values()):
            break
    return found


def _unglued(text: str, party: Party) -> dict[str, Party]:
    """Split “Oak and Ash Farm Ltd” into two parties, if the document must have several but seems to name one."""
    joint = _JOINT.search(text, party.span.start, party.span.end)
    if joint is None:
        return {}
    halves = (Span(party.span.start, joint.start()), Span(joint.end(), party.span.end))
    spans = [span for half in halves if (span := name_at(text, half))]
    return {_key(span.slice(text)): Party(span.slice(text), span) for span in spans} if len(spans) == 2 else {}


def _key(name: str) -> str:
    return " ".join(re.findall(r"\w+", name.casefold()))


def _betweens(text: str) -> Iterator[int]:
    for match in _BETWEEN.finditer(text, 0, _OPENING):
        yield match.end()
    # The agreement itself begins after a long table of contents.
    if _CONTENTS.search(text, 0, _OPENING):
        yield from (match.end() for match in _RECITED.finditer(text, _OPENING, _BEHIND_CONTENTS))


def _region(text: str, start: int) -> Span:
    limit = min(len(text), start + _REGION)
    end = _END.search(text, start, limit)
    return Span(start, end.start() if end else limit)


def _in_region(text: str, region: Span) -> Iterator[Party]:
    """Read name after name: each is followed by its description and, mostly, by what it is called from then on."""
    at, named = region.start, 0
    for alias in _ALIAS.finditer(text, region.start, region.end):
        role = _role_in(alias)
        if _NOT_ROLES.match(role):
            if re.match(r"part(?:y|ies)", role, re.IGNORECASE):
                break
            continue
        if named and (_SENTENCE_END.match(text, at) or _PROSE.search(text, at, alias.start())):
            return
        for party in _named(text, Span(at, alias.start()), role):
            named += 1
            yield party
        at = alias.end()
    if not (named and (_SENTENCE_END.match(text, at) or _PROSE.search(text, at, min(region.end, at + 60)))):
        stop = _STRETCH_END.search(text, at, min(region.end, at + _TAIL))
        yield from _named(text, Span(at, stop.start() if stop else min(region.end, at + _TAIL)), None)


def _role_in(alias: re.Match[str]) -> str:
    """What an alias calls the party before it."""
    return next((words for words in alias.groups() if words), "").strip(" ,.\n")


def _named(text: str, stretch: Span, role: str | None) -> Iterator[Party]:
    """The names in a stretch that ends with a role: the last party before it bears the role."""
    at = stretch.start
    while True:
        lead = _LEAD.match(text, at, stretch.end)
        span = name_at(text, Span(lead.end() if lead else at, stretch.end))
        following = _next_name(text, Span(span.end if span else at, stretch.end), sure=span is not None)
        called = role if following is None else None
        for one in _apart(text, span, called) if span else ():
            yield Party(one.slice(text), one, called)
        if following is None:
            return
        at = following


def _apart(text: str, span: Span, role: str | None) -> Sequence[Span]:
    """Two people who are one party together are two names: “ANN ROE and BEN ROE”, “Ann Roe and Ben Roe, both of …”."""
    joint = _JOINT.search(text, span.start, span.end)
    if joint is None or HAS_SUFFIX.search(span.slice(text)):
        return (span,)
    halves = (name_at(text, Span(span.start, joint.start())), name_at(text, Span(joint.end(), span.end)))
    names = [half.slice(text) for half in halves if half and len(half.slice(text).split()) > 1]
    if len(names) < 2 or any(ADDRESS.search(name) for name in names):
        return (span,)
    people = bool(role and _PEOPLE.fullmatch(role))
    if not people and role and role.endswith("s") and not role.endswith("ss"):
        return (span,)
    capitals = "and" in joint[0] and all(name.isupper() for name in names)
    if not (people or capitals or _BOTH.match(text, span.end)):
        return (span,)
    return tuple(half for half in halves if half)


def _next_name(text: str, stretch: Span, *, sure: bool) -> int | None:
    """Where another party's name begins in a description, if one does.

    After a name it must have a corporate suffix of its own, for descriptions say “and” too; where no name came before,
    the last candidate will do.
    """
    last: int | None = None
    for match in _NEXT.finditer(text, stretch.start, stretch.end):
        if match[0].startswith(",") and match[0].strip() == "," and match.start() > stretch.start:
            continue  # a comma parts names only in a bare list of them
        span = name_at(text, Span(match.end(), stretch.end))
        if span is None or len(span.slice(text).split()) < 2:
            continue
        if HAS_SUFFIX.search(span.slice(text)):
            return match.end()
        last = match.end()
    return None if sure else last


def _fallback(text: str, kind: DocumentKind) -> Iterator[Party]:
    caption = list(read_caption(text))
    if caption:
        yield from caption
        return
    stated = list(read_stated(text, kind))
    operator = _WE.search(text, 0, _OPENING)
    if operator:
        span = Span(*operator.span("name"))
        yield from () if kind is DocumentKind.PRIVACY_POLICY else stated
        yield Party(span.slice(text), span, operator["role"])
        return
    named = list(_aliased(text))
    if len(named) > 1:
        yield from named
        return
    if len(stated) < 2:
        yield from list(_lettered(text)) or list(_on_cover(text)) or _signatories(text)
    yield from stated


def _aliased(text: str) -> Iterator[Party]:
    """Firms of the opening that are given a short name, where no “between” announces them."""
    end = _END.search(text, 200, 4000)
    for alias in _ALIAS.finditer(text, 0, end.start() if end else min(len(text), 2500)):
        role = _role_in(alias)
        before = Span(max(0, alias.start() - 220), alias.start())
        names = [span for start in _starts(text, before) if (span := name_at(text, Span(start, before.end)))]
        names = [span for span in names if not any(span != other and other.contains(span) for other in names)]
        firms = [span for span in names if HAS_SUFFIX.search(span.slice(text)) and len(span.slice(text).split()) > 1]
        if firms and not _NOT_ROLES.match(role):
            yield Party(firms[-1].slice(text), firms[-1], role)


def _starts(text: str, within: Span) -> Iterator[int]:
    for match in re.finditer(
        rf"(?:\A|[,;:.)]\s++|\b(?:and|by|of|with|to)\s++|(?<!\s)[^\S\n]*+\n\s*+)(?={CAP})",
        text[within.start : within.end],
    ):
        yield within.start + match.end()


def _lettered(text: str) -> Iterator[Party]:
    """The parties of a list by letters: “Party A: Oak Co., Ltd.”, “Party B: …”."""
    for match in _LETTERED.finditer(text, 0, _OPENING):
        span = name_at(text, Span(match.end(), min(len(text), match.end() + 200)))
        if span:
            yield Party(span.slice(text), span, f"Party {match['role']}")


def _on_cover(text: str) -> Iterator[Party]:
    """The parties on a title page that sets “and” on a line of its own between them."""
    cover = _COVER.search(text, 0, _COVER_END)
    for group in ("a", "b") if cover else ():
        span = name_at(text, Span(*cover.span(group))) if cover else None
        if span:
            yield Party(span.slice(text), span)


def _signatories(text: str) -> Iterator[Party]:
    """The names above the lines “By: ____” at the end; where two stand side by side, the firms above the signatures."""
    signed = [match.end() for match in _SIGNED.finditer(text, max(0, len(text) - 12_000))]
    start = signed[-1] if signed else max(0, len(text) - 6000)
    found = []
    for match in _BEFORE_BY.finditer(text, start, min(len(text), start + 6000)):
        office = _OFFICE.match(text, match.start("name"), match.end("name"))
        span = name_at(text, Span(office.end() if office else match.start("name"), match.end("name")))
        if span:
            found.append(Party(span.slice(text), span))
    firms = list(_signing_firms(text, start)) if signed and len(found) < 2 else []
    yield from firms if len(firms) > 1 else found


def _signing_firms(text: str, start: int) -> Iterator[Party]:
    """The firms named between the words of signing and the first signature: “OAK, INC., ASH COMPANY,” on one line."""
    line = text.find("\n", start)
    by = _BY.search(text, line, min(len(text), start + _REGION)) if line >= 0 else None
    if by is None:
        return
    block = Span(line, by.start())
    names = [span for at in _starts(text, block) if (span := name_at(text, Span(at, block.end)))]
    firms = [span for span in names if HAS_SUFFIX.search(span.slice(text)) and len(span.slice(text).split()) > 1]
    for span in firms:
        if not any(span != other and other.contains(span) for other in firms):
            yield Party(span.slice(text), span)
