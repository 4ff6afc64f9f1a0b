"""The row that a question asks for, among more than are looked into."""

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
