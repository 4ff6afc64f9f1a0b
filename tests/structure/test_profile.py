"""The profile gathers every particular, each with its place in the text."""

from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.domain.document import Document, Format, Source, document_id
from pincite.domain.profile import DocumentKind
from pincite.ports import Profiler
from pincite.registry import load
from pincite.structure.profile import RuleProfiler

TEXT = """SUPPLY AGREEMENT

This Supply Agreement (the “Agreement”) is made as of March 3, 2019 by and between Acme Widgets, Inc., a Delaware
corporation (“Seller”), and Birch Mill LLC, an Ohio company (“Buyer”).

WHEREAS the Seller sells widgets;

1. Term. This Agreement shall end on December 31, 2025.

2. Law. This Agreement shall be governed by the laws of the State of New York.
"""


def make_doc(text, title=None):
    return Document(document_id(text), text, Source("a.txt", Format.TEXT, "", len(text)), title=title)


def test_a_contract_is_profiled_whole():
    profile = RuleProfiler().profile(make_doc(TEXT))
    assert profile.kind is DocumentKind.CONTRACT
    assert profile.title == "SUPPLY AGREEMENT"
    assert [(party.name, party.role) for party in profile.parties] == [
        ("Acme Widgets, Inc.", "Seller"),
        ("Birch Mill LLC", "Buyer"),
    ]
    assert [(found.iso, found.role) for found in profile.dates] == [("2019-03-03", "signed"), ("2025-12-31", "expiry")]
    assert profile.governing_law == "State of New York"
    assert profile.language == "en"
    assert profile.kind_evidence


def test_the_title_of_the_file_stands_in():
    profile = RuleProfiler().profile(make_doc("", title="Notes"))
    assert (profile.title, profile.title_span) == ("Notes", None)


def test_it_is_the_registered_profiler():
    assert isinstance(load("profiler", "rules")(), Profiler)


@given(st.text(max_size=400))
@settings(max_examples=100, deadline=None)
def test_any_text_is_profiled_with_exact_spans(text):
    profile = RuleProfiler().profile(make_doc(text))
    if profile.title_span:
        assert profile.title_span.slice(text) == profile.title
    if profile.governing_law_span:
        assert profile.governing_law_span.slice(text) == profile.governing_law
    assert all(party.span.slice(text) == party.name for party in profile.parties)


def test_us_figures_are_read_month_first_where_the_law_is_american():
    text = "Dated 03/04/2019. This Agreement is governed by the laws of the State of Ohio and shall be so construed."
    assert [found.iso for found in RuleProfiler().profile(make_doc(text)).dates] == ["2019-03-04"]


def test_rules_have_neither_parties_nor_a_chosen_law():
    text = (
        "PART 7 - MILLS\n\nContents of this Part\n\n7.1 Disputes between Oak Farm Ltd and Ash Ltd are under the "
        "laws of England and Wales, which govern."
    )
    profile = RuleProfiler().profile(make_doc(text))
    assert (profile.kind, profile.parties, profile.governing_law) == (DocumentKind.COURT_RULES, (), None)


def test_a_judgment_goes_by_the_name_of_its_case():
    text = "Roe v Oak Farm Ltd [2026] EWHC 1\n\nBefore: MRS JUSTICE ASH\n\nJUDGMENT\n\n[1] The claim fails."
    assert RuleProfiler().profile(make_doc(text)).title == "Roe v Oak Farm Ltd"
    assert RuleProfiler().profile(make_doc(text, "Roe v Oak Farm Limited")).title == "Roe v Oak Farm Limited"
