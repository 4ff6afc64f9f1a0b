from pincite.answer.quotations.word_evidence import point_at_words
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.document import Passage
from pincite.spans import Span

TEXT = (
    "Odpovědnost vlastníka úlu a jeho rodiny za včelí škodu je omezena. "
    "Včelař s povolením je osobou odpovědnou za včelí škodu. "
    "Pojištění se sjednává na rok."
)


def test_the_sentence_with_the_words_nearest_each_other_comes_first():
    source = NumberedSource(1, Passage("zákon", Span(100, 100 + len(TEXT))), TEXT, "zakon.txt")
    context = point_at_words(AnswerContext("Kdo odpovídá za včelí škodu?", (source,)), {"zákon": "cs"})
    spots = context.sources[0].evidence
    assert spots[0][0].shift(-100).slice(TEXT).startswith("Včelař s povolením")
    assert spots[0][1] > 0.8 > 0.1 > spots[-1][1]
