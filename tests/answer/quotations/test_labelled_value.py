"""The row that a question asks for, among more than are looked into."""

import pytest
from tests.answer.quotations.test_better_clause import Odds, OneReading

from pincite.answer.quotations.labelled_value import with_labelled_value
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.document import Passage
from pincite.domain.raw_file import RawFile
from pincite.pipeline.read import read_file
from pincite.pipeline.wire import wire_reading
from pincite.settings import load_settings
from pincite.spans import Span

ROWS = "".join(f"| Cleat {number} | £{number} | each |\n" for number in range(100, 700))
TEXT = f"# Price list\n\nPrices include tax.\n\n| Part | Price | Unit |\n|---|---|---|\n{ROWS}"


def test_of_hundreds_of_rows_those_with_words_of_the_question_are_read():
    reading = read_file(RawFile("prices.md", TEXT.encode()), wire_reading(load_settings().settings))
    text = reading.doc.text
    start = text.index("Prices include")
    source = NumberedSource(
        1, Passage("p", Span(0, len(text))), text, "prices.md", evidence=((Span(start, start + 18), 0.4),)
    )
    verifier = Odds(**{"Part: Cleat 650; Price: £650; Unit: each": 3.0})
    context = with_labelled_value(AnswerContext("how much is the cleat 650?", (source,)), OneReading(reading), verifier)
    assert context.best_evidence is not None
    _, _, span = context.best_evidence
    assert span.slice(text) == "Cleat 650 | £650 | each"
    # The best words, twice, and no more than a few rows.
    assert len(verifier.read) <= 18


class Shelf:
    """Documents by their names."""

    def __init__(self, **texts):
        self._readings = {
            name: read_file(RawFile(f"{name}.txt", text.encode()), wire_reading(load_settings().settings))
            for name, text in texts.items()
        }

    def reading(self, doc_id):
        return self._readings[doc_id]

    def source(self, number, doc_id, words, score):
        text = self._readings[doc_id].doc.text
        start = text.index(words)
        evidence = ((Span(start, start + len(words)), score),)
        return NumberedSource(number, Passage(doc_id, Span(0, len(text))), text, f"{doc_id}.txt", evidence=evidence)


@pytest.mark.parametrize(("odds", "first"), [(3.0, "Reply to urgent faults: 4 hours"), (1.5, "Report faults")])
def test_a_value_of_another_document_comes_first_where_it_answers_better(odds, first):
    shelf = Shelf(
        lodge="TERMS\n\n1. Report faults within 24 hours.\n2. Bring towels.\n",
        order="ORDER\n\nCustomer: Bright Foods\nReply to urgent faults: 4 hours\nTerm: 2 years\n",
    )
    sources = (shelf.source(1, "lodge", "Report faults", 0.3), shelf.source(2, "order", "Customer: Bright", 0.3))
    verifier = Odds(**{"Report faults": 2.0, "Reply to urgent faults: 4 hours": odds})
    context = with_labelled_value(AnswerContext("how fast do they reply to urgent faults?", sources), shelf, verifier)
    assert context.best_evidence is not None
    _, source, span = context.best_evidence
    assert source.words(span) == first
    assert any(source.text == "Reply to urgent faults: 4 hours" for source in context.sources)


def test_a_value_is_not_meant_where_the_question_has_a_word_of_another_document():
    shelf = Shelf(
        lodge="LODGE\n\nRent for the week: £900\nDeposit: £50\n\n1. Leave by ten.\n",
        shop="SHOP\n\n1. A bike that is not picked up is stored at £3 a day.\n2. We sell locks.\n",
    )
    sources = (shelf.source(1, "lodge", "Leave by ten", 0.4), shelf.source(2, "shop", "We sell locks", 0.3))
    verifier = Odds(**{"Rent for the week: £900": 2.0})
    question = "I left my bike for three weeks, how much will they charge?"
    context = with_labelled_value(AnswerContext(question, sources), shelf, verifier)
    assert not any(source.text.startswith("Rent") for source in context.sources)
    # Where no document has the word, it says nothing of which is meant.
    asked = AnswerContext("I left my yurt in the lodge, how much is the rent for the week?", sources)
    assert any(one.text.startswith("Rent") for one in with_labelled_value(asked, shelf, verifier).sources)


SERVICES = """# Prices

| Job | Price |
|---|---|
| Gold service | £90 |
| Silver service | £60 |
| Puncture | £8 |

Cash only.
"""


@pytest.mark.parametrize(("question", "rows"), [("how much is a service?", 2), ("how much is a fork service?", 0)])
def test_rows_that_share_a_word_are_not_meant_by_a_question_for_what_the_document_does_not_know(question, rows):
    reading = read_file(RawFile("prices.md", SERVICES.encode()), wire_reading(load_settings().settings))
    text = reading.doc.text
    start = text.index("Cash only")
    source = NumberedSource(
        1, Passage("p", Span(0, len(text))), text, "prices.md", evidence=((Span(start, start + 9), 0.4),)
    )
    verifier = Odds(**{"Job: Gold service; Price: £90": 2.0, "Job: Silver service; Price: £60": 2.0})
    context = with_labelled_value(AnswerContext(question, (source,)), OneReading(reading), verifier)
    assert [one.text for one in context.sources[1:]] == ["Gold service | £90", "Silver service | £60"][:rows]
