from dataclasses import dataclass, replace

from pincite.answer.context import assemble_context, shorten_context, whole_words
from pincite.answer.extractive import ExtractiveAnswerer
from pincite.answer.prompts import ask_messages, fence_key
from pincite.answer.verification.verify import check_claim
from pincite.domain.document import Passage
from pincite.domain.hit import DocumentCard, Hit
from pincite.spans import Span

TEXT = "The rent is due in May. The roof is the tenant's. The lessor insures the house. The end comes in June."


@dataclass(frozen=True)
class At:
    section: str
    page: int | None


class Shelf:
    """One document, cut into its four sentences."""

    chunks = [Span(0, 24), Span(24, 50), Span(50, 80), Span(80, len(TEXT))]
    cards = [DocumentCard("d", "lease.txt", "Lease", "lease", ("A Limited",), (), "A lease of a house.", len(TEXT))]

    def text(self, doc_id):
        return TEXT

    def place(self, passage):
        return At("1", None)


def hit(row, rank, span=None):
    chunk = Shelf.chunks[row]
    return Hit(Passage("d", span or chunk), 0.9 / rank, rank, Passage("d", chunk), exact=span is not None)


def test_chunks_that_touch_become_one_source_and_the_best_comes_first():
    context = assemble_context("?", [hit(3, 1), hit(0, 2), hit(1, 3)], Shelf(), tokens=1000)
    assert [source.text for source in context.sources] == [TEXT[80:], TEXT[:49]]
    assert [source.number for source in context.sources] == [1, 2]
    assert context.summaries == (("lease.txt", "A lease of a house."),)


def test_what_exceeds_the_budget_is_left_out():
    whole = assemble_context("?", [hit(0, 1), hit(2, 2)], Shelf(), tokens=1000)
    less = assemble_context("?", [hit(0, 1), hit(2, 2)], Shelf(), tokens=whole.tokens - 1)
    assert [source.text for source in less.sources] == [TEXT[:23]]
    assert less.tokens < whole.tokens


def test_a_first_source_too_long_is_cut_after_a_sentence():
    one = assemble_context("?", [hit(0, 1)], Shelf(), tokens=1000)
    context = assemble_context("?", [hit(0, 1), hit(1, 2)], Shelf(), tokens=one.tokens + 2)
    assert [source.text for source in context.sources] == ["The rent is due in May."]


def test_exact_words_come_with_their_chunk_and_are_the_evidence():
    context = assemble_context("?", [hit(0, 1, Span(4, 8))], Shelf(), tokens=1000)
    (source,) = context.sources
    assert source.text == TEXT[:23]
    assert source.evidence == ((Span(4, 8), 0.9),)


def test_where_the_exact_words_are_doubtful_the_next_results_are_evidence_too():
    doubtful = replace(hit(0, 1, Span(0, 23)), score=0.4)
    context = assemble_context("?", [doubtful, hit(2, 2), hit(3, 4)], Shelf(), tokens=1000)
    assert [len(source.evidence) for source in context.sources] == [1, 2]
    rest = replace(hit(0, 2), passage=Passage("d", Span(9, 24)))
    cut = assemble_context("?", [replace(hit(0, 1, Span(0, 8)), score=0.4), rest], Shelf(), tokens=1000)
    assert [[span.slice(TEXT) for span, _ in source.evidence] for source in cut.sources] == [["The rent"]]
    apart = assemble_context("?", [replace(hit(2, 1, Span(50, 79)), score=0.4), hit(0, 2)], Shelf(), tokens=1000)
    assert [[span.slice(TEXT) for span, _ in source.evidence] for source in apart.sources] == [
        [TEXT[50:79]],
        ["The rent is due in May."],
    ]
    sure = assemble_context("?", [hit(0, 1, Span(0, 23)), hit(2, 2)], Shelf(), tokens=1000)
    assert [len(source.evidence) for source in sure.sources] == [1, 0]


def test_a_span_that_begins_inside_a_word_grows_to_it():
    context = assemble_context("?", [hit(0, 1, Span(5, 21))], Shelf(), tokens=1000)
    assert context.sources[0].evidence[0][0].slice(TEXT) == "rent is due in May."


def test_the_quoted_answer_cites_exactly_its_evidence():
    context = assemble_context("?", [hit(2, 1, Span(50, 79)), hit(0, 2, Span(0, 23))], Shelf(), tokens=1000)
    draft = ExtractiveAnswerer(share=0).answer(context)
    checked = [check_claim(claim, context, least_support=0.6) for claim in draft.claims]
    assert [item.faults for item in checked] == [(), ()]
    assert [passage.span for item in checked for _, passage in item.pinpoints] == [Span(50, 79), Span(0, 23)]


def test_no_source_can_close_its_fence():
    context = assemble_context("?", [hit(0, 1)], Shelf(), tokens=1000)
    key = fence_key(context)
    prompt = ask_messages(context)[1].content
    assert key not in TEXT
    assert prompt.count(f"<<<SOURCE 1 {key}>>>") == prompt.count(f"<<<END OF SOURCE 1 {key}>>>") == 1


def test_one_who_can_read_less_gets_the_first_sources_under_their_numbers():
    context = assemble_context("?", [hit(0, 1), hit(2, 2)], Shelf(), tokens=1000)
    less = shorten_context(context, tokens=context.tokens - 1)
    assert [source.number for source in less.sources] == [1]
    assert less.sources[0] == context.sources[0]
    assert less.summaries == ()
    assert shorten_context(context, tokens=1000).sources == context.sources
    assert shorten_context(context, tokens=1).sources == ()


def test_a_small_model_is_asked_in_few_words_with_an_example_under_the_same_fences():
    context = assemble_context("Who insures?", [hit(2, 1)], Shelf(), tokens=1000)
    whole, brief = ask_messages(context), ask_messages(context, brief=True)
    key = fence_key(context)
    assert [message.role for message in brief] == ["system", "user", "assistant", "user"]
    assert brief[-1] == whole[-1]
    assert len(brief[0].content) < len(whole[0].content) / 2
    assert key in brief[0].content
    assert f"<<<SOURCE 1 {key}>>>" in brief[1].content


def test_white_space_at_the_ends_of_words_brings_no_word_of_another_sentence():
    lines = TEXT.replace(". ", ".\n")
    assert whole_words(lines, Span(23, 50)).slice(lines) == "The roof is the tenant's."
    assert whole_words(lines, Span(25, 48)).slice(lines) == "The roof is the tenant's."
