"""What makes a value doubtful as a short answer: exceptions, alternatives, and figures beside the point."""

from __future__ import annotations

import re

from pincite.answer.values.main_clauses import clause_around, has_verb
from pincite.legal.folding import fold_text
from pincite.legal.numerals import WORD_VALUES
from pincite.legal.sentences import sentence_around
from pincite.legal.wording import stems
from pincite.spans import Span

_EXCEPTION = re.compile(
    r"\b(?:unless|except\w*|provided,?\s{1,9}(?:that|however)|however|save|notwithstanding|other\s{1,9}than|"
    r"but(?!\s{1,9}not\s{1,9}limited)|in\s{1,9}lieu|instead)\b",
    re.IGNORECASE,
)
# "Five years, except that source code stays secret": the value alone would hide what it does not hold for.
_BUT_NOT = re.compile(r"\b(?:except(?:ions?)?|save|provided,?\s{1,9}(?:that|however))\b", re.IGNORECASE)
# "Unless terminated earlier" does not make the term that follows doubtful.
_USUAL = re.compile(r"\bunless\s{1,9}(?:\w+\s{1,9})?(?:terminated|extended|renewed)[^,;]{0,120},", re.IGNORECASE)
# "Renews unless a party gives at least 65 days' notice": what is excepted is the renewal, not the notice.
_UNLESS_NOTICE = re.compile(r"\bunless\b(?=.{0,200}\bnoti)", re.IGNORECASE | re.DOTALL)
# "The greater of $5,000 and the fees paid", "30 days or such longer period": not a single value.
_ONE_OF = re.compile(
    r"\b(?:greater|lesser|later|earlier|longer|shorter|higher|lower|less|more|sooner)\s{1,9}of\b[^.;]{0,80}\Z",
    re.IGNORECASE,
)
_OR_ELSE = re.compile(
    r"[’']?,?\s{0,9}(?:\w+\s{1,9}){0,2}?(?:or\b(?!\s{1,9}(?:more|less|longer|fewer)\b)|multiplied|times\b)",
    re.IGNORECASE,
)
# "£500 a month and half of the bills", "seven directors, of whom the Investor appoints two": more belongs to the value.
_AND_MORE = re.compile(
    r"[’']?,?\s{0,9}(?:and|as\s{1,9}well\s{1,9}as|together\s{1,9}with|followed\s{1,9}by|then)\s{1,9}(?P<more>[^.;,]{1,300})",
    re.IGNORECASE,
)
_OF_THESE = re.compile(
    r",?\s{0,9}of\s{1,9}(?:whom|which|these|those|them)\b|,?\s{1,9}(?:one|two|half|some|most)\s{1,9}of\s{1,9}wh",
    re.IGNORECASE,
)
# "The base rate plus 8%", "three times the fee of £99", "nor more than 6 months": only a part of the value.
_PART_OF = re.compile(
    r"\b(?:plus|minus|less|or|nor|times|(?:multiplied|divided)\s{1,9}by)\s{1,9}(?:an?\s{1,9})?(?:further\s{1,9}|additional\s{1,9})?\Z|"
    r"\b(?:between|from)\s{1,9}(?:\S{1,20}\s{1,9}(?:and|to)\s{1,9})?\Z|"
    rf"(?:[0-9]|\b(?:{'|'.join(WORD_VALUES)}))\s{{0,9}}(?:to|and|[-–—])\s{{0,9}}\Z|"
    r"\b(?:times|twice|double|treble|half|(?:third|quarter|percentage)\s{1,9}of)\b[^.;]{0,60}\Z",
    re.IGNORECASE,
)
# Words right after a value, or later in its sentence, that make it another one.
_GOES_ON = re.compile(
    r"\s{0,9}[,(]?\s{0,9}(?:and\s{1,9}|but\s{1,9})?(?:above|below|plus|minus|less(?!\s{1,9}than)|in\s{1,9}excess|in\s{1,9}addition|together\s{1,9}with|"
    r"pro[\s-]rata|nor|to\s{1,9}\d)\b|\s{1,9}(?:over|under|off)\b|(?:(?<=%)|(?<=%\))|(?<=cent))\s{1,9}of\b",
    re.IGNORECASE,
)
_ALTERS = re.compile(
    r"\b(?:whichever|thereafter|if\s{1,9}(?:later|earlier|greater|less|more|higher|lower|sooner|longer|shorter)|"
    r"(?:subject\s{1,9}to|up\s{1,9}to|with)\s{1,9}(?:an?\s{1,9}|the\s{1,9})?(?:\w+\s{1,9})?(?:minimum|maximum|cap|limit|total)|"
    r"(?:may|can|might)\s{1,9}be\s{1,9}(?:extended|increased|reduced|shortened|lengthened|raised|lowered|varied)|(?:ris|increas|fall|reduc|decreas)(?:ing|es|s)|(?:not\s{1,9}included|extra|separately)(?=\s{0,9}(?:[.,;:)]|\Z)))\b",
    re.IGNORECASE,
)
# "A fee of £25 is charged for each week": a sum without a time of its own is due once.
_EACH = re.compile(r"\b(?:per|each|every|daily|weekly|monthly|quarterly|annually|yearly)\b", re.IGNORECASE)
_OFTEN = re.compile(
    r"\b(?:(?:per|each|every)\s{1,9}(?:calendar\s{1,9})?(?:hour|day|night|week|month|quarter|year)|hourly|daily|nightly|weekly|monthly|quarterly|annual|annually|"
    r"yearly)\b",
    re.IGNORECASE,
)
_FOR_EACH = re.compile(r"\A[^.;,]{0,60}\b(?:per|(?:each|every)(?!\s{1,9}(?:other|party|of)\b))\s", re.IGNORECASE)
# "The balance at once and 30% of the charges": the value is a part of what is due.
_AND_ALSO = re.compile(r"\band\s{1,9}\Z", re.IGNORECASE)
_EACH_TIME = re.compile(rf"{_EACH.pattern}|\ban?\s{{1,9}}\w|\bp\.a\.", re.IGNORECASE)
_OR_ITEM = re.compile(r"\bor\s{0,9}(?:\(\w{1,4}\)|[a-z]\))", re.IGNORECASE)
_ITEM = re.compile(r"\S\s{1,9}\([a-zA-Z]{1,4}\)\s|[;:,–-]\s{0,9}\(\w{1,4}\)\s")
# "(a) if the order is made at a hearing, 2 days": one of the cases of a list.
_CASE = re.compile(r"\([a-z]{1,4}\)\s{0,9}(?:if|where|when|in\s{1,9}(?:the\s{1,9})?(?:case|event))\b", re.IGNORECASE)
# "In equal parts, commencing thirty days after": how long until it begins is not how long it lasts.
_STARTS = re.compile(r"\b(?:commenc|beginn|start)ing\s{1,9}(?:on\s{1,9}|from\s{1,9})?(?:the\s{1,9})?\Z", re.IGNORECASE)
_RENEWS = re.compile(r"\b(?:renew\w*|extend\w*|extension\w*|successive|additional|further)\b", re.IGNORECASE)
_OF_NOTICE = re.compile(r"[’']?\s{1,9}(?:\w+\s{1,9}){0,2}notice\b", re.IGNORECASE)
# "The fees of the twelve months preceding the claim" is what something is reckoned by; "at least 3 days before" is not.
_LOOKS_BACK = re.compile(
    r"[’']?\s{1,9}(?:period\s{1,9})?(?:immediately\s{1,9})?(?:preceding|prior\s{1,9}to|before|ended|ending)\b", re.I
)
_DEADLINE = re.compile(
    r"\b(?:at\s{1,9}least|(?:no|not)\s{1,9}(?:later|less|fewer|more)\s{1,9}than|within)\s{1,9}\Z", re.IGNORECASE
)
_NOTICE_NEAR = re.compile(r"\b(?:notice|notif\w+|prior|before|advance)\b", re.IGNORECASE)
_NEAR = 45
_FAR = 160


