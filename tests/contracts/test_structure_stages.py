"""What every registered profiler and structurer must do, whatever the text."""

import pytest

from pincite import registry
from pincite.domain.document import Document, Format, Source, document_id
from pincite.domain.profile import DocumentKind, Profile
from pincite.domain.section import Outline, SectionKind
from pincite.ports import Profiler, Structurer

CONTRACT = (
    "SUPPLY AGREEMENT\n\nThis Agreement is made on 3 March 2019 between Acme Widgets, Inc. (“Seller”) and Birch Mill "
    "LLC (“Buyer”).\n\n1. Price. The Buyer pays the price in Annex 1.\n\n1.1 The price is due under Section 2.\n\n"
    "2. Delivery. “Goods” means the items in Annex 1.\n\n(a) The Seller delivers them.\n\n(b) Risk passes then.\n\n"
    "3. This Agreement is governed by the laws of the State of New York.\n"
)
TEXTS = {
    "contract": CONTRACT,
    "statute": "PART 1\n\nPRELIMINARY\n\n1 Short title\n\nThis is the Harbour Act 2024.\n\n2 Extent\n\n(1) A.\n",
    "one letter": "a",
    "white space": " \n\n \t\n",
    "no spaces": "x" * 3000,
    "only numbers": "1.\n\n2.\n\n3.\n\n1.\n\n9.9.9.9.\n\n(a)\n\n(zz)\n",
    "other scripts": "第一条 家賃は毎月支払う。\n\n第二条 المستأجر يدفع 🏠\n\n" * 20,
    "broken characters": "1. Rent \ud800 due \x00 now.\n\n2. Notice.\n" * 5,
}


def document(text):
    return Document(id=document_id(text), text=text, source=Source("a.txt", Format.TEXT, "0" * 64, len(text)))


def profile_of(name, text):
    doc = document(text)
    return doc, registry.load("profiler", name)().profile(doc)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("name", registry.names("profiler"))
def test_a_profile_points_only_into_the_document(name, text):
    assert isinstance(registry.load("profiler", name)(), Profiler)
    doc, profile = profile_of(name, text)
    assert isinstance(profile, Profile) and profile.kind in DocumentKind
    spans = [found.span for found in (*profile.parties, *profile.dates)]
    spans += [profile.governing_law_span] if profile.governing_law_span else []
    assert all(0 <= span.start < span.end <= len(doc.text) for span in spans)
    assert (profile.governing_law is None) == (profile.governing_law_span is None)
    assert profile == registry.load("profiler", name)().profile(doc)


@pytest.mark.parametrize("name", registry.names("profiler"))
def test_a_profiler_finds_what_stands_in_a_contract(name):
    _, profile = profile_of(name, CONTRACT)
    assert profile.kind == DocumentKind.CONTRACT
    assert [party.name for party in profile.parties] == ["Acme Widgets, Inc.", "Birch Mill LLC"]
    assert [date.iso for date in profile.dates] == ["2019-03-03"]
    assert profile.governing_law == "State of New York"


def outline_of(name, text):
    doc = document(text)
    return doc, registry.load("structurer", name)().outline(doc, registry.load("profiler", "rules")().profile(doc))


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("name", registry.names("structurer"))
def test_sections_form_a_tree_over_the_whole_document(name, text):
    assert isinstance(registry.load("structurer", name)(), Structurer)
    doc, outline = outline_of(name, text)
    assert isinstance(outline, Outline)
    root = outline.sections[0]
    assert (root.parent, root.kind, root.span.start, root.span.end) == (None, SectionKind.DOCUMENT, 0, len(text))
    assert [section.id for section in outline.sections] == list(range(len(outline.sections)))
    for section in outline.sections[1:]:
        parent = outline.sections[section.parent]
        assert section.parent < section.id
        assert parent.span.contains(section.span)
    leaves = outline.leaves()
    assert "".join(leaf.span.slice(text) for leaf in leaves) == text


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("name", registry.names("structurer"))
def test_terms_and_references_point_into_the_document(name, text):
    doc, outline = outline_of(name, text)
    for term in outline.terms:
        assert term.definition.end <= len(text) and term.term
    for reference in outline.references:
        assert reference.span.slice(doc.text)
        assert reference.target is None or 0 <= reference.target < len(outline.sections)


@pytest.mark.parametrize("name", registry.names("structurer"))
def test_a_structurer_finds_numbered_clauses(name):
    doc, outline = outline_of(name, CONTRACT)
    assert doc.slice(outline.find("2").span).startswith("2. Delivery")
    assert {section.number for section in outline.sections} >= {"1", "1.1", "2", "(a)", "(b)", "3"}
    assert [term.term for term in outline.terms] == ["Seller", "Buyer", "Goods"]
