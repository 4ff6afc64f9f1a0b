"""An answer that quotes what the other party does than the one asked about says so, and is weak."""

import pytest

from pincite.domain.answer import NoteKind
from pincite.pipeline.store import Store
from pincite.settings import load_settings

HIRE = """BOAT HIRE AGREEMENT

This Agreement is made on 3 May 2024 between Tidewell Boats Ltd (the "Owner") and Anna Corrie (the "Hirer").

1. Before the hire

1.1 The Owner shall clean the boat before each hire and test its engine.

1.2 The Hirer shall keep a log of every journey and of the fuel that the boat used.

2. During the hire

2.1 The Hirer shall pay a hire fee of £80 a day, seven days before the hire begins.

2.2 The Hirer may moor the boat at any public quay overnight.

2.3 The Owner shall pay for any tow to the nearest yard.
"""


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hire")
    (folder / "hire.txt").write_text(HIRE, "utf-8")
    return Store.build(
        [folder / "hire.txt"],
        folder / "store",
        settings=load_settings(flags=["jobs=1", "executor.kind=inline"]).settings,
    )


@pytest.mark.parametrize(
    "question",
    ["What log must the owner keep of every journey?", "Where can the owner moor the boat overnight?"],
)
def test_what_the_other_party_does_is_told_as_such(store, question):
    answer = store.ask(question)
    assert answer.found
    assert answer.weak
    assert answer.note_kind is NoteKind.WEAK
    assert answer.note == "The words quoted are on the Hirer; nothing was found that says this of the Owner."


@pytest.mark.parametrize(
    "question",
    [
        "What log must the hirer keep of every journey?",
        "Where can the hirer moor the boat overnight?",
        "Does the hirer have to clean the boat?",
        "Who pays for a tow?",
    ],
)
def test_what_the_party_asked_about_does_is_told_surely(store, question):
    answer = store.ask(question)
    assert answer.found
    assert not answer.weak
    assert not answer.note
