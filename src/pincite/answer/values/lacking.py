"""Whether quotations lack any value of the kind that a part of a question asks for: no day where it asks by when."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pincite.answer.questions.asked_value import AskedValue, asked_value
from pincite.answer.values.labelled_short import is_of_kind
from pincite.answer.values.stated_value import lacks_value
from pincite.answer.values.unfigured import is_said_in_words, needs_measure

_WHEN = frozenset({AskedValue.DATE, AskedValue.TIME})
_PERIODS = frozenset({AskedValue.NOTICE, AskedValue.DURATION})
_HOW_SOON = "how soon?"
# A day in other words than figures: "in May", "the first of each month", "every week", "after the sale", "once signed".
_DAY_WORDS = re.compile(
    r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December|(?i:(?:each|every|a|per|any)\s{1,9}"
    r"(?:hour|day|night|week|fortnight|month|quarter|year)|daily|weekly|monthly|quarterly|yearly|annually|spring|summer|autumn|winter|"
    r"christmas|easter|when|whenever|once|after|upon|on|as\s{1,9}soon|at\s{1,9}(?:the|any)\s{1,9}(?:time|start|end|beginning)))\b"
)


def lacks_kind(question: str, quotes: Iterable[str]) -> bool:
    """Tell whether a question asks for a value, and no quotation states one of that kind, in figures or in words."""
    asked, quotes = asked_value(question), list(quotes)
    if asked in _WHEN:
        return not any(_tells_when(quote) for quote in quotes)
    if asked in _PERIODS:
        stated = any(is_of_kind(asked, quote) or is_said_in_words(asked, question, quote) for quote in quotes)
        return needs_measure(asked, question) and not stated
    return lacks_value(question, quotes) is not None


def _tells_when(quote: str) -> bool:
    stated = is_of_kind(AskedValue.DATE, quote) or is_said_in_words(AskedValue.DURATION, _HOW_SOON, quote)
    return stated or _DAY_WORDS.search(quote) is not None
