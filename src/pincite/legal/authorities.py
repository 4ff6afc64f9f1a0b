"""Authorities named in a text: cases, statutes and rules of court, of the United Kingdom and the United States."""

from __future__ import annotations

import re

from pincite.legal.reporters import find_american

_PATTERNS = [
    # [2019] EWCA Civ 123, [2026] AHC 88 (Civ), [1998] 1 AC 232
    re.compile(r"\[\d{4}\]\s+(?:\d+\s+)?[A-Z][A-Za-z]{1,6}(?:\s+(?:Civ|Crim|Fam|Admin|Ch|Comm|TCC|QB|KB|Pat))?\s+\d+"),
    # (1854) 9 Exch 341
    re.compile(r"\(\d{4}\)\s+\d+\s+[A-Z][A-Za-z. ]{1,20}\s+\d+"),
    # Limitation Act 1980, Sale of Goods Act, 1979; Companies (Cross-Border Mergers) Regulations 2007
    re.compile(
        r"(?:[A-Z][\w’'-]{1,60}+|\([A-Z][^()]{2,60}\))(?:,?\s{1,9}(?:of|and|the|for|in|etc\.?|to|on|&|[A-Z][\w’'-]{1,60}+|\([A-Z][^()]{2,60}\)))"
        r"{0,12}\s(?:Act|Regulations?|Order|Code|Statute)(?:,?\s+(?:of\s+)?\d{4})"
    ),
    # CPR 36.14, CPR r 3.4(2)(a), CPR Part 36, rule 3.4(2), RSC Order 14, Fed. R. Civ. P. 12(b)(6)
    re.compile(r"\bCPR\s+(?:(?:rules?|rr?\.?|Parts?)\s*)?\d+[A-Z]?(?:\.\d+[A-Z]?)?(?:\(\w{1,4}\))*"),
    re.compile(r"\b[Rr]ules?\s+\d+[A-Z]?(?:\.\d+[A-Z]?)?(?:\(\w{1,4}\))*"),
    re.compile(r"\b(?:PD|Practice Direction)\s*\d+[A-Z]{0,2}(?:\.\d+)?"),
    re.compile(r"\bFed\.\s?R\.\s?(?:Civ|Crim|App|Evid)\.(?:\s?P\.)?\s*\d+(?:\(\w{1,3}\))*"),
    # Rennick v Castlegate Ferries Ltd
    re.compile(r"\b[A-Z][\w’'&-]{1,60}+(?:\s(?:[A-Z&][\w’'.-]{0,60}+|of|and)){0,5}\sv\.?\s(?:the\s)?[A-Z][\w’'&-]{1,60}(?:\s[A-Z][\w’'-]{0,60}){0,5}"),
]  # fmt: skip
_SILENT = re.compile(r"^(?:(?:the|under|in|see|by|per|and|of)\s+)+", re.IGNORECASE)
_RULE = re.compile(r"^(?:CPR\s+)?(?:(?:rules?|rr?\.?|parts?)\s*)?(?=\d)", re.IGNORECASE)
# Only what looks like a citation is worth loading the list of American reporters for.
_MAY_BE_AMERICAN = re.compile(r"(?<!\d)\d+\s{1,9}[A-Z][\w.]{0,30}(?:\s[A-Z][\w.]{0,30}){0,3}\s?(?:§{1,2}\s?)?\d")


def find_authorities(text: str) -> list[str]:
    """The cases, statutes and rules a text names, each once, in order."""
    found = [(match.start(), _SILENT.sub("", match[0])) for pattern in _PATTERNS for match in pattern.finditer(text)]
    if _MAY_BE_AMERICAN.search(text):
        found += find_american(text)
    return list(dict.fromkeys(name for _, name in sorted(found)))


def is_named_in(authority: str, text: str) -> bool:
    """Tell whether a text names an authority too; case, white space, stops and "v." aside, and "CPR" before a rule."""
    return any(f" {form} " in _folded(text) for form in _forms(authority))


def _forms(authority: str) -> list[str]:
    bare = _RULE.sub("", authority)
    forms = [authority]
    if bare != authority and re.fullmatch(r"[\d.A-Z()a-z]+", bare):
        forms += [f"rule {bare}", f"rules {bare}", f"CPR {bare}", f"CPR rule {bare}", f"r {bare}", f"Part {bare}"]
        # A rule's heading is its number alone: that counts, where the number is no mere whole number.
        forms += [bare] if "." in bare else []
    return [_folded(form).strip() for form in forms]


def _folded(text: str) -> str:
    """Lower-case words with single blanks between and around; a bracketed subdivision stays with its number."""
    words = re.sub(r"(?<=[\w)])\s*\((?=\w{1,4}\))", "(", text.casefold())
    words = re.sub(r"(?<!\d)\.|\.(?!\d)|[,;:“”\"*]", " ", words)
    # "rule 3.4(2)" is named by "rule 3.4(2)(a)" as well.
    words = re.sub(r"\(", " (", words)
    return f" {' '.join(words.split())} "
