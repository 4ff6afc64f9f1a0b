import pytest

from pincite.answer.questions.conditions import read_demands


@pytest.mark.parametrize(
    "question, words, fits",
    [
        ("Does secrecy last five years?", "for a period of five (5) years after termination", True),
        ("Does secrecy last five years?", "for three (3) years", False),
        ("Is the notice more than 30 days?", "by sixty (60) days' written notice", True),
        ("Is the notice more than 30 days?", "by ten days' notice", False),
        ("Is the notice more than 30 days?", "by notice in writing", None),
        ("Under the lease, is there a deposit?", "a deposit is paid", True),
    ],
)
def test_figures_of_a_condition_are_compared(question, words, fits):
    assert read_demands(question).fit_figures(words) is fits


def test_a_name_must_stand_in_the_document_in_either_number():
    demands = read_demands("Does the guide mention Scott Schedules?")
    assert demands.find_names("Prepare a Scott Schedule.") is not None
    assert demands.find_names("Prepare a schedule.") is None
    assert demands.mention


def test_a_limit_holds_for_the_words_that_are_cited():
    demands = read_demands("Which agreements can be ended on less than 30 days notice?")
    near = "Invoices are paid within ten days."
    assert demands.fit_evidence("It may be ended by 14 days' notice.", near + " It may be ended by 14 days' notice.")
    assert demands.fit_evidence("It may be ended by notice.", near)
    assert not demands.fit_evidence("It may be ended by six months' notice.", near)


def test_what_a_document_is_called_is_no_name_that_it_must_contain():
    assert not read_demands("Does the NDA let the supplier keep a copy?").names
    assert [name.pattern for name in read_demands("Does the NDA name Quillfeather?").names] != []


@pytest.mark.parametrize(
    ("question", "words", "fits"),
    [
        ("Must anyone have cover of £5 million or more?", "insurance of at least £6 million", True),
        ("Must anyone have cover of £5 million or more?", "insurance of at least £4 million", False),
        ("Is notice of 30 days or less enough?", "on two weeks' notice", True),
        ("Is notice of 30 days or less enough?", "on 40 days' notice", False),
    ],
)
def test_a_limit_may_be_said_behind_its_figure(question, words, fits):
    assert read_demands(question).fit_figures(words) is fits
