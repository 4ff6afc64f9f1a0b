import pytest

from pincite.legal.modality import Mood, differ_in_mood, find_predicates


@pytest.mark.parametrize(
    ("text", "verb", "mood"),
    [
        ("The Tenant shall pay the rent.", "pay", Mood.DUTY),
        ("The Tenant is required to pay.", "pay", Mood.DUTY),
        ("The Tenant has to pay.", "pay", Mood.DUTY),
        ("The Tenant may assign.", "assign", Mood.PERMISSION),
        ("The Tenant is entitled to assign.", "assign", Mood.PERMISSION),
        ("The Trustees have an absolute discretion to advance capital.", "advanc", Mood.PERMISSION),
        ("The Tenant may not assign.", "assign", Mood.PROHIBITION),
        ("The Tenant has no right to assign.", "assign", Mood.PROHIBITION),
        ("Neither party shall assign.", "assign", Mood.PROHIBITION),
        ("The Tenant need not repair.", "repair", Mood.NO_DUTY),
        ("The Tenant is not obliged to repair.", "repair", Mood.NO_DUTY),
        ("In no event shall the Tenant be required to repair.", "repair", Mood.NO_DUTY),
        ("The Tenant does not repair.", "repair", Mood.DENIAL),
        ("The Lender may by notice to the Borrower cancel the loan.", "cancel", Mood.PERMISSION),
    ],
)
def test_a_verb_has_the_mood_its_modal_gives_it(text, verb, mood):
    assert (verb, mood) in {(one.verb, one.mood) for one in find_predicates(text)}


def test_verbs_joined_by_or_share_a_mood():
    found = find_predicates("It shall return or destroy the copies.")
    assert [(one.verb, one.mood) for one in found] == [("return", Mood.DUTY), ("destroy", Mood.DUTY)]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The Tenant must assign.", "The Tenant may assign."),
        ("The Tenant may repair.", "The Tenant shall repair."),
        ("The Tenant may assign without consent.", "The Tenant shall not assign without consent."),
        ("Data is sold.", "We do not sell data."),
        ("The terms are not secret.", "The terms are secret."),
    ],
)
def test_moods_that_differ_are_named(claim, source):
    assert differ_in_mood(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The Tenant pays.", "The Tenant shall pay."),
        ("The Tenant must not assign without consent.", "The Tenant may not assign without consent."),
        ("The Tenant may assign with consent.", "The Tenant shall not assign without consent."),
        ("It may suspend deliveries if unpaid.", "It shall not suspend deliveries unless unpaid."),
        ("Nobody may enter.", "No person shall enter."),
    ],
)
def test_moods_that_agree_are_not(claim, source):
    assert differ_in_mood(claim, source) is None
