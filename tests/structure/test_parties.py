"""Parties are named exactly as in the text, with what the document calls them."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.domain.profile import DocumentKind
from pincite.structure.parties import find_parties


def parties(text):
    return [(party.name, party.role) for party in find_parties(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "This Agreement is between Acme Widgets, Inc., a Delaware corporation (“Seller”) and Birch Mill LLC, "
            "an Ohio company (the “Buyer”). WHEREAS",
            [("Acme Widgets, Inc.", "Seller"), ("Birch Mill LLC", "Buyer")],
        ),
        (
            "made by and among Oak Farm Limited (“Oak”), Ash Barn Limited (“Ash”) and Elm Yard Ltd. (“Elm”). RECITALS",
            [("Oak Farm Limited", "Oak"), ("Ash Barn Limited", "Ash"), ("Elm Yard Ltd.", "Elm")],
        ),
        (
            "BETWEEN:\n(1) Oak Farm Limited, a company of 1 Low Road (the “Landlord”); and\n"
            "(2) Jane Roe of 2 High Road (the “Tenant”)\nBACKGROUND",
            [("Oak Farm Limited", "Landlord"), ("Jane Roe", "Tenant")],
        ),
        (
            "SUPPLY AGREEMENT\n\nby and between\n\nOAK FARM INC.\n\nAND\n\nASH BARN LLC\n\nDated as of May 1, 2020\n\n"
            "TABLE OF CONTENTS",
            [("OAK FARM INC.", None), ("ASH BARN LLC", None)],
        ),
        ("Roe v Doe\n\nJudgment", [("Roe", None), ("Doe", None)]),
        (
            "Privacy Policy. Oak Apps Ltd (“we”, “us”) collects little.",
            [("Oak Apps Ltd", "we")],
        ),
        (
            "Privacy Policy. Oak & Ash Limited (“we”) collects little.",
            [("Oak & Ash Limited", "we")],
        ),
        (
            "Smluvní strany\n\n(1) Dubová pila s.r.o., se sídlem Lesní 1, Písek (dále jen „prodávající“), a\n\n"
            '(2) Javor a syn, spol. s r.o., se sídlem Polní 2, Tábor (dále jen kupující").\n\n1. Předmět',
            [("Dubová pila s.r.o.", "prodávající"), ("Javor a syn, spol. s r.o.", "kupující")],
        ),
        (
            "SERVICE AGREEMENT\n\nOAK 2005 LIMITED\n\nand\n\nJOHN ROE\n\nCONTENTS",
            [("OAK 2005 LIMITED", None), ("JOHN ROE", None)],
        ),
        (
            "This Contract is entered into by Oak Gas Company (Carrier) and ASH PIPELINE COMPANY (Shipper).\n\nWHEREAS",
            [("Oak Gas Company", "Carrier"), ("ASH PIPELINE COMPANY", "Shipper")],
        ),
        ("This is a hosting agreement between Oakweb and Ash Films Inc.", [("Oakweb", None), ("Ash Films Inc.", None)]),
        (
            "made by and between Bank of Arden, N.A. (“Bank”) and oakshop.com, inc. (“Shop”). WHEREAS",
            [("Bank of Arden, N.A.", "Bank"), ("oakshop.com, inc.", "Shop")],
        ),
    ],
)
def test_each_opening_is_read(text, expected):
    assert parties(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'BETWEEN\n\n(1) OAK FARM LIMITED of Oak House (hereinafter called "the Landlord") of the first part\n\n'
            '(2) ASH BARN LIMITED of Ash House (hereinafter called "the Tenant") of the second part\n\n'
            '(3) JANE MAY ROE of Elm Lodge (hereinafter called "the Surety") of the third part\n\n'
            "NOW THIS DEED WITNESSETH",
            [("OAK FARM LIMITED", "the Landlord"), ("ASH BARN LIMITED", "the Tenant"), ("JANE MAY ROE", "the Surety")],
        ),
        (
            "made BETWEEN JOHN ROE of Oak Hall (hereinafter called the Lessor which expression shall include his heirs)"
            " of the one part and SAMUEL DOE of Arden (hereinafter called the Lessee) of the other part WITNESSETH",
            [("JOHN ROE", "Lessor"), ("SAMUEL DOE", "Lessee")],
        ),
        (
            'THIS LICENCE is granted\n\nBY (1) OAK PARISH COUNCIL of 1 Low Road ("the Licensor")\n\n'
            'TO (2) ASH GARDEN SOCIETY of Low Road ("the Licensee")\n\n1. The field.',
            [("OAK PARISH COUNCIL", "the Licensor"), ("ASH GARDEN SOCIETY", "the Licensee")],
        ),
        ("Privacy Policy. Hello. We're Oak Apps Limited (“we”, “us”).", [("Oak Apps Limited", "we")]),
    ],
)
def test_old_and_plain_openings_are_read(text, expected):
    assert parties(text) == expected


@pytest.mark.parametrize(
    ("named", "expected"),
    [
        ("ANN ROE and BEN DOE, of Elm Court (the “Tenant”)", ["ANN ROE", "BEN DOE"]),
        ("Ann Roe and Ben Doe, both of Elm Court (the “Tenant”)", ["Ann Roe", "Ben Doe"]),
        ("Ms Ann Roe and Mr Ben Doe (the “Tenants”)", ["Ms Ann Roe", "Mr Ben Doe"]),
        ("Ash Farm and Elm Barn Limited, both mills (the “Tenant”)", ["Ash Farm and Elm Barn Limited"]),
        ("Ash Road and Elm Barn Primary School (the “Tenant”)", ["Ash Road and Elm Barn Primary School"]),
        ("ELM and ASH MILLERS (the “Tenant”)", ["ELM and ASH MILLERS"]),
    ],
)
def test_two_people_who_are_one_party_are_two_names(named, expected):
    text = f"BETWEEN:\n\n(1) Oak Farm Limited (the “Landlord”); and\n\n(2) {named}\n\nBACKGROUND"
    found = [(party.name, party.role) for party in find_parties(text)]
    assert [name for name, _ in found] == ["Oak Farm Limited", *expected]
    assert {role for _, role in found[1:]} <= {"Tenant", "Tenants"}


def test_a_disclaimer_in_capitals_is_no_party():
    text = "An agreement between OAKWEB DISCLAIMS ALL IMPLIED WARRANTIES (the “Initial Term”) and what follows."
    assert parties(text) == []
    assert parties("between ALL SEASONS OAK, INC. and Ash Films Inc.")[0][0] == "ALL SEASONS OAK, INC."


@pytest.mark.parametrize("role", ["Tenants", "the Buyers", "First Lenders", "Trustees", "Joint Owners", "Parents"])
def test_people_are_parted_by_what_they_are_called_together(role):
    text = f"BETWEEN:\n\n(1) Oak Farm Limited (the “Mill”); and\n\n(2) Ann Roe and Ben Doe (the “{role}”)\n\nBACKGROUND"
    assert parties(text)[1:] == [("Ann Roe", role), ("Ben Doe", role)]


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("Slater Roe and Russell Doe", "Solicitors"),
        ("SLATER ROE and RUSSELL DOE", "Accountants"),
        ("Ash Inn and Elm Arms", "Premises"),
        ("Mill Repair and Barn Painting", "Works"),
        ("Ash Flour and Elm Bran", "Goods"),
        ("Ash Cleaning and Elm Catering", "the Services"),
        ("Ash Hall and Elm Cottage", "Tenants"),
        ("Ash Hall and Elm Cottage", "Properties"),
    ],
)
def test_firms_and_things_of_two_names_stay_whole(name, role):
    text = f"BETWEEN:\n\n(1) Oak Farm Limited (the “Mill”); and\n\n(2) {name} (the “{role}”)\n\nBACKGROUND"
    assert parties(text)[1:] == [(name, role)]


@pytest.mark.parametrize(
    "name",
    [
        "TOYS ARE US",
        "OAK TOWN ALL STARS",
        "ACE HARDWARE NO FRILLS STORES",
        "GET ANY LAB TEST NOW",
        "FORGET ME NOT FLOWERS",
        "BOOKS ARE ALL WE SELL",
    ],
)
def test_a_name_in_capitals_may_hold_the_short_words_of_a_sentence(name):
    text = f"AGREEMENT\n\nThis Agreement is made between {name} (the “Buyer”) and Ash Films Inc. (the “Seller”)."
    assert parties(text) == [(name, "Buyer"), ("Ash Films Inc.", "Seller")]


@pytest.mark.parametrize(
    "sentence",
    [
        "ALL SERVICES ARE PROVIDED HERE",
        "OAK PRODUCTS ARE SUBJECT TO CHANGE",
        "THE WORK COMES WITHOUT ANY IMPLIED WARRANTY",
        "OAKWEB GIVES NO WARRANTIES OF TITLE",
        "OAKWEB WAIVES ALL RIGHTS",
        "THE MILL WILL NOT BE LIABLE",
        "OAK BOATS ARE NOT FOR HIRE",
    ],
)
def test_a_sentence_in_capitals_is_no_party(sentence):
    text = f"An agreement between {sentence} (the “Buyer”) and Ash Films Inc. (the “Seller”)."
    assert "Buyer" not in [role for _, role in parties(text)]


@pytest.mark.parametrize("noun", ["Information", "Confidential Information", "Grantee", "Manufacturer", "Mentor"])
def test_a_defined_noun_that_stands_alone_is_no_party(noun):
    text = f"Office hours are kept for the conduct of business between {noun} and Ash Films Inc. of Arden."
    assert noun not in [name for name, _ in parties(text)]
    assert parties(f"made between {noun} Farm Limited and Ash Films Inc.")[0][0] == f"{noun} Farm Limited"


def test_signatures_stand_in_where_the_opening_is_silent():
    text = "Terms.\n\nIN WITNESS WHEREOF the parties sign.\n\nOak Farm Inc.\nBy: ____\n\nAsh Barn LLC\nBy: ____\n"
    assert parties(text) == [("Oak Farm Inc.", None), ("Ash Barn LLC", None)]


def test_two_firms_may_sign_side_by_side():
    text = (
        "Terms.\n\nIN WITNESS WHEREOF the parties sign.\nDate: 3-3-99\nOAK FARM, INC., ASH BARN COMPANY,\n"
        "a Delaware corporation a Delaware partnership\nBy: /s/ Ida Oak, Jr. By: /s/ Per Ash\n"
    )
    assert parties(text) == [("OAK FARM, INC.", None), ("ASH BARN COMPANY", None)]


def test_a_text_without_parties_has_none():
    assert parties("All rights reserved by nobody in particular.") == []


@given(
    st.lists(
        st.one_of(st.sampled_from(["between ", "Oak Inc. ", "(“A”) ", "and ", "\n", "v ", "By: "]), st.text(max_size=4))
    )
)
@settings(max_examples=150, deadline=None)
def test_any_text_gives_exact_spans(parts):
    text = "".join(parts)
    assert all(party.span.slice(text) == party.name and party.name for party in find_parties(text))


@pytest.mark.parametrize(
    "unit", ["between ", "between Oak and ", "Oak ", "Oak Inc. and ", "(“A” ", "and the ", "IN WITNESS WHEREOF A "]
)
def test_hostile_repetition_takes_bounded_time(unit):
    text = unit * (50_000 // len(unit))
    began = time.process_time()
    find_parties(text)
    assert time.process_time() - began < 5


def test_the_roles_of_a_contract_are_found_behind_its_table_of_contents():
    text = (
        "AGREEMENT AND PLAN OF MERGER\n\nby and among\n\nOAK INC.\n\nand\n\nASH INC.\n\nTABLE OF CONTENTS\n\n"
        + "Section 1.1 Definitions ........ 1\n\n" * 300
        + "This AGREEMENT AND PLAN OF MERGER (this “Agreement”) is made by and among Oak Inc., a Delaware corporation "
        "(“Parent”), and Ash Inc., a Delaware corporation (the “Company”). RECITALS"
    )
    assert parties(text) == [("Oak Inc.", "Parent"), ("Ash Inc.", "Company")]


def test_the_sides_of_a_case_are_read_with_their_roles():
    text = (
        "Neutral citation: [2026] EWHC 1\n\nBetween:\n\nJANE ROE\n\nClaimant\n\nand\n\n"
        "OAK FARM LIMITED\n\nDefendant\n\n"
        "Ms Ash for the Claimant\n\nThe claim is under the Act (“the Act”)."
    )
    found = [(party.name, party.role) for party in find_parties(text, DocumentKind.JUDGMENT)]
    assert found == [("JANE ROE", "Claimant"), ("OAK FARM LIMITED", "Defendant")]


def test_those_who_sign_are_told_from_the_offices_they_hold():
    text = (
        "JOINT FILING AGREEMENT\n\nThe undersigned agree to file together.\n\nIN WITNESS WHEREOF\n\n"
        "Oak Partners, LP By: /s/ J. Roe "
        "J. Roe Chief Compliance Officer Ash Advisors, LLC By: /s/ J. Roe"
    )
    assert [name for name, _ in parties(text)] == ["Oak Partners, LP", "Ash Advisors, LLC"]


@pytest.mark.parametrize(
    ("named", "name"),
    [
        ("GREYFRIARS BUILDING SOCIETY of Greyfriars House, Coventry", "GREYFRIARS BUILDING SOCIETY"),
        ("Greyfriars Building Society of Greyfriars House, Coventry", "Greyfriars Building Society"),
        ("SOCIETY OF AUTHORS of Bedford Row, London", "SOCIETY OF AUTHORS"),
        ("City of Menlo Park", "City of Menlo Park"),
        ("Royal Society of Arts", "Royal Society of Arts"),
    ],
)
def test_an_address_is_no_part_of_a_name(named, name):
    text = f"This Agreement is made between Oak Mill Limited (“Licensor”) and {named} (“Licensee”)."
    assert parties(text)[1] == (name, "Licensee")
