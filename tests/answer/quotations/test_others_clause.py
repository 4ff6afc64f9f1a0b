"""Words that say only what another party does than the one a question asks about are told as such."""

import pytest
from tests.answer.one_reading import OneReading

from pincite.answer.quotations.acting_party import asked_actor, is_of_others
from pincite.answer.quotations.others_clause import party_of_clause
from pincite.domain.document import Passage
from pincite.spans import Span

LEASE = """LEASE

This Lease is made between Orrin Estates Limited (the "Landlord") and Fenn Bakers Limited (the "Tenant").

1. Insurance

1.1 The Tenant shall insure the shopfront.

1.2 The Landlord shall keep the roof in good repair.

1.3 The Tenant shall not assign this Lease without the Landlord's consent.

1.4 The Landlord's liability in any year is limited to one year's rent.

1.5 The Tenant shall allow the Landlord to inspect the shop.

1.6 The Tenant shall pay a late charge of £20.

1.7 The Landlord insures the boiler.

1.8 Either party may end this Lease by notice.

1.9 The Tenant may keep a dog if the Landlord agrees.

1.10 The Landlord may end this Lease if the Tenant is in arrears.

1.11 The bins shall be cleaned by the Tenant.
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    return OneReading(tmp_path_factory.mktemp("lease") / "lease.txt", LEASE)


def told_of(library, question, *clauses):
    quoted = []
    for clause in clauses:
        start = LEASE.index(f"\n{clause} ") + 1
        quoted.append(Passage("l", Span(start, LEASE.index("\n", start))))
    found = party_of_clause(question, quoted, library.reading("l"))
    return found and found[1]


@pytest.mark.parametrize(
    ("question", "clause", "other"),
    [
        ("Does the landlord have to insure?", "1.1", "Tenant"),
        ("What must the landlord insure?", "1.1", "Tenant"),
        ("Is the landlord obliged to insure?", "1.1", "Tenant"),
        ("Can the landlord assign the lease?", "1.3", "Tenant"),
        ("How much of the roof must the tenant repair?", "1.2", "Landlord"),
        ("What is the tenant's liability limited to?", "1.4", "Landlord"),
        ("When must a landlord pay a late charge?", "1.6", "Tenant"),
        ("Which boiler must the tenant insure?", "1.7", "Landlord"),
        ("Can the landlord keep a dog?", "1.9", "Tenant"),
        ("When may the tenant end the lease?", "1.10", "Landlord"),
        ("How often must the landlord clean the bins?", "1.11", "Tenant"),
    ],
)
def test_a_clause_of_the_other_party_is_known(library, question, clause, other):
    assert told_of(library, question, clause) == other


@pytest.mark.parametrize(
    ("question", "clauses"),
    [
        ("Does the tenant have to insure?", ["1.1"]),
        ("Does the tenant have to repair the roof?", ["1.2"]),
        ("Must the tenant insure the boiler under the lease?", ["1.7"]),
        ("What is the landlord's liability limited to?", ["1.4"]),
        ("Can the landlord inspect the shop?", ["1.5"]),
        ("What can the landlord charge for late payment?", ["1.6"]),
        ("What can the landlord do if the rent is late?", ["1.6"]),
        ("Can the tenant end the lease?", ["1.8"]),
        ("Does the landlord have to insure?", ["1.1", "1.7"]),
        ("Must the landlord clean the bins?", ["1.11"]),
        ("Who insures the shopfront?", ["1.1"]),
        ("What happens if the tenant is in arrears?", ["1.10"]),
        ("What does the landlord get for late payment?", ["1.6"]),
    ],
)
def test_a_clause_that_answers_for_the_party_asked_about_is_not(library, question, clauses):
    assert told_of(library, question, *clauses) is None


@pytest.mark.parametrize(
    ("question", "duty"),
    [
        ("is the supplier required to test the malt?", True),
        ("is a supplier allowed to subcontract?", False),
        ("when is the supplier entitled to raise the price?", False),
        ("what is our supplier supposed to deliver?", True),
    ],
)
def test_what_a_party_is_bound_or_free_to_do_is_read(question, duty):
    asked = asked_actor(question, ["Customer", "Supplier"])
    assert asked is not None
    assert (asked.role, asked.duty) == ("Supplier", duty)


@pytest.mark.parametrize(
    ("words", "others"),
    [
        ("The Recipient keeps the drawings secret.", True),
        ("The Recipient shall let the Discloser see the drawings.", False),
        ("The Recipient shall return the drawings if the Discloser asks for them.", True),
        ("The Recipient agrees that the Discloser may ask for the drawings.", False),
        ("The drawings are confidential.", False),
        ("The drawings shall be returned by the Recipient.", True),
        ("Both parties shall keep the drawings secret.", False),
    ],
)
def test_who_acts_in_a_clause_is_read(words, others):
    assert is_of_others(words, "Discloser", ["Discloser", "Recipient"]) == others
