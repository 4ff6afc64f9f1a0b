from random import Random

import pytest
from training.config import read_config
from training.corpus import TrainingDocument
from training.reword import Reworder, Rewording, keywords, take_sides
from training.synthesise import Synthesiser, find_headed, find_sentences

LEASE = TrainingDocument(
    "cuad/lease.txt",
    "cuad",
    "train",
    """LEASE OF A SHOP

1. Rent. The tenant shall pay the landlord a rent of nine hundred pounds within ten days of the start of a month.

2. Repairs. The tenant shall keep the windows whole and may not remove any wall of the shop without written consent.

3. Ending the Lease. Either party may terminate this lease by three months' written notice to the other at any time.

"Shop" means the ground floor of the house together with the yard behind it, but not the flat above it.

The rights of the landlord under Section 2 shall survive the expiry of this lease for a further period of one year.
""",
)


@pytest.fixture
def synthesiser():
    return Synthesiser(read_config(), Reworder({"rent": ["hire"]}))


def test_the_same_document_gives_the_same_questions(synthesiser):
    assert synthesiser.synthesise(LEASE) == synthesiser.synthesise(LEASE)


def test_every_question_points_into_its_document(synthesiser):
    made = synthesiser.synthesise(LEASE)
    assert {s.shape for s in made} >= {"sentence", "heading", "definition"}
    for one in made:
        assert 0 <= one.span[0] < one.span[1] <= len(LEASE.text)
        if one.hidden:
            assert one.span[0] <= one.hidden[0] < one.hidden[1] <= one.span[1]


def test_a_heading_is_found_with_its_section():
    found = {heading: span for heading, span, _ in find_headed(LEASE)}
    assert "Repairs" in found
    assert "keep the windows whole" in LEASE.text[slice(*found["Repairs"])]


def test_sentences_end_at_full_stops():
    assert all(LEASE.text[a:b].rstrip().endswith((".", ";")) for a, b in find_sentences(LEASE.text))


def test_a_question_put_plainly_uses_lay_words():
    plain = Reworder({}).reword("terminate the agreement by written notice", Rewording(0, 0, 1), Random(1))
    assert "terminate" not in plain
    assert "written notice" not in plain


def test_rewording_never_leaves_nothing():
    assert Reworder({}).reword("indemnify", Rewording(1, 0, 0), Random(1)) == "indemnify"


def test_keywords_leave_out_the_small_words():
    assert not {"the", "of", "and"} & set(keywords("the cost of the repair and of the paint", Random(2)).split())


def test_taking_sides_turns_you_into_i():
    assert take_sides("Can you share your photos with us?".rstrip("?")) == "Can i share my photos with them"
