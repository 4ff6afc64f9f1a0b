import pytest

from pincite.answer.verify import check_claim
from pincite.domain.answer import FaultKind
from pincite.legal.claims import split_claims


def faults(text, context, least=0.6):
    (claim,) = split_claims(text)
    return {fault.kind for fault in check_claim(claim, context, least_support=least).faults}


@pytest.mark.parametrize(
    "claim",
    [
        "The Tenant pays a rent of £12,500 a year [1].",
        "“The Tenant shall pay a rent of £12,500 a year” [1].",
        "The Tenant keeps the roof and the gutters in repair [2].",
        "The Tenant may not assign the Lease without the Landlord's consent [3].",
        "Mere Estates Limited shall pay a rent of £12,500 a year, by quarterly payments [1].",
        "Under clause 1 the rent is £12,500 a year [1].",
        "The Tenant pays the rent of £12,500 a year and keeps the roof in repair [1][2].",
    ],
)
def test_claims_the_sources_bear_out_have_no_fault(claim, context):
    assert faults(claim, context) == set()


@pytest.mark.parametrize(
    "claim, kind",
    [
        ("The Tenant pays a rent of £12,500 a year.", FaultKind.UNCITED),
        ("The Tenant pays a rent of £12,500 a year [7].", FaultKind.NO_SUCH_SOURCE),
        ("The Tenant pays a rent of £12,500 a year [1][9].", FaultKind.NO_SUCH_SOURCE),
        ("“The Tenant shall pay a rent of £12,600 a year” [1].", FaultKind.MISQUOTED),
        ("“The Tenant shall pay a rent” [2].", FaultKind.MISQUOTED),
        ("The Tenant shall pay a rent of £15,200 a year [1].", FaultKind.NUMBER),
        ("The Tenant shall pay a rent of $12,500 a year [1].", FaultKind.NUMBER),
        ("The rent of £12,500 a year is paid from 3 June 2026 [1].", FaultKind.NUMBER),
        ("Quarry Estates shall pay a rent of £12,500 a year [1].", FaultKind.NAME),
        ("The Guarantor shall pay a rent of £12,500 a year [1].", FaultKind.NAME),
        ("The Tenant shall not pay a rent of £12,500 a year [1].", FaultKind.NEGATION),
        ("The Tenant may assign this Lease with consent of the Landlord [3].", FaultKind.NEGATION),
        ("Under the Rent Act 1977 the Tenant pays a rent of £12,500 a year [1].", FaultKind.AUTHORITY),
        ("The sea is blue and full of herring and cod [1].", FaultKind.UNSUPPORTED),
    ],
)
def test_each_fault_is_named(claim, kind, context):
    assert kind in faults(claim, context)


def test_a_claim_is_pinned_to_the_words_that_bear_it_out(context):
    (claim,) = split_claims("The rent is £12,500 a year [1].")
    checked = check_claim(claim, context, least_support=0.6)
    ((number, passage),) = checked.pinpoints
    words = passage.span.shift(-context.sources[0].passage.span.start).slice(context.sources[0].text)
    assert number == 1
    assert "£12,500" in words


def test_a_quotation_is_pinned_to_its_own_characters(context):
    (claim,) = split_claims("It says “the roof and the gutters” [2].")
    ((_, passage),) = check_claim(claim, context, least_support=0).pinpoints
    assert passage.span.shift(-context.sources[1].passage.span.start).slice(context.sources[1].text) == (
        "the roof and the gutters"
    )
