import pytest

from pincite.answer.questions.goes_back import turn_meant

APPEAL = "The bench fined my brother for his geese. Can he ask for a second trial?"
MOORING = "May a skipper book the mooring online for two boats?"
DAYS = "How many days does he have to ask?"


@pytest.mark.parametrize(
    ("before", "question", "meant"),
    [
        ([APPEAL, DAYS], "what if the bench never sat at all and simply did it by letter?", 0),
        ([APPEAL, f"The bench fined my brother for his geese. {DAYS}"], "And if the bench never sat at all?", 0),
        ([APPEAL, DAYS, "Which form does he need to fill in?"], "And if the geese were not his?", 0),
        ([MOORING, "Does she need to know the postcode?"], "what if we know one of them is only rented?", 0),
        ([MOORING, "On whether a skipper may book the mooring: does she pay a fee?"], "And if the owner is away?", 0),
        # What the last question asked for is meant.
        ([APPEAL, DAYS], "What if it falls on a Sunday?", 1),
        ([APPEAL, DAYS], "And if he misses the deadline?", 1),
        ([MOORING, "Does she need to know the postcode?"], "What if the postcode has changed?", 1),
        # The last question has a subject of its own, or is the one before with a part replaced.
        (["Who repairs the roof?", "What is the rent?"], "And if the tenant is away?", 1),
        (
            ["Who repairs the roof?", "Under the Harbour Lease: who repairs the gutters?"],
            "And if the tenant is away?",
            1,
        ),
        (
            ["How is notice given?", "Must Marlow offer us its northern mills before it sells them?"],
            "what if the two can't agree?",
            1,
        ),
        # It asks by itself.
        ([APPEAL, DAYS], "If the geese are sold, who pays the fine?", 1),
        ([APPEAL, DAYS], "Who pays the fine?", 1),
        ([APPEAL], "What if he was ill?", 0),
    ],
)
def test_a_case_after_a_detail_goes_back_to_what_the_detail_was_of(before, question, meant):
    assert turn_meant(question, before) == meant
