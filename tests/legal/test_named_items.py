import pytest

from pincite.legal.provisions import find_provisions


@pytest.mark.parametrize(
    ("question", "provision", "item"),
    [
        ("What is ground 4B in paragraph 2.1 of PD 91A?", "paragraph 2.1", ("4B",)),
        ("ground (4B) of para 2.1 PD 91A", "paragraph 2.1", ("4B",)),
        ("PD 91A para 2.1, ground (4)", "paragraph 2.1", ("4",)),
        ("Read me limb (b) of rule 91.2", "rule 91.2", ("b",)),
        ("Rule 91.2, limb b", "rule 91.2", ("b",)),
        ("Does condition 3 of clause 5 bind the keeper?", "clause 5", ("3",)),
        ("sub-paragraph (c) of paragraph 4.2", "paragraph 4.2", ("c",)),
        ("subsection (2) of section 5", "section 5", ("2",)),
        ("the third head, (iii), and head iv of clause 9", "clause 9", ("iv",)),
        ("paragraph 3 point 4", "paragraph 3", ("4",)),
    ],
)
def test_an_item_that_has_a_noun_of_its_own_is_read_with_its_provision(question, provision, item):
    found = find_provisions(question)
    assert [(str(one), one.item) for one in found] == [(provision, item)]


@pytest.mark.parametrize(
    "question",
    [
        "What are the grounds in rule 91.2?",
        "What is the test in rule 91.2?",
        "Which condition a keeper must meet is in rule 91.2?",
        "rule 91.2 – condition on queens",
        "Is it the case in rule 91.2?",
    ],
)
def test_a_noun_without_a_number_is_no_item(question):
    assert [one.item for one in find_provisions(question)] == [()]


def test_an_item_of_a_schedule_is_its_paragraph():
    (found,) = find_provisions("item 4 of Schedule 2")
    assert (found.rungs, found.item, str(found.within[0])) == (("4",), (), "Schedule 2")
