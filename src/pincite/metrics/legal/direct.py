"""The legal metrics as `run_direct_evaluation.py` counts them, which made the published table.

Its faults are kept, since its numbers are what is reproduced: a truth without references scores 1.0, or 0.5 where the
answer has some; "1" matches every source whose name holds a 1; related topics count as 0.75. Only one thing differs: a
name longer than a few hundred characters is cut, where the original takes time without bound.
"""

from __future__ import annotations

import re

# The patterns of the program; quantifiers that were open are bounded, so that any text is read in linear time.
_RULE = re.compile(
    r"(?:CPR|Civil\s{1,50}Procedure\s{1,50}Rules)\s{1,50}(?:Part|Rule\s{1,50})?(\d{1,50})(?:\.(\d{1,50}))?(?:\((\d{1,50})\))?"
    r"|(?:Part|Rule)\s{1,50}(\d{1,50})(?:\.(\d{1,50}))?(?:\((\d{1,50})\))?",
    re.IGNORECASE,
)
_PRACTICE_DIRECTION = re.compile(
    r"(?:Practice\s{1,50}Direction|PD)\s{0,50}(\d{1,50}[A-Z]?(?:\.\d{1,50})?)", re.IGNORECASE
)
_ACT = r"[A-Z][\w\s]{1,300}(?:Act|Regulations?|Rules?|Order|Guide)(?:\s{1,50}\d{4})?"
_STATUTE = re.compile(
    rf"(?:Section|s\.?)\s{{0,50}}(\d{{1,50}}[A-Za-z0-9.]{{0,50}})(?:\((\d{{1,50}})\))?\s{{1,50}}(?:of\s{{1,50}}(?:the\s{{1,50}})?)?({_ACT})"
    rf"|({_ACT})(?:,?\s{{1,50}}(?:section|s\.?)\s{{0,50}}(\d{{1,50}}[A-Za-z0-9.]{{0,50}}))?",
    re.IGNORECASE,
)
_ANNEX = re.compile(r"(?:Annex|Appendix)\s{1,50}([A-Z0-9]{1,50})", re.IGNORECASE)
_BRACKETED = re.compile(r"\[(?=[^\n]{0,1000}[a-zA-Z0-9])([^\]]{1,1000})\]")
_MALFORMED = (
    re.compile(r"\[\d{1,50},\s{0,50}\d"),
    re.compile(r"\d,\s{0,50}\d{1,50},"),
    re.compile(r"\[\[\d{1,50}\]\]"),
)
_TERMS = (
    "claimant", "defendant", "respondent", "appellant", "applicant", "disclosure", "witness statement",
    "skeleton argument", "costs budget", "pre-action protocol", "particulars of claim", "defence", "reply",
    "limitation period", "time limit", "extension of time", "costs order", "summary assessment",
    "detailed assessment", "summary judgment", "default judgment", "consent order",
)  # fmt: skip
_TOPICS = (
    ("hearings", "open justice", "media", "communications", "public"),
    ("disclosure", "documents", "inspection"),
    ("trial", "pre-trial", "ptr", "reading", "skeleton"),
    ("costs", "assessment", "budgeting", "summary assessment"),
    ("witnesses", "evidence", "factual evidence", "video link"),
    ("case management", "cmc", "directions", "bundles"),
)
_KEYWORDS = [
    "costs",
    "enforcement",
    "judgment",
    "default",
    "summary",
    "disclosure",
    "offers",
    "settle",
    "appeal",
    "charging",
    "debt",
    "schedules",
    "evidence",
    "witness",
    "trial",
    "commercial",
    "tcc",
    "patents",
    "king",
    "queen",
    "bench",
    "circuit",
    "annex",
    "appendix",
    "derivative",
    "claims",
    "assessment",
    "detailed",
    "pilot",
    "scheme",
    "qocs",
    "hearings",
    "bundles",
    "management",
    "case",
    "pre-trial",
    "arbitration",
    "reading",
    "lists",
    "junior",
    "advocates",
    "diversity",
    "allocation",
    "tracks",
] + ["time limits"]
_NUMBERED = (
    ("part", re.compile(r"part\s{0,50}(\d{1,50})")),
    ("pd", re.compile(r"(?:practice direction|pd)\s{0,50}(\d{1,50}[a-z]?)")),
    ("section", re.compile(r"section\s{0,50}(\d{1,50})")),
    ("annex", re.compile(r"annex\s{0,50}([a-z])")),
)
_STOP_WORDS = frozenset(["the", "and", "for", "with", "from", "this", "that", "are", "was", "were"])


def references(text: str) -> set[str]:
    """The rules, practice directions, provisions and annexes of a text, as the program writes them."""
    found = set()
    for match in _RULE.finditer(text):
        part, rule, sub = match.groups()[:3] if match[1] else match.groups()[3:]
        found.add(f"CPR_{part}{f'.{rule}' if rule else ''}{f'({sub})' if sub else ''}")
    found |= {f"PD_{match[1].upper()}" for match in _PRACTICE_DIRECTION.finditer(text)}
    for match in _STATUTE.finditer(text):
        section, act = (match[1], match[3]) if match[3] else (match[5], match[4])
        if section and act:
            found.add(f"{act.strip()} s.{section}".upper())
    return found | {f"ANNEX_{match[1].upper()}" for match in _ANNEX.finditer(text)}


