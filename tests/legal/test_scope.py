import pytest

from pincite.legal.scope import overreaches

SOURCE = "The fee is the sole remedy of Parent, except in the case of fraud."


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The fee is the sole remedy of Parent in all cases.", SOURCE),
        ("The fee is always the remedy of Parent.", SOURCE),
        ("All remedies of Parent end with the fee.", SOURCE),
        ("The Tenant may leave only with consent.", "The Tenant may leave by notice."),
        ("The Tenant may leave if a tribunal agrees.", "The Tenant may leave where notice was given."),
        ("Guests must never swim.", "Guests must not swim unless they have paid."),
    ],
)
def test_what_goes_beyond_the_source_is_named(claim, source):
    assert overreaches(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The fee is the sole remedy of Parent, except in the case of fraud.", SOURCE),
        ("The Tenant may leave only with consent.", "The Tenant shall not leave without consent."),
        ("The fee is never due twice.", "In no event is the fee due twice."),
        ("You may leave at any time.", "You can leave at any time."),
    ],
)
def test_what_the_source_says_too_is_not(claim, source):
    assert overreaches(claim, source) is None
