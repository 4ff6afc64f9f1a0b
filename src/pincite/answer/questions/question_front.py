"""What stands before a rewritten question: the document it is asked of, and what it is about.

People read "Under the Harbour Lease, on the rent: is there a cap?". A search reads "Consider the Harbour Lease; is
there a cap (about the rent)?".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.answer.questions.indirect import as_direct, searched_topic

_NOUNS = frozenset(
    {"act", "agreement", "contract", "deed", "guide", "lease", "licence", "license", "msa", "nda", "policy", "rules"}
)
_CONSIDER = re.compile(
    r"^\s*(?:consider(?:ing)?|regarding|concerning)\s+(?P<name>[^;:]{3,200})[;:]\s+(?P<ask>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
# "Look at the lease and tell me …", "Take the NDA: …".
_LOOK = re.compile(
    r"^\s*(?:please\s+)?(?:look(?:ing)?\s+at|tak(?:e|ing)|open|read|check|see|turn(?:ing)?\s+to|going\s+by)\s+"
    rf"(?P<name>(?:the|our|my|this)\s+(?:[\w’'-]+\s+){{0,4}}(?:{'|'.join(sorted(_NOUNS))}))"
    r"(?:\s*[;:.,]\s+|\s+and\s+)(?:(?:please\s+)?(?:tell|show)\s+(?:me|us)\s+)?(?P<ask>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
_TOPIC = r"“[^“”]{3,300}”|[^;:“”]{3,300}"
_UNDER = re.compile(
    rf"^\s*(?:under\s+(?P<name>[^;:“”]{{3,200}}?)(?:,\s+on\s+(?P<topic>{_TOPIC}))?|on\s+(?P<alone>{_TOPIC})):\s+(?P<ask>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
_DETERMINED = re.compile(r"(?:the|our|my|this|their|its|an?|part|practice|pd)\b|\w+[’']s?\s", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FrontedQuestion:
    """A question, the name of its document and what it is about; either may be empty."""

    ask: str
    name: str = ""
    topic: str = ""

    def shown(self) -> str:
        """The question as people read it."""
        fronts = [f"under {called(self.name)}" if self.name else "", f"on {self.topic}" if self.topic else ""]
        front = ", ".join(filter(None, fronts))
        return f"{front[:1].upper()}{front[1:]}: {self.ask}" if front else self.ask

    def searched(self) -> str:
        """The question as searching reads it."""
        about = searched_topic(self.topic)
        ask = f"{self.ask.rstrip(' ?.!')} (about {about})?" if about else self.ask
        return f"Consider {self.name}; {ask}" if self.name else ask


def read_front(question: str) -> FrontedQuestion:
    """A question with what stands before it set apart."""
    if said := _UNDER.match(question):
        topic = said["topic"] or said["alone"] or ""
        return FrontedQuestion(said["ask"], (said["name"] or "").strip(), topic.strip())
    named = _CONSIDER.match(question) or _LOOK.match(question)
    if named is None:
        return FrontedQuestion(question)
    told = named["ask"].rstrip(" .")
    asked = as_direct(told)
    return FrontedQuestion(f"{asked}?" if asked != told else named["ask"], named["name"].strip())


def called(name: str) -> str:
    """A document's name as it stands in a sentence: "the" before "Mooring Licence"."""
    noun = name.split()[-1].casefold() if name.split() else ""
    return f"the {name}" if noun in _NOUNS and not _DETERMINED.match(name) else name
