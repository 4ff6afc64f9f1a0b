import pytest

from pincite.domain.section import join_paths


@pytest.mark.parametrize(
    ("first", "last", "path"),
    [
        ("4 › 4.2", "4 › 4.2 › (a)", "4 › 4.2"),
        ("4 › 4.2", "5 › 5.1", "4 › 4.2 – 5 › 5.1"),
        ("4 › 4.2 › (a)", "4 › 4.2 › (c)", "4 › 4.2 › (a) – (c)"),
        ("4", "", "4"),
        ("", "4", ""),
    ],
)
def test_words_over_two_sections_are_placed_in_both(first, last, path):
    assert join_paths(first, last) == path
