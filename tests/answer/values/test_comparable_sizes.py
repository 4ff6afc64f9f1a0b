import pytest

from pincite.answer.values.comparable_sizes import sizes_of

ENDS, LASTS, RENT, CAP = (
    "When does the lease end?",
    "How long does the lease last?",
    "What is the rent?",
    "What is the cap?",
)


def order(question, *texts):
    """The texts by their sizes, each by its number; None where one has none."""
    sizes = sizes_of(texts, question)
    return None if None in sizes else sorted(range(len(texts)), key=lambda at: sizes[at])


def test_answers_are_compared_by_the_figure_most_of_them_hold():
    notices = ["on thirty (30) days' notice and a fee of $5", "by two months' notice", "at will", "90 days before"]
    sizes = sizes_of(notices, "How long before must one say so?")
    assert sizes[2] is None
    assert sizes[0] is not None and sizes[1] is not None and sizes[3] is not None
    assert sizes[0] < sizes[1] < sizes[3]
    first, second = sizes_of(["until 3 May 2021", "ends on June 1, 2020"], "When does it end?")
    assert first is not None and second is not None and second < first


def test_a_period_of_notice_stands_beside_the_word():
    texts = ["It lasts three years until ended on 90 days' notice.", "It lasts five years."]
    assert sizes_of(texts, "What is the notice period?") == [90, None]


def test_two_dates_are_a_duration_among_durations():
    texts = ["The term is two years.", "from 1 March 2025 until 1 March 2026"]
    assert sizes_of(texts, "What is the term?")[1] == 365


def test_the_day_that_ends_is_compared_and_not_the_one_that_begins():
    north, south = (
        "The lease starts on 1 April 2020 and ends on 31 March 2035.",
        "It starts on 1 June 2022 and ends on 31 May 2027.",
    )
    assert order(ENDS, north, south) == [1, 0]
    assert order(LASTS, north, south) == [1, 0]


def test_an_end_is_reckoned_from_a_term_and_its_beginning():
    texts = "The term is five years from and including 1 April 2024.", "The term ends on 30 March 2029."
    assert order(ENDS, *texts) == [1, 0]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (ENDS, "The Tenant may end this lease on 1 April 2027 by notice."),
        (ENDS, "The lease starts on 1 April 2027."),
        (LASTS, "Rent is due within 14 days."),
        (LASTS, "The term is one year and six months."),
        (CAP, "The cap is £5,000 for goods and the cap is £9,000 for services."),
        ("What is the notice period?", "The Employee gives three months' notice and the Company one month's notice."),
    ],
)
def test_what_is_not_surely_the_value_has_no_size(question, text):
    assert sizes_of([text], question) == [None]


def test_the_term_is_the_length_and_no_other_period():
    assert order(LASTS, "Rent is due within 14 days. The term is ten years.", "The term is two years.") == [1, 0]


def test_sums_are_brought_to_one_period():
    texts = "The rent is £9,000 a year.", "The rent is £1,000 a month.", "A yearly rent, paid monthly, of £10,000"
    assert order(RENT, *texts) == [0, 2, 1]


@pytest.mark.parametrize("other", ["The rent is £9,000.", "The rent is $9,000 a month.", "The rent is £90 a day."])
def test_sums_that_cannot_be_compared_are_not(other):
    assert sizes_of(["The rent is £1,000 a month.", other], RENT) == [None, None]


def test_of_several_sums_the_one_that_is_asked_for_counts():
    texts = "After an excess of £500, the liability is capped at £2,000,000.", "Liability is capped at £10,000."
    assert order("What is the liability cap?", *texts) == [1, 0]
