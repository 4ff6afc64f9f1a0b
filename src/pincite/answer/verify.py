"""Verification: a claim is held against the sources it cites, and every fault is named."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pincite.answer.support import Support, find_support
from pincite.domain.answer import CheckedClaim, Claim, Context, Fault, FaultKind, NumberedSource
from pincite.domain.document import Passage
from pincite.legal.authorities import find_authorities, is_named_in
from pincite.legal.claims import without_marks
from pincite.legal.figures import find_figures, is_borne_out
from pincite.legal.quotations import locate_quotation, mask_quotations
from pincite.legal.wording import contradicts, find_names, stems
from pincite.spans import Span

# A quotation of fewer words is a term, not proof: the claim around it needs support of its own.
_PROOF = 4


@dataclass(frozen=True, slots=True)
class _Quoted:
    """Where a quotation stands: the source's number and the passage."""

    number: int
    passage: Passage


def check_claim(claim: Claim, context: Context, *, least_support: float) -> CheckedClaim:
    """Hold a claim against its sources: marks, quotations, figures, names, negations, authorities, support."""
    cited = [source for number in claim.numbers if (source := context.source(number))]
    faults = list(_mark_faults(claim, cited))
    if not cited:
        return CheckedClaim(claim, 0.0, (), tuple(faults))
    quoted = [(quote, _find_quoted(quote, cited)) for quote in claim.quotes]
    faults += [
        Fault(FaultKind.MISQUOTED, f"“{_short(quote)}” does not occur in {_listed(cited)}")
        for quote, places in quoted
        if not places
    ]
    said = without_marks(mask_quotations(claim.text))
    shortest = _PROOF if stems(said) else 1
    pinpoints = [place for quote, places in quoted for place in places[:1] if len(quote.split()) >= shortest]
    support = 1.0
    if stems(said) or not pinpoints:
        support, resting = _weigh(without_marks(claim.text) if not pinpoints else said, cited, pinned=bool(pinpoints))
        faults += _word_faults(said, cited, resting)
        if support < least_support:
            faults.append(Fault(FaultKind.UNSUPPORTED, f"{_listed(cited)} bears out {support:.0%} of its words"))
        if not pinpoints:
            pinpoints = [_Quoted(number, found.passage) for number, found in resting]
    found = dict.fromkeys((place.number, place.passage) for place in pinpoints)
    return CheckedClaim(claim, support, tuple(found), tuple(faults))


def _mark_faults(claim: Claim, cited: list[NumberedSource]) -> Iterator[Fault]:
    if not claim.numbers:
        yield Fault(FaultKind.UNCITED, "it cites no source")
    known = {source.number for source in cited}
    for number in claim.numbers:
        if number not in known:
            yield Fault(FaultKind.NO_SUCH_SOURCE, f"there is no source [{number}]")


def _find_quoted(quote: str, cited: Iterable[NumberedSource]) -> list[_Quoted]:
    places = []
    for source in cited:
        span = _pointed_at(quote, source) or locate_quotation(quote, source.text)
        if span is not None:
            at = span.shift(source.passage.span.start)
            places.append(_Quoted(source.number, Passage(source.passage.doc_id, at)))
    return places


def _pointed_at(quote: str, source: NumberedSource) -> Span | None:
    """The evidence that reads just so: where the same words stand twice, it is the place that is meant."""
    spans = (span.shift(-source.passage.span.start) for span, _ in source.evidence)
    return next((span for span in spans if span.slice(source.text) == quote), None)


def _weigh(said: str, cited: list[NumberedSource], *, pinned: bool) -> tuple[float, list[tuple[int, Support]]]:
    """The share of a claim's words that its sources hold, and the sentences it rests on in each.

    Words of a source's own heading, title and parties are borne out by it. With a quotation at hand the words around it
    introduce it, and count for half.
    """
    resting = [(source.number, found) for source in cited if (found := find_support(said, source)) and found.share > 0]
    wanted = set(stems(said))
    if not wanted:
        return 1.0, resting
    held = set().union(*(found.held for _, found in resting), *(stems(_about(source)) for source in cited))
    share = len(wanted & held) / len(wanted)
    return ((1 + share) / 2 if pinned else share), resting


def _word_faults(said: str, cited: list[NumberedSource], resting: list[tuple[int, Support]]) -> Iterator[Fault]:
    """Figures, names, authorities and negations that the sources do not bear out."""
    everything = "\n".join(f"{_about(source)}\n{source.text}" for source in cited)
    known = find_figures(everything)
    where = _listed(cited)
    for figure in find_figures(said):
        if not is_borne_out(figure, known):
            yield Fault(FaultKind.NUMBER, f"“{figure.words}” does not stand in {where}")
    words = set(_folded(everything))
    for name in find_names(said):
        if not words.issuperset(_folded(name)):
            yield Fault(FaultKind.NAME, f"“{name}” does not stand in {where}")
    for authority in find_authorities(said):
        if not is_named_in(authority, everything):
            yield Fault(FaultKind.AUTHORITY, f"{authority} is not named in {where}")
    texts = {source.number: source for source in cited}
    resting_on = [_words(texts[number], found) for number, found in resting]
    denied = [contradicts(said, words) for words in resting_on]
    if denied and all(denied):
        yield Fault(FaultKind.NEGATION, f"it and {where} differ on whether “{denied[0]}” holds")


def _words(source: NumberedSource, found: Support) -> str:
    return found.passage.span.shift(-source.passage.span.start).slice(source.text)


def _about(source: NumberedSource) -> str:
    return "\n".join([source.header, *source.parties])


def _folded(text: str) -> list[str]:
    return re.findall(r"\w+", re.sub(r"['’]s\b", "", text.casefold()))


def _listed(cited: list[NumberedSource]) -> str:
    return "".join(f"[{source.number}]" for source in cited)


def _short(quote: str) -> str:
    words = " ".join(quote.split())
    return words if len(words) <= 80 else f"{words[:79]}…"
