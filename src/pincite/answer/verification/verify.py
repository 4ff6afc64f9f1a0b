"""Verification: check a claim against the sources it cites, and list its faults."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pincite.answer.verification.check_figures import check_figures, check_references
from pincite.answer.verification.judgement import judge, read_passages
from pincite.answer.verification.quoted_pieces import is_statement, locate_together
from pincite.answer.verification.short_answers import mood_agrees, mood_of
from pincite.answer.verification.support import Support, closest_sentences, find_support
from pincite.cancellation import checkpoint
from pincite.domain.answer import AnswerContext, CheckedClaim, Claim, Fault, FaultKind, NumberedSource
from pincite.domain.document import Passage
from pincite.legal.bounds import differ_in_order
from pincite.legal.citations import NamedCitations, find_case_names, find_citations
from pincite.legal.claims import without_marks
from pincite.legal.disguise import is_disguised
from pincite.legal.folding import fold_text
from pincite.legal.modality import differ_in_mood
from pincite.legal.negation import contradicts, denied_statement
from pincite.legal.quotations import (
    MOST_PARTS,
    find_quotations,
    has_too_many_parts,
    locate_quotation,
    mask_quotations,
)
from pincite.legal.roles import differ_in_roles
from pincite.legal.scope import drops_exception, overreaches
from pincite.legal.wording import find_names, stem, stems
from pincite.ports import Verifier
from pincite.spans import Span

# A shorter quotation is only a term and proves nothing: the claim around it needs other support.
_PROOF = 4
_MOST_QUOTES = 30
# A source whose share of the claim's words is this much lower than the best one's does not support it.
_BESIDE = 0.2
# A passage of fewer words, none of them the claim's, says nothing of it: a model that reads "Omitted." only guesses.
_LEAST_WORDS = 4
# "No, the Tenant may not": the sentence after it is the claim.
_YES_NO = re.compile(r"^\s*(?:yes|no)\s*[,:;.–-]\s*(?=\w+\W+\w+\W+\w+)", re.IGNORECASE)
# A word of the claim's own; the "yes" or "no" before a quotation is none, nor is the "and" between two.
_OWN_WORD = re.compile(r"(?!and\b|(?:yes|no)\b\s*(?:[,:;.–-]|\Z))\b\w+", re.IGNORECASE)
# What stands between two quotations that are to be read on as one.
_RUN_ON = re.compile(r"[\s.…–—-]*")


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a quotation stands: the source's number and the passage."""

    number: int
    passage: Passage


def check_claim(
    claim: Claim, context: AnswerContext, *, least_support: float, verifier: Verifier | None = None
) -> CheckedClaim:
    """Hold a claim against its sources: marks, quotations, figures, names, roles, moods, scope, authorities, support.

    A verifier, if given, reads the claim with the sources as well: what the rules find in the wording is then weighed
    with its verdict, and `least_support` does not count.
    """
    checkpoint()
    cited = [source for number in claim.numbers if (source := context.source(number))]
    faults = list(_mark_faults(claim, cited))
    if not cited or len(claim.quotes) > _MOST_QUOTES:
        return CheckedClaim(claim, 0.0, (), tuple(faults))
    if denied := denied_statement(claim.text):
        held = check_claim(replace(claim, text=denied), context, least_support=least_support, verifier=verifier)
        if not held.faults:
            fault = Fault(FaultKind.REFUTED, f"it denies what {_listed(cited)} says")
            return CheckedClaim(claim, 0.0, held.pinpoints, (*faults, fault))
    quoted = [(quote, _find_quoted(quote, cited)) for quote in claim.quotes]
    faults += [_misquoted(quote, cited) for quote, places in quoted if not places]
    said = _YES_NO.sub("", fold_text(without_marks(mask_quotations(claim.text))))
    shortest = _PROOF if stems(said) else 1
    pinpoints = [place for quote, places in quoted for place in places[:1] if len(quote.split()) >= shortest]
    if not _OWN_WORD.search(said) and pinpoints:
        if proofs := _proofs(claim.quotes, pinpoints, cited):
            return CheckedClaim(claim, 1.0, _distinct(proofs), tuple(faults))
        if _runs_on(claim.text):
            faults.append(Fault(FaultKind.MISQUOTED, f"its quotations do not stand together in {_listed(cited)}"))
    if not stems(said) and not claim.quotes:
        return _check_short(claim, context, cited, faults=faults, least_support=least_support)
    whole = _unquoted(claim)
    support, resting = _weigh(whole, cited)
    faults += _word_faults(said, cited, resting)
    if not faults and not (stems(said) and all(_is_statement(quote, cited) for quote in claim.quotes)):
        # The claim's own words around a piece of a sentence may turn it: The Tenant “may end this Lease”.
        faults += _word_faults(whole, cited, resting)
    if support < least_support:
        faults.append(Fault(FaultKind.UNSUPPORTED, f"{_listed(cited)} contains {support:.0%} of its words"))
    pinpoints = pinpoints or [_Place(number, found.passage) for number, found in resting]
    # A paraphrase may share no word with its source.
    pinpoints = pinpoints or [_Place(source.number, source.passage) for source in cited]
    texts = [source.text for source in cited]
    reads = verifier is not None and (support > 0 or len(set(stems(" ".join(texts)))) >= _LEAST_WORDS)
    verdict = read_passages(whole, texts, verifier) if verifier and reads else None
    judged = judge(faults, share=support, verdict=verdict, where=_listed(cited))
    score = judged.score if verdict else support
    return CheckedClaim(claim, score, _distinct(pinpoints), judged.faults, verdict)


