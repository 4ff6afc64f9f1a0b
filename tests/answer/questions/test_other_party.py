import pytest

from pincite.answer.questions.follow_up import read_said, rewrite
from pincite.answer.questions.follow_up_form import as_what_about
from pincite.answer.questions.other_party import ask_other_party, asks_for_whom, by_whom


@pytest.mark.parametrize(
    "before, question, asked",
    [
        ("How much notice must we give Gull?", "them", "How much notice must Gull give us"),
        ("How long do we have to pay Ada Gull?", "what about her?", "How long does Ada Gull have to pay us"),
        ("Can the yard get out of its lease early?", "us?", "Can we get out of the lease early"),
        ("Can the yard sell us the boat?", "what about us?", "Can we sell them the boat"),
        (
            "Can the yard get out of its lease early?",
            "us, if we wanted the land for a school?",
            "Can we get out of the lease early if we wanted the land for a school",
        ),
        (
            "How much notice must the yard give to end the contract with Tern & Gull?",
            "what about them, how much do they have to give?",
            "How much notice must Tern & Gull give to end the contract with the yard",
        ),
        ("How much notice do we need to give?", "them too?", "How much notice do they need to give"),
        # A capital alone makes nobody a party.
        ("Do we have to give notice by Friday?", "them?", "Do they have to give notice by Friday"),
        ("Must we pay in Euros?", "them?", "Must they pay in Euros"),
        ("When must we deliver the Goods?", "them?", "When must they deliver the Goods"),
        ("Can I bring a claim in the High Court?", "them?", "Can they bring a claim in the High Court"),
        ("Do we have to pay VAT?", "them?", "Do they have to pay VAT"),
        ("Do we have to pay Interest?", "them?", "Do they have to pay Interest"),
        ("Do we have to send the boat to Leeds?", "them?", "Do they have to send the boat to Leeds"),
        ("Must we comply with Part 3?", "them?", "Must they comply with Part 3"),
        ("Must we pay the rent?", "them?", "Must they pay the rent"),
        ("Must we give the keys back?", "them?", "Must they give the keys back"),
        # Whoever is told, paid or dealt with is one, with a capital or without.
        ("Do we have to tell the council in April?", "what about them?", "Does the council have to tell us in April"),
        ("How much notice must we give the landlord?", "them?", "How much notice must the landlord give us"),
        ("Must we give our letting agent a key?", "them?", "Must our letting agent give us a key"),
        ("Must I tell the neighbours first?", "them?", "Must the neighbours tell me first"),
        ("Do we have to warn the neighbours?", "them?", "Do the neighbours have to warn us"),
        ("Can we end the deal with the Supplier early?", "them?", "Can the Supplier end the deal with us early"),
        ("Must we report damage to Gull?", "them?", "Must Gull report damage to us"),
        # Who is meant is not plain, or the same one was asked about.
        ("Can the yard sublet?", "what about them?", ""),
        ("Can we sublet?", "and us?", ""),
        ("Can the yard sublet?", "what about the tern?", ""),
        ("Can the yard sublet?", "us and whose army", ""),
        ("Is the lease signed?", "us?", ""),
        ("How much notice must the yard give?", "what about us, who pays for it?", ""),
    ],
)
def test_a_pronoun_turns_a_question_to_somebody_else(before, question, asked):
    assert ask_other_party(question, before.rstrip("?")) == asked


@pytest.mark.parametrize(
    "question, asked",
    [
        ("if it's them who are late?", "if they are late?"),
        ("what if it is her who wants out?", "what if she wants out?"),
        ("if it was us who's late?", "if we are late?"),
        ("when it's me who is away", "when I am away"),
        ("if it's him who break it", "if he breaks it"),
        ("if it's us that wants to stop", "if we want to stop"),
        ("if it's her who can't pay?", "if she can't pay?"),
        ("if it's him who didn't sign?", "if he didn't sign?"),
        ("if it's them who doesn't pay?", "if they don't pay?"),
        ("if it's them who doesn’t pay?", "if they don't pay?"),
        ("if it's us who hasn't paid?", "if we haven't paid?"),
        ("if it's her who don't pay?", "if she doesn't pay?"),
        ("if it's her who might leave?", "if she might leave?"),
        ("if it's him who will be away?", "if he will be away?"),
        ("if it's him who left?", "if he left?"),
        ("if it's her who need help?", "if she needs help?"),
        ("if it's us who misses it?", "if we miss it?"),
        ("if it's them who relies on it?", "if they rely on it?"),
        ("if it's us who loses it?", "if we lose it?"),
        ("if it's me who was late?", "if I was late?"),
        ("if it's the yard that is late?", "if it's the yard that is late?"),
        ("if it's late?", "if it's late?"),
        ("if it's them?", "if it's them?"),
    ],
)
def test_if_it_is_somebody_who_does_it_is_if_they_do(question, asked):
    assert by_whom(question) == asked


@pytest.mark.parametrize(
    "before, question, asked",
    [
        (
            "How much notice do we have to give Gull?",
            "and if it's them who want out?",
            "How much notice does Gull have to give us if they want out?",
        ),
        ("How long have we got to answer Gull?", "And them?", "How long does Gull have to answer us?"),
        (
            "When must we pay Gull?",
            "what if it's us who are late?",
            "On when we must pay Gull: what happens if we are late?",
        ),
    ],
)
def test_what_follows_for_the_other_side_is_asked_whole(before, question, asked):
    assert rewrite(question, read_said(before)) == asked


def test_a_case_of_the_same_side_changes_nobody():
    assert asks_for_whom("if it's us who want out?", "How much notice must we give") == ""


@pytest.mark.parametrize(
    "question, asked",
    [
        ("does that go for them too?", "What about them?"),
        ("and does the same apply to the landlord?", "What about the landlord?"),
        ("is that true of the ferry lease as well?", "What about the ferry lease?"),
        ("does the Gull one say the same?", "What about the Gull one?"),
        ("is the same true for us with Gull?", "What about with Gull?"),
        ("same for us if we sell?", "What about us if we sell?"),
        ("and us members?", "What about the members?"),
        ("what about us members?", "What about the members?"),
        ("does that apply to the deposit?", "does that apply to the deposit?"),
        ("does that go for weekends?", "does that go for weekends?"),
        ("does the landlord have the same right?", "does the landlord have the same right?"),
        ("is the fee the same?", "is the fee the same?"),
        ("us?", "us?"),
    ],
)
def test_whether_the_same_goes_for_somebody_is_what_about_them(question, asked):
    assert as_what_about(question) == asked
