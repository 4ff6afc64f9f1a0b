"""What an amending paragraph does to the words of a clause."""

import pytest

from pincite.legal.replaced_words import Replacement, locate_words, read_replacements


@pytest.mark.parametrize(
    ("paragraph", "replaced"),
    [
        ('1. In clause 3.1, "70%" is replaced by "80%".', [("70%", "80%")]),
        ("In clause 3.1, '70%' is replaced by '80%'.", [("70%", "80%")]),
        ('Clause 9.2 is amended by replacing "45 days" with "30 days".', [("45 days", "30 days")]),
        ('In section 4.1, for "£200,000" substitute "£350,000".', [("£200,000", "£350,000")]),
        ("“5%” is substituted for “6%” in clause 4.1.", [("6%", "5%")]),
        ("The words “four weeks’” in clause 7.1 are replaced by “eight weeks’”.", [("four weeks’", "eight weeks’")]),
        (
            'In clause 2, "month" is replaced by "quarter" and "third" by "fifth".',
            [("month", "quarter"), ("third", "fifth")],
        ),
        ("In clause 5.1 the salary is increased from £31,000 to £36,500.", [("£31,000", "£36,500")]),
        ("In article 6, 14 days is replaced by 21 days.", [("14 days", "21 days")]),
        (
            'Clause 4.1 is replaced by the following:\n\n"4.1 Notice is six weeks."',
            [(None, "4.1 Notice is six weeks.")],
        ),
        ("Clause 6.2 shall read: “6.2 Eight days may be kept.”", [(None, "6.2 Eight days may be kept.")]),
        ("2. Clause 3.3 of the Lease is hereby deleted.", [(None, "")]),
    ],
)
def test_the_words_that_go_and_those_that_come(paragraph, replaced):
    assert read_replacements(paragraph) == [Replacement(*one) for one in replaced]


@pytest.mark.parametrize(
    "paragraph",
    [
        "Clause 2.2 is amended so that the least quantity is 550 litres.",
        "The first sentence of clause 3.1 is deleted.",
        'In clause 3.1, "promptly" is deleted.',
        'In clause 3.1, after "the Buyer" insert "or its agent".',
        '"Rent" and "Fee" in clause 2 are replaced by "Charge" and "Sum".',
        "All other terms of the Lease remain in force.",
        "The Supplier shall replace faulty goods within 30 days.",
    ],
)
def test_nothing_is_read_that_is_not_said_word_for_word(paragraph):
    assert read_replacements(paragraph) == []


def test_words_are_located_as_whole_words_in_whatever_marks_and_white_space():
    assert locate_words("10 days", "110 days, 10 days") == [(10, 17)]
    assert locate_words("four weeks’", "by four\nweeks' notice") == [(3, 14)]
