import pytest

from pincite.legal.bounds import bound_of, differ_in_order
from pincite.legal.figures import find_figures, normal_numbers


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("at least eight days", "least"),
        ("not less than 8 days", "least"),
        ("a minimum of 8 days", "least"),
        ("not more than eight days", "most"),
        ("up to 8 days", "most"),
        ("within 8 days", "most"),
        ("credits may not exceed 8 days", "most"),
        ("for more than 8 days", "least"),
        ("for 8 days", ""),
    ],
)
def test_the_words_before_a_figure_bound_it(text, bound):
    (figure,) = find_figures(text)
    assert bound_of(figure, normal_numbers(text)) == bound


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("It is paid before the termination.", "It is paid after such termination."),
        ("It is returned after noon.", "It is returned by noon."),
        (
            "It lasts until five years before the date of disclosure.",
            "It lasts for five years from the date of disclosure.",
        ),
    ],
)
def test_before_and_after_are_told_apart(claim, source):
    assert differ_in_order(claim, source)


def test_the_same_order_is_no_fault():
    assert (
        differ_in_order("It is paid after termination.", "It is paid within two days after such termination.") is None
    )
