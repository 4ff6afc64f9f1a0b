from dataclasses import replace

import pytest

from pincite.answer.extractive import ExtractiveAnswerer
from pincite.answer.verification.verify import check_claim
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.document import Passage
from pincite.errors import SettingsError
from pincite.spans import Span


def pointed(context, *spots):
    """The context with evidence: (number of the source, first words, score)."""
    sources = list(context.sources)
    for number, words, score in spots:
        source = sources[number - 1]
        start = source.passage.span.start + source.text.index(words)
        spot = (Span(start, start + len(words)), score)
        sources[number - 1] = replace(source, evidence=(*source.evidence, spot))
    return replace(context, sources=tuple(sources))


def said(context, **options):
    return [claim.text for claim in ExtractiveAnswerer(**options).answer(context).claims]


def test_the_best_words_are_quoted_first_each_with_its_source(context):
    asked = pointed(context, (1, "a rent of £12,500 a year", 0.7), (2, "keep the roof", 0.9))
    assert said(asked) == ["“keep the roof” [2]", "“a rent of £12,500 a year” [1]"]


def test_words_far_weaker_than_the_best_are_left_out(context):
    asked = pointed(context, (1, "a rent of £12,500 a year", 0.9), (2, "keep the roof", 0.2))
    assert said(asked) == ["“a rent of £12,500 a year” [1]"]
    assert len(said(asked, share=0.2)) == 2
    assert len(said(asked, share=0.0, most=1)) == 1


def test_words_that_overlap_are_quoted_once(context):
    asked = pointed(context, (1, "pay a rent of £12,500", 0.9), (1, "a rent of £12,500 a year", 0.8))
    assert said(asked) == ["“pay a rent of £12,500” [1]"]


def test_what_it_quotes_verifies_to_the_character(context):
    asked = pointed(context, (1, "a rent of £12,500 a year", 0.9), (3, "shall not assign this Lease", 0.8))
    for claim in ExtractiveAnswerer().answer(asked).claims:
        checked = check_claim(claim, asked, least_support=0.6)
        assert checked.faults == ()
        ((number, passage),) = checked.pinpoints
        source = asked.source(number)
        assert passage.span.shift(-source.passage.span.start).slice(source.text) == claim.quotes[0]


def test_without_evidence_nothing_is_said(context):
    assert said(context) == []


@pytest.mark.parametrize("options", [{"most": 0}, {"share": 1.5}])
def test_settings_out_of_range_are_refused(options):
    with pytest.raises(SettingsError):
        ExtractiveAnswerer(**options)


def test_the_pieces_of_one_clause_are_quoted_all():
    text = "One part of it. Another part of it. A third part of it. A fourth."
    spans = [Span(0, 15), Span(16, 35), Span(36, 55), Span(56, 65)]
    source = NumberedSource(
        1, Passage("d", Span(0, len(text))), text, "a.txt", evidence=tuple((span, 0.8) for span in spans)
    )
    draft = ExtractiveAnswerer(most=1).answer(AnswerContext("q", (source,)))
    assert len(draft.claims) == 4


def test_what_other_documents_say_comes_after_all_of_the_best_one():
    sources = tuple(
        NumberedSource(i, Passage(doc, Span(0, 9)), f"Words {i}..", f"{doc}.txt", evidence=((Span(0, 8), score),))
        for i, (doc, score) in enumerate((("a", 0.8), ("b", 0.7), ("a", 0.6), ("a", 0.1)), start=1)
    )
    context = ExtractiveAnswerer().order(AnswerContext("What?", sources))
    assert [source.passage.doc_id for source in context.sources] == ["a", "a", "b", "a"]
    draft = ExtractiveAnswerer().answer(context)
    assert [claim.numbers for claim in draft.claims] == [(1,), (2,), (3,)]
