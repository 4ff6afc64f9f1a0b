"""What is as near as the nearest counts as found."""

from pincite.store.recall import share_found


def test_a_passage_that_is_as_near_counts():
    assert share_found([0.9, 0.8, 0.8, 0.8], [0.9, 0.8, 0.8, 0.8]) == 1.0


def test_what_is_farther_than_the_last_is_missed():
    assert share_found([0.9, 0.8, 0.7, 0.6], [0.9, 0.7, 0.5, 0.4]) == 0.5


def test_too_few_are_missed():
    assert share_found([0.9, 0.8], [0.9]) == 0.5


def test_nothing_to_find_is_found():
    assert share_found([], []) == 1.0
