"""Parties are found where forms, terms and booklets name them, and third parties are left out."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.domain.profile import DocumentKind as K
from pincite.structure.parties import find_parties
from pincite.structure.stated_parties import read_stated


def stated(text, kind=K.CONTRACT):
    return [(party.name, party.role) for party in read_stated(text, kind)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Customer: Jane Roe\nAddress: 1 Oak Road\n", [("Jane Roe", "Customer")]),
        ("| Customer | Jane Roe |\n", [("Jane Roe", "Customer")]),
        ('"Oak" means Oak Car Rentals S.L., of Arden. Oak will call.', [("Oak Car Rentals S.L.", "Oak")]),
        ("  Member:   Zoë Öz-Doe, of Arden\n", [("Zoë Öz-Doe", "Member")]),
        ("Parent/carer: Mrs Ann Roe\n", [("Mrs Ann Roe", "Parent")]),
        (
            "Employer: Oak Bakery Group plc\nEmployee: Ann Roe\n",
            [("Oak Bakery Group plc", "Employer"), ("Ann Roe", "Employee")],
        ),
        ('1.1 "Company" means Oak Leisure Ltd, of Arden.', [("Oak Leisure Ltd", "Company")]),
        (
            'In these Terms "the Remover" is Roe & Doe Removals Limited, of Arden.',
            [("Roe & Doe Removals Limited", "the Remover")],
        ),
        ('"Oak", "we" and "us" mean Ash Telecom Limited.', [("Ash Telecom Limited", "Oak")]),
        (
            '"Oakline" means Oakline Fibre Limited. Oakline will install a cable.',
            [("Oakline Fibre Limited", "Oakline")],
        ),
        ("We, us – Oak Bay Insurance DAC.\n", [("Oak Bay Insurance DAC", "We")]),
        ("1.1 We are Oak Mill Limited, of Arden.\n", [("Oak Mill Limited", "We")]),
        ("Underwritten by Oak Insurance DAC, Arden.", [("Oak Insurance DAC", "Insurer")]),
        ("the person named as policyholder in the schedule (Jane Roe).", [("Jane Roe", "policyholder")]),
        ("Oak Tots – a trading name of Oak Childcare CLG, Arden\n", [("Oak Childcare CLG", "Oak Tots")]),
        ("Oak Childcare Limited trading as Oak Tots\n", [("Oak Childcare Limited", "Oak Tots")]),
        ("OAK FIBRE LIMITED\nCUSTOMER AGREEMENT\n", [("OAK FIBRE LIMITED", None)]),
    ],
)
def test_each_way_of_naming_is_read(text, expected):
    assert stated(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Customer: see below\nMember: Various\n",
        "Owner: Legal Department\n",
        "The tenant: New Homes Guide explains it\n",
        '"Insurers" means Oak Insurance plc.',
        '"Agent" means Oak Lettings Limited.',
        '"Oakreach" means Oakreach Limited, whose poles we use.',
        '"Company" means a body with members.',
        "US: Oak Mill Inc.\n",
        "Premises insured by the landlord.",
        "OAK MILL\nCUSTOMER AGREEMENT\n",
        "Some of these are trading names of Oak Mill Limited.\n",
    ],
)
def test_others_are_no_parties(text):
    assert stated(text) == []


@pytest.mark.parametrize(
    "words",
    [
        "Your car must be insured by {} before you drive.",
        "The risk is not underwritten by {}.",
        "The risk is not, and never was, underwritten by {}.",
        "This cover isn’t underwritten by {}.",
        "It is no longer underwritten by {}.",
        "The hall was insured by {} until May.",
        "Vans may be insured by {} or another.",
        "Tell us if your boat is insured by {}.",
        "A van owned or insured by {} stays out.",
        "This does not cover any other van insured by {}.",
        "The hirer should have the van checked and insured by {}.",
    ],
)
def test_cover_that_is_asked_for_denied_or_over_names_no_insurer(words):
    assert stated(f"POLICY BOOKLET\n\n{words.format('Gull Oak Ltd')}\n") == []


@pytest.mark.parametrize(
    "words",
    [
        "This policy is underwritten by {}.",
        "You must read this booklet. It is underwritten by {}.",
        "This policy, which you must keep, is underwritten by {}.",
        "Your cover will be underwritten by {}.",
        "Arranged by Ash Brokers and underwritten by {}.",
        "Oak Pet Cover (insured by {}) pays.",
        "Not for resale\n\nInsured by {}",
    ],
)
def test_cover_that_is_given_names_its_insurer(words):
    assert ("Gull Oak Ltd", "Insurer") in [
        (name.rstrip("."), role) for name, role in stated(words.format("Gull Oak Ltd"))
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Client: Not Applicable",
        "Supplier: To Be Confirmed",
        "Tenant: Full Legal Name",
        "Customer: Mon Fri",
        "Customer: Mon - Fri",
        "Member: Gold Level",
        "Resident: Flat Two",
        "Guest: Double Room",
        "Guest: Executive Suite Room",
        "Tenant: NOT APPLICABLE",
        "| Hirer | Print Name |",
        "Landlord: As Above",
        "Patient: Helpline Number",
        "Student: Year Seven",
        "Customer: Same Address",
        "Parent: None Stated",
    ],
)
def test_answers_and_labels_of_a_form_are_no_parties(line):
    assert stated(f"CONTRACT OF HIRE\n{line}\n") == []


@pytest.mark.parametrize(
    "name",
    [
        "Paige Gold",
        "Grant Flatt",
        "Sun Li",
        "Mrs New Year",
        "Gold Coast Boats Ltd",
        "First Ash Rowing Club",
        "New Ash Care Centre",
        "Oak Vans",
        "Ann Rooms",
    ],
)
def test_names_that_look_like_answers_are_parties(name):
    assert [found for found, _ in stated(f"CONTRACT OF HIRE\nCustomer: {name}\n")] == [name]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('"Orris" is Orris Ltd. Orris will hire.', "Orris Ltd."),
        ('"Orris" means Orris Boats Inc. The hirer pays. Orris will hire.', "Orris Boats Inc."),
        ('"Orris" means Orris Co. Ltd. Orris will hire.', "Orris Co. Ltd."),
        ("Underwritten by Orris Re Ltd. Claims are paid in May.", "Orris Re Ltd."),
        ('"Orris" means Orris Inc. Pension Trust, of Arden. Orris will pay.', "Orris Inc. Pension Trust"),
    ],
)
def test_the_next_sentence_is_no_part_of_a_name(text, name):
    assert [found for found, _ in stated(text)] == [name]


def test_the_party_is_the_firm_that_promises():
    text = (
        '"Ashreach" means Ashreach Limited. "Oakline" means Oakline Fibre Limited. Oakline will ask Ashreach to call.'
    )
    assert stated(text) == [("Oakline Fibre Limited", "Oakline")]


def test_the_lines_of_a_form_count_in_contracts_alone():
    text = "OAK MILL LIMITED\nOwner: Ann Roe\n"
    assert stated(text, K.UNKNOWN) == []
    assert stated(text, K.LEASE) == [("Ann Roe", "Owner"), ("OAK MILL LIMITED", None)]


def test_they_join_the_operator_of_a_service_but_not_of_a_privacy_policy():
    text = "Your contract with Oak Clubs Limited (“we”).\nMember: Ann Roe\nUnderwritten by Ash Insurance plc.\n"
    assert [party.name for party in find_parties(text, K.CONTRACT)] == [
        "Oak Clubs Limited",
        "Ann Roe",
        "Ash Insurance plc",
    ]
    assert [party.name for party in find_parties(text, K.PRIVACY_POLICY)] == ["Oak Clubs Limited"]


@given(
    st.lists(
        st.one_of(
            st.sampled_from(['"Oak" means ', "Oak Ltd ", "Customer: ", "\n", "we, us - ", "trading as "]),
            st.text(max_size=4),
        )
    )
)
@settings(max_examples=150, deadline=None)
def test_any_text_gives_exact_spans(parts):
    text = "".join(parts)
    assert all(party.span.slice(text) == party.name and party.name for party in read_stated(text, K.CONTRACT))


@pytest.mark.parametrize(
    "unit", ['"Oak" means Oak Ltd ', "Customer: Oak Roe\n", "We, us, ", "Oak trading as ", "insured by Oak "]
)
def test_hostile_repetition_takes_bounded_time(unit):
    text = unit * (50_000 // len(unit))
    began = time.process_time()
    list(read_stated(text, K.CONTRACT))
    assert time.process_time() - began < 3
