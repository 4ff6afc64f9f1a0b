"""Parties called by their names, in the words of the clauses."""

import pytest

from pincite.domain.profile import Party
from pincite.legal.party_roles import call_by_role
from pincite.spans import Span

PARTIES = [
    Party(name, Span(0, 1), role)
    for name, role in (
        ("KESTREL TIMBER MERCHANTS LIMITED", "Merchant"),
        ("GULLANE JOINERY LIMITED", "Joiner"),
        ("Ada Gullane", "Guarantor"),
        ("Petra Lindqvist", "Landlord"),
        ("Wren", None),
    )
]


@pytest.mark.parametrize(
    ("said", "called"),
    [
        ("Gullane Joinery Limited must order oak.", "The Joiner must order oak."),
        ("GULLANE JOINERY LIMITED must order oak.", "The Joiner must order oak."),
        ("Gullane Joinery must order oak.", "The Joiner must order oak."),
        ("By May Kestrel shall deliver.", "By May the Merchant shall deliver."),
        ("Mrs Lindqvist insures it.", "The Landlord insures it."),
        ("It is Petra Lindqvist’s to mend.", "It is the Landlord’s to mend."),
        ("Ada Gullane guarantees the rent.", "The Guarantor guarantees the rent."),
    ],
)
def test_a_party_is_called_by_its_role(said, called):
    assert call_by_role(said, PARTIES) == called


@pytest.mark.parametrize(
    "said",
    [
        "Gullane pays the rent.",  # a company's name as well as a person's
        "Lindqvist Road is closed.",
        "a kestrel is a bird",
        "Wren may sing.",
        "Timber is sold by Limited Editions.",
    ],
)
def test_what_may_mean_another_stays(said):
    assert call_by_role(said, PARTIES) == said
