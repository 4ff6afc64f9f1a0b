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
