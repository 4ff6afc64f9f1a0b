import pytest

from pincite.answer.questions.law_conditions import law_condition


@pytest.mark.parametrize(
    "question, law, met",
    [
        ("Is the agreement under Texas law?", "State of Texas", True),
        ("Is the agreement under texas law?", "State of Texas", True),
        ("Is the agreement governed by New York law?", "State of Texas", False),
        ("Is the agreement governed by English law?", "England and Wales", True),
        ("Is the agreement governed by Californian law?", "State of California", True),
        ("Is the agreement governed by the law of England?", "English", True),
        ("is the agreement governed by german law?", "Germany", True),
        ("Is the agreement governed by Czech law?", "Czech Republic", True),
        ("Is the agreement governed by Scots law?", "England and Wales", False),
        ("Does the agreement choose the law of a country other than the United States?", "England and Wales", True),
        ("Does the agreement choose the law of a country other than the United States?", "State of Ohio", False),
        ("Is the agreement governed by the law of a country other than England?", "England and Wales", False),
        ("Is the agreement governed by any law except English law?", "Scotland", True),
        ("Is the agreement governed by non-English law?", "English", False),
        ("Is the agreement governed by the laws of New South Wales?", "England and Wales", False),
        ("Is the agreement governed by the laws of New South Wales?", "New South Wales", True),
        ("Is the agreement governed by Northern Irish law?", "Ireland", False),
        ("Is the agreement governed by Virginia law?", "State of West Virginia", False),
        ("Is the agreement governed by UK law?", "England and Wales", True),
        ("Is the agreement governed by British law?", "Scotland", True),
        ("Is the agreement governed by UK law?", "Ireland", False),
        ("Is the agreement governed by US law?", "State of New York", True),
        ("Is the agreement governed by US law?", "British Columbia", False),
        ("Is the agreement governed by the law of a Canadian province?", "Province of British Columbia", True),
        ("Is the agreement governed by the law of a Canadian province?", "State of Ohio", False),
        ("Is the agreement governed by the law of a US state?", "State of Ohio", True),
        ("Is the agreement governed by Delaware or New York law?", "New York", True),
        ("Is the agreement governed by English law?", "United Kingdom", None),
        ("Is the agreement under American law?", "State of Maine", True),
        ("Is the agreement under the law of somewhere other than France?", "England and Wales", True),
        ("Is the agreement under the law of somewhere outside the UK?", "Scotland", False),
        ("Is the agreement under the law of somewhere outside the UK?", "Kenya", True),
        ("Is the agreement governed by anything but English law?", "English", False),
        ("Is the agreement governed by the law of another country than Germany?", "Austria", True),
        ("Does the agreement come under the law of Ohio?", "State of Ohio", True),
        ("Does the lease say that it is governed by Scots law?", "Scotland", True),
        ("Does the lease say it's under the law of the Republic?", "Irish", True),
        ("Is the lease under the law of somewhere other than the Republic?", "Ireland", False),
    ],
)
def test_a_law_is_held_against_the_place_asked_for(question, law, met):
    condition = law_condition(question)
    assert condition is not None
    assert condition.met_by(law) is met


@pytest.mark.parametrize(
    "question",
    [
        "Is the agreement subject to data protection laws?",
        "Does the agreement require compliance with the laws of Scotland?",
        "Does the agreement require registration under Scots law?",
        "Is the agreement with Acme governed by Texas law?",
        "Does the agreement comply with California privacy laws?",
        "Does the agreement say it is subject to data protection laws?",
        "Does the agreement say it is void under the law of Ohio?",
    ],
)
def test_not_every_law_is_a_choice_of_law(question):
    assert law_condition(question) is None
