import pytest

from pincite.legal.roles import differ_in_roles

SOURCE = (
    "The Tenant shall pay the Landlord the rent and shall insure the house. Sierra shall notify Envision of a defect."
)


@pytest.mark.parametrize(
    "claim",
    [
        "The Landlord shall pay the Tenant the rent.",
        "The rent shall be paid by the Landlord.",
        "The Landlord insures the house.",
        "Envision shall notify Sierra of a defect.",
    ],
)
def test_an_exchange_of_parties_is_seen(claim):
    assert differ_in_roles(claim, SOURCE)


@pytest.mark.parametrize(
    "claim",
    [
        "The Tenant pays the Landlord the rent.",
        "The rent is paid by the Tenant.",
        "The Tenant must insure the house.",
        "Mere Estates Limited shall pay the rent.",
        "The rent shall be paid to the Landlord.",
    ],
)
def test_the_same_roles_in_other_words_are_no_exchange(claim):
    assert differ_in_roles(claim, SOURCE) is None


def test_to_whom_a_thing_belongs_counts():
    assert differ_in_roles("The reports belong to the Consultant.", "The reports belong to the Client.")


PAYS = "The Tenant shall pay the Landlord £900 a month."


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The Tenant is owed £900 a month.", PAYS),
        ("The Tenant gets £900 a month.", PAYS),
        ("The Licensee receives £40 a copy.", "The Licensee shall pay £40 a copy to the Licensor."),
        ("The Principal receives 12%.", "The Principal pays the Agent 12% on each sale."),
    ],
)
def test_who_pays_a_sum_does_not_receive_it(claim, source):
    assert differ_in_roles(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The Landlord is owed £900 a month.", PAYS),
        ("The Landlord gets £900 a month from the Tenant.", PAYS),
        ("The Licensor receives £40 a copy.", "The Licensee shall pay £40 a copy to the Licensor."),
        ("The Tenant gets a copy of the inventory.", f"{PAYS} The Tenant is given a copy of the inventory."),
        ("The Agent earns 12%.", "The Principal pays the Agent 12% on each sale."),
        ("The Bank receives £5.", "The Bank receives £5 from the Buyer and pays the Seller £4."),
    ],
)
def test_who_is_paid_receives_the_sum(claim, source):
    assert differ_in_roles(claim, source) is None
