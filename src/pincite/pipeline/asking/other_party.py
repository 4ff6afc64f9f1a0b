"""Answers that quote what another party does than the one asked about: told as such, and weak."""

from __future__ import annotations

from dataclasses import replace

from pincite.answer.confidence import DOUBTED
from pincite.answer.quotations.others_clause import party_of_clause
from pincite.domain.answer import Answer, NoteKind
from pincite.ports.store import Library


def doubt_other_party(answer: Answer, library: Library) -> Answer:
    """The answer; weak and with a note where what it quotes is on another party than the one asked about."""
    if not answer.found or not answer.citations:
        return answer
    doc_id = answer.citations[0].passage.doc_id
    quoted = [one.passage for one in answer.citations if one.passage.doc_id == doc_id]
    found = party_of_clause(answer.question, quoted, library.reading(doc_id))
    if found is None:
        return answer
    asked, other = found
    note = f"The words quoted are on the {other}; nothing was found that says this of the {asked}."
    return replace(answer, confidence=min(answer.confidence, DOUBTED), note=note, note_kind=NoteKind.WEAK)
