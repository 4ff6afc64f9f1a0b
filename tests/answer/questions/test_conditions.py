import pytest

from pincite.answer.questions.conditions import law_condition, read_demands, sizes_of, year_condition


@pytest.mark.parametrize(
    "question, law, met",
    [
        ("Is the agreement under Texas law?", "State of Texas", True),
        ("Is the agreement under texas law?", "State of Texas", True),
        ("Is the agreement governed by New York law?", "State of Texas", False),
        ("Is the agreement governed by English law?", "England and Wales", True),
        ("Is the agreement governed by the law of England?", "English", True),
        ("is the agreement governed by german law?", "Germany", True),
        ("Is the agreement governed by Czech law?", "Czech Republic", True),
        ("Is the agreement governed by Scots law?", "England and Wales", False),
        ("Does the agreement choose the law of a country other than the United States?", "England and Wales", True),
        ("Does the agreement choose the law of a country other than the United States?", "State of Ohio", False),
    ],
)
def test_a_law_is_held_against_the_place_asked_for(question, law, met):
    condition = law_condition(question)
    assert condition is not None
    assert condition.met_by(law) is met


def test_data_protection_laws_are_no_choice_of_law():
    assert law_condition("Is the agreement subject to data protection laws?") is None


@pytest.mark.parametrize(
    "question, day, met",
    [
        ("Was the agreement made in 2020?", "2020-03-01", True),
        ("Was the agreement signed before 2019?", "2019-01-01", False),
        ("Was the agreement dated after 2018?", "2019-01-01", True),
    ],
)
def test_a_day_is_held_against_the_year_asked_for(question, day, met):
    condition = year_condition(question)
    assert condition is not None
    assert condition.met_by(day) is met


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


def test_answers_are_compared_by_the_figure_most_of_them_hold():
    notices = ["on thirty (30) days' notice and a fee of $5", "by two months' notice", "at will", "90 days before"]
    sizes = sizes_of(notices, "How long before must one say so?")
    assert sizes[2] is None
    assert sizes[0] is not None and sizes[1] is not None and sizes[3] is not None
    assert sizes[0] < sizes[1] < sizes[3]
    first, second = sizes_of(["until 3 May 2021", "ends on June 1, 2020"], "When does it end?")
    assert first is not None and second is not None and second < first


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


def test_a_period_of_notice_stands_beside_the_word():
    texts = ["It lasts three years until ended on 90 days' notice.", "It lasts five years."]
    assert sizes_of(texts, "What is the notice period?") == [90, None]


def test_two_dates_are_a_duration_among_durations():
    texts = ["The term is two years.", "from 1 March 2025 until 1 March 2026"]
    assert sizes_of(texts, "What is the term?")[1] == 365
