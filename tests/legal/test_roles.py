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