def is_unclear(span: Span, quote: str, *, notice: bool = False) -> bool:
    """Tell whether a value belongs to an exception, or is one of several that may apply."""
    before = _USUAL.sub("", quote[sentence_around(quote, span).start : span.start])
    if notice:
        before = _UNLESS_NOTICE.sub("", before)
    return bool(
        _EXCEPTION.search(before)
        or _ONE_OF.search(quote, max(0, span.start - _FAR), span.start)
        or _PART_OF.search(before)
        or _OR_ELSE.match(quote, span.end)
        or _OR_ITEM.search(quote, 0, span.start)
        or (_ITEM.search(before) and _OR_ITEM.search(quote, span.end))
        or _CASE.search(before)
        or _STARTS.search(quote, 0, span.start)
    )


def is_cut_short(span: Span, quote: str, *, sum_of_money: bool) -> bool:
    """Tell whether the words after a value, as it is to be shown, make it another one."""
    rest = quote[span.end : sentence_around(quote, span).end].partition(";")[0]
    if sum_of_money and _AND_ALSO.search(quote, 0, span.start):
        return True
    repeats = _EACH if sum_of_money else _FOR_EACH
    repeated = repeats.search(rest) and not _EACH_TIME.search(span.slice(quote))
    altered = _ALTERS.search(rest) or _BUT_NOT.search(rest) or _OF_THESE.match(rest)
    more = _AND_MORE.match(rest)
    if more and not has_verb(more["more"]):
        return True
    return bool(_OR_ELSE.match(rest) or _GOES_ON.match(quote, span.end) or altered or repeated)