def _check_short(
    claim: Claim, context: AnswerContext, cited: list[NumberedSource], *, faults: list[Fault], least_support: float
) -> CheckedClaim:
    """Check an answer such as "It may.": it says of the question's words what the sources must say of them."""
    support, resting = _weigh(context.question, cited)
    mood = mood_of(fold_text(without_marks(claim.text)), context.question)
    where = _listed(cited)
    if mood is None or not resting or support < least_support:
        faults = [*faults, Fault(FaultKind.UNSUPPORTED, f"{where} does not answer the question with so few words")]
    elif not all(mood_agrees(mood, context.question, words) for words in _resting_words(cited, resting)):
        faults = [*faults, Fault(FaultKind.MODALITY, f"{where} does not say so of what was asked")]
    return CheckedClaim(
        claim, support, _distinct([_Place(number, one.passage) for number, one in resting]), tuple(faults)
    )


def _mark_faults(claim: Claim, cited: list[NumberedSource]) -> Iterator[Fault]:
    if not claim.numbers:
        yield Fault(FaultKind.UNCITED, "it cites no source")
    known = {source.number for source in cited}
    for number in claim.numbers:
        if number not in known:
            yield Fault(FaultKind.NO_SUCH_SOURCE, f"there is no source [{number}]")
    if len(claim.quotes) > _MOST_QUOTES:
        yield Fault(FaultKind.MISQUOTED, f"it has more than {_MOST_QUOTES} quotations")
    if is_disguised(mask_quotations(claim.text)):
        yield Fault(FaultKind.MISQUOTED, "it has letters that are struck out or turned round")


def _find_quoted(quote: str, cited: Iterable[NumberedSource]) -> list[_Place]:
    places = []
    for source in cited:
        span = _pointed_at(quote, source) or locate_quotation(quote, source.text)
        if span is not None:
            places.append(_place(source, span))
    return places


def _misquoted(quote: str, cited: list[NumberedSource]) -> Fault:
    if has_too_many_parts(quote):
        return Fault(FaultKind.MISQUOTED, f"“{_short(quote)}” leaves words out more than {MOST_PARTS - 1} times")
    return Fault(FaultKind.MISQUOTED, f"“{_short(quote)}” does not occur in {_listed(cited)}")


def _proofs(quotes: Sequence[str], places: list[_Place], cited: list[NumberedSource]) -> list[_Place]:
    """Return the places of quotations that prove a claim without words of its own; none where their sum may be false.

    One quotation proves itself. Several make a sentence: they must be whole statements, or stand together.
    """
    if len(quotes) < 2 or all(_is_statement(quote, cited) for quote in quotes):
        return places
    spans = ((source, locate_together(quotes, source.text)) for source in cited)
    return [_place(source, span) for source, span in spans if span is not None][:1]


def _runs_on(text: str) -> bool:
    """Tell whether two quotations of a text are to be read on as one, with no more than an ellipsis between them."""
    return any(_RUN_ON.fullmatch(text, one.end + 1, other.start - 1) for one, other in pairwise(find_quotations(text)))


def _is_statement(quote: str, cited: Iterable[NumberedSource]) -> bool:
    return any(is_statement(quote, source.text) for source in cited)


def _unquoted(claim: Claim) -> str:
    """The words of a claim without its marks, those of quotations included."""
    text = without_marks(claim.text)
    edges = {edge for span in find_quotations(text) for edge in (span.start - 1, span.end)}
    return fold_text("".join(letter for at, letter in enumerate(text) if at not in edges))


def _place(source: NumberedSource, span: Span) -> _Place:
    return _Place(source.number, Passage(source.passage.doc_id, span.shift(source.passage.span.start)))


