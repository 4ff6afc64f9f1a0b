"""The parts of a question: what the answer to the whole of it leaves open is asked by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pincite.answer.questions.question_parts import compared_case, split_loosely, split_parts
from pincite.answer.questions.subjects import SubjectQuestion, read_subjects
from pincite.answer.quotations.see_also import lead_instead
from pincite.answer.values.asked_label import ASKING_WORDS
from pincite.answer.values.lacking import lacks_kind
from pincite.domain.answer import Answer, NoteKind
from pincite.domain.document import Passage
from pincite.legal.pinpoints import where
from pincite.legal.wording import stems
from pincite.pipeline.asking.further_quotation import add_quotation, explain_step
from pincite.pipeline.asking.named_documents import named_documents
from pincite.pipeline.searchable_store import SearchableStore
from pincite.retrieve.called import documents_called
from pincite.retrieve.filters import NO_FILTERS, Filters
from pincite.spans import Span

# The verifier's log odds from which a quotation answers a part.
_ANSWERS = 0.0
# Words that are not said to leave a part open have log odds from here on: parts are short, and read less surely.
_LEAVES_OPEN = -2.0
# A clause beside the first one is that of a part where it leads the first by this much.
_BETTER = 1.0
# Of the subjects that a question lists, so many must be answered for.
_FEWEST_ANSWERED = 2
Ask = Callable[[str, Filters], Answer]


def answer_parts(answer: Answer, store: SearchableStore, filters: Filters, ask: Ask) -> Answer:
    """Answer each part of a question that has several, and say which ones are not found.

    A question that is refused as a whole stays so: what is found for a part of it is too often wrong.
    `ask` puts a question to the documents that filters leave.
    """
    parts = split_parts(answer.question)
    if parts is None or store.verifier is None or answer.ranking is None or answer.ranking.absent:
        return answer
    if not answer.found or len({one.passage.doc_id for one in answer.citations}) > 1:
        return answer
    if answer.note_kind is NoteKind.PART_NOT_FOUND:  # Its parts were asked of documents of their own.
        return answer
    if _tells_cases(parts.parts, answer):
        return answer
    own = replace(filters, documents=(answer.citations[0].passage.doc_id,))
    for said, asked in zip(parts.parts, parts.asked(), strict=True):
        odds = [verdict.log_odds for verdict in store.verifier.verify([(asked, one.quote) for one in answer.citations])]
        # Without a model that reads, the quotations are taken to answer.
        if odds and (max(odds) < _ANSWERS or _lacks(said, answer)):
            found = ask(asked, own)
            found = found if _is_about(asked, found) else replace(found, found=False)
            if max(odds) >= _LEAVES_OPEN and (not found.found or found.weak) and not _lacks(said, answer):
                continue
            answer = _with_part(answer, said, found, store)
            if _missing(said) in answer.note and not filters and not _names_document(store, answer):
                answer = _placed(answer, said, ask(asked, filters))
        elif odds and max(odds) >= odds[0] + _BETTER:
            answer = lead_instead(answer, _lead(said), to=answer.citations[odds.index(max(odds))])
    return answer


def answer_apart(question: str, store: SearchableStore, ask: Ask) -> Answer | None:
    """Ask each part of a question of the document that it names, where they are several; None where they are not."""
    parts = split_loosely(question)
    doc_ids = [_named_document(store, part) for part in parts]
    if len(set(doc_ids)) < 2 or not all(doc_ids):
        return None
    answers = [
        ask(f"{part}?", Filters(documents=(doc_id,))) for part, doc_id in zip(parts, doc_ids, strict=True) if doc_id
    ]
    base = next((one for one in answers if one.found and not one.weak), None)
    if base is None:
        return None
    told = replace(
        base, question=question, confidence=min(one.confidence for one in answers if one.found and not one.weak)
    )
    for said, found in zip(parts, answers, strict=True):
        if found is not base:
            told = _with_other_document(told, said, found, store)
    return told


def answer_subjects(question: str, store: SearchableStore, ask: Ask) -> Answer | None:
    """Ask a question of each of the subjects it lists; None where it lists none, or fewer than two are answered."""
    asked = read_subjects(question)
    answers = [_about_subject(one, store, ask) for one in asked]
    found = [one for one in answers if one.found and not one.weak]
    if len(found) < _FEWEST_ANSWERED:
        return None
    least = min(one.confidence for one in found)
    # What is told is made of several answers: no short answer and no part of it is to be looked for again.
    told = replace(found[0], question=question, text="", citations=(), confidence=least, answerer="each", note="")
    clauses: dict[Passage, list[tuple[str, Answer]]] = {}
    for one, answer in zip(asked, answers, strict=True):
        if answer in found:
            clauses.setdefault(answer.citations[0].passage, []).append((one.subject, answer))
    for same in clauses.values():
        told = _with_other_document(told, "” and “".join(subject for subject, _ in same), same[0][1], store)
    for one, answer in zip(asked, answers, strict=True):
        told = told if answer in found else _noted(told, one.question)
    return explain_step(told, f"each of {len(asked)} subjects was asked about by itself")


def _about_subject(asked: SubjectQuestion, store: SearchableStore, ask: Ask) -> Answer:
    """The answer for one subject, from the documents called by its words where they have one: "the cricket field"."""
    answer = ask(asked.question, NO_FILTERS)
    called = documents_called(asked.subject, store.library, store.router)
    if called is None or called.absent or (answer.found and answer.citations[0].passage.doc_id in called.doc_ids):
        return answer
    own = ask(asked.question, Filters(documents=called.doc_ids))
    return own if own.found and not own.weak else answer


def _named_document(store: SearchableStore, part: str) -> str | None:
    """The one document that a part of a question names."""
    route = store.router.route(part)
    return route.doc_ids[0] if len(route.doc_ids) == 1 and not route.loose and not route.absent else None


def _with_other_document(answer: Answer, said: str, found: Answer, store: SearchableStore) -> Answer:
    """The answer with the first clause of another document, which answers a part, or with a note that none does."""
    if not found.found or found.weak:
        return _noted(answer, said)
    first = [one for one in found.citations if one.number == found.citations[0].number]
    span = Span(first[0].passage.span.start, first[-1].passage.span.end)
    target = store.library.reading(first[0].passage.doc_id).outline.at(span.start)
    return add_quotation(answer, store.library, span, lead=_lead(said), target=target, beside=first[0])


def _tells_cases(parts: Sequence[str], answer: Answer) -> bool:
    """Tell whether the first clause answers what its parts compare: a rule, and the case in which it is another."""
    first, *others = parts
    number = answer.citations[0].number
    told = {word for one in answer.citations if one.number == number for word in stems(one.quote)}
    cases = [set(stems(compared_case(part))) for part in others]
    return not _lacks(first, answer) and all(case and case <= told for case in cases)


def _is_about(asked: str, found: Answer) -> bool:
    """Tell whether the clause that is found for a part has a word of it, or of what the question is about."""
    words = set(stems(asked)) - ASKING_WORDS
    return not words or bool(words & {one for citation in found.citations for one in stems(citation.quote)})


def _lacks(said: str, answer: Answer) -> bool:
    return lacks_kind(said, [one.quote for one in answer.citations])


def _lead(said: str) -> str:
    return f"On “{said}”: "


def _with_part(answer: Answer, said: str, found: Answer, store: SearchableStore) -> Answer:
    """The answer with the clause that answers a part, or with a note that none does."""
    if not found.found or found.weak:
        return _noted(answer, said)
    first = [one.passage for one in found.citations if one.number == found.citations[0].number]
    span = Span(first[0].span.start, first[-1].span.end)
    if any(span.overlaps(one.passage.span) for one in answer.citations):
        return _noted(answer, said) if _lacks(said, answer) else answer
    target = store.library.reading(first[0].doc_id).outline.at(span.start)
    answer = add_quotation(answer, store.library, span, lead=_lead(said), target=target)
    return explain_step(answer, f"{answer.citations[-1].section} answers “{said}”, which was asked by itself")


def _names_document(store: SearchableStore, answer: Answer) -> bool:
    route, cards = named_documents(store, answer.question)
    return bool(cards) and not route.loose


def _placed(answer: Answer, said: str, found: Answer) -> Answer:
    """The answer with a note on which other document answers a part, where one does."""
    if not found.found or found.weak or found.citations[0].passage.doc_id == answer.citations[0].passage.doc_id:
        return answer
    note = answer.note.replace(
        _missing(said), f"“{said}” is answered by {where(found.citations[0])}: ask it by itself."
    )
    return replace(answer, note=note)


def _missing(said: str) -> str:
    return f"No passage was found that clearly answers “{said}”."


def _noted(answer: Answer, said: str) -> Answer:
    return replace(answer, note=f"{answer.note} {_missing(said)}".lstrip(), note_kind=NoteKind.PART_NOT_FOUND)
