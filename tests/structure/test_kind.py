"""The kind of a document is told by its title and opening words, and each sign is evidence in the text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.domain.profile import DocumentKind as K
from pincite.spans import Span
from pincite.structure.kind import find_kind


def kind_of(text):
    return find_kind(text, Span(0, len(text.split("\n", 1)[0])))[0]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("SUPPLY AGREEMENT\nThis Agreement is made by and between", K.CONTRACT),
        ("MUTUAL NON-DISCLOSURE AGREEMENT\nThe Disclosing Party", K.NDA),
        ("AGREEMENT AND PLAN OF MERGER\namong Oak, Elm and Merger Sub", K.MERGER_AGREEMENT),
        ("FIRST AMENDMENT TO SUPPLY AGREEMENT\nThis First Amendment", K.AMENDMENT),
        ("SOFTWARE LICENSE AGREEMENT\nThis Agreement", K.LICENCE),
        ("AMENDED AND RESTATED LEASE\nThe Landlord lets", K.LEASE),
        ("Privacy Policy\nWe collect information", K.PRIVACY_POLICY),
        ("Mills Act 1999\nBE IT ENACTED", K.LEGISLATION),
        ("PART 7 - HOW TO START\nContents of this Part", K.COURT_RULES),
        ("PRACTICE DIRECTION 7A\nThis practice direction supplements CPR Part 7", K.COURT_RULES),
        ("THE MILL TRIBUNAL PROCEDURE RULES\nAn appeal against a judgment", K.COURT_RULES),
        ("The Mill Court Guide\nA guide to practice", K.COURT_GUIDE),
        ("JUDGMENT\nNeutral Citation Number: [2020] EWHC 1 (Ch)", K.JUDGMENT),
        ("COMPLAINT\nPlaintiff Roe alleges that", K.PLEADING),
        ("LEASE\nThe Landlord lets the mill", K.LEASE),
        ("INDENTURE\nthe Lessor hereby demises the mill YIELDING AND PAYING the yearly rent", K.LEASE),
        ("INDENTURE\nthe debt is secured on the mill, on the demise of the firm", K.CONTRACT),
        ("LEGAL CHARGE\nThe borrower covenants to pay", K.CONTRACT),
        ("DEED OF VARIATION\nThe lease is varied", K.AMENDMENT),
        ("Mill Licensing Policy 2022\nThe council licenses mills", K.UNKNOWN),
        ("Licensing of Mills Policy\nA mill needs one", K.UNKNOWN),
        ("LICENCE TO USE THE POLICY MANAGER SOFTWARE\nThe mill may copy it", K.LICENCE),
        ("SOFTWARE LICENCE UNDER THE HIRE OF VANS ACT\nThe mill may copy it", K.LICENCE),
        ("BOAT LICENCE GRANTED UNDER BYELAWS\nThe mill may moor", K.LICENCE),
        ("MILL LICENSING AGREEMENT\nThis Agreement", K.LICENCE),
        ("The Mill Boats Rules 2018\nThe Minister, in exercise of the powers conferred by section 4", K.LEGISLATION),
        ("The Mill Boats Rules 2018\nNo boat may race on a Sunday", K.UNKNOWN),
        ("MILL BYELAWS\nByelaws made under section 2 of the Mills Act 1990", K.LEGISLATION),
        ("BYELAWS OF OAK MILL INC.\nThe annual meeting is held in May", K.UNKNOWN),
        ("Terms of Business for Millers\nQuotation accepted", K.CONTRACT),
        ("Conditions of Hire\nThe hirer pays", K.CONTRACT),
        ("Your Boat Policy Booklet\nUnderwritten by Oak Insurance plc", K.CONTRACT),
        ("Your Boat Club Membership\nThis is your contract with us", K.CONTRACT),
        ("Shopping list\nEggs and milk", K.UNKNOWN),
    ],
)
def test_each_kind_shows_itself(text, kind):
    assert kind_of(text) is kind


@given(st.text(max_size=200), st.integers(0, 200))
@settings(max_examples=100, deadline=None)
def test_evidence_lies_in_the_text(text, end):
    kind, evidence = find_kind(text, Span(0, min(end, len(text))))
    assert all(sign.span.slice(text) and sign.reason for sign in evidence)
    assert bool(evidence) == (kind is not K.UNKNOWN)
