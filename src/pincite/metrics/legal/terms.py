"""Terms of a legal system: those it uses, and those of another system that stand for them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pincite.legal.citations import find_case_names, find_citations
from pincite.legal.quotations import mask_quotations


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a legal system, and foreign terms as patterns, each with what is said instead."""

    own: tuple[str, ...]
    foreign: tuple[tuple[re.Pattern[str], str], ...]


def _foreign(pairs: Iterable[tuple[str, str]]) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE), instead) for pattern, instead in pairs)


_CIVIL = (
    "claimant", "defendant", "respondent", "appellant", "applicant", "solicitor", "barrister", "disclosure",
    "witness statement", "skeleton argument", "costs budget", "pre-action protocol", "particulars of claim", "defence",
    "reply", "limitation period", "time limit", "extension of time", "costs order", "summary assessment",
    "detailed assessment", "qualified one-way costs shifting", "qocs", "fixed costs", "summary judgment",
    "default judgment", "consent order", "tomlin order", "small claims track", "fast track", "multi-track",
    "intermediate track", "part 36 offer", "claim form", "statement of truth", "judgment",
)  # fmt: skip
# American terms. Words that are also ordinary English count only where they cannot be.
_AMERICAN = _foreign([
    ("plaintiffs?", "claimant"),
    (r"(?<!power of )(?<!powers of )attorneys?(?!\s+general|-general)", "solicitor or barrister"),
    (r"(?<!date of )(?<!upon )(?<!of the )discovery(?!\s+(?:of|that)\b)", "disclosure"),
    ("depositions?", "witness statement"),
    ("trial briefs?", "skeleton argument"),
    ("interrogator(?:y|ies)", "request for further information"),
    ("subpoenas?", "witness summons"),
    (r"motions?\s+(?:to|for|in limine)", "application"),
    ("statutes? of limitations?", "limitation period"),
    ("judgements?", "judgment"),
    ("attorneys?[’']? fees", "costs"),
])  # fmt: skip
_SCOTTISH = (
    "pursuer", "defender", "interdict", "initial writ", "summons", "proof", "decree", "solicitor", "advocate",
    "reclaiming motion", "expenses", "prescription", "commission and diligence", "written pleadings",
)  # fmt: skip
_ENGLISH = _foreign([("claimants?", "pursuer"), ("defendants?", "defender"), ("injunctions?", "interdict"),
                     ("barristers?", "advocate"), ("particulars of claim", "initial writ")])  # fmt: skip
_AMERICAN_OWN = (
    "plaintiff", "defendant", "attorney", "discovery", "deposition", "complaint", "motion", "subpoena",
    "interrogatories", "summary judgment", "statute of limitations", "brief", "docket",
)  # fmt: skip
_BRITISH = _foreign([("claimants?", "plaintiff"), ("solicitors?", "attorney"), ("barristers?", "attorney"),
                     ("skeleton arguments?", "brief"), ("particulars of claim", "complaint"),
                     ("witness summons(?:es)?", "subpoena")])  # fmt: skip

SYSTEMS = {
    "england": Terms(_CIVIL, _AMERICAN),
    "northern_ireland": Terms(
        (*(t for t in _CIVIL if t not in {"claimant", "claim form"}), "plaintiff", "discovery", "writ of summons"),
        tuple(pair for pair in _AMERICAN if pair[1] not in {"claimant", "disclosure"}),
    ),
    "scotland": Terms(_SCOTTISH, (*_ENGLISH, *(pair for pair in _AMERICAN if pair[1] != "application"))),
    "us": Terms(_AMERICAN_OWN, _BRITISH),
}  # fmt: skip


def terminology(answer: str, truth: str, *, system: str = "england") -> float | None:
    """Share of the truth's terms that the answer has as words, each foreign term counting as one more that is wrong.

    None where the truth has no term of the system and the answer no foreign one.
    """
    terms = SYSTEMS[system]
    wanted = [term for term in terms.own if _has(truth, term)]
    wrong = foreign_terms(answer, system=system)
    if not wanted and not wrong:
        return None
    return sum(_has(answer, term) for term in wanted) / (len(wanted) + len(wrong))


def foreign_terms(answer: str, *, system: str = "england") -> list[str]:
    """The foreign terms that an answer uses itself, once each: not those it quotes, or that are in a case's name."""
    own_words = _own_words(answer)
    found = (pattern.search(own_words) for pattern, _ in SYSTEMS[system].foreign)
    return [match[0].lower() for match in found if match]


def _own_words(answer: str) -> str:
    """An answer without quotations, names of cases and citations."""
    words = mask_quotations(answer)
    for name in find_case_names(words):
        words = words.replace(name, " " * len(name))
    for citation in reversed(find_citations(words)):
        words = words[: citation.span.start] + " " * len(citation.span) + words[citation.span.end :]
    return words


def _has(text: str, term: str) -> bool:
    """Tell whether a text has a term as a word, in the singular or the plural."""
    return re.search(rf"(?<!\w){re.escape(term)}(?:s|es)?(?!\w)", text, re.IGNORECASE) is not None
