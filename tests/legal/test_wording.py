import pytest

from pincite.legal.wording import find_names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Besides Christmas Day the shop may close twice.", ["Christmas Day"]),
        ("Until Wren pays, the boat stays here.", ["Wren"]),
        ("Once released, a payout takes a day.", []),
        ("Unlike Orris Glass, the buyer must wait.", ["Orris Glass"]),
        ("Wren Boats Ltd must pay.", ["Wren Boats Ltd"]),
        # Within a sentence they are.
        ("The landlord is Next plc.", ["Next"]),
        ("The tenant is Like Minds Ltd.", ["Like Minds Ltd"]),
    ],
)
def test_a_word_that_opens_a_sentence_is_no_part_of_a_name(text, names):
    assert find_names(text) == names
