"""The question as the models read it with passages, of a store of two agreements."""

import pytest

from pincite.pipeline.asking.reading_question import reading_question
from pincite.pipeline.store import Store
from pincite.settings import load_settings

SUPPLY = """SUPPLY AGREEMENT

This Supply Agreement is made between Brackwater Foods Limited (the "Supplier") and Mossgate Inns plc (the "Buyer").

1. Orders
1.1 If the Buyer orders less than 400 crates in a year, it shall pay the Supplier for the shortfall.

2. Termination
2.1 The Buyer may end this Agreement by 60 days' notice.
"""
LEASE = """LEASE OF THE OLD FORGE

This Lease is made between Ada Quill (the "Landlord") and Forge Bikes Limited (the "Tenant").

1. The Tenant shall pay a rent of £900 a month.
"""


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    folder = tmp_path_factory.mktemp("reading")
    for name, text in (("supply.txt", SUPPLY), ("forge.txt", LEASE)):
        (folder / name).write_text(text, encoding="utf-8")
    with Store.build(
        [folder], folder / "store", settings=load_settings(flags=("executor.kind=inline",)).settings
    ) as built:
        yield built


@pytest.mark.parametrize(
    ("question", "read"),
    [
        (
            "In the Brackwater supply agreement, what if Mossgate Inns orders too little?",
            "what if the Buyer orders too little?",
        ),
        ("what does Mossgate pay Brackwater for a shortfall?", "what does the Buyer pay the Supplier for a shortfall?"),
        # No document is named.
        ("who pays for a shortfall?", "who pays for a shortfall?"),
    ],
)
def test_the_name_of_a_document_is_left_out_and_its_parties_are_called_by_their_roles(store, question, read):
    assert reading_question(store, question) == read


def test_the_answer_keeps_the_question_as_it_was_asked(store):
    asked = "In the Brackwater supply agreement, what does Mossgate Inns owe if it orders too little?"
    answer = store.ask(asked)
    assert answer.question == asked and answer.citations[0].quote.startswith("1.1")
