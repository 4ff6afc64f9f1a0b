"""Things that the law calls by a provision: “a Part 36 offer”, “a section 21 notice”, “a Part 7 claim form”.

Who asks about one does not ask for the provision: documents speak of such things that have no provision of the number.
"""

from __future__ import annotations

import re

from pincite.legal.provisions import Provision

_FAMILIES = frozenset({"part", "chapter", "section", "rule", "article", "schedule"})
_NOUN = re.compile(
    r"\s{1,3}(?:(?:additional|formal|interim|joint|proposed|settlement|written)\s{1,3})?"
    r"(?:acknowledgements?|acknowledgments?|agreements?|appeals?|applications?|cases?|certificates?|"
    r"claims?|claimants?|complaints?|consents?|consultations?|costs|counter-?offers?|counterclaims?|creditors?|debtors?|"
    r"declarations?|deeds?|defences?|defendants?|demands?|directions?|disclosure|enquir(?:y|ies)|experts?|filings?|"
    r"forms?|hearings?|injunctions?|inquir(?:y|ies)|investigations?|judge?ments?|letters?|licen[cs]es?|loans?|meetings?|"
    r"motions?|notices?|notifications?|offers?|orders?|payments?|petitions?|plans?|powers?|procedure|proceedings?|"
    r"questions?|questionnaires?|references?|registrations?|replies|reply|reports?|requests?|responses?|responders?|"
    r"reviews?|sanctions?|searches|settlements?|statements?|subpoenas?|summons(?:es)?|tenanc(?:y|ies)|transfers?|"
    r"trustees?|undertakings?|warrants?|warnings?)(?![\w’'-])",
    re.IGNORECASE,
)


def find_term(question: str, provision: Provision) -> str:
    """What a provision is part of the name of: “Part 18 request”; nothing for “Part 18 says …”."""
    if provision.family not in _FAMILIES or provision.within or provision.item:
        return ""
    noun = _NOUN.match(question, provision.span.end)
    return question[provision.span.start : noun.end()] if noun else ""
