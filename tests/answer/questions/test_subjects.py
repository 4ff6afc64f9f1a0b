import pytest

from pincite.answer.questions.subjects import read_subjects


@pytest.mark.parametrize(
    ("question", "questions"),
    [
        (
            "Grower, shop, port: compare how much notice each has to give before closing.",
            [
                "How much notice does the grower have to give before closing?",
                "How much notice does the shop have to give before closing?",
                "How much notice does the port have to give before closing?",
            ],
        ),
        (
            "A grower leaving the pool and a shop handing back its badge - how much notice for each, and which is the "
            "longest?",
            [
                "How much notice does a grower leaving the pool have to give?",
                "How much notice does a shop handing back its badge have to give?",
            ],
        ),
        (
            "Berth, locker, and slip: when is each due?",
            ["When is the berth due?", "When is the locker due?", "When is the slip due?"],
        ),
        (
            "The buyer and the carrier: what must each insure?",
            ["What must the buyer insure?", "What must the carrier insure?"],
        ),
        (
            "Elm, Oak and Ash: how much each pays a year",
            [f"How much does {one} pay a year?" for one in ("Elm", "Oak", "Ash")],
        ),
        (
            "Skipper, cook: how much is the wage of each?",
            ["How much is the wage of the skipper?", "How much is the wage of the cook?"],
        ),
    ],
)
def test_each_of_the_subjects_listed_is_asked(question, questions):
    assert [one.question for one in read_subjects(question)] == questions


@pytest.mark.parametrize(
    "question",
    [
        "Under the lease: what must each party pay?",
        "If the tenant leaves, or dies: how much is each owed?",
        "Landlord: what must each tenant pay?",
        "Landlord, tenant: who pays for repairs?",
        "How much notice must each party give?",
        "One, two, three, four, five and six: what does each cost?",
    ],
)
def test_other_questions_list_no_subjects(question):
    assert read_subjects(question) == ()


def test_subjects_between_a_verb_and_each_are_asked_one_by_one():
    asked = read_subjects("If we complain, how long have the home, the agents and the carers each got to answer?")
    assert [one.question for one in asked] == [
        "If we complain, how long has the home got to answer?",
        "If we complain, how long have the agents got to answer?",
        "If we complain, how long have the carers got to answer?",
    ]
    assert not read_subjects("How long does the tenant have to give each neighbour notice?")


def test_names_of_several_words_are_compared_whole():
    asked = read_subjects("What is the difference between the Start Date and the Commencement Date?")
    assert [one.subject for one in asked] == ["the Start Date", "the Commencement Date"]
    asked = read_subjects("What is the difference between the Board of Directors and the Committee?")
    assert [one.subject for one in asked] == ["the Board of Directors", "the Committee"]


@pytest.mark.parametrize(
    "question",
    [
        "Repairs and decoration: how often must each room be painted?",
        "When must the rent be paid and when the deposit?",
        "Both the Buyer and the Seller must sign: when do they sign?",
        "When can the Company, the Owner or each of them terminate?",
        "Is the rent due on a Monday and is the deposit different from the rent?",
    ],
)
def test_what_lists_no_subjects_is_one_question(question):
    assert not read_subjects(question)
