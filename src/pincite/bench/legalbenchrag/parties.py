"""The title line and the parties of a contract, read off its opening words."""

from __future__ import annotations

import re
from urllib.parse import unquote

OPENING = 6_000
_LEAD = re.compile(r"^(?:exhibit|ex|annex|appendix|schedule)[ -]*[\dA-Z.()-]*[\s:.-]+", re.I)
_KIND = re.compile(
    r"\b(agreement|contract|amendment|lease|licen[cs]e|plan of merger|memorandum|statement of work|addendum)\b", re.I
)
_BETWEEN = re.compile(r"\b(?:by and )?(?:between|among)(?: each of)?\b[\s,:_-]*(?:\(\w\)\s*)?", re.I)
_AND = re.compile(r"\band\b[\s,:]*(?:\(\w\)\s*)?", re.I)
_PARTY_LABEL = re.compile(r"\bParty (?P<letter>[AB])\s*:\s*")
_NAME = re.compile(
    r"(?:[Tt]he )?(?P<name>(?:[a-z][\w-]*(?:\.com\b|(?=,? (?:Inc|LLC|Ltd|Corp)\b))|[A-Z0-9][\w&.'’/-]*|&)"
    r"(?:,? (?:[A-Z][\w&.'’/-]*|&|of|the|and Co\.?|de|van|von))*"
    r"(?:,? (?:Inc|Ltd|LLC|L\.L\.C|LLP|LP|L\.P|Corp|Co|plc|PLC|S\.A|N\.V|B\.V|GmbH|AG|Limited|Corporation)\b\.?)*)"
)
# A company's name ends where its form of incorporation does.
_INCORPORATED = re.compile(
    r".*?(?:,? (?:Inc|Ltd|LLC|L\.L\.C|LLP|L\.P|Corp|Co|plc|S\.A|N\.V|B\.V|GmbH|Limited|Corporation)\b\.?)+(?!\w)", re.I
)
# Roles and other capitalised words in the place of a name: they do not name a party.
_STAND_IN = re.compile(
    r"the|this|that|these|company|companies|party|parties|recipient|discloser|disclosing|receiving|you|us|we|undersigned"
    r"|buyer|seller|vendor|purchaser|supplier|customer|client|contractor|consultant|mentors?|participants?|agent|owner"
    r"|licensee|licensor|grantee|grantor|franchisee|franchisor|sponsor|reseller|distributor|warranties|section"
    r"|whereas|now|page|name|address|each|both|whether|its|any|all|other|witnesseth|agreement|of",
    re.I,
)
# Words of a file name that give its kind, not its owner.
_GENERIC = re.compile(
    r"ndas?|non|disclosure|nondisclosure|confidentiality|confidential|agreements?|mutual|form|template|standard|final"
    r"|draft|blank|version|rev|sample|the|of|and|for|with|pdf|docx?|v|en|signed|copy|unilateral|two|one|way",
    re.I,
)
_TRAILING = re.compile(r"(?<![ ,.])[ ,.]+(?:and|of|the|page|postal address)$", re.I)
LONGEST_TITLE = 120
LONGEST_NAME = 80


def title_line(text: str) -> str | None:
    """The first line near the top that reads as the name of an agreement."""
    for line in text[:OPENING].splitlines()[:60]:
        words = _LEAD.sub("", " ".join(line.split())).strip(" *_-–—:.")
        words = _BETWEEN.split(words)[0].strip(" ,")
        if not words or len(words) > LONGEST_TITLE or not _KIND.search(words):
            continue
        if words.lower() in {"agreement", "contract", "this agreement"}:
            continue
        if words.isupper() or _is_title_case(words):
            return _lower_capitals(words)
    return None


def _is_title_case(words: str) -> bool:
    significant = [word for word in words.split() if len(word) > 3 and word[0].isalpha()]
    return bool(significant) and all(word[0].isupper() for word in significant) and not words.endswith((",", ";"))


def _lower_capitals(words: str) -> str:
    """Convert text in capitals to title case; mixed case stays."""
    if not words.isupper():
        return words
    small = {"OF", "AND", "THE", "FOR", "TO", "IN", "ON", "BY", "OR", "A"}
    return " ".join(
        word.lower() if at and word in small else word.title() if word.isalpha() else word
        for at, word in enumerate(words.split())
    )


def find_parties(text: str) -> tuple[str, ...]:
    """The first two names after the opening "between", as far as there are any."""
    opening = " ".join(re.sub(r"-{3,}", " ", text[:OPENING]).split())
    for match in _BETWEEN.finditer(opening):
        first = _name_at(opening, match.end())
        if first is None:
            continue
        name, end = first
        second = _second_name(opening, end)
        return (name, second) if second and second != name else (name,)
    labelled = {match["letter"]: _name_at(opening, match.end()) for match in _PARTY_LABEL.finditer(opening)}
    return tuple(found[0] for _, found in sorted(labelled.items()) if found)


def _name_at(text: str, at: int) -> tuple[str, int] | None:
    match = _NAME.match(text, at)
    if match is None:
        return None
    whole = _TRAILING.sub("", match["name"])
    incorporated = _INCORPORATED.match(whole)
    name = incorporated.group().rstrip(",") if incorporated else whole.strip(" ,.'’")
    if len(name) < 2 or len(name) > LONGEST_NAME or _STAND_IN.fullmatch(name.split()[0].strip(",.")):
        return None
    return name, match.start("name") + len(name)


def _second_name(text: str, at: int) -> str | None:
    """The name after the next "and" that is followed by one."""
    for match in _AND.finditer(text[at : at + 800]):
        found = _name_at(text, at + match.end())
        if found:
            return found[0]
    return None


def owner_in_name(file: str) -> str | None:
    """The words of a file name that say whose agreement it is, if any do."""
    words = re.findall(r"[A-Za-z&]+", unquote(file.removesuffix(".txt")).replace("_", " "))
    owner = [word for word in words if len(word) > 1 and not _GENERIC.fullmatch(word)]
    return " ".join(owner[:4]) or None


def kind_in_name(file: str) -> str | None:
    """What sort of agreement a file name says it is, as CUAD's do at the end."""
    match = re.search(r"([A-Za-z][A-Za-z &-]{0,200}\b(?:agreement|contract|amendment))\d*\.txt$", file, re.I)
    return _lower_capitals(" ".join(match[1].split(" - ")[-1].split())) if match else None