def _pointed_at(quote: str, source: NumberedSource) -> Span | None:
    """Return the evidence with exactly these words, to choose between places where the same words occur."""
    spans = (span.shift(-source.passage.span.start) for span, _ in source.evidence)
    return next((span for span in spans if span.slice(source.text) == quote), None)


def _weigh(said: str, cited: list[NumberedSource]) -> tuple[float, list[tuple[int, Support]]]:
    """Return the share of a claim's words that its sources contain, and the supporting sentences of each source.

    Words of a source's own heading, title and parties count as supported.
    """
    resting = [(source.number, found) for source in cited if (found := find_support(said, source)) and found.share > 0]
    wanted = set(stems(said))
    if not wanted:
        return 0.0, resting
    held = set().union(*(found.held for _, found in resting), *(stems(_about(source)) for source in cited))
    return len(wanted & held) / len(wanted), resting


def _word_faults(said: str, cited: list[NumberedSource], resting: list[tuple[int, Support]]) -> Iterator[Fault]:
    """Return faults for figures, names, authorities, roles, moods and scope that the sources do not support."""
    where = _listed(cited)
    everything = fold_text("\n".join(f"{_about(source)}\n{source.text}" for source in cited))
    yield from check_figures(said, [source.text for source in cited], where=where)
    yield from check_references(said, everything, where=where)
    words = {stem(word) for word in _folded(everything)}
    for name in find_names(said):
        if not words.issuperset(stem(word) for word in _folded(name)):
            yield Fault(FaultKind.NAME, f"“{name}” does not occur in {where}")
    for authority in _unnamed_authorities(said, everything):
        yield Fault(FaultKind.AUTHORITY, f"{authority} is not named in {where}")
    for text in _resting_words(cited, resting):
        yield from _sentence_faults(said, text, where=where)
        if word := overreaches(said, text) or _drops_exception(said, text):
            yield Fault(FaultKind.SCOPE, f"“{word}” goes beyond {where}")


def _unnamed_authorities(said: str, everything: str) -> list[str]:
    """The provisions and cases that a claim cites and its sources do not name, each once."""
    cited, cases = find_citations(said), find_case_names(said)
    if not cited and not cases:
        return []
    named = NamedCitations(everything)
    unnamed = [citation.span.slice(said) for citation in cited if not named.holds(citation)]
    return list(dict.fromkeys([*unnamed, *(case for case in cases if not named.holds_words(case))]))


def _sentence_faults(said: str, text: str, *, where: str) -> list[Fault]:
    """Return how the best supporting sentence contradicts the claim; if several tie, all of them must."""
    faults = [list(_contradictions(said, sentence, where=where)) for sentence in closest_sentences(said, text)]
    return faults[0] if faults and all(faults) else []


def _drops_exception(said: str, text: str) -> str | None:
    """Return a word that lets nothing out where the supporting sentence has an exception; all that tie must have it."""
    words = [drops_exception(said, sentence) for sentence in closest_sentences(said, text)]
    return words[0] if words and all(words) else None


def _contradictions(said: str, text: str, *, where: str) -> Iterator[Fault]:
    if word := contradicts(said, text):
        yield Fault(FaultKind.NEGATION, f"it and {where} differ on whether “{word}” holds")
    if mood := differ_in_mood(said, text):
        yield Fault(FaultKind.MODALITY, mood)
    if roles := differ_in_roles(said, text):
        yield Fault(FaultKind.PARTY, roles)
    if word := differ_in_order(said, text):
        yield Fault(FaultKind.ORDER, f"it and {where} differ on what comes before or after “{word}”")


def _resting_words(cited: list[NumberedSource], resting: list[tuple[int, Support]]) -> list[str]:
    """Return the supporting sentences of the best source, and of those with a similar share of the claim's words."""
    texts = {source.number: source for source in cited}
    best = max((found.share for _, found in resting), default=0.0)
    near = [(number, found) for number, found in resting if found.share > best - _BESIDE]
    return [_words(texts[number], found) for number, found in near]


def _words(source: NumberedSource, found: Support) -> str:
    return source.words(found.run)


def _about(source: NumberedSource) -> str:
    return "\n".join([source.header, *source.parties])


def _distinct(places: list[_Place]) -> tuple[tuple[int, Passage], ...]:
    return tuple(dict.fromkeys((place.number, place.passage) for place in places))


def _folded(text: str) -> list[str]:
    return re.findall(r"\w+", re.sub(r"['’]s\b", "", text.casefold()))


def _listed(cited: list[NumberedSource]) -> str:
    return "".join(f"[{source.number}]" for source in cited)


def _short(quote: str) -> str:
    words = " ".join(quote.split())
    return words if len(words) <= 80 else f"{words[:79]}…"
