"""Whose value it is, and of what: six months that the Landlord gives are not the Tenant's, nor days of work holiday."""

from __future__ import annotations

import re

from pincite.answer.questions.asked_value import MONEY, SUM_ASKED
from pincite.answer.values.main_clauses import clause_around
from pincite.legal.durations import TIME_UNITS
from pincite.legal.folding import fold_text
from pincite.legal.roles import find_agents
from pincite.legal.sentences import sentence_around, split_sentences
from pincite.legal.wording import stem, stems
from pincite.spans import Span

_GETS = r"(?:receive|get|be\s{1,9}(?:given|told|served|sent)|have\s{1,9}(?:a\s{1,9}right|to\s{1,9}be)|entitled)"
_MODAL = r"(?:must|shall|should|will|would|may|can|could|does|do|did|has|have|is|are)"
# "How much notice must the tenant be given?" asks what others owe.
_ASKS_RECEIVED = re.compile(
    rf"\b{_MODAL}\s{{1,9}}(?:the\s{{1,9}}|an?\s{{1,9}})?(?P<party>\w{{1,30}})\s{{1,9}}{_GETS}\b", re.I
)
_GIVEN_TO = re.compile(
    r"\b(?:giv\w{1,3}|serv\w{1,4}|notif\w{1,4}|tell\w{0,4}|to|upon|on)\s{1,9}(?:the\s{1,9}|any\s{1,9}|an?\s{1,9})?(?P<party>\w{1,30})",
    re.IGNORECASE,
)
_HAS_NOTICE = re.compile(rf"\b(?P<party>\w{{1,30}})\s{{1,9}}(?:{_MODAL}\s{{1,9}}){{0,2}}{_GETS}\b", re.IGNORECASE)
_ACTOR = re.compile(
    rf"\b{_MODAL}\s{{1,9}}(?:the|an?|each|any|my|our|your)\s{{1,9}}(?P<party>\w{{1,30}})\b", re.IGNORECASE
)
_I = re.compile(r"\b(?:I|we|my|our)\b")
_WE_ACT = re.compile(rf"\b[Ww]e\s{{1,9}}(?:{_MODAL}|give|end)\b")
_YOU_ACT = re.compile(rf"\b[Yy]ou\s{{1,9}}(?:{_MODAL}|give|end|get)\b|\bby\s{{1,9}}you\b")
_NOTICE = re.compile(r"\b(?:noti\w{2,9}|warn\w{0,5})\b", re.IGNORECASE)
# The thing that a number of days, or an unnumbered much, is of: "days of paid holiday".
_VERBS = (
    r"is|are|was|were|does|do|did|will|would|can|could|may|might|must|shall|should|has|have|before|after|in|to|from|until|within|if|when|"
    r"per|a|an|the|i|we|you|he|she|it|they|notice|warning|prior|written|money|more|at|on|for|by|each|every|until|not|off|ago|early|late"
)
_OF_WHAT = re.compile(
    rf"\bhow\s{{1,9}}(?:many\s{{1,9}}(?:\w{{1,20}}\s{{1,9}})?(?:{'|'.join(TIME_UNITS)})s?[’']?s?|much)\s{{1,9}}(?:of\s{{1,9}})?"
    rf"(?P<thing>(?!(?:{_VERBS})\b)[^\W\d_][\w-]{{1,30}}(?:\s{{1,9}}(?!(?:{_VERBS}|of)\b)[\w-]{{1,30}}){{0,2}})",
    re.IGNORECASE,
)
_FREE_DAYS = frozenset(stems("holiday holidays leave vacation"))
# Leave of another kind than is asked for.
_KINDS_OF_LEAVE = frozenset(
    stems(
        "sick parental maternity paternity adoption compassionate study unpaid unused untaken carry carried lieu garden"
    )
)
_PLAIN = frozenset(stems("paid unpaid annual extra free total full money cover credit"))
_NONE_OF = re.compile(
    r"\b(?:no|not|nor|without|excluding|excludes?|never)\s{1,9}(?:\w{1,20}\s{1,9}){0,3}\Z", re.IGNORECASE
)
_PARTED = re.compile(r"\b(?:and|but|or|while|whereas|nor)\b|;", re.IGNORECASE)
_HEADING_WORDS = 6
# "The rent for the flat", "the joining fee": a sum, with its kind and what it is for.
_NAMED = re.compile(
    r"(?:\b(?P<kind>(?!(?:the|an?|this|that|such|its|any|our|your|my|their|pay|pays|of|no|each|total|and|or|shall|will|must|by|in|for|to|on|all)\b)"
    r"[a-z]{1,20})\s{1,9})?\b(?P<head>"
    + MONEY
    + r")\b(?:\s{1,9}(?:for|of|on)\s{1,9}(?:the|an?|any|each|your|its)\s{1,9}(?P<what>[^\W\d_]{1,20}))?",
    re.IGNORECASE,
)


