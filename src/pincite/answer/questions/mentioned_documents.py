"""Documents that a question mentions, but does not ask: "I signed two contracts", "which documents must he give?"."""

from __future__ import annotations

import re

from pincite.answer.questions.document_phrase import HOLD, DocumentPhrase
from pincite.answer.questions.single_question import SHOWS

# "Which documents must the landlord give?": somebody does something with them, and no document of the store is meant.
_DONE_WITH = re.compile(
    r"^\s*(?P<verb>must|should|shall|do|does|did|can|could|may|will|would|has|have|is|are)\s+"
    r"(?:the|an?|each|either|any|both|we|i|you|he|she|they|my|our|your|[A-Z]\w+)\b(?P<rest>[^?]*)"
)
_HANDED = re.compile(
    r"\b(?:give|provide|deliver|supply|sign|produce|disclose|hand|submit|file|keep|retain|send|terminate|assign|transfer|novate|"
    r"enter\s+into|list)\b",
    re.IGNORECASE,
)
_MUST_BE = re.compile(
    r"^\s*(?:(?:must|should|shall|have\s+to|has\s+to|needs?\s+to)\s+be|(?:is|are)\s+(?:required|needed|necessary))\b",
    re.IGNORECASE,
)
# "Must all amendments be in writing?", "Do all deeds need to be sealed?": what becomes of such papers under a document.
_BOUND = re.compile(r"(?:must|should|shall)\Z", re.IGNORECASE)
_TO_BE = re.compile(r"(?:(?:\s+[\w’']+){0,3}?\s+(?:have|has|needs?))?\s+to\s+be\b", re.IGNORECASE)
# "Who must keep all documents?": what is done with them, where a verb that is not one of reading stands before them.
_DOES_WITH_ALL = re.compile(
    r"^(?:who|what|must|should|shall|can|may|do|does|will)\s(?:[\w’']+\s){0,2}?"
    r"(?:give|provide|deliver|supply|sign|produce|disclose|surrender|submit|file|keep|retain|return|destroy|shred|hand|"
    r"hold|maintain|send|store|archive|register|insure|pay|arrange|buy|take\sout|keep\sup|give\sback|hand\sover)\s*+$",
    re.IGNORECASE,
)
_PAPERS = frozenset({"documents", "files", "document", "file"})
_THINGS = _PAPERS | frozenset(
    """
    rules acts statutes parts policies licences licenses guarantees deeds amendments directions judgments guides
    policy licence license guarantee deed amendment guide
    """.split()  # noqa: SIM905
)
_OF_ALL = frozenset({"all", "any", "each", "every", "no"})
# Where one sentence ends and another begins.
_ENDED = re.compile(r"[.!]\s+(?=[^\W_])")
# Who a sentence that tells something begins with; "we have two leases" says what there is to ask.
_TELLS = re.compile(
    r"^\s*+(?:i|we|he|she|they|you|it|my|our|your|his|her|their|its|the|an?|one|some(?:one|body))\b(?=[^?]*$)",
    re.IGNORECASE,
)
_HAS = re.compile(
    r"\b(?:(?:i|we|you)(?:[’']ve)?\s+(?:have|has|hold|own|keep|got|uploaded|attached)|here|there|these|those|compar\w+)\b"
    r"|[’']ve\sgot\b",
    re.IGNORECASE,
)
# Words of what follows that take up the documents told of.
_TAKES_UP = re.compile(
    r"\b(?:each|both|they|these|those|either|neither|differ\w*|which(?:\s+(?:one|ones|of|is|has|was|are|have|ends?|does|do)|"
    r"\s+\w+s)|(?<!one\sof\s)them)\b",
    re.IGNORECASE,
)


def only_mentions(question: str, phrase: DocumentPhrase) -> bool:
    """Tell whether documents are a thing that a question deals with, and not those that it asks."""
    return _is_told(question, phrase) or _is_object(question, phrase) or _is_thing(question, phrase)


def _is_told(question: str, phrase: DocumentPhrase) -> bool:
    """Tell whether documents belong to what happened, before what is asked: "I signed two contracts. Can I …?"."""
    ends = [found.end() for found in _ENDED.finditer(question)]
    start = max((end for end in ends if end <= phrase.start), default=0)
    end = min((end for end in ends if end > phrase.start), default=len(question))
    told, asked = question[start : phrase.start], question[end:]
    if not asked.strip() or SHOWS.match(told) or not _TELLS.match(question[start:end]):
        return False
    # "Our two leases are about to end. What notice …?" begins with the documents, which are asked.
    return len(told.split()) > 1 and not _HAS.search(told) and not _TAKES_UP.search(asked)


def _is_object(question: str, phrase: DocumentPhrase) -> bool:
    """Tell whether documents are what somebody must give, sign or keep, and not those of the store."""
    after = question[phrase.end :]
    if phrase.quantifier not in {"which", "how many"} or phrase.owned or question[: phrase.start].strip():
        return False
    if phrase.noun in _PAPERS and _MUST_BE.match(after):
        return True
    done = None if HOLD.match(after) else _DONE_WITH.match(after)
    if done is None:
        return False
    bound = done["verb"].casefold() in {"must", "should", "shall", "did"}
    return phrase.noun in _THINGS or (bound and _HANDED.search(done["rest"]) is not None)


def _is_thing(question: str, phrase: DocumentPhrase) -> bool:
    """Tell whether all papers of a sort are dealt with under a document: "must all amendments be in writing?"."""
    if phrase.quantifier not in _OF_ALL or phrase.owned:
        return False
    before = question[: phrase.start].strip()
    subject = phrase.noun in _THINGS and len(before.split()) == 1
    if subject and (_BOUND.match(before) or _TO_BE.match(question, phrase.end)):
        return True
    return (phrase.quantifier == "all" or phrase.noun in _PAPERS) and _DOES_WITH_ALL.match(before) is not None