def hides_period(question: str, span: Span, quote: str) -> bool:
    """Tell whether words before a sum say how often it is due, and neither the sum nor the question does.

    "The monthly rent is £900": £900 alone may be for a year.
    """
    before = quote[clause_around(quote, span).start : span.start]
    said = {one for found in _OFTEN.findall(before) for one in stems(found)}
    return bool(said - set(stems(question))) and not _EACH_TIME.search(span.slice(quote))


def is_about(question: str, span: Span, quote: str) -> bool:
    """Tell whether the sentence of a value speaks of what is asked."""
    return bool(set(stems(question)) & set(stems(fold_text(sentence_around(quote, span).slice(quote)))))


def is_closely_about(question: str, span: Span, quote: str) -> bool:
    """Tell whether the sentence of a date speaks of all that is asked, but for one word in three.

    "When is the rent due?" is not answered by the day on which the rent goes up.
    """
    asked = set(stems(question))
    told = set(stems(fold_text(sentence_around(quote, span).slice(quote))))
    return bool(asked) and len(asked & told) >= len(asked) * 2 / 3


def is_notice(span: Span, quote: str) -> bool:
    """Tell whether a duration is that of a notice, by the words beside it in its sentence."""
    sentence = sentence_around(quote, span)
    beside = quote[max(sentence.start, span.start - _NEAR) : min(sentence.end, span.end + _NEAR)]
    return _NOTICE_NEAR.search(beside) is not None


def is_aside(span: Span, question: str, quote: str) -> bool:
    """Tell whether a figure is a notice, a renewal or a basis of calculation that the question does not ask for."""
    before = quote[max(sentence_around(quote, span).start, span.start - _FAR) : span.start]
    notice = _OF_NOTICE.match(quote, span.end) and "noti" not in question.casefold()
    renewal = _RENEWS.search(before) and not _RENEWS.search(question)
    basis = _LOOKS_BACK.match(quote, span.end) and not _DEADLINE.search(before)
    return bool(notice or renewal or basis)
