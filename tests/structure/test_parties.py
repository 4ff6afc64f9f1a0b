"""Parties are named exactly as in the text, with what the document calls them."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
            [("Oak Apps Ltd", None)],
        ),
    ],
)
def test_each_opening_is_read(text, expected):
    assert parties(text) == expected


def test_signatures_stand_in_where_the_opening_is_silent():
    text = "Terms.\n\nIN WITNESS WHEREOF the parties sign.\n\nOak Farm Inc.\nBy: ____\n\nAsh Barn LLC\nBy: ____\n"
    assert parties(text) == [("Oak Farm Inc.", None), ("Ash Barn LLC", None)]


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
    began = time.perf_counter()
    find_parties(text)
    assert time.perf_counter() - began < 5
