"""Defined terms are found where they are defined, with the exact span of the term and its sentence."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.domain.document import Document, Format, Mark, MarkKind, Source, document_id
from pincite.domain.section import Section, SectionKind
from pincite.spans import Span
from pincite.structure.terms import find_terms


def make_doc(text, marks=()):
    return Document(document_id(text), text, Source("a.txt", Format.TEXT, "", len(text)), marks=tuple(marks))


def root(text):
    return (Section(0, None, SectionKind.DOCUMENT, Span(0, len(text)), 0),)


def terms_in(text):
    return [found.term for found in find_terms(make_doc(text), root(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("“Affiliate” means any entity under common control.", ["Affiliate"]),
        ('"Net Sales" shall mean the gross receipts.', ["Net Sales"]),
        ("“Closing Date” has the meaning given in Section 2.1.", ["Closing Date"]),
        ("“Losses” is defined in Schedule 2.", ["Losses"]),
        ("The term “Goods” refers to the items in Annex 1.", ["Goods"]),
        (
            "“control”, “controlled” and “controlling” have the meanings in the Act.",
            ["control", "controlled", "controlling"],
        ),
        ("“Person” or “person” means a human being.", ["Person", "person"]),
        ("Birch Mill Ltd (the “Seller”) sells to Oak Farm Ltd (“Buyer”).", ["Seller", "Buyer"]),
        ("(each, a “Party” and collectively, the “Parties”)", ["Party", "Parties"]),
        ('Birch Mill Ltd ("Birch" or "Miller") agrees.', ["Birch", "Miller"]),
        ("(the votes under (i) and (ii) collectively, the “Vote”)", ["Vote"]),
        ("“knowledge” with respect to a person shall mean actual knowledge", ["knowledge"]),
        ("Birch Mill Ltd, hereinafter referred to as “Birch”, agrees.", ["Birch"]),
        ("Birch and Oak are jointly referred to herein as the “Parties.”", ["Parties"]),
        ("the loan agreement (as amended from time to time, the “Loan Agreement”)", ["Loan Agreement"]),
        (
            "společnost Bříza s.r.o. (dále jen „Prodávající“) a Dub a.s. (dále jen „Kupující“)",
            ["Prodávající", "Kupující"],
        ),
        ("„Zboží“ znamená výrobky podle přílohy 1.", ["Zboží"]),
        ("In this Part –\n(a) child means a person under 18;\n(b) the estate means all property;", ["child", "estate"]),
    ],
)
def test_each_way_of_defining_is_read(text, expected):
    assert terms_in(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "He called it “a bad day” and left.",
        "documents marked “Confidential” shall be returned",
        "goods (such as “widgets”) are excluded",
        "This means that nothing is owed.",
        "It works by mechanical means such as levers.",
        "The goods are sold “as is” and without warranty.",
    ],
)
def test_mere_quotation_is_no_definition(text):
    assert terms_in(text) == []


def test_a_definition_is_the_sentence_around_the_term():
    text = "The price is fixed. “Mill” means the mill at Birch Inc. premises in Ash. It is old."
    (found,) = find_terms(make_doc(text), root(text))
    assert found.span.slice(text) == "Mill"
    assert found.definition.slice(text) == "“Mill” means the mill at Birch Inc. premises in Ash."


def test_a_term_knows_its_section():
    text = "1. Scope\nAll.\n2. Words\n“Mill” means a mill."
    second = text.index("2.")
    sections = (
        Section(0, None, SectionKind.DOCUMENT, Span(0, len(text)), 0),
        Section(1, 0, SectionKind.SECTION, Span(0, second), 1, number="1"),
        Section(2, 0, SectionKind.SECTION, Span(second, len(text)), 1, number="2"),
    )
    assert [found.section for found in find_terms(make_doc(text), sections)] == [2]


def test_a_definitions_section_may_list_its_terms_without_quotes():
    text = "1 Definitions\nDelivery Date: the first of May\nGoods | the items of Annex 1\n"
    sections = (
        Section(0, None, SectionKind.DOCUMENT, Span(0, len(text)), 0),
        Section(1, 0, SectionKind.SECTION, Span(0, len(text)), 1, "1", "Definitions", Span(0, 13)),
    )
    assert [found.term for found in find_terms(make_doc(text), sections)] == ["Delivery Date", "Goods"]


def test_page_furniture_defines_nothing():
    text = "(the “Draft”)\nBirch (the “Seller”) agrees."
    doc = make_doc(text, [Mark(MarkKind.HEADER, Span(0, 13))])
    assert [found.term for found in find_terms(doc, root(text))] == ["Seller"]


_SOUP = st.lists(
    st.one_of(
        st.sampled_from(
            ['"', "“", "”", "„", "(", ")", "the ", "means ", "dále jen ", "\n", "\n\n", ". ", "A", "Term "]
        ),
        st.text(max_size=4),
    ),
    max_size=60,
).map("".join)


@given(_SOUP)
@settings(max_examples=150, deadline=None)
def test_any_text_gives_exact_spans_without_repeats(text):
    found = find_terms(make_doc(text), root(text))
    assert all(item.span.slice(text) == item.term and item.definition.contains(item.span) for item in found)
    assert len({item.span for item in found}) == len(found)


@pytest.mark.parametrize("unit", ['"', '("a" or ', "“A”, ", "(" * 50, "the “", "a means", " \n", "(the (the “X"])
def test_hostile_repetition_takes_linear_time(unit):
    text = unit * (40_000 // len(unit))
    began = time.process_time()
    find_terms(make_doc(text), root(text))
    assert time.process_time() - began < 5


def test_emphasis_in_markdown_does_not_hide_a_term():
    text = 'Oak Ltd (the "**Seller**") sells.\n\n"**goods**" means timber, and **"Price"** means £5 (the **Fee**).\n'
    doc = Document(document_id(text), text, Source("a.md", Format.MARKDOWN, "", len(text)))
    found = find_terms(doc, root(text))
    assert [term.term for term in found] == ["Seller", "goods", "Price", "Fee"]
    assert all(term.span.slice(text) == term.term for term in found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Oprava haly (dále jen „dílo“) začne v květnu.", ["dílo"]),
        ('Oprava haly (dále jen dílo"), kterou provede.', ["dílo"]),
        ("Oprava haly (dále též jako dílo) začne.", ["dílo"]),
        ("The day on which it happens is the “Closing Date”. It is in May.", ["Closing Date"]),
        ('1.2"End Date" means 1 May.', ["End Date"]),
    ],
)
def test_terms_are_found_where_quotes_are_lost_or_the_definition_stands_first(text, expected):
    assert terms_in(text) == expected
