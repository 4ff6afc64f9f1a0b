import pytest

from pincite.answer.values.forum import find_forum

FIRM = "Each party irrevocably submits to the exclusive jurisdiction of the courts of Norwich, England."
LOOSE = "The parties agree that the courts of Ohio shall have non-exclusive jurisdiction over any dispute."


def quoted(text):
    span = find_forum(text)
    return span.slice(text) if span else None


@pytest.mark.parametrize("sentence", [FIRM, LOOSE])
def test_the_sentence_that_names_the_courts_is_found(sentence):
    assert quoted(f"9. Rent is due monthly.\n\n10. Courts. {sentence} Nothing else is agreed.") == sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "No proceedings shall be brought in any court other than the courts of Ohio.",
        "Each party submits to the courts of Ohio, and waives any claim that it is not subject to their jurisdiction.",
        "All disputes, including those on injunctions, are subject to the jurisdiction of the courts of Ohio.",
        "Any action arising out of this Lease or for interim relief shall be brought in the courts of Ohio.",
    ],
)
def test_words_that_deny_or_limit_something_else_do_not_hide_the_courts(sentence):
    assert quoted(f"10. Courts. {sentence}") == sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "The courts of Scotland shall not have jurisdiction over any dispute.",
        "Neither party may commence or have proceedings brought in the courts of Scotland.",
        "No court of Scotland has jurisdiction over this Lease.",
        "Nothing in this clause stops a claim from being brought in the courts of Scotland.",
        "An application for an injunction may be brought in the courts of France.",
        "Any action for interim relief may be brought in the courts of France.",
        "Judgment on the award may be entered, and proceedings brought, in the courts of Ohio.",
        "Bankruptcy proceedings shall be brought in the courts of Delaware.",
    ],
)
def test_courts_that_are_denied_or_for_some_matters_only_decide_no_disputes(sentence):
    assert quoted(f"9. All disputes are finally settled by arbitration in Oslo. 10. Courts. {sentence}") is None


def test_the_firmer_of_two_sentences_is_taken():
    assert quoted(f"{LOOSE} {FIRM}") == FIRM


@pytest.mark.parametrize(
    "text",
    [
        "If a court of competent jurisdiction holds a term to be void, the others have effect in England.",
        "The tennis courts of the Club are brought into use in May.",
        "shall be brought in\n\nHouston, Texas, and each party submits to the jurisdiction of such courts in Texas.",
        "",
    ],
)
def test_what_names_no_courts_for_disputes_is_left_alone(text):
    assert quoted(text) is None
