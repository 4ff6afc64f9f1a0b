import pytest

from pincite.answer.values.facts import Fact, asked_fact, find_fact
from pincite.domain.profile import DateMention, DocumentKind, Party, Profile
from pincite.spans import Span

TEXT = (
    "This Lease is made on 3 May 2021 between Alder Mills Limited and Jane Fox. It has effect from 1 June 2021.\n\n"
    "9. Law. This Lease is governed by the laws of England and Wales.\n"
)


def span_of(words):
    start = TEXT.index(words)
    return Span(start, start + len(words))


PROFILE = Profile(
    DocumentKind.LEASE,
    parties=(Party("Alder Mills Limited", span_of("Alder Mills Limited")), Party("Jane Fox", span_of("Jane Fox"))),
    dates=(
        DateMention("2021-05-03", span_of("3 May 2021"), "signed"),
        DateMention("2021-06-01", span_of("1 June 2021"), "effective"),
    ),
    governing_law="England and Wales",
    governing_law_span=span_of("England and Wales"),
)


@pytest.mark.parametrize(
    "question, fact",
    [
        ("What law governs the Alder lease?", Fact.LAW),
        ("Is the Alder lease under English or Scottish law?", Fact.LAW),
        ("Who are the parties to the Alder lease?", Fact.PARTIES),
        ("When was the Alder lease signed?", Fact.MADE),
        ("What is the effective date of the Alder lease?", Fact.EFFECTIVE),
        ("What law governs the Alder lease, and where are disputes heard?", None),
        ("Where do we have to sue under the Alder lease?", Fact.FORUM),
        ("Which courts have jurisdiction under the Alder lease?", Fact.FORUM),
        ("Which court must approve the sale of the Alder mill?", None),
        ("What is Jane Fox's address for notices under the Alder lease?", Fact.NOTICES),
        ("Where do notices to the landlord go?", Fact.NOTICES),
        ("How must notices to the landlord be given?", None),
        ("How much notice must the tenant give?", None),
        ("When must the tenant of the Alder mill sign the inventory?", None),
        ("Who are the parties that insure the mill?", None),
    ],
)
def test_a_question_asks_for_a_fact_and_nothing_else(question, fact):
    assert asked_fact(question, names="Alder Mills") is fact


NAMES = "Alder Mills software licence consulting services Rennick hospital MSA Northwind Analytics equipment"


@pytest.mark.parametrize(
    "question",
    [
        "When must a claim be made under the consulting agreement?",
        "When does a notice take effect under the consulting agreement?",
        "When must the notice be signed under the consulting agreement?",
        "What must the parties to the consulting agreement do?",
        "Which obligations of the parties to the MSA survive?",
        "Who made the claim in Rennick?",
        "Who made the software?",
        "When was the equipment made?",
        "When was the Software made?",
        "When was payment made under the MSA?",
        "When is payment under the software licence agreed?",
        "When can the consulting agreement be executed?",
        "When did the parties to the MSA sign the inventory?",
        "When does the licence fee come into force?",
        "When does the MSA's termination take effect?",
        "What is the effective date of the equipment?",
        "What is the date of the hearing in Rennick?",
        "Who are the parties to the dispute under the MSA?",
        "Which laws must the hospital comply with?",
        "Which laws apply to the hospital?",
        "Which law governs the software?",
        "What law applies to the Deposit?",
        "Under what law can Northwind claim?",
    ],
)
def test_a_fact_of_something_else_than_the_document_is_not_asked_for(question):
    assert asked_fact(question, names=NAMES) is None


@pytest.mark.parametrize(
    "question, fact",
    [
        ("which law governs the msa", Fact.LAW),
        ("What law applies to the hospital agreement?", Fact.LAW),
        ("Which law governs it, Texas or Delaware?", Fact.LAW),
        ("Is the MSA governed by the laws of New York or England?", Fact.LAW),
        ("Which law did the parties choose?", Fact.LAW),
        ("When was the software licence agreement with Northwind Analytics signed?", Fact.MADE),
        ("when was the  msa signed?", Fact.MADE),
        ("When was Rennick signed?", Fact.MADE),
        ("On what date did the parties enter into the MSA?", Fact.MADE),
        ("What is the date of the lease?", Fact.MADE),
        ("How old is the lease?", Fact.MADE),
        ("When did the parties sign?", Fact.MADE),
        ("Who is the MSA between?", Fact.PARTIES),
        ("Who made the software licence?", Fact.PARTIES),
        ("What are the parties to the lease?", Fact.PARTIES),
        ("When did the consulting agreement come into force?", Fact.EFFECTIVE),
        ("When will it take effect?", Fact.EFFECTIVE),
        ("What is the MSA's effective date?", Fact.EFFECTIVE),
    ],
)
def test_a_fact_of_the_document_is_asked_for_in_many_ways(question, fact):
    assert asked_fact(question, names=NAMES) is fact


@pytest.mark.parametrize(
    "fact, value, quoted",
    [
        (Fact.LAW, "England and Wales", "This Lease is governed by the laws of England and Wales."),
        (Fact.MADE, "3 May 2021", "This Lease is made on 3 May 2021 between Alder Mills Limited and Jane Fox."),
        (Fact.EFFECTIVE, "1 June 2021", "It has effect from 1 June 2021."),
        (
            Fact.PARTIES,
            "Alder Mills Limited and Jane Fox",
            "This Lease is made on 3 May 2021 between Alder Mills Limited and Jane Fox.",
        ),
    ],
)
def test_a_fact_is_told_with_the_sentence_that_states_it(fact, value, quoted):
    found = find_fact(fact, PROFILE, TEXT)
    assert found is not None
    assert found.value == value
    assert found.span.slice(TEXT).endswith(quoted)


def test_one_party_alone_is_not_the_parties():
    assert find_fact(Fact.PARTIES, Profile(DocumentKind.LEASE, parties=PROFILE.parties[:1]), TEXT) is None
