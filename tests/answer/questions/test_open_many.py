"""Questions for all that somebody has agreed, which name no document, are put to every document."""

import pytest

from pincite.answer.questions.many import Mode, read_many, read_who
from pincite.answer.questions.open_many import read_open
from pincite.answer.questions.polarity import Polarity
from pincite.answer.questions.single_question import without_frame


@pytest.mark.parametrize(
    ("question", "single"),
    [
        ("List everything that lets them keep our bond.", "Does the document let them keep our bond?"),
        ("show me anything we've signed that makes us paint the boat", "Does the document make us paint the boat?"),
        ("What is everything that ties us in for a year?", "Does the document tie us in for a year?"),
        ("Have we agreed to anything that limits our hours?", "Does the document limit our hours?"),
        ("Is there anything we've signed that mentions bees?", "Does the document mention bees?"),
        ("where do we have a week to change our minds? all of them", "Do we have a week to change our minds?"),
        ("Where can we be fined? Please list them all.", "Can we be fined?"),
        ("Going through everything, who has to keep a log?", "Does anyone have to keep a log?"),
        ("In all our paperwork, who is allowed to raise prices?", "Is anyone allowed to raise prices?"),
        ("Looking across the whole lot, do we have to insure a barn?", "Do we have to insure a barn?"),
        ("Who may enter our yard, and how much warning must each of them give?", "May anyone enter our yard?"),
        (
            "Who do we have to tell before we move, and how long before for each?",
            "Do we have to tell anyone before we move?",
        ),
        ("If we shut, who must we pay? all of them", "Must we pay anyone, if we shut?"),
        ("Taking everything together, who insures what?", "Does anyone insure anything?"),
    ],
)
def test_what_is_sought_in_everything_is_asked_of_each_document(question, single):
    many = read_many(question)
    assert without_frame(many.question) == single
    assert (many.mode, many.polarity, many.unnamed) == (Mode.CHOOSE, Polarity.AFFIRMED, True)


def test_what_is_asked_of_everything_is_told_for_each_document():
    many = read_many("Across all our contracts, how much notice do we have to give?")
    assert (many.question, many.mode) == ("How much notice do we have to give in the document?", Mode.TELL)


@pytest.mark.parametrize(
    "question",
    [
        "list everything the tenant must repair under the lease",
        "list everything that lets the landlord end the lease",
        "List everything that is included in the rent.",
        "List everything that has to be paid before the hearing.",
        "Tell me everything about the bond.",
        "Who are the trustees? list them all",
        "What are the exclusions? all of them",
        "Who is allowed to inspect the flat?",
        "Who pays for repairs, and how much?",
        "Who may attend the hearing, and what must each of them bring?",
        "Across all the rooms, who has to sweep?",
        "In all cases, who pays the costs?",
        "Where do I send the notice?",
        "Who do we have to tell if the fridge breaks?",
        "Who do we have to tell if the fridge breaks, and how soon?",
    ],
)
def test_questions_for_one_thing_are_not_put_to_every_document(question):
    assert read_many(question) is None
    assert read_who(question) is None


def test_who_must_be_told_and_how_soon_may_be_asked_of_every_document():
    question = "If a client's letter is lost, who must we tell and how many days do we get?"
    assert read_many(question) is None
    assert without_frame(read_who(question).question) == "Must we tell anyone, if a client's letter is lost?"


def test_those_who_may_raise_their_prices_are_sought_in_every_agreement():
    asked = read_who("who's allowed to put their prices up, and by how much?")
    assert without_frame(asked.question) == "Is the other side allowed to put its prices up?"


def test_what_is_signed_is_asked_for_as_documents():
    for words in ("arrangements", "paperwork", "bits of paper"):
        many = read_many(f"Which of our {words} can be ended by text message?")
        assert (many.question, many.mode) == ("Can the document be ended by text message?", Mode.CHOOSE)
    assert read_many("which of the things we've signed mention bees?").question == "Does the document mention bees?"
    assert read_many("Which arrangements must the tenant make for waste?") is None
    assert read_many("Which of the things I own are insured?") is None


def test_where_it_is_said_is_asked_of_all_documents_where_each_is_meant():
    found = read_open("Where does it say interest is charged on late money, and at what rate in each?")
    assert found is not None and found.asked == "Which documents say that interest is charged on late money?"
    assert read_open("Where does it say that dogs are allowed?") is None


@pytest.mark.parametrize(
    "question",
    [
        "Which charges can go up under the Gull lease?",
        "Which contractors can enter our flat under the lease?",
        "Which memberships can I cancel?",
        "Which companies insure us?",
        "Who must insure the van, and how much does each of us pay?",
        "Where does it say the rent is due, and how much is each payment?",
        "What is everything that makes up the rent?",
        "Give me every term that limits liability in clause 9",
    ],
)
def test_what_is_asked_of_one_document_is_not_asked_of_all(question):
    assert read_many(question) is None
