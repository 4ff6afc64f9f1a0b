"""Statements: the sentences of a draft that documents can support or contradict."""

from __future__ import annotations

import re

from pincite.legal.quotations import mask_quotations

_LEAST_WORDS = 3
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
# "Dear Ms Ward,", "Kind regards,", "Please let me know", "You asked us to look at the lease".
_MANNERS = re.compile(
    r"(?:dear|hello|hi|good (?:morning|afternoon|evening)|to whom it may concern|thank(?:s| you)|many thanks|"
    r"(?:kind|best|warm) (?:regards|wishes)|regards|yours|sincerely|cheers|please|feel free|let me know|sure|"
    r"of course|certainly|here (?:is|are|'s|goes)|hope|happy to|note that this is not legal advice|"
    r"you (?:have )?asked (?:me|us|for|whether|about|what|how|if)|"
    r"do (?:get in touch|call|contact|write|let|feel|ask|not hesitate)|"
    r"this (?:memo|memorandum|note|letter|email|e-mail|answer|summary|draft|report)\b)\b",
    re.IGNORECASE,
)
# What the writer does: "I have reviewed the lease", "We would suggest a call". "We will pay £26" is a statement.
_WRITER = re.compile(
    r"(?:i|we)(?:['’](?:ve|m|re|d|ll))?\s+(?:(?:have|had|has|am|are|was|were|will|would|can|could|cannot|do|did|should|"
    r"ought to|shall|may|must|not|don['’]t|also|now|just|finally|only|only just|therefore|further|be)\s+){0,4}"
    r"(?:hope|hoping|think|believe|read|review\w*|look\w*|check\w*|attach\w*|enclos\w*|recommend|suggest|understand|"
    r"writ(?:e|ing|ten)|wrote|note|advise\w*|refer|thank|trust|set out|summari[sz]e\w*|considered|gone|been|sat|like|"
    r"happy|sorry|pleased|glad|grateful|delighted|instructed|asked|aware|of the view|sure|unable|in touch|let you know|"
    r"come back|revert|discuss\w*|help|confirm|comment|keep a note)\b",
    re.IGNORECASE,
)
# What somebody is advised to do, which no document says.
_ADVICE = re.compile(
    r"\b(?:should|ought to|might|may (?:wish|want) to)\s+(?:\w+\s+)?"
    r"(?:consider|seek|take (?:legal |further )?advice|think|review|discuss)\b"
    r"|^it (?:is|would be|might be|may be) (?:a good idea|wise|prudent|sensible|worth|advisable|best)\b",
    re.IGNORECASE,
)
_FIELD = re.compile(
    r"(?:from|to|cc|date|re|ref|subject|author|by|prepared (?:by|for)|matter|client)\s*:", re.IGNORECASE
)


def is_statement(sentence: str) -> bool:
    """Tell whether a sentence states something, unlike a question, greeting, set phrase, memo field or fragment."""
    words = sentence.strip().lstrip("-–—*•·#> \t")
    if mask_quotations(words).rstrip(' ")]}*_').endswith("?") or words.endswith(":"):
        return False
    if _MANNERS.match(words) or _WRITER.match(words) or _FIELD.match(words) or _ADVICE.search(words):
        return False
    found = _WORD.findall(words)
    # Words that all begin with a capital are a heading or a name.
    return len(found) >= _LEAST_WORDS and any(word[0].islower() and len(word) > 1 for word in found)
