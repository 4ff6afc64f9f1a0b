import pytest

from pincite.legal.scope import drops_exception, left_out_exception, overreaches

SOURCE = "The fee is the sole remedy of Parent, except in the case of fraud."


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The fee is the sole remedy of Parent in all cases.", SOURCE),
        ("The fee is always the remedy of Parent.", SOURCE),
        ("All remedies of Parent end with the fee.", SOURCE),
        ("The Tenant may leave only with consent.", "The Tenant may leave by notice."),
        ("The Tenant may leave if a tribunal agrees.", "The Tenant may leave where notice was given."),
        ("Guests must never swim.", "Guests must not swim unless they have paid."),
    ],
)
def test_what_goes_beyond_the_source_is_named(claim, source):
    assert overreaches(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The fee is the sole remedy of Parent, except in the case of fraud.", SOURCE),
        ("The Tenant may leave only with consent.", "The Tenant shall not leave without consent."),
        ("The fee is never due twice.", "In no event is the fee due twice."),
        ("You may leave at any time.", "You can leave at any time."),
    ],
)
def test_what_the_source_says_too_is_not(claim, source):
    assert overreaches(claim, source) is None


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("Every boat pays the toll.", "Every boat pays the toll unless it carries mail."),
        ("The lock is always open by day.", "The lock is always open by day, save in a frost."),
        ("Boats of any kind may moor.", "Boats of any kind other than barges may moor."),
        ("In all cases the keeper repays the toll.", "In all cases except a flood the keeper repays the toll."),
        ("Every boat is let in without exception.", "Where the lamp is red, the keeper turns every boat away."),
        ("The owner must report every leak.", "The owner must report every material leak."),
    ],
)
def test_a_claim_that_lets_nothing_out_must_name_the_exception(claim, sentence):
    assert drops_exception(claim, sentence)


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("Every boat pays the toll unless it is a mail boat.", "Every boat pays the toll unless it carries mail."),
        ("Every boat pays the toll.", "Every boat pays the toll; no boat may moor unless it is dry."),
        ("Every boat pays the toll.", "Every boat pays the toll at the lock where it moors."),
        ("The toll is due every two days.", "The toll is due every two days unless the lock is shut."),
        ("A boat pays the toll.", "Every boat pays the toll unless it carries mail."),
        ("Every boat, even a barge, pays the toll.", "Every boat pays the toll, and to save time it pays ahead."),
    ],
)
def test_a_claim_without_such_a_word_or_with_the_exception_is_let_through(claim, sentence):
    assert drops_exception(claim, sentence) is None


def test_provided_at_the_start_is_a_condition():
    held = "Boats may not moor unless they hold a licence."
    assert overreaches("Provided it holds a licence, every boat may moor.", held) is None
    assert overreaches("Provided it holds a whistle, a boat may moor.", "A boat that holds a licence may moor.")
    assert overreaches("The berths provided by the keeper are dry.", "The keeper's berths are dry.") is None


@pytest.mark.parametrize(
    ("claim", "source", "words"),
    [
        (
            "Neither party may assign the lease without the other's consent.",
            "1. Neither party may assign the lease without consent, except that the Tenant may assign it to its bank.",
            "except that the Tenant may assign it to its bank",
        ),
        (
            "The keeper must give a week's notice before closing.",
            "The keeper shall, unless prohibited by law, give a week's notice before closing. Dogs stay out.",
            "unless prohibited by law",
        ),
        (
            "The keeper may move the loom freely in a fire.",
            "The keeper may not move it, except in a fire or flood.",
            "",
        ),
        # It names one, or the exception stands in another sentence.
        (
            "The keeper may not sit on the board unless all agree.",
            "The keeper may not sit, unless all members agree.",
            "",
        ),
        ("The yard is shut at night.", "Dogs are let in, unless they bark. The yard is shut at night.", ""),
    ],
)
def test_an_exception_that_a_claim_leaves_out_is_told(claim, source, words):
    assert left_out_exception(claim, source) == words
