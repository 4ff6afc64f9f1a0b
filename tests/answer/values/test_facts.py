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
