"""The legal metrics as the fork's `evaluate.py` counts them.

Its faults are kept: any decision of a court equals any other of the same court, a truth without references scores by
default, and a bare "Part 36" is no rule. Open quantifiers are bounded, so that any text is read in linear time.
"""

from __future__ import annotations

import re

_RULE = re.compile(r"CPR\s{1,50}(?:Part\s{1,50})?(\d{1,50})(?:\.(\d{1,50}))?(?:\((\d{1,50})\))?", re.IGNORECASE)
_PRACTICE_DIRECTION = re.compile(r"(?:Practice\s{1,50}Direction|PD)\s{1,50}(\d{1,50}[A-Z]?)", re.IGNORECASE)
_STATUTE = re.compile(
    r"(?:Section|s\.?)\s{0,50}(\d{1,50})(?:\((\d{1,50})\))?\s{1,50}(?:of\s{1,50}(?:the\s{1,50})?)?"
    r"([\w\s]{1,300}(?:Act|Regulations?|Rules?|Order)\s{1,50}\d{4})",
    re.IGNORECASE,
)
_CASE = re.compile(r"\[\d{4}\]\s{1,50}(EWHC|EWCA|UKSC|UKPC|UKHL)(?:\s{1,50}(?:Civ|Crim))?\s{1,50}\d", re.IGNORECASE)
_MALFORMED = (
    re.compile(r"\[\d{1,50},\s{0,50}\d"),
    re.compile(r"\d,\s{0,50}\d{1,50},"),
    re.compile(r"\[\[\d{1,50}\]\]"),
)
_PROPER = re.compile(r"\[\d{1,50}\]")
_SOURCE = re.compile(r"\[([^\]#]{1,500}?)(?:#page=\d{1,50})?(?:\([^)]{1,200}\))?\]")
_TERMS = (
    "claimant", "defendant", "respondent", "appellant", "applicant", "disclosure", "witness statement",
    "skeleton argument", "costs budget", "pre-action protocol", "particulars of claim", "defence", "reply",
    "limitation period", "time limit", "extension of time", "costs order", "summary assessment",
    "detailed assessment", "qualified one-way costs shifting", "qocs", "fixed costs", "summary judgment",
    "default judgment", "consent order", "tomlin order", "small claims track", "fast track", "multi-track",
    "intermediate track",
)  # fmt: skip
_FILE = r"\[[^\]]{1,1000}?\.(?:pdf|html?|docx?|pptx?|xlsx?|csv|txt|json|jpe?g|png|bmp|tiff?|heiff?|heif)(?:#page=\d{1,50})?(?:\([^()\]]{1,200}\))?\]"  # noqa: E501
_FILE_CITATION = re.compile(_FILE, re.IGNORECASE)


def references(text: str) -> set[str]:
    """The rules, practice directions and provisions of a text, as the program writes them."""
    found = set()
    for part, rule, sub in _RULE.findall(text):
        found.add(f"CPR_{part}{f'.{rule}' if rule else ''}{f'({sub})' if sub else ''}")
    found |= {f"PD_{number.upper()}" for number in _PRACTICE_DIRECTION.findall(text)}
    for section, sub, act in _STATUTE.findall(text):
        name = re.sub(r"\s{1,300}", "_", act.strip().upper())
        found.add(f"S{section}{f'({sub})' if sub else ''}_{name}")
    return found


def statute_citation_accuracy(answer: str, truth: str) -> float:
    """Share of the truth's references that the answer has."""
    wanted, given = references(truth), references(answer)
    if not wanted:
        return 0.5 if given else 1.0
    return len(wanted & given) / len(wanted)


def case_law_citation_accuracy(answer: str, truth: str) -> float:
    """Share of the courts cited in the truth that are cited in the answer, whatever the case."""
    wanted, given = ({court.upper() for court in _CASE.findall(text)} for text in (truth, answer))
    return len(wanted & given) / len(wanted) if wanted else 1.0


def legal_terminology_accuracy(answer: str, truth: str) -> float:
    """Share of the truth's terms that occur in the answer."""
    wanted = [term for term in _TERMS if term in truth.lower()]
    return sum(term in answer.lower() for term in wanted) / len(wanted) if wanted else 1.0


def citation_format_compliance(answer: str) -> float:
    """0 where anything is malformed, 1 where a number stands in brackets, 0.5 where there is neither."""
    if any(pattern.search(answer) for pattern in _MALFORMED):
        return 0.0
    return 1.0 if _PROPER.search(answer) else 0.5


def precedent_matching(answer: str, truth: str) -> float:
    """Share of the truth's names in brackets that stand in brackets in the answer."""
    wanted, given = (
        {re.sub(r"\.(?:pdf|docx?|html?)$", "", name.strip().lower()) for name in _SOURCE.findall(text)}
        for text in (truth, answer)
    )
    return len(wanted & given) / len(wanted) if wanted else 1.0


def file_citations(text: str) -> set[str]:
    """Files in brackets with their ending, such as "[lease.pdf#page=7]"."""
    return set(_FILE_CITATION.findall(text))
