"""A contract that takes effect when it is made or signed says so in many ways."""

import pytest

from pincite.legal.effect import find_effect_when_made


@pytest.mark.parametrize(
    ("text", "signed"),
    [
        ("This Agreement shall become effective as of the day and year first above written.", False),
        ("The Term shall commence on the date of this Agreement and end in June.", False),
        ("The term of this Agreement (the “Term”) will begin on the date hereof.", False),
        ("Commencement Date means the date of this Agreement.", False),
        ("This agreement commences upon execution of this document.", True),
        ("“Effective Date” means the date of last signature on this Agreement.", True),
        ("“Effective Date” is the date of the most recent final signature on this Agreement.", True),
        ("This Agreement is entered into as of the date noted below (the “Effective Date”).", True),
        ("The Effective Date of this Agreement shall be the later of the dates shown by the signatures below.", True),
        ("This Agreement shall take effect as of the date when the authorised representatives sign it.", True),
    ],
)
def test_each_form_is_found(text, signed):
    found = find_effect_when_made(f"The goods are good. {text} The price is fair.")
    assert found is not None
    assert found.signed is signed
    assert found.span.slice(f"The goods are good. {text} The price is fair.") == text


@pytest.mark.parametrize(
    "text",
    [
        "The price on the date hereof is fair.",
        "This Agreement shall be effective on 1 May 2019.",
        "The Seller signed a letter upon execution of a bond.",
        "",
    ],
)
def test_what_says_nothing_of_it_is_not(text):
    assert find_effect_when_made(text) is None
