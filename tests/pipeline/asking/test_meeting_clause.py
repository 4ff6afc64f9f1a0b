"""The clause that meets a condition, where the best words found do not."""

from types import SimpleNamespace

import pytest

from pincite.answer.quotations.clause_conditions import Meets, read_clause_condition
from pincite.domain.answer import NumberedSource
from pincite.domain.document import Passage
from pincite.pipeline.asking.each import EachResult
from pincite.pipeline.asking.meeting_clause import apply_condition
from pincite.spans import Span

TEXT = (
    "MOORING AGREEMENT\n\n1. Fees. Fees are paid by cheque.\n\n"
    "2. Notices. Send a notice by e-mail. A notice counts on the day after it is sent.\n"
)


@pytest.mark.parametrize(
    ("means", "meets"), [("email", Meets.YES), ("courier", Meets.UNSAID), ("cheque", Meets.UNSAID)]
)
def test_the_means_may_stand_in_another_sentence_of_the_clause(workshop, means, meets):
    (workshop.files / "mooring.txt").write_text(TEXT)
    made = workshop.open_made()
    card = made.library.cards[0]
    text = made.library.text(card.id)
    words = "A notice counts on the day after it is sent."
    best = Passage(card.id, Span(text.index(words), text.index(words) + len(words)))
    source = NumberedSource(1, Passage(card.id, Span(0, len(text))), text, card.path)
    found = EachResult(card, 0.9, sources=(source,), best=best, words=words)
    condition = read_clause_condition(f"Can a notice be sent by {means}?")
    result, met = apply_condition(condition, found, SimpleNamespace(library=made.library, verifier=None))
    assert met is meets
    assert ("Send a notice by e-mail" in result.words) is (meets is Meets.YES)
