import time

import pytest

from pincite.answer.verification.check_figures import check_figures, check_references

FORMS = """The notice must come with -

(a) a form for objecting;

(b) a form for consenting; and

(c) a form for asking for time.
"""


@pytest.mark.parametrize(
    "claim, passage",
    [
        ("The vote is held every three years.", "The members hold a triennial vote."),
        ("One visit in twelve months is enough.", "The keeper visits the lighthouse at least once a year."),
        ("Three forms come with the notice.", FORMS),
        ("He must not send a second copy.", "The sender must not enclose a further copy."),
        ("The fee is due by 31 March.", "The fee is due on March 31, 2031."),
        ("You may carry over five days.", "Up to five unused days may be carried over."),
        ("It takes place five days later.", "It takes place on the fifth working day after that."),
        ("Half the toll is repaid.", "The ferryman repays 50% of the toll."),
        ("The ferryman repays 50% of the toll.", "The ferryman repays one half of the toll."),
        ("Fifty per cent of the toll is repaid.", "The ferryman repays half the toll."),
        ("A third of the crew may land.", "33 1/3% of the crew may land."),
        ("75% of the crew must agree.", "Three quarters of the crew must agree."),
        ("The pass lasts six months.", "The pass lasts half a year."),
        ("Night crossings cost 150% of the toll.", "Night crossings cost one and a half times the toll."),
        ("Each owner bears half of the upkeep.", "The owners bear the upkeep in equal shares."),
        ("A second inspection is free.", "The hull is re-inspected at no cost."),
    ],
)
def test_figures_that_the_passage_says_in_other_words_are_no_fault(claim, passage):
    assert not list(check_figures(claim, [passage], where="the passage"))


@pytest.mark.parametrize(
    "claim, passage",
    [
        ("The vote is held every two years.", "The members hold a triennial vote."),
        ("One visit in six months is enough.", "The keeper visits the lighthouse at least once a year."),
        ("Four forms come with the notice.", FORMS),
        ("He must not send a second copy.", "The sender must not enclose a copy of the map."),
        ("He must not send a third copy.", "The sender must not enclose a further copy."),
        ("The fee is due by 30 March.", "The fee is due on March 31, 2031."),
        ("You may carry over five days.", "Up to five unused weeks may be carried over."),
        ("You may carry over six days.", "Up to five unused days may be carried over."),
        ("Half the toll is repaid.", "The ferryman repays 40% of the toll."),
        ("The ferryman repays 40% of the toll.", "The ferryman repays half the toll."),
        ("Half the toll is repaid.", "The ferryman repays a third of the toll."),
        ("Fifty per cent of the toll is repaid.", "The ferryman repays the toll."),
        ("The pass lasts eight months.", "The pass lasts half a year."),
        ("A second inspection is free.", "The hull is inspected at no cost."),
    ],
)
def test_other_figures_are_faults(claim, passage):
    assert list(check_figures(claim, [passage], where="the passage"))


@pytest.mark.parametrize("number, named", [("1.6", True), ("1.7", True), ("1.8", False), ("2.6", False)])
def test_a_range_of_clauses_names_those_between(number, named):
    known = "The provisions of clauses 1.5 to 1.7 prevail."
    assert named is not bool(list(check_references(f"Clause {number} prevails.", known, where="the passage")))


def test_a_source_of_nothing_but_figures_is_read_in_time_that_grows_with_its_length():
    passage = " ".join(f"{days} days" for days in range(1, 3_000))
    began = time.process_time()
    assert not list(check_figures("The notice is 30 days.", [passage], where="[1]"))
    # With the sentence read anew for each of its figures this took minutes.
    assert time.process_time() - began < 10
