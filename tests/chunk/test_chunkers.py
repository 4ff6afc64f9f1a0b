from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_text_splitters import RecursiveCharacterTextSplitter

from pincite.chunk.clause import ClauseChunker
from pincite.chunk.naive import NaiveChunker
from pincite.chunk.rcts import SEPARATORS, RctsChunker
from pincite.chunk.sentence import SentenceChunker
from pincite.domain.document import Document, Format, Source, document_id
from pincite.domain.profile import DocumentKind, Profile
from pincite.domain.reading import Reading
from pincite.domain.section import Outline, Section, SectionKind
from pincite.errors import SettingsError
from pincite.pipeline.read import read_file
from pincite.pipeline.wire import wire_reading
from pincite.settings import load_settings
from pincite.spans import Span
from pincite.tokens import count_tokens

TEXTS = st.text(st.sampled_from("ab.;,: \n!?"), max_size=300)


def make_reading(text, sections=None):
    doc = Document(id=document_id(text), text=text, source=Source("a.txt", Format.TEXT, "0" * 64, len(text)))
    root = Section(id=0, parent=None, kind=SectionKind.DOCUMENT, span=Span(0, len(text)), level=0)
    return Reading(doc, Profile(DocumentKind.UNKNOWN), Outline(tuple(sections or (root,))))


def slices(chunker, text):
    return [span.slice(text) for span in chunker.split(make_reading(text))]


@pytest.mark.parametrize("chunker", [NaiveChunker, RctsChunker, SentenceChunker, ClauseChunker])
@given(text=TEXTS, size=st.integers(1, 60))
@settings(max_examples=60)
def test_chunks_rejoin_to_the_text(chunker, text, size):
    assert "".join(slices(chunker(size=size), text)) == text


@given(text=TEXTS, size=st.integers(2, 60), overlap=st.integers(0, 20), separators=st.sampled_from(sorted(SEPARATORS)))
@settings(max_examples=300)
def test_rcts_equals_langchains_splitter(text, size, overlap, separators):
    overlap = min(overlap, size - 1)
    peer = RecursiveCharacterTextSplitter(
        separators=list(SEPARATORS[separators]), chunk_size=size, chunk_overlap=overlap, strip_whitespace=False
    )
    assert slices(RctsChunker(size=size, overlap=overlap, separators=separators), text) == peer.split_text(text)


def test_naive_cuts_at_fixed_lengths_with_overlap():
    assert slices(NaiveChunker(size=4, overlap=1), "abcdefgh") == ["abcd", "defg", "gh"]


def test_size_in_tokens_counts_real_tokens():
    text = "The Receiving Party shall indemnify the Disclosing Party. " * 20
    for chunker in (NaiveChunker(size=30, unit="tokens"), RctsChunker(size=30, unit="tokens")):
        pieces = slices(chunker, text)
        assert "".join(pieces) == text
        assert all(count_tokens(piece) <= 31 for piece in pieces)
        assert len(pieces) > 5


def test_sentences_stay_whole_where_they_fit():
    text = "The Tenant shall pay Rent. The Landlord, Acme Inc. of Dover, shall repair the roof. Notice is required."
    assert slices(SentenceChunker(size=60), text) == [
        "The Tenant shall pay Rent. ",
        "The Landlord, Acme Inc. of Dover, shall repair the roof. ",
        "Notice is required.",
    ]


def test_clauses_are_never_crossed_and_tiny_sisters_are_joined():
    text = "1. Rent is due. (a) monthly; (b) in cash. 2. " + "The Tenant repairs the roof. " * 4
    second = text.index("2.")
    first_item, second_item = text.index("(a)"), text.index("(b)")
    rows = [
        (None, SectionKind.DOCUMENT, (0, len(text)), 0),
        (0, SectionKind.CLAUSE, (0, second), 1),
        (1, SectionKind.TEXT, (0, first_item), 2),
        (1, SectionKind.ITEM, (first_item, second_item), 2),
        (1, SectionKind.ITEM, (second_item, second), 2),
        (0, SectionKind.CLAUSE, (second, len(text)), 1),
    ]
    sections = [Section(i, parent, kind, Span(*span), level) for i, (parent, kind, span, level) in enumerate(rows)]
    spans = ClauseChunker(size=60, smallest=30).split(make_reading(text, sections))
    assert spans[0] == Span(0, second)
    assert [span.start for span in spans[1:]] == [span.end for span in spans[:-1]]
    assert all(len(span) <= 60 for span in spans)


def test_rcts_by_section_never_crosses_one():
    text = "1. Rent is due. 2. The Tenant repairs the roof at its own cost."
    second = text.index("2.")
    rows = [(None, SectionKind.DOCUMENT, (0, len(text)), 0)]
    rows += [(0, SectionKind.CLAUSE, (0, second), 1), (0, SectionKind.CLAUSE, (second, len(text)), 1)]
    sections = [Section(i, parent, kind, Span(*span), level) for i, (parent, kind, span, level) in enumerate(rows)]
    reading = make_reading(text, sections)
    assert RctsChunker(size=500).split(reading) == [Span(0, len(text))]
    assert RctsChunker(size=500, by_section=True).split(reading) == [Span(0, second), Span(second, len(text))]


def listed(intro, *items):
    """A reading of one long clause with opening words and items."""
    text = "".join([intro, *items])
    edges = [0, len(intro)]
    for item in items:
        edges.append(edges[-1] + len(item))
    rows = [(None, SectionKind.DOCUMENT, (0, len(text)), 0), (0, SectionKind.CLAUSE, (0, len(text)), 1)]
    rows += [(1, SectionKind.ITEM, edge, 2) for edge in pairwise(edges)]
    sections = [Section(i, parent, kind, Span(*span), level) for i, (parent, kind, span, level) in enumerate(rows)]
    return make_reading(text, sections)


@pytest.mark.parametrize("chunker", [ClauseChunker, partial(RctsChunker, by_section=True)])
def test_a_short_heading_goes_with_the_beginning_of_what_follows(chunker):
    long = "The Tenant repairs the roof at once. " * 6
    reading = listed("4. REPAIRS\n", long, "(b) Gutters too. ", "(c) And slates.")
    text = reading.doc.text
    pieces = [span.slice(text) for span in chunker(size=125, smallest=40).split(reading)]
    assert "".join(pieces) == text
    assert pieces[0].startswith("4. REPAIRS\nThe Tenant")
    assert pieces[-1] == "(b) Gutters too. (c) And slates."
    assert max(map(len, pieces)) <= 125


@pytest.mark.parametrize("name", ["lease.pdf", "software-licence.txt", "privacy-policy.html"])
def test_few_pieces_of_a_real_clause_tree_are_short(examples, name):
    loaded = load_settings(flags=["ocr.mode=never", "jobs=1"], environment={}).settings
    reading = read_file(examples / name, wire_reading(loaded))
    for chunker in (ClauseChunker(), RctsChunker(by_section=True, separators="pipeline-002", smallest=200)):
        lengths = [len(span) for span in chunker.split(reading)]
        assert sum(lengths) == len(reading.doc.text)
        assert sum(length < 100 for length in lengths) < 0.1 * len(lengths)
        assert sum(lengths) / len(lengths) > 250


@pytest.mark.parametrize(
    "arguments", [{"size": 0}, {"size": 5, "overlap": 5}, {"unit": "pages"}, {"separators": "poetry"}]
)
def test_impossible_sizes_are_refused(arguments):
    with pytest.raises(SettingsError):
        RctsChunker(**arguments)
