"""The pronouns for several documents, as they are said of one: "renew by themselves" is "renew by itself"."""

from __future__ import annotations

import re

# Behind these words a pronoun may be that of somebody or something else: "let the tenant leave if they pay".
_OTHERS = (
    r"the|an?|any|all|our|us|we|i|you|your|my|me|people|some\w*|any\w+|every\w*|each|either|neither|one|both|no|staff|"
    r"parties|others?|s?he|him|her|who|whom|nobody"
)
# Words of which none is a plural.
_NEAR = rf"(?P<near>(?:(?!(?:{_OTHERS})\b)[a-z’'-]{{1,20}}(?<!s)\s{{1,3}}){{0,6}}?)"
_SAID_OF_ONE = {
    **{"themselves": "itself", "their own": "its own", "they're": "it is", "they are": "it is", "they were": "it was"},
    **{"they have": "it has", "they've": "it has", "they do": "it does"},
    **{f"they {modal}": f"it {modal}" for modal in ("can", "may", "must", "will", "should", "cannot")},
}
_PRONOUN = re.compile(
    rf"^{_NEAR}(?P<said>themselves|their\s{{1,3}}own|they(?:[’'](?:re|ve)|\s{{1,3}}(?:are|were|have|do|can|may|must|will|should|"
    r"cannot))|they)\b",
    re.IGNORECASE,
)


def of_one(words: str) -> str:
    """What is said of several documents, begun with its verb, as it is said of one; others' pronouns are left alone."""
    found = _PRONOUN.match(words)
    said = _SAID_OF_ONE.get(" ".join(found["said"].casefold().replace("’", "'").split())) if found else None
    return f"{found['near']}{said}{words[found.end() :]}" if found and said else words