def statute_citation_accuracy(answer: str, truth: str) -> float:
    """Share of the truth's references that the answer has."""
    wanted, given = references(truth), references(answer)
    if not wanted:
        return 0.5 if given else 1.0
    return len(wanted & given) / len(wanted)


def legal_terminology_accuracy(answer: str, truth: str) -> float:
    """Share of the truth's terms that occur in the answer."""
    wanted = [term for term in _TERMS if term in truth.lower()]
    return sum(term in answer.lower() for term in wanted) / len(wanted) if wanted else 1.0


def citation_format_compliance(answer: str) -> float:
    """1 where something stands in brackets and nothing is malformed."""
    if any(pattern.search(answer) for pattern in _MALFORMED):
        return 0.0
    return float(any_citation(answer))


def any_citation(answer: str) -> bool:
    """Tell whether anything stands in brackets."""
    return _BRACKETED.search(answer) is not None


def sources(text: str) -> set[str]:
    """What stands in brackets."""
    return set(_BRACKETED.findall(text))


def precedent_matching(answer: str, truth: str) -> float:
    """Mean over the truth's sources of how near the nearest source of the answer comes."""
    wanted, given = sources(truth), sources(answer)
    if not wanted:
        return 1.0
    lowered = answer.lower()
    given |= {source for source in wanted if _without_ending(re.sub(r"[\[\]]", "", source).strip().lower()) in lowered}
    best = [max((nearness(source, other) for other in given), default=0.0) for source in sorted(wanted)]
    return sum(best) / len(wanted)


def nearness(one: str, other: str) -> float:
    """How near two names of sources are: 1.0 where they are equal, 0.95 where one holds the other, and so on down."""
    first, second = _normal(one), _normal(other)
    if first == second:
        return 1.0
    if first in second or second in first:
        return 0.95
    if _share_topic(one.lower(), other.lower()):
        return 0.75
    if _number(one) and _number(one) == _number(other):
        return 0.9
    if _section(one) and _section(one) == _section(other):
        return 0.85
    return _by_words(first, second) or _by_key_terms(one, other)


def _by_words(first: str, second: str) -> float:
    words, others = set(first.split()), set(second.split())
    common = len(words & others)
    if common < 2:
        return 0.0
    return 0.9 if common / len(words | others) >= 0.4 else 0.75


def _by_key_terms(one: str, other: str) -> float:
    terms, others = _key_terms(one), _key_terms(other)
    common = len(terms & others)
    return 0.5 + (0.4 * common / len(terms | others)) if common else 0.0


def _share_topic(one: str, other: str) -> bool:
    return any(any(t in one for t in topics) and any(t in other for t in topics) for topics in _TOPICS)


def _normal(name: str) -> str:
    name = _without_ending(name.strip().lower())
    name = re.sub(r"\(p{1,9}\.?\s{0,50}\d{1,50}[^)]{0,500}\)", "", name)
    name = re.sub(r"\[.{0,500}?\]", "", name)
    name = re.sub(r"^practice direction\s{0,50}", "pd ", name)
    name = re.sub(r"^section\s{0,50}\d{1,50}\.?\s{0,50}", "", name)
    name = re.sub(r"^annex\s{0,50}[a-z]?\.?\s{0,50}:?\s{0,50}", "annex ", name)
    name = re.sub(r"^appendix\s{0,50}\d{0,50}\.?\s{0,50}:?\s{0,50}", "appendix ", name)
    return " ".join(re.sub(r"[–—-]", " ", name).split())


def _without_ending(name: str) -> str:
    return re.sub(r"\.(?:pdf|docx?|html?)$", "", name)


def _number(name: str) -> str:
    """The number of a Part or practice direction."""
    found = re.search(r"part\s{0,50}(\d{1,50})", name.lower()) or re.search(
        r"practice\s{1,50}direction\s{0,50}(\d{1,50})", name.lower()
    )
    return found[1] if found else ""


def _section(name: str) -> str:
    """The letter or number of a main section: "d. case management", "9. hearings", "section 16"."""
    found = re.match(r"([a-z]|\d{1,50})\.\s", name.lower())
    if found:
        return found[1]
    named = re.search(r"section\s{0,50}(\d{1,50})", name.lower())
    return f"sec{named[1]}" if named else ""


def _key_terms(name: str) -> set[str]:
    name = name.lower()
    terms = {f"{prefix}{found[1]}" for prefix, pattern in _NUMBERED if (found := pattern.search(name))}
    terms |= {keyword for keyword in _KEYWORDS if keyword in name}
    return terms | {word for word in re.findall(r"\b[a-z]{3,60}\b", name) if word not in _STOP_WORDS}
