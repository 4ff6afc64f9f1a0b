"""The sentence that asks, of a question for several documents that is told with a situation and an afterthought.

"I run a small shop. Which of these two leases has the lower rent? just the rent, please" asks each lease for its rent.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.answer.questions.document_phrase import find_phrases, means_several

_BREAK = re.compile(r"(?<=\w\w[.!])\s{1,3}(?=[A-Z])|(?<=\?)\s{1,3}(?=\w)")
# What somebody tells of themselves. What is told of others ("The tenant has died.") may be a condition.
_OWN = re.compile(r"\b(?:I|we|me|us|my|our)\b(?!\s{1,3}(?:agreements|contracts|leases)\b)", re.IGNORECASE)
# "I need a list: in which …"
_COLON = re.compile(r"^(?P<told>[^:?]{3,160}):\s{1,3}(?P<ask>[^?]{8,400}\?)\s*$")
_AFTERTHOUGHT = re.compile(
    r"(?:and\s|but\s)?(?:just|only|not|never\s{1,3}mind|ignore|leave|forget|thanks?|please|cheers|no\s{1,3}need|"
    r"i\s{1,3}(?:only|just|don[’']t|do\s{1,3}not|mean)|i[’']m\s{1,3}(?:only|just|not))\b[^?]{0,120}$",
    re.IGNORECASE,
)
_THOSE = re.compile(r"\b(?:those|ones?|where|which|that|if|unless)\b", re.IGNORECASE)
# "Does that end any of our leases?": what is told is part of what is asked.
_LEANS = re.compile(
    r"\b(?:does|do|did|would|will|is|can|could)\s{1,3}(?:that|this|it)\b|\bin\s{1,3}(?:that|this|such\s{1,3}a)\s{1,3}case\b|"
    r"\b(?:because|on\s{1,3}account)\s{1,3}of\s{1,3}(?:that|this|it)\b|\bdo(?:ing)?\s{1,3}(?:so|that|this)\b|\b(?:it|this|then)\b|"
    r"\b(?:that|so)\W*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class AskingSentence:
    """The sentence that asks, and what is told before it; nothing is told where all of a question is asked."""

    ask: str
    told: str = ""


def asking_sentence(question: str) -> AskingSentence:
    """Part a question for several documents from what is told before it, and from an afterthought."""
    whole = " ".join(question.split())
    sentences = _BREAK.split(whole)
    asking = [at for at, sentence in enumerate(sentences) if sentence.endswith("?")]
    if len(asking) == 1 and len(sentences) > 1:
        (at,) = asking
        told, after = sentences[:at], sentences[at + 1 :]
        if all(map(_is_situation, told)) and all(map(_is_afterthought, after)) and _asks_several(sentences[at]):
            return AskingSentence(_after_colon(sentences[at]).ask, " ".join(told))
    return _after_colon(whole) if len(sentences) == 1 else AskingSentence(question)


def _after_colon(sentence: str) -> AskingSentence:
    found = _COLON.match(sentence)
    if found and _is_situation(found["told"]) and _asks_several(found["ask"]):
        return AskingSentence(found["ask"], found["told"])
    return AskingSentence(sentence)


def _is_situation(sentence: str) -> bool:
    """Tell whether a sentence tells of those who ask, and not which documents are meant."""
    return _OWN.search(sentence) is not None and not any(found.plural for found in find_phrases(sentence))


def _is_afterthought(sentence: str) -> bool:
    """Tell whether a sentence says how much is asked, and not of which documents."""
    return bool(_AFTERTHOUGHT.match(sentence)) and not _THOSE.search(sentence) and not find_phrases(sentence)


def _asks_several(sentence: str) -> bool:
    """Tell whether a sentence says by itself of which documents it asks, and what."""
    return not _LEANS.search(sentence) and any(
        means_several(found) or (found.plural and found.owned) for found in find_phrases(sentence)
    )
