import pytest

from pincite.legal.numerals import letter_value, roman_value, word_value


@pytest.mark.parametrize(("letters", "value"), [("i", 1), ("iv", 4), ("XIV", 14), ("xl", 40), ("MCMXC", 1990)])
def test_roman_numerals_in_either_case_have_their_value(letters, value):
    assert roman_value(letters) == value


@pytest.mark.parametrize("letters", ["", "iiii", "vx", "abc", "ic", "m" * 16])
def test_what_is_no_roman_numeral_has_none(letters):
    assert roman_value(letters) is None


@pytest.mark.parametrize(("letters", "value"), [("a", 1), ("Z", 26), ("aa", 27), ("BBB", 54)])
def test_letters_count_on_after_z_by_doubling(letters, value):
    assert letter_value(letters) == value


@pytest.mark.parametrize("letters", ["", "ab", "é", "aaaaa"])
def test_other_words_are_no_letters_of_an_enumeration(letters):
    assert letter_value(letters) is None


@pytest.mark.parametrize(("word", "value"), [("ONE", 1), ("Twelfth", 12), ("PRVNÍ", 1), ("pátá", 5)])
def test_number_words_and_ordinals_have_their_value(word, value):
    assert word_value(word) == value


def test_an_unknown_word_has_no_value():
    assert word_value("party") is None
