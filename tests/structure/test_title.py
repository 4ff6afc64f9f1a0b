"""The title is the line in which the document names itself, with its exact span."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.domain.document import Block, Document, Format, Role, Source, document_id
from pincite.spans import Span
from pincite.structure.title import find_title


def make_doc(text, blocks=()):
    return Document(document_id(text), text, Source("a.txt", Format.TEXT, "", len(text)), blocks=tuple(blocks))


def title_of(text):
    span = find_title(make_doc(text))
    return span.slice(text) if span else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("SUPPLY AGREEMENT\n\nThis Supply Agreement is made by and between", "SUPPLY AGREEMENT"),
        ("Exhibit 10.4 SUPPLY AGREEMENT This Supply Agreement (the “Agreement”) is made", "SUPPLY AGREEMENT"),
        ("EXECUTION VERSION\n\nFORM OF\n\nSUPPLY AGREEMENT\n\nby and between\n\nA AND B", "SUPPLY AGREEMENT"),
        ("BIRCH MILL CORPORATION SUPPLY AGREEMENT\n\nThis agreement is", "SUPPLY AGREEMENT"),
        ("JOINT FILING AGREEMENT The undersigned agree that the statement", "JOINT FILING AGREEMENT"),
        ("Confidential\n\nThis Mill Lease Agreement is made on the first of May", "Mill Lease Agreement"),
        ("Privacy Policy\n\nWe respect your privacy.", "Privacy Policy"),
        ("PURCHASE AND\nSALE AGREEMENT\n\nThis agreement", "PURCHASE AND\nSALE AGREEMENT"),
        (
            "OAK MILL SAW\n\n     AND TIMBER AGREEMENT\n\nThis Oak Mill Saw and Timber Agreement is made",
            "OAK MILL SAW\n\n     AND TIMBER AGREEMENT",
        ),
        ("THIS LICENSE AND RESALE AGREEMENT dated 1 May is made", "LICENSE AND RESALE AGREEMENT"),
        ("THE QUAY TRIBUNAL RULES 2019\n\nPART 12 COSTS\n\n12.1 Each party pays.", "PART 12 COSTS"),
        (
            "Quay Procedure Rules\n\nPractice Direction 5B – Boats\n\n1.1 This direction",
            "Practice Direction 5B – Boats",
        ),
        ("QUAY RULES\n\nPART 1 GENERAL\n\n1.1 Boats.\n\nPART 2 FEES\n\n2.1 Fees.", "QUAY RULES"),
        ("QUAY ACT 2017\n\nPART 4 BOATS\n\n1 Boats.", "QUAY ACT 2017"),
        (
            "STATUTORY INSTRUMENTS\n\nHARBOURS\n\nThe Quay Boats (Fees) Rules 2018\n\nMade: 4th May 2018\n\n"
            "PART 1\nGENERAL\n\n1. Boats.\n\nPART 2\nFEES\n\n2. Fees.",
            "The Quay Boats (Fees) Rules 2018",
        ),
        ("Quay Council\n\nPART 1 BOATS\n\n1. Boats.\n\nPART 2 FEES", "PART 1 BOATS"),
        ("Quay Boats Policy\n\nSECTION 1 - BOATING CODE\n\n1. Boats.", "Quay Boats Policy"),
        ("QUAY COUNCIL\n\nBYELAWS FOR SMALL BOATS\n\nPART 1\n\n1. Boats.\n\nPART 2", "BYELAWS FOR SMALL BOATS"),
        (
            "Practice Direction 5 B - boats and their owners\n\nContents of this Practice Direction\n\n1. Boats.",
            "Practice Direction 5 B - boats and their owners",
        ),
        (
            "OAK & DAUGHTERS\nTerms of Business for Millers (edition of May 2020)\n\n1. Flour.",
            "Terms of Business for Millers",
        ),
        ("OAK HIRE\nConditions of Hire\n\n1. Boats.", "Conditions of Hire"),
        ("THIS LEASE is made the first day of May\n\nBETWEEN\n\nTHE INSURED RISKS POLICY", "LEASE"),
        ("DATED 1 May 2020\n\nTHIS DEED OF VARIATION is made on 1 May 2020", "DEED OF VARIATION"),
        ("THIS INDENTURE made the first day of May", "INDENTURE"),
        (
            "Boats and their owners in the quay\n\nModification of Part 8\n\n1. Boats.",
            "Boats and their owners in the quay",
        ),
        (
            "Application under the Quay Act 1998\n\nPRACTICE DIRECTION - THE QUAY ACT",
            "PRACTICE DIRECTION - THE QUAY ACT",
        ),
        ("THIS POWER OF ATTORNEY is made on 1 May 2020", "POWER OF ATTORNEY"),
        ("THIS LICENCE is granted by Oak Mill Limited", "LICENCE"),
        ("THIS TENANCY AGREEMENT is dated 1 May 2020", "TENANCY AGREEMENT"),
        ("Oak Mill\n\nthis lease is one of many", "Oak Mill"),
        ("HARBOUR BOARD\n\n12 A.C.R. Part 7\n\n[Docket 5]\n\nQuiet Boats\n\nAGENCY: Harbour Board.", "Quiet Boats"),
    ],
)
def test_the_title_is_found_without_its_letterhead(text, expected):
    assert title_of(text) == expected


def test_a_heading_of_the_file_is_believed():
    text = "Some banner\n\nLodging Agreement\n\nbody"
    block = Block(Span(13, 30), role=Role.HEADING, level=1)
    span = find_title(make_doc(text, [block]))
    assert span.slice(text) == "Lodging Agreement"


def test_nothing_like_a_title_gives_none():
    assert title_of("") is None
    assert title_of("x" * 500) is None


@given(
    st.lists(
        st.one_of(
            st.sampled_from(["AGREEMENT", "THIS ", "Exhibit 1 ", "\n", "  ", "OF ", "INC. "]), st.text(max_size=4)
        )
    )
)
@settings(max_examples=150, deadline=None)
def test_any_text_gives_a_span_inside_it(parts):
    text = "".join(parts)
    span = find_title(make_doc(text))
    assert span is None or span.slice(text).strip()


@pytest.mark.parametrize("unit", ["THE ", "AGREEMENT ", "EXHIBIT 1 ", "A AND\n", "This Aa "])
def test_hostile_repetition_takes_linear_time(unit):
    text = unit * (50_000 // len(unit))
    began = time.process_time()
    find_title(make_doc(text))
    assert time.process_time() - began < 3
