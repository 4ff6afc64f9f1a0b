"""Cases that lie within a range of a rule."""

import pytest

from pincite.legal.bands import name_bands

SCALE = "Orders of 100 to 500 crates: discount 5%. Orders of 501 to 900 crates: discount 8%."
TABLE = "| Service | Full pay |\n| 1 to 2 years | 3 weeks |\n| 3 to 5 years | 5 weeks |\n"


@pytest.mark.parametrize(
    ("claim", "text", "named"),
    [
        (
            "An employee with seven years' service has 27 days of holiday.",
            "Employees with five to ten years' service have 27 days of holiday.",
            "An employee with five to ten years' service has 27 days of holiday.",
        ),
        (
            "A two-hour outage of severity 2 earns a credit.",
            "An outage of severity 2 of between one and four hours earns a credit.",
            "A one and four hours outage of severity 2 earns a credit.",
        ),
        ("An order of 150 crates gets 5% off.", SCALE, "An order of 100 to 500 crates gets 5% off."),
        ("An order of 600 crates gets 8% off.", SCALE, "An order of 501 to 900 crates gets 8% off."),
        (
            "With four years' service you could have five weeks at full pay.",
            TABLE,
            "With 3 to 5 years' service you could have five weeks at full pay.",
        ),
    ],
)
def test_a_case_is_called_by_the_range_that_holds_it(claim, text, named):
    assert name_bands(claim, text) == named


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("An employee with twelve years' service has 27 days.", "Those with five to ten years' service have 27 days."),
        ("An order of 600 crates gets 5% off.", SCALE),
        ("An order of 150 bottles gets 5% off.", SCALE),
        ("With four years' service you could have three weeks at full pay.", TABLE),
        # What is imposed or agreed is no case.
        ("A fine of £200 is charged for litter.", "A fine of £100 to £300 is charged for litter."),
        ("The term is seven years.", "The term is between five and ten years."),
        ("The bank may lend £400.", "The bank may lend £100 to £900."),
        # A limit is no range.
        ("A notice of 20 days ends the lease.", "A notice of at least 14 days ends the lease."),
        ("A claim of £12,000 is heard here.", "A claim of up to £10,000 is heard here."),
        ("A stay of two weeks is free.", "After one week and three weeks a letter is sent."),
    ],
)
def test_what_is_no_case_within_a_range(claim, text):
    assert name_bands(claim, text) is None