def is_of_another(question: str, span: Span, quote: str, *, notice: bool) -> bool:
    """Tell whether a value is another party's than the one that the question names."""
    clause = clause_around(quote, span).slice(quote)
    sentence = quote[sentence_around(quote, span).start : clause_around(quote, span).end]
    agents = _parties(clause) or _parties(sentence)
    if notice and (received := _ASKS_RECEIVED.search(question)):
        party = received["party"].casefold()
        gives = party in agents and not _receives(party, clause)
        return gives or (party == "i" and bool(_YOU_ACT.search(clause)))
    asked = _parties(question) | {actor["party"].casefold() for actor in _ACTOR.finditer(question) if _is_party(actor)}
    if asked and agents and not asked & agents:
        return True
    if notice and asked and any(_receives(party, clause) for party in asked):
        return True
    return notice and bool(_I.search(question)) and bool(_WE_ACT.search(clause)) and not _YOU_ACT.search(clause)


def is_of_other_thing(question: str, span: Span, quote: str) -> bool:
    """Tell whether a time is one of something else than the question names: of work, and not of holiday."""
    wanted = _thing(question)
    if not wanted or wanted & _heading(span, quote):
        return False
    clause = clause_around(quote, span)
    if wanted & _FREE_DAYS and _KINDS_OF_LEAVE & set(stems(clause.slice(quote))) - set(stems(question)):
        return True
    places = [
        Span(clause.start + word.start(), clause.start + word.end())
        for word in re.finditer(r"[^\W\d_]+", clause.slice(quote))
        if stem(word[0].casefold()) in wanted
    ]
    return not any(_goes_with(place, span, quote, clause=clause) for place in places)


def is_of_other_kind(question: str, span: Span, quote: str) -> bool:
    """Tell whether a sum is of another kind than is asked for: the joining fee, and not the annual one."""
    asked = SUM_ASKED.search(question)
    if asked is None:
        return False
    sentence = fold_text(sentence_around(quote, span).slice(quote))
    told, head = set(stems(sentence)), stem(asked["head"].casefold())
    kinds = set(stems(asked["kind"] or ""))
    wanted = set(stems(asked["what"] or ""))
    for named in _NAMED.finditer(sentence):
        if stem(named["head"].casefold()) != head:
            continue
        other_kind = kinds and not kinds & told and set(stems(named["kind"] or ""))
        other_thing = wanted and not wanted & told and set(stems(named["what"] or ""))
        if other_kind or other_thing:
            return True
    return False


def _parties(words: str) -> set[str]:
    return {party.removesuffix("s") for party, _ in find_agents(words)}


def _is_party(actor: re.Match[str]) -> bool:
    return bool(find_agents(f"the {actor['party'].casefold()} shall act"))


def _receives(party: str, clause: str) -> bool:
    """Tell whether a clause says that a party is given notice: "by giving the Tenant", "the Tenant is entitled to"."""
    given = {found["party"].casefold().removesuffix("s") for found in _GIVEN_TO.finditer(clause)}
    got = {found["party"].casefold().removesuffix("s") for found in _HAS_NOTICE.finditer(clause)}
    return party.removesuffix("s") in given | got


def _thing(question: str) -> frozenset[str]:
    """The stems of the thing that the time or amount asked for is of."""
    found = _OF_WHAT.search(question)
    if found is None or _NOTICE.search(found["thing"]):
        return frozenset()
    own = frozenset(stems(found["thing"]))
    return _FREE_DAYS | own - _PLAIN if own & _FREE_DAYS else own - _PLAIN


def _heading(span: Span, quote: str) -> set[str]:
    """The stems of the heading above a value, where it is on one thing only."""
    first = split_sentences(quote, Span(0, len(quote)))[0]
    line = quote[first.start : first.end].split("\n", 1)[0]
    title = bool(line.strip()) and len(line.split()) <= _HEADING_WORDS and len(line) <= span.start
    return set(stems(fold_text(line))) if title and not _PARTED.search(line) else set()


def _goes_with(place: Span, span: Span, quote: str, *, clause: Span) -> bool:
    """Tell whether a word for the thing and a value belong together, and the thing is not denied."""
    between = quote[min(place.end, span.end) : max(place.start, span.start)]
    return not _PARTED.search(between) and not _NONE_OF.search(quote, clause.start, place.start)
