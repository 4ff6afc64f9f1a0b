"""Whether a label names the very thing that a question asks for, and nothing is asked beyond it.

"How many users do we get with Larch?" asks for the value of "Named users", and "how long is the guarantee on a wheel
build?" not for the one of "Wheel build", though it has its words.
"""

from __future__ import annotations

import re

from pincite.answer.questions.asked_value import COUNTED, AskedValue
from pincite.answer.values.comings import DIRECTION_WORDS, direction
from pincite.legal.figures import find_figures
from pincite.legal.wording import stem, stems

# Words that ask for a value, and say nothing of what it is of.
ASKING_WORDS = frozenset(
    stems(
        "how long many much big large high quick quickly fast soon time times take takes cost costs price prices fee "
        "rate charge charges charged number amount total value get gets got have has pay pays paid need needs want "
        "allow allowed include includes included come comes bring brings use uses exactly actually please tell know "
        "say set given contract agreement document now current currently date day due"
    )
)
# What a column or a label is called that says only what kind of value it holds.
_KIND_WORDS = {
    AskedValue.DURATION: "time times duration length turnaround takes period days hours weeks how long ready in lead "
    "usual typical normal average expected estimated approximate",
    AskedValue.AMOUNT: "price prices cost costs fee fees charge charges rate rates amount total sum tariff",
    AskedValue.COUNT: "number numbers quantity qty count total how many",
    AskedValue.PERCENTAGE: "percentage rate share percent",
    AskedValue.DATE: "date dates day due when deadline",
    AskedValue.TIME: "time times hours from at when",
    AskedValue.NOTICE: "notice period",
    AskedValue.WHO: "name names person who contact",
}
# The head of a label is its last word before what it is of: "Children per session", "Guests (most)".
_HEAD = re.compile(
    r"(?:(?:total\s{1,9})?(?:number|no\.?|quantity|count)\s{1,9}of\s{1,9})?(?P<phrase>[^,;(/–—]{1,80}?)"
    r"(?=\s{1,9}(?:per|in|for|of|at|on|included|allowed|permitted)\b|\s{0,9}[,;(/–—]|\s{0,9}\Z)",
    re.IGNORECASE,
)
# A value that is a count: a number, with a bound before it.
_COUNT = re.compile(
    r"\W*(?:(?:up|limited)\s{1,9}to|at\s{1,9}(?:most|least)|max(?:imum)?\.?|min(?:imum)?\.?|no\s{1,9}more\s{1,9}than)?[\s:]{0,9}"
    r"(?:\d[\d,]*(?![\d.:%]|\s{0,3}[ap]\.?m\b)|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|none|unlimited)\b",
    re.IGNORECASE,
)


def is_count(value: str) -> bool:
    """Tell whether a value is a number of things, and no sum, time or date."""
    return _COUNT.match(value) is not None and not any(figure.unit for figure in find_figures(value)[:1])


def is_plain_name(asked: AskedValue, name: str) -> bool:
    """Tell whether the name of a column says only that it holds values of the kind asked for."""
    own = set(_words(name))
    return bool(own) and own <= kind_words(asked)


def kind_words(asked: AskedValue | None) -> frozenset[str]:
    """The stems of words that say only what kind of value is asked for."""
    return frozenset(_words(_KIND_WORDS.get(asked, ""))) if asked else frozenset()


def names_asked(asked: AskedValue, question: str, label: str, *, value: str, known: str) -> bool:
    """Tell whether a label is what a question asks the value of, and the question says nothing beyond it.

    `known` are words that only say which document is meant, or which column.
    """
    wanted, own = set(stems(question)), set(stems(label))
    if not own or _beyond(question, f"{label} {known}"):
        return False
    if asked is AskedValue.COUNT:
        return is_count(value) and _counts(question, label)
    told = direction(label)
    if asked in (AskedValue.TIME, AskedValue.DATE) and told is not None:
        return told is direction(question)
    return own - ASKING_WORDS <= wanted


def _beyond(question: str, known: str) -> set[str]:
    told = DIRECTION_WORDS if direction(question) is not None else frozenset[str]()
    return set(stems(question)) - set(stems(known)) - ASKING_WORDS - told


def _counts(question: str, label: str) -> bool:
    """Tell whether the head of a label is the thing that is counted: "users" of "Named users", not of "User guides"."""
    thing, head = COUNTED.search(question), _HEAD.match(label.strip())
    if thing is None or head is None:
        return False
    named = [stem(word.casefold()) for word in re.findall(r"[^\W\d_]+", head["phrase"])]
    counted = [one for one in stems(thing["thing"]) if one not in ASKING_WORDS]
    return bool(counted) and bool(named) and named[-1] in counted and set(counted) <= set(named) | set(stems(label))


def _words(text: str) -> list[str]:
    return [stem(word) for word in re.findall(r"[^\W\d_]+", text.casefold())]
