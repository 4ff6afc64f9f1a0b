"""The governing law is the jurisdiction the contract chooses, in its own words."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.legal.places import plain_place
from pincite.legal.values.law import find_governing_law, find_other_laws


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("This Agreement shall be governed by the laws of the State of New York, without regard", "State of New York"),
        ("This deed is governed by English law.", "English"),
        ("governed by and construed in accordance with the law of England and Wales.", "England and Wales"),
        ("THIS AGREEMENT SHALL BE GOVERNED BY THE LAWS OF THE STATE OF DELAWARE WITHOUT REGARD", "STATE OF DELAWARE"),
        ("The laws of the Province of Ontario shall govern this Agreement.", "Province of Ontario"),
        ("governed by the laws of the United States and the State of Florida.", "State of Florida"),
        ("accepted in the State of Nevada and governed by the laws thereof", "State of Nevada"),
        ("Even then the law of the Federal Republic of Germany applies.", "Federal Republic of Germany"),
        ("The laws of Ohio shall apply to this Agreement.", "Ohio"),
        ("14.1 English law applies to this Agreement. Before", "English"),
        ("New York law shall govern this Lease.", "New York"),
        ("English law applies to this DPA.", "English"),
        ("3. Law\nScots law applies to this NDA.", "Scots"),
        ("12.3 Scots law applies and the courts of Scotland have exclusive jurisdiction.", "Scots"),
        ("If German law applies to this Agreement, it is governed by the laws of France.", "France"),
        ("This Agreement is controlled by the laws of the State of Texas, and venue", "State of Texas"),
        ("made in the State of Ohio and construed in accordance with the laws of that State", "State of Ohio"),
        ("governed by the laws and judicial decisions of the State of Florida applicable", "State of Florida"),
        ("governed by the laws of the State ofTexas and", "State ofTexas"),
        ("This deed is governed by the laws of PRC.", "PRC"),
        ("Tato smlouva se řídí právním řádem České republiky.", "České republiky"),
    ],
)
def test_each_formula_names_its_place(text, expected):
    span = find_governing_law(text)
    assert span is not None
    assert span.slice(text) == expected


GOVERNED = "This Agreement is governed by the laws of the State of New York."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"4. Irish law applies to the processing of EU personal data. {GOVERNED}", "State of New York"),
        (f"Irish law applies to the data under the Data Protection Agreement.\n\n{GOVERNED}", "State of New York"),
        (f"{GOVERNED} Irish law applies to the Data Protection Agreement.", "State of New York"),
        ("Texas law governs the Note. Ohio law governs this Agreement.", "Ohio"),
        ("Texas law governs the note; this agreement is governed by the laws of Ohio.", "Ohio"),
        (f"To the extent California law applies to this Agreement, it is void. {GOVERNED}", "State of New York"),
        (f"In case Polish law applies to the contract, clause 4 falls away. {GOVERNED}", "State of New York"),
        (f"Should Indian law apply to this agreement, the rate is 18%. {GOVERNED}", "State of New York"),
        (f"Even if Scots law applies to the lease, the rate is 18%. {GOVERNED}", "State of New York"),
        (f"If this Agreement is governed by German law, clause 4 falls away. {GOVERNED}", "State of New York"),
        ("The Seller is governed by the laws of Bermuda. This deed shall be construed under laws of Utah.", "Utah"),
        ("This Agreement shall not be governed by the laws of Utah. The laws of Iowa govern this Agreement.", "Iowa"),
        ("English law governs these terms.", "English"),
        ("Dutch law applies to these Terms and to our services.", "Dutch"),
        ("Scots law governs our relationship with you.", "Scots"),
        ("English law applies to the contract.", "English"),
        ("Date: 3 May\nGoverning Law: England & Wales\nTerm: 2 years", "England & Wales"),
        ("| Governing law | English law |", "English"),
        (f"Governing law: Ohio. {GOVERNED}", "State of New York"),
    ],
)
def test_the_law_of_this_document_is_told_from_that_of_something_else(text, expected):
    span = find_governing_law(text)
    assert span is not None
    assert span.slice(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Irish law applies to the processing of EU data.",
        "Nothing in this clause means that French law applies to this Agreement.",
        "Whether or not Polish law applies to the contract, clause 4 applies.",
        "German law applies to the employment contract of each Transferred Employee.",
        "Governing Law: Notices",
        "The parties shall obey applicable law.",
        "a company organised under the laws of Delaware",
        "Governing Law. None.",
        "Employment law applies to this contract.",
        "Data Protection Law applies to this Agreement.",
        "This Agreement excludes what governs sales under the law of the United Nations Convention.",
    ],
)
def test_no_choice_no_law(text):
    assert find_governing_law(text) is None


def test_the_clause_that_governs_the_agreement_beats_one_about_a_company():
    text = (
        "Shares are interpreted under the laws of Texas for a company organised there. "
        + "x " * 300
        + "Governing Law. This Agreement shall be governed by the laws of Ohio."
    )
    assert find_governing_law(text).slice(text) == "Ohio"


@given(
    st.lists(
        st.one_of(st.sampled_from(["governed by ", "the laws of ", "State of ", "Ohio ", "law "]), st.text(max_size=4))
    )
)
@settings(max_examples=150, deadline=None)
def test_any_text_gives_a_span_inside_it(parts):
    text = "".join(parts)
    span = find_governing_law(text)
    assert span is None or span.slice(text).strip()


@pytest.mark.parametrize(
    "unit", ["governed ", "governed by the laws of ", "laws of the State ", "State of A ", "Ab Cd "]
)
def test_hostile_repetition_takes_linear_time(unit):
    text = unit * (100_000 // len(unit))
    began = time.process_time()
    find_governing_law(text)
    assert time.process_time() - began < 5


def test_a_federal_republic_is_a_place():
    text = "This Agreement is governed by the laws of the Federal Republic of Germany."
    assert find_governing_law(text).slice(text) == "Federal Republic of Germany"


def test_a_name_is_not_cut_where_the_search_ends():
    text = "This Agreement shall be governed " + "for ever " * 42 + "by the laws of Arizona, without regard"
    for cut in range(6):
        words = text.replace("governed ", f"governed {'x' * cut} ")
        assert find_governing_law(words) is None or find_governing_law(words).slice(words) == "Arizona"


def test_of_two_clauses_that_are_as_sure_the_first_is_the_contracts():
    text = (
        "Choice of law. This Agreement shall be governed by the laws of Ohio. "
        + "x " * 300
        + "Annex. Governing law. This Agreement shall be governed by and construed under the laws of Texas."
    )
    assert find_governing_law(text).slice(text) == "Ohio"


@pytest.mark.parametrize(
    ("named", "plain"),
    [
        ("STATE OF NEW YORK", "New York"),
        ("English", "England"),
        ("PRC", "China"),
        ("State ofTexas", "Texas"),
        ("Province of Ontario", "Ontario"),
        ("England and Wales", "England and Wales"),
    ],
)
def test_a_place_has_one_name(named, plain):
    assert plain_place(named) == plain


def test_clauses_that_choose_another_law_are_found():
    choice = "This Agreement shall be governed by the laws of {}. " + "x " * 100
    text = "".join(choice.format(place) for place in ("Ohio", "the State of Ohio", "Texas", "the United States"))
    assert [span.slice(text) for span in find_other_laws(text, find_governing_law(text))] == ["Texas"]
